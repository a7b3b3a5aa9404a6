//! The engine: looks at every node of a syntax tree and makes the edits that the table of its language allows.
//!
//! Edits of operators replace a token and nothing else, as a slip of a finger would; so `a - b*c` may become `a - b - c`.

use super::declared::{Base, Declared, Type, first_identifier};
use super::grammar::{Grammar, Place, Swap};
use super::language::Language;
use super::literal;
use super::mutant::Edit;
use super::operator::SourceOperator;
use super::syntax::{Syntax, named_children, visit, visit_with_parents};
use super::typing;
use std::ops::Range;
use tree_sitter::Node;

/// All edits of a text, by operator within each node.
pub(crate) fn edits(syntax: &Syntax) -> Vec<Edit> {
    let mut walk = Walk {
        syntax,
        grammar: syntax.grammar,
        declared: Declared::of(syntax),
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

struct Walk<'a> {
    syntax: &'a Syntax<'a>,
    grammar: &'static Grammar,
    declared: Declared,
    kept: Vec<usize>,
    edits: Vec<Edit>,
}

impl Walk<'_> {
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
        self.edits.push(Edit {
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

    fn statement(&mut self, node: Node, parent: Node) {
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
        let blanked = after.take_while(|(written, read)| written != read).count();
        let text = &self.syntax.source[start..end + blanked];
        start..start + text.trim_end().len()
    }

    fn is_deletable(&self, node: Node, parent: Node) -> bool {
        let rules = &self.grammar.statements;
        let inside = rules.inside.is_empty() || rules.inside.contains(&parent.kind());
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

    fn branch(&mut self, node: Node, parent: Node) {
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

    fn constant(&mut self, node: Node, parent: Node) {
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
        let divisor = self.syntax.language == Language::C && divides && has_in_field(parent, "right", node);
        divisor && self.is_integer(parent.child_by_field_name("left"))
    }

    fn swaps(&mut self, node: Node) {
        let grammar = self.grammar;
        for swap in grammar.swaps.iter().filter(|swap| swap.kinds.contains(&node.kind())) {
            for token in tokens(node) {
                self.swap(node, swap, self.token_range(token));
            }
        }
    }

    fn swap(&mut self, node: Node, swap: &Swap, range: Range<usize>) {
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

    /// The bytes of an operator as it was written: the dialect may have blanked its first letter, and a dot before it may be its own.
    fn token_range(&self, token: Node) -> Range<usize> {
        let range = token.byte_range();
        let before = range.start.wrapping_sub(1);
        let (source, text) = (self.syntax.source.as_bytes(), self.syntax.text.as_bytes());
        let blanked = source.get(before) != text.get(before);
        let dot = self.grammar.dotted_operators && source.get(before) == Some(&b'.');
        range.start - usize::from(blanked || dot)..range.end
    }

    /// An operator as the table knows it: of the dialect where that was blanked, of the grammar otherwise.
    fn token_text(&self, range: &Range<usize>) -> String {
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

    fn is_integer(&self, operand: Option<Node>) -> bool {
        operand.is_some_and(|n| typing::type_of(self.syntax, &self.declared, n).is(Base::Integer))
    }

    fn removals(&mut self, node: Node) {
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

    fn assignment(&mut self, node: Node) {
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
        !text.ends_with('=') || ["=", "+=", "-=", "*=", "/="].contains(&text.as_str())
    }

    /// Whether nothing says that the target is an integer, a pointer or something else.
    fn may_be_float(&self, target: Node) -> bool {
        let found = match self.syntax.language {
            Language::C => typing::type_of(self.syntax, &self.declared, target),
            _ => first_identifier(target).map_or(Type::UNKNOWN, |name| {
                self.declared.type_of(self.syntax, self.source(name), name.start_byte())
            }),
        };
        found.depth == 0 && !matches!(found.base, Base::Integer | Base::Other)
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

/// The tokens of a node that are not nodes of their own.
fn tokens<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    let children: Vec<Node<'t>> = node.children(&mut cursor).collect();
    children.into_iter().filter(|child| !child.is_named()).collect()
}

/// A statement that is a string: documentation.
fn is_mere_text(node: Node) -> bool {
    let only = node.named_child(0).filter(|_| node.named_child_count() == 1);
    only.is_some_and(|n| n.kind() == "string") && node.kind() == "expression_statement"
}

fn has_in_field(parent: Node, field: &str, node: Node) -> bool {
    let mut cursor = parent.walk();
    parent
        .children_by_field_name(field, &mut cursor)
        .any(|child| child.id() == node.id())
}

fn at(node: Node, place: Place) -> Option<Node> {
    let children = named_children(node);
    match place {
        Place::Field(name) => node.child_by_field_name(name),
        Place::Child(number) => children.get(number).copied(),
        Place::Kind(kind) => children.into_iter().find(|child| child.kind() == kind),
    }
}

/// The last part of the name of a function that is called.
fn called<'s>(syntax: &'s Syntax, value: Node) -> Option<&'s str> {
    let is_call = ["call", "call_expression", "function_call"].contains(&value.kind());
    let name = value.named_child(0).filter(|_| is_call)?;
    syntax.text_of(name).rsplit(['.', ':']).next()
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
