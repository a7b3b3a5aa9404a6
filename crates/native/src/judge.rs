//! The outputs at the found inputs, and at further ones of the domain, judged by a specification of the function.

use crate::further::find_further;
use crate::process::{FoundInput, WorkerTold, replay};
use crate::{NativeFailure, NativeSettings, SearchJob, read_values};
use expr::eval::Tape;
use expr::spec::{Fixed, Format, Input, OutOfDomain, Specification};
use instrument::{FunctionShape, Scalar, ShapeType};
use mutation::CanonicalCore;
use proof::certify::constraint_holds;
use proof::draft::draft;
use proof::judge::judge_answer;
use proof::oracle::{NoOracle, Oracle, oracle};
use proof::record::spec_record;
use proof::world::World;
use std::collections::BTreeSet;
use suite::cover::{CoverInput, CoverReport, FurtherFailure, FurtherJudged, SpecJudgement};
use suite::{Observed, RunEnding, SpecRecord, Suite, Test, TestKind, Verdict, hex};

/// A specification, the SHA-256 of its file, and how an input is shown again.
#[derive(Clone, Debug)]
pub struct Measure {
    /// The specification.
    pub spec: Specification,
    /// SHA-256 of the file it came from.
    pub sha256: String,
    /// The command to which ranges of one number each are added for one input.
    pub again: String,
}

/// Sides whose code is to be judged at further inputs.
pub struct FurtherRequest<'a> {
    /// The function.
    pub shape: &'a FunctionShape,
    /// How it is called.
    pub job: &'a SearchJob,
    /// What a worker may cost.
    pub settings: &'a NativeSettings,
    /// What was found.
    pub told: &'a WorkerTold,
    /// The sides.
    pub sides: BTreeSet<usize>,
    /// What reports call a side.
    pub name: &'a dyn Fn(usize) -> String,
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
    // Integers that stand for themselves are numbers like others.
    let is_scaled = |format: Format| matches!(format, Format::Fixed(Fixed { scale, .. }) if scale != 0);
    if formats.chain([spec.output]).any(is_scaled) {
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
    let (spec, world) = (&measure.spec, world(measure)?);
    for input in inputs {
        input.judged = Some(judgement(&world, input));
    }
    Ok(spec_record(spec, &CanonicalCore::new(spec), &measure.sha256))
}

/// Further failures that are shown.
const SHOWN: usize = 10;

/// Wrong outputs of code that keeps something from call to call that are looked at again, each in a new process. Those
/// beyond are not counted: nothing is known of them.
const ALONE: usize = 64;

/// Judges outputs at further inputs of the domain that take some sides; and the calls that this took. Sides of `wrong` have
/// a wrong output already, and none is shown for them.
pub fn judge_further(
    request: &FurtherRequest<'_>,
    wrong: &BTreeSet<usize>,
    measure: &Measure,
) -> Result<(FurtherJudged, u64), NativeFailure> {
    let world = world(measure)?;
    let called = find_further(&world, request.job, request.settings, request.told, &request.sides);
    let mut judged = FurtherJudged::default();
    let mut alone = 0;
    let mut failing = Vec::new();
    for found in called.inputs {
        let Some((found, input)) = request.judged(&world, found, &mut alone)? else {
            continue;
        };
        let verdict = input.judged.as_ref().and_then(|judged| judged.verdict);
        verdict.iter().for_each(|verdict| judged.summary.add(*verdict));
        if input.is_wrong() {
            failing.push((found, input));
        }
    }
    let shown = choose_shown(failing, &request.sides, wrong).into_iter().enumerate();
    judged.failing = shown.map(|(n, input)| failure(n, input, measure)).collect();
    Ok((judged, called.calls + alone as u64))
}

