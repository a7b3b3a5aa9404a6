//! What a solver wrote: its verdict and the values of its model.

use super::number;
use rug::Rational;

/// An answer to a question.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SolverAnswer {
    /// The problem has a solution, with these values of the inputs, or near them.
    Sat(Vec<Rational>),
    /// The problem has a solution, but its values cannot be read.
    SatUnread(String),
    /// The problem has no solution.
    Unsat,
    /// The solver does not know.
    Unknown,
    /// There is no answer; why, as the rest of a sentence about the solver.
    None(String),
}

/// A term.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SmtTerm {
    /// A word.
    Word(String),
    /// Terms in parentheses.
    List(Vec<SmtTerm>),
}

/// Deepest nesting of terms that is read.
const DEEPEST: usize = 100;

/// Letters of an unreadable text that are shown.
const SHOWN: usize = 60;

/// The answer in a text, with values for these inputs.
pub(super) fn read(text: &str, inputs: &[String]) -> Option<SolverAnswer> {
    let mut rest = text;
    while !rest.is_empty() {
        let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
        match line.trim() {
            "sat" => return Some(model(after, inputs).map_or_else(SolverAnswer::SatUnread, SolverAnswer::Sat)),
            "unsat" => return Some(SolverAnswer::Unsat),
            "unknown" => return Some(SolverAnswer::Unknown),
            _ => rest = after,
        }
    }
    None
}

/// The beginning of a text, on one line.
pub(super) fn excerpt(text: &str) -> String {
    let plain = |c: char| if c.is_control() || c == '`' { ' ' } else { c };
    let head: String = text.chars().take(4 * SHOWN).map(plain).collect();
    let words: Vec<&str> = head.split_whitespace().collect();
    words.join(" ").chars().take(SHOWN).collect()
}

/// The values of the inputs, as `get-value` or `get-model` prints them.
fn model(text: &str, inputs: &[String]) -> Result<Vec<Rational>, String> {
    let terms = terms(text);
    let value = |name: &String| {
        let term = terms.iter().find_map(|list| value_in(list, name));
        let term = term.ok_or_else(|| format!("there is no value of `{name}`"))?;
        number::value(term).map_err(|why| format!("the value of `{name}`: {why}"))
    };
    inputs.iter().map(value).collect()
}

/// The value of a name in `((x v) …)` or `((define-fun x () Real v) …)`.
fn value_in<'t>(list: &'t SmtTerm, name: &str) -> Option<&'t SmtTerm> {
    let SmtTerm::List(pairs) = list else { return None };
    let is = |term: &SmtTerm, word: &str| matches!(term, SmtTerm::Word(w) if w == word);
    pairs.iter().find_map(|pair| match pair {
        SmtTerm::List(parts) => match parts.as_slice() {
            [x, value] if is(x, name) => Some(value),
            [define, x, _, _, value] if is(define, "define-fun") && is(x, name) => Some(value),
            _ => None,
        },
        SmtTerm::Word(_) => None,
    })
}

/// The terms of a text that are complete.
pub(super) fn terms(text: &str) -> Vec<SmtTerm> {
    let mut open: Vec<Vec<SmtTerm>> = vec![Vec::new()];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '(' | ')' => 1,
            _ => word_length(rest, first),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '(' if open.len() > DEEPEST => break,
            '(' => open.push(Vec::new()),
            ')' => match (open.pop(), open.last_mut()) {
                (Some(list), Some(outer)) => outer.push(SmtTerm::List(list)),
                // More ends than beginnings: what came before still counts.
                (list, _) => return list.unwrap_or_default(),
            },
            ';' => {}
            _ => open
                .last_mut()
                .expect("invariant: the outermost list is never closed")
                .push(SmtTerm::Word(token.trim_matches('|').into())),
        }
        rest = after.trim_start();
    }
    open.into_iter().next().unwrap_or_default()
}

/// Bytes of the word, quotation or comment at the beginning of a text.
fn word_length(text: &str, first: char) -> usize {
    let through = |end: char| text[1..].find(end).map_or(text.len(), |at| 1 + at + end.len_utf8());
    match first {
        '"' | '|' => through(first),
        ';' => through('\n'),
        // cvc5 writes roots of polynomials as <p, (a, b)>.
        '<' if text[1..].starts_with(|c: char| c.is_ascii_digit() || "(-x".contains(c)) => through('>'),
        _ => text
            .find(|c: char| c.is_whitespace() || "()\";".contains(c))
            .unwrap_or(text.len()),
    }
}
