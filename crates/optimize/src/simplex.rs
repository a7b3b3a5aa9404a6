//! The simplex of Nelder and Mead, in reals, with factors that suit many coordinates.

use crate::tracker::{Spot, Tracker};

/// A corner of the simplex.
#[derive(Clone)]
struct Corner {
    x: Vec<f64>,
    value: f64,
}

/// Steps per coordinate in one go. It ends a simplex that crawls and does not become flat, so that the other ways get
/// their turn.
const STEPS: usize = 120;

/// Improves a spot of at least two coordinates.
pub(crate) fn descend(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    let n = spot.places.len();
    if n < 2 {
        return Some(());
    }
    let mut corners = around(tracker, spot)?;
    for _ in 0..STEPS * n {
        corners.sort_by(|a, b| a.value.total_cmp(&b.value));
        if is_flat(&corners) {
            break;
        }
        step(tracker, &mut corners)?;
    }
    let best = corners.into_iter().min_by(|a, b| a.value.total_cmp(&b.value));
    if let Some(best) = best.filter(|best| best.value < spot.value) {
        *spot = Spot {
            places: places(tracker, &best.x),
            value: best.value,
        };
    }
    Some(())
}

fn places(tracker: &Tracker<'_>, x: &[f64]) -> Vec<i64> {
    tracker.domains.iter().zip(x).map(|(d, &x)| d.near(x)).collect()
}

/// The corner at the nearest point of the domains.
fn corner(tracker: &mut Tracker<'_>, x: Vec<f64>) -> Option<Corner> {
    let places = places(tracker, &x);
    let value = tracker.value(&places)?;
    // What leaves the domain comes back to its border.
    let inside = tracker.domains.iter().zip(&x).map(|(d, &x)| {
        let (lo, hi) = d.reals();
        x.clamp(lo, hi)
    });
    Some(Corner {
        x: inside.collect(),
        value,
    })
}

/// The spot and one corner along each coordinate.
fn around(tracker: &mut Tracker<'_>, spot: &Spot) -> Option<Vec<Corner>> {
    let domains = tracker.domains;
    let finite = |x: f64| if x.is_finite() { x } else { 0.0 };
    let reals = domains.iter().zip(&spot.places).map(|(d, &p)| finite(d.real(p)));
    let centre: Vec<f64> = reals.collect();
    let mut corners = vec![Corner {
        x: centre.clone(),
        value: spot.value,
    }];
    for (i, domain) in domains.iter().enumerate() {
        let mut x = centre.clone();
        let h = (0.1 * x[i].abs()).max(0.1).min(0.1 * domain.width());
        x[i] = if x[i] + h <= domain.reals().1 {
            x[i] + h
        } else {
            x[i] - h
        };
        corners.push(corner(tracker, x)?);
    }
    Some(corners)
}

/// Whether all corners have one value, or are one point.
fn is_flat(corners: &[Corner]) -> bool {
    let (first, last) = (&corners[0], &corners[corners.len() - 1]);
    let near = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-15 * a.abs().max(b.abs());
    first.value == last.value || corners.iter().all(|c| c.x.iter().zip(&first.x).all(near))
}

/// Replaces the worst corner by a better one, or draws all towards the best. Corners are in order.
fn step(tracker: &mut Tracker<'_>, corners: &mut [Corner]) -> Option<()> {
    let n = corners.len() - 1;
    let dimension = n as f64;
    let centre: Vec<f64> = (0..n)
        .map(|i| corners[..n].iter().map(|c| c.x[i] / dimension).sum())
        .collect();
    let worst = corners[n].clone();
    let along = |t: f64| -> Vec<f64> { centre.iter().zip(&worst.x).map(|(c, w)| c + t * (c - w)).collect() };
    let reflected = corner(tracker, along(1.0))?;
    if reflected.value < corners[0].value {
        let expanded = corner(tracker, along(1.0 + 2.0 / dimension))?;
        corners[n] = if expanded.value < reflected.value {
            expanded
        } else {
            reflected
        };
        return Some(());
    }
    if reflected.value < corners[n - 1].value {
        corners[n] = reflected;
        return Some(());
    }
    let inward = 0.75 - 0.5 / dimension;
    let (t, limit) = if reflected.value < worst.value {
        (inward, reflected.value)
    } else {
        (-inward, worst.value)
    };
    let contracted = corner(tracker, along(t))?;
    if contracted.value < limit {
        corners[n] = contracted;
        return Some(());
    }
    shrink(tracker, corners)
}

/// All corners towards the best.
fn shrink(tracker: &mut Tracker<'_>, corners: &mut [Corner]) -> Option<()> {
    let best = corners[0].x.clone();
    let factor = 1.0 - 1.0 / corners.len() as f64;
    for c in corners.iter_mut().skip(1) {
        let x = best.iter().zip(&c.x).map(|(b, x)| b + factor * (x - b)).collect();
        *c = corner(tracker, x)?;
    }
    Some(())
}
