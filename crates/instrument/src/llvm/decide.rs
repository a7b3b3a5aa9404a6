//! What is left when search and cheap proofs are done, decided one by one: no arguments do it, or these do.
//!
//! The function is walked once ([`super::walk`]); then the solver is asked about the conditions under which each side is
//! reached. It may answer with values of the arguments. They are only a suggestion: what has no meaning in the walk is any
//! value there, so they are run before anything is said of them.

use bits::{
    BitAnswer, BitEffort, BitModel, BitOperation, BitStatistics, BitWord, RangeAnswer, RangeBudget, Term,
    refute_by_ranges,
};
use inkwell::context::Context;
use inkwell::module::Module;

use super::admit::{ProofRefusal, WriteRule};
use super::module::{machine, read, run_passes};
use super::walk::{WalkedFunction, ask, walk};
use super::{given, hazard, prove, ranges as known_ranges};
use crate::branch::Side;
use crate::custom::Wanted;
use crate::instrumented::{ArgumentRange, Instrumented, ProverBudget, ProverDecisions, ProverRequest};
use crate::shape::FunctionShape;
use crate::trouble::InstrumentTrouble;

/// Loops get one entry and exits of their own, and what is used behind a loop is handed over in the blocks of its exits.
const SHAPE_LOOPS: &str = "function(loop-simplify,lcssa)";

/// Decides sides of branches.
pub(crate) fn sides(
    made: &Instrumented,
    wanted: &[Side],
    request: ProverRequest<'_>,
) -> Result<ProverDecisions<Side>, InstrumentTrouble> {
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let count = prove::mark(&module, &made.scope)?;
    decided(&module, made, request, count, wanted, |side| side.index())
}

/// Decides whether hazards die; they are counted from 0.
pub(crate) fn hazards(
    made: &Instrumented,
    wanted: &[usize],
    request: ProverRequest<'_>,
) -> Result<ProverDecisions<usize>, InstrumentTrouble> {
    let Some(hazards) = &made.wanted else {
        return Ok(ProverDecisions::default());
    };
    let context = Context::create();
    let module = read(&context, &made.bitcode)?;
    let wanted = provable(&module, made, hazards, wanted);
    let count = prove::mark_hazards(&module, &made.scope, hazards)?;
    let death = |number: usize| {
        let side = Side {
            branch: number as u32,
            taken: true,
        };
        side.index()
    };
    decided(&module, made, request, count, &wanted, death)
}

/// The hazards of which something can be proved at all.
fn provable(module: &Module<'_>, made: &Instrumented, request: &Wanted, wanted: &[usize]) -> Vec<usize> {
    let sites = hazard::find(module, &made.scope, request);
    let is_provable = |number: &usize| sites.get(*number).is_some_and(super::harmless::is_provable);
    wanted.iter().copied().filter(is_provable).collect()
}

fn decided<T: Copy>(
    module: &Module<'_>,
    made: &Instrumented,
    request: ProverRequest<'_>,
    count: usize,
    wanted: &[T],
    place: impl Fn(T) -> usize,
) -> Result<ProverDecisions<T>, InstrumentTrouble> {
    let mut made_of = ProverDecisions::default();
    if wanted.is_empty() {
        return Ok(made_of);
    }
    let walked = match walked(module, made, request.arguments, count)? {
        Ok(walked) => walked,
        Err(refusal) => {
            made_of.withheld = Some(refusal.to_string());
            return Ok(made_of);
        }
    };
    let mut questions = Questions::new(module, made, walked, request);
    for one in wanted {
        if child::interrupt::is_raised() {
            break;
        }
        match questions.decide(place(*one)) {
            Decision::Never(how) => made_of.impossible.push((*one, how)),
            Decision::Perhaps(input) => made_of.inputs.push(input),
            Decision::Open => {}
        }
    }
    Ok(made_of)
}

fn walked(
    module: &Module<'_>,
    made: &Instrumented,
    ranges: &[ArgumentRange],
    count: usize,
) -> Result<Result<WalkedFunction, ProofRefusal>, InstrumentTrouble> {
    if let Err(refusal) = prove::prepare(module, made, ranges, WriteRule::Walked)? {
        return Ok(Err(refusal));
    }
    run_passes(module, SHAPE_LOOPS)?;
    let data = machine(module)?.get_target_data();
    Ok(walk(module, &data, &made.shape, count))
}

/// What ranges may cost. Most of what they refute takes one box; a hundred cost about as much as a short search through bits.
const RANGES: RangeBudget = RangeBudget {
    boxes: 100,
    steps: 200_000,
};

