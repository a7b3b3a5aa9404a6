//! Arithmetic of a coarser format: literals and every operation are rounded to nearest, once, as an IEEE 754 machine does.
//!
//! Undefined is NaN; overflow is infinite; results below the normal range lose bits as subnormals do.
//! Inputs are taken as they are, with all their bits: only what is computed is rounded.

use super::Arithmetic;
use crate::ast::ComparisonOperator;
use interval::big::erf_before_rounding;
use interval::{BigInterval, Binary, Constant, Unary};
use rug::float::{Round, Special};
use rug::ops::{AssignRound, Pow};
use rug::{Assign, Float, Rational};
use std::cmp::Ordering;

/// A binary format: `(float es nbits)` of FPCore with es = `exponent_bits`, nbits = es + `precision`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RoundedFormat {
    /// Bits of the significand, the leading one included.
    pub precision: u32,
    /// Bits of the exponent field.
    pub exponent_bits: u32,
}

impl RoundedFormat {
    /// Greatest exponent e of a finite number 1.m·2^e.
    fn emax(self) -> i32 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// Brings what MPFR has rounded to the precision into the exponent range; `direction` undoes double rounding.
    fn fit(self, mut x: Float, direction: Ordering) -> Float {
        // MPFR writes x = 0.1… · 2^exp, so 1.m·2^e has exp = e + 1; the least normal number has e = 1 − emax.
        x.subnormalize_round(2 - self.emax(), direction, Round::Nearest);
        match x.get_exp() {
            Some(exp) if exp > self.emax() + 1 => self.infinity(x.is_sign_negative()),
            _ => x,
        }
    }

    fn infinity(self, negative: bool) -> Float {
        let special = if negative {
            Special::NegInfinity
        } else {
            Special::Infinity
        };
        Float::with_val(self.precision, special)
    }

    fn round<T>(self, value: T) -> Float
    where
        Float: AssignRound<T, Round = Round, Ordering = Ordering>,
    {
        let (x, direction) = Float::with_val_round(self.precision, value, Round::Nearest);
        self.fit(x, direction)
    }
}

/// Arithmetic in one coarser format.
///
/// ```
/// use expr::eval::{Arithmetic, RoundedArithmetic, RoundedFormat};
/// use interval::Binary;
/// use rug::Float;
///
/// // Half precision: 11 bits, and nothing beyond 65504.
/// let half = RoundedArithmetic(RoundedFormat { precision: 11, exponent_bits: 5 });
/// let number = |x: f64| Float::with_val(53, x);
/// assert_eq!(half.binary(Binary::Add, &number(2048.0), &number(1.0)), 2048.0);
/// assert!(half.binary(Binary::Mul, &number(300.0), &number(300.0)).is_infinite());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RoundedArithmetic(pub RoundedFormat);

impl RoundedArithmetic {
    fn truth(&self, b: bool) -> Float {
        Float::with_val(self.0.precision, u8::from(b))
    }

    /// A function that picks one of its operands, rounded in case that is an input.
    fn pick(&self, x: &Float) -> Float {
        self.0.round(x)
    }

    fn copysign(&self, x: &Float, y: &Float) -> Float {
        let mut r = self.0.round(x.abs_ref());
        if y.is_sign_negative() && !y.is_zero() {
            r = -r;
        }
        r
    }

    fn remainder(&self, x: &Float, y: &Float) -> Float {
        let mut r = Float::new(self.0.precision.max(x.prec()).max(y.prec()));
        r.assign(x.remainder_ref(y));
        self.0.round(&r)
    }
}

impl Arithmetic for RoundedArithmetic {
    type Value = Float;

    fn literal(&self, value: &Rational) -> Float {
        self.0.round(value)
    }

    fn constant(&self, c: Constant) -> Float {
        // Twice the bits of any format here, then one rounding: no constant of the table is near a tie at 60 bits.
        let wide = BigInterval::constant(c, 256);
        self.0.round(wide.lo())
    }

    fn boolean(&self, b: bool) -> Float {
        self.truth(b)
    }

    fn unary(&self, f: Unary, x: &Float) -> Float {
        let r = self.0;
        match f {
            Unary::Neg => r.round(-x),
            Unary::Fabs => r.round(x.abs_ref()),
            Unary::Sqrt => r.round(x.sqrt_ref()),
            Unary::Cbrt => r.round(x.cbrt_ref()),
            Unary::Exp => r.round(x.exp_ref()),
            Unary::Exp2 => r.round(x.exp2_ref()),
            Unary::Exp10 => r.round(x.exp10_ref()),
            Unary::Expm1 => r.round(x.exp_m1_ref()),
            Unary::Log => r.round(x.ln_ref()),
            Unary::Log2 => r.round(x.log2_ref()),
            Unary::Log10 => r.round(x.log10_ref()),
            Unary::Log1p => r.round(x.ln_1p_ref()),
            Unary::Sin => r.round(x.sin_ref()),
            Unary::Cos => r.round(x.cos_ref()),
            Unary::Tan => r.round(x.tan_ref()),
            Unary::Asin => r.round(x.asin_ref()),
            Unary::Acos => r.round(x.acos_ref()),
            Unary::Atan => r.round(x.atan_ref()),
            Unary::Sinh => r.round(x.sinh_ref()),
            Unary::Cosh => r.round(x.cosh_ref()),
            Unary::Tanh => r.round(x.tanh_ref()),
            Unary::Asinh => r.round(x.asinh_ref()),
            Unary::Acosh => r.round(x.acosh_ref()),
            Unary::Atanh => r.round(x.atanh_ref()),
            Unary::Erf | Unary::Erfc => r.round(&erf_before_rounding(f, x, r.precision)),
            Unary::Tgamma => r.round(x.gamma_ref()),
            Unary::Lgamma => lgamma(r, x),
            Unary::Ceil => r.round(x.ceil_ref()),
            Unary::Floor => r.round(x.floor_ref()),
            Unary::Trunc => r.round(x.trunc_ref()),
            Unary::Round => r.round(x.round_ref()),
            Unary::Nearbyint => r.round(x.round_even_ref()),
        }
    }

