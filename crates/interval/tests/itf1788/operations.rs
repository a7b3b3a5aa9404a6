//! The operations of the vectors in terms of this crate.

use interval::{
    BigEnclosure, BigInterval, Binary, Definedness, Enclosure, FloatEnclosure, Interval, Unary, reverse_binary,
    reverse_unary,
};

/// What a name in the files stands for.
#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Unary(Unary),
    Binary(Binary),
    Fma,
    /// x to a fixed or given integer power.
    Power(Option<i32>),
    Intersection,
    Hull,
    /// Operand order (result, argument).
    ReverseUnary(Unary),
    /// (result, argument, exponent), the argument being optional.
    ReversePower(Option<f64>),
    /// (known operand, result, sought operand): the sought one is the first or the second of `f`.
    ReverseBinary(Binary, bool),
    Question(fn(&[Interval]) -> bool),
    /// Whether a number belongs to the operand.
    Member,
    Measure(fn(&Interval) -> f64),
}

/// Names of the vectors that are not FPCore names.
const NAMES: &[(&str, Operation)] = &[
    ("abs", Operation::Unary(Unary::Fabs)),
    ("logp1", Operation::Unary(Unary::Log1p)),
    ("roundTiesToEven", Operation::Unary(Unary::Nearbyint)),
    ("roundTiesToAway", Operation::Unary(Unary::Round)),
    ("add", Operation::Binary(Binary::Add)),
    ("sub", Operation::Binary(Binary::Sub)),
    ("mul", Operation::Binary(Binary::Mul)),
    ("div", Operation::Binary(Binary::Div)),
    ("min", Operation::Binary(Binary::Fmin)),
    ("max", Operation::Binary(Binary::Fmax)),
    ("fma", Operation::Fma),
    ("pown", Operation::Power(None)),
    ("sqr", Operation::Power(Some(2))),
    ("recip", Operation::Power(Some(-1))),
    ("pos", Operation::Power(Some(1))),
    ("intersection", Operation::Intersection),
    ("convexHull", Operation::Hull),
    ("absRev", Operation::ReverseUnary(Unary::Fabs)),
    ("absRevBin", Operation::ReverseUnary(Unary::Fabs)),
    ("sinRev", Operation::ReverseUnary(Unary::Sin)),
    ("sinRevBin", Operation::ReverseUnary(Unary::Sin)),
    ("cosRev", Operation::ReverseUnary(Unary::Cos)),
    ("cosRevBin", Operation::ReverseUnary(Unary::Cos)),
    ("tanRev", Operation::ReverseUnary(Unary::Tan)),
    ("tanRevBin", Operation::ReverseUnary(Unary::Tan)),
    ("coshRev", Operation::ReverseUnary(Unary::Cosh)),
    ("coshRevBin", Operation::ReverseUnary(Unary::Cosh)),
    ("sqrRev", Operation::ReversePower(Some(2.0))),
    ("sqrRevBin", Operation::ReversePower(Some(2.0))),
    ("pownRev", Operation::ReversePower(None)),
    ("pownRevBin", Operation::ReversePower(None)),
    ("mulRev", Operation::ReverseBinary(Binary::Mul, false)),
    ("mulRevTen", Operation::ReverseBinary(Binary::Mul, false)),
    ("powRev1", Operation::ReverseBinary(Binary::Pow, true)),
    ("powRev2", Operation::ReverseBinary(Binary::Pow, false)),
    ("isEmpty", Operation::Question(|x| x[0].is_empty())),
    ("isEntire", Operation::Question(|x| x[0].is_entire())),
    ("isSingleton", Operation::Question(|x| x[0].is_point())),
    ("equal", Operation::Question(|x| x[0] == x[1])),
    ("subset", Operation::Question(|x| x[0].subset_of(&x[1]))),
    ("interior", Operation::Question(|x| x[0].interior_of(&x[1]))),
    ("disjoint", Operation::Question(|x| x[0].disjoint(&x[1]))),
    ("precedes", Operation::Question(|x| x[0].certainly_le(&x[1]))),
    ("strictPrecedes", Operation::Question(|x| x[0].certainly_lt(&x[1]))),
    ("isMember", Operation::Member),
    ("inf", Operation::Measure(Interval::lo)),
    ("sup", Operation::Measure(Interval::hi)),
    ("wid", Operation::Measure(Interval::width)),
    ("mag", Operation::Measure(Interval::mag)),
    ("mig", Operation::Measure(Interval::mig)),
];

