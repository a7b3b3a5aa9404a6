//! An interval analysis of a function: what every number can be, from the ranges of the arguments on.
//!
//! Forward over the values of the code, each from its operands, with what the comparisons in front of it tell. Where
//! values meet, ranges are joined; in loops they are widened until nothing changes, and then computed twice more, which
//! can only make them smaller. What is read from memory, and what unknown functions give, can be anything.

mod facts;
pub(super) mod range;
pub(super) mod transfer;
mod verdict;

use std::collections::HashMap;

use inkwell::basic_block::BasicBlock;
use inkwell::module::Module;
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue, IntValue,
    PhiValue,
};
use interval::Binary;

use super::hazard::{HazardSite, format_of, maths};
use super::{ranges, raw};
use crate::branch::FloatFormat;
use crate::instrumented::ArgumentRange;
use crate::llvm::lower::int_operand;
use crate::shape::{FunctionShape, Scalar};
use facts::{BlockFacts, Fact};
use range::{FloatRange, Integers, ValueRange};

/// Rounds before ranges are widened, and rounds in all. Patience keeps the ranges of short loops exact; the limit
/// guards against flows that widening does not settle, of which then nothing is claimed.
const PATIENT_ROUNDS: usize = 4;
const MOST_ROUNDS: usize = 40;
/// Rounds after nothing changed.
const LAST_ROUNDS: usize = 2;

/// For each site the proof that it cannot die, if there is one.
pub(crate) fn judge(
    module: &Module<'_>,
    sites: &[HazardSite<'_>],
    shape: &FunctionShape,
    given: &[ArgumentRange],
    cancel_bits: u32,
) -> Vec<Option<String>> {
    let mut known: Vec<(FunctionValue<'_>, Option<Analysis<'_>>)> = Vec::new();
    let mut verdicts = Vec::new();
    for site in sites {
        let function = site.operation.at.get_parent().and_then(|block| block.get_parent());
        let Some(function) = function else {
            verdicts.push(None);
            continue;
        };
        if known.last().is_none_or(|(last, _)| *last != function) {
            known.push((function, Analysis::new(module, function, shape, given)));
        }
        let analysis = known.last().and_then(|(_, analysis)| analysis.as_ref());
        verdicts.push(analysis.and_then(|analysis| verdict::excluded(analysis, site, cancel_bits)));
    }
    verdicts
}

/// The ranges of all values of a function.
pub(crate) struct Analysis<'ctx> {
    known: HashMap<InstructionValue<'ctx>, ValueRange>,
    arguments: HashMap<BasicValueEnum<'ctx>, ValueRange>,
    /// What pointers to single numbers lead to, where nothing can have changed it, with its width.
    behind: HashMap<BasicValueEnum<'ctx>, (ValueRange, u32)>,
    facts: BlockFacts<'ctx>,
}

impl<'ctx> Analysis<'ctx> {
    /// `None` where the ranges do not settle.
    fn new(
        module: &Module<'_>,
        function: FunctionValue<'ctx>,
        shape: &FunctionShape,
        given: &[ArgumentRange],
    ) -> Option<Self> {
        let mut analysis = Analysis {
            known: HashMap::new(),
            arguments: HashMap::new(),
            behind: HashMap::new(),
            facts: BlockFacts::new(function),
        };
        let is_entry = function.get_name().to_bytes() == shape.symbol.as_bytes();
        if is_entry && ranges::is_suitable(function, shape) && module.get_function(&shape.symbol).is_some() {
            analysis.take(function, shape, given);
        }
        analysis.settle(function).then_some(analysis)
    }

    /// Takes the ranges of the arguments.
    fn take(&mut self, function: FunctionValue<'ctx>, shape: &FunctionShape, given: &[ArgumentRange]) {
        let untouched = changes_no_memory(function);
        for range in given {
            let parameter = shape.parameters.get(range.argument);
            let value = function.get_nth_param(range.argument as u32);
            let (Some(parameter), Some(value)) = (parameter, value) else {
                continue;
            };
            if let Some(scalar) = ranges::by_value(parameter) {
                self.arguments.insert(value, given_range(scalar, range));
            } else if let Some(scalar) = ranges::by_pointer(parameter).filter(|_| untouched) {
                let bits = if *scalar == Scalar::F80 {
                    80
                } else {
                    scalar.size() as u32 * 8
                };
                self.behind.insert(value, (given_range(scalar, range), bits));
            }
        }
    }

