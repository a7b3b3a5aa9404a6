//! Reads and writes beyond the end of a variable end the run.
//!
//! LLVM's own pass puts a check before every access to a variable whose size is known, and a trap behind it. The traps
//! become calls of the runtime, which knows the way out of a run.

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, PointerValue};

use super::defined::instructions;
use super::lower::{builder_before, int_operand};
use super::module::{llvm, run_passes};
use super::{fresh, probe, raw};
use crate::trouble::InstrumentTrouble;

/// Checks the accesses of all functions.
pub(crate) fn check(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    let own = traps(module);
    hide_null(module)?;
    touch_copies(module).map_err(llvm)?;
    run_passes(module, "function(bounds-checking)")?;
    for trap in traps(module).into_iter().filter(|trap| !own.contains(trap)) {
        let builder = builder_before(module.get_context(), trap);
        let leave = probe::declared(module, "lydian_outside", &[], None);
        builder.build_direct_call(leave, &[], "").map_err(llvm)?;
    }
    Ok(())
}

/// The pass looks at reads and writes of values: what is copied as a whole is read at both ends before.
fn touch_copies(module: &Module<'_>) -> Result<(), BuilderError> {
    for at in instructions(module) {
        // Some are calls of the library, see [`super::own`].
        let is = |called: &str, name: &str| {
            called == name
                || called
                    .strip_prefix("llvm.")
                    .is_some_and(|rest| rest.starts_with(&format!("{name}.")))
        };
        let copies = |called: &str| is(called, "memcpy") || is(called, "memmove");
        let name = raw::called(at).unwrap_or_default();
        let size = int_operand(at, 2).and_then(IntValue::get_zero_extended_constant);
        let (pointers, Some(size)) = (
            if copies(&name) {
                2
            } else {
                u32::from(is(&name, "memset"))
            },
            size,
        ) else {
            continue;
        };
        for index in (0..pointers).filter(|_| size > 0) {
            if let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, index) {
                touch(module, at, pointer, size)?;
            }
        }
    }
    Ok(())
}

/// Reads the first and the last of some bytes; what is read is thrown away.
fn touch<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    pointer: PointerValue<'ctx>,
    size: u64,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let (builder, byte) = (builder_before(context, at), context.i8_type());
    builder.build_load(byte, pointer, "")?;
    let end = raw::behind(&builder, byte, pointer, context.i64_type().const_int(size - 1, false))?;
    builder.build_load(byte, end, "").map(drop)
}

/// An access by a constant null goes to the machine, which knows what to say of it.
fn hide_null(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    for at in instructions(module) {
        let place = match at.get_opcode() {
            InstructionOpcode::Load => 0,
            InstructionOpcode::Store => 1,
            _ => continue,
        };
        let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, place) else {
            continue;
        };
        if pointer.is_null() {
            let builder = builder_before(module.get_context(), at);
            let zero = fresh::word(module, &builder, "lydian_zero").map_err(llvm)?;
            let nowhere = builder.build_int_to_ptr(zero, pointer.get_type(), "").map_err(llvm)?;
            at.set_operand(place, nowhere);
        }
    }
    Ok(())
}

fn traps<'ctx>(module: &Module<'ctx>) -> Vec<InstructionValue<'ctx>> {
    let is_trap = |at: &InstructionValue<'_>| raw::called(*at).is_some_and(|name| name == "llvm.trap");
    instructions(module).into_iter().filter(is_trap).collect()
}
