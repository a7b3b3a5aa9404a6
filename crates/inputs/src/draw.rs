//! Inputs that satisfy a condition: the condition is solved, not hoped for.
//!
//! The box is paved: pieces on which the condition cannot hold are dropped, the others contracted to where it can. An input
//! is drawn coordinate by coordinate; each that is fixed contracts what the others can still be.

use crate::range::{InputRange, Scale};
use chance::{Random, mix};
use expr::dag::{Dag, NodeId};
use interval::Interval;
use solver::{BoxProgram, Engine, Formula, Truth, contract};
use std::sync::Arc;

/// Draws inputs of a box that satisfy a condition.
pub struct ConditionedDraw {
    ranges: Vec<InputRange>,
    condition: Option<Condition>,
    seed: u64,
}

struct Condition {
    program: Arc<BoxProgram>,
    /// Where it can hold.
    pieces: Vec<Vec<Interval>>,
}

/// Pieces of a paving. More of them save attempts where the condition leaves little; each costs a few evaluations once.
const PIECES: usize = 512;

/// Attempts for one input: a piece may hold nothing after all.
const ATTEMPTS: u64 = 64;

impl ConditionedDraw {
    /// Draws from these ranges where `condition` holds, if there is one.
    pub fn new(dag: &Dag, condition: Option<NodeId>, ranges: Vec<InputRange>, seed: u64) -> ConditionedDraw {
        let condition = condition.map(|node| {
            let program = Arc::new(BoxProgram::new(dag, &Formula::Holds(node)));
            let pieces = pave(&program, &ranges);
            Condition { program, pieces }
        });
        ConditionedDraw {
            ranges,
            condition,
            seed,
        }
    }

    /// Whether it is proved that nothing can be drawn.
    pub fn is_empty(&self) -> bool {
        self.condition.as_ref().is_some_and(|c| c.pieces.is_empty())
    }

    /// Input number `k`: each coordinate spread by this scale, and `accepts` is true of it. None if every attempt failed.
    ///
    /// ```
    /// use expr::ast::ComparisonOperator;
    /// use expr::dag::Dag;
    /// use expr::spec::Format;
    /// use inputs::{ConditionedDraw, InputRange, Scale};
    ///
    /// // x < y < x + 10⁻⁶ keeps a millionth of the unit square.
    /// let mut dag = Dag::new();
    /// let (x, y) = (dag.variable(0), dag.variable(1));
    /// let tiny = dag.literal(rug::Rational::from((1, 1_000_000)));
    /// let end = dag.sum(x, tiny);
    /// let low = dag.compare(ComparisonOperator::Less, x, y);
    /// let high = dag.compare(ComparisonOperator::Less, y, end);
    /// let both = dag.all(&[low, high]);
    /// let unit = InputRange { lo: 0.0, hi: 1.0, format: Format::Binary64 };
    /// let draw = ConditionedDraw::new(&dag, Some(both), vec![unit, unit], 1);
    /// let inside = |p: &[f64]| p[0] < p[1] && p[1] < p[0] + 1e-6;
    /// assert!((0..1000).all(|k| draw.input(k, Scale::Value, inside).is_some()));
    /// ```
    pub fn input(&self, k: u64, scale: Scale, accepts: impl Fn(&[f64]) -> bool) -> Option<Vec<f64>> {
        let Some(condition) = &self.condition else {
            return Some(self.free(k, scale)).filter(|p| accepts(p));
        };
        // The first attempts are what a domain without a condition gets: where little is refused nothing is bent.
        let plain = (0..4).map(|n| self.free(mix(k) ^ n, scale)).find(|p| accepts(p));
        plain.or_else(|| {
            let mut attempts =
                (0..ATTEMPTS).map(|n| condition.attempt(&self.ranges, self.seed ^ mix(k ^ mix(n)), scale));
            attempts.find_map(|point| point.filter(|p| accepts(p)))
        })
    }

    /// The same draws, with one input in a part of its range.
    pub fn within(&self, input: usize, part: InputRange) -> ConditionedDraw {
        let mut ranges = self.ranges.clone();
        ranges[input] = part;
        let condition = self.condition.as_ref().map(|condition| Condition {
            program: Arc::clone(&condition.program),
            pieces: condition.pieces_within(&ranges),
        });
        ConditionedDraw {
            ranges,
            condition,
            seed: self.seed,
        }
    }

