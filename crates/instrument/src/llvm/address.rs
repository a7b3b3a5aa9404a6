//! Addresses as a variable and a number of bytes from its beginning.

use std::num::NonZeroU64;

use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, GlobalValue, InstructionOpcode, InstructionValue, PointerValue};

use super::{fresh, raw};

/// Where an address leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Address {
    /// What it is counted from.
    pub base: AddressBase,
    /// Bytes from there.
    pub offset: i128,
}

impl Address {
    /// Whether this many bytes at the address lie in a variable of this size.
    pub fn holds(&self, size: u64, whole: u64) -> bool {
        let end = self.offset.checked_add(size.into());
        self.offset >= 0 && end.is_some_and(|end| end <= i128::from(whole))
    }
}

/// What an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AddressBase {
    /// A variable with this many bytes.
    Variable(u64),
    /// A pointer that is an argument of the function.
    Argument(u32),
}

/// Steps from a variable to a field of it are few, but a look for what is outside must see all of them. Code that
/// nothing reaches may count an address from itself.
const MOST_STEPS: usize = 10_000;

/// The address that a pointer is, where its distance from a variable is a constant.
pub(crate) fn of(data: &TargetData, pointer: PointerValue<'_>) -> Option<Address> {
    let (mut pointer, mut offset) = (pointer, 0i128);
    for _ in 0..MOST_STEPS {
        let Some(made) = pointer.as_instruction() else {
            return start(data, pointer).map(|base| Address { base, offset });
        };
        match made.get_opcode() {
            InstructionOpcode::Alloca => {
                let base = AddressBase::Variable(fresh::size_of(data, made)?);
                return Some(Address { base, offset });
            }
            InstructionOpcode::GetElementPtr => {
                offset = offset.checked_add(step(data, made)?)?;
                pointer = pointer_operand(made, 0)?;
            }
            _ => return None,
        }
    }
    None
}

/// The local variable that an address lies in, whatever the distance from its beginning.
pub(crate) fn variable<'ctx>(pointer: PointerValue<'ctx>) -> Option<PointerValue<'ctx>> {
    let mut pointer = pointer;
    for _ in 0..MOST_STEPS {
        let made = pointer.as_instruction()?;
        match made.get_opcode() {
            InstructionOpcode::Alloca => return Some(pointer),
            InstructionOpcode::GetElementPtr => pointer = pointer_operand(made, 0)?,
            _ => return None,
        }
    }
    None
}

/// What an address is counted from, whatever that is and whatever the distance.
pub(crate) fn root<'ctx>(pointer: PointerValue<'ctx>) -> Option<PointerValue<'ctx>> {
    let mut pointer = pointer;
    for _ in 0..MOST_STEPS {
        match pointer.as_instruction() {
            Some(made) if made.get_opcode() == InstructionOpcode::GetElementPtr => {
                pointer = pointer_operand(made, 0)?;
            }
            _ => return Some(pointer),
        }
    }
    None
}

fn pointer_operand(at: InstructionValue<'_>, index: u32) -> Option<PointerValue<'_>> {
    match raw::operand(at, index)? {
        BasicValueEnum::PointerValue(pointer) => Some(pointer),
        _ => None,
    }
}

/// A global variable or an argument.
fn start(data: &TargetData, pointer: PointerValue<'_>) -> Option<AddressBase> {
    if let Some(global) = raw::as_global(pointer) {
        return global_size(data, global).map(|size| AddressBase::Variable(size.get()));
    }
    raw::argument(&pointer).map(|(_, number)| AddressBase::Argument(number))
}

/// The bytes of a variable of the module.
pub(crate) fn global_size(data: &TargetData, global: GlobalValue<'_>) -> Option<NonZeroU64> {
    let ty = BasicTypeEnum::try_from(global.get_value_type()).ok()?;
    NonZeroU64::new(data.get_abi_size(&ty))
}

/// The bytes that an instruction adds to an address; `None` where an index is no constant.
fn step(data: &TargetData, gep: InstructionValue<'_>) -> Option<i128> {
    let mut ty = gep.get_gep_source_element_type().ok()?;
    let index = |place| match raw::operand(gep, place)? {
        BasicValueEnum::IntValue(value) => value.get_sign_extended_constant().map(i128::from),
        _ => None,
    };
    let mut offset = index(1)?.checked_mul(data.get_abi_size(&ty).into())?;
    for place in 2..gep.get_num_operands() {
        let number = index(place)?;
        match ty {
            BasicTypeEnum::StructType(fields) => {
                let field = u32::try_from(number).ok()?;
                offset = offset.checked_add(data.offset_of_element(&fields, field)?.into())?;
                ty = fields.get_field_type_at_index(field)?;
            }
            BasicTypeEnum::ArrayType(array) => {
                ty = array.get_element_type();
                offset = offset.checked_add(number.checked_mul(data.get_abi_size(&ty).into())?)?;
            }
            _ => return None,
        }
    }
    Some(offset)
}
