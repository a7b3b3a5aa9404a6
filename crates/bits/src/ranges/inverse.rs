//! What float results say about float arguments.
//!
//! If z = fl(s) is at least n, then s is above the float before n: otherwise s ≤ n⁻ and fl(s) ≤ fl(n⁻) = n⁻, in every
//! mode. So s lies strictly between the neighbours of the ends of z, as a real number. And if a float x is at least a real number
//! r, then x = fl(x) ≥ fl(r): the bound of the argument may be computed to the nearest, whatever the mode of the operation.
//! Numbers are given by their place in the order of numbers, in which the zeros are one and the neighbours of n are n ± 1.

use super::backward::{Sink, only_number};
use super::cone::{Cone, Node};
use super::corner::corner;
use super::floats::{self, FloatSite, class, extremes, negated, number_ends, parts, pattern, rounded, target};
use super::forward::{bare, in_format, site};
use super::value::{Shape, Span, Value, from_number_keys, infinity};
use super::words::SIGNS;
use crate::evaluate::exact::ExactReal;
use crate::format::{FloatFormat, Rounding};
use crate::operation::FloatOperation;
use rug::Integer;

const NEAREST: Rounding = Rounding::NearestEven;

/// Narrows the arguments of an operation that gives a float or a word.
pub fn narrow(
    cone: &Cone,
    values: &[Value],
    place: usize,
    (format, operation): (FloatFormat, FloatOperation),
    sink: Sink,
) {
    use FloatOperation::*;
    let node = &cone.nodes[place];
    let site = site(node, format, operation);
    match operation {
        FromSigned(..) | FromUnsigned(..) => {
            let z = in_format(cone, values, place, format);
            let from = Shape::bare(cone.shape(node.arguments[0]).width);
            sink(
                node.arguments[0],
                before_from_word(site, z, from).reshaped(from, cone.shape(node.arguments[0])),
            );
        }
        ToSigned(..) | ToUnsigned(..) => {
            let x = in_format(cone, values, node.arguments[0], format);
            let z = bare(cone, values, place);
            tell(
                cone,
                node.arguments[0],
                format,
                before_to_word(site, z, x, node.shape.width),
                sink,
            );
        }
        Convert(to, _) => {
            let z = in_format(cone, values, place, to);
            tell(cone, node.arguments[0], format, before_convert(format, to, z), sink);
        }
        _ => arithmetic(cone, values, place, site, sink),
    }
}

fn tell(cone: &Cone, at: usize, format: FloatFormat, value: Value, sink: Sink) {
    sink(at, value.reshaped(Shape::float(format), cone.shape(at)));
}

fn arithmetic(cone: &Cone, values: &[Value], place: usize, site: FloatSite, sink: Sink) {
    use FloatOperation::*;
    let (format, node) = (site.format, &cone.nodes[place]);
    let z = in_format(cone, values, place, format);
    let of = |argument: usize| in_format(cone, values, node.arguments[argument], format);
    // A result that is a number has arguments that are. If it may be NaN, so may be arguments that are anything.
    if z.nan && site.operation_is_total() {
        return tell(cone, node.arguments[0], format, before_integral(format, z), sink);
    }
    if z.nan {
        return;
    }
    let numbers = Value::top(Shape::float(format)).numbers();
    let befores = match site.operation {
        Add(_) => [before_sum(format, z, of(1)), before_sum(format, z, of(0)), numbers],
        Subtract(_) => [
            before_sum(format, z, negated(of(1))),
            negated(before_sum(format, z, of(0))),
            numbers,
        ],
        Multiply(_) if site.is_same => [before_square(format, z), numbers, numbers],
        Multiply(_) => [
            before_product(format, z, of(1)),
            before_product(format, z, of(0)),
            numbers,
        ],
        Divide(_) => [
            before_ratio(format, z, of(1)),
            divisor_before_ratio(format, z, of(0)),
            numbers,
        ],
        SquareRoot(_) => [before_root(format, z), numbers, numbers],
        Integral(_) => [before_integral(format, z), numbers, numbers],
        _ => [numbers; 3],
    };
    for (at, before) in node.arguments().iter().zip(befores) {
        tell(cone, *at, format, before.numbers(), sink);
    }
}

impl FloatSite {
    /// Whether only NaN gives NaN, so that the numbers of the result speak for the numbers of the argument.
    fn operation_is_total(self) -> bool {
        matches!(self.operation, FloatOperation::Integral(_))
    }
}

