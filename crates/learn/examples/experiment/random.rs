//! Chance for subjects and for the random tests beside which learning is measured.

/// A sequence of words, by xorshift and multiplication.
pub struct Random(u64);

impl Random {
    /// From a seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0xd134_2543_de82_ef95) | 1);
        for _ in 0..8 {
            random.share();
        }
        random
    }

    /// A double in [0, 1).
    pub fn share(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A double between two.
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + self.share() * (hi - lo)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.share() * n as f64) as usize
    }
}
