//! Numbers as fractions: decides what no precision can, where a formula is rational at a point.

use super::walk::{Numbers, PossibleTruth};
use expr::ast::ComparisonOperator;
use interval::{Binary, Constant, Unary};
use rug::ops::Pow;
use rug::{Integer, Rational};

/// Largest numerator or denominator, in bits.
const MAX_BITS: u32 = 40_000;

/// What is known of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KnownValue {
    /// The value.
    Value(Rational),
    /// Proved to have no value.
    Undefined,
    /// No fraction that is computed here.
    Unknown,
}

/// Rational arithmetic.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fractions;

impl Numbers for Fractions {
    type Value = KnownValue;

    fn number(&self, q: &Rational) -> KnownValue {
        sized(q.clone())
    }

    fn constant(&self, _: Constant) -> KnownValue {
        KnownValue::Unknown
    }

    fn unary(&self, f: Unary, x: &KnownValue) -> KnownValue {
        match x {
            KnownValue::Value(q) => unary(f, q),
            other => other.clone(),
        }
    }

    fn binary(&self, f: Binary, x: &KnownValue, y: &KnownValue) -> KnownValue {
        match (x, y) {
            (KnownValue::Value(a), KnownValue::Value(b)) => binary(f, a, b),
            (KnownValue::Undefined, _) | (_, KnownValue::Undefined) => KnownValue::Undefined,
            _ => KnownValue::Unknown,
        }
    }

    fn twice(&self, f: Binary, x: &KnownValue) -> Option<KnownValue> {
        (f == Binary::Mul).then(|| self.power(x, 2))
    }

    fn power(&self, x: &KnownValue, n: i32) -> KnownValue {
        match x {
            KnownValue::Value(q) => power(q, n),
            other => other.clone(),
        }
    }

    fn fma(&self, x: &KnownValue, y: &KnownValue, z: &KnownValue) -> KnownValue {
        self.binary(Binary::Add, &self.binary(Binary::Mul, x, y), z)
    }

    fn compare(&self, c: ComparisonOperator, x: &KnownValue, y: &KnownValue) -> PossibleTruth {
        match (x, y) {
            (KnownValue::Value(a), KnownValue::Value(b)) => PossibleTruth::known(c.holds(a.cmp(b))),
            (KnownValue::Undefined, _) | (_, KnownValue::Undefined) => PossibleTruth::UNDEFINED,
            _ => PossibleTruth::OPEN,
        }
    }

    fn join(&self, x: KnownValue, y: KnownValue) -> KnownValue {
        if x == y { x } else { KnownValue::Unknown }
    }

    fn undefined(&self) -> KnownValue {
        KnownValue::Undefined
    }

    /// Fractions grow fast where they are of no use, so less work than at a precision.
    fn fuel(&self) -> u64 {
        8_000_000
    }

    fn cost(&self, x: &KnownValue) -> u64 {
        match x {
            KnownValue::Value(q) => u64::from(bits(q)) + 64,
            _ => 1,
        }
    }
}

/// Bits of the larger of numerator and denominator.
fn bits(q: &Rational) -> u32 {
    q.numer().significant_bits().max(q.denom().significant_bits())
}

/// Keeps a result within the size limit.
fn sized(q: Rational) -> KnownValue {
    if bits(&q) <= MAX_BITS {
        KnownValue::Value(q)
    } else {
        KnownValue::Unknown
    }
}

fn unary(f: Unary, q: &Rational) -> KnownValue {
    if outside(f, q) {
        return KnownValue::Undefined;
    }
    match f {
        Unary::Neg => KnownValue::Value(Rational::from(-q)),
        Unary::Fabs => KnownValue::Value(q.clone().abs()),
        Unary::Sqrt => sqrt(q),
        Unary::Ceil => KnownValue::Value(q.clone().ceil()),
        Unary::Floor => KnownValue::Value(q.clone().floor()),
        Unary::Trunc => KnownValue::Value(q.clone().trunc()),
        Unary::Round => KnownValue::Value(q.clone().round()),
        Unary::Nearbyint => KnownValue::Value(nearest_even(q)),
        _ => special(f, q),
    }
}

