//! What holds for every way to call a subject.

use crate::broken::Broken;
use crate::interface::Answer;
use crate::subject::Subject;
use suite::Observed;

/// What [`Subject::run`] or [`Subject::ask`] came to: the bits of numbers, so that NaNs can be compared, or anything else.
type RunSight = Result<Vec<u64>, Observed>;
type AskOnce<'a> = &'a dyn Fn(&mut Subject, &[Vec<f64>]) -> Vec<RunSight>;

/// Checks a subject that keeps no state against the laws of all subjects. `inputs` may make it crash or hang.
///
/// - The results are the same in one batch, in several, and one by one, and again in a fresh process.
/// - Reversed inputs give reversed results: what happens on one input does not disturb the others.
/// - No inputs give no results, and an input with a wrong number of values is broken and nothing else.
///
/// All of this holds for [`Subject::run`] and for [`Subject::ask`].
pub fn subject_laws(open: &dyn Fn() -> Result<Subject, Broken>, inputs: &[Vec<f64>]) -> Result<(), String> {
    laws(open, inputs, &|subject, inputs| {
        subject.run(inputs).into_iter().map(Err).collect()
    })?;
    laws(open, inputs, &|subject, inputs| {
        subject.ask(inputs).into_iter().map(seen).collect()
    })
}

fn seen(answer: Answer) -> RunSight {
    match answer {
        Answer::Values(values) => Ok(values.into_iter().map(f64::to_bits).collect()),
        other => Err(other.observed()),
    }
}

fn laws(open: &dyn Fn() -> Result<Subject, Broken>, inputs: &[Vec<f64>], ask: AskOnce<'_>) -> Result<(), String> {
    let start = || open().map_err(|broken| broken.to_string());
    let mut subject = start()?;
    let expected = ask(&mut subject, inputs);
    same("the number of results", &[expected.len()], &[inputs.len()])?;
    let one_by_one: Vec<RunSight> = inputs
        .iter()
        .flat_map(|input| ask(&mut subject, std::slice::from_ref(input)))
        .collect();
    same("results one by one", &one_by_one, &expected)?;
    let (left, right) = inputs.split_at(inputs.len() / 2);
    let halves = [ask(&mut subject, left), ask(&mut subject, right)].concat();
    same("results of two batches", &halves, &expected)?;
    let backwards: Vec<Vec<f64>> = inputs.iter().rev().cloned().collect();
    let mut reversed = ask(&mut subject, &backwards);
    reversed.reverse();
    same("results of reversed inputs", &reversed, &expected)?;
    same("results of nothing", &ask(&mut subject, &[]), &[])?;
    same("results of a second subject", &ask(&mut start()?, inputs), &expected)?;
    wrong_arity(&mut subject, inputs, &expected, ask)
}

fn wrong_arity(
    subject: &mut Subject,
    inputs: &[Vec<f64>],
    expected: &[RunSight],
    ask: AskOnce<'_>,
) -> Result<(), String> {
    let Some(first) = inputs.first() else {
        return Ok(());
    };
    let longer = [&first[..], &[1.0]].concat();
    let mixed = [&[longer], inputs].concat();
    let results = ask(subject, &mixed);
    match results.split_first() {
        Some((Err(Observed::Broken { .. }), rest)) => same("results beside a wrong input", rest, expected),
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
