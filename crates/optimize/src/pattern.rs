//! One coordinate after the other, with steps that grow while they pay, and then the whole way again.
//!
//! This is the alternating variable method with the pattern move of Hooke and Jeeves. It walks in reals, where smooth
//! objectives are smooth, or in places, where the next float is one step away whatever its magnitude.

use crate::domain::CoordinateRange;
use crate::tracker::{Spot, Tracker};

/// In what steps are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Metric {
    Real,
    Order,
}

/// A signed step; zero once it has become too small to matter.
#[derive(Clone, Copy, Debug)]
enum PatternStep {
    Real(f64),
    Order(i64),
}

impl PatternStep {
    /// The first step: a fair share of the magnitude in reals, one place in the order.
    fn first(metric: Metric, domain: &CoordinateRange, place: i64) -> PatternStep {
        match metric {
            Metric::Real => PatternStep::Real(domain.real(place).abs().max(1.0).min(domain.width() * 0.25)),
            Metric::Order => PatternStep::Order(1),
        }
    }

    fn from(self, domain: &CoordinateRange, place: i64) -> i64 {
        match self {
            PatternStep::Real(h) => domain.near(domain.real(place) + h),
            PatternStep::Order(h) => domain.moved(place, h),
        }
    }

    fn doubled(self) -> PatternStep {
        match self {
            PatternStep::Real(h) => PatternStep::Real(2.0 * h),
            PatternStep::Order(h) => PatternStep::Order(h.saturating_mul(2)),
        }
    }

    fn quartered(self) -> PatternStep {
        match self {
            PatternStep::Real(h) => PatternStep::Real(0.25 * h),
            PatternStep::Order(h) => PatternStep::Order(h / 4),
        }
    }

    fn reversed(self) -> PatternStep {
        match self {
            PatternStep::Real(h) => PatternStep::Real(-h),
            PatternStep::Order(h) => PatternStep::Order(-h),
        }
    }
}

/// Sweeps over all coordinates in one go. It ends sweeps that gain a little each time, so that the other ways get
/// their turn.
const SWEEPS: usize = 80;

/// Improves a spot until no step does.
pub(crate) fn descend(tracker: &mut Tracker<'_>, spot: &mut Spot, metric: Metric) -> Option<()> {
    let domains = tracker.domains;
    let first = |(domain, &place): (&CoordinateRange, &i64)| Some(PatternStep::first(metric, domain, place));
    let mut steps: Vec<Option<PatternStep>> = domains.iter().zip(&spot.places).map(first).collect();
    for _ in 0..SWEEPS {
        let before = spot.clone();
        for (i, slot) in steps.iter_mut().enumerate() {
            if let Some(step) = *slot {
                *slot = coordinate(tracker, spot, i, step)?;
            }
        }
        if spot.value < before.value {
            again(tracker, spot, &before)?;
        } else if steps.iter().all(Option::is_none) {
            break;
        }
    }
    Some(())
}

/// Tries a step both ways, goes on with doubled steps while they pay. What to begin with next time: `None` if nothing.
fn coordinate(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize, step: PatternStep) -> Option<Option<PatternStep>> {
    let domain = tracker.domains[i];
    let start = spot.places[i];
    for mut step in [step, step.reversed()] {
        if !tracker.improve(spot, i, step.from(&domain, start))? {
            continue;
        }
        loop {
            let longer = step.doubled();
            if !tracker.improve(spot, i, longer.from(&domain, spot.places[i]))? {
                return Some(Some(step));
            }
            step = longer;
        }
    }
    let shorter = step.quartered();
    let moves = [shorter, shorter.reversed()].map(|s| s.from(&domain, start) != start);
    Some(moves.contains(&true).then_some(shorter))
}

/// The way that a sweep has gone, once more and twice as far, while that pays.
fn again(tracker: &mut Tracker<'_>, spot: &mut Spot, before: &Spot) -> Option<()> {
    let domains = tracker.domains;
    if domains.len() < 2 {
        return Some(());
    }
    let way = |(domain, (&a, &b)): (&CoordinateRange, (&i64, &i64))| domain.real(b) - domain.real(a);
    let ways = domains.iter().zip(before.places.iter().zip(&spot.places));
    let mut ways: Vec<f64> = ways.map(way).collect();
    loop {
        let places = domains.iter().zip(&spot.places).zip(&ways);
        let places = places.map(|((domain, &place), way)| step_real(domain, place, *way));
        let next = tracker.spot(places.collect())?;
        if next.value >= spot.value {
            return Some(());
        }
        *spot = next;
        ways.iter_mut().for_each(|way| *way *= 2.0);
    }
}

/// A step in reals; without one, a NaN stays what it is.
fn step_real(domain: &CoordinateRange, place: i64, way: f64) -> i64 {
    if way == 0.0 || !way.is_finite() {
        place
    } else {
        domain.near(domain.real(place) + way)
    }
}
