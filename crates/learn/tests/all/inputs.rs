//! Asked inputs are inputs, fulfil the precondition, and never repeat.

use super::*;
use proptest::prelude::*;
use std::collections::HashSet;

/// A precondition that is easy, thin, or bent.
fn precondition(dag: &mut Dag, kind: usize) -> NodeId {
    let (x, y) = (dag.variable(0), dag.variable(1));
    let sum = dag.sum(x, y);
    let square = dag.product(x, x);
    let (zero, thin) = (dag.literal(0), number(dag, 1e-4));
    match kind {
        0 => dag.boolean(true),
        1 => dag.compare(ComparisonOperator::Less, zero, sum),
        2 => {
            let off = dag.difference(y, square);
            let bounds = [
                dag.compare(ComparisonOperator::LessEqual, zero, off),
                dag.compare(ComparisonOperator::Less, off, thin),
            ];
            dag.all(&bounds)
        }
        _ => dag.compare(ComparisonOperator::Less, y, square),
    }
}

fn fulfils(kind: usize, x: &[f64]) -> bool {
    let off = x[1] - x[0] * x[0];
    match kind {
        0 => true,
        1 => x[0] + x[1] > 0.0,
        2 => (-1e-15..1e-4 + 1e-15).contains(&off),
        _ => off < 1e-15,
    }
}

fn with_precondition(kind: usize, integer: bool) -> PreparedContract {
    let mut dag = Dag::new();
    let (y, bound) = (dag.variable(2), dag.literal(-100));
    let post = dag.compare(ComparisonOperator::LessEqual, bound, y);
    let pre = precondition(&mut dag, kind);
    let mut axes = vec![InputAxis::real("x", -3.0, 2.5), InputAxis::real("y", -1.0, 4.0)];
    axes[0].integer = integer;
    PreparedContract::new(dag, axes, 1, pre, post).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn asked_inputs_fulfil_the_precondition_and_never_repeat(seed: u64, kind in 0usize..4, integer: bool) {
        let contract = with_precondition(kind, integer);
        let axes = contract.axes().to_vec();
        let mut learner = Learner::new(contract, endless(seed));
        let tests = run(&mut learner, 80, |x| value(x[0] * x[1] - x[0].abs()));
        prop_assert!(tests.len() == 80 || integer);
        let mut seen = HashSet::new();
        for (input, told) in tests {
            prop_assert!(axes.iter().zip(&input).all(|(axis, &x)| axis.contains(x)), "{:?}", input);
            prop_assert!(fulfils(kind, &input), "{:?}", input);
            prop_assert!(seen.insert(input.iter().map(|x| x.to_bits()).collect::<Vec<_>>()));
            prop_assert_eq!(told, TestProof::Holds);
        }
    }
}

#[test]
fn a_finite_domain_is_tested_to_its_end() {
    let mut dag = Dag::new();
    let (y, bound) = (dag.variable(2), dag.literal(0));
    let post = dag.compare(ComparisonOperator::LessEqual, bound, y);
    let pre = dag.boolean(true);
    let integer = |name: &str| InputAxis {
        integer: true,
        ..InputAxis::real(name, 0.0, 4.0)
    };
    let contract = PreparedContract::new(dag, vec![integer("a"), integer("b")], 1, pre, post).unwrap();
    let mut learner = Learner::new(contract, endless(5));
    assert_eq!(run(&mut learner, 1000, |x| value(x[0] + x[1])).len(), 25);
    assert_eq!(learner.ask(), Next::Exhausted { complete: true });
}

#[test]
fn an_axis_of_one_value_is_fine() {
    let mut dag = Dag::new();
    let (y, bound) = (dag.variable(2), dag.literal(0));
    let post = dag.compare(ComparisonOperator::LessEqual, bound, y);
    let pre = dag.boolean(true);
    let axes = vec![InputAxis::real("fixed", 2.0, 2.0), InputAxis::real("x", 0.0, 1.0)];
    let mut learner = Learner::new(PreparedContract::new(dag, axes, 1, pre, post).unwrap(), endless(5));
    let tests = run(&mut learner, 100, |x| value(x[1]));
    assert!(tests.len() == 100 && tests.iter().all(|(x, told)| x[0] == 2.0 && *told == TestProof::Holds));
}

#[test]
fn asking_twice_gives_two_inputs() {
    let mut learner = Learner::new(at_least(0.0, 2), endless(1));
    assert_ne!(learner.ask(), learner.ask());
}

#[test]
fn ten_inputs_vary_two_at_a_time_and_faces_that_teach_nothing_cost_little() {
    let mut learner = Learner::new(at_least(-1e9, 10), endless(3));
    let tests = run(&mut learner, 200, |x| value(x.iter().sum()));
    let differing = |a: &[f64], b: &[f64]| a.iter().zip(b).filter(|(a, b)| a != b).count();
    let few = tests
        .windows(2)
        .filter(|pair| differing(&pair[0].0, &pair[1].0) <= 2)
        .count();
    // Six or seven faces fit into 200 tests (4·6² = 144), with some tests each.
    assert!((10..60).contains(&few), "{few}");
}

/// Between −1 and 1, |x − y| at most `width`.
fn band(width: f64) -> PreparedContract {
    let mut dag = Dag::new();
    let (x, y, z) = (dag.variable(0), dag.variable(1), dag.variable(2));
    let off = dag.difference(x, y);
    let off = dag.unary(interval::Unary::Fabs, off);
    let (width, bound) = (number(&mut dag, width), dag.literal(-10));
    let pre = dag.compare(ComparisonOperator::LessEqual, off, width);
    let post = dag.compare(ComparisonOperator::LessEqual, bound, z);
    PreparedContract::new(dag, cube(2), 1, pre, post).unwrap()
}

#[test]
fn a_thin_precondition_is_tested_for_long() {
    let mut learner = Learner::new(band(0.0005), endless(1));
    assert_eq!(run(&mut learner, 2000, |x| value(x[0])).len(), 2000);
}

#[test]
fn special_inputs_that_the_precondition_refuses_are_moved() {
    let mut learner = Learner::new(band(0.0005), endless(1));
    let tests = run(&mut learner, 400, |x| value(x[0]));
    for special in [-1.0, 1.0, 0.0] {
        let tested = |axis: usize| tests.iter().any(|(x, _)| x[axis] == special);
        assert!(tested(0) && tested(1), "{special}");
    }
}

#[test]
fn few_gauges_say_nothing_of_the_domain() {
    let options = LearnerOptions {
        least: 200,
        ..LearnerOptions::default()
    };
    let mut learner = Learner::new(band(0.0005), options);
    let tests = run(&mut learner, 1000, |x| value(x[0]));
    assert_eq!((tests.len(), learner.progress().covered), (1000, 0.0));
}

#[test]
fn ends_and_zeros_are_tested_soon() {
    let mut learner = Learner::new(at_least(-10.0, 2), endless(4));
    let tests = run(&mut learner, 200, |x| value(x[0]));
    for special in [-1.0f64, 1.0, 0.0, -0.0] {
        let tested = |axis: usize| tests.iter().any(|(x, _)| x[axis].to_bits() == special.to_bits());
        assert!(tested(0) && tested(1), "{special}");
    }
    let tested = |corner: [f64; 2]| tests.iter().any(|(x, _)| *x == corner);
    assert!(tested([-1.0, 1.0]) && tested([1.0, 1.0]));
}
