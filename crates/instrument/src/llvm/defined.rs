//! Takes undefined behaviour out of a module, so that the optimiser cannot conclude from it.

use inkwell::FloatPredicate;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::{Builder, BuilderError};
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::types::{AnyTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, FloatMathValue, FloatValue, FunctionValue, InstructionOpcode,
    InstructionValue, IntValue,
};

use super::address::{self, Address, AddressBase};
use super::known::{KnownValues, idle_operand};
use super::lower::{builder_before, int_operand};
use super::module::llvm;
use super::{admit, fresh, probe, raw};
use crate::trouble::InstrumentTrouble;

/// Unoptimised code takes nothing for a constant that is not one in the source, and knows no sizes behind pointers.
pub(crate) fn decide_constants(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    let never = module.get_context().bool_type().const_zero();
    for at in instructions(module) {
        let name = raw::called(at).unwrap_or_default();
        if name.starts_with("llvm.is.constant.") {
            raw::replace(at, never.into());
        } else if let (true, AnyTypeEnum::IntType(ty)) = (name.starts_with("llvm.objectsize."), at.get_type()) {
            // The second argument says whether an unknown size is 0, or else the greatest number.
            let is_least = int_operand(at, 1).and_then(IntValue::get_zero_extended_constant) == Some(1);
            let unknown = if is_least { ty.const_zero() } else { ty.const_all_ones() };
            raw::replace(at, unknown.into());
        }
    }
    module.verify().map_err(llvm)
}

/// Intrinsics whose second argument may promise something about the first. (Those that count zeros are not among them: of
/// zero the machine has no result, and there are no proofs about them.)
const PROMISING: [&str; 1] = ["llvm.abs."];

/// Arithmetic wraps, addresses may be anything: no flag promises otherwise.
pub(crate) fn wrap(module: &Module<'_>) {
    for instruction in instructions(module) {
        // Each call fails on instructions that cannot have the flag, and that is all it has to say.
        let _ = instruction.set_no_signed_wrap_flag(false);
        let _ = instruction.set_no_unsigned_wrap_flag(false);
        let _ = instruction.set_exact_flag(false);
        let _ = instruction.set_disjoint_flag(false);
        raw::clear_address_flags(instruction);
        let _ = instruction.set_non_negative_flag(false);
        let promises = |name: String| PROMISING.iter().any(|prefix| name.starts_with(prefix));
        if raw::called(instruction).is_some_and(promises) {
            // The magnitude of the least number is itself: the second argument does not promise that it does not occur.
            instruction.set_operand(1, module.get_context().bool_type().const_zero());
        }
    }
}

/// Floats are computed as they are written. Unoptimised code makes nothing of the leave to contract a product and a sum, or to
/// multiply by a reciprocal, which a pragma gives; our own code generator would. LLVM can only add such flags to an
/// instruction, so another one is put in its place.
pub(crate) fn plain_floats(module: &Module<'_>) -> Result<(), BuilderError> {
    for at in instructions(module).into_iter().filter(|at| raw::has_float_flags(*at)) {
        let builder = builder_before(module.get_context(), at);
        let made = match (raw::operand(at, 0), raw::operand(at, 1)) {
            // Of constants alone the builder would compute the result itself.
            (Some(BasicValueEnum::FloatValue(a)), Some(BasicValueEnum::FloatValue(b)))
                if a.is_const() && b.is_const() =>
            {
                None
            }
            (Some(BasicValueEnum::FloatValue(a)), Some(BasicValueEnum::FloatValue(b))) => {
                binary(&builder, at.get_opcode(), a, b)?.map(Into::into)
            }
            (Some(BasicValueEnum::VectorValue(a)), Some(BasicValueEnum::VectorValue(b))) => {
                binary(&builder, at.get_opcode(), a, b)?.map(Into::into)
            }
            _ => None,
        };
        if let Some(made) = made {
            raw::replace(at, made);
        }
    }
    Ok(())
}

