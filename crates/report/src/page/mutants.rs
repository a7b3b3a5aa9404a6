//! Every mutant: what it is, what became of it and why, which tests kill it, and what they say about the subject.

use super::{View, html, test_link};
use crate::{escape, words};
use suite::{MutantEvidence, MutantRecord};

/// Tests that are named in a row; the rest is counted.
const NAMED: usize = 3;

pub(super) fn list(view: &View) -> String {
    if view.suite.mutants.is_empty() {
        return String::new();
    }
    let heading = if view.check.is_some() { "<th>verdict</th>" } else { "" };
    let mut out = filters(view);
    out += "<div class=\"scroll tall\"><table class=\"mutants\"><thead><tr>\
     <th>mutant</th><th>objective</th><th>status</th>";
    out += &format!("<th>fault and evidence</th><th>killed by</th>{heading}</tr></thead>");
    for group in view.suite.mutants.chunk_by(|a, b| a.operator == b.operator) {
        out += &format!("<tbody data-o=\"{}\">\n", escape::html(&group[0].operator));
        group.iter().for_each(|mutant| out += &row(mutant, view));
        out += "</tbody>";
    }
    out + "</table></div>"
}

/// Shown by the script, which makes it work.
fn filters(view: &View) -> String {
    let operators = view.suite.summary.operators.iter().map(|row| option(&row.operator));
    let statuses = words::STATUSES.map(|status| option(words::status(status).word));
    format!(
        "<form class=\"filter\" hidden><label>operator <select name=\"operator\">\
         <option value=\"\">all</option>{}</select></label> \
         <label>status <select name=\"status\"><option value=\"\">all</option>{}</select></label> \
         <label>text <input name=\"filter\" type=\"search\" autocomplete=\"off\" size=\"14\"></label> \
          <output></output></form>",
        operators.collect::<String>(),
        statuses.concat()
    )
}

fn option(text: &str) -> String {
    format!("<option>{}</option>", escape::html(text))
}

/// End tags that HTML lets one leave out are left out: there may be ten thousand rows.
fn row(mutant: &MutantRecord, view: &View) -> String {
    let status = words::status(mutant.status);
    format!(
        "<tr class=\"{}\"><th>{}<td>{}<td><i>{}</i> {}<td>{}<small>{}</small><td>{}{}\n",
        status.word,
        escape::html(&mutant.id),
        escape::html(&mutant.objective),
        status.sign,
        status.word,
        html::prose(&mutant.description),
        escape::html(&reason(&mutant.evidence)),
        killers(mutant),
        verdict(mutant, view)
    )
}

/// The test of a kill stands in the next column.
fn reason(evidence: &MutantEvidence) -> String {
    match evidence {
        MutantEvidence::Kill { how, .. } => words::how(*how).into(),
        other => words::evidence(other),
    }
}

fn killers(mutant: &MutantRecord) -> String {
    let ids = &mutant.killed_by;
    let mut named: Vec<String> = ids.iter().take(1).map(|id| test_link(id)).collect();
    named.extend(ids.iter().take(NAMED).skip(1).map(|id| escape::html(id)));
    match ids.len().saturating_sub(NAMED) {
        0 => named.join(" "),
        more => format!("{} +{more}", named.join(" ")),
    }
}

/// The worst verdict of the tests that kill it: these would have noticed this fault.
fn verdict(mutant: &MutantRecord, view: &View) -> String {
    if view.check.is_none() {
        return String::new();
    }
    let worst = words::worst(mutant.killed_by.iter().filter_map(|id| view.verdict(id)));
    worst.map(words::verdict).map_or("<td>".into(), |v| {
        format!("<td class=\"{}\"><i>{}</i> {}", v.word, v.sign, v.word)
    })
}
