//! Operator `del`: an operation too few.
//!
//! Each operation is replaced by each of its operands, an `if` by each of its branches, and a connective of a
//! condition by each of its parts. What steers a loop is kept, or the loop could run without end.

use crate::mutant::Mutant;
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;

use super::site::{NodeSite, SiteFault, at_each_site};
use super::words::short;

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "del",
    objective: MutantObjective::Robustness,
    purpose: "Leave out an operation: one of its operands stands in its place.",
    example: ("(+ x y)", "x"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    at_each_site(spec, MutationOperator::Del, |site| {
        let operands = operands(site).into_iter();
        operands
            .map(|(what, operand)| fault(site.expr, what, operand))
            .collect()
    })
}

fn fault(old: &Expr, what: String, operand: &Expr) -> SiteFault {
    let action = format!("`{}` dropped, `{}` kept", symbol(old), short(operand));
    SiteFault::new(what, action, operand.kind.clone())
}

/// What may stand in the place of an operation, with what it was in it.
fn operands<'a>(site: &NodeSite<'a>) -> Vec<(String, &'a Expr)> {
    match &site.expr.kind {
        ExprKind::Unary(_, a) => named([("operand", a)]),
        ExprKind::Binary(_, a, b) => named([("left", a), ("right", b)]),
        ExprKind::Fma(a, b, c) => named([("first", a), ("second", b), ("third", c)]),
        ExprKind::If(_, a, b) if !site.steers_loop => named([("then", a), ("else", b)]),
        ExprKind::Not(a) if !site.steers_loop => named([("operand", a)]),
        ExprKind::And(parts) | ExprKind::Or(parts) if !site.steers_loop => numbered(parts),
        _ => vec![],
    }
}

fn named<'a, const N: usize>(operands: [(&str, &'a Expr); N]) -> Vec<(String, &'a Expr)> {
    operands.into_iter().map(|(what, e)| (what.to_string(), e)).collect()
}

fn numbered(parts: &[Expr]) -> Vec<(String, &Expr)> {
    parts
        .iter()
        .enumerate()
        .map(|(i, e)| (format!("part-{}", i + 1), e))
        .collect()
}

fn symbol(e: &Expr) -> &'static str {
    match &e.kind {
        ExprKind::Unary(function, _) => function.name(),
        ExprKind::Binary(operation, ..) => operation.name(),
        ExprKind::Fma(..) => "fma",
        ExprKind::If(..) => "if",
        ExprKind::Not(_) => "not",
        ExprKind::And(_) => "and",
        ExprKind::Or(_) => "or",
        _ => "expression",
    }
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{check, check_example};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Del, "(FPCore (x y) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn operations_give_way_to_their_operands() {
        check(
            MutationOperator::Del,
            "(+ (sqrt x) (fma x y z))",
            &[
                ("0:left", "(sqrt x)"),
                ("0:right", "(fma x y z)"),
                ("1:operand", "(+ x (fma x y z))"),
                ("3:first", "(+ (sqrt x) x)"),
                ("3:second", "(+ (sqrt x) y)"),
                ("3:third", "(+ (sqrt x) z)"),
            ],
        );
    }

    #[test]
    fn branches_and_parts_of_conditions_are_left_alone_in_turn() {
        check(
            MutationOperator::Del,
            "(if (and (< x 1) (not (< y 1))) x y)",
            &[
                ("0:then", "x"),
                ("0:else", "y"),
                ("1:part-1", "(if (< x 1) x y)"),
                ("1:part-2", "(if (not (< y 1)) x y)"),
                ("5:operand", "(if (and (< x 1) (< y 1)) x y)"),
            ],
        );
    }

    #[test]
    fn loops_keep_their_conditions() {
        check(
            MutationOperator::Del,
            "(while (if (< i 3) (not (< y x)) FALSE) ((i 0 1)) i)",
            &[],
        );
        check(
            MutationOperator::Del,
            "(while (and (< i 3) (not (< 9 i))) ((i 0 (+ i 1))) i)",
            &[
                ("10:left", "(while (and (< i 3) (not (< 9 i))) ((i 0 i)) i)"),
                ("10:right", "(while (and (< i 3) (not (< 9 i))) ((i 0 1)) i)"),
            ],
        );
    }
}
