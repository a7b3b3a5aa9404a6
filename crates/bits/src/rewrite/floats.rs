//! Laws of float arithmetic, comparisons and classes.
//!
//! Few laws of numbers hold: not even x + 0 = x does, if x is −0, or a NaN that is not the usual one.

use super::{RewriteRow, RewriteSite, row};
use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, FloatOperation};
use crate::pool::{Term, TermPool};
use crate::word::BitWord;

pub const ARITHMETIC: [RewriteRow; 6] = [
    row("with NaN everything is NaN", |pool, site| {
        let (format, _) = parts(site)?;
        let has_nan = site.arguments.iter().any(|term| is_known_nan(pool, format, *term));
        has_nan.then(|| pool.constant(format.nan()))
    }),
    row("x − y = x + (−y)", |pool, site| {
        let (format, FloatOperation::Subtract(rounding)) = parts(site)? else {
            return None;
        };
        let (a, b) = site.pair();
        let minus = pool.float_negate(format, b);
        Some(pool.float_add(format, rounding, a, minus))
    }),
    row(
        "x + −0 = x, but downwards x + +0 = x, and NaN is the usual one",
        |pool, site| {
            let (format, FloatOperation::Add(rounding)) = parts(site)? else {
                return None;
            };
            let (a, b) = site.pair();
            let neutral = match rounding {
                Rounding::TowardNegative => BitWord::zero(format.width()),
                _ => format.sign(),
            };
            (*pool.known(b)? == neutral).then(|| quieted(pool, format, a))
        },
    ),
    row("x·1 = x / 1 = x, and NaN is the usual one", |pool, site| {
        let format = scale(site)?;
        let (a, b) = site.pair();
        (*pool.known(b)? == one(format)).then(|| quieted(pool, format, a))
    }),
    row("x·−1 = x / −1 = −x, and NaN is the usual one", |pool, site| {
        let format = scale(site)?;
        let (a, b) = site.pair();
        let minus = BitWord::new(
            format.width(),
            one(format).unsigned().clone() + format.sign().unsigned(),
        );
        (*pool.known(b)? == minus).then(|| {
            let negative = pool.float_negate(format, a);
            quieted(pool, format, negative)
        })
    }),
    row(
        "x / c = x·(1/c), if 1/c is a float: c is a power of two",
        |pool, site| {
            let (format, FloatOperation::Divide(rounding)) = parts(site)? else {
                return None;
            };
            let (x, c) = site.pair();
            let inverse = exact_inverse(pool, format, c)?;
            Some(pool.float_multiply(format, rounding, x, inverse))
        },
    ),
];

pub const COMPARE: [RewriteRow; 7] = [
    row("NaN compares to nothing", |pool, site| {
        let (format, _) = parts(site)?;
        let has_nan = site.arguments.iter().any(|term| is_known_nan(pool, format, *term));
        has_nan.then(|| pool.truth(false))
    }),
    row("x < x never; x = x and x ≤ x unless x is NaN", |pool, site| {
        let (format, operation) = parts(site)?;
        let (a, b) = site.pair();
        (a == b).then(|| match operation {
            FloatOperation::Less => pool.truth(false),
            _ => number(pool, format, a),
        })
    }),
    row("nothing is less than −∞ or greater than +∞", |pool, site| {
        let (format, FloatOperation::Less) = parts(site)? else {
            return None;
        };
        let (a, b) = site.pair();
        let at_end = pool.known(b) == Some(&negative_infinity(format)) || pool.known(a) == Some(&format.infinity());
        at_end.then(|| pool.truth(false))
    }),
    row("−∞ ≤ x ≤ +∞ unless x is NaN", |pool, site| {
        let (format, FloatOperation::AtMost) = parts(site)? else {
            return None;
        };
        let (a, b) = site.pair();
        if pool.known(a) == Some(&negative_infinity(format)) {
            return Some(number(pool, format, b));
        }
        (pool.known(b) == Some(&format.infinity())).then(|| number(pool, format, a))
    }),
    row("−x < −y where y < x", |pool, site| {
        let (format, operation) = parts(site)?;
        let (a, b) = site.pair();
        let (x, y) = (negated(pool, format, a)?, negated(pool, format, b)?);
        Some(pool.float(format, operation, &[y, x]))
    }),
    row(
        "floats of a greater format are ordered as those that they were made of",
        narrowed,
    ),
    row(
        "x < c where x ≤ the float below c, if c is none of the format that x was made of",
        between_floats,
    ),
];

