//! Mutants of specifications: one file per operator, and what they share.

pub(crate) mod accuracy;
pub(crate) mod add;
pub(crate) mod binary;
pub(crate) mod bounds;
pub(crate) mod constant;
pub(crate) mod del;
mod site;
pub(crate) mod unary;
pub(crate) mod variable;
mod words;

use crate::mutant::Mutant;
use crate::operator::Operator;
use expr::spec::{Accuracy, Specification};
use rug::Rational;

/// All mutants of a specification: exhaustive, of first order, operator by operator in the order of
/// [`Operator::ALL`], and place by place within each.
pub fn mutants(spec: &Specification) -> Vec<Mutant> {
    Operator::ALL
        .iter()
        .flat_map(|operator| operator.mutants(spec))
        .collect()
}

/// The relative accuracy ε that is asked for: the larger of what `relative` and `ulps` say, if positive.
fn epsilon(accuracy: &Accuracy) -> Option<Rational> {
    let ulp = Rational::from((1, 1u64 << 52));
    let ulps = accuracy.ulps.as_ref().map(|n| Rational::from(n * &ulp));
    accuracy.relative.clone().max(ulps).filter(|e| *e > 0)
}
