//! Functions of a point of the plane, and the selections among two operands.

use crate::arith;
use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Constant};
use crate::span::{Span, larger, smaller};
use crate::{modulo, power};

/// The range of `f` over the part of the box where it is defined.
#[inline]
pub(crate) fn binary<B: Endpoint>(f: Binary, x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    match f {
        Binary::Add => arith::add(x, y, p),
        Binary::Sub => arith::sub(x, y, p),
        Binary::Mul => arith::mul(x, y, p),
        Binary::Div => arith::div(x, y, p),
        _ if x.is_empty() || y.is_empty() => Span::empty(),
        Binary::Pow => power::pow(x, y, p),
        Binary::Atan2 => atan2(x, y, p),
        Binary::Hypot => hypot(x, y, p),
        Binary::Fmin => Span {
            lo: smaller(&x.lo, &y.lo).clone(),
            hi: smaller(&x.hi, &y.hi).clone(),
        },
        Binary::Fmax => fmax(x, y),
        Binary::Fdim => fmax(&arith::sub(x, y, p), &Span::doubles(0.0, 0.0)),
        Binary::Fmod | Binary::Remainder => modulo::modulo(f, x, y, p),
        Binary::Copysign => copysign(x, y),
    }
}

/// Whether `f` is defined on all of a nonempty box.
#[inline]
pub(crate) fn is_defined<B: Endpoint>(f: Binary, x: &Span<B>, y: &Span<B>) -> bool {
    match f {
        Binary::Div | Binary::Fmod | Binary::Remainder => !y.contains_zero(),
        Binary::Atan2 => !(x.contains_zero() && y.contains_zero()),
        Binary::Pow => power::is_defined(x, y),
        _ => true,
    }
}

fn fmax<B: Endpoint>(x: &Span<B>, y: &Span<B>) -> Span<B> {
    Span {
        lo: larger(&x.lo, &y.lo).clone(),
        hi: larger(&x.hi, &y.hi).clone(),
    }
}

/// |x| with the sign of y, where zero is positive.
fn copysign<B: Endpoint>(x: &Span<B>, y: &Span<B>) -> Span<B> {
    let size = x.magnitude();
    if y.lo >= 0.0 {
        size
    } else if y.hi < 0.0 {
        size.negated()
    } else {
        size.hull(&size.negated())
    }
}

/// f at one point of the plane.
fn at_point<B: Endpoint>(f: Binary, x: &B, y: &B, p: B::Prec) -> Span<B> {
    let (lo, hi) = B::binary_both(f, x, y, p);
    Span::ends(lo, hi)
}

/// √(x² + y²): increasing in |x| and in |y|.
fn hypot<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    let (a, b) = (x.magnitude(), y.magnitude());
    if a.is_point() && b.is_point() {
        return at_point(Binary::Hypot, &a.lo, &b.lo, p);
    }
    let at = |u: &B, v: &B, d| B::binary(Binary::Hypot, u, v, d, p);
    Span::ends(at(&a.lo, &b.lo, Dir::Down), at(&a.hi, &b.hi, Dir::Up))
}

/// The angle of (x, y) in (−π, π]; note the argument order of C.
fn atan2<B: Endpoint>(y: &Span<B>, x: &Span<B>, p: B::Prec) -> Span<B> {
    let angle = |v: &B, u: &B, d| B::binary(Binary::Atan2, v, u, d, p);
    if y.lo >= 0.0 {
        return upper_half(y, x, p);
    }
    if x.lo < 0.0 && y.hi >= 0.0 {
        // Both sides of the cut: from −π (below) to π (on it).
        let pi = B::constant(Constant::Pi, Dir::Up, p);
        return Span {
            lo: pi.clone().negate(),
            hi: pi,
        };
    }
    if y.hi <= 0.0 {
        // Below the axis, or on it with x ≥ 0 only: the mirror image.
        return upper_half(&y.negated(), x, p).negated();
    }
    // x ≥ 0 and y on both sides: the left edge is seen under the largest angles.
    Span::ends(angle(&y.lo, &x.lo, Dir::Down), angle(&y.hi, &x.lo, Dir::Up))
}

/// The angle for y ≥ 0: falls with x; rises with y where x > 0 and falls with y where x < 0.
fn upper_half<B: Endpoint>(y: &Span<B>, x: &Span<B>, p: B::Prec) -> Span<B> {
    if y.is_zero() && x.is_zero() {
        return Span::empty();
    }
    let angle = |v: &B, u: &B, d| B::binary(Binary::Atan2, v, u, d, p);
    // One point, or the negative half-axis without the origin.
    if y.is_point() && (x.is_point() || (y.is_zero() && x.hi == 0.0)) {
        return at_point(Binary::Atan2, &y.lo, &x.lo, p);
    }
    // On the vertical axis (u = 0) the angle is π/2 for every v > 0, so the far end stands for all.
    let lowest = if x.hi > 0.0 { &y.lo } else { &y.hi };
    let highest = if x.lo < 0.0 { &y.lo } else { &y.hi };
    Span::ends(angle(lowest, &x.hi, Dir::Down), angle(highest, &x.lo, Dir::Up))
}
