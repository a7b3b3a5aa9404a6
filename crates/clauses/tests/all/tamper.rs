//! Changed proofs: the checker refuses them, unless what is left is a proof.
//!
//! What is left is judged by a second way of checking that knows no hints: a lemma is accepted if plain unit propagation over
//! all clauses, begun with its negation, ends in a conflict.

use crate::makers;
use chance::Random;
use clauses::{ClauseAnswer, ClauseBudget, ClauseProof, ClauseSet, ClauseStep, Literal, check, solve};
use std::collections::BTreeSet;

const ENOUGH: ClauseBudget = ClauseBudget::conflicts(100_000);

/// A step that can be changed.
#[derive(Clone)]
enum LooseStep {
    Lemma(Vec<Literal>, Vec<u32>),
    Deletion(Vec<u32>),
}

fn loose(proof: &ClauseProof) -> Vec<LooseStep> {
    let loosen = |step: ClauseStep| match step {
        ClauseStep::Lemma { literals, hints } => LooseStep::Lemma(literals.to_vec(), hints.to_vec()),
        ClauseStep::Deletion(numbers) => LooseStep::Deletion(numbers.to_vec()),
    };
    proof.steps().map(loosen).collect()
}

fn tight(steps: &[LooseStep]) -> ClauseProof {
    let mut proof = ClauseProof::new();
    for step in steps {
        match step {
            LooseStep::Lemma(literals, hints) => proof.add_lemma(literals, hints),
            LooseStep::Deletion(numbers) => proof.add_deletion(numbers),
        }
    }
    proof
}

/// Whether propagation over all clauses, with the lemma false, ends in a conflict.
fn follows(clauses: &[Vec<Literal>], lemma: &[Literal]) -> bool {
    let mut is_true: BTreeSet<Literal> = lemma.iter().map(|literal| !*literal).collect();
    loop {
        if is_true.iter().any(|literal| is_true.contains(&!*literal)) {
            return true;
        }
        let before = is_true.len();
        for clause in clauses {
            let mut rest = clause.iter().filter(|literal| !is_true.contains(&!**literal));
            match (rest.next(), rest.next()) {
                (None, _) => return true,
                (Some(unit), None) => drop(is_true.insert(*unit)),
                _ => {}
            }
        }
        if is_true.len() == before {
            return false;
        }
    }
}

/// Whether every lemma up to the empty one follows, deletions left aside.
fn is_refutation(set: &ClauseSet, proof: &ClauseProof) -> bool {
    let mut clauses: Vec<Vec<Literal>> = set.clauses().map(<[Literal]>::to_vec).collect();
    for step in proof.steps() {
        let ClauseStep::Lemma { literals, .. } = step else {
            continue;
        };
        if !follows(&clauses, literals) {
            return false;
        }
        if literals.is_empty() {
            return true;
        }
        clauses.push(literals.to_vec());
    }
    false
}

/// Changes one thing: a hint goes or becomes another, a literal is flipped or goes, a step goes, steps change places.
fn tampered(random: &mut Random, steps: &[LooseStep]) -> Vec<LooseStep> {
    let mut steps = steps.to_vec();
    let at = random.below(steps.len());
    let kind = random.below(6);
    match (&mut steps[at], kind) {
        (LooseStep::Lemma(_, hints), 0) if !hints.is_empty() => drop(hints.remove(random.below(hints.len()))),
        (LooseStep::Lemma(_, hints), 1) if !hints.is_empty() => {
            let index = random.below(hints.len());
            hints[index] = random.below(hints[index] as usize + 3) as u32;
        }
        (LooseStep::Lemma(literals, _), 2) if !literals.is_empty() => {
            let index = random.below(literals.len());
            literals[index] = !literals[index];
        }
        (LooseStep::Lemma(literals, _), 3) if !literals.is_empty() => {
            literals.remove(random.below(literals.len()));
        }
        (_, 4) => {
            let other = random.below(steps.len());
            steps.swap(at, other);
        }
        _ => drop(steps.remove(at)),
    }
    steps
}

fn refuted_sets(seed: u64, count: usize) -> Vec<(ClauseSet, ClauseProof)> {
    let mut random = Random::new(seed);
    let sets = (0..).map(|round| makers::three(&mut random, 8 + round % 8, 6 * (8 + round % 8)));
    let refuted = sets.filter_map(|set| match solve(&set, ENOUGH, true) {
        ClauseAnswer::Refuted(proof) => Some((set, proof)),
        _ => None,
    });
    refuted.take(count).collect()
}

#[test]
fn proofs_of_the_solver_stand_without_their_hints() {
    for (set, proof) in refuted_sets(11, 200) {
        assert!(is_refutation(&set, &proof));
    }
}

#[test]
fn changed_proofs_are_refused_unless_they_still_are_proofs() {
    let mut random = Random::new(12);
    let (mut refused, mut accepted) = (0, 0);
    for (set, proof) in refuted_sets(13, 200) {
        let steps = loose(&proof);
        for _ in 0..20 {
            let changed = tight(&tampered(&mut random, &steps));
            match check(&set, &changed) {
                Ok(()) => {
                    accepted += 1;
                    assert!(is_refutation(&set, &changed));
                }
                Err(fault) => {
                    refused += 1;
                    assert!(fault.step <= changed.len() && !fault.to_string().is_empty());
                }
            }
        }
    }
    assert!(refused > accepted, "{refused} were refused, {accepted} accepted");
}

#[test]
fn a_proof_says_nothing_about_a_set_with_a_model() {
    for (set, proof) in refuted_sets(14, 100) {
        for missing in 0..set.len() {
            let mut less = ClauseSet::new();
            let kept = set.clauses().enumerate().filter(|(index, _)| *index != missing);
            kept.for_each(|(_, clause)| less.add(clause));
            if let ClauseAnswer::Model(_) = solve(&less, ENOUGH, false) {
                assert!(check(&less, &proof).is_err());
            }
        }
    }
}

#[test]
fn a_missing_hint_and_a_missing_end_are_named() {
    let set = makers::set(&[&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]]);
    let literal = Literal::new;
    let mut proof = ClauseProof::new();
    proof.add_lemma(&[literal(1)], &[1, 2]);
    assert_eq!(
        check(&set, &proof).unwrap_err().to_string(),
        "step 1 of the proof: the steps end without the empty clause"
    );
    proof.add_lemma(&[], &[5, 3]);
    assert_eq!(
        check(&set, &proof).unwrap_err().to_string(),
        "step 1 of the proof: the hints end without a conflict"
    );
    let mut proof = ClauseProof::new();
    proof.add_lemma(&[], &[7]);
    assert_eq!(
        check(&set, &proof).unwrap_err().to_string(),
        "step 0 of the proof: there is no clause 7, or not any more"
    );
}