    /// Computes ranges until nothing changes; whether that came to pass.
    fn settle(&mut self, function: FunctionValue<'ctx>) -> bool {
        let blocks = function.get_basic_blocks();
        let instructions: Vec<_> = blocks.iter().flat_map(|block| block.get_instructions()).collect();
        for round in 0..MOST_ROUNDS {
            let mut changed = false;
            for at in &instructions {
                changed |= self.update(*at, round);
            }
            if !changed {
                for _ in 0..LAST_ROUNDS {
                    self.recompute(&instructions);
                }
                return true;
            }
        }
        false
    }

    fn update(&mut self, at: InstructionValue<'ctx>, round: usize) -> bool {
        let Ok(value) = BasicValueEnum::try_from(at.as_any_value_enum()) else {
            return false;
        };
        let before = self.known.get(&at).copied();
        let made = self.made(at, value);
        let joined = before.map_or(made, |before| before.join(made));
        let widened = match before {
            Some(before) if round >= PATIENT_ROUNDS && at.get_opcode() == InstructionOpcode::Phi => {
                joined.widened(before, width(value))
            }
            _ => joined,
        };
        self.known.insert(at, widened);
        before != Some(widened)
    }

    /// One step down: each range from the others, without what it was before.
    fn recompute(&mut self, instructions: &[InstructionValue<'ctx>]) {
        for at in instructions {
            if let Ok(value) = BasicValueEnum::try_from(at.as_any_value_enum()) {
                let made = self.made(*at, value);
                self.known.insert(*at, made);
            }
        }
    }

    /// What a value can be in a block.
    pub fn at(&self, value: BasicValueEnum<'ctx>, block: BasicBlock<'ctx>) -> ValueRange {
        self.refine(value, self.base(value), self.facts.at(block))
    }

    fn refine(&self, value: BasicValueEnum<'ctx>, base: ValueRange, facts: &[Fact<'ctx>]) -> ValueRange {
        let about = facts.iter().filter_map(|fact| fact.about(value));
        about.fold(base, |range, fact| {
            facts::refined(range, fact.relations, self.base(fact.right), facts::format(value))
        })
    }

    /// What a value can be where it is made.
    fn base(&self, value: BasicValueEnum<'ctx>) -> ValueRange {
        let constant = match value {
            BasicValueEnum::FloatValue(value) => float_constant(value),
            BasicValueEnum::IntValue(value) => integer_constant(value),
            _ => Some(ValueRange::Unknown),
        };
        let made = value.as_instruction_value();
        constant
            .or_else(|| self.arguments.get(&value).copied())
            .or_else(|| {
                Some(made.map_or(anything(value), |made| {
                    self.known.get(&made).copied().unwrap_or(nothing(value))
                }))
            })
            .unwrap_or(ValueRange::Unknown)
    }

    fn floats(&self, at: InstructionValue<'ctx>, index: u32) -> Option<FloatRange> {
        let value = raw::operand(at, index)?;
        match self.at(value, at.get_parent()?) {
            ValueRange::Float(floats) => Some(floats),
            _ => None,
        }
    }

    fn integers(&self, at: InstructionValue<'ctx>, index: u32) -> Option<Integers> {
        let value = int_operand(at, index).filter(|value| (2..=64).contains(&value.get_type().get_bit_width()))?;
        match self.at(value.into(), at.get_parent()?) {
            ValueRange::Integer(integers) => Some(integers),
            _ => None,
        }
    }

    /// The range of a result.
    fn made(&self, at: InstructionValue<'ctx>, value: BasicValueEnum<'ctx>) -> ValueRange {
        let made = match value {
            BasicValueEnum::FloatValue(float) => self.made_float(at, float).map(ValueRange::Float),
            BasicValueEnum::IntValue(integer) => self.made_integer(at, integer).map(ValueRange::Integer),
            _ => None,
        };
        made.or_else(|| self.made_elsewhere(at, value))
            .unwrap_or(anything(value))
    }

    /// Values that only pass through.
    fn made_elsewhere(&self, at: InstructionValue<'ctx>, value: BasicValueEnum<'ctx>) -> Option<ValueRange> {
        let operand = |index| raw::operand(at, index);
        match at.get_opcode() {
            InstructionOpcode::Phi => Some(self.met(PhiValue::try_from(at).ok()?, value)),
            InstructionOpcode::Select => {
                let block = at.get_parent()?;
                Some(self.at(operand(1)?, block).join(self.at(operand(2)?, block)))
            }
            InstructionOpcode::Load => {
                let (range, bits) = self.behind.get(&operand(0)?).copied()?;
                // A load of another type sees other numbers.
                match (range, value) {
                    (ValueRange::Float(_), BasicValueEnum::FloatValue(value)) => {
                        value.get_type().get_bit_width() == bits
                    }
                    (ValueRange::Integer(_), BasicValueEnum::IntValue(value)) => {
                        value.get_type().get_bit_width() == bits
                    }
                    _ => false,
                }
                .then_some(range)
            }
            _ => None,
        }
    }

