//! Small sets against all assignments.

use crate::makers;
use chance::Random;
use clauses::{ClauseAnswer, ClauseBudget, ClauseModel, ClauseSet, ClauseStatistics, check, solve};

const ENOUGH: ClauseBudget = ClauseBudget::conflicts(100_000);

/// Whether some assignment makes all clauses hold.
fn has_model(set: &ClauseSet) -> bool {
    let variables = set.variables();
    (0u32..1 << variables).any(|word| {
        let values = (0..variables).map(|bit| word >> bit & 1 == 1).collect();
        ClauseModel::new(values, ClauseStatistics::default())
            .failed_clause(set)
            .is_none()
    })
}

/// Compares with brute force; says whether there was a model.
fn check_answer(set: &ClauseSet) -> bool {
    let expected = has_model(set);
    match solve(set, ENOUGH, true) {
        ClauseAnswer::Model(model) => {
            assert!(expected, "no model exists, but one was given: {set:?}");
            assert_eq!(model.failed_clause(set), None);
        }
        ClauseAnswer::Refuted(proof) => {
            assert!(!expected, "a model exists: {set:?}");
            assert_eq!(check(set, &proof), Ok(()), "{set:?}");
        }
        ClauseAnswer::Unknown(why) => panic!("{why:?}"),
    }
    let short = solve(set, ENOUGH, false);
    assert_eq!(matches!(short, ClauseAnswer::Model(_)), expected);
    expected
}

#[test]
fn mixed_random_sets_are_answered_as_all_assignments_say() {
    let mut random = Random::new(1);
    let mut models = 0;
    for round in 0..6000 {
        let variables = 3 + round % 10;
        let clauses = 1 + random.below(4 * variables);
        models += usize::from(check_answer(&makers::random(&mut random, variables, clauses, 4)));
    }
    assert!((1000..5000).contains(&models), "{models} of 6000 have models");
}

#[test]
fn hard_random_sets_are_answered_as_all_assignments_say() {
    let mut random = Random::new(2);
    let mut models = 0;
    for round in 0..3000 {
        let variables = 6 + round % 7;
        let clauses = variables * 5 - random.below(variables);
        models += usize::from(check_answer(&makers::three(&mut random, variables, clauses)));
    }
    assert!((500..2500).contains(&models), "{models} of 3000 have models");
}
