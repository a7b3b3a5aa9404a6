//! Floats as gates: what a pattern stands for, comparisons, and the choice between numbers and the rest.

use super::gates::{Gate, GateGraph};
use super::words::{self, GateWord};
use crate::format::FloatFormat;
use crate::operation::FloatOperation;

/// The fields of a pattern and what it is.
#[derive(Clone, Debug)]
pub struct FloatParts {
    /// The highest bit.
    pub sign: Gate,
    /// The biased exponent.
    pub field: GateWord,
    /// The bits below the hidden one.
    pub fraction: GateWord,
    /// All bits but the sign.
    pub magnitude: GateWord,
    /// The exponent is zero: subnormal, or zero.
    pub is_low: Gate,
    /// One of the zeros.
    pub is_zero: Gate,
    /// One of the infinities.
    pub is_infinite: Gate,
    /// NaN.
    pub is_nan: Gate,
}

impl FloatParts {
    /// The parts of a pattern.
    pub fn of(graph: &mut GateGraph, format: FloatFormat, pattern: &[Gate]) -> FloatParts {
        let (fraction, rest) = pattern.split_at(format.fraction() as usize);
        let (field, sign) = rest.split_at(format.exponent as usize);
        let (is_low, is_high) = (!graph.any(field), graph.all(field));
        let has_fraction = graph.any(fraction);
        FloatParts {
            sign: sign[0],
            field: field.to_vec(),
            fraction: fraction.to_vec(),
            magnitude: pattern[..pattern.len() - 1].to_vec(),
            is_low,
            is_zero: graph.and(is_low, !has_fraction),
            is_infinite: graph.and(is_high, !has_fraction),
            is_nan: graph.and(is_high, has_fraction),
        }
    }

    /// The significand with its hidden bit, not normalised: subnormal ones have a clear top bit.
    pub fn significand(&self) -> GateWord {
        let mut word = self.fraction.clone();
        word.push(!self.is_low);
        word
    }

    /// The biased exponent that belongs to [`FloatParts::significand`]: subnormal numbers have that of the least normal ones.
    pub fn effective_field(&self, graph: &mut GateGraph) -> GateWord {
        let mut field = self.field.clone();
        field[0] = graph.or(field[0], self.is_low);
        field
    }
}

/// Everything that an operation's result can be.
#[derive(Clone, Debug)]
pub struct FloatResult {
    /// The result is NaN, whatever the rest says.
    pub is_nan: Gate,
    /// Else it is infinite, with this sign.
    pub is_infinite: (Gate, Gate),
    /// Else it is zero, with this sign.
    pub is_zero: (Gate, Gate),
    /// Else it is this pattern.
    pub pattern: GateWord,
}

impl FloatResult {
    /// The pattern of the result.
    pub fn packed(&self, graph: &mut GateGraph, format: FloatFormat) -> GateWord {
        let (is_infinite, infinite_sign) = self.is_infinite;
        let (is_zero, zero_sign) = self.is_zero;
        let zero = with_sign(&words::constant(&crate::word::BitWord::zero(format.width())), zero_sign);
        let infinity = with_sign(&words::constant(&format.infinity()), infinite_sign);
        let number = words::choose(graph, is_zero, &zero, &self.pattern);
        let number = words::choose(graph, is_infinite, &infinity, &number);
        words::choose(graph, self.is_nan, &words::constant(&format.nan()), &number)
    }
}

/// The pattern with another sign.
pub fn with_sign(pattern: &[Gate], sign: Gate) -> GateWord {
    let mut word = pattern.to_vec();
    word.truncate(pattern.len() - 1);
    word.push(sign);
    word
}

/// Whether a float is of a class.
pub fn class(graph: &mut GateGraph, format: FloatFormat, operation: FloatOperation, pattern: &[Gate]) -> Gate {
    let parts = FloatParts::of(graph, format, pattern);
    match operation {
        FloatOperation::IsNan => parts.is_nan,
        FloatOperation::IsInfinite => parts.is_infinite,
        FloatOperation::IsZero => parts.is_zero,
        FloatOperation::IsSubnormal => graph.and(parts.is_low, !parts.is_zero),
        _ => {
            let is_high = graph.all(&parts.field);
            graph.and(!parts.is_low, !is_high)
        }
    }
}

/// A comparison of numbers; none holds for NaN.
pub fn compare(graph: &mut GateGraph, format: FloatFormat, operation: FloatOperation, a: &[Gate], b: &[Gate]) -> Gate {
    let (x, y) = (FloatParts::of(graph, format, a), FloatParts::of(graph, format, b));
    let is_nan = graph.or(x.is_nan, y.is_nan);
    let holds = match operation {
        FloatOperation::Equal => {
            let (same, zeros) = (words::equal(graph, a, b), graph.and(x.is_zero, y.is_zero));
            graph.or(same, zeros)
        }
        FloatOperation::Less => less(graph, &x, &y),
        // Of numbers that are not NaN, a ≤ b is what b < a is not.
        _ => !less(graph, &y, &x),
    };
    graph.and(holds, !is_nan)
}

/// x < y, given that neither is NaN: by signs, or by magnitudes in the order that the common sign gives them; zeros are equal.
fn less(graph: &mut GateGraph, x: &FloatParts, y: &FloatParts) -> Gate {
    let up = words::less_unsigned(graph, &x.magnitude, &y.magnitude);
    let down = words::less_unsigned(graph, &y.magnitude, &x.magnitude);
    let of_same_sign = graph.choose(x.sign, down, up);
    let differ = graph.xor(x.sign, y.sign);
    let by_sign = graph.choose(differ, x.sign, of_same_sign);
    let zeros = graph.and(x.is_zero, y.is_zero);
    graph.and(by_sign, !zeros)
}
