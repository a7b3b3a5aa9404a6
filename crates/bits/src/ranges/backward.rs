//! What a term's values say about its arguments: truth values, choices, words. Floats are in `inverse`.
//!
//! Each rule keeps all values of the arguments for which the operation can give one of the term's values.

use super::cone::{Cone, Node};
use super::floats::number_ends;
use super::forward::{bare, is_wide, under};
use super::inverse;
use super::value::{Shape, Span, Value};
use super::words::{self, SIGNS, combined, is_neutral};
use crate::operation::BitOperation;

/// Takes a place and values outside which it cannot be.
pub type Sink<'s> = &'s mut dyn FnMut(usize, Value);

/// Narrows the arguments of a place.
pub fn backward(cone: &Cone, values: &[Value], place: usize, sink: Sink) {
    use BitOperation::*;
    let node = &cone.nodes[place];
    if node.count == 0 || is_wide(cone, node) || values[place].is_empty() {
        return;
    }
    match (node.operation, values[place].decided()) {
        (Choose, _) => by_choice(cone, values, place, sink),
        (_, Some(truth)) if node.is_truth => narrow_by_truth(cone, values, node, truth, sink),
        _ if node.is_truth => {}
        (Float(format, operation), _) => inverse::narrow(cone, values, place, (*format, *operation), sink),
        (And | Or | Xor, _) => by_signs(cone, values, place, sink),
        _ => by_word(cone, values, place, sink),
    }
}

/// The branch that is taken has the value; a branch that cannot have it is not taken.
fn by_choice(cone: &Cone, values: &[Value], place: usize, sink: Sink) {
    let node = &cone.nodes[place];
    let [condition, a, b] = node.arguments;
    let decided = values[condition].decided();
    for (truth, at) in [(true, a), (false, b)] {
        let wanted = values[place].reshaped(node.shape, cone.shape(at));
        match decided {
            Some(taken) if taken == truth => sink(at, wanted),
            None if under(cone, values, condition, truth, at, 2).meet(wanted).is_empty() => {
                sink(condition, Value::truth(!truth, truth));
            }
            _ => {}
        }
    }
}

/// Narrows the arguments of an operation whose result is a known truth value.
pub fn narrow_by_truth(cone: &Cone, values: &[Value], node: &Node, truth: bool, sink: Sink) {
    use BitOperation::*;
    let [a, b, _] = node.arguments;
    let known = Value::truth(truth, !truth);
    match node.operation {
        Not => sink(a, Value::truth(!truth, truth)),
        And | Or if (*node.operation == And) == truth => {
            sink(a, known);
            sink(b, known);
        }
        And | Or => [(a, b), (b, a)].into_iter().for_each(|(one, other)| {
            // One that does not decide leaves it to the other.
            if values[one].decided() == Some(!truth) {
                sink(other, known);
            }
        }),
        Xor => [(a, b), (b, a)].into_iter().for_each(|(one, other)| {
            if let Some(one) = values[one].decided() {
                sink(other, Value::truth(one != truth, one == truth));
            }
        }),
        Equal => by_equality(cone, values, [a, b], truth, sink),
        LessUnsigned | AtMostUnsigned | LessSigned | AtMostSigned => by_order(cone, values, node, truth, sink),
        Float(format, operation) => inverse::narrow_by_truth(cone, values, node, (*format, *operation), truth, sink),
        _ => {}
    }
}

fn by_equality(cone: &Cone, values: &[Value], [a, b]: [usize; 2], truth: bool, sink: Sink) {
    for (one, other) in [(a, b), (b, a)] {
        let shape = cone.shape(other);
        if truth {
            sink(other, values[one].reshaped(cone.shape(one), shape));
        } else if let Some(pattern) = values[one].pattern(cone.shape(one)) {
            // Only numbers are told apart: a NaN that is excluded leaves others.
            let point = Value::point(shape, pattern);
            let without = |span: Span, point: Span| {
                if point.is_empty() {
                    span
                } else {
                    span.without(point.low)
                }
            };
            sink(
                other,
                Value {
                    plus: without(values[other].plus, point.plus),
                    minus: without(values[other].minus, point.minus),
                    nan: values[other].nan,
                },
            );
        }
    }
}

