//! Promises of the source, of its compiler and of the C library: all are taken away before a proof.
//!
//! What stays is a list of what changes the meaning of a call or of a function. Whatever else LLVM has or will have to
//! say about values, memory and calls is a promise that somebody made, and goes.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, InstructionValue};

use super::defined::instructions;
use super::raw;

/// How arguments and results are passed; and that the address zero may be used.
const KEPT: [&str; 6] = [
    "byval",
    "sret",
    "zeroext",
    "signext",
    "strictfp",
    "null_pointer_is_valid",
];

/// Takes all promises away. From now on, a function that has the name of one of the C library may do anything.
pub(crate) fn forget(module: &Module<'_>) {
    let kept = KEPT.map(Attribute::get_named_enum_kind_id);
    for function in module.get_functions().filter(|function| !is_intrinsic(*function)) {
        open(module, function, &kept);
    }
    for global in module.get_globals() {
        // Anybody may write a variable that has a name outside.
        if !global.is_constant() && matches!(global.get_linkage(), Linkage::Internal | Linkage::Private) {
            global.set_linkage(Linkage::External);
        }
    }
    for at in instructions(module) {
        if raw::called(at).is_some_and(|name| name == "llvm.assume") {
            at.erase_from_basic_block();
        } else {
            raw::clear_all_metadata(at);
            open_call(at, &kept);
        }
    }
}

/// Takes away what inlining says of the time in which variables live: what an earlier call has left in one is what the machine
/// may find there, and where the code starts anew, [`super::fresh`] has let it start as anything.
pub(crate) fn forget_lifetimes(module: &Module<'_>) {
    for at in instructions(module) {
        if raw::called(at).is_some_and(|name| name.starts_with("llvm.lifetime.")) {
            at.erase_from_basic_block();
        }
    }
}

fn is_intrinsic(function: FunctionValue<'_>) -> bool {
    function.get_name().to_bytes().starts_with(b"llvm.")
}

/// No promises by attributes, and no knowledge of who calls. A weak function may be replaced by another one.
fn open(module: &Module<'_>, function: FunctionValue<'_>, kept: &[u32]) {
    let has_body = function.count_basic_blocks() > 0;
    if has_body && !matches!(function.get_linkage(), Linkage::WeakAny | Linkage::ExternalWeak) {
        function.set_linkage(Linkage::External);
    }
    for place in places(function.count_params()) {
        for attribute in function.attributes(place) {
            match name_of(attribute) {
                Name::Kind(kind) if kept.contains(&kind) => {}
                Name::Kind(kind) => function.remove_enum_attribute(place, kind),
                Name::Word(word) => function.remove_string_attribute(place, &word),
            }
        }
    }
    // At declarations, too, or else the optimiser writes the promises of the library back to them.
    let stranger = module.get_context().create_string_attribute("no-builtins", "");
    function.add_attribute(AttributeLoc::Function, stranger);
    let null = Attribute::get_named_enum_kind_id("null_pointer_is_valid");
    let null = module.get_context().create_enum_attribute(null, 0);
    function.add_attribute(AttributeLoc::Function, null);
}

fn open_call(at: InstructionValue<'_>, kept: &[u32]) {
    let Some(call) = raw::call_site(at) else { return };
    if call.get_called_fn_value().is_some_and(is_intrinsic) {
        return;
    }
    for place in places(call.count_arguments()) {
        for attribute in call.attributes(place) {
            match name_of(attribute) {
                Name::Kind(kind) if kept.contains(&kind) => {}
                Name::Kind(kind) => call.remove_enum_attribute(place, kind),
                Name::Word(word) => call.remove_string_attribute(place, &word),
            }
        }
    }
}

enum Name {
    Kind(u32),
    Word(String),
}

fn name_of(attribute: Attribute) -> Name {
    if attribute.is_string() {
        Name::Word(attribute.get_string_kind_id().to_string_lossy().into_owned())
    } else {
        Name::Kind(raw::attribute_kind(attribute))
    }
}

fn places(count: u32) -> impl Iterator<Item = AttributeLoc> {
    let around = [AttributeLoc::Function, AttributeLoc::Return];
    (0..count).map(AttributeLoc::Param).chain(around)
}
