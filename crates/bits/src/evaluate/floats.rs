//! The values of operations on floats: as real numbers, then rounded once.

use super::exact::{ExactReal, signed};
use crate::format::{FloatFormat, Rounding};
use crate::operation::FloatOperation;
use crate::word::{BitWord, power};
use rug::Integer;
use std::cmp::Ordering;

/// What a pattern stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloatValue {
    /// No number.
    Nan,
    /// One of the infinities.
    Infinite {
        /// The one below all numbers.
        negative: bool,
    },
    /// A number; zeros have a sign too.
    Finite(ExactReal),
}

impl FloatValue {
    /// What a pattern of a format stands for.
    pub fn of(format: FloatFormat, word: &BitWord) -> FloatValue {
        let negative = word.is_negative();
        let fraction = word.slice(format.fraction() - 1, 0);
        let biased = word.slice(format.width() - 2, format.fraction());
        match (biased.is_ones(), fraction.is_zero()) {
            (true, true) => FloatValue::Infinite { negative },
            (true, false) => FloatValue::Nan,
            (false, _) => FloatValue::Finite(finite(format, negative, &biased, &fraction)),
        }
    }

    /// The pattern; of NaN, the usual one.
    fn pattern(&self, format: FloatFormat, rounding: Rounding) -> BitWord {
        match self {
            FloatValue::Nan => format.nan(),
            FloatValue::Infinite { negative } => signed(format, *negative, format.infinity().unsigned().clone()),
            FloatValue::Finite(real) => real.round(format, rounding),
        }
    }

    fn is_negative(&self) -> bool {
        match self {
            FloatValue::Nan => false,
            FloatValue::Infinite { negative } => *negative,
            FloatValue::Finite(real) => real.negative,
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, FloatValue::Finite(real) if real.is_zero())
    }

    fn negated(mut self) -> FloatValue {
        match &mut self {
            FloatValue::Nan => {}
            FloatValue::Infinite { negative } => *negative = !*negative,
            FloatValue::Finite(real) => real.negative = !real.negative,
        }
        self
    }
}

/// Fraction·2^least for subnormal patterns; the others have a hidden bit, and a unit that doubles with each exponent.
fn finite(format: FloatFormat, negative: bool, biased: &BitWord, fraction: &BitWord) -> ExactReal {
    let field = biased.unsigned().to_i64().expect("an exponent has at most 20 bits");
    let hidden = if field == 0 {
        Integer::new()
    } else {
        power(format.fraction())
    };
    ExactReal {
        negative,
        magnitude: hidden + fraction.unsigned(),
        exponent: format.least_bit() + (field - 1).max(0),
        more: false,
    }
}

/// The value of an operation on floats of a format.
pub fn float_value(format: FloatFormat, operation: FloatOperation, arguments: &[&BitWord]) -> BitWord {
    use FloatOperation::*;
    match operation {
        FromSigned(_, rounding) => ExactReal::integer(arguments[0].signed()).round(format, rounding),
        FromUnsigned(_, rounding) => ExactReal::integer(arguments[0].unsigned().clone()).round(format, rounding),
        _ => {
            let values: Vec<FloatValue> = arguments.iter().map(|word| FloatValue::of(format, word)).collect();
            of_floats(format, operation, &values)
        }
    }
}

fn of_floats(format: FloatFormat, operation: FloatOperation, values: &[FloatValue]) -> BitWord {
    use FloatOperation::*;
    let x = &values[0];
    match operation {
        Equal | Less | AtMost => BitWord::truth(compares(operation, compare(x, &values[1]))),
        IsNan | IsInfinite | IsZero | IsSubnormal | IsNormal => BitWord::truth(is_class(format, operation, x)),
        Convert(to, rounding) => x.pattern(to, rounding),
        ToSigned(width, rounding) => BitWord::new(width, signed_integer(x, width, rounding).unwrap_or_default()),
        ToUnsigned(width, rounding) => BitWord::new(width, unsigned_integer(x, width, rounding).unwrap_or_default()),
        FitsSigned(width, rounding) => BitWord::truth(signed_integer(x, width, rounding).is_some()),
        FitsUnsigned(width, rounding) => BitWord::truth(unsigned_integer(x, width, rounding).is_some()),
        _ => arithmetic(format, operation, values),
    }
}

