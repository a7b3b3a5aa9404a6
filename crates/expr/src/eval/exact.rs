//! Exact rational arithmetic, as far as it goes.

use super::Arithmetic;
use crate::ast::Comparison;
use interval::{Binary, Constant, Unary};
use rug::ops::Pow;
use rug::{Integer, Rational};

/// What exact arithmetic knows of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Exact {
    /// The value.
    Value(Rational),
    /// Proved undefined.
    Undefined,
    /// Not a rational that we compute, or too large to write down.
    Unknown,
}

impl Exact {
    /// The value, if known.
    pub fn value(&self) -> Option<&Rational> {
        match self {
            Exact::Value(q) => Some(q),
            _ => None,
        }
    }
}

/// Rational arithmetic; gives up on numbers of more than [`ExactArithmetic::MAX_BITS`] bits.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactArithmetic;

impl ExactArithmetic {
    /// Largest numerator or denominator, in bits.
    pub const MAX_BITS: u32 = 40_000;
}

/// Keeps a result within the size limit.
fn sized(q: Rational) -> Exact {
    let small = |n: &Integer| n.significant_bits() <= ExactArithmetic::MAX_BITS;
    if small(q.numer()) && small(q.denom()) {
        Exact::Value(q)
    } else {
        Exact::Unknown
    }
}

/// Undefined wins over unknown: an operation on an undefined operand is undefined.
fn lift1(x: &Exact, f: impl FnOnce(&Rational) -> Exact) -> Exact {
    match x {
        Exact::Value(q) => f(q),
        other => other.clone(),
    }
}

fn lift2(x: &Exact, y: &Exact, f: impl FnOnce(&Rational, &Rational) -> Exact) -> Exact {
    match (x, y) {
        (Exact::Value(a), Exact::Value(b)) => f(a, b),
        (Exact::Undefined, _) | (_, Exact::Undefined) => Exact::Undefined,
        _ => Exact::Unknown,
    }
}

/// `deciding` in x makes y irrelevant, so an x that is not known may hide that y is undefined.
fn short_circuit(x: &Exact, y: &Exact, deciding: bool) -> Exact {
    match x {
        Exact::Value(q) if q.cmp0().is_eq() == deciding => y.clone(),
        other => other.clone(),
    }
}

fn truth(b: bool) -> Exact {
    Exact::Value(Rational::from(u8::from(b)))
}

fn sqrt(q: &Rational) -> Exact {
    if q.cmp0().is_lt() {
        return Exact::Undefined;
    }
    let square = q.numer().is_perfect_square() && q.denom().is_perfect_square();
    let root = |n: &Integer| n.clone().sqrt();
    if square {
        Exact::Value(Rational::from((root(q.numer()), root(q.denom()))))
    } else {
        Exact::Unknown
    }
}

fn unary(f: Unary, q: &Rational) -> Exact {
    match f {
        Unary::Neg => Exact::Value(Rational::from(-q)),
        Unary::Fabs => Exact::Value(q.clone().abs()),
        Unary::Sqrt => sqrt(q),
        Unary::Ceil => Exact::Value(q.clone().ceil()),
        Unary::Floor => Exact::Value(q.clone().floor()),
        Unary::Trunc => Exact::Value(q.clone().trunc()),
        Unary::Round => Exact::Value(q.clone().round()),
        Unary::Log | Unary::Log2 | Unary::Log10 if q.cmp0().is_le() => Exact::Undefined,
        Unary::Log if *q == 1 => Exact::Value(Rational::new()),
        Unary::Exp | Unary::Cos | Unary::Cosh if q.cmp0().is_eq() => Exact::Value(Rational::from(1)),
        Unary::Sin
        | Unary::Tan
        | Unary::Asin
        | Unary::Atan
        | Unary::Sinh
        | Unary::Tanh
        | Unary::Asinh
        | Unary::Atanh
            if q.cmp0().is_eq() =>
        {
            Exact::Value(Rational::new())
        }
        _ => Exact::Unknown,
    }
}

