//! The verdict on what a subject did, with its reason in words.

use crate::error::{Measures, measure, short};
use crate::margin::SpecMargin;
use suite::{Expect, Objective, Observed, Test, TestResult, Verdict, hex};

/// Relative errors up to this are a matter of precision: the coarsest arithmetic among the mutants has eight bits.
const NEAR: f64 = 1.0 / 128.0;

/// The result of a test; `reproduce` is the command that repeats it.
pub fn judge_answer(test: &Test, observed: Observed, margin: &SpecMargin, reproduce: String) -> TestResult {
    let verdict = observed.verdict(test);
    let measures = match (test.expect, observed.output()) {
        (Expect::Value, Some(output)) => measure(test, output, margin),
        _ => Measures::default(),
    };
    TestResult {
        test: test.id.clone(),
        verdict,
        missed: (verdict == Verdict::Ko).then(|| missed(test, &observed, &measures)),
        reason: reason(test, &observed, verdict, &measures),
        error_ulps: measures.ulps,
        error_relative: measures.relative.map(short),
        distance: measures.distance,
        observed,
        reproduce,
    }
}

/// Which objective a wrong answer misses.
fn missed(test: &Test, observed: &Observed, measures: &Measures) -> Objective {
    if test.expect != Expect::Value || answer(observed).is_none() {
        return Objective::Robustness;
    }
    match measures.relative {
        Some(relative) if relative <= NEAR => Objective::Precision,
        _ => Objective::Functional,
    }
}

/// The number that was answered, if it was one.
fn answer(observed: &Observed) -> Option<f64> {
    match observed {
        Observed::Value { hex, .. } if !hex.0.is_nan() => Some(hex.0),
        _ => None,
    }
}

fn reason(test: &Test, observed: &Observed, verdict: Verdict, measures: &Measures) -> String {
    match (test.expect, answer(observed)) {
        (Expect::Value, Some(y)) => of_value(test, y, verdict, measures),
        (_, Some(y)) => of_acceptance(test.expect, y),
        (expect, None) => of_silence(expect, observed),
    }
}

fn of_value(test: &Test, y: f64, verdict: Verdict, measures: &Measures) -> String {
    match verdict {
        Verdict::Ok => "inside the acceptable range".into(),
        Verdict::Uncertain => "neither provably acceptable nor provably not".into(),
        Verdict::Ko => {
            let above = test.valid.is_some_and(|range| y > range.hi.0);
            let side = if above { "above" } else { "below" };
            match &measures.distance {
                Some(distance) => format!("{side} the acceptable range by {distance}"),
                None => format!("{} is not acceptable", hex::decimal(y)),
            }
        }
    }
}

fn of_acceptance(expect: Expect, y: f64) -> String {
    let place = match expect {
        Expect::Undefined => "where the formula has no value",
        _ => "outside the domain",
    };
    format!("answered {} {place}: the input must be rejected", hex::decimal(y))
}

fn of_silence(expect: Expect, observed: &Observed) -> String {
    let due = expect == Expect::Value;
    match observed {
        Observed::Value { .. } if due => "answered NaN where a value is due".into(),
        Observed::Value { .. } => "answered NaN, as it should".into(),
        Observed::Rejected { how } if due => format!("rejected an input at which a value is due: {how}"),
        Observed::Rejected { how } => format!("rejected, as it should: {how}"),
        Observed::Crash { signal } => format!("ended by {signal}"),
        Observed::Exit { code } => format!("ended its process with exit code {code}"),
        Observed::Timeout { milliseconds } => format!("no answer in {milliseconds} ms"),
        Observed::Flood { limit } => format!("wrote more than {limit} bytes"),
        Observed::Broken { how } => how.clone(),
    }
}

#[cfg(test)]
mod tests {
    use mutation::MutantObjective;
    use suite::Objective;

    #[test]
    fn mutants_and_answers_name_objectives_by_the_same_words() {
        let words = MutantObjective::ALL.map(|objective| Objective::from(objective.name()));
        assert_eq!(
            words,
            [Objective::Functional, Objective::Precision, Objective::Robustness]
        );
    }
}
