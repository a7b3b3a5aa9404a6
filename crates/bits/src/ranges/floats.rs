//! The values that operations on floats may have, from those of their arguments, which are in the format of the operation.
//!
//! Rounding is monotone in every mode: from s ≤ t follows fl(s) ≤ fl(t). So where the real operation grows or falls with
//! each argument, its least and greatest float are at corners, computed in the same mode. This holds in the order in which
//! −0 is below +0, too: the sign of a product or quotient is that of the signs, and a sum that is +0 only becomes −0 when
//! both terms become −0 (downwards: it is only +0 when both are +0).

use super::corner::corner;
use super::value::{Shape, Span, Value, infinity, key, number_key};
use super::words::SIGNS;
use crate::evaluate::floats::FloatValue;
use crate::format::{FloatFormat, Rounding};
use crate::operation::FloatOperation;
use crate::word::BitWord;
use rug::Integer;

/// A format and an operation in it.
#[derive(Clone, Copy, Debug)]
pub struct FloatSite {
    pub format: FloatFormat,
    pub operation: FloatOperation,
    /// All arguments are the same term.
    pub is_same: bool,
}

/// The pattern of a sign and a magnitude.
pub fn pattern(format: FloatFormat, sign: bool, m: u128) -> u128 {
    m + if sign { 1 << (format.width() - 1) } else { 0 }
}

/// Sign and magnitude.
pub fn parts(format: FloatFormat, pattern: u128) -> (bool, u128) {
    let half = 1 << (format.width() - 1);
    if pattern >= half {
        (true, pattern - half)
    } else {
        (false, pattern)
    }
}

/// The values of an operation from floats: to floats of its format or another, to truth values, to words.
pub fn forward(site: FloatSite, arguments: &[Value], result: Shape) -> Value {
    use FloatOperation::*;
    let x = arguments[0];
    match (site.operation, arguments) {
        (Add(_), [x, y]) => sum(site, *x, *y),
        (Subtract(rounding), [x, y]) => sum(site.as_sum(rounding), *x, negated(*y)),
        (Multiply(_), [x, y]) => product(site, *x, *y),
        (Divide(_), [x, y]) => ratio(site, *x, *y),
        (Fma(_), [x, y, z]) => fused(site, [*x, *y, *z]),
        (SquareRoot(_), _) => root(site, x),
        (Integral(_) | Convert(..), _) => by_ends(site, x),
        (Equal | Less | AtMost, [x, y]) => compared(site, *x, *y),
        (IsNan | IsInfinite | IsZero | IsSubnormal | IsNormal, _) => classed(site, x),
        (ToSigned(..) | ToUnsigned(..), _) => to_word(site, x, result),
        (FitsSigned(..) | FitsUnsigned(..), _) => fits(site, x),
        _ => Value::top(result),
    }
}

impl FloatSite {
    /// x − y is x + (−y), and these are not the same even if x and y are.
    fn as_sum(self, rounding: Rounding) -> FloatSite {
        FloatSite {
            operation: FloatOperation::Add(rounding),
            is_same: false,
            ..self
        }
    }

    fn at(self, patterns: &[u128]) -> Option<u128> {
        corner(self.format, self.operation, patterns)
    }

    fn infinity(self) -> u128 {
        infinity(self.format)
    }
}

pub fn negated(x: Value) -> Value {
    Value {
        plus: x.minus,
        minus: x.plus,
        nan: x.nan,
    }
}

/// The lowest and highest pattern of a sign in the order of floats.
fn key_ends(format: FloatFormat, sign: bool, span: Span) -> [u128; 2] {
    let (low, high) = if sign {
        (span.high, span.low)
    } else {
        (span.low, span.high)
    };
    [pattern(format, sign, low), pattern(format, sign, high)]
}

