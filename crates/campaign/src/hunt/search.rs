//! Inputs for a hunt.
//!
//! A first list has notable inputs with their surroundings and some of every cell. Then come inputs that are spread by
//! bits, by exponent and by value, and some at all distances from notable ones; the rest goes to the parts of the domain
//! with the largest errors so far, many parts at first and few in the end. How large errors can be changes slowly from part
//! to part, but which inputs of a part have large ones depends on the last bits. There, new inputs are taken in three ways:
//!
//! - anywhere in the part;
//! - at any distance from one of its worst inputs, from the next float to half of a binade;
//! - as far from one of its worst inputs as two others are from each other. Within a part every step of a computation is
//!   nearly linear, so that rounding errors repeat with the input, nearly as in a lattice: what leads from one bad input to
//!   another leads from a third one to a bad one more often than chance does.
//!
//! No input is taken twice there, as far as that is known. Where there is one input in single precision, the last calls go
//! to all floats of the stretches with the largest errors (`stretches`).

mod parts;
mod stretches;

use super::HuntOptions;
use super::meter::Measured;
use super::paths::{CodePaths, PathHunt};
use chance::{Random, mix};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::Format;
use inputs::{ConditionedDraw, InputRange, Landscape, Scale, float_at, ordinal_of};
use interval::{Definedness, FloatEnclosure};
use parts::{KEPT, Part, Parts, Tried};
use proof::certify::constraint_holds;
use proof::world::World;
use std::collections::VecDeque;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, LN_2, SQRT_2};
use stretches::Stretches;

/// Calls that look everywhere before the worst parts are looked at: 5 in 8, first list included, of the first 2¹⁸, and 1 in
/// 5 of all others. Faults in small regions have no slope that leads to them, and last places of the largest error
/// need the rest; `scripts/bench_faults.py` and `scripts/bench_hunt.py` show both.
fn calls_everywhere(calls: u64) -> u64 {
    const FEW: u64 = 1 << 18;
    calls.min(FEW) / 8 * 5 + calls.saturating_sub(FEW) / 5
}

/// Where floats can be counted, the search among parts ends here, and the rest of the calls tries all floats of stretches.
/// In a model of this search, 38 of 39 hunts with four million calls for 13 functions, of which five are not in
/// `bench/hunt`, came to 99 % of the true largest error, and 31 with two million; without this end, 26 of 40 hunts with two
/// million for ten of these functions did.
fn search_end(calls: u64) -> u64 {
    calls / 5 * 3
}

/// With fewer calls than this, stretches would be too short to have their largest error told from others.
const COUNTED: u64 = 1 << 19;

/// Afterwards, 1 call in this many still looks everywhere.
const EVERYWHERE: usize = 8;

/// Where the sides of branches are known, 1 call in this many goes to one of them, in turn: as many as look everywhere in a
/// short hunt, since faults on one side show nowhere else, but most largest errors are found without that.
const ON_PATHS: usize = 4;

/// Of the calls that look everywhere, 1 in this many looks near notable inputs.
const NEAR_NOTABLE: usize = 8;

/// Parts of the domain in which the worst inputs are looked for in the end.
const LEAST_KEPT: usize = 4;

/// A binade has 2 to this power parts if there is one input, fewer if there are several.
const PART_BITS: usize = 3;

/// Cells of one input that would have equal lengths, and inputs of each cell in the first list.
const PARTS: usize = 64;
const OF_CELL: u64 = 4;

/// The first list is no longer than this share of the calls: half.
const FIRST: u64 = 2;

/// Where the formula has sines, cosines or tangents, 1 call in this many goes to floats next to multiples of π/2, as many
/// of each binade. Reduced arguments are least accurate there, and chance hardly ever finds them.
const TURNS: u64 = 16;

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

/// Attempts to find one input that satisfies the constraint and was not tried before.
const ATTEMPTS: u64 = 16;

/// Looks for inputs and learns from errors.
pub struct HuntSearch<'w> {
    world: &'w World,
    condition: Option<Tape>,
    landscape: Landscape,
    draw: ConditionedDraw,
    notable: Vec<Vec<f64>>,
    first: VecDeque<Vec<f64>>,
    parts: Parts,
    tried: Tried,
    /// Where floats can be counted.
    stretches: Option<Stretches>,
    /// The last bits of a double, in which inputs of the same part differ.
    part_bits: usize,
    random: Random,
    seed: u64,
    spread: u64,
    given: u64,
    calls: u64,
    /// Where the sides of branches are known.
    paths: Option<PathHunt<'w>>,
}

