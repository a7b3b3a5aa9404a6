//! Mutants by operator and status, with a bar per row.

use super::html;
use crate::escape;
use suite::{MutantCounts, Suite};

pub(super) fn table(suite: &Suite) -> String {
    let summary = &suite.summary;
    if summary.total.made == 0 {
        return String::new();
    }
    let heads = ["made", "killed", "equivalent", "duplicate", "undecided"];
    let mut out = String::from("<div class=\"scroll\"><table class=\"counts\"><thead><tr><th>operator</th>");
    heads
        .iter()
        .for_each(|head| out += &format!("<th class=\"n\">{head}</th>"));
    out += "<th class=\"wide\">share</th></tr></thead><tbody>";
    for row in &summary.operators {
        let name = escape::html(&row.operator);
        out += &line(
            &format!("<a href=\"#operator={}\">{name}</a>", escape::uri(&row.operator)),
            &row.counts,
        );
    }
    out += "</tbody><tfoot>";
    out += &line("all", &summary.total);
    out + "</tfoot></table></div>" + &format!("<p class=\"legend\">{LEGEND}</p>")
}

/// Colours and patterns of the statuses, in words.
pub(super) const LEGEND: &str = "<span><i class=\"killed\"></i> killed</span> \
    <span><i class=\"equivalent\"></i> equivalent</span> <span><i class=\"duplicate\"></i> duplicate</span> \
    <span><i class=\"undecided\"></i> undecided</span>";

fn line(name: &str, counts: &MutantCounts) -> String {
    let cells = [
        counts.made,
        counts.killed,
        counts.equivalent,
        counts.duplicate,
        counts.undecided,
    ];
    let cells: String = cells.iter().map(|n| cell(*n)).collect();
    format!(
        "<tr><th>{name}</th>{cells}<td class=\"wide\">{}</td></tr>",
        shares(counts)
    )
}

pub(super) fn cell(n: u64) -> String {
    match n {
        0 => "<td class=\"n zero\">0</td>".into(),
        n => format!("<td class=\"n\">{n}</td>"),
    }
}

pub(super) fn shares(counts: &MutantCounts) -> String {
    html::shares(&[
        ("killed", counts.killed),
        ("equivalent", counts.equivalent),
        ("duplicate", counts.duplicate),
        ("undecided", counts.undecided),
    ])
}
