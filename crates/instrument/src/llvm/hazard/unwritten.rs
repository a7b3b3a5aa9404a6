//! `uninit`: a variable is read before anything was written to it.
//!
//! Each number that is only read and written gets a flag that says whether it was written. Structures get none: to write a
//! field of some bits, compiled code reads what is around it.
//! A marker stands before each read. Where the flag is a constant true, nothing is left to ask.

use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{AnyValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, PointerValue};

use super::emit::ConditionPlace;
use super::operation::{Operation, Verb, users};
use super::{HazardPlan, HazardProbe};
use crate::llvm::lower::builder_before;
use crate::llvm::module::llvm;
use crate::llvm::probe::declared;
use crate::llvm::raw;
use crate::trouble::InstrumentTrouble;
use inkwell::IntPredicate;

/// The function that a marker calls.
pub(crate) const MARKER: &str = "lydian.unwritten";

/// Marks the reads of these variables, none of which the code writes where it begins.
pub(crate) fn mark<'ctx>(module: &Module<'ctx>, variables: &[InstructionValue<'ctx>]) -> Result<(), InstrumentTrouble> {
    for variable in variables {
        mark_one(module, *variable).map_err(llvm)?;
    }
    Ok(())
}

fn mark_one<'ctx>(module: &Module<'ctx>, variable: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let uses: Vec<_> = users(variable).collect();
    let place = BasicValueEnum::try_from(variable.as_any_value_enum());
    let (Ok(BasicValueEnum::PointerValue(place)), Some(next)) = (place, variable.get_next_instruction()) else {
        return Ok(());
    };
    if !is_number(variable) || !uses.iter().all(|user| is_plain(*user, place)) {
        return Ok(());
    }
    let byte = module.get_context().i8_type();
    let (written, unwritten) = (byte.const_int(1, false), byte.const_zero());
    let builder = module.get_context().create_builder();
    builder.position_before(&next);
    builder.unset_current_debug_location();
    let flag = builder.build_alloca(byte, "")?;
    builder.build_store(flag, unwritten)?;
    for user in uses {
        let builder = builder_before(module.get_context(), user);
        if user.get_opcode() == InstructionOpcode::Store {
            builder.build_store(flag, written)?;
        } else {
            let told = builder.build_load(byte, flag, "")?;
            let marker = declared(module, MARKER, &[told.into_int_value().into()], None);
            builder.build_direct_call(marker, &[told.into_int_value().into()], "")?;
        }
    }
    Ok(())
}

/// Whether a variable holds a number or an address.
fn is_number(variable: InstructionValue<'_>) -> bool {
    let ty = variable.get_allocated_type();
    ty.is_ok_and(|ty| ty.is_int_type() || ty.is_float_type() || ty.is_pointer_type())
}

/// A read of the variable, or a write to it; not a use of its address.
fn is_plain(user: InstructionValue<'_>, place: PointerValue<'_>) -> bool {
    let is_place = |index| raw::operand(user, index) == Some(BasicValueEnum::PointerValue(place));
    match user.get_opcode() {
        InstructionOpcode::Load => true,
        InstructionOpcode::Store => is_place(1) && !is_place(0),
        _ => false,
    }
}

pub(super) fn plan(operation: &Operation<'_>) -> Option<HazardPlan> {
    let flag = operation.left_int().filter(|_| operation.verb == Verb::Read)?;
    let is_written = flag.get_zero_extended_constant() == Some(1);
    let words = "nothing was written to the variable before it is read";
    (!is_written).then(|| HazardPlan::new(words, HazardProbe::integer("left", 0, 0, 0)).undefined(true))
}

pub(super) fn dies<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    match operation.left_int() {
        Some(flag) => emit.int_is(IntPredicate::EQ, flag, 0),
        None => Ok(emit.never()),
    }
}
