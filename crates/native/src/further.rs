//! Further inputs of a domain that take the sides that were covered: one input says little about the code of a side.
//!
//! Inputs are spread over the domain, by value, by bits and by exponent, and at the numbers that programs treat apart. Where
//! few of them take a side, others are tried near those that do, and between them. All are called, and which sides they
//! take decides what they are for.

use crate::NativeSettings;
use crate::job::{Coordinate, SearchJob};
use crate::process::{FoundInput, WorkerTold};
use crate::trace::call_all;
use chance::{Random, golden_ratio, scatter_by};
use expr::spec::{Fixed, Format, Input};
use inputs::{ConditionedDraw, InputRange, Scale};
use optimize::ValueKind;
use proof::certify::constraint_holds;
use proof::world::World;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Inputs of a side that are judged. Code that is wrong on a tenth of a side is right at all of this many once in
/// 700 000 times if they are drawn by chance; each costs an enclosure of the formula.
const OF_SIDE: usize = 128;

/// Inputs that are spread over the domain, and those of them that have a number that programs treat apart.
const SPREAD: u64 = 3072;
const MARKED: usize = 1024;

/// Rounds in which sides that have too few inputs get others, and inputs that a side gets in each.
const ROUNDS: usize = 3;
const NEAR: usize = 256;

/// How inputs are spread in turn. Most faults have a width that can be seen in the values.
const SCALES: [Scale; 4] = [Scale::Value, Scale::Bits, Scale::Value, Scale::Exponent];

/// Whole numbers, as far as each is a double.
const WHOLE: Format = Format::Fixed(Fixed { scale: 0, bits: 54 });

/// What was called beside the search.
#[derive(Default)]
pub struct FurtherCalls {
    /// Inputs that take one of the sides, and what they did.
    pub inputs: Vec<FoundInput>,
    /// Calls that were made.
    pub calls: u64,
}

/// Inputs of the domain of a specification that take some sides, besides those that were found. Where code keeps something
/// from call to call, what they did is what happened behind the others.
pub fn find_further(
    world: &World,
    job: &SearchJob,
    settings: &NativeSettings,
    told: &WorkerTold,
    sides: &BTreeSet<usize>,
) -> FurtherCalls {
    let Some(mut draw) = FurtherDraw::new(world, job) else {
        return FurtherCalls::default();
    };
    let mut taken = TakenSides::new(sides);
    told.inputs
        .iter()
        .for_each(|found| taken.begin_at(draw.point(&found.input), &found.sides));
    told.kills.iter().for_each(|(hazard, kill)| {
        let death = 2 * (job.branches() + hazard) + 1;
        taken.begin_at(draw.point(&kill.input), &[death]);
    });
    let mut points = draw.spread();
    for _ in 0..=ROUNDS {
        let inputs = taken.unseen(points.iter().map(|point| job.packed(point)));
        if inputs.is_empty() {
            break;
        }
        taken.note(&draw, call_all(job, settings, &inputs));
        points = taken.wanting().flat_map(|starts| draw.near(starts)).collect();
    }
    taken.found
}

/// Draws points of the domain.
struct FurtherDraw<'w> {
    world: &'w World,
    job: &'w SearchJob,
    ranges: Vec<InputRange>,
    random: Random,
}

