//! Sets of clauses, kept flat: one list of literals, and where each clause ends.

use crate::Literal;

/// A conjunction of clauses, each a disjunction of literals.
///
/// Clauses are numbered from 1 in the order in which they came; proofs name them so.
/// Therefore tautologies keep their place, although no solver needs them. A literal that is repeated in a clause is kept once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseSet {
    variables: u32,
    literals: Vec<Literal>,
    /// Where clause k ends; it begins where the one before it ends.
    ends: Vec<usize>,
}

impl ClauseSet {
    /// The set without clauses and without variables.
    pub fn new() -> ClauseSet {
        ClauseSet::default()
    }

    /// A fresh variable, as its positive literal.
    ///
    /// # Panics
    /// If there are [`Literal::GREATEST_VARIABLE`] variables already.
    pub fn variable(&mut self) -> Literal {
        let literal = Literal::new(self.variables as i32 + 1);
        self.variables += 1;
        literal
    }

    /// Says that variables up to this one exist, be there clauses with them or not.
    pub fn declare(&mut self, last: Literal) {
        self.variables = self.variables.max(last.variable());
    }

    /// Adds a clause. Variables that are new become part of the set.
    pub fn add(&mut self, clause: &[Literal]) {
        let start = self.literals.len();
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        self.drop_repeated(start);
        for literal in clause {
            self.declare(*literal);
        }
    }

    /// Keeps the first of equal literals in the last clause, which begins at `start`.
    fn drop_repeated(&mut self, start: usize) {
        if !has_repeated(&self.literals[start..]) {
            return;
        }
        let mut seen = std::collections::BTreeSet::new();
        let clause = self.literals.split_off(start);
        self.literals
            .extend(clause.into_iter().filter(|literal| seen.insert(*literal)));
        if let Some(end) = self.ends.last_mut() {
            *end = self.literals.len();
        }
    }

    /// How many variables there are; they are 1 to this number.
    pub fn variables(&self) -> u32 {
        self.variables
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many literals all clauses have together.
    pub fn literals(&self) -> usize {
        self.literals.len()
    }

    /// The clause with this number, counted from 1.
    pub fn clause(&self, number: usize) -> Option<&[Literal]> {
        let index = number.checked_sub(1)?;
        let end = *self.ends.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        Some(&self.literals[start..end])
    }

    /// The clauses, in the order of their numbers.
    pub fn clauses(&self) -> impl Iterator<Item = &[Literal]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.literals[start..*end])
    }
}

/// Whether a literal occurs twice: by pairs while the clause is short, by sorting otherwise.
fn has_repeated(clause: &[Literal]) -> bool {
    if clause.len() <= 16 {
        return (1..clause.len()).any(|i| clause[..i].contains(&clause[i]));
    }
    let mut sorted = clause.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether a clause holds under every assignment, having a literal and its negation.
pub(crate) fn is_tautology(clause: &[Literal]) -> bool {
    if clause.len() <= 16 {
        return (1..clause.len()).any(|i| clause[..i].contains(&!clause[i]));
    }
    let mut sorted: Vec<i32> = clause.iter().map(|literal| literal.number()).collect();
    sorted.sort_unstable_by_key(|number| (number.unsigned_abs(), *number));
    sorted.windows(2).any(|pair| pair[0] == -pair[1])
}
