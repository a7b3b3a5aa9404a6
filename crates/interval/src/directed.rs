//! Operations on doubles, rounded down or up.
//!
//! Each function returns what IEEE 754 prescribes for the rounding direction in its name (roundTowardNegative,
//! roundTowardPositive), bit for bit, signs of zeros among them; only which NaN is returned is left open. The rounding
//! mode of the processor is neither read nor changed: nothing has to be restored, and threads do not disturb each other.
//!
//! ```
//! use interval::directed::{add_down, add_up, div_down, div_up};
//!
//! // 0.1 + 0.2 lies strictly between two doubles that are neighbours; 0.25 + 0.5 is a double.
//! assert_eq!(add_down(0.1, 0.2).next_up(), add_up(0.1, 0.2));
//! assert_eq!(add_down(0.25, 0.5), add_up(0.25, 0.5));
//! // What is too great for a double is above the greatest one, but never infinite when rounded down.
//! assert_eq!((div_down(1e300, 1e-300), div_up(1e300, 1e-300)), (f64::MAX, f64::INFINITY));
//! ```
//!
//! Bounds of whole ranges are what [`Interval`](crate::Interval) is for: as the end of an interval, an infinity means
//! "no bound", and 0 · ∞ is 0. Here an infinity is a number of IEEE 754, and 0 · ∞ is NaN.

use crate::bound::Dir;
use crate::rounding;

/// The greatest double that is at most a + b.
///
/// ```
/// use interval::directed::{add_down, add_up};
///
/// // One part in 10³⁰ is lost to nearest, and is not lost here.
/// assert_eq!(1.0 + 1e-30, 1.0);
/// assert_eq!((add_down(1.0, 1e-30), add_up(1.0, 1e-30)), (1.0, 1.0f64.next_up()));
/// // The difference of equal numbers is −0 when rounded down.
/// assert!(add_down(1.0, -1.0).is_sign_negative() && add_up(1.0, -1.0).is_sign_positive());
/// ```
#[inline]
pub fn add_down(a: f64, b: f64) -> f64 {
    add(a, b, Dir::Down)
}

/// The least double that is at least a + b; see [`add_down`].
#[inline]
pub fn add_up(a: f64, b: f64) -> f64 {
    add(a, b, Dir::Up)
}

/// The greatest double that is at most a − b.
///
/// ```
/// use interval::directed::{sub_down, sub_up};
///
/// // An infinity is a number and stays one; the difference of two equal ones is none.
/// assert_eq!(sub_down(f64::INFINITY, 1.0), f64::INFINITY);
/// assert_eq!(sub_down(-f64::MAX, f64::MAX), f64::NEG_INFINITY);
/// assert_eq!(sub_up(-f64::MAX, f64::MAX), f64::MIN);
/// assert!(sub_up(f64::INFINITY, f64::INFINITY).is_nan());
/// ```
#[inline]
pub fn sub_down(a: f64, b: f64) -> f64 {
    add(a, -b, Dir::Down)
}

/// The least double that is at least a − b; see [`sub_down`].
#[inline]
pub fn sub_up(a: f64, b: f64) -> f64 {
    add(a, -b, Dir::Up)
}

/// The greatest double that is at most a · b.
///
/// ```
/// use interval::directed::{mul_down, mul_up};
///
/// // A product that vanishes to nearest still has a sign, and rounded away from 0 it is not 0.
/// assert_eq!(1e-200 * 1e-200, 0.0);
/// assert_eq!((mul_down(1e-200, 1e-200), mul_up(1e-200, 1e-200)), (0.0, 5e-324));
/// assert!(mul_up(1e-200, -1e-200).is_sign_negative());
/// assert!(mul_up(0.0, f64::INFINITY).is_nan());
/// ```
#[inline]
pub fn mul_down(a: f64, b: f64) -> f64 {
    mul(a, b, Dir::Down)
}

/// The least double that is at least a · b; see [`mul_down`].
#[inline]
pub fn mul_up(a: f64, b: f64) -> f64 {
    mul(a, b, Dir::Up)
}

/// The greatest double that is at most a / b.
///
/// ```
/// use interval::directed::{div_down, div_up};
///
/// let (below, above) = (div_down(1.0, 3.0), div_up(1.0, 3.0));
/// assert!(below < above && above == below.next_up());
/// // The sign of a zero divisor counts, and rounding does not soften a pole.
/// assert_eq!((div_down(1.0, 0.0), div_up(1.0, -0.0)), (f64::INFINITY, f64::NEG_INFINITY));
/// ```
#[inline]
pub fn div_down(a: f64, b: f64) -> f64 {
    div(a, b, Dir::Down)
}

/// The least double that is at least a / b; see [`div_down`].
#[inline]
pub fn div_up(a: f64, b: f64) -> f64 {
    div(a, b, Dir::Up)
}

/// The greatest double that is at most √x.
///
/// ```
/// use interval::directed::{mul_down, sqrt_down, sqrt_up};
///
/// assert_eq!((sqrt_down(4.0), sqrt_up(4.0)), (2.0, 2.0));
/// // The square of a root that was rounded down never exceeds the number.
/// assert!(mul_down(sqrt_down(2.0), sqrt_down(2.0)) < 2.0);
/// assert!(sqrt_down(-1.0).is_nan() && sqrt_down(-0.0).is_sign_negative());
/// ```
#[inline]
pub fn sqrt_down(x: f64) -> f64 {
    rounding::sqrt(x, Dir::Down)
}

/// The least double that is at least √x; see [`sqrt_down`].
#[inline]
pub fn sqrt_up(x: f64) -> f64 {
    rounding::sqrt(x, Dir::Up)
}

/// a + b; a sum of zero is always exact, and its sign follows the direction unless both operands have the same.
#[inline]
fn add(a: f64, b: f64, d: Dir) -> f64 {
    let r = rounding::add(a, b, d);
    let negative = match d {
        Dir::Down => a.is_sign_negative() || b.is_sign_negative(),
        Dir::Up => a.is_sign_negative() && b.is_sign_negative(),
    };
    if r == 0.0 { zero(negative) } else { r }
}

/// a · b, where 0 · ∞ is NaN.
#[inline]
fn mul(a: f64, b: f64, d: Dir) -> f64 {
    if (a * b).is_nan() {
        return f64::NAN;
    }
    signed(rounding::mul(a, b, d), a, b)
}

/// a / b, where 0/0 and ∞/∞ are NaN.
#[inline]
fn div(a: f64, b: f64, d: Dir) -> f64 {
    if (a / b).is_nan() {
        return f64::NAN;
    }
    signed(rounding::div(a, b, d), a, b)
}

/// A product or quotient of zero has the sign of the operands together, exact or not.
#[inline]
fn signed(r: f64, a: f64, b: f64) -> f64 {
    if r == 0.0 {
        zero(a.is_sign_negative() != b.is_sign_negative())
    } else {
        r
    }
}

/// +0 or −0.
#[inline]
fn zero(negative: bool) -> f64 {
    if negative { -0.0 } else { 0.0 }
}
