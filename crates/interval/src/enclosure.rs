//! A range together with what is known about where the function is defined.

use crate::big::{BigInterval, working};
use crate::bound::Endpoint;
use crate::facts::RangeShape;
use crate::function::{Binary, Constant, Unary};
use crate::interval::Interval;
use crate::span::Span;
use crate::{arith, elementary, gamma, periodic, plane, power};

/// Where in the box of its variables a function is defined.
///
/// ```
/// use interval::{Binary, Definedness, Enclosure, FloatEnclosure, Interval};
///
/// let quotient = |y: Interval| {
///     let one = FloatEnclosure::point(1.0);
///     FloatEnclosure::binary(Binary::Div, one, Enclosure::everywhere(y)).defined
/// };
/// assert_eq!(quotient(Interval::hull_of(1.0, 2.0)), Definedness::Everywhere);
/// // There is a pole inside, so nothing is proved of the whole interval …
/// assert_eq!(quotient(Interval::hull_of(-1.0, 1.0)), Definedness::Partly);
/// // … and here there is nothing but the pole.
/// assert_eq!(quotient(Interval::ZERO), Definedness::Nowhere);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Definedness {
    /// At every point: proved.
    Everywhere,
    /// Not proved either way.
    Partly,
    /// At no point: proved.
    Nowhere,
}

impl Definedness {
    /// The definedness of a pair: everywhere if both are, nowhere if one is.
    #[inline]
    pub fn and(self, other: Definedness) -> Definedness {
        self.max(other)
    }
}

/// An enclosure of the values of a function, with its definedness; `Nowhere` iff the range is empty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure<R> {
    /// Contains every value the function takes.
    pub range: R,
    /// Where the function is defined.
    pub defined: Definedness,
}

/// An enclosure with double ends.
pub type FloatEnclosure = Enclosure<Interval>;
/// An enclosure with multiple-precision ends.
pub type BigEnclosure = Enclosure<BigInterval>;

impl<B: Endpoint> Enclosure<Span<B>> {
    /// The enclosure of a function defined everywhere (or nowhere if the range is empty).
    #[inline]
    pub fn everywhere(range: Span<B>) -> Enclosure<Span<B>> {
        Enclosure::of(range, Definedness::Everywhere)
    }

    /// The empty enclosure.
    pub fn nowhere() -> Enclosure<Span<B>> {
        Enclosure {
            range: Span::empty(),
            defined: Definedness::Nowhere,
        }
    }

    /// Keeps the invariant: an empty range means defined nowhere.
    #[inline]
    fn of(range: Span<B>, defined: Definedness) -> Enclosure<Span<B>> {
        let nowhere = range.is_empty() || defined == Definedness::Nowhere;
        if nowhere {
            Enclosure::nowhere()
        } else {
            Enclosure { range, defined }
        }
    }

    #[inline]
    fn unary_at(f: Unary, x: &Self, p: B::Prec) -> Self {
        let range = elementary::unary(f, &x.range, p);
        let defined = if is_defined(f, &x.range, p) {
            x.defined
        } else {
            x.defined.and(Definedness::Partly)
        };
        Enclosure::of(range, defined)
    }

    #[inline]
    fn binary_at(f: Binary, x: &Self, y: &Self, p: B::Prec) -> Self {
        let both = x.defined.and(y.defined);
        let range = plane::binary(f, &x.range, &y.range, p);
        let inside = plane::is_defined(f, &x.range, &y.range);
        Enclosure::of(range, if inside { both } else { both.and(Definedness::Partly) })
    }

    #[inline]
    fn fma_at(x: &Self, y: &Self, z: &Self, p: B::Prec) -> Self {
        let range = arith::fma(&x.range, &y.range, &z.range, p);
        Enclosure::of(range, x.defined.and(y.defined).and(z.defined))
    }

    #[inline]
    fn powi_at(x: &Self, n: i32, p: B::Prec) -> Self {
        let inside = n >= 0 || !x.range.contains_zero();
        let defined = if inside {
            x.defined
        } else {
            x.defined.and(Definedness::Partly)
        };
        Enclosure::of(power::powi(&x.range, n, p), defined)
    }
}

/// Whether `f` is defined on all of `x`.
#[inline]
fn is_defined<B: Endpoint>(f: Unary, x: &Span<B>, p: B::Prec) -> bool {
    match f.shape() {
        RangeShape::Tangent => periodic::tangent_is_continuous(x, p),
        RangeShape::Gamma => gamma::is_defined(x, p),
        _ => f.domain().covers(x),
    }
}

