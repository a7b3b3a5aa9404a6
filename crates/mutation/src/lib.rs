//! Mutants: copies of a specification with a fault put in, or two.
//!
//! An operator is a row of a table: a name, an objective, a purpose, an example and one function
//! that makes all of its mutants of a specification. Each has a file of its own under `specification`.
//! [`mutants`] runs the whole table; nothing here knows how a mutant is killed.
//! Mutants of programs are made in [`source`].

mod canonical;
mod mutant;
mod operator;
#[cfg(test)]
mod random;
pub mod source;
mod specification;
#[cfg(test)]
mod testing;

pub use canonical::{CanonicalCore, canonical_core};
pub use mutant::{CoarseArithmetic, Direction, Mutant, MutantChange, RangeSide};
pub use operator::{MutantObjective, MutationOperator, operators_table};
pub use specification::{MutantOrder, mutants, mutants_of_order};
