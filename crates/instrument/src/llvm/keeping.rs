//! Whether code may keep something from call to call.

use inkwell::module::Module;
use inkwell::values::GlobalValue;

use super::admit::is_known;
use super::defined::instructions;
use super::raw;

/// Whether the code has variables that outlive a call, or calls somebody who may have.
pub(crate) fn keeps_state(module: &Module<'_>) -> bool {
    let is_own = |global: &GlobalValue<'_>| {
        let name = global.get_name().to_string_lossy().into_owned();
        !global.is_constant() && !name.starts_with("lydian") && !name.starts_with("llvm.")
    };
    let calls_stranger = |name: String| {
        let is_free = name.starts_with("llvm.") || name.starts_with("lydian") || name.starts_with("__ubsan");
        !is_free
            && !module
                .get_function(&name)
                .is_some_and(|function| is_known(&name, function))
    };
    module.get_globals().any(|global| is_own(&global))
        || instructions(module)
            .into_iter()
            .filter_map(raw::called)
            .any(calls_stranger)
}
