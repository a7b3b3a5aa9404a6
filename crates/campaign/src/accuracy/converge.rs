//! Problems on which errors do not fall as they must, and steps that are too few or too coarse to show an order.
//!
//! An error that stops falling is one of rounding only where rounding explains its height: some hundred units in the last
//! place of the solution's size for each step. Where the size is not known, nothing is explained by it.

use super::fleet::CallResult;
use super::observe::{Ladder, by_problem};
use super::statistics::median;
use suite::accuracy::OrderRecord;

/// What is wrong on one problem.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemTrouble {
    /// The number of the problem.
    pub problem: usize,
    /// What its errors do.
    pub what: ErrorTrend,
    /// The error that shows it.
    pub error: f64,
}

/// What errors do that should fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorTrend {
    /// The finest step is not better than half of the worst.
    Stuck,
    /// A finer step is far worse than coarser ones.
    Leap,
    /// They fall, and then they stay.
    Plateau,
    /// They stay so low that it may be rounding: the size of the solution would tell.
    Unexplained,
}

/// An order is looked for in falls, which are in powers of 2. By design errors must fall by so much in all,
const WHOLE: f64 = 2.0;
/// and by so much along a plateau: two terms of an error that cancel are level for less.
const LEVEL: f64 = 6.0;
/// Errors of a plateau are within this factor of each other.
const FLAT: f64 = 2.0;
/// Fewest steps that say anything.
const STEPS: usize = 3;
/// This many times the median of coarser steps is far worse.
const FAR: f64 = 1000.0;
/// A plateau may be rounding of a solution of unknown size if it is so far below the greatest error.
const LOW: f64 = 1e-6;

/// The problems on which an algorithm of this order does not converge, at most one trouble each.
pub fn find_troubles(ladders: &[Ladder], cells: &[CallResult], order: Option<f64>) -> Vec<ProblemTrouble> {
    let problems = by_problem(ladders, cells).enumerate();
    let trouble = |(problem, (ladder, own)): (usize, (&Ladder, &[CallResult]))| {
        let (what, error) = Falling::of(ladder, own, order).trouble()?;
        Some(ProblemTrouble { problem, what, error })
    };
    problems.filter_map(trouble).collect()
}

/// Problems without a finite result at the last step.
pub fn find_silent(ladders: &[Ladder], cells: &[CallResult]) -> Vec<usize> {
    let is_silent = |own: &[CallResult]| own.last().is_some_and(|cell| !cell.error.is_finite());
    let problems = by_problem(ladders, cells).enumerate();
    problems
        .filter(|(_, (_, own))| is_silent(own))
        .map(|(n, _)| n)
        .collect()
}

/// The errors of one problem beside what its design says.
struct Falling {
    /// Step sizes and finite errors, from the coarsest on.
    points: Vec<(f64, f64)>,
    /// Errors up to here are of rounding at the coarsest step.
    floor: f64,
    /// The order by design; 1 if none is declared.
    order: f64,
}

impl Falling {
    fn of(ladder: &Ladder, cells: &[CallResult], order: Option<f64>) -> Falling {
        let points = ladder.hs.iter().zip(cells).map(|(h, cell)| (*h, cell.error));
        Falling {
            points: points.filter(|(_, error)| error.is_finite()).collect(),
            floor: ladder.floor(),
            order: order.unwrap_or(1.0),
        }
    }

    fn trouble(&self) -> Option<(ErrorTrend, f64)> {
        let (h, finest) = *self.points.last().filter(|_| self.points.len() >= STEPS)?;
        let stuck = self.must_fall(self.points[0].0, h) >= WHOLE && finest > 0.5 * self.greatest();
        if stuck && !self.is_rounding(h, finest) {
            return Some((ErrorTrend::Stuck, finest));
        }
        self.leap()
            .map(|error| (ErrorTrend::Leap, error))
            .or_else(|| self.plateau())
    }

    /// By how much errors fall between two steps, by design.
    fn must_fall(&self, coarse: f64, fine: f64) -> f64 {
        self.order * (coarse / fine).log2()
    }

    fn greatest(&self) -> f64 {
        self.points.iter().map(|p| p.1).fold(0.0, f64::max)
    }

    /// Whether rounding explains an error. With a step of h there are at least h₀/h as many steps as with the coarsest.
    fn is_rounding(&self, h: f64, error: f64) -> bool {
        error <= self.floor * (self.points[0].0 / h)
    }

    /// An error that is far above those of coarser steps.
    fn leap(&self) -> Option<f64> {
        let errors: Vec<f64> = self.points.iter().map(|p| p.1).collect();
        let far = |n: &usize| median(&errors[..*n]).is_some_and(|coarser| errors[*n] > FAR * coarser);
        let rounding = |n: &usize| self.is_rounding(self.points[*n].0, errors[*n]);
        let found = (STEPS..errors.len()).find(|n| far(n) && !rounding(n));
        found.map(|n| errors[n])
    }

