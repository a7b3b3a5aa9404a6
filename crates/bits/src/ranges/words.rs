//! The values that operations on words may have, from those of their arguments. All values here are bare.

use super::value::{Shape, Span, Value};
use crate::operation::BitOperation;

/// The values of an operation on one word or truth value.
pub fn unary(operation: &BitOperation, shape: Shape, x: Value, result: Shape) -> Value {
    match operation {
        BitOperation::Not => inverted(shape, x),
        BitOperation::Negate => difference(shape, Value::point(shape, 0), x),
        BitOperation::ExtendZero(_) => by_unsigned(x, shape, |low, high| Value::from_unsigned(result, low, high)),
        BitOperation::ExtendSign(_) => by_signed(x, shape, |low, high| Value::from_signed(result, low, high)),
        BitOperation::Extract { high, low } => extracted(shape, x, *high, *low),
        _ => Value::top(result),
    }
}

/// The values of an operation on two words.
pub fn binary(operation: &BitOperation, shapes: [Shape; 2], [x, y]: [Value; 2], result: Shape) -> Value {
    use BitOperation::*;
    let shape = shapes[0];
    match operation {
        And | Or | Xor => bitwise(operation, shape, x, y),
        Add => sum(shape, x, y),
        Subtract => difference(shape, x, y),
        Multiply => product(shape, x, y),
        DivideUnsigned | RemainderUnsigned => quotient_unsigned(operation, shape, x, y),
        DivideSigned => quotient_signed(shape, x, y),
        RemainderSigned => remainder_signed(shape, x),
        ShiftLeft | ShiftRight | ShiftRightSigned => shifted(operation, shape, x, y),
        Concat => joined(shapes, x, y, result),
        LessUnsigned | AtMostUnsigned => ordered(operation, x.unsigned(shape), y.unsigned(shape)),
        LessSigned | AtMostSigned => ordered(operation, x.signed(shape), y.signed(shape)),
        _ => Value::top(result),
    }
}

fn by_unsigned(x: Value, shape: Shape, of: impl Fn(u128, u128) -> Value) -> Value {
    x.unsigned(shape).map_or(Value::EMPTY, |(low, high)| of(low, high))
}

fn by_signed(x: Value, shape: Shape, of: impl Fn(i128, i128) -> Value) -> Value {
    x.signed(shape).map_or(Value::EMPTY, |(low, high)| of(low, high))
}

/// ~m of magnitudes is most − m, and the signs swap.
fn inverted(shape: Shape, x: Value) -> Value {
    let most = shape.most();
    let turned = |span: Span| match span.is_empty() {
        true => Span::EMPTY,
        false => Span::new(most - span.high, most - span.low),
    };
    Value::of(turned(x.minus), turned(x.plus))
}

/// The words that are congruent to numbers from `low` to `high`: an interval again, if no multiple of 2^n lies between.
pub fn residues(shape: Shape, low: i128, high: i128) -> Value {
    let top = Value::top(shape);
    if shape.width > 126 {
        // 2^n is beyond 128 signed bits; what is within the signed numbers of the width needs no reduction.
        let fits = shape.width == 128 || (low >= -(1 << 126) && high < (1 << 126));
        return if fits {
            Value::from_signed(shape, low, high)
        } else {
            top
        };
    }
    let (n, half) = (shape.width, shape.half() as i128);
    let unsigned = match low >> n == high >> n {
        true => Value::from_unsigned(shape, modulo(low, n), modulo(high, n)),
        false => top,
    };
    let (Some(from), Some(to)) = (low.checked_add(half), high.checked_add(half)) else {
        return unsigned;
    };
    match from >> n == to >> n {
        true => unsigned.meet(Value::from_signed(
            shape,
            modulo(from, n) as i128 - half,
            modulo(to, n) as i128 - half,
        )),
        false => unsigned,
    }
}

/// v mod 2^n for n < 128.
fn modulo(v: i128, n: u32) -> u128 {
    (v as u128) & ((1 << n) - 1)
}

/// The same for unsigned numbers, which may need all 128 bits.
fn residues_unsigned(shape: Shape, low: u128, high: u128) -> Value {
    match (i128::try_from(low), i128::try_from(high)) {
        (Ok(low), Ok(high)) => residues(shape, low, high),
        _ if shape.width == 128 => Value::from_unsigned(shape, low, high),
        _ => Value::top(shape),
    }
}

/// What two ways of reading the words agree on. Neither may be right about a number that is too great for it: that is none.
fn both_ways(shape: Shape, unsigned: Option<(u128, u128)>, signed: Option<(i128, i128)>) -> Value {
    let top = Value::top(shape);
    let one = unsigned.map_or(top, |(low, high)| residues_unsigned(shape, low, high));
    let other = signed.map_or(top, |(low, high)| residues(shape, low, high));
    one.meet(other)
}

pub fn sum(shape: Shape, x: Value, y: Value) -> Value {
    let (Some(a), Some(b), Some(c), Some(d)) = (x.unsigned(shape), y.unsigned(shape), x.signed(shape), y.signed(shape))
    else {
        return Value::EMPTY;
    };
    let unsigned = a.0.checked_add(b.0).zip(a.1.checked_add(b.1));
    let signed = c.0.checked_add(d.0).zip(c.1.checked_add(d.1));
    both_ways(shape, unsigned, signed)
}