/// The floats between two patterns. Where a corner is NaN, the end is as far out as can be.
fn between(format: FloatFormat, low: Option<u128>, high: Option<u128>) -> Value {
    let inf = infinity(format);
    let place = |pattern: u128| {
        let (sign, m) = parts(format, pattern);
        key(sign, m)
    };
    Value::from_keys(low.map_or(key(true, inf), place), high.map_or(key(false, inf), place))
}

/// x + y grows with both. It is NaN for infinities of different signs.
fn sum(site: FloatSite, x: Value, y: Value) -> Value {
    let mut all = Value::EMPTY;
    for (s, t) in SIGNS {
        let (a, b) = (x.half(s), y.half(t));
        if a.is_empty() || b.is_empty() || (site.is_same && s != t) {
            continue;
        }
        let [a0, a1] = key_ends(site.format, s, a);
        let [b0, b1] = key_ends(site.format, t, b);
        all = all.hull(between(site.format, site.at(&[a0, b0]), site.at(&[a1, b1])));
        all.nan |= s != t && a.contains(site.infinity()) && b.contains(site.infinity());
    }
    all.nan |= x.nan || y.nan;
    all
}

/// |x·y| grows with both magnitudes; 0·∞ is NaN, and if it were zero, the rest would be as monotone as before.
fn product(site: FloatSite, x: Value, y: Value) -> Value {
    let inf = site.infinity();
    let mut all = by_magnitudes(site, x, y, |a, b| [[a.low, b.low], [a.high, b.high]]);
    let clash = (x.has_magnitude(0) && y.has_magnitude(inf)) || (x.has_magnitude(inf) && y.has_magnitude(0));
    all.nan = x.nan || y.nan || (clash && !site.is_same);
    all
}

/// |x / y| grows with |x| and falls with |y|; 0/0 and ∞/∞ are NaN, and if they were zero, this would still be so.
fn ratio(site: FloatSite, x: Value, y: Value) -> Value {
    let inf = site.infinity();
    let mut all = by_magnitudes(site, x, y, |a, b| [[a.low, b.high], [a.high, b.low]]);
    let clash = (x.has_magnitude(0) && y.has_magnitude(0)) || (x.has_magnitude(inf) && y.has_magnitude(inf));
    all.nan = x.nan || y.nan || clash;
    all
}

/// The result has the sign of the signs, and its magnitude is least and greatest where `corners` says.
fn by_magnitudes(site: FloatSite, x: Value, y: Value, corners: impl Fn(Span, Span) -> [[u128; 2]; 2]) -> Value {
    let mut all = Value::EMPTY;
    for (s, t) in SIGNS {
        let (a, b) = (x.half(s), y.half(t));
        if a.is_empty() || b.is_empty() || (site.is_same && s != t) {
            continue;
        }
        let [low, high] = corners(a, b).map(|[m, n]| {
            let result = site.at(&[pattern(site.format, s, m), pattern(site.format, t, n)]);
            result.map_or(0, |pattern| parts(site.format, pattern).1)
        });
        all = all.hull(Value::of_half(s != t, Span::new(low, high)));
    }
    all
}

/// x·y + z grows with z, and with x and y by the sign of the other.
fn fused(site: FloatSite, [x, y, z]: [Value; 3]) -> Value {
    let mut all = Value::EMPTY;
    for (s, t) in SIGNS {
        for u in [false, true] {
            let (a, b, c) = (x.half(s), y.half(t), z.half(u));
            if !a.is_empty() && !b.is_empty() && !c.is_empty() {
                all = all.hull(fused_half(site, [(s, a), (t, b), (u, c)]));
            }
        }
    }
    let inf = site.infinity();
    let may_be_infinite = x.has_magnitude(inf) || y.has_magnitude(inf);
    let clash = x.has_magnitude(0) || y.has_magnitude(0) || z.has_magnitude(inf);
    all.nan = x.nan || y.nan || z.nan || (may_be_infinite && clash);
    all
}

