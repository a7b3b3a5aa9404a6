//! Source lines with the sides of their branches in the margin. A mark leads to its input or to the reason why there is
//! none, and shows it on hover.

use crate::listing::{Listing, ListingRow, PAIRS};
use crate::page::pieces::code;
use crate::{escape, words};
use maud::{Markup, html};
use suite::cover::{BranchRecord, CoverReport, SideRecord};

/// One function.
pub(super) fn listing(report: &CoverReport, listing: &Listing) -> Markup {
    html! {
        h3 { (listing.name) " " small { (listing.file) ":" (listing.first) } }
        @if listing.rows.is_empty() {
            p { "The source cannot be read, or is not as it was when it was compiled." }
        } @else {
            div class="scroll" {
                table class="source" {
                    tbody { @for line in &listing.rows { (row(report, listing.file, line)) } }
                }
            }
        }
        (elsewhere(report, &listing.elsewhere))
    }
}

/// What the marks mean.
pub(super) fn legend() -> Markup {
    let marks = [
        ("covered", "✓", "covered"),
        ("infeasible", "∅", "proved infeasible"),
        ("unreached", "✗", "unreached"),
    ];
    html! {
        p class="legend" {
            @for (class, sign, meaning) in marks {
                span { b class={ "side " (class) } { (sign) } " " (meaning) }
            }
            span { "T, F: the comparison is true, or false; one pair for each comparison of the line" }
        }
    }
}

fn row(report: &CoverReport, file: &str, row: &ListingRow) -> Markup {
    let mut sides = row.branches.iter().flat_map(|b| [&b.when_true, &b.when_false]);
    let is_open = sides.any(|side| matches!(side, SideRecord::Unreached { .. }));
    html! {
        tr class=[is_open.then_some("unreached")] id=(line_anchor(file, row.number)) {
            th { (row.number) }
            td {
                @for (n, branch) in row.branches.iter().enumerate() {
                    @if n > 0 && n.is_multiple_of(PAIRS) { br; }
                    (pair(report, branch))
                }
            }
            td { (code(row.text)) }
        }
    }
}

/// Both sides of a branch.
fn pair(report: &CoverReport, branch: &BranchRecord) -> Markup {
    html! {
        span class="pair" { (mark(report, branch, true)) (mark(report, branch, false)) }
    }
}

fn mark(report: &CoverReport, branch: &BranchRecord, truth: bool) -> Markup {
    let side = if truth { &branch.when_true } else { &branch.when_false };
    let badge = words::side(side);
    let (target, what) = match side {
        SideRecord::Covered { by } => (input_anchor(by), format!("covered by {}", input(report, by))),
        _ => (
            side_anchor(branch.id, truth),
            format!("{}: {}", badge.word, words::why_open(side)),
        ),
    };
    let title = format!("column {}, {} is {truth}: {what}", branch.column, branch.condition);
    html! {
        a class={ "side " (badge.word) } href={ "#" (target) } title=(title) {
            (if truth { "T" } else { "F" }) (badge.sign)
        }
    }
}

/// An input with its numbers and what was observed.
fn input(report: &CoverReport, id: &str) -> String {
    let found = report.inputs.iter().find(|input| input.id == id);
    found.map_or(id.into(), |input| {
        format!("{id}: {} → {}", words::values(&input.values), words::outcome(input))
    })
}

fn elsewhere(report: &CoverReport, branches: &[&BranchRecord]) -> Markup {
    if branches.is_empty() {
        return Markup::default();
    }
    html! {
        p { "Branches that stand on none of these lines:" }
        ul class="elsewhere" {
            @for branch in branches {
                li {
                    (pair(report, branch)) " " (code(&branch.condition)) " "
                    small { (branch.file) ":" (branch.line) ":" (branch.column) }
                }
            }
        }
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
