//! The text of the contract, with a mark at each line whose condition is broken.

use crate::escape;
use suite::learn::{ClauseRecord, LearnReport};

pub(super) fn listing(report: &LearnReport) -> String {
    let contract = &report.contract;
    let broken: &[ClauseRecord] = report.violation.as_ref().map_or(&[], |found| &found.broken);
    let lines = contract.text.lines().enumerate();
    let rows: String = lines.map(|(n, text)| row(contract.line + n, text, broken)).collect();
    if rows.is_empty() {
        return rows;
    }
    let legend = match broken.is_empty() {
        true => "",
        false => "<p class=\"legend\"><span><b class=\"b ko\">✗</b> broken by the violation</span></p>",
    };
    format!("<div class=\"scroll\"><table class=\"source contract\"><tbody>{rows}</tbody></table></div>{legend}")
}

fn row(number: usize, text: &str, broken: &[ClauseRecord]) -> String {
    let (class, mark) = match broken.iter().any(|clause| is_of(clause, number)) {
        true => (" class=\"broken\"", "<b class=\"b ko\" title=\"broken\">✗</b>"),
        false => ("", ""),
    };
    format!(
        "<tr{class} id=\"{}\"><th>{number}</th><td>{mark}</td><td><code>{}</code></td></tr>",
        anchor(number),
        escape::html(text)
    )
}

/// A condition may be written on several lines.
fn is_of(clause: &ClauseRecord, line: usize) -> bool {
    let lines = clause.text.lines().count().max(1);
    (clause.line..clause.line + lines).contains(&line)
}

/// The id of a line.
pub(super) fn anchor(line: usize) -> String {
    format!("c-{line}")
}
