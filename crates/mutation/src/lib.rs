//! Mutants: copies of a specification with a fault put in, or two.
//!
//! An operator is a row of a table: a name, an objective, a purpose, an example and one function
//! that makes all of its mutants of a specification. Each has a file of its own under `specification`.
//! [`mutants`] runs the table of formulas, [`program_mutants`] that of programs, and a [`MutantPlace`] makes the mutant
//! that is off just there; nothing here knows how a mutant is killed.
//! Mutants of programs are made in [`source`].

mod canonical;
mod mutant;
mod operator;
mod place;
#[cfg(test)]
mod random;
pub mod source;
mod specification;
#[cfg(test)]
mod testing;

pub use canonical::{CanonicalCore, canonical_core};
pub use mutant::{CoarseArithmetic, Direction, Mutant, MutantChange, RangeSide};
pub use operator::{MutantObjective, MutationOperator, operators_table};
pub use place::MutantPlace;
pub use specification::{MutantOrder, mutants, mutants_of_order, program_mutants};
