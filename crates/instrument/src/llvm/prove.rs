//! Sides that no input can reach, proved by LLVM's optimiser.
//!
//! Every condition is handed to an unknown function of its own, the module is optimised, and what is left is read: a
//! condition that became the constant false, or whose whole block is gone, leaves no way to its true side.
//!
//! A proof rests on a list of what it may be about ([`super::admit`]): code with anything else in it has no proofs.
//! Promises are taken away first ([`super::promises`]), then everything gets the meaning that it has on the machine
//! ([`super::defined`]), and the marker may neither return nor stay silent as far as the optimiser knows, so that what
//! goes wrong *behind* a condition cannot reach back. Code behind a division by zero or behind a read of unmapped memory
//! counts as unreachable: on the machine it is, by a trap. Floats are rounded to nearest.

use std::collections::HashMap;

use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, InstructionValue};

use super::admit::{self, ProofRefusal, WriteRule};
use super::defined::instructions_of;
use super::hazard::ConditionPlace;
use super::lower::{builder_before, int_operand};
use super::module::{llvm, machine, read, run_passes};
use super::sites::ConditionSite;
use super::{defined, hazard, promises, promote, ranges, raw, sites};
use crate::branch::Side;
use crate::custom::Wanted;
use crate::instrumented::{ArgumentRange, Instrumented};
use crate::trouble::InstrumentTrouble;

/// First part of the names of markers; the rest is the number of the condition.
pub(super) const MARKER: &str = "lydian_reached_";

/// The second half gives conditions that became simple by inlining and unrolling another chance.
const PASSES: &str = "default<O3>,function(sroa,early-cse<memssa>,constraint-elimination,correlated-propagation,\
                      jump-threading,instcombine,gvn,sccp,bdce,simplifycfg),default<O3>";

/// What was proved, or why nothing can be.
pub(crate) type Proved<T> = Result<Vec<T>, ProofRefusal>;

/// All sides that are proved unreachable, for the function called with arguments in these ranges.
pub(crate) fn infeasible(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Proved<Side>, InstrumentTrouble> {
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let count = mark(&module, &made.scope)?;
    let reached = optimise(&module, made, ranges, count)?;
    let dead = |reached: Vec<bool>| (0..count * 2).filter(|index| !reached[*index]).map(Side::at).collect();
    Ok(reached.map(dead))
}

/// All hazards, by their numbers among the hazards, that are proved never to die for such arguments.
pub(crate) fn harmless(made: &Instrumented, ranges: &[ArgumentRange]) -> Result<Proved<usize>, InstrumentTrouble> {
    let Some(wanted) = &made.wanted else {
        return Ok(Ok(Vec::new()));
    };
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let count = mark_hazards(&module, &made.scope, wanted)?;
    let reached = optimise(&module, made, ranges, count)?;
    let side = |number: usize| Side {
        branch: number as u32,
        taken: true,
    };
    let dead = |reached: Vec<bool>| (0..count).filter(|number| !reached[side(*number).index()]).collect();
    Ok(reached.map(dead))
}

/// For each side of the marked conditions, whether it may still be reached when the optimiser has done what it can.
fn optimise(
    module: &Module<'_>,
    made: &Instrumented,
    ranges: &[ArgumentRange],
    count: usize,
) -> Result<Proved<bool>, InstrumentTrouble> {
    if let Err(refusal) = prepare(module, made, ranges, WriteRule::Constant)? {
        return Ok(Err(refusal));
    }
    run_passes(module, PASSES)?;
    Ok(Ok(reached(module, count)))
}

/// Makes one function of all that is called, in which everything has the meaning that it has on the machine; or says what
/// proofs are not about.
pub(super) fn prepare(
    module: &Module<'_>,
    made: &Instrumented,
    ranges: &[ArgumentRange],
    writes: WriteRule,
) -> Result<Result<(), ProofRefusal>, InstrumentTrouble> {
    if let Some((place, what)) = made.undefined.clone() {
        return Ok(Err(ProofRefusal { place, what }));
    }
    defined::wrap(module);
    defined::plain_floats(module).map_err(llvm)?;
    promises::forget(module);
    ranges::assume(module, &made.shape, ranges).map_err(llvm)?;
    // Debug information does not survive what is done to the functions.
    module.strip_debug_info();
    if let Err(refusal) = admit::intrinsics(module, &made.scope) {
        return Ok(Err(located(made, refusal, writes)?));
    }
    // With constants as arguments, LLVM computes what a function gives when it becomes part of its caller.
    defined::harden_values(module)?;
    let volatile = defined::hold_reads(module);
    inline_all(module, &made.shape.symbol);
    // Called functions become part of their callers, and variables become values, as far as that goes.
    run_passes(module, "always-inline")?;
    promises::forget_lifetimes(module);
    defined::release_reads(module, volatile);
    promote::variables(module)?;
    let data = machine(module)?.get_target_data();
    if let Err(refusal) = admitted(module, made, writes)? {
        return Ok(Err(located(made, refusal, writes)?));
    }
    match writes {
        WriteRule::Constant => defined::harden(module, &data)?,
        // A walk knows what computed addresses lead to.
        WriteRule::Walked => defined::harden_values(module)?,
    }
    Ok(Ok(()))
}

fn admitted(
    module: &Module<'_>,
    made: &Instrumented,
    writes: WriteRule,
) -> Result<Result<(), ProofRefusal>, InstrumentTrouble> {
    let data = machine(module)?.get_target_data();
    Ok(admit::check(
        module,
        &data,
        &made.scope,
        &made.shape.symbol,
        made.has_strangers,
        writes,
    ))
}

/// The same refusal with its place in the source, which only the code as it was compiled knows.
fn located(made: &Instrumented, refusal: ProofRefusal, writes: WriteRule) -> Result<ProofRefusal, InstrumentTrouble> {
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    defined::wrap(&module);
    defined::plain_floats(&module).map_err(llvm)?;
    promote::variables(&module)?;
    promises::forget(&module);
    Ok(match admitted(&module, made, writes)? {
        Err(known) if known.what == refusal.what => known,
        _ => refusal,
    })
}

/// Instructions that code may have when all functions have become part of their callers. The optimiser and the
/// interval analysis look at each instruction many times, and inlining can grow exponentially; beyond it nothing is
/// claimed.
const MOST_INSTRUCTIONS: u64 = 50_000;

/// How many instructions there would be: of each function its own, and once for each call those of what it calls, level
/// by level, as deep as there are functions.
fn expanded(module: &Module<'_>) -> u64 {
    let functions: Vec<_> = module.get_functions().filter(|f| f.count_basic_blocks() > 0).collect();
    let own: HashMap<_, u64> = functions
        .iter()
        .map(|f| (*f, instructions_of(*f).len() as u64))
        .collect();
    let mut calls: HashMap<_, Vec<FunctionValue<'_>>> = HashMap::new();
    for function in &functions {
        let called = instructions_of(*function).into_iter().filter_map(admit::callee);
        calls.insert(*function, called.collect());
    }
    let mut sizes = own.clone();
    for _ in 0..functions.len().min(MOST_LEVELS) {
        let mut next = HashMap::new();
        for function in &functions {
            let called = calls[function].iter().filter_map(|callee| sizes.get(callee));
            next.insert(
                *function,
                called.fold(own[function], |sum, size| sum.saturating_add(*size)),
            );
        }
        sizes = next;
    }
    sizes.values().copied().fold(0, u64::max)
}

/// Levels of calls that are counted: recursion has no end.
const MOST_LEVELS: usize = 40;

/// Asks for all functions to become part of their callers.
fn inline_all(module: &Module<'_>, symbol: &str) {
    if expanded(module) > MOST_INSTRUCTIONS {
        return;
    }
    let inline = module
        .get_context()
        .create_enum_attribute(Attribute::get_named_enum_kind_id("alwaysinline"), 0);
    // A weak function may be replaced by another one.
    let is_fixed = |function: &FunctionValue<'_>| {
        let is_weak = matches!(function.get_linkage(), Linkage::WeakAny | Linkage::ExternalWeak);
        function.count_basic_blocks() > 0 && !is_weak
    };
    let called = module.get_functions().filter(is_fixed);
    called
        .filter(|function| function.get_name().to_bytes() != symbol.as_bytes())
        .for_each(|function| function.add_attribute(AttributeLoc::Function, inline));
}

