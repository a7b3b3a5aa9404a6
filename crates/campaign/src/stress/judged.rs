//! Returned values, judged by a specification of the function.

use native::NativeFailure;
use native::judge::{Measure, judge_inputs};
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
