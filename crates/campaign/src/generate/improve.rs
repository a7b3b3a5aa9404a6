//! Local improvement of the nearest miss: where boxes ended, a search in plain binary64 climbs from the best point.
//!
//! What it finds proves nothing; it is a point for MPFR to look at.

use expr::eval::{Evaluator, FloatArithmetic, Tape};
use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, Value, minimise};
use proof::world::World;

/// Evaluations for one mutant, and operations that they may cost. It is spent on mutants that the solver has left
/// open, each alone; `scripts/bench.py` counts how many stay undecided.
const EVALUATIONS: u64 = 2_000;
const OPERATIONS: u64 = 4_000_000;

/// Further apart than the margins by this factor, a point most likely survives proof.
const ENOUGH: f64 = 1.5;

/// The point at which mutant and specification seem furthest apart, measured in margins.
pub fn improve(world: &World, start: &[f64], mutant: usize) -> Option<Vec<f64>> {
    let body = world.body(mutant)?;
    let roots: Vec<_> = [world.root, body].into_iter().chain(world.constraint).collect();
    let tape = Tape::new(&world.dag, &roots);
    let mut evaluator = Evaluator::new(&tape, FloatArithmetic);
    let mut miss = |point: &[Value]| -gap(world, &mut evaluator, &input(world, point));
    let domains: Vec<CoordinateRange> = world
        .ranges
        .iter()
        .map(|&(lo, hi)| CoordinateRange::doubles(lo, hi))
        .collect::<Option<_>>()?;
    let best = minimise(
        &mut miss,
        &OptimizeProblem {
            domains: &domains,
            starts: &[start.iter().map(|&x| Value::F64(x)).collect()],
            goal: Goal::Reach(-ENOUGH),
            budget: EvaluationBudget {
                evaluations: EVALUATIONS.min(OPERATIONS / roots_cost(&tape)),
            },
            seed: mutant as u64,
        },
        Schedule::Smooth,
    );
    Some(input(world, &best.point))
}

fn roots_cost(tape: &Tape) -> u64 {
    (tape.len() as u64).max(1)
}

/// The input nearest to a point.
fn input(world: &World, point: &[Value]) -> Vec<f64> {
    let point: Vec<f64> = point.iter().map(|x| x.real()).collect();
    world.snap(&point, &world.ranges)
}

/// |f − g| in units of both margins; NaN outside the domain and where a value is missing.
fn gap(world: &World, evaluator: &mut Evaluator<'_, FloatArithmetic>, point: &[f64]) -> f64 {
    evaluator.run(point);
    if world.constraint.is_some() && *evaluator.root(2) != 1.0 {
        return f64::NAN;
    }
    let (f, g) = (*evaluator.root(0), *evaluator.root(1));
    (f - g).abs() / (world.margin.above(f.abs()) + world.margin.above(g.abs()))
}
