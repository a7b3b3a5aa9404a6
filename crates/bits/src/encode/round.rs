//! Real numbers as gates, and the one circuit that rounds them into a format.

use super::floats::{FloatParts, with_sign};
use super::gates::{Gate, GateGraph};
use super::words::{self, GateWord};
use crate::format::{FloatFormat, Rounding};

/// A number that is not zero: ±1.f·2^exponent, where 1.f are the bits of the significand, the top one set.
///
/// The lowest bit may be sticky: set for everything below that was cut off.
#[derive(Clone, Debug)]
pub struct RealGates {
    /// Below zero.
    pub sign: Gate,
    /// In two's complement.
    pub exponent: GateWord,
    /// The top bit is set.
    pub significand: GateWord,
    /// No exponent is below this.
    pub least: i64,
    /// No exponent is above this.
    pub greatest: i64,
}

impl RealGates {
    /// The number of a pattern that is neither zero nor infinite nor NaN. Subnormal significands are moved up,
    /// and their exponents lowered by as much.
    pub fn of(graph: &mut GateGraph, format: FloatFormat, parts: &FloatParts) -> RealGates {
        let (significand, zeros) = words::normalised(graph, &parts.significand());
        let (least, greatest) = (format.least_bit(), format.bias());
        let field = parts.effective_field(graph);
        let exponent = lowered(graph, &field, format.bias(), &zeros, (least, greatest));
        RealGates {
            sign: parts.sign,
            exponent,
            significand,
            least,
            greatest,
        }
    }

    /// The number whose top bit of `bits` has weight 2^top and may be clear, moved up as far as needed.
    pub fn normalised(graph: &mut GateGraph, sign: Gate, bits: &[Gate], top: &[Gate], bounds: (i64, i64)) -> RealGates {
        let (significand, zeros) = words::normalised(graph, bits);
        let width = signed_width(bounds.0 - bits.len() as i64, bounds.1);
        let (top, zeros) = (words::sign_extended(top, width), words::zero_extended(&zeros, width));
        RealGates {
            sign,
            exponent: words::subtract(graph, &top, &zeros),
            significand,
            least: bounds.0 - bits.len() as i64,
            greatest: bounds.1,
        }
    }
}

/// field − bias − zeros, in as many bits as the bounds need.
fn lowered(graph: &mut GateGraph, field: &[Gate], bias: i64, zeros: &[Gate], bounds: (i64, i64)) -> GateWord {
    // One bit more than for the result: the field and the count are not negative.
    let width = signed_width(bounds.0, bounds.1)
        .max(field.len() + 1)
        .max(zeros.len() + 1);
    let (field, zeros) = (words::zero_extended(field, width), words::zero_extended(zeros, width));
    let unbiased = words::add(graph, &field, &words::number(width, -bias));
    words::subtract(graph, &unbiased, &zeros)
}

/// How many bits hold both bounds in two's complement.
pub fn signed_width(least: i64, greatest: i64) -> usize {
    let bits = |n: i64| 65 - (if n < 0 { !n } else { n }).leading_zeros() as usize;
    bits(least).max(bits(greatest))
}

/// The float that a number is rounded to.
pub fn round(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, real: &RealGates) -> GateWord {
    let bits = cut(graph, &real.significand, format.significand as usize + 2);
    let (field, bits) = biased(graph, format, real, bits);
    let ready = ReadyFloat {
        sign: real.sign,
        field,
        bits,
        can_overflow: real.greatest >= format.bias(),
    };
    finish(graph, format, rounding, &ready)
}

/// The top bits of a word, with all others joined in the lowest; zeros below a shorter one.
fn cut(graph: &mut GateGraph, word: &[Gate], width: usize) -> GateWord {
    if word.len() <= width {
        return words::above_zeros(word, width - word.len());
    }
    let (low, high) = word.split_at(word.len() - width + 1);
    let mut bits = vec![graph.any(low)];
    bits.extend(high);
    bits
}

