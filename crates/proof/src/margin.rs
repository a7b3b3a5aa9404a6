//! What the accuracy requirement allows around a real value.
//!
//! m(y) = max(e·|y|, d, n·ulp(y), η) with those of e, d, n that are given; acceptable is [y − m(y), y + m(y)].
//! m is monotone in |y|, which is all that bounds on it need.
//!
//! η is half of the least positive number of a float format: whatever underflows, the nearest number is acceptable.
//! A correctly rounded result has no margin: acceptable is R(y) alone, the number of the format nearest to y, the even one of
//! two. R is monotone, which again is all that bounds need. As |R(y) − y| ≤ ulp(y)/2, m(y) = ulp(y)/2 is a margin beyond
//! which nothing is acceptable, but not all within is: so bounds from above are those of that margin, and from below 0.
//!
//! Ω is the least number that rounds to infinity in a float format. All numbers from Ω on count as infinity, which is
//! acceptable if [y − m(y), y + m(y)] reaches Ω; and likewise from −Ω down.

use expr::spec::{Accuracy, Format};
use interval::Interval;
use rug::float::Round;
use rug::{Float, Integer, Rational};

/// The margins of one specification.
#[derive(Clone, Debug)]
pub struct SpecMargin {
    /// Margins beyond which nothing is acceptable.
    accuracy: Accuracy,
    /// Whether R(y) alone is acceptable.
    rounded: bool,
    format: Format,
    /// E and D of an upper bound max(E·|y|, D) of m(y).
    upper: (f64, f64),
    /// η; none for formats that are not floats.
    underflow: Option<Rational>,
    /// Ω; none for formats without infinities.
    overflow: Option<Rational>,
    /// A double that is not above Ω.
    nearly_overflow: f64,
}

impl SpecMargin {
    /// The margins of an accuracy requirement for an output format.
    pub fn new(accuracy: &Accuracy, format: Format) -> SpecMargin {
        SpecMargin::with(accuracy, format, (underflow(format), overflow(format)))
    }

    /// The margins of an accuracy requirement among real numbers, however large or small they are.
    pub fn of_reals(accuracy: &Accuracy, format: Format) -> SpecMargin {
        SpecMargin::with(accuracy, format, (None, None))
    }

    fn with(
        accuracy: &Accuracy,
        format: Format,
        (underflow, overflow): (Option<Rational>, Option<Rational>),
    ) -> SpecMargin {
        let rounded = accuracy.rounded;
        let accuracy = accuracy.margins();
        let up = |q: &Option<Rational>| q.as_ref().map_or(0.0, |q| Interval::from_rational(q).hi());
        let in_ulps = |exponent: i32| {
            let scaled = accuracy.ulps.as_ref().map(|n| n * power_of_two(exponent));
            up(&scaled)
        };
        let relative = up(&accuracy.relative).max(in_ulps(1 - format.precision() as i32));
        let absolute = up(&accuracy.absolute)
            .max(in_ulps(format.least_exponent()))
            .max(up(&underflow));
        SpecMargin {
            upper: (relative, absolute),
            accuracy,
            rounded,
            format,
            nearly_overflow: overflow
                .as_ref()
                .map_or(f64::INFINITY, |q| Interval::from_rational(q).lo()),
            overflow,
            underflow,
        }
    }

    /// Whether only the correctly rounded result is acceptable.
    pub fn is_rounded(&self) -> bool {
        self.rounded
    }

    /// R(y); ±Ω where that is an infinity.
    ///
    /// ```
    /// use expr::spec::{Accuracy, Format};
    /// use proof::margin::SpecMargin;
    /// use rug::Rational;
    ///
    /// let margin = SpecMargin::new(&Accuracy { rounded: true, ..Accuracy::default() }, Format::Binary64);
    /// assert_eq!(margin.nearest(&Rational::from((1, 10))), 0.1);
    /// // Halfway between two doubles the even one is nearest, which is 1 here.
    /// assert_eq!(margin.nearest(&Rational::from(((1u64 << 53) + 1, 1u64 << 53))), 1);
    /// ```
    pub fn nearest(&self, y: &Rational) -> Rational {
        match &self.overflow {
            Some(limit) if y >= limit => return limit.clone(),
            Some(limit) if *y <= Rational::from(-limit) => return Rational::from(-limit),
            _ => {}
        }
        // Every number of the binade of y is a whole number of units, and so is the least one of the next binade.
        let ulp = self.ulp(&y.clone().abs());
        Rational::from(nearest_even(&Rational::from(y / &ulp))) * ulp
    }

