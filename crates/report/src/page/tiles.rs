//! Summary tiles: the counts that matter, at a glance.

use super::{View, pieces};
use crate::words;
use maud::{Markup, Render, html};
use suite::{CheckReport, MutantCounts, SubjectRecord, TestCounts, VerdictCounts};

pub(super) fn tiles(view: &View) -> Markup {
    let summary = &view.suite.summary;
    let tests = tile("tests", summary.tests.total, "tests", &kinds(&summary.tests));
    let mutants = mutants(&summary.total);
    match view.check {
        Some(check) => html! {
            (row(&html! { (tests) (verdicts(&check.summary)) }))
            (row(&mutants))
            (subject(check))
        },
        None => row(&html! { (tests) (mutants) }),
    }
}

/// A row of tiles.
pub(super) fn row(tiles: &Markup) -> Markup {
    html! { div class="tiles" { (tiles) } }
}

pub(super) fn tile(class: &str, value: impl Render, label: impl Render, note: &str) -> Markup {
    html! {
        div class={ "tile " (class) } { b { (value) } span { (label) } small { (note) } }
    }
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

pub(super) fn mutants(counts: &MutantCounts) -> Markup {
    let grouped = |n: u64| words::grouped(n as usize);
    let rows = [
        ("killed", counts.killed, "a test provably tells it from the original"),
        ("equivalent", counts.equivalent, "proved that no test can"),
        ("duplicate", counts.duplicate, "the same function as another mutant"),
        ("undecided", counts.undecided, "neither was proved"),
    ];
    html! {
        (tile("made", grouped(counts.made), "mutants", "faults that were tried"))
        @for (class, n, note) in rows {
            (tile(class, grouped(n), pieces::signed(sign(class), class), note))
        }
        (tile("decided", decided(counts), "decided", "mutants with a proof"))
    }
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

pub(super) fn verdicts(counts: &VerdictCounts) -> Markup {
    let rows = [
        ("ok", "✓", counts.ok, "provably acceptable"),
        ("ko", "✗", counts.ko, "provably not acceptable"),
        ("uncertain", "~", counts.uncertain, "neither could be proved"),
    ];
    html! { @for (class, sign, n, note) in rows { (counted(class, sign, n, note)) } }
}

/// A tile for a count of this class, quiet if it is 0.
pub(super) fn counted(class: &str, sign: &str, n: u64, note: &str) -> Markup {
    tile(&quiet(class, n), n, pieces::signed(sign, class), note)
}

/// The class of a tile with this count.
pub(super) fn quiet(class: &str, n: u64) -> String {
    let zero = if n == 0 { " zero" } else { "" };
    format!("{class}{zero}")
}

/// The code under test, how it was built, and whether a wrong one would have been noticed.
fn subject(check: &CheckReport) -> Markup {
    let mut rows = build(&check.subject);
    rows.push(("Canary", canary(check)));
    rows.extend(check.random.as_ref().map(|random| {
        let (counts, seed) = (random.summary, random.seed);
        let text = format!(
            "{} of {} run, {} ok, {} ko, {} uncertain (seed {seed})",
            counts.total, random.asked, counts.ok, counts.ko, counts.uncertain
        );
        ("Random tests", text.render())
    }));
    definitions(&rows)
}

/// Code under test and how it was built, as far as that is known.
pub(super) fn build(subject: &SubjectRecord) -> Vec<(&'static str, Markup)> {
    let code = |text: &str| match text {
        "" => Markup::default(),
        text => pieces::code(text),
    };
    let mut rows = vec![
        ("Subject", code(&subject.name)),
        ("Signature", code(&subject.signature)),
        ("Built with", subject.tool.render()),
        (
            "Commands",
            html! { @for line in &subject.build { (pieces::command(line)) } },
        ),
        ("Floating point", subject.floating_point.join(", ").render()),
    ];
    rows.retain(|(_, value)| !value.0.is_empty());
    rows
}

fn canary(check: &CheckReport) -> Markup {
    let canary = &check.canary;
    let is_caught = canary.caught > 0;
    html! {
        (pieces::caught(is_caught)) " by "
        @if is_caught { (canary.caught) } @else { "any" }
        " of " (words::count(canary.tests as usize, "test")) ": " (pieces::prose(&canary.description))
    }
}

/// A list of names and values.
pub(super) fn definitions(rows: &[(&str, Markup)]) -> Markup {
    html! {
        dl { @for (name, value) in rows { div { dt { (name) } dd { (value) } } } }
    }
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
