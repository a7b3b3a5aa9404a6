//! Marks for tests. Each shape is written once and used by name, so that thousands of tests stay small.

use crate::escape;
use crate::learn::{input, outputs};
use std::collections::HashSet;
use std::fmt::Write;
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
pub(super) fn shapes() -> String {
    let shape = |mark: &TestMark| {
        format!(
            "<g id=\"w-{0}\" class=\"shape {0}\"><path class=\"halo\" d=\"{1}\"/><path d=\"{1}\"/></g>",
            mark.name, mark.path
        )
    };
    let shapes: String = MARKS.iter().map(shape).collect();
    format!("<svg class=\"shapes\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>{shapes}</defs></svg>")
}

/// Tests with words on hover at most; beyond, only the violation has them.
const TITLES: usize = 300;

/// Characters of these words at most.
const TITLE: usize = 200;

/// The tests of a picture, the violation above the others. `place` gives shares from the left and from the top.
pub(super) fn marks(report: &LearnReport, place: impl Fn(&LearnTest) -> Option<(f64, f64)>) -> String {
    let mut out = String::new();
    let mut seen = HashSet::new();
    let titled = report.tests.len() <= TITLES;
    for test in &report.tests {
        let Some(at) = place(test).map(|at| used(MarkKind::Why(test.why), at)) else {
            continue;
        };
        let title = if titled {
            title(&report.contract, test)
        } else {
            String::new()
        };
        if titled || seen.insert(at.clone()) {
            write!(out, "{at}>{title}</use>").expect("invariant: writing to a string works");
        }
    }
    for (kind, test) in violation(report) {
        if let Some(at) = place(test) {
            out += &format!("{}>{}</use>", used(kind, at), title(&report.contract, test));
        }
    }
    out
}

fn violation(report: &LearnReport) -> Vec<(MarkKind, &LearnTest)> {
    let found = report.violation.as_ref();
    found.map_or(vec![], |found| {
        vec![(MarkKind::First, &found.first), (MarkKind::Simplest, &found.test)]
    })
}

/// The beginning of a mark's element.
fn used(kind: MarkKind, (x, y): (f64, f64)) -> String {
    let name = MARKS.iter().find(|mark| mark.kind == kind).map_or("", |mark| mark.name);
    format!(
        "<use href=\"#w-{name}\" x=\"{:.1}%\" y=\"{:.1}%\"",
        100.0 * x,
        100.0 * y
    )
}

fn title(contract: &ContractRecord, test: &LearnTest) -> String {
    let text = format!("{} → {}", input(contract, test), outputs(contract, test));
    // Arrays have too many numbers for all of them.
    let brief: String = text.chars().take(TITLE).collect();
    let rest = if brief.len() < text.len() { "…" } else { "" };
    format!("<title>{}{rest}</title>", escape::html(&brief))
}

/// What the marks mean that occur.
pub(super) fn legend(report: &LearnReport) -> String {
    let found = violation(report);
    let occurs = |kind: MarkKind| match kind {
        MarkKind::Why(why) => report.tests.iter().any(|test| test.why == why),
        _ => found.iter().any(|(known, _)| *known == kind),
    };
    let sample = |mark: &TestMark| {
        format!(
            "<span><svg class=\"sample\">{}/></svg> {}</span>",
            used(mark.kind, (0.5, 0.5)),
            mark.meaning
        )
    };
    let samples: String = MARKS.iter().filter(|mark| occurs(mark.kind)).map(sample).collect();
    format!("<span class=\"legend\">{samples}</span>")
}
