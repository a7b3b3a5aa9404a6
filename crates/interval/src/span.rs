//! The closed interval over any kind of endpoint: construction, queries, set operations.

use crate::bound::{Dir, Endpoint};

/// A closed interval of reals `[lo, hi]`.
///
/// Ends may be infinite, meaning no bound on that side: `[-∞, 5]` is all reals up to 5.
/// The empty set is `[+∞, −∞]` and only that; zero ends have no sign, so equality of values is equality of sets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<B> {
    pub(crate) lo: B,
    pub(crate) hi: B,
}

impl<B: Endpoint> Span<B> {
    /// The empty set.
    #[inline]
    pub fn empty() -> Span<B> {
        Span {
            lo: B::of_f64(f64::INFINITY),
            hi: B::of_f64(f64::NEG_INFINITY),
        }
    }

    /// All reals.
    #[inline]
    pub fn entire() -> Span<B> {
        Span {
            lo: B::of_f64(f64::NEG_INFINITY),
            hi: B::of_f64(f64::INFINITY),
        }
    }

    /// The interval between two doubles that are known to be in order.
    #[inline]
    pub(crate) fn doubles(lo: f64, hi: f64) -> Span<B> {
        Span {
            lo: B::of_f64(lo),
            hi: B::of_f64(hi),
        }
    }

    /// The interval between two ends that are known to be in order.
    #[inline]
    pub(crate) fn ends(lo: B, hi: B) -> Span<B> {
        Span {
            lo: lo.tidy(),
            hi: hi.tidy(),
        }
    }

    /// The interval, or `None` if an end is NaN, the ends are reversed, or no real lies between them.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// assert_eq!(Interval::new(2.0, 1.0), None);
    /// assert_eq!(Interval::new(f64::NAN, 1.0), None);
    /// // An infinite end means that there is no bound, so this is a set of reals …
    /// assert!(Interval::new(0.0, f64::INFINITY).is_some_and(|x| x.contains(1e308)));
    /// // … and this would be none.
    /// assert_eq!(Interval::new(f64::INFINITY, f64::INFINITY), None);
    /// ```
    #[inline]
    pub fn new(lo: B, hi: B) -> Option<Span<B>> {
        let some_real = lo <= hi && lo < f64::INFINITY && hi > f64::NEG_INFINITY;
        some_real.then(|| Span::ends(lo, hi))
    }

