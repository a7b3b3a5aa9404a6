//! The statistics of a campaign: the exact sign test, and robust fits with their confidence intervals.

use rug::{Float, Integer, Rational};
use suite::accuracy::OrderRecord;

/// The exact one-sided sign test: the probability of at least `worse` heads in `worse + better` throws of a fair coin.
///
/// Σ C(n, k) / 2ⁿ over k from `worse` to n, in integers; only the quotient is rounded.
pub fn sign_test(worse: u64, better: u64) -> f64 {
    let n = u32::try_from(worse + better).unwrap_or(u32::MAX);
    let (mut term, mut sum) = (Integer::from(1), Integer::new());
    // C(n, n) = 1 is the first term, and C(n, k − 1) = C(n, k)·k/(n − k + 1).
    for k in (u32::try_from(worse).unwrap_or(n)..=n).rev() {
        sum += &term;
        term *= k;
        term /= n - k + 1;
    }
    // To the nearest double; `Rational::to_f64` would cut.
    Float::with_val(53, Rational::from((sum, Integer::from(1) << n))).to_f64()
}

/// The median; none of nothing. The numbers must not be NaN.
pub fn median(numbers: &[f64]) -> Option<f64> {
    let sorted = sorted(numbers);
    let (n, half) = (sorted.len(), sorted.len() / 2);
    match n {
        0 => None,
        n if n % 2 == 1 => Some(sorted[half]),
        _ => Some((sorted[half - 1] + sorted[half]) / 2.0),
    }
}

fn sorted(numbers: &[f64]) -> Vec<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// Half of what a confidence interval of 95 % leaves out.
const TAIL: f64 = 0.025;
/// The normal quantile that belongs to it.
const QUANTILE: f64 = 1.96;

/// The median with a confidence interval from order statistics: no assumption on the distribution.
pub fn median_interval(numbers: &[f64]) -> Option<OrderRecord> {
    let sorted = sorted(numbers);
    let n = sorted.len() as u64;
    // The r-th least is below the median with probability P(at least n − r + 1 heads); r is the greatest within the tail.
    let left_out = (1..=n / 2).take_while(|r| sign_test(n - r + 1, r - 1) <= TAIL).count();
    let lo = left_out.saturating_sub(1);
    Some(OrderRecord {
        order: median(numbers)?,
        lo: sorted[lo],
        hi: sorted[sorted.len() - 1 - lo],
        from: n,
    })
}

/// Fewest points of a line.
const FEWEST: usize = 3;

/// The slope of a line through points by Theil and Sen: the median over all pairs. Points must differ in x.
pub fn theil_sen(points: &[(f64, f64)]) -> Option<OrderRecord> {
    let n = points.len();
    if n < FEWEST {
        return None;
    }
    let slope = |(a, b): (&(f64, f64), &(f64, f64))| (b.1 - a.1) / (b.0 - a.0);
    let pairs = points
        .iter()
        .enumerate()
        .flat_map(|(i, a)| points[i + 1..].iter().map(move |b| (a, b)));
    let slopes = sorted(&pairs.map(slope).collect::<Vec<_>>());
    // Kendall's statistic of n points has the variance n(n − 1)(2n + 5)/18; this many slopes lie around the median.
    let spread = QUANTILE * (n as f64 * (n as f64 - 1.0) * (2.0 * n as f64 + 5.0) / 18.0).sqrt();
    let lo = ((slopes.len() as f64 - spread) / 2.0).floor().max(0.0) as usize;
    Some(OrderRecord {
        order: median(&slopes)?,
        lo: slopes[lo],
        hi: slopes[slopes.len() - 1 - lo],
        from: n as u64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_is_exact() {
        let table = [
            (0, 0, 1.0),
            (0, 3, 1.0),
            (5, 0, 1.0 / 32.0),
            (4, 1, 6.0 / 32.0),
            (9, 1, 11.0 / 1024.0),
            (3, 3, 42.0 / 64.0),
        ];
        for (worse, better, p) in table {
            assert_eq!(sign_test(worse, better), p, "{worse} {better}");
        }
        // 2^-1000 is a double, 2^-1100 is not.
        assert_eq!(sign_test(1000, 0), 2f64.powi(-1000));
        assert_eq!(sign_test(1100, 0), 0.0);
    }

    #[test]
    fn lines_are_found_in_spite_of_one_wild_point() {
        let line = |x: i32| (f64::from(x), 4.0 * f64::from(x) - 3.0);
        let mut points: Vec<_> = (0..7).map(line).collect();
        points[2].1 = -20.0;
        let fit = theil_sen(&points).unwrap();
        assert_eq!((fit.order, fit.from), (4.0, 7));
        assert!(fit.lo <= 4.0 && fit.hi >= 4.0);
        assert_eq!(theil_sen(&points[..2]), None);
    }

    #[test]
    fn medians_have_intervals() {
        let numbers: Vec<f64> = (1..=20).map(f64::from).collect();
        let OrderRecord { order, lo, hi, from } = median_interval(&numbers).unwrap();
        // The table of order statistics for n = 20: the 6th and the 15th, 95.9 %.
        assert_eq!((order, lo, hi, from), (10.5, 6.0, 15.0, 20));
        assert_eq!(median_interval(&[]), None);
        assert_eq!(median_interval(&[2.0]).unwrap().lo, 2.0);
    }
}
