//! The end of a hunt as plain text: the worst first, then what is not acceptable, then where errors are large.
//!
//! Where a subject was compared with another program, the words are about differences: nobody knows who is right.

use crate::words;
use suite::hunt::{HuntBefore, HuntCell, HuntPath, HuntPoint, HuntReport};
use suite::{InputRecord, Observed, RandomFailure, hex};

/// Failing inputs and cells that are shown.
const FAILURES: usize = 5;
const CELLS: usize = 5;

/// A hunt for a terminal.
pub fn hunt_report(report: &HuntReport) -> String {
    headline(report)
        + "\n"
        + &points(report)
        + &before(report)
        + &findings(report)
        + &cells(report)
        + &paths(report)
        + &closing(report)
}

/// The hunt after the tests of a suite, as a part of the report about them.
pub(crate) fn hunt_in_check(report: &HuntReport) -> String {
    let subject = format!("{}: {} in ", report.spec, report.subject.name);
    let head = headline(report);
    let head = head.strip_prefix(&subject).unwrap_or(&head);
    let silent = silent(report) + &early(report);
    format!("\nHunt (seed {}): {head}\n", report.seed) + &points(report) + &findings(report) + &silent
}

/// What the hunt comes to, in one line.
pub fn headline(report: &HuntReport) -> String {
    let (spec, subject, calls) = (&report.spec, &report.subject.name, report.calls);
    let worst = match (&report.worst, &report.reference) {
        (None, _) => return format!("{spec}: {subject} in {calls} calls: no answer could be judged"),
        (Some(point), None) => error(point),
        (Some(point), Some(_)) => difference(point),
    };
    let rest = match (report.failed, report.unjudged) {
        _ if report.reference.is_some() => beyond(report),
        (0, 0) => "; every answer is acceptable".into(),
        (0, _) => "; every answer that could be judged is acceptable".into(),
        (1, _) => "; 1 answer is not acceptable".into(),
        (n, _) => format!("; {n} answers are not acceptable"),
    };
    match &report.reference {
        None => format!("{spec}: {subject} in {calls} calls: {worst}{rest}"),
        Some(other) => format!("{subject} and {} in {calls} calls: {worst}{rest}", other.name),
    }
}

/// How many answers differ by more than they may, if that was said.
fn beyond(report: &HuntReport) -> String {
    let Some(bound) = &report.bound else {
        return String::new();
    };
    let bound = words::accuracy(bound);
    match report.failed {
        0 => format!("; none differs by more than {bound}"),
        1 => format!("; 1 answer differs by more than {bound}"),
        n => format!("; {n} answers differ by more than {bound}"),
    }
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
        _ if is_number(&point.observed) => "further off than can be measured".into(),
        _ => "no number where one is due".into(),
    }
}

fn is_number(observed: &Observed) -> bool {
    matches!(observed, Observed::Value { hex, .. } if hex.0.is_finite())
}

/// Whether both answers are numbers.
fn are_numbers(point: &HuntPoint) -> bool {
    is_number(&point.observed) && point.reference.as_ref().is_some_and(is_number)
}

/// The difference of two answers in words.
fn difference(point: &HuntPoint) -> String {
    match point.ulps {
        Some(0.0) => "no difference".into(),
        Some(ulps) => format!("they differ by up to {} ulps", words::short(ulps)),
        None if are_numbers(point) => "they differ by more than can be measured".into(),
        None => "one answers with a number and the other does not".into(),
    }
}

/// How far off an answer is, in a few words.
pub(crate) fn brief(point: &HuntPoint) -> String {
    match (point.ulps, &point.reference) {
        (_, None) => error(point),
        (Some(ulps), Some(_)) => format!("{} ulps", words::short(ulps)),
        (None, Some(_)) if are_numbers(point) => "more than can be measured".into(),
        (None, Some(_)) => "a number and none".into(),
    }
}

/// The points that are told of: the largest error, and the one nearest to the margin where that is another.
pub(crate) fn told(report: &HuntReport) -> impl Iterator<Item = (&'static str, &HuntPoint)> {
    let label = match report.reference {
        None => "largest error",
        Some(_) => "differ most",
    };
    let nearest = report.nearest.as_ref().filter(|p| report.worst.as_ref() != Some(*p));
    let worst = report.worst.iter().map(move |point| (label, point));
    let simple = report.simple.iter().map(|point| ("nearly so", point));
    worst.chain(simple).chain(nearest.map(|point| ("most margins", point)))
}

/// What an earlier version came to, and where the two are better or worse than each other.
fn before(report: &HuntReport) -> String {
    let Some(before) = &report.before else {
        return String::new();
    };
    let mut out = format!("\nBefore: {}\n", headline(&before.hunt)) + &points(&before.hunt);
    out += &before_and_after(before)
        .map(|(label, point)| at(label, point))
        .collect::<String>();
    out + &changes(report) + "\n"
}

/// Each of two versions where the other is worst.
pub(crate) fn before_and_after(before: &HuntBefore) -> impl Iterator<Item = (&'static str, &HuntPoint)> {
    let there = before.after_there.iter().map(|point| ("now there", point));
    let here = before.before_here.iter().map(|point| ("before, here", point));
    there.chain(here)
}

/// An error has changed if it is this many times as large, or less than the inverse: two hunts on the same program
/// find errors that differ by less.
const CHANGED: f64 = 1.25;

