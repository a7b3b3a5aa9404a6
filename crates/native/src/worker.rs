//! The process that calls the code under test, and the lines by which it tells what happens.
//!
//! It reads a job from standard input and writes one JSON object per line to what was its standard output; the
//! subject's own output goes nowhere. It may die: its parent has all that it told before.

use crate::job::{ReferenceLibrary, SearchJob};
use crate::kill::HazardKill;
use crate::search::{InputSearch, SearchEvent};
use crate::second::Second;
use instrument::{Loaded, RunOutcome, Side};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;
use suite::RunEnding;

/// One line of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum WorkerLine {
    /// An input covers something new.
    Covered {
        /// The packed input.
        input: Vec<u8>,
        /// What came back.
        output: Vec<u8>,
        /// How the run ended.
        outcome: RunEnding,
        /// Places of the sides that it covers.
        sides: Vec<usize>,
        /// Inputs that were called before, where that may matter.
        before: Vec<Vec<u8>>,
    },
    /// A run did not return.
    Ended {
        /// The packed input.
        input: Vec<u8>,
        /// What it did.
        outcome: RunEnding,
    },
    /// A hazard died.
    Killed {
        /// The hazard, from 0.
        hazard: usize,
        /// What happened.
        kill: HazardKill,
    },
    /// What the last of some inputs did that were called in turn.
    Replayed {
        /// What came back.
        output: Vec<u8>,
        /// How the run ended.
        outcome: RunEnding,
        /// Places of the sides that it covers; deaths of hazards are among them.
        sides: Vec<usize>,
    },
    /// What the next of the inputs that are traced did.
    Traced {
        /// What came back.
        output: Vec<u8>,
        /// How the run ended.
        outcome: RunEnding,
        /// Places of the sides that it covers.
        sides: Vec<usize>,
    },
    /// The search is over.
    Done {
        /// Calls that were made.
        calls: u64,
        /// The least distance from each side that was not covered.
        nearest: Vec<Option<f64>>,
    },
    /// It cannot begin.
    Failed(String),
}

/// Runs a job that comes through standard input. The program calls this and nothing else in a process of its own.
pub fn main() -> Result<(), String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|e| e.to_string())?;
    let job: SearchJob = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let mut lines = private_output().map_err(|e| e.to_string())?;
    let result = work(&job, &mut lines);
    if let Err(why) = &result {
        tell(&mut lines, &WorkerLine::Failed(why.clone()));
    }
    result
}

/// Standard output for ourselves; from now on, standard output and error of the process go nowhere.
fn private_output() -> std::io::Result<File> {
    let private = rustix::io::fcntl_dupfd_cloexec(std::io::stdout(), 100)?;
    let nowhere = OpenOptions::new().write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdout(&nowhere)?;
    rustix::stdio::dup2_stderr(&nowhere)?;
    Ok(File::from(private))
}

/// Probes for each call that may be made, on average over all. It bounds the whole search where single calls take
/// their full limit: then later calls are cut short instead of the search taking hours.
const PROBES: u64 = 1_000;
/// Calls beside those of the search: replays, and what makes kills simple. They are what `finish` spends on one
/// hazard and some more, so that a search of few calls has enough for it.
const FURTHER_CALLS: u64 = 10_000;

fn work(job: &SearchJob, lines: &mut File) -> Result<(), String> {
    let second = job.stress.as_ref().and_then(|stress| stress.reference.as_ref());
    let second = second.map(second_library).transpose()?;
    let mut loaded = load(&job.library, job.sizes)?;
    loaded.guard().map_err(|e| e.to_string())?;
    loaded.set_fuel(job.calls.saturating_add(FURTHER_CALLS).saturating_mul(PROBES));
    loaded.avoid(&job.avoided);
    if let Some(path) = &job.witness {
        loaded.witness(File::create(path).map_err(|e| format!("{}: {e}", path.display()))?);
    }
    if !job.replay.is_empty() {
        tell(lines, &replayed(job, &mut loaded));
        return Ok(());
    }
    if !job.traced.is_empty() {
        job.traced
            .iter()
            .for_each(|input| tell(lines, &traced(job, &mut loaded, input)));
        return Ok(());
    }
    let mut listener = |event: SearchEvent| {
        if !is_of_avoided(&event) {
            tell(lines, &WorkerLine::of(event));
        }
    };
    let (calls, nearest) = InputSearch::new(job, loaded, second, &mut listener).run();
    tell(lines, &WorkerLine::Done { calls, nearest });
    Ok(())
}

