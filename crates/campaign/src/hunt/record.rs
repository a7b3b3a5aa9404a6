//! What a hunt has found so far.

use super::answers::{AnswerMeter, HuntAnswer};
use super::map::HuntGrid;
use super::meter::{ErrorMeter, Measured};
use super::paths::PathFinds;
use super::simple::simplify;
use super::{HuntEnd, HuntOptions};
use inputs::InputRange;
use proof::judge;
use proof::world::World;
use std::collections::HashSet;
use subject::Subject;
use suite::hunt::{HuntCell, HuntPath, HuntPoint, HuntReport};
use suite::{Hex, InputRecord, RandomFailure};

/// Answers that are not acceptable and are kept with their oracles, one for each place.
const FAILURES: usize = 10;

/// A simple input is worth telling of if its error is at least this share of the largest.
const NEARLY: f64 = 0.9;

/// The worst overall and in each cell.
pub struct HuntRecord<'w> {
    world: &'w World,
    /// Calls so far.
    pub calls: u64,
    unjudged: u64,
    failed: u64,
    worst: Option<HuntFind>,
    nearest: Option<HuntFind>,
    /// The worst, made simple.
    simple: Option<HuntFind>,
    cells: Vec<Vec<(InputRange, CellFind)>>,
    grid: Option<HuntGrid>,
    failures: Vec<HuntFind>,
    failed_places: HashSet<Vec<usize>>,
}

/// An input with its answer.
#[derive(Clone)]
pub struct HuntFind {
    /// The input.
    pub point: Vec<f64>,
    /// The answer and what is known of it.
    pub answer: HuntAnswer,
}

/// The worst of a cell.
#[derive(Clone, Default)]
struct CellFind {
    calls: u64,
    worst: Option<(Measured, Vec<f64>)>,
    failed: bool,
}

impl CellFind {
    fn note(&mut self, point: &[f64], measured: Measured) {
        self.calls += 1;
        self.failed |= measured.failed;
        let is_worse = |(old, _): &(Measured, Vec<f64>)| measured.ulps > old.ulps;
        if measured.judged && self.worst.as_ref().is_none_or(is_worse) {
            self.worst = Some((measured, point.to_vec()));
        }
    }
}

