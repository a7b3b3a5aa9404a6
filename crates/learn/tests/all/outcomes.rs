//! Whatever a subject does is an outcome, and learning goes on.

use super::*;
use learn::ContractBreach;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn wild_outcomes_are_survived(seed: u64, inputs in 1usize..4, degree in 0u8..4) {
        let wild = [
            f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 0.0, -0.0, f64::MIN_POSITIVE, 5e-324, 1.0,
        ];
        let options = LearnerOptions { degree, ..endless(seed) };
        let mut learner = Learner::new(at_least(-1.0, inputs), options);
        let mut n = seed;
        let tests = run(&mut learner, 150, |_| {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match (n >> 60, wild[(n >> 33) as usize % wild.len()]) {
                (0, _) => TestOutcome::Crash,
                (1, _) => TestOutcome::Timeout,
                (2, _) => TestOutcome::Value(vec![]),
                (_, y) => value(y),
            }
        });
        prop_assert_eq!(tests.len(), 150);
    }
}

#[test]
fn outcomes_that_are_no_numbers_violate_by_name() {
    let table = [
        (TestOutcome::Crash, TestProof::Violates(ContractBreach::Crash)),
        (TestOutcome::Timeout, TestProof::Violates(ContractBreach::Timeout)),
        (
            TestOutcome::Value(vec![1.0, 2.0]),
            TestProof::Violates(ContractBreach::Outputs),
        ),
        (value(f64::NAN), TestProof::Violates(ContractBreach::Undefined)),
        (value(f64::NEG_INFINITY), TestProof::Violates(ContractBreach::Case(0))),
        (value(f64::INFINITY), TestProof::Holds),
        (value(0.0), TestProof::Holds),
        (value(-0.0), TestProof::Holds),
        (value(-5e-324), TestProof::Violates(ContractBreach::Case(0))),
    ];
    for (outcome, expected) in table {
        let mut learner = Learner::new(at_least(0.0, 1), endless(1));
        assert_eq!(learner.tell(&[0.5], &outcome), expected, "{outcome:?}");
    }
}

#[test]
fn a_subject_that_always_crashes_is_explored_to_the_budget() {
    let mut learner = Learner::new(at_least(0.0, 2), endless(1));
    let tests = run(&mut learner, 300, |_| TestOutcome::Crash);
    assert!(
        tests
            .iter()
            .all(|(_, told)| *told == TestProof::Violates(ContractBreach::Crash))
    );
    assert_eq!(tests.len(), 300);
}

#[test]
fn a_constant_subject_converges_or_goes_on() {
    let options = LearnerOptions {
        least: 200,
        ..LearnerOptions::default()
    };
    let mut learner = Learner::new(at_least(0.0, 2), options);
    run(&mut learner, 2000, |_| value(3.0));
    assert!(
        matches!(learner.ask(), Next::Converged { .. }),
        "{:?}",
        learner.progress()
    );
}
