//! Operator `pair`: two faults at once, for campaigns of second order.
//!
//! There are quadratically many pairs of first-order mutants; these are linearly many of them, chosen so that every
//! first-order mutant of the formula has its turn: each that is not in a pair yet, in the order of making, is paired
//! with the last one that is not either, has another operator, and changes other places, neither around nor inside
//! those of the first. Where all such have the same operator, one of the same operator is taken.

use crate::mutant::{Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::edit::ExprEdit;
use expr::spec::Specification;

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "pair",
    objective: MutantObjective::Functional,
    purpose: "Put two faults of the formula in at once, at different places; only with `--order 2`.",
    example: ("(* (sin x) (sqrt y))", "(* (cos x) (sqrt (- y y)))"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let all = super::mutants(spec);
    let mut left: Vec<Single> = all.iter().filter_map(Single::of).rev().collect();
    let mut made = Vec::new();
    // The last of `left` is the first in the order of making.
    while let Some(first) = left.pop() {
        if let Some(partner) = partner(&first, &left) {
            let second = left.remove(partner);
            made.push(pair(&first, &second));
        }
    }
    made
}

/// A first-order mutant of the formula.
struct Single<'m> {
    mutant: &'m Mutant,
    edits: &'m [ExprEdit],
}

impl<'m> Single<'m> {
    fn of(mutant: &'m Mutant) -> Option<Single<'m>> {
        match &mutant.change {
            MutantChange::Body(edits) => Some(Single { mutant, edits }),
            _ => None,
        }
    }

    /// Whether no place of one lies in or around a place of the other.
    fn is_apart_from(&self, other: &Single) -> bool {
        let nested = |a: &ExprEdit, b: &ExprEdit| {
            let (a, b) = (&a.place.path, &b.place.path);
            a.starts_with(b) || b.starts_with(a)
        };
        !self.edits.iter().any(|a| other.edits.iter().any(|b| nested(a, b)))
    }
}

fn partner(first: &Single, left: &[Single]) -> Option<usize> {
    let fits = |other: &Single| other.is_apart_from(first);
    let differs = |other: &Single| other.mutant.operator != first.mutant.operator;
    let other_operator = left.iter().position(|other| differs(other) && fits(other));
    other_operator.or_else(|| left.iter().position(fits))
}

fn pair(first: &Single, second: &Single) -> Mutant {
    let mut edits = [first.edits, second.edits].concat();
    edits.sort_by_key(|edit| edit.place.number);
    Mutant {
        id: format!("{}:{}+{}", ROW.name, first.mutant.id, second.mutant.id),
        operator: MutationOperator::Pair,
        description: format!("{}; and {}", first.mutant.description, second.mutant.description),
        change: MutantChange::Body(edits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{bodies, check_example, formula, spec};
    use std::collections::BTreeMap;

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Pair, "(FPCore (x y) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn every_mutant_of_the_formula_has_its_turn_at_most_once() {
        let spec =
            spec("(FPCore (x y) :accuracy-rel 1e-10 :pre (and (<= 1 x 2) (<= 1 y 2)) (+ (* x (sin y)) (/ 3 x)))");
        let first = super::super::mutants(&spec);
        let mut uses: BTreeMap<&str, usize> = BTreeMap::new();
        let pairs = MutationOperator::Pair.mutants(&spec);
        for pair in &pairs {
            for id in pair.id.strip_prefix("pair:").unwrap().split('+') {
                let single = first.iter().find(|m| m.id == id).unwrap();
                *uses.entry(&single.id).or_default() += 1;
            }
        }
        let formula = first
            .iter()
            .filter(|m| matches!(m.change, MutantChange::Body(_)))
            .count();
        assert!(uses.values().all(|&n| n == 1));
        // Only mutants of the root have no place apart from theirs.
        assert!(
            uses.len() + 20 > formula && pairs.len() > 30,
            "{} of {formula}",
            uses.len()
        );
    }

    #[test]
    fn a_formula_with_one_place_has_no_pairs() {
        assert!(bodies(MutationOperator::Pair, &formula("x")).is_empty());
    }

    #[test]
    fn pairs_have_two_changes_at_different_places() {
        for mutant in MutationOperator::Pair.mutants(&formula("(* (sin x) (+ y 2))")) {
            let MutantChange::Body(edits) = &mutant.change else {
                panic!("{}", mutant.id)
            };
            assert!(
                edits.len() >= 2 && edits.is_sorted_by_key(|e| e.place.number),
                "{}",
                mutant.id
            );
        }
    }
}
