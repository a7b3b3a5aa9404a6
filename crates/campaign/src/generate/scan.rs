//! The points that were looked at and what each of them kills.

use super::{GenerateOptions, GenerateProgress, GenerateRefusal, Method};
use interval::{Definedness, FloatEnclosure};
use mutation::{Direction, MutantChange, RangeSide};
use proof::bits::Bits;
use proof::points::PointGrid;
use proof::probe::{Instruments, Probe, ProbeObservation, narrowed};
use proof::world::World;
use rayon::prelude::*;
use suite::DefinedShare;

/// Points with their kills.
pub struct Scan {
    /// In-domain inputs, in the order in which they were looked at.
    pub points: Vec<Vec<f64>>,
    /// What each kills.
    pub kills: Vec<Bits>,
    /// All that is killed.
    pub killed: Bits,
    /// Values of each body mutant at the first few points where the formula is defined.
    pub signatures: Vec<Vec<FloatEnclosure>>,
    /// On how many in-domain points the formula is defined.
    pub defined: DefinedShare,
    /// Points that a suite must have.
    pub required: Vec<usize>,
    mutants: usize,
}

/// Points that a signature has.
const SIGNATURE: usize = 3;

/// Positions of the other inputs that are tried at a bound.
const BOUND_TRIES: usize = 256;

/// How many times more points are tried where a constraint refuses most of them.
const PATIENCE: usize = 40;

impl Scan {
    /// Looks at the first points with all mutants, then at more with the survivors.
    pub fn new(world: &World, options: &GenerateOptions) -> Result<Scan, GenerateRefusal> {
        let mut scan = Scan::empty(world);
        let everyone: Vec<usize> = (0..world.mutants.len()).collect();
        let probe = Probe::new(world, &everyone);
        let source = PointSource::new(world, options);
        let first = source.first(options.points);
        scan.look(&probe, first);
        // A constraint may refuse most points of the box.
        let mut tried = 0;
        while world.constraint.is_some() && scan.points.len() < options.points && tried < options.points * PATIENCE {
            scan.look(&probe, source.later(tried, options.points));
            tried += options.points;
        }
        if scan.points.is_empty() || scan.defined.defined == 0 {
            super::fates::find_start(world, &probe, &mut scan, options)?;
        }
        scan.look_further(world, &source, options);
        scan.look_at_bounds(world, &source);
        Ok(scan)
    }

    fn empty(world: &World) -> Scan {
        Scan {
            points: Vec::new(),
            kills: Vec::new(),
            killed: Bits::new(world.mutants.len()),
            signatures: vec![Vec::new(); world.mutants.len()],
            required: Vec::new(),
            defined: DefinedShare { defined: 0, probed: 0 },
            mutants: world.mutants.len(),
        }
    }

    /// How far this is.
    pub fn progress(&self) -> GenerateProgress {
        GenerateProgress {
            decided: self.killed.len(),
            mutants: self.mutants,
        }
    }

    /// The mutants that no point kills.
    pub fn alive(&self) -> Vec<usize> {
        (0..self.mutants).filter(|&m| !self.killed.contains(m)).collect()
    }

    /// Looks at points with every mutant of the probe and keeps all that are in the domain.
    pub fn look(&mut self, probe: &Probe<'_>, points: Vec<Vec<f64>>) {
        let seen = observe_all(probe, &points);
        for (point, observation) in points.into_iter().zip(seen) {
            if let Some(observation) = observation {
                self.keep(probe, point, observation);
            }
        }
    }

    /// Notes that point number `point` kills a mutant.
    pub fn add_kill(&mut self, point: usize, mutant: usize) {
        self.kills[point].insert(mutant);
        self.killed.insert(mutant);
    }

    /// Adds an input that the solver found, for one mutant.
    pub fn add_witness(&mut self, world: &World, point: Vec<f64>, mutant: usize) {
        let everyone: Vec<usize> = (0..world.mutants.len()).collect();
        let before = self.points.len();
        self.look(&Probe::new(world, &everyone), vec![point.clone()]);
        if self.points.len() == before {
            self.points.push(point);
            self.kills.push(Bits::new(self.mutants));
        }
        // The solver proved more than the probe's natural enclosures may show.
        self.add_kill(self.points.len() - 1, mutant);
    }

    /// Looks at an input that a suite must have, if MPFR proves that it kills anything.
    pub fn require(&mut self, world: &World, point: Vec<f64>) {
        let everyone: Vec<usize> = (0..world.mutants.len()).collect();
        let before = self.points.len();
        self.required.push(before);
        self.look(&Probe::new(world, &everyone), vec![point.clone()]);
        if self.points.len() == before {
            self.points.push(point);
            self.kills.push(Bits::new(self.mutants));
        }
    }

