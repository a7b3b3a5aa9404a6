//! Minimising a black-box objective over floats and integers, deterministic from a seed.
//!
//! A point is a list of [`Value`]s, one per [`CoordinateRange`]. Every kind of value has two views: a real number, and its place in
//! the total order of its kind, an integer in which neighbours differ by 1. Moves are made in either view, or in the bits,
//! and never leave the domains. [`minimise()`] spends a budget of evaluations and ends with an [`OptimizeOutcome`] and its [`StopReason`].
//!
//! Where to begin: an [`OptimizeProblem`] says where to look, how long, and when to be content; any closure from a point to
//! a number is an [`ObjectiveFunction`]. [`laws`] checks objectives and optimizers of one's own.
//!
//! How a point is improved, each in a file of its own:
//! - `pattern`: one coordinate after the other, with steps that grow while they pay, in reals or in the order;
//! - `ladder`: steps of 2ᵏ places from the greatest to one;
//! - `line`: secants, parabolas and halving between two places;
//! - `bits`: flips of one bit, or of two;
//! - `simplex`: Nelder–Mead for several coordinates;
//! - `valley`: steps along a slope that is learnt from differences;
//! - `hop`, `evolve`: random changes of the best point, and a population.
//!
//! `schedule` decides whose turn it is: first the one that gained most for what it spent.
//! The crate knows nothing of what the objective stands for.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bits;
mod domain;
mod evolve;
mod hop;
mod ladder;
pub mod laws;
mod line;
mod objective;
mod pattern;
mod schedule;
mod simplex;
mod tracker;
mod valley;
mod value;

pub use domain::CoordinateRange;
pub use objective::{EvaluationBudget, Goal, ObjectiveFunction, OptimizeOutcome, OptimizeProblem, StopReason};
pub use schedule::{Schedule, minimise};
pub use value::{Value, ValueKind};
