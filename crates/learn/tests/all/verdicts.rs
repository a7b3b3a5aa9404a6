//! What is called a violation is one, and what is called kept is kept.

use super::*;
use interval::Unary;
use learn::{ContractBreach, ContractError};
use proptest::prelude::*;

/// |y − x²| ≤ 1/10 for x ≥ 0, y ≥ 0 else.
fn two_pieces() -> PreparedContract {
    let mut dag = Dag::new();
    let (x, y) = (dag.variable(0), dag.variable(1));
    let (zero, tenth) = (dag.literal(0), dag.literal(Rational::from((1, 10))));
    let right = dag.compare(ComparisonOperator::LessEqual, zero, x);
    let square = dag.power(x, 2);
    let off = dag.difference(y, square);
    let off = dag.unary(Unary::Fabs, off);
    let close = dag.compare(ComparisonOperator::LessEqual, off, tenth);
    let positive = dag.compare(ComparisonOperator::LessEqual, zero, y);
    let post = dag.select(right, close, positive);
    let pre = dag.boolean(true);
    PreparedContract::new(dag, cube(1), 1, pre, post).unwrap()
}

/// The same with exact numbers.
fn kept(x: f64, y: f64) -> bool {
    let (x, y) = (Rational::from_f64(x).unwrap(), Rational::from_f64(y).unwrap());
    if x >= 0 {
        (y - Rational::from(&x * &x)).abs() <= Rational::from((1, 10))
    } else {
        y >= 0
    }
}

/// A few places up or down.
fn nudged(y: f64, steps: i32) -> f64 {
    (0..steps.abs()).fold(y, |y, _| if steps > 0 { y.next_up() } else { y.next_down() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn verdicts_are_those_of_exact_arithmetic(x in -1.0f64..1.0, off in -0.2f64..0.2, edge: bool, steps in -3i32..4) {
        let mut learner = Learner::new(two_pieces(), endless(1));
        let y = match (edge, x >= 0.0) {
            (false, _) => x * x + off,
            (true, true) => nudged(x * x + 0.1f64.copysign(off), steps),
            (true, false) => nudged(0.0, steps),
        };
        match learner.tell(&[x], &value(y)) {
            TestProof::Holds => prop_assert!(kept(x, y)),
            TestProof::Violates(ContractBreach::Case(case)) => {
                prop_assert!(!kept(x, y));
                let extent = learner.contract().cases()[case].extent()[0];
                prop_assert!(extent.contains(x));
            }
            other => prop_assert!(false, "{:?}", other),
        }
    }
}

#[test]
fn an_equality_behind_a_root_is_undecided() {
    let mut dag = Dag::new();
    let y = dag.variable(1);
    let root = dag.unary(Unary::Sqrt, y);
    let square = dag.power(root, 2);
    let post = dag.compare(ComparisonOperator::Equal, square, y);
    let pre = dag.boolean(true);
    let mut learner = Learner::new(PreparedContract::new(dag, cube(1), 1, pre, post).unwrap(), endless(1));
    assert_eq!(learner.tell(&[0.5], &value(2.0)), TestProof::Undecided);
    assert_eq!(
        learner.tell(&[0.25], &value(-2.0)),
        TestProof::Violates(ContractBreach::Undefined)
    );
}

#[test]
fn nothing_is_promised_outside() {
    let mut dag = Dag::new();
    let (x, y, zero) = (dag.variable(0), dag.variable(1), dag.literal(0));
    let pre = dag.compare(ComparisonOperator::Less, zero, x);
    let post = dag.compare(ComparisonOperator::Less, zero, y);
    let mut learner = Learner::new(PreparedContract::new(dag, cube(1), 1, pre, post).unwrap(), endless(1));
    for input in [vec![-0.5], vec![0.0], vec![2.0], vec![f64::NAN], vec![0.5, 0.5], vec![]] {
        assert_eq!(learner.tell(&input, &value(-1.0)), TestProof::NotRequired, "{input:?}");
    }
    assert_eq!(learner.progress().tests, 0);
}

#[test]
fn contracts_that_cannot_be_met_are_refused() {
    let mut dag = Dag::new();
    let (x, y, z) = (dag.variable(0), dag.variable(1), dag.variable(7));
    let two = dag.literal(2);
    let (yes, no) = (dag.boolean(true), dag.compare(ComparisonOperator::Less, two, x));
    let fine = dag.compare(ComparisonOperator::Less, x, y);
    let strange = dag.compare(ComparisonOperator::Less, x, z);
    let refused = |axes, outputs, pre, post| PreparedContract::new(dag.clone(), axes, outputs, pre, post).err();
    assert_eq!(refused(cube(1), 1, yes, fine), None);
    assert_eq!(refused(vec![], 1, yes, fine), Some(ContractError::Nothing));
    assert_eq!(refused(cube(1), 0, yes, fine), Some(ContractError::Nothing));
    assert_eq!(refused(cube(1), 1, yes, strange), Some(ContractError::Variable(7)));
    assert_eq!(refused(cube(1), 1, fine, fine), Some(ContractError::Variable(1)));
    assert_eq!(refused(cube(1), 1, no, fine), Some(ContractError::Empty));
    let wide = vec![InputAxis::real("x", f64::NEG_INFINITY, 1.0)];
    assert_eq!(refused(wide, 1, yes, fine), Some(ContractError::Range("x".into())));
}
