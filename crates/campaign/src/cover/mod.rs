//! `cover`: inputs for every branch of floating-point code.
//!
//! 1. `instrument` compiles the code and puts probes before its branches.
//! 2. `worker`: a process of its own calls it; `search` looks for inputs, `pool` says where to begin, `job` is what the
//!    two processes agree on.
//! 3. What no input reached is shown to LLVM's optimiser, which may prove it unreachable; the rest gets a second search.
//! 4. `chosen`: the fewest inputs that cover all that was covered; `gcov` replays them for a second opinion.

mod chosen;
mod gcov;
mod job;
mod pool;
mod process;
mod search;
pub mod worker;

use instrument::{ArgumentRange, Instrumented, Request, Side, Slot, Trouble, instrument};
use job::{Coordinate, Job, compares_integers, constants};
use process::Told;
use std::collections::HashMap;
use std::path::PathBuf;
use suite::cover::{
    BranchRecord, CoverFinding, CoverInput, CoverReport, CoverValue, GcovCheck, SideCounts, SideRecord,
};

/// What to cover and what it may cost.
#[derive(Clone, Debug)]
pub struct Options {
    /// The code.
    pub request: Request,
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
    /// Whether the inputs are replayed on a build by gcc, to compare with gcov.
    pub verify_gcov: bool,
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
}

/// Why there is no report.
#[derive(Debug)]
pub enum Failure {
    /// The code cannot be instrumented.
    Trouble(Trouble),
    /// An option does not fit the code.
    Option(String),
    /// There is nothing to cover.
    NoBranches {
        /// The function.
        function: String,
        /// Whether all functions of the files were looked at.
        module_scope: bool,
    },
    /// The worker cannot be started or does not begin.
    Worker(String),
}

/// Share of the calls for the first search, before anything is proved.
const FIRST_SHARE: u64 = 8;

/// Covers a function.
pub fn cover(options: &Options) -> Result<CoverReport, Failure> {
    let code = instrument(&options.request).map_err(Failure::Trouble)?;
    if code.branches().is_empty() {
        let function = code.function().name.clone();
        let module_scope = options.request.module_scope;
        return Err(Failure::NoBranches { function, module_scope });
    }
    let coordinates = coordinates(&code, options)?;
    let mut job = Job {
        library: code.library(),
        sizes: (code.function().input_size, code.function().output_size),
        coordinates,
        integers: code
            .branches()
            .iter()
            .map(|b| compares_integers(&b.comparison))
            .collect(),
        constants: constants(&code),
        closed: Vec::new(),
        known: Vec::new(),
        avoided: Vec::new(),
        witness: None,
        calls: options.calls / FIRST_SHARE,
        seed: options.seed,
    };
    let mut told = process::run(&job, options)?;
    let mut proofs = HashMap::new();
    if told.open(code.branches().len()) {
        proofs = proved(&code, options, &told);
        job.closed = proofs.keys().copied().collect();
        job.closed.sort_unstable();
        job.known = told.inputs.iter().map(|i| i.input.clone()).collect();
        job.calls = options.calls - job.calls;
        job.seed ^= 0x5851_f42d_4c95_7f2d;
        if (0..2 * code.branches().len()).any(|side| !told.covers(side) && !proofs.contains_key(&side)) {
            told.add(process::run(&job, options)?);
        }
    }
    let gcov = options
        .verify_gcov
        .then(|| second_opinion(&code, options, &told))
        .transpose()?;
    let mut report = report(&code, options, &job.coordinates, told, &proofs);
    report.gcov = gcov;
    Ok(report)
}

/// What gcov says about the chosen inputs.
fn second_opinion(code: &Instrumented, options: &Options, told: &Told) -> Result<GcovCheck, Failure> {
    let chosen = chosen::fewest(&told.inputs);
    let inputs: Vec<&[u8]> = chosen.iter().map(|&i| told.inputs[i].input.as_slice()).collect();
    gcov::check(code, &options.request, &inputs, &|side| told.covers(side))
        .map_err(|why| Failure::Option(format!("the check with gcov cannot be made: {why}")))
}

