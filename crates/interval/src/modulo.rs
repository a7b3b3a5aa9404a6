//! The two remainders: x − n·y with n = x/y truncated (`fmod`) or rounded to nearest even (`remainder`).

use crate::arith;
use crate::bound::{Dir, Endpoint};
use crate::elementary;
use crate::function::{Binary, Unary};
use crate::span::{Span, smaller};

/// `Fmod` or `Remainder` over a nonempty box, for the y that are not zero.
pub(crate) fn modulo<B: Endpoint>(f: Binary, x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if y.is_zero() {
        return Span::empty();
    }
    if x.is_point() && y.is_point() && B::modulo_affordable(&x.lo, &y.lo) {
        let at = |d| B::binary(f, &x.lo, &y.lo, d, p);
        return Span::ends(at(Dir::Down), at(Dir::Up));
    }
    let bounds = by_size(f, x, y, p);
    match constant_quotient(f, x, y, p) {
        // x − n·y over the whole box
        Some(n) => arith::fma(
            &Span {
                lo: n.clone().negate(),
                hi: n.negate(),
            },
            y,
            x,
            p,
        )
        .intersect(&bounds),
        None => bounds,
    }
}

/// |fmod| < |y|, |remainder| ≤ |y|/2, neither exceeds |x|, and fmod has the sign of x.
fn by_size<B: Endpoint>(f: Binary, x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    let (size_x, size_y) = (x.magnitude(), y.magnitude());
    let reach = match f {
        Binary::Fmod => size_y.hi,
        _ => B::mul(&size_y.hi, &B::of_f64(0.5), Dir::Up, p),
    };
    let most = smaller(&reach, &size_x.hi).clone();
    let signed = f == Binary::Fmod;
    let lo = if signed && x.lo >= 0.0 {
        B::of_f64(0.0)
    } else {
        most.clone().negate()
    };
    let hi = if signed && x.hi <= 0.0 { B::of_f64(0.0) } else { most };
    Span::ends(lo, hi)
}

/// The rounded quotient, if it is the same integer over the whole box.
fn constant_quotient<B: Endpoint>(f: Binary, x: &Span<B>, y: &Span<B>, p: B::Prec) -> Option<B> {
    if y.contains_zero() {
        return None;
    }
    let rounding = if f == Binary::Fmod {
        Unary::Trunc
    } else {
        Unary::Nearbyint
    };
    let n = elementary::unary(rounding, &arith::div(x, y, p), p);
    (n.is_point() && n.is_bounded()).then_some(n.lo)
}
