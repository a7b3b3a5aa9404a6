//! What is asked of a search, and what may come of it.

use crate::formula::Formula;
use expr::dag::Dag;
use interval::Interval;

/// What is asked.
pub struct SolverProblem<'a> {
    /// Where the nodes live.
    pub dag: &'a Dag,
    /// What is to hold.
    pub formula: &'a Formula,
    /// One side per input.
    pub domain: &'a [Interval],
    /// Which points are inputs. Only these are searched: a formula that holds at none of them is excluded.
    pub inputs: &'a dyn Inputs,
}

/// The points that can be inputs: a grid of floats in each coordinate.
pub trait Inputs: Sync {
    /// The nearest input to a point of the domain.
    fn snap(&self, point: &[f64]) -> Vec<f64>;

    /// The least coordinate number `i` of an input that is greater than `x`.
    fn after(&self, i: usize, x: f64) -> f64;

    /// Whether a point at which the formula holds will do; if not, the search goes on.
    fn accepts(&self, _point: &[f64]) -> bool {
        true
    }
}

/// All doubles of the domain.
pub struct Doubles<'a>(pub &'a [Interval]);

impl Inputs for Doubles<'_> {
    fn snap(&self, point: &[f64]) -> Vec<f64> {
        point
            .iter()
            .zip(self.0)
            .map(|(x, side)| x.clamp(side.lo(), side.hi()))
            .collect()
    }

    fn after(&self, _: usize, x: f64) -> f64 {
        x.next_up()
    }
}

/// How much may be spent. Counted, so that the outcome does not depend on the machine.
#[derive(Clone, Copy, Debug)]
pub struct BoxBudget {
    /// Boxes that may be judged; a look with MPFR enclosures counts as several.
    pub boxes: usize,
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq)]
pub enum SolverOutcome {
    /// The formula provably holds at this input.
    Witness {
        /// The input.
        point: Vec<f64>,
        /// Boxes judged.
        boxes: u64,
    },
    /// The domain is covered by this many boxes, on none of which the formula can hold.
    Excluded {
        /// Boxes judged.
        boxes: u64,
    },
    /// Neither.
    Unknown {
        /// Why the search ended.
        reason: UnknownReason,
        /// Boxes judged.
        boxes: u64,
        /// The point that came nearest, with its gap in margins, which is positive and finite.
        best: Option<(f64, Vec<f64>)>,
    },
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    /// The budget ended.
    Budget,
    /// Boxes remain that cannot be split further.
    Resolution,
}
