//! Infix text to tokens, one at a time, and the rule for ends of lines.
//!
//! A line's end ends a statement, except
//! - inside parentheses,
//! - after a binary operator, `=`, `,`, `:`, `->`, `..` or a keyword that needs more, such as `and` or `let`,
//! - before a binary operator other than `-`, or before `then`, `else`, `and`, `or`, `implies`.
//!
//! A line that starts with `-` begins a new statement, for there `-` may be a sign.
//! Outside the braces of a body ends of lines mean nothing.

use crate::diagnostic::TextSpan;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InfixTokenKind {
    Number,
    Word,
    /// A word that cannot be a name.
    Keyword,
    /// A string, the text including its quotes.
    Text,
    Symbol,
    /// The end of a statement: `;` or a line's end.
    Break,
    /// A character that means nothing here.
    Unknown,
    End,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InfixToken<'a> {
    pub(crate) kind: InfixTokenKind,
    pub(crate) text: &'a str,
    pub(crate) span: TextSpan,
}

impl InfixToken<'_> {
    /// Whether it is this symbol or keyword.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, InfixTokenKind::Symbol | InfixTokenKind::Keyword) && self.text == text
    }

    /// Whether it is this word, which is a name elsewhere.
    pub(crate) fn is_word(&self, text: &str) -> bool {
        self.kind == InfixTokenKind::Word && self.text == text
    }
}

/// The keywords of specifications.
pub(crate) const SPEC_WORDS: &[&str] = &["spec", "let", "if", "then", "else", "and", "or", "not"];

/// The keywords of contracts.
pub(crate) const CONTRACT_WORDS: &[&str] = &[
    "contract", "requires", "ensures", "forall", "implies", "spec", "let", "if", "then", "else", "and", "or", "not",
];

/// What a statement cannot end with.
const GOES_ON: [&str; 28] = [
    "<=", ">=", "==", "!=", "<", ">", "=", "+", "-", "*", "/", "^", ",", "{", ":", "->", "..", "then", "else", "and",
    "or", "not", "if", "let", "implies", "forall", "requires", "ensures",
];

/// What a statement cannot start with.
const CONTINUES: [&str; 22] = [
    "<=", ">=", "==", "!=", "<", ">", "=", "+", "*", "/", "^", ",", "{", "}", ":", "->", "..", "then", "else", "and",
    "or", "implies",
];

/// The tokens of a text.
pub(crate) struct InfixTokens<'a> {
    text: &'a str,
    at: usize,
    /// The words that cannot be names.
    keywords: &'static [&'static str],
    /// Open parentheses since the body began; `None` outside a body.
    body: Option<usize>,
    /// The token that was given last.
    last: Option<InfixToken<'a>>,
    /// The token after a break that was just given.
    held: Option<InfixToken<'a>>,
}

impl<'a> InfixTokens<'a> {
    pub(crate) fn new(text: &'a str, keywords: &'static [&'static str]) -> InfixTokens<'a> {
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        InfixTokens {
            text,
            at,
            keywords,
            body: None,
            last: None,
            held: None,
        }
    }

    /// The next token; `End` for ever after the last.
    pub(crate) fn next(&mut self) -> InfixToken<'a> {
        let token = match self.held.take() {
            Some(held) => held,
            None => self.next_or_break(),
        };
        self.note(&token);
        token
    }

    fn next_or_break(&mut self) -> InfixToken<'a> {
        let line_end = self.skip_blanks();
        let token = self.scan();
        let Some(end) = line_end.filter(|_| self.body == Some(0) && !self.goes_on() && !continues(&token)) else {
            return token;
        };
        self.held = Some(token);
        InfixToken {
            kind: InfixTokenKind::Break,
            text: "",
            span: TextSpan::new(end, end),
        }
    }

    /// Whether the statement cannot end after the last token.
    fn goes_on(&self) -> bool {
        self.last
            .is_none_or(|t| t.kind == InfixTokenKind::Break || is_among(&t, &GOES_ON))
    }

