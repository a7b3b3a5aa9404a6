//! S-expressions: text to a tree of symbols, strings and lists, without recursion.
//!
//! An error costs the top-level form it stands in, no more: a `(FPCore` at the start of a line always begins a new form,
//! so that a missing parenthesis does not swallow the rest of the file.

use super::complaints::{Complaints, quoted};
use crate::ast::{Data, MAX_DEPTH};
use crate::diagnostic::{Diagnostic, TextSpan};
use std::borrow::Cow;

/// A node of the tree with its place.
#[derive(Clone, Debug)]
pub(crate) struct Sexpr<'a> {
    pub(crate) node: SexprNode<'a>,
    pub(crate) span: TextSpan,
}

/// What a node is.
#[derive(Clone, Debug)]
pub(crate) enum SexprNode<'a> {
    /// A symbol or number, as written.
    Atom(Cow<'a, str>),
    /// A string, escapes resolved.
    Text(String),
    /// What stands between parentheses or brackets.
    List(Vec<Sexpr<'a>>),
}

impl<'a> Sexpr<'a> {
    pub(crate) fn atom(text: impl Into<Cow<'a, str>>, span: TextSpan) -> Sexpr<'a> {
        Sexpr {
            node: SexprNode::Atom(text.into()),
            span,
        }
    }

    pub(crate) fn list(items: Vec<Sexpr<'a>>, span: TextSpan) -> Sexpr<'a> {
        Sexpr {
            node: SexprNode::List(items),
            span,
        }
    }

    /// The symbol or number, if it is one.
    pub(crate) fn symbol(&self) -> Option<&str> {
        match &self.node {
            SexprNode::Atom(text) => Some(text),
            _ => None,
        }
    }

    /// The items, if it is a list.
    pub(crate) fn items(&self) -> Option<&[Sexpr<'a>]> {
        match &self.node {
            SexprNode::List(items) => Some(items),
            _ => None,
        }
    }

    /// The same without places.
    pub(crate) fn data(&self) -> Data {
        match &self.node {
            SexprNode::Atom(text) => Data::Symbol(text.to_string()),
            SexprNode::Text(text) => Data::Text(text.clone()),
            SexprNode::List(items) => Data::List(items.iter().map(Sexpr::data).collect()),
        }
    }
}

/// The top-level lists of a text.
pub(crate) fn parse<'a>(text: &'a str, complaints: &mut Complaints) -> Vec<Sexpr<'a>> {
    let mut builder = TreeBuilder {
        text,
        complaints,
        stack: vec![],
        too_deep: 0,
        spoiled: false,
        done: vec![],
    };
    let mut tokens = SexprTokens {
        text,
        at: text.len() - text.trim_start_matches('\u{feff}').len(),
    };
    while let Some(token) = tokens.next()
        && !builder.complaints.is_hopeless()
    {
        builder.take(token);
    }
    builder.end_of_text();
    builder.done
}

/// A token and its place.
struct SexprToken<'a> {
    kind: SexprTokenKind<'a>,
    span: TextSpan,
}

enum SexprTokenKind<'a> {
    Open(u8),
    Close(u8),
    Atom(&'a str),
    Text(&'a str),
    Unclosed,
}

struct SexprTokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> SexprTokens<'a> {
    fn next(&mut self) -> Option<SexprToken<'a>> {
        self.skip_blanks();
        let start = self.at;
        let first = *self.text.as_bytes().get(start)?;
        let kind = match first {
            b'(' | b'[' => self.bracket(SexprTokenKind::Open(first)),
            b')' | b']' => self.bracket(SexprTokenKind::Close(first)),
            b'"' => self.string(),
            _ => self.atom(),
        };
        Some(SexprToken {
            kind,
            span: TextSpan::new(start, self.at),
        })
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b';' => self.at += length_until(&bytes[self.at..], |b| b == b'\n'),
                _ if byte.is_ascii_whitespace() => self.at += 1,
                _ => return,
            }
        }
    }

    fn bracket(&mut self, kind: SexprTokenKind<'a>) -> SexprTokenKind<'a> {
        self.at += 1;
        kind
    }

    fn atom(&mut self) -> SexprTokenKind<'a> {
        let start = self.at;
        self.at += length_until(&self.text.as_bytes()[start..], ends_atom);
        SexprTokenKind::Atom(&self.text[start..self.at])
    }

    /// The inside of a string; an unclosed one ends the reading, for what follows it is anybody's guess.
    fn string(&mut self) -> SexprTokenKind<'a> {
        let start = self.at + 1;
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => {
                    self.at = at + 1;
                    return SexprTokenKind::Text(&self.text[start..at]);
                }
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        self.at = self.text.len();
        SexprTokenKind::Unclosed
    }
}

fn length_until(bytes: &[u8], stop: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&b| stop(b)).unwrap_or(bytes.len())
}

fn ends_atom(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, b'(' | b')' | b'[' | b']' | b'"' | b';')
}