    fn met(&self, phi: PhiValue<'ctx>, value: BasicValueEnum<'ctx>) -> ValueRange {
        let block = phi.as_instruction().get_parent();
        phi.get_incomings().fold(nothing(value), |range, (incoming, from)| {
            let there = self.at(incoming, from);
            let jump: Vec<_> = block
                .and_then(|block| facts::of_jump(from, block))
                .into_iter()
                .collect();
            range.join(self.refine(incoming, there, &jump))
        })
    }

    fn made_float(&self, at: InstructionValue<'ctx>, value: FloatValue<'ctx>) -> Option<FloatRange> {
        use InstructionOpcode as Op;
        let format = format_of(value.get_type())?;
        let binary = |f| {
            Some(transfer::float_binary(
                f,
                self.floats(at, 0)?,
                self.floats(at, 1)?,
                format,
            ))
        };
        match at.get_opcode() {
            Op::FAdd => binary(Binary::Add),
            Op::FSub => binary(Binary::Sub),
            Op::FMul if is_square(at) => self.square(at, format),
            Op::FMul => binary(Binary::Mul),
            Op::FDiv => binary(Binary::Div),
            Op::FRem => binary(Binary::Fmod),
            Op::FNeg => Some(transfer::negated(self.floats(at, 0)?)),
            Op::FPExt => self.floats(at, 0),
            Op::FPTrunc => Some(self.floats(at, 0)?.rounded(format)),
            Op::SIToFP => Some(converted(self.integers(at, 0)?, format)),
            Op::UIToFP => Some(converted(self.unsigned(at)?, format)),
            Op::Call => {
                let function = maths::function(&raw::called(at)?)?;
                let second = if function.arity == 2 {
                    Some(self.floats(at, 1)?)
                } else {
                    None
                };
                Some(transfer::call(function.name, self.floats(at, 0)?, second, format))
            }
            _ => None,
        }
    }

    /// x · x is not negative.
    fn square(&self, at: InstructionValue<'ctx>, format: FloatFormat) -> Option<FloatRange> {
        let magnitude = transfer::magnitude(self.floats(at, 0)?);
        Some(transfer::float_binary(Binary::Mul, magnitude, magnitude, format))
    }

    /// An operand read as unsigned.
    fn unsigned(&self, at: InstructionValue<'ctx>) -> Option<Integers> {
        let range = self.integers(at, 0)?;
        let bits = int_operand(at, 0)?.get_type().get_bit_width();
        Some(if range.lo >= 0 || range.is_empty() {
            range
        } else {
            Integers {
                lo: 0,
                hi: (1 << bits) - 1,
            }
        })
    }

    fn made_integer(&self, at: InstructionValue<'ctx>, value: IntValue<'ctx>) -> Option<Integers> {
        use InstructionOpcode as Op;
        let bits = value.get_type().get_bit_width();
        if !(2..=64).contains(&bits) {
            return None;
        }
        match at.get_opcode() {
            Op::SExt => self.integers(at, 0),
            Op::ZExt => self.unsigned(at).or(zero_or_one(at)),
            Op::Trunc => Some(self.integers(at, 0)?.wrapped(bits)),
            Op::FPToSI => Some(cut(self.floats(at, 0)?, bits)),
            Op::FPToUI => Some(cut(self.floats(at, 0)?, bits)).filter(|range| range.lo >= 0),
            Op::Add | Op::Sub | Op::Mul | Op::SDiv | Op::UDiv | Op::SRem | Op::URem | Op::And | Op::LShr => {
                let (a, b) = (self.integers(at, 0)?, self.integers(at, 1)?);
                Some(transfer::integer_binary(at.get_opcode(), a, b, bits))
            }
            _ => None,
        }
    }
}

/// A truth value, widened.
fn zero_or_one(at: InstructionValue<'_>) -> Option<Integers> {
    let is_truth = int_operand(at, 0)?.get_type().get_bit_width() == 1;
    is_truth.then_some(Integers { lo: 0, hi: 1 })
}

