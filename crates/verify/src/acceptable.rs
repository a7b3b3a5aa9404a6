//! What is acceptable around a real value that is known within bounds.
//!
//! m(y) = max(e·|y|, d, n·ulp(y), η) with those of e, d, n that are given; acceptable is [y − m(y), y + m(y)].
//! m grows with |y|. Of m(y) ≤ max(k·|y|, c) with k = max(e, n·2^(1−p)) and c = max(d, n·2^q, η) follows what is
//! acceptable at the least for y of any size.
//!
//! Where results must be correctly rounded, acceptable is one number alone: that of the format nearest to y, which grows
//! with y.
//!
//! η = 2^(q−1) in float formats: rounding to nearest is always good enough for what underflows.
//! In float formats all numbers from Ω = 2^E·(1 − 2^(−p−1)) on round to infinity and count as one: all of them are
//! acceptable if one of them is. Likewise from −Ω down.

use super::real::{Real, RealBounds};
use expr::spec::{Accuracy, Format};
use rug::{Integer, Rational};
use suite::How;

/// The margins of a specification.
#[derive(Clone, Debug)]
pub(super) struct AcceptableMargin {
    accuracy: Accuracy,
    /// p: bits of the significand.
    bits: i32,
    /// q: exponent of the least positive number.
    least: i32,
    /// η; 0 for formats that are not floats.
    tiny: Rational,
    /// Ω, if there are infinities.
    huge: Option<Rational>,
    /// k and c.
    line: (Rational, Rational),
}

impl AcceptableMargin {
    /// The margins of an accuracy for an output format.
    pub(super) fn new(accuracy: &Accuracy, output: Format) -> AcceptableMargin {
        let (bits, least) = match output {
            Format::Binary64 => (53, -1074),
            Format::Binary32 => (24, -149),
            // The unit is the same everywhere.
            Format::Fixed(fixed) => (4096, fixed.scale),
        };
        let given = |q: &Option<Rational>| q.clone().unwrap_or_default();
        let ulps = given(&accuracy.ulps);
        let slope = given(&accuracy.relative).max(&ulps * power_of_two(1 - bits));
        let is_float = !matches!(output, Format::Fixed(_));
        let tiny = if is_float {
            power_of_two(least - 1)
        } else {
            Rational::new()
        };
        let constant = given(&accuracy.absolute)
            .max(&ulps * power_of_two(least))
            .max(tiny.clone());
        let top = if output == Format::Binary32 { 128 } else { 1024 };
        AcceptableMargin {
            accuracy: accuracy.clone(),
            bits,
            least,
            tiny,
            huge: is_float.then(|| power_of_two(top) - power_of_two(top - bits - 1)),
            line: (slope, constant),
        }
    }

    /// m(y).
    fn at(&self, y: &Rational) -> Rational {
        let size = y.clone().abs();
        let Accuracy {
            relative,
            absolute,
            ulps,
            rounded: _,
        } = &self.accuracy;
        let relative = relative.as_ref().map(|e| Rational::from(e * &size));
        let ulps = ulps.as_ref().map(|n| n * self.ulp(&size));
        let margins = [relative, absolute.clone(), ulps, Some(self.tiny.clone())];
        margins.into_iter().flatten().max().unwrap_or_default()
    }

    /// 2^max(⌊log₂ size⌋ − p + 1, q), or 2^q for 0.
    fn ulp(&self, size: &Rational) -> Rational {
        let exponent = floor_log2(size).map_or(self.least, |e| (e - self.bits + 1).max(self.least));
        power_of_two(exponent)
    }

    /// The margin at the least.
    fn least(&self, y: &RealBounds) -> Rational {
        self.at(&y.least_magnitude())
    }