impl<'w> HuntRecord<'w> {
    /// Nothing yet.
    pub fn new(world: &'w World, cells: Vec<Vec<InputRange>>) -> HuntRecord<'w> {
        let empty = |cell: InputRange| (cell, CellFind::default());
        HuntRecord {
            world,
            calls: 0,
            unjudged: 0,
            failed: 0,
            worst: None,
            nearest: None,
            simple: None,
            grid: HuntGrid::new(&cells),
            cells: cells
                .into_iter()
                .map(|list| list.into_iter().map(empty).collect())
                .collect(),
            failures: Vec::new(),
            failed_places: HashSet::new(),
        }
    }

    /// The largest error so far, in units in the last place.
    pub fn worst_ulps(&self) -> f64 {
        self.worst.as_ref().map_or(0.0, |find| find.answer.measured.ulps)
    }

    /// Notes the answers of a batch.
    pub fn note(&mut self, points: &[Vec<f64>], answers: Vec<HuntAnswer>) {
        for (point, answer) in points.iter().zip(answers) {
            self.calls += 1;
            let place = self.note_places(point, answer.measured);
            match answer.measured.judged {
                true => self.note_find(point, answer, place),
                false => self.unjudged += 1,
            }
        }
    }

    fn note_find(&mut self, point: &[f64], answer: HuntAnswer, place: Vec<usize>) {
        let measured = answer.measured;
        let is_worse = |old: &Option<HuntFind>, by: fn(&Measured) -> f64| {
            old.as_ref().is_none_or(|old| by(&measured) > by(&old.answer.measured))
        };
        let by_ulps = is_worse(&self.worst, |m| m.ulps);
        let by_margins = is_worse(&self.nearest, |m| m.margins);
        let is_new_failure = measured.failed && self.failures.len() < FAILURES && self.failed_places.insert(place);
        self.failed += u64::from(measured.failed);
        if !(by_ulps || by_margins || is_new_failure) {
            return;
        }
        let find = HuntFind {
            point: point.to_vec(),
            answer,
        };
        if by_ulps {
            self.worst = Some(find.clone());
        }
        if by_margins {
            self.nearest = Some(find.clone());
        }
        if is_new_failure {
            self.failures.push(find);
        }
    }

    /// Notes an error in the cell of each coordinate; the numbers of these cells.
    fn note_places(&mut self, point: &[f64], measured: Measured) -> Vec<usize> {
        if let Some(grid) = &mut self.grid {
            grid.note(point, measured);
        }
        let mut place = Vec::with_capacity(point.len());
        for (&x, cells) in point.iter().zip(&mut self.cells) {
            let number = cells.partition_point(|(cell, _)| cell.hi < x).min(cells.len() - 1);
            cells[number].1.note(point, measured);
            place.push(number);
        }
        place
    }

    /// Replaces failing inputs by simpler ones nearby that fail too, and looks for a simpler one that is nearly as bad as
    /// the worst. That one stays as it is: the largest error is seldom at a simple number.
    pub fn simplify(&mut self, meter: &mut dyn AnswerMeter, subject: &mut Subject) {
        let fails = |answer: &HuntAnswer| answer.measured.failed;
        for find in &mut self.failures {
            simplify(self.world, find, &fails, meter, subject);
        }
        let Some(worst) = &self.worst else { return };
        let enough = NEARLY * worst.answer.measured.ulps;
        let is_nearly_as_bad = |answer: &HuntAnswer| answer.measured.judged && answer.measured.ulps >= enough;
        let mut simple = worst.clone();
        simplify(self.world, &mut simple, &is_nearly_as_bad, meter, subject);
        self.simple = (enough > 0.0 && simple.point != worst.point).then_some(simple);
    }

    /// The report.
    pub fn report(self, subject: &Subject, options: &HuntOptions, end: HuntEnd) -> HuntReport {
        let spec = &self.world.spec;
        // Without a bound there is no margin to tell of.
        let has_margin = end.reference.is_none() || end.bound.is_some();
        let point = |find: &HuntFind| hunt_point(self.world, find, has_margin);
        let (failures, differences) = match end.reference {
            None => (failures(self.world, options, &self.failures), Vec::new()),
            Some(_) => (Vec::new(), self.failures.iter().map(point).collect()),
        };
        HuntReport {
            format: HuntReport::FORMAT.into(),
            version: HuntReport::VERSION,
            tool: options.tool.clone(),
            command: options.command.clone(),
            spec: spec.name.clone(),
            sha256: options.sha256.clone(),
            output: spec.output.name(),
            subject: subject.record().clone(),
            canary: end.canary,
            seed: options.seed,
            calls: self.calls,
            unjudged: self.unjudged,
            failed: self.failed,
            failures,
            worst: self.worst.as_ref().map(point),
            nearest: self.nearest.as_ref().filter(|_| has_margin).map(point),
            simple: self.simple.as_ref().map(point),
            cells: hunt_cells(self.world, &self.cells, has_margin),
            map: self.grid.as_ref().map(|grid| grid.map(&spec.inputs)),
            paths: end.paths.into_iter().map(|path| hunt_path(self.world, path)).collect(),
            ended: end.ended,
            reference: end.reference,
            bound: end.bound,
            differences,
            before: None,
        }
    }
}

fn failures(world: &World, options: &HuntOptions, found: &[HuntFind]) -> Vec<RandomFailure> {
    let meter = ErrorMeter::new(world);
    let numbered = found.iter().enumerate();
    numbered
        .filter_map(|(n, find)| failure(world, &meter, options, n, find))
        .collect()
}

fn failure(
    world: &World,
    meter: &ErrorMeter<'_>,
    options: &HuntOptions,
    number: usize,
    find: &HuntFind,
) -> Option<RandomFailure> {
    let test = meter.test(&find.point, format!("hunt-{}", number + 1))?;
    let inputs: Vec<String> = test
        .inputs
        .iter()
        .map(|i| format!("{} = {}", i.name, i.decimal))
        .collect();
    let again = format!("{} (at {})", options.command, inputs.join(", "));
    let result = judge::judge_answer(&test, find.answer.observed.observed(), &world.margin, again);
    Some(RandomFailure { test, result })
}

fn records(world: &World, point: &[f64]) -> Vec<InputRecord> {
    let inputs = world.spec.inputs.iter().zip(point);
    inputs.map(|(i, &x)| InputRecord::new(&i.name, x)).collect()
}

fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

pub(super) fn hunt_point(world: &World, find: &HuntFind, has_margin: bool) -> HuntPoint {
    let HuntAnswer {
        observed,
        reference,
        measured,
    } = &find.answer;
    HuntPoint {
        inputs: records(world, &find.point),
        observed: observed.observed(),
        reference: reference.clone(),
        ulps: finite(measured.ulps),
        margins: finite(measured.margins).filter(|_| has_margin),
    }
}

fn hunt_path(world: &World, path: PathFinds) -> HuntPath {
    let (file, line, column) = path.place;
    let worst = path.worst.map(|(point, answer)| HuntFind { point, answer });
    HuntPath {
        file,
        line,
        column,
        side: path.side,
        traced: path.traced,
        worst: worst.map(|find| hunt_point(world, &find, true)),
    }
}

fn hunt_cells(world: &World, cells: &[Vec<(InputRange, CellFind)>], has_margin: bool) -> Vec<HuntCell> {
    let mut all = Vec::new();
    for (number, (input, cells)) in world.spec.inputs.iter().zip(cells).enumerate() {
        for (cell, find) in cells.iter().filter(|(_, find)| find.calls > 0) {
            let measured = find.worst.as_ref().map(|(measured, _)| measured);
            let point = find.worst.as_ref().map(|(_, point)| point);
            all.push(HuntCell {
                argument: input.name.clone(),
                lo: Hex(cell.lo),
                hi: Hex(cell.hi),
                calls: find.calls,
                ulps: measured.and_then(|m| finite(m.ulps)),
                margins: measured.and_then(|m| finite(m.margins)).filter(|_| has_margin),
                at: point.map(|point| Hex(point[number])),
                inputs: point.map_or_else(Vec::new, |point| records(world, point)),
                failed: find.failed,
            });
        }
    }
    all
}
