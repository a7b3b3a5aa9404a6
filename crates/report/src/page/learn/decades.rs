//! A logarithmic axis.

use crate::page::plot::{AxisLabel, brief};

/// Labels at most.
const LABELS: usize = 8;

/// From one power of ten to another; the powers need not be whole.
pub(super) struct Decades {
    lo: f64,
    hi: f64,
}

impl Decades {
    /// For the positive and finite ones of these values; none if there are none.
    pub(super) fn new(values: impl Iterator<Item = f64>) -> Option<Decades> {
        let powers = values.filter(|x| *x > 0.0 && x.is_finite()).map(f64::log10);
        let (lo, hi) = powers.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), p| (lo.min(p), hi.max(p)));
        match hi - lo {
            span if span > 0.0 => Some(Decades { lo, hi }),
            0.0 => Some(Decades {
                lo: lo - 0.5,
                hi: hi + 0.5,
            }),
            _ => None,
        }
    }

    /// From whole powers to whole powers.
    pub(super) fn rounded(self) -> Decades {
        Decades {
            lo: self.lo.floor(),
            hi: self.hi.ceil(),
        }
    }

    /// With some room at both ends.
    pub(super) fn padded(self) -> Decades {
        let room = 0.02 * (self.hi - self.lo);
        Decades {
            lo: self.lo - room,
            hi: self.hi + room,
        }
    }

    /// The place of a value, as a share of the way; what is less than all, such as 0, stands at the beginning.
    pub(super) fn place(&self, x: f64) -> f64 {
        let share = (x.log10() - self.lo) / (self.hi - self.lo);
        if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) }
    }

    /// Round numbers with their places: 1, 2, 5, 10 if these are few, else powers of ten.
    pub(super) fn labels(&self) -> Vec<AxisLabel> {
        let fine = self.multiples(&[1.0, 2.0, 5.0], 1);
        if (2..=LABELS).contains(&fine.len()) {
            return fine;
        }
        let span = (self.hi - self.lo).ceil().max(1.0) as usize;
        self.multiples(&[1.0], span.div_ceil(LABELS - 2).max(1))
    }

    /// These multiples of every n-th power of ten that lie on the axis.
    fn multiples(&self, factors: &[f64], step: usize) -> Vec<AxisLabel> {
        let powers = (self.lo.floor() as i32..=self.hi.ceil() as i32).step_by(step);
        let all = powers.flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)));
        // A little beyond the ends: logarithms are rounded.
        let inside = |x: &f64| x.is_finite() && (self.lo - 1e-9..=self.hi + 1e-9).contains(&x.log10());
        all.filter(inside).map(|x| (self.place(x), brief(x))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(values: &[f64]) -> Vec<String> {
        let axis = Decades::new(values.iter().copied()).unwrap();
        axis.labels().into_iter().map(|label| label.1).collect()
    }

    #[test]
    fn labels_are_round_and_few() {
        assert_eq!(texts(&[1.0, 50.0]), ["1", "2", "5", "10", "20", "50"]);
        assert_eq!(texts(&[1.0, 12_345.0]), ["1", "10", "100", "1000", "10000"]);
        assert_eq!(texts(&[7.0]), ["5", "10", "20"]);
        let wide = texts(&[1e-300, 1e300]);
        assert!((3..=LABELS).contains(&wide.len()), "{wide:?}");
    }

    #[test]
    fn strange_values_do_no_harm() {
        assert!(Decades::new([0.0, -1.0, f64::NAN, f64::INFINITY].into_iter()).is_none());
        for values in [[5e-324, f64::MAX], [f64::MAX, f64::MAX], [5e-324, 5e-324]] {
            let axis = Decades::new(values.into_iter()).unwrap().rounded();
            let labels = axis.labels();
            assert!(
                labels.len() <= LABELS && labels.iter().all(|(at, _)| (0.0..=1.0).contains(at)),
                "{labels:?}"
            );
            for x in [0.0, -1.0, f64::NAN, f64::INFINITY, 1.0] {
                assert!((0.0..=1.0).contains(&axis.place(x)), "{x}");
            }
        }
    }
}
