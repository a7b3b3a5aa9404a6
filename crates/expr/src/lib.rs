//! Real-valued expressions.
//!
//! Text becomes a syntax tree ([`ast`]), which keeps what its author wrote: names, `let`s, spans.
//! The tree is lowered to a hash-consed DAG, on which everything is computed.
//!
//! Where to begin:
//! - [`fpcore::read`] and [`infix::read`] read text, [`fpcore::print()`] and [`infix::print()`] write it; complaints are
//!   [`diagnostic::Diagnostics`], which [name places](diagnostic::Diagnostics::render).
//! - [`lower::lower`] brings a tree into a [`dag::Dag`]; formulas can also be built there without any text.
//! - [`eval::Evaluator`] runs a formula in an [`eval::Arithmetic`]: doubles, enclosures, MPFR enclosures, coarser formats,
//!   exact fractions, or one of your own.
//! - [`derivative::derivative`] differentiates, [`normal::Cases`] proves that two formulas are the same function.
//! - [`spec::Specification`] is a formula with ranges and accuracy, [`contract::Contract`] what a program promises.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod ast;
pub mod contract;
pub mod dag;
pub mod derivative;
pub mod diagnostic;
pub mod edit;
pub mod eval;
pub mod fpcore;
pub mod infix;
pub mod lower;
pub mod normal;
pub mod spec;
mod text;

pub use text::{read_file_text, read_named};
