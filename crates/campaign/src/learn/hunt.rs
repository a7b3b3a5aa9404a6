//! Tests one after the other until there is an end with a reason.

use super::binades::Binades;
use super::caller::{Caller, TestRun};
use super::random::Uniform;
use super::terms::Terms;
use super::{LearnFailure, LearnSettings};
use learn::{ContractBreach, Learner, Next, TestProof, Why};
use subject::Broken;
use suite::Observed;
use suite::learn::{ConvergencePoint, LearnEnd, LearnMethod, WhyTested};

/// The search for a violation.
pub struct Hunt<'a> {
    /// The conditions.
    pub terms: &'a Terms,
    /// How to test.
    pub settings: &'a LearnSettings,
    /// Chooses tests and judges them.
    pub learner: Learner,
    /// Whether the user does not want to wait.
    pub stopped: &'a dyn Fn() -> bool,
    /// Is told the number of tests.
    pub show: &'a dyn Fn(u64),
}

/// A test that was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// One value per input.
    pub input: Vec<f64>,
    /// What came of it.
    pub run: TestRun,
    /// Why it was made.
    pub why: WhyTested,
}

/// What a hunt came to.
pub struct HuntResult {
    /// Why it ended.
    pub end: LearnEnd,
    /// The first violation.
    pub violation: Option<(Made, ContractBreach)>,
    /// Tests that were made.
    pub tests: u64,
    /// Tests that could not be decided.
    pub undecided: u64,
    /// Where they lay by exponent.
    pub binades: Binades,
    /// The first tests.
    pub kept: Vec<Made>,
    /// How learning went.
    pub convergence: Vec<ConvergencePoint>,
}

/// Tests that are kept: what a picture needs, or a first look.
const KEPT_FOR_PICTURE: usize = 2000;
const KEPT: usize = 200;

/// How learning goes is noted when the number of tests has grown by this factor.
const NOTE_FACTOR: f64 = 1.15;

/// Inputs that are tried where the first test breaks the rules. They are to tell a subject that cannot be called at
/// all from one that fails at the first input.
const TRIALS: u64 = 16;

/// How often progress is shown.
const SHOW_EVERY: u64 = 64;

impl HuntResult {
    fn new() -> HuntResult {
        HuntResult {
            end: LearnEnd::Interrupted,
            violation: None,
            tests: 0,
            undecided: 0,
            binades: Binades::default(),
            kept: vec![],
            convergence: vec![],
        }
    }
}

