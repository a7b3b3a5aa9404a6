//! Exact rational arithmetic, as far as it goes.

use super::Arithmetic;
use crate::ast::ComparisonOperator;
use interval::{Binary, Constant, Unary};
use rug::ops::Pow;
use rug::{Integer, Rational};

/// What exact arithmetic knows of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExactValue {
    /// The value.
    Value(Rational),
    /// Proved undefined.
    Undefined,
    /// Not a rational that we compute, or too large to write down.
    Unknown,
}

impl ExactValue {
    /// The value, if known.
    pub fn value(&self) -> Option<&Rational> {
        match self {
            ExactValue::Value(q) => Some(q),
            _ => None,
        }
    }
}

/// Rational arithmetic; gives up on numbers of more than [`ExactArithmetic::MAX_BITS`] bits.
///
/// ```
/// use expr::dag::Dag;
/// use expr::eval::{Evaluator, ExactArithmetic, ExactValue, Tape};
/// use expr::lower::lower;
/// use rug::Rational;
///
/// let core = expr::fpcore::read("(FPCore (x) (/ (sqrt x) (- x 1/4)))")?.remove(0);
/// let mut dag = Dag::new();
/// let root = lower(&mut dag, &core, &core.body)?;
/// let tape = Tape::new(&dag, &[root]);
/// let mut evaluator = Evaluator::new(&tape, ExactArithmetic);
/// let mut at = |x: Rational| {
///     evaluator.run(&[ExactValue::Value(x)]);
///     evaluator.root(0).clone()
/// };
/// assert_eq!(at(Rational::from((4, 9))), ExactValue::Value(Rational::from((24, 7))));
/// assert_eq!(at(Rational::from((1, 4))), ExactValue::Undefined);
/// // √2 is no fraction.
/// assert_eq!(at(Rational::from(2)), ExactValue::Unknown);
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactArithmetic;

impl ExactArithmetic {
    /// Largest numerator or denominator, in bits.
    pub const MAX_BITS: u32 = 40_000;
}

/// Keeps a result within the size limit.
fn sized(q: Rational) -> ExactValue {
    let small = |n: &Integer| n.significant_bits() <= ExactArithmetic::MAX_BITS;
    if small(q.numer()) && small(q.denom()) {
        ExactValue::Value(q)
    } else {
        ExactValue::Unknown
    }
}

/// Undefined wins over unknown: an operation on an undefined operand is undefined.
fn lift1(x: &ExactValue, f: impl FnOnce(&Rational) -> ExactValue) -> ExactValue {
    match x {
        ExactValue::Value(q) => f(q),
        other => other.clone(),
    }
}

fn lift2(x: &ExactValue, y: &ExactValue, f: impl FnOnce(&Rational, &Rational) -> ExactValue) -> ExactValue {
    match (x, y) {
        (ExactValue::Value(a), ExactValue::Value(b)) => f(a, b),
        (ExactValue::Undefined, _) | (_, ExactValue::Undefined) => ExactValue::Undefined,
        _ => ExactValue::Unknown,
    }
}

/// `deciding` in x makes y irrelevant, so an x that is not known may hide that y is undefined.
fn short_circuit(x: &ExactValue, y: &ExactValue, deciding: bool) -> ExactValue {
    match x {
        ExactValue::Value(q) if q.cmp0().is_eq() == deciding => y.clone(),
        other => other.clone(),
    }
}

fn truth(b: bool) -> ExactValue {
    ExactValue::Value(Rational::from(u8::from(b)))
}

fn sqrt(q: &Rational) -> ExactValue {
    if q.cmp0().is_lt() {
        return ExactValue::Undefined;
    }
    let square = q.numer().is_perfect_square() && q.denom().is_perfect_square();
    let root = |n: &Integer| n.clone().sqrt();
    if square {
        ExactValue::Value(Rational::from((root(q.numer()), root(q.denom()))))
    } else {
        ExactValue::Unknown
    }
}

