//! What a campaign leaves in its folder.
//!
//! A suite is written as soon as it is there. The record has the results in the order of the jobs, so that it does not
//! depend on threads: a result waits for those before it. What was written is never taken back.

use super::job::{CampaignPlan, MadeSuite, SuiteJob};
use crate::folder::{self, CampaignFolder, FolderError};
use std::time::Instant;
use suite::{
    CampaignRecord, CampaignSummary, InputRecord, MachineRecord, MutantEvidence, MutantRecord, RecordLine, SpecRow,
    SpecSummary, Suite,
};

/// The folder and the state of every job.
#[derive(Debug)]
pub struct Journal<'p> {
    plan: &'p CampaignPlan,
    /// None until there is something to write.
    folder: Option<CampaignFolder>,
    slots: Vec<JobSlot>,
    /// The first job whose result is not in the record.
    next: usize,
    begin: Instant,
}

/// The state of a job.
#[derive(Debug)]
enum JobSlot {
    Open,
    Failed,
    /// Its suite is written. The events are those that the record does not have yet.
    Made {
        row: Box<SpecRow>,
        /// Of this run, or of the run that made it.
        milliseconds: u64,
        events: Vec<RecordLine>,
    },
}

impl<'p> Journal<'p> {
    /// The journal of a campaign that begins, or goes on.
    pub fn open(plan: &'p CampaignPlan) -> Result<Journal<'p>, FolderError> {
        let mut journal = Journal {
            plan,
            folder: None,
            slots: plan.jobs.iter().map(|_| JobSlot::Open).collect(),
            next: 0,
            begin: Instant::now(),
        };
        if plan.resume
            && let Some((folder, record)) = CampaignFolder::resume(&plan.out)?
        {
            journal.slots = plan.jobs.iter().map(|job| kept(job, plan, &record)).collect();
            journal.folder = Some(folder);
            journal.note_start()?;
            journal.note_results(false)?;
        }
        Ok(journal)
    }

    /// What is to be done.
    pub fn plan(&self) -> &'p CampaignPlan {
        self.plan
    }

    /// Numbers of the jobs that are to be done.
    pub fn open_jobs(&self) -> Vec<usize> {
        let open = |&index: &usize| matches!(self.slots[index], JobSlot::Open);
        (0..self.slots.len()).filter(open).collect()
    }

    /// A job has its suite.
    pub fn note_suite(&mut self, index: usize, made: MadeSuite) -> Result<(), FolderError> {
        let job = &self.plan.jobs[index];
        self.started()?.write_suite(&job.suite, &made.suite)?;
        self.slots[index] = JobSlot::Made {
            row: Box::new(row(&made.suite, Some(made.milliseconds))),
            milliseconds: made.milliseconds,
            events: events(job, &made.suite),
        };
        self.note_results(false)
    }

    /// A job has no suite.
    pub fn note_failure(&mut self, index: usize) -> Result<(), FolderError> {
        self.slots[index] = JobSlot::Failed;
        self.note_results(false)
    }

    /// Writes what is left and the summary, if there is anything to sum up: how the campaign came out, in words and as
    /// the exit code that goes with them.
    pub fn close(&mut self, outcome: &str, exit_code: u8) -> Result<CampaignSummary, FolderError> {
        self.note_results(true)?;
        let summary = self.summary(outcome, exit_code);
        if let Some(folder) = &mut self.folder {
            folder.append(&[RecordLine::Finished {
                outcome: summary.outcome.clone(),
                exit_code: summary.exit_code,
            }])?;
            folder.write_summary(&summary)?;
        }
        Ok(summary)
    }

    /// A row for each suite, in the order of the jobs.
    pub fn rows(&self) -> Vec<SpecRow> {
        let rows = self.slots.iter().filter_map(|slot| match slot {
            JobSlot::Made { row, .. } => Some((**row).clone()),
            _ => None,
        });
        rows.collect()
    }

    /// The folder, which is made when it is first needed.
    fn started(&mut self) -> Result<&mut CampaignFolder, FolderError> {
        if self.folder.is_none() {
            self.folder = Some(CampaignFolder::create(&self.plan.out)?);
            self.note_start()?;
        }
        Ok(self.folder.as_mut().expect("invariant: made above"))
    }

    fn note_start(&mut self) -> Result<(), FolderError> {
        let specs = self.plan.jobs.iter().map(|job| job.spec.name.clone());
        let event = RecordLine::Started {
            tool: self.plan.tool.clone(),
            command: self.plan.command.clone(),
            seed: self.plan.seed,
            specs: specs.collect(),
        };
        self.append(&[event])
    }

