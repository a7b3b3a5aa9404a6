//! `iovflow` and `iuflow`: the exact result of an integer operation is above or below its type.

use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::values::IntValue;

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb};
use super::{HazardPlan, HazardProbe, limits};

/// Letter for the runtime, noun, and part of the name of LLVM's intrinsic.
fn row(verb: Verb) -> Option<(char, &'static str, &'static str)> {
    Some(match verb {
        Verb::Add => ('+', "sum", "add"),
        Verb::Sub => ('-', "difference", "sub"),
        Verb::Mul => ('*', "product", "mul"),
        Verb::Neg => ('n', "negation", ""),
        Verb::Decrement => ('d', "difference", ""),
        Verb::Shl => ('<', "shifted value", ""),
        Verb::Div | Verb::Rem => ('/', "quotient", ""),
        _ => return None,
    })
}

pub(super) fn plan_above(operation: &Operation<'_>) -> Option<HazardPlan> {
    let can = match operation.verb {
        Verb::Neg | Verb::Div | Verb::Rem => operation.signed && !divides_by_other(operation),
        Verb::Decrement => false,
        Verb::Sub => operation.signed,
        _ => true,
    };
    can.then(|| plan(operation, true))?
}

pub(super) fn plan_below(operation: &Operation<'_>) -> Option<HazardPlan> {
    let can = match operation.verb {
        Verb::Add | Verb::Mul => operation.signed,
        Verb::Shl => operation.signed,
        Verb::Sub => true,
        Verb::Neg => !operation.signed,
        Verb::Decrement => true,
        _ => false,
    };
    can.then(|| plan(operation, false))?
}

/// Only -1 makes a quotient overflow.
fn divides_by_other(operation: &Operation<'_>) -> bool {
    let divisor = operation.right_int().and_then(IntValue::get_sign_extended_constant);
    divisor.is_some_and(|divisor| divisor != -1)
}

fn plan(operation: &Operation<'_>, above: bool) -> Option<HazardPlan> {
    let (letter, noun, _) = row(operation.verb)?;
    let (least, greatest) = limits(operation.bits(), operation.signed);
    let bound = if above { greatest } else { least };
    let how = (letter as u32) << 8 | u32::from(operation.signed);
    let words = format!("the {noun} is {} {bound}", if above { "above" } else { "below" });
    let matters = operation.signed || operation.result_matters();
    let rule = if above { "above" } else { "below" };
    let plan = match operation.verb {
        Verb::Div | Verb::Rem => HazardPlan::new(words, HazardProbe::integer("quotient", least, -1, how)),
        _ => HazardPlan::new(words, HazardProbe::integer(rule, bound, 0, how)),
    };
    Some(plan.undefined(operation.signed).notable(matters))
}

pub(super) fn dies_above<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (Some(a), b) = (operation.left_int(), operation.right_int()) else {
        return Ok(emit.never());
    };
    let least = limits(operation.bits(), true).0;
    match (operation.verb, b) {
        (Verb::Neg, _) => emit.int_is(IntPredicate::EQ, a, least),
        (Verb::Div | Verb::Rem, Some(b)) => {
            let is_least = emit.int_is(IntPredicate::EQ, a, least)?;
            let is_minus_one = emit.int_is(IntPredicate::EQ, b, -1)?;
            emit.builder.build_and(is_least, is_minus_one, "")
        }
        (Verb::Shl, Some(b)) => shift_above(operation, emit, a, b),
        (verb, Some(b)) => leaves(operation.signed, verb, emit, a, b, true),
        _ => Ok(emit.never()),
    }
}

pub(super) fn dies_below<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (Some(a), b) = (operation.left_int(), operation.right_int()) else {
        return Ok(emit.never());
    };
    match (operation.verb, b) {
        (Verb::Neg, _) => emit.int_is(IntPredicate::NE, a, 0),
        (Verb::Decrement, _) => emit.int_is(IntPredicate::EQ, a, 0),
        (Verb::Shl, Some(b)) => {
            let negative = emit.int_is(IntPredicate::SLT, a, 0)?;
            let lost = loses_bits(emit, a, b, true)?;
            let sane = emit.int_is(IntPredicate::ULT, b, i128::from(operation.bits()))?;
            let lost = emit.builder.build_and(negative, lost, "")?;
            emit.builder.build_and(lost, sane, "")
        }
        (verb, Some(b)) => leaves(operation.signed, verb, emit, a, b, false),
        _ => Ok(emit.never()),
    }
}

/// The result leaves its type on one side. An overflow of a + b is above where b > 0, of a − b where b < 0, of a · b
/// where both have the same sign.
fn leaves<'ctx>(
    signed: bool,
    verb: Verb,
    emit: &ConditionPlace<'_, 'ctx>,
    a: IntValue<'ctx>,
    b: IntValue<'ctx>,
    above: bool,
) -> Result<IntValue<'ctx>, BuilderError> {
    let Some((_, _, name)) = row(verb).filter(|row| !row.2.is_empty()) else {
        return Ok(emit.never());
    };
    let letter = if signed { 's' } else { 'u' };
    let overflow = emit.overflows(&format!("{letter}{name}"), a, b)?;
    if !signed {
        return Ok(overflow);
    }
    let (witness, below_zero) = match verb {
        Verb::Add => (b, !above),
        Verb::Sub => (b, above),
        _ => (emit.builder.build_xor(a, b, "")?, !above),
    };
    let predicate = if below_zero {
        IntPredicate::SLT
    } else {
        IntPredicate::SGE
    };
    let side = emit.int_is(predicate, witness, 0)?;
    emit.builder.build_and(overflow, side, "")
}

fn shift_above<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
    a: IntValue<'ctx>,
    b: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let sane = emit.int_is(IntPredicate::ULT, b, i128::from(operation.bits()))?;
    let mut lost = loses_bits(emit, a, b, operation.signed)?;
    if operation.signed {
        let positive = emit.int_is(IntPredicate::SGE, a, 0)?;
        lost = emit.builder.build_and(lost, positive, "")?;
    }
    emit.builder.build_and(sane, lost, "")
}

/// Shifting back does not give the value back, where the amount is one that can be shifted by.
fn loses_bits<'ctx>(
    emit: &ConditionPlace<'_, 'ctx>,
    a: IntValue<'ctx>,
    b: IntValue<'ctx>,
    signed: bool,
) -> Result<IntValue<'ctx>, BuilderError> {
    let width = i128::from(a.get_type().get_bit_width());
    let sane = emit.int_is(IntPredicate::ULT, b, width)?;
    let zero = b.get_type().const_zero();
    let amount = emit.builder.build_select(sane, b, zero, "")?.into_int_value();
    let there = emit.builder.build_left_shift(a, amount, "")?;
    let back = emit.builder.build_right_shift(there, amount, signed, "")?;
    emit.builder.build_int_compare(IntPredicate::NE, back, a, "")
}
