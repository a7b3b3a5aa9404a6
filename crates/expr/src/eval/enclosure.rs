//! Enclosures with binary64 ends: fast and sound.

use super::Arithmetic;
use super::logic::{Truths, cancelled, select};
use crate::ast::ComparisonOperator;
use interval::{Binary, Constant, Enclosure, FloatEnclosure, Interval, Unary};
use rug::Rational;

/// Interval arithmetic over binary64.
///
/// ```
/// use expr::dag::Dag;
/// use expr::eval::{EnclosureArithmetic, Evaluator, Tape};
/// use interval::{Definedness, Enclosure, Interval};
///
/// let mut dag = Dag::new();
/// let x = dag.variable(0);
/// let (zero, one) = (dag.difference(x, x), dag.quotient(x, x));
/// let tape = Tape::new(&dag, &[zero, one]);
/// let mut evaluator = Evaluator::new(&tape, EnclosureArithmetic);
/// evaluator.run(&[Enclosure::everywhere(Interval::hull_of(-1.0, 1.0))]);
/// // Both operands are one node, so x − x is 0; x/x is 1 as well, but there is a point where it is not defined.
/// assert_eq!(evaluator.root(0).range, Interval::ZERO);
/// assert_eq!(*evaluator.root(1), Enclosure { range: Interval::ONE, defined: Definedness::Partly });
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EnclosureArithmetic;

const TRUTHS: Truths<f64> = Truths {
    yes: Interval::ONE,
    no: Interval::ZERO,
    open: Interval::UNIT,
};

impl Arithmetic for EnclosureArithmetic {
    type Value = FloatEnclosure;

    fn literal(&self, value: &Rational) -> FloatEnclosure {
        Enclosure::everywhere(Interval::from_rational(value))
    }

    fn constant(&self, c: Constant) -> FloatEnclosure {
        FloatEnclosure::constant(c)
    }

    fn boolean(&self, b: bool) -> FloatEnclosure {
        Enclosure::everywhere(if b { Interval::ONE } else { Interval::ZERO })
    }

    #[inline]
    fn unary(&self, f: Unary, x: &FloatEnclosure) -> FloatEnclosure {
        FloatEnclosure::unary(f, *x)
    }

    #[inline]
    fn binary(&self, f: Binary, x: &FloatEnclosure, y: &FloatEnclosure) -> FloatEnclosure {
        FloatEnclosure::binary(f, *x, *y)
    }

    fn binary_same(&self, f: Binary, x: &FloatEnclosure) -> FloatEnclosure {
        cancelled(f, FloatEnclosure::binary(f, *x, *x), x, (&TRUTHS.no, &TRUTHS.yes))
    }

    fn power(&self, x: &FloatEnclosure, n: i32) -> FloatEnclosure {
        FloatEnclosure::powi(*x, n)
    }

    fn fma(&self, x: &FloatEnclosure, y: &FloatEnclosure, z: &FloatEnclosure) -> FloatEnclosure {
        FloatEnclosure::fma(*x, *y, *z)
    }

    fn compare(&self, c: ComparisonOperator, x: &FloatEnclosure, y: &FloatEnclosure) -> FloatEnclosure {
        TRUTHS.compare(c, x, y)
    }

    fn and(&self, x: &FloatEnclosure, y: &FloatEnclosure) -> FloatEnclosure {
        TRUTHS.and(x, y)
    }

    fn or(&self, x: &FloatEnclosure, y: &FloatEnclosure) -> FloatEnclosure {
        TRUTHS.or(x, y)
    }

    fn not(&self, x: &FloatEnclosure) -> FloatEnclosure {
        TRUTHS.not(x)
    }

    fn select(&self, c: &FloatEnclosure, x: &FloatEnclosure, y: &FloatEnclosure) -> FloatEnclosure {
        select(c, x, y)
    }
}