impl Hunt<'_> {
    /// Tests until the end.
    pub fn run(&mut self, caller: &mut Caller) -> Result<HuntResult, LearnFailure> {
        match self.settings.method {
            LearnMethod::Learn => self.learn(caller),
            LearnMethod::Random => self.random(caller),
            LearnMethod::At => self.once(caller),
        }
    }

    fn learn(&mut self, caller: &mut Caller) -> Result<HuntResult, LearnFailure> {
        let mut found = HuntResult::new();
        let mut noted = 0.0;
        while !(self.stopped)() {
            if found.tests >= self.settings.tests {
                found.end = LearnEnd::Budget;
                break;
            }
            let (input, why) = match self.learner.ask() {
                Next::Test { input, why } => (input, why),
                Next::Converged { covered, change } => {
                    found.end = LearnEnd::Converged { covered, change };
                    break;
                }
                Next::Exhausted { complete } => {
                    found.end = match complete && found.undecided == 0 {
                        true => LearnEnd::Complete,
                        false => LearnEnd::Exhausted,
                    };
                    break;
                }
            };
            let Some(run) = caller.run(&input) else { break };
            let why = reason(why);
            if let TestProof::Violates(_) = self.judge(Made { input, run, why }, &mut found, caller)? {
                break;
            }
            if found.tests as f64 >= noted {
                noted = (found.tests as f64 * NOTE_FACTOR).ceil();
                found.convergence.push(self.note(found.tests));
            }
        }
        found.convergence.push(self.note(found.tests));
        found.convergence.dedup_by_key(|point| point.tests);
        Ok(found)
    }

    fn note(&self, tests: u64) -> ConvergencePoint {
        let progress = self.learner.progress();
        ConvergencePoint {
            tests,
            change: progress.change,
            covered: progress.covered,
            models: progress.models as u64,
        }
    }

    /// Uniform draws in growing batches; what a batch has behind a violation does not count.
    fn random(&mut self, caller: &mut Caller) -> Result<HuntResult, LearnFailure> {
        let mut found = HuntResult::new();
        let mut draws = Uniform::new(self.terms.contract.clone(), self.settings.seed);
        let mut size = 16;
        while !(self.stopped)() && found.tests < self.settings.tests {
            let left = self.settings.tests - found.tests;
            let inputs = draws.batch(left.min(size));
            if inputs.is_empty() {
                found.end = LearnEnd::Exhausted;
                return Ok(found);
            }
            let runs = caller.run_all(&inputs);
            for (input, run) in inputs.into_iter().zip(runs) {
                let why = WhyTested::Random;
                if let TestProof::Violates(_) = self.judge(Made { input, run, why }, &mut found, caller)? {
                    return Ok(found);
                }
            }
            size = (2 * size).min(4096);
        }
        if found.tests >= self.settings.tests {
            found.end = LearnEnd::Budget;
        }
        Ok(found)
    }

    /// The one input that the user gave.
    fn once(&mut self, caller: &mut Caller) -> Result<HuntResult, LearnFailure> {
        let mut found = HuntResult::new();
        let input = self.settings.at.clone();
        if let Some(run) = caller.run(&input) {
            let why = WhyTested::Given;
            found.end = match self.judge(Made { input, run, why }, &mut found, caller)? {
                TestProof::Violates(_) => LearnEnd::Violation,
                TestProof::Holds => LearnEnd::Kept,
                TestProof::Undecided => LearnEnd::Undecided,
                TestProof::NotRequired => LearnEnd::NotRequired,
            };
        }
        Ok(found)
    }

    /// Whether a subject breaks the rules on other inputs, too: then it is called in a wrong way.
    fn is_always_broken(&self, caller: &mut Caller) -> bool {
        let inputs = Uniform::new(self.terms.contract.clone(), self.settings.seed).batch(TRIALS);
        let broken = |run: &TestRun| matches!(run, TestRun::Ended(Observed::Broken { .. }));
        caller.run_all(&inputs).iter().all(broken)
    }

    /// Takes a test into account.
    fn judge(&mut self, made: Made, found: &mut HuntResult, caller: &mut Caller) -> Result<TestProof, LearnFailure> {
        if let TestRun::Unpassable(how) = &made.run {
            return Err(unusable(caller, how));
        }
        if let (0, TestRun::Ended(Observed::Broken { how })) = (found.tests, &made.run)
            && !how.starts_with(subject::BEYOND)
            && self.is_always_broken(caller)
        {
            return Err(unusable(caller, how));
        }
        let told = match (self.settings.method, made.run.outcome()) {
            (_, None) => TestProof::Undecided,
            (LearnMethod::Learn, Some(outcome)) => self.learner.tell(&made.input, &outcome),
            (LearnMethod::Random | LearnMethod::At, Some(outcome)) => self.learner.judge(&made.input, &outcome),
        };
        found.tests += 1;
        found.binades.note(&made.input);
        if found.tests.is_multiple_of(SHOW_EVERY) {
            (self.show)(found.tests);
        }
        let most = if made.input.len() <= 2 { KEPT_FOR_PICTURE } else { KEPT };
        if found.kept.len() < most {
            found.kept.push(made.clone());
        }
        if let TestProof::Violates(breach) = told {
            found.end = LearnEnd::Violation;
            found.violation = Some((made, breach));
        }
        found.undecided += u64::from(told == TestProof::Undecided);
        Ok(told)
    }
}

/// A subject that cannot be called.
fn unusable(caller: &Caller, how: &str) -> LearnFailure {
    let first = caller.subjects().first().map(|s| s.subject.record().name.clone());
    LearnFailure::Subject {
        name: first.unwrap_or_default(),
        broken: Broken::new(
            format!("it cannot be called: {how}"),
            "look at the types of its arguments and at the ranges and calls of the contract",
        ),
    }
}

fn reason(why: Why) -> WhyTested {
    match why {
        Why::Violation { .. } => WhyTested::Model,
        Why::Explore => WhyTested::Explore,
        Why::Start => WhyTested::Start,
    }
}
