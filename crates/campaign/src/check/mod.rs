//! `check`: a suite run on an implementation.
//!
//! 1. `single`: for implementations in single precision, the tests moved to inputs that they can take.
//! 2. `crate::canary`: a wrong implementation of the same kind, which must be caught before a green is believed.
//! 3. `proof::judge`: what the subject did on each test against its oracle.
//! 4. `lookalike`: mutants that would have given the same answers, as a hint at the fault.
//! 5. `random`: random inputs, as `draw` finds them, with oracles of the same kind, to compare with.
//! 6. `changes`: suites whose outputs were only observed.

mod changes;
mod draw;
mod lookalike;
mod random;
mod single;

pub use changes::{check_changes, require_callable};

use crate::canary::{self, CanaryFailure};
use expr::spec::{Format, Specification};
use proof::judge;
use proof::margin::SpecMargin;
use proof::record::specification;
use proof::world::{World, order};
use std::collections::{HashMap, HashSet};
use subject::{Broken, Subject};
use suite::hunt::HuntReport;
use suite::{CheckReport, LeftOut, Suite, SuiteReference, Test, TestResult, Verdict, VerdictCounts};

/// What to do beside running the suite.
#[derive(Clone, Debug)]
pub struct CheckOptions {
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
    /// The file of the suite, as it was named, and its SHA-256.
    pub suite: (String, String),
    /// Only these tests; all if empty.
    pub only: Vec<String>,
    /// Move the tests to inputs that are floats of single precision.
    pub single: bool,
    /// Random tests beside those of the suite.
    pub random: Option<RandomWish>,
}

/// Which random tests are wanted.
#[derive(Clone, Copy, Debug)]
pub struct RandomWish {
    /// How many.
    pub count: u64,
    /// Where they come from, together with the specification.
    pub seed: u64,
    /// Whether they are spread by bits, each binade with its share, and not by value.
    pub by_bits: bool,
}

impl RandomWish {
    /// The options that ask for it.
    fn words(self) -> String {
        let what = if self.by_bits { "bits" } else { "random" };
        format!("--also {what}:{} --seed {}", self.count, self.seed)
    }
}

/// Why there are no verdicts.
#[derive(Debug)]
pub enum CheckFailure {
    /// The suite cannot be used; what is wrong with it, and the remedy.
    Suite(String),
    /// The subject cannot be built or called.
    Broken(Broken),
    /// A wrong implementation was not caught, so that a green would mean nothing.
    Canary(String),
    /// Somebody wanted an end.
    Interrupted,
}

/// How far a check has come.
#[derive(Clone, Copy, Debug)]
pub struct CheckProgress {
    /// Tests that have a verdict.
    pub done: u64,
    /// All tests.
    pub total: u64,
}

/// Runs a suite on a subject.
pub fn check(
    suite: &Suite,
    subject: &mut Subject,
    options: &CheckOptions,
    progress: &dyn Fn(CheckProgress),
) -> Result<CheckReport, CheckFailure> {
    let spec = sound(suite)?;
    let (tests, left_out) = chosen(suite, &spec, options)?;
    let canary = canary::release(subject, &tests).map_err(canary_failure)?;
    let margin = SpecMargin::new(&spec.accuracy, spec.output);
    let observed = subject.run(&canary::inputs(&tests));
    if observed.len() < tests.len() {
        return Err(CheckFailure::Interrupted);
    }
    let again = |test: &Test| format!("{} --test {}", options.command, test.id);
    let results: Vec<TestResult> = tests
        .iter()
        .zip(observed)
        .map(|(test, seen)| judge::judge_answer(test, seen, &margin, again(test)))
        .collect();
    let lookalikes = lookalike::find(suite, &spec, &tests, &results);
    let random = match options.random {
        Some(wish) => Some(random::run(&spec, subject, wish, options, progress)?),
        None => None,
    };
    Ok(CheckReport {
        format: CheckReport::FORMAT.into(),
        version: CheckReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        suite: SuiteReference {
            file: options.suite.0.clone(),
            sha256: options.suite.1.clone(),
            spec: suite.spec.name.clone(),
        },
        subject: subject.record().clone(),
        canary,
        summary: VerdictCounts::of(results.iter().map(|r| r.verdict)),
        results,
        lookalikes,
        left_out,
        moved: moved(suite, tests),
        random,
        hunt: None,
    })
}

