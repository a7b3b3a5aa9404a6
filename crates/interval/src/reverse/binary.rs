//! Reverse functions of two variables.

use super::unary::root;
use super::{POSITIVE, either_sign, factor};
use crate::function::Binary;
use crate::interval::Interval;
use std::f64::consts::FRAC_PI_2;

type IntervalPair = (Interval, Interval);

/// Contains every (s, t) ∈ x × y with f(s, t) ∈ z; may exceed the operands where that does no harm.
pub(super) fn candidates(f: Binary, z: Interval, x: Interval, y: Interval) -> IntervalPair {
    match f {
        Binary::Add => sum(z, x, y),
        Binary::Sub => difference(z, x, y),
        Binary::Mul => product(z, x, y),
        Binary::Div => quotient(z, x, y),
        Binary::Pow => power(z, x, y),
        Binary::Hypot => hypot(z, x, y),
        Binary::Fmin => least(z, x, y),
        Binary::Fmax => negated(least(-z, -x, -y)),
        Binary::Fdim => positive_difference(z, x, y),
        Binary::Atan2 => angle(z, x, y),
        Binary::Copysign => (either_sign(z.abs(), x), sign_source(z, y)),
        Binary::Fmod | Binary::Remainder => unchanged(f, z, x, y),
    }
}

fn negated((x, y): IntervalPair) -> IntervalPair {
    (-x, -y)
}

const NONE: IntervalPair = (Interval::EMPTY, Interval::EMPTY);

/// No contraction beyond telling that there is no solution.
fn unchanged(f: Binary, z: Interval, x: Interval, y: Interval) -> IntervalPair {
    if Interval::binary(f, x, y).disjoint(&z) {
        NONE
    } else {
        (x, y)
    }
}

/// z = x + y
fn sum(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let s = x.intersect(&(z - y));
    (s, z - s)
}

/// z = x − y
fn difference(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let s = x.intersect(&(z + y));
    (s, s - z)
}

/// z = x · y
fn product(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let s = factor(z, y, x);
    (s, factor(z, s, y))
}

/// z = x / y, that is x = z · y with y ≠ 0
fn quotient(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    if y.is_zero() {
        return NONE;
    }
    let s = x.intersect(&(z * y));
    (s, factor(s, z, y))
}

/// z = x^y
fn power(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let point = y.is_point().then_some(y.lo);
    match point {
        Some(n) if n == n.floor() => (integer_base(z, x, n), y),
        // A base of a non-integer power is not negative.
        Some(_) => real_power(z, x.intersect(&POSITIVE), y),
        None if x.lo >= 0.0 => real_power(z, x, y),
        None => unchanged(Binary::Pow, z, x, y),
    }
}

/// The part of x with xⁿ ∈ z for an integer n.
fn integer_base(z: Interval, x: Interval, n: f64) -> Interval {
    if n == 0.0 {
        return if z.contains(1.0) { x } else { Interval::EMPTY };
    }
    // x^−n = 1/xⁿ
    let z = if n < 0.0 { Interval::ONE / z } else { z };
    let size = n.abs();
    if size % 2.0 == 0.0 {
        return either_sign(root(z, size), x);
    }
    // Odd: the root has the sign of z.
    root(z, size).hull(&-root(-z, size))
}

/// z = x^y for x ≥ 0: x = z^(1/y), and y = log z / log x where x > 0.
fn real_power(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let z = z.intersect(&POSITIVE);
    let s = if y.contains_zero() {
        x
    } else {
        x.intersect(&z.pow(Interval::ONE / y))
    };
    let t = if s.lo > 0.0 { factor(z.log(), s.log(), y) } else { y };
    (s, t)
}

/// z = √(x² + y²): x² = z² − y²
fn hypot(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let square = z.intersect(&POSITIVE).powi(2);
    let other = |w: Interval, v: Interval| either_sign((square - w.powi(2)).sqrt(), v);
    let s = other(y, x);
    (s, other(s, y))
}

/// z = min(x, y): none is below z, and one of them is in z.
fn least(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let above = Interval {
        lo: z.lo,
        hi: f64::INFINITY,
    };
    let (s, t) = (x.intersect(&above), y.intersect(&above));
    // An operand that is certainly greater leaves the minimum to the other.
    let only = |this: Interval, other: Interval| if other.lo > z.hi { this.intersect(&z) } else { this };
    (only(s, t), only(t, s))
}

/// z = max(x − y, 0)
fn positive_difference(z: Interval, x: Interval, y: Interval) -> IntervalPair {
    let z = z.intersect(&POSITIVE);
    match z.lo {
        _ if z.is_empty() => NONE,
        // Zero stands for every negative difference.
        0.0 => difference(
            Interval {
                lo: f64::NEG_INFINITY,
                hi: z.hi,
            },
            x,
            y,
        ),
        _ => difference(z, x, y),
    }
}

/// z = angle of (x, y), with C's order of arguments: the half-planes, and y = x · tan z in the right one.
fn angle(z: Interval, y: Interval, x: Interval) -> IntervalPair {
    let beyond = FRAC_PI_2.next_up();
    let y = match z {
        _ if z.lo >= 0.0 => y.intersect(&POSITIVE),
        _ if z.hi < 0.0 => y.intersect(&-POSITIVE),
        _ => y,
    };
    if z.lo >= beyond || z.hi <= -beyond {
        return (y, x.intersect(&-POSITIVE));
    }
    if z.lo < -FRAC_PI_2 || z.hi > FRAC_PI_2 {
        return (y, x);
    }
    let slope = z.tan();
    let s = x.intersect(&POSITIVE);
    let t = y.intersect(&(s * slope));
    (t, factor(t, slope, s))
}

/// The part of y that can give z its sign.
fn sign_source(z: Interval, y: Interval) -> Interval {
    match z {
        _ if z.lo > 0.0 => y.intersect(&POSITIVE),
        _ if z.hi < 0.0 => y.intersect(&-POSITIVE),
        _ => y,
    }
}
