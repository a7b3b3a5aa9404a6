//! What a formula does on its domain, and the inputs that this suggests.

use crate::lines::{InputLine, Turn};
use crate::range::{InputRange, Scale};
use chance::{golden_ratio, mix, scatter_by};
use expr::dag::{Dag, Node, NodeId};
use expr::eval::Tape;
use expr::spec::Format;
use interval::Unary;

/// A formula on the box of its inputs.
pub struct Landscape {
    tape: Tape,
    root: usize,
    ranges: Vec<InputRange>,
    limits: (f64, f64),
    /// The numbers that are written in the formula.
    literals: Vec<f64>,
    /// Whether it has a sine, cosine or tangent.
    turns: bool,
    /// Whose powers are the steps of sequences that fill the box.
    ratio: f64,
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
    /// An input has a number that programs treat apart.
    Mark(usize),
    /// All inputs have such numbers.
    Corner,
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
    /// One operand of a sum outweighs the other by some bits more.
    Balance,
}

/// Combinations of ends, zeros and ones that are looked at.
const CORNERS: usize = 32;

/// Magnitudes at which all inputs are alike.
const ALIKE: u64 = 12;

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
        let is_wave = |id: NodeId| matches!(dag.node(id), Node::Unary(Unary::Sin | Unary::Cos | Unary::Tan, _));
        Landscape {
            turns: dag.reachable(&roots).into_iter().any(is_wave),
            ratio: golden_ratio(ranges.len()),
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

    /// The notable points: related inputs, then by turns what the formula does and what programs do with numbers.
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
        let mut all = self.relations();
        all.extend(self.corners());
        all.extend(self.alike());
        let (mut lines, mut marks) = (self.on_lines().into_iter(), self.marks().into_iter());
        // In turn, so that a part of the list has some of both.
        loop {
            let two = [lines.next(), marks.next()];
            if two.iter().all(Option::is_none) {
                break;
            }
            all.extend(two.into_iter().flatten());
        }
        let mut seen = std::collections::HashSet::new();
        let bits = |n: &NotablePoint| n.point.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        all.retain(|n| seen.insert(bits(n)));
        all
    }

    /// What halving finds along each input.
    fn on_lines(&self) -> Vec<NotablePoint> {
        let lines = OPERATIONS / (self.tape.len().max(1) * EVALUATIONS) / self.ranges.len().max(1);
        let bases = if self.ranges.len() == 1 { 1 } else { BASES };
        let mut found: Vec<std::vec::IntoIter<NotablePoint>> = Vec::new();
        for base in 0..bases.min(lines) {
            let through = match base {
                0 => self.simple(),
                _ => self.stratified(base as u64 * 3 + 1),
            };
            let of_input = |i: usize| self.on_line(i, &through).into_iter();
            found.extend((0..self.ranges.len()).map(of_input));
        }
        // One of each line in turn.
        let mut all = Vec::new();
        while found.iter().any(|line| line.len() > 0) {
            all.extend(found.iter_mut().filter_map(Iterator::next));
        }
        all
    }

    /// Small whole numbers, with which parts of a formula are often exactly 0 or 1; an end where a range has none.
    fn simple(&self) -> Vec<f64> {
        let numbers = [1.0, 2.0, -2.0, 3.0, -1.0, 4.0, 5.0, 0.5, -4.0, 10.0, 100.0, 1000.0];
        let pick = |(i, range): (usize, &InputRange)| {
            let mut order = (0..numbers.len()).map(|k| numbers[(k + i) % numbers.len()]);
            order.find(|x| range.contains(*x)).unwrap_or(range.lo)
        };
        self.ranges.iter().enumerate().map(pick).collect()
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

    /// Every input at an end, at 0 or at 1: all combinations if they are few, else some of them.
    fn corners(&self) -> Vec<NotablePoint> {
        if self.ranges.len() < 2 {
            return Vec::new();
        }
        let values = |range: &InputRange| {
            let mut values = vec![range.lo, range.hi, 0.0, 1.0];
            values.retain(|x| range.contains(*x));
            values.dedup();
            values
        };
        let lists: Vec<Vec<f64>> = self.ranges.iter().map(values).collect();
        let count = lists
            .iter()
            .try_fold(1usize, |n, list| n.checked_mul(list.len()))
            .unwrap_or(usize::MAX);
        let pick = |k: usize| {
            // Where there are too many, numbers without a pattern take the place of the digits of k.
            let mut rest = if count <= CORNERS { k as u64 } else { mix(k as u64) };
            let mut point = Vec::with_capacity(lists.len());
            for list in &lists {
                point.push(list[(rest % list.len() as u64) as usize]);
                rest /= list.len() as u64;
            }
            NotablePoint {
                point,
                reason: NotableReason::Corner,
            }
        };
        (0..count.min(CORNERS)).map(pick).collect()
    }

    /// All inputs tiny, all of everyday size, all huge: squares and products overflow and underflow together.
    fn alike(&self) -> Vec<NotablePoint> {
        if self.ranges.len() < 2 {
            return Vec::new();
        }
        let upper = |range: &InputRange| match range.contains(0.0) && range.hi > 0.0 {
            true => InputRange { lo: 0.0, ..*range },
            false => *range,
        };
        let ranges: Vec<InputRange> = self.ranges.iter().map(upper).collect();
        let at = |scale: Scale, k: u64| {
            let u = (k as f64 + 0.5) / ALIKE as f64;
            let one = |(i, range): (usize, &InputRange)| range.roughened(range.at(scale, u), mix(k + i as u64));
            NotablePoint {
                point: ranges.iter().enumerate().map(one).collect(),
                reason: NotableReason::Corner,
            }
        };
        (0..ALIKE)
            .flat_map(|k| [at(Scale::Bits, k), at(Scale::Exponent, k)])
            .collect()
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
        let marks: Vec<Vec<f64>> = self.ranges.iter().map(|range| range.marks(&self.literals)).collect();
        let most = marks.iter().map(Vec::len).max().unwrap_or(0);
        let mut all = Vec::new();
        // The first of each input, then the second of each.
        for k in 0..most {
            for (i, marks) in marks.iter().enumerate().filter(|(_, marks)| k < marks.len()) {
                all.push(NotablePoint {
                    point: with(&self.stratified(11 * i as u64 + k as u64), i, marks[k]),
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
            self.ratio,
            k,
            [Scale::Value, Scale::Exponent, Scale::Bits][(k % 3) as usize],
        )
    }

    /// Input number k of a seed: by bits, by exponent and by value in turn, and where there are several inputs every other
    /// time each on a scale of its own. Each of these sequences fills the box evenly: of n inputs of one sequence with one
    /// coordinate every part of its scale that is longer than about 2/n has one, which chance would leave out one time in
    /// seven.
    pub fn spread(&self, seed: u64, k: u64) -> Vec<f64> {
        let scales = [Scale::Bits, Scale::Exponent, Scale::Value];
        let (turn, number) = (k % 3, k / 3);
        let mixed = self.ranges.len() > 1 && number % 2 == 1;
        let sequence = mix(seed ^ mix(turn + if mixed { 3 } else { 0 }));
        let mut step = 1.0;
        let mut point = Vec::with_capacity(self.ranges.len());
        for (i, range) in self.ranges.iter().enumerate() {
            step /= self.ratio;
            let own = if mixed {
                mix(mix(number ^ seed) ^ i as u64) % 3
            } else {
                0
            };
            let offset = chance::share(mix(sequence ^ i as u64));
            let x = range.at(
                scales[((turn + own) % 3) as usize],
                (offset + number as f64 * step).fract(),
            );
            point.push(range.roughened(x, mix(k ^ mix(seed ^ i as u64))));
        }
        point
    }

    /// Inputs next to multiples of π/2, about this many, as many of every binade, where the formula has a sine, cosine or
    /// tangent.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use expr::spec::Format;
    /// use inputs::{InputRange, Landscape};
    /// use interval::Unary;
    ///
    /// let mut dag = Dag::new();
    /// let x = dag.variable(0);
    /// let (sine, root) = (dag.unary(Unary::Sin, x), dag.unary(Unary::Sqrt, x));
    /// let range = InputRange { lo: 0.0, hi: 10.0, format: Format::Binary64 };
    /// let turns = |node| Landscape::new(&dag, node, None, vec![range], Format::Binary64).next_to_turns(40);
    /// assert!(turns(sine).contains(&vec![std::f64::consts::PI]));
    /// assert!(turns(root).is_empty());
    /// ```
    pub fn next_to_turns(&self, count: usize) -> Vec<Vec<f64>> {
        let mut all = Vec::new();
        if !self.turns {
            return all;
        }
        for (i, range) in self.ranges.iter().enumerate() {
            let each = count / self.ranges.len() / range.binades_from_one().max(1);
            let turns = range.next_to_turns(each.max(1)).into_iter().enumerate();
            all.extend(turns.map(|(k, x)| with(&self.stratified(13 * i as u64 + k as u64), i, x)));
        }
        all
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
            Turn::Balance => NotableReason::Balance,
        }
    }
}

/// Point number k of those that fill the ranges evenly.
fn scattered(ranges: &[InputRange], ratio: f64, k: u64, scale: Scale) -> Vec<f64> {
    let coordinate = |(range, unit): (&InputRange, f64)| {
        let x = range.at(scale, unit);
        if k == 0 { x } else { range.roughened(x, mix(k)) }
    };
    let units = scatter_by(ratio, ranges.len(), k);
    ranges.iter().zip(units).map(coordinate).collect()
}

fn with(point: &[f64], input: usize, x: f64) -> Vec<f64> {
    let mut copy = point.to_vec();
    copy[input] = x;
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_length_of_any_scale_stays_empty() {
        let mut dag = Dag::new();
        let x = dag.variable(0);
        let range = InputRange {
            lo: 1.0,
            hi: 1024.0,
            format: Format::Binary64,
        };
        let landscape = Landscape::new(&dag, x, None, vec![range], Format::Binary64);
        for seed in 0..20 {
            let points: Vec<f64> = (0..3000).map(|k| landscape.spread(seed, k)[0]).collect();
            assert!(points.iter().all(|x| range.contains(*x)));
            for scale in [Scale::Bits, Scale::Value] {
                let ends: Vec<f64> = (0..=450).map(|k| range.at(scale, f64::from(k) / 450.0)).collect();
                let is_met = |pair: &[f64]| points.iter().any(|x| (pair[0]..=pair[1]).contains(x));
                assert!(ends.windows(2).all(is_met), "{scale:?}");
            }
        }
    }
}
