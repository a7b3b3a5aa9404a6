//! Source lines with the sides of their branches in the margin. A mark leads to its input or to the reason why there is
//! none, and shows it on hover.

use crate::listing::{Listing, ListingRow, PAIRS};
use crate::{escape, words};
use suite::cover::{BranchRecord, CoverReport, SideRecord};

/// One function.
pub(super) fn listing(report: &CoverReport, listing: &Listing) -> String {
    let rows: String = listing
        .rows
        .iter()
        .map(|line| row(report, listing.file, line))
        .collect();
    let missing = "<p>The source cannot be read, or is not as it was when it was compiled.</p>";
    let table = match listing.rows.is_empty() {
        true => missing.into(),
        false => format!("<div class=\"scroll\"><table class=\"source\"><tbody>{rows}</tbody></table></div>"),
    };
    format!(
        "<h3>{} <small>{}:{}</small></h3>{table}{}",
        escape::html(listing.name),
        escape::html(listing.file),
        listing.first,
        elsewhere(report, &listing.elsewhere)
    )
}

/// What the marks mean.
pub(super) const LEGEND: &str = "<p class=\"legend\"><span><b class=\"side covered\">✓</b> covered</span>\
    <span><b class=\"side infeasible\">∅</b> proved infeasible</span>\
    <span><b class=\"side unreached\">✗</b> unreached</span>\
    <span>T, F: the comparison is true, or false; one pair for each comparison of the line</span></p>";

fn row(report: &CoverReport, file: &str, row: &ListingRow) -> String {
    let sides = row.branches.iter().flat_map(|b| [&b.when_true, &b.when_false]);
    let is_open = sides.clone().any(|side| matches!(side, SideRecord::Unreached { .. }));
    let class = if is_open { " class=\"unreached\"" } else { "" };
    let marks: Vec<String> = row.branches.iter().map(|branch| pair(report, branch)).collect();
    let marks: Vec<String> = marks.chunks(PAIRS).map(|some| some.concat()).collect();
    format!(
        "<tr{class} id=\"{}\"><th>{}</th><td>{}</td><td><code>{}</code></td></tr>",
        line_anchor(file, row.number),
        row.number,
        marks.join("<br>"),
        escape::html(row.text)
    )
}

/// Both sides of a branch.
fn pair(report: &CoverReport, branch: &BranchRecord) -> String {
    format!(
        "<span class=\"pair\">{}{}</span>",
        mark(report, branch, true),
        mark(report, branch, false)
    )
}

fn mark(report: &CoverReport, branch: &BranchRecord, truth: bool) -> String {
    let side = if truth { &branch.when_true } else { &branch.when_false };
    let badge = words::side(side);
    let (target, what) = match side {
        SideRecord::Covered { by } => (input_anchor(by), format!("covered by {}", input(report, by))),
        _ => (
            side_anchor(branch.id, truth),
            format!("{}: {}", badge.word, words::why_open(side)),
        ),
    };
    format!(
        "<a class=\"side {}\" href=\"#{target}\" title=\"{}\">{}{}</a>",
        badge.word,
        escape::html(&format!(
            "column {}, {} is {truth}: {what}",
            branch.column, branch.condition
        )),
        if truth { "T" } else { "F" },
        badge.sign
    )
}

/// An input with its numbers and what was observed.
fn input(report: &CoverReport, id: &str) -> String {
    let found = report.inputs.iter().find(|input| input.id == id);
    found.map_or(id.into(), |input| {
        format!("{id}: {} → {}", words::values(&input.values), words::outcome(input))
    })
}

fn elsewhere(report: &CoverReport, branches: &[&BranchRecord]) -> String {
    let each = branches.iter().map(|branch| {
        format!(
            "<li>{} <code>{}</code> <small>{}:{}:{}</small></li>",
            pair(report, branch),
            escape::html(&branch.condition),
            escape::html(&branch.file),
            branch.line,
            branch.column
        )
    });
    match each.collect::<String>() {
        list if list.is_empty() => list,
        list => format!("<p>Branches that stand on none of these lines:</p><ul class=\"elsewhere\">{list}</ul>"),
    }
}

/// The id of an input's row.
pub(super) fn input_anchor(id: &str) -> String {
    format!("i-{}", escape::anchor(id))
}

/// The id of a side's row.
pub(super) fn side_anchor(branch: u32, truth: bool) -> String {
    format!("s-{branch}-{truth}")
}

/// The id of a line.
pub(super) fn line_anchor(file: &str, line: u32) -> String {
    format!("l-{}-{line}", escape::anchor(file))
}
