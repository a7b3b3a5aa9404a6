//! Operations of the code that can go wrong, in one form whatever the instruction is.

use inkwell::basic_block::BasicBlock;
use inkwell::types::AnyTypeEnum;
use inkwell::values::{
    AnyValue, AnyValueEnum, BasicValueEnum, FloatValue, InstructionOpcode, InstructionValue, IntValue,
};

use super::conversion::{self, Conversion};
use super::maths::{self, MathsFunction};
use super::unwritten;
use super::written::{self, SourceNote};
use crate::hazard::OperandKind;
use crate::language::NativeLanguage;
use crate::llvm::lower::int_operand;
use crate::llvm::raw;
use crate::llvm::sites::format_of;

/// What an operation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Add,
    Sub,
    Mul,
    Neg,
    /// `x--` of an unsigned number, which the compiler writes as an addition of the greatest one.
    Decrement,
    Shl,
    /// A shift to the right, with or without the sign.
    Shr,
    Div,
    Rem,
    Abs,
    /// A conversion to a narrower integer that the source asks for.
    Cast,
    /// A conversion between integers that the language makes by itself.
    Convert(Conversion),
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
    FNeg,
    /// A conversion to a narrower float.
    Narrow,
    /// A conversion to an integer of this width.
    ToInteger {
        bits: u32,
        signed: bool,
    },
    Call(&'static MathsFunction),
    /// A variable is read; the operand tells whether it was written before.
    Read,
}

/// An operation with its operands.
#[derive(Clone, Copy)]
pub(crate) struct Operation<'ctx> {
    /// The instruction.
    pub at: InstructionValue<'ctx>,
    /// What it does.
    pub verb: Verb,
    /// Whether integers are read as signed.
    pub signed: bool,
    /// The first operand.
    pub left: BasicValueEnum<'ctx>,
    /// The second operand.
    pub right: Option<BasicValueEnum<'ctx>>,
    /// The source is Fortran.
    pub fortran: bool,
    /// Whether the type of a cast is signed, where the source says so.
    pub reading: Option<bool>,
}