impl Operation {
    /// The operation of this name, if the crate has it.
    pub fn named(name: &str) -> Option<Operation> {
        let listed = NAMES.iter().find(|(n, _)| *n == name).map(|&(_, op)| op);
        let unary = || Unary::from_name(name).map(Operation::Unary);
        listed
            .or_else(unary)
            .or_else(|| Binary::from_name(name).map(Operation::Binary))
    }

    /// The result over doubles, with the definedness where the operation has one.
    pub fn over_doubles(self, x: &[Interval], n: Option<f64>) -> Option<(Interval, Option<Definedness>)> {
        let all: Vec<FloatEnclosure> = x.iter().map(|&x| Enclosure::everywhere(x)).collect();
        let known = |e: FloatEnclosure| Some((e.range, Some(e.defined)));
        let sought = |i: usize| x.get(i).copied().unwrap_or(Interval::ENTIRE);
        match self {
            Operation::Unary(f) => known(FloatEnclosure::unary(f, *all.first()?)),
            Operation::Binary(f) => known(FloatEnclosure::binary(f, *all.first()?, *all.get(1)?)),
            Operation::Fma => known(FloatEnclosure::fma(*all.first()?, *all.get(1)?, *all.get(2)?)),
            Operation::Power(k) => known(FloatEnclosure::powi(*all.first()?, k.or(n.map(|n| n as i32))?)),
            Operation::Intersection => Some((x.first()?.intersect(x.get(1)?), None)),
            Operation::Hull => Some((x.first()?.hull(x.get(1)?), None)),
            Operation::ReverseUnary(f) => Some((reverse_unary(f, *x.first()?, sought(1)), None)),
            Operation::ReversePower(k) => {
                let exponent = Interval::point(k.or(n)?);
                Some((reverse_binary(Binary::Pow, *x.first()?, sought(1), exponent).0, None))
            }
            Operation::ReverseBinary(f, true) => Some((reverse_binary(f, *x.get(1)?, sought(2), *x.first()?).0, None)),
            Operation::ReverseBinary(f, false) => Some((reverse_binary(f, *x.get(1)?, *x.first()?, sought(2)).1, None)),
            Operation::Question(_) | Operation::Member | Operation::Measure(_) => None,
        }
    }

    /// The result over MPFR numbers, rounded outward to doubles, for the forward operations.
    pub fn over_big(self, x: &[Interval], n: Option<f64>, prec: u32) -> Option<Interval> {
        let all: Vec<BigEnclosure> = x
            .iter()
            .map(|x| Enclosure::everywhere(BigInterval::from_interval(x)))
            .collect();
        let result = match self {
            Operation::Unary(f) => BigEnclosure::unary(f, all.first()?, prec),
            Operation::Binary(f) => BigEnclosure::binary(f, all.first()?, all.get(1)?, prec),
            Operation::Fma => BigEnclosure::fma(all.first()?, all.get(1)?, all.get(2)?, prec),
            Operation::Power(k) => BigEnclosure::powi(all.first()?, k.or(n.map(|n| n as i32))?, prec),
            _ => return None,
        };
        Some(result.range.to_interval())
    }

    /// Operations whose results must be the tightest possible.
    pub fn is_basic(self) -> bool {
        use Binary::*;
        match self {
            Operation::Unary(f) => matches!(f, Unary::Neg | Unary::Fabs | Unary::Sqrt),
            Operation::Binary(f) => matches!(f, Add | Sub | Mul | Div | Fmin | Fmax),
            Operation::Power(k) => k.is_some(),
            Operation::Intersection | Operation::Hull => true,
            _ => false,
        }
    }

    /// Whether the real function is defined on the same set as the standard's.
    pub fn has_standard_domain(self) -> bool {
        !matches!(
            self,
            Operation::Binary(Binary::Pow) | Operation::ReverseBinary(Binary::Pow, _)
        )
    }
}
