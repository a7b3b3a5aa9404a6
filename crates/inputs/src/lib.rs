//! Inputs where floats live.
//!
//! Formulas live in the reals, programs in the floats: they have cut-offs at powers of two, tables by leading bits, special
//! cases at single numbers, and trouble wherever something overflows, cancels or loses its last bits. So inputs are chosen
//! by the floats that there are, and by what the formula does on them.
//!
//! - `ordinal`: floats in their order, as integers, so that one can step, halve and scatter among them.
//! - [`InputRange`]: the floats of one input, [scattered](InputRange::at) by value, by bits or by exponent, and cut into
//!   [cells](InputRange::cells).
//! - [`marks`](InputRange::marks): numbers that programs treat apart, whatever they compute.
//! - [`next_to_turns`](InputRange::next_to_turns): floats next to multiples of π/2, by continued fractions.
//! - [`Landscape`]: what a formula does on its domain: where a part of it changes sign, overflows, underflows or loses its
//!   value, has an extremum, or passes 1; and a sequence of inputs that begins there and goes on stratified.
//! - [`ConditionedDraw`]: inputs that satisfy a condition, found by solving it.
//!
//! Nothing here proves anything, and nothing is random: what is chosen depends on the formula, its domain and a number.

mod cells;
mod draw;
mod landscape;
mod lines;
mod marks;
mod ordinal;
mod range;
mod turns;

pub use draw::ConditionedDraw;
pub use landscape::{Landscape, NotablePoint, NotableReason};
pub use ordinal::{float_at, ordinal_of};
pub use range::{InputRange, Scale};
