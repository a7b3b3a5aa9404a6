//! Constraints over boxes.
//!
//! A [`Formula`] is built of leaves over the nodes of a DAG: a truth value holds, a node is defined or undefined, two
//! nodes are [apart](Apart). [`search()`] looks for a point of a box where the formula provably holds, or covers the box
//! with pieces on none of which it can hold. It ends with a [`SolverOutcome`], never with a bare "no".
//!
//! Where to begin: a [`SolverProblem`] says what is asked and which points are [`Inputs`], a [`BoxBudget`] how much may be
//! spent. [`BoxProgram`] and [`Engine`] judge single boxes, for searches of one's own.
//!
//! How a box is judged, from cheap to dear:
//! - `engine`: natural interval evaluation over the shared tape, with definedness;
//! - `pair`: the difference and the ratio of two nodes, computed together so that what they share cancels;
//! - `slope`, `mean`: mean-value forms from interval gradients;
//! - `close`: the same from MPFR enclosures, where doubles cannot tell even at a point;
//! - [`contract()`]: forward–backward contraction by what a formula requires.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod close;
mod contract;
mod engine;
mod formula;
mod mean;
mod pair;
mod question;
mod search;
mod slope;

pub use contract::contract;
pub use engine::{BoxProgram, Engine, SolverJudgement};
pub use formula::{Apart, EnclosedMargin, Formula, Truth};
pub use mean::Gradients;
pub use pair::{Difference, PairTape};
pub use question::{BoxBudget, Doubles, Inputs, SolverOutcome, SolverProblem, UnknownReason};
pub use search::search;
