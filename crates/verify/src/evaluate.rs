//! Numbers as enclosures with MPFR ends: what is proved about a formula at a point at one precision.

use super::walk::{Numbers, PossibleTruth};
use expr::ast::ComparisonOperator;
use interval::{BigEnclosure, BigInterval, Binary, Constant, Definedness, Enclosure, Unary};
use rug::Rational;

/// Enclosures at a precision in bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Enclosures(pub(super) u32);

impl Enclosures {
    /// A float, exactly.
    pub(super) fn float(x: f64) -> BigEnclosure {
        Enclosure::everywhere(BigInterval::from_f64(x))
    }
}

impl Numbers for Enclosures {
    type Value = BigEnclosure;

    fn number(&self, q: &Rational) -> BigEnclosure {
        Enclosure::everywhere(BigInterval::from_rational(q, self.0))
    }

    fn constant(&self, c: Constant) -> BigEnclosure {
        BigEnclosure::constant(c, self.0)
    }

    fn unary(&self, f: Unary, x: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::unary(f, x, self.0)
    }

    fn binary(&self, f: Binary, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::binary(f, x, y, self.0)
    }

    /// x·x is never negative, x − x and fdim(x, x) are 0 and x/x is 1 where there is such a value.
    fn twice(&self, f: Binary, x: &BigEnclosure) -> Option<BigEnclosure> {
        let value = match f {
            Binary::Mul => return Some(self.power(x, 2)),
            Binary::Sub | Binary::Fdim => 0.0,
            Binary::Div => 1.0,
            _ => return None,
        };
        let mut result = self.binary(f, x, x);
        if result.defined != Definedness::Nowhere {
            result.range = BigInterval::from_f64(value);
        }
        Some(result)
    }

    fn power(&self, x: &BigEnclosure, n: i32) -> BigEnclosure {
        BigEnclosure::powi(x, n, self.0)
    }

    fn fma(&self, x: &BigEnclosure, y: &BigEnclosure, z: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::fma(x, y, z, self.0)
    }

    fn compare(&self, c: ComparisonOperator, x: &BigEnclosure, y: &BigEnclosure) -> PossibleTruth {
        let defined = x.defined.and(y.defined);
        if defined == Definedness::Nowhere {
            return PossibleTruth::UNDEFINED;
        }
        PossibleTruth {
            yes: possible(c, &x.range, &y.range),
            no: possible(c.negated(), &x.range, &y.range),
            undefined: defined != Definedness::Everywhere,
        }
    }

    fn join(&self, x: BigEnclosure, y: BigEnclosure) -> BigEnclosure {
        let defined = if x.defined == y.defined {
            x.defined
        } else {
            Definedness::Partly
        };
        Enclosure {
            range: x.range.hull(&y.range),
            defined,
        }
    }

    fn undefined(&self) -> BigEnclosure {
        Enclosure::nowhere()
    }

    fn fuel(&self) -> u64 {
        64_000_000
    }

    fn cost(&self, _: &BigEnclosure) -> u64 {
        u64::from(self.0)
    }
}

/// Whether some x and y of these ranges compare so.
fn possible(c: ComparisonOperator, x: &BigInterval, y: &BigInterval) -> bool {
    match c {
        ComparisonOperator::Less => x.lo() < y.hi(),
        ComparisonOperator::LessEqual => x.lo() <= y.hi(),
        ComparisonOperator::Greater => x.hi() > y.lo(),
        ComparisonOperator::GreaterEqual => x.hi() >= y.lo(),
        ComparisonOperator::Equal => !x.disjoint(y),
        ComparisonOperator::NotEqual => !(x.is_point() && x == y),
    }
}
