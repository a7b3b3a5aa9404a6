//! Whether floats are rounded: a truth value beside each number, computed in the code itself.
//!
//! Arguments, constants and what is read from memory count as exact, and so does what unknown functions give: nothing is
//! claimed that is not known. A result is inexact where an operand is, or where the operation rounds.

use std::collections::HashMap;

use inkwell::FloatPredicate;
use inkwell::IntPredicate;
use inkwell::builder::BuilderError;
use inkwell::module::Module;
use inkwell::values::{BasicValueEnum, FloatValue, InstructionOpcode, InstructionValue, IntValue, PhiValue};

use super::emit::ConditionPlace;
use super::insert::byte;
use super::maths::{self, Exactness, MathsFunction};
use super::operation::Operation;
use super::{format_of, suffix};
use crate::llvm::lower::{builder_before, int_operand};
use crate::llvm::raw;

/// Chains of operations that are followed; what is farther away counts as exact. It bounds the recursion on code
/// without loops that is very long; what is taken for exact there is only looked at less.
const MOST_STEPS: u32 = 400;

/// The truth values that are there already; `None` stands for exact.
pub(super) struct Shadows<'a, 'ctx> {
    module: &'a Module<'ctx>,
    known: HashMap<InstructionValue<'ctx>, Option<IntValue<'ctx>>>,
    /// Places where numbers meet, with the truth values that wait for theirs.
    open: Vec<(PhiValue<'ctx>, PhiValue<'ctx>)>,
}

type Shadow<'ctx> = Result<Option<IntValue<'ctx>>, BuilderError>;

impl<'a, 'ctx> Shadows<'a, 'ctx> {
    pub fn new(module: &'a Module<'ctx>) -> Self {
        Shadows {
            module,
            known: HashMap::new(),
            open: Vec::new(),
        }
    }

