//! Root finders at equal work: what the target attains from the same start with other numbers of iterations.
//!
//! Other algorithms work more with finer steps, so that their own errors say what more work brings. A root finder works as
//! much from every start.

use super::config::Config;
use super::fleet::{CallResult, Fleet, MutantResults};
use problems::problem::{AlgorithmCall, ProblemKind, SolvedProblem};
use subject::Broken;

/// At most this many numbers of iterations are tried.
const NUMBERS: u32 = 16;

/// For each cell the target's cells with other numbers of iterations; none for other kinds of problems.
pub fn measure_curves(
    config: &Config,
    fleet: &Fleet,
    problems: &[SolvedProblem],
    seconds: f64,
) -> Result<Option<Vec<Vec<CallResult>>>, Broken> {
    if config.shape.kind != ProblemKind::Root {
        return Ok(None);
    }
    let numbers = numbers(config.shape.iterations);
    let tried: Vec<SolvedProblem> = problems.iter().map(|problem| repeated(problem, &numbers)).collect();
    Ok(match fleet.run_target(&tried, seconds)? {
        MutantResults::Done(cells) => Some(cells.chunks(numbers.len()).map(<[CallResult]>::to_vec).collect()),
        MutantResults::Stopped(_) | MutantResults::Skipped => None,
    })
}

/// From one iteration to a little more than twice as many as asked for.
fn numbers(iterations: u32) -> Vec<u32> {
    let most = 2 * iterations + 2;
    let mut numbers: Vec<u32> = (1..=most).step_by(most.div_ceil(NUMBERS) as usize).collect();
    numbers.push(iterations);
    numbers
}

/// Each run with each number of iterations, which is its last input.
fn repeated(problem: &SolvedProblem, numbers: &[u32]) -> SolvedProblem {
    let again = |run: &AlgorithmCall, number: u32| {
        let mut run = run.clone();
        if let Some(last) = run.inputs.last_mut() {
            *last = f64::from(number);
        }
        run
    };
    let runs = problem
        .runs
        .iter()
        .flat_map(|run| numbers.iter().map(|&k| again(run, k)));
    SolvedProblem {
        runs: runs.collect(),
        ..problem.clone()
    }
}

/// The least error with at most so much work; none if the curve does not reach so far.
pub fn within(curve: &[CallResult], work: f64) -> Option<f64> {
    let reaches = curve.iter().any(|cell| cell.work >= work);
    let errors = curve
        .iter()
        .filter(|cell| cell.work <= work && cell.error.is_finite())
        .map(|cell| cell.error);
    errors.reduce(f64::min).filter(|_| reaches)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn part_of_an_iteration_brings_nothing() {
        let cell = |error, work| CallResult {
            error,
            work,
            seconds: 0.0,
        };
        let curve = [cell(1e-1, 2.0), cell(1e-2, 4.0), cell(1e-4, 6.0)];
        assert_eq!(within(&curve, 5.0), Some(1e-2));
        assert_eq!(within(&curve, 6.0), Some(1e-4));
        assert_eq!(within(&curve, 7.0), None);
        assert_eq!(within(&curve, 1.0), None);
        assert_eq!(numbers(2), [1, 2, 3, 4, 5, 6, 2]);
        assert!(numbers(1000).len() <= 17);
    }
}
