//! Operator `direct`: the formula as it is written, computed in the format of the output.
//!
//! A program that copies a formula has its cancellations, overflows and lost digits as well.
//! Where the formula stands in `:spec`, the body of the core is a program as well, and a mutant of its own.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::Expr;
use expr::dag::Dag;
use expr::edit::ExprEdit;
use expr::lower::lower;
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
    let Some(arithmetic) = CoarseArithmetic::of_output(spec.output) else {
        return Vec::new();
    };
    let formula = Mutant {
        id: format!("{}:{}", ROW.name, arithmetic.name()),
        operator: MutationOperator::Direct,
        description: format!("compute the formula as it is written in {}", arithmetic.name()),
        change: MutantChange::Program(arithmetic, Vec::new()),
    };
    let program = spec.program.as_ref().filter(|body| can_be_computed(spec, body));
    let program = program.map(|body| Mutant {
        id: format!("{}:body", ROW.name),
        operator: MutationOperator::Direct,
        description: format!("compute the body, not the formula of `:spec`, in {}", arithmetic.name()),
        change: MutantChange::Program(arithmetic, vec![ExprEdit::whole(body.clone())]),
    });
    [formula].into_iter().chain(program).collect()
}

/// Whether a body is a real-valued formula: others have no meaning here, and need none beside a `:spec`.
fn can_be_computed(spec: &Specification, body: &Expr) -> bool {
    lower(&mut Dag::new(), &spec.core, body).is_ok()
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{bodies, check_example, ids, spec};

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

    #[test]
    fn the_body_beside_a_specification_is_a_program_of_its_own() {
        let spec = |body: &str| spec(&format!("(FPCore (x) :accuracy-rel 1e-9 :spec (expm1 x) {body})"));
        let meant = spec("(- (exp x) 1)");
        assert_eq!(
            ids(MutationOperator::Direct, &meant),
            ["direct:binary64", "direct:body"]
        );
        assert_eq!(
            bodies(MutationOperator::Direct, &meant),
            [
                "(! :precision binary64 (expm1 x))",
                "(! :precision binary64 (- (exp x) 1))"
            ]
        );
        // What has no real value is no program that could be judged.
        assert_eq!(
            ids(MutationOperator::Direct, &spec("(if (isnan x) x 1)")),
            ["direct:binary64"]
        );
    }
}