pub fn difference(shape: Shape, x: Value, y: Value) -> Value {
    let (Some(a), Some(b), Some(c), Some(d)) = (x.unsigned(shape), y.unsigned(shape), x.signed(shape), y.signed(shape))
    else {
        return Value::EMPTY;
    };
    let signed = c.0.checked_sub(d.1).zip(c.1.checked_sub(d.0));
    let whole = [a.0, a.1, b.0, b.1].map(|n| i128::try_from(n).ok());
    let unsigned = match whole {
        [Some(a0), Some(a1), Some(b0), Some(b1)] => residues(shape, a0 - b1, a1 - b0),
        _ => Value::top(shape),
    };
    unsigned.meet(both_ways(shape, None, signed))
}

fn product(shape: Shape, x: Value, y: Value) -> Value {
    let (Some(a), Some(b), Some(c), Some(d)) = (x.unsigned(shape), y.unsigned(shape), x.signed(shape), y.signed(shape))
    else {
        return Value::EMPTY;
    };
    let unsigned = a.0.checked_mul(b.0).zip(a.1.checked_mul(b.1));
    both_ways(shape, unsigned, ends([c.0, c.1], [d.0, d.1], i128::checked_mul))
}

/// The least and greatest result at the four corners, where all of them are known.
fn ends(x: [i128; 2], y: [i128; 2], of: impl Fn(i128, i128) -> Option<i128>) -> Option<(i128, i128)> {
    let corners = [of(x[0], y[0])?, of(x[0], y[1])?, of(x[1], y[0])?, of(x[1], y[1])?];
    corners.iter().min().copied().zip(corners.iter().max().copied())
}

/// x / 0 is all ones and x mod 0 is x; neither quotient nor remainder is above x otherwise.
fn quotient_unsigned(operation: &BitOperation, shape: Shape, x: Value, y: Value) -> Value {
    let (Some((x0, x1)), Some((y0, y1))) = (x.unsigned(shape), y.unsigned(shape)) else {
        return Value::EMPTY;
    };
    let ones = shape.most() + shape.half();
    let (low, high) = match (operation, y0 == 0) {
        (BitOperation::DivideUnsigned, true) => (x0.checked_div(y1).unwrap_or(ones), ones),
        (BitOperation::DivideUnsigned, false) => (x0 / y1, x1 / y0),
        (_, false) if x1 < y0 => (x0, x1),
        (_, false) => (0, x1.min(y1 - 1)),
        (_, true) => (0, x1),
    };
    Value::from_unsigned(shape, low, high)
}

/// Towards zero, x / y grows or falls with x, and with y on either side of zero. −2^(n−1) / −1 wraps around.
fn quotient_signed(shape: Shape, x: Value, y: Value) -> Value {
    let (Some((x0, x1)), Some((y0, y1))) = (x.signed(shape), y.signed(shape)) else {
        return Value::EMPTY;
    };
    if y0 <= 0 && y1 >= 0 {
        return Value::top(shape);
    }
    let signed = ends([x0, x1], [y0, y1], i128::checked_div);
    both_ways(shape, None, signed)
}

/// The remainder lies between 0 and x, and is x where the divisor is zero.
fn remainder_signed(shape: Shape, x: Value) -> Value {
    by_signed(x, shape, |low, high| Value::from_signed(shape, low.min(0), high.max(0)))
}

fn shifted(operation: &BitOperation, shape: Shape, x: Value, y: Value) -> Value {
    let Some((y0, y1)) = y.unsigned(shape) else {
        return Value::EMPTY;
    };
    let n = u128::from(shape.width);
    let (least, most) = (y0.min(n) as u32, y1.min(n) as u32);
    match operation {
        BitOperation::ShiftLeft => shifted_left(shape, x, least, most),
        BitOperation::ShiftRight => by_unsigned(x, shape, |low, high| {
            let right = |v: u128, by: u32| v.checked_shr(by).unwrap_or(0);
            Value::from_unsigned(shape, right(low, most), right(high, least))
        }),
        _ => by_signed(x, shape, |low, high| {
            // x·2^−k goes towards zero with k, or towards −1.
            let right = |v: i128, by: u32| v >> by.min(127);
            let low = right(low, if low < 0 { least } else { most });
            let high = right(high, if high < 0 { most } else { least });
            Value::from_signed(shape, low, high)
        }),
    }
}

/// x·2^k mod 2^n; for k = n this is zero, as it must be.
fn shifted_left(shape: Shape, x: Value, least: u32, most: u32) -> Value {
    let (Some(a), Some(c)) = (x.unsigned(shape), x.signed(shape)) else {
        return Value::EMPTY;
    };
    let [few, many] = [least, most].map(|k| 1u128.checked_shl(k));
    let unsigned = few
        .zip(many)
        .and_then(|(few, many)| a.0.checked_mul(few).zip(a.1.checked_mul(many)));
    let [few, many] = [few, many].map(|k| k.and_then(|k| i128::try_from(k).ok()));
    let signed = few
        .zip(many)
        .and_then(|(few, many)| ends([c.0, c.1], [few, many], i128::checked_mul));
    both_ways(shape, unsigned, signed)
}

