//! Laws of conversions: what comes back unchanged.

use super::floats::{float_parts, from_word, parts, quieted, widened};
use super::{RewriteRow, RewriteSite, row};
use crate::format::FloatFormat;
use crate::operation::FloatOperation;
use crate::pool::{Term, TermPool};

pub const CONVERT: [RewriteRow; 2] = [
    row(
        "into its own format a float stays, and NaN is the usual one",
        |pool, site| {
            let (from, FloatOperation::Convert(to, _)) = parts(site)? else {
                return None;
            };
            (from == to).then(|| quieted(pool, from, site.first()))
        },
    ),
    row(
        "what was widened comes back as it was, and NaN is the usual one",
        |pool, site| {
            let (wide, FloatOperation::Convert(to, _)) = parts(site)? else {
                return None;
            };
            let (x, from) = widened(pool, wide, site.first())?;
            (from == to).then(|| quieted(pool, from, x))
        },
    ),
];

pub const INTEGRAL: [RewriteRow; 2] = [
    row("what was rounded to an integer is one", |pool, site| {
        let (format, _) = parts(site)?;
        match float_parts(pool.operation(site.first()))? {
            (from, FloatOperation::Integral(_)) if from == format => Some(site.first()),
            _ => None,
        }
    }),
    row(
        "the float of an integer is one, if the greatest float is",
        |pool, site| {
            let (format, _) = parts(site)?;
            // Integers that are too great may become the greatest float, whose last bit weighs 2^(bias − fraction).
            let greatest_is_integer = format.bias() >= i64::from(format.fraction());
            from_word(pool, format, site.first()).filter(|_| greatest_is_integer)?;
            Some(site.first())
        },
    ),
];

pub const TO_WORD: [RewriteRow; 2] = [
    row(
        "an integer that a float holds exactly comes back extended",
        |pool, site| {
            let trip = RoundTrip::of(pool, site)?;
            let (_, operation) = parts(site)?;
            let is_value = matches!(operation, FloatOperation::ToSigned(..) | FloatOperation::ToUnsigned(..));
            is_value.then(|| trip.extended(pool))
        },
    ),
    row(
        "an integer that a float holds exactly fits a word that is not narrower",
        |pool, site| {
            RoundTrip::of(pool, site)?;
            let (_, operation) = parts(site)?;
            let is_question = matches!(
                operation,
                FloatOperation::FitsSigned(..) | FloatOperation::FitsUnsigned(..)
            );
            is_question.then(|| pool.truth(true))
        },
    ),
];

/// An integer that became a float, exactly, and becomes an integer again that has room for it.
struct RoundTrip {
    integer: Term,
    more: u32,
    is_signed: bool,
}

impl RoundTrip {
    fn of(pool: &TermPool, site: &RewriteSite) -> Option<RoundTrip> {
        let (format, operation) = parts(site)?;
        let (integer, width) = from_word(pool, format, site.first())?;
        let (_, from) = float_parts(pool.operation(site.first()))?;
        let from_signed = matches!(from, FloatOperation::FromSigned(..));
        let (target, to_signed) = target(operation)?;
        let needed = match (from_signed, to_signed) {
            (true, true) | (false, false) => width,
            (false, true) => width + 1,
            // A negative number has no unsigned word.
            (true, false) => return None,
        };
        let fine = is_exact(format, width, from_signed) && target >= needed;
        fine.then(|| RoundTrip {
            integer,
            more: target - width,
            is_signed: from_signed,
        })
    }

    fn extended(&self, pool: &mut TermPool) -> Term {
        if self.is_signed {
            pool.extend_sign(self.integer, self.more)
        } else {
            pool.extend_zero(self.integer, self.more)
        }
    }
}

fn target(operation: FloatOperation) -> Option<(u32, bool)> {
    match operation {
        FloatOperation::ToSigned(width, _) | FloatOperation::FitsSigned(width, _) => Some((width, true)),
        FloatOperation::ToUnsigned(width, _) | FloatOperation::FitsUnsigned(width, _) => Some((width, false)),
        _ => None,
    }
}

/// Whether all magnitudes of a word are floats: up to 2^n − 1, and −2^n if signed.
fn is_exact(format: FloatFormat, width: u32, is_signed: bool) -> bool {
    let n = width - u32::from(is_signed);
    n <= format.significand && i64::from(n) <= format.bias()
}
