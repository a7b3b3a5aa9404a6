//! Uniform random inputs that fulfil a precondition.

use learn::Contract;
use proof::random::splitmix;

/// Draws inputs, one like the other.
pub struct Uniform {
    contract: Contract,
    state: u64,
}

/// Draws in vain before it is given up.
const DRAWS: usize = 100_000;

impl Uniform {
    /// Draws for a contract.
    pub fn new(contract: Contract, seed: u64) -> Uniform {
        Uniform {
            contract,
            state: splitmix(seed),
        }
    }

    /// So many inputs; fewer if hardly any draw fulfils the precondition.
    pub fn batch(&mut self, count: u64) -> Vec<Vec<f64>> {
        (0..count).map_while(|_| self.draw()).collect()
    }

    fn draw(&mut self) -> Option<Vec<f64>> {
        (0..DRAWS).find_map(|_| {
            let axes = self.contract.axes().to_vec();
            let input: Vec<f64> = axes.iter().map(|axis| axis.at(self.share())).collect();
            self.contract.requires(&input).then_some(input)
        })
    }

    /// From 0 to below 1.
    fn share(&mut self) -> f64 {
        self.state = splitmix(self.state);
        (self.state >> 11) as f64 * 0.5f64.powi(53)
    }
}
