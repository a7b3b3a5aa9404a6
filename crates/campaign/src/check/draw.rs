//! Random inputs that satisfy the precondition, which is solved and not hoped for.
//!
//! What is drawn depends on the specification, the seed and the number of the draw, and on nothing else.

use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use expr::spec::{Format, Input};
use inputs::{ConditionedDraw, InputRange, Scale};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use proof::certify::constraint_holds;
use proof::world::World;

/// Draws inputs of one domain.
pub struct Draw<'w> {
    world: &'w World,
    draw: ConditionedDraw,
    scale: Scale,
    constraint: Option<Tape>,
}

impl<'w> Draw<'w> {
    /// Draws from the domain of a world by a scale; in single precision if that is wanted.
    /// None if a range has no number in single precision.
    pub fn new(world: &'w World, single: bool, seed: u64, scale: Scale) -> Option<Draw<'w>> {
        let format = |own: Format| if single { Format::Binary32 } else { own };
        let range = |input: &Input| {
            let input = Input {
                format: format(input.format),
                ..input.clone()
            };
            let (lo, hi) = input.sure_floats()?;
            let format = input.format;
            Some(InputRange { lo, hi, format })
        };
        let ranges = world.spec.inputs.iter().map(range).collect::<Option<Vec<_>>>()?;
        Some(Draw {
            draw: ConditionedDraw::new(&world.dag, world.constraint, ranges, seed),
            constraint: world.constraint.map(|c| Tape::new(&world.dag, &[c])),
            scale,
            world,
        })
    }

    /// Whether it is proved that there is nothing to draw from.
    pub fn is_empty(&self) -> bool {
        self.draw.is_empty()
    }

    /// Input number `k`, if one could be drawn.
    pub fn point(&self, k: u64) -> Option<Vec<f64>> {
        self.draw.input(k, self.scale, |point| self.satisfies(point))
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
