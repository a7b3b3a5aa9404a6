//! Variables start as anything: what nothing has written is read from a word that nobody knows.
//!
//! To LLVM, a variable that is read before it is written is any value at each use, and whatever depends on it may be
//! left out. Here every variable is written where it begins, with the word [`ANYTHING`] of the runtime, which is read
//! anew each time. Runs see one of the values that memory may have, and proofs none at all.

use inkwell::AddressSpace;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::{BasicTypeEnum, IntType};
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};

use super::lower::int_operand;
use super::module::{llvm, machine};
use super::probe::declared;
use super::raw;
use crate::trouble::InstrumentTrouble;

/// The word of the runtime from which variables start.
pub(crate) const ANYTHING: &str = "lydian_anything";

/// The function of the runtime that fills a large variable.
pub(crate) const FILL: &str = "lydian_fill";

/// The one for a variable whose size is known only when it runs.
const FILL_SOME: &str = "lydian_fill_some";

/// Bytes that are written word by word; a larger variable is filled by the runtime.
const MOST_BYTES: u64 = 512;

/// The variables of the module that the code does not write where they begin.
pub(crate) fn variables<'ctx>(module: &Module<'ctx>) -> Result<Vec<InstructionValue<'ctx>>, InstrumentTrouble> {
    let data = machine(module)?.get_target_data();
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    let is_open = |at: &InstructionValue<'_>| at.get_opcode() == InstructionOpcode::Alloca && !is_begun(&data, *at);
    Ok(blocks.flat_map(BasicBlock::get_instructions).filter(is_open).collect())
}

/// Writes variables where they begin.
pub(crate) fn fill<'ctx>(module: &Module<'ctx>, variables: &[InstructionValue<'ctx>]) -> Result<(), InstrumentTrouble> {
    let data = machine(module)?.get_target_data();
    variables
        .iter()
        .try_for_each(|alloca| fill_one(module, &data, *alloca).map_err(llvm))
}

/// Bytes of a variable; `None` where the program says only when it runs.
pub(crate) fn size_of(data: &TargetData, alloca: InstructionValue<'_>) -> Option<u64> {
    let ty = alloca.get_allocated_type().ok()?;
    let count = int_operand(alloca, 0)?.get_zero_extended_constant()?;
    data.get_abi_size(&ty).checked_mul(count)
}

fn fill_one<'ctx>(
    module: &Module<'ctx>,
    data: &TargetData,
    alloca: InstructionValue<'ctx>,
) -> Result<(), BuilderError> {
    let place = BasicValueEnum::try_from(alloca.as_any_value_enum());
    let (Ok(BasicValueEnum::PointerValue(place)), Some(next)) = (place, alloca.get_next_instruction()) else {
        return Ok(());
    };
    // Without a place in the source, so that nobody takes this for the code's own arithmetic.
    let builder = module.get_context().create_builder();
    builder.position_before(&next);
    builder.unset_current_debug_location();
    let word = module.get_context().i64_type();
    let size = match size_of(data, alloca) {
        Some(size) if size > MOST_BYTES => return fill_by(FILL, module, &builder, place, word.const_int(size, false)),
        Some(size) => size,
        None => {
            let Some(bytes) = dynamic_size(data, &builder, word, alloca)? else {
                return Ok(());
            };
            return fill_by(FILL_SOME, module, &builder, place, bytes);
        }
    };
    let Ok(ty) = alloca.get_allocated_type() else {
        return Ok(());
    };
    let mut numbers = Vec::new();
    numbers_of(data, ty, 0, &mut |offset, ty| {
        numbers.push((offset, data.get_store_size(&ty)));
    });
    for (offset, bytes) in pieces(&numbers, size) {
        fill_piece(module, &builder, place, offset, bytes)?;
    }
    Ok(())
}

/// Lets the runtime fill a variable.
fn fill_by<'ctx>(
    name: &str,
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    place: PointerValue<'ctx>,
    bytes: IntValue<'ctx>,
) -> Result<(), BuilderError> {
    let address = builder.build_ptr_to_int(place, bytes.get_type(), "")?;
    let fill = declared(module, name, &[address.into(), bytes.into()], None);
    builder
        .build_direct_call(fill, &[address.into(), bytes.into()], "")
        .map(drop)
}

/// Bytes of a variable of which only the run knows how many.
fn dynamic_size<'ctx>(
    data: &TargetData,
    builder: &Builder<'ctx>,
    word: IntType<'ctx>,
    alloca: InstructionValue<'ctx>,
) -> Result<Option<IntValue<'ctx>>, BuilderError> {
    let (Ok(ty), Some(count)) = (alloca.get_allocated_type(), int_operand(alloca, 0)) else {
        return Ok(None);
    };
    let count = builder.build_int_cast_sign_flag(count, word, false, "")?;
    let each = word.const_int(data.get_abi_size(&ty), false);
    builder.build_int_mul(count, each, "").map(Some)
}

