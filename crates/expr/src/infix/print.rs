//! Cores and expressions as infix text for people, with as few parentheses as it takes.
//!
//! What infix can express reads back as it was. Loops, annotations, nested or parallel `let`s and fractions inside
//! formulas have no infix notation of their own; they are shown so that a reader understands them.

use crate::ast::{ComparisonOperator, Core, Data, Expr, ExprKind, NumberLiteral, Property, PropertyValue};
use crate::fpcore;
use crate::spec::NEAREST_EVEN;
use interval::{Binary, Unary};

/// How tightly an expression holds together; an operand that holds less tightly than its place needs parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tightness {
    Any,
    And,
    Compare,
    Sum,
    Product,
    Sign,
    Power,
    Atom,
}

/// An expression on one line.
///
/// ```
/// let print = |body: &str| {
///     let cores = expr::fpcore::read(&format!("(FPCore (x y) {body})"))?;
///     Ok::<_, expr::diagnostic::Diagnostics>(expr::infix::print_expr(&cores[0].body))
/// };
/// // Parentheses stand where they are needed, and only there.
/// assert_eq!(print("(- (- x y) (* x y))")?, "x - y - x * y");
/// assert_eq!(print("(- x (- y (pow (- x) 2)))")?, "x - (y - (-x)^2)");
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn print_expr(e: &Expr) -> String {
    show(e, Tightness::Any)
}

/// A core as a `spec`; properties that infix has no clause for become comments before it.
pub fn print(core: &Core) -> String {
    let mut conditions = conditions(core);
    let arguments: Vec<String> = core
        .arguments
        .iter()
        .map(|a| argument(&a.name, &mut conditions))
        .collect();
    let ident = core.ident.as_deref().unwrap_or("f");
    let mut comments: String = core.properties.iter().filter_map(comment).collect();
    let meant = match core.property("spec").map(|p| &p.value) {
        Some(PropertyValue::Expr(meant)) => {
            comments.push_str(&format!("# program: {}\n", show(&core.body, Tightness::Any)));
            meant
        }
        _ => &core.body,
    };
    let name: String = core.properties.iter().filter_map(quoted_name).collect();
    let mut clauses: String = core
        .properties
        .iter()
        .filter_map(clause)
        .map(|c| format!(" {c}"))
        .collect();
    if !conditions.is_empty() {
        let shown: Vec<String> = conditions.iter().map(|c| show(c, Tightness::Compare)).collect();
        clauses.push_str(&format!(" where {}", shown.join(" and ")));
    }
    format!(
        "{comments}spec {name}{ident}({}){clauses} {{\n{}}}\n",
        arguments.join(", "),
        body(meant)
    )
}

/// The conditions of `:pre`.
fn conditions(core: &Core) -> Vec<&Expr> {
    let mut all = vec![];
    for property in core.properties.iter().filter(|p| p.name == "pre") {
        match &property.value {
            PropertyValue::Expr(Expr {
                kind: ExprKind::And(parts),
                ..
            }) => all.extend(parts),
            PropertyValue::Expr(condition) => all.push(condition),
            PropertyValue::Data(_) => {}
        }
    }
    all
}

/// `x in [lo, hi]` if conditions say so, which are then taken away.
fn argument(name: &str, conditions: &mut Vec<&Expr>) -> String {
    let Some(at) = conditions.iter().position(|c| is_range(c, name)) else {
        return name.to_string();
    };
    let (lo, hi) = ends(conditions.remove(at), name);
    let (lo, hi) = match (lo, hi) {
        (Some(lo), None) => (Some(lo), take_end(conditions, |c| one_sided(c, name)?.1)),
        (None, Some(hi)) => (take_end(conditions, |c| one_sided(c, name)?.0), Some(hi)),
        both => both,
    };
    format!(
        "{name} in {}, {}",
        lo.unwrap_or("(-inf".into()),
        hi.unwrap_or("inf)".into())
    )
}

/// The first end that a condition gives; the condition is taken away.
fn take_end(conditions: &mut Vec<&Expr>, end: impl Fn(&Expr) -> Option<String>) -> Option<String> {
    let (at, found) = conditions.iter().enumerate().find_map(|(i, c)| Some((i, end(c)?)))?;
    conditions.remove(at);
    Some(found)
}

/// The ends, if there is only one.
fn one_sided(condition: &Expr, name: &str) -> Option<PrintedEnds> {
    Some(ends(condition, name)).filter(|(lo, hi)| lo.is_none() || hi.is_none())
}

/// Lower and upper end of a range, as infix writes them.
type PrintedEnds = (Option<String>, Option<String>);

fn is_range(condition: &Expr, name: &str) -> bool {
    ends(condition, name) != (None, None)
}