fn canary_failure(failure: CanaryFailure) -> CheckFailure {
    match failure {
        CanaryFailure::Uncaught(why) => CheckFailure::Canary(why),
        CanaryFailure::Broken(broken) => CheckFailure::Broken(broken),
        CanaryFailure::Interrupted => CheckFailure::Interrupted,
    }
}

/// Whether a report has nothing that must be mended.
pub fn is_green(report: &CheckReport) -> bool {
    is_clean(report) && !lacks_random(report) && !lacks_calls(report)
}

/// Whether no test has another verdict than ok, no random test is ko, and no answer of a hunt is not acceptable.
fn is_clean(report: &CheckReport) -> bool {
    let all_ok = |counts: &VerdictCounts| counts.ok == counts.total;
    report.summary.total > 0
        && all_ok(&report.summary)
        && report.random.as_ref().is_none_or(|r| r.summary.ko == 0)
        && report.hunt.as_ref().is_none_or(|hunt| hunt.failed == 0)
}

/// Whether nothing is wrong but that random tests were wanted and not one could be run, or that a hunt ended early.
pub fn is_unfinished(report: &CheckReport) -> bool {
    is_clean(report) && (lacks_random(report) || lacks_calls(report))
}

fn lacks_random(report: &CheckReport) -> bool {
    report.random.as_ref().is_some_and(|r| r.summary.total == 0)
}

/// Whether a hunt was wanted and could not make all its calls, or judge one.
fn lacks_calls(report: &CheckReport) -> bool {
    let is_short = |hunt: &HuntReport| !hunt.is_whole() || hunt.is_void();
    report.hunt.as_deref().is_some_and(is_short)
}

/// The specification that a hunt after a check is about: with inputs of single precision, where these were wanted.
pub fn hunted(suite: &Suite, single: bool) -> Result<Specification, CheckFailure> {
    let mut spec = sound(suite)?;
    for input in spec
        .inputs
        .iter_mut()
        .filter(|input| single && input.format == Format::Binary64)
    {
        input.format = Format::Binary32;
    }
    Ok(spec)
}

/// The specification of a suite that is sound in itself.
fn sound(suite: &Suite) -> Result<Specification, CheckFailure> {
    if let Some(problem) = suite.validate().first() {
        let why = format!("it is not sound in itself: {problem}; make it anew with lydian generate");
        return Err(CheckFailure::Suite(why));
    }
    specification(&suite.spec.fpcore).map_err(CheckFailure::Suite)
}

/// The tests to run, and those that cannot be.
fn chosen(
    suite: &Suite,
    spec: &Specification,
    options: &CheckOptions,
) -> Result<(Vec<Test>, Vec<LeftOut>), CheckFailure> {
    let wanted: HashSet<&str> = options.only.iter().map(String::as_str).collect();
    if let Some(unknown) = options.only.iter().find(|id| suite.test(id).is_none()) {
        let known: Vec<&str> = suite.tests.iter().map(|t| t.id.as_str()).take(20).collect();
        let why = format!("there is no test `{unknown}`; its tests are {}", known.join(", "));
        return Err(CheckFailure::Suite(why));
    }
    let tests = suite
        .tests
        .iter()
        .filter(|t| wanted.is_empty() || wanted.contains(t.id.as_str()));
    let (tests, left_out) = if options.single {
        let world = World::new(spec.clone(), order(suite)).map_err(|e| CheckFailure::Suite(e.to_string()))?;
        single::move_tests(&world, suite, tests)
    } else {
        (tests.cloned().collect(), Vec::new())
    };
    if tests.is_empty() {
        return Err(CheckFailure::Suite(
            "no test of it can be run: there is nothing to check".into(),
        ));
    }
    Ok((tests, left_out))
}

/// The tests that are not those of the suite.
fn moved(suite: &Suite, tests: Vec<Test>) -> Vec<Test> {
    let own: HashMap<&str, &Test> = suite.tests.iter().map(|test| (test.id.as_str(), test)).collect();
    let differs = |test: &Test| own.get(test.id.as_str()) != Some(&test);
    tests.into_iter().filter(differs).collect()
}

/// Whether a subject answered wrongly, with a number.
fn is_wrong_answer(result: &TestResult) -> bool {
    result.verdict == Verdict::Ko && result.observed.output().is_some()
}
