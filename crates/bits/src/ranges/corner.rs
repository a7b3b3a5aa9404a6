//! One float operation on one pattern each: what ends of ranges are computed with.
//!
//! Rust's `f32` and `f64` do the basic operations as IEEE 754 says, to the nearest and ties to even, and so does `as` between
//! them; that is exact, and fast. Everything else goes through exact evaluation.

use super::value::infinity;
use crate::evaluate;
use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, FloatOperation};
use crate::word::BitWord;

/// Whether the machine computes in the registers of the x87, which round twice.
const IS_EXTENDED: bool = cfg!(all(target_arch = "x86", not(target_feature = "sse2")));

/// The pattern of a result in the format of the result, or none if it is NaN. No argument may be NaN.
pub fn corner(format: FloatFormat, operation: FloatOperation, patterns: &[u128]) -> Option<u128> {
    let machine = match format {
        _ if IS_EXTENDED => None,
        FloatFormat::BINARY64 => machine64(operation, patterns),
        FloatFormat::BINARY32 => machine32(operation, patterns),
        _ => None,
    };
    let to = match operation {
        FloatOperation::Convert(to, _) => to,
        _ => format,
    };
    let pattern = machine.or_else(|| exact(format, operation, patterns))?;
    let magnitude = pattern & ((1 << (to.width() - 1)) - 1);
    (magnitude <= infinity(to)).then_some(pattern)
}

fn exact(format: FloatFormat, operation: FloatOperation, patterns: &[u128]) -> Option<u128> {
    let word = |pattern: &u128| BitWord::new(format.width(), *pattern);
    let words: Vec<BitWord> = patterns.iter().map(word).collect();
    let arguments: Vec<&BitWord> = words.iter().collect();
    evaluate::apply(&BitOperation::Float(format, operation), &arguments).to_u128()
}

fn machine64(operation: FloatOperation, patterns: &[u128]) -> Option<u128> {
    use FloatOperation::*;
    const NEAREST: Rounding = Rounding::NearestEven;
    let at = |place: usize| f64::from_bits(patterns[place] as u64);
    let result = match operation {
        Add(NEAREST) => at(0) + at(1),
        Subtract(NEAREST) => at(0) - at(1),
        Multiply(NEAREST) => at(0) * at(1),
        Divide(NEAREST) => at(0) / at(1),
        SquareRoot(NEAREST) => at(0).sqrt(),
        Convert(FloatFormat::BINARY32, NEAREST) => return Some(u128::from((at(0) as f32).to_bits())),
        _ => return None,
    };
    Some(u128::from(result.to_bits()))
}

fn machine32(operation: FloatOperation, patterns: &[u128]) -> Option<u128> {
    use FloatOperation::*;
    const NEAREST: Rounding = Rounding::NearestEven;
    let at = |place: usize| f32::from_bits(patterns[place] as u32);
    let result = match operation {
        Add(NEAREST) => at(0) + at(1),
        Subtract(NEAREST) => at(0) - at(1),
        Multiply(NEAREST) => at(0) * at(1),
        Divide(NEAREST) => at(0) / at(1),
        SquareRoot(NEAREST) => at(0).sqrt(),
        Convert(FloatFormat::BINARY64, _) => return Some(u128::from(f64::from(at(0)).to_bits())),
        _ => return None,
    };
    Some(u128::from(result.to_bits()))
}
