//! `fnan`, `fnegzero`, `div0` of floats, and `ftoi`: special values arise, or meet operations that cannot take them.

use inkwell::FloatPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::IntValue;

use super::emit::ConditionPlace;
use super::maths::MathsDomain;
use super::operation::{Operation, Verb};
use super::range::operands;
use super::{HazardPlan, HazardProbe, format_of};
use crate::branch::FloatFormat;
use crate::llvm::raw;

pub(super) fn plan_nan(operation: &Operation<'_>) -> Option<HazardPlan> {
    let plan = |words: &str, probe| Some(HazardPlan::new(words, probe));
    let of = |rule| HazardProbe::float(rule, 0.0, 0.0);
    match operation.verb {
        Verb::FAdd => plan("infinities of opposite signs are added", of("nan_add")),
        Verb::FSub => plan("infinities of the same sign are subtracted", of("nan_sub")),
        Verb::FMul => plan("zero is multiplied by infinity", of("nan_mul")),
        Verb::FDiv => plan("zero is divided by zero, or infinity by infinity", of("nan_div")),
        Verb::FRem => plan("the divisor is zero or the dividend is infinite", of("nan_rem")),
        Verb::Call(function) => plan_domain(function.domain),
        _ => None,
    }
}

fn plan_domain(domain: MathsDomain) -> Option<HazardPlan> {
    let (words, rule, bound) = match domain {
        MathsDomain::All => return None,
        MathsDomain::Below(bound) => (format!("the argument is below {bound}"), "nan_below", bound),
        MathsDomain::Outside(bound) => (
            format!("the magnitude of the argument is above {bound}"),
            "nan_outside",
            bound,
        ),
        MathsDomain::Infinite => ("the argument is infinite".to_owned(), "nan_infinite", 0.0),
        MathsDomain::Pow => (
            "a negative number is raised to a power that is no integer".to_owned(),
            "nan_pow",
            0.0,
        ),
        MathsDomain::Poles => ("the argument is a negative integer or -inf".to_owned(), "other", 0.0),
        MathsDomain::Rem => (
            "the divisor is zero or the dividend is infinite".to_owned(),
            "nan_rem",
            0.0,
        ),
    };
    Some(HazardPlan::new(words, HazardProbe::float(rule, bound, 0.0)))
}

/// The result is NaN and no operand is.
pub(super) fn dies_nan<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let Some(result) = operation.result_float() else {
        return Ok(emit.never());
    };
    let mut dies = emit
        .builder
        .build_float_compare(FloatPredicate::UNO, result, result, "")?;
    for operand in operands(operation) {
        let is_number = emit
            .builder
            .build_float_compare(FloatPredicate::ORD, operand, operand, "")?;
        dies = emit.builder.build_and(dies, is_number, "")?;
    }
    Ok(dies)
}

pub(super) fn plan_negative_zero(operation: &Operation<'_>) -> Option<HazardPlan> {
    let can = matches!(
        operation.verb,
        Verb::FAdd | Verb::FSub | Verb::FMul | Verb::FDiv | Verb::FRem | Verb::FNeg | Verb::Narrow
    );
    can.then(|| HazardPlan::new("the result is -0.0", HazardProbe::float("negzero", 0.0, 0.0)).notable(false))
}

/// The bits of the result are those of −0.0: the sign alone.
pub(super) fn dies_negative_zero<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let Some(result) = operation.result_float() else {
        return Ok(emit.never());
    };
    let bits = emit.bits(result)?;
    let sign = bits.get_type().const_int(1, false);
    let places = bits
        .get_type()
        .const_int(u64::from(bits.get_type().get_bit_width()) - 1, false);
    let sign = emit.builder.build_left_shift(sign, places, "")?;
    emit.builder
        .build_int_compare(inkwell::IntPredicate::EQ, bits, sign, "")
}

pub(super) fn plan_divisor(operation: &Operation<'_>) -> Option<HazardPlan> {
    let divisor = operation.right_float().filter(|_| operation.verb == Verb::FDiv)?;
    // A constant that is not 0 never becomes 0.
    let is_fine = raw::float_constant(divisor).is_some_and(|(divisor, _)| divisor != 0.0);
    (!is_fine).then(|| HazardPlan::new("the divisor is 0", HazardProbe::float("divisor", 0.0, 0.0)))
}

