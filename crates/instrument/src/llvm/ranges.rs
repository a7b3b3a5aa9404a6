//! Tells the optimiser what is known of the arguments.

use inkwell::builder::{Builder, BuilderError};
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FloatValue, FunctionValue, IntValue, PointerValue};
use inkwell::{FloatPredicate, IntPredicate};

use super::admit::is_called;
use super::lower::builder_before;
use crate::instrumented::ArgumentRange;
use crate::shape::{FunctionShape, Passing, Scalar, ShapeParameter, ShapeType};

/// Assumes at the start of the function that its arguments lie in the ranges.
///
/// Nothing is assumed where that would not hold for every call: a function that is called from inside of the module
/// (by itself, say) has other arguments there. Nor where arguments of the source and of the code differ in number, or
/// for arguments that are neither numbers nor pointers to one number.
pub(crate) fn assume(module: &Module<'_>, shape: &FunctionShape, ranges: &[ArgumentRange]) -> Result<(), BuilderError> {
    let Some(function) = module
        .get_function(&shape.symbol)
        .filter(|function| is_suitable(*function, shape))
    else {
        return Ok(());
    };
    let first = function
        .get_first_basic_block()
        .and_then(|block| block.get_first_instruction());
    let Some(first) = first else { return Ok(()) };
    let builder = builder_before(module.get_context(), first);
    for range in ranges {
        let parameter = shape.parameters.get(range.argument);
        let (Some(parameter), Some(value)) = (parameter, function.get_nth_param(range.argument as u32)) else {
            continue;
        };
        let known = match (value, by_pointer(parameter)) {
            (BasicValueEnum::PointerValue(pointer), Some(scalar)) => behind(module, &builder, pointer, scalar)?,
            _ => by_value(parameter).map(|scalar| (value, scalar)),
        };
        match known {
            Some((BasicValueEnum::FloatValue(value), _)) => assume_float(module, &builder, value, range)?,
            Some((BasicValueEnum::IntValue(value), scalar)) => assume_integer(module, &builder, value, scalar, range)?,
            _ => {}
        }
    }
    Ok(())
}

/// The number that a pointer leads to when the function starts.
fn behind<'ctx, 's>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    pointer: PointerValue<'ctx>,
    scalar: &'s Scalar,
) -> Result<Option<(BasicValueEnum<'ctx>, &'s Scalar)>, BuilderError> {
    let context = module.get_context();
    let ty: BasicTypeEnum<'ctx> = match *scalar {
        Scalar::F32 => context.f32_type().into(),
        Scalar::F64 => context.f64_type().into(),
        Scalar::Integer { bits: 32, .. } => context.i32_type().into(),
        Scalar::Integer { bits: 64, .. } => context.i64_type().into(),
        _ => return Ok(None),
    };
    Ok(Some((builder.build_load(ty, pointer, "")?, scalar)))
}

pub(crate) fn is_suitable(function: FunctionValue<'_>, shape: &FunctionShape) -> bool {
    !is_called(function) && function.count_params() as usize == shape.parameters.len()
}

/// The number that a parameter is.
pub(crate) fn by_value(parameter: &ShapeParameter) -> Option<&Scalar> {
    match &parameter.ty {
        ShapeType::Scalar(scalar) if parameter.passing == Passing::Value => Some(scalar),
        _ => None,
    }
}

/// The one number that a parameter points to.
pub(crate) fn by_pointer(parameter: &ShapeParameter) -> Option<&Scalar> {
    match &parameter.ty {
        ShapeType::Scalar(scalar) if parameter.passing != Passing::Value => Some(scalar),
        _ => None,
    }
}

fn assume_float<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    value: FloatValue<'ctx>,
    range: &ArgumentRange,
) -> Result<(), BuilderError> {
    for (predicate, bound) in [(FloatPredicate::OGE, range.lo), (FloatPredicate::OLE, range.hi)] {
        let bound = value.get_type().const_float(bound);
        let holds = builder.build_float_compare(predicate, value, bound, "")?;
        call_assume(module, builder, holds)?;
    }
    Ok(())
}

/// Bounds outside of the type are no bounds; of what is no plain integer of the code's width nothing is assumed.
fn assume_integer<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    value: IntValue<'ctx>,
    scalar: &Scalar,
    range: &ArgumentRange,
) -> Result<(), BuilderError> {
    let Scalar::Integer { bits, signed } = *scalar else {
        return Ok(());
    };
    if bits > 64 || value.get_type().get_bit_width() != bits {
        return Ok(());
    }
    let (least, greatest) = limits(bits, signed);
    let (low, high) = if signed {
        (IntPredicate::SGE, IntPredicate::SLE)
    } else {
        (IntPredicate::UGE, IntPredicate::ULE)
    };
    // Conversion of a float to an integer saturates.
    let bounds = [(low, range.lo.ceil() as i128), (high, range.hi.floor() as i128)];
    for (predicate, bound) in bounds {
        let bound = value.get_type().const_int(bound.clamp(least, greatest) as u64, signed);
        let holds = builder.build_int_compare(predicate, value, bound, "")?;
        call_assume(module, builder, holds)?;
    }
    Ok(())
}

/// Least and greatest value of an integer type.
pub(crate) fn limits(bits: u32, signed: bool) -> (i128, i128) {
    if signed {
        (-(1 << (bits - 1)), (1 << (bits - 1)) - 1)
    } else {
        (0, (1 << bits) - 1)
    }
}

fn call_assume<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    condition: IntValue<'ctx>,
) -> Result<(), BuilderError> {
    let context = module.get_context();
    let ty = context.void_type().fn_type(&[context.bool_type().into()], false);
    let function = module
        .get_function("llvm.assume")
        .unwrap_or_else(|| module.add_function("llvm.assume", ty, None));
    builder.build_direct_call(function, &[condition.into()], "").map(drop)
}