impl<'w> FurtherDraw<'w> {
    /// None where a number of the function has no value in the domain, or the function takes no number.
    fn new(world: &'w World, job: &'w SearchJob) -> Option<FurtherDraw<'w>> {
        let pairs = job.coordinates.iter().zip(&world.spec.inputs);
        let ranges: Vec<InputRange> = pairs.map(|(c, input)| shared(c, input)).collect::<Option<_>>()?;
        (!ranges.is_empty()).then(|| FurtherDraw {
            ranges,
            world,
            job,
            random: Random::new(job.seed),
        })
    }

    /// Points of the whole domain.
    fn spread(&mut self) -> Vec<Vec<f64>> {
        let (n, seed) = (self.ranges.len(), self.job.seed);
        let even = golden_ratio(n);
        let conditioned = ConditionedDraw::new(&self.world.dag, self.world.constraint, self.ranges.clone(), seed);
        let mut points: Vec<Vec<f64>> = Vec::new();
        for k in 0..SPREAD {
            let scale = SCALES[k as usize % SCALES.len()];
            let shares = scatter_by(even, n, k);
            let point: Vec<f64> = self.ranges.iter().zip(shares).map(|(r, u)| r.at(scale, u)).collect();
            let admitted = self.admit(point);
            points
                .extend(admitted.or_else(|| conditioned.input(k, scale, |point| constraint_holds(self.world, point))));
        }
        points.extend(self.marked(&points));
        points
    }

    /// Points at whose numbers programs do something of their own, one number at a time.
    fn marked(&self, others: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let marks = self.ranges.iter().enumerate().flat_map(|(i, range)| {
            let marks = range.marks(&[]);
            marks.into_iter().map(move |mark| (i, mark))
        });
        let with_mark = |((i, mark), other): ((usize, f64), &Vec<f64>)| {
            let mut point = other.clone();
            point[i] = mark;
            self.admit(point)
        };
        marks
            .zip(others.iter().cycle())
            .take(MARKED)
            .filter_map(with_mark)
            .collect()
    }

    /// Points near and between some that take a side.
    fn near(&mut self, starts: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let points: Vec<Vec<f64>> = (0..NEAR)
            .map(|k| {
                let [one, other] = [0; 2].map(|_| &starts[self.random.below(starts.len())]);
                if k % 2 == 0 {
                    self.beside(one)
                } else {
                    self.between(one, other)
                }
            })
            .collect();
        points.into_iter().filter_map(|point| self.admit(point)).collect()
    }

    /// Each number some steps away, as often few as many; some stay.
    fn beside(&mut self, start: &[f64]) -> Vec<f64> {
        let still = self.random.below(2 * start.len());
        let number = |(i, (&x, range)): (usize, (&f64, &InputRange))| {
            let bits = 64 - range.steps().leading_zeros();
            let most = 1u64 << self.random.below(bits.min(62) as usize + 1);
            let steps = 1 + (self.random.word() % most) as i64;
            if i == still {
                x
            } else {
                range.step(x, steps * self.random.sign())
            }
        };
        start.iter().zip(&self.ranges).enumerate().map(number).collect()
    }

    /// Each number somewhere between those of two points, and a little beyond.
    fn between(&mut self, one: &[f64], other: &[f64]) -> Vec<f64> {
        let number = |((&a, &b), range): ((&f64, &f64), &InputRange)| {
            let u = 1.5 * self.random.share() - 0.25;
            range.fit(a * (1.0 - u) + b * u)
        };
        one.iter().zip(other).zip(&self.ranges).map(number).collect()
    }

    /// A point, if it is one of the domain.
    fn admit(&self, point: Vec<f64>) -> Option<Vec<f64>> {
        let inside = point.iter().zip(&self.ranges).all(|(x, range)| range.contains(*x));
        (inside && constraint_holds(self.world, &point)).then_some(point)
    }

    /// The point of the box that is nearest to an input.
    fn point(&self, input: &[u8]) -> Vec<f64> {
        let number = |(c, range): (&Coordinate, &InputRange)| match c.decode(input).real() {
            x if x.is_nan() => range.lo,
            x => range.fit(x.clamp(range.lo, range.hi)),
        };
        self.job.coordinates.iter().zip(&self.ranges).map(number).collect()
    }
}

/// The numbers that both the function and the specification have.
fn shared(coordinate: &Coordinate, input: &Input) -> Option<InputRange> {
    let format = match (coordinate.kind(), input.format) {
        (ValueKind::Int { .. }, _) | (_, Format::Fixed(_)) => WHOLE,
        (ValueKind::F32, _) | (_, Format::Binary32) => Format::Binary32,
        _ => Format::Binary64,
    };
    let (own, input) = (
        coordinate.finite(),
        Input {
            format,
            ..input.clone()
        },
    );
    let (lo, hi) = input.sure_floats()?;
    let (lo, hi) = (
        format.round_up(lo.max(own.lo().real())) + 0.0,
        format.round_down(hi.min(own.hi().real())) + 0.0,
    );
    (lo <= hi).then_some(InputRange { lo, hi, format })
}

/// Which inputs take which of the sides that are wanted.
struct TakenSides {
    /// For each side points that take it, or that may be near those that do.
    starts: BTreeMap<usize, Vec<Vec<f64>>>,
    /// How many inputs take each side.
    takers: BTreeMap<usize, usize>,
    found: FurtherCalls,
    seen: HashSet<Vec<u8>>,
}

impl TakenSides {
    fn new(sides: &BTreeSet<usize>) -> TakenSides {
        TakenSides {
            starts: BTreeMap::new(),
            takers: sides.iter().map(|&side| (side, 0)).collect(),
            found: FurtherCalls::default(),
            seen: HashSet::new(),
        }
    }

    fn begin_at(&mut self, point: Vec<f64>, sides: &[usize]) {
        for side in sides.iter().filter(|side| self.takers.contains_key(side)) {
            self.starts.entry(*side).or_default().push(point.clone());
        }
    }

    /// Those of some inputs that were not called yet, each once.
    fn unseen(&mut self, inputs: impl Iterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
        inputs.filter(|input| self.seen.insert(input.clone())).collect()
    }

    /// Notes what some inputs did, as far as it was seen.
    fn note(&mut self, draw: &FurtherDraw<'_>, called: Vec<Option<FoundInput>>) {
        self.found.calls += called.len() as u64;
        for found in called.into_iter().flatten() {
            let wanted: Vec<usize> = found
                .sides
                .iter()
                .copied()
                .filter(|side| self.is_wanting(*side))
                .collect();
            if !wanted.is_empty() {
                self.begin_at(draw.point(&found.input), &wanted);
                wanted
                    .iter()
                    .for_each(|side| *self.takers.entry(*side).or_default() += 1);
                self.found.inputs.push(found);
            }
        }
    }

    fn is_wanting(&self, side: usize) -> bool {
        self.takers.get(&side).is_some_and(|takers| *takers < OF_SIDE)
    }

    /// The starts of each side that has too few inputs.
    fn wanting(&self) -> impl Iterator<Item = &Vec<Vec<f64>>> {
        let sides = self.takers.keys().filter(|side| self.is_wanting(**side));
        sides.filter_map(|side| self.starts.get(side))
    }
}