/// An operation without flags on floats or on vectors of them.
fn binary<'ctx, T: FloatMathValue<'ctx>>(
    builder: &Builder<'ctx>,
    opcode: InstructionOpcode,
    a: T,
    b: T,
) -> Result<Option<T>, BuilderError> {
    use InstructionOpcode as Op;
    match opcode {
        Op::FAdd => builder.build_float_add(a, b, "").map(Some),
        Op::FSub => builder.build_float_sub(a, b, "").map(Some),
        Op::FMul => builder.build_float_mul(a, b, "").map(Some),
        Op::FDiv => builder.build_float_div(a, b, "").map(Some),
        Op::FRem => builder.build_float_rem(a, b, "").map(Some),
        _ => Ok(None),
    }
}

/// Reads by a pointer are made even if nobody needs what is read: they may end the program.
pub(crate) fn keep_reads(module: &Module<'_>) {
    let by_pointer = |at: &InstructionValue<'_>| match raw::operand(*at, 0) {
        Some(BasicValueEnum::PointerValue(pointer)) => pointer
            .as_instruction()
            .is_some_and(|made| matches!(made.get_opcode(), InstructionOpcode::Load | InstructionOpcode::Phi)),
        _ => false,
    };
    let reads = instructions(module)
        .into_iter()
        .filter(|at| at.get_opcode() == InstructionOpcode::Load);
    for read in reads.filter(by_pointer) {
        // Loads can be volatile; the call fails on other instructions only.
        let _ = read.set_volatile(true);
    }
}

/// Functions that return twice: variables must be in memory then, as they are in unoptimised code.
const TWICE: [&str; 7] = [
    "setjmp",
    "_setjmp",
    "__setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "getcontext",
    "vfork",
];

/// Functions by which code sees what the machine raises, or changes how it rounds.
const FLOATS: [&str; 16] = [
    "fegetenv",
    "fegetround",
    "llvm.get.rounding",
    "llvm.set.rounding",
    "llvm.x86.sse.ldmxcsr",
    "llvm.x86.sse.stmxcsr",
    "_mm_setcsr",
    "fetestexcept",
    "feclearexcept",
    "feraiseexcept",
    "fegetexceptflag",
    "fesetexceptflag",
    "fesetround",
    "feholdexcept",
    "feupdateenv",
    "fesetenv",
];

/// Whether the code calls one of those, or has assembly, which may do the same.
pub(crate) fn looks_at_floats(module: &Module<'_>) -> bool {
    let is_declared = |name: &&str| module.get_function(name).is_some();
    FLOATS.iter().any(is_declared) || instructions(module).into_iter().any(raw::is_assembly)
}

/// Whether some function may return twice.
pub(crate) fn returns_twice(module: &Module<'_>) -> bool {
    TWICE.iter().any(|name| module.get_function(name).is_some())
}

/// Operands of an integer division that a code generator would decide without dividing, and so without the trap that the
/// machine has: `x / x` and `0 / x` trap at zero, `x / -1` traps at the least number, and `x / 0` always does. In
/// unoptimised code both operands are read from memory, and nothing is known of them.
fn hide_operands<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let is_plain = |operand: IntValue<'ctx>, is_divisor: bool| {
        let minus_one = operand.get_type().const_all_ones();
        operand.is_const() && !operand.is_null() && !(is_divisor && operand == minus_one)
    };
    for index in 0..2 {
        let Some(operand) = int_operand(at, index).filter(|operand| !is_plain(*operand, index == 1)) else {
            continue;
        };
        at.set_operand(index, hidden_int(module, at, operand)?);
    }
    Ok(())
}

/// Hides what code generators decide otherwise than the machine: operations on floats whose operands are all known, or that
/// change nothing but a sign (the sign of a NaN, the sign of the lesser zero), conversions of known floats, and shifts by a
/// known amount that is too great.
/// In unoptimised code the operands are read from memory. It is done last: literals were decided by the compiler.
pub(crate) fn hide_known(module: &Module<'_>) -> Result<(), BuilderError> {
    for function in module.get_functions() {
        let known = KnownValues::of(function);
        for at in instructions_of(function) {
            let all_known = known.is_float_operation(at).then_some(0);
            if let Some(index) = idle_operand(at).or(all_known) {
                if let Some(BasicValueEnum::FloatValue(operand)) = raw::operand(at, index) {
                    let hidden = hidden_float(module, at, operand)?;
                    at.set_operand(index, hidden);
                }
            } else if let Some(amount) = known.great_amount(at) {
                at.set_operand(1, hidden_int(module, at, amount)?);
            }
        }
    }
    Ok(())
}

