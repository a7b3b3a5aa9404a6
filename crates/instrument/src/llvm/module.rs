//! Bitcode in, bitcode and objects out.

use std::path::{Path, PathBuf};

use inkwell::OptimizationLevel;
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module};
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{CodeModel, FileType, InitializationConfig, RelocMode, Target, TargetMachine};
use inkwell::types::BasicTypeEnum;

use super::raw;
use crate::debug::BitcodeSignature;
use crate::trouble::InstrumentTrouble;

/// Turns a message of LLVM or inkwell into trouble.
pub(crate) fn llvm(error: impl std::fmt::Display) -> InstrumentTrouble {
    InstrumentTrouble::Llvm(error.to_string())
}

/// Reads bitcode files and links them to one module.
pub(crate) fn join<'ctx>(context: &'ctx Context, files: &[PathBuf]) -> Result<Module<'ctx>, InstrumentTrouble> {
    let mut modules = files
        .iter()
        .map(|file| Module::parse_bitcode_from_path(file, context).map_err(llvm));
    let first = modules
        .next()
        .ok_or_else(|| InstrumentTrouble::Request("no file is given".to_owned()))??;
    for module in modules {
        first.link_in_module(module?).map_err(llvm)?;
    }
    Ok(first)
}

/// Reads a module from its bytes.
pub(crate) fn read<'ctx>(context: &'ctx Context, bitcode: &[u8]) -> Result<Module<'ctx>, InstrumentTrouble> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(bitcode, "base");
    Module::parse_bitcode_from_buffer(&buffer, context).map_err(llvm)
}

/// Which arguments of the function are pointers.
pub(crate) fn signature(module: &Module<'_>, symbol: &str) -> BitcodeSignature {
    let types = module
        .get_function(symbol)
        .map(|function| function.get_type().get_param_types())
        .unwrap_or_default();
    let pointers = types
        .iter()
        .map(|ty| BasicTypeEnum::try_from(*ty).is_ok_and(|ty| ty.is_pointer_type()))
        .collect();
    BitcodeSignature { pointers }
}

/// Makes a function visible, and callable under another name.
pub(crate) fn expose(module: &Module<'_>, symbol: &str, name: &str) {
    if let Some(function) = module.get_function(symbol) {
        function.set_linkage(Linkage::External);
        raw::add_alias(module, function, name);
    }
}

/// The machine that Lydian itself runs on, at the baseline of its processor family.
pub(crate) fn machine(module: &Module<'_>) -> Result<TargetMachine, InstrumentTrouble> {
    raw::end_decently();
    Target::initialize_native(&InitializationConfig::default()).map_err(llvm)?;
    let triple = module.get_triple();
    let target = Target::from_triple(&triple).map_err(llvm)?;
    let (level, reloc, model) = (OptimizationLevel::Less, RelocMode::PIC, CodeModel::Default);
    let machine = target.create_target_machine(&triple, "x86-64", "", level, reloc, model);
    machine.ok_or_else(|| InstrumentTrouble::Llvm(format!("no code generator for {triple}")))
}

/// Runs passes over a module.
pub(crate) fn run_passes(module: &Module<'_>, passes: &str) -> Result<(), InstrumentTrouble> {
    module
        .run_passes(passes, &machine(module)?, PassBuilderOptions::create())
        .map_err(llvm)
}

/// Writes the code of a module.
pub(crate) fn write_object(module: &Module<'_>, path: &Path) -> Result<(), InstrumentTrouble> {
    machine(module)?
        .write_to_file(module, FileType::Object, path)
        .map_err(llvm)
}