    /// The least and the greatest number that may be acceptable for some y from `lo` to `hi`; all beyond Ω count as Ω.
    pub fn possible(&self, lo: &Rational, hi: &Rational) -> (Rational, Rational) {
        if self.rounded {
            return (self.nearest(lo), self.nearest(hi));
        }
        // m grows with |y|, so the ends have the greatest.
        let most = self.at(lo).max(self.at(hi));
        (Rational::from(lo - &most), Rational::from(hi + &most))
    }

    /// From the first to the second everything is acceptable for every y from `lo` to `hi`; nothing is known to be if they
    /// are the other way round.
    pub fn certain(&self, lo: &Rational, hi: &Rational) -> (Rational, Rational) {
        if self.rounded {
            return (self.nearest(hi), self.nearest(lo));
        }
        // m is monotone in |y|: over an interval through 0 it is least at 0.
        let straddles = lo.cmp0().is_lt() && hi.cmp0().is_gt();
        let least = if straddles {
            self.at(&Rational::new())
        } else {
            self.at(lo).min(self.at(hi))
        };
        (Rational::from(hi - &least), Rational::from(lo + &least))
    }

    /// A distance from y within which everything is acceptable that can be a result: m(y), or 0 of a correctly rounded one,
    /// since a result that is y itself is R(y).
    pub fn sure(&self, y: &Rational) -> Rational {
        if self.rounded { Rational::new() } else { self.at(y) }
    }

    /// Ω, if the format has infinities.
    pub fn overflow(&self) -> Option<&Rational> {
        self.overflow.as_ref()
    }

    /// Whether acceptable sets of which one ends at `low` and the other begins at `high` are disjoint.
    pub fn separates(&self, low: &Rational, high: &Rational) -> bool {
        let apart_in_range = |limit: &Rational| low < limit && *high > Rational::from(-limit);
        low < high && self.overflow.as_ref().is_none_or(apart_in_range)
    }

    /// The same of doubles that are not below `low` and not above `high`; either may be infinite.
    fn separates_floats(&self, low: f64, high: f64) -> bool {
        low < high && self.is_within_range(low, high)
    }

    /// Whether what ends at about `low` and what begins at about `high` is no overflow to the same infinity.
    pub fn is_within_range(&self, low: f64, high: f64) -> bool {
        low.next_up() < self.nearly_overflow && high.next_down() > -self.nearly_overflow
    }

    /// Format of the output.
    pub fn format(&self) -> Format {
        self.format
    }

    /// M(y) ≥ m(y) in binary64: max(E·|y|, D), where n·ulp(y) ≤ n·max(2^(1−p)·|y|, least) has gone into E and D.
    pub fn above(&self, magnitude: f64) -> f64 {
        let (relative, absolute) = self.upper;
        let product = if relative == 0.0 {
            0.0
        } else {
            (relative * magnitude).next_up()
        };
        // With E ≥ 1, y − M(y) would not grow with y: nothing is ever apart then.
        if relative < 1.0 {
            product.max(absolute)
        } else {
            f64::INFINITY
        }
    }

    /// Lower and upper bounds max(E·|y|, D) of m(y), for the solver.
    pub fn enclosed(&self) -> solver::EnclosedMargin {
        if self.rounded {
            // However near two values are, they may be rounded apart.
            return solver::EnclosedMargin {
                relative: Interval::hull_of(0.0, self.upper.0),
                absolute: Interval::hull_of(0.0, self.upper.1),
            };
        }
        let lower = |q: &Option<Rational>| q.as_ref().map_or(0.0, |q| Interval::from_rational(q).lo());
        // |y| < 2·2^⌊log₂ y⌋, so ulp(y) ≥ 2^−p·|y|; and ulp(y) ≥ least.
        let in_ulps = |exponent: i32| {
            let scaled = self.accuracy.ulps.as_ref().map(|n| n * power_of_two(exponent));
            lower(&scaled)
        };
        let relative = lower(&self.accuracy.relative).max(in_ulps(-(self.format.precision() as i32)));
        let absolute = lower(&self.accuracy.absolute)
            .max(in_ulps(self.format.least_exponent()))
            .max(lower(&self.underflow));
        solver::EnclosedMargin {
            relative: Interval::hull_of(relative, self.upper.0),
            absolute: Interval::hull_of(absolute, self.upper.1),
        }
    }

