//! Runs tests: computes arguments, calls subjects, collects outputs.

use super::terms::names;
use expr::contract::{CallArgument, Contract, Indicator, OutputOrigin, Toward};
use expr::dag::{Dag, NodeId};
use expr::diagnostic::Diagnostics;
use expr::eval::{Evaluator, FloatArithmetic, Tape};
use expr::lower::lower_over;
use std::ops::Range;
use subject::{Answer, Subject};
use suite::Observed;

/// A subject and its name in the contract.
pub struct Called {
    /// The name; empty if the contract gives none.
    pub function: String,
    /// The subject.
    pub subject: Subject,
}

/// What came of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum TestRun {
    /// One value per output.
    Values(Vec<f64>),
    /// A call gave no values.
    Ended(Observed),
    /// A call gave a number that no double is equal to: nothing is decided.
    Between(String),
    /// A call could not be made with this input: the contract and the types of the subject do not fit.
    Unpassable(String),
}

impl TestRun {
    /// For the learner; `None` if nothing is to be learnt from it.
    pub fn outcome(&self) -> Option<learn::TestOutcome> {
        Some(match self {
            TestRun::Values(values) => learn::TestOutcome::Value(values.clone()),
            TestRun::Ended(Observed::Timeout { .. }) => learn::TestOutcome::Timeout,
            TestRun::Ended(_) => learn::TestOutcome::Crash,
            TestRun::Between(_) | TestRun::Unpassable(_) => return None,
        })
    }

    /// Why there are no values, if there are none.
    pub fn ended(&self) -> Option<Observed> {
        match self {
            TestRun::Values(_) => None,
            TestRun::Ended(observed) => Some(observed.clone()),
            TestRun::Between(how) | TestRun::Unpassable(how) => Some(Observed::Broken { how: how.clone() }),
        }
    }
}

/// All calls of a contract.
pub struct Caller {
    subjects: Vec<Called>,
    calls: Vec<Prepared>,
    inputs: usize,
    outputs: usize,
    indicators: Vec<(usize, Indicator, usize)>,
    /// Calls that were made.
    pub made: u64,
}

/// A call, made ready.
struct Prepared {
    subject: usize,
    /// Computes every number that is passed.
    tape: Tape,
    toward: Vec<Toward>,
    /// Where the answer goes among the outputs, in the order in which it comes.
    outputs: Vec<Range<usize>>,
}

impl Caller {
    /// Makes the calls of a contract ready; every function that it calls is among the subjects.
    pub fn new(contract: &Contract, subjects: Vec<Called>) -> Result<Caller, Diagnostics> {
        let names = names(contract);
        let calls = contract.calls.iter().map(|call| {
            let subject = subjects.iter().position(|s| s.function == call.function);
            prepared(call, &names, subject.unwrap_or(0))
        });
        let indicators = contract.outputs.iter().enumerate().filter_map(|(n, o)| match o.origin {
            OutputOrigin::Call => None,
            OutputOrigin::Indicator { what, of } => Some((n, what, of)),
        });
        Ok(Caller {
            calls: calls.collect::<Result<_, _>>()?,
            indicators: indicators.collect(),
            inputs: contract.inputs.len(),
            outputs: contract.outputs.len(),
            subjects,
            made: 0,
        })
    }

    /// The subjects.
    pub fn subjects(&self) -> &[Called] {
        &self.subjects
    }

    /// Runs one test; `None` if it was interrupted.
    pub fn run(&mut self, input: &[f64]) -> Option<TestRun> {
        self.run_all(&[input.to_vec()]).pop()
    }

    /// Runs one test in new processes of the subjects; `None` if it was interrupted.
    pub fn run_afresh(&mut self, input: &[f64]) -> Option<TestRun> {
        self.subjects.iter_mut().for_each(|called| called.subject.restart());
        self.run(input)
    }

