//! Cores and expressions as FPCore text. What is printed reads back as an equal core.

use super::number::number_text;
use super::vocabulary::unary_name;
use crate::ast::{Core, Data, Expr, ExprKind, FormalArgument, NumberLiteral, Property, PropertyValue};
use crate::edit::ExprEdit;
use std::fmt::Write;
use std::ops::Range;

/// A core on several lines: arguments, then each property and the formula on a line of its own.
///
/// ```
/// let core = expr::infix::read("spec f(x) { 0.10*x }")?.remove(0);
/// let text = expr::fpcore::print(&core);
/// // A number is printed as it was written, and what is printed reads back as the same core.
/// assert!(text.contains("(* 0.10 x)"));
/// assert_eq!(expr::fpcore::read(&text)?, [core]);
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub fn print(core: &Core) -> String {
    Printed::new(core).text
}

/// An expression on one line.
pub fn print_expr(e: &Expr) -> String {
    let mut out = CorePrinter::default();
    expr(&mut out, e);
    out.text
}

/// The beginning of an expression, of at least this many bytes if it has as many, with something else at the place of
/// this number.
pub fn print_beginning(e: &Expr, edit: Option<(usize, &Expr)>, bytes: usize) -> String {
    let mut out = CorePrinter {
        edit,
        enough: bytes,
        ..CorePrinter::default()
    };
    expr(&mut out, e);
    out.text
}

/// Data on one line.
pub(crate) fn print_data(d: &Data) -> String {
    let mut out = CorePrinter::default();
    data(&mut out, d);
    out.text
}

/// The text of a number literal: as written if that is known, else the shortest exact one.
pub(crate) fn literal(number: &NumberLiteral) -> String {
    if number.text.is_empty() {
        number_text(&number.value)
    } else {
        number.text.clone()
    }
}

/// A core as text, with the part that each place of its body takes in it: an edited copy is the same text with other
/// parts put in.
#[derive(Clone, Debug)]
pub struct Printed {
    text: String,
    places: Vec<Range<usize>>,
}

impl Printed {
    /// Prints a core.
    pub fn new(core: &Core) -> Printed {
        let mut out = CorePrinter::default();
        out.push_str("(FPCore ");
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
        Printed {
            text: out.text,
            places: out.places,
        }
    }

    /// The text of the core.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of the core with an edited body.
    pub fn edited(&self, edits: &[ExprEdit]) -> String {
        let mut out = String::with_capacity(self.text.len() + 64);
        let mut done = 0;
        for edit in edits {
            let Some(place) = self.places.get(edit.place.number) else {
                continue;
            };
            out.push_str(&self.text[done..place.start]);
            out.push_str(&print_expr(&edit.new));
            done = place.end;
        }
        out.push_str(&self.text[done..]);
        out
    }
}

/// Text that grows.
struct CorePrinter<'e> {
    text: String,
    /// The part of the text that each place takes, in preorder.
    places: Vec<Range<usize>>,
    /// What to print at the place of this number.
    edit: Option<(usize, &'e Expr)>,
    /// From this length on nothing more is needed.
    enough: usize,
}

impl Default for CorePrinter<'_> {
    fn default() -> Self {
        CorePrinter {
            text: String::new(),
            places: Vec::new(),
            edit: None,
            enough: usize::MAX,
        }
    }
}

impl CorePrinter<'_> {
    fn push(&mut self, c: char) {
        self.text.push(c);
    }

    fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }
}

/// The items between parentheses.
fn list<T>(out: &mut CorePrinter, items: &[T], each: impl Fn(&mut CorePrinter, &T)) {
    out.push('(');
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        each(out, item);
    }
    out.push(')');
}

