//! Traceability: from the requirement over objectives and mutants to tests and verdicts, and back.

use super::{View, html, test_link, tiles};
use crate::{csv, escape, words};
use std::collections::{BTreeMap, HashMap};
use suite::{MutantRecord, Orphan, Status, Suite, Test, Verdict, VerdictCounts};

/// A larger table is not carried inside the page.
const CSV_LIMIT: usize = 1_200_000;

pub(super) fn trace(view: &View) -> String {
    let mut out = requirement(view.suite);
    out += "<h3>From requirement to verdict</h3>";
    out += &forward(view);
    out += "<p>Each single mutant with its tests and their verdicts stands \
     <a href=\"#mutants\">in the list of mutants</a>.</p>";
    out += "<h3>From verdict to requirement</h3>";
    out += &backward(view);
    out += "<h3>Orphans</h3>";
    out += &orphans(view.suite);
    out + &download(view)
}

fn requirement(suite: &Suite) -> String {
    let spec = &suite.spec;
    let ranges: Vec<String> = spec.arguments.iter().map(words::range).collect();
    tiles::definitions(&[
        ("Requirement", format!("<b>{}</b>", escape::html(&spec.name))),
        ("Accuracy", escape::html(&words::accuracy(&spec.accuracy))),
        ("Domain", escape::html(&ranges.join(", "))),
        ("Outside it", words::policy(spec).into()),
        ("Result", words::format(spec.output)),
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

fn forward(view: &View) -> String {
    let mut out = String::from(
        "<div class=\"scroll\"><table class=\"counts\"><thead><tr><th>requirement</th><th>objective</th>\
         <th class=\"n\">mutants</th><th class=\"n\">killed</th>\
          <th class=\"n\">undecided</th><th class=\"n\">tests</th>\
         <th>verdicts</th></tr></thead><tbody>",
    );
    let name = escape::html(&view.suite.spec.name);
    for (objective, entry) in objectives(view) {
        let ObjectiveTrace {
            mutants,
            killed,
            undecided,
            tests,
            verdicts,
        } = entry;
        out += &format!(
            "<tr><td>{name}</td><th><a href=\"#filter={}\">{}</a></th>\
             <td class=\"n\">{mutants}</td><td class=\"n\">{killed}</td>\
             <td class=\"n\">{undecided}</td><td class=\"n\">{tests}</td><td>{}</td></tr>",
            escape::uri(objective),
            escape::html(objective),
            tally(verdicts)
        );
    }
    out + "</tbody></table></div>"
}

/// Verdicts that occur, with their counts.
fn tally(counts: VerdictCounts) -> String {
    let rows = [
        (counts.ok, Verdict::Ok),
        (counts.ko, Verdict::Ko),
        (counts.uncertain, Verdict::Uncertain),
    ];
    let shown = rows
        .iter()
        .filter(|row| row.0 > 0)
        .map(|(n, v)| format!("{n} {}", html::verdict(*v)));
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        "<span class=\"none\">no check</span>".into()
    } else {
        shown.join(" · ")
    }
}

fn backward(view: &View) -> String {
    let mut out = String::from(
        "<div class=\"scroll tall\"><table class=\"counts\"><thead><tr><th>verdict</th><th>test</th><th>kind</th>\
         <th class=\"n\">kills</th><th>of operators</th><th>for objectives</th>\
          <th>requirement</th></tr></thead><tbody>",
    );
    let operators: HashMap<&str, &str> = view
        .suite
        .mutants
        .iter()
        .map(|m| (m.id.as_str(), m.operator.as_str()))
        .collect();
    let name = escape::html(&view.suite.spec.name);
    for test in &view.suite.tests {
        out += &format!(
            "<tr><td>{}</td><th>{}</th><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}</td><td>{name}</td></tr>",
            html::verdict_or_dash(view.verdict(&test.id)),
            test_link(&test.id),
            words::kind(test.kind),
            test.kills.len(),
            escape::html(&by_operator(test, &operators)),
            escape::html(&test.objectives.join(", "))
        );
    }
    out + "</tbody></table></div>"
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

fn orphans(suite: &Suite) -> String {
    let named = suite.orphans().into_iter().map(|orphan| match orphan {
        Orphan::Mutant(id) => format!(
            "<li>mutant <code>{}</code>: killed, but no test is named</li>",
            escape::html(&id)
        ),
        Orphan::Test(id) => format!("<li>test {}: kills nothing and has no objective</li>", test_link(&id)),
    });
    let missing = suite.mutants.iter().filter(|m| open(m)).map(|m| {
        format!(
            "<li>mutant <code>{}</code>: undecided, so that no test stands for it</li>",
            escape::html(&m.id)
        )
    });
    let list: String = named.chain(missing).collect();
    if list.is_empty() {
        "<p>No orphans: every killed mutant has a test, every test kills a mutant or has an objective, \
         and every other mutant has a proof.</p>"
            .into()
    } else {
        format!("<ul class=\"orphans\">{list}</ul>")
    }
}

fn open(mutant: &MutantRecord) -> bool {
    mutant.status == Status::Undecided
}

fn download(view: &View) -> String {
    let table = escape::uri(&csv::traceability(view.suite, view.check));
    if table.len() > CSV_LIMIT {
        return "<p>The matrix as a table: <code>lydian report DIR --format csv</code></p>".into();
    }
    format!(
        "<p><a class=\"button\" download=\"traceability.csv\" \
         href=\"data:text/csv;charset=utf-8,{table}\">Download as CSV</a></p>"
    )
}
