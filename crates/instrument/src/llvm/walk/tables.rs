//! Constants of the module that stand in memory: tables, and what local arrays begin with.

use bits::{BitWord, Term};
use inkwell::targets::TargetData;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FloatValue, GlobalValue};

use super::super::raw;
use super::Walk;
use super::meaning::{integer_constant, width};

/// Numbers of one table; nothing is known of larger ones.
const MOST_NUMBERS: usize = 4096;

/// The numbers of a table by the bytes from its beginning; none for those whose bits are not known.
pub(super) type TableNumbers = Vec<(u64, Option<BitWord>)>;

impl<'ctx> Walk<'ctx, '_> {
    /// What stands at a place of a constant table.
    pub(super) fn of_table(&mut self, table: GlobalValue<'ctx>, offset: i64, width: u32) -> Option<Term> {
        let offset = u64::try_from(offset).ok()?;
        let numbers = self.numbers(table)?;
        let place = numbers.binary_search_by_key(&offset, |(place, _)| *place).ok()?;
        let word = numbers[place].1.clone().filter(|word| word.width() == width)?;
        Some(self.pool.constant(word))
    }

    /// The numbers of a table; none if it may change, or is too large.
    pub(super) fn numbers(&mut self, table: GlobalValue<'ctx>) -> Option<&TableNumbers> {
        let place = match self.tables.iter().position(|(known, _)| *known == table) {
            Some(place) => place,
            None => {
                self.tables.push((table, read(self.data, table)));
                self.tables.len() - 1
            }
        };
        self.tables[place].1.as_ref()
    }
}

fn read(data: &TargetData, table: GlobalValue<'_>) -> Option<TableNumbers> {
    let is_fixed = table.is_constant() && !table.is_externally_initialized() && !raw::is_replaceable(table);
    let mut numbers = Vec::new();
    flatten(data, table.get_initializer().filter(|_| is_fixed)?, 0, &mut numbers)?;
    Some(numbers)
}

/// The numbers of a constant, which stands at a place, in order.
fn flatten(data: &TargetData, value: BasicValueEnum<'_>, at: u64, into: &mut TableNumbers) -> Option<()> {
    if into.len() >= MOST_NUMBERS {
        return None;
    }
    match value.get_type() {
        BasicTypeEnum::ArrayType(ty) => {
            let size = data.get_abi_size(&ty.get_element_type());
            for number in 0..ty.len() {
                let element = raw::constant_element(value, number)?;
                flatten(data, element, at + size * u64::from(number), into)?;
            }
        }
        BasicTypeEnum::StructType(ty) => {
            for number in 0..ty.count_fields() {
                let element = raw::constant_element(value, number)?;
                flatten(data, element, at + data.offset_of_element(&ty, number)?, into)?;
            }
        }
        ty => {
            let word = width(ty).and_then(|width| word(value, width));
            into.push((at, word));
        }
    }
    Some(())
}

fn word(value: BasicValueEnum<'_>, width: u32) -> Option<BitWord> {
    match value {
        BasicValueEnum::IntValue(integer) if integer.is_constant_int() => {
            Some(BitWord::new(width, integer_constant(integer)?))
        }
        BasicValueEnum::FloatValue(float) => float_word(float, width),
        _ => None,
    }
}

/// The bits of a constant float; not those of a NaN, of which LLVM does not promise any.
pub(super) fn float_word(float: FloatValue<'_>, width: u32) -> Option<BitWord> {
    let (number, is_lost) = raw::float_constant(float)?;
    let word = match width {
        32 => BitWord::from_f32(number as f32),
        _ => BitWord::from_f64(number),
    };
    // Every number of these formats is a double.
    (!is_lost && !number.is_nan()).then_some(word)
}
