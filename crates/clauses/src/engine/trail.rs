//! The literals that hold, in the order in which they came to hold, and why each does.

use super::arena::Place;
use super::lit::Lit;

/// Why a variable has its value.
#[derive(Clone, Copy)]
pub struct VariableState {
    pub level: u32,
    /// The place on the trail.
    pub position: u32,
    /// The clause of which the literal is the only one that is not false; none for decisions, and on level 0.
    pub reason: Option<Place>,
}

/// The partial assignment.
pub struct Trail {
    /// By literal: 1 if true, −1 if false, 0 if open.
    values: Vec<i8>,
    variables: Vec<VariableState>,
    literals: Vec<Lit>,
    /// Where each level above 0 begins.
    starts: Vec<usize>,
    /// The first literal whose consequences have not been drawn.
    pub head: usize,
}

impl Trail {
    pub fn new(variables: usize) -> Trail {
        let open = VariableState {
            level: 0,
            position: 0,
            reason: None,
        };
        Trail {
            values: vec![0; 2 * variables],
            variables: vec![open; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::new(),
            head: 0,
        }
    }

    #[inline]
    pub fn value(&self, lit: Lit) -> i8 {
        self.values[lit.index()]
    }

    pub fn is_open(&self, variable: usize) -> bool {
        self.values[2 * variable] == 0
    }

    #[inline]
    pub fn state(&self, variable: usize) -> VariableState {
        self.variables[variable]
    }

    pub fn set_reason(&mut self, variable: usize, reason: Option<Place>) {
        self.variables[variable].reason = reason;
    }

    pub fn level(&self) -> u32 {
        self.starts.len() as u32
    }

    /// Where a level above 0 begins on the trail.
    pub fn start(&self, level: u32) -> usize {
        self.starts[level as usize - 1]
    }

    /// Where the literals above a level begin on the trail.
    pub fn above(&self, level: u32) -> usize {
        self.starts.get(level as usize).copied().unwrap_or(self.literals.len())
    }

    /// How many literals hold on level 0.
    pub fn roots(&self) -> usize {
        self.above(0)
    }

    pub fn literals(&self) -> &[Lit] {
        &self.literals
    }

    pub fn len(&self) -> usize {
        self.literals.len()
    }

    /// The next literal whose consequences are to be drawn.
    #[inline]
    pub fn next(&mut self) -> Option<Lit> {
        let lit = *self.literals.get(self.head)?;
        self.head += 1;
        Some(lit)
    }

    pub fn open_level(&mut self) {
        self.starts.push(self.literals.len());
    }

    #[inline]
    pub fn assign(&mut self, lit: Lit, reason: Option<Place>) {
        self.values[lit.index()] = 1;
        self.values[(!lit).index()] = -1;
        self.variables[lit.variable()] = VariableState {
            level: self.starts.len() as u32,
            position: self.literals.len() as u32,
            reason,
        };
        self.literals.push(lit);
    }

    /// Takes the last literal above this level back.
    pub fn pop_above(&mut self, level: u32) -> Option<Lit> {
        let start = *self.starts.get(level as usize)?;
        if self.literals.len() > start {
            let lit = self.literals.pop()?;
            self.values[lit.index()] = 0;
            self.values[(!lit).index()] = 0;
            return Some(lit);
        }
        self.starts.truncate(level as usize);
        self.head = self.head.min(start);
        None
    }
}
