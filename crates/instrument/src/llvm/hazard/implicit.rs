//! The compiler's checks of implicit conversions and of shifts, turned into markers.
//!
//! Only the compiler knows the types of the source: `int` and `unsigned` are the same to LLVM. Asked for the checks of
//! its sanitizer, clang writes for each conversion that can change a value
//!
//! ```text
//!     br i1 %ok, label %cont, label %handler
//! handler:
//!     call void @__ubsan_handle_implicit_conversion(ptr @types, i64 %from, i64 %to)
//!     br label %cont
//! ```
//!
//! Here the jump goes, and a call of a marker with both values takes its place. For a shift only the sign is kept:
//! as the flag that clang gives to other signed arithmetic.

use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::conversion::Conversion;
use super::text::SourceTexts;
use super::written::{self, Origin, SourceNote};
use super::{fields, operation};
use crate::llvm::lower::{builder_before, int_operand, is_conditional};
use crate::llvm::module::llvm;
use crate::llvm::{probe, raw};
use crate::trouble::InstrumentTrouble;

const CONVERSION: &str = "__ubsan_handle_implicit_conversion";
const SHIFT: &str = "__ubsan_handle_shift_out_of_bounds";

/// Kind of a check, in the compiler's numbers, that only compares signs.
const SIGN_CHANGE: u64 = 3;

/// Turns all checks of a module into markers.
pub(crate) fn mark(module: &Module<'_>, texts: &mut SourceTexts) -> Result<(), InstrumentTrouble> {
    for function in module.get_functions() {
        for block in function.get_basic_blocks() {
            if let Some(check) = find(block) {
                replace(module, check, texts)?;
            }
        }
    }
    module.verify().map_err(llvm)
}

struct SanitizerCheck<'ctx> {
    end: InstructionValue<'ctx>,
    call: InstructionValue<'ctx>,
    handler: BasicBlock<'ctx>,
    otherwise: BasicBlock<'ctx>,
    is_shift: bool,
}

fn find(block: BasicBlock<'_>) -> Option<SanitizerCheck<'_>> {
    let end = block.get_terminator().filter(|end| is_conditional(*end))?;
    let [otherwise, handler] = raw::successors(end)[..] else {
        return None;
    };
    let handles = |at: &InstructionValue<'_>| {
        raw::called(*at).is_some_and(|name| name.starts_with(CONVERSION) || name.starts_with(SHIFT))
    };
    let call = handler.get_instructions().find(handles)?;
    let is_shift = raw::called(call)?.starts_with(SHIFT);
    Some(SanitizerCheck {
        end,
        call,
        handler,
        otherwise,
        is_shift,
    })
}

fn replace<'ctx>(
    module: &Module<'ctx>,
    check: SanitizerCheck<'ctx>,
    texts: &mut SourceTexts,
) -> Result<(), InstrumentTrouble> {
    let builder = builder_before(module.get_context(), check.end);
    if check.is_shift {
        note_shift(&check, texts);
    } else if !is_of_constant(&check) {
        let Some((conversion, from, to, kept)) = understand(&check).filter(|(.., to, _)| !is_for_atomic(*to)) else {
            return leave_out(module, check, &builder);
        };
        let Some(from) = believed(from, kept) else {
            return leave_out(module, check, &builder);
        };
        let name = conversion.marker(from.get_type().get_bit_width(), to.get_type().get_bit_width());
        let types = [from, to].map(|value| value.get_type().into());
        let marker = module.get_function(&name).unwrap_or_else(|| {
            let ty = module.get_context().void_type().fn_type(&types, false);
            module.add_function(&name, ty, None)
        });
        let arguments = [from, to].map(Into::into);
        builder.build_direct_call(marker, &arguments, "").map_err(llvm)?;
    }
    finish(check, &builder)
}

/// A conversion that nothing watches is named.
fn leave_out<'ctx>(
    module: &Module<'ctx>,
    check: SanitizerCheck<'ctx>,
    builder: &Builder<'ctx>,
) -> Result<(), InstrumentTrouble> {
    let marker = probe::declared(module, fields::UNWATCHED, &[], None);
    builder.build_direct_call(marker, &[], "").map_err(llvm)?;
    finish(check, builder)
}

fn is_for_atomic(value: IntValue<'_>) -> bool {
    value.as_instruction().is_some_and(operation::is_for_atomic)
}

/// Constants are converted in the source on purpose.
fn is_of_constant(check: &SanitizerCheck<'_>) -> bool {
    int_operand(check.call, 1).is_some_and(IntValue::is_const)
}

/// The check has done its work.
fn finish(check: SanitizerCheck<'_>, builder: &Builder<'_>) -> Result<(), InstrumentTrouble> {
    builder.build_unconditional_branch(check.otherwise).map_err(llvm)?;
    check.end.erase_from_basic_block();
    remove(check.handler)
}

/// The value that is converted; where a check compares a value with itself, the one that a field of some bits was written
/// by. `None` where that is not found.
fn believed<'ctx>(from: IntValue<'ctx>, kept: IntValue<'ctx>) -> Option<IntValue<'ctx>> {
    let compares_itself = kept.as_instruction().is_some_and(|made| {
        made.get_opcode() == InstructionOpcode::ICmp && int_operand(made, 0) == int_operand(made, 1)
    });
    match compares_itself {
        true => fields::source(from).filter(|source| source.get_type() == from.get_type()),
        false => Some(from),
    }
}

