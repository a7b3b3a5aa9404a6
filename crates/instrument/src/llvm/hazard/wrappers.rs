//! Functions of headers around one function of the maths library: `std::sqrt(float)` calls `sqrtf`, and `std::pow(int, int)`
//! calls `pow`. They become part of their callers, and what they compute stands where they are called: by
//! `std::sqrt(x)` the square root is meant.

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::{Linkage, Module};
use inkwell::values::FunctionValue;

use super::{maths, unwatched};
use crate::llvm::defined::{instructions, instructions_of};
use crate::llvm::module::run_passes;
use crate::llvm::{promises, raw};
use crate::trouble::InstrumentTrouble;

/// Instructions of such a function; it has few.
const MOST_INSTRUCTIONS: usize = 80;

/// Calls of calls: templates call others.
const MOST_LAYERS: usize = 4;

/// Makes them part of their callers; `is_foreign` says of a symbol that its function stands in none of the files given.
pub(crate) fn open(module: &Module<'_>, is_foreign: impl Fn(&str) -> bool) -> Result<(), InstrumentTrouble> {
    let foreign: Vec<FunctionValue<'_>> = module
        .get_functions()
        .filter(|function| is_small(*function) && is_foreign(&function.get_name().to_string_lossy()))
        .collect();
    let mut wrappers: Vec<FunctionValue<'_>> = Vec::new();
    for _ in 0..MOST_LAYERS {
        let is_new = |function: &&FunctionValue<'_>| !wrappers.contains(function) && computes(**function, &wrappers);
        let found: Vec<FunctionValue<'_>> = foreign.iter().filter(is_new).copied().collect();
        wrappers.extend(found);
    }
    if wrappers.is_empty() {
        return Ok(());
    }
    let places: Vec<raw::DebugScope> = wrappers.iter().filter_map(|wrapper| raw::scope_of(*wrapper)).collect();
    let kind = Attribute::get_named_enum_kind_id;
    let inline = module.get_context().create_enum_attribute(kind("alwaysinline"), 0);
    for wrapper in &wrappers {
        wrapper.remove_enum_attribute(AttributeLoc::Function, kind("noinline"));
        wrapper.add_attribute(AttributeLoc::Function, inline);
    }
    run_passes(module, "always-inline")?;
    promises::forget_lifetimes(module);
    for at in instructions(module) {
        raw::leave_scopes(at, &places);
    }
    Ok(())
}

/// One block of few instructions, which everybody who includes the header has.
fn is_small(function: FunctionValue<'_>) -> bool {
    let is_shared = matches!(
        function.get_linkage(),
        Linkage::LinkOnceODR | Linkage::LinkOnceAny | Linkage::Internal
    );
    is_shared && function.count_basic_blocks() == 1 && instructions_of(function).len() <= MOST_INSTRUCTIONS
}

/// Whether a function calls one of the maths library, or one that does.
fn computes(function: FunctionValue<'_>, wrappers: &[FunctionValue<'_>]) -> bool {
    instructions_of(function).into_iter().any(|at| {
        let is_maths = raw::called(at).is_some_and(|name| maths::verb(&name).is_some());
        is_maths
            || unwatched::of_other(at).is_some()
            || raw::callee(at).is_some_and(|called| wrappers.contains(&called))
    })
}