    /// Notes the results that are due; at the end also those that wait for an earlier one.
    fn note_results(&mut self, end: bool) -> Result<(), FolderError> {
        while self.next < self.slots.len() {
            let due = match &mut self.slots[self.next] {
                JobSlot::Open if !end => return Ok(()),
                JobSlot::Open | JobSlot::Failed => Vec::new(),
                JobSlot::Made { events, .. } => std::mem::take(events),
            };
            self.next += 1;
            self.append(&due)?;
        }
        Ok(())
    }

    fn append(&mut self, events: &[RecordLine]) -> Result<(), FolderError> {
        match &mut self.folder {
            Some(folder) => folder.append(events),
            None => Ok(()),
        }
    }

    fn summary(&self, outcome: &str, exit_code: u8) -> CampaignSummary {
        CampaignSummary {
            format: CampaignSummary::FORMAT.into(),
            version: CampaignSummary::VERSION,
            tool: self.plan.tool.clone(),
            command: self.plan.command.clone(),
            outcome: outcome.into(),
            exit_code,
            milliseconds: u64::try_from(self.begin.elapsed().as_millis()).unwrap_or(u64::MAX),
            machine: MachineRecord {
                os: std::env::consts::OS.into(),
                arch: std::env::consts::ARCH.into(),
                threads: self.plan.threads as u64,
            },
            specs: self.spec_summaries(),
        }
    }

    fn spec_summaries(&self) -> Vec<SpecSummary> {
        let made = self.plan.jobs.iter().zip(&self.slots);
        let summaries = made.filter_map(|(job, slot)| match slot {
            JobSlot::Made { row, milliseconds, .. } => Some(SpecSummary {
                spec: row.name.clone(),
                suite: job.suite.clone(),
                milliseconds: *milliseconds,
                mutants: row.summary.total,
                tests: row.summary.tests,
            }),
            _ => None,
        });
        summaries.collect()
    }
}

/// The state of a job whose suite may be in the folder already, from the same file and options.
fn kept(job: &SuiteJob, plan: &CampaignPlan, record: &CampaignRecord) -> JobSlot {
    let same = |suite: &Suite| {
        let (old, new) = (&suite.spec, &job.spec);
        let options = &job.options;
        (old.name.as_str(), &old.sha256, &suite.command, &suite.tool)
            == (new.name.as_str(), &options.sha256, &options.command, &options.tool)
    };
    // A suite that was changed since, or half of one, is made again.
    let whole = |suite: &Suite| suite.validate().is_empty();
    let Some(suite) = folder::read_suite(&plan.out, &job.suite).filter(same).filter(whole) else {
        return JobSlot::Open;
    };
    let noted = |event: &RecordLine| matches!(event, RecordLine::Spec { suite, sha256, .. } if *suite == job.suite && *sha256 == job.options.sha256);
    let noted = record.events.iter().any(noted);
    JobSlot::Made {
        row: Box::new(row(&suite, None)),
        milliseconds: earlier_milliseconds(job, plan),
        events: if noted { Vec::new() } else { events(job, &suite) },
    }
}

/// The time that an earlier run noted; 0 if it did not come to that.
fn earlier_milliseconds(job: &SuiteJob, plan: &CampaignPlan) -> u64 {
    let specs = folder::read_summary(&plan.out).map_or_else(Vec::new, |summary| summary.specs);
    let spec = specs.iter().find(|spec| spec.suite == job.suite);
    spec.map_or(0, |spec| spec.milliseconds)
}

fn row(suite: &Suite, milliseconds: Option<u64>) -> SpecRow {
    SpecRow {
        name: suite.spec.name.clone(),
        milliseconds,
        summary: suite.summary.clone(),
        defined: suite.spec.defined_share,
    }
}

/// What the record says about a suite: every mutant, then the whole.
fn events(job: &SuiteJob, suite: &Suite) -> Vec<RecordLine> {
    let mutants = suite.mutants.iter().map(|mutant| RecordLine::Mutant {
        spec: suite.spec.name.clone(),
        id: mutant.id.clone(),
        status: mutant.status,
        evidence: mutant.evidence.clone(),
        witness: witness(mutant, suite),
    });
    let spec = RecordLine::Spec {
        spec: suite.spec.name.clone(),
        sha256: suite.spec.sha256.clone(),
        suite: job.suite.clone(),
        mutants: suite.summary.total,
        tests: suite.summary.tests,
    };
    mutants.chain([spec]).collect()
}

fn witness(mutant: &MutantRecord, suite: &Suite) -> Vec<InputRecord> {
    match &mutant.evidence {
        MutantEvidence::Kill { test, .. } => suite.test(test).map_or_else(Vec::new, |test| test.inputs.clone()),
        _ => Vec::new(),
    }
}
