//! Marks for tests. Each shape is written once and used by name, so that thousands of tests stay small.

use crate::learn::{input, outputs};
use maud::{Markup, html};
use std::collections::HashSet;
use suite::learn::{ContractRecord, LearnReport, LearnTest, WhyTested};

/// Why a test has its mark. Shapes differ, not only colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    Why(WhyTested),
    First,
    Simplest,
}

struct TestMark {
    kind: MarkKind,
    name: &'static str,
    path: &'static str,
    meaning: &'static str,
}

const DISC: &str = "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0z";
const SQUARE: &str = "M-3-3h6v6h-6z";

const MARKS: [TestMark; 8] = [
    mark(
        MarkKind::Why(WhyTested::Start),
        "start",
        SQUARE,
        "one of the first tests",
    ),
    mark(
        MarkKind::Why(WhyTested::Explore),
        "explore",
        DISC,
        "where little was known",
    ),
    mark(
        MarkKind::Why(WhyTested::Model),
        "model",
        "M-4.5 3.5 0-4.5 4.5 3.5z",
        "where a model broke the contract",
    ),
    mark(MarkKind::Why(WhyTested::Random), "random", DISC, "at random"),
    mark(
        MarkKind::Why(WhyTested::Shrink),
        "simpler",
        DISC,
        "simpler than another",
    ),
    mark(MarkKind::Why(WhyTested::Given), "given", DISC, "as it was given"),
    mark(MarkKind::First, "first", "M0-10 10 0 0 10-10 0z", "the first violation"),
    mark(
        MarkKind::Simplest,
        "simplest",
        "M-6-6 6 6M6-6-6 6",
        "the simplest violation",
    ),
];

const fn mark(kind: MarkKind, name: &'static str, path: &'static str, meaning: &'static str) -> TestMark {
    TestMark {
        kind,
        name,
        path,
        meaning,
    }
}

/// The shapes, to stand once on the page. Where one is used, it takes the colours of that place.
pub(super) fn shapes() -> Markup {
    html! {
        svg class="shapes" width="0" height="0" aria-hidden="true" {
            defs {
                @for TestMark { name, path, .. } in &MARKS {
                    g id={ "w-" (name) } class={ "shape " (name) } {
                        path class="halo" d=(path) {}
                        path d=(path) {}
                    }
                }
            }
        }
    }
}

/// Tests with words on hover at most; beyond, only the violation has them.
const TITLES: usize = 300;

/// Characters of these words at most.
const TITLE: usize = 200;

/// The tests of a picture, the violation above the others. `place` gives shares from the left and from the top.
pub(super) fn marks(report: &LearnReport, place: impl Fn(&LearnTest) -> Option<(f64, f64)>) -> Markup {
    let mut seen = HashSet::new();
    let titled = report.tests.len() <= TITLES;
    let title = |test: &LearnTest| title(&report.contract, test);
    html! {
        @for test in &report.tests {
            @if let Some(at) = place(test).map(MarkPlace::new) {
                @if titled || seen.insert((at.clone(), name(MarkKind::Why(test.why)))) {
                    (used(MarkKind::Why(test.why), &at, titled.then(|| title(test))))
                }
            }
        }
        @for (kind, test) in violation(report) {
            @if let Some(at) = place(test).map(MarkPlace::new) { (used(kind, &at, Some(title(test)))) }
        }
    }
}

/// Where a mark stands, as it is written: marks at the same place cannot be told apart.
#[derive(Clone, PartialEq, Eq, Hash)]
struct MarkPlace {
    x: String,
    y: String,
}

impl MarkPlace {
    /// Shares from the left and from the top.
    fn new((x, y): (f64, f64)) -> MarkPlace {
        let percent = |share: f64| format!("{:.1}%", 100.0 * share);
        MarkPlace {
            x: percent(x),
            y: percent(y),
        }
    }
}

fn violation(report: &LearnReport) -> Vec<(MarkKind, &LearnTest)> {
    let found = report.violation.as_ref();
    found.map_or(vec![], |found| {
        vec![(MarkKind::First, &found.first), (MarkKind::Simplest, &found.test)]
    })
}

/// A mark, with words on hover.
fn used(kind: MarkKind, at: &MarkPlace, title: Option<String>) -> Markup {
    html! {
        use href={ "#w-" (name(kind)) } x=(at.x) y=(at.y) {
            @if let Some(title) = title { title { (title) } }
        }
    }
}

fn name(kind: MarkKind) -> &'static str {
    MARKS.iter().find(|mark| mark.kind == kind).map_or("", |mark| mark.name)
}

fn title(contract: &ContractRecord, test: &LearnTest) -> String {
    let text = format!("{} → {}", input(contract, test), outputs(contract, test));
    // Arrays have too many numbers for all of them.
    let brief: String = text.chars().take(TITLE).collect();
    let rest = if brief.len() < text.len() { "…" } else { "" };
    brief + rest
}

/// What the marks mean that occur.
pub(super) fn legend(report: &LearnReport) -> Markup {
    let found = violation(report);
    let occurs = |mark: &&TestMark| match mark.kind {
        MarkKind::Why(why) => report.tests.iter().any(|test| test.why == why),
        kind => found.iter().any(|(known, _)| *known == kind),
    };
    let middle = MarkPlace::new((0.5, 0.5));
    html! {
        span class="legend" {
            @for mark in MARKS.iter().filter(occurs) {
                span { svg class="sample" { (used(mark.kind, &middle, None)) } " " (mark.meaning) }
            }
        }
    }
}
