//! The hardest input: where the formula as written, computed in binary64, misses the accuracy most.
//!
//! Mutants die almost anywhere, so the fewest points that kill them all may lie where every way of computing is accurate.
//! Cancellation, overflow and underflow do not: they have places of their own, and implementations fail there.

use super::gauge::RoundingGauge;
use super::scan::Scan;
use expr::eval::{Evaluator, FloatArithmetic, Tape};
use optimize::{CoordinateRange, EvaluationBudget, Goal, OptimizeProblem, Schedule, Value, minimise};
use proof::oracle::{Oracle, oracle};
use proof::world::World;

/// Points from which the search climbs, evaluations for each, and operations that they may cost. One test per suite
/// is at stake, so that this must stay a small part of the whole: long formulas get fewer evaluations.
const STARTS: usize = 3;
const EVALUATIONS: u64 = 400;
const OPERATIONS: u64 = 400_000;

/// An input at which the formula as written is provably not accurate enough in binary64, if one is found.
pub fn find_hardest(world: &World, scan: &Scan) -> Option<Vec<f64>> {
    let tape = RoundingGauge::tape(world);
    let mut gauge = RoundingGauge::new(world, &tape);
    let mut ranked: Vec<(f64, usize)> = scan
        .points
        .iter()
        .enumerate()
        .map(|(i, p)| (gauge.width(p), i))
        .collect();
    ranked.retain(|(width, _)| !width.is_nan());
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let starts = ranked.iter().take(STARTS).map(|&(_, i)| scan.points[i].clone());
    let climbed: Vec<Vec<f64>> = starts
        .filter_map(|start| climb(world, &mut gauge, &tape, &start))
        .collect();
    let known = ranked.iter().take(STARTS).map(|&(_, i)| scan.points[i].clone());
    let mut candidates: Vec<(f64, Vec<f64>)> = climbed.into_iter().chain(known).map(|p| (gauge.width(&p), p)).collect();
    candidates.retain(|(width, _)| *width >= 1.0);
    candidates.sort_by(|a, b| b.0.total_cmp(&a.0));
    candidates
        .into_iter()
        .map(|(_, point)| point)
        .find(|point| fails(world, &tape, point))
}

/// The input with the most room near another.
fn climb(world: &World, gauge: &mut RoundingGauge<'_, '_>, tape: &Tape, start: &[f64]) -> Option<Vec<f64>> {
    let ranges = world.ranges.iter();
    let domains: Vec<CoordinateRange> = ranges
        .map(|&(lo, hi)| CoordinateRange::doubles(lo, hi))
        .collect::<Option<_>>()?;
    let input = |point: &[Value]| {
        let point: Vec<f64> = point.iter().map(|x| x.real()).collect();
        world.snap(&point, &world.ranges)
    };
    // Widths span many decades: their logarithm has a slope everywhere.
    let mut objective = |point: &[Value]| -gauge.width(&input(point)).log2();
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
