//! The end of a check with observed outputs as plain text: what has changed, then counts.

use crate::words;
use suite::observed::ObservedChange;
use suite::{ChangeReport, ObservedSuite};

/// A report for a terminal.
pub fn change_report(suite: &ObservedSuite, report: &ChangeReport) -> String {
    let mut out = format!(
        "{}: {} on {} tests with observed outputs: {} same, {} changed\n",
        suite.function,
        report.subject.name,
        report.results.len(),
        report.same,
        report.changed
    );
    for left in &report.left_out {
        out += &format!("  {} was left out: {}\n", left.test, left.reason);
    }
    for change in report.results.iter().filter(|change| !change.same) {
        out += &changed(suite, change);
    }
    let canary = &report.canary;
    out + &format!(
        "\nThe outputs were observed, not proved: nobody knows whether they were right.\n\
         Canary: an implementation that {} was noticed by {} of {} tests.\n",
        canary.description, canary.caught, canary.tests
    )
}

fn changed(suite: &ObservedSuite, change: &ObservedChange) -> String {
    let inputs = suite
        .tests
        .iter()
        .find(|test| test.id == change.test)
        .map(|test| words::values(&test.inputs));
    format!(
        "\n! changed {}\n    input    {}\n    observed {}\n    now      {}\n    again    {}\n",
        change.test,
        inputs.unwrap_or_default(),
        change.was.decimal,
        words::observed(&change.now),
        change.reproduce
    )
}
