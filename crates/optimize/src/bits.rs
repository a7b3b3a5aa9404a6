//! Flips of bits: what words that are taken apart by masks and shifts answer to.

use crate::tracker::{Spot, Tracker};

/// Flips single bits, from the highest, until none improves.
pub(crate) fn singles(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    for i in 0..spot.places.len() {
        let domain = tracker.domains[i];
        for bit in (0..domain.kind().bits()).rev() {
            flip(tracker, spot, i, 1 << bit)?;
        }
    }
    Some(())
}

/// Flips every two bits of a coordinate.
pub(crate) fn pairs(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    for i in 0..spot.places.len() {
        let bits = tracker.domains[i].kind().bits();
        for high in (1..bits).rev() {
            for low in (0..high).rev() {
                flip(tracker, spot, i, 1 << high | 1 << low)?;
            }
        }
    }
    Some(())
}

fn flip(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize, mask: u64) -> Option<bool> {
    match tracker.domains[i].flipped(spot.places[i], mask) {
        Some(place) => tracker.improve(spot, i, place),
        None => Some(false),
    }
}
