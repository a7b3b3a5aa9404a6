//! Mutants as JSON of the mutation-testing-elements project (schema version 2), which its viewers show.
//!
//! The source file is the FPCore of the specification; a mutant stands where its text differs.

use crate::words;
use serde_json::{Map, Value, json};
use std::collections::HashSet;
use suite::{MutantRecord, Status, Suite, Test};

/// The mutants of one suite.
pub fn elements(suite: &Suite) -> String {
    elements_all(&[suite])
}

/// The mutants of several suites, a file each. Ids are then preceded by the name of the file.
pub fn elements_all(suites: &[&Suite]) -> String {
    let (mut files, mut test_files) = (Map::new(), Map::new());
    for (suite, name) in suites.iter().zip(file_names(suites)) {
        let prefix = if suites.len() > 1 {
            format!("{name}/")
        } else {
            String::new()
        };
        test_files.insert(format!("{name}.tests"), test_file(suite, &prefix));
        files.insert(name, file(suite, &prefix));
    }
    let report = json!({
        "schemaVersion": "2.0",
        "thresholds": { "high": 100, "low": 80 },
        "framework": { "name": "lydian" },
        "files": files,
        "testFiles": test_files,
    });
    format!("{report}\n")
}

/// A name per suite, all different.
fn file_names(suites: &[&Suite]) -> Vec<String> {
    let mut taken = HashSet::new();
    let mut names = Vec::new();
    for suite in suites {
        let name = &suite.spec.name;
        let numbered = (2..).map(|n| format!("{name}-{n}.fpcore"));
        let free = std::iter::once(format!("{name}.fpcore"))
            .chain(numbered)
            .find(|name| taken.insert(name.clone()));
        names.extend(free);
    }
    names
}

fn file(suite: &Suite, prefix: &str) -> Value {
    let source = &suite.spec.fpcore;
    let mutants: Vec<Value> = suite.mutants.iter().map(|m| mutant(m, source, prefix)).collect();
    json!({ "language": "fpcore", "source": source, "mutants": mutants })
}

fn test_file(suite: &Suite, prefix: &str) -> Value {
    let test = |test: &Test| json!({ "id": format!("{prefix}{}", test.id), "name": words::inputs(test) });
    json!({ "tests": suite.tests.iter().map(test).collect::<Vec<_>>() })
}

fn mutant(mutant: &MutantRecord, source: &str, prefix: &str) -> Value {
    let change = TextChange::between(source, &mutant.fpcore);
    let killers: Vec<String> = mutant.killed_by.iter().map(|id| format!("{prefix}{id}")).collect();
    json!({
        "id": format!("{prefix}{}", mutant.id),
        "mutatorName": mutant.operator,
        "description": mutant.description,
        "replacement": change.replacement,
        "location": { "start": place(source, change.start), "end": place(source, change.end) },
        "status": status(mutant.status),
        "statusReason": format!("{}: {}", words::status(mutant.status).word, words::evidence(&mutant.evidence)),
        "killedBy": killers,
        "coveredBy": killers,
    })
}

/// What these viewers call it. What is proved to need no test is ignored, so that it does not count against the suite.
fn status(status: Status) -> &'static str {
    match status {
        Status::Killed => "Killed",
        Status::Equivalent | Status::Duplicate => "Ignored",
        Status::Undecided => "Survived",
    }
}

/// Bytes of the original that a mutant replaces, and by what.
#[derive(Debug, PartialEq, Eq)]
struct TextChange<'a> {
    start: usize,
    end: usize,
    replacement: &'a str,
}

impl<'a> TextChange<'a> {
    /// The whole text where the two do not differ.
    fn between(original: &str, mutated: &'a str) -> TextChange<'a> {
        let whole = TextChange {
            start: 0,
            end: original.len(),
            replacement: mutated,
        };
        if original == mutated {
            return whole;
        }
        let start = word_start(original, common(original.chars(), mutated.chars()));
        let most = original.len().min(mutated.len()) - start;
        let tail = common(original.chars().rev(), mutated.chars().rev()).min(most);
        let tail = word_end(original, tail);
        match mutated.get(start..mutated.len() - tail) {
            Some(replacement) if original.is_char_boundary(original.len() - tail) => TextChange {
                start,
                end: original.len() - tail,
                replacement,
            },
            _ => whole,
        }
    }
}

/// Bytes that both begin with.
fn common(a: impl Iterator<Item = char>, b: impl Iterator<Item = char>) -> usize {
    a.zip(b).take_while(|(x, y)| x == y).map(|(x, _)| x.len_utf8()).sum()
}

fn is_border(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | '[' | ']')
}

/// Back to the start of the word that contains this place.
fn word_start(text: &str, place: usize) -> usize {
    text[..place].rfind(is_border).map_or(0, |border| {
        border + text[border..].chars().next().map_or(1, char::len_utf8)
    })
}

/// How many bytes after the word remain, where `tail` bytes remained in its middle.
fn word_end(text: &str, tail: usize) -> usize {
    let place = text.len() - tail;
    text.get(place..)
        .map_or(0, |rest| rest.find(is_border).map_or(0, |border| tail - border))
}

/// Line and column of a byte, both from 1.
fn place(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
    json!({ "line": line, "column": column })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(original: &str, mutated: &str, replaced: &str, replacement: &str) {
        let change = TextChange::between(original, mutated);
        assert_eq!(
            (&original[change.start..change.end], change.replacement),
            (replaced, replacement)
        );
        let rebuilt = format!(
            "{}{}{}",
            &original[..change.start],
            change.replacement,
            &original[change.end..]
        );
        assert_eq!(rebuilt, mutated);
    }

    #[test]
    fn a_change_is_whole_words() {
        check("(+ 331.4 x)", "(+ 331.3999 x)", "331.4", "331.3999");
        check("(+ a a)", "(+ a a a)", "a", "a a");
        check("(- (* x x) 1)", "(+ (* x x) 1)", "-", "+");
        check("(f x)", "(f (g x))", "x", "(g x)");
        check("(f (g x))", "(f x)", "(g x)", "x");
        check("(é x)", "(è x)", "é", "è");
        check("same", "same", "same", "same");
        check("", "x", "", "x");
    }

    #[test]
    fn places_count_from_one() {
        assert_eq!(place("ab\ncé d", 6), json!({ "line": 2, "column": 3 }));
        assert_eq!(place("", 0), json!({ "line": 1, "column": 1 }));
    }
}
