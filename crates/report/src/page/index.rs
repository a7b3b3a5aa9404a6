//! The page that lists several specifications, each with a page of its own.

use super::{html, operators, tiles};
use crate::{escape, words};
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
    let mut out = html::head(index.title);
    out += &html::bar(
        index.title,
        None,
        [("summary", "Summary"), ("specs", "Specifications")].into_iter(),
    );
    out += &format!("<main><h1 id=\"top\">{}</h1>", escape::html(index.title));
    out += &format!(
        "<section id=\"summary\"><h2>Summary</h2>{}{}</section>",
        totals(index),
        campaign(index)
    );
    out += &format!(
        "<section id=\"specs\"><h2>Specifications</h2>{}</section></main>",
        table(index.entries)
    );
    let tool = index.entries.first().map_or("", |entry| &entry.suite.tool);
    out + &html::foot(tool)
}

fn totals(index: &Index) -> String {
    let mut counts = MutantCounts::default();
    let mut tests = 0;
    for entry in index.entries {
        entry.suite.mutants.iter().for_each(|mutant| counts.add(mutant.status));
        tests += entry.suite.tests.len();
    }
    let specs = tiles::tile("specs", index.entries.len(), "specifications", "");
    let tests = tiles::tile("tests", words::grouped(tests), "tests", "");
    tiles::rows(&[specs + &tests + &verdicts(index), tiles::mutants(&counts)])
}

fn verdicts(index: &Index) -> String {
    let results = index
        .entries
        .iter()
        .filter_map(|entry| entry.check)
        .flat_map(|check| &check.results);
    let counts = VerdictCounts::of(results.map(|result| result.verdict));
    if counts.total == 0 {
        String::new()
    } else {
        tiles::verdicts(&counts)
    }
}

fn campaign(index: &Index) -> String {
    index.campaign.map_or(String::new(), |campaign| {
        let seconds = campaign.milliseconds as f64 / 1000.0;
        let machine = &campaign.machine;
        tiles::definitions(&[
            ("Outcome", escape::html(&campaign.outcome)),
            ("Command", format!("<code>{}</code>", escape::html(&campaign.command))),
            ("Time", format!("{seconds:.2} s on {} threads", machine.threads)),
            ("Machine", escape::html(&format!("{} {}", machine.os, machine.arch))),
        ])
    })
}

fn table(entries: &[IndexEntry]) -> String {
    let heads = ["tests", "mutants", "killed", "equivalent", "duplicate", "undecided"];
    let heads: String = heads
        .iter()
        .map(|head| format!("<th class=\"n\">{head}</th>"))
        .collect();
    let rows: String = entries.iter().map(row).collect();
    format!(
        "<div class=\"scroll\"><table class=\"counts sortable\"><thead><tr><th>specification</th>{heads}\
         <th class=\"wide\">share</th>\
         <th>verdicts</th></tr></thead><tbody>{rows}</tbody></table></div>"
    )
}

fn row(entry: &IndexEntry) -> String {
    let counts = &entry.suite.summary.total;
    let tests = entry.suite.summary.tests.total;
    let cells = [
        tests,
        counts.made,
        counts.killed,
        counts.equivalent,
        counts.duplicate,
        counts.undecided,
    ];
    let cells: String = cells.iter().map(|n| operators::cell(*n)).collect();
    format!(
        "<tr><th><a href=\"{}\">{}</a></th>{cells}<td class=\"wide\">{}</td><td>{}</td></tr>",
        escape::path(entry.address),
        escape::html(&entry.suite.spec.name),
        operators::shares(counts),
        entry
            .check
            .map_or(html::verdict_or_dash(None), |check| worst(&check.summary))
    )
}

/// The worst verdict, with its count.
fn worst(counts: &VerdictCounts) -> String {
    let (n, verdict) = match counts {
        VerdictCounts { ko: n @ 1.., .. } => (n, Verdict::Ko),
        VerdictCounts { uncertain: n @ 1.., .. } => (n, Verdict::Uncertain),
        VerdictCounts { ok: n, .. } => (n, Verdict::Ok),
    };
    format!("{n} {}", html::verdict(verdict))
}