/// x < y or x ≤ y; where it is false, y ≤ x or y < x is true.
fn by_order(cone: &Cone, values: &[Value], node: &Node, truth: bool, sink: Sink) {
    use BitOperation::*;
    let [a, b, _] = node.arguments;
    let strict = matches!(node.operation, LessUnsigned | LessSigned) == truth;
    let (x, y) = if truth { (a, b) } else { (b, a) };
    let shape = Shape::bare(cone.shape(a).width);
    let (of_x, of_y) = (bare(cone, values, x), bare(cone, values, y));
    let (below, above) = match node.operation {
        LessSigned | AtMostSigned => signed_order(shape, of_x, of_y, strict),
        _ => unsigned_order(shape, of_x, of_y, strict),
    };
    sink(x, below.reshaped(shape, cone.shape(x)));
    sink(y, above.reshaped(shape, cone.shape(y)));
}

fn signed_order(shape: Shape, x: Value, y: Value, strict: bool) -> (Value, Value) {
    let (Some((x0, x1)), Some((y0, y1))) = (x.signed(shape), y.signed(shape)) else {
        return (Value::EMPTY, Value::EMPTY);
    };
    let step = i128::from(strict);
    (
        Value::from_signed(shape, x0, x1.min(y1.saturating_sub(step))),
        Value::from_signed(shape, y0.max(x0.saturating_add(step)), y1),
    )
}

fn unsigned_order(shape: Shape, x: Value, y: Value, strict: bool) -> (Value, Value) {
    let (Some((x0, x1)), Some((y0, y1))) = (x.unsigned(shape), y.unsigned(shape)) else {
        return (Value::EMPTY, Value::EMPTY);
    };
    let step = u128::from(strict);
    let (Some(most), Some(least)) = (y1.checked_sub(step), x0.checked_add(step)) else {
        return (Value::EMPTY, Value::EMPTY);
    };
    (
        Value::from_unsigned(shape, x0, x1.min(most)),
        Value::from_unsigned(shape, y0.max(least), y1),
    )
}

/// Where the magnitudes of one argument change nothing, the other has the magnitude of the result, and a sign that leads to
/// the result's.
fn by_signs(cone: &Cone, values: &[Value], place: usize, sink: Sink) {
    let node = &cone.nodes[place];
    let [a, b, _] = node.arguments;
    for (x, y) in [(a, b), (b, a)] {
        let z = values[place].reshaped(node.shape, cone.shape(x));
        let by = bare(cone, values, y);
        let neutral =
            |sign: bool| by.half(sign).is_empty() || is_neutral(node.operation, node.shape.most(), by.half(sign));
        if neutral(false) && neutral(true) {
            sink(x, signs_before(node.operation, z, by));
        }
    }
}

fn signs_before(operation: &BitOperation, z: Value, by: Value) -> Value {
    let mut all = Value {
        nan: z.nan,
        ..Value::EMPTY
    };
    for (s, t) in SIGNS {
        if !by.half(t).is_empty() {
            all = all.hull(Value::of_half(s, z.half(combined(operation, s, t))));
        }
    }
    all
}

