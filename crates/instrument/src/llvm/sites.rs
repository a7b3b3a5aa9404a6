//! Where conditions are decided, found in the same order in every copy of a module.

use inkwell::basic_block::BasicBlock;
use inkwell::module::Module;
use inkwell::types::FloatType;
use inkwell::values::{
    BasicValueEnum, FloatValue, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PhiValue,
};
use inkwell::{FloatPredicate, IntPredicate};

use super::lower::{CASE, int_operand, is_conditional};
use super::raw;
use crate::branch::{Branch, BranchComparison, BranchForm, FloatFormat, Relations};

/// A place where a condition is decided.
pub(crate) struct ConditionSite<'ctx> {
    /// The probe goes before this instruction.
    pub at: InstructionValue<'ctx>,
    /// The condition.
    pub condition: IntValue<'ctx>,
    /// Which construct it is.
    pub form: BranchForm,
    /// What is compared.
    pub operands: Operands<'ctx>,
}

/// What is compared, with the values themselves.
#[derive(Clone, Copy)]
pub(crate) enum Operands<'ctx> {
    Float(FloatValue<'ctx>, FloatValue<'ctx>, FloatFormat, Relations),
    Integer(IntValue<'ctx>, IntValue<'ctx>, Relations),
    Bits {
        value: IntValue<'ctx>,
        mask: IntValue<'ctx>,
        when_set: bool,
    },
    Other,
}

impl Operands<'_> {
    /// The same as plain data.
    pub fn comparison(&self) -> BranchComparison {
        match *self {
            Operands::Float(_, _, format, relations) => BranchComparison::Float { format, relations },
            Operands::Integer(a, _, relations) => BranchComparison::Integer {
                bits: width(a),
                relations,
            },
            Operands::Bits { value, mask, when_set } => BranchComparison::Bits {
                bits: width(value),
                mask: mask.get_zero_extended_constant(),
                when_set,
            },
            Operands::Other => BranchComparison::Other,
        }
    }

    fn negated(self) -> Self {
        match self {
            Operands::Float(a, b, format, relations) => Operands::Float(a, b, format, relations.negated(true)),
            Operands::Integer(a, b, relations) => Operands::Integer(a, b, relations.negated(false)),
            Operands::Bits { value, mask, when_set } => Operands::Bits {
                value,
                mask,
                when_set: !when_set,
            },
            Operands::Other => Operands::Other,
        }
    }
}

fn width(value: IntValue<'_>) -> u32 {
    value.get_type().get_bit_width()
}

impl ConditionSite<'_> {
    /// The branch as plain data.
    pub fn branch(&self, id: usize, function: &str) -> Branch {
        let known = |place: &(String, u32, u32)| place.1 > 0;
        let jump = raw::location(self.at).filter(known);
        let comparison = self.condition.as_instruction().and_then(raw::location).filter(known);
        let jump_line = jump.as_ref().or(comparison.as_ref()).map_or(0, |place| place.1);
        let (file, line, column) = comparison.or(jump).unwrap_or_default();
        Branch {
            id: id as u32,
            function: function.to_owned(),
            file: file.into(),
            line,
            column,
            jump_line,
            form: self.form,
            comparison: self.operands.comparison(),
        }
    }
}

/// The functions in scope: those with these symbols that have a body, in the order of the module.
pub(crate) fn functions<'ctx>(module: &Module<'ctx>, scope: &[String]) -> Vec<FunctionValue<'ctx>> {
    let in_scope = |function: &FunctionValue<'_>| {
        function.count_basic_blocks() > 0
            && function
                .get_name()
                .to_str()
                .is_ok_and(|name| scope.iter().any(|symbol| symbol == name))
    };
    module.get_functions().filter(in_scope).collect()
}

/// A function with branches that has no place in any file: its source hides it.
pub(crate) fn hidden(module: &Module<'_>) -> Option<String> {
    let jumps = |block: BasicBlock<'_>| block.get_terminator().is_some_and(|end| raw::successors(end).len() > 1);
    let branches = |block: BasicBlock<'_>| jumps(block) || !of_block(block).is_empty();
    let is_hidden = |function: &FunctionValue<'_>| {
        raw::scope_of(*function).is_none()
            && !is_made_by_compiler(*function)
            && function.get_basic_block_iter().any(branches)
    };
    let found = module.get_functions().find(is_hidden)?;
    Some(found.get_name().to_string_lossy().into_owned())
}

