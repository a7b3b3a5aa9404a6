//! The page that lists several specifications, each with a page of its own.

use super::{operators, pieces, tiles};
use crate::{escape, words};
use maud::{Markup, Render, html};
use suite::{CampaignSummary, CheckReport, MutantCounts, Suite, Verdict, VerdictCounts};

/// All specifications of a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Index<'a> {
    /// What to call them together.
    pub title: &'a str,
    /// How the campaign went, if that is known.
    pub campaign: Option<&'a CampaignSummary>,
    /// The specifications.
    pub entries: &'a [IndexEntry<'a>],
}

/// One specification.
#[derive(Clone, Copy, Debug)]
pub struct IndexEntry<'a> {
    /// Path of its page from this one.
    pub address: &'a str,
    /// Its suite.
    pub suite: &'a Suite,
    /// What a subject did with its tests, if one was tried.
    pub check: Option<&'a CheckReport>,
}

/// The page as HTML. It is the same for the same data.
pub fn index(index: &Index) -> String {
    let parts = [("summary", "Summary"), ("specs", "Specifications")];
    let contents = html! {
        (pieces::bar(index.title, None, parts.into_iter()))
        main {
            h1 id="top" { (index.title) }
            section id="summary" { h2 { "Summary" } (totals(index)) (campaign(index)) }
            section id="specs" { h2 { "Specifications" } (table(index.entries)) }
        }
    };
    let tool = index.entries.first().map_or("", |entry| &entry.suite.tool);
    pieces::document(index.title, tool, &contents)
}

fn totals(index: &Index) -> Markup {
    let mut counts = MutantCounts::default();
    let mut tests = 0;
    for entry in index.entries {
        entry.suite.mutants.iter().for_each(|mutant| counts.add(mutant.status));
        tests += entry.suite.tests.len();
    }
    let first = html! {
        (tiles::tile("specs", index.entries.len(), "specifications", ""))
        (tiles::tile("tests", words::grouped(tests), "tests", ""))
        (verdicts(index))
    };
    html! { (tiles::row(&first)) (tiles::row(&tiles::mutants(&counts))) }
}

fn verdicts(index: &Index) -> Markup {
    let results = index
        .entries
        .iter()
        .filter_map(|entry| entry.check)
        .flat_map(|check| &check.results);
    let counts = VerdictCounts::of(results.map(|result| result.verdict));
    html! { @if counts.total > 0 { (tiles::verdicts(&counts)) } }
}

fn campaign(index: &Index) -> Markup {
    index.campaign.map_or_else(Markup::default, |campaign| {
        let seconds = campaign.milliseconds as f64 / 1000.0;
        let machine = &campaign.machine;
        tiles::definitions(&[
            ("Outcome", campaign.outcome.render()),
            ("Command", pieces::code(&campaign.command)),
            (
                "Time",
                format!("{seconds:.2} s on {} threads", machine.threads).render(),
            ),
            ("Machine", format!("{} {}", machine.os, machine.arch).render()),
        ])
    })
}

fn table(entries: &[IndexEntry]) -> Markup {
    let heads = ["tests", "mutants", "killed", "equivalent", "duplicate", "undecided"];
    html! {
        div class="scroll" {
            table class="counts sortable" {
                thead {
                    tr {
                        th { "specification" }
                        (operators::heads(&heads))
                        th class="wide" { "share" }
                        th { "verdicts" }
                    }
                }
                tbody { @for entry in entries { (row(entry)) } }
            }
        }
    }
}

fn row(entry: &IndexEntry) -> Markup {
    let counts = &entry.suite.summary.total;
    html! {
        tr {
            th { a href=(escape::path(entry.address)) { (entry.suite.spec.name) } }
            (operators::numbers(&[entry.suite.summary.tests.total]))
            (operators::numbers(&counts.columns()))
            td class="wide" { (operators::shares(counts)) }
            td {
                @match entry.check {
                    Some(check) => (worst(&check.summary)),
                    None => (pieces::verdict_or_dash(None)),
                }
            }
        }
    }
}

/// The worst verdict, with its count.
fn worst(counts: &VerdictCounts) -> Markup {
    let (n, verdict) = match counts {
        VerdictCounts { ko: n @ 1.., .. } => (n, Verdict::Ko),
        VerdictCounts { uncertain: n @ 1.., .. } => (n, Verdict::Uncertain),
        VerdictCounts { ok: n, .. } => (n, Verdict::Ok),
    };
    html! { (n) " " (pieces::verdict(verdict)) }
}
