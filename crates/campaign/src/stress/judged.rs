//! Returned values, judged by a specification of the function.

use super::record::mutant_ids;
use super::{StressOptions, record_of};
use child::interrupt;
use instrument::Instrumented;
use native::judge::{FurtherRequest, Measure, judge_inputs};
use native::{NativeFailure, SearchJob, WorkerTold};
use std::collections::BTreeSet;
use suite::Verdict;
use suite::cover::CoverInput;
use suite::stress::{Correctness, ReferenceJudgement, StressCounts, StressFate, StressReference, StressReport};

/// When a returned value is called wrong.
const RULE: &str = "a returned value is wrong if it is provably not acceptable to the specification";

/// Judges the returned value of every kill.
pub fn judge(report: &mut StressReport, measure: &Measure) -> Result<(), NativeFailure> {
    judge_inputs(&mut report.inputs, measure)?;
    for mutant in &mut report.mutants {
        let input = report.inputs.iter().find(|input| input.covers.contains(&mutant.id));
        if let (StressFate::Killed(death), Some(input)) = (&mut mutant.fate, input) {
            death.judgement = judgement(input);
        }
    }
    report.reference = Some(StressReference {
        name: measure.spec.name.clone(),
        rule: RULE.into(),
    });
    report.summary = StressCounts::of(&report.mutants, &report.endings);
    Ok(())
}

/// Judges returned values at further inputs of the domain on which mutants die.
pub fn judge_further(
    report: &mut StressReport,
    code: &Instrumented,
    job: &SearchJob,
    options: &StressOptions,
    told: &WorkerTold,
) -> Result<(), NativeFailure> {
    let Some(measure) = options.measure.as_ref().filter(|_| !interrupt::is_raised()) else {
        return Ok(());
    };
    let death = |hazard: usize| 2 * record_of(code, hazard) as usize + 1;
    let ids = mutant_ids(code);
    let name = |side: usize| ids.get(&(side as u32 / 2)).cloned().unwrap_or_default();
    let request = FurtherRequest {
        shape: code.function(),
        job,
        settings: &options.settings,
        told,
        sides: told.kills.iter().map(|(hazard, _)| death(*hazard)).collect(),
        name: &name,
    };
    let is_wrong = |side: &&usize| {
        let mut wrong = report.inputs.iter().filter(|input| input.is_wrong());
        wrong.any(|input| input.covers.contains(&name(**side)))
    };
    let wrong: BTreeSet<usize> = request.sides.iter().filter(is_wrong).copied().collect();
    let (further, calls) = native::judge::judge_further(&request, &wrong, measure)?;
    report.further = Some(further);
    report.calls += calls;
    Ok(())
}

fn judgement(input: &CoverInput) -> Option<ReferenceJudgement> {
    let judged = input.judged.as_ref()?;
    let verdict = match judged.verdict {
        Some(Verdict::Ok) => Correctness::Right,
        Some(Verdict::Ko) => Correctness::Wrong,
        Some(Verdict::Uncertain) | None => Correctness::Unknown,
    };
    Some(ReferenceJudgement {
        verdict,
        expected: format!("\u{201c}{}\u{201d}", judged.reason),
    })
}
