//! Answers about a set of clauses: a model, a refutation, or why there is neither.

use crate::{ClauseProof, ClauseSet, Literal};
use std::fmt;

/// How long the solver may search: counted, never timed, so that answers are the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseBudget {
    /// The greatest number of conflicts after a decision. One without a decision is a refutation and costs nothing.
    pub conflicts: u64,
    /// The greatest number of ticks: clauses opened and lists of watches read. A conflict among many clauses takes thousands
    /// of times as many as one among few.
    pub ticks: u64,
}

impl ClauseBudget {
    /// Conflicts alone are limited.
    pub const fn conflicts(conflicts: u64) -> ClauseBudget {
        ClauseBudget {
            conflicts,
            ticks: u64::MAX,
        }
    }
}

/// How much the solver may keep, in words of 32 bits: clauses, given and learnt, and the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseCeiling {
    /// The greatest number of words.
    pub words: usize,
}

impl Default for ClauseCeiling {
    /// 2²⁸ words, a gibibyte.
    fn default() -> ClauseCeiling {
        ClauseCeiling { words: 1 << 28 }
    }
}

/// What the solver says about a set of clauses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseAnswer {
    /// An assignment under which every clause holds; it was checked.
    Model(ClauseModel),
    /// No assignment makes all clauses hold.
    Refuted(ClauseProof),
    /// Neither is known.
    Unknown(ClauseUnknown),
}

impl ClauseAnswer {
    /// What the search took.
    pub fn statistics(&self) -> ClauseStatistics {
        match self {
            ClauseAnswer::Model(model) => model.statistics,
            ClauseAnswer::Refuted(proof) => proof.statistics,
            ClauseAnswer::Unknown(unknown) => unknown.statistics,
        }
    }

    /// The same answer, with what an earlier search took added.
    pub(crate) fn after(mut self, earlier: ClauseStatistics) -> ClauseAnswer {
        match &mut self {
            ClauseAnswer::Model(model) => model.statistics.add(earlier),
            ClauseAnswer::Refuted(proof) => proof.statistics.add(earlier),
            ClauseAnswer::Unknown(unknown) => unknown.statistics.add(earlier),
        }
        self
    }
}

/// What a search took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClauseStatistics {
    /// Conflicts after a decision, each with a clause learnt from it.
    pub conflicts: u64,
    /// Literals assumed.
    pub decisions: u64,
    /// Literals that followed.
    pub propagations: u64,
    /// Times the search began again with what it had learnt.
    pub restarts: u64,
    /// Variables resolved away before and during the search.
    pub eliminated: u64,
    /// Clauses made shorter by assuming the negations of their literals.
    pub shortened: u64,
    /// Clauses opened and lists of watches read.
    pub ticks: u64,
}

impl ClauseStatistics {
    fn add(&mut self, earlier: ClauseStatistics) {
        self.conflicts += earlier.conflicts;
        self.decisions += earlier.decisions;
        self.propagations += earlier.propagations;
        self.restarts += earlier.restarts;
        self.eliminated += earlier.eliminated;
        self.shortened += earlier.shortened;
        self.ticks += earlier.ticks;
    }
}

/// An assignment under which every clause holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseModel {
    /// What the search took.
    pub statistics: ClauseStatistics,
    values: Vec<bool>,
}

impl ClauseModel {
    /// The assignment with these values of the variables 1, 2 and so on.
    pub fn new(values: Vec<bool>, statistics: ClauseStatistics) -> ClauseModel {
        ClauseModel { statistics, values }
    }

    /// The value of a literal. Variables that the set did not have are false.
    pub fn value(&self, literal: Literal) -> bool {
        let index = literal.variable() as usize - 1;
        self.values.get(index).copied().unwrap_or(false) != literal.is_negative()
    }

    /// The number of the first clause that does not hold, counted from 1.
    pub fn failed_clause(&self, set: &ClauseSet) -> Option<usize> {
        let fails = |clause: &[Literal]| !clause.iter().any(|literal| self.value(*literal));
        set.clauses().position(fails).map(|index| index + 1)
    }
}

/// Why there is no answer, and what was spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClauseUnknown {
    /// Why.
    pub reason: ClauseUnknownReason,
    /// What the search took.
    pub statistics: ClauseStatistics,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseUnknownReason {
    /// The conflicts of the budget are used up.
    ConflictsUsedUp,
    /// The ticks of the budget are used up.
    TicksUsedUp,
    /// What would be kept is above the ceiling.
    CeilingReached,
    /// The solver gave an assignment under which this clause does not hold: a defect of the solver.
    ModelFails {
        /// The number of the clause, counted from 1.
        clause: usize,
    },
}

impl fmt::Display for ClauseUnknownReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClauseUnknownReason::ConflictsUsedUp => write!(f, "the conflicts of the budget are used up"),
            ClauseUnknownReason::TicksUsedUp => write!(f, "the ticks of the budget are used up"),
            ClauseUnknownReason::CeilingReached => write!(f, "clauses and proof are above the ceiling on what is kept"),
            ClauseUnknownReason::ModelFails { clause } => {
                write!(f, "the solver's model does not satisfy clause {clause}")
            }
        }
    }
}
