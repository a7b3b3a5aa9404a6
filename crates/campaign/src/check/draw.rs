//! Random inputs that satisfy the precondition.
//!
//! Where it refuses most of the box, an input that is known to satisfy it pulls a refused one towards itself until that
//! satisfies it too. What is drawn depends on the seed and on nothing else.

use chance::{mix, share};
use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::{Format, Input};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use proof::certify::constraint_holds;
use proof::points::PointGrid;
use proof::world::World;

/// Uniform inputs that are tried before one is pulled into the domain, and how often that is tried. Pulling distorts
/// the distribution, so that it comes second; where a condition leaves less than a sixteenth of the box, drawing
/// alone would take too long.
const DRAWS: u64 = 16;
const PULLS: u64 = 8;

/// Halvings of the way to an input of the domain. The last is 2⁻⁴⁵ of the way: a domain that is thinner still is
/// hardly entered by chance, and the input is given up.
const HALVINGS: i32 = 45;

/// Inputs of the domain that are remembered. They are where pulled inputs come to lie, and so must be many; each is
/// kept as a point.
const ANCHORS: usize = 64;

/// Draws inputs of one domain.
pub struct Draw<'w> {
    world: &'w World,
    ranges: Vec<(f64, f64)>,
    formats: Vec<Format>,
    constraint: Option<Tape>,
    /// Inputs of the domain.
    anchors: Vec<Vec<f64>>,
    seed: u64,
}

impl<'w> Draw<'w> {
    /// Draws from the domain of a world, of which `known` are inputs; in single precision if that is wanted.
    /// None if a range has no number in single precision.
    pub fn new(world: &'w World, single: bool, seed: u64, known: impl Iterator<Item = Vec<f64>>) -> Option<Draw<'w>> {
        let format = |own: Format| if single { Format::Binary32 } else { own };
        let input = |i: &Input| Input {
            format: format(i.format),
            ..i.clone()
        };
        let inputs: Vec<Input> = world.spec.inputs.iter().map(input).collect();
        let mut draw = Draw {
            world,
            ranges: inputs.iter().map(Input::sure_floats).collect::<Option<_>>()?,
            formats: inputs.iter().map(|i| i.format).collect(),
            constraint: world.constraint.map(|c| Tape::new(&world.dag, &[c])),
            anchors: Vec::new(),
            seed,
        };
        draw.anchors = known.filter(|p| draw.holds(p)).take(ANCHORS).collect();
        Some(draw)
    }

    /// Input number `k`, if one could be drawn.
    pub fn point(&mut self, k: u64) -> Option<Vec<f64>> {
        if self.constraint.is_none() {
            return Some(self.uniform(k, 0));
        }
        let drawn = (0..DRAWS).map(|n| self.uniform(k, n)).find(|p| self.satisfies(p));
        let point = drawn.or_else(|| (0..PULLS).find_map(|n| self.pulled(k, n)))?;
        if self.anchors.len() < ANCHORS {
            self.anchors.push(point.clone());
        }
        Some(point)
    }

    fn grid(&self) -> PointGrid<'_> {
        PointGrid {
            ranges: &self.ranges,
            formats: &self.formats,
        }
    }

    /// The first try is what a domain without a precondition gets.
    fn uniform(&self, k: u64, attempt: u64) -> Vec<f64> {
        let seed = match attempt {
            0 => self.seed,
            n => mix(self.seed.wrapping_add(n)),
        };
        self.grid().random(seed, k)
    }

    /// A point on the way from an input of the domain to another point: half of the time another input of the domain.
    fn pulled(&self, k: u64, attempt: u64) -> Option<Vec<f64>> {
        let chance = mix(self.seed ^ mix(k ^ mix(attempt)));
        let count = self.anchors.len();
        let anchor = self.anchors.get(chance as usize % count.max(1))?;
        let other = &self.anchors[(chance >> 20) as usize % count];
        let (target, first) = if attempt.is_multiple_of(2) {
            (self.uniform(k, DRAWS + attempt), 0.5)
        } else {
            (other.clone(), share(chance))
        };
        let between = |share: f64| self.between(anchor, &target, share);
        let mut shares = (0..HALVINGS).map(|n| first * 0.5f64.powi(n));
        shares.find_map(|share| Some(between(share)).filter(|p| p != anchor && self.satisfies(p)))
    }

    fn between(&self, from: &[f64], to: &[f64], share: f64) -> Vec<f64> {
        let coordinate = |i: usize| {
            let (lo, hi) = self.ranges[i];
            let x = from[i] * (1.0 - share) + to[i] * share;
            self.formats[i].nearest(x).clamp(lo, hi) + 0.0
        };
        (0..from.len()).map(coordinate).collect()
    }

    /// Whether a point is an input of the domain.
    fn holds(&self, point: &[f64]) -> bool {
        let mut sides = point.iter().zip(&self.ranges).zip(&self.formats);
        let fits = sides.all(|((x, (lo, hi)), format)| (lo..=hi).contains(&x) && format.contains(*x));
        fits && point.len() == self.ranges.len() && self.satisfies(point)
    }

    /// Whether the precondition provably holds at a point of the box.
    fn satisfies(&self, point: &[f64]) -> bool {
        let Some(tape) = &self.constraint else { return true };
        let inputs: Vec<FloatEnclosure> = point
            .iter()
            .map(|&x| Enclosure::everywhere(Interval::point(x)))
            .collect();
        let mut evaluator = Evaluator::new(tape, EnclosureArithmetic);
        evaluator.run(&inputs);
        let truth = evaluator.root(0);
        match truth.defined {
            Definedness::Everywhere if !truth.range.contains_zero() => true,
            Definedness::Everywhere if truth.range.is_zero() => false,
            Definedness::Nowhere => false,
            _ => constraint_holds(self.world, point),
        }
    }
}
