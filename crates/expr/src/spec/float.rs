//! The floats of a format and their neighbours.

use super::{Bound, Format};
use rug::Rational;
use rug::float::Round;

impl Format {
    /// As FPCore writes it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Binary64 => "binary64",
            Format::Binary32 => "binary32",
        }
    }

    /// Bits of the significand.
    pub fn precision(self) -> u32 {
        match self {
            Format::Binary64 => 53,
            Format::Binary32 => 24,
        }
    }

    /// Exponent of the least positive number, 2^e.
    pub fn least_exponent(self) -> i32 {
        match self {
            Format::Binary64 => -1074,
            Format::Binary32 => -149,
        }
    }

    /// The greatest finite float.
    pub fn max(self) -> f64 {
        match self {
            Format::Binary64 => f64::MAX,
            Format::Binary32 => f64::from(f32::MAX),
        }
    }

    /// The next float upward; infinity stays.
    pub fn next_up(self, x: f64) -> f64 {
        match self {
            Format::Binary64 => x.next_up(),
            Format::Binary32 => f64::from((x as f32).next_up()),
        }
    }

    /// The next float downward.
    pub fn next_down(self, x: f64) -> f64 {
        -self.next_up(-x)
    }

    /// The greatest float of the format that is at most `x`; keeps infinities.
    pub fn round_down(self, x: f64) -> f64 {
        match self {
            Format::Binary64 => x,
            Format::Binary32 => {
                let near = x as f32;
                f64::from(if f64::from(near) > x { near.next_down() } else { near })
            }
        }
    }

    /// The least float of the format that is at least `x`; keeps infinities.
    pub fn round_up(self, x: f64) -> f64 {
        -self.round_down(-x)
    }

    /// The float nearest to `x`.
    pub fn nearest(self, x: f64) -> f64 {
        match self {
            Format::Binary64 => x,
            Format::Binary32 => f64::from(x as f32),
        }
    }

    /// The least finite float that satisfies a lower bound; infinity if there is none.
    pub(super) fn at_least(self, bound: &Bound) -> f64 {
        // Up to binary64 exactly first: both steps round upward, so nothing is skipped.
        let x = self.round_up(round(&bound.value, Round::Up));
        let x = x.max(-self.max());
        if bound.strict && Rational::from_f64(x).is_some_and(|q| q == bound.value) {
            self.next_up(x)
        } else {
            x
        }
    }

    /// The greatest finite float that satisfies an upper bound.
    pub(super) fn at_most(self, bound: &Bound) -> f64 {
        let mirrored = Bound {
            value: Rational::from(-&bound.value),
            strict: bound.strict,
        };
        -self.at_least(&mirrored)
    }
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

    fn bound(n: i64, d: i64, strict: bool) -> Bound {
        Bound {
            value: Rational::from((n, d)),
            strict,
        }
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
}