fn unary(f: Unary, q: &Rational) -> ExactValue {
    match f {
        Unary::Neg => ExactValue::Value(Rational::from(-q)),
        Unary::Fabs => ExactValue::Value(q.clone().abs()),
        Unary::Sqrt => sqrt(q),
        Unary::Ceil => ExactValue::Value(q.clone().ceil()),
        Unary::Floor => ExactValue::Value(q.clone().floor()),
        Unary::Trunc => ExactValue::Value(q.clone().trunc()),
        Unary::Round => ExactValue::Value(q.clone().round()),
        Unary::Log | Unary::Log2 | Unary::Log10 if q.cmp0().is_le() => ExactValue::Undefined,
        Unary::Log if *q == 1 => ExactValue::Value(Rational::new()),
        Unary::Exp | Unary::Cos | Unary::Cosh if q.cmp0().is_eq() => ExactValue::Value(Rational::from(1)),
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
            ExactValue::Value(Rational::new())
        }
        _ => ExactValue::Unknown,
    }
}

fn binary(f: Binary, a: &Rational, b: &Rational) -> ExactValue {
    match f {
        Binary::Add => sized(Rational::from(a + b)),
        Binary::Sub => sized(Rational::from(a - b)),
        Binary::Mul => sized(Rational::from(a * b)),
        Binary::Div | Binary::Fmod | Binary::Remainder if b.cmp0().is_eq() => ExactValue::Undefined,
        Binary::Div => sized(Rational::from(a / b)),
        Binary::Fmin => ExactValue::Value(a.min(b).clone()),
        Binary::Fmax => ExactValue::Value(a.max(b).clone()),
        Binary::Fdim => sized(if a > b { Rational::from(a - b) } else { Rational::new() }),
        Binary::Pow if b.is_integer() => b.numer().to_i32().map_or(ExactValue::Unknown, |n| power(a, n)),
        _ => ExactValue::Unknown,
    }
}

fn power(a: &Rational, n: i32) -> ExactValue {
    if n < 0 && a.cmp0().is_eq() {
        return ExactValue::Undefined;
    }
    let bits = a.numer().significant_bits().max(a.denom().significant_bits());
    let size = u64::from(bits) * u64::from(n.unsigned_abs());
    if size > u64::from(ExactArithmetic::MAX_BITS) && bits > 1 {
        return ExactValue::Unknown;
    }
    ExactValue::Value(a.clone().pow(n))
}

impl Arithmetic for ExactArithmetic {
    type Value = ExactValue;

    fn literal(&self, value: &Rational) -> ExactValue {
        ExactValue::Value(value.clone())
    }

    fn constant(&self, _: Constant) -> ExactValue {
        ExactValue::Unknown
    }

    fn boolean(&self, b: bool) -> ExactValue {
        truth(b)
    }

    fn unary(&self, f: Unary, x: &ExactValue) -> ExactValue {
        lift1(x, |q| unary(f, q))
    }

    fn binary(&self, f: Binary, x: &ExactValue, y: &ExactValue) -> ExactValue {
        lift2(x, y, |a, b| binary(f, a, b))
    }

    fn power(&self, x: &ExactValue, n: i32) -> ExactValue {
        lift1(x, |q| power(q, n))
    }

    fn fma(&self, x: &ExactValue, y: &ExactValue, z: &ExactValue) -> ExactValue {
        let product = self.binary(Binary::Mul, x, y);
        self.binary(Binary::Add, &product, z)
    }

    fn compare(&self, c: ComparisonOperator, x: &ExactValue, y: &ExactValue) -> ExactValue {
        lift2(x, y, |a, b| truth(c.holds(a.cmp(b))))
    }

    fn and(&self, x: &ExactValue, y: &ExactValue) -> ExactValue {
        short_circuit(x, y, false)
    }

    fn or(&self, x: &ExactValue, y: &ExactValue) -> ExactValue {
        short_circuit(x, y, true)
    }

    fn not(&self, x: &ExactValue) -> ExactValue {
        lift1(x, |q| truth(q.cmp0().is_eq()))
    }

    fn select(&self, c: &ExactValue, x: &ExactValue, y: &ExactValue) -> ExactValue {
        match c {
            ExactValue::Value(q) => {
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
        let known = [truth(false), truth(true), ExactValue::Undefined];
        let all = known.iter().chain([&ExactValue::Unknown]);
        // All that an operand may be.
        let cases = |x: &ExactValue| match x {
            ExactValue::Unknown => known.to_vec(),
            other => vec![other.clone()],
        };
        let lazy = |x: &ExactValue, y: &ExactValue, deciding: bool| match x {
            ExactValue::Undefined => ExactValue::Undefined,
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
                    found == ExactValue::Unknown || possible.all(|one| one == found),
                    "{x:?}, {y:?}: {found:?}"
                );
            }
        }
    }
}
