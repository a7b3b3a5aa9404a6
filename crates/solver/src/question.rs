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
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
/// use interval::Interval;
/// use solver::{BoxBudget, Formula, Inputs, SolverOutcome, SolverProblem, search};
///
/// /// Whole numbers only.
/// struct Whole;
/// impl Inputs for Whole {
///     fn snap(&self, point: &[f64]) -> Vec<f64> {
///         point.iter().map(|x| x.round()).collect()
///     }
///     fn after(&self, _: usize, x: f64) -> f64 {
///         x.floor() + 1.0
///     }
/// }
///
/// // No whole number has the square 2, which is a proof over 201 inputs.
/// let mut dag = Dag::new();
/// let (x, two) = (dag.variable(0), dag.literal(2));
/// let square = dag.power(x, 2);
/// let formula = Formula::Holds(dag.compare(ComparisonOperator::Equal, square, two));
/// let domain = [Interval::hull_of(-100.0, 100.0)];
/// let problem = SolverProblem { dag: &dag, formula: &formula, domain: &domain, inputs: &Whole };
/// assert!(matches!(search(&problem, BoxBudget { boxes: 1_000 }), SolverOutcome::Excluded { .. }));
/// ```
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
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
/// use interval::{Interval, Unary};
/// use solver::{BoxBudget, Doubles, Formula, SolverOutcome, SolverProblem, UnknownReason, search};
///
/// // sin x = c over [0, 3]: no double has a sine of exactly ½, and none at all has a sine of 2.
/// let ask = |c: f64, boxes: usize| {
///     let mut dag = Dag::new();
///     let (x, c) = (dag.variable(0), dag.literal(rug::Rational::from_f64(c).unwrap_or_default()));
///     let sine = dag.unary(Unary::Sin, x);
///     let formula = Formula::Holds(dag.compare(ComparisonOperator::Equal, sine, c));
///     let domain = [Interval::hull_of(0.0, 3.0)];
///     let problem = SolverProblem { dag: &dag, formula: &formula, domain: &domain, inputs: &Doubles(&domain) };
///     search(&problem, BoxBudget { boxes })
/// };
/// assert_eq!(ask(2.0, 10), SolverOutcome::Excluded { boxes: 1 });
/// assert!(matches!(ask(0.0, 1_000), SolverOutcome::Witness { point, .. } if point == [0.0]));
/// // A budget that ends is an outcome of its own, never a proof.
/// assert!(matches!(ask(0.5, 3), SolverOutcome::Unknown { reason: UnknownReason::Budget, .. }));
/// ```
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
