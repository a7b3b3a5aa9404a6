//! The hardest input: where the formula as written, computed in binary64, misses the accuracy most.
//!
//! Mutants die almost anywhere, so the fewest points that kill them all may lie where every way of computing is accurate.
//! Cancellation, overflow and underflow do not: they have places of their own, and implementations fail there.
//! The enclosure of the formula with binary64 ends contains what a program computes that follows the formula, so where it
//! is narrower than the margin nothing can go wrong; where it is widest, compared with the margin, is where to look.

use super::scan::Scan;
use expr::eval::{EnclosureArithmetic, Evaluator, FloatArithmetic, Tape};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, Value, minimise};
use proof::oracle::{Oracle, oracle};
use proof::world::World;

/// Points from which the search climbs, evaluations for each, and operations that they may cost.
const STARTS: usize = 3;
const EVALUATIONS: u64 = 400;
const OPERATIONS: u64 = 400_000;

/// Wider than anything: rounding may overflow there, or leave the domain of a function.
const BEYOND: f64 = f64::MAX;

/// An input at which the formula as written is provably not accurate enough in binary64, if one is found.
pub fn hardest(world: &World, scan: &Scan) -> Option<Vec<f64>> {
    let roots: Vec<_> = [world.root].into_iter().chain(world.constraint).collect();
    let tape = Tape::new(&world.dag, &roots);
    let mut gauge = RoundingGauge {
        world,
        enclosures: Evaluator::new(&tape, EnclosureArithmetic),
    };
    let mut ranked: Vec<(f64, usize)> = scan
        .points
        .iter()
        .enumerate()
        .map(|(i, p)| (gauge.width(p), i))
        .collect();
    ranked.retain(|(width, _)| !width.is_nan());
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let starts = ranked.iter().take(STARTS).map(|&(_, i)| scan.points[i].clone());
    let climbed: Vec<Vec<f64>> = starts.filter_map(|start| gauge.climb(&tape, &start)).collect();
    let known = ranked.iter().take(STARTS).map(|&(_, i)| scan.points[i].clone());
    let mut candidates: Vec<(f64, Vec<f64>)> = climbed.into_iter().chain(known).map(|p| (gauge.width(&p), p)).collect();
    candidates.retain(|(width, _)| *width >= 1.0);
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    candidates
        .into_iter()
        .map(|(_, point)| point)
        .find(|point| fails(world, &tape, point))
}

struct RoundingGauge<'t, 'w> {
    world: &'w World,
    enclosures: Evaluator<'t, EnclosureArithmetic>,
}

impl RoundingGauge<'_, '_> {
    /// The width of the enclosure in margins; NaN outside the domain and where the formula has no value. Where rounding may overflow or leave the
    /// domain of a function, it is greater than any other.
    fn width(&mut self, point: &[f64]) -> f64 {
        let inputs: Vec<FloatEnclosure> = point
            .iter()
            .map(|&x| Enclosure::everywhere(Interval::point(x)))
            .collect();
        self.enclosures.run(&inputs);
        if self.world.constraint.is_some() && !is_true(*self.enclosures.root(1)) {
            return f64::NAN;
        }
        let value = *self.enclosures.root(0);
        let (lo, hi) = (value.range.lo(), value.range.hi());
        match value.defined {
            Definedness::Nowhere => f64::NAN,
            Definedness::Everywhere if lo.is_finite() && hi.is_finite() => {
                let margin = self.world.margin.above(value.range.mid().abs());
                ((hi - lo) / margin).min(BEYOND)
            }
            _ => BEYOND,
        }
    }

    fn climb(&mut self, tape: &Tape, start: &[f64]) -> Option<Vec<f64>> {
        let world = self.world;
        let ranges = world.ranges.iter();
        let domains: Vec<CoordinateRange> = ranges
            .map(|&(lo, hi)| CoordinateRange::doubles(lo, hi))
            .collect::<Option<_>>()?;
        let input = |point: &[Value]| {
            let point: Vec<f64> = point.iter().map(|x| x.real()).collect();
            world.snap(&point, &world.ranges)
        };
        // Widths span many decades: their logarithm has a slope everywhere.
        let mut objective = |point: &[Value]| -self.width(&input(point)).log2();
        let problem = OptimizeProblem {
            domains: &domains,
            starts: &[start.iter().map(|&x| Value::F64(x)).collect()],
            goal: Goal::Reach(f64::NEG_INFINITY),
            budget: EvaluationBudget {
                evaluations: EVALUATIONS.min(OPERATIONS / (tape.len() as u64).max(1)).max(1),
            },
            seed: 0,
        };
        Some(input(&minimise(&mut objective, &problem, Schedule::Smooth).point))
    }
}

fn is_true(truth: FloatEnclosure) -> bool {
    truth.defined == Definedness::Everywhere && !truth.range.contains_zero()
}

/// Whether what a program computes that follows the formula is provably not acceptable at an input of the domain.
fn fails(world: &World, tape: &Tape, point: &[f64]) -> bool {
    let Ok(Oracle::Value(acceptable)) = oracle(tape, &world.margin, point) else {
        return false;
    };
    let mut program = Evaluator::new(tape, FloatArithmetic);
    program.run(point);
    let y = *program.root(0);
    let wrong = y.is_nan() || acceptable.rules_out(y);
    wrong && proof::certify::constraint_holds(world, point)
}
