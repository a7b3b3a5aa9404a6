//! Points of a domain at which claims are tried: corners, centre, and a low-discrepancy sequence, always the same.

use super::domain::Domain;
use super::real::BRIEF;
use expr::spec::{Format, Input};
use mutation::MutantPlace;
use rug::Rational;

/// Most arguments for which every corner is visited.
const CORNER_DIMENSIONS: usize = 4;

/// Candidates per wanted point, for domains of which the constraint leaves little.
const PATIENCE: usize = 16;

/// Points provably in the domain: up to `count` of the sequence, and corners and centre as far as they belong to it.
pub(super) fn points(domain: &Domain, count: usize) -> Vec<Vec<f64>> {
    let Some(ranges) = ranges(domain) else {
        return Vec::new();
    };
    let inside = |x: &Vec<f64>| domain.boxed(x) && domain.constrained(x, BRIEF) == Some(true);
    let mut all: Vec<Vec<f64>> = corners(&ranges).into_iter().filter(inside).collect();
    let primes = primes(ranges.len());
    let sequence = (1..=count.saturating_mul(PATIENCE)).map(|n| candidate(&ranges, &primes, n));
    all.extend(sequence.filter(inside).take(count));
    all
}

/// Points around the bounds in which two boxes differ; the other coordinates are those of `base`.
pub(super) fn edges(first: &Domain, second: &Domain, base: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let mut all = Vec::new();
    for (n, (a, b)) in first.inputs.iter().zip(&second.inputs).enumerate() {
        if (&a.lo, &a.hi) == (&b.lo, &b.hi) {
            continue;
        }
        for point in base {
            all.extend(edge_values(a, b).into_iter().map(|v| replaced(point, n, v)));
        }
    }
    all
}

fn replaced(point: &[f64], n: usize, value: f64) -> Vec<f64> {
    let mut copy = point.to_vec();
    if let Some(place) = copy.get_mut(n) {
        *place = value;
    }
    copy
}

/// The ends of both ranges, their neighbours, and what lies between two ends.
fn edge_values(a: &Input, b: &Input) -> Vec<f64> {
    let ends: Vec<f64> = [a, b]
        .iter()
        .filter_map(|i| i.floats())
        .flat_map(|(lo, hi)| [lo, hi])
        .collect();
    let format = a.format;
    let mut all = Vec::new();
    for &x in &ends {
        all.extend([x, format.next_up(x), format.next_down(x)]);
        all.extend(ends.iter().map(|&y| format.nearest(x / 2.0 + y / 2.0)));
    }
    all.retain(|x| x.is_finite());
    all.sort_by(f64::total_cmp);
    all.dedup();
    all
}

/// Fractions within the box that are no floats, between neighbouring points; for boxes without a constraint.
pub(super) fn fractions(points: &[Vec<f64>]) -> Vec<Vec<Rational>> {
    let between = |a: f64, b: f64, n: usize| {
        let (a, b) = (Rational::from_f64(a)?, Rational::from_f64(b)?);
        let share = Rational::from((1 + n as u64 % 6, 7u64));
        Some(Rational::from(&b - &a) * share + a)
    };
    let pair = |(n, w): (usize, &[Vec<f64>])| w[0].iter().zip(&w[1]).map(|(&a, &b)| between(a, b, n)).collect();
    points.windows(2).enumerate().filter_map(pair).collect()
}

/// Format, least and greatest float of an input.
type FloatSpan = (Format, f64, f64);

fn ranges(domain: &Domain) -> Option<Vec<FloatSpan>> {
    let range = |i: &Input| i.floats().map(|(lo, hi)| (i.format, lo, hi));
    domain.inputs.iter().map(range).collect()
}

/// The corners (two of them where there are too many) and the centre.
fn corners(ranges: &[FloatSpan]) -> Vec<Vec<f64>> {
    let few = ranges.len() <= CORNER_DIMENSIONS;
    let masks = if few { 1u64 << ranges.len() } else { 2 };
    let upper = |mask: u64, n: usize| if few { mask >> n & 1 == 1 } else { mask == 1 };
    let corner = |mask| {
        let pick = |(n, &(_, lo, hi)): (usize, &FloatSpan)| if upper(mask, n) { hi } else { lo };
        ranges.iter().enumerate().map(pick).collect()
    };
    let centre = ranges.iter().map(|range| linear(range, 0.5)).collect();
    (0..masks).map(corner).chain([centre]).collect()
}

