//! Which term of a box to cut in two, and where.

use super::cone::Cone;
use super::forward::forward;
use super::value::{Shape, Span, Value};
use crate::operation::BitOperation;

/// A term, and the two parts of its values.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    pub place: usize,
    pub parts: [Value; 2],
}

/// How often terms were cut on the way to a box.
#[derive(Clone, Debug)]
pub struct Cuts {
    pub depth: u32,
    /// By place of the cone.
    pub counts: Vec<u16>,
}

/// The most promising cut. By turns it is a truth value that matters and is not known, the one nearest to the conditions,
/// and the variable that was cut least often; of several, the one with most values.
pub fn choose(cone: &Cone, values: &[Value], roots: &[usize], ranged: &[usize], cuts: &Cuts) -> Option<Split> {
    let needed = needed(cone, values, roots, ranged);
    let (truth, number) = (
        truth(cone, values, &needed),
        number(cone, values, &needed, ranged, cuts),
    );
    if cuts.depth.is_multiple_of(2) {
        truth.or(number)
    } else {
        number.or(truth)
    }
}

/// Places whose values still decide whether the conditions hold in the box: an operation with one possible result needs
/// nothing, nor does a branch that is not taken matter.
fn needed(cone: &Cone, values: &[Value], roots: &[usize], ranged: &[usize]) -> Vec<bool> {
    let mut needed = vec![false; values.len()];
    roots.iter().chain(ranged).for_each(|place| needed[*place] = true);
    for place in (0..values.len()).rev() {
        let node = &cone.nodes[place];
        if !needed[place] || node.count == 0 {
            continue;
        }
        if !cone.shape(place).is_wide() && forward(cone, values, place).pattern(node.shape).is_some() {
            needed[place] = false;
            continue;
        }
        let [condition, a, b] = node.arguments;
        match (node.operation, values[condition].decided()) {
            (BitOperation::Choose, Some(true)) => needed[a] = true,
            (BitOperation::Choose, Some(false)) => needed[b] = true,
            _ => node.arguments().iter().for_each(|at| needed[*at] = true),
        }
    }
    needed
}

fn truth(cone: &Cone, values: &[Value], needed: &[bool]) -> Option<Split> {
    let is_open = |place: &usize| {
        let node = &cone.nodes[*place];
        needed[*place] && node.is_truth && node.count > 0 && values[*place].decided().is_none()
    };
    let place = (0..values.len()).rev().find(is_open)?;
    let parts = [Value::truth(true, false), Value::truth(false, true)];
    Some(Split { place, parts })
}

fn number(cone: &Cone, values: &[Value], needed: &[bool], ranged: &[usize], cuts: &Cuts) -> Option<Split> {
    let is_variable = |place: usize| matches!(cone.nodes[place].operation, BitOperation::Variable(_));
    let is_open = |place: &usize| {
        let shape = cone.shape(*place);
        let is_some = needed[*place] && (is_variable(*place) || ranged.contains(place));
        is_some && !shape.is_wide() && parts(shape, values[*place], 0).is_some()
    };
    let rank = |place: &usize| (cuts.counts[*place], std::cmp::Reverse(extent(values[*place])), *place);
    let place = (0..values.len()).filter(is_open).min_by_key(rank)?;
    let parts = parts(cone.shape(place), values[place], cuts.counts[place])?;
    Some(Split { place, parts })
}

fn extent(value: Value) -> u128 {
    let of = |span: Span| if span.is_empty() { 0 } else { span.high - span.low };
    of(value.plus).saturating_add(of(value.minus))
}

/// NaN and numbers; the signs; magnitudes. None if there is one value, or only NaN, which have no order.
fn parts(shape: Shape, value: Value, count: u16) -> Option<[Value; 2]> {
    let numbers = value.numbers();
    let (plus, minus) = (!value.plus.is_empty(), !value.minus.is_empty());
    let of_half = |sign: bool| Value::of_half(sign, value.half(sign));
    match (value.nan, plus, minus) {
        (_, false, false) => None,
        (true, ..) => {
            let nan = Value {
                nan: true,
                ..Value::EMPTY
            };
            Some([numbers, nan])
        }
        (_, true, true) => Some([of_half(false), of_half(true)]),
        (_, _, sign) if value.half(sign).is_point() => None,
        (_, _, sign) => {
            let span = value.half(sign);
            let cut = cut(shape, span, count);
            let (low, high) = (Span::new(span.low, cut), Span::new(cut + 1, span.high));
            Some([high, low].map(|span| Value::of_half(sign, span)))
        }
    }
}

/// The greatest magnitude of the lower part: the middle of words and of narrow spans of floats. Of wide ones the highest
/// binade goes first, as the middle of all patterns from 0 to 1 would be 2^−512; only every fourth time it is that.
fn cut(shape: Shape, span: Span, count: u16) -> u128 {
    let extent = span.high - span.low;
    let middle = span.low + extent / 2;
    let Some(format) = shape.format else {
        return middle;
    };
    let binade = 1u128 << format.fraction();
    match extent > 2 * binade && count % 4 != 3 {
        true => span.high - binade,
        false => middle,
    }
}