/// The same integer, of which nothing is known, not even a bit.
fn hidden_int<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    value: IntValue<'ctx>,
) -> Result<IntValue<'ctx>, BuilderError> {
    let builder = builder_before(module.get_context(), at);
    let zero = fresh::word(module, &builder, "lydian_zero")?;
    // With its sign it has no bit that is known to be 0, however wide it gets.
    let zero = builder.build_int_cast_sign_flag(zero, value.get_type(), true, "")?;
    builder.build_xor(value, zero, "")
}

/// Functions whose result depends on what a code generator knows of an operand: which of two zeros is the lesser, and the
/// sign of a NaN.
const KNOWING: [&str; 4] = ["llvm.minnum.", "llvm.maxnum.", "llvm.sqrt.", "llvm.fma."];

/// Hides operands of those that are no literals, before variables become values.
pub(crate) fn hide_variables(module: &Module<'_>) -> Result<(), BuilderError> {
    for at in instructions(module) {
        let name = raw::called(at).unwrap_or_default();
        if !KNOWING.iter().any(|prefix| name.starts_with(prefix)) {
            continue;
        }
        for index in 0..at.get_num_operands() - 1 {
            if let Some(BasicValueEnum::FloatValue(operand)) = raw::operand(at, index)
                && !operand.is_const()
            {
                let hidden = hidden_float(module, at, operand)?;
                at.set_operand(index, hidden);
            }
        }
    }
    Ok(())
}

/// The same float, of which nothing is known: it has gone through memory.
fn hidden_float<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    value: FloatValue<'ctx>,
) -> Result<BasicValueEnum<'ctx>, BuilderError> {
    let function = at.get_parent().and_then(BasicBlock::get_parent);
    let first = function.and_then(|function| function.get_first_basic_block()?.get_first_instruction());
    let Some(first) = first else {
        return Ok(value.into());
    };
    let place = builder_before(module.get_context(), first).build_alloca(value.get_type(), "")?;
    let builder = builder_before(module.get_context(), at);
    let written = builder.build_store(place, value)?;
    let read = builder.build_load(value.get_type(), place, "")?;
    for access in [Some(written), read.as_instruction_value()].into_iter().flatten() {
        // Loads and stores can be volatile; the call fails on other instructions only.
        let _ = access.set_volatile(true);
    }
    Ok(read)
}

/// Hands the result of every integer division to the runtime: a division whose result nobody uses would be left out, and
/// with it the trap at zero.
pub(crate) fn keep_divisions(module: &Module<'_>) -> Result<(), BuilderError> {
    use InstructionOpcode as Op;
    let context = module.get_context();
    for at in instructions(module) {
        let divides = matches!(at.get_opcode(), Op::SDiv | Op::UDiv | Op::SRem | Op::URem);
        if divides {
            hide_operands(module, at)?;
        }
        let result = BasicValueEnum::try_from(at.as_any_value_enum());
        let (true, Ok(BasicValueEnum::IntValue(result)), Some(next)) = (divides, result, at.get_next_instruction())
        else {
            continue;
        };
        let builder = builder_before(context, next);
        let wide = builder.build_int_cast_sign_flag(result, context.i64_type(), false, "")?;
        let keep = probe::declared(module, "lydian_keep", &[wide.into()], None);
        builder.build_direct_call(keep, &[wide.into()], "")?;
    }
    Ok(())
}

/// Gives the instructions of a module that [`super::admit`] has let through the meaning that they have on the machine:
/// conversions of floats out of range and reads of computed addresses give unknown values, shifts take their amount
/// modulo the width, and the bits of a computed NaN are unknown.
pub(crate) fn harden(module: &Module<'_>, data: &TargetData) -> Result<(), InstrumentTrouble> {
    for instruction in instructions(module) {
        if instruction.get_opcode() == InstructionOpcode::Load {
            read_unknown(module, data, instruction).map_err(llvm)?;
        }
    }
    harden_values(module)
}

/// The same for all that does not depend on memory.
pub(crate) fn harden_values(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    for instruction in instructions(module) {
        harden_instruction(module, instruction).map_err(llvm)?;
    }
    module.verify().map_err(llvm)
}

/// The name of the metadata of reads that are volatile in the source.
const VOLATILE: &str = "lydian.volatile";

