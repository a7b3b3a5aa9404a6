//! The inputs of a specification as ranges of floats.

use inputs::InputRange;
use proof::world::World;

/// Where tests may be: the floats of each input that are inside by its bounds as written and as rounded.
pub fn input_ranges(world: &World) -> Vec<InputRange> {
    let inputs = world.ranges.iter().zip(&world.spec.inputs);
    inputs
        .map(|(&(lo, hi), input)| InputRange {
            lo,
            hi,
            format: input.format,
        })
        .collect()
}
