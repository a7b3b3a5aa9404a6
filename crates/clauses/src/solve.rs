//! From a set of clauses to an answer, with the model checked.

use crate::engine::{Engine, EngineEnd};
use crate::{ClauseAnswer, ClauseBudget, ClauseCeiling, ClauseModel, ClauseSet, ClauseUnknown, ClauseUnknownReason};

/// Looks for a model of the set or a refutation, keeping no more than the default [`ClauseCeiling`].
///
/// The same set and budget give the same answer on every machine. With `want_proof`, a refutation has the steps that
/// [`check()`](crate::check()) accepts; they cost time and memory.
pub fn solve(set: &ClauseSet, budget: ClauseBudget, want_proof: bool) -> ClauseAnswer {
    solve_within(set, budget, ClauseCeiling::default(), want_proof)
}

/// Conflicts of a first search through the clauses as they are. Many sets need fewer, and to make a set smaller takes as
/// long as hundreds of them: of 42 questions about sides of small float functions, 17 end here in a tenth of the time.
const PLAIN: u64 = 100;

/// Like [`solve()`], with a ceiling of one's own on what is kept.
pub fn solve_within(set: &ClauseSet, budget: ClauseBudget, ceiling: ClauseCeiling, want_proof: bool) -> ClauseAnswer {
    let plain = ClauseBudget {
        conflicts: budget.conflicts.min(PLAIN),
        ..budget
    };
    match search(set, plain, ceiling, want_proof, Engine::search) {
        ClauseAnswer::Unknown(unknown) if unknown.reason == ClauseUnknownReason::ConflictsUsedUp => {
            let rest = ClauseBudget {
                conflicts: budget.conflicts - plain.conflicts,
                ticks: budget.ticks.saturating_sub(unknown.statistics.ticks),
            };
            match rest.conflicts {
                0 => ClauseAnswer::Unknown(unknown),
                _ => search(set, rest, ceiling, want_proof, Engine::run).after(unknown.statistics),
            }
        }
        answer => answer,
    }
}

fn search(
    set: &ClauseSet,
    budget: ClauseBudget,
    ceiling: ClauseCeiling,
    want_proof: bool,
    run: impl FnOnce(&mut Engine) -> EngineEnd,
) -> ClauseAnswer {
    let Some(mut engine) = Engine::new(set, budget, ceiling, want_proof) else {
        return unknown(ClauseUnknownReason::CeilingReached, Default::default());
    };
    match run(&mut engine) {
        EngineEnd::Satisfied => checked(set, ClauseModel::new(engine.values(), engine.statistics())),
        EngineEnd::Refuted => ClauseAnswer::Refuted(engine.into_proof(set)),
        EngineEnd::Stopped(reason) => unknown(reason, engine.statistics()),
    }
}

/// A model only if it is one: a defect of the engine must not become a wrong answer.
fn checked(set: &ClauseSet, model: ClauseModel) -> ClauseAnswer {
    match model.failed_clause(set) {
        Some(clause) => unknown(ClauseUnknownReason::ModelFails { clause }, model.statistics),
        None => ClauseAnswer::Model(model),
    }
}

fn unknown(reason: ClauseUnknownReason, statistics: crate::ClauseStatistics) -> ClauseAnswer {
    ClauseAnswer::Unknown(ClauseUnknown { reason, statistics })
}
