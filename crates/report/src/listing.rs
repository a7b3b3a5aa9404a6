//! The source of functions with the branches of each line, for text and pages.

use std::ops::RangeInclusive;
use suite::cover::{BranchRecord, CoverReport, FunctionLines};

/// Pairs of sides that stand beside one line; more of them go below.
pub(crate) const PAIRS: usize = 3;

/// One function.
pub(crate) struct Listing<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its file.
    pub file: &'a str,
    /// Its first line.
    pub first: u32,
    /// Its lines; none if the file cannot be shown.
    pub rows: Vec<ListingRow<'a>>,
    /// Branches of it that stand on none of these lines: macros of other files, what the compiler made up.
    pub elsewhere: Vec<&'a BranchRecord>,
}

/// One line.
pub(crate) struct ListingRow<'a> {
    /// Its number, from 1.
    pub number: u32,
    /// Its text, without the end of the line.
    pub text: &'a str,
    /// Its branches, by column.
    pub branches: Vec<&'a BranchRecord>,
}

/// The functions in scope, each with its source. `sources` are the texts of the files, by name.
pub(crate) fn listings<'a>(report: &'a CoverReport, sources: &'a [(String, String)]) -> Vec<Listing<'a>> {
    report.functions.iter().map(|f| listing(report, f, sources)).collect()
}

/// A line of a file.
pub(crate) fn line<'a>(sources: &'a [(String, String)], file: &str, number: u32) -> Option<&'a str> {
    let (_, text) = sources.iter().find(|(name, _)| name == file)?;
    text.lines().nth((number as usize).checked_sub(1)?)
}

fn listing<'a>(report: &'a CoverReport, lines: &'a FunctionLines, sources: &'a [(String, String)]) -> Listing<'a> {
    let of_function = report.branches.iter().filter(|b| b.function == lines.function);
    let source = sources.iter().find(|(name, _)| *name == lines.file);
    let text = source.map_or("", |(_, text)| text);
    let rows: Vec<ListingRow> = numbered(text, lines.first..=lines.last)
        .map(|(number, text)| row(report, lines, number, text))
        .collect();
    let is_shown = |branch: &BranchRecord| rows.iter().any(|row| row.branches.iter().any(|b| b.id == branch.id));
    Listing {
        name: &lines.name,
        file: &lines.file,
        first: lines.first,
        elsewhere: of_function.filter(|branch| !is_shown(branch)).collect(),
        rows,
    }
}

/// Those lines of a text that there are: a record may name any others.
fn numbered(text: &str, wanted: RangeInclusive<u32>) -> impl Iterator<Item = (u32, &str)> {
    (1..)
        .zip(text.lines())
        .filter(move |(number, _)| wanted.contains(number))
}

fn row<'a>(report: &'a CoverReport, lines: &FunctionLines, number: u32, text: &'a str) -> ListingRow<'a> {
    let here = |b: &&BranchRecord| b.function == lines.function && b.file == lines.file && b.line == number;
    let mut branches: Vec<&BranchRecord> = report.branches.iter().filter(here).collect();
    branches.sort_by_key(|branch| (branch.column, branch.id));
    ListingRow { number, text, branches }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lines_that_there_are_are_listed() {
        let shown = |first, last| numbered("one\ntwo\nthree\n", first..=last).collect::<Vec<_>>();
        assert_eq!(shown(2, u32::MAX), [(2, "two"), (3, "three")]);
        assert_eq!(shown(0, 1), [(1, "one")]);
        assert_eq!(shown(3, 2), []);
    }
}
