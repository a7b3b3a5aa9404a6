//! What one in-domain input tells: a single pass over the shared DAG judges every mutant at once.
//!
//! Enclosures with binary64 ends are proofs already; kills that end up in a suite are proved again with MPFR.

use crate::bits::Bits;
use crate::world::World;
use expr::dag::NodeId;
use expr::eval::{EnclosureArithmetic, Evaluator, RoundedArithmetic, RoundedFormat, Tape};
use expr::spec::RangeBound;
use interval::{Definedness, FloatEnclosure};
use mutation::{CoarseArithmetic, Direction, MutantChange, RangeSide};
use rug::Float;
use rug::float::Round;

/// The mutants under observation and the tape that computes them.
pub struct Probe<'w> {
    world: &'w World,
    /// Tape over constraint, formula, and the bodies of the mutants.
    tape: Tape,
    formula: Tape,
    /// (mutant, root number) of those with a body.
    bodies: Vec<(usize, usize)>,
    formats: Vec<(usize, RoundedFormat)>,
    inward: Vec<usize>,
}

/// What was seen at an input.
pub struct ProbeObservation {
    /// The value of the formula.
    pub value: FloatEnclosure,
    /// Mutants that this input kills: proved.
    pub kills: Bits,
    /// Enclosure of each body, in the order of [`Probe::body_mutants`].
    pub bodies: Vec<FloatEnclosure>,
}

/// Evaluators of one thread.
pub struct Instruments<'p> {
    enclosures: Evaluator<'p, EnclosureArithmetic>,
    formula: Evaluator<'p, EnclosureArithmetic>,
    rounded: Vec<Evaluator<'p, RoundedArithmetic>>,
}

const FORMULA: usize = 1;
const FIRST_BODY: usize = 2;

impl<'w> Probe<'w> {
    /// What it looks at.
    pub fn world(&self) -> &'w World {
        self.world
    }

    /// A probe for these mutants.
    pub fn new(world: &'w World, members: &[usize]) -> Probe<'w> {
        let constraint = world.constraint.unwrap_or(world.root);
        let mut roots: Vec<NodeId> = vec![constraint, world.root];
        let mut bodies = Vec::new();
        for &m in members {
            if let Some(body) = world.body(m) {
                bodies.push((m, roots.len()));
                roots.push(body);
            }
        }
        let format = |&m: &usize| match world.mutants[m].change {
            MutantChange::Precision(a) => Some((m, rounded_format(a))),
            _ => None,
        };
        Probe {
            world,
            tape: Tape::new(&world.dag, &roots),
            formula: Tape::new(&world.dag, &[world.root]),
            bodies,
            formats: members.iter().filter_map(format).collect(),
            inward: members.iter().copied().filter(|&m| is_inward(world, m)).collect(),
        }
    }

    /// Evaluators for one thread.
    pub fn instruments(&self) -> Instruments<'_> {
        let rounded = self
            .formats
            .iter()
            .map(|(_, f)| Evaluator::new(&self.formula, RoundedArithmetic(*f)));
        Instruments {
            enclosures: Evaluator::new(&self.tape, EnclosureArithmetic),
            formula: Evaluator::new(&self.formula, EnclosureArithmetic),
            rounded: rounded.collect(),
        }
    }

    /// The mutants whose bodies a [`ProbeObservation`] has.
    pub fn body_mutants(&self) -> impl Iterator<Item = usize> + '_ {
        self.bodies.iter().map(|&(m, _)| m)
    }

    /// Looks at an input of the box; `None` if it is not provably in the domain, or the formula not decided there.
    pub fn observe(&self, at: &mut Instruments<'_>, point: &[f64]) -> Option<ProbeObservation> {
        let inputs: Vec<FloatEnclosure> = point.iter().map(|&x| FloatEnclosure::point(x)).collect();
        at.enclosures.run(&inputs);
        if self.world.constraint.is_some() && !holds(at.enclosures.root(0)) {
            return None;
        }
        let value = *at.enclosures.root(FORMULA);
        // An unbounded enclosure means overflow: no double is acceptable there.
        if value.defined == Definedness::Partly || !(value.range.is_empty() || value.range.is_bounded()) {
            return None;
        }
        let mut kills = Bits::new(self.world.mutants.len());
        let bodies = (0..self.bodies.len())
            .map(|i| *at.enclosures.root(FIRST_BODY + i))
            .collect::<Vec<_>>();
        for (&(mutant, _), body) in self.bodies.iter().zip(&bodies) {
            if told_apart(self.world, &value, body) {
                kills.insert(mutant);
            }
        }
        if value.defined == Definedness::Everywhere {
            self.coarse(at, point, &value, &mut kills);
            self.narrow(at, point, &value, &mut kills);
        }
        Some(ProbeObservation { value, kills, bodies })
    }

    /// Mutants that compute in a coarser arithmetic.
    fn coarse(&self, at: &mut Instruments<'_>, point: &[f64], value: &FloatEnclosure, kills: &mut Bits) {
        let inputs: Vec<Float> = point.iter().map(|&x| Float::with_val(53, x)).collect();
        for ((mutant, _), evaluator) in self.formats.iter().zip(&mut at.rounded) {
            evaluator.run(&inputs);
            if is_off(self.world, value, evaluator.root(0)) {
                kills.insert(*mutant);
            }
        }
    }

    /// Mutants whose domain is narrower than this input.
    fn narrow(&self, at: &mut Instruments<'_>, point: &[f64], value: &FloatEnclosure, kills: &mut Bits) {
        for &mutant in &self.inward {
            let Some((input, bound)) = narrowed(self.world, mutant, point) else {
                continue;
            };
            let killed = if self.world.clamps() {
                let mut moved: Vec<FloatEnclosure> = point.iter().map(|&x| FloatEnclosure::point(x)).collect();
                moved[input] = FloatEnclosure::point(bound);
                at.formula.run(&moved);
                told_apart(self.world, value, at.formula.root(0))
            } else {
                true
            };
            if killed {
                kills.insert(mutant);
            }
        }
    }
}

