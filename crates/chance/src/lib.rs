//! Numbers that look like chance and depend on a seed alone, and points that are spread evenly without chance.
//!
//! Every random number of Lydian comes from here, so that a seed in a file is all that is needed to make it again.
//!
//! ```
//! let mut random = chance::Random::new(7);
//! let (word, share) = (random.word(), random.share());
//! assert!((0.0..1.0).contains(&share));
//! assert_eq!(chance::Random::new(7).word(), word);
//! ```

mod scatter;

pub use scatter::{golden_ratio, scatter, scatter_by};

/// The splitmix64 sequence: a counter with a strong mix of its bits. Its period is 2⁶⁴, whatever the seed.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// What the counter advances by: odd, so that it passes all words.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any 64 bits.
    pub fn word(&mut self) -> u64 {
        let word = mix(self.0);
        self.0 = self.0.wrapping_add(STEP);
        word
    }

    /// A number below `n`; 0 where there is none.
    ///
    /// ```
    /// let mut random = chance::Random::new(1);
    /// assert!((0..1000).all(|_| random.below(6) < 6));
    /// // Of nothing there is nothing to choose, and no panic.
    /// assert_eq!(random.below(0), 0);
    /// ```
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.word()) * n as u128) >> 64) as usize
    }

    /// A double in [0, 1).
    pub fn share(&mut self) -> f64 {
        share(self.word())
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

/// One word of chance for a word. A sequence is better taken from [`Random`]: feeding the result back in runs into a cycle
/// of unknown length.
pub fn mix(word: u64) -> u64 {
    let z = word.wrapping_add(STEP);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The leading 53 bits of a word as a double in [0, 1).
///
/// ```
/// // All bits set is the greatest double below 1, never 1 itself.
/// assert_eq!((chance::share(0), chance::share(u64::MAX)), (0.0, 1f64.next_down()));
/// ```
pub fn share(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first words of seed 1234567 as the authors of splitmix64 publish them.
    #[test]
    fn the_sequence_is_splitmix64() {
        let mut random = Random::new(1_234_567);
        let words = [(); 3].map(|()| random.word());
        assert_eq!(
            words,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn numbers_stay_below_their_bound_and_reach_all_of_it() {
        let mut random = Random::new(1);
        let mut seen = [0; 5];
        (0..1000).for_each(|_| seen[random.below(5)] += 1);
        assert!(seen.iter().all(|&count| count > 100), "{seen:?}");
        assert_eq!(random.below(0), 0);
        assert!((0..1000).all(|_| (0.0..1.0).contains(&random.share())));
    }
}
