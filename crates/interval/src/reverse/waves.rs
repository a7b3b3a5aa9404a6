//! Reverse sine, cosine and tangent: contracts the ends of the operand to the nearest solutions.

use crate::function::{Constant, Unary};
use crate::interval::Interval;

/// Beyond this size the position within a period is not worth finding.
const REACH: f64 = 1e9;

/// Contains every t ∈ x with f(t) ∈ y, where y is within the range of f.
pub(super) fn candidates(f: Unary, y: Interval, x: Interval) -> Interval {
    if y.is_empty() {
        return y;
    }
    let pi = Interval::constant(Constant::Pi);
    let two_pi = pi + pi;
    // The solutions are the branches plus all multiples of the period.
    match f {
        Unary::Sin => contract(&[y.asin(), pi - y.asin()], two_pi, x),
        Unary::Cos => contract(&[y.acos(), -y.acos()], two_pi, x),
        _ => contract(&[y.atan()], pi, x),
    }
}

/// Moves both ends of x inward to the first solution.
fn contract(branches: &[Interval], period: Interval, x: Interval) -> Interval {
    let mirrored: Vec<Interval> = branches.iter().map(|&b| -b).collect();
    let lo = first_from(branches, period, x.lo);
    let hi = -first_from(&mirrored, period, -x.hi);
    Interval::new(lo, hi).unwrap_or(Interval::EMPTY)
}

/// A lower bound of the solutions from `start` on.
fn first_from(branches: &[Interval], period: Interval, start: f64) -> f64 {
    if start.abs() > REACH {
        return start;
    }
    // Branches lie within (−period, period), so the first solution has a multiple within two of start/period;
    // one more on either side covers the rounding of the quotient.
    let k = (start / period.lo).floor();
    let solutions = |b: &Interval| {
        (-3..=3)
            .map(|i| *b + period * Interval::point(k + f64::from(i)))
            .collect::<Vec<_>>()
    };
    let reachable = branches.iter().flat_map(solutions).filter(|s| s.hi >= start);
    reachable.map(|s| s.lo.max(start)).fold(f64::INFINITY, f64::min)
}
