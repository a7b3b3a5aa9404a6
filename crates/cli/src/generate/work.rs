//! Jobs on threads.
//!
//! Several jobs are done side by side, each on threads of its own, so that the time of one says nothing about another;
//! one job alone gets all threads.

use super::plan::{CampaignPlan, SuiteJob};
use super::progress::Bar;
use super::timed;
use crate::interrupts::STEP;
use crate::{bug, console, threads};
use campaign::ask::ask;
use campaign::generate::GenerateRefusal;
use rayon::ThreadPool;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Instant;
use suite::Suite;

/// What happens while jobs are done.
#[derive(Debug)]
pub enum WorkMessage {
    /// The job of this number is finished.
    Finished(usize, Result<Done, GenerateFailure>),
    /// Nothing more will come: the user wants an end, or no worker is left.
    Over,
}

/// The next message.
pub fn next(messages: &Receiver<WorkMessage>) -> WorkMessage {
    loop {
        match messages.recv_timeout(STEP) {
            Ok(message) => return message,
            Err(RecvTimeoutError::Timeout) if !child::interrupt::is_raised() => {}
            Err(_) => return WorkMessage::Over,
        }
    }
}

/// A finished suite.
#[derive(Debug)]
pub struct Done {
    pub suite: Box<Suite>,
    pub milliseconds: u64,
}

/// Why there is no suite.
#[derive(Debug)]
pub enum GenerateFailure {
    /// The specification leaves nothing to test; the message says why.
    Refused(String),
    /// The specification cannot be evaluated; the text is complete.
    Broken(String),
    /// A panic, which is reported already.
    Bug,
}

/// Starts on the jobs of these numbers; what becomes of them comes through the channel.
pub fn start(plan: &CampaignPlan, open: Vec<usize>, bar: &Bar) -> Receiver<WorkMessage> {
    let (sender, receiver) = mpsc::channel();
    let teams = plan.threads.min(open.len()).max(1);
    let queue = Arc::new(Queue {
        jobs: open.iter().map(|&index| (index, plan.jobs[index].clone())).collect(),
        next: AtomicUsize::new(0),
    });
    for team in 0..teams {
        // The first teams get one thread more where the threads do not divide evenly.
        let size = plan.threads / teams + usize::from(team < plan.threads % teams);
        let (queue, sender, bar) = (Arc::clone(&queue), sender.clone(), bar.clone());
        thread::spawn(move || match threads::pool(size) {
            Ok(pool) => queue.work(&pool, &sender, &bar),
            Err(error) => console::warn(&format!("lydian: error: no threads can be started: {error}")),
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
    fn work(&self, pool: &ThreadPool, sender: &Sender<WorkMessage>, bar: &Bar) {
        while let Some((index, job)) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let result = bug::caught(|| pool.install(|| done(job, bar)));
            let result = result.unwrap_or(Err(GenerateFailure::Bug));
            if sender.send(WorkMessage::Finished(*index, result)).is_err() {
                return;
            }
        }
    }
}

fn done(job: &SuiteJob, bar: &Bar) -> Result<Done, GenerateFailure> {
    let begin = Instant::now();
    let suite = timed::make(job, &|progress| bar.show(progress)).map_err(|refusal| match refusal {
        GenerateRefusal::Nothing(why) => GenerateFailure::Refused(why),
        GenerateRefusal::Diagnostics(errors) => GenerateFailure::Broken(job.item.file.render(&errors)),
    })?;
    let suite = match &job.solver {
        Some(solver) => ask(suite, solver, &|progress| bar.asked(progress)),
        None => suite,
    };
    if suite.tests.is_empty() {
        let made = suite.mutants.len();
        return Err(GenerateFailure::Refused(format!(
            "no test came out: none of its {made} mutants was killed"
        )));
    }
    Ok(Done {
        suite: Box::new(suite),
        milliseconds: u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX),
    })
}