    /// Runs tests; fewer than all only if it was interrupted.
    pub fn run_all(&mut self, inputs: &[Vec<f64>]) -> Vec<TestRun> {
        let nothing = vec![f64::NAN; self.outputs];
        let mut points: Vec<Vec<f64>> = inputs
            .iter()
            .map(|input| [input.as_slice(), &nothing].concat())
            .collect();
        let mut ended: Vec<Option<TestRun>> = vec![None; inputs.len()];
        for n in 0..self.calls.len() {
            let alive: Vec<usize> = (0..points.len()).filter(|&i| ended[i].is_none()).collect();
            let answers = self.call(n, &points, &alive);
            // An interrupt leaves the tests behind the last answer unfinished.
            let answered = alive.get(answers.len()).copied().unwrap_or(points.len());
            for (&i, answer) in alive.iter().zip(answers) {
                match answer {
                    Answer::Values(values) => self.place(n, &values, &mut points[i]),
                    Answer::Other(observed) => ended[i] = Some(TestRun::Ended(observed)),
                    Answer::Between(how) => ended[i] = Some(TestRun::Between(how)),
                    Answer::Unpassable(how) => ended[i] = Some(TestRun::Unpassable(how)),
                }
            }
            points.truncate(answered);
            ended.truncate(answered);
        }
        let runs = points.into_iter().zip(ended);
        runs.map(|(point, ended)| self.finish(point, ended)).collect()
    }

    fn call(&mut self, n: usize, points: &[Vec<f64>], alive: &[usize]) -> Vec<Answer> {
        let call = &self.calls[n];
        let mut evaluator = Evaluator::new(&call.tape, FloatArithmetic);
        let mut arguments = |point: &Vec<f64>| {
            evaluator.run(point);
            let value = |(n, toward): (usize, &Toward)| nudged(*evaluator.root(n), *toward);
            call.toward.iter().enumerate().map(value).collect::<Vec<f64>>()
        };
        let passed: Vec<Vec<f64>> = alive.iter().map(|&i| arguments(&points[i])).collect();
        let answers = self.subjects[call.subject].subject.ask(&passed);
        self.made += answers.len() as u64;
        answers
    }

    /// Puts an answer to its places among the outputs.
    fn place(&self, n: usize, values: &[f64], point: &mut [f64]) {
        let places = self.calls[n].outputs.iter().cloned().flatten();
        for (place, &value) in places.zip(values) {
            point[self.inputs + place] = value;
        }
    }

    fn finish(&self, mut point: Vec<f64>, ended: Option<TestRun>) -> TestRun {
        let mut outputs = point.split_off(self.inputs);
        for &(n, what, of) in &self.indicators {
            outputs[n] = f64::from(u8::from(what.of(outputs[of])));
        }
        ended.unwrap_or(TestRun::Values(outputs))
    }
}

fn prepared(call: &expr::contract::SubjectCall, names: &[&str], subject: usize) -> Result<Prepared, Diagnostics> {
    let mut dag = Dag::new();
    let (mut roots, mut toward): (Vec<NodeId>, Vec<Toward>) = (vec![], vec![]);
    let mut outputs: Vec<Range<usize>> = call.returns.iter().map(|part| part.outputs.clone()).collect();
    for argument in &call.arguments {
        let (values, one) = match argument {
            CallArgument::Number { value, toward } => (std::slice::from_ref(value), *toward),
            CallArgument::Array { values, .. } | CallArgument::Changed { values, .. } => {
                (values.as_slice(), Toward::Value)
            }
            CallArgument::Filled { .. } => (&[][..], Toward::Value),
        };
        for value in values {
            roots.push(lower_over(&mut dag, names, value)?);
            toward.push(one);
        }
        if let CallArgument::Changed { part, .. } | CallArgument::Filled { part } = argument {
            outputs.push(part.outputs.clone());
        }
    }
    Ok(Prepared {
        subject,
        tape: Tape::new(&dag, &roots),
        toward,
        outputs,
    })
}

fn nudged(x: f64, toward: Toward) -> f64 {
    match toward {
        Toward::Value => x,
        Toward::Below => x.next_down(),
        Toward::Above => x.next_up(),
    }
}
