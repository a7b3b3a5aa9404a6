//! Reverse functions of one variable: mostly the inverse function.

use super::{POSITIVE, either_sign, waves};
use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Unary};
use crate::interval::Interval;
use crate::rounding::{add, step};
use crate::span::Span;
use std::f64::consts::FRAC_PI_2;

/// Bisections of the reverse error functions: enough for full precision on moderate intervals.
const STEPS: usize = 60;
/// Beyond this size the error functions differ from their limits by less than the smallest double.
const SATURATED: f64 = 40.0;

/// Contains every t ∈ x with f(t) ∈ y; may exceed x where that does no harm.
pub(super) fn candidates(f: Unary, y: Interval, x: Interval) -> Interval {
    let (lo, hi) = f.range();
    let y = y.intersect(&Span { lo, hi });
    match f {
        Unary::Neg => -y,
        Unary::Fabs => either_sign(y, x),
        Unary::Cosh => either_sign(y.acosh(), x),
        Unary::Sqrt => y.powi(2),
        Unary::Cbrt => y.powi(3),
        Unary::Atan => tangent_of_angle(y),
        Unary::Erf => bisected(f, y, x),
        // erfc falls, so t ↦ erfc(−t) rises.
        Unary::Erfc => -bisected(f, y, -x),
        Unary::Sin | Unary::Cos | Unary::Tan => waves::candidates(f, y, x),
        Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint => before_rounding(f, y),
        _ => match inverse(f) {
            Some(g) => Interval::unary(g, y),
            None if Interval::unary(f, x).disjoint(&y) => Interval::EMPTY,
            None => x,
        },
    }
}

/// The inverse of an injective function, where the vocabulary has it.
fn inverse(f: Unary) -> Option<Unary> {
    const PAIRS: &[(Unary, Unary)] = &[
        (Unary::Exp, Unary::Log),
        (Unary::Exp2, Unary::Log2),
        (Unary::Exp10, Unary::Log10),
        (Unary::Expm1, Unary::Log1p),
        (Unary::Asin, Unary::Sin),
        (Unary::Acos, Unary::Cos),
        (Unary::Asinh, Unary::Sinh),
        (Unary::Acosh, Unary::Cosh),
        (Unary::Atanh, Unary::Tanh),
    ];
    let matches = |&(a, b): &(Unary, Unary)| match f {
        _ if a == f => Some(b),
        // An arc function has an inverse on its range; sine, cosine and cosh have none on the reals.
        _ if b == f && !matches!(f, Unary::Sin | Unary::Cos | Unary::Cosh) => Some(a),
        _ => None,
    };
    PAIRS.iter().find_map(matches)
}

/// The reals whose arc tangent lies in y: unbounded where y reaches the last double before ±π/2.
fn tangent_of_angle(y: Interval) -> Interval {
    if y.is_empty() {
        return y;
    }
    let tan = |t: f64, d| step(Unary::Tan.eval(t), d);
    let lo = if y.lo <= -FRAC_PI_2 {
        f64::NEG_INFINITY
    } else {
        tan(y.lo, Dir::Down)
    };
    let hi = if y.hi >= FRAC_PI_2 {
        f64::INFINITY
    } else {
        tan(y.hi, Dir::Up)
    };
    // Beyond the last double before π/2 (possible only for y.lo) every tangent exceeds that of this double.
    let lo = if y.lo > FRAC_PI_2 {
        tan(FRAC_PI_2, Dir::Down)
    } else {
        lo
    };
    let hi = if y.hi < -FRAC_PI_2 {
        tan(-FRAC_PI_2, Dir::Up)
    } else {
        hi
    };
    Interval::new(lo, hi).unwrap_or(Interval::EMPTY)
}

