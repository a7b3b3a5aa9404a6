//! The process that calls the code under test, and the lines by which it tells what happens.
//!
//! It reads a job from standard input and writes one JSON object per line to what was its standard output; the
//! subject's own output goes nowhere. It may die: whoever started it has all that it told before.

use crate::job::{Job, Reference};
use crate::kill::Kill;
use crate::search::{Event, Search};
use crate::second::Second;
use instrument::{Loaded, Outcome, Side};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// One line of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Line {
    /// An input covers something new.
    Covered {
        /// The packed input.
        input: Vec<u8>,
        /// What came back.
        output: Vec<u8>,
        /// How the run ended, in words.
        outcome: String,
        /// Places of the sides that it covers.
        sides: Vec<usize>,
        /// Inputs that were called before, where that may matter.
        before: Vec<Vec<u8>>,
    },
    /// A run did not return.
    Ended {
        /// The packed input.
        input: Vec<u8>,
        /// What it did, in words.
        outcome: String,
    },
    /// A hazard died.
    Killed {
        /// The hazard, from 0.
        hazard: usize,
        /// What happened.
        kill: Kill,
    },
    /// What the last of some inputs did that were called in turn.
    Replayed {
        /// What came back.
        output: Vec<u8>,
        /// How the run ended, in words.
        outcome: String,
        /// Places of the sides that it covers; deaths of hazards are among them.
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
    let job: Job = serde_json::from_str(&text).map_err(|e| e.to_string())?;
    let mut lines = private_output().map_err(|e| e.to_string())?;
    let result = work(&job, &mut lines);
    if let Err(why) = &result {
        tell(&mut lines, &Line::Failed(why.clone()));
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

/// Probes for each call that may be made, on average over all.
const PROBES: u64 = 1_000;
/// Calls beside those of the search: replays, and what makes kills simple.
const FURTHER_CALLS: u64 = 10_000;

fn work(job: &Job, lines: &mut File) -> Result<(), String> {
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
    let mut listener = |event: Event| {
        if !is_of_avoided(&event) {
            tell(lines, &Line::of(event));
        }
    };
    let (calls, nearest) = Search::new(job, loaded, second, &mut listener).run();
    tell(lines, &Line::Done { calls, nearest });
    Ok(())
}

/// Calls some inputs in turn; what the last of them did.
fn replayed(job: &Job, loaded: &mut Loaded) -> Line {
    let outcomes: Vec<Outcome> = job.replay.iter().map(|input| loaded.call(input).outcome).collect();
    // Nothing comes after a call that ends the program.
    let earlier = &outcomes[..outcomes.len().saturating_sub(1)];
    let goes_on = earlier.iter().all(|outcome| *outcome == Outcome::Returned);
    let sides = (0..2 * job.integers.len()).filter(|&side| goes_on && loaded.covers(Side::at(side)));
    Line::Replayed {
        output: loaded.output().to_vec(),
        outcome: outcomes.last().map_or(String::new(), |outcome| words(*outcome)),
        sides: sides.collect(),
    }
}

fn second_library(reference: &Reference) -> Result<Second, String> {
    let loaded = load(&reference.library, reference.sizes)?;
    Ok(Second::new(reference.clone(), loaded))
}

/// Loads a library that whoever started this process has just made.
#[allow(
    unsafe_code,
    reason = "a library is loaded into a process that exists for nothing else"
)]
fn load(library: &Path, sizes: (usize, usize)) -> Result<Loaded, String> {
    // SAFETY: the library was made for these sizes by the program that started this process, which loads it once.
    unsafe { Loaded::open(library, sizes.0, sizes.1) }.map_err(|e| e.to_string())
}

impl Line {
    fn of(event: Event) -> Line {
        match event {
            Event::Covered {
                input,
                output,
                outcome,
                sides,
                before,
            } => Line::Covered {
                input,
                output,
                outcome: words(outcome),
                sides,
                before,
            },
            Event::Ended { input, outcome } => Line::Ended {
                input,
                outcome: words(outcome),
            },
            Event::Killed { hazard, kill } => Line::Killed { hazard, kill },
        }
    }
}

/// An input that was not called is no news.
fn is_of_avoided(event: &Event) -> bool {
    matches!(event, Event::Ended { outcome, .. } if *outcome == Outcome::Avoided)
}

/// Whoever listened may be gone; then nobody minds.
fn tell(lines: &mut File, line: &Line) {
    let mut text = serde_json::to_string(line).unwrap_or_default();
    text.push('\n');
    let _ = lines.write_all(text.as_bytes());
}

/// How a run ended, in words.
pub(crate) fn words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Returned => "returned".into(),
        Outcome::Cut => "did not end within the limit of branches".into(),
        Outcome::Exited(code) => format!("called exit({code})"),
        Outcome::Outside => "read or wrote outside of a variable".into(),
        Outcome::Threw => "threw an exception".into(),
        Outcome::Avoided => "was cut short".into(),
        Outcome::Signal(number) => by_signal(number),
    }
}

/// What a signal means, in words.
pub(crate) fn by_signal(number: i32) -> String {
    let known = SIGNALS.iter().find(|(n, _)| *n == number);
    known.map_or(format!("ended by signal {number}"), |(_, name)| (*name).into())
}

/// What a run says that hangs until an alarm ends it.
pub(crate) const HANGS: &str = "did not end in time";

const SIGNALS: [(i32, &str); 8] = [
    (4, "ended by SIGILL, an illegal instruction"),
    (6, "called abort"),
    (7, "ended by SIGBUS, a bad address"),
    (8, "ended by SIGFPE, such as an integer division by zero"),
    (9, "ended by SIGKILL"),
    (11, "ended by SIGSEGV, a bad address"),
    (14, HANGS),
    (15, "ended by SIGTERM"),
];
