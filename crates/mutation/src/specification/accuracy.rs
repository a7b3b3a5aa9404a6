//! Operator `accuracy`: the right formula, computed in too few bits.
//!
//! For a relative accuracy ε and each k = 1…8 with ε·10^k < 1, the computation in p = ⌈−log₂(ε·10^k)⌉ bits;
//! and the named formats that are coarser than ε, that is, whose 2^−p exceeds ε.
//! Where only an absolute accuracy is asked for, just the named formats: no precision follows from it.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::spec::Specification;
use rug::{Integer, Rational};

use super::epsilon;

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "accuracy",
    objective: MutantObjective::Precision,
    purpose: "Compute in a coarser arithmetic than the accuracy asks for.",
    example: ("(sqrt x)", "(! :precision (float 15 45) (sqrt x))"),
    generate,
};

/// Largest power of ten by which ε is coarsened.
const DECADES: u32 = 8;

/// Fewest bits with which one can compute.
const FEWEST_BITS: u32 = 2;

fn generate(spec: &Specification) -> Vec<Mutant> {
    let epsilon = epsilon(spec);
    let bits = epsilon.iter().flat_map(coarser_precisions).map(CoarseArithmetic::Bits);
    let named = CoarseArithmetic::NAMED
        .into_iter()
        .filter(|a| epsilon.as_ref().is_none_or(|e| unit_roundoff(*a) > *e));
    bits.chain(named).map(mutant).collect()
}

fn mutant(arithmetic: CoarseArithmetic) -> Mutant {
    let precision = arithmetic.precision();
    let description = match arithmetic {
        CoarseArithmetic::Bits(_) => format!("compute in {precision} bits"),
        named => format!("compute in {} ({precision} bits)", named.name()),
    };
    Mutant {
        id: format!("{}:{}", ROW.name, arithmetic.name()),
        operator: MutationOperator::Accuracy,
        description,
        change: MutantChange::Precision(arithmetic),
    }
}

/// The precisions for ε·10, ε·100, …, finest first. No two are equal: log₂ 10 > 3.
fn coarser_precisions(epsilon: &Rational) -> Vec<u32> {
    let coarsened = (1..=DECADES).map(|k| Rational::from(epsilon * Integer::from(Integer::u_pow_u(10, k))));
    coarsened
        .take_while(|e| *e < 1)
        .map(|e| bits_for(&e))
        .filter(|p| *p >= FEWEST_BITS)
        .collect()
}

/// ⌈−log₂ e⌉ for 0 < e < 1: the least p with 2^p·numerator ≥ denominator.
///
/// Numbers of m and n bits, m ≤ n, need a shift by n − m or n − m + 1: a shift by n − m − 1 leaves too few bits.
pub(crate) fn bits_for(e: &Rational) -> u32 {
    let (numerator, denominator) = (e.numer(), e.denom());
    let shift = denominator
        .significant_bits()
        .saturating_sub(numerator.significant_bits());
    let enough = Integer::from(numerator << shift) >= *denominator;
    if enough { shift } else { shift + 1 }
}

/// 2^−p.
fn unit_roundoff(arithmetic: CoarseArithmetic) -> Rational {
    Rational::from((Integer::from(1), Integer::from(1) << arithmetic.precision()))
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{check_example, ids, spec};

    /// Checks which arithmetics the accuracy properties of a specification lead to.
    fn check(accuracy: &str, expected: &str) {
        let spec = spec(&format!("(FPCore (x) :pre (<= 1 x 2) {accuracy} (sqrt x))"));
        let made = ids(MutationOperator::Accuracy, &spec)
            .join(" ")
            .replace("accuracy:", "");
        assert_eq!(made, expected, "{accuracy}");
    }

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Accuracy, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn a_relative_accuracy_is_coarsened_by_decades() {
        check(
            ":accuracy-rel 1e-10",
            "30-bits 27-bits 24-bits 20-bits 17-bits 14-bits 10-bits 7-bits binary32 binary16 bfloat16",
        );
        check(
            ":accuracy-rel 1e-40",
            &([130, 127, 123, 120, 117, 113, 110, 107]
                .map(|p| format!("{p}-bits"))
                .join(" ")
                + " binary32 binary16 bfloat16"),
        );
    }

    #[test]
    fn nothing_is_coarser_than_one() {
        check(":accuracy-rel 1e-2", "4-bits");
        check(":accuracy-rel 0.09", "");
        check(":accuracy-rel 1/2", "");
    }

    #[test]
    fn a_power_of_two_needs_exactly_its_exponent() {
        check(":accuracy-rel 1/10240", "10-bits 7-bits 4-bits binary16 bfloat16");
    }

    #[test]
    fn named_formats_must_be_coarser() {
        check(":accuracy-rel 1/256", "5-bits 2-bits");
        check(":accuracy-rel 1/257", "5-bits 2-bits bfloat16");
    }

    #[test]
    fn ulps_count_as_relative_accuracy() {
        check(
            ":accuracy-ulps 4",
            "47-bits 44-bits 41-bits 37-bits 34-bits 31-bits 27-bits 24-bits binary32 binary16 bfloat16",
        );
        check(":accuracy-ulps 4 :accuracy-rel 1e-2", "4-bits");
        check(
            ":accuracy-rounded nearestEven",
            "50-bits 47-bits 44-bits 40-bits 37-bits 34-bits 30-bits 27-bits binary32 binary16 bfloat16",
        );
    }

    #[test]
    fn an_absolute_accuracy_gives_named_formats_only() {
        check(":accuracy-abs 1e-10", "binary32 binary16 bfloat16");
    }
}
