//! Enclosures of derivatives of the functions of the vocabulary.
//!
//! At a kink the enclosure contains all one-sided slopes between the two sides (the generalised gradient), which is what
//! the mean-value theorem for Lipschitz functions needs; where a function may jump, or has no slope at all (asin at 1),
//! the answer is [`Interval::ENTIRE`]. It is never empty.

use interval::{Binary, Constant, Interval, Unary};
use std::ops::{Add, Div, Mul, Neg, Sub};

/// f' over x, where f(x) ⊆ y.
pub fn unary(f: Unary, x: Interval, y: Interval) -> Interval {
    some(unary_slope(f, x, y))
}

/// Both partial derivatives of f over (x, y), where f(x, y) ⊆ z.
pub fn binary(f: Binary, x: Interval, y: Interval, z: Interval) -> (Interval, Interval) {
    let (first, second) = binary_slopes(f, x, y, z);
    (some(first), some(second))
}

/// n·xⁿ⁻¹.
pub fn integer_power(x: Interval, n: i32) -> Interval {
    if n == 0 {
        return Interval::ZERO;
    }
    some(Interval::point(f64::from(n)).mul(x.powi(n.saturating_sub(1))))
}

/// An empty enclosure of a slope says that there is none, not that nothing changes.
fn some(slope: Interval) -> Interval {
    if slope.is_empty() { Interval::ENTIRE } else { slope }
}

fn unary_slope(f: Unary, x: Interval, y: Interval) -> Interval {
    let one = Interval::ONE;
    let number = |n: f64| Interval::point(n);
    let constant = Interval::constant;
    match f {
        Unary::Neg => one.neg(),
        Unary::Fabs => sign(x),
        Unary::Sqrt => one.div(number(2.0).mul(y)),
        Unary::Cbrt => one.div(number(3.0).mul(y.powi(2))),
        Unary::Exp => y,
        Unary::Exp2 => constant(Constant::Ln2).mul(y),
        Unary::Exp10 => constant(Constant::Ln10).mul(y),
        Unary::Expm1 => y.add(one),
        Unary::Log => one.div(x),
        Unary::Log2 => one.div(constant(Constant::Ln2).mul(x)),
        Unary::Log10 => one.div(constant(Constant::Ln10).mul(x)),
        Unary::Log1p => one.div(one.add(x)),
        Unary::Sin => x.cos(),
        Unary::Cos => x.sin().neg(),
        Unary::Tan => one.add(y.powi(2)),
        Unary::Asin => one.div(one.sub(x.powi(2)).sqrt()),
        Unary::Acos => one.div(one.sub(x.powi(2)).sqrt()).neg(),
        Unary::Atan => one.div(one.add(x.powi(2))),
        Unary::Sinh => x.cosh(),
        Unary::Cosh => x.sinh(),
        Unary::Tanh => one.sub(y.powi(2)),
        Unary::Asinh => one.div(one.add(x.powi(2)).sqrt()),
        Unary::Acosh => one.div(x.powi(2).sub(one).sqrt()),
        Unary::Atanh => one.div(one.sub(x.powi(2))),
        Unary::Erf => gauss(x),
        Unary::Erfc => gauss(x).neg(),
        Unary::Tgamma | Unary::Lgamma => Interval::ENTIRE,
        Unary::Ceil | Unary::Floor | Unary::Trunc | Unary::Round | Unary::Nearbyint => step(y),
    }
}

fn binary_slopes(f: Binary, x: Interval, y: Interval, z: Interval) -> (Interval, Interval) {
    let (zero, one) = (Interval::ZERO, Interval::ONE);
    match f {
        Binary::Add => (one, one),
        Binary::Sub => (one, one.neg()),
        Binary::Mul => (y, x),
        Binary::Div => (one.div(y), z.div(y).neg()),
        Binary::Pow => power(x, y, z),
        Binary::Atan2 => angle(x, y),
        Binary::Hypot => (direction(x, z), direction(y, z)),
        Binary::Fmin => weights(x.certainly_le(&y), y.certainly_le(&x)),
        Binary::Fmax => weights(x.certainly_ge(&y), y.certainly_ge(&x)),
        Binary::Fdim if x.certainly_ge(&y) => (one, one.neg()),
        Binary::Fdim if x.certainly_le(&y) => (zero, zero),
        Binary::Fdim => (Interval::UNIT, Interval::UNIT.neg()),
        Binary::Fmod | Binary::Remainder | Binary::Copysign => (Interval::ENTIRE, Interval::ENTIRE),
    }
}

fn sign(x: Interval) -> Interval {
    if x.lo() >= 0.0 {
        Interval::ONE
    } else if x.hi() <= 0.0 {
        Interval::ONE.neg()
    } else {
        Interval::hull_of(-1.0, 1.0)
    }
}

/// 2/√π·exp(−x²).
fn gauss(x: Interval) -> Interval {
    Interval::constant(Constant::TwoOverSqrtPi).mul(x.powi(2).neg().exp())
}

/// A step function is constant where its value is one number, and jumps elsewhere.
fn step(y: Interval) -> Interval {
    if y.is_point() { Interval::ZERO } else { Interval::ENTIRE }
}

/// ∂(xʸ) = (y·xʸ⁻¹, xʸ·log x), for x > 0.
fn power(x: Interval, y: Interval, z: Interval) -> (Interval, Interval) {
    if x.lo() <= 0.0 {
        return (Interval::ENTIRE, Interval::ENTIRE);
    }
    (y.mul(x.pow(y.sub(Interval::ONE))), z.mul(x.log()))
}

/// ∂atan2(y, x) = (x, −y)/(x² + y²), away from the cut.
fn angle(y: Interval, x: Interval) -> (Interval, Interval) {
    if x.lo() <= 0.0 && y.contains_zero() {
        return (Interval::ENTIRE, Interval::ENTIRE);
    }
    let below = x.powi(2).add(y.powi(2));
    (x.div(below), y.div(below).neg())
}

/// x/z with |x| ≤ z.
fn direction(x: Interval, z: Interval) -> Interval {
    let unit = Interval::hull_of(-1.0, 1.0);
    if z.contains_zero() {
        unit
    } else {
        x.div(z).intersect(&unit)
    }
}

/// Slopes of a choice between two.
fn weights(first: bool, second: bool) -> (Interval, Interval) {
    match (first, second) {
        (true, false) => (Interval::ONE, Interval::ZERO),
        (false, true) => (Interval::ZERO, Interval::ONE),
        _ => (Interval::UNIT, Interval::UNIT),
    }
}
