//! S-expressions to expressions: names resolved, operands counted, types checked.
//!
//! Reading goes on after an error, so that all errors of a formula are found at once;
//! what stands in place of a wrong part is never seen by anyone, for then nothing is returned.

use super::complaints::{Complaints, quoted};
use super::number;
use super::scope::{Scope, Type};
use super::sexpr::{Node, Sexpr};
use super::vocabulary::{self, Operator};
use crate::ast::{Comparison, Data, Expr, Kind, Number};
use crate::diagnostic::{Diagnostic, Span};
use interval::{Binary, Constant, Unary};
use std::collections::HashSet;

/// An expression and its type.
pub(crate) type Typed = (Expr, Type);

/// Reads the formulas of one text.
pub(crate) struct Reader {
    pub(crate) scope: Scope,
    pub(crate) complaints: Complaints,
    /// Identifiers of the cores of this text, which may be called.
    pub(crate) cores: HashSet<String>,
    /// What the body of a core must be.
    pub(crate) body: Type,
}

impl Reader {
    pub(crate) fn new(cores: HashSet<String>, complaints: Complaints) -> Reader {
        Reader {
            scope: Scope::default(),
            complaints,
            cores,
            body: Type::Real,
        }
    }

    pub(crate) fn expr(&mut self, s: &Sexpr<'_>) -> Typed {
        if self.complaints.is_hopeless() {
            return wrong(s.span);
        }
        match &s.node {
            Node::Atom(text) => self.atom(text, s.span),
            Node::Text(_) => self.refuse(Diagnostic::new(s.span, "a string cannot stand in a formula")),
            Node::List(items) => match items.split_first() {
                Some((head, operands)) => self.form(head, operands, s.span),
                None => self.refuse(Diagnostic::new(s.span, "nothing between the parentheses")),
            },
        }
    }

    /// An expression of a given type; `role` names its place for messages.
    pub(crate) fn typed(&mut self, s: &Sexpr<'_>, wanted: Type, role: impl FnOnce() -> String) -> Expr {
        let (expr, found) = self.expr(s);
        if !found.fits(wanted) {
            self.complaints.add(|| {
                Diagnostic::new(
                    s.span,
                    format!("{} must be {}, but this is {}", role(), wanted.noun(), found.noun()),
                )
            });
        }
        expr
    }

    pub(crate) fn refuse(&mut self, diagnostic: Diagnostic) -> Typed {
        let span = diagnostic.span;
        self.complaints.add(|| diagnostic);
        wrong(span)
    }

    /// The same where the complaint is costly to make, for it looks for similar words.
    fn explain(&mut self, span: Span, make: impl FnOnce(&Reader) -> Diagnostic) -> Typed {
        let diagnostic = if self.complaints.is_full() {
            Diagnostic::new(span, "")
        } else {
            make(self)
        };
        self.refuse(diagnostic)
    }

    fn atom(&mut self, text: &str, span: Span) -> Typed {
        let done = |kind, ty| (Expr { kind, span }, ty);
        if number::looks_like_number(text) {
            return self.number(number::parse_number(text), text.to_string(), span);
        }
        if let Some(ty) = self.scope.get(text) {
            return done(Kind::Variable(text.to_string()), ty);
        }
        if let Some(constant) = Constant::from_name(text) {
            return done(Kind::Constant(constant), Type::Real);
        }
        if let Some(truth) = vocabulary::truth(text) {
            return done(Kind::Bool(truth), Type::Bool);
        }
        if vocabulary::UNREAL.contains(&text) {
            return done(
                Kind::Unsupported(text.to_string(), Data::Symbol(text.to_string())),
                Type::Any,
            );
        }
        self.explain(span, |reader| reader.unbound(text, span))
    }

    fn number(&mut self, value: Result<rug::Rational, String>, text: String, span: Span) -> Typed {
        match value {
            Ok(value) => (
                Expr {
                    kind: Kind::Number(Number { value, text }),
                    span,
                },
                Type::Real,
            ),
            Err(message) => self.refuse(Diagnostic::new(span, message)),
        }
    }