/// Hands the condition of every hazard to the marker; gives their number.
pub(super) fn mark_hazards(module: &Module<'_>, scope: &[String], wanted: &Wanted) -> Result<usize, InstrumentTrouble> {
    let found = hazard::find(module, scope, wanted);
    for (id, site) in found.iter().enumerate() {
        let emit = ConditionPlace {
            in_doubt: true,
            ..hazard::place(module, &site.operation, wanted.cancel_bits)
        };
        let died = site.dies(&emit).map_err(llvm)?;
        let call = emit.builder.build_direct_call(marker(module, id)?, &[died.into()], "");
        call.map_err(llvm)?;
    }
    hazard::remove_markers(module);
    Ok(found.len())
}

/// Hands every condition to the marker; gives their number.
pub(super) fn mark(module: &Module<'_>, scope: &[String]) -> Result<usize, InstrumentTrouble> {
    let context = module.get_context();
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let found: Vec<ConditionSite<'_>> = blocks.flat_map(sites::of_block).collect();
    for (id, site) in found.iter().enumerate() {
        let builder = builder_before(context, site.at);
        builder
            .build_direct_call(marker(module, id)?, &[site.condition.into()], "")
            .map_err(llvm)?;
    }
    Ok(found.len())
}

/// A function nobody knows, which takes the value of a condition. Each condition has its own: calls of the same function
/// in different places may be merged to one, with conditions of neither.
fn marker<'ctx>(module: &Module<'ctx>, id: usize) -> Result<FunctionValue<'ctx>, InstrumentTrouble> {
    let context = module.get_context();
    let types = [context.bool_type().into()];
    let name = format!("{MARKER}{id}");
    let marker = module.add_function(&name, context.void_type().fn_type(&types, false), None);
    // LLVM gives another name to what has one that is taken; such a marker would not be found again, and its sides would
    // seem to be dead.
    if marker.get_name().to_bytes() != name.as_bytes() {
        return Err(llvm(format!("the name {name} is taken")));
    }
    marker.add_attribute(AttributeLoc::Function, defined::hidden_effects(module));
    Ok(marker)
}

/// For each side, whether a marker is left that may announce it.
fn reached(module: &Module<'_>, count: usize) -> Vec<bool> {
    let mut reached = vec![false; count * 2];
    let blocks = module.get_functions().flat_map(|function| function.get_basic_blocks());
    for instruction in blocks.flat_map(|block| block.get_instructions()) {
        let Some((id, condition)) = announcement(instruction) else {
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

/// Number and, if it is constant, condition of a call of a marker. A condition that cannot be read may be either.
fn announcement(at: InstructionValue<'_>) -> Option<(u32, Option<bool>)> {
    let id = raw::called(at)?.strip_prefix(MARKER)?.parse().ok()?;
    let condition = int_operand(at, 0).and_then(|condition| condition.get_zero_extended_constant());
    Some((id, condition.map(|value| value == 1)))
}
