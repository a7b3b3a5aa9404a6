//! Enclosures with multiple-precision ends: what claims are proved with.

use super::Arithmetic;
use super::logic::{Truths, cancelled, select};
use crate::ast::ComparisonOperator;
use interval::{BigEnclosure, BigInterval, Binary, Constant, Enclosure, Unary};
use rug::{Float, Rational};

/// Interval arithmetic over MPFR numbers of one precision.
///
/// ```
/// use expr::dag::Dag;
/// use expr::eval::{BigArithmetic, Evaluator, Tape};
/// use expr::lower::lower;
///
/// // Doubles lose all digits of the difference; 200 bits keep more than a double has.
/// let core = expr::fpcore::read("(FPCore (x) (- (sqrt (+ x 1)) (sqrt x)))")?.remove(0);
/// let mut dag = Dag::new();
/// let root = lower(&mut dag, &core, &core.body)?;
/// let tape = Tape::new(&dag, &[root]);
/// let mut evaluator = Evaluator::new(&tape, BigArithmetic::new(200));
/// evaluator.run(&[evaluator.arithmetic().float(1e20)]);
/// assert!(evaluator.root(0).range.to_interval().contains(5e-11));
/// assert_eq!((1e20f64 + 1.0).sqrt() - 1e20f64.sqrt(), 0.0);
/// # Ok::<(), expr::diagnostic::Diagnostics>(())
/// ```
pub struct BigArithmetic {
    precision: u32,
    truths: Truths<Float>,
}

impl BigArithmetic {
    /// With this many bits.
    pub fn new(precision: u32) -> BigArithmetic {
        let point = |n: f64| BigInterval::from_f64(n);
        let (no, yes) = (point(0.0), point(1.0));
        BigArithmetic {
            precision,
            truths: Truths {
                open: no.hull(&yes),
                yes,
                no,
            },
        }
    }

    /// The exact enclosure of a float; undefined for NaN and infinities.
    pub fn float(&self, x: f64) -> BigEnclosure {
        Enclosure::everywhere(BigInterval::from_f64(x))
    }
}

impl Arithmetic for BigArithmetic {
    type Value = BigEnclosure;

    fn literal(&self, value: &Rational) -> BigEnclosure {
        Enclosure::everywhere(BigInterval::from_rational(value, self.precision))
    }

    fn constant(&self, c: Constant) -> BigEnclosure {
        BigEnclosure::constant(c, self.precision)
    }

    fn boolean(&self, b: bool) -> BigEnclosure {
        self.float(f64::from(u8::from(b)))
    }

    fn unary(&self, f: Unary, x: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::unary(f, x, self.precision)
    }

    fn binary(&self, f: Binary, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::binary(f, x, y, self.precision)
    }

    fn binary_same(&self, f: Binary, x: &BigEnclosure) -> BigEnclosure {
        let result = BigEnclosure::binary(f, x, x, self.precision);
        cancelled(f, result, x, (&self.truths.no, &self.truths.yes))
    }

    fn power(&self, x: &BigEnclosure, n: i32) -> BigEnclosure {
        BigEnclosure::powi(x, n, self.precision)
    }

    fn fma(&self, x: &BigEnclosure, y: &BigEnclosure, z: &BigEnclosure) -> BigEnclosure {
        BigEnclosure::fma(x, y, z, self.precision)
    }

    fn compare(&self, c: ComparisonOperator, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        self.truths.compare(c, x, y)
    }

    fn and(&self, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        self.truths.and(x, y)
    }

    fn or(&self, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        self.truths.or(x, y)
    }

    fn not(&self, x: &BigEnclosure) -> BigEnclosure {
        self.truths.not(x)
    }

    fn select(&self, c: &BigEnclosure, x: &BigEnclosure, y: &BigEnclosure) -> BigEnclosure {
        select(c, x, y)
    }
}
