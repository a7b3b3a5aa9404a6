//! The range of a result from the ranges of the operands.
//!
//! Float operations are rounded to nearest. Functions of the maths library are assumed to be within 2^-40 of the exact
//! value, relatively, in doubles, and 2^-16 in the shorter format; that is thousands of times what they promise.

use inkwell::values::InstructionOpcode;
use interval::{Binary, Definedness, FloatEnclosure, Unary};

use super::range::{FloatRange, Integers};
use crate::branch::FloatFormat;

/// A float operation of two operands.
pub(crate) fn float_binary(f: Binary, a: FloatRange, b: FloatRange, format: FloatFormat) -> FloatRange {
    let nan = a.nan || b.nan;
    if a.is_empty() || b.is_empty() {
        return FloatRange {
            nan,
            ..FloatRange::NONE
        };
    }
    let (Some(x), Some(y)) = (a.reals(), b.reals()) else {
        return FloatRange::ALL;
    };
    let (x, y) = (FloatEnclosure::everywhere(x), FloatEnclosure::everywhere(y));
    enclosed(FloatEnclosure::binary(f, x, y), nan).rounded(format)
}

/// A float operation of one operand.
pub(crate) fn float_unary(f: Unary, a: FloatRange, format: FloatFormat) -> FloatRange {
    if a.is_empty() {
        return a;
    }
    let Some(x) = a.reals() else { return FloatRange::ALL };
    enclosed(FloatEnclosure::unary(f, FloatEnclosure::everywhere(x)), a.nan).rounded(format)
}

/// Where the function has no value, the machine has an infinity or NaN.
fn enclosed(values: FloatEnclosure, nan: bool) -> FloatRange {
    if values.defined != Definedness::Everywhere {
        return FloatRange::ALL;
    }
    FloatRange {
        lo: values.range.lo(),
        hi: values.range.hi(),
        nan,
    }
}

/// The other zero is always there too; changing signs and cutting them off is exact.
pub(crate) fn negated(a: FloatRange) -> FloatRange {
    FloatRange {
        lo: -a.hi,
        hi: -a.lo,
        nan: a.nan,
    }
}

/// |a|
pub(crate) fn magnitude(a: FloatRange) -> FloatRange {
    if a.is_empty() {
        return a;
    }
    let lo = if a.excludes_zero() {
        a.lo.abs().min(a.hi.abs())
    } else {
        0.0
    };
    FloatRange {
        lo,
        hi: a.lo.abs().max(a.hi.abs()),
        nan: a.nan,
    }
}

/// A call of the maths library.
pub(crate) fn call(name: &str, a: FloatRange, b: Option<FloatRange>, format: FloatFormat) -> FloatRange {
    let exact = [
        "sqrt",
        "floor",
        "ceil",
        "trunc",
        "round",
        "nearbyint",
        "fmod",
        "remainder",
    ]
    .contains(&name);
    let made = match (name, b) {
        // Near their zeros and poles, libraries promise no relative error for these.
        ("lgamma" | "tgamma", _) => return FloatRange::ALL,
        // The sign of a zero decides between π and −π, and ranges do not tell it.
        ("atan2", Some(b)) => return half_turns(a.nan || b.nan),
        ("fabs", _) => return magnitude(a),
        ("rint", _) => return float_unary(Unary::Nearbyint, a, format),
        ("fmin", Some(b)) => return least(a, b),
        ("fmax", Some(b)) => return negated(least(negated(a), negated(b))),
        (_, Some(b)) => Binary::from_name(name).map(|f| float_binary(f, a, b, format)),
        (_, None) => Unary::from_name(name).map(|f| float_unary(f, a, format)),
    };
    match made {
        Some(made) if exact => made,
        Some(made) => loosened(made, name, format),
        None => FloatRange::ALL,
    }
}

/// All angles, with room for rounding.
fn half_turns(nan: bool) -> FloatRange {
    FloatRange {
        nan,
        ..FloatRange::between(-3.15, 3.15)
    }
}