impl FloatEnclosure {
    /// One real number, exactly; nowhere for NaN and infinities.
    ///
    /// ```
    /// use interval::{Definedness, FloatEnclosure, Unary};
    ///
    /// // NaN is no real number: whatever is computed from it is defined nowhere, even a constant function of it.
    /// let nothing = FloatEnclosure::point(f64::NAN);
    /// assert_eq!(nothing.defined, Definedness::Nowhere);
    /// assert_eq!(FloatEnclosure::unary(Unary::Exp, nothing), nothing);
    /// ```
    #[inline]
    pub fn point(x: f64) -> FloatEnclosure {
        Enclosure::everywhere(Interval::point(x))
    }

    /// A named constant.
    pub fn constant(c: Constant) -> FloatEnclosure {
        Enclosure::everywhere(Interval::constant(c))
    }

    /// `f` of an enclosure.
    ///
    /// ```
    /// use interval::{Definedness, Enclosure, FloatEnclosure, Interval, Unary};
    ///
    /// let x = Enclosure::everywhere(Interval::hull_of(-1.0, 4.0));
    /// let root = FloatEnclosure::unary(Unary::Sqrt, x);
    /// // Half of the box has no root, and the range alone does not tell.
    /// assert_eq!(root.defined, Definedness::Partly);
    /// ```
    #[inline]
    pub fn unary(f: Unary, x: FloatEnclosure) -> FloatEnclosure {
        Self::unary_at(f, &x, ())
    }

    /// `f` of two enclosures.
    #[inline]
    pub fn binary(f: Binary, x: FloatEnclosure, y: FloatEnclosure) -> FloatEnclosure {
        Self::binary_at(f, &x, &y, ())
    }

    /// x · y + z of three enclosures.
    #[inline]
    pub fn fma(x: FloatEnclosure, y: FloatEnclosure, z: FloatEnclosure) -> FloatEnclosure {
        Self::fma_at(&x, &y, &z, ())
    }

    /// xⁿ of an enclosure.
    ///
    /// ```
    /// use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
    ///
    /// let x = Enclosure::everywhere(Interval::hull_of(-1.0, 2.0));
    /// let inverse = FloatEnclosure::powi(x, -2);
    /// // The pole at 0 costs definedness, but the values are known to be at least 1/4.
    /// assert_eq!((inverse.range.lo(), inverse.defined), (0.25, Definedness::Partly));
    /// // x⁰ = 1, at 0 too.
    /// assert_eq!(FloatEnclosure::powi(x, 0), FloatEnclosure::point(1.0));
    /// ```
    #[inline]
    pub fn powi(x: FloatEnclosure, n: i32) -> FloatEnclosure {
        Self::powi_at(&x, n, ())
    }
}

impl BigEnclosure {
    /// A named constant at a precision in bits.
    pub fn constant(c: Constant, prec: u32) -> BigEnclosure {
        Enclosure::everywhere(BigInterval::constant(c, prec))
    }

    /// `f` of an enclosure, at a precision in bits.
    ///
    /// ```
    /// use interval::{BigEnclosure, BigInterval, Definedness, Enclosure, Unary};
    ///
    /// // No double is an odd multiple of π/2, so tan is defined even at the one nearest to it.
    /// let x = Enclosure::everywhere(BigInterval::from_f64(std::f64::consts::FRAC_PI_2));
    /// let tangent = BigEnclosure::unary(Unary::Tan, &x, 200);
    /// assert_eq!(tangent.defined, Definedness::Everywhere);
    /// assert!(tangent.range.to_interval().contains(1.633123935319537e16));
    /// ```
    pub fn unary(f: Unary, x: &BigEnclosure, prec: u32) -> BigEnclosure {
        Self::unary_at(f, x, working(prec))
    }

    /// `f` of two enclosures, at a precision in bits.
    pub fn binary(f: Binary, x: &BigEnclosure, y: &BigEnclosure, prec: u32) -> BigEnclosure {
        Self::binary_at(f, x, y, working(prec))
    }

    /// x · y + z of three enclosures, at a precision in bits.
    pub fn fma(x: &BigEnclosure, y: &BigEnclosure, z: &BigEnclosure, prec: u32) -> BigEnclosure {
        Self::fma_at(x, y, z, working(prec))
    }

    /// xⁿ of an enclosure, at a precision in bits.
    pub fn powi(x: &BigEnclosure, n: i32, prec: u32) -> BigEnclosure {
        Self::powi_at(x, n, working(prec))
    }
}
