//! Conditions in their simplest form: a switch becomes one comparison for each case, a jump on `a and b` becomes two
//! jumps, and a jump on a value of `&&` goes straight from where the value is decided.

use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PhiValue};

use super::module::{llvm, run_passes};
use super::{probe, raw};
use crate::trouble::InstrumentTrouble;

/// Name of the comparisons that stand for the cases of a switch.
pub(crate) const CASE: &str = "lydian.case";

/// Lowers all functions of a module.
///
/// LLVM's own lowering of switches makes a search tree, and leaves cases out that it thinks impossible; here each case
/// stays a branch of its own. LLVM's is used only where values meet behind a switch.
pub(crate) fn lower(module: &Module<'_>) -> Result<(), InstrumentTrouble> {
    for function in module
        .get_functions()
        .filter(|function| function.count_basic_blocks() > 0)
    {
        fall_through(module, function)?;
        lower_function(function)?;
    }
    run_passes(module, "function(lower-switch)")?;
    module.verify().map_err(llvm)
}

/// The mark of a place that the source promises not to reach: an intrinsic without a meaning, of which there are no proofs.
pub(crate) const PROMISED: &str = "llvm.sideeffect";

/// Behind `__builtin_unreachable()` unoptimised code goes on with whatever stands next.
fn fall_through<'ctx>(module: &Module<'ctx>, function: FunctionValue<'ctx>) -> Result<(), InstrumentTrouble> {
    for block in function.get_basic_blocks() {
        let end = block
            .get_terminator()
            .filter(|end| end.get_opcode() == InstructionOpcode::Unreachable);
        let next = block.get_next_basic_block().filter(|next| !has_phi(next));
        let (Some(end), Some(next)) = (end, next) else {
            continue;
        };
        let is_call = |before: InstructionValue<'_>| before.get_opcode() == InstructionOpcode::Call;
        if end.get_previous_instruction().is_some_and(is_call) {
            // A function that does not return.
            continue;
        }
        let builder = builder_before(module.get_context(), end);
        let mark = probe::declared(module, PROMISED, &[], None);
        builder.build_direct_call(mark, &[], "").map_err(llvm)?;
        builder.build_unconditional_branch(next).map_err(llvm)?;
        end.erase_from_basic_block();
    }
    Ok(())
}

fn lower_function(function: FunctionValue<'_>) -> Result<(), InstrumentTrouble> {
    for block in function.get_basic_blocks() {
        if let Some(end) = block
            .get_terminator()
            .filter(|end| end.get_opcode() == InstructionOpcode::Switch)
        {
            lower_switch(block, end)?;
        }
    }
    for block in function.get_basic_blocks() {
        thread_value(block)?;
    }
    let mut next = function.get_first_basic_block();
    while let Some(block) = next {
        // A block that was split is looked at again: conditions nest.
        next = if split_condition(block)? {
            Some(block)
        } else {
            block.get_next_basic_block()
        };
    }
    Ok(())
}

/// `switch v { c1: t1, c2: t2, default: d }` becomes `if v == c1 goto t1; if v == c2 goto t2; goto d`.
fn lower_switch(block: BasicBlock<'_>, switch: InstructionValue<'_>) -> Result<(), InstrumentTrouble> {
    let targets = raw::successors(switch);
    let Some(value) = int_operand(switch, 0).filter(|_| !targets.iter().any(has_phi)) else {
        return Ok(());
    };
    let default = targets[0];
    let builder = builder_before(block.get_context(), switch);
    let mut here = block;
    for (place, target) in targets.iter().enumerate().skip(1) {
        let Some(case) = int_operand(switch, place as u32 * 2) else {
            return Ok(());
        };
        let is_last = place + 1 == targets.len();
        let otherwise = if is_last {
            default
        } else {
            block.get_context().insert_basic_block_after(here, CASE)
        };
        let equal = builder
            .build_int_compare(IntPredicate::EQ, value, case, CASE)
            .map_err(llvm)?;
        builder
            .build_conditional_branch(equal, *target, otherwise)
            .map_err(llvm)?;
        here = otherwise;
        if !is_last {
            builder.position_at_end(here);
        }
    }
    if targets.len() == 1 {
        builder.build_unconditional_branch(default).map_err(llvm)?;
    }
    switch.erase_from_basic_block();
    Ok(())
}

/// `if a and b goto t else f` becomes `if a goto n else f; n: if b goto t else f`; likewise for `or`.
fn split_condition(block: BasicBlock<'_>) -> Result<bool, InstrumentTrouble> {
    let Some(end) = block.get_terminator() else {
        return Ok(false);
    };
    let targets = raw::successors(end);
    if !is_conditional(end) || targets.iter().any(has_phi) {
        return Ok(false);
    }
    let Some((is_and, a, b)) = int_operand(end, 0).and_then(junction) else {
        return Ok(false);
    };
    let middle = block.get_context().insert_basic_block_after(block, "lydian.half");
    let builder = builder_before(block.get_context(), end);
    let (if_true, if_false) = if is_and {
        (middle, targets[1])
    } else {
        (targets[0], middle)
    };
    builder.build_conditional_branch(a, if_true, if_false).map_err(llvm)?;
    builder.position_at_end(middle);
    builder
        .build_conditional_branch(b, targets[0], targets[1])
        .map_err(llvm)?;
    end.erase_from_basic_block();
    Ok(true)
}