fn fused_half(site: FloatSite, [(s, a), (t, b), (u, c)]: [(bool, Span); 3]) -> Value {
    let format = site.format;
    let least = [pattern(format, s, a.low), pattern(format, t, b.low)];
    let greatest = [pattern(format, s, a.high), pattern(format, t, b.high)];
    let (low, high) = if s == t { (least, greatest) } else { (greatest, least) };
    let [c0, c1] = key_ends(format, u, c);
    between(format, site.at(&[low[0], low[1], c0]), site.at(&[high[0], high[1], c1]))
}

/// √−0 is −0, and negative numbers have none.
fn root(site: FloatSite, x: Value) -> Value {
    let minus = x.minus.meet(Span::point(0));
    let domain = Value { minus, ..x };
    let mut all = by_ends(site, domain);
    all.nan |= minus != x.minus;
    all
}

/// What keeps the sign, grows with the argument, and is NaN of NaN alone.
fn by_ends(site: FloatSite, x: Value) -> Value {
    let to = match site.operation {
        FloatOperation::Convert(to, _) => to,
        _ => site.format,
    };
    let end = |sign: bool, m: u128| {
        let result = site.at(&[pattern(site.format, sign, m)]);
        result.map(|pattern| parts(to, pattern).1)
    };
    let of = |sign: bool, span: Span| match (span.is_empty(), end(sign, span.low), end(sign, span.high)) {
        (true, ..) => Span::EMPTY,
        (_, Some(low), Some(high)) => Span::new(low, high),
        _ => Span::new(0, infinity(to)),
    };
    Value {
        plus: of(false, x.plus),
        minus: of(true, x.minus),
        nan: x.nan,
    }
}

/// The ends in the order of numbers, where the zeros are one.
pub fn number_ends(x: Value) -> Option<(i128, i128)> {
    x.keys().map(|(low, high)| (number_key(low), number_key(high)))
}

fn compared(site: FloatSite, x: Value, y: Value) -> Value {
    let nan = x.nan || y.nan;
    let (Some((x0, x1)), Some((y0, y1))) = (number_ends(x), number_ends(y)) else {
        return Value::truth(false, nan);
    };
    let (yes, no) = match site.operation {
        FloatOperation::Less => (x0 < y1, x1 >= y0),
        FloatOperation::AtMost => (x0 <= y1, x1 > y0),
        _ => (x0 <= y1 && y0 <= x1 && may_meet(x, y), x0 != x1 || y0 != y1 || x0 != y0),
    };
    Value::truth(yes, no || nan)
}

/// Whether two have a number in common.
fn may_meet(x: Value, y: Value) -> bool {
    let zeros = x.has_magnitude(0) && y.has_magnitude(0);
    zeros || !x.numbers().meet(y.numbers()).is_empty()
}

/// The magnitudes of a class of numbers.
pub fn class(format: FloatFormat, operation: FloatOperation) -> Span {
    let (inf, normal) = (infinity(format), 1u128 << format.fraction());
    match operation {
        FloatOperation::IsInfinite => Span::point(inf),
        FloatOperation::IsZero => Span::point(0),
        FloatOperation::IsSubnormal => Span::new(1, normal - 1),
        FloatOperation::IsNormal => Span::new(normal, inf - 1),
        _ => Span::EMPTY,
    }
}

fn classed(site: FloatSite, x: Value) -> Value {
    if site.operation == FloatOperation::IsNan {
        return Value::truth(x.nan, !x.has_no_number());
    }
    let class = class(site.format, site.operation);
    let some = !x.numbers().within(class).is_empty();
    let all = x.plus.is_within(class) && x.minus.is_within(class) && !x.nan;
    Value::truth(some, !all)
}

/// The integer that a number is rounded to, given by its place in the order of numbers; none of an infinity.
pub fn rounded(format: FloatFormat, number: i128, rounding: Rounding) -> Option<Integer> {
    let pattern = pattern(format, number < 0, number.unsigned_abs());
    match FloatValue::of(format, &BitWord::new(format.width(), pattern)) {
        FloatValue::Finite(real) => {
            let n = real.in_units(0, rounding);
            Some(if real.negative { -n } else { n })
        }
        _ => None,
    }
}

