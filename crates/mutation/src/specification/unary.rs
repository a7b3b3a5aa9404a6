//! Operator `unary`: the wrong function of one operand.
//!
//! Each function is replaced by each other of [`FUNCTIONS`]; one that is not among them (`expm1`, `erf`, …) by all.

use crate::mutant::Mutant;
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::Unary;

use super::site::{SiteFault, at_each_site};
use super::words::{becomes, from_to};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "unary",
    objective: MutantObjective::Functional,
    purpose: "Replace a function of one operand by another.",
    example: ("(sin x)", "(cos x)"),
    generate,
};

/// The functions that may replace another one.
pub(crate) const FUNCTIONS: [Unary; 18] = [
    Unary::Sqrt,
    Unary::Cbrt,
    Unary::Exp,
    Unary::Log,
    Unary::Sin,
    Unary::Cos,
    Unary::Tan,
    Unary::Asin,
    Unary::Acos,
    Unary::Atan,
    Unary::Sinh,
    Unary::Cosh,
    Unary::Tanh,
    Unary::Asinh,
    Unary::Acosh,
    Unary::Atanh,
    Unary::Fabs,
    Unary::Neg,
];

fn generate(spec: &Specification) -> Vec<Mutant> {
    at_each_site(spec, MutationOperator::Unary, |site| match &site.expr.kind {
        ExprKind::Unary(function, operand) => others(*function, operand),
        _ => vec![],
    })
}

fn others(old: Unary, operand: &Expr) -> Vec<SiteFault> {
    let others = FUNCTIONS.into_iter().filter(|new| *new != old);
    others
        .map(|new| {
            let what = from_to(old.name(), new.name());
            let kind = ExprKind::Unary(new, Box::new(operand.clone()));
            SiteFault::new(what, becomes(old.name(), new.name()), kind)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies, check_example, formula};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Unary, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn each_function_becomes_each_other() {
        for function in FUNCTIONS {
            let body = match function {
                Unary::Neg => "(- x)".to_string(),
                named => format!("({named} x)"),
            };
            let made = bodies(MutationOperator::Unary, &formula(&body));
            assert_eq!(made.len(), FUNCTIONS.len() - 1, "{body}");
            assert!(!made.contains(&body), "{body}");
        }
    }

    #[test]
    fn a_function_that_replaces_none_is_replaced_by_all() {
        for body in ["(expm1 x)", "(log2 x)", "(erf x)", "(floor x)"] {
            assert_eq!(
                bodies(MutationOperator::Unary, &formula(body)).len(),
                FUNCTIONS.len(),
                "{body}"
            );
        }
    }

    #[test]
    fn every_place_counts() {
        let body = "(let ((t (sin x))) (if (< (exp t) 2) (log t) (while (< i 3) ((i (sqrt x) (cos i))) (tan i))))";
        assert_eq!(bodies(MutationOperator::Unary, &formula(body)).len(), 6 * 17);
    }
}