pub const CLASS: [RewriteRow; 5] = [
    row("the sign changes no class", |pool, site| {
        let (format, operation) = parts(site)?;
        let x = signless(pool, format, site.first())?;
        Some(pool.float(format, operation, &[x]))
    }),
    row(
        "the float of an integer is neither NaN nor subnormal, and infinite only if the format is small",
        |pool, site| {
            let (format, operation) = parts(site)?;
            let (_, width) = from_word(pool, format, site.first())?;
            let never = match operation {
                FloatOperation::IsNan | FloatOperation::IsSubnormal => true,
                // A number below 2^width becomes at most 2^width.
                FloatOperation::IsInfinite => i64::from(width) <= format.bias(),
                _ => false,
            };
            never.then(|| pool.truth(false))
        },
    ),
    row("the float of an integer is zero where that is", |pool, site| {
        let (format, FloatOperation::IsZero) = parts(site)? else {
            return None;
        };
        let (x, width) = from_word(pool, format, site.first())?;
        let zero = pool.number(width, 0);
        Some(pool.equal(x, zero))
    }),
    row(
        "conversions and roundings to integers keep NaN, and make none",
        |pool, site| {
            let (format, FloatOperation::IsNan) = parts(site)? else {
                return None;
            };
            let (from, operation) = float_parts(pool.operation(site.first()))?;
            let x = pool.arguments(site.first())[0];
            match operation {
                FloatOperation::Convert(to, _) if to == format => Some(pool.is_nan(from, x)),
                FloatOperation::Integral(_) if from == format => Some(pool.is_nan(from, x)),
                _ => None,
            }
        },
    ),
    row(
        "a choice with a known arm is of a class as its arms are",
        |pool, site| {
            let (format, operation) = parts(site)?;
            let (c, a, b) = pool.choice(site.first())?;
            let known = pool.is_constant(a) || pool.is_constant(b);
            known.then(|| {
                let [first, second] = [a, b].map(|arm| pool.float(format, operation, &[arm]));
                pool.choose(c, first, second)
            })
        },
    ),
];

/// Format and operation of a site.
pub fn parts(site: &RewriteSite) -> Option<(FloatFormat, FloatOperation)> {
    float_parts(site.operation)
}

/// Format and operation, if it is one on floats.
pub fn float_parts(operation: &BitOperation) -> Option<(FloatFormat, FloatOperation)> {
    match operation {
        BitOperation::Float(format, operation) => Some((*format, *operation)),
        _ => None,
    }
}

/// x, with every NaN made the usual one. What float operations give has no other.
pub fn quieted(pool: &mut TermPool, format: FloatFormat, x: Term) -> Term {
    if gives_usual_nan(pool, format, x) {
        return x;
    }
    let (is_nan, usual) = (pool.is_nan(format, x), pool.constant(format.nan()));
    pool.choose(is_nan, usual, x)
}

fn gives_usual_nan(pool: &TermPool, format: FloatFormat, x: Term) -> bool {
    match float_parts(pool.operation(x)) {
        Some((_, FloatOperation::Convert(to, _))) => to == format,
        Some((from, FloatOperation::FromSigned(..) | FloatOperation::FromUnsigned(..))) => from == format,
        Some((from, _)) => from == format && pool.sort(x).width() == format.width() && is_arithmetic(pool, x),
        None => false,
    }
}

fn is_arithmetic(pool: &TermPool, x: Term) -> bool {
    use FloatOperation::*;
    let operation = float_parts(pool.operation(x)).map(|(_, operation)| operation);
    matches!(
        operation,
        Some(Add(_) | Subtract(_) | Multiply(_) | Divide(_) | Fma(_) | SquareRoot(_) | Integral(_))
    )
}

/// The format of a product or quotient.
fn scale(site: &RewriteSite) -> Option<FloatFormat> {
    let (format, operation) = parts(site)?;
    matches!(operation, FloatOperation::Multiply(_) | FloatOperation::Divide(_)).then_some(format)
}

/// 1/c of a constant that has no other value whichever way it is rounded, and is neither zero nor infinite nor NaN.
/// Then x/c and x·(1/c) are the same number, and are rounded alike; a divider is many times as large as such a product.
fn exact_inverse(pool: &mut TermPool, format: FloatFormat, c: Term) -> Option<Term> {
    pool.known(c)?;
    let one = pool.constant(one(format));
    let below = pool.float_divide(format, Rounding::TowardNegative, one, c);
    let above = pool.float_divide(format, Rounding::TowardPositive, one, c);
    let magnitude = pool.known(below)?.slice(format.width() - 2, 0);
    let is_number = !magnitude.is_zero() && magnitude < format.infinity().slice(format.width() - 2, 0);
    (below == above && is_number).then_some(below)
}

/// 1.0: the biased exponent 0, and no fraction.
fn one(format: FloatFormat) -> BitWord {
    BitWord::new(format.width(), rug::Integer::from(format.bias()) << format.fraction())
}