fn by_word(cone: &Cone, values: &[Value], place: usize, sink: Sink) {
    use BitOperation::*;
    let node = &cone.nodes[place];
    let z = bare(cone, values, place);
    let shape = Shape::bare(node.shape.width);
    let mut tell = |at: usize, value: Value| {
        let own = cone.shape(at);
        sink(at, value.reshaped(Shape::bare(own.width), own));
    };
    let [a, b, _] = node.arguments;
    let x = bare(cone, values, a);
    let from = Shape::bare(cone.shape(a).width);
    match node.operation {
        Not | Negate => tell(a, words::unary(node.operation, shape, z, shape)),
        ExtendZero(_) => tell(a, before_zeros(z, shape, from)),
        ExtendSign(_) => tell(a, before_signs(z, shape, from)),
        Extract { high, low } => tell(a, before_extract(z, x, [*high, *low], from)),
        // Modulo 2^n these are exact, whether anything wraps or not.
        Add => {
            tell(a, words::difference(shape, z, bare(cone, values, b)));
            tell(b, words::difference(shape, z, x));
        }
        Subtract => {
            tell(a, words::sum(shape, z, bare(cone, values, b)));
            tell(b, words::difference(shape, x, z));
        }
        Multiply => {
            let y = bare(cone, values, b);
            tell(a, before_product(shape, z, x, y));
            tell(b, before_product(shape, z, y, x));
        }
        Concat => {
            let lower = Shape::bare(cone.shape(b).width);
            let whole = Extract {
                high: shape.width - 1,
                low: lower.width,
            };
            let part = Extract {
                high: lower.width - 1,
                low: 0,
            };
            tell(a, words::unary(&whole, shape, z, from));
            tell(b, words::unary(&part, shape, z, lower));
        }
        _ => {}
    }
}

fn before_zeros(z: Value, shape: Shape, from: Shape) -> Value {
    let Some((low, high)) = z.unsigned(shape) else {
        return Value::EMPTY;
    };
    let ones = from.most() + from.half();
    if low > ones {
        Value::EMPTY
    } else {
        Value::from_unsigned(from, low, high.min(ones))
    }
}

fn before_signs(z: Value, shape: Shape, from: Shape) -> Value {
    let Some((low, high)) = z.signed(shape) else {
        return Value::EMPTY;
    };
    let most = from.most() as i128;
    Value::from_signed(from, low.max(-1 - most), high.min(most))
}

/// Where all words agree above the part, the part says where they lie.
fn before_extract(z: Value, x: Value, [high, low]: [u32; 2], from: Shape) -> Value {
    let part = Shape::bare(high - low + 1);
    let (Some((x0, x1)), Some((z0, z1))) = (x.unsigned(from), z.unsigned(part)) else {
        return Value::EMPTY;
    };
    let above = |v: u128| v.checked_shr(high + 1).unwrap_or(0);
    if above(x0) != above(x1) {
        return Value::top(from);
    }
    let prefix = above(x0).checked_shl(high + 1).unwrap_or(0);
    let rest = (1u128 << low) - 1;
    Value::from_unsigned(from, prefix | (z0 << low), prefix | (z1 << low) | rest)
}

/// x from z = x·y, if nothing wraps and y > 0: the quotients of the ends, where z / y is least and greatest.
fn before_product(shape: Shape, z: Value, x: Value, y: Value) -> Value {
    let (Some(a), Some(b), Some(c)) = (x.unsigned(shape), y.unsigned(shape), z.unsigned(shape)) else {
        return Value::EMPTY;
    };
    let ones = shape.most() + shape.half();
    let is_exact = a.1.checked_mul(b.1).is_some_and(|most| most <= ones);
    let unsigned = match is_exact && b.0 > 0 {
        true => Value::from_unsigned(shape, c.0 / b.1, c.1 / b.0),
        false => Value::top(shape),
    };
    unsigned.meet(before_signed_product(shape, z, x, y))
}

fn before_signed_product(shape: Shape, z: Value, x: Value, y: Value) -> Value {
    let (Some(a), Some(b), Some(c)) = (x.signed(shape), y.signed(shape), z.signed(shape)) else {
        return Value::EMPTY;
    };
    let most = shape.most() as i128;
    let fits = |m: i128| m.checked_mul(b.1).is_some_and(|n| n <= most && n >= -1 - most);
    if b.0 <= 0 || !fits(a.0) || !fits(a.1) {
        return Value::top(shape);
    }
    let low = if c.0 < 0 { c.0 / b.0 } else { c.0 / b.1 };
    let high = if c.1 < 0 { c.1 / b.1 } else { c.1 / b.0 };
    Value::from_signed(shape, low, high)
}

/// Whether the zeros are all that there is, or one other number.
pub fn only_number(x: Value) -> Option<i128> {
    number_ends(x).filter(|(low, high)| low == high).map(|(low, _)| low)
}
