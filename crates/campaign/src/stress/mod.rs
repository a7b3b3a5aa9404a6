//! `stress`: environmental mutants of code's own arithmetic, killed by search.
//!
//! 1. `instrument` compiles the code and puts a probe at every operation that may leave the ideal machine (a hazard) and
//!    before every branch; a `reference`, if there is one, becomes a second library.
//! 2. [`native`] looks for inputs on which a hazard dies; branches are targets, too, since they lead there.
//!    Meanwhile LLVM and an interval analysis look for proofs that it never does.
//! 3. A second search leaves out what is proved, and makes each kill as simple as can be.
//! 4. `record` turns all of it into the report.

mod judged;
pub mod operators;
mod record;
mod reference;
mod words;

pub use native::NativeFailure;
pub use operators::Operators;
pub use reference::ReferenceRequest;

use instrument::{ArgumentRange, Hazard, HazardOperator, Instrumented, Passing, Proofs, Scalar, ShapeType, instrument};
use native::judge::{Measure, fits};
use native::{self, NativeSettings, SearchJob, StressJob, WorkerTold, argument_ranges};
use reference::Compared;
use std::collections::HashMap;
use suite::stress::{StressMutant, StressReport};

/// What to stress and what it may cost.
#[derive(Clone, Debug)]
pub struct StressOptions {
    /// The code, its inputs, and how it is called; its hazards are those of `operators`.
    pub settings: NativeSettings,
    /// Which mutants to make.
    pub operators: Operators,
    /// A function that returned values are compared with.
    pub reference: Option<ReferenceRequest>,
    /// A specification of the function, to judge returned values by.
    pub measure: Option<Measure>,
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
}

/// Share of the calls for the first search, before anything is proved. It kills what is easy, so that proofs are
/// tried for few hazards only, and leaves nearly all calls for what they do not close; `scripts/bench_stress.py`
/// shows the effect.
const FIRST_SHARE: u64 = 8;

/// Stresses a function.
pub fn stress(options: &StressOptions) -> Result<StressReport, NativeFailure> {
    let (code, reference) = build(options)?;
    if code.hazards().is_empty() && code.unwatched().is_empty() {
        return Err(NativeFailure::nothing(&code, &options.settings));
    }
    if let Some(measure) = &options.measure {
        fits(code.function(), &measure.spec)?;
    }
    let mut job = make_job(&code, options, reference.as_ref())?;
    job.calls = options.settings.calls / FIRST_SHARE;
    let (told, proofs) = std::thread::scope(|threads| {
        let proving = threads.spawn(|| prove(&code, &options.settings));
        let told = native::run(&job, &options.settings);
        let proofs = proving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (told, proofs)
    });
    let Proofs { proved, withheld } = proofs;
    let proofs: HashMap<u32, String> = proved.into_iter().collect();
    let told = search_again(&code, job.clone(), options, told?, &proofs)?;
    let mut report = record::make_report(&code, options, reference.as_ref(), &told, &proofs);
    report.withheld = withheld;
    if let Some(measure) = &options.measure {
        judged::judge(&mut report, measure)?;
        judged::judge_further(&mut report, &code, &job, options, &told)?;
    }
    Ok(report)
}

/// All mutants, before anything is looked for.
pub fn list_mutants(options: &StressOptions) -> Result<Vec<StressMutant>, NativeFailure> {
    let (code, _) = build(options)?;
    if code.hazards().is_empty() {
        return Err(NativeFailure::nothing(&code, &options.settings));
    }
    Ok(record::make_report(&code, options, None, &WorkerTold::default(), &HashMap::new()).mutants)
}

/// The code and the reference, each compiled on a thread of its own.
fn build(options: &StressOptions) -> Result<(Instrumented, Option<Compared>), NativeFailure> {
    let mut request = options.settings.request.clone();
    request.hazards = Some(options.operators.request());
    std::thread::scope(|threads| {
        let reference = options.reference.as_ref();
        let second = reference.map(|r| threads.spawn(|| Compared::build(r, &options.settings.request)));
        let code = instrument(&request).map_err(NativeFailure::Trouble)?;
        let second = second.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        let second = second.transpose()?;
        second.iter().try_for_each(|s| s.fits(code.function()))?;
        Ok((code, second))
    })
}

