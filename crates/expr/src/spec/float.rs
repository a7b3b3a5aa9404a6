//! The numbers of a format and their neighbours.

use super::{Fixed, Format, RangeBound};
use rug::Rational;
use rug::float::Round;

/// 2⁻¹⁴⁹.
const LEAST_FLOAT: f64 = f64::from_bits((1023 - 149) << 52);

impl Format {
    /// As FPCore writes it.
    pub fn name(self) -> String {
        match self {
            Format::Binary64 => "binary64".into(),
            Format::Binary32 => "binary32".into(),
            Format::Fixed(Fixed { scale, bits }) => format!("(fixed {scale} {bits})"),
        }
    }

    /// Bits of the significand: of fixed point more than any of its numbers has, so that the distance of neighbours is
    /// that of the least exponent.
    pub fn precision(self) -> u32 {
        match self {
            Format::Binary64 => 53,
            Format::Binary32 => 24,
            Format::Fixed(_) => 4096,
        }
    }

    /// Exponent of the least positive number, 2^e.
    pub fn least_exponent(self) -> i32 {
        match self {
            Format::Binary64 => -1074,
            Format::Binary32 => -149,
            Format::Fixed(fixed) => fixed.scale,
        }
    }

    /// The greatest finite number.
    pub fn max(self) -> f64 {
        match self {
            Format::Binary64 => f64::MAX,
            Format::Binary32 => f64::from(f32::MAX),
            Format::Fixed(fixed) => fixed.greatest(),
        }
    }

    /// The least finite number.
    pub fn min(self) -> f64 {
        match self {
            Format::Fixed(fixed) => fixed.least(),
            _ => -self.max(),
        }
    }

    /// The distance of neighbours at a magnitude that is not NaN; beyond the greatest number that below it.
    pub fn ulp(self, magnitude: f64) -> f64 {
        match self {
            Format::Binary64 => {
                let below = magnitude.min(f64::MAX.next_down());
                below.next_up() - below
            }
            Format::Binary32 => {
                // 2^(e − 23) where 2^e ≤ |y| < 2^(e + 1), and no less than the least positive float.
                let exponent = magnitude.min(self.max()).to_bits() & (0x7ff << 52);
                f64::from_bits(exponent.saturating_sub(23 << 52)).max(LEAST_FLOAT)
            }
            Format::Fixed(fixed) => fixed.step(),
        }
    }

    /// The next number upward; infinity stays.
    pub fn next_up(self, x: f64) -> f64 {
        match self {
            // Adding 0 makes −0 the zero that the reals have: programs may answer otherwise at −0.
            Format::Binary64 => x.next_up() + 0.0,
            Format::Binary32 => f64::from((x as f32).next_up()) + 0.0,
            Format::Fixed(fixed) => fixed.next_up(x) + 0.0,
        }
    }

    /// The next number downward.
    pub fn next_down(self, x: f64) -> f64 {
        match self {
            Format::Fixed(fixed) => fixed.next_down(x) + 0.0,
            _ => -self.next_up(-x) + 0.0,
        }
    }

    /// The greatest number of the format that is at most `x`; keeps infinities.
    pub fn round_down(self, x: f64) -> f64 {
        match self {
            Format::Binary64 => x,
            Format::Binary32 => {
                let near = x as f32;
                f64::from(if f64::from(near) > x { near.next_down() } else { near })
            }
            Format::Fixed(fixed) => fixed.round_down(x) + 0.0,
        }
    }

    /// The least number of the format that is at least `x`; keeps infinities.
    pub fn round_up(self, x: f64) -> f64 {
        match self {
            Format::Fixed(fixed) => fixed.round_up(x) + 0.0,
            _ => -self.round_down(-x) + 0.0,
        }
    }

    /// The number nearest to `x`.
    pub fn nearest(self, x: f64) -> f64 {
        match self {
            Format::Binary64 => x,
            Format::Binary32 => f64::from(x as f32),
            Format::Fixed(fixed) => fixed.nearest(x) + 0.0,
        }
    }

    /// The number nearest to a fraction; the even one of two.
    pub fn nearest_to(self, q: &Rational) -> f64 {
        let (down, up) = (
            self.round_down(round(q, Round::Down)),
            self.round_up(round(q, Round::Up)),
        );
        let (Some(below), Some(above)) = (Rational::from_f64(down), Rational::from_f64(up)) else {
            // Beyond the greatest number; infinity is as near as the format goes.
            return self.nearest(q.to_f64());
        };
        match Rational::from(q - &below).cmp(&Rational::from(&above - q)) {
            std::cmp::Ordering::Less => down,
            std::cmp::Ordering::Greater => up,
            std::cmp::Ordering::Equal => self.nearest(q.to_f64()),
        }
    }

    /// Whether a double is a finite number of the format.
    pub fn contains(self, x: f64) -> bool {
        x.is_finite() && self.round_down(x) == x
    }

    /// The least finite number that satisfies a lower bound; infinity if there is none.
    pub(super) fn at_least(self, bound: &RangeBound) -> f64 {
        // Up to binary64 exactly first: both steps round upward, so nothing is skipped.
        let x = self.round_up(round(&bound.value, Round::Up)).max(self.min());
        if bound.strict && is(x, &bound.value) {
            self.next_up(x)
        } else {
            x
        }
    }

