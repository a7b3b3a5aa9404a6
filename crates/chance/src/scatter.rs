//! Points that fill a box evenly, without chance.
//!
//! Number k of the additive recurrence is start + k·α modulo 1, with αᵢ = ρ⁻ⁱ and ρ the root of ρⁿ⁺¹ = ρ + 1, the golden
//! ratio of n dimensions. These are the best known steps: wherever one stops, the points so far are far from each other.

/// Point number k of the unit cube of n dimensions; the first one, number 0, is its centre.
///
/// ```
/// assert_eq!(chance::scatter(3, 0), [0.5, 0.5, 0.5]);
/// let line: Vec<f64> = (0..3).map(|k| chance::scatter(1, k)[0]).collect();
/// assert!(line[1] < 0.2 && line[2] > 0.7);
/// ```
pub fn scatter(n: usize, k: u64) -> Vec<f64> {
    scatter_by(golden_ratio(n), n, k)
}

/// The same with the golden ratio of n dimensions, for those who want many points.
pub fn scatter_by(ratio: f64, n: usize, k: u64) -> Vec<f64> {
    let mut step = 1.0;
    let mut coordinate = |_| {
        step /= ratio;
        (0.5 + k as f64 * step).fract()
    };
    (0..n).map(&mut coordinate).collect()
}

/// The greatest double below the root above 1 of x^(n+1) = x + 1, by halving [1, 2] until nothing lies between.
pub fn golden_ratio(n: usize) -> f64 {
    let power = |x: f64| (0..=n).fold(1.0, |a, _| a * x);
    let (mut lo, mut hi) = (1.0, 2.0);
    for _ in 0..60 {
        let middle = 0.5 * (lo + hi);
        if power(middle) > middle + 1.0 {
            hi = middle
        } else {
            lo = middle
        }
    }
    lo
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_of_a_line_is_the_golden_one() {
        assert!((golden_ratio(1) - (1.0 + 5f64.sqrt()) / 2.0).abs() < 1e-15);
    }

    #[test]
    fn every_cell_of_a_square_is_visited_early() {
        let cell = |k| {
            let point = scatter(2, k);
            ((point[0] * 8.0) as u32, (point[1] * 8.0) as u32)
        };
        let cells: std::collections::BTreeSet<(u32, u32)> = (0..256).map(cell).collect();
        assert_eq!(cells.len(), 64);
    }
}
