//! Fields of some bits that are written: by which value, and whether the compiler checks it.
//!
//! At -O0 a write to a field is `p = (p & ~mask) | ((value & mask) << place)`. Clang checks assignments, not initialisers and
//! not every compound assignment; and where the right side of an assignment is no variable, it compares what is left of
//! the value with itself. Such a check is made good from the value before the mask; what has no check is named.

use std::collections::HashSet;

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::operation::users;
use super::{conversion, implicit};
use crate::llvm::defined::instructions;
use crate::llvm::lower::{builder_before, int_operand};
use crate::llvm::{probe, raw};

/// The marker of a conversion that nothing watches.
pub(crate) const UNWATCHED: &str = "lydian.convert.unwatched";

/// Marks fields that are written without a check, and parameters that are narrowed without one.
pub(crate) fn mark(module: &Module<'_>) -> Result<(), BuilderError> {
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    let checked: HashSet<InstructionValue<'_>> =
        blocks.filter_map(implicit::checked_result).filter_map(masked).collect();
    for at in instructions(module) {
        let is_open = match at.get_opcode() {
            InstructionOpcode::Store => written(at).is_some_and(|mask| !checked.contains(&mask)),
            InstructionOpcode::Trunc => narrows_parameter(at),
            _ => false,
        };
        if let (true, Some(at)) = (is_open, located(at)) {
            let marker = probe::declared(module, UNWATCHED, &[], None);
            builder_before(module.get_context(), at).build_direct_call(marker, &[], "")?;
        }
    }
    Ok(())
}

