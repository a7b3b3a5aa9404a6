//! `trunc` and `sign`: conversions between integers that change the value.
//!
//! Conversions that the language makes by itself are found by the compiler's own checks, see [`super::implicit`].
//! Conversions to a narrower type that the source asks for are `trunc` instructions.

use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::AnyTypeEnum;
use inkwell::values::{AnyValue, BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::emit::ConditionPlace;
use super::operation::{self, Operation, Verb, users};
use super::text::SourceTexts;
use super::written::SourceNote;
use super::{HazardPlan, HazardProbe, fields, limits, unwritten};
use crate::hazard::HazardOperator;
use crate::llvm::defined::instructions;
use crate::llvm::lower::builder_before;
use crate::llvm::{probe, raw};

/// A conversion that the language makes by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conversion {
    /// Whether it only changes the sign, not the width.
    pub is_sign: bool,
    /// Whether the value was of a signed type.
    pub from_signed: bool,
    /// Whether it is of a signed type then.
    pub to_signed: bool,
    /// Width of the new type.
    pub to_bits: u32,
}

/// First part of the names of markers; the rest tells the operator and the two types.
const MARKER: &str = "lydian.convert.";

impl Conversion {
    fn operator(&self) -> HazardOperator {
        if self.is_sign {
            HazardOperator::Sign
        } else {
            HazardOperator::Trunc
        }
    }

    /// The name of a marker of this conversion, from a type of this width to a value that is stored in this many bits.
    pub fn marker(&self, from_bits: u32, stored: u32) -> String {
        let letter = |signed| if signed { 'i' } else { 'u' };
        let (from, to) = (letter(self.from_signed), letter(self.to_signed));
        let operator = self.operator().row().name;
        format!("{MARKER}{operator}.{from}{from_bits}.{to}{}.{stored}", self.to_bits)
    }

    /// The conversion that a call marks.
    pub fn of_marker(name: &str) -> Option<Self> {
        let mut parts = name.strip_prefix(MARKER)?.split('.');
        let (operator, from, to) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Conversion {
            is_sign: HazardOperator::find(operator) == Some(HazardOperator::Sign),
            from_signed: from.starts_with('i'),
            to_signed: to.starts_with('i'),
            to_bits: to[1..].parse().ok()?,
        })
    }
}

/// The marker of a cast; it says nothing, but a cast that nobody reads stays.
const KEPT: &str = "lydian.convert.kept";

/// Notes which conversions to narrower types the source has, and keeps those of which nobody reads the result: they would
/// go with the variable that holds it.
pub(crate) fn keep_casts(module: &Module<'_>, texts: &mut SourceTexts) -> Result<(), BuilderError> {
    for at in instructions(module) {
        let AnyTypeEnum::IntType(ty) = at.get_type() else {
            continue;
        };
        let is_trunc = at.get_opcode() == InstructionOpcode::Trunc && ty.get_bit_width() > 1;
        let Some(note) = is_trunc.then(|| note_of(at, ty.get_bit_width(), texts)).flatten() else {
            continue;
        };
        note.put(at);
        let is_written = users(at).any(|user| user.get_opcode() == InstructionOpcode::Store);
        let result = BasicValueEnum::try_from(at.as_any_value_enum());
        let (true, Ok(result), Some(next)) = (is_written, result, at.get_next_instruction()) else {
            continue;
        };
        let name = format!("{KEPT}.{}", ty.get_bit_width());
        let marker = probe::declared(module, &name, &[result.into()], None);
        builder_before(module.get_context(), next).build_direct_call(marker, &[result.into()], "")?;
    }
    Ok(())
}

/// What a conversion to a narrower type is in the source, if it is anything there.
fn note_of(at: InstructionValue<'_>, bits: u32, texts: &mut SourceTexts) -> Option<SourceNote> {
    if SourceNote::Cut.is_on(at) || is_of_checked_arithmetic(at) || operation::is_for_atomic(at) {
        return None;
    }
    if bits < 8 {
        return Some(SourceNote::Unread);
    }
    match texts.cast(at).map(|cast| cast.kind) {
        Some(Some((told, true))) if told == bits => Some(SourceNote::SignedCast),
        Some(Some((told, false))) if told == bits => Some(SourceNote::UnsignedCast),
        None if texts.is_access(at) && fields::is_access(at) => None,
        _ => Some(SourceNote::Cast),
    }
}

/// Whether the compiler cuts what `__builtin_mul_overflow` and its like computed to the type that the result goes to: then
/// they tell that it does not fit. The source itself cannot name the value before.
fn is_of_checked_arithmetic(at: InstructionValue<'_>) -> bool {
    let made = raw::operand(at, 0).and_then(|value| value.as_instruction_value());
    let result = made.filter(|made| made.get_opcode() == InstructionOpcode::ExtractValue);
    let pair = result.and_then(|result| raw::operand(result, 0)?.as_instruction_value());
    let called = pair.and_then(raw::called);
    called.is_some_and(|name| name.starts_with("llvm.") && name.contains(".with.overflow."))
}

/// Removes the markers, which have done their work.
pub(crate) fn remove_markers(module: &Module<'_>) {
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    let calls: Vec<_> = blocks
        .flat_map(|block| block.get_instructions())
        .filter(|at| is_marker(*at))
        .collect();
    calls.into_iter().for_each(InstructionValue::erase_from_basic_block);
}

/// Whether an instruction is a call of a marker.
pub(super) fn is_marker(at: InstructionValue<'_>) -> bool {
    raw::called(at).is_some_and(|name| name.starts_with(MARKER) || name == unwritten::MARKER)
}

