//! Jobs on threads.
//!
//! Several jobs are done side by side, each on threads of its own, so that the time of one says nothing about another;
//! one job alone gets all threads.

use super::job::{CampaignPlan, JobFailure, JobWatcher, MadeSuite, SuiteJob};
use super::journal::Journal;
use crate::folder::FolderError;
use crate::threads;
use child::interrupt;
use rayon::ThreadPool;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;

/// How a campaign comes out. The greater one wins where several apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GenerateOutcome {
    /// Every job has its suite.
    Done,
    /// Some specification has none.
    BadInput,
    /// The user wanted an end before the last job.
    Early,
    /// A job panicked.
    Bug,
}

impl From<&JobFailure> for GenerateOutcome {
    fn from(failure: &JobFailure) -> GenerateOutcome {
        match failure {
            JobFailure::Refused(_) => GenerateOutcome::BadInput,
            JobFailure::Panicked => GenerateOutcome::Bug,
        }
    }
}

/// Does the open jobs of a journal and notes what becomes of each.
pub fn work_off(journal: &mut Journal<'_>, watcher: &impl JobWatcher) -> Result<GenerateOutcome, FolderError> {
    let open = journal.open_jobs();
    let mut left = open.len();
    let mut outcome = GenerateOutcome::Done;
    let messages = start(journal.plan(), &open, watcher);
    while left > 0 {
        match next(&messages) {
            WorkMessage::Finished(index, Ok(made)) => journal.note_suite(index, made)?,
            WorkMessage::Finished(index, Err(failure)) => {
                watcher.failed(index, &failure);
                outcome = outcome.max(GenerateOutcome::from(&failure));
                journal.note_failure(index)?;
            }
            WorkMessage::WithoutThreads(why) => {
                watcher.without_threads(&why);
                continue;
            }
            WorkMessage::Over => {
                // Workers may still be busy with solvers.
                child::farewell();
                return Ok(outcome.max(GenerateOutcome::Early));
            }
        }
        left -= 1;
        watcher.finished_one();
    }
    Ok(outcome)
}

/// What happens while jobs are done.
#[derive(Debug)]
enum WorkMessage {
    /// The job of this number is finished.
    Finished(usize, Result<MadeSuite, JobFailure>),
    /// A team has no threads, and does nothing; the reason is the system's.
    WithoutThreads(String),
    /// Nothing more will come: the user wants an end, or no worker is left.
    Over,
}

/// The next message.
fn next(messages: &Receiver<WorkMessage>) -> WorkMessage {
    loop {
        match messages.recv_timeout(interrupt::STEP) {
            Ok(message) => return message,
            Err(RecvTimeoutError::Timeout) if !interrupt::is_raised() => {}
            Err(_) => return WorkMessage::Over,
        }
    }
}

/// Starts on the jobs of these numbers; what becomes of them comes through the channel.
fn start(plan: &CampaignPlan, open: &[usize], watcher: &impl JobWatcher) -> Receiver<WorkMessage> {
    let (sender, receiver) = mpsc::channel();
    let teams = plan.threads.min(open.len()).max(1);
    let queue = Arc::new(Queue {
        jobs: open.iter().map(|&index| (index, plan.jobs[index].clone())).collect(),
        next: AtomicUsize::new(0),
    });
    for team in 0..teams {
        // The first teams get one thread more where the threads do not divide evenly.
        let size = plan.threads / teams + usize::from(team < plan.threads % teams);
        let (queue, sender, watcher) = (Arc::clone(&queue), sender.clone(), watcher.clone());
        thread::spawn(move || match threads::start_pool(size) {
            Ok(pool) => queue.work(&pool, &sender, &watcher),
            // Nobody may listen any more.
            Err(error) => drop(sender.send(WorkMessage::WithoutThreads(error.to_string()))),
        });
    }
    receiver
}

struct Queue {
    jobs: Vec<(usize, SuiteJob)>,
    next: AtomicUsize,
}

impl Queue {
    /// Does jobs until there are none, or nobody wants to hear of them.
    fn work(&self, pool: &ThreadPool, sender: &Sender<WorkMessage>, watcher: &impl JobWatcher) {
        while let Some((index, job)) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let result = run_caught(job, pool, watcher);
            if sender.send(WorkMessage::Finished(*index, result)).is_err() {
                return;
            }
        }
    }
}

/// Does a job; a panic in it is the end of this job only.
fn run_caught(job: &SuiteJob, pool: &ThreadPool, watcher: &impl JobWatcher) -> Result<MadeSuite, JobFailure> {
    let work = || pool.install(|| job.run(watcher));
    let result = panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| JobFailure::Panicked)?;
    result.map_err(JobFailure::Refused)
}