/// Makes every read volatile, so that nothing is concluded from what it reads; gives the mark of those that were before.
pub(crate) fn hold_reads(module: &Module<'_>) -> u32 {
    let context = module.get_context();
    let mark = context.get_kind_id(VOLATILE);
    for at in instructions(module) {
        // These succeed at reads, and there are no others here.
        if at.get_opcode() == InstructionOpcode::Load {
            if at.get_volatile().unwrap_or(true) {
                let _ = at.set_metadata(context.metadata_node(&[]), mark);
            }
            let _ = at.set_volatile(true);
        }
    }
    mark
}

/// Makes the reads as they were.
pub(crate) fn release_reads(module: &Module<'_>, mark: u32) {
    for at in instructions(module) {
        if at.get_opcode() == InstructionOpcode::Load && at.get_metadata(mark).is_none() {
            // This succeeds at reads.
            let _ = at.set_volatile(false);
        }
    }
}

pub(crate) fn instructions<'ctx>(module: &Module<'ctx>) -> Vec<InstructionValue<'ctx>> {
    module.get_functions().flat_map(instructions_of).collect()
}

pub(crate) fn instructions_of(function: FunctionValue<'_>) -> Vec<InstructionValue<'_>> {
    let blocks = function.get_basic_blocks().into_iter();
    blocks.flat_map(BasicBlock::get_instructions).collect()
}

fn harden_instruction<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    match at.get_opcode() {
        InstructionOpcode::FPToSI | InstructionOpcode::FPToUI => convert_unknown(module, at),
        InstructionOpcode::Shl | InstructionOpcode::LShr | InstructionOpcode::AShr => bound_shift(module, at),
        InstructionOpcode::BitCast => cast_unknown(module, at),
        InstructionOpcode::Call => call_unknown(module, at),
        _ => Ok(()),
    }
}

/// What stands at an address that is computed may be anything: the address may lie beyond the variable.
fn read_unknown<'ctx>(
    module: &Module<'ctx>,
    data: &TargetData,
    at: InstructionValue<'ctx>,
) -> Result<(), BuilderError> {
    let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, 0) else {
        return Ok(());
    };
    let size = BasicTypeEnum::try_from(at.get_type()).map(|ty| data.get_store_size(&ty));
    let inside = |address: Address| match address.base {
        AddressBase::Variable(whole) => size.as_ref().is_ok_and(|size| address.holds(*size, whole)),
        // Nothing is known of what stands there, except that it is the same when it is read again. Where others call the
        // function, they know what they hand to it, and it may be too short.
        AddressBase::Argument(_) => !is_in_called(at),
    };
    if address::of(data, pointer).is_some_and(inside) {
        return Ok(());
    }
    replace_unknown(module, at, "lydian_read", &[])
}

/// Results of these depend on the library where their operands are zeros of both signs.
const BOTH_ZEROS: [&str; 2] = ["llvm.minnum.", "llvm.maxnum."];

