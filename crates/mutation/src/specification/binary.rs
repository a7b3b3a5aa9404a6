//! Operator `binary`: the wrong operation on two operands, or the wrong comparison.
//!
//! Each operation is replaced by each other of [`OPERATIONS`], and by `pow` where the right operand is a closed
//! constant; the operands of one that does not commute are exchanged.
//! The comparison of a whole chain is replaced by each other ordering, `==` by `!=` and back, `and` by `or` and back:
//! but not in the condition of a loop, which could then run without end.

use crate::mutant::Mutant;
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{ComparisonOperator, Expr, ExprKind};
use expr::spec::Specification;
use interval::Binary;

use super::site::{NodeSite, SiteFault, at_each_site, sites};
use super::words::{becomes, from_to};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "binary",
    objective: MutantObjective::Functional,
    purpose: "Replace an operation on two operands or a comparison by another, or exchange the operands.",
    example: ("(* x y)", "(+ x y)"),
    generate,
};

/// The operations that may replace another one.
pub(crate) const OPERATIONS: [Binary; 6] = [
    Binary::Add,
    Binary::Sub,
    Binary::Mul,
    Binary::Div,
    Binary::Fmin,
    Binary::Fmax,
];

/// The comparisons that order.
const ORDERINGS: [ComparisonOperator; 4] = [
    ComparisonOperator::Less,
    ComparisonOperator::LessEqual,
    ComparisonOperator::Greater,
    ComparisonOperator::GreaterEqual,
];

fn generate(spec: &Specification) -> Vec<Mutant> {
    at_each_site(spec, MutationOperator::Binary, |site| match &site.expr.kind {
        ExprKind::Binary(operation, left, right) => of_operation(*operation, left, right),
        ExprKind::Compare(comparison, operands) if !site.steers_loop => of_comparison(*comparison, operands),
        ExprKind::And(_) | ExprKind::Or(_) if !site.steers_loop => of_connective(site),
        _ => vec![],
    })
}

fn of_operation(old: Binary, left: &Expr, right: &Expr) -> Vec<SiteFault> {
    let power = is_closed(right).then_some(Binary::Pow);
    let others = OPERATIONS.into_iter().chain(power).filter(|new| *new != old);
    let replaced = others.map(|new| {
        let kind = ExprKind::Binary(new, Box::new(left.clone()), Box::new(right.clone()));
        SiteFault::new(from_to(old.name(), new.name()), becomes(old.name(), new.name()), kind)
    });
    replaced.chain(exchanged(old, left, right)).collect()
}

fn exchanged(operation: Binary, left: &Expr, right: &Expr) -> Option<SiteFault> {
    let action = format!("operands of `{}` exchanged", operation.name());
    let kind = ExprKind::Binary(operation, Box::new(right.clone()), Box::new(left.clone()));
    (!commutes(operation)).then(|| SiteFault::new("exchanged", action, kind))
}

fn commutes(operation: Binary) -> bool {
    matches!(
        operation,
        Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot
    )
}

/// Whether no variable occurs.
fn is_closed(e: &Expr) -> bool {
    let open = |e: &Expr| matches!(e.kind, ExprKind::Variable(_) | ExprKind::Unsupported(..));
    !sites(e).iter().any(|site| open(site.expr))
}

fn of_comparison(old: ComparisonOperator, operands: &[Expr]) -> Vec<SiteFault> {
    let replace = |new: ComparisonOperator| {
        let what = from_to(old.symbol(), new.symbol());
        SiteFault::new(
            what,
            becomes(old.symbol(), new.symbol()),
            ExprKind::Compare(new, operands.to_vec()),
        )
    };
    match old {
        ComparisonOperator::Equal | ComparisonOperator::NotEqual => vec![replace(old.negated())],
        _ => ORDERINGS.into_iter().filter(|new| *new != old).map(replace).collect(),
    }
}

fn of_connective(site: &NodeSite) -> Vec<SiteFault> {
    let replace = |old, new, kind| vec![SiteFault::new(from_to(old, new), becomes(old, new), kind)];
    match &site.expr.kind {
        ExprKind::And(parts) => replace("and", "or", ExprKind::Or(parts.clone())),
        ExprKind::Or(parts) => replace("or", "and", ExprKind::And(parts.clone())),
        _ => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies, check, check_example, formula};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Binary, "(FPCore (x y) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn an_operation_becomes_each_other_and_its_operands_change_places() {
        check(
            MutationOperator::Binary,
            "(- x y)",
            &[
                ("0:sub-to-add", "(+ x y)"),
                ("0:sub-to-mul", "(* x y)"),
                ("0:sub-to-div", "(/ x y)"),
                ("0:sub-to-fmin", "(fmin x y)"),
                ("0:sub-to-fmax", "(fmax x y)"),
                ("0:exchanged", "(- y x)"),
            ],
        );
    }

    /// Checks how many mutants a body has.
    fn check_count(body: &str, expected: usize) {
        assert_eq!(
            bodies(MutationOperator::Binary, &formula(body)).len(),
            expected,
            "{body}"
        );
    }

    #[test]
    fn powers_are_made_of_constant_exponents_only() {
        check_count("(* x y)", 5);
        check_count("(* x 2)", 6);
        check_count("(* x (sqrt 2))", 6);
        check_count("(pow x 2)", 7);
        check_count("(pow x y)", 7);
    }

    #[test]
    fn other_operations_are_sources_only() {
        check_count("(hypot x y)", 6);
        check_count("(atan2 x y)", 7);
        check_count("(fmod x y)", 7);
    }

    #[test]
    fn equal_operands_are_not_exchanged() {
        check_count("(- x x)", 5);
        check_count("(- (! :round toZero x) (! :round toZero x))", 5);
    }

    #[test]
    fn comparisons_and_connectives_change() {
        check(
            MutationOperator::Binary,
            "(if (and (< 0 x y) (== x 1)) x y)",
            &[
                ("1:and-to-or", "(if (or (< 0 x y) (== x 1)) x y)"),
                ("2:lt-to-le", "(if (and (<= 0 x y) (== x 1)) x y)"),
                ("2:lt-to-gt", "(if (and (> 0 x y) (== x 1)) x y)"),
                ("2:lt-to-ge", "(if (and (>= 0 x y) (== x 1)) x y)"),
                ("6:eq-to-ne", "(if (and (< 0 x y) (!= x 1)) x y)"),
            ],
        );
        check(
            MutationOperator::Binary,
            "(if (or (!= x 1)) x y)",
            &[
                ("1:or-to-and", "(if (and (!= x 1)) x y)"),
                ("2:ne-to-eq", "(if (or (== x 1)) x y)"),
            ],
        );
    }

    #[test]
    fn the_condition_of_a_loop_keeps_its_comparisons() {
        check_count("(while (and (< i 3) (not (< 9 i))) ((i 0 (+ i 1))) i)", 6);
        check_count("(while (if (< i 3) (let ((t y)) (< t x)) FALSE) ((i 0 1)) i)", 0);
        check_count("(while (< (* i x) 3) ((i 0 1)) i)", 5);
        check_count("(while (< (if (< x 1) x y) 3) ((i 0 1)) i)", 3);
    }
}