fn argument(out: &mut CorePrinter, a: &FormalArgument) {
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

fn property(out: &mut CorePrinter, p: &Property) {
    let _ = write!(out.text, ":{} ", p.name);
    match &p.value {
        // Its places are not those of the body.
        PropertyValue::Expr(e) => out.push_str(&print_expr(e)),
        PropertyValue::Data(d) => data(out, d),
    }
}

fn data(out: &mut CorePrinter, d: &Data) {
    match d {
        Data::Symbol(text) => out.push_str(text),
        Data::Text(text) => string(out, text),
        Data::List(items) => list(out, items, data),
    }
}

fn string(out: &mut CorePrinter, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.text.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            _ => out.push(c),
        }
    }
    out.push('"');
}

fn expr(out: &mut CorePrinter, e: &Expr) {
    if out.text.len() >= out.enough {
        return;
    }
    let (number, start) = (out.places.len(), out.text.len());
    out.places.push(start..start);
    match out.edit {
        Some((place, new)) if place == number => {
            out.edit = None;
            kind(out, new);
        }
        _ => kind(out, e),
    }
    out.places[number].end = out.text.len();
}

fn kind(out: &mut CorePrinter, e: &Expr) {
    match &e.kind {
        ExprKind::Number(number) => out.push_str(&literal(number)),
        ExprKind::Constant(constant) => out.push_str(constant.name()),
        ExprKind::Bool(truth) => out.push_str(if *truth { "TRUE" } else { "FALSE" }),
        ExprKind::Variable(name) => out.push_str(name),
        ExprKind::Let {
            sequential,
            bindings,
            body,
        } => let_form(out, *sequential, bindings, body),
        ExprKind::While {
            sequential,
            condition,
            bindings,
            body,
        } => {
            while_form(out, *sequential, condition, bindings, body);
        }
        ExprKind::Annotated(properties, body) => annotated(out, properties, body),
        ExprKind::Unsupported(name, operands) => unsupported(out, name, operands),
        _ => operation(out, e),
    }
}

/// A parenthesised name and operands.
fn operation(out: &mut CorePrinter, e: &Expr) {
    out.push('(');
    out.push_str(operator_name(&e.kind));
    for operand in e.children() {
        out.push(' ');
        expr(out, operand);
    }
    out.push(')');
}

fn operator_name(kind: &ExprKind) -> &'static str {
    match kind {
        ExprKind::Unary(function, _) => unary_name(*function),
        ExprKind::Binary(function, ..) => function.name(),
        ExprKind::Compare(comparison, _) => comparison.symbol(),
        ExprKind::Fma(..) => "fma",
        ExprKind::And(_) => "and",
        ExprKind::Or(_) => "or",
        ExprKind::Not(_) => "not",
        ExprKind::If(..) => "if",
        ExprKind::Cast(_) => "cast",
        _ => "",
    }
}

fn star(name: &str, sequential: bool) -> String {
    format!("({name}{} ", if sequential { "*" } else { "" })
}

fn let_form(out: &mut CorePrinter, sequential: bool, bindings: &[(String, Expr)], body: &Expr) {
    out.push_str(&star("let", sequential));
    list(out, bindings, |out, (name, value)| {
        let _ = write!(out.text, "({name} ");
        expr(out, value);
        out.push(')');
    });
    out.push(' ');
    expr(out, body);
    out.push(')');
}

fn while_form(
    out: &mut CorePrinter,
    sequential: bool,
    condition: &Expr,
    bindings: &[(String, Expr, Expr)],
    body: &Expr,
) {
    out.push_str(&star("while", sequential));
    expr(out, condition);
    out.push(' ');
    list(out, bindings, |out, (name, initial, update)| {
        let _ = write!(out.text, "({name} ");
        expr(out, initial);
        out.push(' ');
        expr(out, update);
        out.push(')');
    });
    out.push(' ');
    expr(out, body);
    out.push(')');
}

fn annotated(out: &mut CorePrinter, properties: &[Property], body: &Expr) {
    out.push_str("(! ");
    for p in properties {
        property(out, p);
        out.push(' ');
    }
    expr(out, body);
    out.push(')');
}

/// A constant stands alone; everything else is a list of its name and operands.
fn unsupported(out: &mut CorePrinter, name: &str, operands: &Data) {
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
