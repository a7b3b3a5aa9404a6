//! The source of functions with the branches of each line, for text and pages.

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
    pub rows: Vec<Row<'a>>,
    /// Branches of it that stand on none of these lines: macros of other files, what the compiler made up.
    pub elsewhere: Vec<&'a BranchRecord>,
}

/// One line.
pub(crate) struct Row<'a> {
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
    let rows: Vec<Row> = (lines.first..=lines.last)
        .filter_map(|number| Some(row(report, lines, number, line(sources, &lines.file, number)?)))
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

fn row<'a>(report: &'a CoverReport, lines: &FunctionLines, number: u32, text: &'a str) -> Row<'a> {
    let here = |b: &&BranchRecord| b.function == lines.function && b.file == lines.file && b.line == number;
    let mut branches: Vec<&BranchRecord> = report.branches.iter().filter(here).collect();
    branches.sort_by_key(|branch| (branch.column, branch.id));
    Row { number, text, branches }
}
