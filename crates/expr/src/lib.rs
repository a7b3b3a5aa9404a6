//! Real-valued expressions.
//!
//! Text becomes a syntax tree ([`ast`]), which keeps what its author wrote: names, `let`s, spans.
//! The tree is lowered to a hash-consed DAG, on which everything is computed.

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