impl<'w> HuntSearch<'w> {
    /// A search over the domain of a specification.
    pub fn new(world: &'w World, landscape: Landscape, options: &HuntOptions) -> HuntSearch<'w> {
        let ranges = landscape.ranges().to_vec();
        let formats = ranges.iter().map(|range| range.format).collect();
        let part_bits = 52 - PART_BITS / ranges.len().max(1);
        let end = options.calls - search_end(options.calls);
        let stretches = match ranges.as_slice() {
            [one] if options.calls >= COUNTED => Stretches::new(*one, end),
            _ => None,
        };
        let mut search = HuntSearch {
            draw: ConditionedDraw::new(&world.dag, world.constraint, ranges, options.seed),
            condition: world.constraint.map(|node| Tape::new(&world.dag, &[node])),
            world,
            notable: Vec::new(),
            landscape,
            first: VecDeque::new(),
            parts: Parts::default(),
            tried: Tried::new(formats, options.calls),
            stretches,
            part_bits,
            random: Random::new(mix(options.seed)),
            seed: options.seed,
            spread: 0,
            given: 0,
            calls: options.calls,
            paths: None,
        };
        search.notable = search.notable_points();
        search.first = search.first_list().into();
        search
    }

    /// Hunts on every side of the branches of the code: at inputs that take them and their surroundings first, as far as
    /// they lie in the domain.
    pub fn follow(&mut self, paths: &'w CodePaths) {
        // Adding 0 makes −0 the zero that the reals have.
        let points: Vec<Vec<f64>> = paths
            .inputs()
            .iter()
            .map(|p| p.iter().map(|x| x + 0.0).collect())
            .collect();
        let near = points.iter().flat_map(|point| self.surroundings(point));
        let mut led: VecDeque<Vec<f64>> = near.filter(|point| self.holds(point)).collect();
        led.append(&mut self.first);
        self.first = led;
        self.paths = Some(PathHunt::new(paths));
    }

    /// What was found on every side of the branches of the code.
    pub fn into_paths(self) -> Option<PathHunt<'w>> {
        self.paths
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
        let mut batch = Vec::with_capacity(count as usize);
        for _ in 0..count {
            let point = match self.first.pop_front() {
                Some(point) => Some(point),
                None if self.paths.is_some() && self.random.once_in(ON_PATHS) => self.on_a_path(),
                None if self.given < calls_everywhere(self.calls) || self.parts.ranked() == 0 => self.anywhere(),
                None if self.stretches.is_some() && self.given >= search_end(self.calls) => self.on_stretches(),
                None if self.random.once_in(EVERYWHERE) => self.anywhere(),
                None => self.nearby(),
            };
            self.given += 1;
            batch.extend(point);
        }
        batch
    }

    /// Keeps the worst of each part of the domain.
    pub fn learn(&mut self, points: &[Vec<f64>], measured: &[Measured]) {
        let bits = self.part_bits;
        for (point, seen) in points.iter().zip(measured).filter(|(_, m)| m.judged) {
            // The part of the domain that a point belongs to: its binades, or parts of them.
            let numbers = point.iter().map(|x| ordinal_of(Format::Binary64, *x) >> bits);
            self.parts.note(numbers, point, seen.margins);
            if let Some(stretches) = &mut self.stretches {
                stretches.note(point[0], seen.margins);
            }
        }
        self.parts.rank();
        if let Some(paths) = &mut self.paths {
            paths.note(points, measured);
        }
    }

    fn notable_points(&self) -> Vec<Vec<f64>> {
        let mut all: Vec<Vec<f64>> = self.landscape.notable().into_iter().map(|n| n.point).collect();
        all.retain(|p| self.holds(p));
        all
    }

    fn first_list(&self) -> Vec<Vec<f64>> {
        let mut list: Vec<Vec<f64>> = Vec::new();
        for notable in &self.notable {
            list.extend(self.surroundings(notable));
        }
        list.extend(self.at_seams());
        list.extend(self.landscape.next_to_turns((self.calls / TURNS) as usize));
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
        if !self.notable.is_empty() && self.random.once_in(NEAR_NOTABLE) {
            return self.near_notable();
        }
        if self.condition.is_none() {
            self.spread += 1;
            return Some(self.landscape.spread(self.seed, self.spread));
        }
        let scale = [Scale::Bits, Scale::Exponent, Scale::Value][self.random.below(3)];
        let k = self.random.word();
        self.draw.input(k, scale, |p| self.holds(p))
    }

    /// An input at a distance of any size from a notable one.
    fn near_notable(&mut self) -> Option<Vec<f64>> {
        for _ in 0..ATTEMPTS {
            let chosen = self.random.below(self.notable.len());
            let mut point = self.notable[chosen].clone();
            self.shift(&mut point);
            if self.holds(&point) {
                return Some(point);
            }
        }
        None
    }

    /// An input at a distance of any size from one of the worst of the side of a branch whose turn it is, or between two of
    /// them: a side that few inputs take is soon left by the first way, and seldom by the second.
    fn on_a_path(&mut self) -> Option<Vec<f64>> {
        for _ in 0..ATTEMPTS {
            let shares = [self.random.share(), self.random.share()];
            let Some([mut point, other]) = self.paths.as_mut().and_then(|paths| paths.next(shares)) else {
                break;
            };
            match point != other && self.random.once_in(2) {
                true => self.move_towards(&mut point, &other),
                false => self.shift(&mut point),
            }
            if self.holds(&point) {
                return Some(point);
            }
        }
        self.anywhere()
    }

