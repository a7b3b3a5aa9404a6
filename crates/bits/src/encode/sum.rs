//! Sums of floats, with and without a product: align, add, normalise, round.

use super::floats::{FloatParts, FloatResult};
use super::gates::{Gate, GateGraph};
use super::round::{ReadyFloat, RealGates, finish, round, signed_width};
use super::words::{self, GateWord};
use crate::format::{FloatFormat, Rounding};

/// ±significand·2^exponent, in some unit. Exponents are in two's complement, and numbers of greater exponent are greater:
/// only those of the least exponent may have a clear top bit.
#[derive(Clone, Debug)]
struct Summand {
    sign: Gate,
    exponent: GateWord,
    significand: GateWord,
}

/// The sum of two summands: `bits` with three more below and one more above, the lowest sticky.
#[derive(Clone, Debug)]
struct GateSum {
    sign: Gate,
    /// That of the greater summand: the weight of the second bit from the top.
    exponent: GateWord,
    bits: GateWord,
}

/// a + b. A difference is the sum with the other sign.
pub fn add(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, a: &[Gate], b: &[Gate]) -> GateWord {
    let (x, y) = (FloatParts::of(graph, format, a), FloatParts::of(graph, format, b));
    let (p, q) = (plain(graph, &x), plain(graph, &y));
    let sum = summed(graph, &p, &q);
    let result = FloatResult {
        is_nan: infinities_cancel(graph, [&x, &y]),
        is_infinite: infinite(graph, [&x, &y]),
        is_zero: vanished(graph, rounding, &sum, [x.sign, y.sign]),
        pattern: rounded_plain(graph, format, rounding, &sum),
    };
    result.packed(graph, format)
}

/// a·b + c. The product is exact in 2p bits, and so is the sum after it, but for a sticky bit that the rounding respects.
pub fn fma(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, arguments: [&[Gate]; 3]) -> GateWord {
    let [x, y, z] = arguments.map(|pattern| FloatParts::of(graph, format, pattern));
    let product = exact_product(graph, format, &x, &y);
    let product_parts = product_class(graph, &x, &y);
    let sum = product_sum(graph, format, &product, &product_parts, &z);
    let bounds = (sum.1.0, sum.1.1);
    let sum = sum.0;
    let top = words::sign_extended(&sum.exponent, signed_width(bounds.0, bounds.1 + 1) + 1);
    let top = words::increment(graph, &top, Gate::TRUE);
    let real = RealGates::normalised(graph, sum.sign, &sum.bits, &top, (bounds.0, bounds.1 + 1));
    let nothing = graph.or(x.is_nan, y.is_nan);
    let is_nan = infinities_cancel(graph, [&product_parts, &z]);
    let result = FloatResult {
        is_nan: graph.or(nothing, is_nan),
        is_infinite: infinite(graph, [&product_parts, &z]),
        is_zero: vanished(graph, rounding, &sum, [product_parts.sign, z.sign]),
        pattern: round(graph, format, rounding, &real),
    };
    result.packed(graph, format)
}

/// A pattern as a summand without normalisation: subnormal numbers share the least exponent.
fn plain(graph: &mut GateGraph, parts: &FloatParts) -> Summand {
    let field = parts.effective_field(graph);
    Summand {
        sign: parts.sign,
        // A clear sign, as fields are not negative.
        exponent: words::zero_extended(&field, field.len() + 1),
        significand: parts.significand(),
    }
}

/// The sum. The summand of smaller magnitude moves down to the exponent of the other, so the difference is never negative.
///
/// Three bits below are enough: where the smaller moves by two places or more, the difference loses at most one bit at the
/// top, and what is left below holds the next bit and a sticky one; where it moves by less, nothing is lost at all.
fn summed(graph: &mut GateGraph, x: &Summand, y: &Summand) -> GateSum {
    let swaps = words::less_unsigned(graph, &order_key(x), &order_key(y));
    let exponent = words::choose(graph, swaps, &y.exponent, &x.exponent);
    let lower = words::choose(graph, swaps, &x.exponent, &y.exponent);
    let great = words::choose(graph, swaps, &y.significand, &x.significand);
    let small = words::choose(graph, swaps, &x.significand, &y.significand);
    let mut distance = words::subtract(graph, &exponent, &lower);
    // It is not negative, so its sign is clear.
    distance.pop();
    let small = words::shift_right_sticky(graph, &words::above_zeros(&small, 3), &distance);
    let minus = graph.xor(x.sign, y.sign);
    let small = words::each(graph, &small, minus, GateGraph::xor);
    let (mut bits, carry) = words::add_carry(graph, &words::above_zeros(&great, 3), &small, minus);
    // A difference is not negative, so that its carry only says so.
    bits.push(graph.and(carry, !minus));
    let sign = graph.choose(swaps, y.sign, x.sign);
    GateSum { sign, exponent, bits }
}

/// A word whose unsigned order is that of the magnitudes.
fn order_key(x: &Summand) -> GateWord {
    let mut key = x.significand.clone();
    key.extend(words::sign_flipped(&x.exponent));
    key
}

