//! Subjects that speak in lines: one question, one answer, and a new process when one has died.
//!
//! A line that nobody asked for puts questions and answers out of step, and it may come late. Unless answers name their
//! questions, the process is therefore told at the end of a batch that nothing follows, and whatever it says until it
//! ends belongs to no question. If there is such a line, every question of the batch is put to a process of its own,
//! so that the stray line is found beside the input that caused it.

use crate::arena::{ArenaRules, observed_end};
use crate::broken::Broken;
use crate::interface::Answer;
use crate::subject::SubjectMachine;
use child::{Farewell, Silence, Talk};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use suite::Observed;

/// How long a process may take to end when nothing follows. One that does not is `deaf`.
const LEAVE: Duration = Duration::from_secs(2);
/// How long a stray line of a deaf process may take.
const SETTLE: Duration = Duration::from_millis(100);

/// What differs between those who speak in lines.
pub trait Speech: Send {
    /// Starts a process that is ready for its first question.
    fn start(&mut self) -> Result<Talk, Broken>;
    /// The line that asks for the result at an input.
    fn question(&mut self, input: &[f64]) -> Result<String, String>;
    /// What the answer to the last question means.
    fn understand(&self, answer: &str) -> Answer;
    /// Answers name their questions, so that none is taken for another.
    fn is_numbered(&self) -> bool;
}

/// A subject that speaks in lines.
pub struct LineSubject<S: Speech> {
    speech: S,
    rules: ArenaRules,
    talk: Option<Talk>,
    /// The process has answered a question.
    answered: bool,
    /// A stray line came once, so each question gets a process of its own.
    cautious: bool,
    /// A stray line came with the last answer.
    strays: bool,
    /// It does not end when it is told that nothing follows.
    deaf: bool,
}

impl<S: Speech> LineSubject<S> {
    /// Starts the first process.
    pub fn open(mut speech: S, rules: ArenaRules) -> Result<LineSubject<S>, Broken> {
        let talk = Some(speech.start()?);
        Ok(LineSubject {
            speech,
            rules,
            talk,
            answered: false,
            cautious: false,
            strays: false,
            deaf: false,
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
            match talk.hear(self.rules.call, stop.map(AsRef::as_ref)) {
                Ok(answer) => return Some(self.judge(talk, &question, &answer)),
                // It may have ended because it answers only once; then the question goes to a new one.
                Err(Silence::Ended(status)) if self.answered && status.success() => {}
                Err(silence) => return self.explain(silence),
            }
        }
    }

    fn living(&mut self) -> Result<Talk, Broken> {
        let mut talk = self.talk.take();
        let alive = talk.as_mut().is_some_and(|talk| talk.process().ended().is_none());
        // A process that has ended may have said something more before.
        self.strays |= !alive && talk.as_mut().is_some_and(|talk| talk.is_out_of_step(Duration::ZERO));
        match talk.filter(|_| alive) {
            Some(talk) => Ok(talk),
            None => {
                self.answered = false;
                self.speech.start()
            }
        }
    }

    fn judge(&mut self, mut talk: Talk, question: &str, answer: &str) -> Answer {
        // Who has not read the question has not answered it.
        let unread = talk.unread() >= question.len();
        let strays = talk.is_out_of_step(Duration::ZERO) || (unread && !self.speech.is_numbered());
        self.answered = true;
        self.talk = Some(talk);
        self.strays |= strays || (self.cautious && self.ends_with_strays());
        if self.cautious {
            self.talk = None;
        }
        if self.strays {
            return out_of_step();
        }
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

impl<S: Speech> LineSubject<S> {
    /// Asks for every input. `None` if answers came that nobody asked for, so that no answer can be trusted.
    fn pass(&mut self, inputs: &[Vec<f64>], stop: Option<&Arc<AtomicBool>>) -> Option<Vec<Answer>> {
        let mut answers = vec![];
        for input in inputs {
            if self.strays_within(Duration::ZERO) {
                return None;
            }
            self.strays = false;
            let answer = self.call(input, stop);
            if self.strays && !self.cautious {
                return None;
            }
            match answer {
                Some(one) => answers.push(one),
                None => return Some(answers),
            }
        }
        (!self.ends_with_strays()).then_some(answers)
    }

    fn strays_within(&mut self, pause: Duration) -> bool {
        self.talk.as_mut().is_some_and(|talk| talk.is_out_of_step(pause))
    }

    /// Does it say more than its answers before it ends?
    fn ends_with_strays(&mut self) -> bool {
        if self.speech.is_numbered() {
            return self.strays_within(Duration::ZERO);
        }
        if self.deaf {
            return self.strays_within(SETTLE);
        }
        let Some(talk) = self.talk.take() else { return false };
        let farewell = talk.dismiss(LEAVE);
        self.deaf = farewell == Farewell::Stayed;
        farewell == Farewell::Spoke
    }
}

impl<S: Speech> SubjectMachine for LineSubject<S> {
    fn run(&mut self, inputs: &[Vec<f64>], interrupt: Option<&Arc<AtomicBool>>) -> Vec<Answer> {
        if let Some(answers) = self.pass(inputs, interrupt) {
            return answers;
        }
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