/// The number that an operation to the nearest gives on numbers, if it gives one.
fn at(format: FloatFormat, operation: FloatOperation, numbers: &[i128]) -> Option<i128> {
    let mut patterns = [0; 2];
    for (pattern_of, number) in patterns.iter_mut().zip(numbers) {
        *pattern_of = pattern(format, *number < 0, number.unsigned_abs());
    }
    let (sign, m) = parts(format, corner(format, operation, &patterns[..numbers.len()])?);
    Some(if sign { -(m as i128) } else { m as i128 })
}

/// The same for magnitudes.
fn magnitude(format: FloatFormat, operation: FloatOperation, numbers: &[u128]) -> Option<u128> {
    let mut signed = [0; 2];
    signed.iter_mut().zip(numbers).for_each(|(n, m)| *n = *m as i128);
    at(format, operation, &signed[..numbers.len()]).map(i128::unsigned_abs)
}

/// x from z = fl(x + y): x > z₀⁻ − y₁ and x < z₁⁺ − y₀. An infinite end of y that would matter leaves no bound: then y may
/// be what makes z great. The other infinity of y makes z infinite on the other side, which z₀ > −∞ excludes.
fn before_sum(format: FloatFormat, z: Value, y: Value) -> Value {
    let (Some((z0, z1)), Some((y0, y1))) = (number_ends(z), number_ends(y)) else {
        return Value::EMPTY;
    };
    let inf = infinity(format) as i128;
    let minus = FloatOperation::Subtract(NEAREST);
    let low = match z0 > -inf && y1 < inf && y1 > -inf {
        true => at(format, minus, &[z0 - 1, y1]).unwrap_or(-inf),
        false => -inf,
    };
    let high = match z1 < inf && y0 > -inf && y0 < inf {
        true => at(format, minus, &[z1 + 1, y0]).unwrap_or(inf),
        false => inf,
    };
    from_number_keys(low, high)
}

/// For each sign of the argument, what it can be with any sign of the other: the result's sign is that of the signs.
fn by_signs(z: Value, other: Value, of: impl Fn(Span, Span) -> Span) -> Value {
    let mut all = Value::EMPTY;
    for (s, t) in SIGNS {
        let (b, c) = (other.half(t), z.half(s != t));
        if !b.is_empty() && !c.is_empty() {
            all = all.hull(Value::of_half(s, of(c, b)));
        }
    }
    all
}

/// A bound from the neighbour below the least magnitude, if there is one, and from that above the greatest.
fn open_span(
    format: FloatFormat,
    z: Span,
    low: impl Fn(u128) -> Option<u128>,
    high: impl Fn(u128) -> Option<u128>,
) -> Span {
    let inf = infinity(format);
    let least = if z.low == 0 { None } else { low(z.low - 1) };
    let most = if z.high >= inf { None } else { high(z.high + 1) };
    Span::new(least.unwrap_or(0), most.unwrap_or(inf))
}

/// x from z = fl(x·y): z₀⁻ / y₁ < |x| < z₁⁺ / y₀.
fn before_product(format: FloatFormat, z: Value, y: Value) -> Value {
    let over = |n: u128, d: u128| magnitude(format, FloatOperation::Divide(NEAREST), &[n, d]);
    by_signs(z, y, |z, y| {
        open_span(format, z, |z| over(z, y.high), |z| over(z, y.low))
    })
}

/// x from z = fl(x·x): √z₀⁻ < |x| < √z₁⁺.
fn before_square(format: FloatFormat, z: Value) -> Value {
    if z.plus.is_empty() {
        return Value::EMPTY;
    }
    let root = |z: u128| magnitude(format, FloatOperation::SquareRoot(NEAREST), &[z]);
    let span = open_span(format, z.plus, root, root);
    Value::of(span, span)
}

/// x from z = fl(x / y): z₀⁻·y₀ < |x| < z₁⁺·y₁.
fn before_ratio(format: FloatFormat, z: Value, y: Value) -> Value {
    let times = |a: u128, b: u128| magnitude(format, FloatOperation::Multiply(NEAREST), &[a, b]);
    by_signs(z, y, |z, y| {
        open_span(format, z, |z| times(z, y.low), |z| times(z, y.high))
    })
}

/// y from z = fl(x / y): x₀ / z₁⁺ < |y| < x₁ / z₀⁻.
fn divisor_before_ratio(format: FloatFormat, z: Value, x: Value) -> Value {
    let inf = infinity(format);
    let over = |n: u128, d: u128| magnitude(format, FloatOperation::Divide(NEAREST), &[n, d]);
    by_signs(z, x, |z, x| {
        let least = if z.high >= inf { None } else { over(x.low, z.high + 1) };
        let most = if z.low == 0 { None } else { over(x.high, z.low - 1) };
        Span::new(least.unwrap_or(0), most.unwrap_or(inf))
    })
}