    fn free(&self, k: u64, scale: Scale) -> Vec<f64> {
        let mut random = Random::new(mix(self.seed ^ mix(k)));
        let one = |range: &InputRange| range.roughened(range.at(scale, random.share()), random.word());
        self.ranges.iter().map(one).collect()
    }
}

impl Condition {
    /// What is left of the pieces in narrower ranges.
    fn pieces_within(&self, ranges: &[InputRange]) -> Vec<Vec<Interval>> {
        let narrowed = |piece: &Vec<Interval>| {
            let sides = piece.iter().zip(ranges);
            let sides: Vec<Interval> = sides
                .map(|(s, r)| s.intersect(&Interval::hull_of(r.lo, r.hi)))
                .collect();
            let is_left = !sides.iter().any(Interval::is_empty);
            is_left.then(|| contract(&self.program, &sides)).flatten()
        };
        self.pieces.iter().filter_map(narrowed).collect()
    }

    /// A point of a piece, one coordinate after the other in an order of chance.
    fn attempt(&self, ranges: &[InputRange], chance: u64, scale: Scale) -> Option<Vec<f64>> {
        let mut random = Random::new(chance);
        let mut sides = self.pieces.get(random.below(self.pieces.len()))?.clone();
        let first = random.below(ranges.len());
        for n in 0..ranges.len() {
            let i = (first + n) % ranges.len();
            let here = inside(&ranges[i], &sides[i])?;
            sides[i] = Interval::point(here.at(scale, random.share()));
            sides = contract(&self.program, &sides)?;
        }
        Some(
            sides
                .iter()
                .zip(ranges)
                .map(|(side, range)| range.fit(side.mid()))
                .collect(),
        )
    }
}

/// The floats of a range within an interval.
fn inside(range: &InputRange, side: &Interval) -> Option<InputRange> {
    let (lo, hi) = (
        range.format.round_up(side.lo().max(range.lo)),
        range.format.round_down(side.hi().min(range.hi)),
    );
    (lo <= hi).then_some(InputRange { lo, hi, ..*range })
}

/// Pieces of the box where a condition can hold, halved by the number of their floats in turn.
fn pave(program: &BoxProgram, ranges: &[InputRange]) -> Vec<Vec<Interval>> {
    let mut engine = Engine::new(program);
    let mut judge = |sides: &[Interval]| engine.judge(sides).truth;
    let whole: Vec<Interval> = ranges.iter().map(|r| Interval::hull_of(r.lo, r.hi)).collect();
    let mut open = std::collections::VecDeque::from([whole]);
    let mut done = Vec::new();
    while let Some(sides) = open.pop_front() {
        let Some(sides) = contract(program, &sides) else {
            continue;
        };
        match judge(&sides) {
            Truth::Never => {}
            Truth::Always => done.push(sides),
            Truth::Open if open.len() + done.len() + 2 > PIECES => done.push(sides),
            Truth::Open => match halve(&sides, ranges) {
                Some(halves) => open.extend(halves),
                None => done.push(sides),
            },
        }
    }
    done
}

/// Both halves of a box, cut where it has the greatest length relative to its range; none if it has no floats to cut between.
fn halve(sides: &[Interval], ranges: &[InputRange]) -> Option<[Vec<Interval>; 2]> {
    let floats: Vec<Option<InputRange>> = sides.iter().zip(ranges).map(|(s, r)| inside(r, s)).collect();
    let share = |i: &usize| sides[*i].width() / (ranges[*i].hi - ranges[*i].lo).max(f64::MIN_POSITIVE);
    let cuttable = (0..sides.len()).filter(|&i| floats[i].is_some_and(|f| f.steps() > 0));
    let i = cuttable.max_by(|a, b| share(a).total_cmp(&share(b)))?;
    let here = floats[i]?;
    let cut = here.at(Scale::Value, 0.5).min(here.step(here.hi, -1));
    let part = |lo: f64, hi: f64| {
        let mut copy = sides.to_vec();
        copy[i] = Interval::hull_of(lo, hi);
        copy
    };
    Some([part(here.lo, cut), part(here.step(cut, 1), here.hi)])
}
