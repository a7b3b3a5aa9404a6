//! One word for one thing: synonyms of the glossary's words, and turns of phrase that readers stumble over, are refused.
//!
//! Text for people is looked at: comments and strings of the sources, and Markdown files.

use crate::tree;
use std::path::Path;

/// What is not written, and what is written instead.
const BANNED: [(&str, &str); 18] = [
    ("test case", "test"),
    ("testcase", "test"),
    ("test-case", "test"),
    ("test suite", "suite"),
    ("system under test", "subject"),
    ("unit under test", "subject"),
    ("implementation under test", "subject"),
    ("counter-example", "counterexample, or witness"),
    ("error bound", "margin, or enclosure"),
    ("ground truth", "real value"),
    ("golden value", "oracle"),
    ("mutation operator", "operator"),
    ("live mutant", "survived, or undecided"),
    ("dead mutant", "killed"),
    (SO_MANY, "this many, or a number"),
    ("whoever", "who"),
    ("there chance it is", "there, chance is used"),
    ("timed out", "hung, or: the budget ended"),
];

/// It is good English before a clause with `that`.
const SO_MANY: &str = "so many";

/// Files that must name what they ban, or speak other programs' language.
const EXEMPT: [&str; 6] = [
    "xtask/src/words.rs",
    "crates/interval/examples/vectors.rs",
    "crates/interval/tests/itf1788/",
    "crates/report/src/junit.rs",
    "crates/report/tests/writers.rs",
    "docs/manual/report.md",
];

/// Every banned word in a source or a Markdown file.
pub fn problems(root: &Path) -> Vec<String> {
    let mut files = tree::files(root, ".md");
    files.extend(tree::files(root, ".rs"));
    files.iter().flat_map(|path| file_problems(root, path)).collect()
}

fn file_problems(root: &Path, path: &Path) -> Vec<String> {
    let name = tree::shown(path, root);
    if EXEMPT.iter().any(|exempt| name.starts_with(exempt)) {
        return Vec::new();
    }
    let text = tree::read(path);
    let lines = text.lines().enumerate();
    lines
        .flat_map(|(index, line)| {
            let found = banned_in(line).into_iter();
            let name = name.clone();
            found.map(move |(word, instead)| format!("{name}:{}: `{word}`; write: {instead}", index + 1))
        })
        .collect()
}

fn banned_in(line: &str) -> Vec<(&'static str, &'static str)> {
    let line = line.to_lowercase();
    let wrong = |word: &str| has_word(&line, word) && !(word == SO_MANY && line.contains(" that"));
    BANNED.into_iter().filter(|(word, _)| wrong(word)).collect()
}

/// Whether a phrase stands in a line, not as a part of longer words.
fn has_word(line: &str, phrase: &str) -> bool {
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    line.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + phrase.len()..]);
        // A plural is the same word.
        let after = after.strip_prefix('s').unwrap_or(after);
        !is_letter(before.chars().next_back()) && !is_letter(after.chars().next())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_found_as_words() {
        assert_eq!(banned_in("/// Two test cases of a kind.").len(), 1);
        assert_eq!(banned_in("so manyfold, testcases_of").len(), 0);
        assert_eq!(banned_in("Whoever asks so many questions").len(), 2);
    }
}
