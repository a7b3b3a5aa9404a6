//! The outputs at the found inputs, judged by a specification of the function.

use crate::NativeFailure;
use expr::eval::Tape;
use expr::spec::{Format, Input, OutOfDomain, Specification};
use instrument::{FunctionShape, Scalar, ShapeType};
use mutation::CanonicalCore;
use proof::certify::constraint_holds;
use proof::draft::draft;
use proof::judge::judge_answer;
use proof::oracle::{NoOracle, Oracle, oracle};
use proof::record::spec_record;
use proof::world::World;
use suite::cover::{CoverInput, CoverReport, SpecJudgement};
use suite::{Observed, RunEnding, SpecRecord, Suite, Test, TestKind, Verdict};

/// A specification and the SHA-256 of its file.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The specification.
    pub spec: Specification,
    /// SHA-256 of the file it came from.
    pub sha256: String,
}

/// Whether a specification can be one of this function.
pub fn fits(shape: &FunctionShape, spec: &Specification) -> Result<(), NativeFailure> {
    let refuse = |why: String| Err(NativeFailure::Option(format!("--spec: {why}")));
    let (taken, wanted) = (shape.inputs.len(), spec.inputs.len());
    if taken != wanted {
        let names: Vec<&str> = shape.inputs.iter().map(|slot| slot.name.as_str()).collect();
        let arguments: Vec<&str> = spec.inputs.iter().map(|input| input.name.as_str()).collect();
        return refuse(format!(
            "{} takes {taken} numbers ({}), but `{}` has {wanted} arguments ({})",
            shape.name,
            names.join(", "),
            spec.name,
            arguments.join(", ")
        ));
    }
    let formats = spec.inputs.iter().map(|input| input.format);
    if formats
        .chain([spec.output])
        .any(|format| matches!(format, Format::Fixed(_)))
    {
        return refuse(format!("`{}` is about fixed point; use lydian check", spec.name));
    }
    match &shape.result {
        Some(ShapeType::Scalar(Scalar::F80)) => {
            refuse(format!("{} gives a long double, which is not judged", shape.name))
        }
        Some(ShapeType::Scalar(_)) => Ok(()),
        _ => refuse(format!("{} does not give a number as its result", shape.name)),
    }
}

/// Judges every input of a report.
pub fn judge(report: &mut CoverReport, measure: &Measure) -> Result<(), NativeFailure> {
    report.spec = Some(judge_inputs(&mut report.inputs, measure)?);
    Ok(())
}

/// Judges inputs, each with what was observed on it; what the specification is.
pub fn judge_inputs(inputs: &mut [CoverInput], measure: &Measure) -> Result<SpecRecord, NativeFailure> {
    let spec = &measure.spec;
    let world = World::with(spec.clone(), Vec::new());
    let world = world.map_err(|_| NativeFailure::Option(format!("--spec: `{}` cannot be evaluated", spec.name)))?;
    for input in inputs {
        let judged = test(&world, input).map(|test| verdict(&world, input, test));
        input.judged = Some(judged.unwrap_or_else(silent));
    }
    Ok(spec_record(spec, &CanonicalCore::new(spec), &measure.sha256))
}

/// The judged inputs as a suite with proven oracles; none if there is no such input.
pub fn collect_suite(report: &CoverReport) -> Option<Suite> {
    let judged = report
        .inputs
        .iter()
        .filter_map(|input| input.judged.as_ref()?.test.clone());
    let tests: Vec<Test> = judged.collect();
    let spec = report.spec.clone().filter(|_| !tests.is_empty())?;
    Some(Suite::new(
        &report.tool,
        &report.command,
        report.seed,
        spec,
        Vec::new(),
        tests,
    ))
}

/// No verdict, and why.
fn silent(reason: String) -> SpecJudgement {
    SpecJudgement {
        verdict: None,
        reason,
        test: None,
    }
}

fn verdict(world: &World, input: &CoverInput, test: Test) -> SpecJudgement {
    let Some(observed) = observed(input) else {
        return SpecJudgement {
            verdict: Some(Verdict::Uncertain),
            reason: input.outcome.to_string(),
            test: Some(test),
        };
    };
    let result = judge_answer(&test, observed, &world.margin, String::new());
    SpecJudgement {
        verdict: Some(result.verdict),
        reason: result.reason,
        test: Some(test),
    }
}

/// What the function did; none if it was not given the time to come to an end.
fn observed(input: &CoverInput) -> Option<Observed> {
    let how = input.outcome.to_string();
    match &input.outcome {
        RunEnding::Returned => input.observed.first()?.real().map(Observed::value),
        RunEnding::Threw => Some(Observed::Rejected { how }),
        ending if ending.is_unfinished() => None,
        _ => Some(Observed::Broken { how }),
    }
}

/// The test of an input, or why there is none.
fn test(world: &World, input: &CoverInput) -> Result<Test, String> {
    let point = point(world, input)?;
    let spec = &world.spec;
    let made = |oracle: Option<&Oracle>| Test {
        objectives: vec![TestKind::Structural.name().into()],
        ..draft(spec, input.id.clone(), TestKind::Structural, &point, oracle)
    };
    if point.iter().zip(&spec.inputs).all(|(x, input)| input.contains(*x)) {
        return Ok(made(Some(&inside(world, &point)?)));
    }
    if !point.iter().zip(&spec.inputs).any(|(x, input)| input.excludes(*x)) {
        return Err("outside the domain only as long as its bounds are not rounded".into());
    }
    match spec.out_of_domain {
        OutOfDomain::Unspecified => Err("outside the domain, where anything goes".into()),
        OutOfDomain::Reject => Ok(made(None)),
        OutOfDomain::Clamp if point.iter().any(|x| x.is_nan()) => Err("NaN has no nearest input of the domain".into()),
        OutOfDomain::Clamp => Ok(made(Some(&inside(world, &clamped(spec, &point))?))),
    }
}

/// The numbers of an input, each a number of its format or not finite.
fn point(world: &World, input: &CoverInput) -> Result<Vec<f64>, String> {
    let each = input.values.iter().zip(&world.spec.inputs).map(|(value, wanted)| {
        let x = value
            .real()
            .ok_or_else(|| format!("{} = {} is no double", value.name, value.decimal))?;
        if wanted.format == Format::Binary32 && x.is_finite() && f64::from(x as f32) != x {
            return Err(format!("{} = {} is no binary32 number", value.name, value.decimal));
        }
        if is_open_ended(wanted, x) {
            return Err(format!("{} is infinite, and its range has no end there", value.name));
        }
        Ok(x)
    });
    each.collect()
}

/// Whether a value is an infinity that no bound excludes.
fn is_open_ended(input: &Input, x: f64) -> bool {
    (x == f64::INFINITY && input.hi.is_none()) || (x == f64::NEG_INFINITY && input.lo.is_none())
}

fn inside(world: &World, point: &[f64]) -> Result<Oracle, String> {
    if !constraint_holds(world, point) {
        return Err("it is not proved that the precondition holds there".into());
    }
    let formula = Tape::new(&world.dag, &[world.root]);
    oracle(&formula, &world.margin, point).map_err(|why| match why {
        NoOracle::Undecided => "the value of the formula could not be enclosed".into(),
        NoOracle::NoneAcceptable => "no finite double is acceptable there".into(),
    })
}

fn clamped(spec: &Specification, point: &[f64]) -> Vec<f64> {
    let each = point.iter().zip(&spec.inputs).map(|(&x, input)| match input.floats() {
        Some((lo, hi)) => x.clamp(lo, hi),
        None => x,
    });
    each.collect()
}