fn negative_infinity(format: FloatFormat) -> BitWord {
    BitWord::new(
        format.width(),
        format.infinity().unsigned().clone() + format.sign().unsigned(),
    )
}

/// That x is not NaN.
fn number(pool: &mut TermPool, format: FloatFormat, x: Term) -> Term {
    let is_nan = pool.is_nan(format, x);
    pool.not(is_nan)
}

fn is_known_nan(pool: &TermPool, format: FloatFormat, term: Term) -> bool {
    let infinity = format.infinity();
    let is_nan = |word: &BitWord| word.slice(format.width() - 2, 0) > infinity.slice(format.width() - 2, 0);
    pool.known(term).is_some_and(is_nan)
}

/// x, if the term is −x or a constant, which is the negative of another.
fn negated(pool: &mut TermPool, format: FloatFormat, term: Term) -> Option<Term> {
    let (x, c) = pool.with_known(term, &BitOperation::Xor)?;
    (*pool.known(c)? == format.sign()).then_some(x)
}

/// x, if the term is x with another sign: cleared, set or inverted.
fn signless(pool: &TermPool, format: FloatFormat, term: Term) -> Option<Term> {
    let sign = format.sign();
    let rest = BitWord::new(format.width(), sign.unsigned().clone() - 1u32);
    let masks = [
        (BitOperation::And, rest),
        (BitOperation::Or, sign.clone()),
        (BitOperation::Xor, sign),
    ];
    let under = |(operation, mask): &(BitOperation, BitWord)| {
        let (x, c) = pool.with_known(term, operation)?;
        (pool.known(c) == Some(mask)).then_some(x)
    };
    masks.iter().find_map(under)
}

/// The integer and its width, if the term is the float of one.
pub fn from_word(pool: &TermPool, format: FloatFormat, term: Term) -> Option<(Term, u32)> {
    match float_parts(pool.operation(term))? {
        (into, FloatOperation::FromSigned(width, _) | FloatOperation::FromUnsigned(width, _)) if into == format => {
            Some((pool.arguments(term)[0], width))
        }
        _ => None,
    }
}

/// The comparison before widening, of two widened floats, or of one and a constant that the smaller format has too.
fn narrowed(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (format, operation) = parts(site)?;
    let (a, b) = site.pair();
    let from = widened(pool, format, a).or_else(|| widened(pool, format, b))?.1;
    let [x, y] = [a, b].map(|term| narrow(pool, format, from, term));
    Some(pool.float(from, operation, &[x?, y?]))
}

/// The comparison with the neighbour of a constant that lies between two floats of the smaller format: `(double)x < 0.1`
/// of a float x. Nothing is equal to such a constant, so that strictness does not matter.
fn between_floats(pool: &mut TermPool, site: &RewriteSite) -> Option<Term> {
    let (format, operation) = parts(site)?;
    let (a, b) = site.pair();
    let constant_is_second = pool.is_constant(b);
    let (wide, c) = if constant_is_second { (a, b) } else { (b, a) };
    let (x, from) = widened(pool, format, wide).filter(|_| pool.is_constant(c))?;
    if is_known_nan(pool, format, c) || narrow(pool, format, from, c).is_some() {
        return None;
    }
    if operation == FloatOperation::Equal {
        return Some(pool.truth(false));
    }
    if constant_is_second {
        let below = pool.float_convert(format, from, Rounding::TowardNegative, c);
        return Some(pool.float_at_most(from, x, below));
    }
    let above = pool.float_convert(format, from, Rounding::TowardPositive, c);
    Some(pool.float_at_most(from, above, x))
}

/// The float of the smaller format that a term was made of, or that a constant is.
fn narrow(pool: &mut TermPool, format: FloatFormat, from: FloatFormat, term: Term) -> Option<Term> {
    if let Some((x, _)) = widened(pool, format, term).filter(|(_, other)| *other == from) {
        return Some(x);
    }
    pool.known(term)?;
    let small = pool.float_convert(format, from, Rounding::TowardZero, term);
    let again = pool.float_convert(from, format, Rounding::TowardZero, small);
    (again == term).then_some(small)
}

/// The float and its format, if the term is that float in a format that has all of its numbers.
pub fn widened(pool: &TermPool, format: FloatFormat, term: Term) -> Option<(Term, FloatFormat)> {
    match float_parts(pool.operation(term))? {
        (from, FloatOperation::Convert(to, _)) if to == format && holds(to, from) => {
            Some((pool.arguments(term)[0], from))
        }
        _ => None,
    }
}

/// Whether all numbers of one format are numbers of another.
fn holds(to: FloatFormat, from: FloatFormat) -> bool {
    to.exponent >= from.exponent && to.significand >= from.significand
}
