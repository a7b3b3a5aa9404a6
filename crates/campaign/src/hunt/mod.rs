//! `hunt`: the largest error of an implementation.
//!
//! 1. `canary`: a wrong implementation of the same kind, which must be caught before anything is believed.
//! 2. `search`: inputs, from notable ones over all cells of the domain to the neighbourhood of the worst so far.
//! 3. `answers`: what is known of each answer. `meter`: its error against a value that is enclosed with as many bits as it
//!    takes. `difference`: where there is no formula, its distance from the answer of another program.
//! 4. `record`: the worst overall, in each cell and on a `map`, and every kind of answer that is not acceptable, made
//!    `simple`.
//! 5. `regression`: the worst inputs as a suite with proven oracles.
//!
//! `paths`: inputs for every branch of native code, to begin with, and the worst of each side of a branch.
//! `domain`: the inputs where there is no specification. `before`: two versions of a subject beside each other.

mod answers;
mod before;
mod difference;
mod domain;
mod map;
mod meter;
mod paths;
mod record;
mod regression;
mod search;
mod simple;

pub use before::{EarlierSubject, hunt_before_and_after};
pub use domain::{DomainInput, domain};
pub use paths::CodePaths;
pub use regression::regression_suite;

use crate::canary::{self, CanaryFailure};
use crate::ranges::input_ranges;
use answers::AnswerMeter;
use difference::DifferenceMeter;
use expr::fpcore::number_text;
use expr::spec::{Accuracy, Specification};
use inputs::Landscape;
use meter::{ErrorMeter, Measured};
use paths::PathFinds;
use proof::world::World;
use record::HuntRecord;
use search::HuntSearch;
use subject::{Broken, Subject};
use suite::hunt::HuntReport;
use suite::{AccuracyRecord, CanaryRecord, HuntEnding, SubjectRecord, Test};

/// What a hunt may use.
#[derive(Clone, Debug)]
pub struct HuntOptions {
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
    /// SHA-256 of the file of the specification.
    pub sha256: String,
    /// Calls of the subject.
    pub calls: u64,
    /// Where inputs come from, together with the specification.
    pub seed: u64,
}

/// Why there is no report.
#[derive(Debug)]
pub enum HuntFailure {
    /// The specification cannot be used; what is wrong with it.
    Specification(String),
    /// The subject cannot be built or called.
    Broken(Broken),
    /// A wrong implementation was not caught, so that a green would mean nothing.
    Canary(String),
    /// Somebody wanted an end before anything was found.
    Interrupted,
}

/// How far a hunt has come.
#[derive(Clone, Copy, Debug)]
pub struct HuntProgress {
    /// Calls so far.
    pub done: u64,
    /// All calls.
    pub total: u64,
    /// The largest error so far, in units in the last place.
    pub worst: f64,
}

/// Inputs that are run at once. A batch learns from those before it, so many small ones learn more and cost more.
const BATCH: u64 = 2048;

/// More batches than this teach nothing more: a subject and its caller wait for each other at each.
const BATCHES: u64 = 512;

/// Inputs on which the canary is tried.
const CANARY: usize = 32;

/// What a report says beside what was found.
struct HuntEnd {
    canary: CanaryRecord,
    ended: HuntEnding,
    reference: Option<SubjectRecord>,
    bound: Option<AccuracyRecord>,
    paths: Vec<PathFinds>,
}

/// What was found in all calls.
struct HuntRun<'w> {
    record: HuntRecord<'w>,
    canary: CanaryRecord,
    ended: HuntEnding,
    paths: Vec<PathFinds>,
}

/// Another program to compare with.
pub struct HuntReference<'a> {
    /// The program.
    pub subject: &'a mut Subject,
    /// How much the two may differ, if that matters.
    pub bound: Option<Accuracy>,
}

