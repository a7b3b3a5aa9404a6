//! Inputs for compiled code, found by running it: what `cover` and `stress` share.
//!
//! `worker` is a process of its own that calls the code; `search` looks for inputs in it, `pool` says where to begin,
//! `job` is what the two processes agree on, and `process` is the worker seen from outside.
//! `replay` calls again what was found, alone and in a new process, where the code may keep something between calls.
//! `prover` decides what searches and cheap proofs left, or names inputs for them.
//! `trace` tells which sides many inputs take, without a search.
//! `further` has more inputs of a domain for every side, and `judge` lets a specification have its say about outputs.
//! For `stress`, `finish` makes kills simple, in the sense of `simple`, and prefers those on which `second`, a reference,
//! returns something else.

mod finish;
mod further;
mod job;
pub mod judge;
mod kill;
mod pool;
mod process;
pub mod prover;
mod replay;
mod search;
mod second;
pub mod signature;
mod simple;
mod trace;
mod values;
pub mod worker;

pub use job::{Coordinate, ReferenceLibrary, SearchJob, StressJob};
pub use kill::{HazardKill, ReferenceAnswer};
pub use process::{FoundInput, WorkerTold, run};
pub use replay::{replay_alone, trace_alone};
pub use trace::trace_all;
pub use values::read_values;

use instrument::{ArgumentRange, InstrumentRequest, InstrumentTrouble, Instrumented, PackedNumber, Proofs};
use job::{compares_integers, constants};
use std::path::PathBuf;

/// What to call and what it may cost.
#[derive(Clone, Debug)]
pub struct NativeSettings {
    /// The code.
    pub request: InstrumentRequest,
    /// Bounds of arguments, by name.
    pub ranges: Vec<(String, f64, f64)>,
    /// Whether NaN, infinities and the like are tried.
    pub specials: bool,
    /// Calls that may be made.
    pub calls: u64,
    /// Seed of the search.
    pub seed: u64,
    /// Seconds without a word from the worker after which a run is taken for one that hangs.
    pub patience: f64,
    /// The program that runs [`worker::main`], and its arguments.
    pub worker: (PathBuf, Vec<String>),
}

/// Why there is no report.
#[derive(Debug)]
pub enum NativeFailure {
    /// The code cannot be instrumented.
    Trouble(InstrumentTrouble),
    /// An option does not fit the code.
    Option(String),
    /// There is nothing to look for.
    Nothing {
        /// The function.
        function: String,
        /// Whether all functions of the files were looked at.
        module_scope: bool,
    },
    /// The worker cannot be started or does not begin.
    Worker(String),
}

impl NativeFailure {
    /// The code has nothing to look for.
    pub fn nothing(code: &Instrumented, settings: &NativeSettings) -> NativeFailure {
        NativeFailure::Nothing {
            function: code.function().name.clone(),
            module_scope: settings.request.module_scope,
        }
    }
}

impl SearchJob {
    /// A search for inputs of some code that takes both sides of every branch, with all calls.
    pub fn new(code: &Instrumented, settings: &NativeSettings) -> Result<SearchJob, NativeFailure> {
        let compared = code.branches().iter().map(|b| compares_integers(&b.comparison));
        Ok(SearchJob {
            library: code.library(),
            sizes: (code.function().input_size, code.function().output_size),
            coordinates: coordinates(code, settings)?,
            integers: compared.collect(),
            constants: constants(code),
            closed: Vec::new(),
            known: Vec::new(),
            avoided: Vec::new(),
            witness: None,
            calls: settings.calls,
            seed: settings.seed,
            stress: None,
            keeps_state: code.keeps_state(),
            strays: code.strays(),
            replay: Vec::new(),
            traced: Vec::new(),
        })
    }
}

/// The numbers of an input.
fn coordinates(code: &Instrumented, options: &NativeSettings) -> Result<Vec<Coordinate>, NativeFailure> {
    let slots = &code.function().inputs;
    let belongs = |slot: &PackedNumber, name: &str| {
        let rest = slot.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    for (n, (name, ..)) in options.ranges.iter().enumerate() {
        if options.ranges[..n].iter().any(|(other, ..)| other == name) {
            return Err(NativeFailure::Option(format!("`{name}` has two ranges; give one")));
        }
        if !slots.iter().any(|slot| belongs(slot, name)) {
            let known: Vec<&str> = slots.iter().map(|slot| slot.name.as_str()).collect();
            let why = format!("there is no argument `{name}`; its arguments are {}", known.join(", "));
            return Err(NativeFailure::Option(why));
        }
    }
    let range = |slot: &PackedNumber| {
        let found = options.ranges.iter().find(|(name, ..)| belongs(slot, name));
        found.map(|&(_, lo, hi)| (lo, hi))
    };
    let coordinates = slots
        .iter()
        .map(|slot| Coordinate::of(slot, range(slot), options.specials));
    coordinates.map(not_empty).collect()
}

/// Refuses a range in which the type of the number has no value.
fn not_empty(coordinate: Coordinate) -> Result<Coordinate, NativeFailure> {
    match coordinate.range {
        Some((lo, hi)) if coordinate.ranged().is_none() => Err(NativeFailure::Option(format!(
            "`{}` has no value in its range {lo}:{hi}; its type decides which values it has",
            coordinate.name
        ))),
        _ => Ok(coordinate),
    }
}

/// What was proved. A prover that fails has proved nothing, and says why.
pub fn proofs<T>(outcome: Result<Proofs<T>, InstrumentTrouble>) -> Proofs<T> {
    outcome.unwrap_or_else(|trouble| Proofs {
        proved: Vec::new(),
        withheld: Some(format!("the prover failed: {trouble}")),
    })
}

/// Bounds of the arguments that are passed by value.
pub fn argument_ranges(code: &Instrumented, ranges: &[(String, f64, f64)]) -> Vec<ArgumentRange> {
    let parameters = code.function().parameters.iter().enumerate();
    let ranged = parameters.filter_map(|(argument, parameter)| {
        let found = ranges.iter().find(|(name, ..)| *name == parameter.name)?;
        let by_value = parameter.passing == instrument::Passing::Value;
        by_value.then_some(ArgumentRange {
            argument,
            lo: found.1,
            hi: found.2,
        })
    });
    ranged.collect()
}