    /// The number of the format nearest to y, of two the one that is an even number of units; all from Ω on are Ω.
    fn nearest(&self, y: &Rational) -> Rational {
        let size = y.clone().abs();
        let nearest = match &self.huge {
            Some(huge) if size >= *huge => huge.clone(),
            _ => {
                let unit = self.ulp(&size);
                let units = size / &unit;
                let (mut whole, rest) = units.numer().clone().div_rem(units.denom().clone());
                let twice = rest * 2;
                if twice > *units.denom() || twice == *units.denom() && whole.is_odd() {
                    whole += 1;
                }
                unit * whole
            }
        };
        if *y < 0 { -nearest } else { nearest }
    }

    /// The lower end of what is acceptable whatever the value is, if that is known. It is beyond the upper end where nothing
    /// is.
    fn reached(&self, y: &RealBounds) -> Option<Rational> {
        let hi = y.hi.as_ref()?;
        Some(if self.accuracy.rounded {
            self.nearest(hi)
        } else {
            hi - self.least(y)
        })
    }

    /// The lower end of a set of acceptable numbers that begins at `q`; none if −∞ belongs to it.
    fn lower_end(&self, q: Rational) -> Option<Rational> {
        match &self.huge {
            Some(huge) if q <= Rational::from(-huge) => None,
            Some(huge) => Some(q.min(huge.clone())),
            None => Some(q),
        }
    }

    /// Nothing below this is acceptable, −∞ included.
    fn floor(&self, y: &RealBounds) -> Option<Rational> {
        let lo = y.lo.as_ref()?;
        if self.accuracy.rounded {
            return self.lower_end(self.nearest(lo));
        }
        let near = y.hi.as_ref().map(|hi| lo - self.at(lo).max(self.at(hi)));
        let (k, c) = &self.line;
        // y − max(k·|y|, c) grows with y where k < 1.
        let far = (*k < 1).then(|| lo - Rational::from(k * lo).abs().max(c.clone()));
        near.max(far).and_then(|q| self.lower_end(q))
    }

    /// Nothing above this is acceptable.
    fn ceiling(&self, y: &RealBounds) -> Option<Rational> {
        self.floor(&y.negated()).map(|q| -q)
    }

    /// Whether `v` is acceptable, if that is known.
    pub(super) fn accepts(&self, y: &RealBounds, v: &Rational) -> Option<bool> {
        if self.all_below_wrong(y, v) == Some(true) || self.all_above_wrong(y, v) == Some(true) {
            return Some(false);
        }
        let above = |v: &Rational, q: Rational| self.lower_end(q).is_none_or(|end| *v >= end);
        let inside = above(v, self.reached(y)?) && above(&Rational::from(-v), self.reached(&y.negated())?);
        inside.then_some(true)
    }

    /// Whether −∞ is acceptable, if that is known.
    pub(super) fn accepts_lowest(&self, y: &RealBounds) -> Option<bool> {
        if self.huge.is_none() || self.floor(y).is_some() {
            return Some(false);
        }
        self.lower_end(self.reached(y)?).is_none().then_some(true)
    }

    /// Whether ∞ is acceptable, if that is known.
    pub(super) fn accepts_highest(&self, y: &RealBounds) -> Option<bool> {
        self.accepts_lowest(&y.negated())
    }

    /// Whether `v` and everything below it is too low, if that is known.
    pub(super) fn all_below_wrong(&self, y: &RealBounds, v: &Rational) -> Option<bool> {
        if self.floor(y).is_some_and(|floor| *v < floor) {
            return Some(true);
        }
        let end = self.lower_end(self.reached(y)?);
        end.is_none_or(|end| *v >= end).then_some(false)
    }

    /// Whether `v` and everything above it is too high, if that is known.
    pub(super) fn all_above_wrong(&self, y: &RealBounds, v: &Rational) -> Option<bool> {
        self.all_below_wrong(&y.negated(), &Rational::from(-v))
    }