    /// The greatest finite number that satisfies an upper bound; minus infinity if there is none.
    pub(super) fn at_most(self, bound: &RangeBound) -> f64 {
        let x = self.round_down(round(&bound.value, Round::Down)).min(self.max());
        if bound.strict && is(x, &bound.value) {
            self.next_down(x)
        } else {
            x
        }
    }
}

fn is(x: f64, value: &Rational) -> bool {
    Rational::from_f64(x).is_some_and(|q| q == *value)
}

/// A rational as a binary64, rounded in one direction; overflows to the greatest float or infinity.
pub fn round(q: &Rational, direction: Round) -> f64 {
    // Every binary64 is on the 64-bit grid, so rounding twice in the same direction skips none.
    rug::Float::with_val_round(64, q, direction).0.to_f64_round(direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rational(x: f64) -> Rational {
        Rational::from_f64(x).unwrap()
    }

    fn bound(n: i64, d: i64, strict: bool) -> RangeBound {
        RangeBound::exact(Rational::from((n, d)), strict)
    }

    fn range(format: Format, lo: RangeBound, hi: RangeBound) -> crate::spec::Input {
        crate::spec::Input {
            name: "t".into(),
            format,
            lo: Some(lo),
            hi: Some(hi),
        }
    }

    #[test]
    fn what_only_rounding_tells_is_neither_inside_nor_outside() {
        // The double of 1.9 lies below it, that of 2.1 above.
        let closed = range(Format::Binary64, bound(19, 10, false), bound(21, 10, false));
        for x in [1.9, 2.1] {
            assert!(!closed.contains(x) && !closed.excludes(x), "{x}");
        }
        assert!(closed.excludes(1.9f64.next_down()) && closed.excludes(2.1f64.next_up()));
        assert!(closed.excludes(f64::NAN) && closed.excludes(f64::INFINITY) && closed.excludes(f64::NEG_INFINITY));
        assert_eq!(closed.sure_floats(), closed.floats());
        // Of open ranges the doubles of the bounds are outside either way, or inside by the exact bound alone.
        let open = range(Format::Binary64, bound(21, 10, true), bound(39, 10, true));
        assert!(open.contains(2.1) && !open.excludes(2.1));
        assert_eq!(open.sure_floats().unwrap().0, 2.1f64.next_up());
        let open = range(Format::Binary64, bound(19, 10, true), bound(21, 10, true));
        assert!(open.excludes(1.9) && open.excludes(2.1));
    }

    #[test]
    fn single_precision_rounds_bounds_to_single_precision() {
        let single = range(Format::Binary32, bound(1, 10, false), bound(1, 5, false));
        let (tenth, fifth) = (f64::from(0.1f32), f64::from(0.2f32));
        assert!(single.contains(tenth));
        assert!(!single.contains(fifth) && !single.excludes(fifth));
        assert!(single.excludes(f64::from(0.2f32.next_up())));
    }

    #[test]
    fn bounds_round_into_the_domain() {
        let f = Format::Binary64;
        let x = f.at_least(&bound(-3, 10, false));
        let bound_value = Rational::from((-3, 10));
        assert!(rational(x) >= bound_value && rational(x.next_down()) < bound_value);
        assert_eq!(f.at_least(&bound(1, 1, false)), 1.0);
        assert_eq!(f.at_least(&bound(1, 1, true)), 1.0f64.next_up());
        assert_eq!(f.at_most(&bound(0, 1, true)), -f64::from_bits(1));
        assert_eq!(
            Format::Binary32.at_most(&bound(1, 10, false)),
            f64::from(0.1f32.next_down())
        );
        assert_eq!(Format::Binary32.at_least(&bound(1, 10, false)), f64::from(0.1f32));
    }

    #[test]
    fn single_precision_neighbours_are_single() {
        let f = Format::Binary32;
        assert_eq!(f.next_up(1.0), f64::from(1.0f32.next_up()));
        assert_eq!(f.next_down(0.0), -f64::from(f32::from_bits(1)));
        assert_eq!(f.round_down(0.1), f64::from(0.1f32.next_down()));
    }

    #[test]
    fn a_unit_in_the_last_place_is_the_distance_of_floats() {
        let f = Format::Binary32;
        let limits = [0.0, 1e-320, 1e-46, 1e-45, 1.1754942e-38, 1.1754944e-38];
        for magnitude in limits.into_iter().chain([1e-30, 0.99, 1.0, 1.5, 2.0, 3e38]) {
            let below = f.round_down(magnitude);
            assert_eq!(f.ulp(magnitude), f.next_up(below) - below, "{magnitude}");
        }
        assert_eq!(Format::Binary64.ulp(1.0), f64::EPSILON);
        for f in [f, Format::Binary64] {
            let last = f.max() - f.next_down(f.max());
            assert_eq!((f.ulp(f.max()), f.ulp(f64::INFINITY)), (last, last));
        }
    }
}
