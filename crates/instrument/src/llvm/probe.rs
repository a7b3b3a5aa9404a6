//! Inserts a call of the runtime before every condition, and a tick into every loop that has none.

use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{BasicMetadataValueEnum, FunctionValue, InstructionValue, IntValue};

use super::module::llvm;
use super::sites::{ConditionSite, Operands};
use super::{lower, raw, sites};
use crate::branch::{FloatFormat, Relations};
use crate::trouble::InstrumentTrouble;

/// Puts probes before all conditions of the functions in scope, numbered in the order of the sites.
pub(crate) fn insert(module: &Module<'_>, scope: &[String]) -> Result<(), InstrumentTrouble> {
    let functions = sites::functions(module, scope);
    let blocks = functions.iter().flat_map(|function| function.get_basic_blocks());
    let found: Vec<ConditionSite<'_>> = blocks.flat_map(sites::of_block).collect();
    tick_loops(module, &functions).map_err(llvm)?;
    for (id, site) in found.iter().enumerate() {
        let builder = lower::builder_before(module.get_context(), site.at);
        BranchProbe {
            module,
            context: module.get_context(),
            builder,
            id,
        }
        .insert(site)
        .map_err(llvm)?;
    }
    module.verify().map_err(llvm)
}

struct BranchProbe<'a, 'ctx> {
    module: &'a Module<'ctx>,
    context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    id: usize,
}

impl<'ctx> BranchProbe<'_, 'ctx> {
    fn insert(&self, site: &ConditionSite<'ctx>) -> Result<(), BuilderError> {
        let taken = self
            .builder
            .build_int_z_extend(site.condition, self.context.i8_type(), "")?;
        match site.operands {
            Operands::Float(a, b, format, relations) => {
                let name = match format {
                    FloatFormat::F32 => "lydian_branch_f32",
                    FloatFormat::F64 => "lydian_branch_f64",
                    FloatFormat::F80 => "lydian_branch_f80",
                };
                self.call(name, &[a.into(), b.into(), self.number(relations).into(), taken.into()])
            }
            Operands::Integer(a, b, relations) => {
                let signed = relations.0 & Relations::UNSIGNED == 0;
                let (a, b) = (self.widened(a, signed)?, self.widened(b, signed)?);
                self.call(
                    "lydian_branch_i64",
                    &[a.into(), b.into(), self.number(relations).into(), taken.into()],
                )
            }
            Operands::Bits { value, mask, .. } => {
                let (value, mask) = (self.widened(value, false)?, self.widened(mask, false)?);
                self.call("lydian_branch_bits", &[value.into(), mask.into(), taken.into()])
            }
            Operands::Other => self.call("lydian_branch_other", &[taken.into()]),
        }
    }

    fn number(&self, relations: Relations) -> IntValue<'ctx> {
        self.context.i32_type().const_int(u64::from(relations.0), false)
    }

    fn widened(&self, value: IntValue<'ctx>, signed: bool) -> Result<IntValue<'ctx>, BuilderError> {
        self.builder
            .build_int_cast_sign_flag(value, self.context.i64_type(), signed, "")
    }

    fn call(&self, name: &str, rest: &[BasicMetadataValueEnum<'ctx>]) -> Result<(), BuilderError> {
        let id = self.context.i32_type().const_int(self.id as u64, false);
        let arguments: Vec<_> = std::iter::once(id.into()).chain(rest.iter().copied()).collect();
        let function = declared(self.module, name, &arguments, None);
        self.builder.build_direct_call(function, &arguments, "").map(drop)
    }
}

/// A function of the runtime that takes such arguments, and gives a value of the type or nothing.
pub(crate) fn declared<'ctx>(
    module: &Module<'ctx>,
    name: &str,
    arguments: &[BasicMetadataValueEnum<'ctx>],
    result: Option<BasicTypeEnum<'ctx>>,
) -> FunctionValue<'ctx> {
    module.get_function(name).unwrap_or_else(|| {
        let types: Vec<BasicMetadataTypeEnum<'ctx>> = arguments.iter().map(type_of).collect();
        let ty = match result {
            Some(result) => result.fn_type(&types, false),
            None => module.get_context().void_type().fn_type(&types, false),
        };
        module.add_function(name, ty, None)
    })
}

fn type_of<'ctx>(value: &BasicMetadataValueEnum<'ctx>) -> BasicMetadataTypeEnum<'ctx> {
    match value {
        BasicMetadataValueEnum::FloatValue(value) => value.get_type().into(),
        BasicMetadataValueEnum::IntValue(value) => value.get_type().into(),
        _ => unreachable!("invariant: probes take integers and floats only"),
    }
}

/// Loops without a probe of their own must end too: jumps back without a condition, and all jumps back in functions
/// out of scope.
fn tick_loops(module: &Module<'_>, probed: &[FunctionValue<'_>]) -> Result<(), BuilderError> {
    for function in module.get_functions() {
        let has_probes = probed.contains(&function);
        for end in ends_of_loops(function) {
            if !(has_probes && lower::is_conditional(end)) {
                let builder = lower::builder_before(module.get_context(), end);
                builder.build_direct_call(declared(module, "lydian_tick", &[], None), &[], "")?;
            }
        }
    }
    Ok(())
}

/// Terminators that lead to their own block or an earlier one; every cycle has one.
fn ends_of_loops(function: FunctionValue<'_>) -> Vec<InstructionValue<'_>> {
    let blocks = function.get_basic_blocks();
    let ends = blocks
        .iter()
        .enumerate()
        .filter_map(|(place, block)| Some((place, block.get_terminator()?)));
    let leads_back = |place: usize, end| {
        let targets = raw::successors(end);
        targets.iter().any(|target| blocks[..=place].contains(target))
    };
    ends.filter(|(place, end)| leads_back(*place, *end))
        .map(|(_, end)| end)
        .collect()
}