    /// m(y), exactly: nothing beyond is acceptable.
    ///
    /// ```
    /// use expr::spec::{Accuracy, Format};
    /// use proof::margin::SpecMargin;
    /// use rug::Rational;
    ///
    /// // 1 % or 3, whichever is more.
    /// let (percent, three) = (Rational::from((1, 100)), Rational::from(3));
    /// let accuracy = Accuracy { relative: Some(percent), absolute: Some(three), ..Accuracy::default() };
    /// let margin = SpecMargin::new(&accuracy, Format::Binary64);
    /// assert_eq!(margin.at(&Rational::from(-1000)), 10);
    /// assert_eq!(margin.at(&Rational::new()), 3);
    /// ```
    pub fn at(&self, y: &Rational) -> Rational {
        let magnitude = y.clone().abs();
        let relative = self.accuracy.relative.as_ref().map(|e| Rational::from(e * &magnitude));
        let ulps = self.accuracy.ulps.as_ref().map(|n| n * self.ulp(&magnitude));
        [relative, self.accuracy.absolute.clone(), ulps, self.underflow.clone()]
            .into_iter()
            .flatten()
            .max()
            .unwrap_or_default()
    }

    /// Whether two values whose enclosures are `f` and `g` have provably disjoint acceptable sets.
    ///
    /// ```
    /// use expr::spec::{Accuracy, Format};
    /// use interval::Interval;
    /// use proof::margin::SpecMargin;
    /// use rug::Rational;
    ///
    /// let accuracy = Accuracy { absolute: Some(Rational::from(1)), ..Accuracy::default() };
    /// let margin = SpecMargin::new(&accuracy, Format::Binary64);
    /// // What is acceptable around 0 ends at 1, and around 2 begins there: no proof before they are separate.
    /// assert!(!margin.apart(&Interval::ZERO, &Interval::point(2.0)));
    /// assert!(margin.apart(&Interval::ZERO, &Interval::point(2.1)));
    /// ```
    pub fn apart(&self, f: &Interval, g: &Interval) -> bool {
        if f.is_empty() || g.is_empty() {
            return false;
        }
        // y − M(y) and y + M(y) grow with y, so the nearest ends decide.
        let beyond =
            |low: f64, high: f64| self.separates_floats(self.reach(low, Round::Up), self.reach(high, Round::Down));
        (f.hi() < g.lo() && beyond(f.hi(), g.lo())) || (g.hi() < f.lo() && beyond(g.hi(), f.lo()))
    }

    /// y + M(y) rounded up, or y − M(y) rounded down, for a finite y; of correct rounding R(y), or a number beyond it.
    fn reach(&self, y: f64, direction: Round) -> f64 {
        if self.rounded {
            return match (self.format, direction) {
                (Format::Binary64 | Format::Binary32, _) => self.format.nearest(y),
                (Format::Fixed(fixed), Round::Up) => fixed.round_up(y),
                (Format::Fixed(fixed), _) => fixed.round_down(y),
            };
        }
        let margin = self.above(y.abs());
        if direction == Round::Up {
            (y + margin).next_up()
        } else {
            (y - margin).next_down()
        }
    }

    /// The unit in the last place of the format at a magnitude: 2^max(⌊log₂ y⌋ − p + 1, least exponent).
    pub fn ulp(&self, magnitude: &Rational) -> Rational {
        let least = self.format.least_exponent();
        let exponent = match floor_log2(magnitude) {
            Some(e) => e.saturating_sub(self.format.precision() as i32 - 1).max(least),
            None => least,
        };
        power_of_two(exponent)
    }
}

/// η.
fn underflow(format: Format) -> Option<Rational> {
    match format {
        Format::Binary64 | Format::Binary32 => Some(power_of_two(format.least_exponent() - 1)),
        Format::Fixed(_) => None,
    }
}

