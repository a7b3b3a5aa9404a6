//! Laws of equality and of the orders of words.

use super::slices::zeros_above;
use super::{RewriteRow, RewriteSite, row};
use crate::operation::{BitOperation, BitSort};
use crate::pool::{Term, TermPool};
use crate::word::BitWord;

pub const EQUAL: [RewriteRow; 8] = [
    row("x = x", |pool, site| {
        let (a, b) = site.pair();
        (a == b).then(|| pool.truth(true))
    }),
    row("x ≠ ¬x", |pool, site| {
        let (a, b) = site.pair();
        pool.are_inverse(a, b).then(|| pool.truth(false))
    }),
    row("of truth values, (x = true) = x and (x = false) = ¬x", |pool, site| {
        let (a, b) = site.pair();
        match pool.operation(b) {
            BitOperation::Truth(true) => Some(a),
            BitOperation::Truth(false) => Some(pool.not(a)),
            _ => None,
        }
    }),
    row("(c ? k : l) = m of constants is what c says", choice_equals_known),
    row("x ∘ c = d where x = d ∘' c, for +, ⊕", moved_across),
    row("¬x = c where x = ¬c, −x = c where x = −c", |pool, site| {
        let (a, c) = site.pair();
        let operation = pool.operation(a).clone();
        let turns = matches!(operation, BitOperation::Not | BitOperation::Negate) && pool.is_constant(c);
        let x = turns.then(|| pool.arguments(a)[0])?;
        let c = pool.apply(operation, &[c]).ok()?;
        Some(pool.equal(x, c))
    }),
    row("x above y = c where both are the parts of c", concat_equals_known),
    row(
        "x extended = c where x is the low part of c and the rest fits; x extended = y extended where x = y",
        extended,
    ),
];

pub const ORDER: [RewriteRow; 6] = [
    row("x < x never, x ≤ x always", |pool, site| {
        let (a, b) = site.pair();
        (a == b).then(|| pool.truth(!is_strict(site)))
    }),
    row(
        "nothing is below the least, which is at most everything",
        |pool, site| {
            let (a, b) = site.pair();
            let end = if is_strict(site) { b } else { a };
            (*pool.known(end)? == least(site, pool, a)).then(|| pool.truth(!is_strict(site)))
        },
    ),
    row(
        "nothing is above the greatest, and everything is at most that",
        |pool, site| {
            let (a, b) = site.pair();
            let end = if is_strict(site) { a } else { b };
            (*pool.known(end)? == greatest(site, pool, a)).then(|| pool.truth(!is_strict(site)))
        },
    ),
    row(
        "least < x where x ≠ least, x < greatest where x ≠ greatest",
        |pool, site| {
            let (a, b) = site.pair();
            let ends = (least(site, pool, a), greatest(site, pool, a));
            let at_end = pool.known(a) == Some(&ends.0) || pool.known(b) == Some(&ends.1);
            (is_strict(site) && at_end).then(|| pool.differ(a, b))
        },
    ),
    row(
        "x ≤ least where x = least, greatest ≤ x where x = greatest",
        |pool, site| {
            let (a, b) = site.pair();
            let ends = (least(site, pool, a), greatest(site, pool, a));
            let at_end = pool.known(b) == Some(&ends.0) || pool.known(a) == Some(&ends.1);
            (!is_strict(site) && at_end).then(|| pool.equal(a, b))
        },
    ),
    row("extensions are ordered as what they extend", order_of_extended),
];

fn is_strict(site: &RewriteSite) -> bool {
    matches!(site.operation, BitOperation::LessUnsigned | BitOperation::LessSigned)
}

fn is_signed(site: &RewriteSite) -> bool {
    matches!(site.operation, BitOperation::LessSigned | BitOperation::AtMostSigned)
}

fn least(site: &RewriteSite, pool: &TermPool, of: Term) -> BitWord {
    let width = pool.width(of);
    if is_signed(site) {
        BitWord::top(width)
    } else {
        BitWord::zero(width)
    }
}

fn greatest(site: &RewriteSite, pool: &TermPool, of: Term) -> BitWord {
    let width = pool.width(of);
    if is_signed(site) {
        BitWord::new(width, BitWord::top(width).unsigned().clone() - 1u32)
    } else {
        BitWord::ones(width)
    }
}

fn choice_equals_known(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, m) = site.pair();
    let (c, k, l) = pool.choice(a)?;
    let known = [k, l, m].iter().all(|term| pool.is_constant(*term));
    known.then(|| {
        let (first, second) = (pool.equal(k, m), pool.equal(l, m));
        pool.choose(c, first, second)
    })
}

fn moved_across(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, d) = site.pair();
    let operation = pool.operation(a).clone();
    let inverse = match operation {
        BitOperation::Add => BitOperation::Subtract,
        BitOperation::Xor => BitOperation::Xor,
        _ => return None,
    };
    let (x, c) = pool.with_known(a, &operation).filter(|_| pool.is_constant(d))?;
    let value = pool.apply(inverse, &[d, c]).ok()?;
    Some(pool.equal(x, value))
}

fn concat_equals_known(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, c) = site.pair();
    let (x, y) = pool
        .under_two(a, &BitOperation::Concat)
        .filter(|_| pool.is_constant(c))?;
    let (below, width) = (pool.width(y), pool.width(a));
    let (high, low) = (pool.extract(c, width - 1, below), pool.extract(c, below - 1, 0));
    let (high, low) = (pool.equal(x, high), pool.equal(y, low));
    Some(pool.and(high, low))
}

/// The extension of both sides, or of one with a constant on the other: the constant must be the extension of its low part.
fn extended(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    use BitOperation::*;
    let (a, b) = site.pair();
    let extension = pool.operation(a).clone();
    if !matches!(extension, ExtendZero(_) | ExtendSign(_)) {
        return None;
    }
    let x = pool.arguments(a)[0];
    if let Some(y) = pool.under(b, &extension) {
        return (pool.width(x) == pool.width(y)).then(|| pool.equal(x, y));
    }
    pool.known(b)?;
    let low = pool.extract(b, pool.width(x) - 1, 0);
    let fits = pool.apply(extension, &[low]).ok()? == b;
    Some(if fits { pool.equal(x, low) } else { pool.truth(false) })
}

fn order_of_extended(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (a, b) = site.pair();
    if let (Some((x, more)), Some((y, other))) = (zeros_above(pool, a), zeros_above(pool, b)) {
        // Below zeros, nothing is negative.
        let unsigned = if is_strict(site) {
            BitOperation::LessUnsigned
        } else {
            BitOperation::AtMostUnsigned
        };
        return (more == other && more > 0)
            .then(|| pool.apply(unsigned, &[x, y]).ok())
            .flatten();
    }
    let extension = pool.operation(a).clone();
    let BitOperation::ExtendSign(_) = extension else {
        return None;
    };
    let (x, y) = (pool.arguments(a)[0], pool.under(b, &extension)?);
    // Copies of the sign keep both orders.
    let same = pool.sort(x) == pool.sort(y) && matches!(pool.sort(x), BitSort::Bits(_));
    same.then(|| pool.apply(site.operation.clone(), &[x, y]).ok()).flatten()
}
