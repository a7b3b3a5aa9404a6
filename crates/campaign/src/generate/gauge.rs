//! How much room rounding has at an input.
//!
//! The enclosure of the formula with binary64 ends contains what a program computes that follows the formula, so where it
//! is narrower than the margin nothing can go wrong; where it is widest, compared with the margin, is where to look.

use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
use interval::{Definedness, Enclosure, FloatEnclosure, Interval};
use proof::probe::holds;
use proof::world::World;

/// Wider than anything: rounding may overflow there, or leave the domain of a function.
const BEYOND: f64 = f64::MAX;

/// Measures the room at inputs.
pub struct RoundingGauge<'t, 'w> {
    world: &'w World,
    enclosures: Evaluator<'t, EnclosureArithmetic>,
}

impl<'t, 'w> RoundingGauge<'t, 'w> {
    /// What a gauge computes: the formula, and the constraint if there is one.
    pub fn tape(world: &World) -> Tape {
        let roots: Vec<_> = [world.root].into_iter().chain(world.constraint).collect();
        Tape::new(&world.dag, &roots)
    }

    /// A gauge on its tape.
    pub fn new(world: &'w World, tape: &'t Tape) -> RoundingGauge<'t, 'w> {
        RoundingGauge {
            world,
            enclosures: Evaluator::new(tape, EnclosureArithmetic),
        }
    }

    /// The width of the enclosure in margins; NaN outside the domain and where the formula has no value. Where rounding may
    /// overflow or leave the domain of a function, it is greater than any other.
    pub fn width(&mut self, point: &[f64]) -> f64 {
        let Some(value) = self.value(point) else {
            return f64::NAN;
        };
        let (lo, hi) = (value.range.lo(), value.range.hi());
        match value.defined {
            Definedness::Nowhere => f64::NAN,
            Definedness::Everywhere if lo.is_finite() && hi.is_finite() => {
                let margin = self.world.margin.above(value.range.mid().abs());
                ((hi - lo) / margin).min(BEYOND)
            }
            _ => BEYOND,
        }
    }

    /// Whether the enclosure is one of finite numbers, at an input of the domain.
    pub fn is_finite(&mut self, point: &[f64]) -> bool {
        self.value(point).is_some_and(|value| {
            let ends = [value.range.lo(), value.range.hi()];
            value.defined == Definedness::Everywhere && ends.iter().all(|end| end.is_finite())
        })
    }

    /// The enclosure at an input, unless the constraint is not sure to hold there.
    fn value(&mut self, point: &[f64]) -> Option<FloatEnclosure> {
        let inputs: Vec<FloatEnclosure> = point
            .iter()
            .map(|&x| Enclosure::everywhere(Interval::point(x)))
            .collect();
        self.enclosures.run(&inputs);
        let is_outside = self.world.constraint.is_some() && !holds(self.enclosures.root(1));
        (!is_outside).then(|| *self.enclosures.root(0))
    }
}