/// Clang computes the value of `while (a || b)` first and jumps on it then, in a block of its own. Each way into that
/// block jumps by itself instead.
fn thread_value(block: BasicBlock<'_>) -> Result<(), InstrumentTrouble> {
    let Some((phi, end)) = value_and_jump(block) else {
        return Ok(());
    };
    let targets = raw::successors(end);
    let incomings: Vec<_> = phi.get_incomings().collect();
    let ends = incomings
        .iter()
        .filter_map(|(value, from)| Some((value.into_int_value(), from.get_terminator()?)));
    let ends: Vec<(IntValue<'_>, InstructionValue<'_>)> = ends.collect();
    let can_jump = |(value, end): &(IntValue<'_>, InstructionValue<'_>)| {
        end.get_opcode() == InstructionOpcode::Br && (value.is_constant_int() || !is_conditional(*end))
    };
    if targets.iter().any(has_phi) || !ends.iter().all(can_jump) {
        return Ok(());
    }
    for (value, end) in ends {
        let builder = builder_before(block.get_context(), end);
        match value.get_zero_extended_constant() {
            Some(known) => redirect(&builder, end, block, targets[usize::from(known == 0)])?,
            None => drop(
                builder
                    .build_conditional_branch(value, targets[0], targets[1])
                    .map_err(llvm)?,
            ),
        }
        end.erase_from_basic_block();
    }
    end.erase_from_basic_block();
    phi.as_instruction().erase_from_basic_block();
    block
        .remove_from_function()
        .map_err(|()| llvm("a block has no function"))
}

/// The two instructions of a block that only jumps on a truth value which meets there.
fn value_and_jump(block: BasicBlock<'_>) -> Option<(PhiValue<'_>, InstructionValue<'_>)> {
    let phi = PhiValue::try_from(block.get_first_instruction()?).ok()?;
    let end = phi
        .as_instruction()
        .get_next_instruction()
        .filter(|end| is_conditional(*end))?;
    let uses_phi = int_operand(end, 0)?.as_instruction() == Some(phi.as_instruction());
    let is_only_use = phi.as_instruction().get_first_use()?.get_next_use().is_none();
    (uses_phi && is_only_use).then_some((phi, end))
}

/// Builds a copy of a jump that goes to another block instead of the old one.
fn redirect<'ctx>(
    builder: &Builder<'ctx>,
    end: InstructionValue<'ctx>,
    old: BasicBlock<'ctx>,
    new: BasicBlock<'ctx>,
) -> Result<(), InstrumentTrouble> {
    let targets: Vec<_> = raw::successors(end)
        .into_iter()
        .map(|to| if to == old { new } else { to })
        .collect();
    match (int_operand(end, 0), &targets[..]) {
        (Some(condition), [yes, no]) => builder.build_conditional_branch(condition, *yes, *no).map(drop),
        (_, [only, ..]) => builder.build_unconditional_branch(*only).map(drop),
        (_, []) => Ok(()),
    }
    .map_err(llvm)
}

/// The parts of `and i1 a, b` (true) or `or i1 a, b` (false).
fn junction(condition: IntValue<'_>) -> Option<(bool, IntValue<'_>, IntValue<'_>)> {
    let instruction = condition.as_instruction()?;
    let is_and = match instruction.get_opcode() {
        InstructionOpcode::And => true,
        InstructionOpcode::Or => false,
        _ => return None,
    };
    Some((is_and, int_operand(instruction, 0)?, int_operand(instruction, 1)?))
}

/// Whether an instruction jumps on a condition.
pub(crate) fn is_conditional(instruction: InstructionValue<'_>) -> bool {
    instruction.get_opcode() == InstructionOpcode::Br && instruction.get_num_operands() == 3
}

/// An operand that is an integer.
pub(crate) fn int_operand(instruction: InstructionValue<'_>, index: u32) -> Option<IntValue<'_>> {
    match raw::operand(instruction, index)? {
        BasicValueEnum::IntValue(value) => Some(value),
        _ => None,
    }
}

/// A builder that puts new instructions before this one, with its place in the source.
pub(crate) fn builder_before<'ctx>(context: ContextRef<'ctx>, at: InstructionValue<'ctx>) -> Builder<'ctx> {
    let builder = context.create_builder();
    builder.position_before(&at);
    if let Some(location) = at.get_debug_location() {
        builder.set_current_debug_location(location);
    }
    builder
}

fn has_phi(block: &BasicBlock<'_>) -> bool {
    block
        .get_first_instruction()
        .is_some_and(|first| first.get_opcode() == InstructionOpcode::Phi)
}