    fn keep(&mut self, probe: &Probe<'_>, point: Vec<f64>, seen: ProbeObservation) {
        self.defined.probed += 1;
        if seen.value.defined == Definedness::Everywhere {
            self.defined.defined += 1;
            for (mutant, body) in probe.body_mutants().zip(&seen.bodies) {
                let signature = &mut self.signatures[mutant];
                if signature.len() < SIGNATURE {
                    signature.push(*body);
                }
            }
        }
        let kills = if probe.world().can_be_test(&point) {
            seen.kills
        } else {
            Bits::new(self.mutants)
        };
        self.killed.add_all(&kills);
        self.points.push(point);
        self.kills.push(kills);
    }

    /// Mutants that narrow a range die at its old bound, with the other inputs anywhere that has a value.
    fn look_at_bounds(&mut self, world: &World, source: &PointSource<'_>) {
        let everyone: Vec<usize> = (0..world.mutants.len()).collect();
        for m in self.alive() {
            let Some((input, side)) = narrowed_side(world, m) else {
                continue;
            };
            let (lo, hi) = world.ranges[input];
            let probe = Probe::new(world, &[m]);
            let mut points = source.later(0, BOUND_TRIES);
            // At the bound, and at places between it and the moved one.
            let bound = if side == RangeSide::Lower { lo } else { hi };
            for (k, point) in points.iter_mut().enumerate() {
                let share = (k % 4) as f64 / 8.0;
                point[input] = narrowed(world, m, &with(point, input, bound)).map_or(bound, |(_, moved)| {
                    let between = bound + share * (moved - bound);
                    world.spec.inputs[input].format.nearest(between).clamp(lo, hi)
                });
            }
            let seen = observe_all(&probe, &points);
            let kills = |o: &Option<ProbeObservation>| o.as_ref().is_some_and(|o| o.kills.contains(m));
            if let Some(i) = seen.iter().position(kills) {
                self.look(&Probe::new(world, &everyone), vec![points.swap_remove(i)]);
            }
        }
    }

    /// More points for the survivors; a point that kills one is then judged with all mutants.
    fn look_further(&mut self, world: &World, source: &PointSource<'_>, options: &GenerateOptions) {
        const BATCH: usize = 64;
        let everyone: Vec<usize> = (0..world.mutants.len()).collect();
        let mut done = 0;
        while done < options.more_points {
            let alive = self.alive();
            if alive.is_empty() {
                return;
            }
            let probe = Probe::new(world, &alive);
            let points = source.later(done, BATCH);
            done += BATCH;
            let seen = observe_all(&probe, &points);
            let mut fresh = self.killed.clone();
            let mut useful = Vec::new();
            for (point, seen) in points.into_iter().zip(seen) {
                let Some(seen) = seen else { continue };
                if !seen.kills.subset_of(&fresh) {
                    fresh.add_all(&seen.kills);
                    useful.push(point);
                }
            }
            if !useful.is_empty() {
                self.look(&Probe::new(world, &everyone), useful);
            }
        }
    }
}

/// A point with one coordinate changed.
fn with(point: &[f64], input: usize, x: f64) -> Vec<f64> {
    let mut copy = point.to_vec();
    copy[input] = x;
    copy
}

/// The input and the side that a mutant narrows.
fn narrowed_side(world: &World, mutant: usize) -> Option<(usize, RangeSide)> {
    match world.mutants[mutant].change {
        MutantChange::Bound {
            input,
            side,
            direction: Direction::Inward,
            ..
        } => Some((input, side)),
        _ => None,
    }
}

fn observe_all(probe: &Probe<'_>, points: &[Vec<f64>]) -> Vec<Option<ProbeObservation>> {
    let observe = |at: &mut Instruments<'_>, point: &Vec<f64>| probe.observe(at, point);
    points
        .par_iter()
        .with_min_len(4)
        .map_init(|| probe.instruments(), observe)
        .collect()
}

/// Where points come from.
struct PointSource<'w> {
    world: &'w World,
    formats: Vec<expr::spec::Format>,
    method: Method,
    seed: u64,
}

impl<'w> PointSource<'w> {
    fn new(world: &'w World, options: &GenerateOptions) -> PointSource<'w> {
        PointSource {
            world,
            formats: world.spec.inputs.iter().map(|i| i.format).collect(),
            method: options.method,
            seed: options.seed,
        }
    }

    fn grid(&self) -> PointGrid<'_> {
        PointGrid {
            ranges: &self.world.ranges,
            formats: &self.formats,
        }
    }

    fn first(&self, count: usize) -> Vec<Vec<f64>> {
        match self.method {
            Method::Search => self.grid().sequence(count),
            Method::Random => (0..count).map(|k| self.grid().random(self.seed, k as u64)).collect(),
        }
    }

    fn later(&self, from: usize, count: usize) -> Vec<Vec<f64>> {
        // Past the numbers that the first sequence uses.
        let numbers = (from..from + count).map(|k| k + 10_000);
        match self.method {
            Method::Search => numbers.map(|k| self.grid().scattered(k, k % 2 == 0)).collect(),
            Method::Random => numbers.map(|k| self.grid().random(self.seed, k as u64)).collect(),
        }
    }
}
