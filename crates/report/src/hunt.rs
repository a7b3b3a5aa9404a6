//! The end of a hunt as plain text: the worst first, then what is not acceptable, then where errors are large.

use crate::words;
use suite::hex;
use suite::hunt::{HuntCell, HuntPoint, HuntReport};

/// Failing inputs and cells that are shown.
const FAILURES: usize = 5;
const CELLS: usize = 5;

/// A hunt for a terminal.
pub fn hunt_report(report: &HuntReport) -> String {
    let mut out = headline(report);
    out += &report
        .worst
        .as_ref()
        .map_or_else(String::new, |p| at("largest error", p));
    if let Some(nearest) = report.nearest.as_ref().filter(|p| report.worst.as_ref() != Some(*p)) {
        out += &at("most margins", nearest);
    }
    out += &failures(report);
    out += &cells(report);
    out += &closing(report);
    out
}

/// What the hunt comes to, in one line.
pub fn headline(report: &HuntReport) -> String {
    let worst = report
        .worst
        .as_ref()
        .map_or_else(|| "no answer could be judged".into(), error);
    let failed = match report.failed {
        0 => "every answer is acceptable".to_string(),
        1 => "1 answer is not acceptable".into(),
        n => format!("{n} answers are not acceptable"),
    };
    let (spec, subject, calls) = (&report.spec, &report.subject.name, report.calls);
    format!("{spec}: {subject} in {calls} calls: {worst}; {failed}\n")
}

/// The error of an answer in words.
pub fn error(point: &HuntPoint) -> String {
    match (point.ulps, point.margins) {
        (Some(ulps), Some(margins)) => {
            format!(
                "{} ulps, {} of the margin",
                words::short(ulps),
                words::percentage(margins)
            )
        }
        _ => "no number where one is due".into(),
    }
}

fn at(label: &str, point: &HuntPoint) -> String {
    let inputs: Vec<String> = point
        .inputs
        .iter()
        .map(|input| format!("{} = {} ({})", input.name, input.decimal, hex::format(input.hex.0)))
        .collect();
    format!(
        "  {label:<14}{} at {}\n  {:<14}{}\n",
        error(point),
        inputs.join(", "),
        "answered",
        words::observed(&point.observed)
    )
}

fn failures(report: &HuntReport) -> String {
    let mut out = String::new();
    for failure in report.failures.iter().take(FAILURES) {
        let result = &failure.result;
        out += &format!("\n✗ {}: {}\n", words::inputs(&failure.test), result.reason);
        out += &format!("    answered   {}\n", words::observed(&result.observed));
        if let Some(ulps) = &result.error_ulps {
            out += &format!("    error      {ulps} ulps\n");
        }
    }
    if report.failures.len() > FAILURES {
        out += &format!(
            "\n… and {} more places, in the report\n",
            report.failures.len() - FAILURES
        );
    }
    out
}

/// The cells with the largest errors.
fn cells(report: &HuntReport) -> String {
    let mut ranked: Vec<&HuntCell> = report.cells.iter().filter(|cell| cell.ulps.is_some()).collect();
    ranked.sort_by(|a, b| b.ulps.unwrap_or(0.0).total_cmp(&a.ulps.unwrap_or(0.0)));
    let mut out = "\nWhere errors are largest:\n".to_string();
    for cell in ranked.into_iter().take(CELLS) {
        out += &format!(
            "  {:>9} ulps  {} from {} to {} ({} calls)\n",
            words::short(cell.ulps.unwrap_or(0.0)),
            cell.argument,
            hex::decimal(cell.lo.0),
            hex::decimal(cell.hi.0),
            cell.calls
        );
    }
    out
}

fn closing(report: &HuntReport) -> String {
    let mut out = String::new();
    if report.unjudged > 0 {
        out += &format!(
            "\n{} calls say nothing: the real value could not be enclosed finely enough there.\n",
            report.unjudged
        );
    }
    if !report.is_whole() {
        out += &format!("\nThe hunt ended early: {}.\n", report.ended);
    }
    out += &format!(
        "\nThe largest error that was found, not the largest that there is: seed {}, again with\n  {}\n",
        report.seed, report.command
    );
    out
}
