//! What the engine has to know about a language: one table each.
//!
//! Kinds and fields are the names that the tree-sitter grammar of the language gives to its nodes.

pub(crate) mod c;
pub(crate) mod dialect;
pub(crate) mod fortran;
pub(crate) mod octave;
pub(crate) mod python;
pub(crate) mod rust;

use super::operator::SourceOperator;

/// Words of a table.
pub(crate) type Words = &'static [&'static str];

/// A language as the engine sees it.
pub(crate) struct SourceGrammar {
    /// The word that files and reports use.
    pub name: &'static str,
    /// Endings of file names, in small letters.
    pub endings: Words,
    /// The tree-sitter grammar.
    pub parser: fn() -> tree_sitter::Language,
    /// The text as that grammar reads it, byte for byte of the same length.
    pub prepare: fn(&str) -> String,
    /// Whether `Name` and `name` are the same.
    pub ignores_case: bool,
    /// Whether a dot before an operator belongs to it, even after a digit.
    pub dotted_operators: bool,
    /// Kinds that define a function.
    pub functions: Words,
    /// Kinds in which nothing is mutated: types, strings, imports.
    pub frozen: Words,
    /// Fields in which nothing is mutated.
    pub frozen_fields: &'static [(&'static str, &'static str)],
    /// Functions in whose calls nothing is mutated.
    pub frozen_calls: Words,
    /// What can be left out.
    pub statements: Statements,
    /// Where conditions stand.
    pub conditions: &'static [(&'static str, NodePlace)],
    /// The word before a condition at the end of a loop, where the grammar has no kind for it.
    pub last_condition: Option<&'static str>,
    /// Kinds of conditions that cannot be negated.
    pub bindings: Words,
    /// What negates, before a parenthesis.
    pub negation: &'static str,
    /// The kind of an expression in parentheses.
    pub parenthesis: &'static str,
    /// Operators and what replaces them.
    pub swaps: &'static [TokenSwap],
    /// Operators with one operand that can be dropped: kind and tokens.
    pub removals: &'static [(SourceOperator, &'static str, Words)],
    /// Kinds of numbers.
    pub literals: Words,
    /// How floating-point numbers are written.
    pub floats: FloatSpelling,
    /// Kinds that assign: the field of the target, and that of the value.
    pub assignments: &'static [(&'static str, &'static str, &'static str)],
    /// Kinds of values, and functions that give such, which are no floating-point numbers.
    pub not_scaled: (Words, Words),
    /// Factors of the assignment operator.
    pub factors: [&'static str; 2],
}

/// What can be left out, and what must stay.
pub(crate) struct Statements {
    /// Kinds of statements.
    pub kinds: Words,
    /// Kinds of nodes that they stand in directly; none means any.
    pub inside: Words,
    /// Kinds of nodes in which they must not be missing.
    pub not_inside: Words,
    /// Kinds that make what contains them stay.
    pub kept: Words,
    /// First words of statements that make what contains them stay.
    pub kept_words: Words,
    /// Statements that do nothing.
    pub empty: Words,
    /// Kinds that hold the body of a function.
    pub bodies: Words,
    /// Kinds in a body that do nothing when it runs.
    pub heads: Words,
    /// What stands in the place of a statement that was left out.
    pub deleted: &'static str,
}

/// Where in a node something stands.
#[derive(Clone, Copy)]
pub(crate) enum NodePlace {
    /// In the field of this name.
    Field(&'static str),
    /// The named child of this number.
    Child(usize),
    /// The first child of this kind.
    Kind(&'static str),
}

/// Tokens of some kinds of nodes, each replaced by each other.
pub(crate) struct TokenSwap {
    pub operator: SourceOperator,
    pub kinds: Words,
    pub from: Words,
    pub to: Words,
    /// Only between integers.
    pub to_between_integers: Words,
}

impl TokenSwap {
    /// Each token of a list replaced by each other of it.
    pub const fn each(operator: SourceOperator, kinds: Words, tokens: Words) -> Self {
        TokenSwap::from_to(operator, kinds, tokens, tokens)
    }

    /// Each token of the first list replaced by each other of the second.
    pub const fn from_to(operator: SourceOperator, kinds: Words, from: Words, to: Words) -> Self {
        TokenSwap {
            operator,
            kinds,
            from,
            to,
            to_between_integers: &[],
        }
    }
}

/// How floating-point numbers are written beside the common way.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatSpelling {
    /// `1e-3`, perhaps with a suffix.
    Common,
    /// `1d-3` and `1.0_kind`.
    Fortran,
}

impl SourceGrammar {
    /// Whether two names are the same in the language.
    pub fn same_name(&self, a: &str, b: &str) -> bool {
        a == b || (self.ignores_case && a.eq_ignore_ascii_case(b))
    }

    /// Whether a list has a word, in the spelling rules of the language.
    pub fn has(&self, words: &[&str], word: &str) -> bool {
        words.iter().any(|w| self.same_name(w, word))
    }
}

/// The text as it is: for languages whose grammar knows all of them.
pub(crate) fn as_written(source: &str) -> String {
    source.to_string()
}

/// One below and one above: whatever one of them does to an error, say a step that became finer, the other does not.
/// A tenth is far above rounding and far below what makes a method leave its region of convergence.
pub(crate) const FACTORS: [&str; 2] = ["0.9", "1.1"];

/// Comparisons as most languages write them.
pub(crate) const COMPARISONS: Words = &["<", "<=", ">", ">=", "==", "!="];
