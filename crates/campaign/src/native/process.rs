//! The worker seen from outside: started, listened to, shaken when it hangs, started again when it dies.

use super::job::Job;
use super::kill::Kill;
use super::worker::{HANGS, Line, by_signal};
use super::{Failure, Settings};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// An input that covered something new.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The packed input.
    pub input: Vec<u8>,
    /// What came back.
    pub output: Vec<u8>,
    /// How the run ended.
    pub outcome: String,
    /// Places of the sides that it covers.
    pub sides: Vec<usize>,
}

/// All that workers told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Inputs in the order in which they were found.
    pub inputs: Vec<Found>,
    /// Inputs on which the function did not return, and what it did.
    pub ended: Vec<(Vec<u8>, String)>,
    /// Kills and their hazards, in the order in which they were told.
    pub kills: Vec<(usize, Kill)>,
    /// Calls that were made.
    pub calls: u64,
    nearest: Vec<Option<f64>>,
}

impl Told {
    /// Whether some input takes a side.
    pub fn covers(&self, side: usize) -> bool {
        self.inputs.iter().any(|input| input.sides.contains(&side))
    }

    /// Whether a side of so many branches is not taken.
    pub fn open(&self, branches: usize) -> bool {
        (0..2 * branches).any(|side| !self.covers(side))
    }

    /// How near a run came to a side.
    pub fn nearest(&self, side: usize) -> Option<f64> {
        self.nearest.get(side).copied().flatten()
    }

    fn hear(&mut self, line: Line) {
        match line {
            Line::Covered {
                input,
                output,
                outcome,
                sides,
            } => self.inputs.push(Found {
                input,
                output,
                outcome,
                sides,
            }),
            Line::Ended { input, outcome } => self.note_end(&input, &outcome),
            Line::Killed { hazard, kill } => self.kills.push((hazard, kill)),
            Line::Done { .. } | Line::Failed(_) => {}
        }
    }

    /// Notes an input on which the function did not return, unless one is known that did the same.
    fn note_end(&mut self, input: &[u8], what: &str) {
        if !self.ended.iter().any(|(_, known)| known == what) {
            self.ended.push((input.to_vec(), what.into()));
        }
    }

    /// Adds what a later worker told.
    pub fn add(&mut self, later: Told) {
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

/// Workers that may die before we give up.
const LIVES: u32 = 24;

/// How a worker came to its end.
enum End {
    /// It did its job.
    Done,
    /// It died; what did it, in words.
    Died(String),
    /// It was silent for too long.
    GivenUp,
}

/// Runs a job. A worker that dies is replaced by one that does the same again and leaves a witness of every input, so
/// that the next one can avoid what ended it.
pub fn run(job: &Job, settings: &Settings) -> Result<Told, Failure> {
    let mut told = Told::default();
    let mut job = job.clone();
    let mut unknown = None;
    for life in 0..LIVES {
        let (news, end) = listen(&job, settings)?;
        told.add(news);
        let End::Died(what) = end else {
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
        told.note_end(&vec![0; job.sizes.0], &format!("{what}, on an input that is not known"));
    }
    Ok(told)
}

/// The input that a worker was busy with when it died.
fn last_input(job: &Job) -> Option<Vec<u8>> {
    let input = std::fs::read(job.witness.as_ref()?).ok()?;
    (input.len() == job.sizes.0 && !job.avoided.contains(&input)).then_some(input)
}

/// What one worker told, and how it came to its end.
fn listen(job: &Job, settings: &Settings) -> Result<(Told, End), Failure> {
    let mut child = start(job, settings).map_err(|e| Failure::Worker(format!("it cannot be started: {e}")))?;
    let lines = lines(&mut child);
    let mut told = Told::default();
    let mut end = None;
    let mut silence = 0;
    loop {
        let line = lines.recv_timeout(patience(settings, &told));
        match line {
            Ok(Line::Done { calls, nearest }) => {
                (told.calls, told.nearest, end) = (calls, nearest, Some(End::Done));
                break;
            }
            Ok(Line::Failed(why)) => {
                stop(child);
                return Err(Failure::Worker(why));
            }
            Ok(line) => told.hear(line),
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if silence < MOST_ALARMS => {
                silence += 1;
                alarm(&child);
            }
            Err(RecvTimeoutError::Timeout) => {
                end = Some(End::GivenUp);
                break;
            }
        }
    }
    let status = stop(child);
    Ok((told, end.unwrap_or_else(|| End::Died(death(status)))))
}

/// Alarms before a worker is given up.
const MOST_ALARMS: u32 = 60;

/// How long silence may last until the next alarm: once a run has hung, others are expected to.
fn patience(settings: &Settings, told: &Told) -> Duration {
    let has_hung = told.ended.iter().any(|(_, what)| what == HANGS);
    Duration::from_secs_f64(settings.patience * if has_hung { 0.25 } else { 1.0 })
}

/// What ended a worker, in words.
fn death(status: Option<ExitStatus>) -> String {
    let how = match status.and_then(|s| s.signal()) {
        Some(number) => by_signal(number),
        None => "made it exit".into(),
    };
    format!("ended the process that called it: {how}")
}

fn start(job: &Job, settings: &Settings) -> std::io::Result<Child> {
    let (program, arguments) = &settings.worker;
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let text = serde_json::to_string(job).map_err(std::io::Error::other)?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(text.as_bytes())?;
    }
    Ok(child)
}

/// The lines of a worker, as they come.
fn lines(child: &mut Child) -> Receiver<Line> {
    let (sender, receiver) = mpsc::channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                let Ok(line) = serde_json::from_str(&line) else {
                    continue;
                };
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
    }
    receiver
}

fn alarm(child: &Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process(pid, Signal::ALARM);
    }
}

/// Ends a worker, unless it ended itself.
fn stop(mut child: Child) -> Option<ExitStatus> {
    let _ = child.kill();
    child.wait().ok()
}