fn arithmetic(format: FloatFormat, operation: FloatOperation, values: &[FloatValue]) -> BitWord {
    use FloatOperation::*;
    let (value, rounding) = match (operation, values) {
        (Add(rounding), [x, y]) => (sum(x, y, rounding), rounding),
        (Subtract(rounding), [x, y]) => (sum(x, &y.clone().negated(), rounding), rounding),
        (Multiply(rounding), [x, y]) => (product(x, y), rounding),
        (Divide(rounding), [x, y]) => (ratio(format, x, y), rounding),
        (Fma(rounding), [x, y, z]) => (sum(&product(x, y), z, rounding), rounding),
        (SquareRoot(rounding), [x]) => (root(format, x), rounding),
        (Integral(rounding), [x]) => (integral(x, rounding), rounding),
        _ => unreachable!("the pool has checked the sorts"),
    };
    value.pattern(format, rounding)
}

/// x + y. An exact zero of numbers with different signs is +0, but −0 when rounding downwards.
fn sum(x: &FloatValue, y: &FloatValue, rounding: Rounding) -> FloatValue {
    match (x, y) {
        (FloatValue::Nan, _) | (_, FloatValue::Nan) => FloatValue::Nan,
        (FloatValue::Infinite { negative: a }, FloatValue::Infinite { negative: b }) if a != b => FloatValue::Nan,
        (FloatValue::Infinite { .. }, _) => x.clone(),
        (_, FloatValue::Infinite { .. }) => y.clone(),
        (FloatValue::Finite(a), FloatValue::Finite(b)) => FloatValue::Finite(real_sum(a, b, rounding)),
    }
}

fn real_sum(a: &ExactReal, b: &ExactReal, rounding: Rounding) -> ExactReal {
    let exponent = a.exponent.min(b.exponent);
    let total = aligned(a, exponent) + aligned(b, exponent);
    let zero_sign = if a.negative == b.negative {
        a.negative
    } else {
        rounding == Rounding::TowardNegative
    };
    ExactReal {
        negative: if total.is_zero() { zero_sign } else { total < 0 },
        magnitude: total.abs(),
        exponent,
        more: false,
    }
}

/// The signed integer n with x = n·2^exponent.
fn aligned(x: &ExactReal, exponent: i64) -> Integer {
    let magnitude = Integer::from(&x.magnitude << (x.exponent - exponent) as u32);
    if x.negative { -magnitude } else { magnitude }
}

/// x·y, exactly.
fn product(x: &FloatValue, y: &FloatValue) -> FloatValue {
    let negative = x.is_negative() != y.is_negative();
    match (x, y) {
        (FloatValue::Nan, _) | (_, FloatValue::Nan) => FloatValue::Nan,
        (FloatValue::Finite(a), FloatValue::Finite(b)) => FloatValue::Finite(ExactReal {
            negative,
            magnitude: Integer::from(&a.magnitude * &b.magnitude),
            exponent: a.exponent + b.exponent,
            more: false,
        }),
        // One is infinite: 0·∞ is nothing.
        _ if x.is_zero() || y.is_zero() => FloatValue::Nan,
        _ => FloatValue::Infinite { negative },
    }
}

/// x / y to more bits than a rounding looks at.
fn ratio(format: FloatFormat, x: &FloatValue, y: &FloatValue) -> FloatValue {
    let negative = x.is_negative() != y.is_negative();
    match (x, y) {
        (FloatValue::Nan, _) | (_, FloatValue::Nan) => FloatValue::Nan,
        (FloatValue::Infinite { .. }, FloatValue::Infinite { .. }) => FloatValue::Nan,
        (FloatValue::Infinite { .. }, _) => FloatValue::Infinite { negative },
        (_, FloatValue::Infinite { .. }) => FloatValue::Finite(nothing(negative)),
        (FloatValue::Finite(a), FloatValue::Finite(b)) => match (a.is_zero(), b.is_zero()) {
            (true, true) => FloatValue::Nan,
            (false, true) => FloatValue::Infinite { negative },
            _ => FloatValue::Finite(real_ratio(format, negative, a, b)),
        },
    }
}

/// A zero.
fn nothing(negative: bool) -> ExactReal {
    ExactReal {
        negative,
        ..ExactReal::integer(Integer::new())
    }
}

