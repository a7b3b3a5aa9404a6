//! Takes undefined behaviour out of a module, so that the optimiser cannot conclude from it.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum};
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, CallSiteValue, FastMathFlags, FloatValue, FunctionValue, InstructionOpcode,
    InstructionValue,
};

use super::lower::{builder_before, int_operand};
use super::module::llvm;
use super::{probe, promises, raw};
use crate::trouble::Trouble;

/// What `-ffast-math` promises about a whole function.
const FAST_MATHS: [&str; 5] = [
    "no-nans-fp-math",
    "no-infs-fp-math",
    "no-signed-zeros-fp-math",
    "approx-func-fp-math",
    "unsafe-fp-math",
];

/// No promise that a number is not NaN or infinite: by flags of a function, or of its arguments and results, also where
/// it is called.
fn forget_fast_maths(module: &Module<'_>) {
    let classes = Attribute::get_named_enum_kind_id("nofpclass");
    let places = |count: u32| (0..count).map(AttributeLoc::Param).chain([AttributeLoc::Return]);
    for function in module.get_functions() {
        for promise in FAST_MATHS {
            function.remove_string_attribute(AttributeLoc::Function, promise);
        }
        places(function.count_params()).for_each(|place| function.remove_enum_attribute(place, classes));
    }
    for call in instructions(module)
        .into_iter()
        .filter_map(|at| CallSiteValue::try_from(at).ok())
    {
        places(call.count_arguments()).for_each(|place| call.remove_enum_attribute(place, classes));
    }
}

/// Intrinsics whose second argument may promise something about the first.
const PROMISING: [&str; 3] = ["llvm.abs.", "llvm.ctlz.", "llvm.cttz."];

/// Arithmetic wraps, addresses may be anything: no flag promises otherwise.
pub(crate) fn wrap(module: &Module<'_>) {
    forget_fast_maths(module);
    for instruction in instructions(module) {
        // Each call fails on instructions that cannot have the flag, and that is all it has to say.
        let _ = instruction.set_no_signed_wrap_flag(false);
        let _ = instruction.set_no_unsigned_wrap_flag(false);
        let _ = instruction.set_exact_flag(false);
        let _ = instruction.set_in_bounds_flag(false);
        let _ = instruction.set_disjoint_flag(false);
        let _ = instruction.set_non_negative_flag(false);
        let promises = |name: String| PROMISING.iter().any(|prefix| name.starts_with(prefix));
        if raw::called(instruction).is_some_and(promises) {
            // The magnitude of the least number is itself, and zero has as many leading zeros as it has bits: the second
            // argument does not promise that these numbers do not occur.
            instruction.set_operand(1, module.get_context().bool_type().const_zero());
        }
    }
}

/// Hands the result of every integer division to the runtime: a division whose result nobody uses would be left out, and
/// with it the trap at zero.
pub(crate) fn keep_divisions(module: &Module<'_>) -> Result<(), BuilderError> {
    use InstructionOpcode as Op;
    let context = module.get_context();
    for at in instructions(module) {
        let divides = matches!(at.get_opcode(), Op::SDiv | Op::UDiv | Op::SRem | Op::URem);
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

/// Makes the module safe for proofs: besides [`wrap`], variables start with unknown values, conversions of floats out
/// of range give unknown values, shifts take their amount modulo the width, loops may run forever, the end of a
/// function without `return` is an unknown call, and every function can be called by anybody.
pub(crate) fn harden(module: &Module<'_>) -> Result<(), Trouble> {
    wrap(module);
    promises::forget(module);
    for instruction in instructions(module) {
        harden_instruction(module, instruction).map_err(llvm)?;
    }
    module.verify().map_err(llvm)
}

/// Whether an instruction may compute something else than IEEE 754 says: without NaNs, in another order, or roughly.
/// LLVM's interface can give such a flag, but not take it away.
pub(crate) fn is_loose(module: &Module<'_>) -> bool {
    let strict = FastMathFlags::AllowContract;
    let flags = |at: InstructionValue<'_>| at.get_fast_math_flags().is_ok_and(|flags| !(flags - strict).is_empty());
    instructions(module).into_iter().any(flags)
}

pub(crate) fn instructions<'ctx>(module: &Module<'ctx>) -> Vec<InstructionValue<'ctx>> {
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    blocks.flat_map(BasicBlock::get_instructions).collect()
}

