//! What comparisons tell about their operands in the code behind them.

use std::collections::HashMap;

use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicValueEnum, FunctionValue, InstructionValue};

use super::range::{FloatRange, Integers, ValueRange};
use crate::branch::{FloatFormat, Relations};
use crate::llvm::lower::{int_operand, is_conditional};
use crate::llvm::{hazard, raw, sites};

/// A comparison that holds, or does not.
#[derive(Clone, Copy)]
pub(crate) struct Fact<'ctx> {
    /// The first operand.
    pub left: BasicValueEnum<'ctx>,
    /// The second operand.
    pub right: BasicValueEnum<'ctx>,
    /// The relations that are possible between them.
    pub relations: Relations,
}

/// For each block the facts that hold in it.
pub(crate) struct BlockFacts<'ctx> {
    of_block: HashMap<BasicBlock<'ctx>, Vec<Fact<'ctx>>>,
}

impl<'ctx> BlockFacts<'ctx> {
    /// The facts of a function.
    ///
    /// A fact of the jump from block d to block b holds in b if that jump is the only way into b, and then in all blocks
    /// that b dominates: that have it on every way to them.
    pub fn new(function: FunctionValue<'ctx>) -> Self {
        let blocks = function.get_basic_blocks();
        let before = predecessors(&blocks);
        let above = dominators(&blocks, &before);
        let mut of_block = HashMap::new();
        for (start, block) in blocks.iter().enumerate() {
            let mut facts = Vec::new();
            let mut here = start;
            // Blocks that only lead to each other may dominate each other: no chain is longer than the function.
            for _ in 0..blocks.len() {
                let Some(next) = above[here] else { break };
                if let [only] = before[here][..] {
                    facts.extend(of_jump(blocks[only], blocks[here]));
                }
                here = next;
            }
            of_block.insert(*block, facts);
        }
        BlockFacts { of_block }
    }

    /// The facts that hold in a block.
    pub fn at(&self, block: BasicBlock<'ctx>) -> &[Fact<'ctx>] {
        self.of_block.get(&block).map_or(&[], Vec::as_slice)
    }
}

