//! Chance from a seed.

/// The splitmix64 sequence: a counter with a strong mix of its bits.
pub(crate) struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    /// A double in [0, 1).
    pub fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 * (0.5f64).powi(53)
    }

    /// 1 or −1.
    pub fn sign(&mut self) -> i64 {
        if self.word() & 1 == 0 { 1 } else { -1 }
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
