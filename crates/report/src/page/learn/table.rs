//! The first tests as a table, where no picture can show them.

use crate::page::html;
use crate::page::plot::brief;
use crate::{escape, words};
use suite::Hex;
use suite::learn::{LearnReport, LearnTest, WhyTested};

/// Rows and columns that are shown at most.
const ROWS: usize = 40;
const INPUTS: usize = 16;
const OUTPUTS: usize = 8;

pub(super) fn table(report: &LearnReport) -> String {
    let contract = &report.contract;
    let inputs = contract.inputs.iter().map(|input| input.name.as_str());
    let outputs = contract.outputs.iter().map(String::as_str);
    let width = contract.outputs.len().clamp(1, OUTPUTS + 1);
    let mut heading = vec!["test".to_string(), "why".into()];
    heading.extend(names(inputs, INPUTS));
    heading.extend(names(outputs, OUTPUTS));
    let shown = report.tests.iter().take(ROWS).enumerate();
    let rows: String = shown.map(|(n, test)| row(n + 1, test, width)).collect();
    let note = match (report.tests.len().min(ROWS), report.counts.tests) {
        (0, _) => String::new(),
        (shown, all) => format!(
            "<p><small>{shown} of {}, rounded.</small></p>",
            words::count(all as usize, "test")
        ),
    };
    html::table("tests", &heading, &rows) + &note
}

/// Names as headings, with dots for those beyond the limit.
fn names<'a>(names: impl Iterator<Item = &'a str>, limit: usize) -> Vec<String> {
    let mut all: Vec<String> = names.take(limit + 1).map(escape::html).collect();
    if all.len() > limit {
        all[limit] = "…".into();
    }
    all
}

fn row(number: usize, test: &LearnTest, width: usize) -> String {
    let outputs = match &test.ended {
        Some(end) => format!(
            "<td class=\"ko\" colspan=\"{width}\">{}</td>",
            escape::html(&words::observed(end))
        ),
        None => cells(&test.outputs, OUTPUTS),
    };
    format!(
        "<tr><th>{number}</th><td>{}</td>{}{outputs}</tr>\n",
        why(test.why),
        cells(&test.input, INPUTS)
    )
}

fn cells(values: &[Hex], limit: usize) -> String {
    let cell = |value: &Hex| format!("<td title=\"{value}\">{}</td>", brief(value.0));
    let rest = if values.len() > limit { "<td>…</td>" } else { "" };
    values.iter().take(limit).map(cell).collect::<String>() + rest
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
