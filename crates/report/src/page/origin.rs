//! What the page is about and how its data were made.

use super::{View, tiles};
use crate::{escape, words};

/// The name, what is required, and whether a subject meets it, in two lines.
pub(super) fn headline(view: &View) -> String {
    let spec = &view.suite.spec;
    let arguments: Vec<&str> = spec.arguments.iter().map(|a| a.name.as_str()).collect();
    let subject = view.check.map_or("No subject was tried.".into(), |check| {
        format!("Subject <code>{}</code>.", escape::html(&check.subject.name))
    });
    format!(
        "<h1 id=\"top\">{}<span class=\"arguments\">({})</span></h1>\
         <p class=\"lead\">Accuracy: {}. {subject}</p>\n",
        escape::html(&spec.name),
        escape::html(&arguments.join(", ")),
        escape::html(&words::accuracy(&spec.accuracy)),
    )
}

pub(super) fn origin(view: &View) -> String {
    let suite = view.suite;
    let code = |text: &str| format!("<code>{}</code>", escape::html(text));
    let mut rows = vec![
        ("Tool", escape::html(&suite.tool)),
        ("Command", code(&suite.command)),
        ("Seed", suite.seed.to_string()),
        ("SHA-256 of the specification", code(&suite.spec.sha256)),
    ];
    if let Some(share) = suite.spec.defined_share {
        rows.push((
            "Defined",
            format!("at {} of {} probed inputs", share.defined, share.probed),
        ));
    }
    if let Some(check) = view.check {
        rows.push(("Check", code(&check.command)));
        rows.push(("Suite", code(&check.suite.file)));
        rows.push(("SHA-256 of the suite", code(&check.suite.sha256)));
    }
    let mut out = tiles::definitions(&rows);
    out += "<h3>Specification</h3>";
    out += &format!("<pre>{}</pre>", escape::html(&suite.spec.fpcore));
    out + MEANINGS
}

const MEANINGS: &str = "<h3>What the words mean</h3>\
    <p><b>Killed</b>: a test provably tells the mutant from the original. It does not say that the fault is large. \
    <b>Equivalent</b>: proved that no input of the domain tells them apart, at this accuracy. \
    <b>Undecided</b>: neither was proved, and it is never counted as either. \
    <b>Ok</b> and <b>ko</b>: the output is provably acceptable, or provably not. \
    A program that passes all tests has none of the faults that the killed mutants stand for, \
     as far as these inputs show them; \
    that is not a proof of the program.</p>";
