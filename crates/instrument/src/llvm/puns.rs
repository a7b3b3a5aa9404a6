//! Memory that is written as a float and read as an integer: the bits of a NaN would be seen.
//!
//! Where variables are values, such casts are instructions, and the bits of a NaN are unknown. What stays in memory must not
//! be seen both ways, in whatever function, and also not by way of a copy: what was written as a float is a float wherever
//! it is copied to.

use std::collections::HashSet;

use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue};

use super::admit::{ProofRefusal, refusal};
use super::defined::instructions_of;
use super::lower::int_operand;
use super::{address, fresh, raw};

/// Looks at all functions together: one of them may write what another one reads.
pub(super) fn check(data: &TargetData, functions: &[FunctionValue<'_>]) -> Result<(), ProofRefusal> {
    let all: Vec<InstructionValue<'_>> = functions.iter().copied().flat_map(instructions_of).collect();
    let copies: Vec<MemoryCopy<'_>> = all.iter().filter_map(|at| MemoryCopy::of(data, *at)).collect();
    let mut known = HashSet::new();
    let mut accesses: Vec<MemoryAccess<'_>> = Vec::new();
    let mut waiting: Vec<MemoryAccess<'_>> = all.iter().flat_map(|at| MemoryAccess::of(data, *at)).collect();
    waiting.reverse();
    while let Some(access) = waiting.pop() {
        if !known.insert((access.base, access.offset, access.is_float, access.is_write)) {
            continue;
        }
        if accesses.iter().any(|other| access.sees_bits_of(other)) {
            return Err(refusal(access.at, "memory that holds floats and other things".into()));
        }
        if accesses.len() >= MOST_ACCESSES {
            return Err(refusal(access.at, "more accesses of memory than are looked at".into()));
        }
        waiting.extend(copies.iter().filter_map(|copy| copy.hands_on(&access)));
        accesses.push(access);
    }
    Ok(())
}

/// Accesses that are compared with each other.
const MOST_ACCESSES: usize = 20_000;

/// A read or a write of a number.
#[derive(Clone)]
struct MemoryAccess<'ctx> {
    at: InstructionValue<'ctx>,
    /// The variable, the argument, or whatever else the address is counted from.
    base: PointerValue<'ctx>,
    /// Bytes from there, where that is known.
    offset: Option<i128>,
    is_local: bool,
    is_float: bool,
    is_write: bool,
}

/// No number is longer.
const LONGEST: i128 = 16;

impl<'ctx> MemoryAccess<'ctx> {
    /// The numbers that an instruction reads or writes: several where it is a whole structure.
    fn of(data: &TargetData, at: InstructionValue<'ctx>) -> Vec<MemoryAccess<'ctx>> {
        let is_write = at.get_opcode() == InstructionOpcode::Store;
        let accessed = match at.get_opcode() {
            InstructionOpcode::Store => raw::operand(at, 1).zip(raw::operand(at, 0).map(|value| value.get_type())),
            InstructionOpcode::Load => raw::operand(at, 0).zip(BasicTypeEnum::try_from(at.get_type()).ok()),
            _ => None,
        };
        let Some((BasicValueEnum::PointerValue(pointer), ty)) = accessed else {
            return Vec::new();
        };
        let Some(base) = address::root(pointer) else {
            return Vec::new();
        };
        let offset = address::of(data, pointer).map(|address| address.offset);
        let mut numbers = Vec::new();
        fresh::numbers_of(data, ty, 0, &mut |inner, ty| {
            numbers.push(MemoryAccess {
                at,
                base,
                offset: offset.map(|offset| offset + i128::from(inner)),
                is_local: address::variable(pointer).is_some(),
                // A vector may hold either.
                is_float: matches!(ty, BasicTypeEnum::FloatType(_)),
                is_write,
            });
        });
        numbers
    }

    /// Whether one of two accesses may see the bits of a float that the other deals with. Fields of what is not local are
    /// told apart by their distance.
    fn sees_bits_of(&self, other: &MemoryAccess<'_>) -> bool {
        if self.base != other.base || self.is_float == other.is_float {
            return false;
        }
        let apart = self
            .offset
            .zip(other.offset)
            .is_some_and(|(a, b)| (a - b).abs() >= LONGEST);
        let float_is_written = if self.is_float { self.is_write } else { other.is_write };
        self.is_local || float_is_written && !apart
    }
}

/// Bytes that are copied from one place to another.
struct MemoryCopy<'ctx> {
    at: InstructionValue<'ctx>,
    from: CopyEnd<'ctx>,
    to: CopyEnd<'ctx>,
    size: Option<u64>,
}

/// Where a copy begins or ends.
struct CopyEnd<'ctx> {
    base: PointerValue<'ctx>,
    offset: Option<i128>,
    is_local: bool,
}

impl<'ctx> CopyEnd<'ctx> {
    fn of(data: &TargetData, at: InstructionValue<'ctx>, index: u32) -> Option<Self> {
        let Some(BasicValueEnum::PointerValue(pointer)) = raw::operand(at, index) else {
            return None;
        };
        Some(CopyEnd {
            base: address::root(pointer)?,
            offset: address::of(data, pointer).map(|address| address.offset),
            is_local: address::variable(pointer).is_some(),
        })
    }
}

impl<'ctx> MemoryCopy<'ctx> {
    fn of(data: &TargetData, at: InstructionValue<'ctx>) -> Option<Self> {
        let name = raw::called(at)?;
        let copies = name.starts_with("llvm.memcpy.") || name.starts_with("llvm.memmove.");
        copies.then_some(())?;
        Some(MemoryCopy {
            at,
            from: CopyEnd::of(data, at, 1)?,
            to: CopyEnd::of(data, at, 0)?,
            size: int_operand(at, 2).and_then(IntValue::get_zero_extended_constant),
        })
    }

    /// The write at the other end of the copy, where a float that was written is among what is copied.
    fn hands_on(&self, access: &MemoryAccess<'ctx>) -> Option<MemoryAccess<'ctx>> {
        let is_meant = access.is_float && access.is_write && access.base == self.from.base;
        let inside = access.offset.zip(self.from.offset).map(|(float, from)| float - from);
        let is_copied = match (inside, self.size) {
            (Some(inside), Some(size)) => inside > -LONGEST && inside < i128::from(size),
            _ => true,
        };
        (is_meant && is_copied).then(|| MemoryAccess {
            at: self.at,
            base: self.to.base,
            offset: inside.zip(self.to.offset).map(|(inside, to)| to + inside),
            is_local: self.to.is_local,
            ..access.clone()
        })
    }
}