    /// Keeps account of braces and parentheses.
    fn note(&mut self, token: &InfixToken<'a>) {
        self.last = Some(*token);
        if !matches!(token.kind, InfixTokenKind::Symbol | InfixTokenKind::Keyword) {
            return;
        }
        self.body = match (token.text, self.body) {
            ("{", _) => Some(0),
            ("}" | "spec" | "contract", _) => None,
            ("(" | "[", Some(open)) => Some(open + 1),
            (")" | "]", Some(open)) => Some(open.saturating_sub(1)),
            (_, body) => body,
        };
    }

    /// Skips blanks and comments; the place of the first line's end among them.
    fn skip_blanks(&mut self) -> Option<usize> {
        let mut line_end = None;
        while let Some(c) = self.rest().chars().next() {
            if c == '\n' {
                line_end.get_or_insert(self.at);
            }
            if c == '#' || self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if c.is_whitespace() {
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        line_end
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn scan(&mut self) -> InfixToken<'a> {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return self.token(InfixTokenKind::End, 0);
        };
        if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|c: char| c.is_ascii_digit())) {
            return self.token(InfixTokenKind::Number, number_length(rest.as_bytes()));
        }
        if first.is_ascii_alphabetic() || first == '_' {
            let length = rest.bytes().position(|b| !is_word_byte(b)).unwrap_or(rest.len());
            let keyword = self.keywords.contains(&&rest[..length]);
            return self.token(
                if keyword {
                    InfixTokenKind::Keyword
                } else {
                    InfixTokenKind::Word
                },
                length,
            );
        }
        if first == '"' {
            return self.string();
        }
        match symbol_length(rest.as_bytes()) {
            Some(_) if first == ';' => self.token(InfixTokenKind::Break, 1),
            Some(length) => self.token(InfixTokenKind::Symbol, length),
            None => self.token(InfixTokenKind::Unknown, first.len_utf8()),
        }
    }

    /// A string ends on its line.
    fn string(&mut self) -> InfixToken<'a> {
        let inside = &self.rest()[1..];
        match inside.find(['"', '\n']) {
            Some(end) if inside[end..].starts_with('"') => self.token(InfixTokenKind::Text, end + 2),
            _ => self.token(InfixTokenKind::Unknown, 1),
        }
    }

    fn token(&mut self, kind: InfixTokenKind, length: usize) -> InfixToken<'a> {
        let start = self.at;
        self.at += length;
        InfixToken {
            kind,
            text: &self.text[start..self.at],
            span: TextSpan::new(start, self.at),
        }
    }
}

fn continues(token: &InfixToken<'_>) -> bool {
    matches!(token.kind, InfixTokenKind::Break | InfixTokenKind::End) || is_among(token, &CONTINUES)
}

fn is_among(token: &InfixToken<'_>, list: &[&str]) -> bool {
    matches!(token.kind, InfixTokenKind::Symbol | InfixTokenKind::Keyword) && list.contains(&token.text)
}

/// Length of the symbol that a text starts with.
fn symbol_length(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'<' | b'>' | b'=' | b'!', b'=', ..] | [b'-', b'>', ..] | [b'.', b'.', ..] => Some(2),
        [first, ..] if b"<>=+-*/^()[]{},;:".contains(first) => Some(1),
        _ => None,
    }
}

fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Letters, digits and single points, and a sign after the mark of an exponent; whether it is a number is seen later.
fn number_length(bytes: &[u8]) -> usize {
    let hexadecimal = bytes.len() > 1 && matches!(bytes[1], b'x' | b'X');
    let mark = if hexadecimal { b'p' } else { b'e' };
    let mut length = 0;
    while let Some(&byte) = bytes.get(length) {
        let after_mark = length > 0 && bytes[length - 1].to_ascii_lowercase() == mark;
        let sign = after_mark && matches!(byte, b'+' | b'-');
        let point = byte == b'.' && bytes.get(length + 1) != Some(&b'.');
        if !(sign || point || is_word_byte(byte)) {
            break;
        }
        length += 1;
    }
    length
}