/// The lower and the upper end that a comparison of constants with one variable gives.
fn ends(condition: &Expr, name: &str) -> PrintedEnds {
    let ExprKind::Compare(comparison @ (ComparisonOperator::Less | ComparisonOperator::LessEqual), operands) =
        &condition.kind
    else {
        return (None, None);
    };
    let [open, close] = if *comparison == ComparisonOperator::Less {
        ["(", ")"]
    } else {
        ["[", "]"]
    };
    let constant = |e: &Expr| is_constant(e).then(|| show(e, Tightness::Any));
    let variable = |e: &Expr| matches!(&e.kind, ExprKind::Variable(v) if v == name);
    let lower = |e: &Expr| constant(e).map(|n| format!("{open}{n}"));
    let upper = |e: &Expr| constant(e).map(|n| format!("{n}{close}"));
    match operands.as_slice() {
        [lo, x, hi] if variable(x) => lower(lo).zip(upper(hi)).unzip(),
        [lo, x] if variable(x) => (lower(lo), None),
        [x, hi] if variable(x) => (None, upper(hi)),
        _ => (None, None),
    }
}

/// Whether a formula is made of numbers, constants and functions alone.
fn is_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Number(_) | ExprKind::Constant(_) => true,
        ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Fma(..) => e.children().into_iter().all(is_constant),
        _ => false,
    }
}

fn quoted_name(property: &Property) -> Option<String> {
    match (property.name.as_str(), &property.value) {
        ("name", PropertyValue::Data(Data::Text(text))) if !text.contains(['"', '\n']) => Some(format!("\"{text}\" ")),
        _ => None,
    }
}

/// Properties that have a clause, and its words.
const CLAUSES: [(&str, &str); 5] = [
    ("accuracy-rel", "accuracy"),
    ("accuracy-abs", "accuracy abs"),
    ("accuracy-ulps", "accuracy ulps"),
    ("out-of-domain", "outside"),
    ("precision", "precision"),
];

fn clause(property: &Property) -> Option<String> {
    if property.name == "accuracy-rounded" {
        let known = PropertyValue::Data(Data::Symbol(NEAREST_EVEN.into()));
        return (property.value == known).then(|| "accuracy rounded".into());
    }
    let (_, words) = CLAUSES.iter().find(|(name, _)| *name == property.name)?;
    match &property.value {
        PropertyValue::Data(Data::Symbol(value)) => Some(format!("{words} {value}")),
        _ => None,
    }
}

fn comment(property: &Property) -> Option<String> {
    let is_formula = property.name == "spec" && matches!(property.value, PropertyValue::Expr(_));
    if property.name == "pre" || is_formula || quoted_name(property).is_some() || clause(property).is_some() {
        return None;
    }
    let value = match &property.value {
        PropertyValue::Expr(e) => print_expr(e),
        PropertyValue::Data(d) => fpcore::print_data(d),
    };
    Some(format!("# {}: {value}\n", property.name))
}

/// Statements, one on a line.
fn body(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Let {
            sequential,
            bindings,
            body: rest,
        } if *sequential || bindings.len() == 1 => {
            let lets: String = bindings
                .iter()
                .map(|(n, v)| format!("  let {n} = {}\n", print_expr(v)))
                .collect();
            lets + &body(rest)
        }
        _ => format!("  {}\n", print_expr(e)),
    }
}

/// The text of an expression where it must hold together at least so tightly.
fn show(e: &Expr, place: Tightness) -> String {
    if let ExprKind::And(parts) | ExprKind::Or(parts) = &e.kind
        && let [only] = parts.as_slice()
    {
        return show(only, place);
    }
    let text = bare(e);
    if tightness(e) < place {
        format!("({text})")
    } else {
        text
    }
}

fn tightness(e: &Expr) -> Tightness {
    match &e.kind {
        ExprKind::Number(number) => number_tightness(number),
        ExprKind::Unary(Unary::Neg, _) => Tightness::Sign,
        ExprKind::Binary(Binary::Add | Binary::Sub, ..) => Tightness::Sum,
        ExprKind::Binary(Binary::Mul | Binary::Div, ..) => Tightness::Product,
        ExprKind::Binary(Binary::Pow, ..) => Tightness::Power,
        ExprKind::Compare(ComparisonOperator::NotEqual, operands) if operands.len() > 2 => Tightness::And,
        ExprKind::Compare(..) | ExprKind::Not(_) => Tightness::Compare,
        ExprKind::And(parts) if !parts.is_empty() => Tightness::And,
        ExprKind::Or(parts) if !parts.is_empty() => Tightness::Any,
        ExprKind::If(..) | ExprKind::Let { .. } | ExprKind::While { .. } => Tightness::Any,
        _ => Tightness::Atom,
    }
}

fn number_tightness(number: &NumberLiteral) -> Tightness {
    let text = number_text(number);
    match () {
        () if text.contains('/') => Tightness::Product,
        () if text.starts_with('-') => Tightness::Sign,
        () => Tightness::Atom,
    }
}

/// As written where infix can write it so.
fn number_text(number: &NumberLiteral) -> String {
    let text = fpcore::literal(number);
    match text.strip_prefix("(digits ").and_then(|t| t.strip_suffix(')')) {
        Some(parts) => format!("digits({})", parts.split_whitespace().collect::<Vec<_>>().join(", ")),
        None => text.trim_start_matches('+').to_string(),
    }
}

