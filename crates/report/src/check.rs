//! The end of a check as plain text: what failed first, in full; then counts.

use crate::hunt::hunt_in_check;
use crate::words;
use std::collections::HashMap;
use suite::{
    CheckReport, Expect, MutantRecord, Observed, RandomResults, Suite, Test, TestResult, Verdict, VerdictCounts,
};

/// Failed tests that are shown in full.
const SHOWN: usize = 8;

/// A check for a terminal.
pub fn check_report(suite: &Suite, check: &CheckReport) -> String {
    let mut out = headline(suite, check);
    let bad: Vec<&TestResult> = check.results.iter().filter(|r| r.verdict != Verdict::Ok).collect();
    for result in bad.iter().take(SHOWN) {
        out += &failure(suite, result);
    }
    if bad.len() > SHOWN {
        out += &format!("\n… and {} more, in the report\n", bad.len() - SHOWN);
    }
    out += &lookalikes(suite, check);
    out += &hints(suite, check);
    out += &random(check.random.as_ref());
    out += &check.hunt.as_ref().map_or_else(String::new, |hunt| hunt_in_check(hunt));
    out += &closing(check);
    out
}

fn headline(suite: &Suite, check: &CheckReport) -> String {
    let (name, subject, counts) = (&suite.spec.name, &check.subject, check.summary);
    let mut out = format!(
        "{name}: {} on {} tests: {}\n",
        subject.name,
        counts.total,
        verdicts(counts)
    );
    out += &format!("  {}, built with {}\n", subject.signature, subject.tool);
    for left in &check.left_out {
        out += &format!("  {} was left out: {}\n", left.test, left.reason);
    }
    out
}

/// How many tests ended in which way; of the ways that are not `ok`, those that happened.
fn verdicts(counts: VerdictCounts) -> String {
    let mut parts = vec![format!("{} ok", counts.ok)];
    parts.extend((counts.ko > 0).then(|| format!("{} ko", counts.ko)));
    parts.extend((counts.uncertain > 0).then(|| format!("{} uncertain", counts.uncertain)));
    parts.join(", ")
}

fn failure(suite: &Suite, result: &TestResult) -> String {
    let Some(test) = suite.test(&result.test) else {
        return String::new();
    };
    let verdict = words::verdict(result.verdict);
    let missed = result.missed.as_ref().map_or(String::new(), |m| format!(" ({m})"));
    let mut out = format!(
        "\n{} {} {}{missed}: {}\n",
        verdict.sign, verdict.word, test.id, result.reason
    );
    for (label, text) in lines(suite, test, result) {
        out += &format!("    {label:<11}{text}\n");
    }
    out
}

fn lines(suite: &Suite, test: &Test, result: &TestResult) -> Vec<(&'static str, String)> {
    let mut lines: Vec<(&str, String)> = test
        .inputs
        .iter()
        .enumerate()
        .map(|(n, i)| {
            (
                if n == 0 { "input" } else { "" },
                format!("{} = {}  ({})", i.name, i.decimal, i.hex),
            )
        })
        .collect();
    lines.push(("answer", answer(&result.observed)));
    lines.push(("acceptable", acceptable(test)));
    if let Some(ulps) = &result.error_ulps {
        let relative = result
            .error_relative
            .as_ref()
            .map_or(String::new(), |r| format!(", relative {r}"));
        lines.push(("error", format!("{ulps} ulps{relative}")));
    }
    lines.push(("stands for", stands_for(suite, test)));
    lines.push(("again", result.reproduce.clone()));
    lines
}

fn answer(observed: &Observed) -> String {
    match observed {
        Observed::Value {
            hex, bits, upper: None, ..
        } => format!("{}  ({hex}, bits {bits})", words::observed(observed)),
        _ => words::observed(observed),
    }
}

fn acceptable(test: &Test) -> String {
    let hex = test
        .valid
        .map_or(String::new(), |range| format!("  ({} to {})", range.lo, range.hi));
    format!("{}{hex}", words::expected(test))
}

