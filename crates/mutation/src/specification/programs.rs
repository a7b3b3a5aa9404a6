//! What the operators for faults of programs share: mutants that compute in the format of the output, and how large the
//! parts of a formula can be.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::MutationOperator;
use expr::ast::{Expr, ExprKind};
use expr::dag::{Dag, NodeId};
use expr::edit::ExprEdit;
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::lower::LoweredPlaces;
use expr::spec::Specification;
use interval::{Enclosure, FloatEnclosure, Interval};

use super::accuracy::bits_for;
use super::epsilon;
use super::site::NodeSite;
use super::words::short;

/// The program that computes the formula with something else at one place.
pub(crate) fn at_site(
    operator: MutationOperator,
    arithmetic: CoarseArithmetic,
    site: &NodeSite,
    what: &str,
    new: Expr,
) -> Mutant {
    Mutant {
        id: format!("{}:{}:{what}", operator.name(), site.place.number),
        operator,
        description: format!("in {}: `{}` as `{}`", arithmetic.name(), short(site.expr), short(&new)),
        change: MutantChange::Program(
            arithmetic,
            vec![ExprEdit {
                place: site.place.clone(),
                new,
            }],
        ),
    }
}

/// q with 2^−q ≤ ε < 2^(1−q), for the relative accuracy ε that is asked for, if it is below 1.
pub(crate) fn accuracy_bits(spec: &Specification) -> Option<i32> {
    let epsilon = epsilon(spec).filter(|e| *e < 1)?;
    i32::try_from(bits_for(&epsilon)).ok()
}

/// How many times coarser than the accuracy a program may be at its threshold: 2^s for each of these s, or half of that.
pub(crate) const COARSER: [i32; 3] = [3, 7, 13];

/// Enclosures of what stands at the places of a formula, over the box of the inputs.
pub(crate) struct SiteRanges {
    ranges: Vec<Option<Interval>>,
}

impl SiteRanges {
    /// The ranges of a specification; none of one that cannot be evaluated.
    pub fn new(spec: &Specification) -> SiteRanges {
        SiteRanges {
            ranges: enclosed(spec, &sides(spec)).unwrap_or_default(),
        }
    }

    /// The range at a place; none inside loops, and where there is no value.
    pub fn of(&self, place: usize) -> Option<Interval> {
        self.ranges.get(place).copied().flatten()
    }

    /// The range of the operands of what stands at a place with operands that are single places: f(a) or f(a, b).
    pub fn below(&self, site: &NodeSite) -> Vec<Option<Interval>> {
        let mut next = site.place.number + 1;
        let mut found = Vec::new();
        for child in site.expr.children() {
            found.push(self.of(next));
            next += places(child);
        }
        found
    }
}

/// The box of the inputs.
pub(crate) fn sides(spec: &Specification) -> Vec<Interval> {
    let floats = spec.inputs.iter().filter_map(|i| i.floats());
    floats.map(|(lo, hi)| Interval::hull_of(lo, hi)).collect()
}

/// The range at each place over a box, in preorder.
pub(crate) fn enclosed(spec: &Specification, sides: &[Interval]) -> Option<Vec<Option<Interval>>> {
    let mut dag = Dag::new();
    let (lowered, _) = LoweredPlaces::new(&mut dag, &spec.core).ok()?;
    let nodes: Vec<Option<NodeId>> = lowered.nodes().collect();
    let known: Vec<NodeId> = nodes.iter().copied().flatten().collect();
    let tape = Tape::new(&dag, &known);
    let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
    let inputs: Vec<FloatEnclosure> = sides.iter().map(|&side| Enclosure::everywhere(side)).collect();
    let values = evaluator.run(&inputs);
    let range = |node: NodeId| Some(values[tape.slot(node)?].range).filter(|r| !r.is_empty());
    Some(nodes.into_iter().map(|node| range(node?)).collect())
}

/// How many places an expression has.
fn places(e: &Expr) -> usize {
    1 + e.children().into_iter().map(places).sum::<usize>()
}

/// Whether a place lies within a condition.
pub(crate) fn is_in_condition(body: &Expr, site: &NodeSite) -> bool {
    let path = &site.place.path;
    let above = (0..=path.len()).filter_map(|n| body.at(&path[..n]));
    above.into_iter().any(|e| {
        matches!(
            e.kind,
            ExprKind::Compare(..) | ExprKind::Not(_) | ExprKind::And(_) | ExprKind::Or(_)
        )
    })
}
