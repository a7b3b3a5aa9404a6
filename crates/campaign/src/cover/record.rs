//! What was found out, as the plain data of `suite`.

use super::{CoverOptions, chosen};
use instrument::{FunctionShape, Instrumented, PackedNumber};
use native::signature::record_signature;
use native::{WorkerTold, read_values};
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use suite::RunEnding;
use suite::cover::{
    BranchRecord, CoverFinding, CoverInput, CoverReport, FunctionLines, SideCounts, SideRecord, SourceRecord,
};

/// The report.
pub fn make_report(
    code: &Instrumented,
    options: &CoverOptions,
    told: &WorkerTold,
    proofs: &HashMap<usize, String>,
) -> CoverReport {
    let chosen = chosen::choose_fewest(&told.inputs);
    let (shape, request) = (code.function(), &options.settings.request);
    let mut branches = branches(code, &chosen, told, proofs);
    let mut functions = functions(code);
    let files = branches.iter_mut().map(|b| &mut b.file);
    for file in files.chain(functions.iter_mut().map(|f| &mut f.file)) {
        *file = request.as_given(Path::new(&*file)).display().to_string();
    }
    CoverReport {
        format: CoverReport::FORMAT.into(),
        version: CoverReport::VERSION,
        tool: options.tool.clone(),
        command: options.command.clone(),
        seed: options.settings.seed,
        function: shape.name.clone(),
        file: request.as_given(&shape.file).display().to_string(),
        signature: Some(record_signature(shape)),
        sources: sources(&branches, &functions),
        functions,
        summary: SideCounts::of(&branches),
        branches,
        inputs: inputs(shape, &chosen, told),
        spec: None,
        further: None,
        withheld: None,
        findings: told
            .ended
            .iter()
            .map(|(input, what)| finding(&shape.inputs, input, what))
            .collect(),
        calls: told.calls,
        gcov: None,
    }
}

fn inputs(shape: &FunctionShape, chosen: &[usize], told: &WorkerTold) -> Vec<CoverInput> {
    let input = |(n, &i): (usize, &usize)| {
        let found = &told.inputs[i];
        CoverInput {
            id: format!("i{}", n + 1),
            values: read_values(&shape.inputs, &found.input),
            after: found
                .before
                .iter()
                .map(|input| read_values(&shape.inputs, input))
                .collect(),
            outcome: found.outcome.clone(),
            observed: read_values(&shape.outputs, &found.output),
            covers: found.sides.iter().map(|&side| side_name(side)).collect(),
            judged: None,
        }
    };
    chosen.iter().enumerate().map(input).collect()
}

fn branches(
    code: &Instrumented,
    chosen: &[usize],
    told: &WorkerTold,
    proofs: &HashMap<usize, String>,
) -> Vec<BranchRecord> {
    let side = |index: usize| side_record(index, chosen, told, proofs);
    let record = |b: &instrument::Branch| BranchRecord {
        id: b.id,
        function: b.function.clone(),
        file: b.file.display().to_string(),
        line: b.line,
        column: b.column,
        condition: b.comparison.to_string(),
        when_false: side(2 * b.id as usize),
        when_true: side(2 * b.id as usize + 1),
    };
    code.branches().iter().map(record).collect()
}

fn functions(code: &Instrumented) -> Vec<FunctionLines> {
    let lines = |extent: &instrument::FunctionExtent| FunctionLines {
        function: extent.function.clone(),
        name: extent.name.clone(),
        file: extent.file.display().to_string(),
        first: extent.first,
        last: extent.last,
    };
    code.extents().iter().map(lines).collect()
}

/// The files that have branches or functions in scope, with their digests; what cannot be read is left out.
fn sources(branches: &[BranchRecord], functions: &[FunctionLines]) -> Vec<SourceRecord> {
    let named = branches
        .iter()
        .map(|b| &b.file)
        .chain(functions.iter().map(|f| &f.file));
    let files: BTreeSet<&String> = named.collect();
    let record = |file: &String| {
        let bytes = std::fs::read(file).ok()?;
        let sha256 = suite::sha256(&bytes);
        let file = file.clone();
        Some(SourceRecord { file, sha256 })
    };
    files.into_iter().filter_map(record).collect()
}

fn finding(slots: &[PackedNumber], input: &[u8], what: &RunEnding) -> CoverFinding {
    CoverFinding {
        what: what.to_string(),
        values: read_values(slots, input),
    }
}

/// How reports call a side.
pub fn side_name(side: usize) -> String {
    format!("{}:{}", side / 2, side % 2 == 1)
}

fn side_record(side: usize, chosen: &[usize], told: &WorkerTold, proofs: &HashMap<usize, String>) -> SideRecord {
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
