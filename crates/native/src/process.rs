//! The worker seen from outside: started, listened to, shaken when it hangs, started again when it dies.

use crate::job::SearchJob;
use crate::kill::HazardKill;
use crate::worker::{WorkerLine, by_signal};
use crate::{NativeFailure, NativeSettings};
use child::{Most, Process, ProcessLimits, Refused, Scratch, Silence, Streams, Talk, interrupt};
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::time::Duration;
use suite::RunEnding;

/// An input that covered something new.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundInput {
    /// The packed input.
    pub input: Vec<u8>,
    /// What came back.
    pub output: Vec<u8>,
    /// How the run ended.
    pub outcome: RunEnding,
    /// Places of the sides that it covers.
    pub sides: Vec<usize>,
    /// Inputs that were called before, in this order. After [`super::replay_alone`], those without which it does not do this.
    pub before: Vec<Vec<u8>>,
}

/// All that workers told.
#[derive(Clone, Debug, Default)]
pub struct WorkerTold {
    /// Inputs in the order in which they were found.
    pub inputs: Vec<FoundInput>,
    /// Inputs on which the function did not return, and what it did.
    pub ended: Vec<(Vec<u8>, RunEnding)>,
    /// Kills and their hazards, in the order in which they were told.
    pub kills: Vec<(usize, HazardKill)>,
    /// Calls that were made.
    pub calls: u64,
    nearest: Vec<Option<f64>>,
}

impl WorkerTold {
    /// Whether some input takes a side.
    pub fn covers(&self, side: usize) -> bool {
        self.inputs.iter().any(|input| input.sides.contains(&side))
    }

    /// Whether a side of this many branches is not taken.
    pub fn open(&self, branches: usize) -> bool {
        (0..2 * branches).any(|side| !self.covers(side))
    }

    /// How near a run came to a side.
    pub fn nearest(&self, side: usize) -> Option<f64> {
        self.nearest.get(side).copied().flatten()
    }

    fn hear(&mut self, line: WorkerLine) {
        match line {
            WorkerLine::Covered {
                input,
                output,
                outcome,
                sides,
                before,
            } => self.inputs.push(FoundInput {
                input,
                output,
                outcome,
                sides,
                before,
            }),
            WorkerLine::Ended { input, outcome } => self.note_end(&input, &outcome),
            WorkerLine::Killed { hazard, kill } => self.kills.push((hazard, kill)),
            WorkerLine::Done { .. }
            | WorkerLine::Failed(_)
            | WorkerLine::Replayed { .. }
            | WorkerLine::Traced { .. } => {}
        }
    }

    /// Notes an input on which the function did not return, unless one is known that did the same.
    fn note_end(&mut self, input: &[u8], what: &RunEnding) {
        if !self.ended.iter().any(|(_, known)| known == what) {
            self.ended.push((input.to_vec(), what.clone()));
        }
    }

    /// Keeps the last kill of each hazard, which is the best.
    pub fn keep_last_kills(&mut self) {
        let kills = std::mem::take(&mut self.kills);
        for (place, (hazard, kill)) in kills.iter().enumerate() {
            if !kills[place + 1..].iter().any(|(later, _)| later == hazard) {
                self.kills.push((*hazard, kill.clone()));
            }
        }
    }

    /// Adds what a later worker told.
    pub fn add(&mut self, later: WorkerTold) {
        for input in later.inputs {
            if input.sides.iter().any(|side| !self.covers(*side)) {
                self.inputs.push(input);
            }
        }
        for (input, what) in &later.ended {
            self.note_end(input, what);
        }
        self.kills.extend(later.kills);
        self.calls += later.calls;
        let nearer = |a: Option<f64>, b: Option<f64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let sides = self.nearest.len().max(later.nearest.len());
        let at = |list: &[Option<f64>], side: usize| list.get(side).copied().flatten();
        self.nearest = (0..sides)
            .map(|s| nearer(at(&self.nearest, s), at(&later.nearest, s)))
            .collect();
    }
}

/// Workers that may die before we give up. Each death costs a start, and the search begins again; code that kills
/// more workers is reported with what was found until then.
const LIVES: u32 = 24;

/// How a worker came to its end.
enum WorkerEnd {
    /// It did its job.
    Done,
    /// It died; what did it.
    Died(RunEnding),
    /// It was silent for too long, or said too much.
    GivenUp,
    /// The user wants an end.
    Interrupted,
}

/// Runs a job. A worker that dies is replaced by one that does the same again and leaves a witness of every input, so
/// that the next one can avoid what ended it.
pub fn run(job: &SearchJob, settings: &NativeSettings) -> Result<WorkerTold, NativeFailure> {
    let mut told = WorkerTold::default();
    let mut job = job.clone();
    let mut unknown = None;
    for life in 0..LIVES {
        let (news, end) = listen(&job, settings)?;
        told.add(news);
        let WorkerEnd::Died(what) = end else {
            break;
        };
        match last_input(&job) {
            Some(input) => {
                told.note_end(&input, &what);
                job.avoided.push(input);
                unknown = None;
            }
            None => unknown = Some(what),
        }
        job.witness = Some(job.library.with_extension("witness"));
        if life > 0 {
            job.known = told.inputs.iter().map(|i| i.input.clone()).collect();
        }
    }
    if let Some(what) = unknown {
        told.note_end(
            &vec![0; job.sizes.0],
            &format!("{what}, on an input that is not known").into(),
        );
    }
    Ok(told)
}

