//! Addresses that are computed: what they are counted from, and by how many bytes, as a term.
//!
//! The machine counts addresses modulo 2⁶⁴, and so do the terms. A read or a write by such an address is about one of few
//! elements of a variable: what is read is a choice between them, and what is written changes one. Nothing is claimed about
//! code that may write outside of what the address is counted from.

use bits::{BitEffort, Term};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, GlobalValue, InstructionOpcode, InstructionValue, PointerValue};

use super::super::admit::ProofRefusal;
use super::super::{address, fresh, raw};
use super::meaning::WalkValue;
use super::{Walk, is_impossible_within, refusal};

/// Bits of an address.
const WIDTH: u32 = 64;

/// Elements between which a computed address may choose. Each costs a comparison and a choice for every access.
const MOST_ELEMENTS: u64 = 64;

/// What the question may cost whether a write stays inside.
const INSIDE_EFFORT: BitEffort = BitEffort {
    conflicts: 1000,
    gates: 100_000,
    ticks: 5_000_000,
};

/// What an address is counted from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WalkBase<'ctx> {
    /// A local variable.
    Local(InstructionValue<'ctx>),
    /// What an argument of the function points to.
    Argument(u32),
    /// A variable of the module.
    Global(GlobalValue<'ctx>),
}

/// An address.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct WalkAddress<'ctx> {
    /// What it is counted from.
    pub base: WalkBase<'ctx>,
    /// Bytes from there, modulo 2⁶⁴.
    pub offset: Term,
    /// A power of two that divides them.
    pub step: u64,
}

/// What divides every number of bytes that is 0: the greatest power of two that matters.
const WIDEST_STEP: u64 = 16;

