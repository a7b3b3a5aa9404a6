//! Path by path: inputs for every side of every branch, and which sides an input takes, by an instrumented build.

use super::answers::{AnswerMeter, HuntAnswer};
use expr::spec::{Fixed, Format, Input, Specification};
use instrument::{Instrumented, instrument};
use native::{NativeFailure, NativeSettings, SearchJob};
use std::collections::BTreeMap;
use subject::Subject;

/// Code whose branches are known, with inputs of the domain that take their sides.
pub struct CodePaths {
    code: Instrumented,
    job: SearchJob,
    settings: NativeSettings,
    found: Vec<Vec<f64>>,
}

/// A side of a branch, and the answers at inputs that take it.
pub struct PathFinds {
    /// Where the branch is: file, line and column.
    pub place: (String, u32, u32),
    /// Whether its condition holds on this side.
    pub side: bool,
    /// Inputs that were traced and take it.
    pub traced: u64,
    /// The worst of them.
    pub worst: Option<(Vec<f64>, HuntAnswer)>,
}

impl CodePaths {
    /// Looks for an input of the domain for every side of every branch of a function.
    pub fn find(spec: &Specification, mut settings: NativeSettings) -> Result<CodePaths, NativeFailure> {
        let code = instrument(&settings.request).map_err(NativeFailure::Trouble)?;
        if code.branches().is_empty() {
            return Err(NativeFailure::nothing(&code, &settings));
        }
        let slots = &code.function().inputs;
        if slots.len() != spec.inputs.len() || spec.inputs.iter().any(is_scaled) {
            let why = "--paths is for functions that take the numbers of the specification as they are";
            return Err(NativeFailure::Option(why.into()));
        }
        let ranged = slots.iter().zip(&spec.inputs).filter_map(|(slot, input)| {
            let (lo, hi) = input.sure_floats()?;
            Some((slot.name.clone(), lo, hi))
        });
        settings.ranges = ranged.collect();
        let job = SearchJob::new(&code, &settings)?;
        let mut told = native::run(&job, &settings)?;
        native::replay_alone(&job, &settings, &mut told)?;
        let point = |input: &[u8]| job.coordinates.iter().map(|c| c.decode(input).real()).collect();
        let found = told.inputs.iter().map(|found| point(&found.input)).collect();
        Ok(CodePaths {
            found,
            code,
            job,
            settings,
        })
    }

    /// The inputs that were found.
    pub fn inputs(&self) -> &[Vec<f64>] {
        &self.found
    }

    /// The sides that some inputs take, each with its worst answer. Inputs that cannot be traced are left out.
    pub(super) fn trace(
        &self,
        points: Vec<Vec<f64>>,
        meter: &mut dyn AnswerMeter,
        subject: &mut Subject,
    ) -> Vec<PathFinds> {
        let observed = subject.sight(&points);
        let answers = meter.know(&points[..observed.len()], observed);
        let mut sides: BTreeMap<usize, PathFinds> = BTreeMap::new();
        for (point, answer) in points.into_iter().zip(answers) {
            for side in self.sides(&point) {
                sides
                    .entry(side)
                    .or_insert_with(|| self.empty(side))
                    .note(&point, &answer);
            }
        }
        sides.into_values().collect()
    }

    /// The sides that an input takes in a process of its own.
    fn sides(&self, point: &[f64]) -> Vec<usize> {
        let mut input = vec![0; self.job.sizes.0];
        for (coordinate, &x) in self.job.coordinates.iter().zip(point) {
            coordinate.encode(coordinate.kind().nearest(x), &mut input);
        }
        native::trace(&self.job, &self.settings, input).unwrap_or_default()
    }

    fn empty(&self, side: usize) -> PathFinds {
        let branch = &self.code.branches()[side / 2];
        PathFinds {
            place: (branch.file.display().to_string(), branch.line, branch.column),
            side: side % 2 == 1,
            traced: 0,
            worst: None,
        }
    }
}

impl PathFinds {
    fn note(&mut self, point: &[f64], answer: &HuntAnswer) {
        self.traced += 1;
        let is_worse = |(_, old): &(Vec<f64>, HuntAnswer)| answer.measured.ulps > old.measured.ulps;
        if answer.measured.judged && self.worst.as_ref().is_none_or(is_worse) {
            self.worst = Some((point.to_vec(), answer.clone()));
        }
    }
}

/// Whether integers stand for other numbers.
fn is_scaled(input: &Input) -> bool {
    matches!(input.format, Format::Fixed(Fixed { scale, .. }) if scale != 0)
}