/// For each block the blocks from which jumps lead to it.
fn predecessors(blocks: &[BasicBlock<'_>]) -> Vec<Vec<usize>> {
    let place: HashMap<_, _> = blocks
        .iter()
        .enumerate()
        .map(|(place, block)| (*block, place))
        .collect();
    let mut before = vec![Vec::new(); blocks.len()];
    for (from, block) in blocks.iter().enumerate() {
        for next in block.get_terminator().map(raw::successors).unwrap_or_default() {
            if let Some(to) = place.get(&next) {
                before[*to].push(from);
            }
        }
    }
    before
}

/// For each block the nearest other block that is on every way to it; `None` for the first one, and for blocks that
/// nothing leads to.
///
/// The sets of dominators, as bits: D(first) = {first}, D(b) = {b} ∪ ⋂ D(p) over the predecessors p. The nearest one is
/// the one with the most dominators of its own.
fn dominators(blocks: &[BasicBlock<'_>], before: &[Vec<usize>]) -> Vec<Option<usize>> {
    let (count, words) = (blocks.len(), blocks.len().div_ceil(64));
    let mut sets = vec![vec![u64::MAX; words]; count];
    if let Some(first) = sets.first_mut() {
        first.fill(0);
        first[0] = 1;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in 1..count {
            let mut set = vec![u64::MAX; words];
            for from in &before[block] {
                set.iter_mut()
                    .zip(&sets[*from])
                    .for_each(|(mine, theirs)| *mine &= theirs);
            }
            set[block / 64] |= 1 << (block % 64);
            changed |= set != sets[block];
            sets[block] = set;
        }
    }
    let size = |block: usize| sets[block].iter().map(|word| word.count_ones()).sum::<u32>();
    let has = |block: usize, other: usize| sets[block][other / 64] >> (other % 64) & 1 == 1;
    let reached = |block: usize| block > 0 && size(block) as usize <= count && !before[block].is_empty();
    let nearest = |block: usize| {
        let others = (0..count).filter(|other| *other != block && has(block, *other));
        others.max_by_key(|other| size(*other)).filter(|_| reached(block))
    };
    (0..count).map(nearest).collect()
}

/// The fact that a jump from one block to another tells.
pub(crate) fn of_jump<'ctx>(from: BasicBlock<'ctx>, to: BasicBlock<'ctx>) -> Option<Fact<'ctx>> {
    let end = from.get_terminator().filter(|end| is_conditional(*end))?;
    let [yes, no] = raw::successors(end)[..] else {
        return None;
    };
    if yes == no {
        return None;
    }
    of_condition(int_operand(end, 0)?.as_instruction()?, to == yes)
}

fn of_condition(condition: InstructionValue<'_>, holds: bool) -> Option<Fact<'_>> {
    let operand = |index| raw::operand(condition, index);
    let (relations, is_float) = match (condition.get_fcmp_predicate(), condition.get_icmp_predicate()) {
        (Some(predicate), _) => (sites::float_relations(predicate), true),
        (_, Some(predicate)) => (sites::integer_relations(predicate), false),
        _ => return None,
    };
    Some(Fact {
        left: operand(0)?,
        right: operand(1)?,
        relations: if holds { relations } else { relations.negated(is_float) },
    })
}

impl<'ctx> Fact<'ctx> {
    /// The same fact, seen from the second operand.
    fn turned(self) -> Self {
        let Relations(bits) = self.relations;
        let swapped = (bits & Relations::GREATER) << 1 | (bits & Relations::LESS) >> 1;
        let rest = bits & !(Relations::GREATER | Relations::LESS);
        Fact {
            left: self.right,
            right: self.left,
            relations: Relations(swapped | rest),
        }
    }

    /// The fact from the view of a value, if it is about it.
    pub fn about(self, value: BasicValueEnum<'ctx>) -> Option<Self> {
        if self.left == value {
            Some(self)
        } else {
            (self.right == value).then(|| self.turned())
        }
    }
}

/// What is left of a range when such relations to another one are possible.
pub(crate) fn refined(
    range: ValueRange,
    relations: Relations,
    other: ValueRange,
    format: Option<FloatFormat>,
) -> ValueRange {
    match (range, other) {
        (ValueRange::Float(a), ValueRange::Float(b)) => ValueRange::Float(refined_float(a, relations, b, format)),
        (ValueRange::Integer(a), ValueRange::Integer(b)) => ValueRange::Integer(refined_integer(a, relations, b)),
        _ => range,
    }
}

fn refined_float(a: FloatRange, relations: Relations, b: FloatRange, format: Option<FloatFormat>) -> FloatRange {
    let ordered = relations.0 & Relations::UNORDERED == 0;
    let mut a = FloatRange {
        nan: a.nan && !ordered,
        ..a
    };
    // If the other one may be NaN, and that is a possible relation, nothing is known of this one.
    if b.is_empty() || b.nan && !ordered {
        return a;
    }
    let can = |relation| relations.0 & relation != 0;
    let strict = !can(Relations::EQUAL);
    if !can(Relations::GREATER) {
        a.hi = a.hi.min(below(b.hi, strict, format));
    }
    if !can(Relations::LESS) {
        a.lo = a.lo.max(-below(-b.lo, strict, format));
    }
    a
}

/// The greatest number of the format below a bound; the bound itself where it counts, or where the format has numbers
/// between the doubles.
fn below(bound: f64, strict: bool, format: Option<FloatFormat>) -> f64 {
    match format {
        Some(FloatFormat::F64) if strict => bound.next_down(),
        Some(FloatFormat::F32) if strict && f64::from(bound as f32) == bound => f64::from((bound as f32).next_down()),
        _ => bound,
    }
}

fn refined_integer(a: Integers, relations: Relations, b: Integers) -> Integers {
    if b.is_empty() {
        return a;
    }
    let can = |relation| relations.0 & relation != 0;
    let unsigned = can(Relations::UNSIGNED);
    let step = i128::from(!can(Relations::EQUAL));
    // Below a number that is not negative in either reading, a number is not negative either.
    if unsigned && b.lo < 0 {
        return a;
    }
    let mut a = a;
    if !can(Relations::GREATER) {
        a.hi = a.hi.min(b.hi - step);
        if unsigned {
            a.lo = a.lo.max(0);
        }
    }
    if !can(Relations::LESS) && !unsigned {
        a.lo = a.lo.max(b.lo + step);
    }
    a
}

/// The format of a value, if it is a float.
pub(crate) fn format(value: BasicValueEnum<'_>) -> Option<FloatFormat> {
    match value {
        BasicValueEnum::FloatValue(value) => hazard::format_of(value.get_type()),
        _ => None,
    }
}
