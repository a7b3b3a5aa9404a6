//! Uniform random inputs that fulfil a precondition.

use chance::{Random, mix};
use learn::PreparedContract;

/// Draws inputs, one like the other.
pub struct Uniform {
    contract: PreparedContract,
    random: Random,
}

/// Draws in vain before it is given up.
const DRAWS: usize = 100_000;

impl Uniform {
    /// Draws for a contract.
    pub fn new(contract: PreparedContract, seed: u64) -> Uniform {
        Uniform {
            contract,
            random: Random::new(mix(seed)),
        }
    }

    /// This many inputs; fewer if hardly any draw fulfils the precondition.
    pub fn batch(&mut self, count: u64) -> Vec<Vec<f64>> {
        (0..count).map_while(|_| self.draw()).collect()
    }

    fn draw(&mut self) -> Option<Vec<f64>> {
        (0..DRAWS).find_map(|_| {
            let axes = self.contract.axes().to_vec();
            let input: Vec<f64> = axes.iter().map(|axis| axis.at(self.random.share())).collect();
            self.contract.requires(&input).then_some(input)
        })
    }
}
