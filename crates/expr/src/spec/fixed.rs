//! Fixed-point numbers: k·2^scale for the integers k of a two's complement word.
//!
//! They are held in doubles. A word of more than 54 bits has integers that are no doubles: no domain may have them.

use super::Fixed;

/// Widest and narrowest words, and scales whose numbers stay far from the ends of binary64.
pub(crate) const BITS: std::ops::RangeInclusive<u32> = 2..=64;
pub(crate) const SCALES: std::ops::RangeInclusive<i32> = -900..=900;

impl Fixed {
    /// The distance of two neighbours.
    pub fn step(self) -> f64 {
        2f64.powi(self.scale)
    }

    /// The least number: −2^(bits−1) steps.
    pub fn least(self) -> f64 {
        -self.limit()
    }

    /// The greatest number that is a double: at most 2^(bits−1) − 1 steps.
    pub fn greatest(self) -> f64 {
        // Below 2^53 steps a step less is exact; above, the next double down is a whole number of steps.
        if self.bits <= 54 {
            self.limit() - self.step()
        } else {
            self.limit().next_down()
        }
    }

    /// 2^(bits−1) steps.
    fn limit(self) -> f64 {
        2f64.powi(self.scale + self.bits as i32 - 1)
    }

    /// The greatest number that is at most `x`; −∞ if there is none, and +∞ stays.
    pub fn round_down(self, x: f64) -> f64 {
        if x == f64::INFINITY {
            x
        } else if x < self.least() {
            f64::NEG_INFINITY
        } else {
            self.whole_steps(x, f64::floor).min(self.greatest())
        }
    }

    /// The least number that is at least `x`; +∞ if there is none, and −∞ stays.
    pub fn round_up(self, x: f64) -> f64 {
        if x == f64::NEG_INFINITY {
            x
        } else if x > self.greatest() {
            f64::INFINITY
        } else {
            self.whole_steps(x, f64::ceil).max(self.least())
        }
    }

    /// The number nearest to `x`.
    pub fn nearest(self, x: f64) -> f64 {
        let (below, above) = (self.round_down(x), self.round_up(x));
        if above.is_infinite() || (below.is_finite() && x - below <= above - x) {
            below
        } else {
            above
        }
    }

    /// The next number upward; +∞ after the greatest.
    pub fn next_up(self, x: f64) -> f64 {
        if x < self.least() {
            return self.least();
        }
        let next = if x.abs() < self.exact() {
            self.whole_steps(x, f64::floor) + self.step()
        } else {
            x.next_up()
        };
        self.round_up(next)
    }

    /// The next number downward; −∞ after the least.
    pub fn next_down(self, x: f64) -> f64 {
        if x > self.greatest() {
            return self.greatest();
        }
        let next = if x.abs() < self.exact() {
            self.whole_steps(x, f64::ceil) - self.step()
        } else {
            x.next_down()
        };
        self.round_down(next)
    }

    /// 2^53 steps: up to here every number is a double.
    pub fn all_doubles(self) -> f64 {
        self.exact()
    }

    /// Whether a double is one of them.
    pub fn contains(self, x: f64) -> bool {
        self.round_down(x) == x && x.is_finite()
    }

    /// 2^53 steps: every double from here on is a whole number of steps.
    fn exact(self) -> f64 {
        2f64.powi(self.scale + 53)
    }

    /// `x` in steps, rounded; exact but for that rounding, since scaling by a power of two is.
    fn whole_steps(self, x: f64, round: impl Fn(f64) -> f64) -> f64 {
        if x.abs() >= self.exact() {
            x
        } else if x != 0.0 && x.abs() < self.step() {
            // Less than a step, which scaling might underflow to nothing.
            round(x.signum() / 2.0) * self.step()
        } else {
            round(x * 2f64.powi(-self.scale)) * self.step()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sixteen bits, four of them after the point: from −2048 to 2047.9375.
    const Q: Fixed = Fixed { scale: -4, bits: 16 };

    #[test]
    fn numbers_and_their_neighbours() {
        assert_eq!((Q.least(), Q.greatest()), (-2048.0, 2047.9375));
        assert_eq!((Q.round_down(0.1), Q.round_up(0.1)), (0.0625, 0.125));
        assert_eq!((Q.round_down(-0.1), Q.round_up(-0.1)), (-0.125, -0.0625));
        assert_eq!((Q.next_up(0.0), Q.next_down(0.0)), (0.0625, -0.0625));
        assert_eq!((Q.next_up(0.07), Q.next_down(0.07)), (0.125, 0.0625));
        assert_eq!(
            (Q.nearest(0.09), Q.nearest(1e9), Q.nearest(-1e9)),
            (0.0625, 2047.9375, -2048.0)
        );
        assert!(Q.contains(-2048.0) && Q.contains(0.5) && !Q.contains(0.03125) && !Q.contains(2048.0));
    }

    #[test]
    fn beyond_the_ends_there_is_nothing() {
        assert_eq!(
            (Q.next_up(2047.9375), Q.next_down(-2048.0)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert_eq!(
            (Q.round_up(2048.0), Q.round_down(-2048.5)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
        assert_eq!((Q.round_down(1e300), Q.round_up(-1e300)), (2047.9375, -2048.0));
        assert_eq!(
            (Q.round_down(f64::INFINITY), Q.round_up(f64::NEG_INFINITY)),
            (f64::INFINITY, f64::NEG_INFINITY)
        );
    }

    #[test]
    fn wide_words_have_the_doubles_among_their_numbers() {
        let long = Fixed { scale: 0, bits: 64 };
        assert_eq!(long.least(), i64::MIN as f64);
        assert_eq!(long.greatest(), (i64::MAX as f64).next_down());
        assert_eq!(long.next_up(2f64.powi(60)), 2f64.powi(60).next_up());
        assert_eq!(long.next_up(2f64.powi(52)), 2f64.powi(52) + 1.0);
        assert!(long.contains(2f64.powi(62)) && !long.contains(0.5));
    }

    #[test]
    fn what_is_far_below_a_step_is_not_nothing() {
        let coarse = Fixed { scale: 900, bits: 8 };
        let (least, step) = (f64::from_bits(1), coarse.step());
        assert_eq!((coarse.round_up(least), coarse.round_down(least)), (step, 0.0));
        assert_eq!((coarse.round_up(-least), coarse.round_down(-least)), (0.0, -step));
        assert_eq!((coarse.next_up(-least), coarse.next_down(least)), (0.0, 0.0));
    }

    #[test]
    fn neighbours_meet() {
        for fixed in [
            Q,
            Fixed { scale: 0, bits: 64 },
            Fixed { scale: -60, bits: 62 },
            Fixed { scale: 7, bits: 8 },
        ] {
            let mut x = fixed.least();
            for k in 0..200 {
                let next = fixed.next_up(x);
                assert!(
                    next == f64::INFINITY || fixed.next_down(next) == x,
                    "{fixed:?}: {x} {next}"
                );
                x = fixed.round_down(next.min(fixed.greatest()) * if k % 7 == 0 { 0.7 } else { 1.0 });
            }
        }
    }
}
