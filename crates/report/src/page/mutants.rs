//! Every mutant: what it is, what became of it and why, which tests kill it, and what they say about the subject.

use super::{View, pieces, test_link};
use crate::words;
use maud::{Markup, html};
use suite::{MutantEvidence, MutantRecord};

/// Tests that are named in a row; the rest is counted.
const NAMED: usize = 3;

pub(super) fn list(view: &View) -> Markup {
    if view.suite.mutants.is_empty() {
        return Markup::default();
    }
    let groups = view.suite.mutants.chunk_by(|a, b| a.operator == b.operator);
    html! {
        (filters(view))
        div class="scroll tall" {
            table class="mutants" {
                thead {
                    tr {
                        th { "mutant" } th { "objective" } th { "status" }
                        th { "fault and evidence" } th { "killed by" }
                        @if view.check.is_some() { th { "verdict" } }
                    }
                }
                @for group in groups {
                    tbody data-o=(group[0].operator) { "\n" @for mutant in group { (row(mutant, view)) } }
                }
            }
        }
    }
}

/// Shown by the script, which makes it work.
fn filters(view: &View) -> Markup {
    let operators = view.suite.summary.operators.iter().map(|row| row.operator.as_str());
    let statuses = words::STATUSES.into_iter().map(|status| words::status(status).word);
    html! {
        form class="filter" hidden {
            label { "operator " (choice("operator", operators)) } " "
            label { "status " (choice("status", statuses)) } " "
            label { "text " input name="filter" type="search" autocomplete="off" size="14"; } " "
            output {}
        }
    }
}

fn choice<'a>(name: &str, options: impl Iterator<Item = &'a str>) -> Markup {
    html! {
        select name=(name) {
            option value="" { "all" }
            @for text in options { option { (text) } }
        }
    }
}

/// End tags that HTML lets one leave out are left out: there may be ten thousand rows.
fn row(mutant: &MutantRecord, view: &View) -> Markup {
    let status = words::status(mutant.status);
    html! {
        tr class=(status.word);
        th; (mutant.id)
        td; (mutant.objective)
        td; (pieces::signed(status.sign, status.word))
        td; (pieces::prose(&mutant.description)) small { (reason(&mutant.evidence)) }
        td; (killers(mutant))
        @if view.check.is_some() { (verdict(mutant, view)) }
        "\n"
    }
}

/// The test of a kill stands in the next column.
fn reason(evidence: &MutantEvidence) -> String {
    match evidence {
        MutantEvidence::Kill { how, .. } => words::how(*how).into(),
        other => words::evidence(other),
    }
}

fn killers(mutant: &MutantRecord) -> Markup {
    let ids = &mutant.killed_by;
    html! {
        @for (n, id) in ids.iter().take(NAMED).enumerate() {
            @if n == 0 { (test_link(id)) } @else { " " (id) }
        }
        @if ids.len() > NAMED { " +" (ids.len() - NAMED) }
    }
}

/// The worst verdict of the tests that kill it: these would have noticed this fault.
fn verdict(mutant: &MutantRecord, view: &View) -> Markup {
    let worst = words::worst(mutant.killed_by.iter().filter_map(|id| view.verdict(id)));
    html! {
        @match worst.map(words::verdict) {
            Some(shown) => { td class=(shown.word); (pieces::signed(shown.sign, shown.word)) }
            None => { td; }
        }
    }
}
