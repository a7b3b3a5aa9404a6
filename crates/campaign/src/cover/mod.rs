//! `cover`: inputs for every branch of floating-point code.
//!
//! 1. `instrument` compiles the code and puts probes before its branches.
//! 2. [`crate::native`] looks for inputs in a process of its own.
//! 3. What no input reached is shown to LLVM's optimiser, which may prove it unreachable; the rest gets a second search.
//! 4. `chosen`: the fewest inputs that cover all that was covered; `gcov` replays them for a second opinion.

mod chosen;
mod gcov;

pub use crate::native::Failure;
use crate::native::{self, Job, Settings, Told, argument_ranges, values};
use instrument::{Instrumented, Side, Slot, instrument};
use std::collections::HashMap;
use suite::cover::{BranchRecord, CoverFinding, CoverInput, CoverReport, GcovCheck, SideCounts, SideRecord};

/// What to cover and what it may cost.
#[derive(Clone, Debug)]
pub struct Options {
    /// The code, its inputs, and how it is called.
    pub settings: Settings,
    /// Whether the inputs are replayed on a build by gcc, to compare with gcov.
    pub verify_gcov: bool,
    /// Name and version of the program, for the report.
    pub tool: String,
    /// The command, for the report.
    pub command: String,
}

/// Share of the calls for the first search, before anything is proved.
const FIRST_SHARE: u64 = 8;

/// Covers a function.
pub fn cover(options: &Options) -> Result<CoverReport, Failure> {
    let settings = &options.settings;
    let code = instrument(&settings.request).map_err(Failure::Trouble)?;
    if code.branches().is_empty() {
        return Err(Failure::nothing(&code, settings));
    }
    let mut job = Job::new(&code, settings)?;
    job.calls = settings.calls / FIRST_SHARE;
    let mut told = native::run(&job, settings)?;
    let mut proofs = HashMap::new();
    if told.open(code.branches().len()) {
        proofs = proved(&code, settings, &told);
        job.closed = proofs.keys().copied().collect();
        job.closed.sort_unstable();
        job.known = told.inputs.iter().map(|i| i.input.clone()).collect();
        job.calls = settings.calls - job.calls;
        job.seed ^= 0x5851_f42d_4c95_7f2d;
        if (0..2 * code.branches().len()).any(|side| !told.covers(side) && !proofs.contains_key(&side)) {
            told.add(native::run(&job, settings)?);
        }
    }
    let gcov = options
        .verify_gcov
        .then(|| second_opinion(&code, options, &told))
        .transpose()?;
    let mut report = report(&code, options, told, &proofs);
    report.gcov = gcov;
    Ok(report)
}

/// What gcov says about the chosen inputs.
fn second_opinion(code: &Instrumented, options: &Options, told: &Told) -> Result<GcovCheck, Failure> {
    let chosen = chosen::fewest(&told.inputs);
    let inputs: Vec<&[u8]> = chosen.iter().map(|&i| told.inputs[i].input.as_slice()).collect();
    gcov::check(code, &options.settings.request, &inputs, &|side| told.covers(side))
        .map_err(|why| Failure::Option(format!("the check with gcov cannot be made: {why}")))
}

/// The sides that LLVM proves unreachable, among those that no input took.
fn proved(code: &Instrumented, settings: &Settings, told: &Told) -> HashMap<usize, String> {
    let ranges = argument_ranges(code, &settings.ranges);
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

fn report(code: &Instrumented, options: &Options, told: Told, proofs: &HashMap<usize, String>) -> CoverReport {
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
    CoverReport {
        format: CoverReport::FORMAT.into(),
        version: CoverReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        seed: options.settings.seed,
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