/// The instruction itself, or the next one that has a place in the source.
fn located(at: InstructionValue<'_>) -> Option<InstructionValue<'_>> {
    let has_place = |at: &InstructionValue<'_>| raw::location(*at).is_some_and(|(_, line, _)| line > 0);
    std::iter::successors(Some(at), |at| at.get_next_instruction()).find(has_place)
}

/// The value before the mask, for a result that is what is left of it.
pub(super) fn source(result: IntValue<'_>) -> Option<IntValue<'_>> {
    let value = int_operand(masked(result)?, 0)?;
    match value.as_instruction() {
        Some(made) if matches!(made.get_opcode(), InstructionOpcode::Trunc | InstructionOpcode::ZExt) => {
            int_operand(made, 0)
        }
        _ => Some(value),
    }
}

/// Steps from a mask to the value that the language gives for the assignment.
const MOST_STEPS: usize = 6;

/// The mask that a result was made by.
fn masked(result: IntValue<'_>) -> Option<InstructionValue<'_>> {
    use InstructionOpcode as Op;
    let mut made = result.as_instruction()?;
    for _ in 0..MOST_STEPS {
        match made.get_opcode() {
            Op::And if int_operand(made, 1).is_some_and(IntValue::is_const) => return Some(made),
            Op::Shl | Op::AShr | Op::LShr | Op::SExt | Op::ZExt | Op::Trunc => {
                made = int_operand(made, 0)?.as_instruction()?;
            }
            _ => return None,
        }
    }
    None
}

/// The mask of the value that a store writes to a field, unless the value is a constant.
fn written(store: InstructionValue<'_>) -> Option<InstructionValue<'_>> {
    let joined = int_operand(store, 0)?.as_instruction()?;
    if joined.get_opcode() != InstructionOpcode::Or {
        return None;
    }
    let rest = int_operand(joined, 0)?.as_instruction()?;
    let kept = int_operand(rest, 0)?.as_instruction()?;
    let is_rest = rest.get_opcode() == InstructionOpcode::And && int_operand(rest, 1).is_some_and(IntValue::is_const);
    let same_place = kept.get_opcode() == InstructionOpcode::Load && raw::operand(kept, 0)? == raw::operand(store, 1)?;
    if !is_rest || !same_place {
        return None;
    }
    let value = int_operand(joined, 1)?.as_instruction()?;
    let mask = match value.get_opcode() {
        InstructionOpcode::Shl => int_operand(value, 0)?.as_instruction()?,
        _ => value,
    };
    let is_mask = mask.get_opcode() == InstructionOpcode::And && int_operand(mask, 1).is_some_and(IntValue::is_const);
    is_mask.then_some(mask)
}

/// Definitions in the old style take a narrow parameter as an `int`, and cut it off without a word.
fn narrows_parameter(at: InstructionValue<'_>) -> bool {
    let is_ordinary = |bits: u32| [8, 16, 32].contains(&bits);
    let to = at.get_type().into_int_type().get_bit_width();
    let of_argument = int_operand(at, 0).is_some_and(|value| raw::argument(&value).is_some());
    of_argument && is_ordinary(to)
}

/// The bits that a value can have at most, where a mask or a shift by a constant says so.
pub(super) fn most_bits(value: IntValue<'_>) -> Option<u32> {
    use InstructionOpcode as Op;
    let made = value.as_instruction()?;
    let width = value.get_type().get_bit_width();
    let constant = || int_operand(made, 1)?.get_zero_extended_constant();
    match made.get_opcode() {
        Op::And => constant().map(|mask| 64 - mask.leading_zeros()),
        Op::LShr => constant().map(|amount| width.saturating_sub(amount as u32)),
        Op::Trunc => most_bits(int_operand(made, 0)?),
        _ => None,
    }
}

/// Whether a conversion belongs to the reading or the writing of a field: its storage may be wider than its type. All that
/// the compiler makes of one access comes from the same place of the source.
pub(super) fn is_access(at: InstructionValue<'_>) -> bool {
    is_read(at) || is_written(at)
}

/// Cut out of its storage by a mask or by shifts.
fn is_read(at: InstructionValue<'_>) -> bool {
    int_operand(at, 0).is_some_and(|value| is_cut_out(value, at))
}

/// Whether a value is a field that was cut out of its storage where an instruction stands.
pub(super) fn is_cut_out(value: IntValue<'_>, at: InstructionValue<'_>) -> bool {
    value.as_instruction().is_some_and(|made| comes_from_storage(made, at))
}

/// Whether an instruction, or one before it at the same place, takes bits of a storage.
fn comes_from_storage(made: InstructionValue<'_>, at: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let mut made = Some(made);
    for step in 0..MOST_STEPS {
        let Some(from) = made.filter(|from| is_same_place(*from, at)) else {
            return false;
        };
        let is_constant = int_operand(from, 1).is_some_and(IntValue::is_const);
        match from.get_opcode() {
            Op::Load => return step > 0 && may_have_fields(from, 0),
            Op::Trunc | Op::ZExt | Op::SExt => made = int_operand(from, 0).and_then(|from| from.as_instruction()),
            Op::And | Op::LShr | Op::AShr | Op::Shl if is_constant => {
                made = int_operand(from, 0).and_then(|from| from.as_instruction());
            }
            _ => return false,
        }
    }
    false
}

/// Masked, and put into its storage.
fn is_written(at: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let leads_there = |user: InstructionValue<'_>| {
        is_same_place(user, at)
            && match user.get_opcode() {
                Op::ZExt => is_written(user),
                Op::And => int_operand(user, 1).is_some_and(IntValue::is_const) && is_stored(user, 0),
                _ => false,
            }
    };
    let mut readers = users(at).filter(|user| !conversion::is_marker(*user)).peekable();
    // What nobody reads is put nowhere.
    readers.peek().is_some() && readers.all(leads_there)
}

/// Whether a shift moves a field to its place in the storage, or from there.
pub(super) fn is_shift(at: InstructionValue<'_>) -> bool {
    let is_constant = int_operand(at, 1).is_some_and(IntValue::is_const);
    let is_result = || int_operand(at, 0).and_then(masked).is_some();
    is_constant && (comes_from_storage(at, at) || is_stored(at, 0) || is_result())
}

/// Whether some bits are joined with others and stored.
fn is_stored(at: InstructionValue<'_>, step: usize) -> bool {
    use InstructionOpcode as Op;
    step < MOST_STEPS
        && users(at).any(|user| match user.get_opcode() {
            Op::Shl | Op::Or => is_stored(user, step + 1),
            Op::Store => may_have_fields(user, 1),
            _ => false,
        })
}

fn is_same_place(a: InstructionValue<'_>, b: InstructionValue<'_>) -> bool {
    raw::location(a) == raw::location(b)
}

/// Whether the place that an instruction reads or writes may have fields: variables of integer types have none.
fn may_have_fields(at: InstructionValue<'_>, index: u32) -> bool {
    let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, index) else {
        return false;
    };
    let variable = pointer
        .as_instruction()
        .filter(|made| made.get_opcode() == InstructionOpcode::Alloca);
    let variable = variable.and_then(|made| made.get_allocated_type().ok());
    let global = raw::as_global(pointer).and_then(|global| BasicTypeEnum::try_from(global.get_value_type()).ok());
    !matches!(variable.or(global), Some(BasicTypeEnum::IntType(_)))
}
