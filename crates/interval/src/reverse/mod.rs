//! Reverse operations: given an enclosure of a result, which operands are possible.
//!
//! Laws: no solution is lost, the result lies within the operand, and empty stays empty.

mod binary;
mod unary;
mod waves;

use crate::function::{Binary, Unary};
use crate::interval::Interval;

/// Encloses { t ∈ x : f(t) is defined and in y }.
///
/// ```
/// use interval::{Interval, Unary, reverse_unary};
///
/// // Which numbers of [0, 10] have a root between 2 and 3?
/// let x = reverse_unary(Unary::Sqrt, Interval::hull_of(2.0, 3.0), Interval::hull_of(0.0, 10.0));
/// assert_eq!((x.lo(), x.hi()), (4.0, 9.0));
/// ```
pub fn reverse_unary(f: Unary, y: Interval, x: Interval) -> Interval {
    if x.is_empty() || y.is_empty() {
        return Interval::EMPTY;
    }
    f.domain().clip(&unary::candidates(f, y, x).intersect(&x))
}

/// Encloses, for either operand, the part that occurs in { (s, t) ∈ x × y : f(s, t) is defined and in z }.
///
/// ```
/// use interval::{Binary, Interval, reverse_binary};
///
/// // x·y = 12 with x in [1, 4] and y in [0, 6]: x must be at least 2, and y at least 3.
/// let (twelve, x, y) = (Interval::point(12.0), Interval::hull_of(1.0, 4.0), Interval::hull_of(0.0, 6.0));
/// let (x, y) = reverse_binary(Binary::Mul, twelve, x, y);
/// assert_eq!((x, y), (Interval::hull_of(2.0, 4.0), Interval::hull_of(3.0, 6.0)));
/// // With y in [0, 2] there is no solution, and both are empty.
/// let (x, y) = reverse_binary(Binary::Mul, twelve, x, Interval::hull_of(0.0, 2.0));
/// assert!(x.is_empty() && y.is_empty());
/// ```
pub fn reverse_binary(f: Binary, z: Interval, x: Interval, y: Interval) -> (Interval, Interval) {
    if x.is_empty() || y.is_empty() || z.is_empty() {
        return (Interval::EMPTY, Interval::EMPTY);
    }
    let (s, t) = binary::candidates(f, z, x, y);
    let (s, t) = (s.intersect(&x), t.intersect(&y));
    if s.is_empty() || t.is_empty() {
        (Interval::EMPTY, Interval::EMPTY)
    } else {
        (s, t)
    }
}

/// The part of `x` in `y` or in −y.
fn either_sign(y: Interval, x: Interval) -> Interval {
    x.intersect(&y).hull(&x.intersect(&-y))
}

/// The part of `x` whose product with something in `y` lies in `z`.
fn factor(z: Interval, y: Interval, x: Interval) -> Interval {
    if y.contains_zero() && z.contains_zero() {
        return x;
    }
    // Two half-lines if y has both signs; the division drops the zero divisor itself.
    let part = |side: Interval| x.intersect(&(z / y.intersect(&side)));
    part(POSITIVE).hull(&part(-POSITIVE))
}

/// All reals from 0.
const POSITIVE: Interval = Interval {
    lo: 0.0,
    hi: f64::INFINITY,
};
