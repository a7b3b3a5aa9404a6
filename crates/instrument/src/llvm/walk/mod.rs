//! What a function computes, as terms: one walk through all its ways, which meet where blocks meet.
//!
//! The walk begins where the optimiser does ([`super::prove`]): all that is called has become part of the function, what is
//! not on the list of [`super::admit`] has ended the proof, and what the machine leaves open is a call of an unknown
//! function ([`super::defined`]). Every such call, every read of a place that is not known and every instruction without a
//! row here gives *any* value, a new one each time. So the ways of the walk are all that the machine can go, and perhaps
//! more: what no way of the walk reaches, no run does.
//!
//! Each block has the condition under which it is reached. A loop is walked turn by turn until nothing goes on, or until
//! its turns are used up; then whatever can be reached from it is left open.
//!
//! `order`: which block comes when. `memory`: variables that stayed in memory; `places`: addresses that
//! are computed. `tables`: constants in memory. `meaning`, `floats`, `calls`: instructions. `library`: facts about functions of the
//! maths library.

mod calls;
mod floats;
mod library;
mod meaning;
mod memory;
mod order;
mod places;
mod tables;

use std::collections::HashMap;

use bits::{BitAnswer, BitEffort, BitProblem, Term, TermPool};
use inkwell::basic_block::BasicBlock;
use inkwell::module::Module;
use inkwell::targets::TargetData;
use inkwell::values::{BasicValueEnum, FunctionValue, GlobalValue, InstructionOpcode, InstructionValue, PhiValue};

use super::admit::ProofRefusal;
use super::{address, defined, raw};
use crate::shape::{FunctionShape, Passing, ShapeParameter};
use meaning::WalkValue;
use memory::WalkMemory;
use order::{WalkOrder, WalkStep};
use tables::TableNumbers;

/// Turns of a loop that are walked, each time that it is entered.
const MOST_TURNS: u32 = 130;

/// Instructions that are walked in all, the turns of loops included, before loops are left open.
const MOST_INSTRUCTIONS: usize = 40_000;

/// Terms in all. A term takes some hundred bytes, and gates many times that.
const MOST_TERMS: usize = 1_000_000;

/// What the question may cost whether a loop goes on.
const LOOP_EFFORT: BitEffort = BitEffort {
    conflicts: 500,
    gates: 200_000,
    ticks: 5_000_000,
};

/// What a walk came to.
pub(crate) struct WalkedFunction {
    /// All terms.
    pub pool: TermPool,
    /// For each side of each marker the conditions under which it is reached.
    pub sides: Vec<Vec<Term>>,
    /// For each marker whether it may be reached by ways that were not walked.
    pub open: Vec<bool>,
    /// Where in the arguments variables of the terms stand.
    pub inputs: Vec<WalkInput>,
    /// What is stated of results of the maths library: truth values that hold in every run.
    pub facts: Vec<Term>,
}

/// A variable that is a part of an argument.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkInput {
    /// The variable.
    pub term: Term,
    /// Which argument.
    pub argument: u32,
    /// Bytes from the beginning of what it points to, or 0.
    pub offset: u64,
}

/// A way to a block: its condition, what its variables become there, and memory.
struct Arrival<'ctx> {
    path: Term,
    phis: Vec<WalkValue<'ctx>>,
    memory: WalkMemory<'ctx>,
}

