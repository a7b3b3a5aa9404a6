//! What is minimised, and what comes of it.

use crate::domain::CoordinateRange;
use crate::value::Value;

/// Something to be made small.
///
/// Law: the same point has the same value whenever it is asked ([`crate::laws::objective_laws`]).
///
/// A closure is one. Where it has no value, NaN keeps the search away:
///
/// ```
/// use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, Value, minimise};
///
/// // The least value of x·log x is −1/e, at 1/e.
/// let mut objective = |point: &[Value]| point[0].real() * point[0].real().ln();
/// let problem = OptimizeProblem {
///     domains: &[CoordinateRange::doubles(-10.0, 10.0).expect("ends in order")],
///     starts: &[],
///     goal: Goal::Least,
///     budget: EvaluationBudget { evaluations: 10_000 },
///     seed: 1,
/// };
/// let found = minimise(&mut objective, &problem, Schedule::Smooth);
/// assert!((found.value + (-1f64).exp()).abs() < 1e-12);
/// ```
pub trait ObjectiveFunction {
    /// The value at a point of the domains; NaN is worse than everything.
    fn value(&mut self, point: &[Value]) -> f64;
}

impl<F: FnMut(&[Value]) -> f64> ObjectiveFunction for F {
    fn value(&mut self, point: &[Value]) -> f64 {
        self(point)
    }
}

/// How much may be spent. Counted, so that the outcome does not depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationBudget {
    /// Evaluations of the objective; at least one is made.
    pub evaluations: u64,
}

/// When to be content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// As soon as the value is at most this.
    Reach(f64),
    /// When looking further has long brought nothing.
    Least,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct OptimizeProblem<'a> {
    /// One per coordinate.
    pub domains: &'a [CoordinateRange],
    /// Points to begin with, moved inside where they are outside. May be empty.
    pub starts: &'a [Vec<Value>],
    /// When to stop.
    pub goal: Goal,
    /// What may be spent.
    pub budget: EvaluationBudget,
    /// Where chance comes from: the same seed gives the same outcome.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, Debug, PartialEq)]
pub struct OptimizeOutcome {
    /// The best point.
    pub point: Vec<Value>,
    /// Its value; +∞ if no point has a number for a value.
    pub value: f64,
    /// Evaluations that were made.
    pub evaluations: u64,
    /// Why it ended.
    pub reason: StopReason,
}

/// Why a search ended.
///
/// ```
/// use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, StopReason, minimise};
/// use optimize::{Value, ValueKind};
///
/// let reason = |goal: Goal, evaluations: u64| {
///     let problem = OptimizeProblem {
///         domains: &[CoordinateRange::all(ValueKind::Int { bits: 8, signed: true })],
///         starts: &[vec![Value::Signed(100)]],
///         goal,
///         budget: EvaluationBudget { evaluations },
///         seed: 1,
///     };
///     minimise(&mut |point: &[Value]| point[0].real().abs(), &problem, Schedule::Exact).reason
/// };
/// assert_eq!(reason(Goal::Reach(0.0), 1_000), StopReason::Reached);
/// assert_eq!(reason(Goal::Reach(-1.0), 1), StopReason::Budget);
/// // All of the 256 points were tried: there is nothing below 0.
/// assert_eq!(reason(Goal::Reach(-1.0), 10_000), StopReason::Converged);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The value is as small as was asked.
    Reached,
    /// The budget ended.
    Budget,
    /// Every point was tried, or nothing has brought an improvement for long.
    Converged,
}
