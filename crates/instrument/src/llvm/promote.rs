//! Variables become values, and nothing else changes.
//!
//! LLVM's pass for this drops what reads or writes outside of a variable: it is undefined, so it did not happen. On the
//! machine it did. Therefore each place outside of a local variable is first made one that is computed, of which nobody
//! knows that it is outside; and as long as the address of a variable is kept in another one, or depends on what is not yet
//! a constant, only that other one becomes a value. What is left in memory at the end has no constant place outside.

use std::collections::HashSet;

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{AnyValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, PointerValue};

use super::address::{self, AddressBase};
use super::defined::instructions;
use super::hazard::users;
use super::lower::{builder_before, int_operand};
use super::module::{llvm, machine, run_passes};
use super::{fresh, raw};
use crate::trouble::InstrumentTrouble;

/// Variables that keep addresses of others lie in few layers.
const MOST_ROUNDS: usize = 16;

/// A function that nobody has: while a variable is handed to it, it stays in memory.
const HOLD: &str = "lydian.hold";

/// Makes values of variables, as far as that goes.
pub(crate) fn variables(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    let data = machine(module)?.get_target_data();
    run_passes(module, "function(mem2reg)")?;
    for _ in 0..MOST_ROUNDS {
        hide_outside(module, &data).map_err(llvm)?;
        let before = instructions(module).len();
        hold(module, &data).map_err(llvm)?;
        run_passes(module, "function(sroa)")?;
        release(module);
        if instructions(module).len() == before {
            break;
        }
    }
    Ok(())
}

/// Makes every constant place outside of a local variable one that is computed.
pub(crate) fn hide_outside(module: &Module<'_>, data: &TargetData) -> Result<(), BuilderError> {
    for at in instructions(module) {
        if at.get_opcode() == InstructionOpcode::GetElementPtr {
            hide_place(module, data, at)?;
        }
    }
    for at in instructions(module) {
        for (index, size) in accesses(data, at) {
            let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, index) else {
                continue;
            };
            if size > 0 && is_outside(data, pointer, size) {
                let hidden = hidden(module, at, pointer)?;
                at.set_operand(index, hidden);
            }
        }
    }
    Ok(())
}

/// An address outside is hidden where it is made: it may be one of several that meet before they are used.
fn hide_place<'ctx>(module: &Module<'ctx>, data: &TargetData, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let made = BasicValueEnum::try_from(at.as_any_value_enum());
    let (Ok(BasicValueEnum::PointerValue(place)), Some(next)) = (made, at.get_next_instruction()) else {
        return Ok(());
    };
    if !is_outside(data, place, 1) {
        return Ok(());
    }
    // What is counted from there by a number that is computed is hidden already.
    let is_plain =
        |user: &InstructionValue<'_>| user.get_opcode() != InstructionOpcode::GetElementPtr || is_constant(data, *user);
    let readers: Vec<InstructionValue<'ctx>> = users(at).filter(is_plain).collect();
    if readers.is_empty() {
        return Ok(());
    }
    let hidden = hidden(module, next, place)?;
    for reader in readers {
        for index in 0..reader.get_num_operands() {
            if raw::operand(reader, index) == Some(place.into()) {
                reader.set_operand(index, hidden);
            }
        }
    }
    Ok(())
}

/// Whether some bytes at an address of a local variable, at a known place, are not all in it.
fn is_outside(data: &TargetData, pointer: PointerValue<'_>, size: u64) -> bool {
    if address::variable(pointer).is_none() {
        return false;
    }
    address::of(data, pointer).is_some_and(|address| match address.base {
        AddressBase::Variable(whole) => !address.holds(size, whole),
        AddressBase::Argument(_) => false,
    })
}

/// The operands of an instruction that are addresses which it reads or writes, with the number of bytes.
fn accesses(data: &TargetData, at: InstructionValue<'_>) -> Vec<(u32, u64)> {
    let size = |ty: BasicTypeEnum<'_>| data.get_store_size(&ty);
    match at.get_opcode() {
        InstructionOpcode::Load => {
            let ty = BasicTypeEnum::try_from(at.get_type()).ok();
            ty.map(|ty| (0, size(ty))).into_iter().collect()
        }
        InstructionOpcode::Store => {
            let value = raw::operand(at, 0);
            value.map(|value| (1, size(value.get_type()))).into_iter().collect()
        }
        InstructionOpcode::Call => copied(at),
        _ => Vec::new(),
    }
}

