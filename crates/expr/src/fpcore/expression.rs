//! S-expressions to expressions: names resolved, operands counted, types checked.
//!
//! Reading goes on after an error, so that all errors of a formula are found at once;
//! what stands in place of a wrong part is never seen by anyone, for then nothing is returned.

use super::complaints::{Complaints, quoted};
use super::number;
use super::scope::{ExprType, NameScope};
use super::sexpr::{Sexpr, SexprNode};
use super::vocabulary::{self, NamedOperator};
use crate::ast::{ComparisonOperator, Data, Expr, ExprKind, NumberLiteral};
use crate::diagnostic::{Diagnostic, TextSpan};
use interval::{Binary, Constant, Unary};
use std::collections::HashSet;

/// An expression and its type.
pub(crate) type TypedExpr = (Expr, ExprType);

/// Reads the formulas of one text.
pub(crate) struct FormulaReader {
    pub(crate) scope: NameScope,
    pub(crate) complaints: Complaints,
    /// Identifiers of the cores of this text, which may be called.
    pub(crate) cores: HashSet<String>,
    /// What the body of a core must be.
    pub(crate) body: ExprType,
}

impl FormulaReader {
    pub(crate) fn new(cores: HashSet<String>, complaints: Complaints) -> FormulaReader {
        FormulaReader {
            scope: NameScope::default(),
            complaints,
            cores,
            body: ExprType::Real,
        }
    }

    pub(crate) fn expr(&mut self, s: &Sexpr<'_>) -> TypedExpr {
        if self.complaints.is_hopeless() {
            return wrong(s.span);
        }
        match &s.node {
            SexprNode::Atom(text) => self.atom(text, s.span),
            SexprNode::Text(_) => self.refuse(Diagnostic::new(s.span, "a string cannot stand in a formula")),
            SexprNode::List(items) => match items.split_first() {
                Some((head, operands)) => self.form(head, operands, s.span),
                None => self.refuse(Diagnostic::new(s.span, "nothing between the parentheses")),
            },
        }
    }

