//! What is known of each function of one variable: its shape, domain and range, as one table.

use crate::bound::Endpoint;
use crate::function::Unary;
use crate::span::Span;
use std::f64::consts::{FRAC_PI_2, PI};

/// How the range over an interval follows from values at few points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RangeShape {
    Increasing,
    Decreasing,
    /// Even, and increasing for positive arguments.
    Even,
    Wave,
    Tangent,
    Gamma,
}

/// A domain: an interval whose ends belong to it or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FunctionDomain {
    lo: f64,
    hi: f64,
    open: bool,
}

const INF: f64 = f64::INFINITY;
const REALS: FunctionDomain = FunctionDomain {
    lo: -INF,
    hi: INF,
    open: true,
};
/// A double just above π/2 (the nearest double is below it).
const HALF_PI_UP: f64 = FRAC_PI_2.next_up();
const PI_UP: f64 = PI.next_up();

/// The table: shape, domain (without the poles of tangent and gamma), and doubles around the range.
const fn facts(f: Unary) -> (RangeShape, FunctionDomain, (f64, f64)) {
    use RangeShape::*;
    const fn closed(lo: f64, hi: f64) -> FunctionDomain {
        FunctionDomain { lo, hi, open: false }
    }
    const fn open(lo: f64, hi: f64) -> FunctionDomain {
        FunctionDomain { lo, hi, open: true }
    }
    const ALL: (f64, f64) = (-INF, INF);
    match f {
        Unary::Neg => (Decreasing, REALS, ALL),
        Unary::Fabs => (Even, REALS, (0.0, INF)),
        Unary::Sqrt => (Increasing, closed(0.0, INF), (0.0, INF)),
        Unary::Cbrt | Unary::Sinh | Unary::Asinh => (Increasing, REALS, ALL),
        Unary::Exp | Unary::Exp2 | Unary::Exp10 => (Increasing, REALS, (0.0, INF)),
        Unary::Expm1 => (Increasing, REALS, (-1.0, INF)),
        Unary::Log | Unary::Log2 | Unary::Log10 => (Increasing, open(0.0, INF), ALL),
        Unary::Log1p => (Increasing, open(-1.0, INF), ALL),
        Unary::Sin | Unary::Cos => (Wave, REALS, (-1.0, 1.0)),
        Unary::Tan => (Tangent, REALS, ALL),
        Unary::Asin => (Increasing, closed(-1.0, 1.0), (-HALF_PI_UP, HALF_PI_UP)),
        Unary::Acos => (Decreasing, closed(-1.0, 1.0), (0.0, PI_UP)),
        Unary::Atan => (Increasing, REALS, (-HALF_PI_UP, HALF_PI_UP)),
        Unary::Cosh => (Even, REALS, (1.0, INF)),
        Unary::Tanh | Unary::Erf => (Increasing, REALS, (-1.0, 1.0)),
        Unary::Acosh => (Increasing, closed(1.0, INF), (0.0, INF)),
        Unary::Atanh => (Increasing, open(-1.0, 1.0), ALL),
        Unary::Erfc => (Decreasing, REALS, (0.0, 2.0)),
        Unary::Tgamma | Unary::Lgamma => (Gamma, REALS, ALL),
        Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint => (Increasing, REALS, ALL),
    }
}

impl Unary {
    pub(crate) const fn shape(self) -> RangeShape {
        facts(self).0
    }

    pub(crate) const fn domain(self) -> FunctionDomain {
        facts(self).1
    }

    /// Doubles around all values of the function.
    pub(crate) const fn range(self) -> (f64, f64) {
        facts(self).2
    }
}

impl FunctionDomain {
    /// Whether every real of `x` belongs to the domain.
    #[inline]
    pub(crate) fn covers<B: Endpoint>(self, x: &Span<B>) -> bool {
        // An infinite end of an interval stands for no real number, so equality there is harmless.
        let below = x.lo > self.lo || (x.lo == self.lo && (!self.open || self.lo == -INF));
        let above = x.hi < self.hi || (x.hi == self.hi && (!self.open || self.hi == INF));
        below && above
    }

    /// The closure of the part of `x` in the domain; empty if the domain misses `x`.
    pub(crate) fn clip<B: Endpoint>(self, x: &Span<B>) -> Span<B> {
        let clipped = x.intersect(&Span {
            lo: B::of_f64(self.lo),
            hi: B::of_f64(self.hi),
        });
        let only_an_open_end = self.open && (clipped.hi == self.lo || clipped.lo == self.hi);
        if only_an_open_end { Span::empty() } else { clipped }
    }
}