/// Whether the function has no value at q.
fn outside(f: Unary, q: &Rational) -> bool {
    match f {
        Unary::Sqrt => *q < 0,
        Unary::Log | Unary::Log2 | Unary::Log10 => *q <= 0,
        Unary::Log1p => *q <= -1,
        Unary::Asin | Unary::Acos => *q < -1 || *q > 1,
        Unary::Atanh => *q <= -1 || *q >= 1,
        Unary::Acosh => *q < 1,
        Unary::Tgamma | Unary::Lgamma => *q <= 0 && q.is_integer(),
        _ => false,
    }
}

/// The values of transcendental functions at 0 and 1 that are known.
fn special(f: Unary, q: &Rational) -> KnownValue {
    use Unary::*;
    let (zero, one) = (*q == 0, *q == 1);
    match f {
        Exp | Exp2 | Exp10 | Cos | Cosh | Erfc if zero => KnownValue::Value(Rational::from(1)),
        Log | Log2 | Log10 | Acosh | Acos if one => KnownValue::Value(Rational::new()),
        Cbrt if zero || one => KnownValue::Value(q.clone()),
        Sin | Tan | Asin | Atan | Sinh | Tanh | Asinh | Atanh | Expm1 | Log1p | Erf if zero => {
            KnownValue::Value(Rational::new())
        }
        _ => KnownValue::Unknown,
    }
}

/// The root of a square.
fn sqrt(q: &Rational) -> KnownValue {
    if q.numer().is_perfect_square() && q.denom().is_perfect_square() {
        let (p, q) = (q.numer().clone().sqrt(), q.denom().clone().sqrt());
        KnownValue::Value(Rational::from((p, q)))
    } else {
        KnownValue::Unknown
    }
}

/// The nearest integer, the even one of two.
fn nearest_even(q: &Rational) -> Rational {
    let floor = q.clone().floor();
    let rest = Rational::from(q - &floor) * 2u32;
    let up = rest > 1 || (rest == 1 && floor.numer().is_odd());
    if up { floor + 1u32 } else { floor }
}

fn binary(f: Binary, a: &Rational, b: &Rational) -> KnownValue {
    match f {
        Binary::Add => sized(Rational::from(a + b)),
        Binary::Sub => sized(Rational::from(a - b)),
        Binary::Mul => sized(Rational::from(a * b)),
        Binary::Div | Binary::Fmod | Binary::Remainder => quotient(f, a, b),
        Binary::Fmin => KnownValue::Value(a.min(b).clone()),
        Binary::Fmax => KnownValue::Value(a.max(b).clone()),
        Binary::Fdim => sized(Rational::from(a - b).max(Rational::new())),
        Binary::Copysign => KnownValue::Value(copysign(a, b)),
        Binary::Hypot => match sized(Rational::from(a * a) + Rational::from(b * b)) {
            KnownValue::Value(square) => sqrt(&square),
            other => other,
        },
        Binary::Pow => pow(a, b),
        Binary::Atan2 if *a == 0 && *b == 0 => KnownValue::Undefined,
        Binary::Atan2 if *a == 0 && *b > 0 => KnownValue::Value(Rational::new()),
        Binary::Atan2 => KnownValue::Unknown,
    }
}

/// |a| with the sign of b, where zero is positive.
fn copysign(a: &Rational, b: &Rational) -> Rational {
    let size = a.clone().abs();
    if *b < 0 { -size } else { size }
}

fn quotient(f: Binary, a: &Rational, b: &Rational) -> KnownValue {
    if *b == 0 {
        return KnownValue::Undefined;
    }
    let q = Rational::from(a / b);
    let whole = match f {
        Binary::Fmod => q.trunc(),
        Binary::Remainder => nearest_even(&q),
        _ => return sized(q),
    };
    sized(a - whole * b)
}

