//! `fovflow` and `funflow`: a float operation on numbers gives an infinity, or a subnormal number or zero.

use inkwell::FloatPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::{FloatValue, IntValue};

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb};
use super::{HazardPlan, HazardProbe, least_normal};

pub(super) fn plan_overflow(operation: &Operation<'_>) -> Option<HazardPlan> {
    let can = match operation.verb {
        Verb::FAdd | Verb::FSub | Verb::FMul | Verb::FDiv | Verb::Narrow => true,
        Verb::Call(function) => function.overflows,
        _ => false,
    };
    let words = if operation.verb == Verb::FDiv {
        "the operands are finite, the divisor is not zero, and the result is infinite"
    } else {
        "the operands are finite and the result is infinite"
    };
    can.then(|| HazardPlan::new(words, HazardProbe::float("infinite", 0.0, 0.0)))
}

/// A sum is exact where it is subnormal, so it does not underflow.
pub(super) fn plan_underflow(operation: &Operation<'_>) -> Option<HazardPlan> {
    let can = match operation.verb {
        Verb::FMul | Verb::FDiv | Verb::Narrow => true,
        Verb::Call(function) => function.underflows,
        _ => false,
    };
    let words = "the operands are not zero and the result is subnormal or zero";
    can.then(|| HazardPlan::new(words, HazardProbe::float("tiny", 0.0, 0.0)).notable(false))
}

pub(super) fn dies_overflow<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let Some(result) = operation.result_float() else {
        return Ok(emit.never());
    };
    let magnitude = emit.magnitude(result)?;
    let mut dies = emit.float_is(FloatPredicate::OEQ, magnitude, f64::INFINITY)?;
    for operand in operands(operation) {
        let finite = emit.is_finite(operand)?;
        dies = emit.builder.build_and(dies, finite, "")?;
    }
    // A quotient by zero is infinite by definition, and that is `div0`.
    if let (Verb::FDiv, Some(divisor)) = (operation.verb, operation.right_float()) {
        let is_number = emit.float_is(FloatPredicate::ONE, divisor, 0.0)?;
        dies = emit.builder.build_and(dies, is_number, "")?;
    }
    Ok(dies)
}

pub(super) fn dies_underflow<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let Some(result) = operation.result_float() else {
        return Ok(emit.never());
    };
    let magnitude = emit.magnitude(result)?;
    let normal = least_normal(emit, result.get_type())?;
    let mut dies = emit
        .builder
        .build_float_compare(FloatPredicate::OLT, magnitude, normal, "")?;
    for operand in operands(operation) {
        let finite = emit.is_finite(operand)?;
        let not_zero = emit.float_is(FloatPredicate::ONE, operand, 0.0)?;
        dies = emit.builder.build_and(dies, finite, "")?;
        dies = emit.builder.build_and(dies, not_zero, "")?;
    }
    Ok(dies)
}

/// The operands that are floats.
pub(super) fn operands<'ctx>(operation: &Operation<'ctx>) -> impl Iterator<Item = FloatValue<'ctx>> {
    [operation.left_float(), operation.right_float()].into_iter().flatten()
}