/// What the last of some inputs does when they are called in turn in a new process; `None` where that does not come to
/// an end.
pub(crate) fn replay(
    job: &SearchJob,
    settings: &NativeSettings,
    inputs: Vec<Vec<u8>>,
) -> Result<Option<FoundInput>, NativeFailure> {
    let job = SearchJob {
        replay: inputs,
        avoided: Vec::new(),
        witness: None,
        ..job.clone()
    };
    let mut talk =
        start(&job, settings).map_err(|why| NativeFailure::Worker(format!("it cannot be started: {why}")))?;
    let stop = interrupt::flag();
    for _ in 0..MOST_SHAKES {
        match talk.hear(patience(settings, &WorkerTold::default()), Some(&stop)) {
            Ok(text) => {
                let Ok(WorkerLine::Replayed { output, outcome, sides }) = serde_json::from_str(&text) else {
                    return Ok(None);
                };
                let input = job.replay.last().cloned().unwrap_or_default();
                return Ok(Some(FoundInput {
                    input,
                    output,
                    outcome,
                    sides,
                    before: Vec::new(),
                }));
            }
            Err(Silence::Overdue) => talk.process().alarm(),
            Err(_) => return Ok(None),
        }
    }
    Ok(None)
}

/// Alarms for a few calls: each ends with the second. A replay is one call after a history of
/// four at most, so that there are two alarms for each.
const MOST_SHAKES: u32 = 12;

/// The input that a worker was busy with when it died.
fn last_input(job: &SearchJob) -> Option<Vec<u8>> {
    let input = std::fs::read(job.witness.as_ref()?).ok()?;
    (input.len() == job.sizes.0 && !job.avoided.contains(&input)).then_some(input)
}

/// What one worker told, and how it came to its end.
fn listen(job: &SearchJob, settings: &NativeSettings) -> Result<(WorkerTold, WorkerEnd), NativeFailure> {
    let mut talk = start(job, settings).map_err(|why| NativeFailure::Worker(format!("it cannot be started: {why}")))?;
    let mut told = WorkerTold::default();
    let mut silence = 0;
    let stop = interrupt::flag();
    let end = loop {
        match talk.hear(patience(settings, &told), Some(&stop)) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(WorkerLine::Done { calls, nearest }) => {
                    (told.calls, told.nearest) = (calls, nearest);
                    break WorkerEnd::Done;
                }
                Ok(WorkerLine::Failed(why)) => return Err(NativeFailure::Worker(why)),
                Ok(line) => told.hear(line),
                Err(_) => {}
            },
            Err(Silence::Overdue) if silence < MOST_ALARMS => {
                silence += 1;
                talk.process().alarm();
            }
            Err(Silence::Ended(status)) => break WorkerEnd::Died(death(status)),
            Err(Silence::Overdue | Silence::Flooded) => break WorkerEnd::GivenUp,
            Err(Silence::Interrupted) => break WorkerEnd::Interrupted,
        }
    };
    Ok((told, end))
}

/// Alarms before a worker is given up. Each is a wait of `NativeSettings::patience` or a quarter of it, a second at
/// most from the command line, so that code that only hangs is given up after a minute.
const MOST_ALARMS: u32 = 60;

/// How long silence may last until the next alarm: once a run has hung, others are expected to.
fn patience(settings: &NativeSettings, told: &WorkerTold) -> Duration {
    let has_hung = told.ended.iter().any(|(_, what)| *what == RunEnding::Hung);
    Duration::from_secs_f64(settings.patience * if has_hung { 0.25 } else { 1.0 })
}

/// What ended a worker.
fn death(status: ExitStatus) -> RunEnding {
    let how = match status.signal() {
        Some(number) => by_signal(number).to_string(),
        None => "made it exit".into(),
    };
    format!("ended the process that called it: {how}").into()
}

/// What a worker may use.
const LIMITS: ProcessLimits = ProcessLimits {
    memory: 4 << 30,
    file: 1 << 26,
};
/// What a worker may say: in a line, and beside its lines.
const MOST: Most = Most {
    line: 1 << 28,
    beside: 1 << 24,
};

pub(crate) fn start(job: &SearchJob, settings: &NativeSettings) -> Result<Talk, String> {
    let (program, arguments) = &settings.worker;
    let mut command = Command::new(program);
    command.args(arguments);
    let refused = |e: std::io::Error| e.to_string();
    let (answers, output) = std::io::pipe().map_err(refused)?;
    let streams = Streams::Protocol(written(job).map_err(refused)?.into(), output.into());
    let process = Process::start(command, streams, vec![], LIMITS);
    let talk = process.and_then(|process| Talk::new(process, None, answers, MOST));
    talk.map_err(|refused: Refused| refused.to_string())
}

/// A job as a file without a name: it cannot block its writer, as a pipe can.
fn written(job: &SearchJob) -> std::io::Result<File> {
    let folder = Scratch::new()?;
    let path = folder.path().join("job");
    std::fs::write(&path, serde_json::to_string(job).map_err(std::io::Error::other)?)?;
    File::open(path)
}
