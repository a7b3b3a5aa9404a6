//! Notes on instructions about what stands in the source, made before variables become values: afterwards `z - x` with a
//! variable `z` that is 0 looks like `-x`, and conversions come into being that nobody wrote.
//!
//! Two texts with different meanings may compile to the same code. Then the text decides, and where it cannot be read, as in
//! a macro, the operation is noted as one of which nothing is said.

use inkwell::module::Module;
use inkwell::values::{InstructionOpcode, InstructionValue, IntValue};

use super::fields;
use super::operation::users;
use super::text::SourceTexts;
use crate::language::NativeLanguage;
use crate::llvm::defined::instructions;
use crate::llvm::lower::int_operand;
use crate::llvm::raw;

/// What a note says.
#[derive(Clone, Copy)]
pub(super) enum SourceNote {
    /// The source converts to a narrower type, of which the sign is not known.
    Cast,
    /// The source converts to a narrower signed type.
    SignedCast,
    /// The source converts to a narrower unsigned type.
    UnsignedCast,
    /// The source negates, or subtracts from the literal 0.
    Negation,
    /// The source has `--` of an unsigned number.
    Decrement,
    /// The source shifts.
    Shift,
    /// The compiler gives the amount of a shift the width of what is shifted.
    Cut,
    /// The compiler made it for a purpose of its own.
    Made,
    /// It may be one of several things.
    Unread,
}

impl SourceNote {
    /// The name of the metadata that stands for it.
    fn name(self) -> &'static str {
        match self {
            SourceNote::Cast => "lydian.cast",
            SourceNote::SignedCast => "lydian.cast.signed",
            SourceNote::UnsignedCast => "lydian.cast.unsigned",
            SourceNote::Negation => "lydian.negation",
            SourceNote::Decrement => "lydian.decrement",
            SourceNote::Shift => "lydian.shift",
            SourceNote::Cut => "lydian.cut",
            SourceNote::Made => "lydian.made",
            SourceNote::Unread => "lydian.unread",
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

/// Whether an instruction is a conversion to a narrower type that the source asks for.
pub(super) fn is_cast(at: InstructionValue<'_>) -> bool {
    [SourceNote::Cast, SourceNote::SignedCast, SourceNote::UnsignedCast]
        .iter()
        .any(|note| note.is_on(at))
}

/// Whether the type of a cast is signed, where the source says so.
pub(super) fn cast_sign(at: InstructionValue<'_>) -> Option<bool> {
    let told = [(SourceNote::SignedCast, true), (SourceNote::UnsignedCast, false)];
    told.iter().find(|(note, _)| note.is_on(at)).map(|(_, signed)| *signed)
}

/// Notes sums, differences and, for Fortran, shifts. Those of C are noted where their checks are.
pub(crate) fn note(module: &Module<'_>, texts: &mut SourceTexts) {
    use InstructionOpcode as Op;
    for at in instructions(module) {
        let is_fortran = is_fortran(at);
        if !is_fortran && texts.has_unmarked_sums && matches!(at.get_opcode(), Op::Add | Op::Sub | Op::Mul) {
            note_unmarked(at);
        }
        match at.get_opcode() {
            Op::Add if !is_fortran => note_sum(at, texts),
            Op::Sub => note_difference(at),
            Op::Shl | Op::LShr | Op::AShr if is_fortran => SourceNote::Shift.put(at),
            Op::Shl | Op::LShr | Op::AShr => note_unchecked(at),
            _ => {}
        }
    }
}

/// In code with signed arithmetic that is not marked, nobody can say whether a sum is signed.
fn note_unmarked(at: InstructionValue<'_>) {
    if !at.get_no_signed_wrap_flag().unwrap_or(true) {
        SourceNote::Unread.put(at);
    }
}

/// Every shift of the source has a check; without one it belongs to a field, or somebody took the checks away.
fn note_unchecked(at: InstructionValue<'_>) {
    if !SourceNote::Shift.is_on(at) && !fields::is_shift(at) {
        SourceNote::Unread.put(at);
    }
}

fn is_fortran(at: InstructionValue<'_>) -> bool {
    raw::location(at).is_some_and(|(file, ..)| NativeLanguage::of(file.as_ref()) == Some(NativeLanguage::Fortran))
}

/// Clang marks signed sums, but not `c++` and `c--` of what is narrower than an `int`, which are signed sums of what was
/// promoted. And `n--` of an unsigned number is written as `n + 4294967295u` is.
fn note_sum(at: InstructionValue<'_>, texts: &mut SourceTexts) {
    let step = int_operand(at, 1).and_then(IntValue::get_sign_extended_constant);
    let is_marked = at.get_no_signed_wrap_flag().unwrap_or(true);
    let Some(step) = step.filter(|step| step.abs() == 1 && !is_marked) else {
        return;
    };
    let origin = int_operand(at, 0).map_or(Origin::Whole, Origin::of);
    match (texts.is_step(at), origin) {
        (Some(true), Origin::Promoted) => mark_signed(at),
        (Some(true), Origin::Unclear) => SourceNote::Unread.put(at),
        (Some(true), Origin::Whole) if texts.has_unmarked_steps => SourceNote::Unread.put(at),
        (Some(true), Origin::Whole) if step < 0 => SourceNote::Decrement.put(at),
        (None, Origin::Whole) if step > 0 && !texts.has_unmarked_steps => {}
        (None, _) => SourceNote::Unread.put(at),
        _ => {}
    }
}

/// It fails on instructions that cannot have the flag; sums and shifts can.
pub(super) fn mark_signed(at: InstructionValue<'_>) {
    let _ = at.set_no_signed_wrap_flag(true);
}

/// A difference is a negation, or it was made for `case 1 ... 5:`. Only the compiler subtracts from the very value that it
/// switches on: whatever the source computes with is read anew.
fn note_difference(at: InstructionValue<'_>) {
    let left = int_operand(at, 0);
    let switches = |user: InstructionValue<'_>| user.get_opcode() == InstructionOpcode::Switch;
    if left.and_then(IntValue::get_zero_extended_constant) == Some(0) {
        SourceNote::Negation.put(at);
    } else if left
        .and_then(|left| left.as_instruction())
        .is_some_and(|left| users(left).any(switches))
    {
        SourceNote::Made.put(at);
    }
}

/// Where the operand of an operation on `int` or wider comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// It has the type of its variable.
    Whole,
    /// It was narrower, and every value of it is an `int`, to which it was promoted.
    Promoted,
    /// One of the two.
    Unclear,
}

impl Origin {
    /// What the code says: a plain variable is read by a load, a narrow one is widened, and a field of some bits is cut out
    /// of its storage.
    pub fn of(value: IntValue<'_>) -> Origin {
        use InstructionOpcode as Op;
        let Some(made) = value.as_instruction() else {
            return Origin::Whole;
        };
        match made.get_opcode() {
            Op::SExt | Op::ZExt if value.get_type().get_bit_width() == 32 => Origin::Promoted,
            Op::And | Op::LShr | Op::AShr | Op::Trunc if value.get_type().get_bit_width() == 32 => {
                match fields::most_bits(value) {
                    Some(..=31) => Origin::Promoted,
                    _ => Origin::Unclear,
                }
            }
            _ => Origin::Whole,
        }
    }
}
