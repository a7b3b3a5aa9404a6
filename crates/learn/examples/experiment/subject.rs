//! Random subjects: the domain falls into boxes with a random polynomial on each, and some of them are wrong.
//!
//! - `equation`: the contract gives the polynomial of each box, within a tolerance; wrong boxes, one or two, have another
//!   polynomial, and together they have the size of the error. So the contract names the box that is wrong. It has some
//!   10 to 30 boxes, and a test in each of them finds the fault, however small: the gain is about 1/(size · boxes).
//! - `bound`: the contract gives a lower bound for all; a wrong box has a polynomial that falls below it in a part of the box.
//! - `unnamed`: as `equation`, but the wrong box lies across the boxes of the contract, which does not name it, and its
//!   polynomial has nothing to do with those around it. No model hints at it: here learning is not expected to help.

use crate::pieces::{Polynomial, Sides, carve, contains, divide, number, point, volume};
use crate::random::Random;
use expr::ast::ComparisonOperator;
use expr::dag::{Dag, NodeId};
use interval::Unary;
use learn::{InputAxis, PreparedContract};

/// What is tested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Equation,
    Bound,
    Unnamed,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Equation, Kind::Bound, Kind::Unnamed];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Equation => "equation",
            Kind::Bound => "bound",
            Kind::Unnamed => "unnamed",
        }
    }

    /// Sizes that are measured. Where learning does not help, the smallest would only take long.
    pub fn percents(self) -> &'static [f64] {
        match self {
            Kind::Unnamed => &crate::PERCENTS[..5],
            _ => &crate::PERCENTS,
        }
    }
}

/// |out − original| may be as large as this.
const TOLERANCE: f64 = 1e-3;

/// Boxes besides the wrong ones, at least and at most.
const BOXES: (usize, usize) = (8, 24);

/// Points at which a polynomial is looked at to place the bound.
const LOOKS: usize = 2000;

/// A subject with its contract.
pub struct Subject {
    kind: Kind,
    dimensions: usize,
    size: f64,
    original: Vec<(Sides, Polynomial)>,
    wrong: Vec<(Sides, Polynomial)>,
    bound: f64,
}

impl Subject {
    /// A subject whose erroneous region has this share of the domain.
    pub fn new(kind: Kind, dimensions: usize, size: f64, seed: u64) -> Subject {
        let random = &mut Random::new(seed ^ (dimensions as u64) << 32 ^ size.to_bits() ^ (kind as u64) << 40);
        let whole: Sides = vec![(0.0, 1.0); dimensions];
        // The part of a wrong box that errs.
        let part = if kind == Kind::Bound {
            random.between(0.1, 1.0).max(2.0 * size)
        } else {
            1.0
        };
        let pieces = 1 + random.below(2);
        let (boxes, rest) = wrong_boxes(&whole, size / part, pieces, random);
        let rest = if kind == Kind::Unnamed { vec![whole] } else { rest };
        let count = BOXES.0 + random.below(BOXES.1 - BOXES.0 + 1);
        let divided = divide(rest, count, random);
        let named = if kind == Kind::Unnamed { [].as_slice() } else { &boxes };
        let all = divided.iter().chain(named);
        let original: Vec<_> = all.map(|b| (b.clone(), Polynomial::new(dimensions, random))).collect();
        let bound = lower_bound(&original, random);
        let wrong = boxes.into_iter().map(|sides| {
            let other = if kind == Kind::Bound {
                sunk(Polynomial::new(dimensions, random), &sides, part, bound, random)
            } else {
                another(&original, &sides, dimensions, random)
            };
            (sides, other)
        });
        Subject {
            wrong: wrong.collect(),
            kind,
            dimensions,
            size,
            original,
            bound,
        }
    }

    /// The share of the domain that errs.
    pub fn size(&self) -> f64 {
        self.size
    }

    /// What the subject computes.
    pub fn value(&self, x: &[f64]) -> f64 {
        computed(&self.wrong, x)
            .or_else(|| computed(&self.original, x))
            .unwrap_or(f64::NAN)
    }

    /// Uniform random tests until the first that violates the contract.
    pub fn random_tests(&self, random: &mut Random) -> u64 {
        let mut count = 0;
        loop {
            count += 1;
            let x: Vec<f64> = (0..self.dimensions).map(|_| random.share()).collect();
            if self.violates(&x) {
                return count;
            }
        }
    }

    fn violates(&self, x: &[f64]) -> bool {
        if self.kind == Kind::Bound {
            return self.value(x) < self.bound;
        }
        if !self.wrong.iter().any(|(sides, _)| contains(sides, x)) {
            return false;
        }
        computed(&self.original, x).is_some_and(|y| (y - self.value(x)).abs() > TOLERANCE)
    }