/// The result of the conversion that the end of a block checks.
pub(super) fn checked_result(block: BasicBlock<'_>) -> Option<IntValue<'_>> {
    let check = find(block).filter(|check| !check.is_shift)?;
    unwidened(int_operand(check.call, 2)?)
}

/// The conversion and its values; `None` for wide integers, which the handler gets by their addresses.
fn understand<'ctx>(
    check: &SanitizerCheck<'ctx>,
) -> Option<(Conversion, IntValue<'ctx>, IntValue<'ctx>, IntValue<'ctx>)> {
    let kept = int_operand(check.end, 0)?;
    let value = |index| unwidened(int_operand(check.call, index)?);
    let (from, to) = (value(1)?, value(2)?);
    let BasicValueEnum::PointerValue(data) = raw::operand(check.call, 0)? else {
        return None;
    };
    let fields = raw::fields_behind(data.into());
    let ((from_signed, from_bits), (to_signed, to_bits)) = (integer(*fields.get(1)?)?, integer(*fields.get(2)?)?);
    let number = |index: usize| fields.get(index)?.into_int_value().get_zero_extended_constant();
    let kind = number(3)?;
    // A field of some bits is narrower than its type.
    let to_bits = number(4).map_or(to_bits, |bits| if bits > 0 { bits as u32 } else { to_bits });
    let conversion = Conversion {
        is_sign: kind == SIGN_CHANGE,
        from_signed,
        to_signed,
        to_bits,
    };
    let is_inside =
        |value: IntValue<'ctx>| value.as_instruction().and_then(|made| made.get_parent()) == Some(check.handler);
    let is_plain = [from_bits, to.get_type().get_bit_width()]
        .iter()
        .all(|bits| *bits <= 64)
        && !is_inside(to);
    let fits = from.get_type().get_bit_width() == from_bits && is_plain && !from.is_const();
    fits.then_some((conversion, from, to, kept))
}

/// The value before the handler widened it.
fn unwidened(value: IntValue<'_>) -> Option<IntValue<'_>> {
    match value.as_instruction() {
        Some(made) if made.get_opcode() == InstructionOpcode::ZExt => int_operand(made, 0),
        _ => Some(value),
    }
}

/// Sign and width of an integer type, from the compiler's description: twice the logarithm of the width, plus the sign.
fn integer(description: BasicValueEnum<'_>) -> Option<(bool, u32)> {
    let fields = raw::fields_behind(description);
    let number = |index: usize| fields.get(index)?.into_int_value().get_zero_extended_constant();
    let (kind, about) = (number(0)?, number(1)?);
    (kind == 0 && about < 16).then(|| (about & 1 == 1, 1 << (about >> 1)))
}

/// Notes the shift that a check is about: the first one behind it at its place of the source. Other shifts are made by the
/// compiler, which cuts fields out of their storage so.
fn note_shift(check: &SanitizerCheck<'_>, texts: &mut SourceTexts) {
    use InstructionOpcode as Op;
    let is_shift = |at: &InstructionValue<'_>| {
        let shifts = matches!(at.get_opcode(), Op::Shl | Op::LShr | Op::AShr);
        shifts && raw::location(*at) == raw::location(check.end)
    };
    let Some(shift) = check.otherwise.get_instructions().find(is_shift) else {
        return;
    };
    SourceNote::Shift.put(shift);
    note_cut(check, shift);
    if shift.get_opcode() == Op::Shl {
        note_sign(check, shift, texts);
    }
}

/// The check is about the amount as the source has it. What was cut off of that is the compiler's.
fn note_cut(check: &SanitizerCheck<'_>, shift: InstructionValue<'_>) {
    let amount = int_operand(check.call, 2).and_then(unwidened);
    let cut = int_operand(shift, 1).and_then(|amount| amount.as_instruction());
    let cut = cut.filter(|made| made.get_opcode() == InstructionOpcode::Trunc);
    if let Some(cut) = cut.filter(|cut| int_operand(*cut, 0) == amount) {
        SourceNote::Cut.put(cut);
    }
}

/// Marks a signed shift. The description is of the left operand; in `c <<= n` that is `c` before it was promoted to `int`,
/// as narrower types and fields of fewer bits are.
fn note_sign(check: &SanitizerCheck<'_>, shift: InstructionValue<'_>, texts: &mut SourceTexts) {
    let description = raw::operand(check.call, 0).and_then(|data| integer(*raw::fields_behind(data).get(1)?));
    let (Some((signed, bits)), Some(left)) = (description, int_operand(shift, 0)) else {
        SourceNote::Unread.put(shift);
        return;
    };
    if signed || bits != left.get_type().get_bit_width() {
        return written::mark_signed(shift);
    }
    let assigns = texts.at(shift).map(|rest| rest.starts_with("<<="));
    match (assigns, fields::is_cut_out(left, shift), Origin::of(left)) {
        (Some(false), ..) | (_, false, _) => {}
        (Some(true), true, Origin::Promoted) => written::mark_signed(shift),
        _ => SourceNote::Unread.put(shift),
    }
}

/// Removes a block that nothing leads to any more.
fn remove(block: BasicBlock<'_>) -> Result<(), InstrumentTrouble> {
    let instructions: Vec<_> = block.get_instructions().collect();
    for instruction in instructions.into_iter().rev() {
        instruction.erase_from_basic_block();
    }
    block
        .remove_from_function()
        .map_err(|()| llvm("a block has no function"))
}
