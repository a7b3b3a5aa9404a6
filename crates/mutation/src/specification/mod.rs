//! Mutants of specifications: one file per operator, and what they share.

pub(crate) mod accuracy;
pub(crate) mod add;
pub(crate) mod asymptote;
pub(crate) mod binary;
pub(crate) mod bounds;
mod build;
pub(crate) mod constant;
pub(crate) mod del;
pub(crate) mod direct;
pub(crate) mod flush;
pub(crate) mod leading;
pub(crate) mod naive;
pub(crate) mod pair;
pub(crate) mod placed;
mod programs;
pub(crate) mod reduction;
pub(crate) mod single;
mod site;
pub(crate) mod unary;
pub(crate) mod variable;
mod words;
pub(crate) mod zero;

use crate::mutant::Mutant;
use crate::operator::MutationOperator;
use expr::spec::{Accuracy, Format, Specification};
use rug::Rational;

/// All mutants of a specification: exhaustive, of first order, operator by operator in the order of
/// [`MutationOperator::ALL`], and place by place within each.
///
/// ```
/// use expr::spec::{Defaults, Specification};
/// use mutation::{CanonicalCore, mutants};
///
/// let core = expr::infix::read("spec f(x in [0, 1]) accuracy 1e-9 { sqrt(x) + 2 }")?.remove(0);
/// let spec = Specification::from_core(&core, &Defaults::default())?;
/// let all = mutants(&spec);
/// // Every one has an identifier of its own, and is a core that can be printed and read again.
/// let ids: std::collections::HashSet<&str> = all.iter().map(|m| m.id.as_str()).collect();
/// assert_eq!(ids.len(), all.len());
/// let text = CanonicalCore::new(&spec).mutant_text(&all[0]);
/// assert_eq!(expr::fpcore::read(&text)?.len(), 1);
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn mutants(spec: &Specification) -> Vec<Mutant> {
    MutationOperator::ALL
        .iter()
        .flat_map(|operator| operator.mutants(spec))
        .collect()
}

/// All faults of programs that follow the formula: [`MutationOperator::PROGRAMS`] in order.
pub fn program_mutants(spec: &Specification) -> Vec<Mutant> {
    let operators = MutationOperator::PROGRAMS.iter();
    operators.flat_map(|operator| operator.mutants(spec)).collect()
}

/// How many faults a mutant may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MutantOrder {
    /// One.
    #[default]
    First,
    /// One, and a selection of pairs.
    Second,
}

/// All mutants of a specification up to an order: those of first order, then pairs of them.
pub fn mutants_of_order(spec: &Specification, order: MutantOrder) -> Vec<Mutant> {
    let mut all = mutants(spec);
    if order == MutantOrder::Second {
        all.extend(MutationOperator::Pair.mutants(spec));
    }
    all
}

/// The relative accuracy ε that is asked for: the larger of what `relative` and `ulps` say, if positive. Correct rounding
/// asks for half a unit in the last place, and more.
pub(crate) fn epsilon(spec: &Specification) -> Option<Rational> {
    let Accuracy { relative, ulps, .. } = &spec.accuracy.margins();
    let ulps = ulps.as_ref().zip(ulp_of_one(spec.output)).map(|(n, ulp)| n * ulp);
    relative.clone().max(ulps).filter(|e| *e > 0)
}

/// The distance from 1 to the next number of the format, if neighbours have a relative distance.
fn ulp_of_one(format: Format) -> Option<Rational> {
    match format {
        Format::Binary64 => Some(Rational::from((1, 1u64 << 52))),
        Format::Binary32 => Some(Rational::from((1, 1u64 << 23))),
        Format::Fixed(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_laws, spec};
    use std::collections::BTreeMap;

    /// Checks the number of mutants per operator, in the order of [`MutationOperator::ALL`].
    fn check_counts(text: &str, expected: [usize; 8]) {
        let spec = spec(text);
        let mut counts = BTreeMap::new();
        for mutant in mutants(&spec) {
            *counts.entry(mutant.operator).or_insert(0) += 1;
        }
        let counts = MutationOperator::ALL.map(|o| counts.get(&o).copied().unwrap_or(0));
        assert_eq!(counts, expected, "{text}");
        check_laws(&spec);
    }

    #[test]
    fn nonlin1() {
        let text = "(FPCore (z) :accuracy-rel 1e-10 :pre (<= 0 z 999) (/ z (+ z 1)))";
        check_counts(text, [11, 4, 3, 0, 0, 6 + 6, 2 * 24, 4]);
    }

    #[test]
    fn doppler() {
        let text = "(FPCore (u v T) :accuracy-rel 1e-10
            :pre (and (<= -100 u 100) (<= 20 v 20000) (<= -30 T 50))
            (let ((t1 (+ 331.4 (* 0.6 T)))) (/ (* (- t1) v) (* (+ t1 u) (+ t1 u)))))";
        let binary = 5 + 5 + 6 + 4 * 5;
        check_counts(text, [11, 12, 6, 4 * 2 + 3, 17, binary, 4 * 24, 7 * 2 + 1]);
    }

    #[test]
    fn sine_and_square_root() {
        let text = "(FPCore (x y) :accuracy-ulps 2 :pre (< 1 x y) (sqrt (+ (sin x) (pow y 2))))";
        check_counts(text, [11, 2, 3, 2 + 1, 2 * 17, 5 + 7, 2 * 24, 1 + 2 + 1 + 2]);
    }

    #[test]
    fn what_is_unsupported_is_not_looked_into() {
        let text = "(FPCore (x) :accuracy-rel 1e-10 (if (isnan (sin x)) 1 2))";
        check_counts(text, [11, 0, 6, 0, 0, 0, 0, 2]);
    }

    #[test]
    fn a_specification_of_one_constant_has_mutants() {
        check_counts("(FPCore () :accuracy-abs 1 7)", [3, 0, 3, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn epsilon_is_the_larger_and_follows_the_format_of_the_output() {
        let epsilon = |properties: &str| epsilon(&spec(&format!("(FPCore (x) {properties} x)"))).map(|e| e.to_string());
        assert_eq!(epsilon(":accuracy-rel 1/8 :accuracy-ulps 1").as_deref(), Some("1/8"));
        assert_eq!(
            epsilon(":accuracy-rel 1e-20 :accuracy-ulps 1").as_deref(),
            Some("1/4503599627370496")
        );
        assert_eq!(
            epsilon(":precision binary32 :accuracy-ulps 1").as_deref(),
            Some("1/8388608")
        );
        assert_eq!(epsilon(":accuracy-abs 1"), None);
    }

    #[test]
    fn an_accuracy_of_zero_is_none() {
        let mut exact = spec("(FPCore (x) :accuracy-rel 1 (* 0.5 x))");
        exact.accuracy.relative = Some(Rational::new());
        assert_eq!(epsilon(&exact), None);
        check_laws(&exact);
    }
}