    /// Whether there is no real in it.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.lo > self.hi
    }

    /// Whether it is all the reals.
    #[inline]
    pub fn is_entire(&self) -> bool {
        self.lo == f64::NEG_INFINITY && self.hi == f64::INFINITY
    }

    /// Whether it is one real.
    #[inline]
    pub fn is_point(&self) -> bool {
        self.lo == self.hi
    }

    /// Whether both ends are finite (the empty set is bounded).
    #[inline]
    pub fn is_bounded(&self) -> bool {
        self.is_empty() || (self.lo > f64::NEG_INFINITY && self.hi < f64::INFINITY)
    }

    /// Whether the real zero is in it.
    #[inline]
    pub fn contains_zero(&self) -> bool {
        self.lo <= 0.0 && self.hi >= 0.0
    }

    /// Whether it is exactly {0}.
    #[inline]
    pub fn is_zero(&self) -> bool {
        self.lo == 0.0 && self.hi == 0.0
    }

    /// Whether the real `x` is in it.
    #[inline]
    pub fn contains_bound(&self, x: &B) -> bool {
        let finite = *x > f64::NEG_INFINITY && *x < f64::INFINITY;
        finite && self.lo <= *x && *x <= self.hi
    }

    /// Whether every real in it is in `other`.
    #[inline]
    pub fn subset_of(&self, other: &Span<B>) -> bool {
        self.is_empty() || (other.lo <= self.lo && self.hi <= other.hi)
    }

    /// Whether every real in it is in the topological interior of `other`.
    #[inline]
    pub fn interior_of(&self, other: &Span<B>) -> bool {
        let below = other.lo < self.lo || other.lo == f64::NEG_INFINITY;
        let above = self.hi < other.hi || other.hi == f64::INFINITY;
        self.is_empty() || (below && above)
    }

    /// Whether they have no real in common.
    #[inline]
    pub fn disjoint(&self, other: &Span<B>) -> bool {
        self.is_empty() || other.is_empty() || self.hi < other.lo || other.hi < self.lo
    }

    /// The common part.
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// let (left, right) = (Interval::hull_of(0.0, 1.0), Interval::hull_of(1.0, 2.0));
    /// // Intervals are closed, so neighbours share their border.
    /// assert_eq!(left.intersect(&right), Interval::point(1.0));
    /// assert!(left.intersect(&Interval::hull_of(1.5, 2.0)).is_empty());
    /// ```
    #[inline]
    pub fn intersect(&self, other: &Span<B>) -> Span<B> {
        if self.disjoint(other) {
            return Span::empty();
        }
        Span {
            lo: larger(&self.lo, &other.lo).clone(),
            hi: smaller(&self.hi, &other.hi).clone(),
        }
    }

    /// The least interval around both.
    #[inline]
    pub fn hull(&self, other: &Span<B>) -> Span<B> {
        Span {
            lo: smaller(&self.lo, &other.lo).clone(),
            hi: larger(&self.hi, &other.hi).clone(),
        }
    }

    /// Every real of `self` is less than every real of `other` (vacuous for the empty set).
    ///
    /// ```
    /// use interval::Interval;
    ///
    /// let (x, y) = (Interval::hull_of(0.0, 2.0), Interval::hull_of(1.0, 3.0));
    /// // Where intervals overlap, neither an order nor its opposite is certain.
    /// assert!(!x.certainly_lt(&y) && !x.certainly_ge(&y));
    /// assert!(x.certainly_lt(&Interval::hull_of(2.5, 3.0)));
    /// assert!(Interval::EMPTY.certainly_lt(&x) && Interval::EMPTY.certainly_gt(&x));
    /// ```
    #[inline]
    pub fn certainly_lt(&self, other: &Span<B>) -> bool {
        self.is_empty() || other.is_empty() || self.hi < other.lo
    }

    /// Every real of `self` is at most every real of `other` (vacuous for the empty set).
    #[inline]
    pub fn certainly_le(&self, other: &Span<B>) -> bool {
        self.is_empty() || other.is_empty() || self.hi <= other.lo
    }

    /// Every real of `self` is greater than every real of `other` (vacuous for the empty set).
    #[inline]
    pub fn certainly_gt(&self, other: &Span<B>) -> bool {
        other.certainly_lt(self)
    }

    /// Every real of `self` is at least every real of `other` (vacuous for the empty set).
    #[inline]
    pub fn certainly_ge(&self, other: &Span<B>) -> bool {
        other.certainly_le(self)
    }

    /// Both are one and the same real (vacuous for the empty set).
    #[inline]
    pub fn certainly_eq(&self, other: &Span<B>) -> bool {
        let same = self.is_point() && other.is_point() && self.lo == other.lo;
        self.is_empty() || other.is_empty() || same
    }

    /// No real of `self` equals any real of `other`.
    #[inline]
    pub fn certainly_ne(&self, other: &Span<B>) -> bool {
        self.disjoint(other)
    }

    /// −x, exactly.
    #[inline]
    pub(crate) fn negated(&self) -> Span<B> {
        Span {
            lo: self.hi.clone().negate(),
            hi: self.lo.clone().negate(),
        }
    }

    /// |x|, exactly.
    #[inline]
    pub(crate) fn magnitude(&self) -> Span<B> {
        if self.is_empty() || self.lo >= 0.0 {
            return self.clone();
        }
        let flipped = self.negated();
        if self.hi <= 0.0 {
            return flipped;
        }
        Span {
            lo: B::of_f64(0.0),
            hi: larger(&self.hi, &flipped.hi).clone(),
        }
    }

    /// An upper bound of hi − lo; 0 for the empty set.
    #[inline]
    pub(crate) fn width_up(&self, p: B::Prec) -> B {
        if self.is_empty() {
            return B::of_f64(0.0);
        }
        B::sub(&self.hi, &self.lo, Dir::Up, p).tidy()
    }
}

/// The lesser of two ends.
#[inline]
pub(crate) fn smaller<'a, B: Endpoint>(a: &'a B, b: &'a B) -> &'a B {
    if b < a { b } else { a }
}

/// The greater of two ends.
#[inline]
pub(crate) fn larger<'a, B: Endpoint>(a: &'a B, b: &'a B) -> &'a B {
    if b > a { b } else { a }
}