/// x·2^m + y.
fn joined([_, lower]: [Shape; 2], x: Value, y: Value, result: Shape) -> Value {
    let upper = Shape::bare(result.width - lower.width);
    let (Some((x0, x1)), Some((y0, y1))) = (x.unsigned(upper), y.unsigned(lower)) else {
        return Value::EMPTY;
    };
    let m = lower.width;
    Value::from_unsigned(result, (x0 << m) + y0, (x1 << m) + y1)
}

/// A part of all words that agree above it; and a low part of signed numbers that fit into it.
fn extracted(shape: Shape, x: Value, high: u32, low: u32) -> Value {
    let part = Shape::bare(high - low + 1);
    let Some((x0, x1)) = x.unsigned(shape) else {
        return Value::EMPTY;
    };
    let above = |v: u128| v.checked_shr(high + 1).unwrap_or(0);
    let ones = part.most() + part.half();
    let by_prefix = match above(x0) == above(x1) {
        true => Value::from_unsigned(part, (x0 >> low) & ones, (x1 >> low) & ones),
        false => Value::top(part),
    };
    match (low, x.signed(shape)) {
        (0, Some((c, d))) if part.width < 127 => by_prefix.meet(residues(part, c, d)),
        _ => by_prefix,
    }
}

/// Sign by sign; magnitudes from the bits that all members of a span share.
pub fn bitwise(operation: &BitOperation, shape: Shape, x: Value, y: Value) -> Value {
    let mut all = Value::EMPTY;
    for (s, t) in SIGNS {
        let (a, b) = (x.half(s), y.half(t));
        if !a.is_empty() && !b.is_empty() {
            let sign = combined(operation, s, t);
            let span = bitwise_span(operation, shape.most(), a, b);
            all = all.hull(Value::of_half(sign, span));
        }
    }
    all
}

/// All pairs of signs.
pub const SIGNS: [(bool, bool); 4] = [(false, false), (false, true), (true, false), (true, true)];

/// The sign of a result, from those of the arguments.
pub fn combined(operation: &BitOperation, s: bool, t: bool) -> bool {
    match operation {
        BitOperation::And => s && t,
        BitOperation::Or => s || t,
        _ => s != t,
    }
}

/// Whether a magnitude leaves the other as it is.
pub fn is_neutral(operation: &BitOperation, most: u128, span: Span) -> bool {
    let neutral = if *operation == BitOperation::And { most } else { 0 };
    span == Span::point(neutral)
}

fn bitwise_span(operation: &BitOperation, most: u128, a: Span, b: Span) -> Span {
    match operation {
        _ if is_neutral(operation, most, b) => a,
        _ if is_neutral(operation, most, a) => b,
        BitOperation::And => {
            let (x, y) = (KnownBits::of(a), KnownBits::of(b));
            // No more bits than either has.
            Span::new(x.ones & y.ones, (x.maybe & y.maybe & most).min(a.high).min(b.high))
        }
        BitOperation::Or => {
            let (x, y) = (KnownBits::of(a), KnownBits::of(b));
            Span::new((x.ones | y.ones).max(a.low).max(b.low), (x.maybe | y.maybe) & most)
        }
        _ => {
            let (x, y) = (KnownBits::of(a), KnownBits::of(b));
            let unknown = (x.ones ^ x.maybe) | (y.ones ^ y.maybe);
            let known = (x.ones ^ y.ones) & !unknown;
            Span::new(known, (known | unknown) & most)
        }
    }
}

/// Bits that are set in all members of a span, and bits that are in some.
struct KnownBits {
    ones: u128,
    maybe: u128,
}

impl KnownBits {
    /// Members agree above the highest bit in which the ends differ.
    fn of(span: Span) -> KnownBits {
        let differ = span.low ^ span.high;
        let free = u128::MAX.checked_shr(differ.leading_zeros()).unwrap_or(0);
        KnownBits {
            ones: span.low & !free,
            maybe: span.low | free,
        }
    }
}

/// Whether one interval is below another: < and ≤.
fn ordered<N: PartialOrd>(operation: &BitOperation, x: Option<(N, N)>, y: Option<(N, N)>) -> Value {
    let (Some((x0, x1)), Some((y0, y1))) = (x, y) else {
        return Value::EMPTY;
    };
    match operation {
        BitOperation::LessUnsigned | BitOperation::LessSigned => Value::truth(x0 < y1, x1 >= y0),
        _ => Value::truth(x0 <= y1, x1 > y0),
    }
}

/// Whether two values of one shape, NaN told apart or not, may be the same pattern, and may not.
pub fn equal(shape: Shape, x: Value, y: Value) -> Value {
    let same = x.meet(y);
    let is_one = x.pattern(shape).is_some() && x.pattern(shape) == y.pattern(shape);
    Value::truth(!same.is_empty(), !is_one)
}