/// A truth value that is provably true.
pub fn holds(truth: &FloatEnclosure) -> bool {
    truth.defined == Definedness::Everywhere && !truth.range.is_empty() && !truth.range.contains_zero()
}

/// Whether two values have disjoint acceptable sets, or one is defined and the other not: proved.
pub fn told_apart(world: &World, f: &FloatEnclosure, g: &FloatEnclosure) -> bool {
    match (f.defined, g.defined) {
        (Definedness::Everywhere, Definedness::Everywhere) => world.margin.apart(&f.range, &g.range),
        (Definedness::Everywhere, Definedness::Nowhere) | (Definedness::Nowhere, Definedness::Everywhere) => true,
        _ => false,
    }
}

/// Whether a computed result is provably not acceptable.
fn is_off(world: &World, value: &FloatEnclosure, result: &Float) -> bool {
    if result.is_nan() {
        return true;
    }
    let (low, high) = (result.to_f64_round(Round::Down), result.to_f64_round(Round::Up));
    let (margin, value) = (&world.margin, value.range);
    let most = margin.above(value.mag());
    // Gaps of neighbours are exact, where ends of acceptable sets would be rounded.
    let apart = |below: f64, above: f64| (above - below).next_down() > most;
    (apart(high, value.lo()) && margin.is_within_range(high, value.lo() - most))
        || (apart(value.hi(), low) && margin.is_within_range(value.hi() + most, low))
}

/// The format in which a mutant computes.
pub fn rounded_format(arithmetic: CoarseArithmetic) -> RoundedFormat {
    RoundedFormat {
        precision: arithmetic.precision(),
        exponent_bits: arithmetic.exponent_bits(),
    }
}

fn is_inward(world: &World, mutant: usize) -> bool {
    matches!(
        world.mutants[mutant].change,
        MutantChange::Bound {
            direction: Direction::Inward,
            ..
        }
    )
}

/// The input of an inward mutant's bound and the nearest float of its domain, if the point lies outside that.
pub fn narrowed(world: &World, mutant: usize, point: &[f64]) -> Option<(usize, f64)> {
    let (input, narrow) = mutated_input(world, mutant)?;
    if narrow.contains(point[input]) {
        return None;
    }
    let (lo, hi) = narrow.floats()?;
    Some((input, point[input].clamp(lo, hi)))
}

/// The input whose bound a mutant moves, with the moved bound.
pub fn mutated_input(world: &World, mutant: usize) -> Option<(usize, expr::spec::Input)> {
    let MutantChange::Bound { input, side, value, .. } = &world.mutants[mutant].change else {
        return None;
    };
    let mut moved = world.spec.inputs[*input].clone();
    let bound = match side {
        RangeSide::Lower => &mut moved.lo,
        RangeSide::Upper => &mut moved.hi,
    };
    if let Some(bound) = bound {
        *bound = RangeBound::exact(value.clone(), bound.strict);
    }
    Some((*input, moved))
}
