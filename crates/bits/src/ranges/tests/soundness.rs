//! Whatever is narrowed, the values of an assignment stay; and what is refuted has no model.

use super::meadow::Meadow;
use super::*;
use crate::garden::Gardener;
use crate::word;

/// Conditions that hold under an assignment, made of random truth values.
fn holding(pool: &mut TermPool, assignment: &BitAssignment, truths: &[Term]) -> Vec<Term> {
    let holds = evaluate_all(pool, assignment, truths);
    let turned = truths.iter().zip(holds);
    turned
        .map(|(term, holds)| if holds.is_true() { *term } else { pool.not(*term) })
        .collect()
}

#[test]
fn values_of_machines_stay_within_their_ranges() {
    let mut looks = 0;
    for seed in 0..120 {
        let mut meadow = Meadow::new(seed);
        for _ in 0..60 {
            meadow.grow();
        }
        for _ in 0..60 {
            let mut truths = Vec::new();
            let mut given = Vec::new();
            for _ in 0..1 + meadow.random.below(3) {
                let term = meadow.grown[meadow.random.below(meadow.grown.len())];
                match meadow.pool.sort(term) {
                    BitSort::Bool => truths.push(term),
                    BitSort::Bits(width) => {
                        let word = evaluate(&meadow.pool, &meadow.assignment, term);
                        let range = range_around(&mut meadow.random, Meadow::format_of(width), &word);
                        given.push(GivenRange { term, range });
                    }
                }
            }
            let conditions = holding(&mut meadow.pool, &meadow.assignment, &truths);
            looks += keeps(&meadow.pool, &meadow.assignment, &conditions, &given);
        }
    }
    println!("{looks} values");
    assert!(looks > 100_000, "{looks} values");
}

/// The garden's two formats by their widths.
fn small_format(width: u32) -> Option<FloatFormat> {
    let formats = [FloatFormat::new(2, 3), FloatFormat::new(3, 4)];
    formats.into_iter().find(|format| format.width() == width)
}

#[test]
fn values_of_tiny_formats_stay_within_their_ranges() {
    let mut looks = 0;
    for seed in 0..80 {
        let pool = if seed % 2 == 0 {
            TermPool::new()
        } else {
            TermPool::without_rewriting()
        };
        let mut gardener = Gardener::new(seed, pool);
        for _ in 0..60 {
            let (operation, arguments) = gardener.site();
            let term = gardener.pool.apply(operation, &arguments).unwrap();
            gardener.grown.push(term);
        }
        for _ in 0..120 {
            let assignment = gardener.assignment();
            let (mut truths, mut given) = (Vec::new(), Vec::new());
            for _ in 0..1 + gardener.random.below(3) {
                let term = gardener.grown[gardener.random.below(gardener.grown.len())];
                match gardener.pool.sort(term) {
                    BitSort::Bool => truths.push(term),
                    BitSort::Bits(width) => {
                        let word = evaluate(&gardener.pool, &assignment, term);
                        let range = range_around(&mut gardener.random, small_format(width), &word);
                        given.push(GivenRange { term, range });
                    }
                }
            }
            let conditions = holding(&mut gardener.pool, &assignment, &truths);
            looks += keeps(&gardener.pool, &assignment, &conditions, &given);
        }
    }
    println!("{looks} values");
    assert!(looks > 100_000, "{looks} values");
}

/// The variables of some terms, if they have few enough bits to try everything.
fn few_variables(pool: &TermPool, terms: &[Term]) -> Option<Vec<(u32, u32)>> {
    let mut variables = Vec::new();
    for term in pool.cone(terms) {
        if let crate::BitOperation::Variable(number) = pool.operation(term) {
            variables.push((*number, pool.width(term)));
        }
    }
    let bits: u32 = variables.iter().map(|(_, width)| width).sum();
    (bits <= 11).then_some(variables)
}

fn has_model(pool: &TermPool, conditions: &[Term], variables: &[(u32, u32)]) -> bool {
    let bits: u32 = variables.iter().map(|(_, width)| width).sum();
    (0..1u64 << bits).any(|mut code| {
        let mut assignment = BitAssignment::new();
        for (number, width) in variables {
            assignment.set(*number, word::BitWord::new(*width, code & ((1 << width) - 1)));
            code >>= width;
        }
        evaluate_all(pool, &assignment, conditions).iter().all(BitWord::is_true)
    })
}

#[test]
fn what_is_refuted_has_no_model_by_trying_everything() {
    let (mut refuted, mut unknown, mut missed) = (0, 0, 0);
    for seed in 0..120 {
        let pool = if seed % 2 == 0 {
            TermPool::new()
        } else {
            TermPool::without_rewriting()
        };
        let mut gardener = Gardener::new(seed + 7_000, pool);
        let mut truths = Vec::new();
        for _ in 0..80 {
            let (operation, arguments) = gardener.site();
            let term = gardener.pool.apply(operation, &arguments).unwrap();
            gardener.grown.push(term);
            if gardener.pool.sort(term) == BitSort::Bool {
                truths.push(term);
            }
        }
        for _ in 0..30 {
            let count = 1 + gardener.random.below(3);
            let mut conditions: Vec<Term> = (0..count)
                .map(|_| truths[gardener.random.below(truths.len())])
                .collect();
            if gardener.random.once_in(2) {
                conditions[0] = gardener.pool.not(conditions[0]);
            }
            let Some(variables) = few_variables(&gardener.pool, &conditions) else {
                continue;
            };
            match refute_by_ranges(&gardener.pool, &conditions, &[], BUDGET) {
                RangeAnswer::Refuted { .. } => {
                    refuted += 1;
                    assert!(!has_model(&gardener.pool, &conditions, &variables), "{conditions:?}");
                }
                RangeAnswer::Unknown(_) if seed < 30 => {
                    unknown += 1;
                    missed += i32::from(!has_model(&gardener.pool, &conditions, &variables));
                }
                RangeAnswer::Unknown(_) => {}
            }
        }
    }
    println!("{refuted} refuted; of {unknown} unknown, {missed} have no model");
    assert!(refuted > 500, "{refuted} were refuted");
}
