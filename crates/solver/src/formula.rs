//! What can be asked of a box.

use expr::dag::NodeId;
use interval::Interval;
use interval::directed::{add_down, mul_down, mul_up};
use std::ops::Sub;

/// A constraint over the nodes of a DAG.
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
    pub fn most(&self, magnitude: f64) -> f64 {
        // Where one factor is 0 and the other unbounded, E·|y| = 0; the product is NaN, which `max` leaves aside.
        mul_up(self.relative.hi(), magnitude).max(self.absolute.hi())
    }

    /// Whether g = r·f for some r of the ratio is within the margins for every f.
    ///
    /// |f − r·f| ≤ E·(|f| + |r·f|) iff |1 − r| ≤ E·(1 + |r|).
    pub fn covers_ratio(&self, ratio: Interval) -> bool {
        let off = Interval::ONE.sub(ratio).mag();
        off <= mul_down(self.relative.lo(), add_down(1.0, ratio.mig()))
    }
}
