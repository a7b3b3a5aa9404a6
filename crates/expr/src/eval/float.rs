//! Plain binary64, rounded to nearest: what an ordinary program computes. Undefined is NaN.

use super::Arithmetic;
use crate::ast::ComparisonOperator;
use interval::{Binary, Constant, Interval, Unary};
use rug::Rational;

/// Binary64 arithmetic.
#[derive(Clone, Copy, Debug, Default)]
pub struct FloatArithmetic;

/// 1 for true, 0 for false.
fn truth(b: bool) -> f64 {
    f64::from(u8::from(b))
}

impl Arithmetic for FloatArithmetic {
    type Value = f64;

    fn literal(&self, value: &Rational) -> f64 {
        value.to_f64()
    }

    fn constant(&self, c: Constant) -> f64 {
        Interval::constant(c).mid()
    }

    fn boolean(&self, b: bool) -> f64 {
        truth(b)
    }

    fn unary(&self, f: Unary, x: &f64) -> f64 {
        f.eval(*x)
    }

    fn binary(&self, f: Binary, x: &f64, y: &f64) -> f64 {
        f.eval(*x, *y)
    }

    fn power(&self, x: &f64, n: i32) -> f64 {
        Binary::Pow.eval(*x, f64::from(n))
    }

    fn fma(&self, x: &f64, y: &f64, z: &f64) -> f64 {
        x.mul_add(*y, *z)
    }

    fn compare(&self, c: ComparisonOperator, x: &f64, y: &f64) -> f64 {
        truth(match c {
            ComparisonOperator::Less => x < y,
            ComparisonOperator::LessEqual => x <= y,
            ComparisonOperator::Greater => x > y,
            ComparisonOperator::GreaterEqual => x >= y,
            ComparisonOperator::Equal => x == y,
            ComparisonOperator::NotEqual => x != y,
        })
    }

    fn and(&self, x: &f64, y: &f64) -> f64 {
        truth(*x != 0.0 && *y != 0.0)
    }

    fn or(&self, x: &f64, y: &f64) -> f64 {
        truth(*x != 0.0 || *y != 0.0)
    }

    fn not(&self, x: &f64) -> f64 {
        truth(*x == 0.0)
    }

    fn select(&self, c: &f64, x: &f64, y: &f64) -> f64 {
        if *c != 0.0 { *x } else { *y }
    }
}
