//! Sides that no input can reach, proved by LLVM's optimiser.
//!
//! Every condition is handed to an unknown function, the module is optimised, and what is left is read: a condition
//! that became the constant false, or whose whole block is gone, leaves no way to its true side.
//!
//! Undefined behaviour must not prove anything. [`super::defined`] takes it out first, and the marker may neither
//! return nor stay silent as far as the optimiser knows, so that what goes wrong *behind* a condition cannot reach back.
//! What remains: code behind a division by zero or behind a read of unmapped memory counts as unreachable (on the
//! machine it is, by a trap); variables are assumed to keep their values when another object is written out of its
//! bounds, and constants when they are read out of theirs; floats are assumed to be rounded to nearest (code that calls
//! `fesetround` or `setjmp` has no proofs); and which of the NaNs an operation gives is left to the compiler.

use inkwell::attributes::AttributeLoc;
use inkwell::context::Context;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue};

use super::lower::{builder_before, int_operand};
use super::module::{llvm, read, run_passes};
use super::sites::Site;
use super::{defined, hazard, promises, ranges, sites};
use crate::branch::Side;
use crate::custom::Wanted;
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::Trouble;

const MARKER: &str = "lydian_reached";

/// The second half gives conditions that became simple by inlining and unrolling another chance.
const PASSES: &str = "default<O3>,function(sroa,early-cse<memssa>,constraint-elimination,correlated-propagation,\
                      jump-threading,instcombine,gvn,sccp,bdce,simplifycfg),default<O3>";

/// All sides that are proved unreachable, for the function called with arguments in these ranges.
pub(crate) fn infeasible(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Vec<Side>, Trouble> {
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    if defined::is_loose(&module) || !promises::can_be_trusted(&module) {
        return Ok(Vec::new());
    }
    let count = mark(&module, &made.scope)?;
    let reached = optimise(&module, made, ranges, count)?;
    Ok((0..count * 2).filter(|index| !reached[*index]).map(Side::at).collect())
}

/// All hazards, by their numbers among the hazards, that are proved never to die for such arguments.
pub(crate) fn harmless(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Vec<usize>, Trouble> {
    let Some(wanted) = &made.wanted else {
        return Ok(Vec::new());
    };
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let count = mark_hazards(&module, &made.scope, wanted)?;
    let reached = optimise(&module, made, ranges, count)?;
    let dies = |number: &usize| {
        reached[Side {
            branch: *number as u32,
            taken: true,
        }
        .index()]
    };
    Ok((0..count).filter(|number| !dies(number)).collect())
}

/// For each side of the marked conditions, whether it may still be reached when the optimiser has done what it can.
fn optimise(
    module: &Module<'_>,
    made: &Instrumented,
    ranges: &[ArgumentRange],
    count: usize,
) -> Result<Vec<bool>, Trouble> {
    defined::harden(module)?;
    ranges::assume(module, &made.shape, ranges).map_err(llvm)?;
    module.strip_debug_info();
    run_passes(module, PASSES)?;
    Ok(reached(module, count))
}

/// Hands the condition of every hazard to the marker; gives their number.
fn mark_hazards(module: &Module<'_>, scope: &[String], wanted: &Wanted) -> Result<usize, Trouble> {
    let marker = marker(module);
    let found = hazard::find(module, scope, wanted);
    for (id, site) in found.iter().enumerate() {
        let emit = hazard::place(module, &site.operation, wanted.cancel_bits);
        let died = site.dies(&emit).map_err(llvm)?;
        let id = module.get_context().i32_type().const_int(id as u64, false);
        let call = emit.builder.build_direct_call(marker, &[id.into(), died.into()], "");
        call.map_err(llvm)?;
    }
    hazard::remove_markers(module);
    Ok(found.len())
}

/// Hands every condition to the marker; gives their number.
fn mark(module: &Module<'_>, scope: &[String]) -> Result<usize, Trouble> {
    let context = module.get_context();
    let marker = marker(module);
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let found: Vec<Site<'_>> = blocks.flat_map(sites::of_block).collect();
    for (id, site) in found.iter().enumerate() {
        let id = context.i32_type().const_int(id as u64, false);
        let builder = builder_before(context, site.at);
        builder
            .build_direct_call(marker, &[id.into(), site.condition.into()], "")
            .map_err(llvm)?;
    }
    Ok(found.len())
}

/// A function nobody knows, which takes the number of a condition and its value.
fn marker<'ctx>(module: &Module<'ctx>) -> FunctionValue<'ctx> {
    let context = module.get_context();
    let types = [context.i32_type().into(), context.bool_type().into()];
    let marker = module.add_function(MARKER, context.void_type().fn_type(&types, false), None);
    marker.add_attribute(AttributeLoc::Function, defined::hidden_effects(module));
    marker
}

/// For each side, whether a marker is left that may announce it.
fn reached(module: &Module<'_>, count: usize) -> Vec<bool> {
    let mut reached = vec![false; count * 2];
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    for instruction in blocks.flat_map(|block| block.get_instructions()) {
        let Some((id, condition)) = announcement(module, instruction) else {
            continue;
        };
        for taken in [false, true] {
            if condition.is_none_or(|known| known == taken) {
                reached[Side { branch: id, taken }.index()] = true;
            }
        }
    }
    reached
}

/// Number and, if it is constant, condition of a call of the marker.
fn announcement(module: &Module<'_>, at: InstructionValue<'_>) -> Option<(u32, Option<bool>)> {
    let is_call = matches!(at.get_opcode(), InstructionOpcode::Call | InstructionOpcode::Invoke);
    let callee = is_call.then(|| at.get_operand(at.get_num_operands() - 1)?.value())??;
    let marker = module.get_function(MARKER)?.as_global_value().as_pointer_value();
    if callee != BasicValueEnum::PointerValue(marker) {
        return None;
    }
    let id = int_operand(at, 0)?.get_zero_extended_constant()? as u32;
    Some((
        id,
        int_operand(at, 1)?.get_zero_extended_constant().map(|value| value == 1),
    ))
}
