//! Mutants that would have given the same answers as the subject: a hint at what its fault is like.

use super::is_wrong_answer;
use expr::eval::Tape;
use expr::spec::Specification;
use proof::oracle::{Oracle, oracle};
use proof::world::{World, order};
use rayon::prelude::*;
use std::collections::HashSet;
use suite::{Expect, ObservedOutput, Status, Suite, Test, TestResult, Verdict};

/// Most mutants that are named.
const MOST: usize = 5;

/// The first killed mutants whose formula explains every answer; none if nothing is wrong or something else than an
/// answer was seen.
pub fn find(suite: &Suite, spec: &Specification, tests: &[Test], results: &[TestResult]) -> Vec<String> {
    let wrong = results.iter().any(is_wrong_answer);
    let answers = results.iter().all(|r| r.observed.output().is_some());
    if !wrong || !answers {
        return Vec::new();
    }
    let Ok(world) = World::new(spec.clone(), order(suite)) else {
        return Vec::new();
    };
    let seen = observations(tests, results);
    let killed: HashSet<&str> = suite
        .mutants
        .iter()
        .filter(|m| m.status == Status::Killed)
        .map(|m| m.id.as_str())
        .collect();
    let explains = |&m: &usize| killed.contains(world.mutants[m].id.as_str()) && explains(&world, m, &seen);
    let numbers: Vec<usize> = (0..world.mutants.len()).collect();
    let alike: Vec<usize> = numbers.into_par_iter().filter(explains).collect();
    alike
        .into_iter()
        .take(MOST)
        .map(|m| world.mutants[m].id.clone())
        .collect()
}

/// What was answered at an input.
struct AnsweredInput {
    point: Vec<f64>,
    expect: Expect,
    output: ObservedOutput,
    verdict: Verdict,
}

/// Wrong answers first: few mutants explain them.
fn observations(tests: &[Test], results: &[TestResult]) -> Vec<AnsweredInput> {
    let both = tests.iter().zip(results).filter_map(|(test, result)| {
        Some(AnsweredInput {
            point: test.inputs.iter().map(|i| i.hex.0).collect(),
            expect: test.expect,
            output: result.observed.output()?,
            verdict: result.verdict,
        })
    });
    let mut all: Vec<AnsweredInput> = both.collect();
    all.sort_by_key(|o| o.verdict != Verdict::Ko);
    all
}

fn explains(world: &World, mutant: usize, seen: &[AnsweredInput]) -> bool {
    let Some(body) = world.body(mutant) else {
        return false;
    };
    let formula = Tape::new(&world.dag, &[body]);
    // Whether inputs outside the domain are rejected is another question than which formula is computed.
    let inside = seen.iter().filter(|o| o.expect != Expect::Reject);
    inside.clone().any(|o| o.verdict == Verdict::Ko) && inside.clone().all(|o| gives(world, &formula, o))
}

/// Whether the answer is acceptable for a formula.
fn gives(world: &World, formula: &Tape, seen: &AnsweredInput) -> bool {
    let silent = match seen.output {
        ObservedOutput::Value(y) => y.is_nan(),
        ObservedOutput::Between(..) => false,
        ObservedOutput::Rejected => true,
    };
    match (oracle(formula, &world.margin, &seen.point), seen.output) {
        (Ok(Oracle::Undefined), _) => silent,
        (Ok(Oracle::Value(a)), ObservedOutput::Value(y)) => a.valid.0 <= y && y <= a.valid.1,
        (Ok(Oracle::Value(a)), ObservedOutput::Between(lo, hi)) => a.valid.0 <= lo && hi <= a.valid.1,
        _ => false,
    }
}
