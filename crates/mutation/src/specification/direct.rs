//! Operator `direct`: the formula as it is written, computed in the format of the output.
//!
//! A program that copies a formula has its cancellations, overflows and lost digits as well.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::spec::Specification;

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "direct",
    objective: MutantObjective::Precision,
    purpose: "Compute the formula as it is written in the format of the output.",
    example: ("(- (exp x) 1)", "(! :precision binary64 (- (exp x) 1))"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let mutant = |arithmetic: CoarseArithmetic| Mutant {
        id: format!("{}:{}", ROW.name, arithmetic.name()),
        operator: MutationOperator::Direct,
        description: format!("compute the formula as it is written in {}", arithmetic.name()),
        change: MutantChange::Program(arithmetic, Vec::new()),
    };
    CoarseArithmetic::of_output(spec.output)
        .map(mutant)
        .into_iter()
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Direct, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn it_computes_in_the_format_of_the_output() {
        let made = |properties: &str| ids(MutationOperator::Direct, &spec(&format!("(FPCore (x) {properties} x)")));
        assert_eq!(made(":accuracy-rel 1e-3 :precision binary32"), ["direct:binary32"]);
        assert!(made(":accuracy-abs 1 :precision integer :pre (<= 0 x 9)").is_empty());
    }
}
