//! A deliberately wrong implementation goes through the same machinery as the subject, and must be caught.

use subject::{Broken, Subject};
use suite::{CanaryRecord, ObservedOutput, Test, Verdict};

/// Why nothing can be believed.
#[derive(Debug)]
pub enum CanaryFailure {
    /// The wrong implementation was not caught; how that shows.
    Uncaught(String),
    /// It could not be built or called.
    Broken(Broken),
    /// Somebody wanted an end.
    Interrupted,
}

/// Constants that can be answers of every type, simplest first.
pub(crate) const EVERYDAY: [f64; 9] = [1.0, 0.0, -1.0, 2.0, 3.0, 1024.0, 1_048_576.0, -1024.0, 1_073_741_824.0];

/// Releases the canary. It is an error if it is not caught by every test on which it is wrong.
pub fn release(subject: &Subject, tests: &[Test]) -> Result<CanaryRecord, CanaryFailure> {
    let (mut canary, value, wrong) = made(subject, tests)?;
    let seen = canary.run(&inputs(tests));
    if seen.len() < tests.len() {
        return Err(CanaryFailure::Interrupted);
    }
    let caught = tests
        .iter()
        .zip(&seen)
        .filter(|(test, seen)| seen.verdict(test) == Verdict::Ko);
    let (caught, description) = (caught.count(), format!("always answers {value}"));
    if caught < wrong {
        return Err(CanaryFailure::Uncaught(format!(
            "an implementation of the same kind that {description} should fail {wrong} of {} tests, but failed {caught}: \
             answers do not come through as they should",
            tests.len()
        )));
    }
    Ok(CanaryRecord {
        description,
        tests: tests.len() as u64,
        caught: caught as u64,
    })
}

/// The canary whose constant is wrong on most tests among those that the subject's types allow; the constant; on how many.
fn made(subject: &Subject, tests: &[Test]) -> Result<(Subject, f64, usize), CanaryFailure> {
    let mut ranked: Vec<(usize, f64)> = EVERYDAY.into_iter().map(|value| (wrong(value, tests), value)).collect();
    // Stable: the simplest of those that are wrong on equally many.
    ranked.sort_by_key(|(wrong, _)| std::cmp::Reverse(*wrong));
    let mut trouble = None;
    for (wrong, value) in ranked.into_iter().filter(|(wrong, _)| *wrong > 0) {
        match subject.open_canary(value) {
            Ok(canary) => return Ok((canary, value, wrong)),
            Err(broken) => trouble = Some(broken),
        }
    }
    Err(match trouble {
        Some(broken) => CanaryFailure::Broken(broken),
        None => CanaryFailure::Uncaught(
            "no constant is wrong on any of these tests, so that nothing proves that they catch faults".into(),
        ),
    })
}

fn wrong(value: f64, tests: &[Test]) -> usize {
    let is_wrong = |test: &&Test| test.judge(ObservedOutput::Value(value)) == Verdict::Ko;
    tests.iter().filter(is_wrong).count()
}

/// The inputs of tests.
pub(crate) fn inputs(tests: &[Test]) -> Vec<Vec<f64>> {
    let point = |test: &Test| test.inputs.iter().map(|i| i.hex.0).collect();
    tests.iter().map(point).collect()
}
