//! What a formula does on its domain, and the inputs that this suggests.

use crate::lines::{InputLine, Turn};
use crate::range::{InputRange, Scale};
use chance::mix;
use expr::dag::{Dag, NodeId};
use expr::eval::Tape;
use expr::spec::Format;

/// A formula on the box of its inputs.
pub struct Landscape {
    tape: Tape,
    root: usize,
    ranges: Vec<InputRange>,
    limits: (f64, f64),
    /// The numbers that are written in the formula.
    literals: Vec<f64>,
}

/// An input at which a program may have to do something special.
#[derive(Clone, Debug, PartialEq)]
pub struct NotablePoint {
    /// The input.
    pub point: Vec<f64>,
    /// Why.
    pub reason: NotableReason,
}

/// What is special about an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotableReason {
    /// Input number so-and-so has a number that programs treat apart.
    Mark(usize),
    /// Two inputs are equal.
    Equal(usize, usize),
    /// One input is the negative of another.
    Opposite(usize, usize),
    /// A part of the formula changes its sign, or a comparison turns.
    Sign,
    /// A part of the formula passes 1 or −1.
    One,
    /// A part of the formula overflows.
    Overflow,
    /// A part of the formula underflows.
    Underflow,
    /// A part of the formula has its natural end.
    Value,
    /// The formula is greatest or least nearby.
    Extremum,
}

/// Points through which lines are laid where there are several inputs.
const BASES: usize = 4;

/// Operations that looking along lines may cost in all.
const OPERATIONS: usize = 4_000_000;

/// Evaluations that one line takes, about: its samples, and halvings for each turn.
const EVALUATIONS: usize = 2_500;

/// Literals whose neighbours count as marks; a table in a formula has more.
const LITERALS: usize = 12;