/// Calls some inputs in turn; what the last of them did.
fn replayed(job: &SearchJob, loaded: &mut Loaded) -> WorkerLine {
    let outcomes: Vec<RunOutcome> = job.replay.iter().map(|input| loaded.call(input).outcome).collect();
    // Nothing comes after a call that ends the program.
    let earlier = &outcomes[..outcomes.len().saturating_sub(1)];
    let goes_on = earlier.iter().all(|outcome| *outcome == RunOutcome::Returned);
    let sides = (0..2 * job.integers.len()).filter(|&side| goes_on && loaded.covers(Side::at(side)));
    WorkerLine::Replayed {
        output: loaded.output().to_vec(),
        outcome: outcomes.last().map_or("".into(), |outcome| ending(*outcome)),
        sides: sides.collect(),
    }
}

/// Calls one input; what it did.
fn traced(job: &SearchJob, loaded: &mut Loaded, input: &[u8]) -> WorkerLine {
    let outcome = ending(loaded.call(input).outcome);
    let sides = (0..2 * job.integers.len()).filter(|&side| loaded.covers(Side::at(side)));
    WorkerLine::Traced {
        output: loaded.output().to_vec(),
        outcome,
        sides: sides.collect(),
    }
}

fn second_library(reference: &ReferenceLibrary) -> Result<Second, String> {
    let loaded = load(&reference.library, reference.sizes)?;
    Ok(Second::new(reference.clone(), loaded))
}

/// Loads a library that the parent process has just made.
#[allow(
    unsafe_code,
    reason = "a library is loaded into a process that exists for nothing else"
)]
fn load(library: &Path, sizes: (usize, usize)) -> Result<Loaded, String> {
    // SAFETY: the library was made for these sizes by the program that started this process, which loads it once.
    unsafe { Loaded::open(library, sizes.0, sizes.1) }.map_err(|e| e.to_string())
}

impl WorkerLine {
    fn of(event: SearchEvent) -> WorkerLine {
        match event {
            SearchEvent::Covered {
                input,
                output,
                outcome,
                sides,
                before,
            } => WorkerLine::Covered {
                input,
                output,
                outcome: ending(outcome),
                sides,
                before,
            },
            SearchEvent::Ended { input, outcome } => WorkerLine::Ended {
                input,
                outcome: ending(outcome),
            },
            SearchEvent::Killed { hazard, kill } => WorkerLine::Killed { hazard, kill },
        }
    }
}

/// An input that was not called is no news.
fn is_of_avoided(event: &SearchEvent) -> bool {
    matches!(event, SearchEvent::Ended { outcome, .. } if *outcome == RunOutcome::Avoided)
}

/// The listener may be gone; then nothing is lost.
fn tell(lines: &mut File, line: &WorkerLine) {
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    let _ = lines.write_all(text.as_bytes());
}

/// How a run ended, as files say it.
pub(crate) fn ending(outcome: RunOutcome) -> RunEnding {
    match outcome {
        RunOutcome::Returned => RunEnding::Returned,
        RunOutcome::Cut => RunEnding::Cut,
        RunOutcome::Exited(code) => format!("called exit({code})").into(),
        RunOutcome::Outside => RunEnding::Outside,
        RunOutcome::Threw => RunEnding::Threw,
        RunOutcome::Avoided => RunEnding::Avoided,
        RunOutcome::Signal(number) => by_signal(number),
    }
}

/// What a signal says about a run.
pub(crate) fn by_signal(number: i32) -> RunEnding {
    match child::signal_name(number).as_str() {
        "SIGABRT" => RunEnding::Aborted,
        "SIGALRM" => RunEnding::Hung,
        name => match CAUSES.iter().find(|(known, _)| *known == name) {
            Some((_, cause)) => format!("ended by {name}, {cause}").into(),
            None => format!("ended by {name}").into(),
        },
    }
}

/// What mostly causes a signal, where its name does not say it.
const CAUSES: [(&str, &str); 4] = [
    ("SIGILL", "an illegal instruction"),
    ("SIGBUS", "a bad address"),
    ("SIGFPE", "such as an integer division by zero"),
    ("SIGSEGV", "a bad address"),
];