/// The search for deaths of hazards, with branches beside them.
fn make_job(
    code: &Instrumented,
    options: &StressOptions,
    reference: Option<&Compared>,
) -> Result<SearchJob, NativeFailure> {
    let mut job = SearchJob::new(code, &options.settings)?;
    let is_minor = |(n, hazard): (usize, &Hazard)| (!options.operators.is_finding(hazard)).then_some(n);
    job.stress = Some(StressJob {
        branches: code.branches().len(),
        minor: code.hazards().iter().enumerate().filter_map(is_minor).collect(),
        follows: follows(code.hazards()),
        simplify: false,
        reference: reference.map(|r| r.job(code.function())),
    });
    job.integers.extend(code.hazards().iter().map(words::are_integers));
    Ok(job)
}

/// For each hazard those whose deaths leave another number than the exact one for its operation to work on.
fn follows(hazards: &[Hazard]) -> Vec<Vec<usize>> {
    let changes_value = |hazard: &Hazard| hazard.operator.of_table().is_some_and(HazardOperator::changes_value);
    let changes = |n: &usize| changes_value(&hazards[*n]) && hazards[*n].notable;
    let before = |hazard: &Hazard| hazard.made_from.iter().map(|n| *n as usize).filter(changes).collect();
    hazards.iter().map(before).collect()
}

/// The second search, which ends with kills that are easy to read.
fn search_again(
    code: &Instrumented,
    mut job: SearchJob,
    options: &StressOptions,
    mut told: WorkerTold,
    proofs: &HashMap<u32, String>,
) -> Result<WorkerTold, NativeFailure> {
    job.closed = proofs.keys().map(|&id| 2 * id as usize + 1).collect();
    job.closed.sort_unstable();
    job.known = told.inputs.iter().map(|i| i.input.clone()).collect();
    let is_open =
        |h: &Hazard| !told.kills.iter().any(|(n, _)| record_of(code, *n) == h.id) && !proofs.contains_key(&h.id);
    // Where every hazard has come to its end, there is nothing left to look for.
    let is_over = !code.hazards().iter().any(is_open);
    job.calls = if is_over { 0 } else { options.settings.calls - job.calls };
    job.seed ^= 0x5851_f42d_4c95_7f2d;
    if let Some(stress) = &mut job.stress {
        stress.simplify = true;
    }
    if !(child::interrupt::is_raised() || told.kills.is_empty() && is_over) {
        told.add(native::run(&job, &options.settings)?);
    }
    told.keep_last_kills();
    native::replay_alone(&job, &options.settings, &mut told)?;
    Ok(told)
}

/// The record of a hazard that is counted from 0.
fn record_of(code: &Instrumented, hazard: usize) -> u32 {
    (code.branches().len() + hazard) as u32
}

/// Proofs that hazards never die, by their records.
fn prove(code: &Instrumented, settings: &NativeSettings) -> Proofs<(u32, String)> {
    let mut ranges = argument_ranges(code, &settings.ranges);
    if !settings.specials {
        ranges.extend(finite(code, &ranges));
    }
    native::proofs(code.find_harmless(&ranges))
}

/// What `stress` assumes of floats that have no range: they are finite.
fn finite(code: &Instrumented, ranged: &[ArgumentRange]) -> Vec<ArgumentRange> {
    let parameters = code.function().parameters.iter().enumerate();
    let bounded = parameters.filter_map(|(argument, parameter)| {
        let greatest = match parameter.ty {
            ShapeType::Scalar(Scalar::F64) => f64::MAX,
            ShapeType::Scalar(Scalar::F32) => f32::MAX.into(),
            _ => return None,
        };
        let is_free = parameter.passing == Passing::Value && !ranged.iter().any(|r| r.argument == argument);
        is_free.then_some(ArgumentRange {
            argument,
            lo: -greatest,
            hi: greatest,
        })
    });
    bounded.collect()
}
