//! `lydian check` with observed outputs: whether a subject still does the same.

use crate::check::{CheckArguments, options};
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupts::{heed, or_interrupted};
use campaign::check::{CheckFailure, check_changes, require_callable};
use report::changes::change_report;
use subject::Subject;
use suite::ObservedSuite;

/// Runs the tests of a suite whose text is given.
pub fn run(typed: &CheckArguments, text: &str, suite: &ObservedSuite, console: &Console) -> Result<Exit, Complaint> {
    let file = typed.suite.display().to_string();
    let failed = |failure| Complaint::of_check(&file, &typed.subject, failure);
    refuse_options(typed).map_err(|why| Complaint::at(&file, why))?;
    require_callable(suite).map_err(failed)?;
    heed();
    let names = suite.signature.parameters.iter().map(|p| p.name.clone()).collect();
    let opened = Subject::open(&typed.subject, &typed.call.options(names, Vec::new()));
    let mut subject = opened.map_err(|broken| or_interrupted(failed(CheckFailure::Broken(broken))))?;
    subject.interrupt(child::interrupt::flag());
    let report = check_changes(suite, &mut subject, &options(typed, text)).map_err(failed)?;
    if let Some(path) = &typed.out {
        save(path, &report.to_json())?;
    }
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&change_report(suite, &report));
    }
    Ok(if report.changed == 0 {
        Exit::Done
    } else {
        Exit::Findings
    })
}

/// What is about proven oracles has no meaning here.
fn refuse_options(typed: &CheckArguments) -> Result<(), String> {
    let given = [
        ("--html", typed.html.is_some()),
        ("--junit", typed.junit.is_some()),
        ("--sarif", typed.sarif.is_some()),
        ("--also", typed.also.is_some()),
        ("--hunt", typed.hunt.is_some()),
        ("--precision", typed.precision.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(format!(
            "{name} is about proven oracles, and the outputs of this suite were observed; leave it out"
        )),
        None => Ok(()),
    }
}
