//! Functions of the maths library that the code has itself.
//!
//! Clang makes `llvm.floor` of a call of `floor`. Unoptimised code then calls whatever the linker finds under that name,
//! be it a function of the code; only where all arguments are literals, the compiler knows the result of the library's.
//! Here variables become values, and the arguments may become constants that are no literals: they must not be taken for
//! the library's either.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, CallSiteValue, FunctionValue, InstructionValue};

use super::defined::instructions;
use super::lower::builder_before;
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
    let Some(intrinsic) = CallSiteValue::try_from(at)
        .ok()
        .and_then(CallSiteValue::get_called_fn_value)
    else {
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
