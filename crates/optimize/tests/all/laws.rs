//! The laws, put to the optimizer on objectives of every shape, and to optimizers that break them.

use optimize::laws::{LawBreach, objective_laws, optimizer_laws};
use optimize::{
    CoordinateRange, EvaluationBudget, Goal, ObjectiveFunction, OptimizeOutcome, OptimizeProblem, Schedule, StopReason,
    Value, ValueKind, minimise,
};
use proptest::prelude::*;

/// Objectives of any number of coordinates of any kind: smooth, flat, broken, bits, not numbers.
const SHAPES: [fn(&[Value]) -> f64; 6] = [
    |p| p.iter().map(|v| v.real() * v.real()).sum(),
    |p| p.iter().map(|v| (v.real() / 10.0).floor().abs()).sum(),
    |p| p.iter().map(|v| f64::from(v.word().count_ones())).sum(),
    |_| f64::NAN,
    |p| p.iter().map(|v| 1.0 / v.real()).sum(),
    |p| p.iter().map(|v| v.real().sin()).product(),
];

fn domain(kind: u8, a: u64, b: u64) -> CoordinateRange {
    let kind = match kind {
        0 => ValueKind::F64,
        1 => ValueKind::F32,
        n => ValueKind::Int {
            bits: [8, 16, 32, 64][usize::from(n / 2) % 4],
            signed: n % 2 == 0,
        },
    };
    let (a, b) = (kind.of_word(a), kind.of_word(b));
    let ends = if a.place() <= b.place() { (a, b) } else { (b, a) };
    match a.word() % 3 {
        0 => CoordinateRange::all(kind),
        1 => CoordinateRange::finite(kind),
        _ => CoordinateRange::between(kind, ends.0, ends.1).expect("in order"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_optimizer_keeps_the_laws(
        sides in prop::collection::vec((0u8..10, any::<u64>(), any::<u64>()), 0..5),
        starts in prop::collection::vec(prop::collection::vec(any::<f64>(), 5), 0..4),
        shape in 0..SHAPES.len(),
        evaluations in 0u64..3000,
        least: bool,
        smooth: bool,
        seed: u64,
    ) {
        let domains: Vec<CoordinateRange> = sides.into_iter().map(|(k, a, b)| domain(k, a, b)).collect();
        let starts: Vec<Vec<Value>> = starts.into_iter().map(|p| p.into_iter().map(Value::F64).collect()).collect();
        let problem = OptimizeProblem {
            domains: &domains,
            starts: &starts,
            goal: if least { Goal::Least } else { Goal::Reach(1e-9) },
            budget: EvaluationBudget { evaluations },
            seed,
        };
        let schedule = if smooth { Schedule::Smooth } else { Schedule::Exact };
        let mut objective = SHAPES[shape];
        let checked = optimizer_laws(&|o, p| minimise(o, p, schedule), &mut objective, &problem);
        prop_assert!(checked.is_ok(), "{:?}", checked);
        prop_assert_eq!(objective_laws(&mut objective, &domains, 50, seed), Ok(()));
    }
}

fn unit_problem(domains: &[CoordinateRange]) -> OptimizeProblem<'_> {
    OptimizeProblem {
        domains,
        starts: &[],
        goal: Goal::Reach(0.0),
        budget: EvaluationBudget { evaluations: 10 },
        seed: 1,
    }
}

fn outcome(point: Value, value: f64, reason: StopReason) -> OptimizeOutcome {
    OptimizeOutcome {
        point: vec![point],
        value,
        evaluations: 1,
        reason,
    }
}

#[test]
fn optimizers_that_break_a_law_are_caught() {
    let domains = [CoordinateRange::doubles(1.0, 2.0).unwrap()];
    let problem = unit_problem(&domains);
    let mut objective = |p: &[Value]| p[0].real();
    let breach = |f: &dyn Fn(&mut dyn ObjectiveFunction, &OptimizeProblem<'_>) -> OptimizeOutcome,
                  objective: &mut dyn ObjectiveFunction| {
        optimizer_laws(f, objective, &problem).expect_err("a breach")
    };
    let one = Value::F64(1.0);
    let outside = breach(
        &|o, _| {
            let x = Value::F64(3.0);
            outcome(x, o.value(&[x]), StopReason::Budget)
        },
        &mut objective,
    );
    assert_eq!(outside, LawBreach::Outside(vec![Value::F64(3.0)]));
    let uncounted = breach(&|_, _| outcome(one, 1.0, StopReason::Converged), &mut objective);
    assert_eq!(uncounted, LawBreach::Overspent { made: 0, reported: 1 });
    let wrong = breach(
        &|o, _| {
            o.value(&[one]);
            outcome(one, 0.5, StopReason::Converged)
        },
        &mut objective,
    );
    assert_eq!(wrong, LawBreach::WrongValue(vec![one]));
    let early = breach(
        &|o, _| outcome(one, o.value(&[one]), StopReason::Budget),
        &mut objective,
    );
    assert_eq!(early, LawBreach::WrongReason(StopReason::Budget));
}

#[test]
fn an_objective_with_a_memory_is_caught() {
    let mut calls = 0.0;
    let mut counting = |_: &[Value]| {
        calls += 1.0;
        calls
    };
    let domains = [CoordinateRange::doubles(0.0, 1.0).unwrap()];
    assert_eq!(
        objective_laws(&mut counting, &domains, 5, 1),
        Err(LawBreach::NotRepeatable)
    );
}

#[test]
fn a_small_domain_is_tried_out() {
    let byte = ValueKind::Int { bits: 8, signed: false };
    let domains = [CoordinateRange::all(byte), CoordinateRange::all(byte)];
    let mut needle = |p: &[Value]| f64::from(u8::from(p != [Value::Unsigned(91), Value::Unsigned(203)]));
    let problem = OptimizeProblem {
        budget: EvaluationBudget { evaluations: 200_000 },
        ..unit_problem(&domains)
    };
    assert_eq!(
        minimise(&mut needle, &problem, Schedule::Exact).reason,
        StopReason::Reached
    );
    let mut nowhere = |_: &[Value]| 1.0;
    assert_eq!(
        minimise(&mut nowhere, &problem, Schedule::Exact).reason,
        StopReason::Converged
    );
}