fn harden_instruction<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    match at.get_opcode() {
        InstructionOpcode::Alloca => start_unknown(module, at),
        InstructionOpcode::FPToSI | InstructionOpcode::FPToUI => convert_unknown(module, at),
        InstructionOpcode::Shl | InstructionOpcode::LShr | InstructionOpcode::AShr => bound_shift(module, at),
        InstructionOpcode::Unreachable => stop_unknown(module, at),
        _ => {
            raw::clear_metadata(at, module.get_context().get_kind_id("llvm.loop"));
            Ok(())
        }
    }
}

/// A variable of its own value from an unknown function: it may start as anything.
fn start_unknown<'ctx>(module: &Module<'ctx>, alloca: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let (Ok(ty), Some(next)) = (alloca.get_allocated_type(), alloca.get_next_instruction()) else {
        return Ok(());
    };
    let Ok(BasicValueEnum::PointerValue(pointer)) = BasicValueEnum::try_from(alloca.as_any_value_enum()) else {
        return Ok(());
    };
    let builder = builder_before(module.get_context(), next);
    let unknown = unknown_function(module, "start", ty, &[]);
    if let Some(value) = builder
        .build_direct_call(unknown, &[], "")?
        .try_as_basic_value()
        .basic()
    {
        builder.build_store(pointer, value)?;
    }
    Ok(())
}

/// A conversion becomes a call of an unknown function of the same operand: out of range it may give anything.
fn convert_unknown<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    match at.get_operand(0).and_then(|operand| operand.value()) {
        Some(BasicValueEnum::FloatValue(operand)) => replace_unknown(module, at, "convert", &[operand]),
        _ => Ok(()),
    }
}

/// Puts a call of an unknown function in the place of an instruction.
fn replace_unknown<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    what: &str,
    operands: &[FloatValue<'ctx>],
) -> Result<(), BuilderError> {
    let Ok(result) = BasicTypeEnum::try_from(at.get_type()) else {
        return Ok(());
    };
    let builder = builder_before(module.get_context(), at);
    let types: Vec<_> = operands.iter().map(|operand| operand.get_type().into()).collect();
    let unknown = unknown_function(module, what, result, &types);
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

/// The machine shifts by the amount modulo the width. By a constant that is too great, compilers give anything.
fn bound_shift<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let Some(amount) = int_operand(at, 1) else {
        return Ok(());
    };
    let ty = amount.get_type();
    if amount.is_const() {
        let width = u64::from(ty.get_bit_width());
        let is_far = amount.get_zero_extended_constant().is_none_or(|amount| amount >= width);
        return if is_far {
            replace_unknown(module, at, "shift", &[])
        } else {
            Ok(())
        };
    }
    let builder = builder_before(module.get_context(), at);
    let bounded = builder.build_and(amount, ty.const_int(u64::from(ty.get_bit_width()) - 1, false), "")?;
    at.set_operand(1, bounded);
    Ok(())
}

fn stop_unknown<'ctx>(module: &Module<'ctx>, at: InstructionValue<'ctx>) -> Result<(), BuilderError> {
    let builder = builder_before(module.get_context(), at);
    let ty = module.get_context().void_type().fn_type(&[], false);
    let stop = module
        .get_function("lydian_stop")
        .unwrap_or_else(|| module.add_function("lydian_stop", ty, None));
    builder.build_direct_call(stop, &[], "").map(drop)
}

/// A function nobody knows, one for each use, that changes no memory of the program.
fn unknown_function<'ctx>(
    module: &Module<'ctx>,
    what: &str,
    result: BasicTypeEnum<'ctx>,
    arguments: &[inkwell::types::BasicMetadataTypeEnum<'ctx>],
) -> FunctionValue<'ctx> {
    let function = module.add_function(&format!("lydian_{what}"), result.fn_type(arguments, false), None);
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
