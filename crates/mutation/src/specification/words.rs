//! How operations, numbers and expressions are called in identifiers and descriptions.

use expr::ast::{Expr, ExprKind, NumberLiteral};
use expr::fpcore::print_beginning;
use rug::Rational;

/// Longest piece of an expression in a description, in characters.
const SHOWN: usize = 60;

/// Bytes that have at least one character more than that, white space aside.
const BYTES: usize = 1000;

/// An operation in letters only, as identifiers want it.
pub(crate) fn word(symbol: &str) -> &str {
    match symbol {
        "+" => "add",
        "-" => "sub",
        "*" => "mul",
        "/" => "div",
        "<" => "lt",
        "<=" => "le",
        ">" => "gt",
        ">=" => "ge",
        "==" => "eq",
        "!=" => "ne",
        other => other,
    }
}

/// `mul-to-add` and the like.
pub(crate) fn from_to(from: &str, to: &str) -> String {
    format!("{}-to-{}", word(from), word(to))
}

/// Says that one thing stands where another stood.
pub(crate) fn becomes(from: &str, to: &str) -> String {
    format!("`{from}` becomes `{to}`")
}

/// An expression on one line, its end cut off if it is long.
pub(crate) fn short(e: &Expr) -> String {
    shortened(print_beginning(e, None, BYTES))
}

/// The same with something else at the place of this number.
pub(crate) fn short_edited(e: &Expr, number: usize, new: &Expr) -> String {
    shortened(print_beginning(e, Some((number, new)), BYTES))
}

fn shortened(text: String) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= SHOWN {
        return line;
    }
    let head: String = line.chars().take(SHOWN - 1).collect();
    format!("{head}…")
}

/// A literal that the printer writes by its exact value.
pub(crate) fn number(value: Rational) -> Expr {
    let text = String::new();
    Expr::synthetic(ExprKind::Number(NumberLiteral { value, text }))
}