fn binary(f: Binary, a: &Rational, b: &Rational) -> Exact {
    match f {
        Binary::Add => sized(Rational::from(a + b)),
        Binary::Sub => sized(Rational::from(a - b)),
        Binary::Mul => sized(Rational::from(a * b)),
        Binary::Div | Binary::Fmod | Binary::Remainder if b.cmp0().is_eq() => Exact::Undefined,
        Binary::Div => sized(Rational::from(a / b)),
        Binary::Fmin => Exact::Value(a.min(b).clone()),
        Binary::Fmax => Exact::Value(a.max(b).clone()),
        Binary::Fdim => sized(if a > b { Rational::from(a - b) } else { Rational::new() }),
        Binary::Pow if b.is_integer() => b.numer().to_i32().map_or(Exact::Unknown, |n| power(a, n)),
        _ => Exact::Unknown,
    }
}

fn power(a: &Rational, n: i32) -> Exact {
    if n < 0 && a.cmp0().is_eq() {
        return Exact::Undefined;
    }
    let bits = a.numer().significant_bits().max(a.denom().significant_bits());
    let size = u64::from(bits) * u64::from(n.unsigned_abs());
    if size > u64::from(ExactArithmetic::MAX_BITS) && bits > 1 {
        return Exact::Unknown;
    }
    Exact::Value(a.clone().pow(n))
}

impl Arithmetic for ExactArithmetic {
    type Value = Exact;

    fn literal(&self, value: &Rational) -> Exact {
        Exact::Value(value.clone())
    }

    fn constant(&self, _: Constant) -> Exact {
        Exact::Unknown
    }

    fn boolean(&self, b: bool) -> Exact {
        truth(b)
    }

    fn unary(&self, f: Unary, x: &Exact) -> Exact {
        lift1(x, |q| unary(f, q))
    }

    fn binary(&self, f: Binary, x: &Exact, y: &Exact) -> Exact {
        lift2(x, y, |a, b| binary(f, a, b))
    }

    fn power(&self, x: &Exact, n: i32) -> Exact {
        lift1(x, |q| power(q, n))
    }

    fn fma(&self, x: &Exact, y: &Exact, z: &Exact) -> Exact {
        let product = self.binary(Binary::Mul, x, y);
        self.binary(Binary::Add, &product, z)
    }

    fn compare(&self, c: Comparison, x: &Exact, y: &Exact) -> Exact {
        lift2(x, y, |a, b| truth(c.holds(a.cmp(b))))
    }

    fn and(&self, x: &Exact, y: &Exact) -> Exact {
        short_circuit(x, y, false)
    }

    fn or(&self, x: &Exact, y: &Exact) -> Exact {
        short_circuit(x, y, true)
    }

    fn not(&self, x: &Exact) -> Exact {
        lift1(x, |q| truth(q.cmp0().is_eq()))
    }

    fn select(&self, c: &Exact, x: &Exact, y: &Exact) -> Exact {
        match c {
            Exact::Value(q) => {
                if q.cmp0().is_eq() {
                    y.clone()
                } else {
                    x.clone()
                }
            }
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is claimed of a condition holds whatever an unknown operand turns out to be.
    #[test]
    fn conditions_claim_nothing_that_an_unknown_operand_can_change() {
        let known = [truth(false), truth(true), Exact::Undefined];
        let all = known.iter().chain([&Exact::Unknown]);
        // All that an operand may be.
        let cases = |x: &Exact| match x {
            Exact::Unknown => known.to_vec(),
            other => vec![other.clone()],
        };
        let lazy = |x: &Exact, y: &Exact, deciding: bool| match x {
            Exact::Undefined => Exact::Undefined,
            x if *x == truth(deciding) => x.clone(),
            _ => y.clone(),
        };
        for (x, y) in all.clone().flat_map(|x| all.clone().map(move |y| (x, y))) {
            let both = [(ExactArithmetic.and(x, y), false), (ExactArithmetic.or(x, y), true)];
            for (found, deciding) in both {
                let mut possible = cases(x)
                    .into_iter()
                    .flat_map(|x| cases(y).into_iter().map(move |y| lazy(&x, &y, deciding)));
                assert!(
                    found == Exact::Unknown || possible.all(|one| one == found),
                    "{x:?}, {y:?}: {found:?}"
                );
            }
        }
    }
}
