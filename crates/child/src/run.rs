//! One command from its start to its end.

use crate::ending::Ending;
use crate::interrupt;
use crate::leash::ProcessLimits;
use crate::process::{Process, Streams};
use crate::refused::Refused;
use std::io::{ErrorKind, PipeReader, Read};
use std::os::fd::AsFd;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// What a command may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// Time for all of it.
    pub time: Duration,
    /// Time without any output.
    pub silence: Duration,
    /// Bytes on each of its two outputs.
    pub output: u64,
    /// Memory and files.
    pub limits: ProcessLimits,
}

impl Allowance {
    /// For compilers and other tools: far more than one needs that is in order.
    pub const TOOL: Allowance = Allowance {
        time: Duration::from_secs(600),
        silence: Duration::MAX,
        output: 1 << 26,
        limits: ProcessLimits {
            memory: 8 << 30,
            file: 1 << 32,
        },
    };
}

/// What a command left behind.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its standard output.
    pub output: Vec<u8>,
    /// The beginning of its error output.
    pub errors: String,
    /// How it ended.
    pub ending: Ending,
}

impl Finished {
    /// Its standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    /// The beginning of its error output, for people.
    pub fn complaint(&self) -> String {
        let mut cuts = (0..=self.errors.len().min(SHOWN)).rev();
        let most = cuts.find(|&at| self.errors.is_char_boundary(at)).unwrap_or(0);
        let shown = &self.errors[..most];
        match self.errors.len() - most {
            0 => shown.into(),
            more => format!("{shown}\n({more} more bytes)"),
        }
    }
}

/// How much of the error output is kept: compilers may say a lot about hundreds of mutants.
const KEPT: usize = 1 << 26;
/// Bytes of it that people are shown.
const SHOWN: usize = 20_000;
/// How often interrupts are looked for.
const STEP: Duration = Duration::from_millis(50);
const SHORTEST: Duration = Duration::from_millis(1);

/// Runs a command to its end, with empty input. An interrupt ends it.
pub fn run(command: Command, allowance: &Allowance) -> Result<Finished, Refused> {
    Ok(Running::start(command, allowance)?.finish())
}

/// A command that runs while its owner does something else. Dropping it ends it.
pub struct Running {
    process: Process,
    answers: PipeReader,
    output: Vec<u8>,
    allowance: Allowance,
    begun: Instant,
}

impl Running {
    /// Starts a command with empty input.
    pub fn start(command: Command, allowance: &Allowance) -> Result<Running, Refused> {
        let refused = Refused::system("a pipe");
        let (answers, output) = std::io::pipe().map_err(refused)?;
        rustix::io::ioctl_fionbio(&answers, true).map_err(|e| refused(e.into()))?;
        let streams = Streams::Protocol(Stdio::null(), output.into());
        let mut process = Process::start(command, streams, vec![], allowance.limits)?;
        process.keep_output(KEPT);
        Ok(Running {
            process,
            answers,
            output: vec![],
            allowance: *allowance,
            begun: Instant::now(),
        })
    }

    /// Waits for its end, or ends it when its allowance is used up or an interrupt comes.
    pub fn finish(mut self) -> Finished {
        let ending = self.listen();
        self.process.kill();
        Finished {
            errors: self.process.said(),
            output: self.output,
            ending,
        }
    }

    fn listen(&mut self) -> Ending {
        let allowance = self.allowance;
        let step = STEP.min(allowance.silence).min(allowance.time).max(SHORTEST);
        let (mut heard, mut written, mut open) = (Instant::now(), 0, true);
        loop {
            self.process.wait(open.then(|| self.answers.as_fd()), step);
            // Looked at before the pipe is read: what was written before the end is read after it.
            let status = self.process.ended();
            open = open && self.read();
            let now = self.output.len() as u64 + self.process.written;
            if now > written {
                (heard, written) = (Instant::now(), now);
            }
            if let Some(ending) = self.judge(status, heard) {
                return ending;
            }
        }
    }

    /// Why it has ended or must end.
    fn judge(&self, status: Option<ExitStatus>, heard: Instant) -> Option<Ending> {
        let allowance = &self.allowance;
        let reasons = [
            (
                self.output.len() as u64 > allowance.output || self.process.written > allowance.output,
                Ending::Flooded,
            ),
            (status.is_some(), status.map_or(Ending::Success, Ending::of)),
            (interrupt::is_raised(), Ending::Interrupted),
            (self.begun.elapsed() >= allowance.time, Ending::Overdue),
            (heard.elapsed() >= allowance.silence, Ending::Silent),
        ];
        reasons.iter().find(|(holds, _)| *holds).map(|(_, ending)| *ending)
    }

    /// Reads all that is there; false at the end of the pipe.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 1 << 14];
        while self.output.len() as u64 <= self.allowance.output {
            match self.answers.read(&mut buffer) {
                Ok(0) => return false,
                Ok(n) => self.output.extend_from_slice(&buffer[..n]),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => return true,
            }
        }
        true
    }
}
