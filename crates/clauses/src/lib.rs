//! Clauses, a solver for them with a counted budget, and proofs that a small checker of its own accepts.
//!
//! A [`ClauseSet`] is a conjunction of disjunctions of [`Literal`]s. [`solve()`] ends with a [`ClauseAnswer`]: a model that was
//! checked against every clause, a refutation — if wanted with a [`ClauseProof`] that [`check()`] accepts — or why there is
//! neither. The budget counts conflicts, never seconds, and what may be kept is counted too, so the same set gives the
//! same answer on every machine.
//!
//! What is trusted: a model stands for itself; a refutation rests on [`check()`], which is one file and knows nothing of the
//! solver. [`dimacs`] and [`lrat`] are the text forms that other solvers and checkers read and write.
//! The crate knows nothing of what the variables stand for.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod answer;
mod check;
pub mod dimacs;
mod engine;
mod literal;
pub mod lrat;
mod proof;
mod set;
mod solve;

pub use answer::{
    ClauseAnswer, ClauseBudget, ClauseCeiling, ClauseModel, ClauseStatistics, ClauseUnknown, ClauseUnknownReason,
};
pub use check::{ClauseFaultReason, ClauseProofFault, check};
pub use dimacs::ClauseTextFault;
pub use literal::Literal;
pub use proof::{ClauseProof, ClauseStep};
pub use set::ClauseSet;
pub use solve::{solve, solve_within};
