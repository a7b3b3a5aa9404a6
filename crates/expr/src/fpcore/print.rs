//! Cores and expressions as FPCore text. What is printed reads back as an equal core.

use super::number::number_text;
use super::vocabulary::unary_name;
use crate::ast::{Argument, Core, Data, Expr, Kind, Number, Property, PropertyValue};
use std::fmt::Write;

/// A core on several lines: arguments, then each property and the formula on a line of its own.
pub fn print(core: &Core) -> String {
    let mut out = String::from("(FPCore ");
    if let Some(ident) = &core.ident {
        out.push_str(ident);
        out.push(' ');
    }
    list(&mut out, &core.arguments, argument);
    for p in &core.properties {
        out.push_str("\n  ");
        property(&mut out, p);
    }
    out.push_str("\n  ");
    expr(&mut out, &core.body);
    out.push(')');
    out
}

/// An expression on one line.
pub fn print_expr(e: &Expr) -> String {
    let mut out = String::new();
    expr(&mut out, e);
    out
}

/// Data on one line.
pub(crate) fn print_data(d: &Data) -> String {
    let mut out = String::new();
    data(&mut out, d);
    out
}

/// The text of a number literal: as written if that is known, else the shortest exact one.
pub(crate) fn literal(number: &Number) -> String {
    if number.text.is_empty() {
        number_text(&number.value)
    } else {
        number.text.clone()
    }
}

/// The items between parentheses.
fn list<T>(out: &mut String, items: &[T], each: impl Fn(&mut String, &T)) {
    out.push('(');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        each(out, item);
    }
    out.push(')');
}

fn argument(out: &mut String, a: &Argument) {
    let (annotated, plain) = (
        !a.properties.is_empty(),
        a.properties.is_empty() && a.dimensions.is_empty(),
    );
    out.push_str(if annotated {
        "(! "
    } else if plain {
        ""
    } else {
        "("
    });
    for p in &a.properties {
        property(out, p);
        out.push(' ');
    }
    out.push_str(&a.name);
    for d in &a.dimensions {
        out.push(' ');
        data(out, d);
    }
    out.push_str(if plain { "" } else { ")" });
}

fn property(out: &mut String, p: &Property) {
    let _ = write!(out, ":{} ", p.name);
    match &p.value {
        PropertyValue::Expr(e) => expr(out, e),
        PropertyValue::Data(d) => data(out, d),
    }
}

fn data(out: &mut String, d: &Data) {
    match d {
        Data::Symbol(text) => out.push_str(text),
        Data::Text(text) => string(out, text),
        Data::List(items) => list(out, items, data),
    }
}

fn string(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

fn expr(out: &mut String, e: &Expr) {
    match &e.kind {
        Kind::Number(number) => out.push_str(&literal(number)),
        Kind::Constant(constant) => out.push_str(constant.name()),
        Kind::Bool(truth) => out.push_str(if *truth { "TRUE" } else { "FALSE" }),
        Kind::Variable(name) => out.push_str(name),
        Kind::Let {
            sequential,
            bindings,
            body,
        } => let_form(out, *sequential, bindings, body),
        Kind::While {
            sequential,
            condition,
            bindings,
            body,
        } => {
            while_form(out, *sequential, condition, bindings, body);
        }
        Kind::Annotated(properties, body) => annotated(out, properties, body),
        Kind::Unsupported(name, operands) => unsupported(out, name, operands),
        _ => operation(out, e),
    }
}

/// A parenthesised name and operands.
fn operation(out: &mut String, e: &Expr) {
    out.push('(');
    out.push_str(operator_name(&e.kind));
    for operand in e.children() {
        out.push(' ');
        expr(out, operand);
    }
    out.push(')');
}

fn operator_name(kind: &Kind) -> &'static str {
    match kind {
        Kind::Unary(function, _) => unary_name(*function),
        Kind::Binary(function, ..) => function.name(),
        Kind::Compare(comparison, _) => comparison.symbol(),
        Kind::Fma(..) => "fma",
        Kind::And(_) => "and",
        Kind::Or(_) => "or",
        Kind::Not(_) => "not",
        Kind::If(..) => "if",
        Kind::Cast(_) => "cast",
        _ => "",
    }
}

fn star(name: &str, sequential: bool) -> String {
    format!("({name}{} ", if sequential { "*" } else { "" })
}

fn let_form(out: &mut String, sequential: bool, bindings: &[(String, Expr)], body: &Expr) {
    out.push_str(&star("let", sequential));
    list(out, bindings, |out, (name, value)| {
        let _ = write!(out, "({name} ");
        expr(out, value);
        out.push(')');
    });
    out.push(' ');
    expr(out, body);
    out.push(')');
}

fn while_form(out: &mut String, sequential: bool, condition: &Expr, bindings: &[(String, Expr, Expr)], body: &Expr) {
    out.push_str(&star("while", sequential));
    expr(out, condition);
    out.push(' ');
    list(out, bindings, |out, (name, initial, update)| {
        let _ = write!(out, "({name} ");
        expr(out, initial);
        out.push(' ');
        expr(out, update);
        out.push(')');
    });
    out.push(' ');
    expr(out, body);
    out.push(')');
}

fn annotated(out: &mut String, properties: &[Property], body: &Expr) {
    out.push_str("(! ");
    for p in properties {
        property(out, p);
        out.push(' ');
    }
    expr(out, body);
    out.push(')');
}

/// A constant stands alone; everything else is a list of its name and operands.
fn unsupported(out: &mut String, name: &str, operands: &Data) {
    let operands = match operands {
        Data::Symbol(text) => return out.push_str(text),
        Data::List(operands) => operands.as_slice(),
        Data::Text(_) => std::slice::from_ref(operands),
    };
    out.push('(');
    out.push_str(name);
    for operand in operands {
        out.push(' ');
        data(out, operand);
    }
    out.push(')');
}
