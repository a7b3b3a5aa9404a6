//! Bubble sort with a wrong comparison: neighbours are exchanged only where a[j] − N > a[j + 1].

use crate::random::Random;
use crate::{Counts, until_violation};
use expr::ast::Comparison;
use expr::dag::{Dag, NodeId};
use learn::{Axis, Contract, Learner, Options};

/// Elements of an array.
pub const LENGTH: usize = 10;

/// Elements lie between 0 and this.
const RANGE: f64 = 1000.0;

/// Random tests and learned tests are given up after so many.
const MOST: u64 = 1_000_000;

/// Random runs per seed, of which the mean counts.
const RANDOM_RUNS: u32 = 4;

/// One seed; N is a part of the range.
pub fn measure(part: f64, seed: u64) -> Counts {
    let n = part * RANGE;
    let options = Options {
        seed,
        degree: 1,
        enough: 2.0,
        ..Options::default()
    };
    let learner = Learner::new(contract(), options);
    let (learned, violation_tests, found) = until_violation(learner, MOST, |a| sorted(a, n));
    let mut random = Random::new(seed ^ 0x5047);
    let runs = (0..RANDOM_RUNS).map(|_| random_tests(n, &mut random) as f64);
    Counts {
        random: runs.sum::<f64>() / f64::from(RANDOM_RUNS),
        learned: learned as f64,
        violation_tests,
        found,
    }
}

/// The subject.
fn sorted(a: &[f64], n: f64) -> Vec<f64> {
    let mut a = a.to_vec();
    for end in (1..a.len()).rev() {
        for j in 0..end {
            if a[j] - n > a[j + 1] {
                a.swap(j, j + 1);
            }
        }
    }
    a
}

fn random_tests(n: f64, random: &mut Random) -> u64 {
    let mut count = 0;
    while count < MOST {
        count += 1;
        let a: Vec<f64> = (0..LENGTH).map(|_| random.between(0.0, RANGE)).collect();
        if !sorted(&a, n).is_sorted() {
            break;
        }
    }
    count
}

/// Outputs are in order.
fn contract() -> Contract {
    let mut dag = Dag::new();
    let pairs = (0..LENGTH - 1).map(|i| {
        let (a, b) = (dag.variable(LENGTH + i), dag.variable(LENGTH + i + 1));
        dag.compare(Comparison::LessEqual, a, b)
    });
    let pairs: Vec<NodeId> = pairs.collect();
    let (pre, post) = (dag.boolean(true), dag.all(&pairs));
    let axes = (0..LENGTH).map(|i| Axis::real(format!("a{i}"), 0.0, RANGE)).collect();
    Contract::new(dag, axes, LENGTH, pre, post).expect("a contract that can be met")
}