    /// An input of one of the worst parts, or next to it, that was not tried before.
    fn nearby(&mut self) -> Option<Vec<f64>> {
        let mut repeated = None;
        for _ in 0..ATTEMPTS {
            let point = self.neighbour()?;
            if !self.holds(&point) {
                continue;
            }
            if self.tried.is_new(&point) {
                return Some(point);
            }
            repeated = Some(point);
        }
        repeated
    }

    /// The next float of the most promising stretch that was not tried before.
    fn on_stretches(&mut self) -> Option<Vec<f64>> {
        while let Some(x) = self.stretches.as_mut().and_then(Stretches::next_float) {
            let point = vec![x];
            if self.tried.is_new(&point) && self.holds(&point) {
                return Some(point);
            }
        }
        self.nearby()
    }

    fn neighbour(&mut self) -> Option<Vec<f64>> {
        let chosen = self.first_ones(self.parts_now());
        let share = self.random.share();
        let part = self.parts.worst(chosen)?;
        let kept = part.worst.len();
        let mut point = part.worst.get(first_of(share, kept))?.1.clone();
        match self.random.below(4) {
            0 => self.resettle(&mut point, chosen),
            1 => self.shift(&mut point),
            _ if kept < 3 => self.shift(&mut point),
            _ => self.leap(&mut point, chosen),
        }
        Some(point)
    }

    /// How many parts are looked at now: fewer and fewer, since the largest error of all is in few of them, and only those
    /// that have been looked at for long tell which.
    fn parts_now(&self) -> usize {
        let end = match self.stretches {
            Some(_) => search_end(self.calls),
            None => self.calls,
        };
        let left = end.saturating_sub(self.given) as f64 / end.max(1) as f64;
        ((KEPT as f64 * left * left) as usize)
            .clamp(LEAST_KEPT, KEPT)
            .min(self.parts.ranked())
    }

    /// A number below another one, a small one more often.
    fn first_ones(&mut self, count: usize) -> usize {
        first_of(self.random.share(), count)
    }

    /// Moves one coordinate or all of them to anywhere in a part.
    fn resettle(&mut self, point: &mut [f64], rank: usize) {
        for i in self.moved(point.len()) {
            let below = (self.random.word() & ((1u64 << self.part_bits) - 1)) as i64;
            let Some(part) = self.parts.worst(rank) else {
                return;
            };
            let x = float_at(Format::Binary64, (part.numbers[i] << self.part_bits) | below);
            point[i] = self.landscape.ranges()[i].fit(x);
        }
    }

    /// Moves one coordinate or all of them by the distance of two of the worst inputs of a part, by half or twice of it.
    fn leap(&mut self, point: &mut [f64], rank: usize) {
        let kept = self.parts.worst(rank).map_or(0, |part| part.worst.len());
        let (from, to) = (self.random.below(kept), self.random.below(kept));
        let size = self.random.below(4);
        let moved = self.moved(point.len());
        let Some(Part { worst, .. }) = self.parts.worst(rank) else {
            return;
        };
        for i in moved {
            let range = self.landscape.ranges()[i];
            let ordinal = |n: usize| ordinal_of(range.format, worst[n].1[i]);
            let distance = ordinal(to).wrapping_sub(ordinal(from));
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

    /// Moves some numbers of a point towards another, counted in floats, or as far again beyond it by half.
    fn move_towards(&mut self, point: &mut [f64], other: &[f64]) {
        for i in self.moved(point.len()) {
            let range = self.landscape.ranges()[i];
            let steps = ordinal_of(range.format, other[i]) as f64 - ordinal_of(range.format, point[i]) as f64;
            point[i] = range.step(point[i], (1.5 * self.random.share() * steps) as i64);
        }
    }

    /// Whether a point is in the domain. Conditions are judged in binary64 first, and with MPFR where that leaves it open.
    fn holds(&self, point: &[f64]) -> bool {
        if !self.world.is_sure(point) {
            return false;
        }
        let Some(condition) = &self.condition else {
            return true;
        };
        let mut evaluator = Evaluator::new(condition, EnclosureArithmetic);
        let inputs: Vec<FloatEnclosure> = point.iter().map(|&x| FloatEnclosure::point(x)).collect();
        evaluator.run(&inputs);
        let truth = evaluator.root(0);
        match truth.defined == Definedness::Everywhere && !truth.range.contains_zero() {
            true => true,
            false => constraint_holds(self.world, point),
        }
    }
}

/// A number below `count`, a small one more often.
fn first_of(share: f64, count: usize) -> usize {
    (share * share * count as f64) as usize
}

/// Further than this many bits of steps, a float is in another binade.
fn binade_bits(format: Format) -> usize {
    match format {
        Format::Binary32 => 24,
        _ => 52,
    }
}