/// a^b: a negative base has integer powers only.
fn pow(a: &Rational, b: &Rational) -> KnownValue {
    if b.is_integer() {
        return b.numer().to_i32().map_or(KnownValue::Unknown, |n| power(a, n));
    }
    match (a.cmp0(), b.cmp0().is_lt()) {
        (std::cmp::Ordering::Less, _) | (std::cmp::Ordering::Equal, true) => KnownValue::Undefined,
        (std::cmp::Ordering::Equal, false) => KnownValue::Value(Rational::new()),
        _ if *a == 1 => KnownValue::Value(a.clone()),
        _ if *b.denom() == 2 => match (sqrt(a), b.numer().to_i32()) {
            (KnownValue::Value(root), Some(n)) => power(&root, n),
            _ => KnownValue::Unknown,
        },
        _ => KnownValue::Unknown,
    }
}

fn power(a: &Rational, n: i32) -> KnownValue {
    if n < 0 && *a == 0 {
        return KnownValue::Undefined;
    }
    let unit = *a == 0 || *a == 1 || *a == -1;
    let size = u64::from(bits(a)) * u64::from(n.unsigned_abs());
    match (unit, size <= u64::from(MAX_BITS)) {
        (true, _) => KnownValue::Value(unit_power(a, n)),
        (false, true) => KnownValue::Value(a.clone().pow(n)),
        (false, false) => KnownValue::Unknown,
    }
}

/// A power of 0, 1 or −1.
fn unit_power(a: &Rational, n: i32) -> Rational {
    match n {
        0 => Rational::from(Integer::from(1)),
        _ if n % 2 == 0 => a.clone().abs(),
        _ => a.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn q(text: &str) -> Rational {
        text.parse().unwrap()
    }

    #[test]
    fn values_are_those_of_the_textbook() {
        let value = |text: &str| KnownValue::Value(q(text));
        let table = [
            (binary(Binary::Pow, &q("-2/3"), &q("3")), value("-8/27")),
            (binary(Binary::Pow, &q("4/9"), &q("-3/2")), value("27/8")),
            (binary(Binary::Pow, &q("-4"), &q("1/2")), KnownValue::Undefined),
            (binary(Binary::Pow, &q("0"), &q("-1")), KnownValue::Undefined),
            (binary(Binary::Pow, &q("0"), &q("0")), value("1")),
            (binary(Binary::Hypot, &q("3"), &q("-4")), value("5")),
            (binary(Binary::Fmod, &q("-7"), &q("2")), value("-1")),
            (binary(Binary::Remainder, &q("5"), &q("2")), value("1")),
            (binary(Binary::Remainder, &q("7"), &q("2")), value("-1")),
            (binary(Binary::Div, &q("1"), &q("0")), KnownValue::Undefined),
            (unary(Unary::Sqrt, &q("9/4")), value("3/2")),
            (unary(Unary::Sqrt, &q("2")), KnownValue::Unknown),
            (unary(Unary::Log, &q("0")), KnownValue::Undefined),
            (unary(Unary::Nearbyint, &q("-5/2")), value("-2")),
            (unary(Unary::Nearbyint, &q("7/2")), value("4")),
            (unary(Unary::Round, &q("-5/2")), value("-3")),
        ];
        for (n, (found, expected)) in table.into_iter().enumerate() {
            assert_eq!(found, expected, "row {n}");
        }
    }

    #[test]
    fn huge_numbers_are_given_up() {
        assert_eq!(power(&q("3"), i32::MAX), KnownValue::Unknown);
        assert_eq!(power(&q("-1"), i32::MIN), KnownValue::Value(q("1")));
        assert_eq!(power(&q("2"), i32::MIN), KnownValue::Unknown);
    }
}
