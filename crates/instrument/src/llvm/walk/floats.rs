//! Floats: IEEE arithmetic, rounded to nearest; a NaN may be any NaN wherever its bits are looked at.

use bits::{FloatFormat, Rounding, Term};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValue, BasicValueEnum, FloatValue, InstructionOpcode, InstructionValue};

use super::super::raw;
use super::super::sites::float_relations;
use super::meaning::WalkValue;
use super::{Walk, tables};
use crate::branch::Relations;

const NEAREST: Rounding = Rounding::NearestEven;

/// The format of floats of a type; none for those that are not words.
pub(super) fn format(ty: BasicTypeEnum<'_>) -> Option<FloatFormat> {
    match ty {
        BasicTypeEnum::FloatType(ty) if ty.get_bit_width() == 32 => Some(FloatFormat::BINARY32),
        BasicTypeEnum::FloatType(ty) if ty.get_bit_width() == 64 => Some(FloatFormat::BINARY64),
        _ => None,
    }
}

impl<'ctx> Walk<'ctx, '_> {
    /// The bits of a constant; those of a NaN are any.
    pub(super) fn float_constant(&mut self, value: FloatValue<'ctx>) -> Option<Term> {
        let format = format(value.get_type().into())?;
        let (number, _) = raw::float_constant(value)?;
        if number.is_nan() {
            let (nan, other) = (self.pool.constant(format.nan()), self.unknown(format.width()));
            return Some(self.pool.any_nan(format, nan, other));
        }
        tables::float_word(value, format.width()).map(|word| self.pool.constant(word))
    }

    /// The bits of a float that was computed: where it is NaN, they may be those of any.
    pub(super) fn any_nan_of(&mut self, value: BasicValueEnum<'ctx>, word: Term) -> Term {
        match format(value.get_type()) {
            Some(format) if value.as_instruction_value().is_some() => {
                let other = self.unknown(format.width());
                self.pool.any_nan(format, word, other)
            }
            _ => word,
        }
    }

    /// The format of an operand.
    fn operand_format(&self, at: InstructionValue<'ctx>, index: u32) -> Option<FloatFormat> {
        format(raw::operand(at, index)?.get_type())
    }

    /// Arithmetic and conversions of floats.
    pub(super) fn operate_floats(&mut self, at: InstructionValue<'ctx>) -> Option<Term> {
        use InstructionOpcode as Op;
        let to = format(BasicTypeEnum::try_from(at.get_type()).ok()?)?;
        let a = self.word(at, 0)?;
        let made = match at.get_opcode() {
            Op::FNeg => self.pool.float_negate(to, a),
            Op::SIToFP => self.pool.float_from_signed(to, NEAREST, a),
            Op::UIToFP => self.pool.float_from_unsigned(to, NEAREST, a),
            Op::FPTrunc | Op::FPExt => {
                let from = self.operand_format(at, 0)?;
                self.pool.float_convert(from, to, NEAREST, a)
            }
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv => self.arithmetic(at, to, a)?,
            _ => return None,
        };
        Some(made)
    }

    fn arithmetic(&mut self, at: InstructionValue<'ctx>, format: FloatFormat, a: Term) -> Option<Term> {
        use InstructionOpcode as Op;
        let b = self.word(at, 1)?;
        let pool = &mut self.pool;
        Some(match at.get_opcode() {
            Op::FAdd => pool.float_add(format, NEAREST, a, b),
            Op::FSub => pool.float_subtract(format, NEAREST, a, b),
            Op::FMul => pool.float_multiply(format, NEAREST, a, b),
            _ => pool.float_divide(format, NEAREST, a, b),
        })
    }

    /// A comparison: whether one of its relations holds.
    pub(super) fn compare_floats(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let format = self.operand_format(at, 0)?;
        let (a, b) = (self.word(at, 0)?, self.word(at, 1)?);
        let relations = float_relations(at.get_fcmp_predicate()?).0;
        let pool = &mut self.pool;
        let nan = (pool.is_nan(format, a), pool.is_nan(format, b));
        let unordered = pool.or(nan.0, nan.1);
        // One comparison where there is one: an alternative says less about ranges.
        let ordered = match relations & !UNORDERED {
            0 => pool.truth(false),
            EQUAL => pool.float_equal(format, a, b),
            GREATER => pool.float_less(format, b, a),
            LESS => pool.float_less(format, a, b),
            EQUAL_OR_GREATER => pool.float_at_most(format, b, a),
            EQUAL_OR_LESS => pool.float_at_most(format, a, b),
            APART => {
                let (less, greater) = (pool.float_less(format, a, b), pool.float_less(format, b, a));
                pool.or(less, greater)
            }
            _ => pool.not(unordered),
        };
        let holds = match relations & UNORDERED {
            0 => ordered,
            _ => pool.or(ordered, unordered),
        };
        Some(WalkValue::Word(self.pool.bit_of(holds)))
    }
}

/// The relations of two floats, as [`crate::branch::Relations`] has them.
const EQUAL: u8 = Relations::EQUAL;
const GREATER: u8 = Relations::GREATER;
const LESS: u8 = Relations::LESS;
const UNORDERED: u8 = Relations::UNORDERED;
const EQUAL_OR_GREATER: u8 = EQUAL | GREATER;
const EQUAL_OR_LESS: u8 = EQUAL | LESS;
const APART: u8 = LESS | GREATER;