/// The objectives of a test and the first of its mutants.
fn stands_for(suite: &Suite, test: &Test) -> String {
    let objectives = test.objectives.join(", ");
    let first = test.kills.first().and_then(|id| suite.mutant(id));
    match (first, test.kills.len()) {
        (Some(mutant), 1) => format!("{objectives}: kills {}", named(mutant)),
        (Some(mutant), n) => format!("{objectives}: kills {n} mutants, such as {}", named(mutant)),
        (None, _) => objectives,
    }
}

fn named(mutant: &MutantRecord) -> String {
    format!("{} ({})", mutant.id, mutant.description)
}

fn lookalikes(suite: &Suite, check: &CheckReport) -> String {
    let known: Vec<&MutantRecord> = check.lookalikes.iter().filter_map(|id| suite.mutant(id)).collect();
    if known.is_empty() {
        return String::new();
    }
    let mut out =
        "\nEach of these mutants could have given every answer inside the domain, so the fault may be like it:\n"
            .to_string();
    known.iter().for_each(|mutant| out += &format!("  {}\n", named(mutant)));
    out
}

/// Causes that the results as a whole show, with a remedy for each.
fn hints(suite: &Suite, check: &CheckReport) -> String {
    let known = [
        (is_careless_outside_only(suite, check), OUTSIDE),
        (is_fed_with_doubles(check), SINGLE),
    ];
    let said = known.iter().filter(|(applies, _)| *applies);
    said.map(|(_, hint)| format!("\nHint: {hint}\n")).collect()
}

const OUTSIDE: &str = "only tests outside the domain failed: it answered each of them. If its callers see to the bounds, \
                       say so in the specification: `outside unspecified` (`:out-of-domain unspecified`).";

const SINGLE: &str = "--precision binary32 moves the tests to inputs that single precision has.";

/// Whether all that must be rejected was answered, and all else is fine.
fn is_careless_outside_only(suite: &Suite, check: &CheckReport) -> bool {
    let expect: HashMap<&str, Expect> = suite.tests.iter().map(|t| (t.id.as_str(), t.expect)).collect();
    let must_reject = |r: &&TestResult| expect.get(r.test.as_str()) == Some(&Expect::Reject);
    let (outside, inside): (Vec<&TestResult>, Vec<&TestResult>) = check.results.iter().partition(must_reject);
    let answered = |r: &&TestResult| r.verdict == Verdict::Ko && matches!(r.observed, Observed::Value { .. });
    let random_too = check.random.as_ref().is_some_and(|r| r.summary.ok < r.summary.total);
    let hunt_too = check.hunt.as_ref().is_some_and(|hunt| hunt.failed > 0);
    !random_too
        && !hunt_too
        && !outside.is_empty()
        && !inside.is_empty()
        && outside.iter().all(answered)
        && inside.iter().all(|r| r.verdict == Verdict::Ok)
}

/// Whether an argument in single precision could not take an input.
fn is_fed_with_doubles(check: &CheckReport) -> bool {
    let could_not = |r: &TestResult| matches!(&r.observed, Observed::Broken { how } if how.contains("is no float"));
    check.results.iter().any(could_not)
}

fn random(random: Option<&RandomResults>) -> String {
    let Some(random) = random else {
        return String::new();
    };
    let counts = random.summary;
    if counts.total == 0 {
        return format!(
            "\nRandom tests (seed {}): not one of {} could be run: no input was drawn that satisfies the precondition and \
             has an oracle. They say nothing about the subject.\n",
            random.seed, random.asked
        );
    }
    let mut parts = vec![format!("{} of {} run, {} ok", counts.total, random.asked, counts.ok)];
    parts.extend((random.first_ko).map(|n| format!("{} ko, the first after {n} tests", counts.ko)));
    parts.extend((counts.uncertain > 0).then(|| format!("{} uncertain", counts.uncertain)));
    let skipped = match random.skipped {
        0 => String::new(),
        n => format!("; {n} left out, without an input that satisfies the precondition or without an oracle"),
    };
    format!("\nRandom tests (seed {}): {}{skipped}\n", random.seed, parts.join(", "))
}

fn closing(check: &CheckReport) -> String {
    let canary = &check.canary;
    format!(
        "\nCanary: an implementation that {} was caught by {} of {} tests.\n",
        canary.description, canary.caught, canary.tests
    )
}
