//! Products, quotients and square roots of floats: exact significands, or enough digits and a sticky bit, then one rounding.

use super::floats::{FloatParts, FloatResult};
use super::gates::{Gate, GateGraph};
use super::round::{RealGates, round, signed_width};
use super::sum::exact_product;
use super::words::{self, GateWord};
use crate::format::{FloatFormat, Rounding};

/// a·b.
pub fn multiply(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, a: &[Gate], b: &[Gate]) -> GateWord {
    let (x, y) = (FloatParts::of(graph, format, a), FloatParts::of(graph, format, b));
    let real = exact_product(graph, format, &x, &y);
    let (is_zero, is_infinite) = (graph.or(x.is_zero, y.is_zero), graph.or(x.is_infinite, y.is_infinite));
    let nothing = graph.and(is_zero, is_infinite);
    let result = FloatResult {
        is_nan: graph.any(&[x.is_nan, y.is_nan, nothing]),
        is_infinite: (is_infinite, real.sign),
        is_zero: (is_zero, real.sign),
        pattern: round(graph, format, rounding, &real),
    };
    result.packed(graph, format)
}

/// a / b.
pub fn divide(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, a: &[Gate], b: &[Gate]) -> GateWord {
    let (x, y) = (FloatParts::of(graph, format, a), FloatParts::of(graph, format, b));
    let real = quotient(graph, format, &x, &y);
    let (zeros, infinities) = (graph.and(x.is_zero, y.is_zero), graph.and(x.is_infinite, y.is_infinite));
    let result = FloatResult {
        is_nan: graph.any(&[x.is_nan, y.is_nan, zeros, infinities]),
        is_infinite: (graph.or(x.is_infinite, y.is_zero), real.sign),
        is_zero: (graph.or(x.is_zero, y.is_infinite), real.sign),
        pattern: round(graph, format, rounding, &real),
    };
    result.packed(graph, format)
}

/// The quotient of significands in [1, 2) is in (1/2, 2): p + 2 digits from the one before the point are p + 1 from the
/// leading one at least, and the remainder says whether anything follows.
fn quotient(graph: &mut GateGraph, format: FloatFormat, x: &FloatParts, y: &FloatParts) -> RealGates {
    let (a, b) = (RealGates::of(graph, format, x), RealGates::of(graph, format, y));
    let digits = fraction_digits(graph, &a.significand, &b.significand, format.significand as usize + 2);
    let top = digits[digits.len() - 1];
    let (shifted, _) = words::moved_up(graph, &digits, 1);
    let bounds = (a.least - a.greatest - 1, a.greatest - a.least);
    let width = signed_width(bounds.0, bounds.1);
    let ends = [&a, &b].map(|real| words::sign_extended(&real.exponent, width));
    RealGates {
        sign: graph.xor(x.sign, y.sign),
        // ea − eb, less one if the quotient is below 1: ea + ¬eb + 1 − ¬top.
        exponent: words::add_carry(graph, &ends[0], &words::not(&ends[1]), top).0,
        significand: words::choose(graph, top, &digits, &shifted),
        least: bounds.0,
        greatest: bounds.1,
    }
}

/// `count` binary digits of a / b < 2, the first before the point, and below them whether a remainder is left.
fn fraction_digits(graph: &mut GateGraph, a: &[Gate], b: &[Gate], count: usize) -> GateWord {
    let width = a.len() + 1;
    let divisor = words::zero_extended(b, width);
    let mut rest = words::zero_extended(a, width);
    let mut digits = Vec::new();
    for _ in 0..count {
        let (taken, fits) = words::take_away(graph, &rest, &divisor);
        digits.push(fits);
        // What is left is below b < 2^p, so doubling it stays within p + 1 bits.
        rest = words::above_zeros(&taken[..width - 1], 1);
    }
    digits.push(graph.any(&rest));
    digits.reverse();
    digits
}

/// √a. The root of −0 is −0, that of other negative numbers NaN.
pub fn square_root(graph: &mut GateGraph, format: FloatFormat, rounding: Rounding, a: &[Gate]) -> GateWord {
    let x = FloatParts::of(graph, format, a);
    let real = root(graph, format, &x);
    let below = graph.and(x.sign, !x.is_zero);
    let result = FloatResult {
        is_nan: graph.or(x.is_nan, below),
        is_infinite: (x.is_infinite, Gate::FALSE),
        is_zero: (x.is_zero, x.sign),
        pattern: round(graph, format, rounding, &real),
    };
    result.packed(graph, format)
}

/// √(s·2^e) = √s·2^(e/2) for even e, and √(2s)·2^((e−1)/2) for odd: a root in [1, 2), of p + 1 digits and a sticky bit.
fn root(graph: &mut GateGraph, format: FloatFormat, x: &FloatParts) -> RealGates {
    let real = RealGates::of(graph, format, x);
    let odd = real.exponent[0];
    let p = real.significand.len();
    // Two digits before the point, p − 1 after it.
    let even = words::zero_extended(&real.significand, p + 1);
    let doubled = words::above_zeros(&real.significand, 1);
    let radicand = words::choose(graph, odd, &doubled, &even);
    let digits = p + 1;
    let radicand = words::above_zeros(&radicand, 2 * digits - (p + 1));
    RealGates {
        sign: Gate::FALSE,
        // Division by two downwards drops the lowest bit.
        exponent: words::sign_extended(&real.exponent[1..], real.exponent.len()),
        significand: root_digits(graph, &radicand),
        least: real.least.div_euclid(2),
        greatest: real.greatest.div_euclid(2),
    }
}

/// The digits of the integer square root, two of the radicand for each, and below them whether a remainder is left.
///
/// With r the root so far and the rest d = radicand − r², the next root 2r + 1 fits if 4r + 1 ≤ 4d + (next two digits).
fn root_digits(graph: &mut GateGraph, radicand: &[Gate]) -> GateWord {
    let mut root: GateWord = Vec::new();
    let mut rest: GateWord = Vec::new();
    for pair in radicand.chunks(2).rev() {
        rest = [pair, &rest[..]].concat();
        let mut trial = vec![Gate::TRUE, Gate::FALSE];
        trial.extend(&root);
        let width = rest.len().max(trial.len());
        let (rest_wide, trial) = (words::zero_extended(&rest, width), words::zero_extended(&trial, width));
        let (taken, fits) = words::take_away(graph, &rest_wide, &trial);
        root.insert(0, fits);
        // The rest is at most 2r, which has one bit more than r.
        rest = words::zero_extended(&taken, root.len() + 1);
    }
    root.insert(0, graph.any(&rest));
    root
}
