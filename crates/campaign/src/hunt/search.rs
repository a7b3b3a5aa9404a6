//! Inputs for a hunt.
//!
//! A first list has notable inputs with their surroundings and some of every cell. Half of the calls in all goes to
//! inputs that are spread by bits, by exponent and by value; the rest to the parts of the domain with the largest errors so
//! far, many parts at first and few in the end. How large errors can be changes slowly from part to part, but which inputs
//! of a part have large ones depends on the last bits. There, new inputs are taken in three ways:
//!
//! - anywhere in the part;
//! - at any distance from one of its worst inputs, from the next float to half of a binade;
//! - as far from one of its worst inputs as two others are from each other. Within a part every step of a computation is
//!   nearly linear, so that rounding errors repeat with the input, nearly as in a lattice: what leads from one bad input to
//!   another leads from a third one to a bad one more often than chance does.

use super::HuntOptions;
use super::meter::Measured;
use chance::{Random, mix};
use expr::spec::Format;
use inputs::{ConditionedDraw, InputRange, Landscape, Scale, float_at, ordinal_of};
use proof::certify::constraint_holds;
use proof::world::World;
use std::collections::{HashMap, VecDeque};
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, LN_2, SQRT_2};

/// The share of calls that looks everywhere: 1 in this many. Faults in small regions have no slope that leads to them, and
/// last places of the largest error need the rest; `scripts/bench_faults.py` and `scripts/bench_hunt.py` show both.
const EXPLORE: u64 = 2;

/// Parts of the domain in which the worst inputs are looked for: at the beginning, where all calls are left, and at least.
const KEPT: usize = 128;
const LEAST_KEPT: usize = 4;

/// Worst inputs that are kept of one part: enough for many different distances between two of them.
const OF_PART: usize = 32;

/// A binade has 2 to this power parts if there is one input, fewer if there are several.
const PART_BITS: usize = 3;

/// Cells of one input that would have equal lengths, and inputs of each cell in the first list.
const PARTS: usize = 64;
const OF_CELL: u64 = 4;

/// The first list is no longer than this share of the calls: half.
const FIRST: u64 = 2;

/// Numbers at which implementations pass from one way of computing to another: ends of the ranges to which arguments of
/// logarithms, exponentials and angles are reduced.
const SEAMS: [f64; 9] = [
    SQRT_2 - 1.0,
    1.0 - FRAC_1_SQRT_2,
    FRAC_1_SQRT_2,
    SQRT_2,
    LN_2 / 2.0,
    LN_2,
    1.5 * LN_2,
    FRAC_PI_4,
    FRAC_PI_2,
];

/// This many floats on either side of a seam are tried one by one: where two tests for the same seam do not agree, those
/// between them go wrong, and these are few.
const SEAM: i64 = 16;

/// Attempts to find one input that satisfies the constraint.
const ATTEMPTS: u64 = 16;

/// Looks for inputs and learns from errors.
pub struct HuntSearch<'w> {
    world: &'w World,
    landscape: Landscape,
    draw: ConditionedDraw,
    first: VecDeque<Vec<f64>>,
    /// The worst inputs of each part, worst first.
    worst: HashMap<Vec<i64>, Vec<(f64, Vec<f64>)>>,
    /// The parts with the worst inputs, worst first.
    ranked: Vec<(f64, Vec<i64>)>,
    /// The last bits of a double, in which inputs of the same part differ.
    part_bits: usize,
    random: Random,
    seed: u64,
    given: u64,
    calls: u64,
}