    /// Whether an operand of the operation is inexact, as a value that is known there.
    pub fn any(&mut self, operation: &Operation<'ctx>) -> Shadow<'ctx> {
        let emit = super::insert::place(self.module, operation, 0);
        let mut any = None;
        for operand in [operation.left_float(), operation.right_float()].into_iter().flatten() {
            let shadow = self.of(operand, 0)?;
            any = either(&emit, any, shadow)?;
        }
        self.close()?;
        Ok(any)
    }

    fn of(&mut self, value: FloatValue<'ctx>, depth: u32) -> Shadow<'ctx> {
        let Some(made) = value.as_instruction().filter(|_| depth < MOST_STEPS) else {
            return Ok(None);
        };
        if let Some(known) = self.known.get(&made) {
            return Ok(*known);
        }
        if let Ok(phi) = PhiValue::try_from(made) {
            return self.of_phi(phi);
        }
        let shadow = self.of_instruction(made, value, depth)?;
        self.known.insert(made, shadow);
        Ok(shadow)
    }

    /// A truth value that meets where the number does. Its parts come later: loops lead back here.
    fn of_phi(&mut self, phi: PhiValue<'ctx>) -> Shadow<'ctx> {
        let at = phi.as_instruction();
        let builder = builder_before(self.module.get_context(), at);
        let shadow = builder.build_phi(self.module.get_context().bool_type(), "")?;
        let told = shadow.as_basic_value().into_int_value();
        self.known.insert(at, Some(told));
        self.open.push((phi, shadow));
        Ok(Some(told))
    }

    fn close(&mut self) -> Result<(), BuilderError> {
        let exact = self.module.get_context().bool_type().const_zero();
        while let Some((phi, shadow)) = self.open.pop() {
            for (value, from) in phi.get_incomings() {
                let part = match value {
                    BasicValueEnum::FloatValue(value) => self.of(value, 0)?,
                    _ => None,
                };
                shadow.add_incoming(&[(&part.unwrap_or(exact), from)]);
            }
        }
        Ok(())
    }

    fn of_instruction(&mut self, made: InstructionValue<'ctx>, value: FloatValue<'ctx>, depth: u32) -> Shadow<'ctx> {
        use InstructionOpcode as Op;
        let operand = |index: u32| match raw::operand(made, index) {
            Some(BasicValueEnum::FloatValue(value)) => Some(value),
            _ => None,
        };
        match (made.get_opcode(), operand(0), operand(1)) {
            (Op::FAdd, Some(a), Some(b)) => self.rounded("add", made, &[a, b], depth),
            (Op::FSub, Some(a), Some(b)) => self.rounded("sub", made, &[a, b], depth),
            (Op::FMul, Some(a), Some(b)) => self.rounded("mul", made, &[a, b], depth),
            (Op::FDiv, Some(a), Some(b)) => self.rounded("div", made, &[a, b], depth),
            (Op::FRem, Some(a), Some(b)) => self.joined(&self.behind(made), &[a, b], depth),
            (Op::FNeg | Op::FPExt, Some(a), _) => self.of(a, depth + 1),
            (Op::FPTrunc, Some(a), _) => self.of_narrowed(made, a, value, depth),
            (Op::SIToFP | Op::UIToFP, _, _) => self.of_integer(made, value),
            (Op::Select, _, _) => self.of_choice(made, depth),
            (Op::Call, Some(a), b) => match raw::called(made).as_deref().and_then(maths::function) {
                Some(function) => self.of_call(function, made, a, b.filter(|_| function.arity == 2), value, depth),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// An operand is inexact, or the runtime says that this result is.
    fn rounded(
        &mut self,
        name: &str,
        made: InstructionValue<'ctx>,
        operands: &[FloatValue<'ctx>],
        depth: u32,
    ) -> Shadow<'ctx> {
        let emit = self.behind(made);
        let shadow = self.joined(&emit, operands, depth)?;
        let told = ask(
            &emit,
            name,
            &operands.iter().map(|value| (*value).into()).collect::<Vec<_>>(),
            operands[0],
        )?;
        either(&emit, shadow, told)
    }

    fn joined(&mut self, emit: &ConditionPlace<'_, 'ctx>, operands: &[FloatValue<'ctx>], depth: u32) -> Shadow<'ctx> {
        let mut any = None;
        for operand in operands {
            let shadow = self.of(*operand, depth + 1)?;
            any = either(emit, any, shadow)?;
        }
        Ok(any)
    }

    /// Widened again it is not the same number.
    fn of_narrowed(
        &mut self,
        made: InstructionValue<'ctx>,
        wide: FloatValue<'ctx>,
        narrow: FloatValue<'ctx>,
        depth: u32,
    ) -> Shadow<'ctx> {
        let emit = self.behind(made);
        let shadow = self.of(wide, depth + 1)?;
        let back = emit.builder.build_float_ext(narrow, wide.get_type(), "")?;
        let differs = emit.builder.build_float_compare(FloatPredicate::ONE, back, wide, "")?;
        either(&emit, shadow, Some(differs))
    }

    /// Integers that have more bits than the format are rounded.
    fn of_integer(&mut self, made: InstructionValue<'ctx>, value: FloatValue<'ctx>) -> Shadow<'ctx> {
        let Some(integer) = int_operand(made, 0).filter(|integer| integer.get_type().get_bit_width() <= 64) else {
            return Ok(None);
        };
        let signed = made.get_opcode() == InstructionOpcode::SIToFP;
        let emit = self.behind(made);
        let wide = emit
            .builder
            .build_int_cast_sign_flag(integer, emit.context().i64_type(), signed, "")?;
        let name = if signed { "signed" } else { "unsigned" };
        ask(&emit, name, &[wide.into(), value.into()], value)
    }

    fn of_choice(&mut self, made: InstructionValue<'ctx>, depth: u32) -> Shadow<'ctx> {
        let operand = |index| raw::operand(made, index);
        let (Some(BasicValueEnum::IntValue(condition)), Some(a), Some(b)) = (operand(0), operand(1), operand(2)) else {
            return Ok(None);
        };
        let (BasicValueEnum::FloatValue(a), BasicValueEnum::FloatValue(b)) = (a, b) else {
            return Ok(None);
        };
        let (a, b) = (self.of(a, depth + 1)?, self.of(b, depth + 1)?);
        if a.is_none() && b.is_none() {
            return Ok(None);
        }
        let emit = self.behind(made);
        let (a, b) = (a.unwrap_or(emit.never()), b.unwrap_or(emit.never()));
        let chosen = emit.builder.build_select(condition, a, b, "")?;
        Ok(Some(chosen.into_int_value()))
    }

    fn of_call(
        &mut self,
        function: &MathsFunction,
        made: InstructionValue<'ctx>,
        a: FloatValue<'ctx>,
        b: Option<FloatValue<'ctx>>,
        value: FloatValue<'ctx>,
        depth: u32,
    ) -> Shadow<'ctx> {
        let operands: Vec<_> = std::iter::once(a).chain(b).collect();
        let emit = self.behind(made);
        let shadow = self.joined(&emit, &operands, depth)?;
        let name = match function.exactness {
            Exactness::Always => return Ok(shadow),
            Exactness::Sqrt => "sqrt",
            Exactness::Rarely => "call",
        };
        let told = ask(&emit, name, &[a.into(), value.into()], value)?;
        either(&emit, shadow, told)
    }

    fn behind(&self, made: InstructionValue<'ctx>) -> ConditionPlace<'a, 'ctx> {
        let next = made.get_next_instruction().unwrap_or(made);
        ConditionPlace {
            module: self.module,
            builder: builder_before(self.module.get_context(), next),
            cancel_bits: 0,
            has_result: true,
            in_doubt: false,
        }
    }
}

fn either<'ctx>(emit: &ConditionPlace<'_, 'ctx>, a: Option<IntValue<'ctx>>, b: Option<IntValue<'ctx>>) -> Shadow<'ctx> {
    match (a, b) {
        (Some(a), Some(b)) => emit.builder.build_or(a, b, "").map(Some),
        (one, other) => Ok(one.or(other)),
    }
}

/// Calls `lydian_inexact_NAME_FORMAT`.
fn ask<'ctx>(
    emit: &ConditionPlace<'_, 'ctx>,
    name: &str,
    arguments: &[inkwell::values::BasicMetadataValueEnum<'ctx>],
    like: FloatValue<'ctx>,
) -> Shadow<'ctx> {
    let Some(format) = format_of(like.get_type()) else {
        return Ok(None);
    };
    let name = format!("lydian_inexact_{name}_{}", suffix(format));
    let Some(BasicValueEnum::IntValue(told)) = emit.call_runtime(&name, arguments, Some(byte(emit)))? else {
        return Ok(None);
    };
    emit.int_is(IntPredicate::NE, told, 0).map(Some)
}
