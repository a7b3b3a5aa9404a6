//! The jobs of a campaign: one suite each.

use super::{GenerateOptions, GenerateProgress, GenerateRefusal, timed};
use crate::ask::{self, Solver, ask};
use expr::spec::Specification;
use std::path::PathBuf;
use std::time::Instant;
use suite::Suite;

/// A campaign.
#[derive(Debug)]
pub struct CampaignPlan {
    /// The suites to make, in the order of the record.
    pub jobs: Vec<SuiteJob>,
    /// The folder.
    pub out: PathBuf,
    /// Threads for all jobs together.
    pub threads: usize,
    /// Whether to go on with what is in the folder.
    pub resume: bool,
    /// Name and version of the program, for record and summary.
    pub tool: String,
    /// The whole command, as the record states it.
    pub command: String,
    /// Seed of random points, as the record states it.
    pub seed: u64,
}

/// One suite to make.
#[derive(Clone, Debug)]
pub struct SuiteJob {
    /// What the suite is for.
    pub spec: Specification,
    /// Name of the suite file in the folder.
    pub suite: String,
    /// What the search may use.
    pub options: GenerateOptions,
    /// Wall time to be filled with random points.
    pub seconds: Option<f64>,
    /// To be asked about what stays undecided; the same for all jobs.
    pub solver: Option<Solver>,
}

/// A finished suite.
#[derive(Debug)]
pub struct MadeSuite {
    /// The suite.
    pub suite: Box<Suite>,
    /// Wall time.
    pub milliseconds: u64,
}

/// Why a job has no suite.
#[derive(Debug)]
pub enum JobFailure {
    /// There is nothing to test, or the specification cannot be evaluated.
    Refused(GenerateRefusal),
    /// A panic, which the hook of the process has seen.
    Panicked,
}

/// Who looks on while jobs are done. Progress comes from the threads of the jobs, some of which may outlive the campaign.
pub trait JobWatcher: Clone + Send + Sync + 'static {
    /// How far a job is.
    fn progress(&self, progress: GenerateProgress);
    /// How many questions a solver has answered for a job.
    fn asked(&self, progress: ask::Progress);
    /// The job of this number has no suite.
    fn failed(&self, index: usize, failure: &JobFailure);
    /// One job more is over, well or not.
    fn finished_one(&self);
    /// Threads for jobs could not be started.
    fn without_threads(&self, why: &str);
}

impl SuiteJob {
    /// Does the job, on the threads of the pool that this is called in.
    pub(super) fn run(&self, watcher: &impl JobWatcher) -> Result<MadeSuite, GenerateRefusal> {
        let begin = Instant::now();
        let suite = timed::make(self, &|progress| watcher.progress(progress))?;
        let suite = match &self.solver {
            Some(solver) => ask(suite, solver, &|progress| watcher.asked(progress)),
            None => suite,
        };
        if suite.tests.is_empty() {
            let made = suite.mutants.len();
            let why = format!("no test came out: none of its {made} mutants was killed");
            return Err(GenerateRefusal::Nothing(why));
        }
        Ok(MadeSuite {
            suite: Box::new(suite),
            milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
        })
    }
}
