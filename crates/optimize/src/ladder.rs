//! Steps of 2ᵏ places, from the greatest to one: halving in the order of floats and integers.
//!
//! Where the objective falls towards one place, this comes to it within some hundred evaluations, however far it is.

use crate::tracker::{Spot, Tracker};

/// Steps of one length that are taken in one direction. Where the objective falls into one valley, the step before,
/// twice as long, leaves one or two of these; what is left otherwise is for the next round.
const REPEATS: usize = 4;

/// Improves a spot, coordinate by coordinate.
pub(crate) fn descend(tracker: &mut Tracker<'_>, spot: &mut Spot) -> Option<()> {
    for i in 0..spot.places.len() {
        coordinate(tracker, spot, i)?;
    }
    Some(())
}

fn coordinate(tracker: &mut Tracker<'_>, spot: &mut Spot, i: usize) -> Option<()> {
    let domain = tracker.domains[i];
    // The longest step that may stay inside.
    let top = (128 - domain.size().leading_zeros()).min(63);
    for k in (0..top).rev() {
        for step in [1i64 << k, -(1i64 << k)] {
            for _ in 0..REPEATS {
                if !tracker.improve(spot, i, domain.moved(spot.places[i], step))? {
                    break;
                }
            }
        }
    }
    Some(())
}
