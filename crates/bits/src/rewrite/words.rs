//! Laws of arithmetic modulo 2^width.

use super::logic::constants_together;
use super::{RewriteRow, RewriteSite, row};
use crate::operation::BitOperation;
use crate::pool::{Term, TermPool};
use crate::word::BitWord;

pub const NEGATE: [RewriteRow; 1] = [row("−−x = x", |pool, site| {
    pool.under(site.first(), &BitOperation::Negate)
})];

pub const ADD: [RewriteRow; 4] = [
    row("x + 0 = x", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.first())
    }),
    row("(x + c) + d = x + (c + d)", constants_together),
    row("x + −x = 0", |pool, site| {
        let (a, b) = site.pair();
        let cancel = pool.under(a, &BitOperation::Negate) == Some(b) || pool.under(b, &BitOperation::Negate) == Some(a);
        cancel.then(|| pool.nothing(site.sort))
    }),
    row("(x − y) + y = x", |pool, site| {
        let (a, b) = site.pair();
        let without = |pool: &TermPool, difference: Term, y: Term| {
            pool.under_two(difference, &BitOperation::Subtract)
                .filter(|(_, z)| *z == y)
        };
        let (x, _) = without(pool, a, b).or_else(|| without(pool, b, a))?;
        Some(x)
    }),
];

pub const SUBTRACT: [RewriteRow; 4] = [
    row("x − x = 0", |pool, site| {
        let (a, b) = site.pair();
        (a == b).then(|| pool.nothing(site.sort))
    }),
    row("0 − x = −x", |pool, site| {
        let (a, b) = site.pair();
        pool.is_zero(a).then(|| pool.negate(b))
    }),
    row("x − c = x + −c", |pool, site| {
        let (a, b) = site.pair();
        pool.known(b)?;
        let minus = pool.negate(b);
        Some(pool.add(a, minus))
    }),
    row("x − −y = x + y", |pool, site| {
        let (a, b) = site.pair();
        let y = pool.under(b, &BitOperation::Negate)?;
        Some(pool.add(a, y))
    }),
];

pub const MULTIPLY: [RewriteRow; 4] = [
    row("x·0 = 0", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.arguments[1])
    }),
    row("x·1 = x", |pool, site| {
        pool.is_one(site.arguments[1]).then(|| site.first())
    }),
    row("x·−1 = −x", |pool, site| {
        pool.is_ones(site.arguments[1]).then(|| pool.negate(site.first()))
    }),
    row("(x·c)·d = x·(c·d)", constants_together),
];

pub const DIVIDE: [RewriteRow; 4] = [
    row("x / 0 = −1 and x mod 0 = x, unsigned", |pool, site| {
        let (a, b) = site.pair();
        match site.operation {
            BitOperation::DivideUnsigned if pool.is_zero(b) => Some(pool.everything(site.sort)),
            BitOperation::RemainderUnsigned | BitOperation::RemainderSigned if pool.is_zero(b) => Some(a),
            _ => None,
        }
    }),
    row("x / 1 = x and x mod 1 = 0", by_one),
    row("x / 2^k = x >> k, unsigned", |pool, site| {
        let (a, b) = site.pair();
        let k = pool.known(b).and_then(power_of_two)?;
        let is_quotient = *site.operation == BitOperation::DivideUnsigned;
        is_quotient.then(|| {
            let k = pool.number(site.width(), k);
            pool.shift_right(a, k)
        })
    }),
    row("x mod 2^k = x ∧ (2^k − 1), unsigned", |pool, site| {
        let (a, b) = site.pair();
        let mask = pool
            .known(b)
            .filter(|word| power_of_two(word).is_some())?
            .unsigned()
            .clone()
            - 1u32;
        let is_rest = *site.operation == BitOperation::RemainderUnsigned;
        is_rest.then(|| {
            let mask = pool.number(site.width(), mask);
            pool.and(a, mask)
        })
    }),
];

/// In one bit, the signed 1 is −1 and does not divide like one.
fn by_one(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    use BitOperation::*;
    let (a, b) = site.pair();
    if !pool.is_one(b) || site.width() == 1 {
        return None;
    }
    match site.operation {
        DivideUnsigned | DivideSigned => Some(a),
        _ => Some(pool.nothing(site.sort)),
    }
}

/// k, if the word is 2^k.
fn power_of_two(word: &BitWord) -> Option<u32> {
    let one = word.unsigned().count_ones() == Some(1);
    one.then(|| word.unsigned().significant_bits() - 1)
}
