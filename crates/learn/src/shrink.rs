//! A violation as a simple input: few bits, whole numbers, bounds.

use crate::domain::InputAxis;

/// Makes a violating input simpler, one value at a time: ask, run the subject, tell.
#[derive(Clone, Debug)]
pub struct Shrinker {
    axes: Vec<InputAxis>,
    best: Vec<f64>,
    /// Proposals for one value, the simplest last.
    waiting: Vec<f64>,
    axis: usize,
    /// Values in a row that could not be made simpler.
    settled: usize,
}

/// Significant bits that a value is rounded to, the most first.
const BITS: [i32; 9] = [40, 30, 21, 13, 8, 5, 3, 2, 1];

/// Numbers that everybody knows.
const SMALL: [f64; 6] = [1.0, 2.0, 3.0, 5.0, 10.0, 0.5];

impl Shrinker {
    /// Begins with an input that violates a contract over these axes.
    pub fn new(axes: &[InputAxis], input: &[f64]) -> Shrinker {
        let mut shrinker = Shrinker {
            axes: axes.to_vec(),
            best: input.to_vec(),
            waiting: Vec::new(),
            axis: 0,
            settled: 0,
        };
        shrinker.propose();
        shrinker
    }

    /// The simplest violating input so far.
    pub fn best(&self) -> &[f64] {
        &self.best
    }

    /// A simpler input to try; `None` when there is none left.
    pub fn ask(&mut self) -> Option<Vec<f64>> {
        while self.settled < self.best.len() {
            if let Some(&x) = self.waiting.last() {
                let mut input = self.best.clone();
                input[self.axis] = x;
                return Some(input);
            }
            self.settled += 1;
            self.advance();
        }
        None
    }

    /// Whether the input that was asked for violates the contract too.
    pub fn tell(&mut self, violates: bool) {
        let Some(x) = self.waiting.pop() else { return };
        if violates {
            self.best[self.axis] = x;
            // What is left is less simple. Other values may have become free to move.
            self.settled = 0;
            self.advance();
        }
    }

    fn advance(&mut self) {
        self.axis = (self.axis + 1) % self.best.len().max(1);
        self.propose();
    }

    /// The proposals for the value whose turn it is: all that are simpler than it.
    fn propose(&mut self) {
        let (Some(axis), Some(&x)) = (self.axes.get(self.axis), self.best.get(self.axis)) else {
            self.waiting.clear();
            return;
        };
        let rounded = BITS.iter().map(|&bits| round_to(x, bits));
        let special = [axis.hi, axis.lo, x.round(), 0.0];
        let small = SMALL.iter().flat_map(|&k| [k, -k]);
        // Nearer to 1 by half of the way, in powers of 2, and with few bits.
        let nearer = [0.5, 0.25, 0.75].map(|part| round_to(x.signum() * x.abs().powf(part), 3));
        let mut all: Vec<f64> = rounded.chain(special).chain(small).chain(nearer).collect();
        all.retain(|&y| axis.contains(y) && complexity(y) < complexity(x));
        all.sort_by_key(|&y| std::cmp::Reverse(complexity(y)));
        self.waiting = each_once(&all);
    }
}

/// Equal numbers need not be neighbours: many are as complex as others.
fn each_once(all: &[f64]) -> Vec<f64> {
    let mut kept = Vec::with_capacity(all.len());
    for y in all {
        if !kept.contains(y) {
            kept.push(*y);
        }
    }
    kept
}

/// How hard a number is to read: its significant bits, and how far its last one is from the units.
fn complexity(x: f64) -> i32 {
    if x == 0.0 {
        return 0;
    }
    let (significand, exponent) = parts(x);
    let zeros = significand.trailing_zeros() as i32;
    let bits = 64 - significand.leading_zeros() as i32 - zeros;
    bits + (exponent + zeros).abs() + i32::from(x < 0.0)
}

/// |x| = significand·2^exponent, for a finite x.
fn parts(x: f64) -> (u64, i32) {
    let bits = x.to_bits();
    let (fraction, field) = (bits & ((1 << 52) - 1), (bits >> 52 & 0x7ff) as i32);
    if field == 0 {
        (fraction, -1074)
    } else {
        (fraction | 1 << 52, field - 1075)
    }
}

/// The double towards 0 from x that has this many significant bits.
fn round_to(x: f64, bits: i32) -> f64 {
    let (significand, _) = parts(x);
    let length = 64 - significand.leading_zeros() as i32;
    let dropped = (length - bits).max(0) as u32;
    // The fraction is the low part of the pattern: clearing bits of it moves towards 0.
    f64::from_bits(x.to_bits() >> dropped << dropped)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shrunk(axes: &[InputAxis], input: &[f64], violates: impl Fn(&[f64]) -> bool) -> (Vec<f64>, usize) {
        let mut shrinker = Shrinker::new(axes, input);
        let mut asked = 0;
        while let Some(input) = shrinker.ask() {
            asked += 1;
            shrinker.tell(violates(&input));
        }
        (shrinker.best().to_vec(), asked)
    }

    #[test]
    fn values_become_simple_and_still_violate() {
        let axes = [InputAxis::real("x", -10.0, 10.0), InputAxis::real("y", 0.1, 5.0)];
        let (best, asked) = shrunk(&axes, &[3.217_648_9, 1.234_567_8], |x| x[0] > 3.1);
        assert!(best[0] > 3.1 && complexity(best[0]) <= 6, "{best:?}");
        assert_eq!(best[1], 1.0);
        assert!(asked < 60, "{asked}");
    }

    #[test]
    fn what_cannot_be_simpler_stays() {
        let axes = [InputAxis::real("x", -1.0, 1.0)];
        let start = [0.123_456_789];
        assert_eq!(shrunk(&axes, &start, |x| x == start).0, start);
        assert_eq!(shrunk(&axes, &[0.0], |_| true), (vec![0.0], 0));
        assert_eq!(shrunk(&[], &[], |_| true), (vec![], 0));
    }

    #[test]
    fn complexity_orders_as_people_would() {
        let rising = [0.0, 1.0, 2.0, 3.0, 0.75, 0.3];
        assert!(rising.windows(2).all(|w| complexity(w[0]) <= complexity(w[1])));
        assert_eq!(round_to(-0.7, 1), -0.5);
        assert_eq!(round_to(5e-324, 3), 5e-324);
    }
}
