//! A page about what `learn` found out: how it ended, the violation, the contract, and pictures of what was learned.

mod convergence;
mod decades;
mod listing;
mod marks;
mod picture;
mod summary;
mod table;
mod violation;

use super::pieces::{code, command};
use super::{PageFrame, PagePart, tiles};
use crate::learn::ending;
use maud::{Markup, Render, html};
use suite::learn::{CalledSubject, LearnMethod, LearnReport};

/// The page as HTML. It is the same for the same data.
pub fn learn_page(report: &LearnReport) -> String {
    let frame = PageFrame::alone(&report.contract.name, &report.tool);
    frame.around(&headline(report), parts(report))
}

fn parts(report: &LearnReport) -> Vec<PagePart> {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    let picture = picture::picture(report);
    let tests = match picture.0.is_empty() {
        true => table::table(report),
        false => Markup::default(),
    };
    let found = report.violation.as_ref();
    vec![
        part("summary", "Summary", "Summary", summary::summary(report)),
        part(
            "violation",
            "Violation",
            "The violation",
            found.map_or_else(Markup::default, |found| violation::violation(&report.contract, found)),
        ),
        part("contract", "Contract", "The contract", listing::listing(report)),
        part("picture", "Picture", "What was learned", picture),
        part("tests", "Tests", "The first tests", tests),
        part(
            "convergence",
            "Convergence",
            "How learning went",
            convergence::convergence(&report.convergence),
        ),
        part(
            "subjects",
            "Subjects",
            "What was called",
            html! { @for called in &report.subjects { (subject(called)) } },
        ),
        part("origin", "Origin", "How it was made", origin(report)),
    ]
}

/// The name of the contract with its inputs, the end in words, and where the contract stands.
fn headline(report: &LearnReport) -> Markup {
    let contract = &report.contract;
    let end = summary::end(report);
    let names = some_names(contract.inputs.iter().map(|input| input.name.as_str()));
    html! {
        h1 id="top" { (contract.name) span class="arguments" { "(" (names) ")" } }
        p class="lead" {
            span class={ "b " (end.class) } { i { (end.sign) } } " "
            (capital(&ending(report))) ". "
            small { code { (contract.file) ":" (contract.line) } }
        } "\n"
    }
}

/// Names in a headline; an array has too many elements for all of them.
const HEADLINE_NAMES: usize = 12;

fn some_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let all: Vec<&str> = names.collect();
    match all.get(..HEADLINE_NAMES) {
        Some(some) if all.len() > HEADLINE_NAMES => format!("{}, …", some.join(", ")),
        _ => all.join(", "),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

fn subject(called: &CalledSubject) -> Markup {
    html! {
        @if !called.function.is_empty() { h3 { (code(&called.function)) } }
        (tiles::definitions(&tiles::build(&called.subject)))
    }
}

fn origin(report: &LearnReport) -> Markup {
    let method = match report.method {
        LearnMethod::Learn => "inputs chosen by models of the subject",
        LearnMethod::Random => "inputs chosen at random",
        LearnMethod::At => "one input, as it was given",
    };
    let rows = [
        ("Tool", report.tool.render()),
        ("Command", command(&report.command)),
        ("Method", method.render()),
        ("Seed", report.seed.render()),
    ];
    html! { (tiles::definitions(&rows)) (meanings()) }
}

fn meanings() -> Markup {
    html! {
        h3 { "What the words mean" }
        p {
            b { "Violated" } ": on the input that is named, a condition of the contract is provably false, "
            "has no value, or there is no output. "
            b { "Converged" } ": models at fixed points of the domain have stopped changing, and break the contract "
            "nowhere by more than four times their own error. "
            "Models are guesses from tests: between tests the subject may do anything, so this is no proof. "
            b { "Undecided" } ": a test of which neither can be proved that it keeps the contract nor that it "
            "breaks it; it is never counted as either."
        }
    }
}
