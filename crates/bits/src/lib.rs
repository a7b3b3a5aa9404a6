//! Bit-precise reasoning about words and IEEE floats: are there values under which all of this holds?
//!
//! A [`TermPool`] holds terms: truth values, and words of any width. A float is a word too, its packed pattern; the
//! [`FloatFormat`] goes with the operation. A [`BitProblem`] is a list of terms that are to be true together, and
//! [`BitProblem::decide`] ends with a model, a refutation, or why there is neither.
//!
//! What is trusted: a model is only given if [`evaluate`] agrees, which computes floats as exact numbers, rounds once,
//! and shares nothing with the circuits. A refutation rests on the circuits being right, which tests show by comparing them
//! with exact values, in tiny formats for all arguments there are; and on clauses, for which there is a checked proof.
//! [`smtlib`] writes the problem for other solvers.
//!
//! How it is made, each in a place of its own:
//! - `pool`: terms, stored once; `operation` says what they do and what sorts they take;
//! - `rewrite`: laws that simplify terms when they are made;
//! - `evaluate`: exact values;
//! - `encode`: circuits, a simulator for 64 assignments at a time, and clauses;
//! - `problem`: assertions in, answers out;
//! - `ranges`: refutation without circuits, by intervals with IEEE rounding ([`refute_by_ranges`]).
//!
//! What there is not: remainders of floats (`fmod`, `remainder`), decimal floats, and the x87's format with its explicit
//! leading bit. The crate knows nothing of programs and languages.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod encode;
mod evaluate;
mod format;
#[cfg(test)]
mod garden;
mod operation;
mod pool;
mod problem;
mod ranges;
mod rewrite;
mod smtlib;
mod threshold;
mod word;

pub use clauses::ClauseBudget;
pub use encode::BitCircuit;
pub use encode::gates::{Gate, GateGraph, GateKind};
pub use evaluate::{BitAssignment, apply, evaluate, evaluate_all};
pub use format::{FloatFormat, Rounding};
pub use operation::{BitOperation, BitSort, FloatOperation, SortMismatch};
pub use pool::{FloatAsWord, Term, TermPool, TermVariable};
pub use problem::{
    BitAnswer, BitEffort, BitModel, BitProblem, BitRefutation, BitStatistics, BitUnknown, BitUnknownReason,
};
pub use ranges::{GivenRange, RangeAnswer, RangeBudget, RangeUnknownReason, TermRange, refute_by_ranges};
pub use smtlib::smtlib;
pub use word::BitWord;