    fn unbound(&self, text: &str, span: Span) -> Diagnostic {
        if text.starts_with(':') {
            let message = format!("property {} stands where a formula is expected", quoted(text));
            return Diagnostic::new(span, message);
        }
        let diagnostic = Diagnostic::new(span, format!("unknown variable {}", quoted(text)));
        if vocabulary::operator(text).is_some() {
            return diagnostic.hint(format!("`{text}` is a function and needs operands"));
        }
        let names = self.scope.names();
        match vocabulary::suggestion(text, names.into_iter().chain(vocabulary::constant_names())) {
            Some(meant) => diagnostic.hint(format!("did you mean `{meant}`?")),
            None => diagnostic.hint("declare it as an argument or bind it with `let`"),
        }
    }

    fn form(&mut self, head: &Sexpr<'_>, operands: &[Sexpr<'_>], span: Span) -> Typed {
        let Some(name) = head.symbol() else {
            return self.refuse(Diagnostic::new(head.span, "an operator is expected after `(`"));
        };
        match vocabulary::operator(name) {
            Some(operator) => self.operation(operator, name, operands, span),
            None if self.cores.contains(name) => unsupported(name, operands, span),
            None => self.explain(span, |reader| reader.unknown_operator(name, head.span)),
        }
    }

    fn unknown_operator(&self, name: &str, span: Span) -> Diagnostic {
        let diagnostic = Diagnostic::new(span, format!("unknown operator {}", quoted(name)));
        if self.scope.get(name).is_some() || vocabulary::is_constant(name) || number::looks_like_number(name) {
            return diagnostic.hint(format!(
                "{} is a value; leave out the parentheses around it",
                quoted(name)
            ));
        }
        let cores = self.cores.iter().map(String::as_str);
        match vocabulary::suggestion(name, vocabulary::operator_names().into_iter().chain(cores)) {
            Some(meant) => diagnostic.hint(format!("did you mean `{meant}`?")),
            None => diagnostic,
        }
    }

    fn operation(&mut self, operator: Operator, name: &str, operands: &[Sexpr<'_>], span: Span) -> Typed {
        let place = Place { name, operands, span };
        match operator {
            Operator::Unary(function) => self.unary(function, &place),
            Operator::Binary(function) => self.binary(function, &place),
            Operator::Minus if operands.len() == 1 => self.unary(Unary::Neg, &place),
            Operator::Minus => self.binary(Binary::Sub, &place),
            Operator::Fma => self.fma(&place),
            Operator::Compare(comparison) => self.compare(comparison, &place),
            Operator::And => (place.expr(Kind::And(self.all(&place, Type::Bool))), Type::Bool),
            Operator::Or => (place.expr(Kind::Or(self.all(&place, Type::Bool))), Type::Bool),
            Operator::Not => self.not(&place),
            Operator::If => self.conditional(&place),
            Operator::Let { sequential } => self.let_form(sequential, &place),
            Operator::While { sequential } => self.while_form(sequential, &place),
            Operator::Annotation => self.annotation(&place),
            Operator::Cast => self.cast(&place),
            Operator::Digits => self.digits(&place),
            Operator::Unsupported => unsupported(name, operands, span),
        }
    }

    /// The operands, if there are `N` of them; otherwise complains, after looking for errors inside them.
    pub(crate) fn exactly<'s, 'a, const N: usize>(&mut self, place: &Place<'s, 'a>) -> Option<&'s [Sexpr<'a>; N]> {
        let found = place.operands.len();
        let exact = <&[Sexpr<'a>; N]>::try_from(place.operands).ok();
        if exact.is_none() {
            let expected = match (place.name, N) {
                ("-", _) => "1 or 2 operands".to_string(),
                (_, 1) => "1 operand".to_string(),
                _ => format!("{N} operands"),
            };
            let message = format!("`{}` takes {expected}, not {found}", place.name);
            self.complaints.say(place.span, message);
        }
        exact
    }

    fn real(&mut self, place: &Place<'_, '_>, s: &Sexpr<'_>) -> Box<Expr> {
        Box::new(self.typed(s, Type::Real, || format!("an operand of `{}`", place.name)))
    }

    fn boolean(&mut self, place: &Place<'_, '_>, s: &Sexpr<'_>) -> Box<Expr> {
        Box::new(self.typed(s, Type::Bool, || format!("an operand of `{}`", place.name)))
    }

    fn all(&mut self, place: &Place<'_, '_>, wanted: Type) -> Vec<Expr> {
        let role = || format!("an operand of `{}`", place.name);
        place.operands.iter().map(|s| self.typed(s, wanted, role)).collect()
    }

    fn unary(&mut self, function: Unary, place: &Place<'_, '_>) -> Typed {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = Kind::Unary(function, self.real(place, a));
        (place.expr(kind), Type::Real)
    }

    fn binary(&mut self, function: Binary, place: &Place<'_, '_>) -> Typed {
        let Some([a, b]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = Kind::Binary(function, self.real(place, a), self.real(place, b));
        (place.expr(kind), Type::Real)
    }

    fn fma(&mut self, place: &Place<'_, '_>) -> Typed {
        let Some([a, b, c]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = Kind::Fma(self.real(place, a), self.real(place, b), self.real(place, c));
        (place.expr(kind), Type::Real)
    }

    fn compare(&mut self, comparison: Comparison, place: &Place<'_, '_>) -> Typed {
        if place.operands.len() < 2 {
            let message = format!(
                "`{}` takes 2 or more operands, not {}",
                place.name,
                place.operands.len()
            );
            self.complaints.say(place.span, message);
        }
        let kind = Kind::Compare(comparison, self.all(place, Type::Real));
        (place.expr(kind), Type::Bool)
    }

    fn not(&mut self, place: &Place<'_, '_>) -> Typed {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = Kind::Not(self.boolean(place, a));
        (place.expr(kind), Type::Bool)
    }

    fn conditional(&mut self, place: &Place<'_, '_>) -> Typed {
        let Some([condition, yes, no]) = self.exactly(place) else {
            return place.wrong();
        };
        let condition = self.typed(condition, Type::Bool, || "the condition of `if`".into());
        let (then, ty) = self.expr(yes);
        let otherwise = self.typed(no, ty, || "the second branch of `if`, like the first,".into());
        (
            place.expr(Kind::If(Box::new(condition), Box::new(then), Box::new(otherwise))),
            ty,
        )
    }

    fn cast(&mut self, place: &Place<'_, '_>) -> Typed {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = Kind::Cast(self.real(place, a));
        (place.expr(kind), Type::Real)
    }

    fn digits(&mut self, place: &Place<'_, '_>) -> Typed {
        let Some(operands) = self.exactly::<3>(place) else {
            return place.wrong();
        };
        let [Some(m), Some(e), Some(b)] = operands.each_ref().map(Sexpr::symbol) else {
            return self.refuse(Diagnostic::new(place.span, "the operands of `digits` must be integers"));
        };
        self.number(number::digits(m, e, b), format!("(digits {m} {e} {b})"), place.span)
    }
}

/// A parenthesised operation: its name, its operands and where it stands.
pub(crate) struct Place<'s, 'a> {
    pub(crate) name: &'s str,
    pub(crate) operands: &'s [Sexpr<'a>],
    pub(crate) span: Span,
}

impl Place<'_, '_> {
    pub(crate) fn expr(&self, kind: Kind) -> Expr {
        Expr { kind, span: self.span }
    }

    /// What stands for an operation that was complained about.
    pub(crate) fn wrong(&self) -> Typed {
        wrong(self.span)
    }
}

/// What stands in place of a wrong expression.
fn wrong(span: Span) -> Typed {
    let kind = Kind::Bool(false);
    (Expr { kind, span }, Type::Any)
}

fn unsupported(name: &str, operands: &[Sexpr<'_>], span: Span) -> Typed {
    let data = Data::List(operands.iter().map(Sexpr::data).collect());
    (
        Expr {
            kind: Kind::Unsupported(name.to_string(), data),
            span,
        },
        Type::Any,
    )
}