fn is_square(at: InstructionValue<'_>) -> bool {
    let operand = |index| raw::operand(at, index);
    operand(0) == operand(1)
}

/// Integers as floats, rounded to nearest, which is monotone.
fn converted(range: Integers, format: FloatFormat) -> FloatRange {
    if range.is_empty() {
        return FloatRange::NONE;
    }
    match format {
        FloatFormat::F32 => FloatRange::between(f64::from(range.lo as f32), f64::from(range.hi as f32)),
        // The extended format has integers between the doubles.
        FloatFormat::F80 => FloatRange::between((range.lo as f64).next_down(), (range.hi as f64).next_up()),
        FloatFormat::F64 => FloatRange::between(range.lo as f64, range.hi as f64),
    }
}

/// Floats as integers, rounded towards zero; out of range they may become anything.
fn cut(range: FloatRange, bits: u32) -> Integers {
    let all = Integers::all(bits);
    if range.is_empty() && !range.nan {
        return Integers::NONE;
    }
    // The conversion saturates, so that what is out of range stays out of it.
    let (lo, hi) = (range.lo.trunc() as i128, range.hi.trunc() as i128);
    if range.nan || range.is_empty() {
        all
    } else {
        Integers { lo, hi }.wrapped(bits)
    }
}

fn given_range(scalar: &Scalar, range: &ArgumentRange) -> ValueRange {
    match *scalar {
        Scalar::F32 | Scalar::F64 | Scalar::F80 => ValueRange::Float(FloatRange::between(range.lo, range.hi)),
        Scalar::Integer { bits, signed } if bits <= 64 => {
            let (least, greatest) = super::hazard::limits(bits, signed);
            let lo = (range.lo.ceil() as i128).clamp(least, greatest);
            let hi = (range.hi.floor() as i128).clamp(least, greatest);
            ValueRange::Integer(Integers { lo, hi }.wrapped(bits))
        }
        _ => ValueRange::Unknown,
    }
}

fn float_constant(value: FloatValue<'_>) -> Option<ValueRange> {
    let (number, lost) = raw::float_constant(value)?;
    Some(ValueRange::Float(if number.is_nan() {
        FloatRange {
            nan: true,
            ..FloatRange::NONE
        }
    } else if lost {
        FloatRange::between(number.next_down(), number.next_up())
    } else {
        FloatRange::between(number, number)
    }))
}

fn integer_constant(value: IntValue<'_>) -> Option<ValueRange> {
    let is_narrow = value.get_type().get_bit_width() <= 64;
    let number = value.get_sign_extended_constant().filter(|_| is_narrow)?;
    Some(ValueRange::Integer(Integers {
        lo: number.into(),
        hi: number.into(),
    }))
}

fn width(value: BasicValueEnum<'_>) -> u32 {
    match value {
        BasicValueEnum::IntValue(value) => value.get_type().get_bit_width().clamp(1, 64),
        _ => 64,
    }
}

fn anything(value: BasicValueEnum<'_>) -> ValueRange {
    match value {
        BasicValueEnum::FloatValue(_) => ValueRange::Float(FloatRange::ALL),
        BasicValueEnum::IntValue(value) if (2..=64).contains(&value.get_type().get_bit_width()) => {
            ValueRange::Integer(Integers::all(value.get_type().get_bit_width()))
        }
        _ => ValueRange::Unknown,
    }
}

fn nothing(value: BasicValueEnum<'_>) -> ValueRange {
    match anything(value) {
        ValueRange::Float(_) => ValueRange::Float(FloatRange::NONE),
        ValueRange::Integer(_) => ValueRange::Integer(Integers::NONE),
        ValueRange::Unknown => ValueRange::Unknown,
    }
}

/// Whether a function neither writes nor calls anything but functions of numbers and markers.
fn changes_no_memory(function: FunctionValue<'_>) -> bool {
    let blocks = function.get_basic_blocks();
    let mut instructions = blocks.iter().flat_map(|block| block.get_instructions());
    instructions.all(|at| match at.get_opcode() {
        InstructionOpcode::Call => raw::called(at).is_some_and(|name| {
            maths::verb(&name).is_some() || name.starts_with("lydian.") || name.starts_with("llvm.dbg.")
        }),
        InstructionOpcode::Store | InstructionOpcode::Invoke | InstructionOpcode::CallBr => false,
        InstructionOpcode::AtomicCmpXchg | InstructionOpcode::AtomicRMW => false,
        _ => true,
    })
}