/// The operations of a block that stand in the source, in order.
pub(crate) fn of_block(block: BasicBlock<'_>) -> Vec<Operation<'_>> {
    block.get_instructions().filter_map(of_instruction).collect()
}

pub(super) fn of_instruction(at: InstructionValue<'_>) -> Option<Operation<'_>> {
    located(at).filter(Operation::is_of_the_source)
}

/// An operation that has a line of the source.
pub(super) fn located(at: InstructionValue<'_>) -> Option<Operation<'_>> {
    let operation = look(at)?;
    let (file, line, _) = raw::location(at)?;
    let fortran = NativeLanguage::of(file.as_ref()) == Some(NativeLanguage::Fortran);
    let operation = Operation {
        fortran,
        signed: operation.signed || fortran,
        ..operation
    };
    (line > 0).then_some(operation)
}

/// Whether something is made for an operation on an atomic variable. The compiler computes in the type of the variable
/// there, where the source computes in a wider one and converts the result. The operation itself is named as not watched.
pub(super) fn is_for_atomic(at: InstructionValue<'_>) -> bool {
    users(at).any(|user| user.get_opcode() == InstructionOpcode::AtomicRMW)
}

/// What an instruction does, wherever it comes from.
pub(super) fn look(at: InstructionValue<'_>) -> Option<Operation<'_>> {
    use InstructionOpcode as Op;
    let operand = |index| raw::operand(at, index);
    let plain = |verb, signed| {
        Some(Operation {
            at,
            verb,
            signed,
            left: operand(0)?,
            right: operand(1),
            fortran: false,
            reading: written::cast_sign(at),
        })
    };
    match at.get_opcode() {
        Op::Shl | Op::LShr | Op::AShr if !SourceNote::Shift.is_on(at) => None,
        Op::Add | Op::Sub | Op::Mul | Op::Shl => arithmetic(at),
        Op::SDiv => plain(Verb::Div, true),
        Op::UDiv => plain(Verb::Div, false),
        Op::SRem => plain(Verb::Rem, true),
        Op::URem => plain(Verb::Rem, false),
        Op::LShr => plain(Verb::Shr, false),
        Op::AShr => plain(Verb::Shr, true),
        Op::Trunc if written::is_cast(at) => plain(Verb::Cast, true),
        Op::FPToSI | Op::FPToUI if is_for_atomic(at) => None,
        Op::FPToSI | Op::FPToUI => {
            let AnyTypeEnum::IntType(made) = at.get_type() else {
                return plain(Verb::ToInteger { bits: 0, signed: false }, false);
            };
            let bits = made.get_bit_width();
            let signed = at.get_opcode() == Op::FPToSI;
            plain(Verb::ToInteger { bits, signed }, false)
        }
        Op::FAdd => plain(Verb::FAdd, false),
        Op::FSub => plain(Verb::FSub, false),
        Op::FMul => plain(Verb::FMul, false),
        Op::FDiv => plain(Verb::FDiv, false),
        Op::FRem => plain(Verb::FRem, false),
        Op::FNeg => plain(Verb::FNeg, false),
        Op::FPTrunc => plain(Verb::Narrow, false),
        Op::Call => call(at),
        _ => None,
    }
}

/// Clang marks signed arithmetic by a flag.
fn arithmetic(at: InstructionValue<'_>) -> Option<Operation<'_>> {
    let signed = at.get_no_signed_wrap_flag().unwrap_or(false);
    let (a, b) = (int_operand(at, 0)?, int_operand(at, 1)?);
    let (verb, left, right) = match at.get_opcode() {
        _ if SourceNote::Unread.is_on(at) || SourceNote::Made.is_on(at) || follows_atomic(a) => return None,
        InstructionOpcode::Add if SourceNote::Decrement.is_on(at) => (Verb::Decrement, a, None),
        InstructionOpcode::Add => (Verb::Add, a, Some(b)),
        InstructionOpcode::Sub if SourceNote::Negation.is_on(at) => (Verb::Neg, b, None),
        InstructionOpcode::Sub => (Verb::Sub, a, Some(b)),
        InstructionOpcode::Mul => (Verb::Mul, a, Some(b)),
        _ => (Verb::Shl, a, Some(b)),
    };
    Some(Operation {
        at,
        verb,
        signed,
        left: left.into(),
        right: right.map(Into::into),
        fortran: false,
        reading: written::cast_sign(at),
    })
}

/// The result of an atomic operation is computed once more, without what was known of its sign.
fn follows_atomic(left: IntValue<'_>) -> bool {
    is_made_by(left.into(), InstructionOpcode::AtomicRMW)
}

fn call(at: InstructionValue<'_>) -> Option<Operation<'_>> {
    let name = raw::called(at)?;
    let operand = |index| raw::operand(at, index);
    let (verb, signed) = match Conversion::of_marker(&name) {
        Some(conversion) => (Verb::Convert(conversion), conversion.from_signed),
        None if name == unwritten::MARKER => (Verb::Read, false),
        None => maths::verb(&name)?,
    };
    let is_binary = matches!(verb, Verb::Call(function) if function.arity == 2);
    Some(Operation {
        at,
        verb,
        signed,
        left: operand(0)?,
        right: if is_binary { operand(1) } else { None },
        fortran: false,
        reading: written::cast_sign(at),
    })
}

impl<'ctx> Operation<'ctx> {
    /// How operands and result are read; `None` where they are too wide or of no single format.
    pub fn kind(&self) -> Option<OperandKind> {
        match self.left {
            BasicValueEnum::IntValue(value) => {
                let bits = value.get_type().get_bit_width();
                let kind = if self.signed {
                    OperandKind::Signed
                } else {
                    OperandKind::Unsigned
                };
                // Other widths are those of `_BitInt` and of checked built-ins, which compute in one bit more.
                [8, 16, 32, 64].contains(&bits).then(|| kind(bits))
            }
            BasicValueEnum::FloatValue(value) => format_of(value.get_type()).map(OperandKind::Float),
            _ => None,
        }
    }

    /// Whether an integer that it gives is read as signed.
    pub fn result_signed(&self) -> bool {
        match self.verb {
            Verb::Convert(conversion) => conversion.to_signed,
            Verb::ToInteger { signed, .. } => signed,
            Verb::Cast => self.reading.unwrap_or(true),
            _ => self.signed,
        }
    }

    /// How the result is read: a conversion may change the type, all else has that of its operands.
    pub fn result_kind(&self, operands: OperandKind) -> OperandKind {
        let bits = match self.verb {
            Verb::Convert(conversion) => conversion.to_bits,
            Verb::Cast => self.at.get_type().into_int_type().get_bit_width(),
            _ => return operands,
        };
        if self.result_signed() {
            OperandKind::Signed(bits)
        } else {
            OperandKind::Unsigned(bits)
        }
    }

    /// The name of the operation, as in LLVM.
    pub fn name(&self) -> String {
        match self.verb {
            Verb::Neg => "neg".to_owned(),
            Verb::Decrement => "sub".to_owned(),
            Verb::Abs => "abs".to_owned(),
            Verb::Convert(_) => "conversion".to_owned(),
            Verb::Call(function) => format!("call {}", function.name),
            Verb::Read => "read".to_owned(),
            Verb::ToInteger { .. } if self.at.get_opcode() == InstructionOpcode::Call => {
                format!("call {}", raw::called(self.at).unwrap_or_default())
            }
            _ => format!("{:?}", self.at.get_opcode()).to_lowercase(),
        }
    }

    /// Width of the integers.
    pub fn bits(&self) -> u32 {
        self.left_int().map_or(0, |value| value.get_type().get_bit_width())
    }

    /// The first operand as an integer.
    pub fn left_int(&self) -> Option<IntValue<'ctx>> {
        match self.left {
            BasicValueEnum::IntValue(value) => Some(value),
            _ => None,
        }
    }

    /// The second operand as an integer.
    pub fn right_int(&self) -> Option<IntValue<'ctx>> {
        match self.right? {
            BasicValueEnum::IntValue(value) => Some(value),
            _ => None,
        }
    }

    /// The first operand as a float.
    pub fn left_float(&self) -> Option<FloatValue<'ctx>> {
        match self.left {
            BasicValueEnum::FloatValue(value) => Some(value),
            _ => None,
        }
    }

    /// The second operand as a float.
    pub fn right_float(&self) -> Option<FloatValue<'ctx>> {
        match self.right? {
            BasicValueEnum::FloatValue(value) => Some(value),
            _ => None,
        }
    }

    /// The result as a value; `None` for the marker of a conversion, whose result is an operand of it.
    pub fn result(&self) -> Option<BasicValueEnum<'ctx>> {
        match self.verb {
            Verb::Convert(_) => raw::operand(self.at, 1),
            _ => BasicValueEnum::try_from(self.at.as_any_value_enum()).ok(),
        }
    }

    /// The result as a float.
    pub fn result_float(&self) -> Option<FloatValue<'ctx>> {
        match self.result()? {
            BasicValueEnum::FloatValue(value) => Some(value),
            _ => None,
        }
    }

    /// Whether it can stop the program, so that a probe must stand before it.
    pub fn can_trap(&self) -> bool {
        matches!(self.verb, Verb::Div | Verb::Rem)
    }

    /// Whether the result goes where wrap-around does harm: a comparison, an address, a wider type, an argument.
    /// Conversions of the result are hazards of their own, so their markers do not count.
    pub fn result_matters(&self) -> bool {
        users(self.at).any(|user| {
            matches!(
                user.get_opcode(),
                InstructionOpcode::ICmp
                    | InstructionOpcode::GetElementPtr
                    | InstructionOpcode::ZExt
                    | InstructionOpcode::SExt
                    | InstructionOpcode::Call
                    | InstructionOpcode::Invoke
            ) && !conversion::is_marker(user)
        })
    }

    /// Not the arithmetic of addresses and sizes that the compiler adds.
    fn is_of_the_source(&self) -> bool {
        let is_pointer = |value| is_made_by(value, InstructionOpcode::PtrToInt);
        // The distance of two pointers, which the compiler computes from their addresses.
        let is_distance = self.verb == Verb::Sub && !self.signed;
        let is_address = is_distance && is_pointer(self.left) && self.right.is_some_and(is_pointer);
        let is_size = self.at.get_no_unsigned_wrap_flag().unwrap_or(false) && !self.signed;
        !(is_address || is_size || self.is_index())
    }

    fn is_index(&self) -> bool {
        let may_be = self.fortran || self.verb == Verb::Neg && !self.signed;
        self.bits() == 64 && may_be && feeds_addresses(self.at, 0)
    }

    /// Arithmetic of an index that may be the source's: by constants Fortran's compiler counts from the bound and by the
    /// stride.
    pub fn is_open_index(&self) -> bool {
        let is_open = |value: Option<IntValue<'_>>| value.is_some_and(|value| !value.is_const());
        let of_fortran = || is_open(self.left_int()) && is_open(self.right_int());
        self.is_index() && (!self.fortran || of_fortran())
    }
}