/// The biased exponent and the bits that belong to it. Below the least exponent of the format, the bits go down and the
/// field is zero.
fn biased(graph: &mut GateGraph, format: FloatFormat, real: &RealGates, bits: GateWord) -> (GateWord, GateWord) {
    let least = format.least_exponent();
    let width = signed_width(real.least - least, real.greatest - least + 1).max(real.exponent.len()) + 1;
    let exponent = words::sign_extended(&real.exponent, width);
    // Above the least exponent this is ≥ 1, and a subnormal number is to go down by 1 − field.
    let field = words::add(graph, &exponent, &words::number(width, 1 - least));
    if real.least >= least {
        return (field, bits);
    }
    let one = words::number(width, 1);
    let is_deep = words::less_signed(graph, &field, &one);
    let depth = words::subtract(graph, &one, &field);
    let depth = words::each(graph, &depth, is_deep, GateGraph::and);
    let bits = words::shift_right_sticky(graph, &bits, &depth[..width - 1]);
    (words::each(graph, &field, !is_deep, GateGraph::and), bits)
}

/// A number that only needs its last bit decided.
#[derive(Clone, Debug)]
pub struct ReadyFloat {
    /// Below zero.
    pub sign: Gate,
    /// The biased exponent, not negative, in any number of bits; zero if the top bit is clear.
    pub field: GateWord,
    /// The significand, then the bit below, then whether there is anything below that.
    pub bits: GateWord,
    /// Whether the rounded number may be too great for the format.
    pub can_overflow: bool,
}

/// Rounds up or down. The carry of the fraction runs into the exponent, which is just what the next binade needs.
pub fn finish(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, ready: &ReadyFloat) -> GateWord {
    let up = goes_up(
        graph,
        rounding,
        ready.sign,
        [ready.bits[0], ready.bits[1], ready.bits[2]],
    );
    let (fraction, exponent) = (format.fraction() as usize, format.exponent as usize);
    let mut packed = ready.bits[2..2 + fraction].to_vec();
    packed.extend(words::zero_extended(&ready.field, ready.field.len().max(exponent) + 1));
    let packed = words::increment(graph, &packed, up);
    let (magnitude, field) = (&packed[..fraction + exponent], &packed[fraction..]);
    let overflows = if ready.can_overflow {
        overflow(graph, field, exponent)
    } else {
        Gate::FALSE
    };
    let limit = overflowed(graph, format, rounding, ready.sign);
    let magnitude = words::choose(graph, overflows, &limit, magnitude);
    with_sign(&words::zero_extended(&magnitude, fraction + exponent + 1), ready.sign)
}

/// Whether a field is at least the one of infinity: all ones, or longer.
fn overflow(graph: &mut GateGraph, field: &[Gate], exponent: usize) -> Gate {
    let (low, high) = field.split_at(exponent);
    let (ones, more) = (graph.all(low), graph.any(high));
    graph.or(ones, more)
}

/// What numbers become that are too great: infinity, or the greatest float where the mode does not go away from zero.
fn overflowed(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, sign: Gate) -> GateWord {
    let is_infinite = match rounding {
        Rounding::NearestEven | Rounding::NearestAway => Gate::TRUE,
        Rounding::TowardZero => Gate::FALSE,
        Rounding::TowardPositive => !sign,
        Rounding::TowardNegative => sign,
    };
    let width = format.width() as usize - 1;
    let (infinity, greatest) = (words::constant(&format.infinity()), words::constant(&format.greatest()));
    words::choose(graph, is_infinite, &infinity[..width], &greatest[..width])
}

/// Whether the magnitude goes up to the next integer, given [anything below the next bit, the next bit, the last bit].
pub fn goes_up(graph: &mut GateGraph, rounding: Rounding, sign: Gate, [sticky, next, last]: [Gate; 3]) -> Gate {
    let inexact = graph.or(next, sticky);
    match rounding {
        Rounding::NearestEven => {
            let above = graph.or(sticky, last);
            graph.and(next, above)
        }
        Rounding::NearestAway => next,
        Rounding::TowardZero => Gate::FALSE,
        Rounding::TowardPositive => graph.and(inexact, !sign),
        Rounding::TowardNegative => graph.and(inexact, sign),
    }
}