fn coordinates(code: &Instrumented, options: &Options) -> Result<Vec<Coordinate>, Failure> {
    let slots = &code.function().inputs;
    let belongs = |slot: &Slot, name: &str| {
        let rest = slot.name.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    for (name, ..) in &options.ranges {
        if !slots.iter().any(|slot| belongs(slot, name)) {
            let known: Vec<&str> = slots.iter().map(|slot| slot.name.as_str()).collect();
            let why = format!("there is no argument `{name}`; its arguments are {}", known.join(", "));
            return Err(Failure::Option(why));
        }
    }
    let range = |slot: &Slot| {
        let found = options.ranges.iter().find(|(name, ..)| belongs(slot, name));
        found.map(|&(_, lo, hi)| (lo, hi))
    };
    Ok(slots
        .iter()
        .map(|slot| Coordinate::of(slot, range(slot), options.specials))
        .collect())
}

/// The sides that LLVM proves unreachable, among those that no input took.
fn proved(code: &Instrumented, options: &Options, told: &Told) -> HashMap<usize, String> {
    let ranges = argument_ranges(code, options);
    let given = if ranges.is_empty() {
        "whatever the arguments are"
    } else {
        "whatever the arguments in the given ranges are"
    };
    let how = format!("LLVM's optimiser finds no way to it, {given}");
    let sides = code.infeasible(&ranges).unwrap_or_default();
    let open = sides.into_iter().map(Side::index).filter(|side| !told.covers(*side));
    open.map(|side| (side, how.clone())).collect()
}

fn argument_ranges(code: &Instrumented, options: &Options) -> Vec<ArgumentRange> {
    let parameters = code.function().parameters.iter().enumerate();
    let ranged = parameters.filter_map(|(argument, parameter)| {
        let found = options.ranges.iter().find(|(name, ..)| *name == parameter.name)?;
        let by_value = parameter.passing == instrument::Passing::Value;
        by_value.then_some(ArgumentRange {
            argument,
            lo: found.1,
            hi: found.2,
        })
    });
    ranged.collect()
}

fn report(
    code: &Instrumented,
    options: &Options,
    coordinates: &[Coordinate],
    told: Told,
    proofs: &HashMap<usize, String>,
) -> CoverReport {
    let chosen = chosen::fewest(&told.inputs);
    let shape = code.function();
    let inputs: Vec<CoverInput> = chosen
        .iter()
        .enumerate()
        .map(|(n, &i)| {
            let found = &told.inputs[i];
            CoverInput {
                id: format!("i{}", n + 1),
                values: values(&shape.inputs, &found.input),
                outcome: found.outcome.clone(),
                observed: values(&shape.outputs, &found.output),
                covers: found.sides.iter().map(|&side| side_name(side)).collect(),
            }
        })
        .collect();
    let side = |index: usize| side_record(index, &chosen, &told, proofs);
    let branches: Vec<BranchRecord> = code
        .branches()
        .iter()
        .map(|b| BranchRecord {
            id: b.id,
            function: b.function.clone(),
            file: b.file.display().to_string(),
            line: b.line,
            column: b.column,
            condition: b.comparison.to_string(),
            when_false: side(2 * b.id as usize),
            when_true: side(2 * b.id as usize + 1),
        })
        .collect();
    debug_assert_eq!(coordinates.len(), shape.inputs.len());
    CoverReport {
        format: CoverReport::FORMAT.into(),
        version: CoverReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        seed: options.seed,
        function: shape.name.clone(),
        file: shape.file.display().to_string(),
        summary: SideCounts::of(&branches),
        branches,
        inputs,
        findings: told
            .ended
            .iter()
            .map(|(input, what)| finding(&shape.inputs, input, what))
            .collect(),
        calls: told.calls,
        gcov: None,
    }
}

fn finding(slots: &[Slot], input: &[u8], what: &str) -> CoverFinding {
    CoverFinding {
        what: what.into(),
        values: values(slots, input),
    }
}

fn side_name(side: usize) -> String {
    format!("{}:{}", side / 2, side % 2 == 1)
}

fn side_record(side: usize, chosen: &[usize], told: &Told, proofs: &HashMap<usize, String>) -> SideRecord {
    let by = chosen.iter().position(|&i| told.inputs[i].sides.contains(&side));
    match (by, proofs.get(&side)) {
        (Some(n), _) => SideRecord::Covered {
            by: format!("i{}", n + 1),
        },
        (None, Some(proof)) => SideRecord::Infeasible { proof: proof.clone() },
        (None, None) => SideRecord::Unreached {
            closest: told.nearest(side).map(|d| format!("{d}")),
        },
    }
}

/// The numbers of a packed buffer.
fn values(slots: &[Slot], bytes: &[u8]) -> Vec<CoverValue> {
    slots.iter().map(|slot| value(slot, bytes)).collect()
}

fn value(slot: &Slot, bytes: &[u8]) -> CoverValue {
    use instrument::Scalar;
    let coordinate = Coordinate::of(slot, None, true);
    let number = coordinate.decode(bytes);
    let size = slot.kind.size();
    let used = if slot.kind == Scalar::F80 { 10 } else { size };
    let raw: String = bytes[slot.offset..slot.offset + used]
        .iter()
        .rev()
        .map(|b| format!("{b:02x}"))
        .collect();
    let (kind, decimal) = match (&slot.kind, number) {
        (Scalar::F64, _) => ("f64".into(), suite::hex::decimal(number.real())),
        (Scalar::F80, _) => ("f80".into(), suite::hex::decimal(number.real())),
        (Scalar::F32, optimize::Value::F32(x)) => ("f32".into(), format!("{x:?}")),
        (Scalar::F32, other) => ("f32".into(), suite::hex::decimal(other.real())),
        (_, optimize::Value::Signed(n)) => (format!("i{}", 8 * size), n.to_string()),
        (_, optimize::Value::Unsigned(n)) => (format!("u{}", 8 * size), n.to_string()),
        (_, other) => ("?".into(), suite::hex::decimal(other.real())),
    };
    CoverValue {
        name: slot.name.clone(),
        kind,
        decimal,
        bits: raw,
    }
}