impl<'w> HuntSearch<'w> {
    /// A search over the domain of a specification.
    pub fn new(world: &'w World, landscape: Landscape, options: &HuntOptions) -> HuntSearch<'w> {
        let ranges = landscape.ranges().to_vec();
        let part_bits = 52 - PART_BITS / ranges.len().max(1);
        let mut search = HuntSearch {
            draw: ConditionedDraw::new(&world.dag, world.constraint, ranges, options.seed),
            world,
            landscape,
            first: VecDeque::new(),
            worst: HashMap::new(),
            ranked: Vec::new(),
            part_bits,
            random: Random::new(mix(options.seed)),
            seed: options.seed,
            given: 0,
            calls: options.calls,
        };
        search.first = search.first_list().into();
        search
    }

    /// Inputs to begin with, each with its surroundings, as far as they lie in the domain.
    pub fn lead(&mut self, points: &[Vec<f64>]) {
        let near = points.iter().flat_map(|point| self.surroundings(point));
        let mut led: VecDeque<Vec<f64>> = near.filter(|point| self.holds(point)).collect();
        led.append(&mut self.first);
        self.first = led;
    }

    /// The cells of every input.
    pub fn cells(&self) -> Vec<Vec<InputRange>> {
        let ranges = self.landscape.ranges().iter();
        ranges.map(|range| range.cells(PARTS, &[])).collect()
    }

    /// The first inputs, which are given again later.
    pub fn first(&mut self, count: usize) -> Vec<Vec<f64>> {
        if self.first.is_empty() {
            return (0..count).filter_map(|_| self.anywhere()).collect();
        }
        self.first.iter().take(count).cloned().collect()
    }

    /// The next inputs; fewer than wanted only if hardly any could be found.
    pub fn batch(&mut self, count: u64) -> Vec<Vec<f64>> {
        let mut batch = Vec::new();
        for _ in 0..count {
            let point = match self.first.pop_front() {
                Some(point) => Some(point),
                None if self.given * EXPLORE < self.calls || self.ranked.is_empty() => self.anywhere(),
                None if self.random.once_in(8) => self.anywhere(),
                None => self.nearby(),
            };
            self.given += 1;
            batch.extend(point);
        }
        batch
    }

    /// Keeps the worst of each part of the domain.
    pub fn learn(&mut self, points: &[Vec<f64>], measured: &[Measured]) {
        let mut touched: HashMap<Vec<i64>, f64> = self.ranked.drain(..).map(|(score, part)| (part, score)).collect();
        for (point, seen) in points.iter().zip(measured).filter(|(_, m)| m.judged) {
            let part = self.part(point);
            let kept = self.worst.entry(part.clone()).or_default();
            let at = kept.partition_point(|(score, _)| *score >= seen.margins);
            if at < OF_PART && !kept.iter().any(|(_, known)| known == point) {
                kept.insert(at, (seen.margins, point.clone()));
                kept.truncate(OF_PART);
            }
            touched.insert(part, kept[0].0);
        }
        // The score of a part only grows, so that no part comes among the worst without having been touched.
        self.ranked = touched.into_iter().map(|(part, score)| (score, part)).collect();
        // Equal scores in the order of their parts, so that no order of a map shows.
        self.ranked
            .sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
        self.ranked.truncate(KEPT);
    }

    fn first_list(&self) -> Vec<Vec<f64>> {
        let mut list: Vec<Vec<f64>> = Vec::new();
        for notable in self.landscape.notable() {
            list.extend(self.surroundings(&notable.point));
        }
        list.extend(self.at_seams());
        for (i, cells) in self.cells().iter().enumerate() {
            for (n, cell) in cells.iter().enumerate() {
                for k in 0..OF_CELL {
                    let number = (n as u64) * OF_CELL + k;
                    let mut point = self.landscape.stratified(number + 1);
                    let x = cell.at(Scale::Bits, chance::share(mix(number ^ mix(self.seed))));
                    point[i] = cell.roughened(x, mix(number));
                    list.push(point);
                }
            }
        }
        list.retain(|p| self.holds(p));
        let most = (self.calls / FIRST) as usize;
        let step = list.len().div_ceil(most.max(1)).max(1);
        list.into_iter().step_by(step).collect()
    }

    /// A notable input and inputs at growing distances from it, one coordinate at a time.
    fn surroundings(&self, point: &[f64]) -> Vec<Vec<f64>> {
        let mut all = vec![point.to_vec()];
        for (i, range) in self.landscape.ranges().iter().enumerate() {
            for exponent in [0, 3, 12, 24, 36, 44] {
                for sign in [-1, 1] {
                    let mut near = point.to_vec();
                    near[i] = range.step(point[i], sign * (1i64 << exponent));
                    all.push(near);
                }
            }
        }
        all.dedup();
        all
    }

    /// The surroundings of every seam, one coordinate at a time: the next floats, then ever larger steps, since some tests
    /// only look at the leading bits.
    fn at_seams(&self) -> Vec<Vec<f64>> {
        let near = -SEAM..=SEAM;
        let far = (5..44).flat_map(|exponent| [1i64 << exponent, -(1i64 << exponent)]);
        let steps: Vec<i64> = near.chain(far).collect();
        let mut all = Vec::new();
        for (i, range) in self.landscape.ranges().iter().enumerate() {
            let seams = SEAMS.iter().flat_map(|&seam| [seam, -seam]);
            for (n, seam) in seams.filter(|seam| (range.lo..=range.hi).contains(seam)).enumerate() {
                let point = self.landscape.stratified(n as u64 + 1);
                let at = |&step: &i64| {
                    let mut point = point.clone();
                    point[i] = range.step(range.fit(seam), step);
                    point
                };
                all.extend(steps.iter().map(at));
            }
        }
        all
    }

    fn anywhere(&mut self) -> Option<Vec<f64>> {
        if self.world.constraint.is_none() {
            let k = self.random.word();
            return Some(self.landscape.random(self.seed, k));
        }
        let scale = [Scale::Bits, Scale::Exponent, Scale::Value][self.random.below(3)];
        let k = self.random.word();
        self.draw.input(k, scale, |p| self.holds(p))
    }

    /// An input of one of the worst parts, or next to it.
    fn nearby(&mut self) -> Option<Vec<f64>> {
        for _ in 0..ATTEMPTS {
            let chosen = self.first_ones(self.parts_now());
            let part = self.ranked.get(chosen)?.1.clone();
            let kept = self.worst.get(&part).map_or(0, Vec::len);
            let chosen = self.first_ones(kept);
            let mut point = self.worst.get(&part)?.get(chosen)?.1.clone();
            match self.random.below(4) {
                0 => self.resettle(&mut point, &part),
                1 => self.shift(&mut point),
                _ if kept < 3 => self.shift(&mut point),
                _ => self.leap(&mut point, &part),
            }
            if self.holds(&point) {
                return Some(point);
            }
        }
        None
    }

    /// How many parts are looked at now: fewer and fewer, since the largest error of all is in few of them, and only those
    /// that have been looked at for long tell which.
    fn parts_now(&self) -> usize {
        let left = self.calls.saturating_sub(self.given) as f64 / self.calls.max(1) as f64;
        ((KEPT as f64 * left * left) as usize)
            .clamp(LEAST_KEPT, KEPT)
            .min(self.ranked.len())
    }

    /// A number below another one, a small one more often.
    fn first_ones(&mut self, count: usize) -> usize {
        let share = self.random.share();
        (share * share * count as f64) as usize
    }

    /// Moves one coordinate or all of them to anywhere in a part.
    fn resettle(&mut self, point: &mut [f64], part: &[i64]) {
        for i in self.moved(point.len()) {
            let below = (self.random.word() & ((1u64 << self.part_bits) - 1)) as i64;
            let x = float_at(Format::Binary64, (part[i] << self.part_bits) | below);
            point[i] = self.landscape.ranges()[i].fit(x);
        }
    }

    /// Moves one coordinate or all of them by the distance of two of the worst inputs of a part, by half or twice of it.
    fn leap(&mut self, point: &mut [f64], part: &[i64]) {
        let kept = &self.worst[part];
        let (from, to) = (self.random.below(kept.len()), self.random.below(kept.len()));
        let (from, to) = (kept[from].1.clone(), kept[to].1.clone());
        let size = self.random.below(4);
        for i in self.moved(point.len()) {
            let range = self.landscape.ranges()[i];
            let distance = ordinal_of(range.format, to[i]).wrapping_sub(ordinal_of(range.format, from[i]));
            let steps = match size {
                0 => distance / 2,
                1 => distance.saturating_mul(2),
                _ => distance,
            };
            point[i] = range.step(point[i], steps);
        }
    }

    /// The coordinates that a move changes: one or all of them.
    fn moved(&mut self, count: usize) -> std::ops::Range<usize> {
        let one = self.random.below(count);
        match self.random.once_in(4) {
            true => 0..count,
            false => one..one + 1,
        }
    }

    /// Moves one coordinate or all of them by a distance of any size.
    fn shift(&mut self, point: &mut [f64]) {
        for i in self.moved(point.len()) {
            let range = self.landscape.ranges()[i];
            let bits = 64 - range.steps().leading_zeros() as usize;
            let most = 1u64 << self.random.below(bits.clamp(1, binade_bits(range.format)));
            let steps = 1 + (self.random.word() % most) as i64;
            point[i] = range.step(point[i], steps * self.random.sign());
        }
    }

    /// The part of the domain that a point belongs to: its binades, or parts of them.
    fn part(&self, point: &[f64]) -> Vec<i64> {
        let number = |x: &f64| ordinal_of(Format::Binary64, *x) >> self.part_bits;
        point.iter().map(number).collect()
    }

    fn holds(&self, point: &[f64]) -> bool {
        self.world.is_sure(point) && constraint_holds(self.world, point)
    }
}

/// Further than this many bits of steps, a float is in another binade.
fn binade_bits(format: Format) -> usize {
    match format {
        Format::Binary32 => 24,
        _ => 52,
    }
}
