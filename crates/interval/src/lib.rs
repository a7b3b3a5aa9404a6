//! Sound enclosures of real functions.
//!
//! The crate knows real numbers and nothing else: no expressions, no files, no programs.
//! One algorithm per function works over two kinds of endpoints (see [`bound::Endpoint`]):
//! doubles ([`Interval`]) and MPFR numbers of any precision ([`BigInterval`]).
//!
//! The law of every function here: if `x` lies in the operands and the real function is defined at `x`,
//! its value lies in the result.
//!
//! Where to begin:
//! - [`Interval`] has operators and methods: `(x * x + y).sqrt()`. What it contains are real numbers: NaN and infinities
//!   are in no interval, and an infinite end means that there is no bound.
//! - [`FloatEnclosure`] adds to a range what is known of where the function is defined, see [`Definedness`].
//! - [`BigInterval`] and [`BigEnclosure`] are the same with as many bits as one asks for.
//! - [`reverse_unary`] and [`reverse_binary`] go from results back to operands.
//! - [`directed`] rounds single operations on doubles down or up.

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
