//! A specification and its mutants in one DAG.

use crate::margin::SpecMargin;
use crate::oracle::oracle;
use expr::dag::{Dag, NodeId};
use expr::diagnostic::Diagnostics;
use expr::eval::Tape;
use expr::lower::{LoweredPlaces, lower};
use expr::spec::{Format, Input, OutOfDomain, Specification};
use interval::{Enclosure, FloatEnclosure, Interval};
use mutation::{Mutant, MutantChange, MutantOrder, MutationOperator, mutants_of_order};
use suite::Suite;

/// Everything that the search works on.
pub struct World {
    /// What the mutants are mutants of.
    pub spec: Specification,
    /// Specification, constraint and mutants.
    pub dag: Dag,
    /// The formula.
    pub root: NodeId,
    /// What `:pre` demands beyond the box.
    pub constraint: Option<NodeId>,
    /// The mutants, in the order of their making.
    pub mutants: Vec<Mutant>,
    /// The formula of each mutant that has one of its own; an error where it cannot be evaluated.
    pub bodies: Vec<Option<Result<NodeId, String>>>,
    /// What each mutant computes that is a fault of a program.
    pub programs: Vec<Option<NodeId>>,
    /// Least and greatest float of each input: what proofs are about.
    pub domain: Vec<(f64, f64)>,
    /// Least and greatest float of each input that is inside by the bounds as written and by the bounds rounded to its
    /// format: where tests may be.
    pub ranges: Vec<(f64, f64)>,
    /// What is acceptable.
    pub margin: SpecMargin,
}

impl World {
    /// Lowers a specification and all its mutants up to an order.
    pub fn new(spec: Specification, order: MutantOrder) -> Result<World, Diagnostics> {
        let mutants = mutants_of_order(&spec, order);
        World::with(spec, mutants)
    }

    /// Lowers a specification and these mutants of it.
    pub fn with(spec: Specification, mutants: Vec<Mutant>) -> Result<World, Diagnostics> {
        let mut dag = Dag::new();
        let (mut places, root) = LoweredPlaces::new(&mut dag, &spec.core)?;
        let constraint = spec
            .constraint
            .as_ref()
            .map(|c| lower(&mut dag, &spec.core, c))
            .transpose()?;
        let programs = mutants
            .iter()
            .map(|m| program(&mut dag, &mut places, root, m))
            .collect();
        let bodies = mutants
            .iter()
            .map(|m| body(&mut dag, &mut places, &spec, root, m))
            .collect();
        let domain = spec.inputs.iter().filter_map(Input::floats).collect();
        let ranges = spec.inputs.iter().filter_map(Input::sure_floats).collect();
        Ok(World {
            margin: SpecMargin::new(&spec.accuracy, spec.output),
            spec,
            dag,
            root,
            constraint,
            mutants,
            bodies,
            programs,
            domain,
            ranges,
        })
    }

    /// The box of the inputs, as enclosures.
    pub fn sides(&self) -> Vec<FloatEnclosure> {
        self.domain
            .iter()
            .map(|&(lo, hi)| Enclosure::everywhere(Interval::hull_of(lo, hi)))
            .collect()
    }

    /// The formula of a mutant, if it has one of its own that can be evaluated.
    pub fn body(&self, mutant: usize) -> Option<NodeId> {
        self.bodies[mutant].as_ref().and_then(|b| b.as_ref().ok()).copied()
    }

    /// The nearest input to a point within these ranges.
    pub fn snap(&self, point: &[f64], ranges: &[(f64, f64)]) -> Vec<f64> {
        let nearest = |(i, &x): (usize, &f64)| {
            let (lo, hi) = ranges[i];
            self.spec.inputs[i].format.nearest(x).clamp(lo, hi) + 0.0
        };
        point.iter().enumerate().map(nearest).collect()
    }

    /// Whether every coordinate is one at which tests may be.
    pub fn is_sure(&self, point: &[f64]) -> bool {
        let mut pairs = point.iter().zip(&self.ranges);
        pairs.all(|(x, (lo, hi))| (lo..=hi).contains(&x))
    }

    /// Whether an input can be a test: some output must be acceptable, which only a fine requirement leaves in doubt.
    pub fn can_be_test(&self, point: &[f64]) -> bool {
        let fixed = matches!(self.spec.output, Format::Fixed(_));
        let fine = self.margin.enclosed().relative.hi() < 2.0 * f64::EPSILON;
        !(fixed || fine) || oracle(&Tape::new(&self.dag, &[self.root]), &self.margin, point).is_ok()
    }

    /// Whether inputs outside the domain are answered as for the nearest one inside.
    pub fn clamps(&self) -> bool {
        self.spec.out_of_domain == OutOfDomain::Clamp
    }
}

/// The order of the mutants of a suite.
pub fn order(suite: &Suite) -> MutantOrder {
    let pair = MutationOperator::Pair.name();
    if suite.mutants.iter().any(|m| m.operator == pair) {
        MutantOrder::Second
    } else {
        MutantOrder::First
    }
}

/// The formula that a mutant computes in its arithmetic, if it is a fault of a program that can be evaluated.
fn program(dag: &mut Dag, places: &mut LoweredPlaces<'_>, root: NodeId, mutant: &Mutant) -> Option<NodeId> {
    match &mutant.change {
        MutantChange::Program(_, edits) if edits.is_empty() => Some(root),
        MutantChange::Program(_, edits) => places.edited(dag, edits).ok(),
        _ => None,
    }
}

fn body(
    dag: &mut Dag,
    places: &mut LoweredPlaces<'_>,
    spec: &Specification,
    root: NodeId,
    mutant: &Mutant,
) -> Option<Result<NodeId, String>> {
    match &mutant.change {
        MutantChange::Place(place) => Some(Ok(place.lower(dag, spec, root))),
        MutantChange::Body(edits) => {
            let node = places.edited(dag, edits);
            Some(node.map_err(|e| e.to_string().trim().to_string()))
        }
        _ => None,
    }
}
