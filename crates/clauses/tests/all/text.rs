//! Text forms: what is written is read again, and what is no such text is refused with line and cause.

use crate::makers;
use chance::Random;
use clauses::{ClauseAnswer, ClauseBudget, ClauseSet, Literal, check, dimacs, lrat, solve};
use proptest::prelude::*;

const ENOUGH: ClauseBudget = ClauseBudget::conflicts(100_000);

fn a_refuted_set(seed: u64) -> (ClauseSet, String) {
    let mut random = Random::new(seed);
    loop {
        let set = makers::three(&mut random, 12, 72);
        if let ClauseAnswer::Refuted(proof) = solve(&set, ENOUGH, true) {
            let text = lrat::write(&set, &proof);
            return (set, text);
        }
    }
}

/// Whether a text is a proof that the checker accepts.
fn is_accepted(set: &ClauseSet, text: &str) -> bool {
    lrat::read(set, text).is_ok_and(|proof| check(set, &proof).is_ok())
}

#[test]
fn clauses_are_written_and_read_again() {
    let set = makers::set(&[&[1, -2], &[], &[-3]]);
    assert_eq!(dimacs::write(&set), "p cnf 3 3\n1 -2 0\n0\n-3 0\n");
    assert_eq!(dimacs::read(&dimacs::write(&set)), Ok(set));
}

#[test]
fn a_proof_is_written_as_other_checkers_read_it() {
    let set = makers::set(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let mut proof = clauses::ClauseProof::new();
    proof.add_lemma(&[Literal::new(1)], &[1, 2]);
    proof.add_deletion(&[1, 2]);
    proof.add_lemma(&[], &[5, 3, 4]);
    let text = "5 1 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n";
    assert_eq!(lrat::write(&set, &proof), text);
    assert_eq!(lrat::read(&set, text), Ok(proof));
}

#[test]
fn a_proof_with_gaps_in_its_numbers_is_read() {
    let set = makers::set(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    assert!(is_accepted(
        &set,
        "c from elsewhere\n9 1 0 1 2 0\n9 d 1 2 0\n\n100 0 9 3 4 0\n"
    ));
}

#[test]
fn proofs_of_the_solver_survive_the_way_through_text() {
    for seed in 0..30 {
        let (set, text) = a_refuted_set(seed);
        assert!(is_accepted(&set, &text));
    }
}

#[test]
fn faults_of_clause_texts_name_line_and_cause() {
    for (text, fault) in [
        ("", "line 0: there is no line `p cnf <variables> <clauses>`"),
        (
            "c\n1 0\n",
            "line 2: clauses come after a line `p cnf <variables> <clauses>`",
        ),
        (
            "p cnf 2\n",
            "line 1: the line `p` should be `p cnf <variables> <clauses>`",
        ),
        (
            "p cnf x 2\n",
            "line 1: `x` is no number of variables, of which there are at most 536870911",
        ),
        (
            "p cnf 2 1\n\n1 3 0\n",
            "line 3: `3` is beyond the 2 variables that the line `p` promises",
        ),
        ("p cnf 2 1\n1 two 0\n", "line 2: `two` is no literal"),
        ("p cnf 2 1\n1 2\n", "line 2: the last clause does not end with 0"),
        (
            "p cnf 2 2\n1 2 0\n",
            "line 2: there are 1 clauses, but the line `p` promises 2",
        ),
        ("p cnf 2 1\np cnf 2 1\n", "line 2: a second line `p`"),
    ] {
        assert_eq!(dimacs::read(text).unwrap_err().to_string(), fault);
    }
}

#[test]
fn faults_of_proof_texts_name_line_and_cause() {
    let set = makers::set(&[&[1, 2], &[1, -2]]);
    for (text, fault) in [
        ("x 1 0 1 0", "line 1: `x` is no number of a step"),
        (
            "3 1 0 1 2 0\n3 1 0 1 2 0",
            "line 2: the lemma 3 comes after the clause 3",
        ),
        ("3 1 0 1 7 0", "line 1: there is no clause 7 yet"),
        (
            "3 1 0 1 -2 0",
            "line 1: `-2`: steps that are not implied (RAT) are not read",
        ),
        ("3 1 0 1 2", "line 1: the list of clauses does not end with 0"),
        ("3 1", "line 1: the lemma does not end with 0"),
        ("3 d 1 0 2", "line 1: `2` comes after the end of the step"),
        ("3 1 0 1 2 0 4", "line 1: `4` comes after the end of the step"),
    ] {
        assert_eq!(lrat::read(&set, text).unwrap_err().to_string(), fault);
    }
}

fn clause_sets() -> impl Strategy<Value = ClauseSet> {
    let number = prop_oneof![-9i32..=-1, 1i32..=9];
    let clauses = prop::collection::vec(prop::collection::vec(number, 0..6), 0..20);
    clauses.prop_map(|clauses| {
        let clauses: Vec<&[i32]> = clauses.iter().map(Vec::as_slice).collect();
        makers::set(&clauses)
    })
}

/// Bytes of the alphabet of both text forms, so that lines come close to being right.
fn near_text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(b"0123 -\ndpcnf%9 0\n".to_vec()), 0..80)
        .prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

proptest! {
    #[test]
    fn sets_survive_the_way_through_text(set in clause_sets()) {
        prop_assert_eq!(dimacs::read(&dimacs::write(&set)), Ok(set));
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let set = makers::set(&[&[1, 2], &[-1, 2]]);
        let _ = dimacs::read(&text);
        prop_assert!(!is_accepted(&set, &text));
    }

    #[test]
    fn texts_that_are_nearly_right_are_read_without_panic(text in near_text(), head in any::<bool>()) {
        let set = makers::set(&[&[1, 2], &[-1, 2], &[3, -2, 1]]);
        let head = if head { "p cnf 3 2\n" } else { "" };
        let _ = dimacs::read(&format!("{head}{text}"));
        prop_assert!(!is_accepted(&set, &text));
    }

    #[test]
    fn a_proof_cut_short_is_refused(seed in 0u64..50, share in 0.0f64..1.0) {
        let (set, text) = a_refuted_set(seed);
        let last = text.trim_end().rfind('\n').unwrap_or(0);
        let cut = &text[..(share * last as f64) as usize];
        prop_assert!(!is_accepted(&set, cut));
    }

    #[test]
    fn a_changed_proof_of_a_set_with_a_model_is_refused(seed in 0u64..50, at in any::<usize>(), byte in prop::sample::select(b"0123456789 -\n".to_vec())) {
        let (set, text) = a_refuted_set(seed);
        let mut bytes = text.into_bytes();
        let at = at % bytes.len();
        bytes[at] = byte;
        let text = String::from_utf8_lossy(&bytes);
        // Without one of its clauses the set may have a model; then no proof may be accepted.
        let mut less = ClauseSet::new();
        set.clauses().skip(1).for_each(|clause| less.add(clause));
        if matches!(solve(&less, ENOUGH, false), ClauseAnswer::Model(_)) {
            prop_assert!(!is_accepted(&less, &text));
        }
    }

    #[test]
    fn answers_hold_for_any_small_set(set in clause_sets()) {
        match solve(&set, ENOUGH, true) {
            ClauseAnswer::Model(model) => prop_assert_eq!(model.failed_clause(&set), None),
            ClauseAnswer::Refuted(proof) => prop_assert_eq!(check(&set, &proof), Ok(())),
            ClauseAnswer::Unknown(why) => prop_assert!(false, "{:?}", why),
        }
    }
}
