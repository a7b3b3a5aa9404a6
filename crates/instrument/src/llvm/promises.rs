//! Promises of the source, of its compiler and of the C library, which a proof must not believe.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::{Linkage, Module};
use inkwell::values::{CallSiteValue, FunctionValue, InstructionValue};

use super::defined::instructions;
use super::raw;

/// What functions, arguments and results promise, where they are defined, declared or called.
const PROMISES: [&str; 16] = [
    "allockind",
    "allocsize",
    "dereferenceable",
    "dereferenceable_or_null",
    "memory",
    "mustprogress",
    "noalias",
    "nofree",
    "nonnull",
    "norecurse",
    "nosync",
    "noundef",
    "nounwind",
    "returned",
    "speculatable",
    "willreturn",
];

/// The same, as words: allocation that never fails, and numbers below the normal ones that are flushed to zero, which
/// the machine does not do.
const WORDS: [&str; 3] = ["alloc-family", "denormal-fp-math", "denormal-fp-math-f32"];

/// Whoever calls these changes what the code means in ways that the optimiser does not see: how floats are rounded, or
/// which values variables have after a jump.
const CHANGES_OF_MEANING: [&str; 12] = [
    "fesetround",
    "fesetenv",
    "feholdexcept",
    "feupdateenv",
    "fesetmode",
    "setjmp",
    "_setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "llvm.set.rounding",
    "llvm.x86.sse.ldmxcsr",
    "llvm.eh.sjlj.setjmp",
];

/// Whether proofs can be made about this code at all.
pub(crate) fn can_be_trusted(module: &Module<'_>) -> bool {
    let is_plain = CHANGES_OF_MEANING
        .iter()
        .all(|name| module.get_function(name).is_none());
    is_plain && !module.get_functions().any(|function| is_replaced(module, function))
}

/// Whether a function is an intrinsic of LLVM in whose place the code has a function of its own: clang makes
/// `llvm.round` of each call of `round`, and the linker finds the one that stands in the source.
fn is_replaced(module: &Module<'_>, function: FunctionValue<'_>) -> bool {
    let name = function.get_name().to_string_lossy().into_owned();
    let name = name.strip_prefix("llvm.").and_then(|rest| rest.split('.').next());
    name.is_some_and(|name| {
        let own = ["", "f", "l"].map(|ending| module.get_function(&format!("{name}{ending}")));
        own.into_iter().flatten().any(|own| own.count_basic_blocks() > 0)
    })
}

/// Takes all promises away. From now on, a function that has the name of one of the C library may do anything.
pub(crate) fn forget(module: &Module<'_>) {
    for function in module.get_functions().filter(|function| !is_intrinsic(*function)) {
        open(module, function);
    }
    for at in instructions(module) {
        if raw::called(at).is_some_and(|name| name == "llvm.assume") {
            at.erase_from_basic_block();
        } else {
            open_call(at);
        }
    }
}

fn is_intrinsic(function: FunctionValue<'_>) -> bool {
    function.get_name().to_bytes().starts_with(b"llvm.")
}

/// No promises by attributes, and no knowledge of who calls. A weak function may be replaced by another one.
fn open(module: &Module<'_>, function: FunctionValue<'_>) {
    let has_body = function.count_basic_blocks() > 0;
    if has_body && !matches!(function.get_linkage(), Linkage::WeakAny | Linkage::ExternalWeak) {
        function.set_linkage(Linkage::External);
    }
    let places: Vec<_> = places(function.count_params()).collect();
    for kind in PROMISES.map(Attribute::get_named_enum_kind_id) {
        places
            .iter()
            .for_each(|place| function.remove_enum_attribute(*place, kind));
    }
    for word in WORDS {
        function.remove_string_attribute(AttributeLoc::Function, word);
    }
    // At declarations, too, or else the optimiser writes the promises of the library back to them.
    let stranger = module.get_context().create_string_attribute("no-builtins", "");
    function.add_attribute(AttributeLoc::Function, stranger);
}

fn open_call(at: InstructionValue<'_>) {
    let Ok(call) = CallSiteValue::try_from(at) else { return };
    if call.get_called_fn_value().is_some_and(is_intrinsic) {
        return;
    }
    let places: Vec<_> = places(call.count_arguments()).collect();
    for kind in PROMISES.map(Attribute::get_named_enum_kind_id) {
        places.iter().for_each(|place| call.remove_enum_attribute(*place, kind));
    }
    WORDS
        .iter()
        .for_each(|word| call.remove_string_attribute(AttributeLoc::Function, word));
}

fn places(count: u32) -> impl Iterator<Item = AttributeLoc> {
    let around = [AttributeLoc::Function, AttributeLoc::Return];
    (0..count).map(AttributeLoc::Param).chain(around)
}