/// An operand that is NaN leaves the other one, except for a signalling NaN, of which libraries make a NaN.
fn least(a: FloatRange, b: FloatRange) -> FloatRange {
    let both = FloatRange {
        lo: a.lo.min(b.lo),
        hi: a.hi.min(b.hi),
        nan: a.nan || b.nan,
    };
    let without_a = if a.nan { both.join(b) } else { both };
    if b.nan { without_a.join(a) } else { without_a }
}

/// Functions that are never negative, however they are rounded.
const NEVER_NEGATIVE: [&str; 7] = ["exp", "exp2", "exp10", "cosh", "hypot", "erfc", "acosh"];

fn loosened(made: FloatRange, name: &str, format: FloatFormat) -> FloatRange {
    if made.is_empty() {
        return made;
    }
    // Among subnormal numbers there is no relative error to speak of.
    let (part, least) = match format {
        FloatFormat::F32 => ((-16f64).exp2(), f64::from(f32::MIN_POSITIVE)),
        FloatFormat::F64 | FloatFormat::F80 => ((-40f64).exp2(), f64::MIN_POSITIVE),
    };
    let slack = |bound: f64| (bound.abs() * part).next_up().max(least);
    let lo = (made.lo - slack(made.lo)).next_down();
    let hi = (made.hi + slack(made.hi)).next_up();
    let lo = if NEVER_NEGATIVE.contains(&name) {
        lo.max(0.0)
    } else {
        lo
    };
    FloatRange { lo, hi, ..made }.rounded(format)
}

/// An operation of two integers that wraps.
pub(crate) fn integer_binary(opcode: InstructionOpcode, a: Integers, b: Integers, bits: u32) -> Integers {
    use InstructionOpcode as Op;
    if a.is_empty() || b.is_empty() {
        return Integers::NONE;
    }
    let positive = a.lo >= 0 && b.lo >= 0;
    match opcode {
        Op::Add | Op::Sub | Op::Mul => exact(opcode, a, b).map_or(Integers::all(bits), |made| made.wrapped(bits)),
        Op::SDiv => quotient(a, b, bits),
        Op::UDiv if positive => quotient(a, b, bits),
        Op::SRem => remainder(a, b, bits),
        Op::URem if positive => remainder(a, b, bits),
        Op::And if a.lo >= 0 || b.lo >= 0 => masked(a, b),
        Op::LShr if a.lo >= 0 => Integers { lo: 0, hi: a.hi },
        _ => Integers::all(bits),
    }
}

/// The exact results of a sum, difference or product.
pub(crate) fn exact(opcode: InstructionOpcode, a: Integers, b: Integers) -> Option<Integers> {
    use InstructionOpcode as Op;
    match opcode {
        Op::Add => Some(Integers {
            lo: a.lo + b.lo,
            hi: a.hi + b.hi,
        }),
        Op::Sub => Some(Integers {
            lo: a.lo - b.hi,
            hi: a.hi - b.lo,
        }),
        Op::Mul => Some(corners(a, b, |x, y| x * y)),
        _ => None,
    }
}

/// The extremes of an operation that is monotone in each operand. Integers of 64 bits have products of 128.
fn corners(a: Integers, b: Integers, f: impl Fn(i128, i128) -> i128) -> Integers {
    let all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
    Integers {
        lo: all.into_iter().fold(i128::MAX, i128::min),
        hi: all.into_iter().fold(i128::MIN, i128::max),
    }
}

fn quotient(a: Integers, b: Integers, bits: u32) -> Integers {
    if b.contains(0) {
        return Integers::all(bits);
    }
    corners(a, b, |x, y| x / y).wrapped(bits)
}

/// The remainder has the sign of the dividend and is smaller than the divisor.
fn remainder(a: Integers, b: Integers, bits: u32) -> Integers {
    if b.contains(0) {
        return Integers::all(bits);
    }
    let most = b.lo.abs().max(b.hi.abs()) - 1;
    Integers {
        lo: if a.lo < 0 { -most } else { 0 },
        hi: if a.hi > 0 { most } else { 0 },
    }
}

/// A mask that is not negative bounds the result.
fn masked(a: Integers, b: Integers) -> Integers {
    let bound = |x: Integers| if x.lo >= 0 { x.hi } else { i128::MAX };
    Integers {
        lo: 0,
        hi: bound(a).min(bound(b)),
    }
}
