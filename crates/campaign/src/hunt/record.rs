//! What a hunt has found so far.

use super::HuntOptions;
use super::meter::{ErrorMeter, Measured};
use inputs::InputRange;
use proof::judge;
use proof::world::World;
use std::collections::HashSet;
use subject::{Sight, Subject};
use suite::hunt::{HuntCell, HuntPoint, HuntReport};
use suite::{CanaryRecord, Hex, InputRecord, Observed, RandomFailure};

/// Answers that are not acceptable and are kept with their oracles, one for each place.
const FAILURES: usize = 10;

/// The worst overall and in each cell.
pub struct HuntRecord<'w> {
    world: &'w World,
    /// Calls so far.
    pub calls: u64,
    unjudged: u64,
    failed: u64,
    worst: Option<HuntFind>,
    nearest: Option<HuntFind>,
    cells: Vec<Vec<(InputRange, CellFind)>>,
    failures: Vec<HuntFind>,
    failed_places: HashSet<Vec<usize>>,
}

/// An answer and its error.
#[derive(Clone)]
struct HuntFind {
    point: Vec<f64>,
    observed: Observed,
    measured: Measured,
}

/// The worst of a cell.
#[derive(Clone, Default)]
struct CellFind {
    calls: u64,
    worst: Option<(f64, f64, f64)>,
    failed: bool,
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
        self.worst.as_ref().map_or(0.0, |find| find.measured.ulps)
    }

    /// Notes the answers of a batch.
    pub fn note(&mut self, points: &[Vec<f64>], observed: Vec<Sight>, measured: &[Measured]) {
        for ((point, observed), &measured) in points.iter().zip(observed).zip(measured) {
            self.calls += 1;
            let place = self.note_in_cells(point, measured);
            if !measured.judged {
                self.unjudged += 1;
                continue;
            }
            let is_worse = |old: &Option<HuntFind>, by: fn(&Measured) -> f64| {
                old.as_ref().is_none_or(|old| by(&measured) > by(&old.measured))
            };
            let (by_ulps, by_margins) = (
                is_worse(&self.worst, |m| m.ulps),
                is_worse(&self.nearest, |m| m.margins),
            );
            let is_new_failure = measured.failed && self.failures.len() < FAILURES && self.failed_places.insert(place);
            self.failed += u64::from(measured.failed);
            if !(by_ulps || by_margins || is_new_failure) {
                continue;
            }
            let find = HuntFind {
                point: point.clone(),
                observed: observed.observed(),
                measured,
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
    }

    /// Notes an error in the cell of each coordinate; the numbers of these cells.
    fn note_in_cells(&mut self, point: &[f64], measured: Measured) -> Vec<usize> {
        let mut place = Vec::with_capacity(point.len());
        for (&x, cells) in point.iter().zip(&mut self.cells) {
            let number = cells.partition_point(|(cell, _)| cell.hi < x).min(cells.len() - 1);
            let find = &mut cells[number].1;
            find.calls += 1;
            find.failed |= measured.failed;
            if measured.judged && find.worst.is_none_or(|(ulps, ..)| measured.ulps > ulps) {
                find.worst = Some((measured.ulps, measured.margins, x));
            }
            place.push(number);
        }
        place
    }

    /// Replaces failing inputs by simpler ones of the same place that fail too.
    pub fn simplify(&mut self, meter: &ErrorMeter<'_>, subject: &mut Subject) {
        let world = self.world;
        for find in &mut self.failures {
            for input in 0..find.point.len() {
                simplify_input(world, find, input, meter, subject);
            }
        }
    }

    /// The report.
    pub fn report(
        self,
        world: &World,
        subject: &Subject,
        canary: CanaryRecord,
        options: &HuntOptions,
        ended: &str,
    ) -> HuntReport {
        let meter = ErrorMeter::new(world);
        let failures = self.failures.iter().enumerate();
        HuntReport {
            format: HuntReport::FORMAT.into(),
            version: HuntReport::VERSION,
            tool: options.tool.clone(),
            command: options.command.clone(),
            spec: world.spec.name.clone(),
            sha256: options.sha256.clone(),
            output: world.spec.output.name(),
            subject: subject.record().clone(),
            canary,
            seed: options.seed,
            calls: self.calls,
            unjudged: self.unjudged,
            failed: self.failed,
            failures: failures
                .filter_map(|(n, find)| failure(world, &meter, options, n, find))
                .collect(),
            worst: self.worst.as_ref().map(|find| hunt_point(world, find)),
            nearest: self.nearest.as_ref().map(|find| hunt_point(world, find)),
            cells: hunt_cells(world, &self.cells),
            ended: ended.into(),
        }
    }
}

/// The simplest decimal near an input at which the answer is not acceptable either.
fn simplify_input(world: &World, find: &mut HuntFind, input: usize, meter: &ErrorMeter<'_>, subject: &mut Subject) {
    let x = find.point[input];
    let format = world.spec.inputs[input].format;
    let mut tried: Vec<Vec<f64>> = Vec::new();
    for candidate in (0..16).flat_map(|digits| simple_near(x, digits)) {
        let candidate = format.nearest(candidate) + 0.0;
        let mut point = find.point.clone();
        point[input] = candidate;
        let allowed = world.is_sure(&point) && proof::certify::constraint_holds(world, &point);
        if allowed && candidate != x && !tried.contains(&point) {
            tried.push(point);
        }
    }
    let observed = subject.run(&tried);
    for (point, observed) in tried.into_iter().zip(observed) {
        let measured = meter.measure(&point, &observed.clone().into());
        if measured.failed {
            *find = HuntFind {
                point,
                observed,
                measured,
            };
            return;
        }
    }
}

/// The decimals with so many digits after the first that are nearest to a number: below, at and above it.
fn simple_near(x: f64, digits: usize) -> Vec<f64> {
    let nearest = format!("{x:.digits$e}");
    let Some((mantissa, exponent)) = nearest.split_once('e') else {
        return Vec::new();
    };
    // The digits without their point are a whole number of steps.
    let Ok(steps) = mantissa.replace('.', "").parse::<i64>() else {
        return Vec::new();
    };
    let exponent = exponent.parse::<i64>().unwrap_or(0) - digits as i64;
    let decimal = |steps: i64| format!("{steps}e{exponent}").parse::<f64>().ok();
    [steps, steps + 1, steps - 1].into_iter().filter_map(decimal).collect()
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
    let result = judge::result(&test, find.observed.clone(), &world.margin, again);
    Some(RandomFailure { test, result })
}

fn hunt_point(world: &World, find: &HuntFind) -> HuntPoint {
    let inputs = world.spec.inputs.iter().zip(&find.point);
    let number = |x: f64| x.is_finite().then_some(x);
    HuntPoint {
        inputs: inputs.map(|(i, &x)| InputRecord::new(&i.name, x)).collect(),
        observed: find.observed.clone(),
        ulps: number(find.measured.ulps),
        margins: number(find.measured.margins),
    }
}

fn hunt_cells(world: &World, cells: &[Vec<(InputRange, CellFind)>]) -> Vec<HuntCell> {
    let mut all = Vec::new();
    for (input, cells) in world.spec.inputs.iter().zip(cells) {
        for (cell, find) in cells.iter().filter(|(_, find)| find.calls > 0) {
            let finite = |x: f64| x.is_finite().then_some(x);
            all.push(HuntCell {
                argument: input.name.clone(),
                lo: Hex(cell.lo),
                hi: Hex(cell.hi),
                calls: find.calls,
                ulps: find.worst.and_then(|(ulps, ..)| finite(ulps)),
                margins: find.worst.and_then(|(_, margins, _)| finite(margins)),
                at: find.worst.map(|(.., x)| Hex(x)),
                failed: find.failed,
            });
        }
    }
    all
}
