//! Evaluation with a count, a limit and a memory of the best.

use crate::domain::CoordinateRange;
use crate::objective::Goal;
use crate::objective::{ObjectiveFunction, OptimizeOutcome, OptimizeProblem, StopReason};
use crate::value::Value;

/// A point by its places, with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spot {
    pub places: Vec<i64>,
    pub value: f64,
}

/// All evaluations go through here. `None` from any of its methods means: stop, the goal or the budget is reached.
pub(crate) struct Tracker<'a> {
    objective: &'a mut dyn ObjectiveFunction,
    pub domains: &'a [CoordinateRange],
    values: Vec<Value>,
    target: Option<f64>,
    budget: u64,
    spent: u64,
    best: Option<Spot>,
}

impl<'a> Tracker<'a> {
    pub fn new(objective: &'a mut dyn ObjectiveFunction, problem: &OptimizeProblem<'a>) -> Tracker<'a> {
        Tracker {
            objective,
            domains: problem.domains,
            values: Vec::with_capacity(problem.domains.len()),
            target: match problem.goal {
                Goal::Reach(target) => Some(target),
                Goal::Least => None,
            },
            budget: problem.budget.evaluations.max(1),
            spent: 0,
            best: None,
        }
    }

    /// The value at some places.
    pub fn value(&mut self, places: &[i64]) -> Option<f64> {
        if self.spent >= self.budget || self.is_reached() {
            return None;
        }
        self.spent += 1;
        self.values.clear();
        self.values
            .extend(places.iter().zip(self.domains).map(|(&p, d)| d.at(p)));
        let value = self.objective.value(&self.values);
        let value = if value.is_nan() { f64::INFINITY } else { value };
        self.remember(places, value);
        (!self.is_reached()).then_some(value)
    }

    fn remember(&mut self, places: &[i64], value: f64) {
        match &mut self.best {
            Some(best) if value < best.value => {
                best.places.copy_from_slice(places);
                best.value = value;
            }
            Some(_) => {}
            None => {
                self.best = Some(Spot {
                    places: places.to_vec(),
                    value,
                });
            }
        }
    }

    /// The spot at some places.
    pub fn spot(&mut self, places: Vec<i64>) -> Option<Spot> {
        let value = self.value(&places)?;
        Some(Spot { places, value })
    }

    /// Moves one coordinate if that makes the value less.
    pub fn improve(&mut self, spot: &mut Spot, i: usize, place: i64) -> Option<bool> {
        let old = std::mem::replace(&mut spot.places[i], place);
        if place == old {
            return Some(false);
        }
        let value = self.value(&spot.places)?;
        if value < spot.value {
            spot.value = value;
            return Some(true);
        }
        spot.places[i] = old;
        Some(false)
    }

    fn is_reached(&self) -> bool {
        let reached = |best: &Spot| self.target.is_some_and(|target| best.value <= target);
        self.best.as_ref().is_some_and(reached)
    }

    pub fn spent(&self) -> u64 {
        self.spent
    }

    pub fn left(&self) -> u64 {
        self.budget - self.spent
    }

    pub fn has_target(&self) -> bool {
        self.target.is_some()
    }

    /// The value of the best spot so far.
    pub fn least(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |best| best.value)
    }

    pub fn best(&self) -> Option<&Spot> {
        self.best.as_ref()
    }

    /// What to report when all is over; `ended` says whether the search came to its own end.
    pub fn outcome(self, ended: bool) -> OptimizeOutcome {
        let reason = match (self.is_reached(), ended) {
            (true, _) => StopReason::Reached,
            (_, true) => StopReason::Converged,
            _ => StopReason::Budget,
        };
        let places = self.best.as_ref().map_or(&[][..], |best| &best.places);
        OptimizeOutcome {
            point: places.iter().zip(self.domains).map(|(&p, d)| d.at(p)).collect(),
            value: self.least(),
            evaluations: self.spent,
            reason,
        }
    }
}
