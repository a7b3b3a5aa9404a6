//! A page about what `learn` found out: how it ended, the violation, the contract, and pictures of what was learned.

mod convergence;
mod decades;
mod listing;
mod marks;
mod picture;
mod summary;
mod table;
mod violation;

use super::{PageFrame, PagePart, tiles};
use crate::escape;
use crate::learn::ending;
use suite::learn::{CalledSubject, LearnMethod, LearnReport};

/// The page as HTML. It is the same for the same data.
pub fn learn_page(report: &LearnReport) -> String {
    let name = &report.contract.name;
    let frame = PageFrame {
        title: name,
        name,
        index: None,
        tool: &report.tool,
    };
    frame.around(&headline(report), parts(report))
}

fn parts(report: &LearnReport) -> Vec<PagePart> {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    let picture = picture::picture(report);
    let tests = match picture.is_empty() {
        true => table::table(report),
        false => String::new(),
    };
    let found = report.violation.as_ref();
    vec![
        part("summary", "Summary", "Summary", summary::summary(report)),
        part(
            "violation",
            "Violation",
            "The violation",
            found.map_or(String::new(), |found| violation::violation(&report.contract, found)),
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
            report.subjects.iter().map(subject).collect(),
        ),
        part("origin", "Origin", "How it was made", origin(report)),
    ]
}

/// The name of the contract with its inputs, the end in words, and where the contract stands.
fn headline(report: &LearnReport) -> String {
    let contract = &report.contract;
    let end = summary::end(report);
    format!(
        "<h1 id=\"top\">{}<span class=\"arguments\">({})</span></h1><p class=\"lead\"><span class=\"b {}\"><i>{}</i></span> \
         {}. <small><code>{}:{}</code></small></p>\n",
        escape::html(&contract.name),
        escape::html(&some_names(contract.inputs.iter().map(|input| input.name.as_str()))),
        end.class,
        end.sign,
        escape::html(&capital(&ending(report))),
        escape::html(&contract.file),
        contract.line
    )
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

fn subject(called: &CalledSubject) -> String {
    let title = match called.function.as_str() {
        "" => String::new(),
        name => format!("<h3><code>{}</code></h3>", escape::html(name)),
    };
    title + &tiles::definitions(&tiles::build(&called.subject))
}

fn origin(report: &LearnReport) -> String {
    let method = match report.method {
        LearnMethod::Learn => "inputs chosen by models of the subject",
        LearnMethod::Random => "inputs chosen at random",
        LearnMethod::At => "one input, as it was given",
    };
    let rows = [
        ("Tool", escape::html(&report.tool)),
        (
            "Command",
            format!("<code class=\"line\">{}</code>", escape::html(&report.command)),
        ),
        ("Method", method.into()),
        ("Seed", report.seed.to_string()),
    ];
    tiles::definitions(&rows) + MEANINGS
}

const MEANINGS: &str = "<h3>What the words mean</h3>\
    <p><b>Violated</b>: on the input that is named, a condition of the contract is provably false, has no value, or there is \
    no output. \
    <b>Converged</b>: models at fixed points of the domain have stopped changing, and break the contract nowhere by more \
    than four times their own error. \
    Models are guesses from tests: between tests the subject may do anything, so this is no proof. \
    <b>Undecided</b>: a test of which neither can be proved that it keeps the contract nor that it breaks it; \
    it is never counted as either.</p>";
