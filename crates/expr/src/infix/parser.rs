//! The parser's hold on the tokens: one token of lookahead, what was expected instead, how deep it may go.

use super::token::{CONTRACT_WORDS, InfixToken, InfixTokenKind, InfixTokens, SPEC_WORDS};
use crate::ast::MAX_DEPTH;
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;

/// Deepest formula: with what stands around it in a core it can be printed and read as FPCore.
pub(crate) const DEEPEST: usize = MAX_DEPTH - 10;

/// The remedies that speak of `let`, which only specifications have.
pub(crate) const EQUALITY: &str = "`=` binds a name after `let`; equality is written `==`";
pub(crate) const SHALLOW: &str = "each operator of a chain is a level; name parts of the formula with `let`";
pub(crate) const SMALL: &str = "name it with `let`";

/// What parsing gives, or the first error.
pub(crate) type Parsed<T> = Result<T, Diagnostic>;

/// Reads tokens with one token of lookahead.
pub(crate) struct Parser<'a> {
    pub(crate) text: &'a str,
    tokens: InfixTokens<'a>,
    pub(crate) next: InfixToken<'a>,
    depth: usize,
    /// Whether `a[1]` is an element of an array, and not an error.
    pub(crate) has_arrays: bool,
    /// Whether `pi` is the name of a variable here, which hides the constant.
    pub(crate) pi_is_bound: bool,
}

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Parser<'a> {
        Parser::of(InfixTokens::new(text, SPEC_WORDS), text)
    }

    /// A parser of contracts.
    pub(crate) fn of_contracts(text: &'a str) -> Parser<'a> {
        Parser {
            has_arrays: true,
            ..Parser::of(InfixTokens::new(text, CONTRACT_WORDS), text)
        }
    }

    fn of(mut tokens: InfixTokens<'a>, text: &'a str) -> Parser<'a> {
        let next = tokens.next();
        Parser {
            text,
            tokens,
            next,
            depth: 0,
            has_arrays: false,
            pi_is_bound: false,
        }
    }

    /// The token that was next.
    pub(crate) fn advance(&mut self) -> InfixToken<'a> {
        std::mem::replace(&mut self.next, self.tokens.next())
    }

    /// Takes the next token if it is this symbol or keyword.
    pub(crate) fn accept(&mut self, text: &str) -> Option<InfixToken<'a>> {
        self.next.is(text).then(|| self.advance())
    }

    pub(crate) fn expect(&mut self, text: &str, context: &str) -> Parsed<InfixToken<'a>> {
        self.accept(text)
            .ok_or_else(|| self.unexpected(&format!("`{text}` {context}")))
    }

    pub(crate) fn word(&mut self, wanted: &str) -> Parsed<InfixToken<'a>> {
        if self.next.kind == InfixTokenKind::Word {
            Ok(self.advance())
        } else {
            Err(self.unexpected(wanted))
        }
    }

    /// The complaint that the next token is not what was wanted.
    pub(crate) fn unexpected(&self, wanted: &str) -> Diagnostic {
        let found = match self.next.kind {
            InfixTokenKind::End => "the end of the file".to_string(),
            InfixTokenKind::Break if self.next.text.is_empty() => "the end of the line".to_string(),
            _ => quoted(self.next.text).to_string(),
        };
        let diagnostic = Diagnostic::new(self.next.span, format!("expected {wanted}, found {found}"));
        match self.advice() {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    /// How other languages' signs are written here.
    fn advice(&self) -> Option<String> {
        const SIGNS: [(&str, &str); 13] = [
            ("&", "and"),
            ("|", "or"),
            ("!", "not"),
            ("≤", "<="),
            ("≥", ">="),
            ("≠", "!="),
            ("−", "-"),
            ("–", "-"),
            ("×", "*"),
            ("·", "*"),
            ("÷", "/"),
            ("π", "pi"),
            ("∞", "inf"),
        ];
        let found = self.next.text;
        if self.next.is("*") {
            return Some("powers are written `x^2`".into());
        }
        if self.next.is("=") {
            return Some(EQUALITY.into());
        }
        if found == "\"" {
            return Some("a string ends on the line it starts on".into());
        }
        SIGNS
            .iter()
            .find(|(sign, _)| *sign == found)
            .map(|(_, word)| format!("write `{word}`"))
    }

    /// Counts how deep the parser recurses.
    pub(crate) fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == DEEPEST {
            return Err(too_deep(self.next.span));
        }
        self.depth += 1;
        let parsed = part(self);
        self.depth -= 1;
        parsed
    }
}

pub(crate) fn too_deep(span: TextSpan) -> Diagnostic {
    Diagnostic::new(span, format!("nested deeper than {DEEPEST} levels")).hint(SHALLOW)
}