impl FurtherRequest<'_> {
    /// An input and what is said of it. Where the code keeps something from call to call, a wrong output must be seen when
    /// the input is called alone, too; none if it cannot be.
    fn judged(
        &self,
        world: &World,
        found: FoundInput,
        alone: &mut usize,
    ) -> Result<Option<(FoundInput, CoverInput)>, NativeFailure> {
        let input = self.record(world, &found);
        if !input.is_wrong() || !(self.job.keeps_state || self.job.strays) {
            return Ok(Some((found, input)));
        }
        *alone += 1;
        let seen = match *alone <= ALONE {
            true => replay(self.job, self.settings, vec![found.input])?,
            false => None,
        };
        Ok(seen.map(|found| {
            let input = self.record(world, &found);
            (found, input)
        }))
    }

    fn record(&self, world: &World, found: &FoundInput) -> CoverInput {
        let sides = found.sides.iter().filter(|side| self.sides.contains(side));
        let mut input = CoverInput {
            id: String::new(),
            values: read_values(&self.shape.inputs, &found.input),
            after: Vec::new(),
            outcome: found.outcome.clone(),
            observed: read_values(&self.shape.outputs, &found.output),
            covers: sides.map(|&side| (self.name)(side)).collect(),
            judged: None,
        };
        input.judged = Some(judgement(world, &input));
        input
    }
}

/// For each side in turn that nothing wrong was shown of, the input that is shortest to write.
fn choose_shown(
    mut failing: Vec<(FoundInput, CoverInput)>,
    sides: &BTreeSet<usize>,
    wrong: &BTreeSet<usize>,
) -> Vec<CoverInput> {
    let length = |input: &CoverInput| input.values.iter().map(|value| value.decimal.len()).sum::<usize>();
    failing.sort_by_key(|(_, input)| length(input));
    let (mut shown, mut wrong) = (Vec::new(), wrong.clone());
    for side in sides {
        let simplest = failing.iter().find(|(found, _)| found.sides.contains(side));
        if let Some((found, input)) = simplest.filter(|_| !wrong.contains(side)) {
            wrong.extend(&found.sides);
            shown.push(input.clone());
        }
    }
    shown.truncate(SHOWN);
    shown
}

/// A failure with its number, and the command that shows it again.
fn failure(n: usize, mut input: CoverInput, measure: &Measure) -> FurtherFailure {
    input.id = format!("f{}", n + 1);
    if let Some(test) = input.judged.as_mut().and_then(|judged| judged.test.as_mut()) {
        test.id.clone_from(&input.id);
    }
    let number = |value: &suite::cover::CoverValue| {
        let x = value.real().map_or_else(|| value.decimal.clone(), hex::decimal);
        // Elements of arrays have brackets, which a shell would take for a pattern.
        let range = format!("{}={x}:{x}", value.name);
        let plain = value.name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if plain {
            format!(" --range {range}")
        } else {
            format!(" --range '{range}'")
        }
    };
    let ranges: String = input.values.iter().map(number).collect();
    FurtherFailure {
        again: format!("{}{ranges}", measure.again),
        input,
    }
}

/// The formula, for evaluation.
fn world(measure: &Measure) -> Result<World, NativeFailure> {
    let spec = &measure.spec;
    let refused = |_| NativeFailure::Option(format!("--spec: `{}` cannot be evaluated", spec.name));
    World::with(spec.clone(), Vec::new()).map_err(refused)
}

/// What the specification says about an input.
fn judgement(world: &World, input: &CoverInput) -> SpecJudgement {
    let judged = test(world, input).map(|test| verdict(world, input, test));
    judged.unwrap_or_else(silent)
}

/// The judged inputs as a suite with proven oracles; none if there is no such input.
pub fn collect_suite(report: &CoverReport) -> Option<Suite> {
    let failing = report.further.iter().flat_map(|further| &further.failing);
    let inputs = report.inputs.iter().chain(failing.map(|failure| &failure.input));
    let tests: Vec<Test> = inputs.filter_map(|input| input.judged.as_ref()?.test.clone()).collect();
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
        if matches!(wanted.format, Format::Fixed(_)) && x.is_finite() && !wanted.format.contains(x) {
            return Err(format!(
                "{} = {} is no integer of the specification",
                value.name, value.decimal
            ));
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
    if formula.tells_zeros_apart_at(point) {
        return Err("to the formula −0 is 0, and to programs for it that may be another input".into());
    }
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
