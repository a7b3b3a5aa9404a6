//! Ends, reasons and values of tests, in words.

use crate::words::{count, observed};
use suite::learn::{BreachKind, ContractRecord, LearnEnd, LearnReport, LearnTest, WhyTested};
use suite::{Hex, hex};

/// How it ended, in one sentence.
pub(super) fn ending(report: &LearnReport) -> String {
    let tests = count(report.counts.tests as usize, "test");
    match report.end {
        LearnEnd::Violation => format!("violated, found by test {}", report.counts.tests),
        LearnEnd::Converged { covered, change } => format!(
            "no violation found in {tests}: the models have converged on {:.1} % of the domain (mean change {change:.1e}); \
             this is no proof",
            100.0 * covered
        ),
        LearnEnd::Budget { .. } => format!("no violation found in {tests}, which were all that were allowed"),
        LearnEnd::Exhausted => format!("no violation found in {tests}: no further input was found that is allowed"),
        LearnEnd::Interrupted => format!("interrupted after {tests}, no violation found so far"),
        LearnEnd::Kept => "this input keeps the contract".into(),
        LearnEnd::Undecided => "whether this input keeps the contract cannot be decided".into(),
        LearnEnd::NotRequired => "the contract says nothing about this input".into(),
    }
}

/// What a breach adds to a condition that fails.
pub(super) fn meaning(breach: BreachKind) -> &'static str {
    match breach {
        BreachKind::False => "",
        BreachKind::Undefined => " (has no value here: NaN is no number)",
        BreachKind::NoOutput => " (there is no output)",
    }
}

/// Why a test was made.
pub(super) fn reason(why: WhyTested) -> &'static str {
    match why {
        WhyTested::Start => "one of the first tests",
        WhyTested::Explore => "a test where little was known",
        WhyTested::Model => "a model broke the contract there",
        WhyTested::Random => "a random test",
        WhyTested::Shrink => "simpler than another",
        WhyTested::Given => "the input that was given",
    }
}

/// The values of an input by name.
pub(super) fn input(contract: &ContractRecord, test: &LearnTest) -> String {
    named(contract.inputs.iter().map(|i| i.name.as_str()), &test.input)
}

/// The outputs by name, or why there are none.
pub(super) fn outputs(contract: &ContractRecord, test: &LearnTest) -> String {
    match &test.ended {
        Some(end) => observed(end),
        None => named(contract.outputs.iter().map(String::as_str), &test.outputs),
    }
}

fn named<'a>(names: impl Iterator<Item = &'a str>, values: &[Hex]) -> String {
    let each = names
        .zip(values)
        .map(|(name, y)| format!("{name} = {}", hex::decimal(y.0)));
    each.collect::<Vec<_>>().join(", ")
}
