//! Statements that are left out, and conditions that are negated.

use super::{SyntaxWalk, shortened};
use crate::source::grammar::NodePlace;
use crate::source::operator::SourceOperator;
use crate::source::syntax::{named_children, visit};
use std::ops::Range;
use tree_sitter::Node;

impl SyntaxWalk<'_> {
    pub(super) fn statement(&mut self, node: Node, parent: Node) {
        let rules = &self.grammar.statements;
        if !rules.kinds.contains(&node.kind()) || !self.is_deletable(node, parent) {
            return;
        }
        let range = self.statement_range(node);
        let what = format!("left out: `{}`", shortened(&self.syntax.source[range.clone()]));
        self.push(SourceOperator::Statement, range, rules.deleted.to_string(), what);
    }

    /// The bytes of a statement, without a line end that the grammar may count to it, and with what the dialect
    /// has blanked after it.
    fn statement_range(&self, node: Node) -> Range<usize> {
        let (start, end) = (node.start_byte(), node.end_byte());
        let after = self.syntax.source[end..].bytes().zip(self.syntax.text[end..].bytes());
        let blanked = after
            .take_while(|(written, read)| written != read && *read == b' ')
            .count();
        let text = &self.syntax.source[start..end + blanked];
        start..start + text.trim_end().len()
    }

    fn is_deletable(&self, node: Node, parent: Node) -> bool {
        let rules = &self.grammar.statements;
        let inside = rules.inside.is_empty() || rules.inside.contains(&parent.kind());
        let inside = inside && !rules.not_inside.contains(&parent.kind());
        let keeps = self.kept.iter().any(|start| node.byte_range().contains(start));
        let text = self.syntax.text_of(node).trim_end();
        let mute = rules.empty.contains(&text) || is_mere_text(node);
        let condition = self.is_last_condition(node, parent);
        inside && !keeps && !mute && !condition && !self.is_whole_body(node, parent)
    }

    /// The only thing that a function does.
    fn is_whole_body(&self, node: Node, parent: Node) -> bool {
        let rules = &self.grammar.statements;
        let is_function = |n: Node| self.grammar.functions.contains(&n.kind());
        let of_function = is_function(parent) || parent.parent().is_some_and(is_function);
        let acts = |n: &Node| !rules.heads.contains(&n.kind()) && !is_mere_text(*n) && n.id() != node.id();
        rules.bodies.contains(&parent.kind()) && of_function && !named_children(parent).iter().any(acts)
    }

    /// The condition after a word such as `until`.
    fn is_last_condition(&self, node: Node, parent: Node) -> bool {
        let Some(word) = self.grammar.last_condition else {
            return false;
        };
        let after = self.syntax.source[..node.start_byte()].trim_end().ends_with(word);
        after && self.grammar.statements.inside.contains(&parent.kind())
    }

    pub(super) fn branch(&mut self, node: Node, parent: Node) {
        let places = self.grammar.conditions.iter().filter(|(kind, _)| *kind == node.kind());
        let conditions: Vec<Node> = places.filter_map(|(_, place)| at(node, *place)).collect();
        let last = Some(node).filter(|n| self.is_last_condition(*n, parent));
        for condition in conditions.into_iter().chain(last) {
            self.negate(condition);
        }
    }

    fn negate(&mut self, condition: Node) {
        if self.binds(condition) {
            return;
        }
        let (text, negation) = (self.source(condition), self.grammar.negation);
        let negated = if condition.kind() == self.grammar.parenthesis {
            format!("({negation}{text})")
        } else {
            format!("{negation}({text})")
        };
        let what = format!("condition `{}` negated", shortened(text));
        self.push(SourceOperator::Branch, condition.byte_range(), negated, what);
    }

    /// Whether a condition also names something.
    fn binds(&self, condition: Node) -> bool {
        let mut found = false;
        visit(condition, |node| {
            found |= self.grammar.bindings.contains(&node.kind());
            !found
        });
        found
    }
}

/// A statement that is a string: documentation.
fn is_mere_text(node: Node) -> bool {
    let only = node.named_child(0).filter(|_| node.named_child_count() == 1);
    only.is_some_and(|n| n.kind() == "string") && node.kind() == "expression_statement"
}

fn at(node: Node, place: NodePlace) -> Option<Node> {
    let children = named_children(node);
    match place {
        NodePlace::Field(name) => node.child_by_field_name(name),
        NodePlace::Child(number) => children.get(number).copied(),
        NodePlace::Kind(kind) => children.into_iter().find(|child| child.kind() == kind),
    }
}
