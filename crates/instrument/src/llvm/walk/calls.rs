//! Calls: markers, conversions, and the functions whose results are known bit by bit. All others give anything.

use bits::{FloatFormat, Rounding, Term};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionOpcode, InstructionValue, PointerValue};

use super::super::admit::ProofRefusal;
use super::super::defined::{CONVERT_SIGNED, CONVERT_UNSIGNED};
use super::super::prove::MARKER;
use super::super::{address, fresh, raw};
use super::floats::format;
use super::meaning::{WalkValue, width};
use super::{Walk, refusal};
use crate::branch::Side;

/// Functions that round to a whole number.
const ROUNDINGS: [(&str, Rounding); 7] = [
    ("floor", Rounding::TowardNegative),
    ("ceil", Rounding::TowardPositive),
    ("trunc", Rounding::TowardZero),
    ("rint", Rounding::NearestEven),
    ("nearbyint", Rounding::NearestEven),
    ("roundeven", Rounding::NearestEven),
    ("round", Rounding::NearestAway),
];

/// Functions of the C library, beside those, whose results are known bit by bit.
const EXACT: [&str; 4] = ["sqrt", "fabs", "copysign", "fma"];

/// Bytes that are copied or set word by word; of more nothing is remembered.
const MOST_BYTES: u64 = 1024;

/// The number of the condition that an instruction announces.
pub(super) fn marker(at: InstructionValue<'_>) -> Option<usize> {
    raw::called(at)?.strip_prefix(MARKER)?.parse().ok()
}

/// Whether a call may write behind one of its pointers.
pub(super) fn writes(at: InstructionValue<'_>) -> bool {
    let is_harmless = |name: String| name.starts_with("llvm.dbg.") || name.starts_with("llvm.assume");
    at.get_opcode() == InstructionOpcode::Call && !raw::called(at).is_some_and(is_harmless)
}

