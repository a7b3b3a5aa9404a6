//! Refutations as lists of steps: lemmas with their hints, and deletions.

use crate::{ClauseStatistics, Literal};

/// A refutation of a set of clauses, in the manner of LRAT.
///
/// Clauses of the set have the numbers 1 to n; lemmas follow with n + 1, n + 2 and so on, in the order of the steps.
/// A proof that was not asked for has no steps, only statistics.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseProof {
    /// What the search took.
    pub statistics: ClauseStatistics,
    literals: Vec<Literal>,
    numbers: Vec<u32>,
    steps: Vec<StepEnds>,
}

/// Where the parts of a step end; they begin where those of the step before end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StepEnds {
    literals: usize,
    numbers: usize,
    is_deletion: bool,
}

/// One step of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseStep<'p> {
    /// A clause that follows from what is there.
    Lemma {
        /// The clause.
        literals: &'p [Literal],
        /// The numbers of clauses that, taken in this order while all literals of the lemma are false,
        /// each have one literal left that is not false, until the last has none.
        hints: &'p [u32],
    },
    /// Clauses that are not used any more.
    Deletion(&'p [u32]),
}

impl ClauseProof {
    /// The proof without steps.
    pub fn new() -> ClauseProof {
        ClauseProof::default()
    }

    /// Adds a lemma with its hints.
    pub fn add_lemma(&mut self, literals: &[Literal], hints: &[u32]) {
        self.literals.extend_from_slice(literals);
        self.numbers.extend_from_slice(hints);
        self.end_step(false);
    }

    /// Adds the deletion of clauses.
    pub fn add_deletion(&mut self, numbers: &[u32]) {
        self.numbers.extend_from_slice(numbers);
        self.end_step(true);
    }

    fn end_step(&mut self, is_deletion: bool) {
        let (literals, numbers) = (self.literals.len(), self.numbers.len());
        self.steps.push(StepEnds {
            literals,
            numbers,
            is_deletion,
        });
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps, as when no proof was asked for.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// How many words of 32 bits the steps take.
    pub fn words(&self) -> usize {
        self.literals.len() + self.numbers.len()
    }

    /// The step at this place, counted from 0.
    pub fn step(&self, index: usize) -> Option<ClauseStep<'_>> {
        let end = self.steps.get(index)?;
        let (literals, numbers) = self.starts(index);
        let numbers = &self.numbers[numbers..end.numbers];
        Some(match end.is_deletion {
            true => ClauseStep::Deletion(numbers),
            false => ClauseStep::Lemma {
                literals: &self.literals[literals..end.literals],
                hints: numbers,
            },
        })
    }

    fn starts(&self, index: usize) -> (usize, usize) {
        let before = index.checked_sub(1).map(|before| self.steps[before]);
        before.map_or((0, 0), |end| (end.literals, end.numbers))
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = ClauseStep<'_>> {
        (0..self.len()).filter_map(|index| self.step(index))
    }
}
