//! The floats of one input.

use crate::ordinal::{float_at, ordinal_of};
use expr::spec::Format;

/// The floats of a format from `lo` to `hi`, both of which are among them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InputRange {
    /// The least.
    pub lo: f64,
    /// The greatest.
    pub hi: f64,
    /// Which floats there are.
    pub format: Format,
}

/// How floats of a range are spread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Every float is as likely as any other: each binade and each sign has its share.
    Bits,
    /// Every length of the range has its share: in a range from 0 half of them lie in the last binade.
    Value,
    /// Each binade has its share, but only those that numbers of everyday life have.
    Exponent,
}

/// Binades below the greatest magnitude, or below 1 if that is lower, that [`Scale::Exponent`] reaches: a unit
/// in the last place of 1 is 2⁻⁵², and what is smaller changes nothing that is added to it.
const EVERYDAY: i64 = 60;

impl InputRange {
    /// How many floats there are, less one.
    pub fn steps(&self) -> u64 {
        let (lo, hi) = self.ordinals();
        hi.wrapping_sub(lo).unsigned_abs()
    }

    /// The numbers of both ends.
    pub fn ordinals(&self) -> (i64, i64) {
        (ordinal_of(self.format, self.lo), ordinal_of(self.format, self.hi))
    }

    /// The nearest float of the range.
    ///
    /// ```
    /// use expr::spec::Format;
    /// use inputs::InputRange;
    ///
    /// let range = InputRange { lo: -1.0, hi: 1.0, format: Format::Binary32 };
    /// assert_eq!((range.fit(7.0), range.fit(0.1)), (1.0, f64::from(0.1f32)));
    /// ```
    pub fn fit(&self, x: f64) -> f64 {
        // Adding 0 makes −0 the zero that the reals have.
        self.format.nearest(x).clamp(self.lo, self.hi) + 0.0
    }

    /// Whether a number is one of the floats.
    pub fn contains(&self, x: f64) -> bool {
        (self.lo..=self.hi).contains(&x) && self.format.contains(x)
    }

    /// A float near another, with other last bits: what is calculated from a share of a range often ends in zeros, and
    /// numbers with few bits are those that programs round least.
    pub fn roughened(&self, x: f64, chance: u64) -> f64 {
        match self.format {
            Format::Binary64 if x != 0.0 => self.step(x, (chance % 4096) as i64 - 2048),
            _ => x,
        }
    }

    /// The float that is so many steps from another, or the end of the range.
    pub fn step(&self, x: f64, steps: i64) -> f64 {
        let (lo, hi) = self.ordinals();
        let ordinal = ordinal_of(self.format, x).saturating_add(steps).clamp(lo, hi);
        float_at(self.format, ordinal) + 0.0
    }

    /// The float at u ∈ [0, 1] of a scale.
    ///
    /// ```
    /// use expr::spec::Format;
    /// use inputs::{InputRange, Scale};
    ///
    /// let range = InputRange { lo: 0.0, hi: 1024.0, format: Format::Binary64 };
    /// assert_eq!(range.at(Scale::Value, 0.5), 512.0);
    /// // Half of the doubles up to 1024 are below 10⁻¹⁵².
    /// assert!(range.at(Scale::Bits, 0.5) < 1e-152);
    /// // Everyday life needs none of those.
    /// assert!((1e-10..1e-3).contains(&range.at(Scale::Exponent, 0.5)));
    /// ```
    pub fn at(&self, scale: Scale, u: f64) -> f64 {
        match scale {
            Scale::Value => self.fit(self.lo * (1.0 - u) + self.hi * u),
            Scale::Bits => between(self.format, self.ordinals(), u),
            Scale::Exponent => self.everyday(u),
        }
    }

