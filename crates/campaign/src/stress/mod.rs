//! `stress`: environmental mutants of code's own arithmetic, killed by search.
//!
//! 1. `instrument` compiles the code and puts a probe at every operation that may leave the ideal machine (a hazard) and
//!    before every branch; a `reference`, if there is one, becomes a second library.
//! 2. [`native`] looks for inputs on which a hazard dies; branches are targets, too, since they lead there.
//!    Meanwhile LLVM and an interval analysis look for proofs that it never does.
//! 3. What is left then is put to a prover, which may prove it or name inputs for it.
//! 4. A second search leaves out what is proved, and makes each kill as simple as can be.
//! 5. `record` turns all of it into the report.

mod hazards;
mod judged;
pub mod operators;
mod record;
mod reference;
mod words;

pub use native::NativeFailure;
pub use operators::Operators;
pub use reference::ReferenceRequest;

use hazards::SearchedHazards;
use instrument::{Hazard, HazardOperator, Instrumented, instrument};
use native::judge::{Measure, fits};
use native::{NativeSettings, SearchJob, StressJob, WorkerTold};
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

/// Stresses a function.
pub fn stress(options: &StressOptions) -> Result<StressReport, NativeFailure> {
    let (code, reference) = build(options)?;
    if code.hazards().is_empty() && code.unwatched().is_empty() {
        return Err(NativeFailure::nothing(&code, &options.settings));
    }
    if let Some(measure) = &options.measure {
        fits(code.function(), &measure.spec)?;
    }
    let job = make_job(&code, options, reference.as_ref())?;
    let SearchedHazards {
        job,
        told,
        proofs,
        withheld,
        ..
    } = SearchedHazards::search(&code, options, job)?;
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

/// The record of a hazard that is counted from 0.
fn record_of(code: &Instrumented, hazard: usize) -> u32 {
    (code.branches().len() + hazard) as u32
}
