//! What the parts of a formula do along one input: where they change their nature.
//!
//! The nature of a value is its sign, whether it is tiny, beyond 1, infinite or missing; and of a sum, by how many bits one
//! operand outweighs the other: programs leave out what is absorbed. Between two inputs at which a part of the formula has
//! different natures, halving finds two neighbouring floats that differ: a zero, a pole, the end of a domain, an overflow,
//! a comparison that turns, whichever it is.

use crate::range::InputRange;
use expr::dag::Node;
use expr::eval::{Evaluator, FloatArithmetic, Tape};
use interval::Binary;
use std::rc::Rc;

/// What is found along one input.
pub struct LineFinds {
    /// Neighbouring floats between which some part changes its nature, and what changes.
    pub turns: Vec<(f64, f64, Turn)>,
    /// Floats at which the whole formula is greatest or least nearby.
    pub extrema: Vec<f64>,
}

/// What a part of a formula does between two neighbouring floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// It changes its sign or becomes 0; a comparison turns.
    Sign,
    /// It passes 1 or −1.
    One,
    /// It overflows.
    Overflow,
    /// It leaves the normal numbers.
    Underflow,
    /// It loses its value.
    Value,
    /// One operand of a sum outweighs the other by some bits more.
    Balance,
}

/// Turns of the whole formula that are looked at, of each of its parts, and of a line in all.
const OF_WHOLE: usize = 8;
const OF_PART: usize = 3;
const OF_SUM: usize = 10;
const IN_ALL: usize = 36;

/// Extrema of the formula that are looked at.
const EXTREMA: usize = 6;

/// Equal lengths of the range that samples are taken from, beside its binades.
const PARTS: usize = 48;

/// A formula along one input, the others fixed.
pub struct InputLine<'t> {
    evaluator: Evaluator<'t, FloatArithmetic>,
    /// The operands of sums and differences.
    sums: Rc<[(usize, usize)]>,
    range: InputRange,
    input: usize,
    point: Vec<f64>,
    /// Magnitudes beyond and below which the output's format has nothing normal.
    limits: (f64, f64),
}

impl<'t> InputLine<'t> {
    /// The line through a point along input number `input`.
    pub fn new(tape: &'t Tape, range: InputRange, input: usize, point: &[f64], limits: (f64, f64)) -> InputLine<'t> {
        InputLine {
            evaluator: Evaluator::new(tape, FloatArithmetic),
            sums: tape.steps().iter().filter_map(sum).collect(),
            range,
            input,
            point: point.to_vec(),
            limits,
        }
    }

    /// All that is found. `root` is the slot of the whole formula.
    pub fn explore(&mut self, root: usize) -> LineFinds {
        let places = samples(&self.range);
        let natures: Vec<Vec<Nature>> = places.iter().map(|&x| self.natures(x)).collect();
        let mut turns = Vec::new();
        // The whole formula first, then its parts from the last one made to the first.
        let all = natures.first().map_or(0, Vec::len);
        let parts = all - self.sums.len();
        for slot in [root].into_iter().chain((0..all).rev().filter(|&s| s != root)) {
            let gaps: Vec<usize> = (1..places.len())
                .filter(|&i| natures[i - 1][slot] != natures[i][slot])
                .collect();
            let most = match slot {
                _ if slot == root => OF_WHOLE,
                _ if slot < parts => OF_PART,
                _ => OF_SUM,
            };
            for i in spread(&gaps, most) {
                if turns.len() == IN_ALL {
                    break;
                }
                let turn = self.turn(slot, places[i - 1], places[i]);
                if !turns.contains(&turn) {
                    turns.push(turn);
                }
            }
        }
        LineFinds {
            turns,
            extrema: self.extrema(root, &places),
        }
    }

    fn run(&mut self, x: f64) -> &[f64] {
        self.point[self.input] = x;
        self.evaluator.run(&self.point)
    }

    /// Those of all parts, then those of all sums.
    fn natures(&mut self, x: f64) -> Vec<Nature> {
        let (limits, sums) = (self.limits, Rc::clone(&self.sums));
        let values = self.run(x);
        let parts = values.iter().map(|&v| Nature::of(v, limits));
        parts
            .chain(sums.iter().map(|&(a, b)| Nature::of_sum(values[a], values[b])))
            .collect()
    }

    fn nature(&mut self, number: usize, x: f64) -> Nature {
        let (limits, sums) = (self.limits, Rc::clone(&self.sums));
        let values = self.run(x);
        match number.checked_sub(values.len()) {
            None => Nature::of(values[number], limits),
            Some(n) => Nature::of_sum(values[sums[n].0], values[sums[n].1]),
        }
    }

    /// Halves until two neighbours are left.
    fn turn(&mut self, slot: usize, mut below: f64, mut above: f64) -> (f64, f64, Turn) {
        let first = self.nature(slot, below);
        loop {
            let steps = InputRange {
                lo: below,
                hi: above,
                ..self.range
            }
            .steps();
            if steps <= 1 {
                let turn = Turn::between(first, self.nature(slot, above));
                return (below, above, turn);
            }
            let middle = self.range.step(below, (steps / 2) as i64);
            if self.nature(slot, middle) == first {
                below = middle
            } else {
                above = middle
            }
        }
    }

    fn extrema(&mut self, root: usize, places: &[f64]) -> Vec<f64> {
        let values: Vec<f64> = places.iter().map(|&x| self.run(x)[root]).collect();
        let is_peak = |i: &usize| {
            let (a, b, c) = (values[i - 1], values[*i], values[i + 1]);
            (a < b && b > c) || (a > b && b < c)
        };
        let peaks: Vec<usize> = (1..places.len().saturating_sub(1)).filter(is_peak).collect();
        let top = |i: usize, line: &mut InputLine<'t>| {
            let sign = if values[i] > values[i - 1] { 1.0 } else { -1.0 };
            line.climb(root, sign, places[i - 1], places[i + 1])
        };
        spread(&peaks, EXTREMA).into_iter().map(|i| top(i, self)).collect()
    }

