//! Subjects with arrays and several outputs.

use crate::broken::Broken;
use crate::options::Options;
use crate::reference::Reference;
use crate::subject::Subject;
use suite::Observed;

/// What is passed to a subject and what comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    /// The parameters in order.
    pub parameters: Vec<Passed>,
    /// What is returned, in order; empty if nothing is.
    pub returns: Vec<Extent>,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Its name, for messages.
    pub name: String,
    /// Which way its numbers go.
    pub way: Way,
    /// How many they are.
    pub extent: Extent,
}

/// Which way numbers go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// To the subject.
    In,
    /// To the subject and back.
    Changed,
    /// Back.
    Filled,
}

/// One number or an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One number.
    Number,
    /// An array of so many.
    Array(usize),
}

impl Extent {
    /// How many numbers there are.
    pub fn count(self) -> usize {
        match self {
            Extent::Number => 1,
            Extent::Array(n) => n,
        }
    }
}

/// What a subject did on one input.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What it returned, then what it changed and filled.
    Values(Vec<f64>),
    /// Anything else.
    Other(Observed),
}

impl Interface {
    /// Numbers in and one returned number.
    fn is_plain(&self) -> bool {
        let numbers = self
            .parameters
            .iter()
            .all(|p| p.way == Way::In && p.extent == Extent::Number);
        numbers && self.returns == [Extent::Number]
    }
}

impl Subject {
    /// Builds and starts a subject that is called in this way.
    pub fn open_for(reference: &Reference, options: &Options, interface: &Interface) -> Result<Subject, Broken> {
        if interface.is_plain() {
            return Subject::open(reference, options);
        }
        let what = format!("`{reference}` cannot be called with arrays or several outputs");
        Err(Broken::new(
            what,
            "write a function around it that takes numbers and returns one",
        ))
    }

    /// What it does on each input: the numbers of all parameters that go to it, in order. Fewer answers than inputs only
    /// if it was interrupted.
    pub fn ask(&mut self, inputs: &[Vec<f64>]) -> Vec<Answer> {
        self.run(inputs).into_iter().map(answer).collect()
    }
}

fn answer(observed: Observed) -> Answer {
    match observed {
        Observed::Value { hex, upper: None, .. } => Answer::Values(vec![hex.0]),
        other => Answer::Other(other),
    }
}
