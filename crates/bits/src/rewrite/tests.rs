//! Every law on random terms: the value before is the value after, and no law is never used.

use super::*;
use crate::evaluate::evaluate_all;
use crate::garden::Gardener;
use std::collections::BTreeMap;

/// Applies every row of every table to random sites, and counts how often each gave something.
fn used(seed: u64, sites: usize, counts: &mut BTreeMap<&'static str, u64>) {
    let mut gardener = Gardener::new(seed, TermPool::new());
    for _ in 0..sites {
        let (operation, arguments) = gardener.site();
        let arguments = ordered(&gardener.pool, &operation, &arguments);
        let sorts: Vec<BitSort> = arguments.iter().map(|term| gardener.pool.sort(*term)).collect();
        let sort = crate::operation::result_sort(&operation, &sorts).unwrap();
        let site = RewriteSite {
            operation: &operation,
            arguments: &arguments,
            sort,
        };
        for row in rows(&operation) {
            if let Some(other) = (row.rule)(&mut gardener.pool, &site) {
                *counts.entry(row.law).or_default() += 1;
                assert_eq!(gardener.pool.sort(other), sort, "{}", row.law);
                same_values(&mut gardener, row.law, &site, other);
            }
        }
        let term = gardener.pool.apply(operation.clone(), &arguments).unwrap();
        gardener.grown.push(term);
    }
}

fn same_values(gardener: &mut Gardener, law: &str, site: &RewriteSite, other: Term) {
    for _ in 0..8 {
        let assignment = gardener.assignment();
        let mut roots = site.arguments.to_vec();
        roots.push(other);
        let mut values = evaluate_all(&gardener.pool, &assignment, &roots);
        let after = values.pop().unwrap();
        let before = evaluate::apply(site.operation, &values.iter().collect::<Vec<_>>());
        assert_eq!(before, after, "{law}: {:?} of {values:?}", site.operation);
    }
}

const TABLES: [&[RewriteRow]; 22] = [
    &logic::NOT,
    &logic::AND,
    &logic::OR,
    &logic::XOR,
    &logic::CHOOSE,
    &compare::EQUAL,
    &compare::ORDER,
    &words::NEGATE,
    &words::ADD,
    &words::SUBTRACT,
    &words::MULTIPLY,
    &words::DIVIDE,
    &slices::SHIFT,
    &slices::CONCAT,
    &slices::EXTRACT,
    &slices::EXTEND,
    &floats::ARITHMETIC,
    &floats::COMPARE,
    &floats::CLASS,
    &convert::CONVERT,
    &convert::INTEGRAL,
    &convert::TO_WORD,
];

/// How many laws there are, so that it can be quoted.
const LAWS: usize = 97;

/// Some laws need luck: seeds go on until all have had it, but not forever.
#[test]
fn every_law_is_used_and_keeps_the_value() {
    let laws: Vec<&str> = TABLES
        .iter()
        .flat_map(|table| table.iter())
        .map(|row| row.law)
        .collect();
    assert_eq!(laws.len(), LAWS);
    let mut counts = BTreeMap::new();
    let mut unused = laws;
    for seed in 0..2000 {
        used(seed, 250, &mut counts);
        unused.retain(|law| !counts.contains_key(law));
        if unused.is_empty() && seed >= 60 {
            return;
        }
    }
    panic!("never used: {unused:?}");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(200))]

    /// The same steps in a pool that rewrites and in one that does not give the same values.
    #[test]
    fn rewritten_terms_have_the_values_of_plain_ones(seed in proptest::prelude::any::<u64>()) {
        let mut plain = Gardener::new(seed, TermPool::without_rewriting());
        let mut pool = TermPool::new();
        let mut twins: Vec<Term> = Vec::new();
        for _ in 0..40 {
            let (operation, arguments) = plain.site();
            let term = plain.pool.apply(operation, &arguments).unwrap();
            plain.grown.push(term);
        }
        // Terms are copied in the order in which they stand, so arguments have twins.
        for term in plain.pool.terms() {
            let arguments: Vec<Term> = plain.pool.arguments(term).iter().map(|term| twins[term.index()]).collect();
            let twin = match plain.pool.operation(term) {
                BitOperation::Variable(_) => pool.variable("x", plain.pool.sort(term)),
                operation => pool.apply(operation.clone(), &arguments).unwrap(),
            };
            twins.push(twin);
        }
        let assignment = plain.assignment();
        let before = evaluate_all(&plain.pool, &assignment, &plain.grown);
        let after: Vec<Term> = plain.grown.iter().map(|term| twins[term.index()]).collect();
        proptest::prop_assert_eq!(before, evaluate_all(&pool, &assignment, &after));
    }
}
