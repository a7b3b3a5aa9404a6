//! Numerical problems whose solutions are known, and the programs that pose them to an algorithm.
//!
//! - `formula`: a function of one variable with its derivatives, evaluated to more digits than a double has.
//! - `solutions`: the functions that ship; `problem`: what an algorithm gets, and what it should answer.
//! - `spell`: formulas as statements of a language; `driver`: the program around an algorithm and its mutants.

pub mod driver;
pub mod formula;
pub mod problem;
pub mod solutions;
pub mod spell;
