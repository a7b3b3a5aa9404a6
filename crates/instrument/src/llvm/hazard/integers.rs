//! `nzpush` and `zpush`: an integer operand is the least value of its type, or zero. `div0` of integers: the divisor is.

use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::IntValue;

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb};
use super::{HazardPlan, HazardProbe, limits};

fn computes(verb: Verb) -> bool {
    matches!(
        verb,
        Verb::Add | Verb::Sub | Verb::Mul | Verb::Neg | Verb::Div | Verb::Rem | Verb::Abs
    )
}

pub(super) fn plan_least(operation: &Operation<'_>) -> Option<HazardPlan> {
    let is_inverse = matches!(operation.verb, Verb::Neg | Verb::Abs);
    let least = limits(operation.bits().max(1), true).0;
    (operation.signed && asks_any(operation)).then(|| {
        let probe = HazardProbe::integer(which(operation).rule(), least, 0, HazardProbe::SIGNED);
        HazardPlan::new(format!("{} is {least}", who(operation)), probe)
            .undefined(is_inverse)
            .notable(is_inverse)
    })
}

pub(super) fn plan_zero(operation: &Operation<'_>) -> Option<HazardPlan> {
    let how = HazardProbe::SIGNED * u32::from(operation.signed);
    let plan = || {
        HazardPlan::new(
            format!("{} is 0", who(operation)),
            HazardProbe::integer(which(operation).rule(), 0, 0, how),
        )
    };
    asks_any(operation).then(|| plan().notable(false))
}

pub(super) fn plan_divisor(operation: &Operation<'_>) -> Option<HazardPlan> {
    let divisor = operation.right_int().filter(|_| operation.can_trap())?;
    let how = HazardProbe::SIGNED * u32::from(operation.signed);
    // A constant that is not 0 never becomes 0.
    let is_fine = divisor.get_sign_extended_constant().is_some_and(|divisor| divisor != 0);
    (!is_fine).then(|| {
        HazardPlan::new("the divisor is 0", HazardProbe::integer(Asked::Right.rule(), 0, 0, how)).undefined(true)
    })
}

/// Operands that are asked.
#[derive(Clone, Copy)]
enum Asked {
    Left,
    Right,
    Either,
}

impl Asked {
    /// The rule of the run time that asks them.
    fn rule(self) -> &'static str {
        match self {
            Asked::Left => "left",
            Asked::Right => "right",
            Asked::Either => "either",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Asked::Left => "the left operand",
            Asked::Right => "the right operand",
            Asked::Either => "an operand",
        }
    }
}

/// Which operands are asked. One of two operands that is a constant does not become something; the only one may be a
/// constant by way of a variable.
fn which(operation: &Operation<'_>) -> Asked {
    match (
        asks(operation, operation.left_int()),
        asks(operation, operation.right_int()),
    ) {
        (true, true) => Asked::Either,
        (false, true) => Asked::Right,
        _ => Asked::Left,
    }
}

/// The operands that are asked, in words.
fn who(operation: &Operation<'_>) -> &'static str {
    match operation.right {
        None => "the operand",
        Some(_) => which(operation).words(),
    }
}

fn asks_any(operation: &Operation<'_>) -> bool {
    let operands = [operation.left_int(), operation.right_int()];
    computes(operation.verb) && operands.into_iter().any(|operand| asks(operation, operand))
}

fn asks(operation: &Operation<'_>, operand: Option<IntValue<'_>>) -> bool {
    operand.is_some_and(|operand| operation.right.is_none() || !operand.is_const())
}

pub(super) fn dies_least<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    any_is(operation, emit, limits(operation.bits(), true).0)
}

pub(super) fn dies_zero<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    any_is(operation, emit, 0)
}

pub(super) fn dies_divisor<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    match operation.right_int() {
        Some(divisor) => emit.int_is(IntPredicate::EQ, divisor, 0),
        None => Ok(emit.never()),
    }
}

fn any_is<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    value: i128,
) -> Result<IntValue<'ctx>, BuilderError> {
    let mut any = emit.never();
    let operands = [operation.left_int(), operation.right_int()];
    let asked = operands.into_iter().filter(|operand| asks(operation, *operand));
    for operand in asked.flatten() {
        let is = emit.int_is(IntPredicate::EQ, operand, value)?;
        any = emit.builder.build_or(any, is, "")?;
    }
    Ok(any)
}
