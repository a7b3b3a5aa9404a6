//! Small formulas that programs make.

use crate::ast::{ComparisonOperator, Expr, ExprKind, NumberLiteral};
use interval::{Binary, Unary};
use rug::Rational;
use std::collections::{HashMap, HashSet};

/// A name as a formula.
pub(super) fn variable(name: impl Into<String>) -> Expr {
    Expr::synthetic(ExprKind::Variable(name.into()))
}

pub(super) fn number(value: Rational) -> Expr {
    let text = String::new();
    Expr::synthetic(ExprKind::Number(NumberLiteral { value, text }))
}

/// A finite double as an exact number.
pub(super) fn double(x: f64) -> Expr {
    number(Rational::from_f64(x).unwrap_or_default())
}

pub(super) fn unary(f: Unary, a: Expr) -> Expr {
    Expr::synthetic(ExprKind::Unary(f, Box::new(a)))
}

pub(super) fn binary(f: Binary, a: Expr, b: Expr) -> Expr {
    Expr::synthetic(ExprKind::Binary(f, Box::new(a), Box::new(b)))
}

pub(super) fn compare(c: ComparisonOperator, operands: impl Into<Vec<Expr>>) -> Expr {
    Expr::synthetic(ExprKind::Compare(c, operands.into()))
}

/// |a − b| ≤ size.
pub(super) fn close(a: Expr, b: Expr, size: Expr) -> Expr {
    let distance = unary(Unary::Fabs, binary(Binary::Sub, a, b));
    compare(ComparisonOperator::LessEqual, [distance, size])
}

/// How many of the names have the value of `wanted`.
pub(super) fn count(names: &[String], wanted: &str) -> Expr {
    let ones = names.iter().map(|name| {
        let same = compare(ComparisonOperator::Equal, [variable(name), variable(wanted)]);
        let [one, zero] = [1, 0].map(|n| Box::new(number(Rational::from(n))));
        Expr::synthetic(ExprKind::If(Box::new(same), one, zero))
    });
    let sum = ones.reduce(|sum, one| binary(Binary::Add, sum, one));
    sum.unwrap_or_else(|| number(Rational::new()))
}

/// The names in a formula.
pub(super) fn names(e: &Expr) -> HashSet<&str> {
    let mut all = HashSet::new();
    let mut open = vec![e];
    while let Some(e) = open.pop() {
        if let ExprKind::Variable(name) = &e.kind {
            all.insert(name.as_str());
        }
        open.extend(e.children());
    }
    all
}

/// How many names and operators a formula has, and how deep it is nested.
pub(super) fn measure(e: &Expr) -> (usize, usize) {
    let (mut size, mut deepest) = (0, 0);
    let mut open = vec![(e, 1)];
    while let Some((e, level)) = open.pop() {
        size += 1;
        deepest = deepest.max(level);
        open.extend(e.children().into_iter().map(|child| (child, level + 1)));
    }
    (size, deepest)
}

/// The formula with other formulas in place of names; infix formulas bind none.
pub(super) fn substituted(e: &Expr, values: &HashMap<String, Expr>) -> Expr {
    let mut copy = e.clone();
    replace(&mut copy, values);
    copy
}

fn replace(e: &mut Expr, values: &HashMap<String, Expr>) {
    if let ExprKind::Variable(name) = &e.kind {
        if let Some(value) = values.get(name) {
            *e = value.clone();
        }
        return;
    }
    e.children_mut().into_iter().for_each(|child| replace(child, values));
}