/// Ω: the greatest number and half of the distance to the one that would follow.
fn overflow(format: Format) -> Option<Rational> {
    let half_up = |top: i32| power_of_two(top) - power_of_two(top - format.precision() as i32 - 1);
    match format {
        Format::Binary64 => Some(half_up(1024)),
        Format::Binary32 => Some(half_up(128)),
        Format::Fixed(_) => None,
    }
}

/// The whole number nearest to q, the even one of two.
fn nearest_even(q: &Rational) -> Integer {
    let (part, whole) = q.clone().fract_floor(Integer::new());
    let up = match part.cmp(&Rational::from((1, 2))) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => whole.is_odd(),
    };
    whole + Integer::from(up)
}

/// ⌊log₂ q⌋ of a positive number.
fn floor_log2(q: &Rational) -> Option<i32> {
    if q.cmp0().is_le() {
        return None;
    }
    // MPFR writes x = 0.1… · 2^exp; rounding toward zero keeps the binade.
    Float::with_val_round(53, q, Round::Zero).0.get_exp().map(|e| e - 1)
}

fn power_of_two(exponent: i32) -> Rational {
    let power = Rational::from(Integer::from(1) << exponent.unsigned_abs());
    if exponent < 0 { power.recip() } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin(relative: Option<(i64, i64)>, absolute: Option<(i64, i64)>, ulps: Option<i64>) -> SpecMargin {
        let accuracy = Accuracy {
            relative: relative.map(Rational::from),
            absolute: absolute.map(Rational::from),
            ulps: ulps.map(Rational::from),
            rounded: false,
        };
        SpecMargin::new(&accuracy, Format::Binary64)
    }

    #[test]
    fn the_largest_margin_counts() {
        let m = margin(Some((1, 100)), Some((1, 10)), None);
        assert_eq!(m.at(&Rational::from(1)), Rational::from((1, 10)));
        assert_eq!(m.at(&Rational::from(-100)), Rational::from(1));
        assert_eq!(m.at(&Rational::new()), Rational::from((1, 10)));
    }

    #[test]
    fn numbers_that_overflow_or_underflow_alike_are_not_apart() {
        let single = Accuracy {
            relative: Some(Rational::from((1, 1000))),
            ..Accuracy::default()
        };
        let m = SpecMargin::new(&single, Format::Binary32);
        let (max, point) = (f64::from(f32::MAX), Interval::point);
        assert!(m.apart(&point(max / 2.0), &point(max)));
        assert!(m.apart(&point(max / 2.0), &point(2.0 * max)));
        assert!(!m.apart(&point(max), &point(2.0 * max)));
        assert!(!m.apart(&point(-1e300), &point(-1e200)));
        assert!(m.apart(&point(-1e300), &point(1e300)));
        assert!(!m.apart(&point(0.0), &point(1e-46)));
        assert!(m.apart(&point(0.0), &point(1e-44)));
    }

    #[test]
    fn infinity_begins_half_an_ulp_beyond_the_greatest_number() {
        for (format, largest) in [(Format::Binary64, f64::MAX), (Format::Binary32, f64::from(f32::MAX))] {
            let omega = overflow(format).unwrap();
            let largest = Rational::from_f64(largest).unwrap();
            let m = SpecMargin::new(&Accuracy::default(), format);
            assert_eq!(omega - &largest, m.ulp(&largest) / 2);
        }
        assert_eq!(
            Rational::from_f64(f64::from_bits(1)).unwrap() / 2,
            underflow(Format::Binary64).unwrap()
        );
    }

    #[test]
    fn ulps_follow_the_binade() {
        let m = margin(None, None, Some(2));
        assert_eq!(m.at(&Rational::from(1)).to_f64(), 2.0 * f64::EPSILON);
        assert_eq!(m.at(&Rational::from((3, 4))).to_f64(), f64::EPSILON);
        assert_eq!(m.at(&Rational::new()).to_f64(), 2.0 * f64::from_bits(1));
    }

    #[test]
    fn apart_needs_a_gap_of_both_margins() {
        let m = margin(Some((1, 100)), None, None);
        let point = Interval::point;
        assert!(m.apart(&point(1.0), &point(1.03)));
        assert!(!m.apart(&point(1.0), &point(1.02)));
        assert!(!m.apart(&point(0.0), &point(0.0)));
        assert!(m.apart(&point(0.0), &point(1e-300)));
        assert!(!m.apart(&Interval::ENTIRE, &point(1.0)));
    }

    fn rounded(format: Format) -> SpecMargin {
        let accuracy = Accuracy {
            rounded: true,
            ..Accuracy::default()
        };
        SpecMargin::new(&accuracy, format)
    }

    /// What MPFR rounds an exact number to, as R has it.
    fn by_mpfr(y: &Rational, format: Format) -> Rational {
        let exact = Float::with_val(4000, y);
        let (rounded, limit) = match format {
            Format::Binary32 => (f64::from(exact.to_f32()), overflow(format)),
            _ => (exact.to_f64(), overflow(format)),
        };
        let infinite = limit.map(|limit| if rounded > 0.0 { limit } else { -limit });
        Rational::from_f64(rounded).or(infinite).unwrap()
    }

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig::with_cases(3000))]

        /// Numbers of few bits are often halfway between two floats, and those of many never.
        #[test]
        fn the_nearest_number_is_that_of_mpfr(bits in 1u32..62, mantissa: u64, exponent in -1200i32..1000, negative: bool) {
            let mantissa = mantissa >> (64 - bits) | 1;
            for format in [Format::Binary64, Format::Binary32] {
                let exponent = if format == Format::Binary32 { exponent / 7 } else { exponent };
                let y = Rational::from(mantissa) * power_of_two(exponent);
                let y = if negative { -y } else { y };
                proptest::prop_assert_eq!(rounded(format).nearest(&y), by_mpfr(&y, format), "{}", y);
            }
        }

        /// What is told apart by doubles on both sides is rounded to different numbers.
        #[test]
        fn intervals_that_are_apart_round_apart(a: f64, steps in 0u8..4, scale in 0u32..2) {
            let a = if scale == 0 { a } else { f64::from(a as f32) };
            if a.is_finite() {
                let b = (0..steps).fold(a, |x, _| x.next_up());
                for format in [Format::Binary64, Format::Binary32] {
                    let m = rounded(format);
                    let exact = |x: f64| Rational::from_f64(x).map(|q| m.nearest(&q));
                    let apart = m.apart(&Interval::point(a), &Interval::point(b));
                    proptest::prop_assert!(!apart || b.is_infinite() || exact(a) != exact(b), "{} {}", a, b);
                }
            }
        }
    }

    #[test]
    fn halves_go_to_the_even_number_and_overflow_to_infinity() {
        let step = rounded(Format::Fixed(expr::spec::Fixed { scale: -2, bits: 16 }));
        let quarters = |n: i64| step.nearest(&Rational::from((n, 16))) * 4;
        for (sixteenths, nearest) in [(2, 0), (6, 2), (10, 2), (-2, 0), (-6, -2), (7, 2), (5, 1)] {
            assert_eq!(quarters(sixteenths), nearest, "{sixteenths}/16");
        }
        for format in [Format::Binary64, Format::Binary32] {
            let (m, omega) = (rounded(format), overflow(format).unwrap());
            let greatest = Rational::from_f64(format.max()).unwrap();
            let nearly = omega.clone() - power_of_two(-2000);
            assert_eq!((m.nearest(&omega), m.nearest(&nearly)), (omega.clone(), greatest));
            assert_eq!(m.nearest(&Rational::from(-&omega)), -omega);
        }
        // Half of the least number goes to zero, and anything more does not.
        let m = rounded(Format::Binary64);
        assert_eq!(m.nearest(&power_of_two(-1075)), 0);
        assert_eq!(
            m.nearest(&(power_of_two(-1075) + power_of_two(-1300))),
            power_of_two(-1074)
        );
    }

    #[test]
    fn nothing_is_sure_about_values_that_are_only_near() {
        let margin = rounded(Format::Binary64).enclosed();
        assert_eq!((margin.relative.lo(), margin.absolute.lo()), (0.0, 0.0));
        assert_eq!(rounded(Format::Binary64).sure(&Rational::from(1)), 0);
    }
}