/// x from z = fl(√x), which is no NaN: (z₀⁻)² < x < (z₁⁺)², and −0 from −0.
fn before_root(format: FloatFormat, z: Value) -> Value {
    let square = |z: u128| magnitude(format, FloatOperation::Multiply(NEAREST), &[z, z]);
    let plus = match z.plus.is_empty() {
        true => Span::EMPTY,
        false => open_span(format, z.plus, square, square),
    };
    Value::of(plus, z.minus.meet(Span::point(0)))
}

/// x from the integer to which it is rounded: no further than 1 away, and of the same sign. That integer is rounded once
/// more, in formats whose greatest number is no integer.
fn before_integral(format: FloatFormat, z: Value) -> Value {
    let one = (format.bias() as u128) << format.fraction();
    let span = |z: Span| match z.is_empty() {
        true => Span::EMPTY,
        false => open_span(
            format,
            z,
            |z| at(format, FloatOperation::Subtract(NEAREST), &[z as i128, one as i128]).map(|n| n.max(0) as u128),
            |z| magnitude(format, FloatOperation::Add(NEAREST), &[z, one]),
        ),
    };
    Value {
        plus: span(z.plus),
        minus: span(z.minus),
        nan: z.nan,
    }
}

/// x from its float in another format, sign by sign; only NaN is NaN there.
fn before_convert(format: FloatFormat, to: FloatFormat, z: Value) -> Value {
    let back = |m: u128| corner(to, FloatOperation::Convert(format, NEAREST), &[m]);
    let span = |z: Span| match z.is_empty() {
        true => Span::EMPTY,
        false => {
            let least = if z.low == 0 { None } else { back(z.low - 1) };
            let most = if z.high >= infinity(to) { None } else { back(z.high + 1) };
            Span::new(least.unwrap_or(0), most.unwrap_or(infinity(format)))
        }
    };
    Value {
        plus: span(z.plus),
        minus: span(z.minus),
        nan: z.nan,
    }
}

/// Integers strictly between the neighbours of the ends.
fn before_from_word(site: FloatSite, z: Value, from: Shape) -> Value {
    let Some((z0, z1)) = number_ends(z) else {
        return Value::EMPTY;
    };
    let inf = infinity(site.format) as i128;
    let is_signed = matches!(site.operation, FloatOperation::FromSigned(..));
    let (least, most) = extremes(from.width, is_signed);
    let floor = |n: i128| rounded(site.format, n, Rounding::TowardNegative);
    let ceiling = |n: i128| rounded(site.format, n, Rounding::TowardPositive);
    let low = if z0 > -inf { floor(z0 - 1) } else { None };
    let high = if z1 < inf { ceiling(z1 + 1) } else { None };
    let low = low.map_or(least.clone(), |n| n.max(least.clone()));
    let high = high.map_or(most.clone(), |n| n.min(most.clone()));
    if low > high {
        return Value::EMPTY;
    }
    match is_signed {
        true => low
            .to_i128()
            .zip(high.to_i128())
            .map(|(low, high)| Value::from_signed(from, low, high)),
        false => low
            .to_u128()
            .zip(high.to_u128())
            .map(|(low, high)| Value::from_unsigned(from, low, high)),
    }
    .unwrap_or(Value::top(from))
}

/// The float nearest to an integer, by its place in the order of numbers.
fn nearest(format: FloatFormat, n: Integer) -> Option<i128> {
    let word = ExactReal::integer(n).round(format, NEAREST);
    let (sign, m) = parts(format, word.to_u128()?);
    Some(if sign { -(m as i128) } else { m as i128 })
}

/// Floats strictly between two integers.
fn between_integers(format: FloatFormat, low: Integer, high: Integer) -> Value {
    let inf = infinity(format) as i128;
    from_number_keys(
        nearest(format, low).unwrap_or(-inf),
        nearest(format, high).unwrap_or(inf),
    )
}

/// x from the word to which it is rounded. Zero may come from anything that does not fit.
fn before_to_word(site: FloatSite, z: Value, x: Value, width: u32) -> Value {
    let shape = Shape::bare(width);
    if z.plus.contains(0) && !floats::all_fit(site, x) {
        return Value::top(Shape::float(site.format));
    }
    let is_signed = target(site.operation).is_some_and(|(_, _, is_signed)| is_signed);
    let ends: Option<(Integer, Integer)> = match is_signed {
        true => z.signed(shape).map(|(low, high)| (low.into(), high.into())),
        false => z.unsigned(shape).map(|(low, high)| (low.into(), high.into())),
    };
    ends.map_or(Value::EMPTY, |(low, high)| {
        between_integers(site.format, low - 1, high + 1)
    })
}

