//! The laws of objectives and of whatever minimises them, as checkers that can be called.

use crate::domain::CoordinateRange;
use crate::hop;
use crate::objective::{Goal, ObjectiveFunction, OptimizeOutcome, OptimizeProblem, StopReason};
use crate::value::Value;
use chance::Random;

/// Anything that minimises.
pub type Optimizer<'a> = &'a dyn Fn(&mut dyn ObjectiveFunction, &OptimizeProblem<'_>) -> OptimizeOutcome;

/// A law that is broken.
#[derive(Clone, Debug, PartialEq)]
pub enum LawBreach {
    /// A point was evaluated, or returned, that is not in the domains.
    Outside(Vec<Value>),
    /// A start has a lesser value than the outcome.
    WorseThanStart(Vec<Value>),
    /// The value of the outcome is not the value of its point.
    WrongValue(Vec<Value>),
    /// Two runs, or two evaluations, differ.
    NotRepeatable,
    /// More was spent than the budget, or the count is wrong.
    Overspent {
        /// Evaluations that were made.
        made: u64,
        /// Evaluations that were reported.
        reported: u64,
    },
    /// The reason does not fit what happened.
    WrongReason(StopReason),
}

/// Passes points on, counts them, and remembers the first that is outside.
struct Watched<'a> {
    inner: &'a mut dyn ObjectiveFunction,
    domains: &'a [CoordinateRange],
    made: u64,
    outside: Option<Vec<Value>>,
}

impl ObjectiveFunction for Watched<'_> {
    fn value(&mut self, point: &[Value]) -> f64 {
        self.made += 1;
        if self.outside.is_none() && !is_inside(self.domains, point) {
            self.outside = Some(point.to_vec());
        }
        self.inner.value(point)
    }
}

fn is_inside(domains: &[CoordinateRange], point: &[Value]) -> bool {
    point.len() == domains.len() && domains.iter().zip(point).all(|(d, &v)| d.contains(v))
}

/// NaN is worse than everything.
fn number(value: f64) -> f64 {
    if value.is_nan() { f64::INFINITY } else { value }
}

/// The same point has the same value, at random points of the domains.
///
/// ```
/// use optimize::laws::{LawBreach, objective_laws};
/// use optimize::{CoordinateRange, Value, ValueKind};
///
/// let domains = [CoordinateRange::finite(ValueKind::F64)];
/// assert_eq!(objective_laws(&mut |point: &[Value]| point[0].real().sin(), &domains, 100, 1), Ok(()));
/// // An objective that remembers how often it was asked is none.
/// let mut calls = 0.0;
/// let mut counting = |_: &[Value]| {
///     calls += 1.0;
///     calls
/// };
/// assert_eq!(objective_laws(&mut counting, &domains, 100, 1), Err(LawBreach::NotRepeatable));
/// ```
pub fn objective_laws(
    objective: &mut dyn ObjectiveFunction,
    domains: &[CoordinateRange],
    points: usize,
    seed: u64,
) -> Result<(), LawBreach> {
    let mut random = Random::new(seed);
    let drawn: Vec<Vec<Value>> = (0..points)
        .map(|_| domains.iter().map(|d| d.at(hop::place(d, &mut random))).collect())
        .collect();
    let mut values = || -> Vec<u64> { drawn.iter().map(|p| number(objective.value(p)).to_bits()).collect() };
    if values() == values() {
        Ok(())
    } else {
        Err(LawBreach::NotRepeatable)
    }
}

/// Runs an optimizer twice and checks everything that is promised of [`crate::minimise()`].
///
/// ```
/// use optimize::laws::{LawBreach, optimizer_laws};
/// use optimize::{CoordinateRange, EvaluationBudget, Goal, ObjectiveFunction, OptimizeOutcome, OptimizeProblem};
/// use optimize::{StopReason, Value, ValueKind};
///
/// // An optimizer of one's own that answers 0 without looking.
/// let lazy = |_: &mut dyn ObjectiveFunction, _: &OptimizeProblem<'_>| OptimizeOutcome {
///     point: vec![Value::F64(0.0)],
///     value: 0.0,
///     evaluations: 0,
///     reason: StopReason::Converged,
/// };
/// let problem = OptimizeProblem {
///     domains: &[CoordinateRange::finite(ValueKind::F64)],
///     starts: &[],
///     goal: Goal::Least,
///     budget: EvaluationBudget { evaluations: 10 },
///     seed: 1,
/// };
/// let breach = optimizer_laws(&lazy, &mut |point: &[Value]| (point[0].real() - 1.0).abs(), &problem);
/// assert_eq!(breach, Err(LawBreach::WrongValue(vec![Value::F64(0.0)])));
/// ```
pub fn optimizer_laws(
    optimizer: Optimizer<'_>,
    objective: &mut dyn ObjectiveFunction,
    problem: &OptimizeProblem<'_>,
) -> Result<OptimizeOutcome, LawBreach> {
    let mut watched = Watched {
        inner: objective,
        domains: problem.domains,
        made: 0,
        outside: None,
    };
    let outcome = optimizer(&mut watched, problem);
    let (made, outside) = (watched.made, watched.outside.take());
    if let Some(point) = outside {
        return Err(LawBreach::Outside(point));
    }
    if !is_inside(problem.domains, &outcome.point) {
        return Err(LawBreach::Outside(outcome.point));
    }
    if made != outcome.evaluations || made > problem.budget.evaluations.max(1) {
        return Err(LawBreach::Overspent {
            made,
            reported: outcome.evaluations,
        });
    }
    values_hold(objective, problem, &outcome)?;
    reason_holds(problem, &outcome)?;
    let again = optimizer(objective, problem);
    // Values are compared by their bits: points may hold NaNs.
    if words(&again) != words(&outcome) {
        return Err(LawBreach::NotRepeatable);
    }
    Ok(outcome)
}

fn words(outcome: &OptimizeOutcome) -> (Vec<u64>, u64, u64, StopReason) {
    let point = outcome.point.iter().map(|v| v.word()).collect();
    (point, outcome.value.to_bits(), outcome.evaluations, outcome.reason)
}

fn values_hold(
    objective: &mut dyn ObjectiveFunction,
    problem: &OptimizeProblem<'_>,
    outcome: &OptimizeOutcome,
) -> Result<(), LawBreach> {
    if number(objective.value(&outcome.point)) != outcome.value {
        return Err(LawBreach::WrongValue(outcome.point.clone()));
    }
    // Starts beyond the budget are never looked at.
    for start in problem.starts.iter().take(outcome.evaluations as usize) {
        let inside = problem.domains.iter().zip(start).map(|(d, &v)| d.clamp(v));
        let start: Vec<Value> = inside.collect();
        if start.len() == problem.domains.len() && number(objective.value(&start)) < outcome.value {
            return Err(LawBreach::WorseThanStart(start));
        }
    }
    Ok(())
}

fn reason_holds(problem: &OptimizeProblem<'_>, outcome: &OptimizeOutcome) -> Result<(), LawBreach> {
    let reached = match problem.goal {
        Goal::Reach(target) => outcome.value <= target,
        Goal::Least => false,
    };
    let spent = outcome.evaluations == problem.budget.evaluations.max(1);
    let fits = match outcome.reason {
        StopReason::Reached => reached,
        StopReason::Budget => spent && !reached,
        StopReason::Converged => !reached,
    };
    if fits {
        Ok(())
    } else {
        Err(LawBreach::WrongReason(outcome.reason))
    }
}
