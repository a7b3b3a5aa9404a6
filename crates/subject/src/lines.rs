//! Subjects that speak in lines: one question, one answer, and a new process when one has died.
//!
//! A line that nobody asked for puts questions and answers out of step. Then the whole batch is asked again in a new
//! process, with a pause behind each answer, so that the stray line is found beside the input that caused it.

use crate::arena::Rules;
use crate::broken::Broken;
use crate::interface::Answer;
use crate::process::{Process, observed_end};
use crate::subject::Machine;
use rustix::io::ioctl_fionbio;
use std::io::{ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::AsFd;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use suite::Observed;

/// No answer is longer than this.
const LONGEST: usize = 1 << 16;
/// A stray line follows its answer within this time.
const SETTLE: Duration = Duration::from_millis(5);
const STEP: Duration = Duration::from_millis(50);

/// What differs between those who speak in lines.
pub trait Speech: Send {
    /// Starts a process that is ready for its first question.
    fn start(&mut self) -> Result<Talk, Broken>;
    /// The line that asks for the result at an input.
    fn question(&mut self, input: &[f64]) -> Result<String, String>;
    /// What the answer to the last question means.
    fn understand(&self, answer: &str) -> Answer;
}

/// A process with its two pipes.
pub struct Talk {
    process: Process,
    questions: PipeWriter,
    answers: PipeReader,
    heard: Vec<u8>,
    answered: bool,
}

/// Why no line came.
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

impl Talk {
    /// A conversation with a process over these pipes.
    pub fn new(process: Process, questions: PipeWriter, answers: PipeReader) -> Result<Talk, Broken> {
        ioctl_fionbio(&answers, true).map_err(|e| Broken::system("a pipe", &e.into()))?;
        Ok(Talk {
            process,
            questions,
            answers,
            heard: vec![],
            answered: false,
        })
    }

    fn ask(&mut self, question: &str) {
        // A process that does not hear it is dead, and that is noticed.
        let _ = self.questions.write_all(question.as_bytes());
        self.process.forget_output();
    }

    /// The next line of its answers.
    pub fn hear(&mut self, time: Duration, output: u64, stop: Option<&Arc<AtomicBool>>) -> Result<String, Silence> {
        let begun = Instant::now();
        loop {
            if let Some(line) = self.take_line() {
                return Ok(line);
            }
            if stop.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
                return Err(Silence::Interrupted);
            }
            if self.process.written > output || self.heard.len() > LONGEST {
                return Err(Silence::Flooded);
            }
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Err(Silence::Overdue);
            }
            let readable = self.process.wait(Some(self.answers.as_fd()), left.min(STEP));
            let open = !readable || self.read();
            if let Some(status) = self.process.ended() {
                while self.read() && self.heard.len() <= LONGEST {}
                return self.take_line().ok_or(Silence::Ended(status));
            }
            if !open {
                // Nothing can be said any more; only the end of the process is of interest.
                self.process.wait(None, left.min(Duration::from_millis(5)));
            }
        }
    }

    /// Reads what there is; false if that was nothing or the end.
    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
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
        let end = self.heard.iter().position(|&b| b == b'\n')?;
        let line: Vec<u8> = self.heard.drain(..=end).collect();
        Some(String::from_utf8_lossy(&line).trim().to_owned())
    }

    /// Did it say something that nobody asked for?
    fn is_out_of_step(&mut self, pause: Duration) -> bool {
        if !pause.is_zero() {
            self.process.wait(Some(self.answers.as_fd()), pause);
        }
        self.read();
        !self.heard.is_empty()
    }

    /// What it wrote beside its answers.
    pub fn said(&self) -> String {
        self.process.said()
    }
}

/// A subject that speaks in lines.
pub struct Lines<S: Speech> {
    speech: S,
    rules: Rules,
    talk: Option<Talk>,
    /// A stray line came once, so others are waited for.
    cautious: bool,
}

impl<S: Speech> Lines<S> {
    /// Starts the first process.
    pub fn open(mut speech: S, rules: Rules) -> Result<Lines<S>, Broken> {
        let talk = Some(speech.start()?);
        let cautious = false;
        Ok(Lines {
            speech,
            rules,
            talk,
            cautious,
        })
    }

    /// `None` if it was interrupted.
    fn call(&mut self, input: &[f64], stop: Option<&Arc<AtomicBool>>) -> Option<Answer> {
        let question = match self.speech.question(input) {
            Ok(question) => question,
            Err(how) => return Some(Answer::Unpassable(how)),
        };
        loop {
            let mut talk = match self.living() {
                Ok(talk) => talk,
                Err(broken) => {
                    return Some(Answer::broken(format!("it does not start again: {}", broken.what)));
                }
            };
            talk.ask(&question);
            match talk.hear(self.rules.call, self.rules.output, stop) {
                Ok(answer) => return Some(self.judge(talk, &answer)),
                // It may have ended because it answers only once; then the question goes to a new one.
                Err(Silence::Ended(status)) if talk.answered && status.success() => {}
                Err(silence) => return self.explain(silence),
            }
        }
    }

    fn living(&mut self) -> Result<Talk, Broken> {
        let mut talk = self.talk.take();
        let alive = talk.as_mut().is_some_and(|talk| talk.process.ended().is_none());
        match talk.filter(|_| alive) {
            Some(talk) => Ok(talk),
            None => self.speech.start(),
        }
    }

    fn judge(&mut self, mut talk: Talk, answer: &str) -> Answer {
        let pause = if self.cautious { SETTLE } else { Duration::ZERO };
        if talk.is_out_of_step(pause) {
            self.cautious = true;
            return out_of_step();
        }
        talk.answered = true;
        self.talk = Some(talk);
        self.speech.understand(answer)
    }

    fn explain(&self, silence: Silence) -> Option<Answer> {
        let observed = match silence {
            Silence::Ended(status) => observed_end(status),
            Silence::Overdue => Observed::Timeout {
                milliseconds: self.rules.call.as_millis() as u64,
            },
            Silence::Flooded => Observed::Flood {
                limit: self.rules.output,
            },
            Silence::Interrupted => return None,
        };
        Some(Answer::Other(observed))
    }
}

fn out_of_step() -> Answer {
    Answer::broken("it answered with more than one line")
}

impl<S: Speech> Lines<S> {
    /// Asks for every input. `None` if answers came that nobody asked for, so that no answer can be trusted.
    fn pass(&mut self, inputs: &[Vec<f64>], stop: Option<&Arc<AtomicBool>>) -> Option<Vec<Answer>> {
        let mut answers = vec![];
        for input in inputs {
            if self
                .talk
                .as_mut()
                .is_some_and(|talk| talk.is_out_of_step(Duration::ZERO))
            {
                return None;
            }
            match self.call(input, stop) {
                Some(one) => answers.push(one),
                None => return Some(answers),
            }
        }
        let strays = self.talk.as_mut().is_some_and(|talk| talk.is_out_of_step(SETTLE));
        (!strays).then_some(answers)
    }
}

impl<S: Speech> Machine for Lines<S> {
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Answer> {
        if let Some(answers) = self.pass(inputs, interrupt) {
            return answers;
        }
        // From now on there is a pause behind each answer, so that a stray line meets the input that caused it.
        self.cautious = true;
        self.talk = None;
        let again = self.pass(inputs, interrupt);
        again.unwrap_or_else(|| {
            self.talk = None;
            vec![out_of_step(); inputs.len()]
        })
    }

    fn restart(&mut self) {
        self.talk = None;
    }
}
