//! Points that fill a box evenly.

use chance::{Random, golden_ratio, share};

/// Points of the unit cube by an additive recurrence: number k is start + k·α modulo 1, with αᵢ = φ⁻ⁱ and φ the root of
/// φⁿ⁺¹ = φ + 1. Counted in parts of 2⁻⁶⁴, so that no rounding gathers.
/// In many dimensions such points are less even than chance for a long time; there, chance is used.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    now: Vec<u64>,
    steps: Vec<u64>,
    chance: Option<Random>,
}

/// From here on dimensions are many. One point for every corner takes 2ⁿ points, and until then the recurrence
/// shows its lattice. The exact place was not measured; `scripts/bench_learn.py sort` has ten inputs.
const MANY: usize = 6;

impl Sequence {
    pub fn new(dimensions: usize, chance: &mut Random) -> Sequence {
        // Either neighbour of the root serves; the upper one repeats the runs of earlier versions.
        let ratio = golden_ratio(dimensions).next_up();
        let mut power = 1.0;
        let steps = (0..dimensions).map(|_| {
            power /= ratio;
            (power * 2f64.powi(64)) as u64
        });
        Sequence {
            steps: steps.collect(),
            now: (0..dimensions).map(|_| chance.word()).collect(),
            chance: (dimensions >= MANY).then(|| Random::new(chance.word())),
        }
    }

    pub fn next(&mut self) -> Vec<f64> {
        for (now, step) in self.now.iter_mut().zip(&self.steps) {
            *now = match &mut self.chance {
                Some(chance) => chance.word(),
                None => now.wrapping_add(*step),
            };
        }
        self.now.iter().map(|&word| share(word)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tenth_of_a_line_and_every_cell_of_a_square_is_visited_early() {
        let mut line = Sequence::new(1, &mut Random::new(7));
        let tenths: std::collections::BTreeSet<u32> = (0..20).map(|_| (line.next()[0] * 10.0) as u32).collect();
        assert_eq!(tenths.len(), 10);
        let mut square = Sequence::new(2, &mut Random::new(7));
        let cell = |p: Vec<f64>| ((p[0] * 8.0) as u32, (p[1] * 8.0) as u32);
        let cells: std::collections::BTreeSet<(u32, u32)> = (0..256).map(|_| cell(square.next())).collect();
        assert_eq!(cells.len(), 64);
    }
}
