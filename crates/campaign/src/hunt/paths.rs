//! Path by path: inputs for every side of every branch, and which sides an input takes, by an instrumented build.
//!
//! All inputs of a hunt are traced, and the worst of each side are kept. The sides take turns: a share of the calls goes to
//! the surroundings of the worst inputs of a side, so that code that few inputs run is hunted as long as code that all do.

use super::answers::{AnswerMeter, HuntAnswer};
use super::meter::Measured;
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

    /// The sides that each of some inputs takes, as far as they can be seen.
    fn sides(&self, points: &[Vec<f64>]) -> Vec<Option<Vec<usize>>> {
        let inputs: Vec<Vec<u8>> = points.iter().map(|point| self.job.packed(point)).collect();
        native::trace_all(&self.job, &self.settings, &inputs)
    }

    /// Whether an input takes a side by itself: behind others it may, where the code keeps something from call to call.
    fn takes(&self, point: &[f64], side: usize) -> bool {
        if !self.job.keeps_state && !self.job.strays {
            return true;
        }
        let sides = native::trace_alone(&self.job, &self.settings, self.job.packed(point));
        sides.is_some_and(|sides| sides.contains(&side))
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

/// The hunt on every side of every branch.
pub struct PathHunt<'p> {
    paths: &'p CodePaths,
    sides: BTreeMap<usize, SideWorst>,
    /// The side whose turn was last.
    turn: usize,
}

/// What is known of the inputs that take a side.
#[derive(Default)]
struct SideWorst {
    traced: u64,
    /// The worst with their margins, worst first.
    worst: Vec<(f64, Vec<f64>)>,
}

/// Worst inputs of a side that are kept: its hunt goes on from each of them.
const OF_SIDE: usize = 8;

impl SideWorst {
    fn note(&mut self, point: &[f64], margins: f64) {
        self.traced += 1;
        let at = self.worst.partition_point(|(other, _)| *other >= margins);
        if at < OF_SIDE && !self.worst.iter().any(|(_, known)| known == point) {
            self.worst.truncate(OF_SIDE - 1);
            self.worst.insert(at.min(self.worst.len()), (margins, point.to_vec()));
        }
    }
}

impl<'p> PathHunt<'p> {
    /// Nothing was traced yet.
    pub fn new(paths: &'p CodePaths) -> PathHunt<'p> {
        PathHunt {
            paths,
            sides: BTreeMap::new(),
            turn: 0,
        }
    }

    /// Notes on which sides errors are.
    pub fn note(&mut self, points: &[Vec<f64>], measured: &[Measured]) {
        let sides = self.paths.sides(points);
        let seen = points.iter().zip(measured).zip(sides);
        for ((point, measured), sides) in seen.filter(|((_, m), _)| m.judged) {
            for side in sides.into_iter().flatten() {
                self.sides.entry(side).or_default().note(point, measured.margins);
            }
        }
    }

    /// Two of the worst inputs of the side whose turn it is; shares say which.
    pub fn next(&mut self, shares: [f64; 2]) -> Option<[Vec<f64>; 2]> {
        let (side, known) = self
            .sides
            .range(self.turn + 1..)
            .next()
            .or_else(|| self.sides.iter().next())?;
        self.turn = *side;
        let worst = |share: f64| known.worst[(share * known.worst.len() as f64) as usize].1.clone();
        (!known.worst.is_empty()).then(|| shares.map(worst))
    }

    /// The sides that were taken, each with its worst answer; the subject is called there once more.
    pub fn finds(self, meter: &mut dyn AnswerMeter, subject: &mut Subject) -> Vec<PathFinds> {
        let mut all = Vec::new();
        for (side, known) in self.sides {
            let mut finds = self.paths.empty(side);
            finds.traced = known.traced;
            let mut points = known.worst.into_iter().map(|(_, point)| point);
            if let Some(point) = points.find(|point| self.paths.takes(point, side)) {
                let points = [point];
                let observed = subject.sight(&points);
                let answers = meter.know(&points[..observed.len()], observed);
                answers.iter().for_each(|answer| finds.note(&points[0], answer));
                all.push(finds);
            }
        }
        all
    }
}

impl PathFinds {
    fn note(&mut self, point: &[f64], answer: &HuntAnswer) {
        if answer.measured.judged {
            self.worst = Some((point.to_vec(), answer.clone()));
        }
    }
}

/// Whether integers stand for other numbers.
fn is_scaled(input: &Input) -> bool {
    matches!(input.format, Format::Fixed(Fixed { scale, .. }) if scale != 0)
}
