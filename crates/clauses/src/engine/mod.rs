//! The solver: conflict-driven clause learning, after Marques-Silva and Sakallah, with the means of its later kin.
//!
//! - `trail`, `watch`, `propagate`: what holds, and what follows from it;
//! - `analyze`: what a conflict teaches;
//! - `heap`, `queue`, `phases`: which variable is tried next, and with which value;
//! - `pace`, `reduce`, `vivify`: when to begin again, what to forget, and what to say shorter;
//! - `eliminate`, `subsume`, `occurrences`, `extension`: a smaller set before the search, and the way back to a model;
//! - `log`: the lemmas with their hints, from which the proof is made;
//! - `arena`, `lit`: how clauses and literals are kept.

mod analyze;
mod arena;
mod eliminate;
mod extension;
mod heap;
mod lit;
mod load;
mod log;
mod occurrences;
mod pace;
mod phases;
mod propagate;
mod queue;
mod reduce;
mod search;
mod subsume;
mod trail;
mod vivify;
mod watch;

use crate::{ClauseBudget, ClauseCeiling, ClauseProof, ClauseSet, ClauseStatistics, ClauseUnknownReason};
use analyze::Scratch;
use arena::Arena;
use extension::Extension;
use heap::ScoreHeap;
use log::Log;
use pace::Pace;
use phases::Phases;
use queue::MoveQueue;
use trail::Trail;
use watch::Watches;

/// How a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineEnd {
    /// Every variable has a value, and no clause is false.
    Satisfied,
    /// The empty clause was derived.
    Refuted,
    /// Neither, for this reason.
    Stopped(ClauseUnknownReason),
}

/// The state of a search.
pub struct Engine {
    arena: Arena,
    watches: Watches,
    trail: Trail,
    /// By variable that has its value for good: the number of the clause which is its literal alone.
    units: Vec<u32>,
    heap: ScoreHeap,
    queue: MoveQueue,
    phases: Phases,
    pace: Pace,
    scratch: Scratch,
    extension: Extension,
    log: Log,
    statistics: ClauseStatistics,
    /// The work done, in clauses opened and lists of watches read.
    ticks: u64,
    /// The work that went into shortening clauses, in the same count.
    vivify_ticks: u64,
    /// How many literals held for good when clauses were last looked through.
    roots_seen: usize,
    /// Whether the empty clause was derived.
    refuted: bool,
    /// Whether a clause found no room; then a model of the others would say nothing.
    overfull: bool,
    budget: ClauseBudget,
    ceiling: ClauseCeiling,
}

/// Words that the engine keeps per variable, in lists and heap.
const WORDS_PER_VARIABLE: usize = 40;

impl Engine {
    /// An engine with the clauses of the set, unless they are above the ceiling.
    pub fn new(set: &ClauseSet, budget: ClauseBudget, ceiling: ClauseCeiling, want_proof: bool) -> Option<Engine> {
        let variables = set.variables() as usize;
        let words = variables * WORDS_PER_VARIABLE + set.literals() + 3 * set.len();
        if words > ceiling.words || set.len() >= u32::MAX as usize {
            return None;
        }
        let mut engine = Engine {
            arena: Arena::default(),
            watches: Watches::new(variables),
            trail: Trail::new(variables),
            units: vec![0; variables],
            heap: ScoreHeap::new(variables),
            queue: MoveQueue::new(variables),
            phases: Phases::new(variables),
            pace: Pace::new(),
            scratch: Scratch::new(variables),
            extension: Extension::new(variables),
            log: Log::new(want_proof, set.len() as u32, variables),
            statistics: ClauseStatistics::default(),
            ticks: 0,
            vivify_ticks: 0,
            roots_seen: 0,
            refuted: false,
            overfull: false,
            budget,
            ceiling,
        };
        engine.load(set)?;
        Some(engine)
    }

    /// The values of the variables. Those that are open may have either.
    pub fn values(&self) -> Vec<bool> {
        let is_true = |variable| self.trail.value(lit::Lit::of(variable, true)) > 0;
        let mut values: Vec<bool> = (0..self.units.len()).map(is_true).collect();
        self.extension.extend(&mut values);
        values
    }

    /// What was spent so far.
    pub fn statistics(&self) -> ClauseStatistics {
        ClauseStatistics {
            ticks: self.ticks,
            ..self.statistics
        }
    }

    /// The proof, if one was wanted, and in any case what was spent.
    pub fn into_proof(self, set: &ClauseSet) -> ClauseProof {
        let statistics = self.statistics();
        let mut proof = self.log.into_proof(set);
        proof.statistics = statistics;
        proof
    }

    /// Whether more is kept than may be.
    fn is_above_ceiling(&self) -> bool {
        let words =
            self.arena.words() + self.log.words() + self.extension.words() + self.units.len() * WORDS_PER_VARIABLE;
        words > self.ceiling.words || self.log.is_full()
    }
}
