//! Right-hand sides that are scaled.

use super::{SyntaxWalk, shortened, tokens};
use crate::source::declared::{BaseType, DeclaredType, first_identifier};
use crate::source::language::SourceLanguage;
use crate::source::operator::SourceOperator;
use crate::source::syntax::Syntax;
use crate::source::typing;
use tree_sitter::Node;

impl SyntaxWalk<'_> {
    pub(super) fn assignment(&mut self, node: Node) {
        let grammar = self.grammar;
        for (_, target, value) in grammar.assignments.iter().filter(|(kind, ..)| *kind == node.kind()) {
            let parts = node.child_by_field_name(target).zip(node.child_by_field_name(value));
            let Some((target, value)) = parts.filter(|(t, v)| self.is_scalable(node, *t, *v)) else {
                continue;
            };
            for factor in grammar.factors {
                let what = format!(
                    "what is assigned to `{}` times {factor}",
                    shortened(self.source(target))
                );
                let scaled = self.scaled(value, factor);
                self.push(SourceOperator::Assignment, value.byte_range(), scaled, what);
            }
        }
    }

    fn scaled(&self, value: Node, factor: &str) -> String {
        let text = self.source(value);
        if PRIMARY.contains(&value.kind()) || value.kind() == self.grammar.parenthesis {
            format!("{text} * {factor}")
        } else {
            format!("({text}) * {factor}")
        }
    }

    fn is_scalable(&self, node: Node, target: Node, value: Node) -> bool {
        let (kinds, calls) = self.grammar.not_scaled;
        let literal = self.grammar.literals.contains(&value.kind());
        let kind = kinds.contains(&value.kind()) || kinds.contains(&target.kind());
        let call = called(self.syntax, value).is_some_and(|name| self.grammar.has(calls, name));
        let arithmetic = tokens(node).iter().all(|t| self.assigns_number(*t));
        !literal && !kind && !call && arithmetic && self.may_be_float(target)
    }

    /// Not an assignment of bits, whole quotients or remainders.
    fn assigns_number(&self, token: Node) -> bool {
        let text = self.token_text(&self.token_range(token));
        !text.ends_with('=') || ["=", "+=", "-=", "*=", "/=", ".*=", "./="].contains(&text.as_str())
    }

    /// Whether nothing says that the target is an integer, a pointer or something else.
    fn may_be_float(&self, target: Node) -> bool {
        let found = match self.syntax.language {
            SourceLanguage::C => typing::type_of(self.syntax, &self.declared, target),
            _ => first_identifier(target).map_or(DeclaredType::UNKNOWN, |name| {
                self.declared.type_of(self.syntax, self.source(name), name.start_byte())
            }),
        };
        !found.is_address() && !matches!(found.base, BaseType::Integer | BaseType::Other)
    }
}

/// Kinds that bind tighter than any operator, in all languages.
const PRIMARY: [&str; 10] = [
    "attribute",
    "call",
    "call_expression",
    "field_expression",
    "function_call",
    "identifier",
    "index_expression",
    "matrix",
    "subscript",
    "subscript_expression",
];

/// The last part of the name of a function that is called.
fn called<'s>(syntax: &'s Syntax, value: Node) -> Option<&'s str> {
    let is_call = ["call", "call_expression", "function_call"].contains(&value.kind());
    let name = value.named_child(0).filter(|_| is_call)?;
    syntax.text_of(name).rsplit(['.', ':']).next()
}