    fn binary(&self, f: Binary, x: &Float, y: &Float) -> Float {
        let r = self.0;
        match f {
            Binary::Add => r.round(x + y),
            Binary::Sub => r.round(x - y),
            Binary::Mul => r.round(x * y),
            Binary::Div => r.round(x / y),
            Binary::Pow => r.round(x.pow(y)),
            Binary::Atan2 => r.round(x.atan2_ref(y)),
            Binary::Hypot => r.round(x.hypot_ref(y)),
            Binary::Fmin => self.pick(if y < x { y } else { x }),
            Binary::Fmax => self.pick(if y > x { y } else { x }),
            Binary::Fdim => r.round(x.positive_diff_ref(y)),
            Binary::Fmod => r.round(x % y),
            Binary::Remainder => self.remainder(x, y),
            Binary::Copysign => self.copysign(x, y),
        }
    }

    fn power(&self, x: &Float, n: i32) -> Float {
        self.0.round(x.pow(n))
    }

    fn fma(&self, x: &Float, y: &Float, z: &Float) -> Float {
        self.0.round(x.mul_add_ref(y, z))
    }

    fn compare(&self, c: ComparisonOperator, x: &Float, y: &Float) -> Float {
        // Comparisons with NaN fail, but for `!=`.
        let holds = x
            .partial_cmp(y)
            .map_or(c == ComparisonOperator::NotEqual, |o| c.holds(o));
        self.truth(holds)
    }

    fn and(&self, x: &Float, y: &Float) -> Float {
        self.truth(!x.is_zero() && !y.is_zero())
    }

    fn or(&self, x: &Float, y: &Float) -> Float {
        self.truth(!x.is_zero() || !y.is_zero())
    }

    fn not(&self, x: &Float) -> Float {
        self.truth(x.is_zero())
    }

    fn select(&self, c: &Float, x: &Float, y: &Float) -> Float {
        if c.is_zero() { y.clone() } else { x.clone() }
    }
}

/// log|Γ(x)|: MPFR gives the sign of Γ beside it.
fn lgamma(format: RoundedFormat, x: &Float) -> Float {
    let mut y = Float::new(format.precision);
    let mut sign = Ordering::Equal;
    let direction = (&mut y, &mut sign).assign_round(x.ln_abs_gamma_ref(), Round::Nearest);
    format.fit(y, direction)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLE: RoundedFormat = RoundedFormat {
        precision: 24,
        exponent_bits: 8,
    };

    fn float(x: f64) -> Float {
        Float::with_val(53, x)
    }

    #[test]
    fn single_precision_agrees_with_the_machine() {
        let a = RoundedArithmetic(SINGLE);
        let cases = [1.0f32, 3.0, 1e-45, 1e-38, 3e38, -7.25, 0.1, 1.1754942e-38];
        for x in cases {
            for y in cases {
                let (bx, by) = (float(f64::from(x)), float(f64::from(y)));
                assert_eq!(a.binary(Binary::Add, &bx, &by).to_f32(), x + y);
                assert_eq!(a.binary(Binary::Mul, &bx, &by).to_f32(), x * y, "{x} {y}");
                assert_eq!(a.binary(Binary::Div, &bx, &by).to_f32(), x / y, "{x} {y}");
            }
            assert_eq!(
                a.unary(Unary::Sqrt, &float(f64::from(x.abs()))).to_f32(),
                x.abs().sqrt()
            );
        }
    }

    #[test]
    fn literals_are_rounded_and_inputs_are_not() {
        let a = RoundedArithmetic(SINGLE);
        assert_eq!(a.literal(&Rational::from((1, 10))).to_f64(), f64::from(0.1f32));
        // 0.1 as a double, plus zero: one rounding of the exact double.
        assert_eq!(
            a.binary(Binary::Add, &float(0.1), &float(0.0)).to_f64(),
            f64::from(0.1f32)
        );
    }

    #[test]
    fn undefined_is_nan() {
        let a = RoundedArithmetic(SINGLE);
        assert!(a.unary(Unary::Sqrt, &float(-1.0)).is_nan());
        assert!(a.unary(Unary::Log, &float(-1.0)).is_nan());
        assert!(a.binary(Binary::Div, &float(0.0), &float(0.0)).is_nan());
    }
}
