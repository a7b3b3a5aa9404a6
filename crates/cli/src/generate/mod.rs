//! `lydian generate`: suites from specifications.
//!
//! [`plan`]: what was typed becomes the plan of a campaign. [`progress`]: what is told while `campaign::generate` carries
//! it out.

pub mod plan;
mod progress;

use crate::args;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use campaign::folder::FolderError;
use campaign::generate::job::CampaignPlan;
use campaign::generate::journal::Journal;
use campaign::generate::queue::{self, GenerateOutcome};
use plan::GeneratePlan;
pub use plan::defaults;
use progress::GenerateTeller;
use suite::{CampaignSummary, SpecRow};

/// Runs the command.
pub fn run(typed: &args::Generate, console: &Console) -> Result<Exit, Complaint> {
    let plan = GeneratePlan::new(typed)?;
    for item in plan.items.iter() {
        if let Some(notice) = campaign::accuracy_notice(&item.spec) {
            console.complaint(&item.warning(&notice));
        }
    }
    Ok(carry_out(&plan, console)?)
}

fn carry_out(plan: &GeneratePlan, console: &Console) -> Result<Exit, FolderError> {
    let mut journal = Journal::open(&plan.campaign)?;
    let teller = GenerateTeller::new(console, plan, journal.open_jobs().len());
    crate::interrupts::heed();
    let exit = Exit::from(queue::work_off(&mut journal, &teller)?);
    teller.clear();
    crate::interrupts::settle();
    let summary = journal.close(exit.outcome(), exit.code())?;
    show(plan, &journal.rows(), &summary, console);
    Ok(exit)
}

impl From<GenerateOutcome> for Exit {
    fn from(outcome: GenerateOutcome) -> Exit {
        match outcome {
            GenerateOutcome::Done => Exit::Done,
            GenerateOutcome::BadInput => Exit::BadInput,
            GenerateOutcome::Early => Exit::Early,
            GenerateOutcome::Bug => Exit::Bug,
        }
    }
}

fn show(plan: &GeneratePlan, rows: &[SpecRow], summary: &CampaignSummary, console: &Console) {
    if plan.json {
        console.data(&summary.to_json());
        return;
    }
    console.report(&report::text::generate_report(rows));
    console.report(&whereabouts(&plan.campaign, rows.len(), summary.milliseconds));
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