/// Narrows the arguments of an operation on floats whose result is a known truth value.
pub fn narrow_by_truth(
    cone: &Cone,
    values: &[Value],
    node: &Node,
    (format, operation): (FloatFormat, FloatOperation),
    truth: bool,
    sink: Sink,
) {
    use FloatOperation::*;
    let [a, b, _] = node.arguments;
    let x = in_format(cone, values, a, format);
    match operation {
        Less | AtMost => {
            let y = in_format(cone, values, b, format);
            // Where x < y is false, y ≤ x is true, but for NaN.
            let strict = (operation == Less) == truth;
            let (low, high) = if truth { (x, y) } else { (y, x) };
            let (low, high) = ordered(format, low, high, strict, truth);
            let (x, y) = if truth { (low, high) } else { (high, low) };
            tell(cone, a, format, x, sink);
            tell(cone, b, format, y, sink);
        }
        Equal => {
            let y = in_format(cone, values, b, format);
            tell(cone, a, format, equated(x, y, truth), sink);
            tell(cone, b, format, equated(y, x, truth), sink);
        }
        _ => tell(cone, a, format, classed(site(node, format, operation), x, truth), sink),
    }
}

/// x below y, or equal if not strictly. If that need only hold for numbers, one says something about the other's numbers
/// only if it is no NaN itself.
fn ordered(format: FloatFormat, x: Value, y: Value, strict: bool, excludes_nan: bool) -> (Value, Value) {
    let inf = infinity(format) as i128;
    let step = i128::from(strict);
    let below = number_ends(y).map_or(Value::EMPTY, |(_, y1)| from_number_keys(-inf, y1 - step));
    let above = number_ends(x).map_or(Value::EMPTY, |(x0, _)| from_number_keys(x0 + step, inf));
    let narrowed = |value: Value, bound: Value, other: Value| match (excludes_nan, other.nan) {
        (true, _) => value.meet(bound),
        (false, true) => value,
        (false, false) => Value {
            nan: value.nan,
            ..value.meet(bound)
        },
    };
    (narrowed(x, below, y), narrowed(y, above, x))
}

/// x equal to y as a number, or not.
fn equated(x: Value, y: Value, truth: bool) -> Value {
    let zero = Value::of(Span::point(0), Span::point(0));
    match (truth, only_number(y), y.nan) {
        (true, _, _) if y.has_magnitude(0) => x.numbers().meet(y.numbers().hull(zero)),
        (true, _, _) => x.numbers().meet(y.numbers()),
        (false, Some(0), false) => Value {
            plus: x.plus.without(0),
            minus: x.minus.without(0),
            nan: x.nan,
        },
        (false, Some(n), false) if n < 0 => Value {
            minus: x.minus.without(n.unsigned_abs()),
            ..x
        },
        (false, Some(n), false) => Value {
            plus: x.plus.without(n.unsigned_abs()),
            ..x
        },
        _ => x,
    }
}

/// x of a class, or not.
fn classed(site: FloatSite, x: Value, truth: bool) -> Value {
    use FloatOperation::*;
    let nan = Value {
        nan: x.nan,
        ..Value::EMPTY
    };
    let span = class(site.format, site.operation);
    match (site.operation, truth) {
        (IsNan, true) => nan,
        (IsNan, false) => x.numbers(),
        (IsInfinite | IsZero | IsSubnormal | IsNormal, true) => x.numbers().within(span),
        (IsInfinite | IsZero, false) => Value {
            plus: x.plus.without(span.low),
            minus: x.minus.without(span.low),
            nan: x.nan,
        },
        (FitsSigned(..) | FitsUnsigned(..), true) => fitting(site, x),
        _ => x,
    }
}

/// Numbers that are rounded to words of the width. The ends may still be some that are not: these go.
fn fitting(site: FloatSite, x: Value) -> Value {
    let Some((width, rounding, is_signed)) = target(site.operation) else {
        return x;
    };
    let (least, most) = extremes(width, is_signed);
    let near = between_integers(site.format, least.clone() - 1, most.clone() + 1);
    let Some((low, high)) = number_ends(x.numbers().meet(near)) else {
        return Value::EMPTY;
    };
    let misfits = |n: i128| rounded(site.format, n, rounding).is_none_or(|n| n < least || n > most);
    let low = if misfits(low) { low + 1 } else { low };
    let high = if misfits(high) { high - 1 } else { high };
    x.numbers().meet(from_number_keys(low, high))
}
