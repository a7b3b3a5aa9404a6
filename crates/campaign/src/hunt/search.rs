//! Inputs for a hunt.
//!
//! A first list has notable inputs with their surroundings and some of every cell. Half of the calls in all goes to
//! inputs that are spread by bits, by exponent and by value; the rest to the neighbourhood of the worst inputs so far, one
//! or two of each part of the domain, at all distances from the next float to half of a binade: errors are rough in the
//! last bits and smooth in the first ones.

use super::HuntOptions;
use super::meter::Measured;
use chance::{Random, mix};
use inputs::{ConditionedDraw, InputRange, Landscape, Scale, ordinal_of};
use proof::certify::constraint_holds;
use proof::world::World;
use std::collections::{HashMap, VecDeque};

/// The share of calls that looks everywhere: 1 in this many. Faults in small regions have no slope that leads to them, and
/// last places of the largest error need the rest; `scripts/bench_faults.py` and `scripts/bench_hunt.py` show both.
const EXPLORE: u64 = 2;

/// Worst inputs that are kept: in all, and of one part of the domain.
const KEPT: usize = 96;
const OF_PART: usize = 2;

/// Cells of one input that would have equal lengths, and inputs of each cell in the first list.
const PARTS: usize = 64;
const OF_CELL: u64 = 4;

/// The first list is no longer than this share of the calls: half.
const FIRST: u64 = 2;

/// Attempts to find one input that satisfies the constraint.
const ATTEMPTS: u64 = 16;

/// Looks for inputs and learns from errors.
pub struct HuntSearch<'w> {
    world: &'w World,
    landscape: Landscape,
    draw: ConditionedDraw,
    first: VecDeque<Vec<f64>>,
    worst: HashMap<Vec<i64>, Vec<(f64, Vec<f64>)>>,
    /// The same as a list, worst first.
    ranked: Vec<Vec<f64>>,
    random: Random,
    seed: u64,
    given: u64,
    calls: u64,
}

impl<'w> HuntSearch<'w> {
    /// A search over the domain of a specification.
    pub fn new(world: &'w World, landscape: Landscape, options: &HuntOptions) -> HuntSearch<'w> {
        let ranges = landscape.ranges().to_vec();
        let mut search = HuntSearch {
            draw: ConditionedDraw::new(&world.dag, world.constraint, ranges, options.seed),
            world,
            landscape,
            first: VecDeque::new(),
            worst: HashMap::new(),
            ranked: Vec::new(),
            random: Random::new(mix(options.seed)),
            seed: options.seed,
            given: 0,
            calls: options.calls,
        };
        search.first = search.first_list().into();
        search
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
        for (point, seen) in points.iter().zip(measured).filter(|(_, m)| m.judged) {
            let kept = self.worst.entry(part(point)).or_default();
            let at = kept.partition_point(|(score, _)| *score >= seen.margins);
            if at < OF_PART && !kept.iter().any(|(_, known)| known == point) {
                kept.insert(at, (seen.margins, point.clone()));
                kept.truncate(OF_PART);
            }
        }
        let mut all: Vec<(f64, &Vec<f64>)> = self.worst.values().flatten().map(|(score, p)| (*score, p)).collect();
        // Equal scores in the order of their bits, so that no order of a map shows.
        let bits = |p: &Vec<f64>| p.iter().map(|x| x.to_bits()).collect::<Vec<u64>>();
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| bits(a.1).cmp(&bits(b.1))));
        self.ranked = all.into_iter().take(KEPT).map(|(_, p)| p.clone()).collect();
    }

    fn first_list(&self) -> Vec<Vec<f64>> {
        let mut list: Vec<Vec<f64>> = Vec::new();
        for notable in self.landscape.notable() {
            list.extend(self.surroundings(&notable.point));
        }
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

    fn anywhere(&mut self) -> Option<Vec<f64>> {
        if self.world.constraint.is_none() {
            let k = self.random.word();
            return Some(self.landscape.random(self.seed, k));
        }
        let scale = [Scale::Bits, Scale::Exponent, Scale::Value][self.random.below(3)];
        let k = self.random.word();
        self.draw.input(k, scale, |p| self.holds(p))
    }

    fn nearby(&mut self) -> Option<Vec<f64>> {
        for _ in 0..ATTEMPTS {
            let share = self.random.share();
            // The worst are chosen most often.
            let chosen = ((share * share) * self.ranked.len() as f64) as usize;
            let mut point = self.ranked.get(chosen)?.clone();
            self.shift(&mut point);
            if self.holds(&point) {
                return Some(point);
            }
        }
        None
    }

    /// Moves one coordinate or all of them by a distance of any size.
    fn shift(&mut self, point: &mut [f64]) {
        let all = self.random.once_in(4);
        let one = self.random.below(point.len());
        let ranges = self.landscape.ranges().to_vec();
        for (i, range) in ranges.iter().enumerate().filter(|(i, _)| all || *i == one) {
            let bits = 64 - range.steps().leading_zeros() as usize;
            let most = 1u64 << self.random.below(bits.clamp(1, 52));
            let steps = 1 + (self.random.word() % most) as i64;
            point[i] = range.step(point[i], steps * self.random.sign());
        }
    }

    fn holds(&self, point: &[f64]) -> bool {
        self.world.is_sure(point) && constraint_holds(self.world, point)
    }
}

/// The part of the domain that a point belongs to: its binades.
fn part(point: &[f64]) -> Vec<i64> {
    let binade = |x: &f64| ordinal_of(expr::spec::Format::Binary64, *x) >> 52;
    point.iter().map(binade).collect()
}
