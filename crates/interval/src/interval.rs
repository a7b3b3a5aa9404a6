//! Intervals of doubles: the fast layer.

use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Constant, Unary};
use crate::span::Span;
use crate::{arith, elementary, plane, power};
use rug::float::Round;
use rug::{Float, Rational};
use std::ops;

/// A closed interval of reals with double ends.
///
/// Arithmetic is by operators, and ends are rounded outward:
///
/// ```
/// use interval::Interval;
///
/// let tenth = Interval::point(1.0) / Interval::point(10.0);
/// // The double 0.1 is not a tenth, so it is one end of an interval around it.
/// assert!(tenth.contains(0.1) && !tenth.is_point());
/// // Operands do not know of each other, so x − x is any difference of two numbers of x.
/// let x = Interval::hull_of(1.0, 2.0);
/// assert_eq!(x - x, Interval::hull_of(-1.0, 1.0));
/// assert_eq!(x / x, Interval::hull_of(0.5, 2.0));
/// // Division leaves out the zero of the divisor; by nothing but zero, nothing is left.
/// assert_eq!(Interval::ONE / Interval::UNIT, Interval::hull_of(1.0, f64::INFINITY));
/// assert!((x / Interval::ZERO).is_empty());
/// ```
pub type Interval = Span<f64>;

impl Interval {
    /// The empty set.
    pub const EMPTY: Interval = Span {
        lo: f64::INFINITY,
        hi: f64::NEG_INFINITY,
    };
    /// All reals.
    pub const ENTIRE: Interval = Span {
        lo: f64::NEG_INFINITY,
        hi: f64::INFINITY,
    };
    /// {0}
    pub const ZERO: Interval = Span { lo: 0.0, hi: 0.0 };
    /// {1}
    pub const ONE: Interval = Span { lo: 1.0, hi: 1.0 };
    /// [0, 1]
    pub const UNIT: Interval = Span { lo: 0.0, hi: 1.0 };

    /// The set of one real; empty for NaN and infinities, which are not reals.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// assert!(Interval::point(0.1).contains(0.1));
    /// assert!(Interval::point(f64::INFINITY).is_empty());
    /// ```
    #[inline]
    pub fn point(x: f64) -> Interval {
        if x.is_finite() {
            Span::ends(x, x)
        } else {
            Interval::EMPTY
        }
    }

    /// The least interval with both numbers as ends, in either order; empty if there is none.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// let x = Interval::hull_of(2.0, -1.0);
    /// assert_eq!((x.lo(), x.hi()), (-1.0, 2.0));
    /// ```
    #[inline]
    pub fn hull_of(a: f64, b: f64) -> Interval {
        if a <= b {
            Interval::new(a, b)
        } else {
            Interval::new(b, a)
        }
        .unwrap_or(Interval::EMPTY)
    }

    /// The least interval around a rational.
    ///
    /// ```
    /// use interval::Interval;
    /// use rug::Rational;
    ///
    /// let third = Interval::from_rational(&Rational::from((1, 3)));
    /// // No double is a third, so the ends are the two beside it.
    /// assert_eq!(third.lo().next_up(), third.hi());
    /// ```
    pub fn from_rational(q: &Rational) -> Interval {
        // Rounding twice in one direction is rounding once: doubles are a subset of the 53-bit numbers.
        let end = |d| Float::with_val_round(53, q, d).0.to_f64_round(d);
        Span::ends(end(Round::Down), end(Round::Up))
    }

    /// The least interval around a constant.
    ///
    /// ```
    /// use interval::{Constant, Interval};
    ///
    /// let pi = Interval::constant(Constant::Pi);
    /// assert_eq!(pi.lo(), std::f64::consts::PI);
    /// assert_eq!(pi.hi(), std::f64::consts::PI.next_up());
    /// ```
    pub fn constant(c: Constant) -> Interval {
        Span {
            lo: f64::constant(c, Dir::Down, ()),
            hi: f64::constant(c, Dir::Up, ()),
        }
    }

    /// The lower end (+∞ for the empty set).
    #[inline]
    pub fn lo(&self) -> f64 {
        self.lo
    }

    /// The upper end (−∞ for the empty set).
    #[inline]
    pub fn hi(&self) -> f64 {
        self.hi
    }

    /// Whether the real `x` is in it; NaN and infinities never are.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// assert!(Interval::UNIT.contains(-0.0));
    /// assert!(!Interval::ENTIRE.contains(f64::INFINITY) && !Interval::ENTIRE.contains(f64::NAN));
    /// assert!(!Interval::EMPTY.contains(0.0));
    /// ```
    #[inline]
    pub fn contains(&self, x: f64) -> bool {
        self.contains_bound(&x)
    }

    /// hi − lo rounded up; 0 for the empty set.
    #[inline]
    pub fn width(&self) -> f64 {
        self.width_up(())
    }

    /// A finite point inside, near the middle; 0 for the empty set.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// // The sum of the ends overflows, their middle does not.
    /// assert_eq!(Interval::hull_of(1e308, f64::MAX).mid(), 0.5e308 + 0.5 * f64::MAX);
    /// // A half-line has no middle; the point is finite and inside.
    /// assert_eq!(Interval::hull_of(100.0, f64::INFINITY).mid(), 200.0);
    /// assert_eq!(Interval::ENTIRE.mid(), 0.0);
    /// ```
    pub fn mid(&self) -> f64 {
        let Span { lo, hi } = *self;
        if self.is_empty() || self.is_entire() {
            return 0.0;
        }
        // Half-lines: twice the finite end away from it, so that bisection doubles its reach.
        if hi == f64::INFINITY {
            return (lo + lo.abs().max(1.0)).min(f64::MAX).max(lo);
        }
        if lo == f64::NEG_INFINITY {
            return (hi - hi.abs().max(1.0)).max(f64::MIN).min(hi);
        }
        (0.5 * lo + 0.5 * hi).clamp(lo, hi)
    }

