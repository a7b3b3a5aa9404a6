//! The domain of a specification or of a mutant: which inputs belong to it, and where the others are moved to.

use super::real::{self, RealTerm};
use expr::ast::Expr;
use expr::spec::{Fixed, Format, Input, RangeBound, Specification};
use rug::{Integer, Rational};

/// A box with a constraint.
#[derive(Clone, Debug)]
pub(super) struct Domain {
    /// The ranges.
    pub(super) inputs: Vec<Input>,
    /// What must hold beyond them.
    pub(super) constraint: Option<Expr>,
    /// Names of the arguments.
    pub(super) names: Vec<String>,
}

impl Domain {
    /// The domain of a specification.
    pub(super) fn of(spec: &Specification) -> Domain {
        Domain {
            inputs: spec.inputs.clone(),
            constraint: spec.constraint.clone(),
            names: spec.inputs.iter().map(|i| i.name.clone()).collect(),
        }
    }

    /// Whether a point lies in the box. Its coordinates are finite floats of their formats.
    pub(super) fn boxed(&self, x: &[f64]) -> bool {
        self.inputs.iter().zip(x).all(|(input, &x)| within(input, x))
    }

    /// Whether some coordinate lies outside its range also where bounds are rounded to the format, as programs have them.
    pub(super) fn clearly_outside(&self, x: &[f64]) -> bool {
        self.inputs.iter().zip(x).any(|(input, &x)| clearly_outside(input, x))
    }

    /// The first coordinate that lies outside its range.
    pub(super) fn outside(&self, x: &[f64]) -> Option<&Input> {
        let mut pairs = self.inputs.iter().zip(x);
        pairs.find(|(input, x)| !within(input, **x)).map(|(input, _)| input)
    }

    /// Whether the constraint holds at a point, if that can be settled.
    pub(super) fn constrained(&self, x: &[f64], limit: u32) -> Option<bool> {
        let Some(body) = &self.constraint else {
            return Some(true);
        };
        let term = RealTerm {
            names: &self.names,
            body,
            at: x,
            first: None,
        };
        real::holds(term, limit)
    }

    /// Whether a point provably belongs to the domain.
    pub(super) fn holds(&self, x: &[f64]) -> bool {
        let floats = self.inputs.iter().zip(x).all(|(input, &x)| is_float(input.format, x));
        x.len() == self.inputs.len() && floats && self.boxed(x) && self.constrained(x, real::BRIEF) == Some(true)
    }

    /// Each coordinate moved to the nearest float of its range.
    pub(super) fn clamped(&self, x: &[f64]) -> Vec<f64> {
        self.inputs.iter().zip(x).map(|(input, &x)| clamp(input, x)).collect()
    }
}

/// Whether a float lies between the bounds of an input.
fn within(input: &Input, x: f64) -> bool {
    let Some(q) = Rational::from_f64(x) else {
        return false;
    };
    let above = match &input.lo {
        Some(b) => q > b.value || (!b.strict && q == b.value),
        None => true,
    };
    let below = match &input.hi {
        Some(b) => q < b.value || (!b.strict && q == b.value),
        None => true,
    };
    above && below
}

/// Whether a double lies beyond a bound and beyond the numbers of the format on both sides of it.
fn clearly_outside(input: &Input, x: f64) -> bool {
    if !x.is_finite() || within(input, x) {
        return !x.is_finite();
    }
    let beyond = |bound: &RangeBound, sign: f64| {
        let value = Rational::from(&bound.value * &Rational::from(sign as i32));
        let Some(q) = Rational::from_f64(sign * x) else {
            return false;
        };
        let nearest = is_nearest(input.format, sign * x, &value);
        q < value && (bound.strict || !nearest) || bound.strict && q == value
    };
    let below = input.lo.as_ref().is_some_and(|b| beyond(b, 1.0));
    below || input.hi.as_ref().is_some_and(|b| beyond(b, -1.0))
}

/// Whether no number of the format is nearer to `value` than x, which is below it.
fn is_nearest(format: Format, x: f64, value: &Rational) -> bool {
    let (Some(here), next) = (Rational::from_f64(x), format.next_up(x)) else {
        return false;
    };
    Rational::from_f64(next).is_some_and(|next| next >= *value && Rational::from(value - &here) <= next - value)
}

fn clamp(input: &Input, x: f64) -> f64 {
    match input.floats() {
        Some((lo, _)) if x < lo => lo,
        Some((_, hi)) if x > hi => hi,
        _ => x,
    }
}

/// Whether a double is a finite number of a format.
pub(super) fn is_float(format: Format, x: f64) -> bool {
    let exact = match format {
        Format::Binary64 => true,
        Format::Binary32 => f64::from(x as f32) == x,
        Format::Fixed(Fixed { scale, bits }) => {
            let steps = Rational::from_f64(x).map(|q| q >> scale);
            let limit = Integer::from(1) << (bits - 1);
            steps.is_some_and(|k| *k.denom() == 1 && *k.numer() < limit && *k.numer() >= Integer::from(-&limit))
        }
    };
    exact && x.is_finite()
}
