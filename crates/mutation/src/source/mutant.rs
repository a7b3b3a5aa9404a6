//! A mutant of source text: one edit, where it stands, and how it is shown.

use super::operator::SourceOperator;
use std::ops::Range;

/// A copy of a source text with one fault put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceMutant {
    /// `operator-number`, counted from 1 per operator in the order of the file, whatever the scope.
    pub id: String,
    /// The rule that made it.
    pub operator: SourceOperator,
    /// The innermost function around it.
    pub function: Option<String>,
    /// Line of the edit, from 1.
    pub line: usize,
    /// Character in that line, from 1.
    pub column: usize,
    /// The bytes that are replaced.
    pub range: Range<usize>,
    /// What replaces them.
    pub replacement: String,
    /// The fault in words.
    pub description: String,
}

/// The first line in which a mutant differs from its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// Its number, from 1.
    pub line: usize,
    /// The line of the original, trimmed.
    pub before: String,
    /// The line of the mutant, trimmed.
    pub after: String,
}

impl SourceMutant {
    /// The text with the fault in it. A source that is not the one of the mutant comes back as it is where the range does not fit.
    pub fn apply(&self, source: &str) -> String {
        replaced(source, &self.range, &self.replacement).unwrap_or_else(|| source.to_string())
    }

    /// The first line that differs.
    pub fn diff(&self, source: &str) -> Diff {
        let mutant = self.apply(source);
        let same = source.lines().zip(mutant.lines()).take_while(|(a, b)| a == b).count();
        let line = |text: &str| text.lines().nth(same).unwrap_or_default().trim().to_string();
        Diff {
            line: same + 1,
            before: line(source),
            after: line(&mutant),
        }
    }
}

/// A text with a piece of it replaced, if there is such a piece.
fn replaced(source: &str, range: &Range<usize>, replacement: &str) -> Option<String> {
    let (before, after) = (source.get(..range.start)?, source.get(range.end..)?);
    source.get(range.clone())?;
    Some([before, replacement, after].concat())
}

/// A mutant before it is counted.
#[derive(Clone, Debug)]
pub(crate) struct TextEdit {
    pub operator: SourceOperator,
    pub function: Option<String>,
    pub range: Range<usize>,
    pub replacement: String,
    pub description: String,
}

/// An edit up to what gives the same text: the longest common beginning of both texts, then the longest common end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CanonicalEdit {
    start: usize,
    removed: usize,
    inserted: Vec<u8>,
}

impl CanonicalEdit {
    /// The texts are the same.
    pub fn is_nothing(&self) -> bool {
        self.removed == 0 && self.inserted.is_empty()
    }
}

impl TextEdit {
    pub fn canonical(&self, source: &str) -> CanonicalEdit {
        let old = &source.as_bytes()[self.range.start..];
        let tail = &source.as_bytes()[self.range.end..];
        let new = || self.replacement.as_bytes().iter().chain(tail);
        let length = self.replacement.len() + tail.len();
        let same = old.iter().zip(new()).take_while(|(a, b)| a == b).count();
        // Both texts end with the tail, so only what is before it has to be compared.
        let most = old.len().min(length) - same;
        let ends = old.iter().rev().zip(new().rev()).take(most).skip(tail.len());
        let end = most.min(tail.len()) + ends.take_while(|(a, b)| a == b).count();
        CanonicalEdit {
            start: self.range.start + same,
            removed: old.len() - same - end,
            inserted: new().skip(same).take(length - same - end).copied().collect(),
        }
    }

    pub fn numbered(self, count: usize, places: &LineStarts) -> SourceMutant {
        let (line, column) = places.of_byte(self.range.start);
        SourceMutant {
            id: format!("{}-{count}", self.operator.name()),
            operator: self.operator,
            function: self.function,
            line,
            column,
            range: self.range,
            replacement: self.replacement,
            description: self.description,
        }
    }
}

/// Where lines begin, to tell places to people.
pub(crate) struct LineStarts<'a> {
    source: &'a str,
    lines: Vec<usize>,
}

impl<'a> LineStarts<'a> {
    pub fn of(source: &'a str) -> Self {
        let starts = source.match_indices('\n').map(|(at, _)| at + 1);
        LineStarts {
            source,
            lines: std::iter::once(0).chain(starts).collect(),
        }
    }

    /// Line and column of a byte, both from 1.
    pub fn of_byte(&self, byte: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|&start| start <= byte);
        let start = self.lines[line - 1];
        let column = self.source.get(start..byte).map_or(0, |text| text.chars().count());
        (line, column + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(range: Range<usize>, replacement: &str) -> TextEdit {
        TextEdit {
            operator: SourceOperator::Constant,
            function: None,
            range,
            replacement: replacement.to_string(),
            description: String::new(),
        }
    }

    #[test]
    fn edits_with_the_same_text_are_the_same() {
        let source = "a = aab;\nb";
        // Dropping either `a` gives the same text.
        assert_eq!(edit(4..5, "").canonical(source), edit(5..6, "").canonical(source));
        assert_eq!(edit(4..7, "ab").canonical(source), edit(5..6, "").canonical(source));
        assert!(edit(4..7, "aab").canonical(source).is_nothing());
        assert_ne!(edit(4..5, "b").canonical(source), edit(5..6, "b").canonical(source));
    }

    #[test]
    fn a_diff_shows_the_first_line_that_differs() {
        let source = "one\n  two;\nthree";
        let mutant = edit(6..9, "2").numbered(3, &LineStarts::of(source));
        assert_eq!((mutant.id.as_str(), mutant.line, mutant.column), ("constant-3", 2, 3));
        let diff = mutant.diff(source);
        assert_eq!(
            (diff.line, diff.before.as_str(), diff.after.as_str()),
            (2, "two;", "2;")
        );
        assert_eq!(mutant.apply("é"), "é");
    }
}
