//! What the page is about and how its data were made.

use super::pieces::code;
use super::{View, tiles};
use crate::words;
use maud::{Markup, Render, html};

/// The name, what is required, and whether a subject meets it, in two lines.
pub(super) fn headline(view: &View) -> Markup {
    let spec = &view.suite.spec;
    let arguments: Vec<&str> = spec.arguments.iter().map(|a| a.name.as_str()).collect();
    html! {
        h1 id="top" { (spec.name) span class="arguments" { "(" (arguments.join(", ")) ")" } }
        p class="lead" {
            "Accuracy: " (words::accuracy(&spec.accuracy)) ". "
            @match view.check {
                Some(check) => { "Subject " (code(&check.subject.name)) "." }
                None => { "No subject was tried." }
            }
        } "\n"
    }
}

pub(super) fn origin(view: &View) -> Markup {
    let suite = view.suite;
    let mut rows = vec![
        ("Tool", suite.tool.render()),
        ("Command", code(&suite.command)),
        ("Seed", suite.seed.render()),
        ("SHA-256 of the specification", code(&suite.spec.sha256)),
    ];
    if let Some(share) = suite.spec.defined_share {
        let text = format!("at {} of {} probed inputs", share.defined, share.probed);
        rows.push(("Defined", text.render()));
    }
    if let Some(check) = view.check {
        rows.push(("Check", code(&check.command)));
        rows.push(("Suite", code(&check.suite.file)));
        rows.push(("SHA-256 of the suite", code(&check.suite.sha256)));
    }
    html! {
        (tiles::definitions(&rows))
        h3 { "Specification" }
        pre { (suite.spec.fpcore) }
        (meanings())
    }
}

fn meanings() -> Markup {
    html! {
        h3 { "What the words mean" }
        p {
            b { "Killed" } ": a test provably tells the mutant from the original. "
            "It does not say that the fault is large. "
            b { "Equivalent" } ": proved that no input of the domain tells them apart, at this accuracy. "
            b { "Undecided" } ": neither was proved, and it is never counted as either. "
            b { "Ok" } " and " b { "ko" } ": the output is provably acceptable, or provably not. "
            "A program that passes all tests has none of the faults that the killed mutants stand for, "
            "as far as these inputs show them; that is not a proof of the program."
        }
    }
}
