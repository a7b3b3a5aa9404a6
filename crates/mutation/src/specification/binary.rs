//! Operator `binary`: the wrong operation on two operands, or the wrong comparison.
//!
//! Each operation is replaced by each other of [`OPERATIONS`], and by `pow` where the right operand is a closed
//! constant; the operands of one that does not commute are exchanged.
//! The comparison of a whole chain is replaced by each other ordering, `==` by `!=` and back, `and` by `or` and back:
//! but not in the condition of a loop, which could then run without end.

use crate::mutant::Mutant;
use crate::operator::{Objective, Operator, OperatorRow};
use expr::ast::{Comparison, Expr, Kind};
use expr::spec::Specification;
use interval::Binary;

use super::site::{Fault, Site, at_each_site, sites};
use super::words::{becomes, from_to};

/// The operator, described once.
pub(crate) static ROW: OperatorRow = OperatorRow {
    name: "binary",
    objective: Objective::Functional,
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
const ORDERINGS: [Comparison; 4] = [
    Comparison::Less,
    Comparison::LessEqual,
    Comparison::Greater,
    Comparison::GreaterEqual,
];

fn generate(spec: &Specification) -> Vec<Mutant> {
    at_each_site(spec, Operator::Binary, |site| match &site.expr.kind {
        Kind::Binary(operation, left, right) => of_operation(*operation, left, right),
        Kind::Compare(comparison, operands) if !site.steers_loop => of_comparison(*comparison, operands),
        Kind::And(_) | Kind::Or(_) if !site.steers_loop => of_connective(site),
        _ => vec![],
    })
}

fn of_operation(old: Binary, left: &Expr, right: &Expr) -> Vec<Fault> {
    let power = is_closed(right).then_some(Binary::Pow);
    let others = OPERATIONS.into_iter().chain(power).filter(|new| *new != old);
    let replaced = others.map(|new| {
        let kind = Kind::Binary(new, Box::new(left.clone()), Box::new(right.clone()));
        Fault::new(from_to(old.name(), new.name()), becomes(old.name(), new.name()), kind)
    });
    replaced.chain(exchanged(old, left, right)).collect()
}

fn exchanged(operation: Binary, left: &Expr, right: &Expr) -> Option<Fault> {
    let action = format!("operands of `{}` exchanged", operation.name());
    let kind = Kind::Binary(operation, Box::new(right.clone()), Box::new(left.clone()));
    (!commutes(operation)).then(|| Fault::new("exchanged", action, kind))
}

fn commutes(operation: Binary) -> bool {
    matches!(
        operation,
        Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot
    )
}

/// Whether no variable occurs.
fn is_closed(e: &Expr) -> bool {
    let open = |e: &Expr| matches!(e.kind, Kind::Variable(_) | Kind::Unsupported(..));
    !sites(e).iter().any(|site| open(site.expr))
}

fn of_comparison(old: Comparison, operands: &[Expr]) -> Vec<Fault> {
    let replace = |new: Comparison| {
        let what = from_to(old.symbol(), new.symbol());
        Fault::new(
            what,
            becomes(old.symbol(), new.symbol()),
            Kind::Compare(new, operands.to_vec()),
        )
    };
    match old {
        Comparison::Equal | Comparison::NotEqual => vec![replace(old.negated())],
        _ => ORDERINGS.into_iter().filter(|new| *new != old).map(replace).collect(),
    }
}

fn of_connective(site: &Site) -> Vec<Fault> {
    let replace = |old, new, kind| vec![Fault::new(from_to(old, new), becomes(old, new), kind)];
    match &site.expr.kind {
        Kind::And(parts) => replace("and", "or", Kind::Or(parts.clone())),
        Kind::Or(parts) => replace("or", "and", Kind::And(parts.clone())),
        _ => vec![],
    }
}
