//! The end of a hunt where floats can be counted: all of those on the stretches with the largest errors.
//!
//! How large errors can be changes slowly along an input, but which floats have the largest is decided by their last bits,
//! as if by chance. So where there is one input in single precision, what is left of the calls goes to stretches of
//! neighbouring floats, the most promising first, and tries every float that was not tried before.

use super::parts::Hashed;
use expr::spec::Format;
use inputs::{InputRange, float_at, ordinal_of};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// How promising a stretch is: the mean of this many of its largest errors. One alone is chance.
const LARGEST: usize = 4;

/// Stretches that the calls of the end would be enough for.
const STRETCHES: u64 = 24;

/// All stretches that have an input.
pub struct Stretches {
    range: InputRange,
    bits: u32,
    largest: HashMap<u64, [f64; LARGEST], BuildHasherDefault<Hashed>>,
    /// The stretch that is tried now: numbers of floats.
    now: std::ops::Range<i64>,
}

impl Stretches {
    /// The stretches of a range for this many calls; none where no end of calls would be enough.
    pub fn new(range: InputRange, calls: u64) -> Option<Stretches> {
        let bits = (calls / STRETCHES).max(1).ilog2();
        let countable = !matches!(range.format, Format::Binary64);
        countable.then(|| Stretches {
            range,
            bits,
            largest: HashMap::default(),
            now: 0..0,
        })
    }

    /// Notes the score of an input.
    pub fn note(&mut self, x: f64, score: f64) {
        let number = ordinal_of(self.range.format, x) >> self.bits;
        let largest = self.largest.entry(number as u64).or_insert([0.0; LARGEST]);
        let at = largest.partition_point(|other| *other >= score);
        if at < LARGEST {
            largest[at..].rotate_right(1);
            largest[at] = score;
        }
    }

    /// The next float of the stretch that is tried now, or the first one of the next.
    pub fn next_float(&mut self) -> Option<f64> {
        loop {
            if let Some(ordinal) = self.now.next() {
                return Some(float_at(self.range.format, ordinal) + 0.0);
            }
            let mean = |largest: &[f64; LARGEST]| largest.iter().sum::<f64>();
            // Equal ones in the order of their numbers, so that no order of a map shows.
            let best = self
                .largest
                .iter()
                .map(|(&number, largest)| (mean(largest), number as i64));
            let (_, number) = best.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
            self.largest.remove(&(number as u64));
            let (lo, hi) = self.range.ordinals();
            let first = number << self.bits;
            self.now = first.max(lo)..(first + (1 << self.bits)).min(hi.saturating_add(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float_of_the_most_promising_stretch_comes_first() {
        let range = InputRange {
            lo: 0.5,
            hi: 4.0,
            format: Format::Binary32,
        };
        let mut stretches = Stretches::new(range, STRETCHES << 4).expect("floats can be counted");
        for k in 0..1000 {
            let x = range.step(0.5, k * 16_000);
            stretches.note(x, if (2.0..2.1).contains(&x) { 2.0 } else { 1.0 });
        }
        // One that stands out alone is chance.
        stretches.note(3.0, 2.5);
        let first: Vec<f64> = (0..16).filter_map(|_| stretches.next_float()).collect();
        assert!(first.iter().all(|x| (1.99..2.2).contains(x) || *x >= 3.0), "{first:?}");
        for pair in first.windows(2) {
            assert_eq!(range.step(pair[0], 1), pair[1]);
        }
    }

    #[test]
    fn all_floats_come_once_and_no_others() {
        let range = InputRange {
            lo: -1.0,
            hi: f64::from(-0.999f32),
            format: Format::Binary32,
        };
        let mut stretches = Stretches::new(range, 1 << 12).expect("floats can be counted");
        (0..=range.steps()).for_each(|k| stretches.note(range.step(range.lo, k as i64), k as f64));
        let mut all: Vec<f64> = std::iter::from_fn(|| stretches.next_float()).collect();
        all.sort_by(f64::total_cmp);
        assert_eq!(all.len() as u64, range.steps() + 1);
        assert_eq!((all[0], all[all.len() - 1]), (range.lo, range.hi));
        all.dedup();
        assert_eq!(all.len() as u64, range.steps() + 1);
    }
}