/// The same for a copy, or for bytes that are set.
fn copied(at: InstructionValue<'_>) -> Vec<(u32, u64)> {
    let name = raw::called(at).unwrap_or_default();
    let is = |prefix: &str| name.starts_with(prefix);
    let pointers = match () {
        () if is("llvm.memcpy.") || is("llvm.memmove.") => 2,
        () if is("llvm.memset.") => 1,
        () => 0,
    };
    let size = int_operand(at, 2).and_then(IntValue::get_zero_extended_constant);
    let of = |index| size.map(|size| (index, size));
    (0..pointers).filter_map(of).collect()
}

/// The same address, of which only its beginning is known.
fn hidden<'ctx>(
    module: &Module<'ctx>,
    before: InstructionValue<'ctx>,
    pointer: PointerValue<'ctx>,
) -> Result<PointerValue<'ctx>, BuilderError> {
    let builder = builder_before(module.get_context(), before);
    // Without a place in the source, so that nobody takes this for the code's own arithmetic.
    builder.unset_current_debug_location();
    let zero = fresh::word(module, &builder, "lydian_zero")?;
    raw::behind(&builder, module.get_context().i8_type(), pointer, zero)
}

/// Keeps variables in memory whose addresses may yet become known somewhere else.
fn hold(module: &Module<'_>, data: &TargetData) -> Result<(), BuilderError> {
    let variables = instructions(module).into_iter().filter(|at| {
        let is_variable = at.get_opcode() == InstructionOpcode::Alloca;
        is_variable && is_open(data, *at)
    });
    for variable in variables.collect::<Vec<_>>() {
        let place = BasicValueEnum::try_from(variable.as_any_value_enum());
        let (Ok(BasicValueEnum::PointerValue(place)), Some(next)) = (place, variable.get_next_instruction()) else {
            continue;
        };
        let context = module.get_context();
        let hold = module.get_function(HOLD).unwrap_or_else(|| {
            let ty = context.void_type().fn_type(&[place.get_type().into()], false);
            module.add_function(HOLD, ty, None)
        });
        let builder = builder_before(context, next);
        builder.unset_current_debug_location();
        builder.build_direct_call(hold, &[place.into()], "")?;
    }
    Ok(())
}

fn release(module: &Module<'_>) {
    let is_hold = |at: &InstructionValue<'_>| raw::called(*at).is_some_and(|name| name == HOLD);
    for at in instructions(module).into_iter().filter(is_hold) {
        at.erase_from_basic_block();
    }
}

/// Whether an address of a variable is kept in memory, or is one of several that meet and are counted from then, or is not
/// at a constant distance from its beginning.
fn is_open(data: &TargetData, variable: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let (mut waiting, mut seen) = (vec![(variable, false)], HashSet::new());
    while let Some((at, has_met)) = waiting.pop() {
        if !seen.insert((at, has_met)) {
            continue;
        }
        for user in users(at) {
            match user.get_opcode() {
                Op::GetElementPtr if has_met || !is_constant(data, user) => return true,
                Op::GetElementPtr => waiting.push((user, has_met)),
                Op::Phi | Op::Select => waiting.push((user, true)),
                Op::Store if is_kept(user, at) => return true,
                _ => {}
            }
        }
    }
    false
}

fn is_constant(data: &TargetData, gep: InstructionValue<'_>) -> bool {
    match BasicValueEnum::try_from(gep.as_any_value_enum()) {
        Ok(BasicValueEnum::PointerValue(pointer)) => address::of(data, pointer).is_some(),
        _ => false,
    }
}

/// Whether a store writes the address itself.
fn is_kept(store: InstructionValue<'_>, at: InstructionValue<'_>) -> bool {
    let address = BasicValueEnum::try_from(at.as_any_value_enum()).ok();
    address.is_some() && raw::operand(store, 0) == address
}