    /// Where sign·f is greatest between two floats between which it has one peak: thirds of the floats between are cut off.
    fn climb(&mut self, root: usize, sign: f64, mut lo: f64, mut hi: f64) -> f64 {
        loop {
            let steps = InputRange { lo, hi, ..self.range }.steps();
            if steps < 3 {
                return self.range.step(lo, (steps / 2) as i64);
            }
            let (a, b) = (
                self.range.step(lo, (steps / 3) as i64),
                self.range.step(hi, -((steps / 3) as i64)),
            );
            if sign * self.run(a)[root] < sign * self.run(b)[root] {
                lo = a
            } else {
                hi = b
            }
        }
    }
}

/// Both ends of every cell and its middle.
fn samples(range: &InputRange) -> Vec<f64> {
    let cells = range.cells(PARTS, &[]);
    let middle = |c: &InputRange| range.step(c.lo, (c.steps() / 2) as i64);
    let mut all: Vec<f64> = cells.iter().flat_map(|c| [c.lo, middle(c), c.hi]).collect();
    all.dedup();
    all
}

/// At most `most` of a list: its ends and what lies evenly between them.
fn spread(list: &[usize], most: usize) -> Vec<usize> {
    if list.len() <= most {
        return list.to_vec();
    }
    (0..most).map(|k| list[k * (list.len() - 1) / (most - 1)]).collect()
}

/// What a value is, apart from its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    Missing,
    Infinite(bool),
    Large(bool),
    Small(bool),
    Tiny(bool),
    Zero,
    Balance(i64),
}

/// Bits by which an operand must outweigh the other to count as another nature: a double has 53.
const WEIGHT: i64 = 6;

/// The operands of a sum or a difference.
fn sum(step: &Node) -> Option<(usize, usize)> {
    match *step {
        Node::Binary(Binary::Add | Binary::Sub, a, b) => Some((a.index(), b.index())),
        _ => None,
    }
}

impl Nature {
    /// By how many weights one operand outweighs the other; what is absorbed is absorbed.
    fn of_sum(a: f64, b: f64) -> Nature {
        let exponent = |x: f64| (x.to_bits() >> 52 & 0x7ff) as i64;
        match a != 0.0 && b != 0.0 && a.is_finite() && b.is_finite() {
            true => Nature::Balance(((exponent(a) - exponent(b)) / WEIGHT).clamp(-10, 10)),
            false => Nature::Missing,
        }
    }

    fn of(x: f64, (beyond, below): (f64, f64)) -> Nature {
        let negative = x < 0.0;
        match x.abs() {
            m if m.is_nan() => Nature::Missing,
            m if m > beyond => Nature::Infinite(negative),
            m if m > 1.0 => Nature::Large(negative),
            0.0 => Nature::Zero,
            m if m < below => Nature::Tiny(negative),
            _ => Nature::Small(negative),
        }
    }
}

impl Turn {
    fn between(a: Nature, b: Nature) -> Turn {
        let either = |is: fn(Nature) -> bool| is(a) || is(b);
        if either(|n| matches!(n, Nature::Balance(_))) {
            Turn::Balance
        } else if either(|n| n == Nature::Missing) {
            Turn::Value
        } else if either(|n| matches!(n, Nature::Infinite(_))) {
            Turn::Overflow
        } else if either(|n| matches!(n, Nature::Tiny(_))) {
            Turn::Underflow
        } else if matches!(
            (a, b),
            (Nature::Large(_), Nature::Small(_)) | (Nature::Small(_), Nature::Large(_))
        ) {
            Turn::One
        } else {
            Turn::Sign
        }
    }
}
