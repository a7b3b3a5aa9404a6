//! The page that lists several functions, each with a page of its own.

use super::{operators, pieces};
use crate::escape;
use maud::{Markup, html};
use suite::cover::CoverReport;

/// One function of the list.
#[derive(Clone, Debug)]
pub struct CoverEntry<'a> {
    /// Path of its page from this one.
    pub address: String,
    /// What was found.
    pub report: &'a CoverReport,
}

/// The page as HTML. It is the same for the same data.
pub fn cover_index(title: &str, entries: &[CoverEntry]) -> String {
    let heads = ["sides", "covered", "infeasible", "unreached", "inputs"];
    let tool = entries.first().map_or("", |entry| &entry.report.tool);
    let contents = html! {
        (pieces::bar(title, None, [("functions", "Functions")].into_iter()))
        main {
            h1 id="top" { (title) }
            section id="functions" {
                h2 { "Functions" }
                div class="scroll" {
                    table class="counts sortable" {
                        thead { tr { th { "function" } th { "file" } (operators::heads(&heads)) } }
                        tbody { @for entry in entries { (row(entry)) } }
                    }
                }
            }
        }
    };
    pieces::document(title, tool, &contents)
}

fn row(entry: &CoverEntry) -> Markup {
    let CoverEntry { address, report } = entry;
    let counts = report.summary;
    let cells = [
        counts.total,
        counts.covered,
        counts.infeasible,
        counts.unreached,
        report.inputs.len() as u64,
    ];
    html! {
        tr {
            th { a href=(escape::path(address)) { (report.function) } }
            td { (pieces::code(&report.file)) }
            (operators::numbers(&cells))
        }
    }
}