    /// The contract of the original.
    pub fn contract(&self) -> PreparedContract {
        let mut dag = Dag::new();
        let y = dag.variable(self.dimensions);
        let post = if self.kind == Kind::Bound {
            let bound = number(&mut dag, self.bound);
            dag.compare(ComparisonOperator::LessEqual, bound, y)
        } else {
            let pieces: Vec<NodeId> = self.original.iter().map(|(s, p)| piece(&mut dag, s, p)).collect();
            dag.all(&pieces)
        };
        let pre = dag.boolean(true);
        let axes = (0..self.dimensions).map(|i| InputAxis::real(format!("x{i}"), 0.0, 1.0));
        PreparedContract::new(dag, axes.collect(), 1, pre, post).expect("a contract that can be met")
    }
}

/// Boxes of a total size, and the rest of the domain.
fn wrong_boxes(whole: &Sides, size: f64, count: usize, random: &mut Random) -> (Vec<Sides>, Vec<Sides>) {
    let (mut boxes, mut rest) = (Vec::new(), vec![whole.clone()]);
    for _ in 0..count {
        let largest = (0..rest.len()).max_by(|&a, &b| volume(&rest[a]).total_cmp(&volume(&rest[b])));
        let chosen = rest.swap_remove(largest.expect("a rest"));
        if volume(&chosen) < size / count as f64 {
            // The boxes before left no room for this one: once more.
            return wrong_boxes(whole, size, count, random);
        }
        let (wrong, around) = carve(&chosen, size / count as f64, random);
        boxes.push(wrong);
        rest.extend(around);
    }
    (boxes, rest)
}

/// Below all values of the original, by a twentieth of their range.
fn lower_bound(original: &[(Sides, Polynomial)], random: &mut Random) -> f64 {
    let values = original.iter().flat_map(|(sides, p)| values(sides, p, random));
    let (lo, hi) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| (lo.min(v), hi.max(v)));
    lo - 0.05 * (hi - lo)
}

fn values(sides: &Sides, p: &Polynomial, random: &mut Random) -> Vec<f64> {
    (0..LOOKS).map(|_| p.value(&point(sides, random))).collect()
}

/// A polynomial that is wrong nearly everywhere in a box. On a small box one in a thousand is not.
fn another(original: &[(Sides, Polynomial)], sides: &Sides, dimensions: usize, random: &mut Random) -> Polynomial {
    loop {
        let other = Polynomial::new(dimensions, random);
        let errs = |x: &[f64]| computed(original, x).is_some_and(|y| (y - other.value(x)).abs() > TOLERANCE);
        let erring = (0..LOOKS).filter(|_| errs(&point(sides, random))).count();
        if erring >= LOOKS * 95 / 100 {
            return other;
        }
    }
}

/// What the first of some pieces that holds an input computes.
fn computed(pieces: &[(Sides, Polynomial)], x: &[f64]) -> Option<f64> {
    let holding = pieces.iter().find(|(sides, _)| contains(sides, x))?;
    Some(holding.1.value(x))
}

/// A polynomial moved up or down until a part of its box lies below the bound.
fn sunk(p: Polynomial, sides: &Sides, part: f64, bound: f64, random: &mut Random) -> Polynomial {
    let mut sorted = values(sides, &p, random);
    sorted.sort_by(f64::total_cmp);
    let at = sorted[((part * LOOKS as f64) as usize).min(LOOKS - 1)];
    p.shifted(bound - at)
}

/// In the box, the output is that of the polynomial within the tolerance.
fn piece(dag: &mut Dag, sides: &Sides, p: &Polynomial) -> NodeId {
    let inside: Vec<NodeId> = sides
        .iter()
        .enumerate()
        .flat_map(|(i, &(lo, hi))| side(dag, i, lo, hi))
        .collect();
    let inside = dag.all(&inside);
    let outside = dag.negation(inside);
    let (value, y) = (p.node(dag, sides.len()), dag.variable(sides.len()));
    let off = dag.difference(y, value);
    let off = dag.unary(Unary::Fabs, off);
    let tolerance = number(dag, TOLERANCE);
    let close = dag.compare(ComparisonOperator::LessEqual, off, tolerance);
    dag.any(&[outside, close])
}

fn side(dag: &mut Dag, i: usize, lo: f64, hi: f64) -> [NodeId; 2] {
    let (x, low, high) = (dag.variable(i), number(dag, lo), number(dag, hi));
    let upper = if hi == 1.0 {
        ComparisonOperator::LessEqual
    } else {
        ComparisonOperator::Less
    };
    [
        dag.compare(ComparisonOperator::LessEqual, low, x),
        dag.compare(upper, x, high),
    ]
}
