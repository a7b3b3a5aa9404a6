//! One coordinate between two places that are worse: secants, parabolas, halving.
//!
//! Many objectives are the distance |h(x)| from an equality. On the two sides of its zero h has two signs, so the secant
//! through (a, −f(a)) and (c, f(c)) meets it; where f is smooth instead, a parabola through three points finds its vertex;
//! where it is neither, the wider part is halved in the order.

use crate::tracker::{Spot, Tracker};

/// Rounds of narrowing along one coordinate. Halving alone would need 64 for all places of a double; what is left
/// then is for the other ways.
const ROUNDS: usize = 48;

/// A place with its value.
#[derive(Clone, Copy)]
struct LineEnd {
    place: i64,
    value: f64,
}

/// Improves a spot, coordinate by coordinate.
pub(crate) fn descend(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    for i in 0..spot.places.len() {
        coordinate(tracker, spot, i)?;
    }
    Some(())
}

fn coordinate(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize) -> Option<()> {
    let mut ends = [outward(tracker, spot, i, -1)?, outward(tracker, spot, i, 1)?];
    for _ in 0..ROUNDS {
        let (a, b, c) = (ends[0], spot.places[i], ends[1]);
        // A step that improved may have gone past an end.
        if !(a.place <= b && b <= c.place) || c.place.abs_diff(a.place) <= 2 {
            break;
        }
        let middle = LineEnd {
            place: b,
            value: spot.value,
        };
        for place in candidates(tracker, i, a, middle, c) {
            narrow(tracker, spot, i, &mut ends, place)?;
        }
    }
    Some(())
}

/// Goes outward in growing steps until the value is no longer less.
fn outward(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize, sign: i64) -> Option<LineEnd> {
    let domain = tracker.domains[i];
    let mut step = sign;
    loop {
        let place = domain.moved(spot.places[i], step);
        let mut places = spot.places.clone();
        places[i] = place;
        let value = if place == spot.places[i] {
            spot.value
        } else {
            tracker.value(&places)?
        };
        if value < spot.value {
            *spot = Spot { places, value };
        } else if value > spot.value || domain.moved(place, sign) == place {
            return Some(LineEnd { place, value });
        }
        step = step.saturating_mul(16);
    }
}

/// Places inside (a, c) that are worth a look.
fn candidates(tracker: &Tracker<'_>, i: usize, a: LineEnd, b: LineEnd, c: LineEnd) -> Vec<i64> {
    let domain = tracker.domains[i];
    let x = [a, b, c].map(|end| domain.real(end.place));
    let f = [a.value, b.value, c.value];
    let secant = x[0] + (x[2] - x[0]) * (f[0] / (f[0] + f[2]));
    let (left, right) = (b.place.abs_diff(a.place), c.place.abs_diff(b.place));
    let half = |p: i64, q: i64| ((i128::from(p) + i128::from(q)) >> 1) as i64;
    let halved = if left > right {
        half(a.place, b.place)
    } else {
        half(b.place, c.place)
    };
    let reals = [secant, vertex(x, f)].into_iter().filter(|x| x.is_finite());
    let mut places: Vec<i64> = reals.map(|x| domain.near(x)).chain([halved]).collect();
    places.retain(|&p| a.place < p && p < c.place && p != b.place);
    places.dedup();
    places
}

/// The vertex of the parabola through three points; not finite where there is none.
fn vertex(x: [f64; 3], f: [f64; 3]) -> f64 {
    let (p, q) = (x[1] - x[0], x[1] - x[2]);
    let (r, s) = (f[1] - f[2], f[1] - f[0]);
    x[1] - 0.5 * (p * p * r - q * q * s) / (p * r - q * s)
}

/// Looks at a place and moves the spot or an end there.
fn narrow(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize, ends: &mut [LineEnd; 2], place: i64) -> Option<()> {
    let old = LineEnd {
        place: spot.places[i],
        value: spot.value,
    };
    if place <= ends[0].place || place >= ends[1].place || place == old.place {
        return Some(());
    }
    let mut places = spot.places.clone();
    places[i] = place;
    let value = tracker.value(&places)?;
    let outer = if value < old.value {
        *spot = Spot { places, value };
        old
    } else {
        LineEnd { place, value }
    };
    let inner = spot.places[i];
    ends[usize::from(outer.place > inner)] = outer;
    Some(())
}
