//! Traceability: from the requirement over objectives and mutants to tests and verdicts, and back.

use super::{View, operators, pieces, test_link, tiles};
use crate::{csv, escape, words};
use maud::{Markup, Render, html};
use std::collections::{BTreeMap, HashMap};
use suite::{MutantRecord, Orphan, Status, Suite, Test, Verdict, VerdictCounts};

/// A larger table is not carried inside the page.
const CSV_LIMIT: usize = 1_200_000;

pub(super) fn trace(view: &View) -> Markup {
    html! {
        (requirement(view.suite))
        h3 { "From requirement to verdict" }
        (forward(view))
        p {
            "Each single mutant with its tests and their verdicts stands "
            a href="#mutants" { "in the list of mutants" } "."
        }
        h3 { "From verdict to requirement" }
        (backward(view))
        h3 { "Orphans" }
        (orphans(view.suite))
        (download(view))
    }
}

fn requirement(suite: &Suite) -> Markup {
    let spec = &suite.spec;
    let ranges: Vec<String> = spec.arguments.iter().map(words::range).collect();
    tiles::definitions(&[
        ("Requirement", html! { b { (spec.name) } }),
        ("Accuracy", words::accuracy(&spec.accuracy).render()),
        ("Domain", ranges.join(", ").render()),
        ("Outside it", words::policy(spec).render()),
        ("Result", words::format(spec.output).render()),
    ])
}

/// What an objective comes to.
#[derive(Default)]
struct ObjectiveTrace {
    mutants: usize,
    killed: usize,
    undecided: usize,
    tests: usize,
    verdicts: VerdictCounts,
}

fn objectives<'a>(view: &View<'a>) -> BTreeMap<&'a str, ObjectiveTrace> {
    let mut all: BTreeMap<&str, ObjectiveTrace> = BTreeMap::new();
    for mutant in &view.suite.mutants {
        let entry = all.entry(&mutant.objective).or_default();
        entry.mutants += 1;
        entry.killed += usize::from(mutant.status == Status::Killed);
        entry.undecided += usize::from(mutant.status == Status::Undecided);
    }
    for test in &view.suite.tests {
        for objective in &test.objectives {
            let entry = all.entry(objective).or_default();
            entry.tests += 1;
            view.verdict(&test.id)
                .into_iter()
                .for_each(|verdict| entry.verdicts.add(verdict));
        }
    }
    all
}

fn forward(view: &View) -> Markup {
    html! {
        div class="scroll" {
            table class="counts" {
                thead {
                    tr {
                        th { "requirement" } th { "objective" }
                        (operators::heads(&["mutants", "killed", "undecided", "tests"]))
                        th { "verdicts" }
                    }
                }
                tbody {
                    @for (objective, entry) in objectives(view) {
                        tr {
                            td { (view.suite.spec.name) }
                            th { a href={ "#filter=" (escape::uri(objective)) } { (objective) } }
                            @for n in [entry.mutants, entry.killed, entry.undecided, entry.tests] {
                                td class="n" { (n) }
                            }
                            td { (tally(entry.verdicts)) }
                        }
                    }
                }
            }
        }
    }
}

/// Verdicts that occur, with their counts.
fn tally(counts: VerdictCounts) -> Markup {
    let mut rows = vec![
        (counts.ok, Verdict::Ok),
        (counts.ko, Verdict::Ko),
        (counts.uncertain, Verdict::Uncertain),
    ];
    rows.retain(|(n, _)| *n > 0);
    html! {
        @if rows.is_empty() { span class="none" { "no check" } }
        @for (i, (n, verdict)) in rows.into_iter().enumerate() {
            @if i > 0 { " · " }
            (n) " " (pieces::verdict(verdict))
        }
    }
}

fn backward(view: &View) -> Markup {
    let operators: HashMap<&str, &str> = view
        .suite
        .mutants
        .iter()
        .map(|m| (m.id.as_str(), m.operator.as_str()))
        .collect();
    html! {
        div class="scroll tall" {
            table class="counts" {
                thead {
                    tr {
                        th { "verdict" } th { "test" } th { "kind" } th class="n" { "kills" }
                        th { "of operators" } th { "for objectives" } th { "requirement" }
                    }
                }
                tbody {
                    @for test in &view.suite.tests {
                        tr {
                            td { (pieces::verdict_or_dash(view.verdict(&test.id))) }
                            th { (test_link(&test.id)) }
                            td { (test.kind.name()) }
                            td class="n" { (test.kills.len()) }
                            td { (by_operator(test, &operators)) }
                            td { (test.objectives.join(", ")) }
                            td { (view.suite.spec.name) }
                        }
                    }
                }
            }
        }
    }
}

/// How many mutants of each operator a test kills.
pub(super) fn by_operator(test: &Test, operators: &HashMap<&str, &str>) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for id in &test.kills {
        *counts
            .entry(operators.get(id.as_str()).copied().unwrap_or("unknown"))
            .or_default() += 1;
    }
    let each = counts.iter().map(|(operator, n)| format!("{operator} {n}"));
    each.collect::<Vec<_>>().join(", ")
}

fn orphans(suite: &Suite) -> Markup {
    let named: Vec<Orphan> = suite.orphans();
    let missing: Vec<&MutantRecord> = suite.mutants.iter().filter(|m| open(m)).collect();
    if named.is_empty() && missing.is_empty() {
        return html! {
            p {
                "No orphans: every killed mutant has a test, every test kills a mutant or has an objective, "
                "and every other mutant has a proof."
            }
        };
    }
    html! {
        ul class="orphans" {
            @for orphan in &named {
                @match orphan {
                    Orphan::Mutant(id) => li { "mutant " (pieces::code(id)) ": killed, but no test is named" },
                    Orphan::Test(id) => li { "test " (test_link(id)) ": kills nothing and has no objective" },
                }
            }
            @for mutant in &missing {
                li { "mutant " (pieces::code(&mutant.id)) ": undecided, so that no test stands for it" }
            }
        }
    }
}

fn open(mutant: &MutantRecord) -> bool {
    mutant.status == Status::Undecided
}

fn download(view: &View) -> Markup {
    let table = escape::uri(&csv::traceability(view.suite, view.check));
    let command = "lydian report DIR --format csv";
    html! {
        @if table.len() > CSV_LIMIT {
            p { "The matrix as a table: " (pieces::code(command)) }
        } @else {
            p {
                a class="button" download="traceability.csv" href={ "data:text/csv;charset=utf-8," (table) } {
                    "Download as CSV"
                }
            }
        }
    }
}
