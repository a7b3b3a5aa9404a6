//! Budgets, ceilings, edges, and problems that need a real search.

use crate::makers::{self, set};
use chance::Random;
use clauses::{
    ClauseAnswer, ClauseBudget, ClauseCeiling, ClauseSet, ClauseUnknownReason, Literal, check, solve, solve_within,
};

const ENOUGH: ClauseBudget = ClauseBudget::conflicts(1_000_000);

fn refuted(set: &ClauseSet) {
    match solve(set, ENOUGH, true) {
        ClauseAnswer::Refuted(proof) => assert_eq!(check(set, &proof), Ok(())),
        answer => panic!("{answer:?}"),
    }
}

fn model(set: &ClauseSet) -> clauses::ClauseModel {
    match solve(set, ENOUGH, true) {
        ClauseAnswer::Model(model) => model,
        answer => panic!("{answer:?}"),
    }
}

#[test]
fn the_empty_set_has_a_model() {
    model(&ClauseSet::new());
}

#[test]
fn the_empty_clause_is_refuted() {
    refuted(&set(&[&[1, 2], &[]]));
}

#[test]
fn contradictory_units_are_refuted() {
    refuted(&set(&[&[1], &[2, 3], &[-1]]));
    refuted(&set(&[&[1], &[-1, 2], &[-2, 3], &[-3, -1]]));
}

#[test]
fn units_decide_a_model() {
    let model = model(&set(&[&[1], &[-2], &[2, -3, 4], &[3]]));
    let values = [1, 2, 3, 4].map(|number| model.value(Literal::new(number)));
    assert_eq!(values, [true, false, true, true]);
    assert!(!model.value(Literal::new(-1)));
}

#[test]
fn variables_without_clauses_have_values() {
    let mut set = set(&[&[2]]);
    let free = set.variable();
    let model = model(&set);
    assert_ne!(model.value(free), model.value(!free));
}

#[test]
fn tautologies_keep_their_numbers_and_say_nothing() {
    let set = set(&[&[1, -1], &[1, 1], &[-1, -1, -1]]);
    assert_eq!(set.len(), 3);
    assert_eq!(set.clause(2), Some([Literal::new(1)].as_slice()));
    refuted(&set);
}

#[test]
fn pigeons_are_refuted_with_a_proof() {
    for holes in 1..=7 {
        refuted(&makers::pigeons(holes));
    }
}

#[test]
fn larger_random_sets_end_with_what_can_be_checked() {
    let mut random = Random::new(3);
    for _ in 0..20 {
        let set = makers::three(&mut random, 100, 426);
        match solve(&set, ENOUGH, true) {
            ClauseAnswer::Model(model) => assert_eq!(model.failed_clause(&set), None),
            ClauseAnswer::Refuted(proof) => assert_eq!(check(&set, &proof), Ok(())),
            ClauseAnswer::Unknown(why) => panic!("{why:?}"),
        }
    }
}

#[test]
fn the_same_set_gives_the_same_answer_twice() {
    let mut random = Random::new(4);
    for _ in 0..5 {
        let set = makers::three(&mut random, 120, 511);
        assert_eq!(solve(&set, ENOUGH, true), solve(&set, ENOUGH, true));
    }
}

#[test]
fn a_proof_does_not_change_the_search() {
    let set = makers::pigeons(6);
    let (with, without) = (solve(&set, ENOUGH, true), solve(&set, ENOUGH, false));
    assert_eq!(with.statistics(), without.statistics());
}

#[test]
fn the_budget_is_kept_to_the_conflict() {
    let set = makers::pigeons(8);
    for conflicts in [0, 1, 2, 17, 300, 1500] {
        match solve(&set, ClauseBudget::conflicts(conflicts), true) {
            ClauseAnswer::Unknown(unknown) => {
                assert_eq!(unknown.reason, ClauseUnknownReason::ConflictsUsedUp);
                assert_eq!(unknown.statistics.conflicts, conflicts);
            }
            answer => panic!("{answer:?}"),
        }
    }
}

#[test]
fn exactly_the_conflicts_needed_are_enough() {
    let set = makers::pigeons(5);
    let needed = solve(&set, ENOUGH, false).statistics().conflicts;
    let with = |conflicts| solve(&set, ClauseBudget::conflicts(conflicts), false);
    assert!(matches!(with(needed), ClauseAnswer::Refuted(_)));
    assert!(matches!(with(needed - 1), ClauseAnswer::Unknown(_)));
}

#[test]
fn what_is_kept_stays_under_the_ceiling() {
    let set = makers::pigeons(8);
    for words in [10, 5_000, 20_000] {
        match solve_within(&set, ENOUGH, ClauseCeiling { words }, true) {
            ClauseAnswer::Unknown(unknown) => assert_eq!(unknown.reason, ClauseUnknownReason::CeilingReached),
            answer => panic!("{answer:?}"),
        }
    }
}

#[test]
fn sets_with_many_models_get_one_although_variables_were_resolved_away() {
    let mut random = Random::new(5);
    let mut eliminated = 0;
    // Larger ones than a search through the clauses as they are settles at once.
    for round in 0..30 {
        let variables = 150 + 5 * round;
        let set = makers::three(&mut random, variables, 39 * variables / 10);
        eliminated += model(&set).statistics.eliminated;
    }
    assert!(eliminated > 100, "{eliminated} variables were resolved away");
}
