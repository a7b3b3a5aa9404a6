//! The learner as its users see it: ask, run the subject, tell.
//!
//! - [`inputs`]: what is asked for;
//! - [`learning`]: what models learn;
//! - [`outcomes`]: whatever a subject may do;
//! - [`verdicts`]: what is proved of a test, and contracts that cannot be met;
//! - [`faults`]: faults are found, and found soon.

mod faults;
mod inputs;
mod learning;
mod outcomes;
mod verdicts;

use expr::ast::ComparisonOperator;
use expr::dag::{Dag, NodeId};
use learn::{InputAxis, Learner, LearnerOptions, Next, PreparedContract, TestOutcome, TestProof};
use rug::Rational;

/// Inputs between −1 and 1, one output, no precondition, and the output is at least `bound`.
fn at_least(bound: f64, inputs: usize) -> PreparedContract {
    let mut dag = Dag::new();
    let (y, bound) = (dag.variable(inputs), number(&mut dag, bound));
    let post = dag.compare(ComparisonOperator::LessEqual, bound, y);
    let pre = dag.boolean(true);
    PreparedContract::new(dag, cube(inputs), 1, pre, post).unwrap()
}

fn cube(inputs: usize) -> Vec<InputAxis> {
    (0..inputs)
        .map(|i| InputAxis::real(format!("x{i}"), -1.0, 1.0))
        .collect()
}

fn number(dag: &mut Dag, x: f64) -> NodeId {
    dag.literal(Rational::from_f64(x).unwrap())
}

fn endless(seed: u64) -> LearnerOptions {
    LearnerOptions {
        seed,
        enough: 2.0,
        ..LearnerOptions::default()
    }
}

/// Asks and tells this many times; the tests and what was said of them.
fn run(
    learner: &mut Learner,
    count: usize,
    mut subject: impl FnMut(&[f64]) -> TestOutcome,
) -> Vec<(Vec<f64>, TestProof)> {
    let mut tests = Vec::new();
    while tests.len() < count {
        let Next::Test { input, .. } = learner.ask() else { break };
        let told = learner.tell(&input, &subject(&input));
        tests.push((input, told));
    }
    tests
}

fn value(y: f64) -> TestOutcome {
    TestOutcome::Value(vec![y])
}
