//! Constants that the code compares with or computes with.

use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};

use super::{raw, sites};
use crate::branch::ConstantValue;

/// Elements of a constant table that are taken: tables of coefficients are, tables of data are not worth it.
const MOST_ELEMENTS: usize = 32;

/// The constants of the functions in scope, each once, in the order of the code, and then those of constant globals
/// (`static const double half = 0.5`).
pub(crate) fn of_module(module: &Module<'_>, scope: &[String]) -> Vec<ConstantValue> {
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let used = blocks
        .flat_map(|block| block.get_instructions())
        .filter(computes)
        .flat_map(|instruction| {
            (0..instruction.get_num_operands()).filter_map(move |index| raw::operand(instruction, index))
        });
    let globals = module
        .get_globals()
        .filter(|global| global.is_constant())
        .filter_map(|global| global.get_initializer());
    let globals = globals.flat_map(|initial| raw::elements(initial, MOST_ELEMENTS));
    let mut found: Vec<ConstantValue> = Vec::new();
    for constant in used.chain(globals).filter_map(constant) {
        if !found.contains(&constant) {
            found.push(constant);
        }
    }
    found
}

/// Sizes of variables and steps to fields are no constants of the source.
fn computes(instruction: &InstructionValue<'_>) -> bool {
    !matches!(
        instruction.get_opcode(),
        InstructionOpcode::Alloca | InstructionOpcode::GetElementPtr
    )
}

fn constant(value: BasicValueEnum<'_>) -> Option<ConstantValue> {
    match value {
        BasicValueEnum::FloatValue(value) => {
            let (number, _) = raw::float_constant(value)?;
            sites::format_of(value.get_type()).map(|format| ConstantValue::Float(format, number))
        }
        BasicValueEnum::IntValue(value) => {
            let bits = value.get_type().get_bit_width();
            let is_number = bits > 1 && bits <= 64;
            is_number
                .then(|| value.get_sign_extended_constant())?
                .map(|number| ConstantValue::Integer(bits, number))
        }
        _ => None,
    }
}