/// A walk that is under way.
struct Walk<'ctx, 'a> {
    pool: TermPool,
    data: &'a TargetData,
    order: WalkOrder<'ctx>,
    values: HashMap<InstructionValue<'ctx>, WalkValue<'ctx>>,
    arguments: HashMap<BasicValueEnum<'ctx>, WalkValue<'ctx>>,
    arrivals: HashMap<BasicBlock<'ctx>, Vec<Arrival<'ctx>>>,
    /// What is read behind arguments; none where something may write there.
    behind: Option<HashMap<(u32, i128, u32), Term>>,
    inputs: Vec<WalkInput>,
    facts: Vec<Term>,
    sides: Vec<Vec<Term>>,
    open: Vec<bool>,
    walked: usize,
    /// For each argument the bytes that it points to, where that is known.
    sizes: Vec<Option<u64>>,
    /// The numbers of the tables that were read.
    tables: Vec<(GlobalValue<'ctx>, Option<TableNumbers>)>,
    /// The condition of the block that is being walked.
    path: Term,
    memory: WalkMemory<'ctx>,
}

/// Walks the function with this symbol, in which `count` markers are.
pub(crate) fn walk(
    module: &Module<'_>,
    data: &TargetData,
    shape: &FunctionShape,
    count: usize,
) -> Result<WalkedFunction, ProofRefusal> {
    let Some(function) = module.get_function(&shape.symbol) else {
        return Err(refusal(format!("there is no function `{}`", shape.symbol)));
    };
    let order = order::order(function).ok_or_else(|| refusal("a jump into the middle of a loop".into()))?;
    let mut pool = TermPool::new();
    let path = pool.truth(true);
    let mut walk = Walk {
        pool,
        data,
        order,
        values: HashMap::new(),
        arguments: HashMap::new(),
        arrivals: HashMap::new(),
        behind: (!writes_behind_arguments(data, function)).then(HashMap::new),
        inputs: Vec::new(),
        facts: Vec::new(),
        sides: vec![Vec::new(); 2 * count],
        open: vec![false; count],
        walked: 0,
        sizes: sizes(function, shape),
        tables: Vec::new(),
        path,
        memory: WalkMemory::default(),
    };
    walk.take_arguments(function);
    walk.run_all(function)?;
    Ok(WalkedFunction {
        pool: walk.pool,
        sides: walk.sides,
        open: walk.open,
        inputs: walk.inputs,
        facts: walk.facts,
    })
}

/// The bytes behind the arguments, where arguments of the source and of the code are the same.
fn sizes(function: FunctionValue<'_>, shape: &FunctionShape) -> Vec<Option<u64>> {
    if !super::ranges::is_suitable(function, shape) {
        return Vec::new();
    }
    let size = |parameter: &ShapeParameter| (parameter.passing != Passing::Value).then(|| parameter.ty.size() as u64);
    shape.parameters.iter().map(size).collect()
}

fn refusal(what: String) -> ProofRefusal {
    ProofRefusal {
        place: String::new(),
        what,
    }
}

/// Whether something may be written behind an argument: then two of them may lead to the same place.
fn writes_behind_arguments(data: &TargetData, function: FunctionValue<'_>) -> bool {
    let leads_there = |at: InstructionValue<'_>, index: u32| match raw::operand(at, index) {
        Some(BasicValueEnum::PointerValue(pointer)) if address::variable(pointer).is_some() => false,
        Some(BasicValueEnum::PointerValue(pointer)) => {
            address::of(data, pointer).is_none_or(|address| matches!(address.base, address::AddressBase::Argument(_)))
        }
        _ => false,
    };
    // The last operand of a call is what it calls.
    let writes = |at: InstructionValue<'_>| match at.get_opcode() {
        InstructionOpcode::Store => leads_there(at, 1),
        InstructionOpcode::Call if calls::writes(at) => {
            (0..at.get_num_operands().saturating_sub(1)).any(|index| leads_there(at, index))
        }
        _ => false,
    };
    defined::instructions_of(function).into_iter().any(writes)
}

