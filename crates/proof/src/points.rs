//! Where to look first: a fixed sequence of in-domain inputs.
//!
//! Centre and low-discrepancy points (linear, then logarithmic in each input), corners, bounds and their neighbours,
//! zeros and ones. Nothing is random: the sequence depends on the ranges alone.

use chance::{Random, mix, scatter};
use expr::spec::Format;
use interval::Unary;

/// The ranges that points are taken from.
pub struct PointGrid<'a> {
    /// Least and greatest float of each input.
    pub ranges: &'a [(f64, f64)],
    /// Their formats.
    pub formats: &'a [Format],
}

/// Doublings below the greatest magnitude that the logarithmic scale reaches. In a sum with the greatest number a smaller
/// one by more than the 53 bits of a double is lost; these leave nine of its bits to tell formulas apart.
/// Suites depend on it, so that another number makes other suites.
const OCTAVES: f64 = 44.0;

impl PointGrid<'_> {
    /// The sequence, beginning with the points that are most likely to tell formulas apart.
    pub fn sequence(&self, count: usize) -> Vec<Vec<f64>> {
        let mut all = vec![self.scattered(0, false)];
        let scattered = |k: usize, log: bool| self.scattered(k, log);
        all.extend((1..=12).map(|k| scattered(k, false)));
        all.extend(self.corners());
        all.extend((1..=12).map(|k| scattered(k, true)));
        all.extend(self.borders());
        all.extend(self.specials());
        let start = all.len();
        all.extend((start..count.max(start)).map(|k| scattered(k, k % 2 == 0)));
        let mut seen = std::collections::HashSet::new();
        all.retain(|p| seen.insert(p.iter().map(|x| x.to_bits()).collect::<Vec<u64>>()));
        all
    }

    /// Point number k of those that fill the box evenly.
    /// On the logarithmic scale, every other pair of points keeps to numbers of everyday size where the range is huge.
    pub fn scattered(&self, k: usize, log: bool) -> Vec<f64> {
        let unit = scatter(self.ranges.len(), k as u64);
        let near = log && (k / 2).is_multiple_of(2);
        let range = |i: usize| if near { everyday(self.ranges[i]) } else { None };
        let coordinate = |i: usize| match range(i) {
            Some((lo, hi)) => self.fit(i, lo + unit[i] * (hi - lo)),
            None => self.coordinate(i, unit[i], log),
        };
        (0..self.ranges.len()).map(coordinate).collect()
    }

    /// The float of input i at u ∈ [0, 1].
    pub fn coordinate(&self, i: usize, u: f64, log: bool) -> f64 {
        let (lo, hi) = self.ranges[i];
        let x = if log {
            logarithmic(lo, hi, u)
        } else {
            lo * (1.0 - u) + hi * u
        };
        self.fit(i, x)
    }

    /// The nearest float of input i.
    fn fit(&self, i: usize, x: f64) -> f64 {
        let (lo, hi) = self.ranges[i];
        self.formats[i].nearest(x).clamp(lo, hi) + 0.0
    }

    /// All corners of a box of few inputs, else a few of them.
    fn corners(&self) -> Vec<Vec<f64>> {
        let n = self.ranges.len();
        let corner = |bits: usize| -> Vec<f64> {
            (0..n)
                .map(|i| {
                    if bits >> (i % 64) & 1 == 0 {
                        self.ranges[i].0
                    } else {
                        self.ranges[i].1
                    }
                })
                .collect()
        };
        match n {
            0..=4 => (0..1 << n).map(corner).collect(),
            _ => [0, usize::MAX, 0x5555_5555, 0xaaaa_aaaa, 0x3333_3333, 0xcccc_cccc]
                .map(corner)
                .into(),
        }
    }

    /// Point number k of a seed, uniform in the box.
    pub fn random(&self, seed: u64, k: u64) -> Vec<f64> {
        let mut random = Random::new(mix(seed ^ mix(k)));
        let next = |i: usize| self.coordinate(i, random.share(), false);
        (0..self.formats.len()).map(next).collect()
    }

    /// Each input at a bound or its neighbour, the others scattered.
    fn borders(&self) -> Vec<Vec<f64>> {
        let mut all = Vec::new();
        for i in 0..self.ranges.len() {
            let ((lo, hi), f) = (self.ranges[i], self.formats[i]);
            let near = [
                (lo, false),
                (f.next_up(lo).min(hi), false),
                (f.next_down(hi).max(lo), false),
                (hi, false),
            ];
            for (x, log) in near.into_iter().chain([(lo, true), (hi, true)]) {
                let mut point = self.scattered(all.len() + 1, log);
                point[i] = x;
                all.push(point);
            }
        }
        all
    }

    /// Each input at 0 and ±1, the others scattered; and all at once.
    fn specials(&self) -> Vec<Vec<f64>> {
        let mut all = Vec::new();
        for value in [0.0, 1.0, -1.0] {
            let inside =
                |i: usize| (self.ranges[i].0..=self.ranges[i].1).contains(&value) && self.formats[i].contains(value);
            let mut together = self.scattered(7, false);
            for i in (0..self.ranges.len()).filter(|&i| inside(i)) {
                let mut point = self.scattered(all.len() + 3, false);
                point[i] = value;
                together[i] = value;
                all.push(point);
            }
            all.push(together);
        }
        all
    }
}