/// An open list.
struct OpenList<'a> {
    bracket: u8,
    start: TextSpan,
    items: Vec<Sexpr<'a>>,
}

/// Builds the tree on a stack of its own.
struct TreeBuilder<'a, 'c> {
    text: &'a str,
    complaints: &'c mut Complaints,
    stack: Vec<OpenList<'a>>,
    /// Open brackets beyond the deepest that is kept.
    too_deep: usize,
    /// The form has an error and will not be kept.
    spoiled: bool,
    done: Vec<Sexpr<'a>>,
}

impl<'a> TreeBuilder<'a, '_> {
    fn take(&mut self, token: SexprToken<'a>) {
        match token.kind {
            SexprTokenKind::Open(bracket) => self.open(bracket, token.span),
            SexprTokenKind::Close(bracket) => self.close(bracket, token.span),
            SexprTokenKind::Atom(text) => self.push(SexprNode::Atom(text.into()), token.span),
            SexprTokenKind::Text(raw) => self.string(raw, token.span),
            SexprTokenKind::Unclosed => self.spoil(|| Diagnostic::new(token.span, "string is never closed")),
        }
    }

    fn open(&mut self, bracket: u8, span: TextSpan) {
        if !self.stack.is_empty() && self.starts_core(span) {
            self.unclosed();
        }
        if self.stack.len() == MAX_DEPTH {
            self.too_deep += 1;
            if self.too_deep == 1 && !self.spoiled {
                self.spoil(|| Diagnostic::new(span, format!("nested deeper than {MAX_DEPTH} levels")));
            }
            return;
        }
        self.stack.push(OpenList {
            bracket,
            start: span,
            items: vec![],
        });
    }

    fn starts_core(&self, span: TextSpan) -> bool {
        let start = span.start as usize;
        let line_start = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
        line_start && self.text[start + 1..].starts_with("FPCore")
    }

    fn close(&mut self, bracket: u8, span: TextSpan) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        let Some(frame) = self.stack.pop() else {
            let closer = char::from(bracket);
            return self.complaints.say(span, format_args!("`{closer}` closes nothing"));
        };
        self.check_pair(frame.bracket, bracket, span);
        let span = TextSpan {
            start: frame.start.start,
            end: span.end,
        };
        if self.stack.is_empty() {
            self.finish_form(Sexpr::list(frame.items, span));
        } else {
            self.push(SexprNode::List(frame.items), span);
        }
    }

    fn check_pair(&mut self, open: u8, close: u8, span: TextSpan) {
        if (open == b'(') != (close == b')') {
            let (open, close) = (char::from(open), char::from(close));
            self.spoil(|| Diagnostic::new(span, format!("`{open}` is closed by `{close}`")));
        }
    }

    fn finish_form(&mut self, form: Sexpr<'a>) {
        if !std::mem::take(&mut self.spoiled) {
            self.done.push(form);
        }
    }

    fn push(&mut self, node: SexprNode<'a>, span: TextSpan) {
        match self.stack.last_mut() {
            Some(frame) if self.too_deep == 0 => frame.items.push(Sexpr { node, span }),
            Some(_) => {}
            None => self.stray(&node, span),
        }
    }

    fn stray(&mut self, node: &SexprNode<'a>, span: TextSpan) {
        let what = match node {
            SexprNode::Atom(text) => text,
            _ => "a string",
        };
        self.complaints.add(|| {
            Diagnostic::new(span, format!("expected `(FPCore …)`, found {}", quoted(what)))
                .hint("a file holds cores and comments; a comment starts with `;`")
        });
    }

    fn string(&mut self, raw: &str, span: TextSpan) {
        match unescape(raw) {
            Ok(text) => self.push(SexprNode::Text(text), span),
            Err(bad) => self.spoil(|| {
                Diagnostic::new(span, format!("unknown escape `\\{bad}` in a string"))
                    .hint("known are `\\\"`, `\\\\`, `\\n` and `\\t`")
            }),
        }
    }

    fn spoil(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.spoiled = !self.stack.is_empty();
        self.complaints.add(make);
    }

    /// Gives up the form that is open.
    fn unclosed(&mut self) {
        if let Some(frame) = self.stack.first().filter(|_| !self.spoiled) {
            let (open, span) = (char::from(frame.bracket), frame.start);
            self.complaints.say(span, format_args!("this `{open}` is never closed"));
        }
        self.stack.clear();
        self.too_deep = 0;
        self.spoiled = false;
    }

    fn end_of_text(&mut self) {
        if !self.stack.is_empty() {
            self.unclosed();
        }
    }
}

/// Resolves escapes; the error is the character after the backslash that means nothing.
fn unescape(raw: &str) -> Result<String, char> {
    let mut out = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => out.push(escaped(chars.next().unwrap_or('\\'))?),
            _ => out.push(c),
        }
    }
    Ok(out)
}

fn escaped(c: char) -> Result<char, char> {
    match c {
        '"' | '\\' => Ok(c),
        'n' => Ok('\n'),
        't' => Ok('\t'),
        _ => Err(c),
    }
}
