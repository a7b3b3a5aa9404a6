//! Boxes that divide the unit cube, and polynomials on them.

use crate::random::Random;
use expr::dag::{Dag, NodeId};
use rug::Rational;

/// A box; lower ends belong to it, upper ends only at the border of the domain.
pub type Sides = Vec<(f64, f64)>;

/// The share of the domain that a box has.
pub fn volume(sides: &Sides) -> f64 {
    sides.iter().map(|(lo, hi)| hi - lo).product()
}

/// Whether a point lies in a box.
pub fn contains(sides: &Sides, x: &[f64]) -> bool {
    sides
        .iter()
        .zip(x)
        .all(|((lo, hi), x)| lo <= x && (x < hi || *hi == 1.0))
}

/// A point of a box.
pub fn point(sides: &Sides, random: &mut Random) -> Vec<f64> {
    sides.iter().map(|&(lo, hi)| random.between(lo, hi)).collect()
}

/// A box of a given size somewhere inside another, and what is left around it.
pub fn carve(whole: &Sides, size: f64, random: &mut Random) -> (Sides, Vec<Sides>) {
    let mut rest = whole.clone();
    let mut left = size;
    let mut around = Vec::new();
    for axis in 0..whole.len() {
        let (lo, hi) = rest[axis];
        let others: f64 = rest[axis + 1..].iter().map(|(lo, hi)| hi - lo).product();
        // Between what the other sides force and all; the last side takes exactly what is left.
        let last = axis + 1 == whole.len();
        let even = left.powf(1.0 / (whole.len() - axis) as f64);
        let wish = if last { left } else { even * random.between(0.5, 2.0) };
        let width = wish.clamp(left / others, hi - lo);
        let start = random.between(lo, hi - width);
        around.extend(slabs(&rest, axis, start, start + width));
        rest[axis] = (start, start + width);
        left /= width;
    }
    (rest, around)
}

/// What lies before and behind a part of one side.
fn slabs(sides: &Sides, axis: usize, from: f64, to: f64) -> Vec<Sides> {
    let (lo, hi) = sides[axis];
    let with = |side: (f64, f64)| {
        let mut slab = sides.clone();
        slab[axis] = side;
        slab
    };
    let parts = [(lo, from), (to, hi)].into_iter().filter(|(lo, hi)| lo < hi);
    parts.map(with).collect()
}

/// Cuts boxes, larger ones more often, until there are this many.
pub fn divide(mut boxes: Vec<Sides>, count: usize, random: &mut Random) -> Vec<Sides> {
    while boxes.len() < count {
        let mut left = random.share() * boxes.iter().map(volume).sum::<f64>();
        let chosen = boxes.iter().position(|b| {
            left -= volume(b);
            left < 0.0
        });
        let chosen = boxes.swap_remove(chosen.unwrap_or(0));
        let axis = random.below(chosen.len());
        let (lo, hi) = chosen[axis];
        let at = lo + random.between(0.2, 0.8) * (hi - lo);
        boxes.extend(slabs(&chosen, axis, at, at));
    }
    boxes
}

/// A polynomial in t = 2·x − 1 of one or two inputs, of total degree up to [`DEGREE`]; coefficients by the powers of the
/// first input, then of the second.
#[derive(Clone)]
pub struct Polynomial(Vec<Vec<f64>>);

/// Higher than that of the models.
pub const DEGREE: usize = 5;

impl Polynomial {
    /// With coefficients between −1 and 1.
    pub fn new(dimensions: usize, random: &mut Random) -> Polynomial {
        let row = |i: usize| if dimensions == 1 { 1 } else { DEGREE + 1 - i };
        let rows = (0..=DEGREE).map(|i| (0..row(i)).map(|_| random.between(-1.0, 1.0)).collect());
        Polynomial(rows.collect())
    }

    /// Adds a constant.
    pub fn shifted(mut self, by: f64) -> Polynomial {
        self.0[0][0] += by;
        self
    }

    /// Its value, as a program computes it.
    pub fn value(&self, x: &[f64]) -> f64 {
        let t = |i: usize| 2.0 * x.get(i).copied().unwrap_or(0.5) - 1.0;
        let inner = |row: &Vec<f64>| row.iter().rev().fold(0.0, |sum, c| sum * t(1) + c);
        self.0.iter().rev().fold(0.0, |sum, row| sum * t(0) + inner(row))
    }

    /// The same over the inputs of a DAG.
    pub fn node(&self, dag: &mut Dag, dimensions: usize) -> NodeId {
        let (one, two) = (dag.literal(1), dag.literal(2));
        let t: Vec<NodeId> = (0..dimensions)
            .map(|i| {
                let x = dag.variable(i);
                let twice = dag.product(two, x);
                dag.difference(twice, one)
            })
            .collect();
        let rows: Vec<NodeId> = self.0.iter().map(|row| horner(dag, t.get(1), row)).collect();
        let outer = rows.into_iter().rev().reduce(|sum, row| {
            let product = dag.product(sum, t[0]);
            dag.sum(product, row)
        });
        outer.expect("a polynomial has coefficients")
    }
}

fn horner(dag: &mut Dag, t: Option<&NodeId>, row: &[f64]) -> NodeId {
    let literals: Vec<NodeId> = row.iter().map(|&c| number(dag, c)).collect();
    let sum = literals.into_iter().rev().reduce(|sum, c| match t {
        Some(&t) => {
            let product = dag.product(sum, t);
            dag.sum(product, c)
        }
        None => c,
    });
    sum.expect("a row has coefficients")
}

/// A double as a literal.
pub fn number(dag: &mut Dag, x: f64) -> NodeId {
    dag.literal(Rational::from_f64(x).expect("a finite number"))
}
