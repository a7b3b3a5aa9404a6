//! From the values of a model to an input that provably kills.

use expr::spec::Input;
use proof::certify::{bodies, certify, constraint_holds};
use proof::world::World;
use rug::float::Round;
use rug::{Float, Rational};

/// Inputs of a model that are moved to either neighbour; the others go to the nearest.
const MOVED: usize = 6;

/// The first float next to a solution that provably kills a mutant and has an oracle.
pub(super) fn find_killer(world: &World, mutant: usize, values: &[Rational]) -> Option<Vec<f64>> {
    let kills = |point: &Vec<f64>| {
        let inside = point
            .iter()
            .zip(&world.spec.inputs)
            .all(|(&x, input)| input.contains(x));
        inside
            && constraint_holds(world, point)
            && !bodies(world, point, &[mutant]).is_empty()
            && certify(world, point, &[mutant]).is_ok_and(|certified| !certified.kills.is_empty())
    };
    neighbours(&world.spec.inputs, values).into_iter().find(kills)
}

/// The floats around a point, the nearest first.
pub(super) fn neighbours(inputs: &[Input], values: &[Rational]) -> Vec<Vec<f64>> {
    let pairs: Option<Vec<(f64, f64)>> = inputs.iter().zip(values).map(|(i, q)| pair(i, q)).collect();
    let Some(pairs) = pairs else { return Vec::new() };
    let split: Vec<usize> = (0..pairs.len())
        .filter(|&i| pairs[i].0 != pairs[i].1)
        .take(MOVED)
        .collect();
    let point = |bits: usize| {
        let mut point: Vec<f64> = pairs.iter().map(|pair| pair.0).collect();
        let moved = split.iter().enumerate().filter(|(k, _)| bits >> k & 1 == 1);
        moved.for_each(|(_, &i)| point[i] = pairs[i].1);
        point
    };
    (0..1 << split.len()).map(point).collect()
}

/// The nearest float of an input's range, and its neighbour on the other side; twice the same if the value is one.
fn pair(input: &Input, q: &Rational) -> Option<(f64, f64)> {
    let (lo, hi) = input.floats()?;
    let below = input.format.round_down(round(q, Round::Down)).clamp(lo, hi) + 0.0;
    let above = input.format.round_up(round(q, Round::Up)).clamp(lo, hi) + 0.0;
    let distance = |x: f64| Rational::from_f64(x).map(|x| (x - q).abs());
    let swapped = distance(above)? < distance(below)?;
    Some(if swapped { (above, below) } else { (below, above) })
}

/// A number as a double, rounded in one direction.
fn round(q: &Rational, direction: Round) -> f64 {
    // Every double is on the 64-bit grid, so rounding twice in the same direction skips none.
    Float::with_val_round(64, q, direction).0.to_f64_round(direction)
}