    /// Both signs have their share where the range has both.
    fn everyday(&self, u: f64) -> f64 {
        let (lo, hi) = self.ordinals();
        if lo < 0 && hi > 0 {
            let negative = InputRange { hi: 0.0, ..*self };
            let positive = InputRange { lo: 0.0, ..*self };
            return if u < 0.5 {
                negative.everyday(2.0 * u)
            } else {
                positive.everyday(2.0 * u - 1.0)
            };
        }
        let far = self.lo.abs().max(self.hi.abs());
        let floor = ordinal_of(self.format, self.format.nearest(far.min(1.0) * power_of_two(-EVERYDAY)));
        let ends = if lo >= 0 {
            (lo.max(floor.min(hi)), hi)
        } else {
            (lo, hi.min((-floor).max(lo)))
        };
        between(self.format, ends, u)
    }
}

/// The float at u ∈ [0, 1] between two numbers of floats.
fn between(format: Format, (lo, hi): (i64, i64), u: f64) -> f64 {
    let span = (i128::from(hi) - i128::from(lo)) as u128;
    // u has 53 bits and a double 63 without its sign: the last ones are made of the others, lest they be all zeros.
    let share = (u.clamp(0.0, 1.0) * SHARES as f64) as u128;
    let coarse = (share * span) / SHARES;
    let rest = match share {
        0 | SHARES => 0,
        _ if span < SHARES => 0,
        _ => u128::from(chance::mix(share as u64)) % (span / SHARES + 1),
    };
    let ordinal = i128::from(lo) + (coarse + rest).min(span) as i128;
    float_at(format, ordinal as i64) + 0.0
}

/// 2⁵³.
const SHARES: u128 = 1 << 53;

/// 2ⁿ, or 0 below all doubles.
pub(crate) fn power_of_two(n: i64) -> f64 {
    match n {
        1024.. => f64::INFINITY,
        -1022..=1023 => f64::from_bits(((n + 1023) as u64) << 52),
        -1074..=-1023 => f64::from_bits(1 << (n + 1074)),
        _ => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn range() -> impl Strategy<Value = InputRange> {
        let format = prop_oneof![Just(Format::Binary64), Just(Format::Binary32)];
        (any::<f64>(), any::<f64>(), format).prop_filter_map("no range", |(a, b, format)| {
            let fit = |x: f64| format.nearest(x.clamp(format.min(), format.max())) + 0.0;
            let (a, b) = (fit(a), fit(b));
            (a.is_finite() && b.is_finite()).then(|| InputRange {
                lo: a.min(b),
                hi: a.max(b),
                format,
            })
        })
    }

    proptest! {
        #[test]
        fn every_scale_stays_within_the_range_and_reaches_its_ends(range in range(), u in 0.0f64..=1.0) {
            for scale in [Scale::Bits, Scale::Value, Scale::Exponent] {
                prop_assert!(range.contains(range.at(scale, u)), "{scale:?} {}", range.at(scale, u));
            }
            prop_assert_eq!(range.at(Scale::Bits, 0.0), range.lo);
            prop_assert_eq!(range.at(Scale::Bits, 1.0), range.hi);
        }

        #[test]
        fn steps_stay_within_the_range(range in range(), u in 0.0f64..=1.0, steps in any::<i64>()) {
            prop_assert!(range.contains(range.step(range.at(Scale::Bits, u), steps)));
        }
    }

    #[test]
    fn powers_of_two_are_exact_down_to_the_least() {
        assert_eq!(power_of_two(-1074), f64::from_bits(1));
        assert_eq!(power_of_two(-1022), f64::MIN_POSITIVE);
        assert_eq!((power_of_two(-2000), power_of_two(10)), (0.0, 1024.0));
    }

    #[test]
    fn a_range_of_one_float_has_only_that() {
        let range = InputRange {
            lo: 0.25,
            hi: 0.25,
            format: Format::Binary64,
        };
        for scale in [Scale::Bits, Scale::Value, Scale::Exponent] {
            assert_eq!(range.at(scale, 0.7), 0.25);
        }
        assert_eq!((range.steps(), range.step(0.25, -5)), (0, 0.25));
    }
}