    /// Whether two values are told apart: by acceptable sets that have nothing in common, or by definedness.
    pub(super) fn told_apart(&self, f: &Real, g: &Real) -> Option<Separation> {
        match (f, g) {
            (Real::Value(f), Real::Value(g)) => self.disjoint(f, g),
            (Real::Undefined, Real::Undefined) => Some(Separation::No),
            (Real::Unknown, _) | (_, Real::Unknown) => None,
            _ => Some(Separation::Yes(How::Definedness)),
        }
    }

    fn disjoint(&self, f: &RealBounds, g: &RealBounds) -> Option<Separation> {
        let below = |a: &RealBounds, b: &RealBounds| match (self.ceiling(a), self.floor(b)) {
            (Some(a), Some(b)) => a < b,
            _ => false,
        };
        if below(f, g) || below(g, f) {
            return Some(Separation::Yes(How::Disjoint));
        }
        if self.overflow_alike(f, g) {
            return Some(Separation::No);
        }
        if self.accuracy.rounded {
            return self.rounds_alike(f, g).then_some(Separation::No);
        }
        // |f − g| ≤ m(f) + m(g) whatever they are.
        let reach = |a: &RealBounds, b: &RealBounds| Some(Rational::from(a.hi.as_ref()? - b.lo.as_ref()?));
        let widest = reach(f, g)?.max(reach(g, f)?);
        (widest <= self.least(f) + self.least(g)).then_some(Separation::No)
    }
}

impl AcceptableMargin {
    /// Whether all that two values may be is rounded to the same number.
    fn rounds_alike(&self, f: &RealBounds, g: &RealBounds) -> bool {
        let ends = [&f.lo, &f.hi, &g.lo, &g.hi].map(|end| end.as_ref().map(|y| self.nearest(y)));
        ends[0].is_some() && ends.iter().all(|end| *end == ends[0])
    }

    /// Whether the same infinity is acceptable for both.
    fn overflow_alike(&self, f: &RealBounds, g: &RealBounds) -> bool {
        let both = |accepts: fn(&AcceptableMargin, &RealBounds) -> Option<bool>| {
            accepts(self, f) == Some(true) && accepts(self, g) == Some(true)
        };
        both(AcceptableMargin::accepts_lowest) || both(AcceptableMargin::accepts_highest)
    }
}

/// Whether two formulas are told apart at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separation {
    /// Provably not.
    No,
    /// Provably.
    Yes(How),
}

/// ⌊log₂ q⌋ of a positive number.
fn floor_log2(q: &Rational) -> Option<i32> {
    if *q <= 0 {
        return None;
    }
    // Numbers of m and n bits have a quotient in (2^(m−n−1), 2^(m−n+1)).
    let (m, n) = (q.numer().significant_bits(), q.denom().significant_bits());
    let guess = i32::try_from(i64::from(m) - i64::from(n)).ok()?;
    Some(if *q >= power_of_two(guess) { guess } else { guess - 1 })
}

