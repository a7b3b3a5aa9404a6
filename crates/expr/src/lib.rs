//! Real-valued expressions.
//!
//! Text becomes a syntax tree ([`ast`]), which keeps what its author wrote: names, `let`s, spans.
//! The tree is lowered to a hash-consed DAG, on which everything is computed.

pub mod ast;
pub mod diagnostic;
pub mod fpcore;
pub mod spec;
