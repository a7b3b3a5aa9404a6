//! The text of the contract, with a mark at each line whose condition is broken.

use crate::page::pieces::code;
use maud::{Markup, html};
use suite::learn::{ClauseRecord, LearnReport};

pub(super) fn listing(report: &LearnReport) -> Markup {
    let contract = &report.contract;
    let broken: &[ClauseRecord] = report.violation.as_ref().map_or(&[], |found| &found.broken);
    if contract.text.is_empty() {
        return Markup::default();
    }
    html! {
        div class="scroll" {
            table class="source contract" {
                tbody {
                    @for (n, text) in contract.text.lines().enumerate() { (row(contract.line + n, text, broken)) }
                }
            }
        }
        @if !broken.is_empty() {
            p class="legend" { span { b class="b ko" { "✗" } " broken by the violation" } }
        }
    }
}

fn row(number: usize, text: &str, broken: &[ClauseRecord]) -> Markup {
    let is_broken = broken.iter().any(|clause| is_of(clause, number));
    html! {
        tr class=[is_broken.then_some("broken")] id=(anchor(number)) {
            th { (number) }
            td { @if is_broken { b class="b ko" title="broken" { "✗" } } }
            td { (code(text)) }
        }
    }
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
