//! What a code generator computes itself, because it knows all that it is made of.
//!
//! Literals are one thing: the compiler has decided what is made of them. But once variables have become values, much more is
//! made of constants than the source shows: `int n = 40; x << (n + 1)`, or `(double)n - (double)n`. Memory does not help:
//! what was just written to a place is known where it is read again.

use std::collections::HashSet;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{
    BasicValue, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};

use super::defined::instructions_of;
use super::lower::int_operand;
use super::{address, raw};

/// What a code generator may know of a function: constants, and whatever is made of constants alone.
pub(super) struct KnownValues<'ctx> {
    made: HashSet<InstructionValue<'ctx>>,
    /// Places that hold such values somewhere in a block. Code generators look at one block at a time.
    written: HashSet<(BasicBlock<'ctx>, PointerValue<'ctx>)>,
}

impl<'ctx> KnownValues<'ctx> {
    /// Looks at a function.
    pub fn of(function: FunctionValue<'ctx>) -> Self {
        let all = instructions_of(function);
        let mut known = KnownValues {
            made: HashSet::new(),
            written: HashSet::new(),
        };
        loop {
            let before = (known.made.len(), known.written.len());
            all.iter().for_each(|at| known.look(*at));
            if before == (known.made.len(), known.written.len()) {
                return known;
            }
        }
    }

    fn look(&mut self, at: InstructionValue<'ctx>) {
        if let Some(place) = self.known_write(at) {
            self.written.insert(place);
        }
        let is_known = match place(at, InstructionOpcode::Load, 0) {
            Some(place) => self.written.contains(&place),
            None => is_folded(at) && self.has_operands_of(at),
        };
        if is_known {
            self.made.insert(at);
        }
    }

    /// The place to which an instruction writes what is known, or bytes of which that is not asked.
    fn known_write(&self, at: InstructionValue<'ctx>) -> Option<(BasicBlock<'ctx>, PointerValue<'ctx>)> {
        let is_known = raw::operand(at, 0).is_some_and(|value| self.has(value));
        let by_call = || {
            let name = raw::called(at)?;
            let fills = ["llvm.memset.", "llvm.memcpy.", "llvm.memmove."];
            let fills = fills.iter().any(|prefix| name.starts_with(prefix));
            fills.then(|| place(at, InstructionOpcode::Call, 0))?
        };
        place(at, InstructionOpcode::Store, 1)
            .filter(|_| is_known)
            .or_else(by_call)
    }

    fn has_operands_of(&self, at: InstructionValue<'ctx>) -> bool {
        let mut operands = (0..at.get_num_operands()).map(|index| raw::operand(at, index));
        operands.all(|operand| operand.is_some_and(|operand| self.has(operand)))
    }

    fn has(&self, value: BasicValueEnum<'ctx>) -> bool {
        is_constant(value)
            || value
                .as_instruction_value()
                .is_some_and(|made| self.made.contains(&made))
    }

    /// Whether an instruction computes with floats that are all known. (The compiler leaves no such operation on literals.)
    pub fn is_float_operation(&self, at: InstructionValue<'ctx>) -> bool {
        let is_known =
            |index| matches!(raw::operand(at, index), Some(x @ BasicValueEnum::FloatValue(_)) if self.has(x));
        float_operands(at).is_some_and(|count| (0..count).all(is_known))
    }

    /// The amount of a shift, where it is known and no constant below the width.
    pub fn great_amount(&self, at: InstructionValue<'ctx>) -> Option<IntValue<'ctx>> {
        use InstructionOpcode as Op;
        let is_shift = matches!(at.get_opcode(), Op::Shl | Op::LShr | Op::AShr);
        let amount = int_operand(at, 1).filter(|_| is_shift)?;
        let width = u64::from(amount.get_type().get_bit_width());
        let is_small = amount.get_zero_extended_constant().is_some_and(|amount| amount < width);
        (width <= 64 && !is_small && self.has(amount.into())).then_some(amount)
    }
}

/// What a pointer of an instruction of some kind is counted from, in the block of the instruction.
fn place<'ctx>(
    at: InstructionValue<'ctx>,
    opcode: InstructionOpcode,
    index: u32,
) -> Option<(BasicBlock<'ctx>, PointerValue<'ctx>)> {
    match raw::operand(at, index) {
        Some(BasicValueEnum::PointerValue(pointer)) if at.get_opcode() == opcode => {
            Some((at.get_parent()?, address::root(pointer)?))
        }
        _ => None,
    }
}

/// The operand of an operation on floats that lets a code generator leave the operation out: x + 0, x − 0, x·1, x/1 become x,
/// and 0 − x, x·(−1), x/(−1) become −x. Of a NaN the machine keeps the sign in all of them, and makes it a quiet one.
pub(super) fn idle_operand(at: InstructionValue<'_>) -> Option<u32> {
    use InstructionOpcode as Op;
    let (magnitude, operands) = match at.get_opcode() {
        Op::FAdd | Op::FSub => (0.0, 0..2),
        Op::FMul => (1.0, 0..2),
        Op::FDiv => (1.0, 1..2),
        _ => return None,
    };
    operands.into_iter().find(|&index| match raw::operand(at, index) {
        Some(BasicValueEnum::FloatValue(x)) => raw::float_constant(x).is_some_and(|(x, _)| x.abs() == magnitude),
        _ => false,
    })
}

/// How many floats an operation computes with.
fn float_operands(at: InstructionValue<'_>) -> Option<u32> {
    use InstructionOpcode as Op;
    match at.get_opcode() {
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => Some(2),
        Op::FPTrunc | Op::FPExt | Op::FPToSI | Op::FPToUI => Some(1),
        _ => None,
    }
}

/// Whether a code generator would compute an instruction itself, if it knew the operands. Operations on floats are not
/// among them, since one of their operands is going to be hidden.
fn is_folded(at: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Op;
    let reads = matches!(
        at.get_opcode(),
        Op::Load | Op::Alloca | Op::AtomicRMW | Op::AtomicCmpXchg | Op::VAArg
    );
    let calls = matches!(at.get_opcode(), Op::Call | Op::Invoke | Op::CallBr | Op::LandingPad);
    !reads && !calls && float_operands(at).is_none()
}

fn is_constant(value: BasicValueEnum<'_>) -> bool {
    match value {
        BasicValueEnum::IntValue(value) => value.is_const(),
        BasicValueEnum::FloatValue(value) => value.is_const(),
        BasicValueEnum::PointerValue(value) => value.is_const(),
        BasicValueEnum::VectorValue(value) => value.is_const(),
        BasicValueEnum::ArrayValue(value) => value.is_const(),
        BasicValueEnum::StructValue(value) => value.is_const(),
        BasicValueEnum::ScalableVectorValue(_) => false,
    }
}