/// Candidate number n: even ones are even on the real line, odd ones among the floats.
fn candidate(ranges: &[FloatSpan], primes: &[u64], n: usize) -> Vec<f64> {
    let place = |(range, &prime): (&FloatSpan, &u64)| {
        let share = radical_inverse(n as u64, prime);
        if n.is_multiple_of(2) {
            linear(range, share)
        } else {
            among_floats(range, share)
        }
    };
    ranges.iter().zip(primes).map(place).collect()
}

fn linear(&(format, lo, hi): &FloatSpan, share: f64) -> f64 {
    format.nearest(lo * (1.0 - share) + hi * share).clamp(lo, hi)
}

fn among_floats(&(format, lo, hi): &FloatSpan, share: f64) -> f64 {
    let (a, b) = (ordinal(lo), ordinal(hi));
    let step = ((b - a) as f64 * share) as i128;
    format.nearest(float((a + step).clamp(a, b))).clamp(lo, hi)
}

/// The place of a double in the order of doubles; 0 for both zeros.
fn ordinal(x: f64) -> i128 {
    let size = i128::from(x.abs().to_bits());
    if x < 0.0 { -size } else { size }
}

fn float(ordinal: i128) -> f64 {
    let size = f64::from_bits(u64::try_from(ordinal.unsigned_abs()).unwrap_or(0));
    if ordinal < 0 { -size } else { size }
}

/// The digits of n in a base, mirrored at the point.
fn radical_inverse(mut n: u64, base: u64) -> f64 {
    let (mut inverse, mut unit) = (0.0, 1.0 / base as f64);
    while n > 0 {
        inverse += (n % base) as f64 * unit;
        n /= base;
        unit /= base as f64;
    }
    inverse
}

/// The first primes.
fn primes(count: usize) -> Vec<u64> {
    let mut found: Vec<u64> = Vec::new();
    let mut n = 2;
    while found.len() < count {
        if found.iter().take_while(|p| *p * *p <= n).all(|p| n % p != 0) {
            found.push(n);
        }
        n += 1;
    }
    found
}

/// A point moved to a place: to its ends and its middle, where it has such.
pub(super) fn moved_to(place: &MutantPlace, x: &[f64]) -> Vec<Vec<f64>> {
    let with = |values: &[(usize, f64)]| {
        let mut copy = x.to_vec();
        values.iter().for_each(|&(i, value)| copy[i] = value);
        copy
    };
    match place {
        MutantPlace::Between { input, lo, hi } => {
            let middle = lo / 2.0 + hi / 2.0;
            [*lo, *hi, middle].map(|value| with(&[(*input, value)])).into()
        }
        MutantPlace::At(values) => vec![with(values)],
        MutantPlace::Equal(i, j) => vec![with(&[(*j, x[*i])])],
        MutantPlace::Opposite(i, j) => vec![with(&[(*j, -x[*i])])],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(text: &str) -> Domain {
        Domain::of(&super::super::statement::specification(text).unwrap())
    }

    #[test]
    fn points_lie_in_the_domain_and_are_spread() {
        let d = domain("(FPCore (x y) :accuracy-rel 1e-9 :pre (and (< 0 x 1) (<= -2 y 2) (< x y)) (+ x y))");
        let all = points(&d, 40);
        assert!(all.len() >= 40);
        assert!(
            all.iter()
                .all(|p| 0.0 < p[0] && p[0] < 1.0 && p[0] < p[1] && p[1] <= 2.0)
        );
        assert!(all.iter().any(|p| p[0] < 1e-6) && all.iter().any(|p| p[0] > 0.5));
        assert_eq!(all, points(&d, 40));
    }

    #[test]
    fn single_precision_points_are_single() {
        let d = domain("(FPCore (x) :precision binary32 :accuracy-rel 1e-3 :pre (<= 0.1 x 0.3) x)");
        let all = points(&d, 20);
        assert!(
            all.iter()
                .all(|p| super::super::domain::is_float(Format::Binary32, p[0]))
        );
    }

    #[test]
    fn unbounded_domains_have_points() {
        let d = domain("(FPCore (x) :accuracy-rel 1e-3 x)");
        let all = points(&d, 20);
        assert!(all.len() >= 20 && all.iter().all(|p| p[0].is_finite()));
    }
}
