//! The forms that bind names or carry properties: `let`, `while`, `!`.

use super::complaints::quoted;
use super::core::split_properties;
use super::expression::{FormulaReader, OperationPlace, TypedExpr};
use super::number;
use super::scope::ExprType;
use super::sexpr::Sexpr;
use super::vocabulary;
use crate::ast::{Expr, ExprKind};
use crate::diagnostic::Diagnostic;
use std::collections::HashSet;

impl FormulaReader {
    pub(crate) fn let_form(&mut self, sequential: bool, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([list, body]) = self.exactly(place) else {
            return place.wrong();
        };
        let parts = self.bindings::<2>(place.name, list);
        self.distinct(sequential, &parts);
        let mut bound = BoundNames::new(sequential);
        let mut bindings = vec![];
        for [name, value] in parts {
            let Some(word) = self.bindable(name) else { continue };
            let (value, ty) = self.expr(value);
            bound.add(self, word, ty);
            bindings.push((word.to_string(), value));
        }
        bound.enter(self);
        let (body, ty) = self.expr(body);
        bound.leave(self);
        (
            place.expr(ExprKind::Let {
                sequential,
                bindings,
                body: Box::new(body),
            }),
            ty,
        )
    }

    pub(crate) fn while_form(&mut self, sequential: bool, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let Some([condition, list, body]) = self.exactly(place) else {
            return place.wrong();
        };
        let parts = self.bindings::<3>(place.name, list);
        self.distinct(sequential, &parts);
        let mut bound = BoundNames::new(sequential);
        let mut initial: Vec<(&str, Expr, ExprType, &Sexpr<'_>)> = vec![];
        for [name, init, update] in parts {
            let Some(word) = self.bindable(name) else { continue };
            let (init, ty) = self.expr(init);
            bound.add(self, word, ty);
            initial.push((word, init, ty, update));
        }
        bound.enter(self);
        let condition = self.typed(condition, ExprType::Bool, || {
            format!("the condition of `{}`", place.name)
        });
        let mut bindings = vec![];
        for (word, init, ty, update) in initial {
            let update = self.typed(update, ty, || {
                format!("the update of {}, like its first value,", quoted(word))
            });
            bindings.push((word.to_string(), init, update));
        }
        let (body, ty) = self.expr(body);
        bound.leave(self);
        (
            place.expr(ExprKind::While {
                sequential,
                condition: Box::new(condition),
                bindings,
                body: Box::new(body),
            }),
            ty,
        )
    }

    pub(crate) fn annotation(&mut self, place: &OperationPlace<'_, '_>) -> TypedExpr {
        let (properties, rest) = split_properties(place.operands);
        let [body] = rest else {
            let message = format!("`!` takes properties and then 1 formula, not {}", rest.len());
            return self.refuse(Diagnostic::new(place.span, message));
        };
        let properties = properties.iter().filter_map(|p| self.property(p)).collect();
        let (body, ty) = self.expr(body);
        (place.expr(ExprKind::Annotated(properties, Box::new(body))), ty)
    }

    /// The bindings of a form, each of `N` parts; wrong ones are complained about and left out.
    fn bindings<'s, 'a, const N: usize>(&mut self, form: &str, list: &'s Sexpr<'a>) -> Vec<&'s [Sexpr<'a>; N]> {
        let shape = if N == 2 {
            "(name value)"
        } else {
            "(name initial update)"
        };
        let Some(items) = list.items() else {
            self.complaints.say(
                list.span,
                format_args!("`{form}` takes a list of bindings `({shape} …)`"),
            );
            return vec![];
        };
        let mut parts = vec![];
        for item in items {
            match item.items().and_then(|i| <&[Sexpr<'a>; N]>::try_from(i).ok()) {
                Some(binding) => parts.push(binding),
                None => self
                    .complaints
                    .say(item.span, format_args!("a binding of `{form}` has the form `{shape}`")),
            }
        }
        parts
    }

    /// Names that are bound at the same time must differ.
    fn distinct<const N: usize>(&mut self, sequential: bool, parts: &[&[Sexpr<'_>; N]]) {
        if sequential {
            return;
        }
        let mut seen = HashSet::new();
        for name in parts.iter().filter_map(|p| p.first()) {
            self.unique(&mut seen, name);
        }
    }

    /// Complains about a name that was seen before.
    pub(crate) fn unique<'s>(&mut self, seen: &mut HashSet<&'s str>, name: &'s Sexpr<'_>) -> bool {
        let twice = name.symbol().filter(|w| !seen.insert(w));
        if let Some(word) = twice {
            self.complaints
                .say(name.span, format_args!("name {} is bound twice", quoted(word)));
        }
        twice.is_none()
    }

    /// The word, if it may be the name of a variable; otherwise complains.
    pub(crate) fn bindable<'s>(&mut self, name: &'s Sexpr<'_>) -> Option<&'s str> {
        let Some(word) = name.symbol() else {
            self.complaints.say(name.span, "a name is expected here");
            return None;
        };
        let fault = if vocabulary::is_constant(word) {
            "is a constant and cannot be the name of a variable"
        } else if number::looks_like_number(word) || word.starts_with(':') || !is_symbol(word) {
            "cannot be the name of a variable"
        } else {
            return Some(word);
        };
        self.complaints.say(name.span, format_args!("{} {fault}", quoted(word)));
        None
    }
}

/// Whether a word is made of the characters that FPCore allows in symbols.
pub(crate) fn is_symbol(word: &str) -> bool {
    word.bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/:".contains(&b))
}

/// The names of one form: in force one by one if sequential, else all together.
struct BoundNames<'s> {
    sequential: bool,
    names: Vec<(&'s str, ExprType)>,
}

impl<'s> BoundNames<'s> {
    fn new(sequential: bool) -> BoundNames<'s> {
        BoundNames {
            sequential,
            names: vec![],
        }
    }

    fn add(&mut self, reader: &mut FormulaReader, name: &'s str, ty: ExprType) {
        if self.sequential {
            reader.scope.bind(name, ty);
        }
        self.names.push((name, ty));
    }

    fn enter(&self, reader: &mut FormulaReader) {
        if !self.sequential {
            self.names.iter().for_each(|(name, ty)| reader.scope.bind(name, *ty));
        }
    }

    fn leave(&self, reader: &mut FormulaReader) {
        self.names.iter().for_each(|(name, _)| reader.scope.release(name));
    }
}
