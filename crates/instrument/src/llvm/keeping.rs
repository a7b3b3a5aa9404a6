//! Whether code may keep something from call to call.

use inkwell::module::{Linkage, Module};
use inkwell::values::{CallSiteValue, GlobalValue, InstructionOpcode, InstructionValue};

use super::admit::is_known;
use super::defined::instructions;
use super::{fresh, raw};

/// Whether the code has variables that outlive a call, or calls somebody who may have.
pub(crate) fn keeps_state(module: &Module<'_>) -> bool {
    let is_own = |global: &GlobalValue<'_>| {
        let name = global.get_name().to_string_lossy().into_owned();
        // The compiler's own checks of conversions have tables without a name.
        let is_table = name.is_empty() && global.get_linkage() == Linkage::Private;
        !global.is_constant() && !name.starts_with("lydian_") && !name.starts_with("llvm.") && !is_table
    };
    raw::has_assembly(module)
        || module.get_globals().any(|global| is_own(&global))
        || instructions(module).into_iter().any(calls_stranger)
}

/// A call of a function that is not here and not known; or of one that is known only when it runs, or assembly.
fn calls_stranger(at: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    if !matches!(at.get_opcode(), Op::Call | Op::Invoke | Op::CallBr) {
        return false;
    }
    let called = CallSiteValue::try_from(at)
        .ok()
        .and_then(CallSiteValue::get_called_fn_value);
    let Some(function) = called else {
        return true;
    };
    let name = function.get_name().to_string_lossy().into_owned();
    let is_ours = name == fresh::FILL || name.starts_with("lydian.") || name.starts_with("__ubsan");
    let is_free = is_ours || name.starts_with("llvm.") || function.count_basic_blocks() > 0;
    !is_free && !is_known(&name, function)
}