impl Landscape {
    /// The landscape of a formula with its constraint, if there is one. `output` is the format of its values.
    pub fn new(
        dag: &Dag,
        root: NodeId,
        constraint: Option<NodeId>,
        ranges: Vec<InputRange>,
        output: Format,
    ) -> Landscape {
        let roots: Vec<NodeId> = [root].into_iter().chain(constraint).collect();
        let tape = Tape::new(dag, &roots);
        let mut literals: Vec<f64> = dag
            .reachable(&roots)
            .into_iter()
            .filter_map(|id| Some(dag.as_literal(id)?.to_f64()))
            .collect();
        literals.truncate(LITERALS);
        Landscape {
            root: tape.roots()[0],
            tape,
            ranges,
            limits: match output {
                Format::Binary32 => (f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
                _ => (f64::MAX, f64::MIN_POSITIVE),
            },
            literals,
        }
    }

    /// The ranges of the inputs.
    pub fn ranges(&self) -> &[InputRange] {
        &self.ranges
    }

    /// The notable points: what the formula does first, then what programs do with numbers.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::spec::Format;
    /// use inputs::{InputRange, Landscape, NotableReason};
    /// use interval::Unary;
    ///
    /// // log(x − 2) on [0, 10] begins at 2 and changes its sign at 3.
    /// let mut dag = Dag::new();
    /// let (x, two) = (dag.variable(0), dag.literal(2));
    /// let difference = dag.difference(x, two);
    /// let log = dag.unary(Unary::Log, difference);
    /// let range = InputRange { lo: 0.0, hi: 10.0, format: Format::Binary64 };
    /// let notable = Landscape::new(&dag, log, None, vec![range], Format::Binary64).notable();
    /// let at = |x: f64, why: NotableReason| notable.iter().any(|n| n.point == [x] && n.reason == why);
    /// assert!(at(2.0, NotableReason::Value));
    /// assert!(at(3.0f64.next_up(), NotableReason::Sign));
    /// ```
    pub fn notable(&self) -> Vec<NotablePoint> {
        let mut all = self.on_lines();
        all.extend(self.relations());
        all.extend(self.marks());
        let mut seen = std::collections::HashSet::new();
        let bits = |n: &NotablePoint| n.point.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        all.retain(|n| seen.insert(bits(n)));
        all
    }

    /// What halving finds along each input.
    fn on_lines(&self) -> Vec<NotablePoint> {
        let lines = OPERATIONS / (self.tape.len().max(1) * EVALUATIONS) / self.ranges.len().max(1);
        let bases = if self.ranges.len() == 1 { 1 } else { BASES };
        let mut all = Vec::new();
        for base in 0..bases.min(lines) {
            let through = self.stratified(base as u64 * 3 + 1);
            for i in 0..self.ranges.len() {
                all.extend(self.on_line(i, &through));
            }
        }
        all
    }

    fn on_line(&self, input: usize, through: &[f64]) -> Vec<NotablePoint> {
        let mut line = InputLine::new(&self.tape, self.ranges[input], input, through, self.limits);
        let finds = line.explore(self.root);
        let at = |x: f64, reason: NotableReason| NotablePoint {
            point: with(through, input, x),
            reason,
        };
        let turns = finds.turns.iter();
        // A zero that is a float stands between two turns, of which halving finds the first.
        let after = |x: f64| self.ranges[input].step(x, 1);
        let turns = turns.flat_map(|&(below, above, turn)| [below, above, after(above)].map(|x| at(x, turn.into())));
        let extrema = finds.extrema.iter().map(|&x| at(x, NotableReason::Extremum));
        turns.chain(extrema).collect()
    }

    /// Inputs that are equal or opposite, at numbers of everyday size.
    fn relations(&self) -> Vec<NotablePoint> {
        let mut all = Vec::new();
        for j in 1..self.ranges.len() {
            for i in 0..j {
                let base = self.stratified((7 * i + j) as u64);
                let mut relate = |y: f64, reason: NotableReason| {
                    if self.ranges[j].contains(y) {
                        all.push(NotablePoint {
                            point: with(&base, j, y),
                            reason,
                        });
                    }
                };
                relate(base[i], NotableReason::Equal(i, j));
                relate(-base[i] + 0.0, NotableReason::Opposite(i, j));
            }
        }
        all
    }

    fn marks(&self) -> Vec<NotablePoint> {
        let mut all = Vec::new();
        for (i, range) in self.ranges.iter().enumerate() {
            for (k, x) in range.marks(&self.literals).into_iter().enumerate() {
                all.push(NotablePoint {
                    point: with(&self.stratified(11 * i as u64 + k as u64), i, x),
                    reason: NotableReason::Mark(i),
                });
            }
        }
        all
    }

    /// Input number k of a sequence that is spread by value, by exponent and by bits in turn.
    pub fn stratified(&self, k: u64) -> Vec<f64> {
        scattered(
            &self.ranges,
            k,
            [Scale::Value, Scale::Exponent, Scale::Bits][(k % 3) as usize],
        )
    }

    /// Input number k of a seed, each coordinate on a scale of its own.
    pub fn random(&self, seed: u64, k: u64) -> Vec<f64> {
        let mut random = chance::Random::new(mix(seed ^ mix(k)));
        let scales = [Scale::Bits, Scale::Exponent, Scale::Value];
        let one = |range: &InputRange| {
            let x = range.at(scales[random.below(3)], random.share());
            range.roughened(x, random.word())
        };
        self.ranges.iter().map(one).collect()
    }
}

impl From<Turn> for NotableReason {
    fn from(turn: Turn) -> NotableReason {
        match turn {
            Turn::Sign => NotableReason::Sign,
            Turn::One => NotableReason::One,
            Turn::Overflow => NotableReason::Overflow,
            Turn::Underflow => NotableReason::Underflow,
            Turn::Value => NotableReason::Value,
        }
    }
}

/// Point number k of the additive recurrence whose steps are the powers of 1/ρ with ρ^(n+1) = ρ + 1.
fn scattered(ranges: &[InputRange], k: u64, scale: Scale) -> Vec<f64> {
    let ratio = generalised_golden_ratio(ranges.len());
    let mut step = 1.0;
    let mut point = Vec::with_capacity(ranges.len());
    for range in ranges {
        step /= ratio;
        let x = range.at(scale, (0.5 + k as f64 * step).fract());
        point.push(if k == 0 { x } else { range.roughened(x, mix(k)) });
    }
    point
}

/// The root of x^(n+1) = x + 1 above 1: 1/x, 1/x², … are the best known steps for n dimensions.
fn generalised_golden_ratio(n: usize) -> f64 {
    // x ← (1 + x)^(1/(n+1)) contracts towards the root.
    (0..64).fold(2.0f64, |x, _| root(1.0 + x, n + 1))
}

/// The n-th root of a number between 1 and 4, by halving.
fn root(a: f64, n: usize) -> f64 {
    let power = |x: f64| (0..n).fold(1.0, |p, _| p * x);
    let (mut lo, mut hi) = (1.0, 4.0);
    for _ in 0..60 {
        let middle = 0.5 * (lo + hi);
        if power(middle) > a { hi = middle } else { lo = middle }
    }
    lo
}

fn with(point: &[f64], input: usize, x: f64) -> Vec<f64> {
    let mut copy = point.to_vec();
    copy[input] = x;
    copy
}