fn power_of_two(exponent: i32) -> Rational {
    let power = Rational::from(Integer::from(1) << exponent.unsigned_abs());
    if exponent < 0 { power.recip() } else { power }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margin(relative: Option<&str>, absolute: Option<&str>, ulps: Option<&str>) -> AcceptableMargin {
        let number = |text: Option<&str>| text.map(|t| t.parse().unwrap());
        let accuracy = Accuracy {
            relative: number(relative),
            absolute: number(absolute),
            ulps: number(ulps),
            rounded: false,
        };
        AcceptableMargin::new(&accuracy, Format::Binary64)
    }

    fn point(text: &str) -> RealBounds {
        RealBounds::point(text.parse().unwrap())
    }

    #[test]
    fn logarithms_are_exact_at_powers_of_two() {
        for (text, expected) in [
            ("1", 0),
            ("2", 1),
            ("3", 1),
            ("1/2", -1),
            ("1/3", -2),
            ("7/8", -1),
            ("5/4", 0),
        ] {
            assert_eq!(floor_log2(&text.parse().unwrap()), Some(expected), "{text}");
        }
        assert_eq!(floor_log2(&Rational::new()), None);
    }

    #[test]
    fn ends_are_acceptable_and_no_more() {
        let table = [
            (margin(Some("1/8"), None, None), "8", "7", "9"),
            (margin(None, Some("1/8"), None), "0", "-1/8", "1/8"),
            (margin(Some("1/8"), Some("4"), None), "8", "4", "12"),
            (margin(None, None, Some("2251799813685248")), "1", "1/2", "3/2"),
        ];
        let nudge = Rational::from((1, 1u64 << 60));
        for (margin, y, lo, hi) in table {
            let (y, lo, hi): (RealBounds, Rational, Rational) = (point(y), lo.parse().unwrap(), hi.parse().unwrap());
            assert_eq!(margin.accepts(&y, &lo), Some(true));
            assert_eq!(margin.accepts(&y, &hi), Some(true));
            let (below, above) = (Rational::from(&lo - &nudge), Rational::from(&hi + &nudge));
            assert_eq!(margin.accepts(&y, &below), Some(false));
            assert_eq!(margin.all_below_wrong(&y, &below), Some(true));
            assert_eq!(margin.all_below_wrong(&y, &lo), Some(false));
            assert_eq!(margin.all_above_wrong(&y, &above), Some(true));
            assert_eq!(margin.all_above_wrong(&y, &hi), Some(false));
        }
    }

    #[test]
    fn infinity_is_acceptable_where_rounding_overflows() {
        let m = margin(Some("1/1000000"), None, None);
        let greatest = Rational::from_f64(f64::MAX).unwrap();
        let at = |q: Rational| {
            let y = RealBounds::point(q);
            (m.accepts_lowest(&y), m.accepts_highest(&y), m.accepts(&y, &greatest))
        };
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(at(greatest.clone()), (no, yes, yes));
        assert_eq!(at(greatest.clone() / 2), (no, no, no));
        assert_eq!(at(greatest.clone() * 2), (no, yes, no));
        assert_eq!(at(greatest.clone() * -2), (yes, no, no));
        let apart = |f: Rational, g: Rational| m.disjoint(&RealBounds::point(f), &RealBounds::point(g));
        assert_eq!(apart(greatest.clone() * 2, greatest.clone() * 3), Some(Separation::No));
        let yes = Some(Separation::Yes(How::Disjoint));
        assert_eq!(apart(greatest.clone() * 2, greatest.clone() / 2), yes);
        assert_eq!(apart(greatest.clone() * 2, greatest * -2), yes);
    }

    #[test]
    fn zero_is_acceptable_where_rounding_underflows() {
        let m = margin(Some("1/1000000"), None, None);
        let tiny = Rational::from_f64(f64::from_bits(1)).unwrap();
        let zero = Rational::new();
        assert_eq!(m.accepts(&RealBounds::point(tiny.clone() / 2), &zero), Some(true));
        assert_eq!(m.accepts(&RealBounds::point(tiny.clone() / 3), &tiny), Some(false));
        assert_eq!(m.accepts(&RealBounds::point(tiny.clone()), &zero), Some(false));
        assert_eq!(m.accepts(&RealBounds::point(tiny * 3 / 4), &zero), Some(false));
    }

    #[test]
    fn values_of_any_size_are_told_apart() {
        let m = margin(Some("1/100"), None, None);
        let far = RealBounds {
            lo: Some(Rational::from(1_000_000)),
            hi: None,
        };
        let apart = |f: &RealBounds, g: &RealBounds| m.told_apart(&Real::Value(f.clone()), &Real::Value(g.clone()));
        let yes = Some(Separation::Yes(How::Disjoint));
        assert_eq!(apart(&point("1"), &far), yes);
        assert_eq!(apart(&far.negated(), &point("1")), yes);
        assert_eq!(apart(&point("1000000"), &far), None);
        let below = RealBounds {
            lo: None,
            hi: Some(Rational::new()),
        };
        assert_eq!(apart(&below, &point("1")), yes);
        assert_eq!(apart(&below, &point("0")), None);
        assert_eq!(apart(&point("100"), &point("103")), yes);
        assert_eq!(apart(&point("100"), &point("102")), Some(Separation::No));
        assert_eq!(
            m.told_apart(&Real::Undefined, &Real::Value(far)),
            Some(Separation::Yes(How::Definedness))
        );
    }

    fn rounded(output: Format) -> AcceptableMargin {
        let accuracy = Accuracy {
            rounded: true,
            ..Accuracy::default()
        };
        AcceptableMargin::new(&accuracy, output)
    }

    /// Numbers halfway between floats of both formats and next to them, in every binade and beyond.
    fn hard_numbers() -> impl Iterator<Item = Rational> {
        let mantissas = [
            1u64,
            3,
            (1 << 24) + 1,
            (3 << 23) + 3,
            (1 << 25) - 1,
            (1 << 53) + 1,
            (3 << 52) + 3,
            (1 << 54) - 1,
        ];
        let exponents = (-1140..1030).step_by(7).chain(-160..140).chain(-1130..-1070);
        let halfway =
            exponents.flat_map(move |e| mantissas.into_iter().map(move |m| Rational::from(m) * power_of_two(e)));
        halfway.flat_map(|q| {
            let nudge = Rational::from(&q * &power_of_two(-90));
            [q.clone() - &nudge, q.clone() + nudge, -q.clone(), q]
        })
    }

    #[test]
    fn the_one_acceptable_number_is_what_mpfr_rounds_to() {
        let yes = Some(true);
        for y in hard_numbers() {
            let exact = rug::Float::with_val(300, &y);
            for (output, nearest) in [
                (Format::Binary64, exact.to_f64()),
                (Format::Binary32, f64::from(exact.to_f32())),
            ] {
                let (m, at) = (rounded(output), RealBounds::point(y.clone()));
                let Some(right) = Rational::from_f64(nearest) else {
                    let accepts = [m.accepts_lowest(&at), m.accepts_highest(&at)];
                    assert_eq!(accepts, [Some(nearest < 0.0), Some(nearest > 0.0)], "{y}");
                    continue;
                };
                assert_eq!(m.accepts(&at, &right), yes, "{y}");
                let (below, above) = (output.next_down(nearest), output.next_up(nearest));
                for (wrong, is_below) in [(below, true), (above, false)] {
                    let Some(wrong) = Rational::from_f64(wrong) else {
                        continue;
                    };
                    assert_eq!(m.accepts(&at, &wrong), Some(false), "{y}");
                    let all = if is_below {
                        m.all_below_wrong(&at, &wrong)
                    } else {
                        m.all_above_wrong(&at, &wrong)
                    };
                    assert_eq!(all, yes, "{y}");
                }
            }
        }
    }

    #[test]
    fn what_may_be_rounded_either_way_is_not_known() {
        let m = rounded(Format::Binary64);
        let half = Rational::from(1) + power_of_two(-53);
        let around = RealBounds {
            lo: Some(half.clone()),
            hi: Some(half.clone() + power_of_two(-300)),
        };
        assert_eq!(m.accepts(&around, &Rational::from(1)), None);
        assert_eq!(m.accepts(&around, &Rational::from(2)), Some(false));
        let apart = |f: &RealBounds, g: &RealBounds| m.told_apart(&Real::Value(f.clone()), &Real::Value(g.clone()));
        let (one, exactly) = (point("1"), RealBounds::point(half.clone()));
        let beyond = RealBounds::point(half + power_of_two(-300));
        assert_eq!(apart(&one, &exactly), Some(Separation::No));
        assert_eq!(apart(&one, &beyond), Some(Separation::Yes(How::Disjoint)));
        assert_eq!(apart(&one, &around), None);
    }
}