    /// The greatest |x|; 0 for the empty set.
    #[inline]
    pub fn mag(&self) -> f64 {
        if self.is_empty() {
            0.0
        } else {
            self.lo.abs().max(self.hi.abs())
        }
    }

    /// The least |x|; 0 for the empty set.
    #[inline]
    pub fn mig(&self) -> f64 {
        if self.is_empty() || self.contains_zero() {
            0.0
        } else {
            self.lo.abs().min(self.hi.abs())
        }
    }

    /// The range of `f` over the part of `x` where it is defined.
    ///
    /// ```
    /// use interval::{Interval, Unary};
    ///
    /// let root = Interval::unary(Unary::Sqrt, Interval::hull_of(-1.0, 4.0));
    /// assert_eq!((root.lo(), root.hi()), (0.0, 2.0));
    /// ```
    #[inline]
    pub fn unary(f: Unary, x: Interval) -> Interval {
        elementary::unary(f, &x, ())
    }

    /// The range of `f` over the part of the box where it is defined.
    ///
    /// ```
    /// use interval::{Binary, Interval};
    ///
    /// let quotient = Interval::binary(Binary::Div, Interval::ONE, Interval::hull_of(2.0, 4.0));
    /// assert_eq!((quotient.lo(), quotient.hi()), (0.25, 0.5));
    /// ```
    #[inline]
    pub fn binary(f: Binary, x: Interval, y: Interval) -> Interval {
        plane::binary(f, &x, &y, ())
    }

    /// x · y + z without intermediate rounding.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// // (1 + ε)(1 − ε) − 1 = −ε² is a double; the rounded product is 1 or the double below it.
    /// let [a, b, c] = [1.0 + f64::EPSILON, 1.0 - f64::EPSILON, -1.0].map(Interval::point);
    /// assert_eq!(Interval::fma(a, b, c), Interval::point(-f64::EPSILON * f64::EPSILON));
    /// assert!((a * b + c).width() > 1e-17);
    /// ```
    #[inline]
    pub fn fma(x: Interval, y: Interval, z: Interval) -> Interval {
        arith::fma(&x, &y, &z, ())
    }

    /// xⁿ for the x where it is defined (0 has no negative powers).
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// // A square is never negative, although a product of two such numbers may be.
    /// let x = Interval::hull_of(-1.0, 2.0);
    /// assert_eq!(x.powi(2).lo(), 0.0);
    /// assert_eq!((x * x).lo(), -2.0);
    /// ```
    #[inline]
    pub fn powi(self, n: i32) -> Interval {
        power::powi(&self, n, ())
    }
}

/// Methods that name one function of the vocabulary each.
macro_rules! methods {
    (unary: $($method:ident = $f:ident),*; binary: $($method2:ident = $g:ident),* $(;)?) => {
        impl Interval {
            $(
                #[doc = concat!("`", stringify!($method), "` over the part of the interval where it is defined.")]
                #[inline]
                pub fn $method(self) -> Interval {
                    Interval::unary(Unary::$f, self)
                }
            )*
            $(
                #[doc = concat!("`", stringify!($method2), "` over the part of the box where it is defined.")]
                #[inline]
                pub fn $method2(self, other: Interval) -> Interval {
                    Interval::binary(Binary::$g, self, other)
                }
            )*
        }
    };
}

methods! {
    unary: abs = Fabs, sqrt = Sqrt, cbrt = Cbrt, exp = Exp, exp2 = Exp2, exp10 = Exp10, expm1 = Expm1,
        log = Log, log2 = Log2, log10 = Log10, log1p = Log1p, sin = Sin, cos = Cos, tan = Tan,
        asin = Asin, acos = Acos, atan = Atan, sinh = Sinh, cosh = Cosh, tanh = Tanh,
        asinh = Asinh, acosh = Acosh, atanh = Atanh, erf = Erf, erfc = Erfc, tgamma = Tgamma, lgamma = Lgamma,
        ceil = Ceil, floor = Floor, trunc = Trunc, round = Round, nearbyint = Nearbyint;
    binary: pow = Pow, atan2 = Atan2, hypot = Hypot, fmin = Fmin, fmax = Fmax, fdim = Fdim,
        fmod = Fmod, remainder = Remainder, copysign = Copysign;
}

/// Operators that name one binary function each.
macro_rules! operators {
    ($($kind:ident::$method:ident = $kernel:path),*) => {$(
        impl ops::$kind for Interval {
            type Output = Interval;
            #[inline]
            fn $method(self, other: Interval) -> Interval {
                $kernel(&self, &other, ())
            }
        }
    )*};
}

operators!(
    Add::add = arith::add,
    Sub::sub = arith::sub,
    Mul::mul = arith::mul,
    Div::div = arith::div
);

impl ops::Neg for Interval {
    type Output = Interval;
    #[inline]
    fn neg(self) -> Interval {
        self.negated()
    }
}
