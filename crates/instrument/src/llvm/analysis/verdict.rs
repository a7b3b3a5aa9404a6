//! Which hazards the ranges exclude.

use super::range::{FloatRange, Integers, ValueRange};
use super::{Analysis, transfer};
use crate::branch::FloatFormat;
use crate::hazard::HazardOperator;
use crate::llvm::hazard::{self, HazardSite, Operation, Verb, limits};

/// The ranges at an operation.
struct OperandRanges {
    left: ValueRange,
    right: ValueRange,
    result: ValueRange,
}

/// The proof that a hazard cannot die, in a sentence.
pub(super) fn excluded<'ctx>(analysis: &Analysis<'ctx>, site: &HazardSite<'ctx>, cancel_bits: u32) -> Option<String> {
    let (operator, operation) = (site.operator()?, &site.operation);
    let block = operation.at.get_parent()?;
    let range = |value| analysis.at(value, block);
    let known = OperandRanges {
        left: range(operation.left),
        right: operation.right.map_or(ValueRange::Unknown, range),
        result: operation.result().map_or(ValueRange::Unknown, range),
    };
    let excluded = match (known.left, known.right) {
        (ValueRange::Integer(left), right) => excludes_integers(operator, operation, left, right),
        (ValueRange::Float(left), right) => excludes_floats(operator, operation, left, right, &known, cancel_bits),
        _ => false,
    };
    excluded.then(|| words(operation, &known))
}

fn words(operation: &Operation<'_>, known: &OperandRanges) -> String {
    match operation.right {
        Some(_) => format!(
            "interval analysis: the operands lie in {} and {}",
            known.left, known.right
        ),
        None => format!("interval analysis: the operand lies in {}", known.left),
    }
}

fn excludes_integers(operator: HazardOperator, operation: &Operation<'_>, left: Integers, right: ValueRange) -> bool {
    let right = match right {
        ValueRange::Integer(right) => Some(right),
        _ => None,
    };
    let is_never = |value: i128| !left.contains(value) && right.is_none_or(|right| !right.contains(value));
    // Ranges are those of the signed reading; both readings agree on numbers that are not negative.
    let readable = operation.signed || left.lo >= 0 && right.is_none_or(|right| right.lo >= 0);
    match operator {
        HazardOperator::Iovflow | HazardOperator::Iuflow if readable => keeps_type(operation, left, right),
        HazardOperator::Nzpush => is_never(limits(operation.bits(), true).0),
        HazardOperator::Zpush => is_never(0),
        HazardOperator::Div0 => right.is_some_and(|right| !right.contains(0)),
        // An amount that was cut off to the width of the number is not the amount.
        HazardOperator::Shift => {
            let is_whole = operation.right_int().is_some_and(|amount| !hazard::is_cut(amount));
            is_whole && right.is_some_and(|right| right.lo >= 0 && right.hi < i128::from(operation.bits()))
        }
        HazardOperator::Trunc | HazardOperator::Sign if readable => {
            let (least, greatest) = match operation.verb {
                Verb::Convert(conversion) => limits(conversion.to_bits, conversion.to_signed),
                _ => hazard::sure_limits(operation),
            };
            left.lo >= least && left.hi <= greatest
        }
        _ => false,
    }
}

fn keeps_type(operation: &Operation<'_>, left: Integers, right: Option<Integers>) -> bool {
    let (least, greatest) = limits(operation.bits(), operation.signed);
    let exact = match (operation.verb, right) {
        (Verb::Add | Verb::Sub | Verb::Mul, Some(right)) => transfer::exact(operation.at.get_opcode(), left, right),
        (Verb::Neg, _) => Some(Integers {
            lo: -left.hi,
            hi: -left.lo,
        }),
        _ => None,
    };
    exact.is_some_and(|exact| exact.lo >= least && exact.hi <= greatest)
}

fn excludes_floats(
    operator: HazardOperator,
    operation: &Operation<'_>,
    left: FloatRange,
    right: ValueRange,
    known: &OperandRanges,
    cancel_bits: u32,
) -> bool {
    let right = match right {
        ValueRange::Float(right) => Some(right),
        _ => None,
    };
    let result = match known.result {
        ValueRange::Float(result) => Some(result),
        _ => None,
    };
    match operator {
        HazardOperator::Ftoi => hazard::integer_bounds(operation).is_some_and(|bounds| {
            let is_above = left.lo > bounds.below || bounds.is_open && left.lo == bounds.below;
            !left.nan && is_above && left.hi < bounds.above
        }),
        HazardOperator::Div0 => right.is_some_and(|right| right.excludes_zero()),
        HazardOperator::Fovflow => {
            result.is_some_and(|result| result.lo > f64::NEG_INFINITY && result.hi < f64::INFINITY)
        }
        HazardOperator::Funflow => result.is_some_and(|result| is_normal(operation, result)),
        HazardOperator::Fnegzero => result.is_some_and(|result| result.excludes_zero()),
        HazardOperator::Fnan => makes_no_nan(operation, left, right),
        HazardOperator::Fcancel => {
            let pair = right.zip(result);
            pair.is_some_and(|(right, result)| keeps_bits(operation, left, right, result, cancel_bits))
        }
        _ => false,
    }
}

/// No number in it is subnormal or zero. The least normal double is above that of the extended format.
fn is_normal(operation: &Operation<'_>, result: FloatRange) -> bool {
    let format = operation
        .result_float()
        .and_then(|result| hazard::format_of(result.get_type()));
    let least = match format {
        Some(FloatFormat::F32) => f64::from(f32::MIN_POSITIVE),
        _ => f64::MIN_POSITIVE,
    };
    result.lo >= least || result.hi <= -least
}

/// Operands that are numbers give a number.
fn makes_no_nan(operation: &Operation<'_>, left: FloatRange, right: Option<FloatRange>) -> bool {
    use interval::Binary;
    let number = |floats: FloatRange| FloatRange { nan: false, ..floats };
    let (left, right) = (number(left), right.map(number));
    let format = FloatFormat::F64;
    let binary = |f| right.map(|right| transfer::float_binary(f, left, right, format));
    let made = match operation.verb {
        Verb::FAdd => binary(Binary::Add),
        Verb::FSub => binary(Binary::Sub),
        Verb::FMul => binary(Binary::Mul),
        Verb::FDiv => binary(Binary::Div),
        Verb::FRem => binary(Binary::Fmod),
        Verb::Call(function) => Some(transfer::call(function.name, left, right, format)),
        _ => None,
    };
    made.is_some_and(|made| !made.nan)
}

/// Operands of the same sign add up; or the result stays large beside the operands.
///
/// A mutant dies where |r| < 2^(e−k+1) with 2^e ≤ max(|a|, |b|), so never where |r| ≥ max(|a|, |b|) · 2^(1−k); twice that
/// leaves room for the rounding of the bound.
fn keeps_bits(
    operation: &Operation<'_>,
    left: FloatRange,
    right: FloatRange,
    result: FloatRange,
    cancel_bits: u32,
) -> bool {
    let right = if operation.verb == Verb::FSub {
        transfer::negated(right)
    } else {
        right
    };
    let same_sign = left.lo >= 0.0 && right.lo >= 0.0 || left.hi <= 0.0 && right.hi <= 0.0;
    let greatest = transfer::magnitude(left).hi.max(transfer::magnitude(right).hi);
    let least = if result.excludes_zero() {
        transfer::magnitude(result).lo
    } else {
        0.0
    };
    let bound = (greatest * (1.0 - f64::from(cancel_bits)).exp2()).next_up();
    same_sign || greatest.is_finite() && least >= 2.0 * bound
}
