//! Conversions: between formats, from and to integers, and to the integers among the floats.

use super::floats::{FloatParts, FloatResult};
use super::gates::{Gate, GateGraph};
use super::round::{RealGates, goes_up, round, signed_width};
use super::words::{self, GateWord};
use crate::format::{FloatFormat, Rounding};

/// The same number in another format.
pub fn convert(graph: &mut GateGraph, from: FloatFormat, to: FloatFormat, rounding: Rounding, a: &[Gate]) -> GateWord {
    let x = FloatParts::of(graph, from, a);
    let real = RealGates::of(graph, from, &x);
    let result = FloatResult {
        is_nan: x.is_nan,
        is_infinite: (x.is_infinite, x.sign),
        is_zero: (x.is_zero, x.sign),
        pattern: round(graph, to, rounding, &real),
    };
    result.packed(graph, to)
}

/// The float of an integer.
pub fn from_word(graph: &mut GateGraph, to: FloatFormat, rounding: Rounding, a: &[Gate], is_signed: bool) -> GateWord {
    let sign = if is_signed { a[a.len() - 1] } else { Gate::FALSE };
    // The magnitude of the least signed number fits the width as an unsigned one.
    let magnitude = words::negate_if(graph, a, sign);
    from_magnitude(graph, to, rounding, sign, (&magnitude, Gate::FALSE))
}

/// The float of ±magnitude; a zero is negative if the second part of the pair says so.
fn from_magnitude(
    graph: &mut GateGraph,
    to: FloatFormat,
    rounding: Rounding,
    sign: Gate,
    (magnitude, zero_sign): (&[Gate], Gate),
) -> GateWord {
    let (significand, zeros) = words::normalised(graph, magnitude);
    let greatest = magnitude.len() as i64 - 1;
    let width = signed_width(0, greatest).max(zeros.len() + 1);
    let top = words::number(width, greatest);
    let exponent = words::subtract(graph, &top, &words::zero_extended(&zeros, width));
    // Not negative: of zero it would be, but then nothing is read of it.
    let real = RealGates {
        sign,
        exponent,
        significand,
        least: 0,
        greatest,
    };
    let result = FloatResult {
        is_nan: Gate::FALSE,
        is_infinite: (Gate::FALSE, sign),
        is_zero: (!graph.any(magnitude), zero_sign),
        pattern: round(graph, to, rounding, &real),
    };
    result.packed(graph, to)
}

/// The integer of the mode as a float. Numbers from 2^(p−1) on are integers already.
pub fn integral(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, a: &[Gate]) -> GateWord {
    let x = FloatParts::of(graph, format, a);
    let p = format.significand as usize;
    let (magnitude, is_great) = small_magnitude(graph, format, rounding, &x);
    let rounded = from_magnitude(graph, format, rounding, x.sign, (&magnitude[..p], x.sign));
    let keeps = graph.or(is_great, x.is_infinite);
    let number = words::choose(graph, keeps, a, &rounded);
    words::choose(graph, x.is_nan, &words::constant(&format.nan()), &number)
}

/// |x| rounded to an integer, in p + 1 bits, and whether x is an integer anyway because its last bit weighs 1 or more.
fn small_magnitude(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, x: &FloatParts) -> (GateWord, Gate) {
    let p = format.significand as usize;
    // The point is p − 1 − e places above the last bit, where e = field − bias: it moves down by
    // (p − 1 + bias) − field, if that is positive.
    let full = i64::from(format.fraction()) + format.bias();
    let field = x.effective_field(graph);
    let width = signed_width(0, full).max(field.len() + 1) + 1;
    let field = words::zero_extended(&field, width);
    let places = words::subtract(graph, &words::number(width, full), &field);
    let is_great = {
        let none = words::equal(graph, &places, &words::number(width, 0));
        graph.or(places[width - 1], none)
    };
    let bits = words::above_zeros(&x.significand(), 2);
    let bits = words::shift_right_sticky(graph, &bits, &places[..width - 1]);
    let up = goes_up(graph, rounding, x.sign, [bits[0], bits[1], bits[2]]);
    let whole = words::zero_extended(&bits[2..], p + 1);
    (words::increment(graph, &whole, up), is_great)
}

/// The integer of a float, and whether it is one of the words of this width. Where it is not, the word is zero.
pub fn to_word(
    graph: &mut GateGraph,
    format: FloatFormat,
    rounding: Rounding,
    a: &[Gate],
    (width, is_signed): (usize, bool),
) -> (GateWord, Gate) {
    let x = FloatParts::of(graph, format, a);
    let (magnitude, is_great) = whole_magnitude(graph, format, rounding, &x, width);
    let in_range = if is_signed {
        signed_range(graph, &magnitude, x.sign)
    } else {
        unsigned_range(graph, &magnitude, x.sign)
    };
    let outside = graph.any(&[x.is_nan, x.is_infinite, is_great]);
    let fits = graph.and(in_range, !outside);
    let number = words::negate_if(graph, &magnitude[..width], x.sign);
    (words::each(graph, &number, fits, GateGraph::and), fits)
}

/// |x| rounded to an integer, in `width` + 1 bits, if |x| < 2^width; and whether it is not.
///
/// The significand stands p + 1 places below the point and moves up by e + 2, if that is positive. Lower exponents
/// leave everything in the p lowest places, of which one bit is set: what they are does not matter for the rounding.
fn whole_magnitude(
    graph: &mut GateGraph,
    format: FloatFormat,
    rounding: Rounding,
    x: &FloatParts,
    width: usize,
) -> (GateWord, Gate) {
    let p = format.significand as usize;
    let field = x.effective_field(graph);
    let bits = signed_width(-format.bias(), format.bias().max(width as i64) + 2) + 1;
    let exponent = words::add(
        graph,
        &words::zero_extended(&field, bits),
        &words::number(bits, 2 - format.bias()),
    );
    let limit = words::number(bits, width as i64 + 2);
    let is_great = !words::less_signed(graph, &exponent, &limit);
    let places = words::each(graph, &exponent, !exponent[bits - 1], GateGraph::and);
    let needed = signed_width(0, width as i64 + 1);
    let fixed = words::zero_extended(&x.significand(), p + 1 + width);
    let fixed = words::shift_left(graph, &fixed, &places[..needed.min(bits) - 1]);
    let sticky = graph.any(&fixed[..p]);
    let up = goes_up(graph, rounding, x.sign, [sticky, fixed[p], fixed[p + 1]]);
    let whole = words::zero_extended(&fixed[p + 1..], width + 1);
    (words::increment(graph, &whole, up), is_great)
}

/// Magnitudes up to 2^(w−1) − 1 fit, and 2^(w−1) fits if it is to be negative.
fn signed_range(graph: &mut GateGraph, magnitude: &[Gate], sign: Gate) -> Gate {
    let width = magnitude.len() - 1;
    let (low, high) = magnitude.split_at(width - 1);
    let is_limit = {
        let rest = graph.any(low);
        graph.and(sign, !rest)
    };
    // The bit of weight 2^(w−1) may be set alone, the one above never.
    let too_high = graph.and(high[0], !is_limit);
    let outside = graph.or(too_high, high[1]);
    !outside
}

/// Magnitudes below 2^w fit; below zero only what rounds to zero.
fn unsigned_range(graph: &mut GateGraph, magnitude: &[Gate], sign: Gate) -> Gate {
    let is_zero = !graph.any(magnitude);
    let is_long = magnitude[magnitude.len() - 1];
    graph.choose(sign, is_zero, !is_long)
}
