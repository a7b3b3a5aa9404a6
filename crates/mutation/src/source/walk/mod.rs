//! The engine: looks at every node of a syntax tree and makes the edits that the table of its language allows.
//!
//! Edits of operators replace a token and nothing else, as a slip of a finger would; so `a - b*c` may become `a - b - c`.

mod assignment;
mod number;
mod operation;
mod statement;

use super::declared::Declarations;
use super::grammar::SourceGrammar;
use super::mutant::TextEdit;
use super::operator::SourceOperator;
use super::syntax::{Syntax, named_children, visit, visit_with_parents};
use std::ops::Range;
use tree_sitter::Node;

/// All edits of a text, by operator within each node.
pub(crate) fn edits(syntax: &Syntax) -> Vec<TextEdit> {
    let mut walk = SyntaxWalk {
        syntax,
        grammar: syntax.grammar,
        declared: Declarations::of(syntax),
        kept: kept(syntax),
        edits: Vec::new(),
    };
    visit_with_parents(syntax.root(), |node, parent| {
        parent.is_none_or(|parent| walk.enter(node, parent))
    });
    walk.edits
}

/// Where the statements begin that make what contains them stay.
fn kept(syntax: &Syntax) -> Vec<usize> {
    let statements = &syntax.grammar.statements;
    let mut starts = Vec::new();
    visit(syntax.root(), |node| {
        let kind = statements.kept.contains(&node.kind());
        let word = || statements.kinds.contains(&node.kind()) && begins_with(syntax, node, statements.kept_words);
        if kind || word() {
            starts.push(node.start_byte());
        }
        true
    });
    starts
}

fn begins_with(syntax: &Syntax, node: Node, words: &[&str]) -> bool {
    let text = syntax.text_of(node);
    let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    word.is_some_and(|word| syntax.grammar.has(words, word))
}

struct SyntaxWalk<'a> {
    syntax: &'a Syntax<'a>,
    grammar: &'static SourceGrammar,
    declared: Declarations,
    kept: Vec<usize>,
    edits: Vec<TextEdit>,
}

impl SyntaxWalk<'_> {
    /// Makes the edits of one node; says whether there is more inside.
    fn enter(&mut self, node: Node, parent: Node) -> bool {
        if !node.is_named() {
            return false;
        }
        // Something like `hold on` is a statement, and nothing in it can be changed.
        self.statement(node, parent);
        if self.is_frozen(node, parent) {
            return false;
        }
        self.branch(node, parent);
        self.constant(node, parent);
        self.swaps(node);
        self.removals(node);
        self.assignment(node);
        true
    }

    fn is_frozen(&self, node: Node, parent: Node) -> bool {
        let kind = self.grammar.frozen.contains(&node.kind());
        kind || self.is_frozen_field(node, parent) || self.is_frozen_call(node)
    }

    fn is_frozen_field(&self, node: Node, parent: Node) -> bool {
        let mut fields = self.grammar.frozen_fields.iter();
        fields.any(|(kind, field)| *kind == parent.kind() && has_in_field(parent, field, node))
    }

    fn is_frozen_call(&self, node: Node) -> bool {
        let name = || {
            named_children(node)
                .first()
                .map_or("", |name| self.syntax.text_of(*name))
        };
        let calls = self.grammar.frozen_calls;
        !calls.is_empty() && node.kind() == "call_expression" && self.grammar.has(calls, name())
    }

    fn push(&mut self, operator: SourceOperator, range: Range<usize>, replacement: String, description: String) {
        let function = self.syntax.function_at(range.start).map(|f| f.name.clone());
        self.edits.push(TextEdit {
            operator,
            function,
            range,
            replacement,
            description,
        });
    }

    /// What is written at a node.
    fn source(&self, node: Node) -> &str {
        &self.syntax.source[node.byte_range()]
    }
}

/// The tokens of a node that are not nodes of their own.
fn tokens<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let children: Vec<Node<'t>> = node.children(&mut cursor).collect();
    children.into_iter().filter(|child| !child.is_named()).collect()
}

fn has_in_field(parent: Node, field: &str, node: Node) -> bool {
    let mut cursor = parent.walk();
    parent
        .children_by_field_name(field, &mut cursor)
        .any(|child| child.id() == node.id())
}

/// The most characters of code that a description shows.
const SHOWN: usize = 60;

/// The first line of a piece of code, if need be cut.
fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default().trim();
    let cut = line.len() < text.trim().len() || line.chars().count() > SHOWN;
    let shown: String = line.chars().take(SHOWN).collect();
    if cut { format!("{shown} …") } else { shown }
}
