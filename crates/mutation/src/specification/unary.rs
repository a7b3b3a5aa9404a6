//! Operator `unary`: the wrong function of one operand.
//!
//! Each function is replaced by each other of [`FUNCTIONS`]; one that is not among them (`expm1`, `erf`, …) by all.

use crate::mutant::Mutant;
use crate::operator::{Objective, Operator, OperatorRow};
use expr::ast::{Expr, Kind};
use expr::spec::Specification;
use interval::Unary;

use super::site::{Fault, at_each_site};
use super::words::{becomes, from_to};

/// The operator, described once.
pub(crate) static ROW: OperatorRow = OperatorRow {
    name: "unary",
    objective: Objective::Functional,
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
    at_each_site(spec, Operator::Unary, |site| match &site.expr.kind {
        Kind::Unary(function, operand) => others(*function, operand),
        _ => vec![],
    })
}

fn others(old: Unary, operand: &Expr) -> Vec<Fault> {
    let others = FUNCTIONS.into_iter().filter(|new| *new != old);
    others
        .map(|new| {
            let what = from_to(old.name(), new.name());
            let kind = Kind::Unary(new, Box::new(operand.clone()));
            Fault::new(what, becomes(old.name(), new.name()), kind)
        })
        .collect()
}
