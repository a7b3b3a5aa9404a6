//! Observed outputs run again: whether a subject still does the same. Nothing here says what would be right.

use super::{CheckFailure, CheckOptions};
use crate::canary::EVERYDAY;
use subject::Subject;
use suite::cover::CoverValue;
use suite::observed::ObservedChange;
use suite::{CanaryRecord, ChangeReport, LeftOut, Observed, ObservedSuite, ObservedTest, SuiteReference};

/// A test that can be run: its input as doubles, and what was observed.
struct ObservedCase<'a> {
    test: &'a ObservedTest,
    point: Vec<f64>,
    was: &'a CoverValue,
}

/// Runs the tests of a suite on a subject.
pub fn check_changes(
    suite: &ObservedSuite,
    subject: &mut Subject,
    options: &CheckOptions,
) -> Result<ChangeReport, CheckFailure> {
    require_callable(suite)?;
    let (cases, left_out) = cases(suite, &options.only)?;
    let points: Vec<Vec<f64>> = cases.iter().map(|case| case.point.clone()).collect();
    let canary = canary(subject, &cases, &points)?;
    let seen = run(subject, &points)?;
    let result = |(case, now): (&ObservedCase, Observed)| ObservedChange {
        test: case.test.id.clone(),
        same: is_same(case.was, &now),
        was: case.was.clone(),
        now,
        reproduce: format!("{} --test {}", options.command, case.test.id),
    };
    let results: Vec<ObservedChange> = cases.iter().zip(seen).map(result).collect();
    let same = results.iter().filter(|change| change.same).count() as u64;
    Ok(ChangeReport {
        format: ChangeReport::FORMAT.into(),
        version: ChangeReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        suite: SuiteReference {
            file: options.suite.0.clone(),
            sha256: options.suite.1.clone(),
            spec: suite.function.clone(),
        },
        subject: subject.record().clone(),
        canary,
        same,
        changed: results.len() as u64 - same,
        results,
        left_out,
    })
}

/// Whether tests of this suite can be run: it is an error if the function is not one of numbers that gives a number.
pub fn require_callable(suite: &ObservedSuite) -> Result<(), CheckFailure> {
    let refuse = |why| {
        CheckFailure::Suite(format!(
            "check calls functions of numbers that give a number, but of {} {why}; \
             lydian emit --to c writes tests for pointers and arrays",
            suite.function
        ))
    };
    suite.obstacle().map_or(Ok(()), |why| Err(refuse(why)))
}

fn run(subject: &mut Subject, points: &[Vec<f64>]) -> Result<Vec<Observed>, CheckFailure> {
    let seen = subject.run(points);
    if seen.len() < points.len() {
        return Err(CheckFailure::Interrupted);
    }
    Ok(seen)
}

fn is_same(was: &CoverValue, now: &Observed) -> bool {
    match now {
        Observed::Value { hex, upper: None, .. } => was.is_same(hex.0),
        _ => false,
    }
}

/// The tests that can be run, and those that cannot.
fn cases<'a>(suite: &'a ObservedSuite, only: &[String]) -> Result<(Vec<ObservedCase<'a>>, Vec<LeftOut>), CheckFailure> {
    if let Some(unknown) = only.iter().find(|id| suite.tests.iter().all(|test| test.id != **id)) {
        return Err(CheckFailure::Suite(format!("there is no test `{unknown}`")));
    }
    let (mut cases, mut left_out) = (Vec::new(), Vec::new());
    for test in suite
        .tests
        .iter()
        .filter(|test| only.is_empty() || only.contains(&test.id))
    {
        match case(test) {
            Ok(case) => cases.push(case),
            Err(reason) => left_out.push(LeftOut {
                test: test.id.clone(),
                reason,
            }),
        }
    }
    if cases.is_empty() {
        return Err(CheckFailure::Suite(
            "no test of it can be run: there is nothing to check".into(),
        ));
    }
    Ok((cases, left_out))
}

fn case(test: &ObservedTest) -> Result<ObservedCase<'_>, String> {
    if !test.has_returned() {
        return Err(format!("it did not return when it was observed: {}", test.outcome));
    }
    let number = |value: &CoverValue| {
        value
            .real()
            .ok_or_else(|| format!("{} = {} is no double", value.name, value.decimal))
    };
    let was = test.observed.first().ok_or("nothing was observed")?;
    number(was)?;
    Ok(ObservedCase {
        test,
        point: test.inputs.iter().map(number).collect::<Result<_, _>>()?,
        was,
    })
}

/// An implementation that always gives one answer must be noticed wherever another one was observed.
fn canary(subject: &Subject, cases: &[ObservedCase], points: &[Vec<f64>]) -> Result<CanaryRecord, CheckFailure> {
    let differs = |value: f64| cases.iter().filter(|case| !case.was.is_same(value)).count();
    let mut ranked: Vec<(usize, f64)> = EVERYDAY.iter().map(|&value| (differs(value), value)).collect();
    ranked.sort_by_key(|(differs, _)| std::cmp::Reverse(*differs));
    let made = ranked
        .into_iter()
        .filter(|(differs, _)| *differs > 0)
        .find_map(|(differs, value)| Some((subject.open_canary(value).ok()?, value, differs)));
    let Some((mut canary, value, expected)) = made else {
        return Err(CheckFailure::Canary(
            "no implementation that always gives one answer could be made and noticed".into(),
        ));
    };
    let seen = run(&mut canary, points)?;
    let caught = cases
        .iter()
        .zip(&seen)
        .filter(|(case, now)| !is_same(case.was, now))
        .count();
    let description = format!("always answers {value}");
    if caught < expected {
        return Err(CheckFailure::Canary(format!(
            "an implementation of the same kind that {description} should differ on {expected} tests, but did on {caught}: \
             answers do not come through as they should"
        )));
    }
    Ok(CanaryRecord {
        description,
        tests: cases.len() as u64,
        caught: caught as u64,
    })
}