pub(super) fn plan_trunc(operation: &Operation<'_>) -> Option<HazardPlan> {
    match operation.verb {
        Verb::Convert(conversion) if !conversion.is_sign => Some(plan(operation, conversion)),
        Verb::Cast => plan_cast(operation),
        _ => None,
    }
}

pub(super) fn plan_sign(operation: &Operation<'_>) -> Option<HazardPlan> {
    match operation.verb {
        Verb::Convert(conversion) if conversion.is_sign => Some(plan(operation, conversion)),
        _ => None,
    }
}

fn plan(operation: &Operation<'_>, conversion: Conversion) -> HazardPlan {
    let (least, greatest) = limits(conversion.to_bits, conversion.to_signed);
    bounds(operation, least, greatest)
}

/// The value leaves an interval; a bound that its own type has is none.
fn bounds(operation: &Operation<'_>, least: i128, greatest: i128) -> HazardPlan {
    let (lowest, highest) = limits(operation.bits(), operation.signed);
    let words = match (least > lowest, greatest < highest) {
        (true, true) => format!("the value is not between {least} and {greatest}"),
        (true, false) => format!("the value is below {least}"),
        _ => format!("the value is above {greatest}"),
    };
    let how = HazardProbe::SIGNED * u32::from(operation.signed)
        + HazardProbe::HAS_LEAST * u32::from(least > lowest)
        + HazardProbe::HAS_GREATEST * u32::from(greatest < highest);
    HazardPlan::new(
        words,
        HazardProbe::integer("beyond", least.max(lowest), greatest.min(highest), how),
    )
}

fn plan_cast(operation: &Operation<'_>) -> Option<HazardPlan> {
    let to = operation.at.get_type().into_int_type().get_bit_width();
    if to < 8 || is_checked(operation.at) {
        return None;
    }
    let (least, greatest) = cast_limits(operation);
    Some(bounds(operation, least, greatest))
}

/// The values that a cast keeps, in every possible reading of the wide value and of the narrow one. A negative number may
/// have been cast to an unsigned type before, which leaves no trace: it is then a great one.
pub(crate) fn sure_limits(operation: &Operation<'_>) -> (i128, i128) {
    let to = operation.at.get_type().into_int_type().get_bit_width();
    (0, limits(to, operation.reading != Some(false)).1)
}

/// The values that a cast keeps, in one of the possible readings.
fn cast_limits(operation: &Operation<'_>) -> (i128, i128) {
    let to = operation.at.get_type().into_int_type().get_bit_width();
    match operation.reading {
        Some(signed) => limits(to, signed),
        None => (limits(to, true).0, limits(to, false).1),
    }
}

/// Whether the conversion is one that the compiler checks, with a marker of its own: its result is the marker's second
/// operand. As the first one it is what another conversion begins with, and a change of the sign alone has it as both.
fn is_checked(at: InstructionValue<'_>) -> bool {
    let is_result = |marker| raw::operand(marker, 1).and_then(|result| result.as_instruction_value()) == Some(at);
    let narrows = |marker| {
        let conversion = raw::called(marker).and_then(|name| Conversion::of_marker(&name));
        conversion.is_some_and(|conversion| !conversion.is_sign)
    };
    users(at).any(|user| narrows(user) && is_result(user))
}

pub(super) fn dies<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    if operation.verb == Verb::Cast {
        return dies_cast(operation, emit);
    }
    match (operation.verb, operation.left_int()) {
        (Verb::Convert(conversion), Some(value)) => leaves(conversion, value, emit),
        _ => Ok(emit.never()),
    }
}

/// The value is none of the new type. The compiler's own check of a field of some bits does not look at its sign.
fn leaves<'ctx>(
    conversion: Conversion,
    value: IntValue<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (lowest, highest) = limits(value.get_type().get_bit_width(), conversion.from_signed);
    let (least, greatest) = limits(conversion.to_bits, conversion.to_signed);
    let (less, more) = match conversion.from_signed {
        true => (IntPredicate::SLT, IntPredicate::SGT),
        false => (IntPredicate::ULT, IntPredicate::UGT),
    };
    let below = match least > lowest {
        true => emit.int_is(less, value, least)?,
        false => emit.never(),
    };
    match greatest < highest {
        true => emit.builder.build_or(below, emit.int_is(more, value, greatest)?, ""),
        false => Ok(below),
    }
}

/// The value is neither the sign extension nor the zero extension of the result, as far as both are possible readings.
/// Where doubt counts, it is not among those that every reading keeps.
fn dies_cast<'ctx>(
    operation: &Operation<'ctx>,
    emit: &ConditionPlace<'_, 'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let (Some(value), Some(narrow)) = (operation.left_int(), emit.int_result(operation)) else {
        return Ok(emit.never());
    };
    let builder = &emit.builder;
    if emit.in_doubt {
        let (least, greatest) = sure_limits(operation);
        let below = emit.int_is(IntPredicate::SLT, value, least)?;
        let above = emit.int_is(IntPredicate::SGT, value, greatest)?;
        return builder.build_or(below, above, "");
    }
    let reading = operation.reading;
    let mut lost = emit.always();
    for signed in [true, false] {
        if reading.is_none_or(|known| known == signed) {
            let wide = builder.build_int_cast_sign_flag(narrow, value.get_type(), signed, "")?;
            let differs = builder.build_int_compare(IntPredicate::NE, wide, value, "")?;
            lost = builder.build_and(lost, differs, "")?;
        }
    }
    Ok(lost)
}
