//! What can be asked of a box.

use expr::dag::NodeId;
use interval::Interval;
use interval::directed::{add_down, mul_down, mul_up};
use std::ops::Sub;

/// A constraint over the nodes of a DAG.
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
/// use interval::{Interval, Unary};
/// use solver::{BoxProgram, Engine, Formula, Truth};
///
/// let mut dag = Dag::new();
/// let (x, zero) = (dag.variable(0), dag.literal(0));
/// let log = dag.unary(Unary::Log, x);
/// let negative = dag.compare(ComparisonOperator::Less, log, zero);
/// let not_negative = dag.negation(negative);
/// let truth = |formula: Formula| {
///     let program = BoxProgram::new(&dag, &formula);
///     Engine::new(&program).judge(&[Interval::hull_of(-2.0, -1.0)]).truth
/// };
/// assert_eq!(truth(Formula::Undefined(log)), Truth::Always);
/// // What is not defined is neither negative nor not negative.
/// assert_eq!(truth(Formula::Holds(negative)), Truth::Never);
/// assert_eq!(truth(Formula::Holds(not_negative)), Truth::Never);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// The truth value is defined and true.
    Holds(NodeId),
    /// The node has a value.
    Defined(NodeId),
    /// The node has no value.
    Undefined(NodeId),
    /// Two nodes have values that differ by more than their margins.
    Apart(Apart),
    /// All hold.
    All(Vec<Formula>),
    /// At least one holds.
    Any(Vec<Formula>),
}

/// |f − g| > m(f) + m(g).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// One node.
    pub f: NodeId,
    /// The other.
    pub g: NodeId,
    /// The margin m.
    pub margin: EnclosedMargin,
}

/// m(y), enclosed: max(least E·|y|, least D) ≤ m(y) ≤ max(greatest E·|y|, greatest D).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EnclosedMargin {
    /// E.
    pub relative: Interval,
    /// D.
    pub absolute: Interval,
}

/// What is proved of a formula on a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Truth {
    /// It holds at no point.
    Never,
    /// Not proved either way.
    Open,
    /// It holds at every point.
    Always,
}

impl Formula {
    /// f and g are told apart: both defined with disjoint margins, or only one of them defined.
    ///
    /// ```
    /// use expr::dag::Dag;
    /// use interval::Interval;
    /// use solver::{Apart, BoxBudget, Doubles, EnclosedMargin, Formula, SolverOutcome, SolverProblem, search};
    ///
    /// // Is x/x told apart from 1 in [−1, 1]? Their values never differ, but one of them is not defined at 0.
    /// let mut dag = Dag::new();
    /// let x = dag.variable(0);
    /// let (f, g) = (dag.quotient(x, x), dag.literal(1));
    /// let margin = EnclosedMargin { relative: Interval::ZERO, absolute: Interval::ZERO };
    /// let domain = [Interval::hull_of(-1.0, 1.0)];
    /// let formula = Formula::told_apart(Apart { f, g, margin });
    /// let problem = SolverProblem { dag: &dag, formula: &formula, domain: &domain, inputs: &Doubles(&domain) };
    /// let found = search(&problem, BoxBudget { boxes: 100 });
    /// assert!(matches!(found, SolverOutcome::Witness { point, .. } if point == [0.0]));
    /// ```
    pub fn told_apart(apart: Apart) -> Formula {
        let only = |a: NodeId, b: NodeId| Formula::All(vec![Formula::Defined(a), Formula::Undefined(b)]);
        Formula::Any(vec![
            Formula::Apart(apart),
            only(apart.f, apart.g),
            only(apart.g, apart.f),
        ])
    }

    /// The nodes that occur.
    pub fn nodes(&self) -> Vec<NodeId> {
        match self {
            Formula::Holds(n) | Formula::Defined(n) | Formula::Undefined(n) => vec![*n],
            Formula::Apart(a) => vec![a.f, a.g],
            Formula::All(parts) | Formula::Any(parts) => parts.iter().flat_map(Formula::nodes).collect(),
        }
    }

    /// The pairs that are to be apart.
    pub fn pairs(&self) -> Vec<Apart> {
        match self {
            Formula::Apart(a) => vec![*a],
            Formula::All(parts) | Formula::Any(parts) => parts.iter().flat_map(Formula::pairs).collect(),
            _ => vec![],
        }
    }

    /// Judges the formula from judgements of its leaves.
    pub(crate) fn truth(&self, leaf: &mut impl FnMut(&Formula) -> Truth) -> Truth {
        match self {
            Formula::All(parts) => parts.iter().map(|p| p.truth(leaf)).min().unwrap_or(Truth::Always),
            Formula::Any(parts) => parts.iter().map(|p| p.truth(leaf)).max().unwrap_or(Truth::Never),
            _ => leaf(self),
        }
    }
}

impl EnclosedMargin {
    /// A lower bound of m(y) over values of magnitude at least `magnitude`.
    pub fn least(&self, magnitude: f64) -> f64 {
        mul_down(self.relative.lo(), magnitude.min(f64::MAX)).max(self.absolute.lo())
    }

    /// An upper bound of m(y) over values of magnitude at most `magnitude`.
    ///
    /// ```
    /// use interval::Interval;
    /// use solver::EnclosedMargin;
    ///
    /// // One per cent, which is no double, but never less than 1.
    /// let margin = EnclosedMargin { relative: Interval::hull_of(0.01f64.next_down(), 0.01), absolute: Interval::ONE };
    /// assert!(margin.least(1000.0) < margin.most(1000.0));
    /// assert_eq!((margin.least(5.0), margin.most(5.0)), (1.0, 1.0));
    /// assert_eq!(margin.most(f64::INFINITY), f64::INFINITY);
    /// ```
    pub fn most(&self, magnitude: f64) -> f64 {
        // Where one factor is 0 and the other unbounded, E·|y| = 0; the product is NaN, which `max` leaves aside.
        mul_up(self.relative.hi(), magnitude).max(self.absolute.hi())
    }

    /// Whether there is a margin of which nothing is known but how large it may be.
    pub fn is_unknown_from_below(&self) -> bool {
        let (e, d) = (self.relative, self.absolute);
        e.lo() == 0.0 && d.lo() == 0.0 && e.hi().max(d.hi()) > 0.0
    }

    /// Whether g = r·f for some r of the ratio is within the margins for every f.
    ///
    /// |f − r·f| ≤ E·(|f| + |r·f|) iff |1 − r| ≤ E·(1 + |r|).
    pub fn covers_ratio(&self, ratio: Interval) -> bool {
        let off = Interval::ONE.sub(ratio).mag();
        off <= mul_down(self.relative.lo(), add_down(1.0, ratio.mig()))
    }
}