    /// An expression of a given type; `role` names its place for messages.
    pub(crate) fn typed(&mut self, s: &Sexpr<'_>, wanted: ExprType, role: impl FnOnce() -> String) -> Expr {
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

    pub(crate) fn refuse(&mut self, diagnostic: Diagnostic) -> TypedExpr {
        let span = diagnostic.span;
        self.complaints.add(|| diagnostic);
        wrong(span)
    }

    /// The same where the complaint is costly to make, for it looks for similar words.
    fn explain(&mut self, span: TextSpan, make: impl FnOnce(&FormulaReader) -> Diagnostic) -> TypedExpr {
        let diagnostic = if self.complaints.is_full() {
            Diagnostic::new(span, "")
        } else {
            make(self)
        };
        self.refuse(diagnostic)
    }

    fn atom(&mut self, text: &str, span: TextSpan) -> TypedExpr {
        let done = |kind, ty| (Expr { kind, span }, ty);
        if number::looks_like_number(text) {
            return self.number(number::parse_number(text), text.to_string(), span);
        }
        if let Some(ty) = self.scope.get(text) {
            return done(ExprKind::Variable(text.to_string()), ty);
        }
        if let Some(constant) = Constant::from_name(text) {
            return done(ExprKind::Constant(constant), ExprType::Real);
        }
        if let Some(truth) = vocabulary::truth(text) {
            return done(ExprKind::Bool(truth), ExprType::Bool);
        }
        if vocabulary::UNREAL.contains(&text) {
            return done(
                ExprKind::Unsupported(text.to_string(), Data::Symbol(text.to_string())),
                ExprType::Any,
            );
        }
        self.explain(span, |reader| reader.unbound(text, span))
    }

    fn number(&mut self, value: Result<rug::Rational, String>, text: String, span: TextSpan) -> TypedExpr {
        match value {
            Ok(value) => (
                Expr {
                    kind: ExprKind::Number(NumberLiteral { value, text }),
                    span,
                },
                ExprType::Real,
            ),
            Err(message) => self.refuse(Diagnostic::new(span, message)),
        }
    }

    fn unbound(&self, text: &str, span: TextSpan) -> Diagnostic {
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

    fn form(&mut self, head: &Sexpr<'_>, operands: &[Sexpr<'_>], span: TextSpan) -> TypedExpr {
        let Some(name) = head.symbol() else {
            return self.refuse(Diagnostic::new(head.span, "an operator is expected after `(`"));
        };
        match vocabulary::operator(name) {
            Some(operator) => self.operation(operator, name, operands, span),
            None if self.cores.contains(name) => unsupported(name, operands, span),
            None => self.explain(span, |reader| reader.unknown_operator(name, head.span)),
        }
    }

    fn unknown_operator(&self, name: &str, span: TextSpan) -> Diagnostic {
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

    fn operation(&mut self, operator: NamedOperator, name: &str, operands: &[Sexpr<'_>], span: TextSpan) -> TypedExpr {
        let place = OperationPlace { name, operands, span };
        match operator {
            NamedOperator::Unary(function) => self.unary(function, &place),
            NamedOperator::Binary(function) => self.binary(function, &place),
            NamedOperator::Minus if operands.len() == 1 => self.unary(Unary::Neg, &place),
            NamedOperator::Minus => self.binary(Binary::Sub, &place),
            NamedOperator::Fma => self.fma(&place),
            NamedOperator::Compare(comparison) => self.compare(comparison, &place),
            NamedOperator::And => (
                place.expr(ExprKind::And(self.all(&place, ExprType::Bool))),
                ExprType::Bool,
            ),
            NamedOperator::Or => (
                place.expr(ExprKind::Or(self.all(&place, ExprType::Bool))),
                ExprType::Bool,
            ),
            NamedOperator::Not => self.not(&place),
            NamedOperator::If => self.conditional(&place),
            NamedOperator::Let { sequential } => self.let_form(sequential, &place),
            NamedOperator::While { sequential } => self.while_form(sequential, &place),
            NamedOperator::Annotation => self.annotation(&place),
            NamedOperator::Cast => self.cast(&place),
            NamedOperator::Digits => self.digits(&place),
            NamedOperator::Unsupported => unsupported(name, operands, span),
        }
    }

    /// The operands, if there are `N` of them; otherwise complains, after looking for errors inside them.
    pub(crate) fn exactly<'s, 'a, const N: usize>(
        &mut self,
        place: &OperationPlace<'s, 'a>,
    ) -> Option<&'s [Sexpr<'a>; N]> {
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

    fn real(&mut self, place: &OperationPlace<'_, '_>, s: &Sexpr<'_>) -> Box<Expr> {
        Box::new(self.typed(s, ExprType::Real, || format!("an operand of `{}`", place.name)))
    }

    fn boolean(&mut self, place: &OperationPlace<'_, '_>, s: &Sexpr<'_>) -> Box<Expr> {
        Box::new(self.typed(s, ExprType::Bool, || format!("an operand of `{}`", place.name)))
    }

    fn all(&mut self, place: &OperationPlace<'_, '_>, wanted: ExprType) -> Vec<Expr> {
        let role = || format!("an operand of `{}`", place.name);
        place.operands.iter().map(|s| self.typed(s, wanted, role)).collect()
    }

    fn unary(&mut self, function: Unary, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = ExprKind::Unary(function, self.real(place, a));
        (place.expr(kind), ExprType::Real)
    }

    fn binary(&mut self, function: Binary, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([a, b]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = ExprKind::Binary(function, self.real(place, a), self.real(place, b));
        (place.expr(kind), ExprType::Real)
    }

    fn fma(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([a, b, c]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = ExprKind::Fma(self.real(place, a), self.real(place, b), self.real(place, c));
        (place.expr(kind), ExprType::Real)
    }

    fn compare(&mut self, comparison: ComparisonOperator, place: &OperationPlace<'_, '_>) -> TypedExpr {
        if place.operands.len() < 2 {
            let message = format!(
                "`{}` takes 2 or more operands, not {}",
                place.name,
                place.operands.len()
            );
            self.complaints.say(place.span, message);
        }
        let kind = ExprKind::Compare(comparison, self.all(place, ExprType::Real));
        (place.expr(kind), ExprType::Bool)
    }

    fn not(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = ExprKind::Not(self.boolean(place, a));
        (place.expr(kind), ExprType::Bool)
    }

    fn conditional(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([condition, yes, no]) = self.exactly(place) else {
            return place.wrong();
        };
        let condition = self.typed(condition, ExprType::Bool, || "the condition of `if`".into());
        let (then, ty) = self.expr(yes);
        let otherwise = self.typed(no, ty, || "the second branch of `if`, like the first,".into());
        (
            place.expr(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))),
            ty,
        )
    }

    fn cast(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([a]) = self.exactly(place) else {
            return place.wrong();
        };
        let kind = ExprKind::Cast(self.real(place, a));
        (place.expr(kind), ExprType::Real)
    }

    fn digits(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
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
pub(crate) struct OperationPlace<'s, 'a> {
    pub(crate) name: &'s str,
    pub(crate) operands: &'s [Sexpr<'a>],
    pub(crate) span: TextSpan,
}

impl OperationPlace<'_, '_> {
    pub(crate) fn expr(&self, kind: ExprKind) -> Expr {
        Expr { kind, span: self.span }
    }

    /// What stands for an operation that was complained about.
    pub(crate) fn wrong(&self) -> TypedExpr {
        wrong(self.span)
    }
}

/// What stands in place of a wrong expression.
fn wrong(span: TextSpan) -> TypedExpr {
    let kind = ExprKind::Bool(false);
    (Expr { kind, span }, ExprType::Any)
}

fn unsupported(name: &str, operands: &[Sexpr<'_>], span: TextSpan) -> TypedExpr {
    let data = Data::List(operands.iter().map(Sexpr::data).collect());
    (
        Expr {
            kind: ExprKind::Unsupported(name.to_string(), data),
            span,
        },
        ExprType::Any,
    )
}
