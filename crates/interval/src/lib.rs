//! Sound enclosures of real functions.
//!
//! The crate knows real numbers and nothing else: no expressions, no files, no programs.
//! One algorithm per function works over two kinds of endpoints (see [`bound::Endpoint`]):
//! doubles ([`Interval`]) and MPFR numbers of any precision ([`BigInterval`]).
//!
//! The law of every function here: if `x` lies in the operands and the real function is defined at `x`,
//! its value lies in the result.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod arith;
pub mod big;
pub mod bound;
mod boxes;
pub mod directed;
mod elementary;
pub mod enclosure;
mod facts;
pub mod function;
mod gamma;
pub mod interval;
mod modulo;
mod periodic;
mod plane;
mod power;
pub mod reverse;
mod rounding;
pub mod span;

pub use big::BigInterval;
pub use boxes::IntervalBox;
pub use enclosure::{BigEnclosure, Definedness, Enclosure, FloatEnclosure};
pub use function::{Binary, Constant, Unary};
pub use interval::Interval;
pub use reverse::{reverse_binary, reverse_unary};
pub use span::Span;
