//! The page that lists several functions, each with a page of its own.

use super::{html, operators};
use crate::escape;
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
    let rows: String = entries.iter().map(row).collect();
    let heads = ["sides", "covered", "infeasible", "unreached", "inputs"];
    let heads: String = heads
        .iter()
        .map(|head| format!("<th class=\"n\">{head}</th>"))
        .collect();
    let tool = entries.first().map_or("", |entry| &entry.report.tool);
    html::head(title)
        + &html::bar(title, None, [("functions", "Functions")].into_iter())
        + &format!(
            "<main><h1 id=\"top\">{}</h1><section id=\"functions\"><h2>Functions</h2><div class=\"scroll\">\
             <table class=\"counts sortable\"><thead><tr><th>function</th><th>file</th>{heads}</tr></thead>\
             <tbody>{rows}</tbody></table></div></section></main>",
            escape::html(title)
        )
        + &html::foot(tool)
}

fn row(entry: &CoverEntry) -> String {
    let CoverEntry { address, report } = entry;
    let counts = report.summary;
    let cells = [
        counts.total,
        counts.covered,
        counts.infeasible,
        counts.unreached,
        report.inputs.len() as u64,
    ];
    let cells: String = cells.iter().map(|n| operators::cell(*n)).collect();
    format!(
        "<tr><th><a href=\"{}\">{}</a></th><td><code>{}</code></td>{cells}</tr>",
        escape::path(address),
        escape::html(&report.function),
        escape::html(&report.file)
    )
}
