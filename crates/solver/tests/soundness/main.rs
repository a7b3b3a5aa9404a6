//! No false proof: what the solver claims of boxes, against MPFR at sampled points.
//!
//! - [`contraction`]: the laws of a contractor.
//! - [`pairs`]: differences, ratios and gradients on boxes.
//! - [`judgement`]: what the engine says of a whole box.
//! - [`proofs`]: searches that end with a proof.
//!
//! `LYDIAN_FULL=1` checks 10 000 pairs and many more boxes than an ordinary run does.
//! Expressions, boxes and points are drawn from a seed by [`random`]; [`truth`] is what they are judged with.

mod contraction;
#[path = "../../../expr/tests/generator/expression.rs"]
mod expression;
mod judgement;
mod pairs;
mod proofs;
#[path = "../../../expr/tests/generator/random.rs"]
mod random;
mod truth;

/// Whether to check all, however long it takes.
fn is_full() -> bool {
    std::env::var_os("LYDIAN_FULL").is_some()
}

/// This many cases in an ordinary run, twenty times as many in a full one.
fn cases(ordinary: u32) -> proptest::prelude::ProptestConfig {
    proptest::prelude::ProptestConfig::with_cases(if is_full() { 20 * ordinary } else { ordinary })
}
