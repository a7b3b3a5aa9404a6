//! Which integers of the function have a sign: what debug information knows of its arguments and its result is written
//! to them as the attributes that narrow ones have anyway.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;
use inkwell::types::BasicTypeEnum;
use inkwell::values::FunctionValue;

use crate::llvm::ranges::by_value;
use crate::shape::{FunctionShape, Scalar, ShapeType};

/// Tells the signs of the function's arguments and of its result.
pub(crate) fn tell(module: &Module<'_>, shape: &FunctionShape) {
    let Some(function) = module.get_function(&shape.symbol) else {
        return;
    };
    if let Some(ShapeType::Scalar(Scalar::Integer { bits, signed })) = &shape.result {
        let result = function.get_type().get_return_type();
        if is_integer(result, *bits) {
            mark(module, function, AttributeLoc::Return, *signed);
        }
    }
    if function.count_params() as usize != shape.parameters.len() {
        return;
    }
    for (place, parameter) in shape.parameters.iter().enumerate() {
        let value = function.get_nth_param(place as u32).map(|value| value.get_type());
        if let Some(Scalar::Integer { bits, signed }) = by_value(parameter)
            && is_integer(value, *bits)
        {
            mark(module, function, AttributeLoc::Param(place as u32), *signed);
        }
    }
}

fn is_integer(ty: Option<BasicTypeEnum<'_>>, bits: u32) -> bool {
    matches!(ty, Some(BasicTypeEnum::IntType(ty)) if ty.get_bit_width() == bits)
}

fn mark(module: &Module<'_>, function: FunctionValue<'_>, place: AttributeLoc, signed: bool) {
    let name = if signed { "signext" } else { "zeroext" };
    let attribute = module
        .get_context()
        .create_enum_attribute(Attribute::get_named_enum_kind_id(name), 0);
    function.add_attribute(place, attribute);
}

/// Whether what stands at a place of a function has a sign, where that is known.
pub(super) fn at(function: FunctionValue<'_>, place: AttributeLoc) -> Option<bool> {
    let has = |name| {
        let kind = Attribute::get_named_enum_kind_id(name);
        function.get_enum_attribute(place, kind).is_some()
    };
    match (has("signext"), has("zeroext")) {
        (true, false) => Some(true),
        (false, true) => Some(false),
        _ => None,
    }
}