/// The part of a huge range that holds numbers of everyday size.
fn everyday((lo, hi): (f64, f64)) -> Option<(f64, f64)> {
    let (near_lo, near_hi) = (lo.max(-8.0), hi.min(8.0));
    (lo.abs().max(hi.abs()) > 1e9 && near_lo < near_hi).then_some((near_lo, near_hi))
}

/// Logarithmic between bounds of one sign; both signs, each on half of [0, 1], between bounds of two.
fn logarithmic(lo: f64, hi: f64, u: f64) -> f64 {
    if lo >= 0.0 {
        geometric(lo, hi, u)
    } else if hi <= 0.0 {
        -geometric(-hi, -lo, 1.0 - u)
    } else if u < 0.5 {
        -geometric(0.0, -lo, 1.0 - 2.0 * u)
    } else {
        geometric(0.0, hi, 2.0 * u - 1.0)
    }
}

/// a^(1−u)·b^u for 0 ≤ a ≤ b, with a kept within some octaves of b.
fn geometric(a: f64, b: f64, u: f64) -> f64 {
    if b <= 0.0 {
        return b;
    }
    let (log, exp) = (|x: f64| Unary::Log2.eval(x), |x: f64| Unary::Exp2.eval(x));
    let top = log(b);
    let floor = if top > OCTAVES { -OCTAVES } else { top - OCTAVES };
    let bottom = if a > 0.0 { log(a).max(floor) } else { floor };
    exp(bottom + u * (top - bottom))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_lies_in_its_range_and_format() {
        let ranges = [
            (-1e308, 1e308),
            (0.0, 1e-300),
            (5.0, 5.0),
            (f64::from(0.1f32), f64::from(0.2f32)),
        ];
        let formats = [Format::Binary64, Format::Binary64, Format::Binary64, Format::Binary32];
        let grid = PointGrid {
            ranges: &ranges,
            formats: &formats,
        };
        for point in grid.sequence(300) {
            for (x, (lo, hi)) in point.iter().zip(ranges) {
                assert!((lo..=hi).contains(x), "{x} not in [{lo}, {hi}]");
            }
            assert_eq!(point[3], f64::from(point[3] as f32));
        }
    }

    #[test]
    fn the_sequence_has_no_repeats_and_scatters() {
        let grid = PointGrid {
            ranges: &[(0.0, 1.0)],
            formats: &[Format::Binary64],
        };
        let all = grid.sequence(200);
        let below = all.iter().filter(|p| p[0] < 0.5).count();
        assert!(
            all.len() > 150 && below > all.len() / 4 && below < 3 * all.len() / 4 + 20,
            "{} {below}",
            all.len()
        );
    }
}