/// The part of x where the increasing function t ↦ f(±t) has values in y (− for the falling erfc).
fn bisected(f: Unary, y: Interval, x: Interval) -> Interval {
    let value = |t: f64| Interval::unary(f, Interval::point(if f == Unary::Erfc { -t } else { t }));
    if y.is_empty() {
        return y;
    }
    // The search stops where the functions are flat.
    let [first, last] = [x.lo, x.hi].map(|t| t.clamp(-SATURATED, SATURATED));
    let below = |t: f64| value(t).hi < y.lo;
    let above = |t: f64| value(t).lo > y.hi;
    if (below(last) && x.hi <= last) || (above(first) && x.lo >= first) {
        return Interval::EMPTY;
    }
    // Everything up to a point that is certainly below (from one that is certainly above) can go.
    let lo = if below(first) {
        last_where(first, last, below)
    } else {
        x.lo
    };
    let hi = if above(last) {
        -last_where(-last, -first, |t| above(-t))
    } else {
        x.hi
    };
    Interval::new(lo, hi).unwrap_or(Interval::EMPTY)
}

/// A point where `excluded` holds, near the end of the initial run of such points in [first, last];
/// it holds at `first`, and wherever it holds it holds for all smaller numbers too.
fn last_where(first: f64, last: f64, excluded: impl Fn(f64) -> bool) -> f64 {
    let (mut yes, mut no) = (first, last);
    if excluded(last) {
        return last;
    }
    for _ in 0..STEPS {
        let middle = Interval::hull_of(yes, no).mid();
        if excluded(middle) { yes = middle } else { no = middle }
    }
    yes
}

/// The reals that round to an integer in y.
fn before_rounding(f: Unary, y: Interval) -> Interval {
    // m and n: the least and greatest integer in y
    let (m, n) = (y.lo.ceil(), y.hi.floor());
    if m > n {
        return Interval::EMPTY;
    }
    let (below, above) = match f {
        Unary::Ceil => (1.0, 0.0),
        Unary::Floor => (0.0, 1.0),
        Unary::Trunc => (if m > 0.0 { 0.0 } else { 1.0 }, if n < 0.0 { 0.0 } else { 1.0 }),
        _ => (0.5, 0.5),
    };
    Interval::new(add(m, -below, Dir::Down), add(n, above, Dir::Up)).unwrap_or(Interval::EMPTY)
}

/// The nonnegative n-th root of the part z ≥ 0, for an integer n ≥ 1.
pub(super) fn root(z: Interval, n: f64) -> Interval {
    let z = z.intersect(&POSITIVE);
    match n {
        _ if z.is_empty() => z,
        1.0 => z,
        2.0 => z.sqrt(),
        3.0 => z.cbrt(),
        _ => Interval::new(root_end(z.lo, n, Dir::Down), root_end(z.hi, n, Dir::Up)).unwrap_or(POSITIVE),
    }
}

/// A bound of the n-th root of one number: a guess that its own n-th power confirms.
fn root_end(z: f64, n: f64, d: Dir) -> f64 {
    if z == 0.0 || z == f64::INFINITY {
        return z;
    }
    let mut r = improved(z, n, core_math::pow(z, 1.0 / n));
    for _ in 0..4 {
        // r ≤ z^(1/n) iff rⁿ ≤ z
        let confirmed = match d {
            Dir::Down => f64::binary(Binary::Pow, &r, &n, Dir::Up, ()) <= z,
            Dir::Up => f64::binary(Binary::Pow, &r, &n, Dir::Down, ()) >= z,
        };
        if confirmed {
            return r;
        }
        r = step(r, d);
    }
    let safe = Interval::point(z).pow(Interval::ONE / Interval::point(n));
    if d == Dir::Down { safe.lo } else { safe.hi }
}

/// One step of Newton's method for rⁿ = z, where the numbers allow it.
fn improved(z: f64, n: f64, r: f64) -> f64 {
    // r − (rⁿ − z)/(n·rⁿ⁻¹) ≈ r − r·(rⁿ/z − 1)/n
    let next = r - r * (core_math::pow(r, n) / z - 1.0) / n;
    if next > 0.0 && next.is_finite() { next } else { r }
}
