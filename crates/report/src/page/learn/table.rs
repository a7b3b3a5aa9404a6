//! The first tests as a table, where no picture can show them.

use crate::page::pieces;
use crate::page::plot::brief;
use crate::words;
use maud::{Markup, display, html};
use suite::Hex;
use suite::learn::{LearnReport, LearnTest, WhyTested};

/// Rows and columns that are shown at most.
const ROWS: usize = 40;
const INPUTS: usize = 16;
const OUTPUTS: usize = 8;

pub(super) fn table(report: &LearnReport) -> Markup {
    let contract = &report.contract;
    let inputs = contract.inputs.iter().map(|input| input.name.as_str());
    let outputs = contract.outputs.iter().map(String::as_str);
    let width = contract.outputs.len().clamp(1, OUTPUTS + 1);
    let mut heading = vec!["test", "why"];
    heading.extend(names(inputs, INPUTS));
    heading.extend(names(outputs, OUTPUTS));
    let shown = report.tests.iter().take(ROWS).enumerate();
    let rows: Vec<Markup> = shown.map(|(n, test)| row(n + 1, test, width)).collect();
    html! {
        (pieces::table("tests", &heading, &rows))
        @if !rows.is_empty() {
            p { small { (rows.len()) " of " (words::count(report.counts.tests as usize, "test")) ", rounded." } }
        }
    }
}

/// Names as headings, with dots for those beyond the limit.
fn names<'a>(names: impl Iterator<Item = &'a str>, limit: usize) -> Vec<&'a str> {
    let mut all: Vec<&str> = names.take(limit + 1).collect();
    if all.len() > limit {
        all[limit] = "…";
    }
    all
}

fn row(number: usize, test: &LearnTest, width: usize) -> Markup {
    html! {
        tr {
            th { (number) }
            td { (why(test.why)) }
            (cells(&test.input, INPUTS))
            @match &test.ended {
                Some(end) => { td class="ko" colspan=(width) { (words::observed(end)) } }
                None => (cells(&test.outputs, OUTPUTS)),
            }
        } "\n"
    }
}

fn cells(values: &[Hex], limit: usize) -> Markup {
    html! {
        @for value in values.iter().take(limit) { td title=(display(value)) { (brief(value.0)) } }
        @if values.len() > limit { td { "…" } }
    }
}

/// A word for the reason of a test.
fn why(why: WhyTested) -> &'static str {
    match why {
        WhyTested::Start => "start",
        WhyTested::Explore => "explore",
        WhyTested::Model => "model",
        WhyTested::Random => "random",
        WhyTested::Shrink => "simpler",
        WhyTested::Given => "given",
    }
}
