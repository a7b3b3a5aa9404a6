//! Notes on instructions about what stands in the source, made before variables become values: afterwards `z - x` with a
//! variable `z` that is 0 looks like `-x`, and conversions come into being that nobody wrote.

use inkwell::module::Module;
use inkwell::values::{InstructionOpcode, InstructionValue, IntValue};

use crate::llvm::defined::instructions;
use crate::llvm::lower::int_operand;

/// What a note says.
#[derive(Clone, Copy)]
pub(super) enum SourceNote {
    /// The source converts to a narrower type.
    Cast,
    /// The source negates, or subtracts from the literal 0.
    Negation,
}

impl SourceNote {
    /// The name of the metadata that stands for it.
    fn name(self) -> &'static str {
        match self {
            SourceNote::Cast => "lydian.cast",
            SourceNote::Negation => "lydian.negation",
        }
    }

    /// Puts the note on an instruction.
    pub fn put(self, at: InstructionValue<'_>) {
        if let Some(block) = at.get_parent() {
            let context = block.get_context();
            // It fails on what is no instruction.
            let _ = at.set_metadata(context.metadata_node(&[]), context.get_kind_id(self.name()));
        }
    }

    /// Whether an instruction has the note.
    pub fn is_on(self, at: InstructionValue<'_>) -> bool {
        let kind = at
            .get_parent()
            .map(|block| block.get_context().get_kind_id(self.name()));
        kind.is_some_and(|kind| at.get_metadata(kind).is_some())
    }
}

/// Notes the negations of the source.
pub(crate) fn note_negations(module: &Module<'_>) {
    let is_zero =
        |at: &InstructionValue<'_>| int_operand(*at, 0).and_then(IntValue::get_zero_extended_constant) == Some(0);
    let differences = instructions(module)
        .into_iter()
        .filter(|at| at.get_opcode() == InstructionOpcode::Sub);
    differences.filter(is_zero).for_each(|at| SourceNote::Negation.put(at));
}