fn call_unknown<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let Some(name) = raw::called(at) else {
        return Ok(());
    };
    if BOTH_ZEROS.iter().any(|prefix| name.starts_with(prefix)) {
        return replace_unknown(module, at, "lydian_extreme", &[]);
    }
    match (name.starts_with("llvm.copysign."), raw::operand(at, 1)) {
        (true, Some(BasicValueEnum::FloatValue(sign))) if is_computed(sign) => {
            let signed = any_nan(module, at, sign)?;
            at.set_operand(1, signed);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The bits of a float that was computed: where it is NaN, they may be those of any.
fn cast_unknown<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    match raw::operand(at, 0) {
        Some(BasicValueEnum::FloatValue(value)) if is_computed(value) => {
            let any = any_nan(module, at, value)?;
            at.set_operand(0, any);
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether a float is the result of an operation, or is read and may be one that was written before; what is given has the
/// bits that it has, unless it is given by a function of the code.
fn is_computed(value: FloatValue<'_>) -> bool {
    value.as_instruction().is_some() || raw::argument(&value).is_some_and(|(function, _)| admit::is_called(function))
}

/// Whether the function around an instruction is called by others.
fn is_in_called(at: InstructionValue<'_>) -> bool {
    let function = at.get_parent().and_then(BasicBlock::get_parent);
    function.is_none_or(admit::is_called)
}

/// The float itself, or an unknown one where it is NaN.
fn any_nan<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    value: FloatValue<'ctx>,
) -> Result<BasicValueEnum<'ctx>, BuilderError> {
    let builder = builder_before(module.get_context(), at);
    let unknown = unknown_function(module, "lydian_nan", value.get_type().into(), &[]);
    let other = builder.build_direct_call(unknown, &[], "")?.try_as_basic_value();
    let is_nan = builder.build_float_compare(FloatPredicate::UNO, value, value, "")?;
    match other.basic() {
        Some(other) => builder.build_select(is_nan, other, value.into(), ""),
        None => Ok(value.into()),
    }
}

/// First part of the names of functions that stand for conversions of floats to signed integers.
pub(crate) const CONVERT_SIGNED: &str = "lydian_convert_signed";

/// The same for unsigned ones.
pub(crate) const CONVERT_UNSIGNED: &str = "lydian_convert_unsigned";

/// A conversion becomes a call of an unknown function of the same operand: out of range it may give anything.
fn convert_unknown<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let name = match at.get_opcode() {
        InstructionOpcode::FPToSI => CONVERT_SIGNED,
        _ => CONVERT_UNSIGNED,
    };
    match raw::operand(at, 0) {
        Some(BasicValueEnum::FloatValue(operand)) => replace_unknown(module, at, name, &[operand]),
        _ => Ok(()),
    }
}

/// Puts a call of an unknown function in the place of an instruction.
fn replace_unknown<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    name: &str,
    operands: &[FloatValue<'ctx>],
) -> Result<(), BuilderError> {
    let Ok(result) = BasicTypeEnum::try_from(at.get_type()) else {
        return Ok(());
    };
    let builder = builder_before(module.get_context(), at);
    let types: Vec<_> = operands.iter().map(|operand| operand.get_type().into()).collect();
    let unknown = unknown_function(module, name, result, &types);
    let operands: Vec<_> = operands.iter().map(|operand| (*operand).into()).collect();
    let call = builder.build_direct_call(unknown, &operands, "")?;
    if let Some(made) = call
        .try_as_basic_value()
        .basic()
        .and_then(|value| value.as_instruction_value())
    {
        at.replace_all_uses_with(&made);
        at.erase_from_basic_block();
    }
    Ok(())
}

/// The machine shifts 32 and 64 bits by the amount modulo the width. By a constant that is too great, compilers give
/// anything; and for other widths, too great an amount gives anything.
fn bound_shift<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let Some(amount) = int_operand(at, 1) else {
        return Ok(());
    };
    let ty = amount.get_type();
    let width = u64::from(ty.get_bit_width());
    match amount.get_zero_extended_constant() {
        Some(amount) if amount < width => return Ok(()),
        Some(_) => return replace_unknown(module, at, "lydian_shift", &[]),
        None if width == 32 || width == 64 => {}
        None => return replace_unknown(module, at, "lydian_shift", &[]),
    }
    let builder = builder_before(module.get_context(), at);
    let bounded = builder.build_and(amount, ty.const_int(width - 1, false), "")?;
    at.set_operand(1, bounded);
    Ok(())
}

/// A function nobody knows, one for each use, that changes no memory of the program.
fn unknown_function<'ctx>(
    module: &Module<'ctx>,
    name: &str,
    result: BasicTypeEnum<'ctx>,
    arguments: &[inkwell::types::BasicMetadataTypeEnum<'ctx>],
) -> FunctionValue<'ctx> {
    let function = module.add_function(name, result.fn_type(arguments, false), None);
    function.add_attribute(AttributeLoc::Function, hidden_effects(module));
    for promise in ["nounwind", "willreturn"] {
        let kind = Attribute::get_named_enum_kind_id(promise);
        function.add_attribute(
            AttributeLoc::Function,
            module.get_context().create_enum_attribute(kind, 0),
        );
    }
    function
}

/// `memory(inaccessiblemem: readwrite)`: two bits for each kind of memory, inaccessible memory being the second.
pub(crate) fn hidden_effects(module: &Module<'_>) -> Attribute {
    let kind = Attribute::get_named_enum_kind_id("memory");
    module.get_context().create_enum_attribute(kind, 0b1100)
}
