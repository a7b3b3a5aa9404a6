//! What each instruction means: a word for its result. What has no row here gives any word.

use bits::{Term, TermPool};
use inkwell::IntPredicate;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{AnyValue, BasicValue, BasicValueEnum, InstructionOpcode, InstructionValue, IntValue};

use super::super::admit::ProofRefusal;
use super::super::{address, raw};
use super::places::WalkAddress;
use super::{Walk, refusal};

/// What a value of the code is.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WalkValue<'ctx> {
    /// The bits of an integer, or of a float of 32 or 64 bits.
    Word(Term),
    /// The parts of a structure.
    Fields(Vec<WalkValue<'ctx>>),
    /// Where something stands.
    Address(WalkAddress<'ctx>),
    /// Something of which nothing is said, such as a float of another format.
    Unknown,
}

/// The bits of a type that is a word.
pub(super) fn width(ty: BasicTypeEnum<'_>) -> Option<u32> {
    match ty {
        BasicTypeEnum::IntType(ty) => Some(ty.get_bit_width()),
        BasicTypeEnum::FloatType(ty) => Some(ty.get_bit_width()).filter(|width| [32, 64].contains(width)),
        _ => None,
    }
}

/// An operation on two words.
type WordOperation = fn(&mut TermPool, Term, Term) -> Term;

/// Operations on integers; amounts of shifts are below the width ([`super::super::defined`]).
const INTEGERS: [(InstructionOpcode, WordOperation); 13] = [
    (InstructionOpcode::Add, TermPool::add),
    (InstructionOpcode::Sub, TermPool::subtract),
    (InstructionOpcode::Mul, TermPool::multiply),
    (InstructionOpcode::UDiv, TermPool::divide_unsigned),
    (InstructionOpcode::SDiv, TermPool::divide_signed),
    (InstructionOpcode::URem, TermPool::remainder_unsigned),
    (InstructionOpcode::SRem, TermPool::remainder_signed),
    (InstructionOpcode::Shl, TermPool::shift_left),
    (InstructionOpcode::LShr, TermPool::shift_right),
    (InstructionOpcode::AShr, TermPool::shift_right_signed),
    (InstructionOpcode::And, TermPool::and),
    (InstructionOpcode::Or, TermPool::or),
    (InstructionOpcode::Xor, TermPool::xor),
];

impl<'ctx> Walk<'ctx, '_> {
    /// Walks through an instruction that does not end its block.
    pub(super) fn execute(&mut self, at: InstructionValue<'ctx>) -> Result<(), ProofRefusal> {
        use InstructionOpcode as Op;
        let made = match at.get_opcode() {
            Op::Store => return self.store(at),
            Op::Call => self.call(at)?,
            Op::Load => self.load(at),
            Op::ICmp => self.compare_integers(at),
            Op::FCmp => self.compare_floats(at),
            Op::Select => self.select(at),
            Op::ExtractValue => self.extract(at),
            Op::GetElementPtr => self.count_address(at),
            Op::Trunc | Op::ZExt | Op::SExt | Op::BitCast => self.convert(at),
            _ => self.operate(at),
        };
        let value = made.or_else(|| self.anything(at));
        if let Some(value) = value {
            self.values.insert(at, value);
        }
        Ok(())
    }

    /// Any value of the type of an instruction; none where it has no result.
    pub(super) fn anything(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let ty = BasicTypeEnum::try_from(at.get_type()).ok()?;
        Some(width(ty).map_or(WalkValue::Unknown, |width| WalkValue::Word(self.unknown(width))))
    }

    /// A word of which nothing is known.
    pub(super) fn unknown(&mut self, width: u32) -> Term {
        let number = self.pool.variables().len();
        self.pool.word(&format!("any{number}"), width)
    }

    /// A truth value of which nothing is known.
    pub(super) fn unknown_truth(&mut self) -> Term {
        let bit = self.unknown(1);
        self.pool.is_set(bit, 0)
    }

    /// What an operand is.
    pub(super) fn operand(&mut self, at: InstructionValue<'ctx>, index: u32) -> WalkValue<'ctx> {
        raw::operand(at, index).map_or(WalkValue::Unknown, |value| self.value(value))
    }

    /// The word that an operand is.
    pub(super) fn word(&mut self, at: InstructionValue<'ctx>, index: u32) -> Option<Term> {
        match self.operand(at, index) {
            WalkValue::Word(word) => Some(word),
            _ => None,
        }
    }

    /// What a value is: a constant, an argument, or the result of an instruction.
    pub(super) fn value(&mut self, value: BasicValueEnum<'ctx>) -> WalkValue<'ctx> {
        if let Some(word) = self.constant(value) {
            return WalkValue::Word(word);
        }
        if let BasicValueEnum::PointerValue(pointer) = value
            && let Some(address) = self.base_address(pointer)
        {
            return address;
        }
        let known = match value.as_instruction_value() {
            Some(made) => self.values.get(&made),
            None => self.arguments.get(&value),
        };
        match (known, width(value.get_type())) {
            (Some(known), _) => known.clone(),
            (None, Some(width)) => WalkValue::Word(self.unknown(width)),
            (None, None) => WalkValue::Unknown,
        }
    }

    fn constant(&mut self, value: BasicValueEnum<'ctx>) -> Option<Term> {
        match value {
            BasicValueEnum::IntValue(integer) if integer.is_constant_int() => {
                let number = integer_constant(integer)?;
                Some(self.pool.number(integer.get_type().get_bit_width(), number))
            }
            BasicValueEnum::FloatValue(float) => self.float_constant(float),
            _ => None,
        }
    }

    /// Whether a word of one bit is set; anything where there is no word.
    pub(super) fn truth_of(&mut self, value: WalkValue<'ctx>) -> Term {
        match value {
            WalkValue::Word(word) => self.pool.is_set(word, 0),
            _ => self.unknown_truth(),
        }
    }

    /// One of two values.
    pub(super) fn choose(
        &mut self,
        is_first: Term,
        first: &WalkValue<'ctx>,
        second: &WalkValue<'ctx>,
    ) -> WalkValue<'ctx> {
        match (first, second) {
            (WalkValue::Word(a), WalkValue::Word(b)) if self.pool.sort(*a) == self.pool.sort(*b) => {
                WalkValue::Word(self.pool.choose(is_first, *a, *b))
            }
            (WalkValue::Address(a), WalkValue::Address(b)) if a == b => WalkValue::Address(*a),
            (WalkValue::Fields(a), WalkValue::Fields(b)) if a.len() == b.len() => {
                let fields = a.iter().zip(b).map(|(a, b)| self.choose(is_first, a, b));
                WalkValue::Fields(fields.collect())
            }
            _ => WalkValue::Unknown,
        }
    }

    fn select(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let condition = self.operand(at, 0);
        let condition = self.truth_of(condition);
        let (first, second) = (self.operand(at, 1), self.operand(at, 2));
        Some(self.choose(condition, &first, &second)).filter(|value| *value != WalkValue::Unknown)
    }

    /// A part of a structure.
    fn extract(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        match (self.operand(at, 0), &raw::indices(at)[..]) {
            (WalkValue::Fields(fields), [index]) => fields.into_iter().nth(*index as usize),
            _ => None,
        }
    }

    fn convert(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let word = self.word(at, 0)?;
        let (from, to) = (
            self.pool.width(word),
            width(BasicTypeEnum::try_from(at.get_type()).ok()?)?,
        );
        let made = match at.get_opcode() {
            InstructionOpcode::Trunc if to < from => self.pool.extract(word, to - 1, 0),
            InstructionOpcode::ZExt if to > from => self.pool.extend_zero(word, to - from),
            InstructionOpcode::SExt if to > from => self.pool.extend_sign(word, to - from),
            InstructionOpcode::BitCast if to == from => word,
            _ => return None,
        };
        Some(WalkValue::Word(made))
    }

    /// Operations on two integers, or on floats.
    fn operate(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let opcode = at.get_opcode();
        let Some((_, operation)) = INTEGERS.iter().find(|(known, _)| *known == opcode) else {
            return self.operate_floats(at).map(WalkValue::Word);
        };
        let (a, b) = (self.word(at, 0)?, self.word(at, 1)?);
        self.survive_division(opcode, a, b);
        Some(WalkValue::Word(operation(&mut self.pool, a, b)))
    }

    /// Where a divisor is zero, or a quotient is too great, the machine stops: nothing goes on behind it.
    fn survive_division(&mut self, opcode: InstructionOpcode, a: Term, b: Term) {
        use InstructionOpcode as Op;
        if !matches!(opcode, Op::UDiv | Op::SDiv | Op::URem | Op::SRem) {
            return;
        }
        let width = self.pool.width(a);
        let zero = self.pool.number(width, 0);
        let some = self.pool.differ(b, zero);
        self.path = self.pool.and(self.path, some);
        if matches!(opcode, Op::SDiv | Op::SRem) {
            let (least, minus_one) = (
                self.pool.constant(bits::BitWord::top(width)),
                self.pool.number(width, -1),
            );
            let (is_least, is_minus_one) = (self.pool.equal(a, least), self.pool.equal(b, minus_one));
            let is_too_great = self.pool.and(is_least, is_minus_one);
            let fits = self.pool.not(is_too_great);
            self.path = self.pool.and(self.path, fits);
        }
    }

    fn compare_integers(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        use IntPredicate as Is;
        let (a, b) = (self.word(at, 0)?, self.word(at, 1)?);
        let pool = &mut self.pool;
        let holds = match at.get_icmp_predicate()? {
            Is::EQ => pool.equal(a, b),
            Is::NE => pool.differ(a, b),
            Is::UGT => pool.less_unsigned(b, a),
            Is::UGE => pool.at_most_unsigned(b, a),
            Is::ULT => pool.less_unsigned(a, b),
            Is::ULE => pool.at_most_unsigned(a, b),
            Is::SGT => pool.less_signed(b, a),
            Is::SGE => pool.at_most_signed(b, a),
            Is::SLT => pool.less_signed(a, b),
            Is::SLE => pool.at_most_signed(a, b),
        };
        Some(WalkValue::Word(pool.bit_of(holds)))
    }

    /// Writes to a local variable are remembered; what is written elsewhere is read as anything.
    fn store(&mut self, at: InstructionValue<'ctx>) -> Result<(), ProofRefusal> {
        let Some(value) = raw::operand(at, 0) else {
            return Err(refusal("a write of nothing".into()));
        };
        let WalkValue::Address(address) = self.operand(at, 1) else {
            return Err(refusal("a write to an address of which nothing is known".into()));
        };
        let size = self.data.get_store_size(&value.get_type());
        let word = match self.value(value) {
            WalkValue::Word(word) if u64::from(self.pool.width(word)) == 8 * size => Some(self.any_nan_of(value, word)),
            _ => None,
        };
        self.write_at(&address, word, size)
    }

    /// The local variable that an address lies in, and the bytes from its beginning.
    pub(super) fn local(
        &self,
        pointer: inkwell::values::PointerValue<'ctx>,
        place: address::Address,
    ) -> Option<(InstructionValue<'ctx>, u64)> {
        let variable = address::variable(pointer)?.as_instruction()?;
        Some((variable, u64::try_from(place.offset).ok()?))
    }

    fn load(&mut self, at: InstructionValue<'ctx>) -> Option<WalkValue<'ctx>> {
        let width = width(BasicTypeEnum::try_from(at.get_type()).ok()?).filter(|width| width % 8 == 0)?;
        if at.get_volatile().unwrap_or(true) {
            return None;
        }
        let WalkValue::Address(address) = self.operand(at, 0) else {
            return None;
        };
        self.read_at(&address, width).map(WalkValue::Word)
    }

    /// What stands behind an argument: the same whenever it is read, as nothing writes there.
    pub(super) fn behind(&mut self, argument: u32, offset: i128, width: u32) -> Option<Term> {
        let known = self.behind.as_ref()?.get(&(argument, offset, width)).copied();
        let is_cut = |(number, other, bits): &(u32, i128, u32)| {
            let end = |at: i128, bits: u32| at + i128::from(bits / 8);
            *number == argument && *other < end(offset, width) && offset < end(*other, *bits)
        };
        // What is read in two ways is any value.
        if known.is_none() && self.behind.as_ref()?.keys().any(is_cut) {
            return None;
        }
        let word = known.unwrap_or_else(|| self.unknown(width));
        if known.is_none() {
            self.behind.as_mut()?.insert((argument, offset, width), word);
            if let Ok(offset) = u64::try_from(offset) {
                self.inputs.push(super::WalkInput {
                    term: word,
                    argument,
                    offset,
                });
            }
        }
        Some(word)
    }
}

/// The number of a constant integer of any width.
pub(super) fn integer_constant(integer: IntValue<'_>) -> Option<i128> {
    if integer.get_type().get_bit_width() <= 64 {
        return integer.get_sign_extended_constant().map(i128::from);
    }
    let text = integer.print_to_string().to_string();
    text.rsplit(' ').next()?.parse().ok()
}
