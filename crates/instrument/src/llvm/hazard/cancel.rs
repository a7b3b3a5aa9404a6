//! `fcancel` and `fabsorb`: a sum loses the leading bits of its operands, or one of its operands altogether.

use inkwell::FloatPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::{BasicValueEnum, FloatValue, InstructionOpcode, InstructionValue, IntValue};

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb};
use super::range::operands;
use super::{HazardPlan, HazardProbe};

pub(super) fn plan_cancel(operation: &Operation<'_>) -> Option<HazardPlan> {
    // x − x is exactly zero, whatever x is; and what nothing has rounded yet is exact.
    let is_exact = operands(operation).all(|operand| operand.as_instruction().is_none_or(is_load));
    let is_sum = matches!(operation.verb, Verb::FAdd | Verb::FSub);
    let is_sum = is_sum && !is_exact && operation.right != Some(operation.left);
    is_sum.then(|| HazardPlan::new("", HazardProbe::float("cancel", 0.0, 0.0)))
}

fn is_load(made: InstructionValue<'_>) -> bool {
    made.get_opcode() == InstructionOpcode::Load
}

pub(super) fn plan_absorb(operation: &Operation<'_>) -> Option<HazardPlan> {
    let is_sum = matches!(operation.verb, Verb::FAdd | Verb::FSub);
    let words = "an operand is not zero and the result is the other operand";
    is_sum.then(|| HazardPlan::new(words, HazardProbe::float("absorb", 0.0, 0.0)).notable(false))
}

/// Whether leading bits are lost, exact operands or not, and the bound that the result is below then.
///
/// With e = exponent(max(|a|, |b|)), at least k bits are lost when |r| < 2^(e−k+1).
pub(super) fn loses<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<(IntValue<'ctx>, FloatValue<'ctx>), BuilderError> {
    let (Some(a), Some(b), Some(r)) = (
        operation.left_float(),
        operation.right_float(),
        operation.result_float(),
    ) else {
        let zero = emit.context().f64_type().const_zero();
        return Ok((emit.never(), zero));
    };
    let (a, b, r) = (emit.magnitude(a)?, emit.magnitude(b)?, emit.magnitude(r)?);
    let a_is_greater = emit.builder.build_float_compare(FloatPredicate::OGT, a, b, "")?;
    let greater = emit.builder.build_select(a_is_greater, a, b, "")?.into_float_value();
    let power = emit.leading_power(greater)?;
    let factor = (1.0 - f64::from(emit.cancel_bits)).exp2();
    let bound = emit
        .builder
        .build_float_mul(power, r.get_type().const_float(factor), "")?;
    let lost = emit.builder.build_float_compare(FloatPredicate::OLT, r, bound, "")?;
    Ok((lost, bound))
}

/// Without knowledge of exactness: what dies is among this.
pub(super) fn dies_cancel<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    loses(operation, emit).map(|(lost, _)| lost)
}

pub(super) fn dies_absorb<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (Some(a), Some(b), Some(r)) = (
        operation.left_float(),
        operation.right_float(),
        operation.result_float(),
    ) else {
        return Ok(emit.never());
    };
    let minus_b = match operation.verb {
        Verb::FSub => emit.builder.build_float_neg(b, "")?,
        _ => b,
    };
    let mut dies = emit.never();
    for (kept, lost) in [(a, b), (minus_b, a)] {
        let same = emit.builder.build_float_compare(FloatPredicate::OEQ, r, kept, "")?;
        let not_zero = emit.float_is(FloatPredicate::ONE, lost, 0.0)?;
        let finite = emit.is_finite(r)?;
        let both = emit.builder.build_and(same, not_zero, "")?;
        let both = emit.builder.build_and(both, finite, "")?;
        dies = emit.builder.build_or(dies, both, "")?;
    }
    Ok(dies)
}

impl<'ctx> ConditionPlace<'_, 'ctx> {
    /// The bits of a float.
    pub(super) fn bits(&self, value: FloatValue<'ctx>) -> Result<IntValue<'ctx>, BuilderError> {
        let ty = self.context().custom_width_int_type(
            std::num::NonZero::new(value.get_type().get_bit_width()).expect("invariant: floats have bits"),
        );
        let ty = ty.expect("invariant: LLVM has integers as wide as floats");
        Ok(self.builder.build_bit_cast(value, ty, "")?.into_int_value())
    }

    /// The greatest power of two that is not above a positive normal number: its exponent alone.
    fn leading_power(&self, value: FloatValue<'ctx>) -> Result<FloatValue<'ctx>, BuilderError> {
        let bits = self.bits(value)?;
        let words: [u64; 2] = match bits.get_type().get_bit_width() {
            32 => [0x7f80_0000, 0],
            64 => [0x7ff0_0000_0000_0000, 0],
            // The leading bit of the mantissa is explicit.
            _ => [1 << 63, 0x7fff],
        };
        let mask = bits.get_type().const_int_arbitrary_precision(&words);
        let exponent = self.builder.build_and(bits, mask, "")?;
        match self.builder.build_bit_cast(exponent, value.get_type(), "")? {
            BasicValueEnum::FloatValue(power) => Ok(power),
            _ => Ok(value),
        }
    }
}
