//! Whole cores: identifier, arguments, properties, body.

use super::complaints::{Complaints, quoted};
use super::expression::FormulaReader;
use super::scope::ExprType;
use super::sexpr::Sexpr;
use crate::ast::{Core, FormalArgument, Property, PropertyValue};
use crate::diagnostic::{Diagnostic, TextSpan};
use std::collections::HashSet;

/// The identifiers of the cores among top-level forms.
pub(crate) fn identifiers(forms: &[Sexpr<'_>]) -> HashSet<String> {
    let ident = |form: &Sexpr<'_>| Some(form.items()?.get(1)?.symbol()?.to_string());
    forms.iter().filter_map(ident).collect()
}

/// Name, value (missing if the list ended or the next property began) of a property as it stands in a list.
pub(crate) struct RawProperty<'s, 'a> {
    name: &'s str,
    value: Option<&'s Sexpr<'a>>,
    span: TextSpan,
}

/// The properties at the head of a list, and what follows them.
pub(crate) fn split_properties<'s, 'a>(mut items: &'s [Sexpr<'a>]) -> (Vec<RawProperty<'s, 'a>>, &'s [Sexpr<'a>]) {
    let mut properties = vec![];
    while let Some((name, word)) = items.first().and_then(|s| Some((s, property_name(s)?))) {
        let value = items.get(1).filter(|s| property_name(s).is_none());
        let end = value.map_or(name.span.end, |v| v.span.end);
        properties.push(RawProperty {
            name: word,
            value,
            span: TextSpan {
                start: name.span.start,
                end,
            },
        });
        items = &items[1 + usize::from(value.is_some())..];
    }
    (properties, items)
}

fn property_name<'s>(s: &'s Sexpr<'_>) -> Option<&'s str> {
    s.symbol()?.strip_prefix(':')
}

impl FormulaReader {
    /// The core that a top-level form is; `None` after a complaint.
    pub(crate) fn core(&mut self, form: &Sexpr<'_>) -> Option<Core> {
        if self.complaints.is_hopeless() {
            return None;
        }
        let Some([head, rest @ ..]) = form
            .items()
            .filter(|i| i.first().and_then(Sexpr::symbol) == Some("FPCore"))
        else {
            self.complaints.say(form.span, "expected `(FPCore …)`");
            return None;
        };
        let (ident, rest) = match rest {
            [ident, rest @ ..] if ident.symbol().is_some_and(|w| !w.starts_with(':')) => (Some(ident), rest),
            _ => (None, rest),
        };
        let Some((list, rest)) = rest.split_first().filter(|(list, _)| list.items().is_some()) else {
            let d = Diagnostic::new(head.span, "a list of arguments is expected after `FPCore`");
            self.complaints
                .add(|| d.hint("a core has the form `(FPCore (x y) :name \"…\" formula)`"));
            return None;
        };
        let arguments = self.arguments(list.items().unwrap_or_default());
        let core = self.rest(form, ident, arguments, rest);
        self.scope = Default::default();
        core
    }

    fn rest(
        &mut self,
        form: &Sexpr<'_>,
        ident: Option<&Sexpr<'_>>,
        arguments: Vec<FormalArgument>,
        rest: &[Sexpr<'_>],
    ) -> Option<Core> {
        let (properties, rest) = split_properties(rest);
        let properties = properties.iter().filter_map(|p| self.property(p)).collect();
        let [body] = rest else {
            self.bodies(form, rest);
            return None;
        };
        let body = self.typed(body, self.body, || "the body of a core".into());
        let ident = ident.and_then(Sexpr::symbol).map(String::from);
        Some(Core {
            ident,
            arguments,
            properties,
            body,
            span: form.span,
        })
    }

    fn bodies(&mut self, form: &Sexpr<'_>, found: &[Sexpr<'_>]) {
        let Some(extra) = found.get(1) else {
            return self
                .complaints
                .say(form.span, "this core has no formula after its arguments and properties");
        };
        self.complaints.add(|| {
            Diagnostic::new(extra.span, "a core has one formula, and this is another")
                .hint("properties come before the formula; is a parenthesis misplaced?")
        });
    }

