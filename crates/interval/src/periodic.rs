//! Sine, cosine and tangent.
//!
//! Extrema and poles are found from the signs of the derivative at the two ends, which are known for
//! arguments of any size (the point functions reduce exactly); so no quotient by π is ever formed.

use crate::bound::Endpoint;
use crate::elementary::{at_point, increasing};
use crate::function::Unary;
use crate::span::Span;
use std::f64::consts::{FRAC_2_PI, PI};

/// The double below π; 2·π_lo is below 2π.
const PI_LO: f64 = PI;

/// Sine or cosine over a nonempty interval.
pub(crate) fn wave<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    let all = || Span::doubles(-1.0, 1.0);
    let width = x.width_up(p);
    // Not below 2π (or not known to be): a whole period.
    if width > 2.0 * PI_LO {
        return all();
    }
    let Some((rises, rises_at_end)) = slopes(f, x) else {
        return all();
    };
    if x.is_point() {
        return at_point(f, &x.lo, p);
    }
    let ends = at_point(f, &x.lo, p).hull(&at_point(f, &x.hi, p));
    match (rises, rises_at_end) {
        // Width < 2π has at most two turning points; with a maximum and no minimum the slope goes from + to −.
        (true, false) => ends.hull(&Span::doubles(1.0, 1.0)),
        (false, true) => ends.hull(&Span::doubles(-1.0, -1.0)),
        // Equal slopes: none or two turning points, and fewer than two if the width is below π.
        _ if width <= PI_LO => ends,
        _ => all(),
    }
}

/// Whether f increases just right of `x.lo` and just left of `x.hi`; `None` if too costly.
#[inline]
fn slopes<B: Endpoint>(f: Unary, x: &Span<B>) -> Option<(bool, bool)> {
    if f == Unary::Sin {
        // sin' = cos has no zero at a rational number.
        return Some((is_positive(Unary::Cos, &x.lo)?, is_positive(Unary::Cos, &x.hi)?));
    }
    // cos' = −sin is zero at 0 only: right of 0 cosine falls, left of 0 it rises.
    let falls_after = x.lo == 0.0 || is_positive(Unary::Sin, &x.lo)?;
    let falls_before = x.hi != 0.0 && is_positive(Unary::Sin, &x.hi)?;
    Some((!falls_after, !falls_before))
}

/// Tangent over a nonempty interval: everything if there may be a pole.
pub(crate) fn tangent<B: Endpoint>(x: &Span<B>, p: B::Prec) -> Span<B> {
    if tangent_is_continuous(x, p) {
        increasing(Unary::Tan, x, p)
    } else {
        Span::entire()
    }
}

/// Whether no pole of tangent (zero of cosine) lies in the interval.
pub(crate) fn tangent_is_continuous<B: Endpoint>(x: &Span<B>, p: B::Prec) -> bool {
    // Width < π: at most one zero of cosine, and none if the signs at both ends agree.
    let width = x.width_up(p);
    let signs = || Some((is_positive(Unary::Cos, &x.lo)?, is_positive(Unary::Cos, &x.hi)?));
    width <= PI_LO && signs().is_some_and(|(a, b)| a == b)
}

/// Whether sine or cosine is positive at x, where it is not zero; `None` if too costly to tell.
#[inline]
fn is_positive<B: Endpoint>(f: Unary, x: &B) -> Option<bool> {
    match quadrant(x.to_nearest()) {
        // Sine is positive in quadrants 0 and 1, cosine in 0 and 3.
        Some(k) => Some(if f == Unary::Sin { k < 2 } else { k == 0 || k == 3 }),
        None => B::sign_of(f, x),
    }
}

/// The quadrant of an angle whose nearest double is x, unless x is large or near a multiple of π/2.
#[inline]
fn quadrant(x: f64) -> Option<i64> {
    // q = x·(2/π): three roundings of at most 2^−53 each, so |error| < 2^20·2^−51 < 10^−6.
    let q = x * FRAC_2_PI;
    if q.is_nan() || q.abs() > (1 << 20) as f64 {
        return None;
    }
    let whole = q as i64;
    let floor = if q < whole as f64 { whole - 1 } else { whole };
    let fraction = q - floor as f64;
    (1e-6..=1.0 - 1e-6).contains(&fraction).then_some(floor & 3)
}
