//! `lydian generate`: suites from specifications.
//!
//! [`plan`]: what was typed becomes jobs. [`work`]: jobs are done on threads. [`journal`]: results go to the folder in
//! the order of the jobs, whatever the order in which they come.

mod journal;
pub mod plan;
mod progress;
mod timed;
mod work;

use crate::args;
use crate::console::Console;
use crate::exit::Exit;
use campaign::folder::FolderError;
use journal::Journal;
use plan::CampaignPlan;
pub use plan::defaults;
use progress::Bar;
use work::{GenerateFailure, WorkMessage};

/// Runs the command.
pub fn run(typed: &args::Generate, console: &Console) -> Exit {
    let plan = match CampaignPlan::new(typed) {
        Ok(plan) => plan,
        Err(complaints) => {
            complaints.iter().for_each(|complaint| console.complaint(complaint));
            return Exit::BadInput;
        }
    };
    carry_out(&plan, console).unwrap_or_else(|error| complained(&error, console))
}

/// Says what is wrong with the folder.
fn complained(error: &FolderError, console: &Console) -> Exit {
    if let FolderError::Unsaved(unsaved) = error {
        console.complaint(&unsaved.to_string());
        console.error("what was written before is kept; --resume with the same arguments goes on");
        return Exit::from(unsaved);
    }
    console.error(&error.to_string());
    Exit::BadInput
}

fn carry_out(plan: &CampaignPlan, console: &Console) -> Result<Exit, FolderError> {
    let mut journal = Journal::open(plan)?;
    let open = journal.open_jobs();
    let bar = Bar::new(console, plan, open.len());
    let mut exit = Exit::Done;
    let mut left = open.len();
    crate::interrupts::heed();
    let messages = work::start(plan, open, &bar);
    while left > 0 {
        match work::next(&messages) {
            WorkMessage::Finished(index, Ok(done)) => journal.finished(index, done)?,
            WorkMessage::Finished(index, Err(failure)) => {
                exit = exit.max(failed(plan, index, &failure, &bar, console));
                journal.failed(index)?;
            }
            WorkMessage::Over => {
                // Workers may still be busy with solvers.
                child::farewell();
                exit = exit.max(Exit::Early);
                break;
            }
        }
        left -= 1;
        bar.finished_one();
    }
    bar.clear();
    let summary = journal.close(exit)?;
    show(plan, &journal, &summary, console);
    Ok(exit)
}

/// Says why a job has no suite.
fn failed(plan: &CampaignPlan, index: usize, failure: &GenerateFailure, bar: &Bar, console: &Console) -> Exit {
    let item = &plan.jobs[index].item;
    bar.hidden(|| match failure {
        GenerateFailure::Refused(message) => {
            console.complaint(&item.complaint(message));
            Exit::BadInput
        }
        GenerateFailure::Broken(text) => {
            console.complaint(text);
            Exit::BadInput
        }
        GenerateFailure::Bug => {
            console.complaint(&item.complaint("the bug above came up here"));
            Exit::Bug
        }
    })
}

fn show(plan: &CampaignPlan, journal: &Journal<'_>, summary: &suite::CampaignSummary, console: &Console) {
    if plan.json {
        console.data(&summary.to_json());
        return;
    }
    let rows = journal.rows();
    console.report(&report::text::generate_report(&rows));
    console.report(&whereabouts(plan, rows.len(), summary.milliseconds));
    if summary.exit_code == Exit::Early.code() {
        console.error("interrupted; --resume with the same arguments goes on");
    }
}

/// Where the suites are.
fn whereabouts(plan: &CampaignPlan, made: usize, milliseconds: u64) -> String {
    let (wanted, folder) = (plan.jobs.len(), plan.out.display());
    let seconds = milliseconds as f64 / 1000.0;
    match made {
        0 => String::new(),
        1 if wanted == 1 => format!("\nSuite: {}\n", plan.out.join(&plan.jobs[0].suite).display()),
        _ if made == wanted => format!("\nSuites: {made}, in {folder}, after {seconds:.1} s\n"),
        _ => format!("\nSuites: {made} of {wanted}, in {folder}, after {seconds:.1} s\n"),
    }
}
