//! Branches of a module and the control flow between them, as plain data.

use inkwell::basic_block::BasicBlock;
use inkwell::module::Module;
use inkwell::values::{FunctionValue, InstructionValue};

use super::lower::CASE;
use super::{raw, sites};
use crate::branch::{Branch, BranchForm};
use crate::flow::Block;

/// All branches of the functions in scope, and the blocks around them.
pub(crate) fn branches(module: &Module<'_>, scope: &[String]) -> (Vec<Branch>, Vec<Block>) {
    let functions = sites::functions(module, scope);
    let all: Vec<BasicBlock<'_>> = functions
        .iter()
        .flat_map(|function| function.get_basic_blocks())
        .collect();
    let mut branches = Vec::new();
    let mut blocks = Vec::new();
    for function in &functions {
        let name = function.get_name().to_string_lossy().into_owned();
        for block in function.get_basic_blocks() {
            let found = sites::of_block(block);
            let mut node = edges(block, &all, &functions);
            node.jumps = found
                .last()
                .is_some_and(|site| matches!(site.form, BranchForm::Jump | BranchForm::Case));
            for site in &found {
                node.branches.push(branches.len() as u32);
                branches.push(site.branch(branches.len(), &name));
            }
            blocks.push(node);
        }
    }
    (branches, blocks)
}

fn edges(block: BasicBlock<'_>, all: &[BasicBlock<'_>], functions: &[FunctionValue<'_>]) -> Block {
    let place = |block: &BasicBlock<'_>| all.iter().position(|other| other == block);
    let successors = block.get_terminator().map(raw::successors).unwrap_or_default();
    let called = block.get_instructions().filter_map(called_function);
    let in_scope = called.filter(|function| functions.contains(function));
    Block {
        continues_switch: block.get_name().to_bytes().starts_with(CASE.as_bytes()),
        successors: successors.iter().filter_map(place).collect(),
        calls: in_scope
            .filter_map(|function| place(&function.get_first_basic_block()?))
            .collect(),
        ..Block::default()
    }
}

fn called_function(instruction: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    raw::call_site(instruction)?.get_called_fn_value()
}
