//! Steps along a slope that is learnt from differences (BFGS): the quick way down smooth valleys of several reals.
//!
//! Coordinates are scaled by their first magnitude. H is an estimate of the inverse of the matrix of second derivatives;
//! each step s with its change of slope y makes it H ← (I − ρsyᵀ)H(I − ρysᵀ) + ρssᵀ, ρ = 1/(yᵀs).

use crate::tracker::{Spot, Tracker};

/// Steps in one go. Each costs a slope, which is at least one evaluation per coordinate; a valley that goes on is
/// entered again in the next round.
const STEPS: usize = 60;

/// Halvings of one step before it is given up. Each is one evaluation; 0.4 to this power is below 1e-9, less than
/// what the slope by differences is good for.
const HALVINGS: usize = 24;

/// Improves a spot of at least two coordinates.
pub(crate) fn descend(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    let n = spot.places.len();
    if n < 2 || !spot.value.is_finite() {
        return Some(());
    }
    let scales = scales(tracker, spot);
    let mut inverse = identity(n);
    let mut slope = slope(tracker, spot, &scales)?;
    let mut fresh = true;
    for _ in 0..STEPS {
        let way: Vec<f64> = inverse.iter().map(|row| -dot(row, &slope)).collect();
        match forward(tracker, spot, &scales, &way, dot(&way, &slope))? {
            Some(step) => {
                let next = self::slope(tracker, spot, &scales)?;
                let change: Vec<f64> = next.iter().zip(&slope).map(|(a, b)| a - b).collect();
                update(&mut inverse, &step, &change);
                slope = next;
                fresh = false;
            }
            // Once more straight down, in case the estimate misled.
            None if !fresh => {
                inverse = identity(n);
                fresh = true;
            }
            None => break,
        }
    }
    Some(())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn identity(n: usize) -> Vec<Vec<f64>> {
    let row = |i: usize| (0..n).map(|j| f64::from(u8::from(i == j))).collect();
    (0..n).map(row).collect()
}

/// The magnitude of each coordinate.
fn scales(tracker: &Tracker<'_>, spot: &Spot) -> Vec<f64> {
    let scale = |(domain, &place): (&crate::domain::CoordinateRange, &i64)| {
        let x = domain.real(place).abs();
        let width = domain.width().max(f64::MIN_POSITIVE);
        if x.is_finite() && x > 1e-6 * width.min(1.0) {
            x.min(width)
        } else {
            width.min(1.0)
        }
    };
    tracker.domains.iter().zip(&spot.places).map(scale).collect()
}

/// Differences to both sides, per scaled unit; where a side is missing, to the other.
fn slope(tracker: &mut Tracker<'_>, spot: &Spot, scales: &[f64]) -> Option<Vec<f64>> {
    let mut places = spot.places.clone();
    let mut slope = Vec::with_capacity(places.len());
    for (i, &scale) in scales.iter().enumerate() {
        let (domain, place) = (tracker.domains[i], spot.places[i]);
        let x = domain.real(place);
        let mut ends = [(x, spot.value); 2];
        for (end, h) in ends.iter_mut().zip([-1e-6 * scale, 1e-6 * scale]) {
            places[i] = domain.near(x + h);
            if places[i] != place {
                *end = (domain.real(places[i]), tracker.value(&places)?);
            }
        }
        places[i] = place;
        let rise = (ends[1].1 - ends[0].1) / (ends[1].0 - ends[0].0) * scale;
        slope.push(if rise.is_finite() { rise } else { 0.0 });
    }
    Some(slope)
}

/// Goes along a way, halving until the value falls enough. The step taken, or `None`.
fn forward(
    tracker: &mut Tracker<'_>,
    spot: &mut Spot,
    scales: &[f64],
    way: &[f64],
    descent: f64,
) -> Option<Option<Vec<f64>>> {
    // Also false for NaN.
    let falls = descent < 0.0;
    if !falls {
        return Some(None);
    }
    let domains = tracker.domains;
    let start: Vec<f64> = domains.iter().zip(&spot.places).map(|(d, &p)| d.real(p)).collect();
    let longest = way.iter().fold(0.0f64, |most, w| most.max(w.abs()));
    let mut t = (1.0f64).min(4.0 / longest);
    for _ in 0..HALVINGS {
        let target = (0..way.len()).map(|i| domains[i].near(start[i] + t * way[i] * scales[i]));
        let next = tracker.spot(target.collect())?;
        if next.value < spot.value + 1e-4 * t * descent {
            let gone = |i: usize| (domains[i].real(next.places[i]) - start[i]) / scales[i];
            let step = (0..way.len()).map(gone).collect();
            *spot = next;
            return Some(Some(step));
        }
        t *= 0.4;
    }
    Some(None)
}

/// Learns from one step s with change of slope y; the first time also the general size.
fn update(inverse: &mut [Vec<f64>], s: &[f64], y: &[f64]) {
    let curvature = dot(s, y);
    let usable = curvature > 1e-12 * (dot(s, s) * dot(y, y)).sqrt() && curvature.is_finite();
    if !usable {
        return;
    }
    let rho = 1.0 / curvature;
    let hy: Vec<f64> = inverse.iter().map(|row| dot(row, y)).collect();
    let factor = rho * (1.0 + rho * dot(y, &hy));
    for (i, row) in inverse.iter_mut().enumerate() {
        for (j, entry) in row.iter_mut().enumerate() {
            *entry += factor * s[i] * s[j] - rho * (hy[i] * s[j] + s[i] * hy[j]);
        }
    }
}