fn is_made_by(value: BasicValueEnum<'_>, opcode: InstructionOpcode) -> bool {
    let BasicValueEnum::IntValue(value) = value else {
        return false;
    };
    value.as_instruction().is_some_and(|made| made.get_opcode() == opcode)
}

/// The instructions that use a result.
pub(crate) fn users(at: InstructionValue<'_>) -> impl Iterator<Item = InstructionValue<'_>> {
    let first = at.get_first_use();
    std::iter::successors(first, |place| place.get_next_use()).filter_map(|place| match place.get_user() {
        AnyValueEnum::InstructionValue(user) => Some(user),
        AnyValueEnum::IntValue(user) => user.as_instruction(),
        AnyValueEnum::FloatValue(user) => user.as_instruction(),
        AnyValueEnum::PointerValue(user) => user.as_instruction(),
        AnyValueEnum::PhiValue(user) => Some(user.as_instruction()),
        _ => None,
    })
}

/// Chains of index arithmetic are short.
const MOST_STEPS: u32 = 8;

/// Whether a number is only used, after more arithmetic, as an index, or not at all. Flang counts loops down in such
/// numbers too, which only a comparison with zero and the next round use.
fn feeds_addresses(at: InstructionValue<'_>, depth: u32) -> bool {
    use InstructionOpcode as Op;
    depth < MOST_STEPS
        && users(at).all(|user| match user.get_opcode() {
            Op::GetElementPtr => true,
            Op::Add | Op::Sub | Op::Mul => feeds_addresses(user, depth + 1),
            Op::Phi => counts_down(at, user),
            _ => false,
        })
}

/// `n = n - 1` in a loop that runs as long as `n > 0`.
fn counts_down(at: InstructionValue<'_>, phi: InstructionValue<'_>) -> bool {
    let is_zero =
        |user: InstructionValue<'_>| int_operand(user, 1).and_then(IntValue::get_zero_extended_constant) == Some(0);
    let subtracts_one = int_operand(at, 1).and_then(IntValue::get_zero_extended_constant) == Some(1);
    subtracts_one
        && at.get_opcode() == InstructionOpcode::Sub
        && users(phi).all(|user| user == at || user.get_opcode() == InstructionOpcode::ICmp && is_zero(user))
}