    fn arguments(&mut self, list: &[Sexpr<'_>]) -> Vec<FormalArgument> {
        let mut arguments: Vec<FormalArgument> = vec![];
        let mut seen = HashSet::new();
        for item in list {
            if let Some(argument) = self.argument(item, &mut seen) {
                let scalar = argument.dimensions.is_empty();
                self.scope
                    .bind(&argument.name, if scalar { ExprType::Real } else { ExprType::Any });
                arguments.push(argument);
            }
        }
        arguments
    }

    /// `x`, `(! :precision binary32 x)` or `(A 3 n)`.
    fn argument<'s>(&mut self, item: &'s Sexpr<'_>, seen: &mut HashSet<&'s str>) -> Option<FormalArgument> {
        if self.complaints.is_hopeless() {
            return None;
        }
        let (properties, rest) = match item.items() {
            None => (vec![], std::slice::from_ref(item)),
            Some([mark, rest @ ..]) if mark.symbol() == Some("!") => split_properties(rest),
            Some([_]) => (vec![], &[][..]),
            Some(items) => (vec![], items),
        };
        let [name, dimensions @ ..] = rest else {
            let forms = "an argument has the form `x`, `(! :precision binary32 x)` or `(A 3)`";
            self.complaints.say(item.span, forms);
            return None;
        };
        let properties = properties.iter().filter_map(|p| self.property(p)).collect();
        let word = self.bindable(name)?;
        let dimensions = dimensions.iter().map(Sexpr::data).collect();
        let new = self.unique(seen, name);
        new.then(|| FormalArgument {
            name: word.to_string(),
            properties,
            dimensions,
            span: item.span,
        })
    }

    pub(crate) fn property(&mut self, raw: &RawProperty<'_, '_>) -> Option<Property> {
        let Some(value) = raw.value else {
            self.complaints.say(
                raw.span,
                format_args!("property {} has no value", quoted(&[":", raw.name].concat())),
            );
            return None;
        };
        let value = match raw.name {
            "pre" => PropertyValue::Expr(self.typed(value, ExprType::Bool, || "`:pre`".into())),
            // What a specification is about; a contract is about its body alone.
            "spec" if self.body == ExprType::Real => {
                PropertyValue::Expr(self.typed(value, ExprType::Real, || "`:spec`".into()))
            }
            "spec" | "alt" => self.attempt(value),
            _ => PropertyValue::Data(value.data()),
        };
        Some(Property {
            name: raw.name.to_string(),
            value,
            span: raw.span,
        })
    }

    /// An expression if it is one, else data, without complaint.
    fn attempt(&mut self, value: &Sexpr<'_>) -> PropertyValue {
        let before = std::mem::take(&mut self.complaints);
        let (expr, _) = self.expr(value);
        let errors = std::mem::replace(&mut self.complaints, before);
        if errors.is_empty() {
            PropertyValue::Expr(expr)
        } else {
            PropertyValue::Data(value.data())
        }
    }
}

/// All cores of a list of forms, whose bodies are of one type, or all complaints.
pub(crate) fn cores(
    forms: &[Sexpr<'_>],
    complaints: Complaints,
    body: ExprType,
    nothing: &str,
) -> Result<Vec<Core>, crate::diagnostic::Diagnostics> {
    let mut reader = FormulaReader {
        body,
        ..FormulaReader::new(identifiers(forms), complaints)
    };
    let cores: Vec<Core> = forms.iter().filter_map(|form| reader.core(form)).collect();
    if cores.is_empty() && reader.complaints.is_empty() {
        reader.complaints.say(TextSpan::default(), nothing);
    }
    reader.complaints.finish(cores)
}
