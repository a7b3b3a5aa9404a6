//! Programs of ours that hold code under test: started under a keeper, read to their end, nothing left of them.

use crate::broken::Broken;
use crate::leash::Limits;
use crate::process::{Process, Streams, end_in_words};
use std::io::{ErrorKind, PipeReader, Read};
use std::os::fd::AsFd;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What a program may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Allowance {
    /// Seconds without any output.
    pub silence: f64,
    /// Bytes of address space of each of its processes; 0 for no limit.
    pub memory: u64,
    /// Bytes of output.
    pub output: u64,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By itself, with success.
    Success,
    /// By itself, in these words.
    Failure(String),
    /// It said nothing for too long, and was ended.
    Silent,
    /// It wrote too much, and was ended.
    Flooded,
}

/// What a program left behind.
#[derive(Clone, Debug)]
pub struct Finished {
    /// Its standard output.
    pub output: Vec<u8>,
    /// The beginning of its error output.
    pub said: String,
    /// How it ended.
    pub ending: Ending,
}

/// Bytes of a file that a program may write.
const FILE_LIMIT: u64 = 1 << 26;
const STEP: Duration = Duration::from_millis(200);

/// Runs a program to its end.
pub fn run(command: Command, allowance: Allowance) -> Result<Finished, Broken> {
    let refused = |e| Broken::system("a pipe", &e);
    let (answers, output) = std::io::pipe().map_err(refused)?;
    rustix::io::ioctl_fionbio(&answers, true).map_err(|e| refused(e.into()))?;
    let limits = Limits {
        memory: allowance.memory,
        file: FILE_LIMIT,
    };
    let streams = Streams::Protocol(Stdio::null(), output.into());
    let process = Process::start(command, streams, vec![], limits)?;
    Ok(Listener {
        process,
        answers,
        output: vec![],
    }
    .listen(allowance))
}

struct Listener {
    process: Process,
    answers: PipeReader,
    output: Vec<u8>,
}

impl Listener {
    fn listen(mut self, allowance: Allowance) -> Finished {
        let patience = Duration::from_secs_f64(allowance.silence.clamp(0.01, 1e6));
        let mut heard = Instant::now();
        loop {
            self.process.wait(Some(self.answers.as_fd()), STEP.min(patience));
            if self.read(allowance.output) {
                heard = Instant::now();
            }
            if self.output.len() as u64 > allowance.output {
                return self.finish(Ending::Flooded);
            }
            if let Some(status) = self.process.ended() {
                self.read(allowance.output);
                let ending = match status.success() {
                    true => Ending::Success,
                    false => Ending::Failure(end_in_words(status)),
                };
                return self.finish(ending);
            }
            if heard.elapsed() > patience {
                return self.finish(Ending::Silent);
            }
        }
    }

    /// Reads all that is there; whether that was anything.
    fn read(&mut self, most: u64) -> bool {
        let (mut buffer, before) = ([0; 1 << 14], self.output.len());
        while self.output.len() as u64 <= most {
            match self.answers.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => self.output.extend_from_slice(&buffer[..n]),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(_) => break,
            }
        }
        self.output.len() > before
    }

    fn finish(mut self, ending: Ending) -> Finished {
        self.process.kill();
        Finished {
            said: self.process.said(),
            output: self.output,
            ending,
        }
    }
}
