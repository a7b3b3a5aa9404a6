//! Laws of Boole's algebra, bit by bit, and of choices.

use super::{RewriteRow, RewriteSite, row};
use crate::operation::{BitOperation, BitSort};
use crate::pool::{Term, TermPool};

pub const NOT: [RewriteRow; 1] = [row("¬¬x = x", |pool, site| {
    pool.under(site.first(), &BitOperation::Not)
})];

pub const AND: [RewriteRow; 6] = [
    row("x ∧ x = x", same_twice),
    row("x ∧ 0 = 0", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.arguments[1])
    }),
    row("x ∧ 1 = x", |pool, site| {
        pool.is_ones(site.arguments[1]).then(|| site.first())
    }),
    row("x ∧ ¬x = 0", |pool, site| {
        let (a, b) = site.pair();
        pool.are_inverse(a, b).then(|| pool.nothing(site.sort))
    }),
    row("(x ∧ c) ∧ d = x ∧ (c ∧ d)", constants_together),
    row("x ∧ (x ∧ y) = x ∧ y", contained),
];

pub const OR: [RewriteRow; 6] = [
    row("x ∨ x = x", same_twice),
    row("x ∨ 1 = 1", |pool, site| {
        pool.is_ones(site.arguments[1]).then(|| site.arguments[1])
    }),
    row("x ∨ 0 = x", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.first())
    }),
    row("x ∨ ¬x = 1", |pool, site| {
        let (a, b) = site.pair();
        pool.are_inverse(a, b).then(|| pool.everything(site.sort))
    }),
    row("(x ∨ c) ∨ d = x ∨ (c ∨ d)", constants_together),
    row("x ∨ (x ∨ y) = x ∨ y", contained),
];

pub const XOR: [RewriteRow; 5] = [
    row("x ⊕ x = 0", |pool, site| {
        let (a, b) = site.pair();
        (a == b).then(|| pool.nothing(site.sort))
    }),
    row("x ⊕ 0 = x", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.first())
    }),
    row("x ⊕ 1 = ¬x", |pool, site| {
        pool.is_ones(site.arguments[1]).then(|| pool.not(site.first()))
    }),
    row("x ⊕ ¬x = 1", |pool, site| {
        let (a, b) = site.pair();
        pool.are_inverse(a, b).then(|| pool.everything(site.sort))
    }),
    row("(x ⊕ c) ⊕ d = x ⊕ (c ⊕ d)", constants_together),
];

pub const CHOOSE: [RewriteRow; 7] = [
    row("true ? a : b = a and false ? a : b = b", |pool, site| {
        let (c, a, b) = parts(site);
        match pool.operation(c) {
            BitOperation::Truth(value) => Some(if *value { a } else { b }),
            _ => None,
        }
    }),
    row("c ? a : a = a", |_, site| {
        let (_, a, b) = parts(site);
        (a == b).then_some(a)
    }),
    row("¬c ? a : b = c ? b : a", |pool, site| {
        let (c, a, b) = parts(site);
        let c = pool.under(c, &BitOperation::Not)?;
        Some(pool.choose(c, b, a))
    }),
    row(
        "of truth values, c ? 1 : b = c ∨ b and c ? 0 : b = ¬c ∧ b",
        first_arm_known,
    ),
    row(
        "of truth values, c ? a : 1 = ¬c ∨ a and c ? a : 0 = c ∧ a",
        second_arm_known,
    ),
    row("c ? (c ? x : y) : z = c ? x : z", |pool, site| {
        let (c, a, b) = parts(site);
        let (d, x, _) = pool.choice(a)?;
        (c == d).then(|| pool.choose(c, x, b))
    }),
    row("c ? x : (c ? y : z) = c ? x : z", |pool, site| {
        let (c, a, b) = parts(site);
        let (d, _, z) = pool.choice(b)?;
        (c == d).then(|| pool.choose(c, a, z))
    }),
];

fn parts(site: &RewriteSite) -> (Term, Term, Term) {
    (site.arguments[0], site.arguments[1], site.arguments[2])
}

fn same_twice(_: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, b) = site.pair();
    (a == b).then_some(a)
}

/// (x ∘ c) ∘ d = x ∘ (c ∘ d) for an associative operation, with constants c and d.
pub fn constants_together(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, d) = site.pair();
    let (x, c) = pool.with_known(a, site.operation).filter(|_| pool.is_constant(d))?;
    let both = pool.apply(site.operation.clone(), &[c, d]).ok()?;
    pool.apply(site.operation.clone(), &[x, both]).ok()
}

/// x ∘ (x ∘ y) = x ∘ y for an idempotent operation, in any order.
fn contained(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, b) = site.pair();
    let holds = |pool: &TermPool, outer: Term, inner: Term| {
        pool.under_two(outer, site.operation)
            .is_some_and(|(x, y)| x == inner || y == inner)
    };
    if holds(pool, a, b) {
        return Some(a);
    }
    holds(pool, b, a).then_some(b)
}

fn first_arm_known(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (c, a, b) = parts(site);
    match (site.sort, pool.operation(a)) {
        (BitSort::Bool, BitOperation::Truth(true)) => Some(pool.or(c, b)),
        (BitSort::Bool, BitOperation::Truth(false)) => {
            let not = pool.not(c);
            Some(pool.and(not, b))
        }
        _ => None,
    }
}

fn second_arm_known(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (c, a, b) = parts(site);
    match (site.sort, pool.operation(b)) {
        (BitSort::Bool, BitOperation::Truth(false)) => Some(pool.and(c, a)),
        (BitSort::Bool, BitOperation::Truth(true)) => {
            let not = pool.not(c);
            Some(pool.or(not, a))
        }
        _ => None,
    }
}
