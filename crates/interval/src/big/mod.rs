//! Intervals with MPFR ends: the layer that decides what doubles cannot.

mod endpoint;
mod erf;

pub use erf::erf_before_rounding;

use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Constant, Unary};
use crate::interval::Interval;
use crate::span::Span;
use crate::{arith, elementary, plane, power};
use rug::float::Round;
use rug::{Float, Rational};

/// A closed interval of reals with multiple-precision ends.
///
/// ```
/// use interval::{BigInterval, Binary, Unary};
///
/// // (1 − cos x)/x² at 10⁻⁹ is nearly ½. In doubles the cosine is 1, and nothing is left.
/// let x = 1e-9f64;
/// assert_eq!((1.0 - x.cos()) / (x * x), 0.0);
/// let (one, x) = (BigInterval::from_f64(1.0), BigInterval::from_f64(x));
/// let difference = BigInterval::binary(Binary::Sub, &one, &BigInterval::unary(Unary::Cos, &x, 200), 200);
/// let quotient = BigInterval::binary(Binary::Div, &difference, &BigInterval::powi(&x, 2, 200), 200);
/// assert!(quotient.hi() <= &0.5 && quotient.lo() > &0.499_999_999);
/// ```
pub type BigInterval = Span<Float>;

/// Precisions below this are raised to it, so that double constants and small integers are exact.
const LEAST_PRECISION: u32 = 64;
/// Precisions above this are lowered to it, to keep memory within reason.
const GREATEST_PRECISION: u32 = 1 << 24;

/// The precision actually used for a requested one.
#[inline]
pub(crate) fn working(prec: u32) -> u32 {
    prec.clamp(LEAST_PRECISION, GREATEST_PRECISION)
}

impl BigInterval {
    /// This double, exactly; empty for NaN and infinities.
    pub fn from_f64(x: f64) -> BigInterval {
        BigInterval::from_interval(&Interval::point(x))
    }

    /// This number, exactly; empty for NaN and infinities.
    pub fn point(x: Float) -> BigInterval {
        Span::new(x.clone(), x).unwrap_or_else(Span::empty)
    }

    /// This interval of doubles, exactly.
    pub fn from_interval(x: &Interval) -> BigInterval {
        Span {
            lo: Float::of_f64(x.lo),
            hi: Float::of_f64(x.hi),
        }
    }

    /// The least interval of doubles around this one.
    ///
    /// ```
    /// use interval::{BigInterval, Constant, Interval};
    ///
    /// // However thin it is, around it are the two doubles beside π.
    /// let pi = BigInterval::constant(Constant::Pi, 1000);
    /// assert_eq!(pi.to_interval(), Interval::constant(Constant::Pi));
    /// ```
    pub fn to_interval(&self) -> Interval {
        if self.is_empty() {
            return Interval::EMPTY;
        }
        Span::ends(self.lo.to_f64_round(Round::Down), self.hi.to_f64_round(Round::Up))
    }

    /// The least interval around a rational at a precision in bits.
    ///
    /// ```
    /// use interval::BigInterval;
    /// use rug::Rational;
    ///
    /// let third = BigInterval::from_rational(&Rational::from((1, 3)), 100);
    /// assert!(third.width(100) > 0 && third.width(100) < 1e-30);
    /// // Three quarters need two bits, so this is one point.
    /// assert!(BigInterval::from_rational(&Rational::from((3, 4)), 100).is_point());
    /// ```
    pub fn from_rational(q: &Rational, prec: u32) -> BigInterval {
        let end = |d| Float::with_val_round(working(prec), q, d).0;
        Span::ends(end(Round::Down), end(Round::Up))
    }

    /// A tight interval around a constant at a precision in bits.
    ///
    /// ```
    /// use interval::{BigInterval, Constant};
    ///
    /// let pi = BigInterval::constant(Constant::Pi, 200);
    /// assert!(pi.width(200) < 1e-58);
    /// ```
    pub fn constant(c: Constant, prec: u32) -> BigInterval {
        let p = working(prec);
        Span {
            lo: Float::constant(c, Dir::Down, p),
            hi: Float::constant(c, Dir::Up, p),
        }
    }

    /// The lower end (+∞ for the empty set).
    pub fn lo(&self) -> &Float {
        &self.lo
    }

    /// The upper end (−∞ for the empty set).
    pub fn hi(&self) -> &Float {
        &self.hi
    }

    /// Whether the real `x` is in it; NaN and infinities never are.
    pub fn contains(&self, x: &Float) -> bool {
        self.contains_bound(x)
    }

    /// hi − lo rounded up at a precision in bits; 0 for the empty set.
    pub fn width(&self, prec: u32) -> Float {
        self.width_up(working(prec))
    }

    /// A finite point inside, near the middle, at a precision in bits (or that of an end); 0 for the empty set.
    pub fn mid(&self, prec: u32) -> Float {
        let p = working(prec);
        if !self.is_bounded() || self.is_empty() {
            // The middle of the doubles around a half-line is inside it, unless the end is beyond all doubles.
            let near = Float::of_f64(self.to_interval().mid());
            return if self.contains(&near) { near } else { self.finite_end() };
        }
        let half = Float::with_val(p, &self.lo + &self.hi) >> 1;
        if self.contains(&half) { half } else { self.lo.clone() }
    }

    /// An end that is finite; 0 if there is none.
    fn finite_end(&self) -> Float {
        let ends = [&self.lo, &self.hi];
        ends.into_iter()
            .find(|end| end.is_finite())
            .map_or_else(|| Float::of_f64(0.0), Float::clone)
    }

    /// The greatest |x|; 0 for the empty set.
    pub fn mag(&self) -> Float {
        if self.is_empty() {
            Float::of_f64(0.0)
        } else {
            self.magnitude().hi
        }
    }

    /// The least |x|; 0 for the empty set.
    pub fn mig(&self) -> Float {
        if self.is_empty() {
            Float::of_f64(0.0)
        } else {
            self.magnitude().lo
        }
    }

    /// The range of `f` over the part of `x` where it is defined, at a precision in bits.
    pub fn unary(f: Unary, x: &BigInterval, prec: u32) -> BigInterval {
        elementary::unary(f, x, working(prec))
    }

    /// The range of `f` over the part of the box where it is defined, at a precision in bits.
    pub fn binary(f: Binary, x: &BigInterval, y: &BigInterval, prec: u32) -> BigInterval {
        plane::binary(f, x, y, working(prec))
    }

    /// x · y + z without intermediate rounding, at a precision in bits.
    pub fn fma(x: &BigInterval, y: &BigInterval, z: &BigInterval, prec: u32) -> BigInterval {
        arith::fma(x, y, z, working(prec))
    }

    /// xⁿ for the x where it is defined (0 has no negative powers), at a precision in bits.
    pub fn powi(x: &BigInterval, n: i32, prec: u32) -> BigInterval {
        power::powi(x, n, working(prec))
    }
}
