//! The four operations and the fused multiply-add over intervals, by case analysis on signs.

use crate::bound::{Dir, Endpoint};
use crate::span::{Span, larger, smaller};

/// x + y
#[inline]
pub(crate) fn add<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() {
        return Span::empty();
    }
    Span::ends(B::add(&x.lo, &y.lo, Dir::Down, p), B::add(&x.hi, &y.hi, Dir::Up, p))
}

/// x − y
#[inline]
pub(crate) fn sub<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() {
        return Span::empty();
    }
    Span::ends(B::sub(&x.lo, &y.hi, Dir::Down, p), B::sub(&x.hi, &y.lo, Dir::Up, p))
}

/// The corners of a box where the product has its minimum and maximum; the second of each
/// is a rival only when both factors straddle zero.
struct Corners<'a, B> {
    low: (&'a B, &'a B),
    high: (&'a B, &'a B),
    rivals: Option<[(&'a B, &'a B); 2]>,
}

#[inline]
fn corners<'a, B: Endpoint>(x: &'a Span<B>, y: &'a Span<B>) -> Corners<'a, B> {
    let pick = |left: bool, z: &'a Span<B>| if left { &z.lo } else { &z.hi };
    let (low, high, rivals) = if y.lo >= 0.0 {
        // y ≥ 0: each end of x meets the end of y that pushes it outward.
        ((&x.lo, pick(x.lo >= 0.0, y)), (&x.hi, pick(x.hi < 0.0, y)), None)
    } else if y.hi <= 0.0 {
        ((&x.hi, pick(x.hi >= 0.0, y)), (&x.lo, pick(x.lo < 0.0, y)), None)
    } else if x.lo >= 0.0 {
        ((&x.hi, &y.lo), (&x.hi, &y.hi), None)
    } else if x.hi <= 0.0 {
        ((&x.lo, &y.hi), (&x.lo, &y.lo), None)
    } else {
        ((&x.lo, &y.hi), (&x.hi, &y.hi), Some([(&x.hi, &y.lo), (&x.lo, &y.lo)]))
    };
    Corners { low, high, rivals }
}

/// The range of a function that increases with the product: `f(a, b, direction)` at the corners.
#[inline]
fn over_corners<B: Endpoint>(x: &Span<B>, y: &Span<B>, f: impl Fn(&B, &B, Dir) -> B) -> Span<B> {
    let c = corners(x, y);
    let lo = f(c.low.0, c.low.1, Dir::Down);
    let hi = f(c.high.0, c.high.1, Dir::Up);
    match c.rivals {
        None => Span::ends(lo, hi),
        Some([low, high]) => Span::ends(
            smaller(&lo, &f(low.0, low.1, Dir::Down)).clone(),
            larger(&hi, &f(high.0, high.1, Dir::Up)).clone(),
        ),
    }
}

/// x · y
#[inline]
pub(crate) fn mul<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() {
        return Span::empty();
    }
    over_corners(x, y, |a, b, d| B::mul(a, b, d, p))
}

/// x · y + z as one operation (the products are not rounded).
pub(crate) fn fma<B: Endpoint>(x: &Span<B>, y: &Span<B>, z: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() || z.is_empty() {
        return Span::empty();
    }
    over_corners(x, y, |a, b, d| {
        let c = match d {
            Dir::Down => &z.lo,
            Dir::Up => &z.hi,
        };
        B::fma(a, b, c, d, p)
    })
}

/// x / y for the y that are not zero.
#[inline]
pub(crate) fn div<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() || y.is_zero() {
        return Span::empty();
    }
    if x.is_zero() {
        return x.clone();
    }
    if y.lo >= 0.0 {
        div_positive(x, y, p)
    } else if y.hi <= 0.0 {
        div_positive(&x.negated(), &y.negated(), p)
    } else {
        Span::entire()
    }
}

/// x / y for y ≥ 0, y ≠ {0}: a zero lower end of y is approached from the right (c/0 = ±∞, 0/0 = 0).
#[inline]
fn div_positive<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    let for_low = if x.lo >= 0.0 { &y.hi } else { &y.lo };
    let for_high = if x.hi <= 0.0 { &y.hi } else { &y.lo };
    Span::ends(
        B::div(&x.lo, for_low, Dir::Down, p),
        B::div(&x.hi, for_high, Dir::Up, p),
    )
}
