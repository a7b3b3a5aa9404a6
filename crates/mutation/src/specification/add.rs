//! Operator `add`: an operation too many, on an argument.
//!
//! Each occurrence of an argument v becomes f(v) for each function of one operand, negation included,
//! and v∘v for each operation on two operands.

use crate::mutant::Mutant;
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Binary, Unary};

use super::binary::OPERATIONS;
use super::site::{SiteFault, at_each_site};
use super::unary::FUNCTIONS;
use super::words::{becomes, short, word};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "add",
    objective: MutantObjective::Robustness,
    purpose: "Put an operation on an occurrence of an argument.",
    example: ("(+ x y)", "(+ (sqrt x) y)"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    at_each_site(spec, MutationOperator::Add, |site| match site.argument(spec) {
        Some(_) => added(site.expr),
        None => vec![],
    })
}

fn added(argument: &Expr) -> Vec<SiteFault> {
    let unary = FUNCTIONS.into_iter().map(|f| with_function(f, argument));
    let binary = OPERATIONS.into_iter().map(|o| with_operation(o, argument));
    unary.chain(binary).collect()
}

fn with_function(function: Unary, argument: &Expr) -> SiteFault {
    fault(
        argument,
        function.name(),
        ExprKind::Unary(function, Box::new(argument.clone())),
    )
}

fn with_operation(operation: Binary, argument: &Expr) -> SiteFault {
    let itself = || Box::new(argument.clone());
    fault(
        argument,
        operation.name(),
        ExprKind::Binary(operation, itself(), itself()),
    )
}

fn fault(argument: &Expr, symbol: &str, kind: ExprKind) -> SiteFault {
    let action = becomes(&short(argument), &short(&Expr::synthetic(kind.clone())));
    SiteFault::new(word(symbol), action, kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies, check_example, formula, ids};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Add, "(FPCore (x y) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn each_occurrence_gets_each_operation() {
        let made = bodies(MutationOperator::Add, &formula("(* x 2)"));
        assert_eq!(made.len(), FUNCTIONS.len() + OPERATIONS.len());
        for expected in ["(* (- x) 2)", "(* (sin x) 2)", "(* (- x x) 2)", "(* (fmax x x) 2)"] {
            assert_eq!(made.iter().filter(|body| *body == expected).count(), 1, "{expected}");
        }
    }

    #[test]
    fn only_arguments_get_one() {
        let made = ids(MutationOperator::Add, &formula("(let ((x y)) (if (< x z) x PI))"));
        let mut places: Vec<&str> = made.iter().filter_map(|id| id.split(':').nth(1)).collect();
        places.dedup();
        assert_eq!(places, ["1", "5"]);
    }
}
