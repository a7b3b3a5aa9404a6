//! `cover`: inputs for every branch of floating-point code.
//!
//! 1. `instrument` compiles the code and puts probes before its branches.
//! 2. [`native`] looks for inputs in a process of its own.
//! 3. `sides`: what no input reached is shown to LLVM's optimiser and to a prover, which may prove it unreachable or name
//!    inputs for it; the rest gets a second search, and what is left then the prover again.
//! 4. `chosen`: the fewest inputs that cover all that was covered; `gcov` replays them for a second opinion.
//! 5. `record`: all of it as plain data; `native::judge` lets a specification have its say about the outputs.

mod chosen;
mod gcov;
mod record;
mod sides;

pub use native::NativeFailure;
pub use native::judge::{Measure, collect_suite};

use child::interrupt;
use instrument::{Instrumented, instrument};
use native::judge::FurtherRequest;
use native::{NativeSettings, SearchJob, WorkerTold, judge};
use sides::SearchedSides;
use suite::cover::{CoverReport, GcovCheck};

/// What to cover and what it may cost.
#[derive(Clone, Debug)]
pub struct CoverOptions {
    /// The code, its inputs, and how it is called.
    pub settings: NativeSettings,
    /// A specification of the function, to judge its outputs by.
    pub measure: Option<Measure>,
    /// Whether the inputs are replayed on a build by gcc, to compare with gcov.
    pub verify_gcov: bool,
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
}

/// Covers a function.
pub fn cover(options: &CoverOptions) -> Result<CoverReport, NativeFailure> {
    let settings = &options.settings;
    let code = instrument(&settings.request).map_err(NativeFailure::Trouble)?;
    if code.branches().is_empty() {
        return Err(NativeFailure::nothing(&code, settings));
    }
    if let Some(measure) = &options.measure {
        judge::fits(code.function(), &measure.spec)?;
    }
    let SearchedSides {
        job,
        mut told,
        proofs,
        withheld,
        ..
    } = SearchedSides::search(&code, settings)?;
    native::replay_alone(&job, settings, &mut told)?;
    let gcov = match options.verify_gcov && !interrupt::is_raised() {
        true => unless_interrupted(second_opinion(&code, options, &told))?,
        false => None,
    };
    let mut report = record::make_report(&code, options, &told, &proofs);
    report.gcov = gcov;
    report.withheld = withheld;
    if let Some(measure) = &options.measure {
        judge::judge(&mut report, measure)?;
        judge_further(&mut report, &code, &job, options, &told)?;
    }
    Ok(report)
}

/// Judges the code of every side at further inputs of the domain.
fn judge_further(
    report: &mut CoverReport,
    code: &Instrumented,
    job: &SearchJob,
    options: &CoverOptions,
    told: &WorkerTold,
) -> Result<(), NativeFailure> {
    let Some(measure) = options.measure.as_ref().filter(|_| !interrupt::is_raised()) else {
        return Ok(());
    };
    let request = FurtherRequest {
        shape: code.function(),
        job,
        settings: &options.settings,
        told,
        sides: (0..2 * code.branches().len())
            .filter(|side| told.covers(*side))
            .collect(),
        name: &record::side_name,
    };
    let is_wrong = |side: &&usize| {
        let name = record::side_name(**side);
        let mut wrong = report.inputs.iter().filter(|input| input.is_wrong());
        wrong.any(|input| input.covers.contains(&name))
    };
    let wrong = request.sides.iter().filter(is_wrong).copied().collect();
    let (further, calls) = judge::judge_further(&request, &wrong, measure)?;
    report.further = Some(further);
    report.calls += calls;
    Ok(())
}

/// A result, or none if it fails because of an interrupt.
fn unless_interrupted<T>(result: Result<T, NativeFailure>) -> Result<Option<T>, NativeFailure> {
    match result {
        Err(_) if interrupt::is_raised() => Ok(None),
        other => other.map(Some),
    }
}

/// What gcov says about the chosen inputs.
fn second_opinion(code: &Instrumented, options: &CoverOptions, told: &WorkerTold) -> Result<GcovCheck, NativeFailure> {
    let chosen = chosen::choose_fewest(&told.inputs);
    let inputs: Vec<&[u8]> = chosen.iter().map(|&i| told.inputs[i].input.as_slice()).collect();
    gcov::check(code, &options.settings.request, &inputs, &|side| told.covers(side))
        .map_err(|why| NativeFailure::Option(format!("the check with gcov cannot be made: {why}")))
}
