//! A text with its syntax tree and the functions in it.

use super::error::SourceError;
use super::grammar::SourceGrammar;
use super::language::SourceLanguage;
use super::mutant::LineStarts;
use std::ops::Range;
use tree_sitter::{Node, Parser, Tree};

/// A function of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SourceFunction {
    pub name: String,
    pub range: Range<usize>,
}

/// A text that has been read.
pub(crate) struct Syntax<'a> {
    /// As it was written.
    pub source: &'a str,
    /// As the grammar reads it: of the same length, dialect replaced.
    pub text: String,
    pub language: SourceLanguage,
    pub grammar: &'static SourceGrammar,
    tree: Tree,
    functions: Vec<SourceFunction>,
}

impl<'a> Syntax<'a> {
    /// Reads a text, or tells where it cannot be read.
    pub fn read(source: &'a str, language: SourceLanguage) -> Result<Self, SourceError> {
        let grammar = language.grammar();
        let text = (grammar.prepare)(source);
        let mut parser = Parser::new();
        parser
            .set_language(&(grammar.parser)())
            .expect("invariant: the grammars fit the library");
        let tree = parser
            .parse(&text, None)
            .expect("invariant: a parser without a limit ends");
        if let Some(byte) = first_error(tree.root_node()) {
            return Err(syntax_error(source, language, byte));
        }
        let mut syntax = Syntax {
            source,
            text,
            language,
            grammar,
            tree,
            functions: Vec::new(),
        };
        syntax.functions = functions_of(&syntax);
        Ok(syntax)
    }

    pub fn root(&self) -> Node<'_> {
        self.tree.root_node()
    }

    /// What stands at a node, as the grammar reads it.
    pub fn text_of(&self, node: Node) -> &str {
        &self.text[node.byte_range()]
    }

    /// All functions, in the order of the file.
    pub fn functions(&self) -> &[SourceFunction] {
        &self.functions
    }

    /// The innermost function around a byte.
    pub fn function_at(&self, byte: usize) -> Option<&SourceFunction> {
        let around = self.functions.iter().filter(|f| f.range.contains(&byte));
        around.min_by_key(|f| f.range.len())
    }
}

/// All nodes below one, and itself, each before what is in it. `enter` says whether to look inside.
pub(crate) fn visit<'t>(root: Node<'t>, mut enter: impl FnMut(Node<'t>) -> bool) {
    visit_with_parents(root, |node, _| enter(node));
}

/// As [`visit`], with the parent of each node but the first: to ask a node for it takes as long as the node is deep.
pub(crate) fn visit_with_parents<'t>(root: Node<'t>, mut enter: impl FnMut(Node<'t>, Option<Node<'t>>) -> bool) {
    let mut cursor = root.walk();
    let mut parents: Vec<Node<'t>> = Vec::new();
    loop {
        let node = cursor.node();
        if enter(node, parents.last().copied()) && cursor.goto_first_child() {
            parents.push(node);
            continue;
        }
        // The cursor never leaves the node that it began at.
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            parents.pop();
        }
    }
}

/// The children of a node that carry meaning.
pub(crate) fn named_children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let children: Vec<Node<'t>> = node.named_children(&mut cursor).collect();
    children.into_iter().filter(|child| !child.is_extra()).collect()
}

fn first_error(root: Node) -> Option<usize> {
    if !root.has_error() {
        return None;
    }
    let mut first: Option<usize> = None;
    visit(root, |node| {
        let wrong = node.is_error() || node.is_missing();
        if wrong {
            first = Some(first.map_or(node.start_byte(), |byte| byte.min(node.start_byte())));
        }
        node.has_error() && !wrong
    });
    first.or(Some(root.start_byte()))
}

fn syntax_error(source: &str, language: SourceLanguage, byte: usize) -> SourceError {
    let (line, column) = LineStarts::of(source).of_byte(byte);
    let text = source.lines().nth(line - 1).unwrap_or_default().trim().to_string();
    SourceError::Syntax {
        language: language.name(),
        line,
        column,
        text,
    }
}

fn functions_of(syntax: &Syntax) -> Vec<SourceFunction> {
    let mut found = Vec::new();
    visit(syntax.root(), |node| {
        if syntax.grammar.functions.contains(&node.kind()) {
            found.extend(name_of(node).map(|name| SourceFunction {
                name: syntax.text_of(name).to_string(),
                range: node.byte_range(),
            }));
        }
        !syntax.grammar.frozen.contains(&node.kind())
    });
    found
}

/// The name of a function: its own field, at the end of its declarators (C), or in its first statement (Fortran).
fn name_of(function: Node) -> Option<Node> {
    let own = function.child_by_field_name("name");
    let first = || {
        let head = function.named_child(0)?;
        let bare = || head.named_child(0).filter(|n| n.kind() == "name");
        head.child_by_field_name("name").or_else(bare)
    };
    own.or_else(|| declared_name(function)).or_else(first)
}

/// The identifier that a C declarator is about.
pub(crate) fn declared_name(declarator: Node) -> Option<Node> {
    let mut at = declarator;
    while !matches!(at.kind(), "identifier" | "field_identifier") {
        let inner = at.child_by_field_name("declarator");
        let bracketed = || {
            named_children(at)
                .pop()
                .filter(|_| at.kind() == "parenthesized_declarator")
        };
        at = inner.or_else(bracketed)?;
    }
    Some(at)
}
