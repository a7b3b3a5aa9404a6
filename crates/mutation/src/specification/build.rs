//! Expressions that operators put into formulas.

use expr::ast::{ComparisonOperator, Expr, ExprKind, NumberLiteral};
use expr::fpcore::float_text;
use interval::{Binary, Constant, Unary};
use rug::Rational;

pub(crate) fn int(n: i32) -> Expr {
    Expr::synthetic(ExprKind::Number(NumberLiteral {
        value: Rational::from(n),
        text: String::new(),
    }))
}

/// A double, written so that it is read again exactly. What is not finite becomes 0.
pub(crate) fn float(x: f64) -> Expr {
    Expr::synthetic(ExprKind::Number(NumberLiteral {
        value: Rational::from_f64(x).unwrap_or_default(),
        text: float_text(x),
    }))
}

pub(crate) fn variable(name: &str) -> Expr {
    Expr::synthetic(ExprKind::Variable(name.into()))
}

pub(crate) fn constant(c: Constant) -> Expr {
    Expr::synthetic(ExprKind::Constant(c))
}

pub(crate) fn unary(f: Unary, a: Expr) -> Expr {
    Expr::synthetic(ExprKind::Unary(f, Box::new(a)))
}

pub(crate) fn binary(f: Binary, a: Expr, b: Expr) -> Expr {
    Expr::synthetic(ExprKind::Binary(f, Box::new(a), Box::new(b)))
}

pub(crate) fn exp(a: Expr) -> Expr {
    unary(Unary::Exp, a)
}

pub(crate) fn log(a: Expr) -> Expr {
    unary(Unary::Log, a)
}

pub(crate) fn sqrt(a: Expr) -> Expr {
    unary(Unary::Sqrt, a)
}

pub(crate) fn neg(a: Expr) -> Expr {
    unary(Unary::Neg, a)
}

pub(crate) fn fabs(a: Expr) -> Expr {
    unary(Unary::Fabs, a)
}

pub(crate) fn square(a: Expr) -> Expr {
    mul(a.clone(), a)
}

pub(crate) fn add(a: Expr, b: Expr) -> Expr {
    binary(Binary::Add, a, b)
}

pub(crate) fn sub(a: Expr, b: Expr) -> Expr {
    binary(Binary::Sub, a, b)
}

pub(crate) fn mul(a: Expr, b: Expr) -> Expr {
    binary(Binary::Mul, a, b)
}

pub(crate) fn div(a: Expr, b: Expr) -> Expr {
    binary(Binary::Div, a, b)
}

/// a < b.
pub(crate) fn less(a: Expr, b: Expr) -> Expr {
    Expr::synthetic(ExprKind::Compare(ComparisonOperator::Less, vec![a, b]))
}

pub(crate) fn choose(condition: Expr, yes: Expr, no: Expr) -> Expr {
    Expr::synthetic(ExprKind::If(Box::new(condition), Box::new(yes), Box::new(no)))
}

/// `(let ((name value)) body)`. The value does not see the name.
pub(crate) fn bind(name: &str, value: Expr, body: Expr) -> Expr {
    Expr::synthetic(ExprKind::Let {
        sequential: false,
        bindings: vec![(name.into(), value)],
        body: Box::new(body),
    })
}
