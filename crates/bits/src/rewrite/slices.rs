//! Laws of what moves bits: shifts by constants, concatenation, extraction, extension.

use super::{RewriteRow, RewriteSite, row};
use crate::operation::BitOperation;
use crate::pool::{Term, TermPool};

pub const SHIFT: [RewriteRow; 4] = [
    row("x << 0 = x", |pool, site| {
        pool.is_zero(site.arguments[1]).then(|| site.first())
    }),
    row("0 << k = 0", |pool, site| {
        pool.is_zero(site.first()).then(|| site.first())
    }),
    row(
        "by a constant not below the width, nothing is left but the sign",
        shifted_out,
    ),
    row(
        "by a constant k, a shift is a part of x between zeros or signs",
        shifted_by_known,
    ),
];

pub const CONCAT: [RewriteRow; 2] = [
    row("0 above x = x extended with zeros", |pool, site| {
        let (a, b) = site.pair();
        let more = pool.width(a);
        pool.is_zero(a).then(|| pool.extend_zero(b, more))
    }),
    row("x[h..m] above x[m−1..l] = x[h..l]", |pool, site| {
        let (a, b) = site.pair();
        let ((x, high, m), (y, n, low)) = (slice(pool, a)?, slice(pool, b)?);
        (x == y && m == n + 1).then(|| pool.extract(x, high, low))
    }),
];

pub const EXTRACT: [RewriteRow; 7] = [
    row("all bits of x = x", |pool, site| {
        (pool.width(site.first()) == site.width()).then(|| site.first())
    }),
    row("x[h..l][i..j] = x[l+i..l+j]", |pool, site| {
        let (high, low) = bounds(site)?;
        let (x, _, base) = slice(pool, site.first())?;
        Some(pool.extract(x, base + high, base + low))
    }),
    row(
        "a part of x above y, within one of them, is a part of that",
        part_of_concat,
    ),
    row(
        "a part of x extended with zeros is a part of x, or zero, or both",
        part_of_zeros,
    ),
    row(
        "a part of x extended with signs, within x, is a part of x",
        |pool, site| {
            let (high, low) = bounds(site)?;
            let BitOperation::ExtendSign(_) = pool.operation(site.first()) else {
                return None;
            };
            let x = pool.arguments(site.first())[0];
            (high < pool.width(x)).then(|| pool.extract(x, high, low))
        },
    ),
    row(
        "(x ∘ c)[h..l] = x[h..l] ∘ c[h..l] for what goes bit by bit",
        part_of_masked,
    ),
    row(
        "the low bits of +, −, · of extended words are those of the words",
        low_part_of_arithmetic,
    ),
];

pub const EXTEND: [RewriteRow; 4] = [
    row("x extended by nothing = x", |pool, site| {
        (pool.width(site.first()) == site.width()).then(|| site.first())
    }),
    row("zeros above zeros are zeros", |pool, site| {
        let BitOperation::ExtendZero(more) = *site.operation else {
            return None;
        };
        let (x, less) = zeros_above(pool, site.first())?;
        Some(pool.extend_zero(x, more + less))
    }),
    row("signs above zeros are zeros", |pool, site| {
        let BitOperation::ExtendSign(more) = *site.operation else {
            return None;
        };
        let (x, less) = zeros_above(pool, site.first()).filter(|(_, less)| *less > 0)?;
        Some(pool.extend_zero(x, more + less))
    }),
    row("signs above signs are signs", |pool, site| {
        let BitOperation::ExtendSign(more) = *site.operation else {
            return None;
        };
        let BitOperation::ExtendSign(less) = *pool.operation(site.first()) else {
            return None;
        };
        let x = pool.arguments(site.first())[0];
        Some(pool.extend_sign(x, more + less))
    }),
];

fn bounds(site: &RewriteSite) -> Option<(u32, u32)> {
    match site.operation {
        BitOperation::Extract { high, low } => Some((*high, *low)),
        _ => None,
    }
}

