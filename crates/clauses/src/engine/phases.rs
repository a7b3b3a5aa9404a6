//! Which value a variable is tried with first.
//!
//! A variable gets the value it had last, so that what was solved stays solved. In the calm mode the values of the longest
//! trail without conflict are the target; now and then all of them are set anew, to leave a corner.

use super::lit::Lit;

/// The values of the variables to be tried.
pub struct Phases {
    saved: Vec<bool>,
    target: Vec<Option<bool>>,
    best: Vec<bool>,
    target_length: usize,
    best_length: usize,
    resets: u64,
}

impl Phases {
    pub fn new(variables: usize) -> Phases {
        Phases {
            saved: vec![INITIAL; variables],
            target: vec![None; variables],
            best: vec![INITIAL; variables],
            target_length: 0,
            best_length: 0,
            resets: 0,
        }
    }

    /// The literal of a variable to be tried.
    pub fn literal(&self, variable: usize, calm: bool) -> Lit {
        let target = self.target[variable].filter(|_| calm);
        Lit::of(variable, target.unwrap_or(self.saved[variable]))
    }

    pub fn save(&mut self, lit: Lit) {
        self.saved[lit.variable()] = lit.is_positive();
    }

    /// Learns from a trail without conflict.
    pub fn learn(&mut self, trail: &[Lit]) {
        if trail.len() > self.target_length {
            self.target_length = trail.len();
            for lit in trail {
                self.target[lit.variable()] = Some(lit.is_positive());
            }
        }
        if trail.len() > self.best_length {
            self.best_length = trail.len();
            for lit in trail {
                self.best[lit.variable()] = lit.is_positive();
            }
        }
    }

    /// Sets all values anew: in turn to the best, the first, the best, the opposite, the best, the flipped.
    pub fn reset(&mut self) {
        match self.resets % 6 {
            1 => self.saved.fill(INITIAL),
            3 => self.saved.fill(!INITIAL),
            5 => self.saved.iter_mut().for_each(|value| *value = !*value),
            _ => self.saved.copy_from_slice(&self.best),
        }
        self.resets += 1;
        self.target.fill(None);
        (self.target_length, self.best_length) = (0, 0);
    }
}

/// The value that is tried first.
const INITIAL: bool = true;
