//! Where inputs may lie.

use expr::spec::{Fixed, Format};
use inputs::InputRange;
use interval::Interval;

/// Up to here every whole number is a double.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whole numbers. The widest word has numbers that are no doubles, so that only axes within [`EXACT`] are of this format.
const WHOLE: Format = Format::Fixed(Fixed { scale: 0, bits: 64 });

/// An input and its range.
#[derive(Clone, Debug, PartialEq)]
pub struct InputAxis {
    /// Its name.
    pub name: String,
    /// The least value.
    pub lo: f64,
    /// The greatest value.
    pub hi: f64,
    /// Whether only integers are inputs.
    pub integer: bool,
}

impl InputAxis {
    /// All doubles of a range.
    pub fn real(name: impl Into<String>, lo: f64, hi: f64) -> InputAxis {
        InputAxis {
            name: name.into(),
            lo,
            hi,
            integer: false,
        }
    }

    /// The least and the greatest input.
    fn ends(&self) -> (f64, f64) {
        if self.integer {
            (self.lo.ceil() + 0.0, self.hi.floor() + 0.0)
        } else {
            (self.lo, self.hi)
        }
    }

    /// Whether there is an input, and every share of the range is a number.
    pub(crate) fn is_sound(&self) -> bool {
        let (lo, hi) = self.ends();
        lo <= hi && (hi - lo).is_finite()
    }

    /// All reals between the least and the greatest input.
    pub fn side(&self) -> Interval {
        let (lo, hi) = self.ends();
        Interval::hull_of(lo, hi)
    }

    /// Its inputs as numbers of a format: whole numbers, or doubles.
    pub(crate) fn range(&self) -> InputRange {
        let whole = self.integer && self.count().is_some();
        InputRange {
            format: if whole { WHOLE } else { Format::Binary64 },
            ..self.doubles()
        }
    }

    /// The doubles between its ends, be they inputs or not.
    pub(crate) fn doubles(&self) -> InputRange {
        let (lo, hi) = self.ends();
        InputRange {
            lo: lo + 0.0,
            hi: hi + 0.0,
            format: Format::Binary64,
        }
    }

    /// How many inputs there are, if they can be counted.
    pub(crate) fn count(&self) -> Option<u64> {
        let (lo, hi) = self.ends();
        match self.integer {
            // Beyond 2^53 not every whole number is a double.
            true => (lo.abs().max(hi.abs()) <= EXACT).then(|| (hi - lo) as u64 + 1),
            false => (lo == hi).then_some(1),
        }
    }

    /// Whether a number is an input.
    pub fn contains(&self, x: f64) -> bool {
        // Whole numbers have one zero.
        let whole = x == x.trunc() && (x != 0.0 || x.is_sign_positive());
        self.side().contains(x) && (!self.integer || whole)
    }

    /// The nearest input; the least one for NaN.
    pub(crate) fn snap(&self, x: f64) -> f64 {
        let (lo, hi) = self.ends();
        let x = if self.integer { x.round() + 0.0 } else { x };
        if x.is_nan() { lo } else { x.clamp(lo, hi) }
    }

    /// Where an input lies between 0 and 1.
    pub(crate) fn share(&self, x: f64) -> f64 {
        let (lo, hi) = self.ends();
        if hi > lo { (x - lo) / (hi - lo) } else { 0.0 }
    }

    /// The input nearest to a share of the range.
    pub fn at(&self, share: f64) -> f64 {
        let (lo, hi) = self.ends();
        self.snap(lo + share * (hi - lo))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_inputs_belong_together() {
        let axis = InputAxis::real("x", -2.0, 6.0);
        assert_eq!((axis.share(0.0), axis.at(0.25), axis.at(7.0)), (0.25, 0.0, 6.0));
        let count = InputAxis {
            integer: true,
            ..InputAxis::real("n", 0.5, 3.5)
        };
        assert_eq!((count.at(0.0), count.at(0.6), count.at(1.0)), (1.0, 2.0, 3.0));
        assert_eq!(count.count(), Some(3));
        assert!(count.contains(2.0) && !count.contains(2.5) && !count.contains(0.5) && !count.contains(f64::NAN));
    }

    #[test]
    fn empty_and_immeasurable_ranges_are_told() {
        let axis = |lo, hi, integer| InputAxis {
            integer,
            ..InputAxis::real("x", lo, hi)
        };
        assert!(axis(1.0, 1.0, false).is_sound());
        for (lo, hi, integer) in [
            (1.0, 0.0, false),
            (f64::NAN, 1.0, false),
            (f64::NEG_INFINITY, 1.0, false),
            (f64::MIN, f64::MAX, false),
            (0.2, 0.8, true),
        ] {
            assert!(!axis(lo, hi, integer).is_sound(), "{lo} {hi}");
        }
    }
}
