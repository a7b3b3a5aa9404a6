//! What searches and cheap proofs left, put to the prover, which reasons about every bit.
//!
//! It says that no arguments do it, or names an input that may. Such an input is no claim: the search begins at it, and
//! what it does there counts.

use crate::job::{Coordinate, SearchJob};
use instrument::{
    ArgumentRange, InputRange, InstrumentTrouble, Instrumented, ProverBudget, ProverDecisions, ProverRequest, Side,
};
use optimize::ValueKind;

/// Before the second search: for what is settled within a moment. `scripts/bench_cover.py` and `scripts/bench_stress.py`
/// show what other budgets decide and cost.
pub const FIRST_BUDGET: ProverBudget = ProverBudget {
    conflicts: 300,
    gates: 50_000,
    ticks: 1_000_000,
    all_ticks: 4_000_000,
};

/// After the second search: for what is left in the end.
pub const LAST_BUDGET: ProverBudget = ProverBudget {
    conflicts: 10_000,
    gates: 200_000,
    ticks: 4_000_000,
    all_ticks: 10_000_000,
};

/// What the prover came to.
#[derive(Debug, Default)]
pub struct ProverTurn<T> {
    /// What no arguments do, each with the proof in a sentence.
    pub proved: Vec<(T, String)>,
    /// Inputs of the domain that may do something of the rest.
    pub inputs: Vec<Vec<u8>>,
    /// Why nothing was decided, if so.
    pub withheld: Option<String>,
}

/// Decides sides of branches, by their places.
pub fn decide_sides(
    code: &Instrumented,
    job: &SearchJob,
    sides: &[usize],
    ranges: &[ArgumentRange],
    budget: ProverBudget,
) -> ProverTurn<usize> {
    let asked: Vec<Side> = sides.iter().copied().map(Side::at).collect();
    let inputs = input_ranges(job);
    let decided = code.decide_sides(&asked, request(ranges, &inputs, budget));
    turn(job, decided, Side::index)
}

/// Decides whether hazards die, which are counted from 0.
pub fn decide_hazards(
    code: &Instrumented,
    job: &SearchJob,
    hazards: &[usize],
    ranges: &[ArgumentRange],
    budget: ProverBudget,
) -> ProverTurn<usize> {
    let inputs = input_ranges(job);
    let decided = code.decide_hazards(hazards, request(ranges, &inputs, budget));
    turn(job, decided, |hazard| hazard)
}

fn request<'a>(arguments: &'a [ArgumentRange], inputs: &'a [InputRange], budget: ProverBudget) -> ProverRequest<'a> {
    ProverRequest {
        arguments,
        inputs,
        budget,
    }
}

/// What the user says of the numbers of an input, and that floats are finite where nothing else is tried.
fn input_ranges(job: &SearchJob) -> Vec<InputRange> {
    let of_slot = |(slot, coordinate): (usize, &Coordinate)| {
        let finite = (-f64::MAX, f64::MAX);
        let is_float = matches!(coordinate.kind(), ValueKind::F64 | ValueKind::F32);
        let (lo, hi) = coordinate
            .range
            .or((is_float && !coordinate.specials).then_some(finite))?;
        Some(InputRange { slot, lo, hi })
    };
    job.coordinates.iter().enumerate().filter_map(of_slot).collect()
}

fn turn<T, U>(
    job: &SearchJob,
    decided: Result<ProverDecisions<T>, InstrumentTrouble>,
    named: impl Fn(T) -> U,
) -> ProverTurn<U> {
    match decided {
        Ok(decided) => ProverTurn {
            proved: decided
                .impossible
                .into_iter()
                .map(|(what, how)| (named(what), how))
                .collect(),
            inputs: decided.inputs.iter().map(|input| job.admitted(input)).collect(),
            withheld: decided.withheld,
        },
        // A prover that fails has decided nothing.
        Err(trouble) => ProverTurn {
            proved: Vec::new(),
            inputs: Vec::new(),
            withheld: Some(format!("the prover failed: {trouble}")),
        },
    }
}
