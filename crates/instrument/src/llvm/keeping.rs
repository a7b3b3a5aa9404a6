//! Whether code may keep something from call to call, on purpose or because it strays from its variables.

use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetData;
use inkwell::values::{BasicValueEnum, GlobalValue, InstructionOpcode, InstructionValue};

use super::admit::is_known;
use super::defined::instructions;
use super::module::machine;
use super::{address, fresh, raw};
use crate::trouble::InstrumentTrouble;

/// Whether the code may read or write something else than its own variables: memory of earlier calls, say. What is counted
/// from a variable by a number is checked when it runs; what is counted from a pointer is not.
///
/// Variables must have become values as far as that goes.
pub(crate) fn strays(module: &Module<'_>, entry: &str) -> Result<bool, InstrumentTrouble> {
    let data = machine(module)?.get_target_data();
    let is_loose = |pointer: BasicValueEnum<'_>| {
        let BasicValueEnum::PointerValue(pointer) = pointer else {
            return false;
        };
        let Some(root) = address::root(pointer) else {
            return true;
        };
        // The first element is there.
        let is_first = || {
            let is_of_entry =
                raw::argument(&root).is_some_and(|(function, _)| function.get_name().to_bytes() == entry.as_bytes());
            is_of_entry && address::of(&data, pointer).is_some_and(|address| address.offset == 0)
        };
        address::variable(root).is_none() && raw::as_global(root).is_none() && !root.is_const() && !is_first()
    };
    let used = |at: InstructionValue<'_>| {
        use InstructionOpcode as Op;
        let places: &[u32] = match at.get_opcode() {
            Op::Load => &[0],
            Op::Store => &[1],
            Op::Call if raw::called(at).is_some_and(|name| name.starts_with("llvm.mem")) => &[0, 1],
            _ => &[],
        };
        let pointers = places.iter().filter_map(|place| raw::operand(at, *place));
        pointers.into_iter().any(is_loose)
    };
    Ok(instructions(module).into_iter().any(used))
}

/// Whether the code has variables that outlive a call, or calls somebody who may have; or variables whose size is known only
/// when it runs, which may be left as they were.
pub(crate) fn keeps_state(module: &Module<'_>, data: &TargetData) -> bool {
    let is_own = |global: &GlobalValue<'_>| {
        let name = global.get_name().to_string_lossy().into_owned();
        // The compiler's own checks of conversions have tables without a name.
        let is_table = name.is_empty() && global.get_linkage() == Linkage::Private;
        !global.is_constant() && !name.starts_with("lydian_") && !name.starts_with("llvm.") && !is_table
    };
    raw::has_assembly(module)
        || module.get_globals().any(|global| is_own(&global))
        || instructions(module).into_iter().any(calls_stranger)
        || instructions(module).into_iter().any(|at| is_dynamic(data, at))
}

fn is_dynamic(data: &TargetData, at: InstructionValue<'_>) -> bool {
    at.get_opcode() == InstructionOpcode::Alloca && fresh::size_of(data, at).is_none()
}

/// A call of a function that is not here and not known; or of one that is known only when it runs, or assembly.
fn calls_stranger(at: InstructionValue<'_>) -> bool {
    let Some(call) = raw::call_site(at) else {
        return false;
    };
    let Some(function) = call.get_called_fn_value() else {
        return true;
    };
    let name = function.get_name().to_string_lossy().into_owned();
    let is_ours = ["lydian.", "lydian_", "__ubsan"]
        .iter()
        .any(|prefix| name.starts_with(prefix));
    let is_free = is_ours || name.starts_with("llvm.") || function.count_basic_blocks() > 0;
    !is_free && !is_known(&name, function)
}