fn bare(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Number(number) => number_text(number),
        ExprKind::Unary(Unary::Neg, a) => negation(a),
        ExprKind::Unary(function, a) => call(function.name(), &[a]),
        ExprKind::Binary(function, a, b) => binary(*function, a, b),
        ExprKind::Fma(a, b, c) => call("fma", &[a, b, c]),
        ExprKind::Cast(a) => call("cast", &[a]),
        ExprKind::Compare(ComparisonOperator::NotEqual, operands) if operands.len() > 2 => all_different(operands),
        ExprKind::Compare(comparison, operands) => joined(operands, comparison.symbol(), Tightness::Sum, "TRUE"),
        ExprKind::And(parts) => joined(parts, "and", Tightness::Compare, "TRUE"),
        ExprKind::Or(parts) => joined(parts, "or", Tightness::And, "FALSE"),
        ExprKind::Not(a) => format!("not {}", show(a, Tightness::Compare)),
        ExprKind::If(c, a, b) => format!("if {} then {} else {}", print_expr(c), print_expr(a), print_expr(b)),
        ExprKind::Let {
            sequential,
            bindings,
            body,
        } => inline_let(*sequential, bindings, body),
        ExprKind::While {
            condition,
            bindings,
            body,
            ..
        } => inline_while(condition, bindings, body),
        ExprKind::Annotated(properties, a) => annotated(properties, a),
        ExprKind::Constant(_) | ExprKind::Bool(_) | ExprKind::Variable(_) | ExprKind::Unsupported(..) => {
            fpcore::print_expr(e)
        }
    }
}

/// A bare literal after the sign would be read as a negative literal.
fn negation(a: &Expr) -> String {
    let literal = matches!(&a.kind, ExprKind::Number(n) if number_tightness(n) == Tightness::Atom);
    if literal {
        format!("-({})", bare(a))
    } else {
        format!("-{}", show(a, Tightness::Sign))
    }
}

fn binary(function: Binary, a: &Expr, b: &Expr) -> String {
    let (symbol, left, right) = match function {
        Binary::Add | Binary::Sub => (function.name(), Tightness::Sum, Tightness::Product),
        Binary::Mul | Binary::Div => (function.name(), Tightness::Product, Tightness::Sign),
        Binary::Pow => return format!("{}^{}", show(a, Tightness::Atom), show(b, Tightness::Sign)),
        _ => return call(function.name(), &[a, b]),
    };
    format!("{} {symbol} {}", show(a, left), show(b, right))
}

/// Names that people know better than FPCore's.
const FAMILIAR: [(&str, &str); 3] = [("fabs", "abs"), ("fmin", "min"), ("fmax", "max")];

fn call(name: &str, operands: &[&Expr]) -> String {
    let name = FAMILIAR
        .iter()
        .find(|(n, _)| *n == name)
        .map_or(name, |(_, familiar)| familiar);
    let shown: Vec<String> = operands.iter().map(|e| print_expr(e)).collect();
    format!("{name}({})", shown.join(", "))
}

fn joined(parts: &[Expr], word: &str, each: Tightness, none: &str) -> String {
    if parts.is_empty() {
        return none.to_string();
    }
    let shown: Vec<String> = parts.iter().map(|p| show(p, each)).collect();
    shown.join(&format!(" {word} "))
}

fn all_different(operands: &[Expr]) -> String {
    let shown: Vec<String> = operands.iter().map(|e| show(e, Tightness::Sum)).collect();
    let later = |i: usize| shown[i + 1..].iter();
    let pairs = shown
        .iter()
        .enumerate()
        .flat_map(|(i, a)| later(i).map(move |b| format!("{a} != {b}")));
    pairs.collect::<Vec<_>>().join(" and ")
}

/// One by one, or all at once as `let (a, b) = (1, 2)`.
fn inline_let(sequential: bool, bindings: &[(String, Expr)], body: &Expr) -> String {
    let values: Vec<String> = bindings.iter().map(|(_, v)| print_expr(v)).collect();
    let names: Vec<&str> = bindings.iter().map(|(n, _)| n.as_str()).collect();
    let lets = if sequential || names.len() < 2 {
        names
            .iter()
            .zip(&values)
            .map(|(n, v)| format!("let {n} = {v}; "))
            .collect()
    } else {
        format!("let ({}) = ({}); ", names.join(", "), values.join(", "))
    };
    lets + &print_expr(body)
}

fn inline_while(condition: &Expr, bindings: &[(String, Expr, Expr)], body: &Expr) -> String {
    let show = |(name, initial, update): &(String, Expr, Expr)| {
        format!("{name} = {} then {}", print_expr(initial), print_expr(update))
    };
    let steps: Vec<String> = bindings.iter().map(show).collect();
    format!(
        "while {} do ({}); {}",
        print_expr(condition),
        steps.join(", "),
        print_expr(body)
    )
}

fn annotated(properties: &[Property], a: &Expr) -> String {
    let show = |p: &Property| match &p.value {
        PropertyValue::Expr(e) => format!("{} {}", p.name, print_expr(e)),
        PropertyValue::Data(d) => format!("{} {}", p.name, fpcore::print_data(d)),
    };
    let shown: Vec<String> = properties.iter().map(show).collect();
    format!("({} in {})", print_expr(a), shown.join(", "))
}