/// Hunts for the largest error of a subject.
pub fn hunt(
    spec: &Specification,
    subject: &mut Subject,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntReport, HuntFailure> {
    hunt_paths(spec, subject, None, options, progress)
}

/// Hunts for the largest error of a subject, from inputs for every branch of its code on.
pub fn hunt_paths(
    spec: &Specification,
    subject: &mut Subject,
    paths: Option<&CodePaths>,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntReport, HuntFailure> {
    let world = world_of(spec)?;
    let mut meter = ErrorMeter::new(&world);
    let found = run(&world, &mut meter, subject, paths, options, progress)?;
    let end = HuntEnd {
        paths: found.paths,
        canary: found.canary,
        ended: found.ended,
        reference: None,
        bound: None,
    };
    Ok(found.record.report(subject, options, end))
}

/// Hunts for the largest difference of two programs, at inputs of the domain of a specification.
pub fn hunt_difference(
    domain: &Specification,
    subject: &mut Subject,
    reference: HuntReference<'_>,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntReport, HuntFailure> {
    let world = world_of(domain)?;
    let bound = reference.bound.as_ref();
    let mut meter = DifferenceMeter::new(&world.spec, reference.subject, bound);
    let found = run(&world, &mut meter, subject, None, options, progress)?;
    let end = HuntEnd {
        paths: Vec::new(),
        canary: found.canary,
        ended: found.ended,
        reference: Some(reference.subject.record().clone()),
        bound: bound.map(accuracy_record),
    };
    Ok(found.record.report(subject, options, end))
}

fn world_of(spec: &Specification) -> Result<World, HuntFailure> {
    World::with(spec.clone(), Vec::new()).map_err(|why| HuntFailure::Specification(why.to_string()))
}

fn accuracy_record(accuracy: &Accuracy) -> AccuracyRecord {
    let number = |q: &Option<rug::Rational>| q.as_ref().map(number_text);
    AccuracyRecord {
        relative: number(&accuracy.relative),
        absolute: number(&accuracy.absolute),
        ulps: number(&accuracy.ulps),
        rounded: accuracy.rounded,
    }
}

/// Calls the subject until all calls are made, on every side of its branches where these are known.
fn run<'w>(
    world: &'w World,
    meter: &mut dyn AnswerMeter,
    subject: &mut Subject,
    paths: Option<&CodePaths>,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntRun<'w>, HuntFailure> {
    let ranges = input_ranges(world);
    let landscape = Landscape::new(&world.dag, world.root, world.constraint, ranges, world.spec.output);
    let mut search = HuntSearch::new(world, landscape, options);
    let tests = canary_tests(meter, &mut search)?;
    if let Some(paths) = paths {
        search.follow(paths);
    }
    let canary = canary::release(subject, &tests).map_err(failure)?;
    let mut record = HuntRecord::new(world, search.cells());
    let ended = loop {
        if record.calls >= options.calls {
            break HuntEnding::Whole;
        }
        let size = (options.calls / BATCHES).max(BATCH);
        let points = search.batch(size.min(options.calls - record.calls));
        if points.is_empty() {
            break HuntEnding::Exhausted;
        }
        let observed = subject.sight(&points);
        let whole = observed.len() == points.len();
        let answers = if whole {
            meter.know(&points, observed)
        } else {
            Vec::new()
        };
        if answers.len() < points.len() {
            break HuntEnding::Interrupted;
        }
        let measured: Vec<Measured> = answers.iter().map(|answer| answer.measured).collect();
        rayon::join(|| search.learn(&points, &measured), || record.note(&points, answers));
        progress(HuntProgress {
            done: record.calls,
            total: options.calls,
            worst: record.worst_ulps(),
        });
    };
    match (&ended, record.calls) {
        (HuntEnding::Interrupted, 0) => return Err(HuntFailure::Interrupted),
        (_, 0) => return Err(nothing("no input of the domain could be found")),
        (HuntEnding::Interrupted, _) => {}
        _ => record.simplify(meter, subject),
    }
    let paths = search.into_paths().map(|paths| paths.finds(meter, subject));
    Ok(HuntRun {
        record,
        canary,
        ended,
        paths: paths.unwrap_or_default(),
    })
}

fn nothing(why: &str) -> HuntFailure {
    HuntFailure::Specification(why.into())
}

fn failure(failure: CanaryFailure) -> HuntFailure {
    match failure {
        CanaryFailure::Broken(broken) => HuntFailure::Broken(broken),
        CanaryFailure::Uncaught(why) => HuntFailure::Canary(why),
        CanaryFailure::Interrupted => HuntFailure::Interrupted,
    }
}

/// Tests at the first inputs of the search at which a number is due.
fn canary_tests(meter: &mut dyn AnswerMeter, search: &mut HuntSearch<'_>) -> Result<Vec<Test>, HuntFailure> {
    let tests = meter.tests(&search.first(8 * CANARY), CANARY);
    match tests.is_empty() {
        true => Err(nothing("no input of its domain was found that has a value")),
        false => Ok(tests),
    }
}
