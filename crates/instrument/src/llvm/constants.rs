//! Constants that the code compares with or computes with.

use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue};

use super::sites;
use crate::branch::{ConstantValue, FloatFormat};

/// The constants of the functions in scope, each once, in the order of the code.
pub(crate) fn of_module(module: &Module<'_>, scope: &[String]) -> Vec<ConstantValue> {
    let mut found: Vec<ConstantValue> = Vec::new();
    for function in sites::functions(module, scope) {
        let blocks = function.get_basic_blocks();
        for instruction in blocks
            .iter()
            .flat_map(|block| block.get_instructions())
            .filter(computes)
        {
            for value in instruction
                .get_operands()
                .flatten()
                .filter_map(|operand| operand.value())
            {
                if let Some(constant) = constant(value).filter(|constant| !found.contains(constant)) {
                    found.push(constant);
                }
            }
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
            let (number, _) = value.get_constant()?;
            let format = match value.get_type().get_bit_width() {
                32 => FloatFormat::F32,
                64 => FloatFormat::F64,
                80 => FloatFormat::F80,
                _ => return None,
            };
            Some(ConstantValue::Float(format, number))
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
