//! A range cut into cells: parts that must have an input of their own.
//!
//! Cuts are made at powers of two, since programs choose their ways by exponents, and at equal distances, since the last
//! binade of a range is half of it. Where a range has very many binades, those that are far from 1 and from its ends share
//! cells.

use crate::ordinal::{float_at, ordinal_of};
use crate::range::{InputRange, power_of_two};
use std::collections::BTreeSet;

/// Binades of one sign that get a cell each where there are no more; where there are, those from 2⁻⁴⁰ to 2⁴⁰ do, and the
/// others share: 2⁴⁰ is 10¹², which is far for everything but overflow.
const BINADES: i64 = 96;
const NEAR: i64 = 40;

/// Steps at both sides of a notable float at which cells end: 2, 2¹⁰, … steps are 2⁻⁵¹, 2⁻⁴³, … of a double.
const GRADES: [u32; 6] = [1, 10, 20, 30, 40, 48];

impl InputRange {
    /// The cells, from the least to the greatest: neighbours share no float, and together they are the range.
    /// `parts` cells would have equal lengths if nothing else were cut.
    ///
    /// ```
    /// use expr::spec::Format;
    /// use inputs::InputRange;
    ///
    /// let range = InputRange { lo: 1.0, hi: 8.0, format: Format::Binary64 };
    /// let cells = range.cells(1, &[]);
    /// assert_eq!(cells.iter().map(|c| c.lo).collect::<Vec<_>>(), [1.0, 2.0, 4.0, 8.0]);
    /// assert_eq!(cells[0].hi, 2.0f64.next_down());
    /// ```
    pub fn cells(&self, parts: usize, notable: &[f64]) -> Vec<InputRange> {
        let (lo, hi) = self.ordinals();
        let mut cuts: BTreeSet<i64> = self.binade_cuts();
        cuts.extend(self.length_cuts(parts));
        cuts.extend(notable.iter().flat_map(|&x| self.graded_cuts(x)));
        let mut cells = Vec::new();
        let mut first = lo;
        for cut in cuts.into_iter().filter(|cut| (lo..=hi).contains(cut) && *cut > lo) {
            cells.push(self.part(first, cut - 1));
            first = cut;
        }
        cells.push(self.part(first, hi));
        cells
    }

    fn part(&self, lo: i64, hi: i64) -> InputRange {
        InputRange {
            lo: float_at(self.format, lo) + 0.0,
            hi: float_at(self.format, hi) + 0.0,
            format: self.format,
        }
    }

    /// The numbers of ±2ᵏ, and of 0 with its neighbours.
    fn binade_cuts(&self) -> BTreeSet<i64> {
        let magnitudes = exponents(self)
            .into_iter()
            .map(power_of_two)
            .filter(|x| self.format.contains(*x));
        let magnitudes: Vec<i64> = magnitudes.map(|x| ordinal_of(self.format, x)).collect();
        // A negative cell ends at −2ᵏ, so the cut is behind it.
        let negative = magnitudes.iter().map(|m| 1 - m);
        negative.chain(magnitudes.iter().copied()).chain([0, 1]).collect()
    }

    fn length_cuts(&self, parts: usize) -> Vec<i64> {
        let share = |k: usize| self.lo * (1.0 - k as f64 / parts as f64) + self.hi * (k as f64 / parts as f64);
        (1..parts)
            .map(|k| ordinal_of(self.format, self.fit(share(k))))
            .collect()
    }

    /// Rings around a notable float.
    fn graded_cuts(&self, x: f64) -> Vec<i64> {
        let at = ordinal_of(self.format, x);
        let bits = match self.format {
            expr::spec::Format::Binary64 => 0,
            _ => 29,
        };
        let steps = GRADES.iter().filter_map(|g| g.checked_sub(bits)).map(|g| 1i64 << g);
        steps
            .flat_map(|s| [at.saturating_sub(s), at.saturating_add(s)])
            .chain([at, at.saturating_add(1)])
            .collect()
    }
}

/// The exponents at which cells begin.
fn exponents(range: &InputRange) -> Vec<i64> {
    let far = range.lo.abs().max(range.hi.abs());
    let near = match range.lo <= 0.0 && range.hi >= 0.0 {
        true => 0.0,
        false => range.lo.abs().min(range.hi.abs()),
    };
    let least = i64::from(range.format.least_exponent());
    let (top, bottom) = (exponent(far), exponent(near).max(least));
    if top - bottom <= BINADES {
        return (bottom..=top).collect();
    }
    let mut all: BTreeSet<i64> = BTreeSet::new();
    // One by one near 1, near the greatest magnitude and near the least; in between the gaps double.
    for centre in [0i64.clamp(bottom, top), top, bottom] {
        all.extend((centre - 4)..=(centre + 4));
        let widths = (0..10).map(|k| 4 + (1i64 << k) * 4);
        all.extend(widths.flat_map(|w| [centre - w, centre + w]));
    }
    all.extend(-NEAR..=NEAR);
    all.into_iter().filter(|k| (bottom..=top).contains(k)).collect()
}

/// ⌊log₂ x⌋ of a positive double; far below all exponents for 0.
pub(crate) fn exponent(x: f64) -> i64 {
    if x == 0.0 {
        return -1074;
    }
    let biased = (x.to_bits() >> 52) as i64;
    match biased {
        // m·2⁻¹⁰⁷⁴ with ⌊log₂ m⌋ = 63 − (leading zeros of m).
        0 => 63 - 1074 - i64::from(x.to_bits().leading_zeros()),
        _ => biased - 1023,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::spec::Format;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn cells_are_the_range_and_share_nothing(a in any::<f64>(), b in any::<f64>(), x in any::<f64>(), parts in 1usize..40) {
            prop_assume!(a.is_finite() && b.is_finite() && x.is_finite());
            let range = InputRange { lo: a.min(b) + 0.0, hi: a.max(b) + 0.0, format: Format::Binary64 };
            let cells = range.cells(parts, &[range.fit(x)]);
            prop_assert_eq!(cells[0].lo, range.lo);
            prop_assert_eq!(cells[cells.len() - 1].hi, range.hi);
            for pair in cells.windows(2) {
                prop_assert!(pair[0].lo <= pair[0].hi);
                prop_assert_eq!(range.step(pair[0].hi, 1), pair[1].lo);
            }
            prop_assert!(cells.len() < 400, "{}", cells.len());
        }
    }

    #[test]
    fn exponents_of_doubles() {
        for k in -1074..1024 {
            assert_eq!(exponent(power_of_two(k)), k);
        }
        assert_eq!(exponent(f64::MIN_POSITIVE.next_down()), -1023);
    }

    #[test]
    fn a_notable_float_is_a_cell_of_its_own() {
        let range = InputRange {
            lo: 0.0,
            hi: 10.0,
            format: Format::Binary64,
        };
        let cells = range.cells(4, &[3.3]);
        assert!(cells.iter().any(|c| (c.lo, c.hi) == (3.3, 3.3)));
        assert!(cells.iter().any(|c| (c.lo, c.hi) == (0.0, 0.0)));
    }
}
