//! Operators that become others, or are dropped.

use super::{SyntaxWalk, tokens};
use crate::source::declared::BaseType;
use crate::source::grammar::TokenSwap;
use crate::source::typing;
use std::ops::Range;
use tree_sitter::Node;

impl SyntaxWalk<'_> {
    pub(super) fn swaps(&mut self, node: Node) {
        let grammar = self.grammar;
        for swap in grammar.swaps.iter().filter(|swap| swap.kinds.contains(&node.kind())) {
            for token in tokens(node) {
                self.swap(node, swap, self.token_range(token));
            }
        }
    }

    fn swap(&mut self, node: Node, swap: &TokenSwap, range: Range<usize>) {
        let text = self.token_text(&range);
        if !self.grammar.has(swap.from, &text) {
            return;
        }
        let between = swap
            .to_between_integers
            .iter()
            .filter(|_| self.is_between_integers(node));
        let others: Vec<&str> = swap.to.iter().chain(between).copied().collect();
        for other in others.into_iter().filter(|other| !self.grammar.same_name(other, &text)) {
            let what = format!("`{}` becomes `{other}`", &self.syntax.source[range.clone()]);
            self.push(swap.operator, range.clone(), other.to_string(), what);
        }
    }

    /// The bytes of an operator as it was written: the dialect may have blanked its first letters, and a dot before it
    /// may be its own.
    pub(super) fn token_range(&self, token: Node) -> Range<usize> {
        let range = token.byte_range();
        let (source, text) = (self.syntax.source.as_bytes(), self.syntax.text.as_bytes());
        let before = source[..range.start].iter().zip(&text[..range.start]).rev();
        let blanked = before.take_while(|(written, read)| **read == b' ' && b"+-*/^|&.".contains(*written));
        let blanked = blanked.count();
        let dot = self.grammar.dotted_operators && source[..range.start].ends_with(b".");
        range.start - blanked.max(usize::from(dot))..range.end
    }

    /// An operator as the table knows it: of the dialect where that was blanked, of the grammar otherwise.
    pub(super) fn token_text(&self, range: &Range<usize>) -> String {
        let read = &self.syntax.text[range.clone()];
        let text = if read.starts_with(' ') {
            &self.syntax.source[range.clone()]
        } else {
            read
        };
        text.to_string()
    }

    fn is_between_integers(&self, node: Node) -> bool {
        let operand = |field| node.child_by_field_name(field);
        self.is_integer(operand("left")) && self.is_integer(operand("right"))
    }

    pub(super) fn is_integer(&self, operand: Option<Node>) -> bool {
        operand.is_some_and(|n| typing::type_of(self.syntax, &self.declared, n).is(BaseType::Integer))
    }

    pub(super) fn removals(&mut self, node: Node) {
        let grammar = self.grammar;
        for (operator, _, words) in grammar.removals.iter().filter(|(_, kind, _)| *kind == node.kind()) {
            let Some(token) = node.child(0).filter(|t| !t.is_named()) else {
                continue;
            };
            if let Some(operand) = token
                .next_sibling()
                .filter(|_| grammar.has(words, self.syntax.text_of(token)))
            {
                let what = format!("`{}` dropped", self.source(token));
                let range = token.start_byte()..operand.start_byte();
                self.push(*operator, range.clone(), self.gap(&range), what);
            }
        }
    }

    /// What keeps the words around a dropped operator apart.
    fn gap(&self, range: &Range<usize>) -> String {
        let bytes = self.syntax.source.as_bytes();
        let is_word = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        let before = range.start.checked_sub(1).and_then(|at| bytes.get(at));
        let apart = is_word(before) && is_word(bytes.get(range.end));
        if apart { " ".to_string() } else { String::new() }
    }
}
