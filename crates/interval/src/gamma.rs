//! Gamma and the logarithm of its absolute value.
//!
//! On x > 0 both fall until x₀ = 1.46163214496836234… and rise after it.
//! On x < 0, between two poles, the reflection Γ(x) = π / (sin πx · Γ(1 − x)) reduces to the positive side.

use crate::arith;
use crate::bound::{Dir, Endpoint};
use crate::elementary::{at_point, decreasing, increasing, unary};
use crate::function::{Constant, Unary};
use crate::span::{Span, larger, smaller};

/// Doubles around x₀, where gamma is least.
const X0: (f64, f64) = (1.461632144968362, 1.461632144968363);
/// Doubles below Γ(x₀) = 0.88560319441088870… and log Γ(x₀) = −0.12148629053584960….
const LEAST_GAMMA: f64 = 0.885603194410888;
const LEAST_LOG: f64 = -0.1214862905358497;

/// `Tgamma` or `Lgamma` over a nonempty interval.
pub(crate) fn gamma<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    if x.lo >= 0.0 {
        return if x.is_zero() { Span::empty() } else { positive(f, x, p) };
    }
    if x.is_point() && x.lo.is_integer() {
        return Span::empty();
    }
    if !is_between_poles(x, p) || !B::gamma_affordable(&x.lo) {
        return Span::entire();
    }
    if x.is_point() {
        at_point(f, &x.lo, p)
    } else {
        reflected(f, x, p)
    }
}

/// Whether gamma is defined on all of the interval.
pub(crate) fn is_defined<B: Endpoint>(x: &Span<B>, p: B::Prec) -> bool {
    x.lo > 0.0 || (x.hi < 0.0 && is_between_poles(x, p))
}

/// Whether an interval with lo < 0 lies strictly between two neighbouring poles.
fn is_between_poles<B: Endpoint>(x: &Span<B>, p: B::Prec) -> bool {
    let floor = |z: &B| B::unary(Unary::Floor, z, Dir::Down, p);
    let finite = x.lo > f64::NEG_INFINITY && x.hi < 0.0;
    finite && !x.lo.is_integer() && !x.hi.is_integer() && floor(&x.lo) == floor(&x.hi)
}

/// The range over x ≥ 0, x ≠ {0}; at 0 the limit is +∞.
fn positive<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_point() {
        return at_point(f, &x.lo, p);
    }
    let at = |z: &B, d| {
        let limit = *z == 0.0 || *z == f64::INFINITY;
        if limit {
            B::of_f64(f64::INFINITY)
        } else {
            B::unary(f, z, d, p)
        }
    };
    if x.lo >= X0.1 {
        return if x.hi == f64::INFINITY {
            Span::ends(at(&x.lo, Dir::Down), at(&x.hi, Dir::Up))
        } else {
            increasing(f, x, p)
        };
    }
    if x.hi <= X0.0 && x.lo > 0.0 {
        return decreasing(f, x, p);
    }
    let top = larger(&at(&x.lo, Dir::Up), &at(&x.hi, Dir::Up)).clone();
    let least = if f == Unary::Tgamma { LEAST_GAMMA } else { LEAST_LOG };
    let low = if x.hi <= X0.0 {
        at(&x.hi, Dir::Down)
    } else {
        B::of_f64(least)
    };
    Span::ends(low, top)
}

/// The range over an interval strictly between two poles on the negative side.
fn reflected<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> Span<B> {
    let mirror = arith::sub(&Span::doubles(1.0, 1.0), x, p);
    let sine = abs_sin_pi(x, p);
    let pi = Span {
        lo: B::constant(Constant::Pi, Dir::Down, p),
        hi: B::constant(Constant::Pi, Dir::Up, p),
    };
    if f == Unary::Lgamma {
        // log π − log|sin πx| − log Γ(1 − x)
        let quotient = unary(Unary::Log, &arith::div(&pi, &sine, p), p);
        return arith::sub(&quotient, &positive(f, &mirror, p), p);
    }
    let size = arith::div(&pi, &arith::mul(&sine, &positive(f, &mirror, p), p), p);
    // Γ < 0 on (−1, 0), and the sign alternates: positive where floor(x) is even.
    let floor = B::unary(Unary::Floor, &x.lo, Dir::Down, p);
    if floor.is_even() { size } else { size.negated() }
}

/// |sin πx| strictly between two neighbouring integers: rises to 1 in the middle, then falls.
fn abs_sin_pi<B: Endpoint>(x: &Span<B>, p: B::Prec) -> Span<B> {
    let at = |z: &B, d| B::sin_pi(z, d, p);
    let low = smaller(&at(&x.lo, Dir::Down), &at(&x.hi, Dir::Down)).clone();
    let middle = B::add(
        &B::unary(Unary::Floor, &x.lo, Dir::Down, p),
        &B::of_f64(0.5),
        Dir::Down,
        p,
    );
    let one_side = x.hi < middle || x.lo > middle;
    let high = if one_side {
        larger(&at(&x.lo, Dir::Up), &at(&x.hi, Dir::Up)).clone()
    } else {
        B::of_f64(1.0)
    };
    Span::ends(low, high)
}