impl<'ctx> Walk<'ctx, '_> {
    /// The address of a variable or an argument itself.
    pub(super) fn base_address(&mut self, pointer: PointerValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let base = match pointer.as_instruction() {
            Some(made) if made.get_opcode() == InstructionOpcode::Alloca => WalkBase::Local(made),
            Some(_) => return None,
            None => match raw::as_global(pointer) {
                Some(global) => WalkBase::Global(global),
                None => WalkBase::Argument(raw::argument(&pointer)?.1),
            },
        };
        Some(WalkValue::Address(WalkAddress {
            base,
            offset: self.pool.number(WIDTH, 0),
            step: WIDEST_STEP,
        }))
    }

    /// An address that is counted from another one.
    pub(super) fn count_address(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let WalkValue::Address(mut address) = self.operand(at, 0) else {
            return None;
        };
        let mut ty = at.get_gep_source_element_type().ok()?;
        self.step_by(&mut address, at, 1, self.data.get_abi_size(&ty))?;
        for place in 2..at.get_num_operands() {
            match ty {
                BasicTypeEnum::StructType(fields) => {
                    let Some(BasicValueEnum::IntValue(number)) = raw::operand(at, place) else {
                        return None;
                    };
                    let field = u32::try_from(number.get_zero_extended_constant()?).ok()?;
                    let bytes = self.data.offset_of_element(&fields, field)?;
                    self.add_bytes(&mut address, bytes);
                    ty = fields.get_field_type_at_index(field)?;
                }
                BasicTypeEnum::ArrayType(array) => {
                    ty = array.get_element_type();
                    self.step_by(&mut address, at, place, self.data.get_abi_size(&ty))?;
                }
                _ => return None,
            }
        }
        Some(WalkValue::Address(address))
    }

    /// Adds an index times a size.
    fn step_by(
        &mut self,
        address: &mut WalkAddress<'ctx>,
        at: InstructionValue<'ctx>,
        place: u32,
        size: u64,
    ) -> Option<()> {
        let index = self.word(at, place)?;
        let width = self.pool.width(index);
        let index = match width {
            0..WIDTH => self.pool.extend_sign(index, WIDTH - width),
            WIDTH => index,
            _ => return None,
        };
        let size_term = self.pool.number(WIDTH, i128::from(size));
        let bytes = self.pool.multiply(index, size_term);
        address.offset = self.pool.add(address.offset, bytes);
        let is_zero = self.pool.value(bytes).is_some_and(|bytes| bytes.to_u128() == Some(0));
        if !is_zero {
            address.step = address.step.min(power_in(size));
        }
        Some(())
    }

    fn add_bytes(&mut self, address: &mut WalkAddress<'ctx>, bytes: u64) {
        let term = self.pool.number(WIDTH, i128::from(bytes));
        address.offset = self.pool.add(address.offset, term);
        address.step = address.step.min(power_in(bytes));
    }

    /// The number of bytes of an address, where it is a constant.
    pub(super) fn constant_offset(&self, address: &WalkAddress<'ctx>) -> Option<i64> {
        let word = self.pool.value(address.offset)?.to_u128()?;
        Some(word as u64 as i64)
    }

    /// The bytes of what an address is counted from.
    fn whole(&self, base: WalkBase<'ctx>) -> Option<u64> {
        match base {
            WalkBase::Local(variable) => fresh::size_of(self.data, variable),
            WalkBase::Argument(number) => self.sizes.get(number as usize).copied().flatten(),
            WalkBase::Global(global) => address::global_size(self.data, global).map(std::num::NonZeroU64::get),
        }
    }

    /// The places at which some bytes may stand; none if they are too many, or may overlap.
    fn elements(&self, address: &WalkAddress<'ctx>, size: u64) -> Option<impl Iterator<Item = u64> + use<>> {
        let count = self.whole(address.base)?.checked_div(size)?;
        let is_aligned = size.is_power_of_two() && address.step >= size;
        (count <= MOST_ELEMENTS && is_aligned).then_some((0..count).map(move |number| number * size))
    }

    fn is_at(&mut self, address: &WalkAddress<'ctx>, place: u64) -> Term {
        let place = self.pool.number(WIDTH, i128::from(place));
        self.pool.equal(address.offset, place)
    }

    /// What stands at an address: one of the elements, or anything where the address is outside.
    pub(super) fn read_at(&mut self, address: &WalkAddress<'ctx>, width: u32) -> Option<Term> {
        if let Some(offset) = self.constant_offset(address) {
            return self.element(address.base, offset, width);
        }
        let places = self.elements(address, u64::from(width / 8))?;
        let mut read = self.unknown(width);
        for place in places {
            if let Some(word) = self.element(address.base, place as i64, width) {
                let is_here = self.is_at(address, place);
                read = self.pool.choose(is_here, word, read);
            }
        }
        Some(read)
    }

    /// What stands at a known place, if anything is known of it.
    fn element(&mut self, base: WalkBase<'ctx>, offset: i64, width: u32) -> Option<Term> {
        match base {
            WalkBase::Local(variable) => {
                let memory = std::mem::take(&mut self.memory);
                let offset = u64::try_from(offset).ok();
                let word =
                    offset.and_then(|offset| memory.read(&mut self.pool, variable, offset, u64::from(width / 8)));
                self.memory = memory;
                word
            }
            WalkBase::Argument(number) => self.behind(number, offset.into(), width),
            WalkBase::Global(table) => self.of_table(table, offset, width),
        }
    }

    /// Writes a word at an address, or forgets what stands there where it is no word.
    pub(super) fn write_at(
        &mut self,
        address: &WalkAddress<'ctx>,
        word: Option<Term>,
        size: u64,
    ) -> Result<(), ProofRefusal> {
        let whole = self.whole(address.base);
        let last = whole.and_then(|whole| whole.checked_sub(size));
        let Some(last) = last else {
            return Err(outside());
        };
        if let Some(offset) = self.constant_offset(address) {
            let offset = u64::try_from(offset).ok().filter(|offset| *offset <= last);
            let offset = offset.ok_or_else(outside)?;
            self.write_element(address.base, offset, word, size);
            return Ok(());
        }
        self.stays_inside(address, last)?;
        self.write_one_of(address, word, size);
        Ok(())
    }

    /// Whether an address is at most this many bytes from its beginning, by whatever way it was reached.
    fn stays_inside(&mut self, address: &WalkAddress<'ctx>, last: u64) -> Result<(), ProofRefusal> {
        let last = self.pool.number(WIDTH, i128::from(last));
        let is_outside = self.pool.less_unsigned(last, address.offset);
        let reached = self.pool.and(self.path, is_outside);
        match is_impossible_within(&self.pool, reached, INSIDE_EFFORT) {
            true => Ok(()),
            false => Err(outside()),
        }
    }

    fn write_element(&mut self, base: WalkBase<'ctx>, offset: u64, word: Option<Term>, size: u64) {
        let WalkBase::Local(variable) = base else {
            return;
        };
        match word {
            Some(word) => self.memory.write(&mut self.pool, variable, offset, word),
            None => self.memory.forget(&mut self.pool, variable, offset, size),
        }
    }

    /// One of the elements changes; the others stay what they are.
    fn write_one_of(&mut self, address: &WalkAddress<'ctx>, word: Option<Term>, size: u64) {
        let WalkBase::Local(variable) = address.base else {
            return;
        };
        let (Some(word), Some(places)) = (word, self.elements(address, size)) else {
            let whole = self.whole(address.base).unwrap_or(u64::MAX / 2);
            self.memory.forget(&mut self.pool, variable, 0, whole);
            return;
        };
        for place in places {
            let made = self.element(address.base, place as i64, 8 * size as u32).map(|old| {
                let is_here = self.is_at(address, place);
                self.pool.choose(is_here, word, old)
            });
            self.write_element(address.base, place, made, size);
        }
    }
}

/// The greatest power of two that divides a number of bytes.
fn power_in(bytes: u64) -> u64 {
    match bytes {
        0 => WIDEST_STEP,
        _ => 1 << bytes.trailing_zeros().min(WIDEST_STEP.trailing_zeros()),
    }
}

fn outside() -> ProofRefusal {
    refusal("a write that may be outside of its variable".into())
}
