//! The values of variables that were resolved away, from the values of the others.
//!
//! For a variable that went, the clauses with one of its literals p are kept. The literal is false, unless one of these
//! clauses needs it. The clauses with ¬p then hold as well, for their resolvents do. The last variable that went is the first to get
//! its value, since its clauses have none of those that went before.

use super::lit::Lit;

/// The clauses of the variables that went.
pub struct Extension {
    /// By variable, whether it went.
    gone: Vec<bool>,
    /// The literals p, in the order in which they went, and how many clauses were kept before each.
    pivots: Vec<(Lit, usize)>,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Extension {
    pub fn new(variables: usize) -> Extension {
        Extension {
            gone: vec![false; variables],
            pivots: Vec::new(),
            literals: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Whether a variable was resolved away.
    pub fn has(&self, variable: usize) -> bool {
        self.gone[variable]
    }

    /// How many words are kept.
    pub fn words(&self) -> usize {
        self.literals.len() + 2 * self.ends.len()
    }

    /// Keeps the clauses with a literal.
    pub fn add(&mut self, pivot: Lit, clauses: impl Iterator<Item = impl Iterator<Item = Lit>>) {
        self.gone[pivot.variable()] = true;
        self.pivots.push((pivot, self.ends.len()));
        for clause in clauses {
            self.literals.extend(clause);
            self.ends.push(self.literals.len());
        }
    }

    /// Gives the variables that went their values.
    pub fn extend(&self, values: &mut [bool]) {
        let mut end = self.ends.len();
        for (pivot, first) in self.pivots.iter().rev() {
            let holds = |lit: &Lit| *lit != *pivot && values[lit.variable()] == lit.is_positive();
            let is_needed = (*first..end).any(|index| !self.clause(index).iter().any(holds));
            values[pivot.variable()] = pivot.is_positive() == is_needed;
            end = *first;
        }
    }

    fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }
}
