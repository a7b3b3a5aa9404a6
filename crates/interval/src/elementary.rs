//! Functions of one variable: monotone and even ones here, the others in their own files.

use crate::bound::{Dir, Endpoint};
use crate::facts::RangeShape;
use crate::function::Unary;
use crate::span::Span;
use crate::{gamma, periodic};

/// The range of `f` over the part of `x` where it is defined.
#[inline]
pub(crate) fn unary<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() {
        return Span::empty();
    }
    let domain = f.domain();
    if domain.covers(x) {
        return inside(f, x, p);
    }
    let clipped = domain.clip(x);
    if clipped.is_empty() {
        clipped
    } else {
        inside(f, &clipped, p)
    }
}

/// The range over a nonempty interval in the closure of the domain.
#[inline]
fn inside<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    match (f, f.shape()) {
        (Unary::Neg, _) => x.negated(),
        (Unary::Fabs, _) => x.magnitude(),
        (_, RangeShape::Increasing) => increasing(f, x, p),
        (_, RangeShape::Decreasing) => decreasing(f, x, p),
        (_, RangeShape::Even) => increasing(f, &x.magnitude(), p),
        (_, RangeShape::Wave) => periodic::wave(f, x, p),
        (_, RangeShape::Tangent) => periodic::tangent(x, p),
        (_, RangeShape::Gamma) => gamma::gamma(f, x, p),
    }
}

/// [f(lo), f(hi)]
#[inline]
pub(crate) fn increasing<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_point() {
        return at_point(f, &x.lo, p);
    }
    Span::ends(B::unary(f, &x.lo, Dir::Down, p), B::unary(f, &x.hi, Dir::Up, p))
}

/// [f(hi), f(lo)]
#[inline]
pub(crate) fn decreasing<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_point() {
        return at_point(f, &x.lo, p);
    }
    Span::ends(B::unary(f, &x.hi, Dir::Down, p), B::unary(f, &x.lo, Dir::Up, p))
}

/// f at one real.
#[inline]
pub(crate) fn at_point<B: Endpoint>(f: Unary, x: &B, p: B::Prec) -> Span<B> {
    let (lo, hi) = B::unary_both(f, x, p);
    Span::ends(lo, hi)
}
