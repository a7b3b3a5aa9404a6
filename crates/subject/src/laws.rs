//! What holds for every way to call a subject.

use crate::broken::Broken;
use crate::subject::Subject;
use suite::Observed;

/// Checks a subject that keeps no state against the laws of all subjects. `inputs` may make it crash or hang.
///
/// - The results are the same in one batch, in several, and one by one, and again in a fresh process.
/// - Reversed inputs give reversed results: what happens on one input does not disturb the others.
/// - No inputs give no results, and an input with a wrong number of values is broken and nothing else.
pub fn subject_laws(open: &dyn Fn() -> Result<Subject, Broken>, inputs: &[Vec<f64>]) -> Result<(), String> {
    let start = || open().map_err(|broken| broken.to_string());
    let mut subject = start()?;
    let expected = subject.run(inputs);
    same("the number of results", &[expected.len()], &[inputs.len()])?;
    let one_by_one: Vec<Observed> = inputs
        .iter()
        .flat_map(|input| subject.run(std::slice::from_ref(input)))
        .collect();
    same("results one by one", &one_by_one, &expected)?;
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let halves = [subject.run(left), subject.run(right)].concat();
    same("results of two batches", &halves, &expected)?;
    let backwards: Vec<Vec<f64>> = inputs.iter().rev().cloned().collect();
    let mut reversed = subject.run(&backwards);
    reversed.reverse();
    same("results of reversed inputs", &reversed, &expected)?;
    same("results of nothing", &subject.run(&[]), &[])?;
    same("results of a second subject", &start()?.run(inputs), &expected)?;
    wrong_arity(&mut subject, inputs, &expected)
}

fn wrong_arity(subject: &mut Subject, inputs: &[Vec<f64>], expected: &[Observed]) -> Result<(), String> {
    let Some(first) = inputs.first() else {
        return Ok(());
    };
    let longer = [&first[..], &[1.0]].concat();
    let mixed = [&[longer], inputs].concat();
    let results = subject.run(&mixed);
    match results.split_first() {
        Some((Observed::Broken { .. }, rest)) => same("results beside a wrong input", rest, expected),
        other => Err(format!("an input with too many values gave {other:?}")),
    }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &[T], expected: &[T]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let place = found.iter().zip(expected).position(|(a, b)| a != b);
    let at = place.unwrap_or_else(|| found.len().min(expected.len()));
    Err(format!(
        "{what} differ at {at}: {:?} instead of {:?}",
        found.get(at),
        expected.get(at)
    ))
}
