//! A child that speaks in lines: what it is told goes into one pipe, its lines come out of another.

use crate::process::Process;
use crate::refused::Refused;
use rustix::io::{ioctl_fionbio, ioctl_fionread};
use std::io::{ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const STEP: Duration = Duration::from_millis(50);
/// A child that has closed its output is looked at this often for its end.
const NAP: Duration = Duration::from_millis(5);

/// A child with its lines.
pub struct Talk {
    process: Process,
    questions: Option<PipeWriter>,
    answers: PipeReader,
    heard: Vec<u8>,
    /// Bytes of `heard` that hold no end of a line.
    searched: usize,
    most: Most,
}

/// What a child may write.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Bytes of one line.
    pub line: usize,
    /// Bytes beside its lines between two questions.
    pub beside: u64,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The process ended.
    Ended(ExitStatus),
    /// The time is over.
    Overdue,
    /// It wrote too much.
    Flooded,
    /// The run was interrupted.
    Interrupted,
}

/// What a child does that is told that nothing follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Farewell {
    /// It ended without a word.
    Left,
    /// It said something more.
    Spoke,
    /// It said nothing, and the time ended before it did.
    Stayed,
}

impl Talk {
    /// A conversation with a process over these pipes.
    pub fn new(
        process: Process,
        questions: Option<PipeWriter>,
        answers: PipeReader,
        most: Most,
    ) -> Result<Talk, Refused> {
        ioctl_fionbio(&answers, true).map_err(|e| Refused::system("a pipe")(e.into()))?;
        Ok(Talk {
            process,
            questions,
            answers,
            heard: vec![],
            searched: 0,
            most,
        })
    }

    /// The process itself.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// Says something.
    pub fn ask(&mut self, question: &str) {
        if let Some(questions) = &mut self.questions {
            // A process that does not hear it is dead, and that is noticed.
            let _ = questions.write_all(question.as_bytes());
        }
        self.process.forget_output();
    }

    /// How many bytes of what it was told it has not read.
    pub fn unread(&self) -> usize {
        let told = self.questions.as_ref().map(ioctl_fionread);
        told.and_then(Result::ok).map_or(0, |bytes| bytes as usize)
    }

    /// The next line of its answers.
    pub fn hear(&mut self, time: Duration, stop: Option<&AtomicBool>) -> Result<String, Silence> {
        let begun = Instant::now();
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Silence::Interrupted);
            }
            if self.process.written > self.most.beside || self.heard.len() > self.most.line {
                return Err(Silence::Flooded);
            }
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(Silence::Overdue);
            }
            let readable = self.process.wait(Some(self.answers.as_fd()), left.min(STEP));
            let open = !readable || self.read();
            if let Some(status) = self.process.ended() {
                while self.read() && self.heard.len() <= self.most.line {}
                return self.take_line().ok_or(Silence::Ended(status));
            }
            if !open {
                // Nothing can be said any more; only the end of the process is of interest.
                self.process.wait(None, left.min(NAP));
            }
        }
    }

    /// Reads what there is; false if that was nothing or the end.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 1 << 14];
        match self.answers.read(&mut buffer) {
            Ok(0) => false,
            Ok(n) => {
                self.heard.extend_from_slice(&buffer[..n]);
                true
            }
            Err(e) => e.kind() == ErrorKind::Interrupted,
        }
    }

    fn take_line(&mut self) -> Option<String> {
        let Some(end) = self.heard[self.searched..].iter().position(|&b| b == b'\n') else {
            self.searched = self.heard.len();
            return None;
        };
        let line: Vec<u8> = self.heard.drain(..=self.searched + end).collect();
        self.searched = 0;
        Some(String::from_utf8_lossy(&line).trim().to_owned())
    }

    /// Did it say something that nobody asked for?
    pub fn is_out_of_step(&mut self, pause: Duration) -> bool {
        if !pause.is_zero() {
            self.process.wait(Some(self.answers.as_fd()), pause);
        }
        self.read();
        !self.heard.is_empty()
    }

    /// Closes its input and listens until it ends.
    pub fn dismiss(mut self, time: Duration) -> Farewell {
        self.questions = None;
        let begun = Instant::now();
        loop {
            // A process that has ended has said all, so its end is asked for before its words.
            let ended = self.process.ended().is_some();
            if self.is_out_of_step(Duration::ZERO) {
                return Farewell::Spoke;
            }
            let left = time.saturating_sub(begun.elapsed());
            if ended {
                return Farewell::Left;
            }
            if left.is_zero() {
                return Farewell::Stayed;
            }
            let readable = self.process.wait(Some(self.answers.as_fd()), left.min(STEP));
            if readable && !self.read() {
                // A closed pipe can be read for ever; only the end of the process is of interest.
                self.process.wait(None, left.min(NAP));
            }
        }
    }
}
