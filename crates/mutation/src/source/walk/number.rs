//! Numbers that become others.

use super::{SyntaxWalk, has_in_field, tokens};
use crate::source::language::SourceLanguage;
use crate::source::literal;
use crate::source::operator::SourceOperator;
use std::ops::Range;
use tree_sitter::Node;

impl SyntaxWalk<'_> {
    pub(super) fn constant(&mut self, node: Node, parent: Node) {
        if !self.grammar.literals.contains(&node.kind()) {
            return;
        }
        let range = self.literal_range(node);
        let text = &self.syntax.source[range.clone()];
        if text != &self.syntax.text[range.clone()] {
            // The dialect's stand-in, which nobody has written.
            return;
        }
        let negated = self.is_negated(parent).then(|| format!("(-{text})"));
        let others = literal::alternatives(text, self.grammar.floats).into_iter();
        let edits: Vec<(String, String)> = others
            .filter(|other| Some(other) != negated.as_ref() && !(other == "0" && self.divides_integer(node, parent)))
            .map(|other| (format!("`{text}` becomes `{other}`"), other))
            .collect();
        for (what, other) in edits {
            self.push(SourceOperator::Constant, range.clone(), other, what);
        }
    }

    /// The bytes of a number. In `2.^x` the dot belongs to the operator, and a macro's text may have spaces around it.
    fn literal_range(&self, node: Node) -> Range<usize> {
        let text = self.source(node);
        let begin = node.start_byte() + text.len() - text.trim_start().len();
        let next = self.syntax.source.as_bytes().get(node.end_byte());
        let dot = self.grammar.dotted_operators && text.ends_with('.') && next.is_some_and(|b| b"*/^\\'".contains(b));
        begin..begin + text.trim().len() - usize::from(dot)
    }

    /// Whether a number's parent is a minus: dropping that is an edit of its own.
    fn is_negated(&self, parent: Node) -> bool {
        let mut minus = self
            .grammar
            .removals
            .iter()
            .filter(|(o, ..)| *o == SourceOperator::Arithmetic);
        minus.any(|(_, kind, _)| parent.kind() == *kind) && parent.child(0).is_some_and(|token| token.kind() == "-")
    }

    /// Whether a number divides an integer in C, where a division by a constant 0 may become anything.
    fn divides_integer(&self, node: Node, parent: Node) -> bool {
        let divides = tokens(parent)
            .iter()
            .any(|t| ["/", "%", "/=", "%="].contains(&t.kind()));
        let divisor = self.syntax.language == SourceLanguage::C && divides && has_in_field(parent, "right", node);
        divisor && self.is_integer(parent.child_by_field_name("left"))
    }
}
