//! What an endpoint must be able to do: the small trait under all interval algorithms.

use crate::function::{Binary, Constant, Unary};
use std::fmt::Debug;

/// A rounding direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// Towards −∞: for lower ends.
    Down,
    /// Towards +∞: for upper ends.
    Up,
}

/// An endpoint: a real number or ±∞.
///
/// Every operation returns a bound of the real result on the side of its [`Dir`].
/// Infinite operands mean limits, and 0·∞ = 0, 0/0 = 0, as interval endpoints need.
pub trait Endpoint: Clone + Debug + PartialOrd + PartialOrd<f64> {
    /// Working precision of the results; nothing for doubles.
    type Prec: Copy;

    /// This double, exactly.
    fn of_f64(x: f64) -> Self;
    /// The nearest double, or ±∞ beyond them.
    fn to_nearest(&self) -> f64;
    /// Zero loses its sign, all else stays.
    fn tidy(self) -> Self;
    /// −x, exactly.
    fn negate(self) -> Self;
    /// Whether the value is an integer (±∞ is not).
    fn is_integer(&self) -> bool;
    /// Whether half the value is an integer.
    fn is_even(&self) -> bool;

    /// a + b; never called with infinities of opposite sign.
    fn add(a: &Self, b: &Self, d: Dir, p: Self::Prec) -> Self;
    /// a − b; never called with infinities of equal sign.
    fn sub(a: &Self, b: &Self, d: Dir, p: Self::Prec) -> Self;
    /// a · b
    fn mul(a: &Self, b: &Self, d: Dir, p: Self::Prec) -> Self;
    /// a / b; never called with two infinities.
    fn div(a: &Self, b: &Self, d: Dir, p: Self::Prec) -> Self;
    /// a · b + c
    fn fma(a: &Self, b: &Self, c: &Self, d: Dir, p: Self::Prec) -> Self;
    /// f(x), for x in the closure of the domain (where the limit counts).
    fn unary(f: Unary, x: &Self, d: Dir, p: Self::Prec) -> Self;
    /// f(x) rounded down and up, sharing the work.
    fn unary_both(f: Unary, x: &Self, p: Self::Prec) -> (Self, Self);
    /// f(x, y) at a point of the domain; `Pow` needs finite x > 0 and y ≠ 0, the remainders finite operands.
    fn binary(f: Binary, x: &Self, y: &Self, d: Dir, p: Self::Prec) -> Self;
    /// The same rounded down and up, sharing the work.
    fn binary_both(f: Binary, x: &Self, y: &Self, p: Self::Prec) -> (Self, Self);
    /// |sin πx| for a finite x that is not an integer.
    fn sin_pi(x: &Self, d: Dir, p: Self::Prec) -> Self;
    /// The constant.
    fn constant(c: Constant, d: Dir, p: Self::Prec) -> Self;

    /// Whether sine (respectively cosine) is positive at a finite x where it is not zero;
    /// `None` where the answer would cost too much.
    fn sign_of(f: Unary, x: &Self) -> Option<bool>;
    /// Whether gamma functions at x < 0 are affordable.
    fn gamma_affordable(x: &Self) -> bool;
    /// Whether x mod y can be computed at an acceptable cost.
    fn modulo_affordable(x: &Self, y: &Self) -> bool;
}
