//! How many tests until the first violation: learned tests beside random ones.
//!
//!     cargo run --release -p lydian-learn --example experiment -- [subjects] [kind] [dimensions] [percent]
//!
//! Prints one JSON object per cell, with the counts of every subject; `scripts/bench_learn.py` makes table and plot.

mod pieces;
mod random;
mod subject;

use learn::{Learner, LearnerOptions, Next, TestOutcome, TestProof};
use random::Random;
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use subject::{Kind, Subject};

/// Sizes of the erroneous region, in percent of the domain.
const PERCENTS: [f64; 7] = [10.0, 3.0, 1.0, 0.3, 0.1, 0.03, 0.01];

/// Random runs per subject, of which the mean counts.
const RANDOM_RUNS: u32 = 20;

/// A learned run ends after so many times the tests that random testing is expected to need.
const PATIENCE: f64 = 30.0;

/// Subjects have numbers from here on. Settings were chosen on subjects with smaller ones.
const FIRST: u64 = 20_000;

/// What one subject needed.
struct Counts {
    random: f64,
    learned: f64,
    violation_tests: u64,
    found: bool,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |n: usize| arguments.get(n).map(String::as_str);
    let subjects = argument(0).and_then(|text| text.parse().ok()).unwrap_or(200);
    let wanted = |n: usize, name: &str| argument(n).is_none_or(|text| text == name || text == "all");
    for kind in Kind::ALL.into_iter().filter(|kind| wanted(1, kind.name())) {
        for dimensions in [1, 2].into_iter().filter(|d| wanted(2, &d.to_string())) {
            for percent in kind.percents().iter().filter(|p| wanted(3, &p.to_string())) {
                let cell = |n| {
                    let seed = FIRST + n as u64;
                    measure(&Subject::new(kind, dimensions, percent / 100.0, seed), seed)
                };
                report(kind.name(), dimensions, *percent, subjects, cell);
            }
        }
    }
}

/// Measures the subjects of a cell on all processors and prints them in order.
fn report(kind: &str, dimensions: usize, percent: f64, subjects: usize, cell: impl Fn(usize) -> Counts + Sync) {
    let began = Instant::now();
    let all = parallel(subjects, &cell);
    let list = |f: fn(&Counts) -> f64| all.iter().map(f).collect::<Vec<f64>>();
    let line = json!({
        "kind": kind,
        "inputs": dimensions,
        "percent": percent,
        "random": list(|c| c.random),
        "learned": list(|c| c.learned),
        "violation_tests": list(|c| c.violation_tests as f64),
        "not_found": all.iter().filter(|c| !c.found).count(),
        "seconds": began.elapsed().as_secs_f64(),
    });
    println!("{line}");
}

fn parallel(count: usize, cell: &(impl Fn(usize) -> Counts + Sync)) -> Vec<Counts> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&n| n < count));
        numbers.map(|n| (n, cell(n))).collect::<Vec<_>>()
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(usize, Counts)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let join = |worker: std::thread::ScopedJoinHandle<'_, Vec<_>>| worker.join().expect("a worker that ends");
        workers.into_iter().flat_map(join).collect()
    });
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, counts)| counts).collect()
}

fn measure(subject: &Subject, seed: u64) -> Counts {
    let options = LearnerOptions {
        seed,
        enough: 2.0,
        ..LearnerOptions::default()
    };
    let learner = Learner::new(subject.contract(), options);
    let most = (PATIENCE / subject.size()) as u64;
    let (learned, violation_tests, found) = until_violation(learner, most, |x| vec![subject.value(x)]);
    let mut random = Random::new(seed ^ 0x5eed);
    let runs = (0..RANDOM_RUNS).map(|_| subject.random_tests(&mut random) as f64);
    Counts {
        random: runs.sum::<f64>() / f64::from(RANDOM_RUNS),
        learned: learned as f64,
        violation_tests,
        found,
    }
}

/// Tests until the first violation, how many of them were made because of a model, and whether there was one.
fn until_violation(mut learner: Learner, most: u64, subject: impl Fn(&[f64]) -> Vec<f64>) -> (u64, u64, bool) {
    for count in 1..=most {
        let Next::Test { input, .. } = learner.ask() else {
            return (most, 0, false);
        };
        let outcome = TestOutcome::Value(subject(&input));
        if matches!(learner.tell(&input, &outcome), TestProof::Violates(_)) {
            return (count, learner.progress().violation_tests, true);
        }
    }
    (most, learner.progress().violation_tests, false)
}