/// Rounds a sum of plain summands, whose exponents are fields. It moves up until its top bit is set or its field is the
/// least, so that a subnormal sum has all its bits in place: it is exact.
fn rounded_plain(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, sum: &GateSum) -> GateWord {
    let width = format.exponent as usize + 1;
    let mut field = words::increment(graph, &words::zero_extended(&sum.exponent, width), Gate::TRUE);
    let mut bits = sum.bits.clone();
    for stage in (0..bits.len().next_power_of_two().trailing_zeros()).rev() {
        let by = 1usize << stage;
        let (shifted, is_clear) = words::moved_up(graph, &bits, by);
        let (lower, may) = drop_field(graph, &field, by);
        let moves = graph.and(is_clear, may);
        bits = words::choose(graph, moves, &shifted, &bits);
        field = words::choose(graph, moves, &lower, &field);
    }
    let top = bits[bits.len() - 1];
    let ready = ReadyFloat {
        sign: sum.sign,
        field: words::each(graph, &field, top, GateGraph::and),
        bits: joined(graph, &bits, format.significand as usize + 2),
        can_overflow: true,
    };
    finish(graph, format, rounding, &ready)
}

/// field − by, and whether that is still at least 1.
fn drop_field(graph: &mut GateGraph, field: &[Gate], by: usize) -> (GateWord, Gate) {
    let width = field.len();
    if by >> width != 0 {
        return (field.to_vec(), Gate::FALSE);
    }
    let by = words::constant(&crate::word::BitWord::new(width as u32, by as u64));
    let may = words::less_unsigned(graph, &by, field);
    (words::subtract(graph, field, &by), may)
}

/// The top bits of a longer word, all others joined in the lowest.
fn joined(graph: &mut GateGraph, bits: &[Gate], width: usize) -> GateWord {
    let (low, high) = bits.split_at(bits.len() - width + 1);
    let mut word = vec![graph.any(low)];
    word.extend(high);
    word
}

/// Some argument is NaN, or both are infinite and of different signs.
fn infinities_cancel(graph: &mut GateGraph, [x, y]: [&FloatParts; 2]) -> Gate {
    let both = graph.and(x.is_infinite, y.is_infinite);
    let differ = graph.xor(x.sign, y.sign);
    let cancel = graph.and(both, differ);
    graph.any(&[x.is_nan, y.is_nan, cancel])
}

/// Whether a sum is infinite, and its sign then.
fn infinite(graph: &mut GateGraph, [x, y]: [&FloatParts; 2]) -> (Gate, Gate) {
    (
        graph.or(x.is_infinite, y.is_infinite),
        graph.choose(x.is_infinite, x.sign, y.sign),
    )
}

/// Whether a sum is exactly zero, and its sign then: the common one, or else plus, but minus when rounding downwards.
fn vanished(graph: &mut GateGraph, rounding: Rounding, sum: &GateSum, [a, b]: [Gate; 2]) -> (Gate, Gate) {
    let is_zero = !graph.any(&sum.bits);
    let sign = match rounding {
        Rounding::TowardNegative => graph.or(a, b),
        _ => graph.and(a, b),
    };
    (is_zero, sign)
}

/// The exact product of two numbers in 2p bits, normalised. Of zeros the bits are clear.
pub fn exact_product(graph: &mut GateGraph, format: FloatFormat, x: &FloatParts, y: &FloatParts) -> RealGates {
    let (a, b) = (RealGates::of(graph, format, x), RealGates::of(graph, format, y));
    let width = 2 * format.significand as usize;
    let bits = words::multiply(graph, &a.significand, &b.significand, width);
    let (least, greatest) = (2 * format.least_bit(), 2 * format.bias() + 1);
    // Significands in [1, 2) have a product in [1, 4): one place at most is missing at the top.
    let top = bits[width - 1];
    let (shifted, _) = words::moved_up(graph, &bits, 1);
    let exponent_width = signed_width(least, greatest);
    let ends = [&a, &b].map(|real| words::sign_extended(&real.exponent, exponent_width));
    RealGates {
        sign: graph.xor(x.sign, y.sign),
        exponent: words::add_carry(graph, &ends[0], &ends[1], top).0,
        significand: words::choose(graph, top, &bits, &shifted),
        least,
        greatest,
    }
}

/// The product as if it were an argument: its sign, and whether it is infinite, zero or NaN (0·∞).
fn product_class(graph: &mut GateGraph, x: &FloatParts, y: &FloatParts) -> FloatParts {
    let is_zero = graph.or(x.is_zero, y.is_zero);
    let is_infinite = graph.or(x.is_infinite, y.is_infinite);
    FloatParts {
        sign: graph.xor(x.sign, y.sign),
        is_zero,
        is_infinite,
        is_nan: graph.and(is_zero, is_infinite),
        ..x.clone()
    }
}

/// The sum of a product and a number, and the bounds of its exponents.
fn product_sum(
    graph: &mut GateGraph,
    format: FloatFormat,
    product: &RealGates,
    class: &FloatParts,
    z: &FloatParts,
) -> (GateSum, (i64, i64)) {
    let c = RealGates::of(graph, format, z);
    let bounds = (product.least.min(c.least), product.greatest.max(c.greatest));
    let width = product.significand.len();
    let wide = RealGates {
        significand: words::above_zeros(&c.significand, width - c.significand.len()),
        ..c
    };
    let x = normal_summand(graph, product, class.is_zero, bounds);
    let y = normal_summand(graph, &wide, z.is_zero, bounds);
    (summed(graph, &x, &y), bounds)
}

/// A normalised number as a summand; zero has the least exponent, so that it is below all others.
fn normal_summand(graph: &mut GateGraph, real: &RealGates, is_zero: Gate, bounds: (i64, i64)) -> Summand {
    // One bit more, so that the distance of two exponents is not negative.
    let width = signed_width(bounds.0, bounds.1) + 1;
    let exponent = words::sign_extended(&real.exponent, width);
    Summand {
        sign: real.sign,
        exponent: words::choose(graph, is_zero, &words::number(width, bounds.0), &exponent),
        significand: words::each(graph, &real.significand, !is_zero, GateGraph::and),
    }
}