    /// Where the finest errors are level, though by design they must fall.
    fn plateau(&self) -> Option<(ErrorTrend, f64)> {
        let (h, error) = *self.points.last()?;
        let long = |n: &usize| self.must_fall(self.points[*n].0, h) >= LEVEL;
        let start = (0..=self.points.len().checked_sub(STEPS)?).rev().find(long)?;
        let level = self.points[start..].iter().map(|p| p.1);
        let (least, most) = level.fold((f64::INFINITY, 0.0), |(lo, hi), e| (e.min(lo), e.max(hi)));
        if most > FLAT * least || self.is_rounding(h, error) {
            return None;
        }
        let unknown = self.floor == 0.0 && error <= LOW * self.greatest();
        Some((
            if unknown {
                ErrorTrend::Unexplained
            } else {
                ErrorTrend::Plateau
            },
            error,
        ))
    }
}

/// How the orders of single problems stand to the designed one.
pub struct Settled {
    /// Whether most problems have an order that is surely below the designed one, or errors so small that coarse steps are
    /// no excuse.
    pub below: bool,
    /// Whether on most problems the errors surely fall, by more than half of the designed order.
    pub reached: bool,
}

/// Errors below this share of the solution are small: steps are fine enough for its shape.
const SMALL: f64 = 1e-3;

/// Whether the steps are fine enough to say anything of this order.
pub fn judge_steps(ladders: &[Ladder], cells: &[CallResult], designed: f64) -> Settled {
    let problems = by_problem(ladders, cells);
    let seen: Vec<(OrderRecord, f64)> = problems
        .filter_map(|(ladder, own)| Some((ladder.order(own)?, remaining(ladder, own)?)))
        .collect();
    let most = |part: usize| 2 * part >= seen.len();
    let fine = seen.iter().filter(|(_, rest)| *rest < SMALL).count();
    Settled {
        below: most(fine) || most(seen.iter().filter(|(o, _)| o.hi < designed).count()),
        reached: most(seen.iter().filter(|(o, _)| o.lo > designed / 2.0).count()),
    }
}

/// The error of the finest step beside the size of the solution, or the greatest error if that is not known.
fn remaining(ladder: &Ladder, cells: &[CallResult]) -> Option<f64> {
    let errors = || cells.iter().map(|c| c.error).filter(|e| e.is_finite());
    let size = if ladder.size > 0.0 {
        ladder.size
    } else {
        errors().fold(0.0, f64::max)
    };
    errors().next_back().map(|error| error / size)
}

/// The order of a problem may be so much below the designed one.
const ORDER_MARGIN: f64 = 0.5;

/// Problems whose order is surely below the designed one.
pub fn find_low(ladders: &[Ladder], cells: &[CallResult], designed: f64) -> Vec<usize> {
    let below = |ladder: &Ladder, own: &[CallResult]| ladder.order(own).is_some_and(|o| o.hi < designed - ORDER_MARGIN);
    let problems = by_problem(ladders, cells).enumerate();
    problems
        .filter(|(_, (ladder, own))| below(ladder, own))
        .map(|(n, _)| n)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The trouble with errors on steps 1, 1/2, 1/4, …
    fn trouble(size: f64, order: f64, errors: &[f64]) -> Option<ErrorTrend> {
        let ladder = Ladder {
            hs: (0..errors.len()).map(|k| 0.5f64.powi(k as i32)).collect(),
            shared: errors.len(),
            size,
        };
        let cell = |&error: &f64| CallResult {
            error,
            work: 0.0,
            seconds: 0.0,
        };
        let cells: Vec<CallResult> = errors.iter().map(cell).collect();
        find_troubles(&[ladder], &cells, Some(order)).first().map(|t| t.what)
    }

    #[test]
    fn errors_that_fall_are_no_trouble() {
        assert_eq!(trouble(1.0, 4.0, &[1e-1, 6e-3, 4e-4, 2.5e-5]), None);
        assert_eq!(trouble(0.0, 1.0, &[1.0, 0.5, 0.25, 0.125, 0.0625]), None);
        // Two terms cancel: h²(1 − h) falls from its maximum on.
        assert_eq!(trouble(1.0, 2.0, &[0.0, 0.125, 0.047, 0.0137, 0.0037]), None);
        assert_eq!(trouble(1.0, 4.0, &[1e-3, 1e-8, 2e-15, 1e-15, 3e-15, 2e-15]), None);
        assert_eq!(trouble(1.0, 4.0, &[1e-3, f64::NAN]), None);
    }

    #[test]
    fn errors_that_stay_or_leap_are_trouble() {
        let table: &[(f64, &[f64], ErrorTrend)] = &[
            (1.0, &[40.0, 40.0, 40.0], ErrorTrend::Stuck),
            (1.0, &[1e-2, 1e-4, 40.0], ErrorTrend::Stuck),
            (1.0, &[1e-2, 1e-3, 1e-4, 4.0, 1e-6], ErrorTrend::Leap),
            (1.0, &[1e-2, 1.1e-5, 1e-5, 1e-5, 1e-5], ErrorTrend::Plateau),
            (0.0, &[1e-2, 1.1e-5, 1e-5, 1e-5, 1e-5], ErrorTrend::Plateau),
            (0.0, &[1e-2, 1.1e-12, 1e-12, 1e-12, 1e-12], ErrorTrend::Unexplained),
        ];
        for (size, errors, what) in table {
            assert_eq!(trouble(*size, 4.0, errors), Some(*what), "{size} {errors:?}");
        }
    }
}
