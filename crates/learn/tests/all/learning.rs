//! Polynomials are learnt exactly, tests are met, runs can be repeated.

use super::*;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_polynomial_of_the_degree_of_the_models_is_learnt_exactly(
        seed: u64,
        inputs in 1usize..3,
        degree in 1u8..4,
        c in prop::collection::vec(-3.0f64..3.0, 16),
    ) {
        let options = LearnerOptions { degree, ..endless(seed) };
        let mut learner = Learner::new(at_least(-1e9, inputs), options);
        let size = usize::from(degree) + 1;
        let power = |x: f64, n: usize| (0..n).fold(1.0, |p, _| p * x);
        let subject = |x: &[f64]| {
            let second = if inputs == 2 { size } else { 1 };
            let term = |n: usize| c[n] * power(x[0], n % size) * x.get(1).map_or(1.0, |y| power(*y, n / size));
            (0..size * second).map(term).sum::<f64>()
        };
        run(&mut learner, 60, |x| value(subject(x)));
        for n in 0..20 {
            let x: Vec<f64> = (0..inputs).map(|i| f64::from(n) * 0.09 - 0.85 + 0.05 * i as f64).collect();
            let expected = learner.predict(&x).unwrap()[0];
            prop_assert!((expected - subject(&x)).abs() < 1e-6, "{} {}", expected, subject(&x));
        }
    }

    #[test]
    fn predictions_meet_the_tests(seed: u64, inputs in 1usize..3) {
        let mut learner = Learner::new(at_least(-1e9, inputs), endless(seed));
        let subject = |x: &[f64]| (4.0 * x[0]).sin() + x.iter().map(|x| x.exp()).sum::<f64>();
        let tests = run(&mut learner, 40, |x| value(subject(x)));
        for (x, _) in tests {
            prop_assert!((learner.predict(&x).unwrap()[0] - subject(&x)).abs() < 1e-6);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_run(seed: u64, inputs in 1usize..5) {
        let once = || {
            let mut learner = Learner::new(at_least(-0.5, inputs), endless(seed));
            let tests = run(&mut learner, 120, |x| value((7.0 * x[0]).sin() - x[inputs - 1]));
            (tests, learner.progress())
        };
        prop_assert_eq!(once(), once());
    }
}

/// Special inputs lie nearly on lines, on which no plane can be fitted; so do not all models.
#[test]
fn a_product_is_learnt_beside_special_inputs() {
    let options = LearnerOptions {
        degree: 1,
        ..endless(3_197_081_348_108_619_839)
    };
    let mut learner = Learner::new(at_least(-1e9, 2), options);
    let subject = |x: &[f64]| 1.974_393_936_724_808_5 * x[0] * x[1];
    run(&mut learner, 60, |x| value(subject(x)));
    for n in 0..20 {
        let x: Vec<f64> = (0..2)
            .map(|i| f64::from(n) * 0.09 - 0.85 + 0.05 * f64::from(i))
            .collect();
        let expected = learner.predict(&x).unwrap()[0];
        assert!((expected - subject(&x)).abs() < 1e-6, "{expected} {}", subject(&x));
    }
}

#[test]
fn other_seeds_give_other_runs() {
    let first = |seed| Learner::new(at_least(0.0, 2), endless(seed)).ask();
    assert_ne!(first(1), first(2));
}

#[test]
fn models_of_a_smooth_subject_converge() {
    for inputs in 1..3 {
        let options = LearnerOptions {
            enough: 0.95,
            least: 200,
            ..LearnerOptions::default()
        };
        let mut learner = Learner::new(at_least(-10.0, inputs), options);
        let tests = run(&mut learner, 5000, |x| value(x[0] * x[0] + x[inputs - 1]));
        let Next::Converged { covered, change } = learner.ask() else {
            panic!("not converged after {} tests: {:?}", tests.len(), learner.progress());
        };
        assert!(covered >= 0.95 && change < 1e-3, "{covered} {change}");
        assert!(tests.len() < 2000, "{}", tests.len());
    }
}

#[test]
fn models_of_waves_near_their_bound_converge_however_few_models_there_are() {
    for models in [16, 256] {
        let options = LearnerOptions {
            models,
            least: 200,
            ..LearnerOptions::default()
        };
        let mut learner = Learner::new(at_least(-1.01, 1), options);
        let tests = run(&mut learner, 4000, |x| value((15.0 * x[0]).sin()));
        assert!(tests.len() < 2000, "{} tests: {:?}", tests.len(), learner.progress());
    }
}

/// Values without a pattern between 0 and 1.
fn noise(x: f64) -> f64 {
    (x.to_bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f64 / f64::from(1 << 24)
}

#[test]
fn noise_beside_great_values_does_not_converge() {
    let options = LearnerOptions {
        least: 200,
        ..LearnerOptions::default()
    };
    // Great elsewhere, and great in another output.
    let elsewhere = |x: f64| vec![if x < -0.98 { 1e12 } else { noise(x) }];
    let beside = |x: f64| vec![1e9 * x, noise(x)];
    for subject in [elsewhere as fn(f64) -> Vec<f64>, beside] {
        let outputs = subject(0.0).len();
        let mut dag = Dag::new();
        let (y, bound) = (dag.variable(outputs), dag.literal(-10));
        let (pre, post) = (dag.boolean(true), dag.compare(ComparisonOperator::LessEqual, bound, y));
        let contract = PreparedContract::new(dag, cube(1), outputs, pre, post).unwrap();
        let mut learner = Learner::new(contract, options.clone());
        let tests = run(&mut learner, 2000, |x| TestOutcome::Value(subject(x[0])));
        let covered = learner.progress().covered;
        assert!(tests.len() == 2000 && covered < 0.1, "{} {covered}", tests.len());
    }
}

#[test]
fn whole_numbers_of_few_values_beside_others_converge() {
    for values in [1.0, 2.0, 6.0] {
        let mut dag = Dag::new();
        let (y, bound) = (dag.variable(2), dag.literal(-10));
        let (pre, post) = (dag.boolean(true), dag.compare(ComparisonOperator::LessEqual, bound, y));
        let count = InputAxis {
            integer: true,
            ..InputAxis::real("k", 1.0, values)
        };
        let contract = PreparedContract::new(dag, vec![count, InputAxis::real("x", 0.0, 1.0)], 1, pre, post).unwrap();
        let options = LearnerOptions {
            least: 200,
            ..LearnerOptions::default()
        };
        let mut learner = Learner::new(contract, options);
        let tests = run(&mut learner, 3000, |x| value(x[0] * (3.0 * x[1]).sin()));
        assert!(tests.len() < 3000, "{values}: {:?}", learner.progress());
    }
}

#[test]
fn where_there_are_no_outputs_nothing_is_learnt() {
    let mut learner = Learner::new(at_least(-10.0, 1), LearnerOptions::default());
    let crashing = |x: &[f64]| if x[0] < 0.5 { TestOutcome::Crash } else { value(x[0]) };
    let tests = run(&mut learner, 1000, crashing);
    let covered = learner.progress().covered;
    // A quarter of −1 to 1 has outputs.
    assert!(tests.len() == 1000 && (0.22..0.27).contains(&covered), "{covered}");
}

#[test]
fn a_subject_that_jumps_everywhere_does_not_converge() {
    let options = LearnerOptions {
        least: 200,
        ..LearnerOptions::default()
    };
    let mut learner = Learner::new(at_least(-10.0, 1), options);
    let tests = run(&mut learner, 500, |x| value(noise(x[0])));
    assert_eq!(tests.len(), 500);
}

#[test]
fn models_stay_within_their_bound() {
    let options = LearnerOptions {
        models: 10,
        ..endless(1)
    };
    let mut learner = Learner::new(at_least(-10.0, 2), options);
    run(&mut learner, 400, |x| value((30.0 * x[0]).sin() * (20.0 * x[1]).cos()));
    assert!(learner.progress().models <= 10);
}