pub(super) fn dies_divisor<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    match operation.right_float() {
        Some(divisor) => emit.float_is(FloatPredicate::OEQ, divisor, 0.0),
        None => Ok(emit.never()),
    }
}

pub(super) fn plan_to_integer(operation: &Operation<'_>) -> Option<HazardPlan> {
    let bounds = integer_bounds(operation)?;
    let ConvertibleFloats {
        below, is_open, above, ..
    } = bounds;
    let least = if is_open { "below" } else { "at most" };
    let greatest = if bounds.is_half_less {
        format!("{}.5", above as i128 - 1)
    } else {
        whole(above)
    };
    let words = format!("the value is NaN, {least} {} or at least {greatest}", whole(below));
    Some(HazardPlan::new(words, HazardProbe::float("range", below, above)).undefined(true))
}

/// A bound with all its digits: they are integers, and 2⁶³ is not 9223372036854776000.
fn whole(bound: f64) -> String {
    if bound.fract() == 0.0 && bound.abs() < 1e38 {
        (bound as i128).to_string()
    } else {
        bound.to_string()
    }
}

/// Not within the bounds, which NaN fulfils.
pub(super) fn dies_to_integer<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (Some(bounds), Some(value)) = (integer_bounds(operation), operation.left_float()) else {
        return Ok(emit.never());
    };
    let ConvertibleFloats {
        below, is_open, above, ..
    } = bounds;
    let lower = if is_open {
        FloatPredicate::ULT
    } else {
        FloatPredicate::ULE
    };
    let under = emit.float_is(lower, value, below)?;
    // The sum is exact where it matters.
    let raised = if bounds.is_half_less {
        emit.builder
            .build_float_add(value, value.get_type().const_float(0.5), "")?
    } else {
        value
    };
    let over = emit.float_is(FloatPredicate::UGE, raised, above)?;
    emit.builder.build_or(under, over, "")
}

/// The floats that become an integer of a type: above a bound, or from it on, and below another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ConvertibleFloats {
    /// The lower bound.
    pub below: f64,
    /// Whether the lower bound itself still becomes an integer of the type.
    pub is_open: bool,
    /// The least number that is too great.
    pub above: f64,
    /// Whether a number is too great that is half less than that, which is no double.
    pub is_half_less: bool,
}

/// What becomes of the part behind the point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fraction {
    Cut,
    /// The nearest integer; a half goes away from zero.
    Rounded,
    /// The nearest integer; a half goes to the even one.
    Even,
}

fn fraction(operation: &Operation<'_>) -> Fraction {
    match raw::called(operation.at) {
        Some(name) if name.contains("round") => Fraction::Rounded,
        Some(name) if name.contains("rint") => Fraction::Even,
        _ => Fraction::Cut,
    }
}

/// What is cut off behind the point of a number above −2^(n−1) − 1 leaves an integer of n signed bits, and what is rounded
/// to the nearest one may be half as far away. Where the format has no numbers between that bound and −2^(n−1), the latter
/// is the bound.
pub(crate) fn integer_bounds(operation: &Operation<'_>) -> Option<ConvertibleFloats> {
    let Verb::ToInteger { bits, signed } = operation.verb else {
        return None;
    };
    if bits == 0 || bits > 64 {
        return None;
    }
    let power = |n: u32| (n as f64).exp2();
    let format = format_of(operation.left_float()?.get_type())?;
    if !signed {
        return Some(ConvertibleFloats {
            below: -1.0,
            is_open: false,
            above: power(bits),
            is_half_less: false,
        });
    }
    let (least, above) = (-power(bits - 1), power(bits - 1));
    let precision = match format {
        FloatFormat::F32 => 24,
        FloatFormat::F64 => 53,
        FloatFormat::F80 => 64,
    };
    let fraction = fraction(operation);
    let is_rounded = fraction != Fraction::Cut;
    if bits >= precision {
        // Above the bound there is a half only where an extended float has one bit more than the number.
        let is_half_less = is_rounded && bits == precision;
        let (below, is_open) = (least, true);
        return Some(ConvertibleFloats {
            below,
            is_open,
            above,
            is_half_less,
        });
    }
    Some(ConvertibleFloats {
        below: least - if is_rounded { 0.5 } else { 1.0 },
        // A half below an even number goes to that.
        is_open: fraction == Fraction::Even,
        above: above - if is_rounded { 0.5 } else { 0.0 },
        is_half_less: false,
    })
}