/// Tells the offset and the type of each number in a type.
pub(super) fn numbers_of<'ctx>(
    data: &TargetData,
    ty: BasicTypeEnum<'ctx>,
    offset: u64,
    tell: &mut impl FnMut(u64, BasicTypeEnum<'ctx>),
) {
    match ty {
        BasicTypeEnum::StructType(fields) => {
            for (index, field) in fields.get_field_types_iter().enumerate() {
                let inner = data.offset_of_element(&fields, index as u32).unwrap_or(0);
                numbers_of(data, field, offset + inner, tell);
            }
        }
        BasicTypeEnum::ArrayType(array) => {
            let element = array.get_element_type();
            let size = data.get_abi_size(&element);
            for index in 0..u64::from(array.len()) {
                numbers_of(data, element, offset + index * size, tell);
            }
        }
        _ => tell(offset, ty),
    }
}

/// The whole of a variable in pieces of 1, 2, 4 and 8 bytes: its numbers, and what lies between them.
fn pieces(numbers: &[(u64, u64)], size: u64) -> Vec<(u64, u64)> {
    let mut made = Vec::new();
    let mut cut = |mut from: u64, to: u64| {
        while from < to {
            let bytes = [8, 4, 2, 1].into_iter().find(|width| *width <= to - from).unwrap_or(1);
            made.push((from, bytes));
            from += bytes;
        }
    };
    let mut end = 0;
    for (offset, bytes) in numbers {
        cut(end, *offset);
        cut(*offset, offset + bytes);
        end = offset + bytes;
    }
    cut(end, size);
    made
}

/// Writes 1, 2, 4 or 8 bytes.
fn fill_piece<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    place: PointerValue<'ctx>,
    offset: u64,
    bytes: u64,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let word = word(module, builder, ANYTHING)?;
    let value = match bytes {
        1 => builder.build_int_truncate(word, context.i8_type(), "")?,
        2 => builder.build_int_truncate(word, context.i16_type(), "")?,
        4 => builder.build_int_truncate(word, context.i32_type(), "")?,
        _ => word,
    };
    let at = gep(module, builder, place, context.i64_type().const_int(offset, false))?;
    let stored = builder.build_store(at, value)?;
    // Where the variable begins is not known to be even; the call fails on other instructions only.
    let _ = stored.set_alignment(1);
    Ok(())
}

#[allow(unsafe_code, reason = "inkwell marks all address arithmetic as unsafe")]
fn gep<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    place: PointerValue<'ctx>,
    offset: IntValue<'ctx>,
) -> Result<PointerValue<'ctx>, BuilderError> {
    if offset.get_zero_extended_constant() == Some(0) {
        return Ok(place);
    }
    // SAFETY: the offset lies within the variable, whose size was asked for.
    unsafe { builder.build_gep(module.get_context().i8_type(), place, &[offset], "") }
}

/// A word of the runtime, read anew.
pub(crate) fn word<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    name: &str,
) -> Result<IntValue<'ctx>, BuilderError> {
    let ty = module.get_context().i64_type();
    let global = module
        .get_global(name)
        .unwrap_or_else(|| module.add_global(ty, Some(AddressSpace::default()), name));
    let word = builder.build_load(ty, global.as_pointer_value(), "")?;
    if let Some(load) = word.as_instruction_value() {
        // Loads can be volatile; the call fails on other instructions only.
        let _ = load.set_volatile(true);
    }
    Ok(word.into_int_value())
}

/// Whether the first thing that its block does to a variable is to write all of it.
fn is_begun(data: &TargetData, alloca: InstructionValue<'_>) -> bool {
    let Ok(BasicValueEnum::PointerValue(place)) = BasicValueEnum::try_from(alloca.as_any_value_enum()) else {
        return false;
    };
    let later = std::iter::successors(alloca.get_next_instruction(), |at| at.get_next_instruction());
    let place = BasicValueEnum::PointerValue(place);
    let uses = |at: &InstructionValue<'_>| {
        let operands = (0..at.get_num_operands()).filter_map(|index| raw::operand(*at, index));
        operands.into_iter().any(|operand| operand == place)
    };
    let Some(first) = later.into_iter().find(uses) else {
        return false;
    };
    let value = raw::operand(first, 0);
    let is_store = first.get_opcode() == InstructionOpcode::Store;
    let whole = |value: BasicValueEnum<'_>| {
        let ty = value.get_type();
        // An extended float has ten bytes of sixteen.
        data.get_store_size(&ty) == size_of(data, alloca).unwrap_or(0) && !ty.is_struct_type() && !ty.is_array_type()
    };
    is_store && value.is_some_and(|value| value != place && whole(value))
}
