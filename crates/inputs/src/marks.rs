//! Numbers that programs treat apart, whatever they compute.

use crate::range::{InputRange, power_of_two};
use interval::{Constant, Interval};

/// Numbers that turn up in programs as cases of their own or as cut-offs.
const ROUND: [f64; 28] = [
    1.0, 0.5, 2.0, 10.0, 3.0, 0.1, 100.0, 4.0, 0.25, 5.0, 1000.0, 8.0, 20.0, 1e4, 0.01, 16.0, 0.001, 1.5, 1e6, 6.0,
    1e5, 7.0, 2.5, 9.0, 12.0, 0.75, 3.5, 1e-6,
];

/// A range of whole numbers with no more of them than this is marked at each.
const WHOLE: u64 = 64;

/// Exponents at which programs cut: half, a quarter and the whole of the bits of a double or a float, and tiny ones.
const CUT_OFFS: [i64; 11] = [-54, -53, -28, -27, -26, -12, 12, 23, 28, 31, 53];

impl InputRange {
    /// Both ends and their neighbours, 0, round numbers and the usual cut-offs, multiples of π/2, and `own` numbers with
    /// their neighbours, as far as they are in the range; the most telling first, each once.
    ///
    /// ```
    /// use expr::spec::Format;
    /// use inputs::InputRange;
    ///
    /// let range = InputRange { lo: -2.0, hi: 7.0, format: Format::Binary64 };
    /// let marks = range.marks(&[0.3]);
    /// assert_eq!(marks[..2], [-2.0, 7.0]);
    /// assert!(marks.contains(&0.0) && marks.contains(&0.3f64.next_up()) && marks.contains(&std::f64::consts::PI));
    /// ```
    pub fn marks(&self, own: &[f64]) -> Vec<f64> {
        let mut all = vec![self.lo, self.hi, 0.0];
        all.extend([self.step(self.lo, 1), self.step(self.hi, -1)]);
        all.extend(own.iter().flat_map(|&x| [x, self.step(x, 1), self.step(x, -1)]));
        all.extend(ROUND.iter().flat_map(|&x| [x, -x]).map(|x| self.format.nearest(x)));
        all.extend([1.0f64.next_down(), 1.0f64.next_up(), -(1.0f64.next_down())].map(|x| self.fit(x)));
        all.extend((1..=4).flat_map(|k| quarter_turns(k).map(|x| self.fit(x))));
        all.extend(CUT_OFFS.iter().flat_map(|&k| [power_of_two(k), -power_of_two(k)]));
        all.extend(self.least_numbers());
        if matches!(self.format, expr::spec::Format::Fixed(_)) && self.steps() <= WHOLE {
            all.extend((0..=self.steps()).map(|k| self.step(self.lo, k as i64)));
        }
        let mut seen = std::collections::HashSet::new();
        all.retain(|x| self.contains(*x) && seen.insert(x.to_bits()));
        all
    }

    /// The least positive and the least normal number, and their negatives.
    fn least_numbers(&self) -> [f64; 4] {
        let least = power_of_two(i64::from(self.format.least_exponent()));
        let normal = match self.format {
            expr::spec::Format::Binary64 => f64::MIN_POSITIVE,
            expr::spec::Format::Binary32 => f64::from(f32::MIN_POSITIVE),
            expr::spec::Format::Fixed(_) => least,
        };
        [least, -least, normal, -normal]
    }
}

/// ±k·π/2.
fn quarter_turns(k: u8) -> [f64; 2] {
    let x = f64::from(k) * (Interval::constant(Constant::Pi).mid() / 2.0);
    [x, -x]
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::{Fixed, Format};

    #[test]
    fn marks_lie_in_their_range_each_once() {
        let formats = [
            Format::Binary64,
            Format::Binary32,
            Format::Fixed(Fixed { scale: 0, bits: 32 }),
        ];
        for format in formats {
            for (lo, hi) in [(-100.0, 100.0), (1.0, 1.0), (0.0, 3.0), (-7.0, -2.0)] {
                let range = InputRange { lo, hi, format };
                let marks = range.marks(&[2.0]);
                assert!(marks.iter().all(|x| range.contains(*x)), "{marks:?}");
                let bits: std::collections::HashSet<u64> = marks.iter().map(|x| x.to_bits()).collect();
                assert_eq!(bits.len(), marks.len());
                assert!(!marks.is_empty());
            }
        }
    }
}
