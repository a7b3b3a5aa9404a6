//! The worker seen from outside: started, listened to, shaken when it hangs, started again when it dies.

use super::job::Job;
use super::worker::Line;
use super::{Failure, Options};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
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

    /// Adds what a later worker told.
    pub fn add(&mut self, later: Told) {
        for input in later.inputs {
            if input.sides.iter().any(|side| !self.covers(*side)) {
                self.inputs.push(input);
            }
        }
        let known = |ended: &[(Vec<u8>, String)], what: &str| ended.iter().any(|(_, w)| w == what);
        for (input, what) in later.ended {
            if !known(&self.ended, &what) {
                self.ended.push((input, what));
            }
        }
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
const LIVES: u64 = 8;

/// Runs a job; a worker that dies is replaced by one that begins elsewhere.
pub fn run(job: &Job, options: &Options) -> Result<Told, Failure> {
    let mut told = Told::default();
    for life in 0..LIVES {
        let mut job = job.clone();
        job.seed = job.seed.wrapping_add(life.wrapping_mul(0x9e37_79b9));
        job.known.extend(told.inputs.iter().map(|i| i.input.clone()));
        match listen(&job, options)? {
            (news, true) => {
                told.add(news);
                return Ok(told);
            }
            (mut news, false) => {
                let what = "ended the process that called it, on an input that is not known";
                news.ended.push((vec![0; job.sizes.0], what.into()));
                told.add(news);
            }
        }
    }
    Ok(told)
}

/// What one worker told, and whether it came to its end.
fn listen(job: &Job, options: &Options) -> Result<(Told, bool), Failure> {
    let mut child = start(job, options).map_err(|e| Failure::Worker(format!("it cannot be started: {e}")))?;
    let lines = lines(&mut child);
    let mut told = Told::default();
    let patience = Duration::from_secs_f64(options.patience);
    let mut done = false;
    let mut silence = 0;
    loop {
        match lines.recv_timeout(patience) {
            Ok(Line::Covered {
                input,
                output,
                outcome,
                sides,
            }) => told.inputs.push(Found {
                input,
                output,
                outcome,
                sides,
            }),
            Ok(Line::Ended { input, outcome }) => told.ended.push((input, outcome)),
            Ok(Line::Done { calls, nearest }) => {
                (told.calls, told.nearest, done) = (calls, nearest, true);
            }
            Ok(Line::Failed(why)) => {
                end(child);
                return Err(Failure::Worker(why));
            }
            Err(RecvTimeoutError::Disconnected) => break,
            // The alarm ends a run that hangs; a long search of short runs takes it for one such run and goes on.
            Err(RecvTimeoutError::Timeout) if silence < MOST_ALARMS => {
                silence += 1;
                alarm(&child);
            }
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    end(child);
    Ok((told, done))
}

/// Alarms before a worker is given up.
const MOST_ALARMS: u32 = 60;

fn start(job: &Job, options: &Options) -> std::io::Result<Child> {
    let (program, arguments) = &options.worker;
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

fn end(mut child: Child) {
    let _ = child.kill();
    let _ = child.wait();
}
