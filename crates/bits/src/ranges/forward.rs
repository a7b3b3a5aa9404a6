//! The values that a term may have, from those that its arguments may have.

use super::cone::{Cone, Node};
use super::floats::{self, FloatSite};
use super::value::{Shape, Value};
use super::words::{self, SIGNS, combined, is_neutral};
use crate::format::FloatFormat;
use crate::operation::{BitOperation, FloatOperation};

/// What the operation of a place gives, whatever is known of the place itself.
pub fn forward(cone: &Cone, values: &[Value], place: usize) -> Value {
    use BitOperation::*;
    let node = &cone.nodes[place];
    match node.operation {
        Truth(value) => Value::truth(*value, !*value),
        Constant(word) => Value::word(node.shape, word),
        Variable(_) => Value::top(node.shape),
        _ if is_wide(cone, node) => Value::top(node.shape),
        Float(format, operation) => float(cone, values, node, *format, *operation),
        Choose => choice(cone, values, node),
        Equal => equality(cone, values, node),
        And | Or | Xor => bitwise(cone, values, node),
        operation => word(cone, values, node, operation),
    }
}

/// Whether the width of the result or of an argument is more than values hold.
pub fn is_wide(cone: &Cone, node: &Node) -> bool {
    node.shape.is_wide() || node.arguments().iter().any(|at| cone.shape(*at).is_wide())
}

/// The value of a place as a word without a format.
pub fn bare(cone: &Cone, values: &[Value], place: usize) -> Value {
    let shape = cone.shape(place);
    values[place].reshaped(shape, Shape::bare(shape.width))
}

/// The value of a place as a float of a format.
pub fn in_format(cone: &Cone, values: &[Value], place: usize, format: FloatFormat) -> Value {
    values[place].reshaped(cone.shape(place), Shape::float(format))
}

/// A place as an operation on floats.
pub fn site(node: &Node, format: FloatFormat, operation: FloatOperation) -> FloatSite {
    let first = node.arguments[0];
    FloatSite {
        format,
        operation,
        is_same: node.count == 2 && node.arguments().iter().all(|at| *at == first),
    }
}

fn float(cone: &Cone, values: &[Value], node: &Node, format: FloatFormat, operation: FloatOperation) -> Value {
    let site = site(node, format, operation);
    let from = Shape::bare(node.shape.width);
    let result = match operation {
        FloatOperation::FromSigned(..) | FloatOperation::FromUnsigned(..) => {
            let at = node.arguments[0];
            let shape = Shape::bare(cone.shape(at).width);
            return floats::from_word(site, shape, bare(cone, values, at)).reshaped(Shape::float(format), node.shape);
        }
        FloatOperation::Convert(to, _) => Shape::float(to),
        _ if node.is_truth || floats::target(operation).is_some() => from,
        _ => Shape::float(format),
    };
    let mut arguments = [Value::EMPTY; 3];
    for (value, at) in arguments.iter_mut().zip(node.arguments()) {
        *value = in_format(cone, values, *at, format);
    }
    floats::forward(site, &arguments[..node.count], result).reshaped(result, node.shape)
}

fn word(cone: &Cone, values: &[Value], node: &Node, operation: &BitOperation) -> Value {
    let result = Shape::bare(node.shape.width);
    let [a, b, _] = node.arguments;
    let shapes = [a, b].map(|at| Shape::bare(cone.shape(at).width));
    let x = bare(cone, values, a);
    let all = match node.count {
        1 => words::unary(operation, shapes[0], x, result),
        _ => words::binary(operation, shapes, [x, bare(cone, values, b)], result),
    };
    all.reshaped(result, node.shape)
}

/// Where the magnitudes of one argument change nothing, the other keeps its NaN: that is how signs of floats are changed.
fn bitwise(cone: &Cone, values: &[Value], node: &Node) -> Value {
    let [a, b, _] = node.arguments;
    signs_only(cone, values, node, a, b)
        .or_else(|| signs_only(cone, values, node, b, a))
        .unwrap_or_else(|| word(cone, values, node, node.operation))
}

fn signs_only(cone: &Cone, values: &[Value], node: &Node, a: usize, b: usize) -> Option<Value> {
    let (x, y) = (values[a], bare(cone, values, b));
    let most = node.shape.most();
    let neutral = |sign: bool| y.half(sign).is_empty() || is_neutral(node.operation, most, y.half(sign));
    if y.is_empty() || !neutral(false) || !neutral(true) {
        return None;
    }
    let mut all = Value {
        nan: x.nan,
        ..Value::EMPTY
    };
    for (s, t) in SIGNS {
        if !y.half(t).is_empty() {
            all = all.hull(Value::of_half(combined(node.operation, s, t), x.half(s)));
        }
    }
    Some(all.reshaped(cone.shape(a), node.shape))
}

fn equality(cone: &Cone, values: &[Value], node: &Node) -> Value {
    let [a, b, _] = node.arguments;
    let shape = cone.shape(a);
    let y = values[b].reshaped(cone.shape(b), shape);
    words::equal(shape, values[a], y)
}

/// The branch that is taken; or both, each under the condition that leads to it.
fn choice(cone: &Cone, values: &[Value], node: &Node) -> Value {
    let [condition, a, b] = node.arguments;
    let mut all = Value::EMPTY;
    for (truth, at) in [(true, a), (false, b)] {
        if !values[condition].half(truth).is_empty() {
            let branch = under(cone, values, condition, truth, at, DEPTH);
            all = all.hull(branch.reshaped(cone.shape(at), node.shape));
        }
    }
    all
}

/// How deep a condition is looked into.
const DEPTH: usize = 4;

/// The values of a place where a condition is true, or false.
pub fn under(cone: &Cone, values: &[Value], condition: usize, truth: bool, at: usize, depth: usize) -> Value {
    use BitOperation::*;
    let node = &cone.nodes[condition];
    let value = values[at];
    if depth == 0 || is_wide(cone, node) {
        return value;
    }
    match (node.operation, truth) {
        (Not, _) => under(cone, values, node.arguments[0], !truth, at, depth - 1),
        (And, true) | (Or, false) => {
            let [a, b, _] = node.arguments;
            let one = under(cone, values, a, truth, at, depth - 1);
            one.meet(under(cone, values, b, truth, at, depth - 1))
        }
        _ if node.arguments().contains(&at) => {
            let mut all = value;
            super::backward::narrow_by_truth(cone, values, node, truth, &mut |place, narrowed| {
                if place == at {
                    all = all.meet(narrowed);
                }
            });
            all
        }
        _ => value,
    }
}
