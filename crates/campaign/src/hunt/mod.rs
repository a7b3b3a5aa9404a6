//! `hunt`: the largest error of an implementation.
//!
//! 1. `canary`: a wrong implementation of the same kind, which must be caught before anything is believed.
//! 2. `search`: inputs, from notable ones over all cells of the domain to the neighbourhood of the worst so far.
//! 3. `meter`: the error of each answer against a value that is enclosed with as many bits as it takes.
//! 4. `record`: the worst overall and in each cell, and every kind of answer that is not acceptable, made simple.

mod meter;
mod record;
mod search;

use crate::canary::{self, CanaryFailure};
use crate::ranges::input_ranges;
use expr::spec::Specification;
use inputs::Landscape;
use meter::{ErrorMeter, Measured};
use proof::draft::draft;
use proof::oracle::{Oracle, PASSING, oracle_up_to};
use proof::world::World;
use record::HuntRecord;
use search::HuntSearch;
use subject::{Broken, Subject};
use suite::hunt::HuntReport;
use suite::{Test, TestKind};

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

/// Hunts for the largest error of a subject.
pub fn hunt(
    spec: &Specification,
    subject: &mut Subject,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntReport, HuntFailure> {
    let unusable = |e: expr::diagnostic::Diagnostics| HuntFailure::Specification(e.to_string());
    let world = World::with(spec.clone(), Vec::new()).map_err(unusable)?;
    let landscape = Landscape::new(
        &world.dag,
        world.root,
        world.constraint,
        input_ranges(&world),
        spec.output,
    );
    let meter = ErrorMeter::new(&world);
    let mut search = HuntSearch::new(&world, landscape, options);
    let canary = canary::release(subject, &canary_tests(&world, &mut search)?).map_err(failure)?;
    let mut record = HuntRecord::new(&world, search.cells());
    while record.calls < options.calls {
        let points = search.batch((options.calls / BATCHES).max(BATCH).min(options.calls - record.calls));
        if points.is_empty() {
            break;
        }
        let observed = subject.sight(&points);
        if observed.len() < points.len() {
            return finish(&world, record, subject, canary, options, "interrupted");
        }
        let measured: Vec<Measured> = meter.measure_all(&points, &observed);
        rayon::join(
            || search.learn(&points, &measured),
            || record.note(&points, observed, &measured),
        );
        progress(HuntProgress {
            done: record.calls,
            total: options.calls,
            worst: record.worst_ulps(),
        });
    }
    record.simplify(&meter, subject);
    let ended = if record.calls < options.calls {
        "no further input could be found"
    } else {
        HuntReport::WHOLE
    };
    finish(&world, record, subject, canary, options, ended)
}

fn finish(
    world: &World,
    record: HuntRecord<'_>,
    subject: &Subject,
    canary: suite::CanaryRecord,
    options: &HuntOptions,
    ended: &str,
) -> Result<HuntReport, HuntFailure> {
    if record.calls == 0 {
        return Err(match ended {
            "interrupted" => HuntFailure::Interrupted,
            _ => HuntFailure::Specification("no input of the domain could be found".into()),
        });
    }
    Ok(record.report(world, subject, canary, options, ended))
}

fn failure(failure: CanaryFailure) -> HuntFailure {
    match failure {
        CanaryFailure::Broken(broken) => HuntFailure::Broken(broken),
        CanaryFailure::Uncaught(why) => HuntFailure::Canary(why),
        CanaryFailure::Interrupted => HuntFailure::Interrupted,
    }
}

/// The first inputs of the search that have an oracle.
fn canary_tests(world: &World, search: &mut HuntSearch<'_>) -> Result<Vec<Test>, HuntFailure> {
    let tape = expr::eval::Tape::new(&world.dag, &[world.root]);
    let test = |point: Vec<f64>| {
        let oracle = oracle_up_to(PASSING, &tape, &world.margin, &point).ok()?;
        let is_value = matches!(oracle, Oracle::Value(_));
        is_value.then(|| draft(&world.spec, "canary".into(), TestKind::Normal, &point, Some(&oracle)))
    };
    let tests: Vec<Test> = search
        .first(8 * CANARY)
        .into_iter()
        .filter_map(test)
        .take(CANARY)
        .collect();
    match tests.is_empty() {
        true => Err(HuntFailure::Specification(
            "no input of its domain was found that has a value".into(),
        )),
        false => Ok(tests),
    }
}