fn counted(boxes: u64) -> String {
    match boxes {
        1 => "in one piece".into(),
        _ => format!("in {boxes} pieces"),
    }
}

/// The answer to one question.
enum Decision {
    /// No arguments do it, and why that is so.
    Never(String),
    /// These bytes of an input may do it.
    Perhaps(Vec<u8>),
    /// Neither is known.
    Open,
}

/// The questions that are asked about one function, and what is left for them.
struct Questions<'a> {
    walked: WalkedFunction,
    /// Where arguments stand in an input; none where those of the code are others than those of the source.
    shape: Option<&'a FunctionShape>,
    /// What holds of all inputs that are asked about.
    given: Vec<Term>,
    budget: ProverBudget,
}

impl<'a> Questions<'a> {
    fn new(
        module: &Module<'_>,
        made: &'a Instrumented,
        mut walked: WalkedFunction,
        request: ProverRequest<'_>,
    ) -> Questions<'a> {
        let function = module.get_function(&made.shape.symbol);
        let is_suitable = function.is_some_and(|function| known_ranges::is_suitable(function, &made.shape));
        let shape = is_suitable.then_some(&made.shape);
        let given = shape.map_or(Vec::new(), |shape| given::ranges(&mut walked, shape, request.inputs));
        Questions {
            walked,
            shape,
            given,
            budget: request.budget,
        }
    }

    fn decide(&mut self, place: usize) -> Decision {
        if self.walked.open.get(place / 2) != Some(&false) {
            return Decision::Open;
        }
        let ways = self.walked.sides[place].clone();
        let condition = self.walked.pool.any(&ways);
        match self.walked.pool.value(condition) {
            Some(known) if !known.is_true() => Decision::Never("no way through the code leads there".into()),
            _ => self.ask(condition),
        }
    }

    fn ask(&mut self, condition: Term) -> Decision {
        let effort = BitEffort {
            conflicts: self.budget.conflicts,
            gates: self.budget.gates,
            ticks: self.budget.ticks.min(self.budget.all_ticks),
        };
        if effort.conflicts == 0 || effort.ticks == 0 {
            return Decision::Open;
        }
        let all: Vec<Term> = self.given.iter().copied().chain([condition]).collect();
        let stated: Vec<Term> = self.walked.facts.iter().copied().chain(all.iter().copied()).collect();
        if let RangeAnswer::Refuted { boxes } = refute_by_ranges(&self.walked.pool, &stated, &[], RANGES) {
            return Decision::Never(format!(
                "the ranges of all values on the ways there leave nothing, {}",
                counted(boxes)
            ));
        }
        let answer = ask(&self.walked.pool, &all, effort);
        let statistics = statistics_of(&answer);
        let cost = statistics.search.conflicts;
        self.budget.all_ticks = self.budget.all_ticks.saturating_sub(spent(&statistics));
        match answer {
            BitAnswer::Refuted(_) => Decision::Never(format!(
                "bit by bit, no values of the arguments satisfy the conditions of a way there ({cost} conflicts)"
            )),
            BitAnswer::Model(model) => self.packed(&model).map_or(Decision::Open, Decision::Perhaps),
            BitAnswer::Unknown(_) => Decision::Open,
        }
    }

    fn value<'m>(&self, model: &'m BitModel, variable: Term) -> Option<&'m BitWord> {
        match self.walked.pool.operation(variable) {
            BitOperation::Variable(number) => model.assignment.get(*number),
            _ => None,
        }
    }

    /// The bytes of the input in which arguments have the values of a model; what it does not mention is 0.
    fn packed(&self, model: &BitModel) -> Option<Vec<u8>> {
        let shape = self.shape?;
        let mut input = vec![0; shape.input_size];
        for known in &self.walked.inputs {
            let word = self.value(model, known.term)?;
            let bytes = word.to_u128()?.to_le_bytes();
            let size = (word.width() as usize).div_ceil(8);
            if let Some(start) = given::place(shape, known, size) {
                input.get_mut(start..start + size)?.copy_from_slice(bytes.get(..size)?);
            }
        }
        Some(input)
    }
}

fn statistics_of(answer: &BitAnswer) -> BitStatistics {
    match answer {
        BitAnswer::Model(model) => model.statistics,
        BitAnswer::Refuted(refuted) => refuted.statistics,
        BitAnswer::Unknown(unknown) => unknown.statistics,
    }
}

/// What an answer took. Making a gate and its clauses takes about as long as some ticks.
fn spent(statistics: &BitStatistics) -> u64 {
    const MAKING: u64 = 10;
    statistics.search.ticks + MAKING * statistics.gates as u64
}
