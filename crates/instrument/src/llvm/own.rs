//! Functions of the library that the code has itself.
//!
//! Clang makes `llvm.floor` of a call of `floor`. Unoptimised code then calls whatever the linker finds under that name,
//! be it a function of the code; only where all arguments are literals, the compiler knows the result of the library's.
//! Here variables become values, and the arguments may become constants that are no literals: they must not be taken for
//! the library's either.
//!
//! The same goes for copies of structures, which are calls of `memcpy` where they are not short.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::types::BasicType;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionValue, IntValue};

use super::defined::instructions;
use super::lower::{builder_before, int_operand};
use super::raw;

/// Intrinsics that round to whole numbers.
pub(super) const ROUNDING: [&str; 7] = ["floor", "ceil", "trunc", "rint", "nearbyint", "round", "roundeven"];

/// Further ones that are calls of the library, as those are, on every machine without further instruction sets.
const CALLS: [&str; 13] = [
    "lround", "llround", "fma", "sin", "cos", "tan", "exp", "exp2", "log", "log2", "log10", "pow", "ldexp",
];

/// What the name of the library's function ends with, by the type of its argument.
const ENDINGS: [(&str, &str); 3] = [("f64", ""), ("f32", "f"), ("f80", "l")];

/// Calls the code's own functions by their names; where strangers are linked, all that they may have.
pub(crate) fn call(module: &Module<'_>, strangers: bool) -> Result<(), BuilderError> {
    for at in instructions(module) {
        if let Some(name) = memory_name(at) {
            let own = module.get_function(name);
            if strangers || own.is_some_and(|own| own.count_basic_blocks() > 0) {
                move_by_name(module, at, own, name)?;
            }
            continue;
        }
        let Some(name) = raw::called(at).and_then(|intrinsic| library_name(&intrinsic)) else {
            continue;
        };
        let own = module.get_function(&name);
        let is_own = strangers || own.is_some_and(|own| own.count_basic_blocks() > 0);
        if is_own && !arguments(at).iter().all(is_literal) {
            call_by_name(module, at, own, &name)?;
        }
    }
    Ok(())
}

/// `floorf` for `llvm.floor.f32`.
fn library_name(intrinsic: &str) -> Option<String> {
    let (name, types) = intrinsic.strip_prefix("llvm.")?.split_once('.')?;
    let ending = ENDINGS
        .iter()
        .find(|(ty, _)| types.split('.').any(|part| part == *ty))?
        .1;
    (ROUNDING.contains(&name) || CALLS.contains(&name)).then(|| format!("{name}{ending}"))
}

/// Functions that move memory, and the number of bytes up to which unoptimised code does without a call.
const MOVES: [(&str, u64); 3] = [("memcpy", 32), ("memmove", 96), ("memset", 0)];

/// The function that unoptimised code calls where memory is copied or set.
fn memory_name(at: InstructionValue<'_>) -> Option<&'static str> {
    let intrinsic = raw::called(at)?;
    let of = |name: &str| {
        intrinsic
            .strip_prefix("llvm.")
            .and_then(|rest| rest.strip_prefix(name))
            .is_some_and(|rest| rest.starts_with('.'))
    };
    let (name, most) = MOVES.into_iter().find(|(name, _)| of(name))?;
    let size = int_operand(at, 2).and_then(IntValue::get_zero_extended_constant);
    size.is_none_or(|size| size > most).then_some(name)
}

/// Calls such a function by its name, whatever its type is: the linker does not look at types.
fn move_by_name<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    own: Option<FunctionValue<'ctx>>,
    name: &str,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let builder = builder_before(context, at);
    let (Some(to), Some(second), Some(size)) = (raw::operand(at, 0), raw::operand(at, 1), int_operand(at, 2)) else {
        return Ok(());
    };
    let second = match second {
        BasicValueEnum::IntValue(byte) => builder.build_int_z_extend(byte, context.i32_type(), "")?.into(),
        other => other,
    };
    let size = builder.build_int_cast_sign_flag(size, context.i64_type(), false, "")?;
    let types = [to.get_type().into(), second.get_type().into(), size.get_type().into()];
    let ty = to.get_type().fn_type(&types, false);
    let function = own.unwrap_or_else(|| module.add_function(name, ty, None));
    let pointer = function.as_global_value().as_pointer_value();
    builder.build_indirect_call(ty, pointer, &[to.into(), second.into(), size.into()], "")?;
    at.erase_from_basic_block();
    Ok(())
}

fn arguments(at: InstructionValue<'_>) -> Vec<BasicValueEnum<'_>> {
    // The last operand of a call is the function.
    let count = at.get_num_operands().saturating_sub(1);
    (0..count).filter_map(|index| raw::operand(at, index)).collect()
}

fn is_literal(value: &BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::FloatValue(value) => value.is_const(),
        BasicValueEnum::IntValue(value) => value.is_const(),
        _ => false,
    }
}

fn call_by_name<'ctx>(
    module: &Module<'ctx>,
    at: InstructionValue<'ctx>,
    own: Option<FunctionValue<'ctx>>,
    name: &str,
) -> Result<(), BuilderError> {
    let Some(intrinsic) = raw::call_site(at).and_then(|call| call.get_called_fn_value()) else {
        return Ok(());
    };
    let ty = intrinsic.get_type();
    // A function of that name and another type is another function: the linker does not look at types, but nobody can say
    // what the call does then.
    let Some(function) = own
        .or_else(|| Some(module.add_function(name, ty, None)))
        .filter(|own| own.get_type() == ty)
    else {
        return Ok(());
    };
    let values: Vec<BasicMetadataValueEnum<'ctx>> = arguments(at).into_iter().map(Into::into).collect();
    let made = builder_before(module.get_context(), at).build_call(function, &values, "")?;
    let kind = Attribute::get_named_enum_kind_id("nobuiltin");
    made.add_attribute(
        AttributeLoc::Function,
        module.get_context().create_enum_attribute(kind, 0),
    );
    if let Some(result) = made.try_as_basic_value().basic() {
        raw::replace(at, result);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_library() {
        for (intrinsic, name) in [
            ("llvm.floor.f64", Some("floor")),
            ("llvm.pow.f32", Some("powf")),
            ("llvm.lround.i64.f80", Some("lroundl")),
            ("llvm.ldexp.f64.i32", Some("ldexp")),
            ("llvm.fabs.f64", None),
            ("llvm.floor.v2f64", None),
            ("floor", None),
        ] {
            assert_eq!(library_name(intrinsic).as_deref(), name, "{intrinsic}");
        }
    }
}
