//! The proof kernel: what can be proved about a specification, its mutants, and the answers of programs.
//!
//! - `margin` says what the accuracy requirement allows around a real value, `oracle` which outputs that makes acceptable.
//! - `world` holds a specification and its mutants in one DAG, `points` are inputs to look at first.
//! - `probe` judges every mutant at one input with binary64 enclosures; `certify` proves a kill or an oracle with MPFR.
//! - `kill` puts the question whether a mutant can be killed at all to the solver; `exactness` proves that a coarser
//!   arithmetic never rounds, `rounding` that the rounding of a program is always acceptable.
//! - `attainable` says whether floats can meet the accuracy at all.
//! - `draft` makes a test of an input and its oracle, `record` the record of a specification.
//! - `judge` gives the verdict on what a program did on a test, measured by `error`.
//!
//! It decides nothing about which inputs are worth a test: that is the campaign's.

pub mod attainable;
pub mod bits;
pub mod certify;
pub mod draft;
mod error;
pub mod exactness;
pub mod judge;
pub mod kill;
pub mod margin;
pub mod oracle;
pub mod points;
pub mod probe;
pub mod record;
pub mod rounding;
pub mod world;