/// Where a jump goes to one of several labels that are known only when it runs, and what it is.
pub(crate) fn open_jump(module: &Module<'_>, scope: &[String]) -> Option<((String, u32, u32), &'static str)> {
    let functions = functions(module, scope);
    let mut ends = functions
        .iter()
        .flat_map(|function| function.get_basic_block_iter())
        .filter_map(BasicBlock::get_terminator);
    ends.find_map(|end| {
        let what = match end.get_opcode() {
            InstructionOpcode::IndirectBr => "a computed goto",
            InstructionOpcode::CallBr => "an asm goto",
            _ => return None,
        };
        Some((raw::location(end).unwrap_or_default(), what))
    })
}

/// Such functions have names that no source may define.
fn is_made_by_compiler(function: FunctionValue<'_>) -> bool {
    let name = function.get_name().to_bytes();
    ["__", "_ZT", "_GLOBAL_"]
        .iter()
        .any(|prefix| name.starts_with(prefix.as_bytes()))
}

/// The conditions of a block, in order.
pub(crate) fn of_block(block: BasicBlock<'_>) -> Vec<ConditionSite<'_>> {
    let mut sites: Vec<ConditionSite<'_>> = block.get_instructions().filter_map(choice).collect();
    sites.extend(
        block
            .get_terminator()
            .and_then(|end| jump(end).or_else(|| value(block, end))),
    );
    sites
}

fn jump(end: InstructionValue<'_>) -> Option<ConditionSite<'_>> {
    let condition = int_operand(end, 0).filter(|_| is_conditional(end))?;
    let name = condition
        .as_instruction()
        .and_then(|made| made.get_name().map(|name| name.to_bytes().to_vec()));
    let is_case = name.is_some_and(|name| name.starts_with(CASE.as_bytes()));
    Some(site(
        end,
        condition,
        if is_case { BranchForm::Case } else { BranchForm::Jump },
    ))
}

fn choice(instruction: InstructionValue<'_>) -> Option<ConditionSite<'_>> {
    let condition = int_operand(instruction, 0).filter(|_| instruction.get_opcode() == InstructionOpcode::Select)?;
    (!condition.is_const()).then(|| site(instruction, condition, BranchForm::Choice))
}

/// The right side of `&&` and `||`: a truth value computed here that meets constants in the next block.
fn value<'ctx>(block: BasicBlock<'ctx>, end: InstructionValue<'ctx>) -> Option<ConditionSite<'ctx>> {
    let [next] = raw::successors(end)[..] else { return None };
    let phis = next
        .get_instructions()
        .map_while(|instruction| PhiValue::try_from(instruction).ok());
    phis.filter_map(|phi| short_circuit(phi, block))
        .next()
        .map(|condition| site(end, condition, BranchForm::Value))
}

fn short_circuit<'ctx>(phi: PhiValue<'ctx>, block: BasicBlock<'ctx>) -> Option<IntValue<'ctx>> {
    let is_constant = |value: BasicValueEnum<'_>| value.is_int_value() && value.into_int_value().is_const();
    let incoming: Vec<_> = phi.get_incomings().collect();
    let (value, _) = incoming.iter().find(|(_, from)| *from == block)?;
    let BasicValueEnum::IntValue(value) = *value else {
        return None;
    };
    let meets_constant = incoming.iter().any(|(value, _)| is_constant(*value));
    (width(value) == 1 && meets_constant && !value.is_const()).then_some(value)
}

fn site<'ctx>(at: InstructionValue<'ctx>, condition: IntValue<'ctx>, form: BranchForm) -> ConditionSite<'ctx> {
    ConditionSite {
        at,
        condition,
        form,
        operands: trace(condition),
    }
}

/// Looks through what unoptimised code wraps around a comparison: negations, and truth values widened and tested again.
fn trace(condition: IntValue<'_>) -> Operands<'_> {
    let Some(made) = condition.as_instruction() else {
        return Operands::Other;
    };
    match made.get_opcode() {
        InstructionOpcode::FCmp => floats(made),
        InstructionOpcode::ICmp => integers(made),
        InstructionOpcode::Xor => match (int_operand(made, 0), int_operand(made, 1)) {
            (Some(inner), Some(one)) if one.get_zero_extended_constant() == Some(1) => trace(inner).negated(),
            _ => Operands::Other,
        },
        InstructionOpcode::Trunc => match int_operand(made, 0) {
            Some(value) if width(value) <= 64 => Operands::Bits {
                value,
                mask: value.get_type().const_int(1, false),
                when_set: true,
            },
            _ => Operands::Other,
        },
        _ => Operands::Other,
    }
}

fn floats(made: InstructionValue<'_>) -> Operands<'_> {
    let operand = |index| raw::operand(made, index);
    let (Some(BasicValueEnum::FloatValue(a)), Some(BasicValueEnum::FloatValue(b))) = (operand(0), operand(1)) else {
        return Operands::Other;
    };
    let known = format_of(a.get_type()).zip(made.get_fcmp_predicate());
    known.map_or(Operands::Other, |(format, predicate)| {
        Operands::Float(a, b, format, float_relations(predicate))
    })
}

fn integers(made: InstructionValue<'_>) -> Operands<'_> {
    let (Some(a), Some(b), Some(predicate)) = (int_operand(made, 0), int_operand(made, 1), made.get_icmp_predicate())
    else {
        return Operands::Other;
    };
    if width(a) > 64 {
        return Operands::Other;
    }
    let against_zero = b.get_zero_extended_constant() == Some(0);
    let inner = a.as_instruction().filter(|_| against_zero);
    match (predicate, inner) {
        (IntPredicate::NE, Some(inner)) => tested(inner, true),
        (IntPredicate::EQ, Some(inner)) => tested(inner, false),
        _ => None,
    }
    .unwrap_or(Operands::Integer(a, b, integer_relations(predicate)))
}

/// `inner != 0` (or `== 0`), where `inner` is a widened truth value or a masked word.
fn tested(inner: InstructionValue<'_>, when_set: bool) -> Option<Operands<'_>> {
    let first = int_operand(inner, 0)?;
    match inner.get_opcode() {
        InstructionOpcode::ZExt | InstructionOpcode::SExt if width(first) == 1 => {
            let operands = trace(first);
            Some(if when_set { operands } else { operands.negated() })
        }
        InstructionOpcode::And => {
            let second = int_operand(inner, 1)?;
            let (value, mask) = if first.is_constant_int() {
                (second, first)
            } else {
                (first, second)
            };
            Some(Operands::Bits { value, mask, when_set })
        }
        _ => None,
    }
}

/// The format of a type of floats.
pub(crate) fn format_of(ty: FloatType<'_>) -> Option<FloatFormat> {
    match ty.get_bit_width() {
        32 => Some(FloatFormat::F32),
        64 => Some(FloatFormat::F64),
        80 => Some(FloatFormat::F80),
        _ => None,
    }
}

/// LLVM numbers float predicates by the same bits: equal 1, greater 2, less 4, unordered 8.
pub(crate) fn float_relations(predicate: FloatPredicate) -> Relations {
    Relations(match predicate {
        FloatPredicate::PredicateFalse => 0,
        FloatPredicate::OEQ => 1,
        FloatPredicate::OGT => 2,
        FloatPredicate::OGE => 3,
        FloatPredicate::OLT => 4,
        FloatPredicate::OLE => 5,
        FloatPredicate::ONE => 6,
        FloatPredicate::ORD => 7,
        FloatPredicate::UNO => 8,
        FloatPredicate::UEQ => 9,
        FloatPredicate::UGT => 10,
        FloatPredicate::UGE => 11,
        FloatPredicate::ULT => 12,
        FloatPredicate::ULE => 13,
        FloatPredicate::UNE => 14,
        FloatPredicate::PredicateTrue => 15,
    })
}

pub(crate) fn integer_relations(predicate: IntPredicate) -> Relations {
    const UNSIGNED: u8 = Relations::UNSIGNED;
    Relations(match predicate {
        IntPredicate::EQ => 1,
        IntPredicate::NE => 6,
        IntPredicate::SGT => 2,
        IntPredicate::SGE => 3,
        IntPredicate::SLT => 4,
        IntPredicate::SLE => 5,
        IntPredicate::UGT => 2 | UNSIGNED,
        IntPredicate::UGE => 3 | UNSIGNED,
        IntPredicate::ULT => 4 | UNSIGNED,
        IntPredicate::ULE => 5 | UNSIGNED,
    })
}