impl<'ctx> Walk<'ctx, '_> {
    fn take_arguments(&mut self, function: FunctionValue<'ctx>) {
        for (number, value) in function.get_params().into_iter().enumerate() {
            let Some(width) = meaning::width(value.get_type()) else {
                continue;
            };
            let term = self.pool.word(&format!("argument{number}"), width);
            self.arguments.insert(value, WalkValue::Word(term));
            self.inputs.push(WalkInput {
                term,
                argument: number as u32,
                offset: 0,
            });
        }
    }

    fn run_all(&mut self, function: FunctionValue<'ctx>) -> Result<(), ProofRefusal> {
        if let Some(entry) = function.get_first_basic_block() {
            let first = Arrival {
                path: self.path,
                phis: Vec::new(),
                memory: WalkMemory::default(),
            };
            self.arrivals.insert(entry, vec![first]);
        }
        let steps = std::mem::take(&mut self.order.steps);
        self.run(&steps)
    }

    fn run(&mut self, steps: &[WalkStep<'ctx>]) -> Result<(), ProofRefusal> {
        for step in steps {
            match step {
                WalkStep::Block(block) => self.run_block(*block)?,
                WalkStep::Loop(number) => self.run_loop(*number)?,
            }
        }
        Ok(())
    }

    /// All turns of a loop: as long as a way leads back to its first block.
    fn run_loop(&mut self, number: usize) -> Result<(), ProofRefusal> {
        let (header, steps) = (self.order.loops[number].header, self.order.loops[number].steps.clone());
        for turn in 0u32.. {
            if !self.goes_on(header, turn) {
                return Ok(());
            }
            if turn == MOST_TURNS || self.walked > MOST_INSTRUCTIONS {
                self.leave_open(header);
                return Ok(());
            }
            self.run(&steps)?;
        }
        Ok(())
    }

    /// Whether the loop may have another turn. The solver is asked after 8, 16, 32 … turns.
    fn goes_on(&mut self, header: BasicBlock<'ctx>, turn: u32) -> bool {
        let paths: Vec<Term> = self
            .arrivals
            .get(&header)
            .into_iter()
            .flatten()
            .map(|way| way.path)
            .collect();
        if paths.is_empty() {
            return false;
        }
        let is_asked = turn >= 8 && turn.is_power_of_two() || turn == MOST_TURNS;
        if !is_asked {
            return true;
        }
        let any = self.pool.any(&paths);
        let goes_on = !is_impossible_within(&self.pool, any, LOOP_EFFORT);
        if !goes_on {
            self.arrivals.remove(&header);
        }
        goes_on
    }

    /// Ways through the loop that are not walked may lead to all that can be reached from it.
    fn leave_open(&mut self, header: BasicBlock<'ctx>) {
        self.arrivals.remove(&header);
        for at in order::reachable(header)
            .into_iter()
            .flat_map(BasicBlock::get_instructions)
        {
            if let Some(marker) = calls::marker(at) {
                self.open[marker] = true;
            }
        }
    }

    fn run_block(&mut self, block: BasicBlock<'ctx>) -> Result<(), ProofRefusal> {
        let Some(ways) = self.arrivals.remove(&block) else {
            return Ok(());
        };
        self.arrive(block, ways);
        for at in block
            .get_instructions()
            .filter(|at| at.get_opcode() != InstructionOpcode::Phi)
        {
            self.walked += 1;
            if self.pool.len() > MOST_TERMS {
                return Err(refusal(format!("more than {MOST_TERMS} terms")));
            }
            match at.is_terminator() {
                true => self.leave(block, at),
                false => self.execute(at)?,
            }
        }
        Ok(())
    }

    /// Ways meet: one of them was taken. The last one is what is left when none of the others was.
    fn arrive(&mut self, block: BasicBlock<'ctx>, ways: Vec<Arrival<'ctx>>) {
        let mut ways = ways.into_iter().rev();
        let Some(mut met) = ways.next() else { return };
        for way in ways {
            met.memory.meet(&mut self.pool, &way.memory, way.path);
            for (own, other) in met.phis.iter_mut().zip(&way.phis) {
                *own = self.choose(way.path, other, own);
            }
            met.path = self.pool.or(met.path, way.path);
        }
        for (phi, value) in phis(block).zip(met.phis) {
            self.values.insert(phi.as_instruction(), value);
        }
        (self.path, self.memory) = (met.path, met.memory);
    }

    /// Goes on to the blocks behind a block.
    fn leave(&mut self, block: BasicBlock<'ctx>, end: InstructionValue<'ctx>) {
        let to = raw::successors(end);
        let conditions = self.conditions(end, to.len());
        for (to, condition) in to.into_iter().zip(conditions) {
            let path = self.pool.and(self.path, condition);
            if self.pool.value(path).is_some_and(|known| !known.is_true()) {
                continue;
            }
            let arrival = Arrival {
                path,
                phis: phis(to).map(|phi| self.incoming(phi, block)).collect(),
                memory: self.memory.clone(),
            };
            self.arrivals.entry(to).or_default().push(arrival);
        }
    }

    /// Under which condition each of the blocks behind a block is next.
    fn conditions(&mut self, end: InstructionValue<'ctx>, count: usize) -> Vec<Term> {
        match (end.get_opcode(), count) {
            (InstructionOpcode::Switch, _) => self.cases(end, count),
            (_, 2) => {
                let word = self.operand(end, 0);
                let taken = self.truth_of(word);
                vec![taken, self.pool.not(taken)]
            }
            _ => vec![self.pool.truth(true); count],
        }
    }

    /// A switch: its default first, then the others. Cases differ, so at most one is taken.
    fn cases(&mut self, end: InstructionValue<'ctx>, count: usize) -> Vec<Term> {
        let WalkValue::Word(value) = self.operand(end, 0) else {
            return (0..count).map(|_| self.unknown_truth()).collect();
        };
        let mut taken = Vec::new();
        for number in 1..count {
            let case = match self.operand(end, 2 * number as u32) {
                WalkValue::Word(case) => self.pool.equal(value, case),
                _ => self.unknown_truth(),
            };
            taken.push(case);
        }
        let any = self.pool.any(&taken);
        taken.insert(0, self.pool.not(any));
        taken
    }

    /// What a variable becomes on the way from a block.
    fn incoming(&mut self, phi: PhiValue<'ctx>, from: BasicBlock<'ctx>) -> WalkValue<'ctx> {
        let value = phi
            .get_incomings()
            .find(|(_, block)| *block == from)
            .map(|(value, _)| value);
        match value {
            Some(value) => self.value(value),
            None => WalkValue::Unknown,
        }
    }
}

/// The variables that a block begins with.
fn phis(block: BasicBlock<'_>) -> impl Iterator<Item = PhiValue<'_>> {
    block.get_instructions().map_while(|at| PhiValue::try_from(at).ok())
}

/// Whether the solver proves that a condition never holds.
fn is_impossible_within(pool: &TermPool, condition: Term, effort: BitEffort) -> bool {
    matches!(ask(pool, &[condition], effort), BitAnswer::Refuted(_))
}

/// What the solver says about conditions that are to hold together.
pub(crate) fn ask(pool: &TermPool, conditions: &[Term], effort: BitEffort) -> BitAnswer {
    BitProblem::of(pool, conditions).decide_within(effort)
}
