//! How it ended and what was done, at a glance.

use crate::learn::{is_unsteady, missed};
use crate::page::{pieces, tiles};
use crate::words::grouped;
use maud::{Markup, html};
use suite::learn::{LearnEnd, LearnMethod, LearnReport};

/// How an end is shown: not by colour alone.
pub(super) struct ShownEnd {
    /// A class of the style.
    pub(super) class: &'static str,
    pub(super) sign: &'static str,
    word: &'static str,
    /// The most important about it, in few words.
    note: &'static str,
    /// What it says, and what it does not.
    meaning: &'static str,
}

pub(super) fn end(report: &LearnReport) -> ShownEnd {
    match report.end {
        LearnEnd::Violation if is_unsteady(report) => UNSTEADY,
        LearnEnd::Violation => VIOLATED,
        LearnEnd::Converged { .. } => CONVERGED,
        LearnEnd::Budget => BUDGET,
        LearnEnd::Complete => COMPLETE,
        LearnEnd::Exhausted => EXHAUSTED,
        LearnEnd::Interrupted => INTERRUPTED,
        LearnEnd::Kept => KEPT,
        LearnEnd::Undecided => UNDECIDED,
        LearnEnd::NotRequired => NOT_REQUIRED,
    }
}

const NO_PROOF: &str = "no violation found; this is no proof";

const UNSTEADY: ShownEnd = ShownEnd {
    class: "ko",
    sign: "✗",
    word: "violated",
    note: "proved for one run, not seen again",
    meaning: "The subject broke the contract on the input below. That is proved for what the subject gave then; \
              when the same input was repeated, it was not seen again.",
};

const VIOLATED: ShownEnd = ShownEnd {
    class: "ko",
    sign: "✗",
    word: "violated",
    note: "proved, on one input",
    meaning: "The subject breaks the contract on the input below. That is proved for what the subject gave there.",
};

const CONVERGED: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "≈",
    word: "converged",
    note: NO_PROOF,
    meaning: "Convergence is read off 512 fixed points, each with a model of its own: at enough of them the model has \
              stopped changing, and breaks the contract nowhere by more than four times its own error. \
              The models that are counted above are others, which look for violations. \
              The subject may still differ from its models between the tests: this is no proof.",
};

const BUDGET: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "…",
    word: "tests used up",
    note: NO_PROOF,
    meaning: "All tests that were allowed are made, and none of them provably breaks the contract. \
              This is no proof: with more tests, or another seed, a violation may be found.",
};

const COMPLETE: ShownEnd = ShownEnd {
    class: "ok",
    sign: "✓",
    word: "kept",
    note: "every input was tested",
    meaning: "Every input that the contract allows was tested, and each of them keeps it.",
};

const EXHAUSTED: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "∅",
    word: "no input left",
    note: NO_PROOF,
    meaning: "No further input was found that the contract allows. This is no proof.",
};

const INTERRUPTED: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "!",
    word: "interrupted",
    note: NO_PROOF,
    meaning: "Testing was stopped before it came to an end. Nothing follows for inputs that were not tried.",
};

const KEPT: ShownEnd = ShownEnd {
    class: "ok",
    sign: "✓",
    word: "kept",
    note: "on one input",
    meaning: "The contract is kept on this one input. Nothing follows for others.",
};

const UNDECIDED: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "?",
    word: "undecided",
    note: "on one input",
    meaning: "It can neither be proved that this input keeps the contract nor that it breaks it.",
};

const NOT_REQUIRED: ShownEnd = ShownEnd {
    class: "uncertain",
    sign: "∅",
    word: "not required",
    note: "of one input",
    meaning: "The contract says nothing about this input: it lies outside of what the contract requires of inputs.",
};

pub(super) fn summary(report: &LearnReport) -> Markup {
    let end = end(report);
    let sign = html! { i { (end.sign) } };
    let first = html! {
        (tiles::tile(&format!("{} word", end.class), sign, end.word, end.note))
        (effort(report))
    };
    html! {
        (tiles::row(&first))
        @if report.method == LearnMethod::Learn { (tiles::row(&models(report))) }
        p {
            (end.meaning)
            @if let Some(words) = missed(report) { " A measure: " (words) "." }
        }
    }
}

fn effort(report: &LearnReport) -> Markup {
    let counts = report.counts;
    let tests = match report.violation {
        Some(_) => "up to the first violation",
        None => "inputs that were tried",
    };
    let number = |n: u64| grouped(n as usize);
    let undecided = tiles::quiet("undecided", counts.undecided);
    let neither = "tests: neither kept nor broken is proved";
    html! {
        (tiles::tile("made", number(counts.tests), "tests", tests))
        (tiles::tile("made", number(counts.calls), "calls", "of subjects, all of them"))
        (tiles::tile(&undecided, number(counts.undecided), pieces::signed("?", "undecided"), neither))
    }
}

fn models(report: &LearnReport) -> Markup {
    let counts = report.counts;
    let rows = [
        (
            counts.by_models,
            "asked for by models",
            "tests where a model broke the contract",
        ),
        (counts.models, "models", "looking for violations at the end"),
        (
            counts.retired,
            "models retired",
            "converged, and broke the contract nowhere",
        ),
        (
            counts.questions,
            "questions",
            "to the solver: does a model break the contract?",
        ),
        (counts.excluded, "excluded", "proved that the model does not"),
    ];
    html! {
        @for (n, label, note) in rows { (tiles::tile("made", grouped(n as usize), label, note)) }
    }
}