/// In how many cells errors are smaller or larger than before.
pub(crate) fn changes(report: &HuntReport) -> String {
    let Some(before) = &report.before else {
        return String::new();
    };
    let same = |a: &HuntCell, b: &HuntCell| (&a.argument, a.lo, a.hi) == (&b.argument, b.lo, b.hi);
    let pairs = report.cells.iter().filter_map(|cell| {
        let old = before.hunt.cells.iter().find(|old| same(cell, old))?;
        Some((loss(old)?, loss(cell)?))
    });
    let (mut all, mut smaller, mut larger) = (0, 0, 0);
    for (old, new) in pairs {
        all += 1;
        smaller += usize::from(old > CHANGED * new);
        larger += usize::from(new > CHANGED * old);
    }
    format!("Of {all} cells, errors are smaller than before in {smaller} and larger in {larger}.")
}

/// The largest error of a cell; what is no number is infinitely wrong.
fn loss(cell: &HuntCell) -> Option<f64> {
    match (cell.ulps, cell.at) {
        (Some(ulps), _) => Some(ulps),
        (None, Some(_)) => Some(f64::INFINITY),
        (None, None) => None,
    }
}

fn points(report: &HuntReport) -> String {
    told(report).map(|(label, point)| at(label, point)).collect()
}

fn at(label: &str, point: &HuntPoint) -> String {
    let inputs: Vec<String> = point
        .inputs
        .iter()
        .map(|input| format!("{} = {} ({})", input.name, input.decimal, hex::format(input.hex.0)))
        .collect();
    let mut out = format!("  {label:<14}{} at {}\n", brief(point), inputs.join(", "));
    out += &format!("  {:<14}{}\n", "answered", words::observed(&point.observed));
    if let Some(reference) = &point.reference {
        out += &format!("  {:<14}{}\n", "reference", words::observed(reference));
    }
    out
}

/// An answer that is not acceptable.
fn failed(failure: &RandomFailure) -> String {
    let result = &failure.result;
    let mut out = format!("\n✗ {}: {}\n", words::inputs(&failure.test), result.reason);
    out += &format!("    answered   {}\n", words::observed(&result.observed));
    if let Some(ulps) = &result.error_ulps {
        out += &format!("    error      {ulps} ulps\n");
    }
    out
}

/// Answers that are not acceptable, or that differ by more than they may.
fn findings(report: &HuntReport) -> String {
    let failures = report.failures.iter().map(failed);
    let differences = report
        .differences
        .iter()
        .map(|point| format!("\n≠ {}", at("differs by", point).trim_start()));
    let mut out: String = failures.chain(differences).take(FAILURES).collect();
    let places = report.failures.len() + report.differences.len();
    if places > FAILURES {
        out += &format!("\n… and {} more places, in the report\n", places - FAILURES);
    }
    out
}

/// The cells with the largest errors.
fn cells(report: &HuntReport) -> String {
    let mut ranked: Vec<&HuntCell> = report.cells.iter().filter(|cell| cell.ulps.is_some()).collect();
    ranked.sort_by(|a, b| b.ulps.unwrap_or(0.0).total_cmp(&a.ulps.unwrap_or(0.0)));
    ranked.retain(|cell| report.reference.is_none() || cell.ulps != Some(0.0));
    if ranked.is_empty() {
        return String::new();
    }
    let mut out = match report.reference {
        None => "\nWhere errors are largest:\n".to_string(),
        Some(_) => "\nWhere they differ most:\n".into(),
    };
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

/// The worst of every side of a branch that traced inputs take, in the order of the source.
fn paths(report: &HuntReport) -> String {
    let mut out = match report.paths.is_empty() {
        true => return String::new(),
        false => "\nPath by path:\n".to_string(),
    };
    for path in &report.paths {
        let inputs: Vec<String> = path.worst.iter().flat_map(|point| &point.inputs).map(input).collect();
        let error = path.worst.as_ref().map_or_else(|| "nothing judged".into(), brief);
        out += &format!(
            "  {:<24}{error} at {} ({} calls)\n",
            path_name(path),
            inputs.join(", "),
            path.traced
        );
    }
    out
}

fn input(input: &InputRecord) -> String {
    format!("{} = {}", input.name, input.decimal)
}

/// Where a side of a branch is.
pub(crate) fn path_name(path: &HuntPath) -> String {
    let file = path.file.rsplit('/').next().unwrap_or(&path.file);
    format!("{file}:{}:{} {}", path.line, path.column, path.side)
}

/// Calls that say nothing, and why.
pub(crate) fn silent(report: &HuntReport) -> String {
    let why = match report.reference {
        None => "the real value could not be enclosed finely enough there",
        Some(_) => "the reference did not answer there",
    };
    match report.unjudged {
        0 => String::new(),
        n => format!("\n{n} calls say nothing: {why}.\n"),
    }
}

fn early(report: &HuntReport) -> String {
    match report.is_whole() {
        true => String::new(),
        false => format!("\nThe hunt ended early: {}.\n", report.ended),
    }
}

/// What must not be concluded.
pub(crate) fn caution(report: &HuntReport) -> &'static str {
    match report.reference {
        None => "The largest error that was found, not the largest that there is",
        Some(_) => {
            "The largest difference that was found, not the largest that there is, and nothing is proved about either program"
        }
    }
}

fn closing(report: &HuntReport) -> String {
    let mut out = silent(report) + &early(report);
    out += &format!(
        "\n{}: seed {}, again with\n  {}\n",
        caution(report),
        report.seed,
        report.command
    );
    out
}
