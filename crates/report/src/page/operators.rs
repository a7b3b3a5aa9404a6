//! Mutants by operator and status, with a bar per row.

use super::pieces;
use crate::escape;
use maud::{Markup, html};
use suite::{MutantCounts, Suite};

pub(super) fn table(suite: &Suite) -> Markup {
    let summary = &suite.summary;
    if summary.total.made == 0 {
        return Markup::default();
    }
    let link = |operator: &str| html! { a href={ "#operator=" (escape::uri(operator)) } { (operator) } };
    html! {
        div class="scroll" {
            table class="counts" {
                thead {
                    tr {
                        th { "operator" }
                        (heads(&["made", "killed", "equivalent", "duplicate", "undecided"]))
                        th class="wide" { "share" }
                    }
                }
                tbody { @for row in &summary.operators { (line(&link(&row.operator), &row.counts)) } }
                tfoot { (line(&html! { "all" }, &summary.total)) }
            }
        }
        p class="legend" { (legend()) }
    }
}

/// Headings of columns with numbers.
pub(super) fn heads(names: &[&str]) -> Markup {
    html! { @for name in names { th class="n" { (name) } } }
}

/// Colours and patterns of the statuses, in words.
pub(super) fn legend() -> Markup {
    html! {
        @for (n, status) in ["killed", "equivalent", "duplicate", "undecided"].iter().enumerate() {
            @if n > 0 { " " }
            span { i class=(status) {} " " (status) }
        }
    }
}

fn line(name: &Markup, counts: &MutantCounts) -> Markup {
    html! {
        tr { th { (name) } (numbers(&counts.columns())) td class="wide" { (shares(counts)) } }
    }
}

/// Cells with numbers.
pub(super) fn numbers(cells: &[u64]) -> Markup {
    html! {
        @for n in cells { td class=(if *n == 0 { "n zero" } else { "n" }) { (n) } }
    }
}

pub(super) fn shares(counts: &MutantCounts) -> Markup {
    pieces::shares(&[
        ("killed", counts.killed),
        ("equivalent", counts.equivalent),
        ("duplicate", counts.duplicate),
        ("undecided", counts.undecided),
    ])
}
