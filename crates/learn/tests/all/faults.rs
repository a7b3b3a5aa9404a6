//! Faults are found, with fewer tests than chance needs.

use super::*;
use interval::Unary;

/// Tests until the first violation, over some seeds; the mean.
fn mean_tests(contract: &PreparedContract, options: &LearnerOptions, subject: impl Fn(&[f64]) -> Vec<f64>) -> f64 {
    let seeds = 20;
    let tests = |seed: u64| {
        let options = LearnerOptions {
            seed,
            ..options.clone()
        };
        let mut learner = Learner::new(contract.clone(), options);
        (1..5000)
            .find(|_| {
                let Next::Test { input, .. } = learner.ask() else {
                    return false;
                };
                let outcome = TestOutcome::Value(subject(&input));
                matches!(learner.tell(&input, &outcome), TestProof::Violates(_))
            })
            .expect("a violation")
    };
    (0..seeds).map(tests).sum::<i32>() as f64 / seeds as f64
}

#[test]
fn a_small_piece_that_the_contract_names_is_tested_at_once() {
    // y = x, but y = −x between 0.5 and 0.5001, which is 0.005 % of the domain.
    let mut dag = Dag::new();
    let (x, y) = (dag.variable(0), dag.variable(1));
    let (from, to, tolerance) = (number(&mut dag, 0.5), number(&mut dag, 0.5001), number(&mut dag, 1e-6));
    let inside = [
        dag.compare(ComparisonOperator::LessEqual, from, x),
        dag.compare(ComparisonOperator::Less, x, to),
    ];
    let inside = dag.all(&inside);
    let minus = dag.unary(Unary::Neg, x);
    let expected = dag.select(inside, minus, x);
    let off = dag.difference(y, expected);
    let off = dag.unary(Unary::Fabs, off);
    let close = dag.compare(ComparisonOperator::LessEqual, off, tolerance);
    let other = dag.difference(y, x);
    let other = dag.unary(Unary::Fabs, other);
    let other = dag.compare(ComparisonOperator::LessEqual, other, tolerance);
    let post = dag.select(inside, close, other);
    let pre = dag.boolean(true);
    let contract = PreparedContract::new(dag, cube(1), 1, pre, post).unwrap();
    // The subject forgets the piece.
    let mean = mean_tests(&contract, &endless(0), |x| vec![x[0]]);
    assert!(mean < 10.0, "{mean}");
}

#[test]
fn a_smooth_dip_is_found_by_its_slopes() {
    // Below −1 only within 0.01 of the middle of a narrow dip: 1 % of the domain.
    let subject = |x: &[f64]| vec![-1.01 + 100.0 * (x[0] - 0.3).powi(2)];
    let mean = mean_tests(&at_least(-1.0, 1), &endless(0), subject);
    assert!(mean < 20.0, "{mean}");
}

#[test]
fn an_array_that_is_not_sorted_is_found() {
    let mut dag = Dag::new();
    let pairs: Vec<NodeId> = (0..9)
        .map(|i| {
            let (a, b) = (dag.variable(10 + i), dag.variable(11 + i));
            dag.compare(ComparisonOperator::LessEqual, a, b)
        })
        .collect();
    let (pre, post) = (dag.boolean(true), dag.all(&pairs));
    let contract = PreparedContract::new(dag, cube(10), 10, pre, post).unwrap();
    let options = LearnerOptions {
        degree: 1,
        ..endless(0)
    };
    // Neighbours that differ by less than a ten-thousandth of the range stay as they are; chance needs some 200 tests.
    let subject = |a: &[f64]| {
        let mut a = a.to_vec();
        for end in (1..a.len()).rev() {
            for j in 0..end {
                if a[j] - 2e-4 > a[j + 1] {
                    a.swap(j, j + 1);
                }
            }
        }
        a
    };
    let mean = mean_tests(&contract, &options, subject);
    assert!(mean < 40.0, "{mean}");
}