impl<'ctx> Walk<'ctx, '_> {
    /// What a call gives; none where that is anything.
    pub(super) fn call(&mut self, at: InstructionValue<'ctx>) -> Result<Option<WalkValue<'ctx>>, ProofRefusal> {
        let Some(name) = raw::called(at) else {
            return Err(refusal("a call of a function that is not part of its caller".into()));
        };
        if let Some(number) = marker(at) {
            self.mark(at, number);
            return Ok(None);
        }
        let known = match name.strip_prefix("llvm.") {
            Some(intrinsic) => self.intrinsic(at, intrinsic),
            None => self.conversion(at, &name).or_else(|| self.library(at, &name)),
        };
        if known.is_none() {
            self.forget_written(at);
        }
        Ok(known)
    }

    /// A condition is decided: both its sides are reached under their conditions.
    fn mark(&mut self, at: InstructionValue<'ctx>, number: usize) {
        let condition = self.operand(at, 0);
        let condition = self.truth_of(condition);
        let opposite = self.pool.not(condition);
        for (taken, holds) in [(true, condition), (false, opposite)] {
            let side = Side {
                branch: number as u32,
                taken,
            };
            let reached = self.pool.and(self.path, holds);
            if let Some(ways) = self.sides.get_mut(side.index()) {
                ways.push(reached);
            }
        }
    }

    /// What a function writes behind its pointers is anything from then on.
    fn forget_written(&mut self, at: InstructionValue<'ctx>) {
        for index in 0..at.get_num_operands().saturating_sub(1) {
            let pointer = match raw::operand(at, index) {
                Some(BasicValueEnum::PointerValue(pointer)) => pointer,
                Some(BasicValueEnum::IntValue(number)) => match number.as_instruction().and_then(address_of) {
                    Some(pointer) => pointer,
                    None => continue,
                },
                _ => continue,
            };
            self.forget_variable(pointer);
        }
    }

    fn forget_variable(&mut self, pointer: PointerValue<'ctx>) {
        let variable = address::variable(pointer).and_then(PointerValue::as_instruction);
        if let Some(variable) = variable {
            let size = fresh::size_of(self.data, variable).unwrap_or(u64::MAX / 2);
            self.memory.forget(&mut self.pool, variable, 0, size);
        }
    }

    /// A float as an integer, towards zero; what does not fit may be anything.
    fn conversion(&mut self, at: InstructionValue<'ctx>, name: &str) -> Option<WalkValue<'ctx>> {
        let is_signed = match name {
            _ if name.starts_with(CONVERT_SIGNED) => true,
            _ if name.starts_with(CONVERT_UNSIGNED) => false,
            _ => return None,
        };
        let from = format(raw::operand(at, 0)?.get_type())?;
        let (float, width) = (self.word(at, 0)?, self.result_width(at)?);
        let made = match is_signed {
            true => self.pool.float_to_signed(from, Rounding::TowardZero, float, width),
            false => self.pool.float_to_unsigned(from, Rounding::TowardZero, float, width),
        };
        let other = self.unknown(width);
        Some(WalkValue::Word(self.pool.choose(made.fits, made.word, other)))
    }

    /// Functions of the C library whose results IEEE 754 fixes bit by bit, in either format.
    fn library(&mut self, at: InstructionValue<'ctx>, name: &str) -> Option<WalkValue<'ctx>> {
        let known = EXACT.iter().chain(ROUNDINGS.iter().map(|(known, _)| known));
        let verb = known
            .copied()
            .find(|verb| name == *verb || name.strip_suffix('f') == Some(*verb));
        if let Some(verb) = verb {
            return self.float_intrinsic(at, verb).map(WalkValue::Word);
        }
        let format = format(BasicTypeEnum::try_from(at.get_type()).ok()?)?;
        let suffix = if format.width() == 32 { "f" } else { "" };
        self.stated(at, name.strip_suffix(suffix)?, format)
    }

    fn result_width(&self, at: InstructionValue<'ctx>) -> Option<u32> {
        width(BasicTypeEnum::try_from(at.get_type()).ok()?)
    }

    /// An intrinsic of LLVM; its name is followed by its types.
    fn intrinsic(&mut self, at: InstructionValue<'ctx>, name: &str) -> Option<WalkValue<'ctx>> {
        let verb = name.split('.').next()?;
        if name.contains(".with.overflow.") {
            return self.with_overflow(at, verb);
        }
        match verb {
            "assume" => {
                let condition = self.operand(at, 0);
                let holds = self.truth_of(condition);
                self.path = self.pool.and(self.path, holds);
                // It has no result, and writes nothing.
                Some(WalkValue::Unknown)
            }
            "dbg" => Some(WalkValue::Unknown),
            "memset" => self.set_bytes(at),
            "memcpy" | "memmove" => self.copy_bytes(at),
            "abs" | "smin" | "smax" | "umin" | "umax" => self.chosen_integer(at, verb).map(WalkValue::Word),
            "minnum" | "maxnum" => self.least_or_greatest(at, verb),
            _ => self.float_intrinsic(at, verb).map(WalkValue::Word),
        }
    }

    fn least_or_greatest(&mut self, at: InstructionValue<'ctx>, verb: &str) -> Option<WalkValue<'ctx>> {
        let format = format(BasicTypeEnum::try_from(at.get_type()).ok()?)?;
        let verb = if verb == "minnum" { "fmin" } else { "fmax" };
        self.stated(at, verb, format)
    }

    /// The wrapped result, and whether it is not the exact one.
    fn with_overflow(&mut self, at: InstructionValue<'ctx>, verb: &str) -> Option<WalkValue<'ctx>> {
        let (a, b) = (self.word(at, 0)?, self.word(at, 1)?);
        let pool = &mut self.pool;
        let (word, overflows) = match verb {
            "sadd" => (pool.add(a, b), pool.add_overflows_signed(a, b)),
            "ssub" => (pool.subtract(a, b), pool.subtract_overflows_signed(a, b)),
            "smul" => (pool.multiply(a, b), pool.multiply_overflows_signed(a, b)),
            "uadd" => (pool.add(a, b), pool.add_overflows_unsigned(a, b)),
            "usub" => (pool.subtract(a, b), pool.less_unsigned(a, b)),
            "umul" => (pool.multiply(a, b), pool.multiply_overflows_unsigned(a, b)),
            _ => return None,
        };
        let bit = pool.bit_of(overflows);
        Some(WalkValue::Fields(vec![WalkValue::Word(word), WalkValue::Word(bit)]))
    }

    fn chosen_integer(&mut self, at: InstructionValue<'ctx>, verb: &str) -> Option<Term> {
        let a = self.word(at, 0)?;
        let pool = &mut self.pool;
        if verb == "abs" {
            let (zero, negative) = (pool.number(pool.width(a), 0), pool.negate(a));
            let below = pool.less_signed(a, zero);
            return Some(pool.choose(below, negative, a));
        }
        let b = self.word(at, 1)?;
        let pool = &mut self.pool;
        let is_first = match verb {
            "smin" => pool.less_signed(a, b),
            "smax" => pool.less_signed(b, a),
            "umin" => pool.less_unsigned(a, b),
            _ => pool.less_unsigned(b, a),
        };
        Some(pool.choose(is_first, a, b))
    }

    fn float_intrinsic(&mut self, at: InstructionValue<'ctx>, verb: &str) -> Option<Term> {
        let format = format(BasicTypeEnum::try_from(at.get_type()).ok()?)?;
        let a = self.word(at, 0)?;
        if let Some((_, rounding)) = ROUNDINGS.iter().find(|(known, _)| *known == verb) {
            return Some(self.pool.float_integral(format, *rounding, a));
        }
        match verb {
            "fabs" => Some(self.pool.float_abs(format, a)),
            "sqrt" => Some(self.pool.float_square_root(format, Rounding::NearestEven, a)),
            "copysign" => {
                let sign = self.word(at, 1)?;
                Some(self.pool.float_copysign(format, a, sign))
            }
            "fma" => self.fused(at, format, a),
            _ => None,
        }
    }

    fn fused(&mut self, at: InstructionValue<'ctx>, format: FloatFormat, a: Term) -> Option<Term> {
        let (b, c) = (self.word(at, 1)?, self.word(at, 2)?);
        Some(self.pool.float_fma(format, Rounding::NearestEven, [a, b, c]))
    }

    /// Where bytes go: a local variable, from a place in it on, and how many they are.
    fn target(&mut self, at: InstructionValue<'ctx>) -> Option<(InstructionValue<'ctx>, u64, u64)> {
        let size = match raw::operand(at, 2)? {
            BasicValueEnum::IntValue(size) => size.get_zero_extended_constant()?,
            _ => return None,
        };
        let BasicValueEnum::PointerValue(pointer) = raw::operand(at, 0)? else {
            return None;
        };
        let (variable, offset) = self.local(pointer, address::of(self.data, pointer)?)?;
        (size <= MOST_BYTES).then_some((variable, offset, size))
    }

    fn set_bytes(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let (variable, offset, size) = self.target(at)?;
        let byte = self.word(at, 1)?;
        for number in 0..size {
            self.memory.write(&mut self.pool, variable, offset + number, byte);
        }
        Some(WalkValue::Unknown)
    }

    fn copy_bytes(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let (variable, offset, size) = self.target(at)?;
        let BasicValueEnum::PointerValue(from) = raw::operand(at, 1)? else {
            return None;
        };
        if let Some(copied) = self.copy_table(from, (variable, offset, size)) {
            return Some(copied);
        }
        let (source, start) = self.local(from, address::of(self.data, from)?)?;
        let memory = self.memory.clone();
        for number in 0..size {
            match memory.read(&mut self.pool, source, start + number, 1) {
                Some(byte) => self.memory.write(&mut self.pool, variable, offset + number, byte),
                None => self.memory.forget(&mut self.pool, variable, offset + number, 1),
            }
        }
        Some(WalkValue::Unknown)
    }

    /// What a variable begins with is copied from a constant as a whole.
    fn copy_table(
        &mut self,
        from: PointerValue<'ctx>,
        (variable, offset, size): (InstructionValue<'ctx>, u64, u64),
    ) -> Option<WalkValue<'ctx>> {
        let numbers = self.numbers(raw::as_global(from)?)?.clone();
        self.memory.forget(&mut self.pool, variable, offset, size);
        for (at, word) in numbers {
            let word = word.filter(|word| word.width() % 8 == 0 && at + u64::from(word.width() / 8) <= size);
            if let Some(word) = word {
                let term = self.pool.constant(word);
                self.memory.write(&mut self.pool, variable, offset + at, term);
            }
        }
        Some(WalkValue::Unknown)
    }
}

/// The pointer whose address an instruction takes as a number.
fn address_of(at: InstructionValue<'_>) -> Option<PointerValue<'_>> {
    match raw::operand(at, 0)? {
        BasicValueEnum::PointerValue(pointer) if at.get_opcode() == InstructionOpcode::PtrToInt => Some(pointer),
        _ => None,
    }
}
