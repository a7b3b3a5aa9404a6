//! `shift`: the amount of a shift is negative, or not below the width.

use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::IntValue;

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb};
use super::written::SourceNote;
use super::{HazardPlan, HazardProbe};
use crate::llvm::lower::int_operand;

pub(super) fn plan(operation: &Operation<'_>) -> Option<HazardPlan> {
    let amount = operation
        .right_int()
        .filter(|_| matches!(operation.verb, Verb::Shl | Verb::Shr))?;
    let bits = operation.bits();
    let is_fine = amount
        .get_zero_extended_constant()
        .is_some_and(|amount| amount < u64::from(bits));
    let words = format!(
        "the amount of the shift is not between 0 and {}",
        bits.saturating_sub(1)
    );
    (!is_fine).then(|| {
        HazardPlan::new(
            words,
            HazardProbe::integer("right", bits.into(), 0, HazardProbe::SIGNED),
        )
        .undefined(true)
    })
}

/// The amount before the compiler gave it the width of the number that is shifted.
fn uncut(amount: IntValue<'_>) -> IntValue<'_> {
    let cut = amount.as_instruction().filter(|_| is_cut(amount));
    cut.and_then(|cut| int_operand(cut, 0)).unwrap_or(amount)
}

/// Whether the compiler cut a number off to another width.
pub(crate) fn is_cut(number: IntValue<'_>) -> bool {
    number.as_instruction().is_some_and(|made| SourceNote::Cut.is_on(made))
}

pub(super) fn dies<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    match operation.right_int() {
        Some(amount) => emit.int_is(IntPredicate::UGE, uncut(amount), i128::from(operation.bits())),
        None => Ok(emit.never()),
    }
}