/// a / b = ⌊a·2^k / b⌋·2^−k and more, if there is a remainder. As a ≥ 1 and b < 2^p, k = 2p + 2 leaves p + 2 bits at least.
fn real_ratio(format: FloatFormat, negative: bool, a: &ExactReal, b: &ExactReal) -> ExactReal {
    let k = 2 * format.significand + 2;
    let (quotient, rest) = Integer::from(&a.magnitude << k).div_rem(b.magnitude.clone());
    ExactReal {
        negative,
        magnitude: quotient,
        exponent: a.exponent - b.exponent - i64::from(k),
        more: !rest.is_zero(),
    }
}

/// √x to more bits than a rounding looks at; √−0 is −0.
fn root(format: FloatFormat, x: &FloatValue) -> FloatValue {
    match x {
        FloatValue::Finite(a) if a.is_zero() => x.clone(),
        FloatValue::Infinite { negative: false } => x.clone(),
        FloatValue::Finite(a) if !a.negative => FloatValue::Finite(real_root(format, a)),
        _ => FloatValue::Nan,
    }
}

/// √(m·2^e) = √(m·2^2k)·2^(e/2 − k) for even e; an odd one lends a factor 2 to m first. 2k ≥ 2p + 4 leaves p + 2 bits.
fn real_root(format: FloatFormat, a: &ExactReal) -> ExactReal {
    let odd = a.exponent.rem_euclid(2);
    let k = format.significand + 2;
    let scaled = Integer::from(&a.magnitude << (2 * k + odd as u32));
    let (root, rest) = scaled.sqrt_rem(Integer::new());
    ExactReal {
        negative: false,
        magnitude: root,
        exponent: (a.exponent - odd) / 2 - i64::from(k),
        more: !rest.is_zero(),
    }
}

/// The integer of the mode, with the sign of x even if it is zero.
fn integral(x: &FloatValue, rounding: Rounding) -> FloatValue {
    match x {
        FloatValue::Finite(real) => FloatValue::Finite(ExactReal {
            negative: real.negative,
            ..ExactReal::integer(real.in_units(0, rounding))
        }),
        _ => x.clone(),
    }
}

fn integer(x: &FloatValue, rounding: Rounding) -> Option<Integer> {
    match x {
        FloatValue::Finite(real) => {
            let magnitude = real.in_units(0, rounding);
            Some(if real.negative { -magnitude } else { magnitude })
        }
        _ => None,
    }
}

fn signed_integer(x: &FloatValue, width: u32, rounding: Rounding) -> Option<Integer> {
    let limit = power(width - 1);
    integer(x, rounding).filter(|n| *n < limit && *n >= -limit)
}

fn unsigned_integer(x: &FloatValue, width: u32, rounding: Rounding) -> Option<Integer> {
    integer(x, rounding).filter(|n| *n >= 0 && *n < power(width))
}

/// The order of the numbers, in which the zeros are equal and NaN has no place.
fn compare(x: &FloatValue, y: &FloatValue) -> Option<Ordering> {
    match (x, y) {
        (FloatValue::Nan, _) | (_, FloatValue::Nan) => None,
        (FloatValue::Finite(a), FloatValue::Finite(b)) => {
            let exponent = a.exponent.min(b.exponent);
            Some(aligned(a, exponent).cmp(&aligned(b, exponent)))
        }
        _ => Some(rank(x).cmp(&rank(y))),
    }
}

/// −∞ below all numbers below +∞.
fn rank(x: &FloatValue) -> i32 {
    match x {
        FloatValue::Infinite { negative } => 1 - 2 * i32::from(*negative),
        _ => 0,
    }
}

fn compares(operation: FloatOperation, order: Option<Ordering>) -> bool {
    match operation {
        FloatOperation::Equal => order == Some(Ordering::Equal),
        FloatOperation::Less => order == Some(Ordering::Less),
        _ => matches!(order, Some(Ordering::Less | Ordering::Equal)),
    }
}

fn is_class(format: FloatFormat, operation: FloatOperation, x: &FloatValue) -> bool {
    let is_number = matches!(x, FloatValue::Finite(real) if !real.is_zero());
    let is_normal = matches!(x, FloatValue::Finite(real) if is_number && real.leading() >= format.least_exponent());
    match operation {
        FloatOperation::IsNan => *x == FloatValue::Nan,
        FloatOperation::IsInfinite => matches!(x, FloatValue::Infinite { .. }),
        FloatOperation::IsZero => x.is_zero(),
        FloatOperation::IsSubnormal => is_number && !is_normal,
        _ => is_normal,
    }
}