/// Width, rounding, and whether the words are signed.
pub fn target(operation: FloatOperation) -> Option<(u32, Rounding, bool)> {
    use FloatOperation::*;
    match operation {
        ToSigned(width, rounding) | FitsSigned(width, rounding) => Some((width, rounding, true)),
        ToUnsigned(width, rounding) | FitsUnsigned(width, rounding) => Some((width, rounding, false)),
        _ => None,
    }
}

/// Integers of floats: those that fit, from `low` to `high`, and whether some or all do.
struct Integers {
    low: Integer,
    high: Integer,
    some: bool,
    all: bool,
}

/// The least and greatest number of a width.
pub fn extremes(width: u32, is_signed: bool) -> (Integer, Integer) {
    let power = Integer::from(1) << (width - u32::from(is_signed));
    let least = if is_signed { -power.clone() } else { Integer::new() };
    (least, power - 1u32)
}

/// Whether all of the floats fit into the words of an operation.
pub fn all_fit(site: FloatSite, x: Value) -> bool {
    integers(site, x).is_some_and(|integers| integers.all)
}

fn integers(site: FloatSite, x: Value) -> Option<Integers> {
    let (width, rounding, is_signed) = target(site.operation)?;
    let (x0, x1) = number_ends(x)?;
    let (least, most) = extremes(width, is_signed);
    let low = rounded(site.format, x0, rounding);
    let high = rounded(site.format, x1, rounding);
    let is_inside = |n: &Option<Integer>| n.as_ref().is_some_and(|n| *n >= least && *n <= most);
    let all = is_inside(&low) && is_inside(&high) && !x.nan;
    // An infinite end is beyond all words, or, if it is an end on the wrong side, leaves nothing that fits.
    let finite =
        |n: Option<Integer>, is_low: bool| n.unwrap_or_else(|| if is_low { least.clone() } else { most.clone() });
    let (low, high) = (
        finite(low, true).max(least.clone()),
        finite(high, false).min(most.clone()),
    );
    let some = low <= high;
    Some(Integers { low, high, some, all })
}

fn to_word(site: FloatSite, x: Value, result: Shape) -> Value {
    let zero = Value::point(result, 0);
    let Some(integers) = integers(site, x) else {
        return if x.nan { zero } else { Value::EMPTY };
    };
    let rest = if integers.all { Value::EMPTY } else { zero };
    if !integers.some {
        return rest;
    }
    let signed = integers.low.to_i128().zip(integers.high.to_i128());
    let unsigned = integers.low.to_u128().zip(integers.high.to_u128());
    let words = match (unsigned, signed) {
        (Some((low, high)), _) => Value::from_unsigned(result, low, high),
        (_, Some((low, high))) => Value::from_signed(result, low, high),
        _ => Value::top(result),
    };
    words.hull(rest)
}

fn fits(site: FloatSite, x: Value) -> Value {
    match integers(site, x) {
        Some(integers) => Value::truth(integers.some, !integers.all),
        None => Value::truth(false, x.nan),
    }
}

/// The floats of words: they grow with the number.
pub fn from_word(site: FloatSite, shape: Shape, x: Value) -> Value {
    let ends = match site.operation {
        FloatOperation::FromSigned(..) => x.signed(shape).map(|(low, high)| [low.into(), high.into()]),
        _ => x.unsigned(shape).map(|(low, high)| [low.into(), high.into()]),
    };
    let Some(ends) = ends else {
        return Value::EMPTY;
    };
    let [low, high] = ends.map(|number: Integer| float_of(site, shape, number));
    between(site.format, low, high)
}

fn float_of(site: FloatSite, shape: Shape, number: Integer) -> Option<u128> {
    let word = BitWord::new(shape.width, number);
    let (sign, m) = parts(
        site.format,
        crate::evaluate::floats::float_value(site.format, site.operation, &[&word]).to_u128()?,
    );
    (m <= site.infinity()).then(|| pattern(site.format, sign, m))
}