/// Of what a term is a part, and from where to where.
fn slice(pool: &TermPool, term: Term) -> Option<(Term, u32, u32)> {
    match pool.operation(term) {
        BitOperation::Extract { high, low } => Some((pool.arguments(term)[0], *high, *low)),
        _ => None,
    }
}

/// What stands below zeros, and below how many.
pub fn zeros_above(pool: &TermPool, term: Term) -> Option<(Term, u32)> {
    match pool.operation(term) {
        BitOperation::ExtendZero(more) => Some((pool.arguments(term)[0], *more)),
        _ => None,
    }
}

/// The constant amount of a shift, if it is below the width.
fn near_amount(pool: &TermPool, site: &RewriteSite) -> Option<u32> {
    let amount = pool.known(site.arguments[1])?.unsigned().to_u32()?;
    (amount < site.width()).then_some(amount)
}

fn shifted_out(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    pool.known(site.arguments[1])?;
    if near_amount(pool, site).is_some() {
        return None;
    }
    match site.operation {
        BitOperation::ShiftRightSigned => {
            let top = site.width() - 1;
            let sign = pool.extract(site.first(), top, top);
            Some(pool.extend_sign(sign, top))
        }
        _ => Some(pool.nothing(site.sort)),
    }
}

fn shifted_by_known(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let k = near_amount(pool, site).filter(|k| *k > 0)?;
    let (x, top) = (site.first(), site.width() - 1);
    if *site.operation == BitOperation::ShiftLeft {
        let (kept, zeros) = (pool.extract(x, top - k, 0), pool.number(k, 0));
        return Some(pool.concat(kept, zeros));
    }
    let kept = pool.extract(x, top, k);
    match site.operation {
        BitOperation::ShiftRight => Some(pool.extend_zero(kept, k)),
        _ => Some(pool.extend_sign(kept, k)),
    }
}

fn part_of_concat(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (high, low) = bounds(site)?;
    let (x, y) = pool.under_two(site.first(), &BitOperation::Concat)?;
    let below = pool.width(y);
    if high < below {
        return Some(pool.extract(y, high, low));
    }
    (low >= below).then(|| pool.extract(x, high - below, low - below))
}

fn part_of_zeros(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (high, low) = bounds(site)?;
    let (x, _) = zeros_above(pool, site.first())?;
    let below = pool.width(x);
    if low >= below {
        return Some(pool.nothing(site.sort));
    }
    let kept = pool.extract(x, high.min(below - 1), low);
    Some(pool.extend_zero(kept, (high + 1).saturating_sub(below)))
}

fn part_of_masked(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (high, low) = bounds(site)?;
    let operation = pool.operation(site.first()).clone();
    if !matches!(operation, BitOperation::And | BitOperation::Or | BitOperation::Xor) {
        return None;
    }
    let (x, c) = pool.with_known(site.first(), &operation)?;
    let parts = [x, c].map(|term| pool.extract(term, high, low));
    pool.apply(operation, &parts).ok()
}

/// What C makes of arithmetic on narrow integers. Only extensions are entered, lest long sums be copied.
fn low_part_of_arithmetic(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    use BitOperation::*;
    let (high, _) = bounds(site).filter(|(_, low)| *low == 0)?;
    let operation = pool.operation(site.first()).clone();
    let arguments = pool.arguments(site.first()).to_vec();
    let is_arithmetic = matches!(operation, Add | Subtract | Multiply | Negate);
    if !is_arithmetic || !arguments.iter().all(|term| is_wide(pool, *term)) {
        return None;
    }
    let parts: Vec<Term> = arguments.iter().map(|term| pool.extract(*term, high, 0)).collect();
    pool.apply(operation, &parts).ok()
}

/// A constant or an extension of something narrower.
fn is_wide(pool: &TermPool, term: Term) -> bool {
    use BitOperation::*;
    matches!(pool.operation(term), Constant(_) | ExtendZero(_) | ExtendSign(_))
}
