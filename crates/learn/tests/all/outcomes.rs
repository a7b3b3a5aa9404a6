//! Whatever a subject does is an outcome, and learning goes on.

use super::*;
use learn::Breach;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn wild_outcomes_are_survived(seed: u64, inputs in 1usize..4, degree in 0u8..4) {
        let wild = [
            f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 0.0, -0.0, f64::MIN_POSITIVE, 5e-324, 1.0,
        ];
        let options = Options { degree, ..endless(seed) };
        let mut learner = Learner::new(at_least(-1.0, inputs), options);
        let mut n = seed;
        let tests = run(&mut learner, 150, |_| {
            n = n.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            match (n >> 60, wild[(n >> 33) as usize % wild.len()]) {
                (0, _) => Outcome::Crash,
                (1, _) => Outcome::Timeout,
                (2, _) => Outcome::Value(vec![]),
                (_, y) => value(y),
            }
        });
        prop_assert_eq!(tests.len(), 150);
    }
}

#[test]
fn outcomes_that_are_no_numbers_violate_by_name() {
    let table = [
        (Outcome::Crash, Told::Violates(Breach::Crash)),
        (Outcome::Timeout, Told::Violates(Breach::Timeout)),
        (Outcome::Value(vec![1.0, 2.0]), Told::Violates(Breach::Outputs)),
        (value(f64::NAN), Told::Violates(Breach::Undefined)),
        (value(f64::NEG_INFINITY), Told::Violates(Breach::Case(0))),
        (value(f64::INFINITY), Told::Holds),
        (value(0.0), Told::Holds),
        (value(-0.0), Told::Holds),
        (value(-5e-324), Told::Violates(Breach::Case(0))),
    ];
    for (outcome, expected) in table {
        let mut learner = Learner::new(at_least(0.0, 1), endless(1));
        assert_eq!(learner.tell(&[0.5], &outcome), expected, "{outcome:?}");
    }
}

#[test]
fn a_subject_that_always_crashes_is_explored_to_the_budget() {
    let mut learner = Learner::new(at_least(0.0, 2), endless(1));
    let tests = run(&mut learner, 300, |_| Outcome::Crash);
    assert!(tests.iter().all(|(_, told)| *told == Told::Violates(Breach::Crash)));
    assert_eq!(tests.len(), 300);
}

#[test]
fn a_constant_subject_converges_or_goes_on() {
    let options = Options {
        least: 200,
        ..Options::default()
    };
    let mut learner = Learner::new(at_least(0.0, 2), options);
    run(&mut learner, 2000, |_| value(3.0));
    assert!(
        matches!(learner.ask(), Next::Converged { .. }),
        "{:?}",
        learner.progress()
    );
}
