//! The worst inputs of a hunt as a suite with proven oracles, so that what was found once is tested from then on.

use super::HuntOptions;
use super::meter::ErrorMeter;
use expr::spec::Specification;
use mutation::CanonicalCore;
use proof::record::spec_record;
use proof::world::World;
use std::collections::HashSet;
use suite::hunt::HuntReport;
use suite::{InputRecord, Suite, Test, TestKind};

/// What the tests of such a suite stand for.
const FAILING: &str = "answer of a hunt that is not acceptable";
const WORST: &str = "worst of a hunt";
const WORST_OF_CELL: &str = "worst of a cell in a hunt";

/// The failing inputs, the worst overall and the worst of each cell, each once; those without an oracle are left out.
/// Such tests come from a program and not from mutants: they kill nothing, and each says what it stands for.
pub fn regression_suite(spec: &Specification, report: &HuntReport, options: &HuntOptions) -> Result<Suite, String> {
    let world = World::with(spec.clone(), Vec::new()).map_err(|why| why.to_string())?;
    let meter = ErrorMeter::new(&world);
    let mut seen = HashSet::new();
    let mut tests = Vec::new();
    for (inputs, objective) in chosen(report) {
        let point: Vec<f64> = inputs.iter().map(|input| input.hex.0).collect();
        let bits: Vec<u64> = point.iter().map(|x| x.to_bits()).collect();
        if seen.insert(bits)
            && let Some(test) = meter.test(&point, format!("t{}", tests.len() + 1))
        {
            tests.push(Test {
                kind: TestKind::Structural,
                objectives: vec![objective.into()],
                ..test
            });
        }
    }
    if tests.is_empty() {
        return Err("no input of the hunt has an oracle, so that there is no test".into());
    }
    let record = spec_record(spec, &CanonicalCore::new(spec), &options.sha256);
    let (tool, command) = (&options.tool, &options.command);
    Ok(Suite::new(tool, command, options.seed, record, Vec::new(), tests))
}

fn chosen(report: &HuntReport) -> impl Iterator<Item = (&[InputRecord], &'static str)> {
    let failing = report.failures.iter().map(|f| (f.test.inputs.as_slice(), FAILING));
    let worst = report.worst.iter().chain(&report.nearest);
    let worst = worst.map(|point| (point.inputs.as_slice(), WORST));
    let cells = report.cells.iter().filter(|cell| !cell.inputs.is_empty());
    let cells = cells.map(|cell| (cell.inputs.as_slice(), WORST_OF_CELL));
    failing.chain(worst).chain(cells)
}
