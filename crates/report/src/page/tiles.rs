//! Summary tiles: the counts that matter, at a glance.

use super::{View, html};
use crate::{escape, words};
use suite::{CheckReport, MutantCounts, SubjectRecord, TestCounts, VerdictCounts};

pub(super) fn tiles(view: &View) -> String {
    let summary = &view.suite.summary;
    let tests = tile("tests", summary.tests.total, "tests", &kinds(&summary.tests));
    let mutants = mutants(&summary.total);
    match view.check {
        Some(check) => rows(&[tests + &verdicts(&check.summary), mutants]) + &subject(check),
        None => rows(&[tests + &mutants]),
    }
}

/// Rows of tiles.
pub(super) fn rows(rows: &[String]) -> String {
    rows.iter()
        .map(|tiles| format!("<div class=\"tiles\">{tiles}</div>"))
        .collect()
}

pub(super) fn tile(class: &str, value: impl ToString, label: &str, note: &str) -> String {
    format!(
        "<div class=\"tile {class}\"><b>{}</b><span>{label}</span><small>{note}</small></div>",
        value.to_string()
    )
}

fn kinds(tests: &TestCounts) -> String {
    let kinds = [
        (tests.normal, "normal"),
        (tests.robustness, "robustness"),
        (tests.structural, "structural"),
    ];
    let given = kinds
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, kind)| format!("{n} {kind}"));
    given.collect::<Vec<_>>().join(", ")
}

pub(super) fn mutants(counts: &MutantCounts) -> String {
    let grouped = |n: u64| words::grouped(n as usize);
    let rows = [
        ("killed", counts.killed, "a test provably tells it from the original"),
        ("equivalent", counts.equivalent, "proved that no test can"),
        ("duplicate", counts.duplicate, "the same function as another mutant"),
        ("undecided", counts.undecided, "neither was proved"),
    ];
    let mut out = tile("made", grouped(counts.made), "mutants", "faults that were tried");
    for (class, n, note) in rows {
        out += &tile(class, grouped(n), &format!("<i>{}</i> {class}", sign(class)), note);
    }
    out + &tile("decided", decided(counts), "decided", "mutants with a proof")
}

fn sign(class: &str) -> &'static str {
    let badges = words::STATUSES.map(words::status);
    badges
        .iter()
        .find(|badge| badge.word == class)
        .map_or("", |badge| badge.sign)
}

/// Never rounded up to everything.
fn decided(counts: &MutantCounts) -> String {
    if counts.made == 0 {
        return "–".into();
    }
    let tenths = (counts.made - counts.undecided) * 1000 / counts.made;
    match (tenths / 10, tenths % 10) {
        (whole, 0) => format!("{whole} %"),
        (whole, tenth) => format!("{whole}.{tenth} %"),
    }
}

pub(super) fn verdicts(counts: &VerdictCounts) -> String {
    let rows = [
        ("ok", counts.ok, "provably acceptable"),
        ("ko", counts.ko, "provably not acceptable"),
        ("uncertain", counts.uncertain, "neither could be proved"),
    ];
    let signs = ["✓", "✗", "~"];
    let tiles = rows.iter().zip(signs).map(|((class, n, note), sign)| {
        let quiet = if *n == 0 { " zero" } else { "" };
        tile(&format!("{class}{quiet}"), n, &format!("<i>{sign}</i> {class}"), note)
    });
    tiles.collect()
}

/// The code under test, how it was built, and whether a wrong one would have been noticed.
fn subject(check: &CheckReport) -> String {
    let mut rows = build(&check.subject);
    rows.push(("Canary", canary(check)));
    rows.extend(check.random.as_ref().map(|random| {
        let (counts, seed) = (random.summary, random.seed);
        let text = format!(
            "{} of {} run, {} ok, {} ko, {} uncertain (seed {seed})",
            counts.total, random.asked, counts.ok, counts.ko, counts.uncertain
        );
        ("Random tests", text)
    }));
    definitions(&rows)
}

/// Code under test and how it was built, as far as that is known.
pub(super) fn build(subject: &SubjectRecord) -> Vec<(&'static str, String)> {
    let code = |text: &str| match text {
        "" => String::new(),
        text => format!("<code>{}</code>", escape::html(text)),
    };
    let mut rows = vec![
        ("Subject", code(&subject.name)),
        ("Signature", code(&subject.signature)),
        ("Built with", escape::html(&subject.tool)),
        ("Commands", lines(&subject.build)),
        ("Floating point", escape::html(&subject.floating_point.join(", "))),
    ];
    rows.retain(|(_, value)| !value.is_empty());
    rows
}

fn canary(check: &CheckReport) -> String {
    let canary = &check.canary;
    let caught = if canary.caught > 0 {
        format!(
            "{} by {} of {}",
            html::caught(true),
            canary.caught,
            words::count(canary.tests as usize, "test")
        )
    } else {
        format!(
            "{} by any of {}",
            html::caught(false),
            words::count(canary.tests as usize, "test")
        )
    };
    format!("{caught}: {}", html::prose(&canary.description))
}

fn lines(commands: &[String]) -> String {
    let each = commands
        .iter()
        .map(|line| format!("<code class=\"line\">{}</code>", escape::html(line)));
    each.collect()
}

/// A list of names and values, the values as HTML.
pub(super) fn definitions(rows: &[(&str, String)]) -> String {
    let each = rows
        .iter()
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{value}</dd></div>"));
    format!("<dl>{}</dl>", each.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn almost_all_is_not_all() {
        let counts = |made, undecided| MutantCounts {
            made,
            undecided,
            ..Default::default()
        };
        assert_eq!(decided(&counts(0, 0)), "–");
        assert_eq!(decided(&counts(100_000, 1)), "99.9 %");
        assert_eq!(decided(&counts(7, 0)), "100 %");
    }
}
