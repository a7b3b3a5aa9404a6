//! The kill problem of a mutant, put to the solver.

use crate::oracle::{PASSING, PRECISIONS, oracle_up_to};
use crate::world::World;
use expr::dag::NodeId;
use expr::eval::Tape;
use interval::Interval;
use solver::{Apart, BoxBudget, Formula, Inputs, SolverOutcome, SolverProblem, search};
use std::sync::atomic::{AtomicU64, Ordering};
use suite::hex;

/// Is there an input of the domain that tells a mutant from the specification?
pub fn ask(world: &World, mutant: usize, boxes: usize) -> SolverOutcome {
    match world.body(mutant) {
        Some(body) => ask_apart(world, body, boxes),
        None => nothing_to_ask(),
    }
}

fn ask_apart(world: &World, body: NodeId, boxes: usize) -> SolverOutcome {
    let apart = Apart {
        f: world.root,
        g: body,
        margin: world.margin.enclosed(),
    };
    put(world, Formula::told_apart(apart), boxes)
}

/// Is there an input of the domain at which what a program computes, taken as a formula of real numbers, is told from the
/// specification? Its rounding is another matter: an exclusion proves nothing about the mutant.
pub fn ask_program(world: &World, mutant: usize, boxes: usize) -> SolverOutcome {
    match world.programs[mutant].filter(|node| *node != world.root) {
        Some(node) => ask_apart(world, node, boxes),
        None => nothing_to_ask(),
    }
}

/// Is there an input of the domain at which only one of mutant and specification is defined?
pub fn ask_definedness(world: &World, mutant: usize, boxes: usize) -> SolverOutcome {
    match world.body(mutant) {
        Some(body) => put(world, only_one_defined(world.root, body), boxes),
        None => nothing_to_ask(),
    }
}

/// What tells two formulas apart that are equal where both are defined.
pub fn only_one_defined(f: NodeId, g: NodeId) -> Formula {
    let only = |a: NodeId, b: NodeId| Formula::All(vec![Formula::Defined(a), Formula::Undefined(b)]);
    Formula::Any(vec![only(f, g), only(g, f)])
}

/// Is there an input of the domain at which the formula is defined?
pub fn ask_start(world: &World, boxes: usize) -> SolverOutcome {
    put(world, Formula::Defined(world.root), boxes)
}

/// Is there an input with a value whose input number `side` lies between two floats, the others in their ranges?
pub fn ask_strip(world: &World, side: usize, (lo, hi): (f64, f64), boxes: usize) -> SolverOutcome {
    let mut ranges = world.domain.clone();
    ranges[side] = (lo, hi);
    put_in(world, Formula::Defined(world.root), &ranges, boxes)
}

/// The floats of some ranges that have an oracle.
struct OracleFloats<'w> {
    world: &'w World,
    ranges: &'w [(f64, f64)],
    /// Points that were refused; one search asks from one thread.
    refused: AtomicU64,
}

/// Points that may be refused before their oracles get fewer bits: they cost more than the boxes that they are found in.
/// A few refusals are bad luck; this many in one search say that its points are hard by nature. The count is a guess
/// between the two, and `scripts/bench.py` shows time and kills with another.
const PATIENCE: u64 = 32;

impl Inputs for OracleFloats<'_> {
    fn snap(&self, point: &[f64]) -> Vec<f64> {
        self.world.snap(point, self.ranges)
    }

    fn after(&self, i: usize, x: f64) -> f64 {
        // A side may end between two floats of the format.
        let format = self.world.spec.inputs[i].format;
        let up = format.round_up(x);
        if up > x { up } else { format.next_up(x) }
    }

    /// A test needs an oracle: somewhere a double must be acceptable. And an input of the domain must surely be one.
    fn accepts(&self, point: &[f64]) -> bool {
        let inside = self.ranges == self.world.domain;
        if inside && !self.world.is_sure(point) {
            return false;
        }
        let formula = Tape::new(&self.world.dag, &[self.world.root]);
        let patient = self.refused.load(Ordering::Relaxed) < PATIENCE;
        let bits = if patient { PASSING } else { PRECISIONS[1] };
        let found = oracle_up_to(bits, &formula, &self.world.margin, point).is_ok();
        self.refused.fetch_add(u64::from(!found), Ordering::Relaxed);
        found
    }
}

/// Is there an input of the domain for which this holds?
pub fn put(world: &World, question: Formula, boxes: usize) -> SolverOutcome {
    put_in(world, question, &world.domain, boxes)
}

fn put_in(world: &World, question: Formula, ranges: &[(f64, f64)], boxes: usize) -> SolverOutcome {
    let formula = match world.constraint {
        Some(constraint) => Formula::All(vec![Formula::Holds(constraint), question]),
        None => question,
    };
    let domain: Vec<Interval> = ranges.iter().map(|&(lo, hi)| Interval::hull_of(lo, hi)).collect();
    let problem = SolverProblem {
        dag: &world.dag,
        formula: &formula,
        domain: &domain,
        inputs: &OracleFloats {
            world,
            ranges,
            refused: AtomicU64::new(0),
        },
    };
    search(&problem, BoxBudget { boxes })
}

fn nothing_to_ask() -> SolverOutcome {
    SolverOutcome::Unknown {
        reason: solver::UnknownReason::Resolution,
        boxes: 0,
        best: None,
    }
}

/// How near a point came, for people.
pub fn closest(world: &World, gap: f64, point: &[f64]) -> String {
    let names = world.spec.inputs.iter().map(|i| i.name.as_str());
    let inputs: Vec<String> = names
        .zip(point)
        .map(|(n, x)| format!("{n} = {}", hex::decimal(*x)))
        .collect();
    format!(
        "{} of what is needed at {}",
        hex::decimal((gap * 1e4).round() / 1e4),
        inputs.join(", ")
    )
}
