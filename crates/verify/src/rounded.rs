//! Numbers of a coarse format: literals, constants and the result of every operation are rounded once, to nearest.
//!
//! Inputs are taken with all their bits. A power with a written integer is one operation, and its exponent no literal.
//! Overflow is infinite, results below the normal range lose bits, and what has no value is NaN.

use super::walk::{Numbers, PossibleTruth};
use expr::ast::{ComparisonOperator, Data, Expr, ExprKind, Property, PropertyValue};
use interval::{BigInterval, Binary, Constant, Unary};
use rug::float::{Round, Special};
use rug::ops::{AssignRound, Pow};
use rug::{Float, Rational};
use std::cmp::Ordering;

/// A binary floating-point format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Coarse {
    /// Bits of the significand, the leading one included.
    bits: u32,
    /// Greatest e of a finite number 1.m·2^e.
    emax: i32,
}

impl Coarse {
    /// Widest format that is computed in.
    const MAX_BITS: u32 = 4096;

    /// `exponent` bits of exponent, `bits` of significand; `None` if that is no sensible format.
    fn new(exponent: u32, bits: u32) -> Option<Coarse> {
        let sensible = (2..=20).contains(&exponent) && (2..=Coarse::MAX_BITS).contains(&bits);
        sensible.then(|| Coarse {
            bits,
            emax: (1 << (exponent - 1)) - 1,
        })
    }

    /// The format and the formula of `(! :precision format formula)`.
    pub(super) fn of(body: &Expr) -> Option<(Coarse, &Expr)> {
        let ExprKind::Annotated(properties, inner) = &body.kind else {
            return None;
        };
        let precision = properties.iter().find(|p| p.name == "precision")?;
        Some((Coarse::named(precision)?, inner))
    }

    fn named(precision: &Property) -> Option<Coarse> {
        match &precision.value {
            PropertyValue::Data(Data::Symbol(name)) => match name.as_str() {
                "binary16" => Coarse::new(5, 11),
                "binary32" => Coarse::new(8, 24),
                "binary64" => Coarse::new(11, 53),
                _ => None,
            },
            PropertyValue::Data(Data::List(words)) => Coarse::listed(words),
            _ => None,
        }
    }

    /// `(float es nbits)`.
    fn listed(words: &[Data]) -> Option<Coarse> {
        let [Data::Symbol(float), Data::Symbol(exponent), Data::Symbol(total)] = words else {
            return None;
        };
        let (exponent, total): (u32, u32) = (exponent.parse().ok()?, total.parse().ok()?);
        let bits = total.checked_sub(exponent)?;
        if float == "float" {
            Coarse::new(exponent, bits)
        } else {
            None
        }
    }

    /// A float, exactly.
    pub(super) fn float(x: f64) -> Float {
        Float::with_val(53, x)
    }

    /// Rounds what MPFR is about to compute.
    fn round<T>(self, computed: T) -> Float
    where
        Float: AssignRound<T, Round = Round, Ordering = Ordering>,
    {
        let mut x = Float::new(self.bits);
        let direction = x.assign_round(computed, Round::Nearest);
        self.confine(x, direction)
    }

    /// Brings a rounded number into the exponent range. `direction` tells how it was rounded, lest it be rounded twice.
    fn confine(self, mut x: Float, direction: Ordering) -> Float {
        // MPFR writes 0.1m·2^exp, so 1.m·2^e has exp = e + 1; the least normal number has e = 1 − emax.
        x.subnormalize_round(2 - self.emax, direction, Round::Nearest);
        if x.get_exp().is_some_and(|exp| exp > self.emax + 1) {
            let negative = x.is_sign_negative();
            let end = if negative {
                Special::NegInfinity
            } else {
                Special::Infinity
            };
            return Float::with_val(self.bits, end);
        }
        x
    }

    fn nan(self) -> Float {
        Float::with_val(self.bits, Special::Nan)
    }

    fn lgamma(self, x: &Float) -> Float {
        let (mut y, mut sign) = (Float::new(self.bits), Ordering::Equal);
        let direction = (&mut y, &mut sign).assign_round(x.ln_abs_gamma_ref(), Round::Nearest);
        self.confine(y, direction)
    }

    fn extreme(self, x: &Float, y: &Float, wanted: Ordering) -> Float {
        match y.partial_cmp(x) {
            None => self.nan(),
            Some(order) => self.round(if order == wanted { y } else { x }),
        }
    }

    /// |x| with the sign of y, where zero is positive.
    fn copysign(self, x: &Float, y: &Float) -> Float {
        let size = self.round(x.abs_ref());
        match y.cmp0() {
            None => self.nan(),
            Some(Ordering::Less) => -size,
            Some(_) => size,
        }
    }
}

impl Numbers for Coarse {
    type Value = Float;

    fn number(&self, q: &Rational) -> Float {
        self.round(q)
    }

    fn constant(&self, c: Constant) -> Float {
        // Enclosed ever more narrowly until both ends round to the same number.
        let mut extra = 64;
        loop {
            let near = BigInterval::constant(c, self.bits + extra);
            let (lo, hi) = (self.round(near.lo()), self.round(near.hi()));
            if lo == hi || extra > Coarse::MAX_BITS {
                return lo;
            }
            extra *= 2;
        }
    }

    fn unary(&self, f: Unary, x: &Float) -> Float {
        use Unary::*;
        match f {
            Neg => self.round(-x),
            Fabs => self.round(x.abs_ref()),
            Sqrt => self.round(x.sqrt_ref()),
            Cbrt => self.round(x.cbrt_ref()),
            Exp => self.round(x.exp_ref()),
            Exp2 => self.round(x.exp2_ref()),
            Exp10 => self.round(x.exp10_ref()),
            Expm1 => self.round(x.exp_m1_ref()),
            Log => self.round(x.ln_ref()),
            Log2 => self.round(x.log2_ref()),
            Log10 => self.round(x.log10_ref()),
            Log1p => self.round(x.ln_1p_ref()),
            Sin => self.round(x.sin_ref()),
            Cos => self.round(x.cos_ref()),
            Tan => self.round(x.tan_ref()),
            Asin => self.round(x.asin_ref()),
            Acos => self.round(x.acos_ref()),
            Atan => self.round(x.atan_ref()),
            Sinh => self.round(x.sinh_ref()),
            Cosh => self.round(x.cosh_ref()),
            Tanh => self.round(x.tanh_ref()),
            Asinh => self.round(x.asinh_ref()),
            Acosh => self.round(x.acosh_ref()),
            Atanh => self.round(x.atanh_ref()),
            Erf | Erfc => self.round(&interval::big::erf_before_rounding(f, x, self.bits)),
            Tgamma => self.round(x.gamma_ref()),
            Lgamma => self.lgamma(x),
            Ceil => self.round(x.ceil_ref()),
            Floor => self.round(x.floor_ref()),
            Trunc => self.round(x.trunc_ref()),
            Round => self.round(x.round_ref()),
            Nearbyint => self.round(x.round_even_ref()),
        }
    }

    fn binary(&self, f: Binary, x: &Float, y: &Float) -> Float {
        match f {
            Binary::Add => self.round(x + y),
            Binary::Sub => self.round(x - y),
            Binary::Mul => self.round(x * y),
            Binary::Div => self.round(x / y),
            Binary::Pow => self.round(x.pow(y)),
            Binary::Atan2 => self.round(x.atan2_ref(y)),
            Binary::Hypot => self.round(x.hypot_ref(y)),
            Binary::Fmin => self.extreme(x, y, Ordering::Less),
            Binary::Fmax => self.extreme(x, y, Ordering::Greater),
            Binary::Fdim => self.round(x.positive_diff_ref(y)),
            Binary::Fmod => self.round(x % y),
            Binary::Remainder => self.round(x.remainder_ref(y)),
            Binary::Copysign => self.copysign(x, y),
        }
    }

    fn twice(&self, f: Binary, x: &Float) -> Option<Float> {
        (f == Binary::Mul).then(|| self.power(x, 2))
    }

    fn power(&self, x: &Float, n: i32) -> Float {
        self.round(x.pow(n))
    }

    fn fma(&self, x: &Float, y: &Float, z: &Float) -> Float {
        self.round(x.mul_add_ref(y, z))
    }

    /// As a machine compares: with NaN nothing holds but `!=`.
    fn compare(&self, c: ComparisonOperator, x: &Float, y: &Float) -> PossibleTruth {
        let unordered = c == ComparisonOperator::NotEqual;
        PossibleTruth::known(x.partial_cmp(y).map_or(unordered, |order| c.holds(order)))
    }

    fn join(&self, x: Float, _: Float) -> Float {
        // Comparisons are always decided, so there is never more than one.
        x
    }

    fn undefined(&self) -> Float {
        self.nan()
    }

    fn fuel(&self) -> u64 {
        64_000_000
    }

    fn cost(&self, _: &Float) -> u64 {
        u64::from(self.bits.max(64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SINGLE: Coarse = Coarse { bits: 24, emax: 127 };

    #[test]
    fn single_precision_is_that_of_the_machine() {
        let cases = [
            0.0f32,
            1.0,
            3.0,
            1e-45,
            7e-45,
            1e-38,
            1.1754942e-38,
            3e38,
            -7.25,
            0.1,
            -1e-30,
        ];
        for x in cases {
            for y in cases {
                let (a, b) = (Coarse::float(f64::from(x)), Coarse::float(f64::from(y)));
                let check = |f, expected: f32| {
                    let found = SINGLE.binary(f, &a, &b).to_f32();
                    assert!(
                        found == expected || (found.is_nan() && expected.is_nan()),
                        "{x} {f} {y}: {found}"
                    );
                };
                check(Binary::Add, x + y);
                check(Binary::Sub, x - y);
                check(Binary::Mul, x * y);
                check(Binary::Div, x / y);
            }
        }
    }

    #[test]
    fn constants_and_literals_are_rounded() {
        assert_eq!(SINGLE.constant(Constant::Pi).to_f32(), std::f32::consts::PI);
        assert_eq!(SINGLE.number(&Rational::from((1, 10))).to_f32(), 0.1f32);
    }

    #[test]
    fn formats_are_read() {
        let read = |text: &str| {
            let text = format!("(FPCore (x) (! :precision {text} x))");
            let core = expr::fpcore::read(&text).unwrap().remove(0);
            Coarse::of(&core.body).map(|(coarse, _)| coarse)
        };
        assert_eq!(read("binary32"), Some(SINGLE));
        assert_eq!(read("binary16"), Some(Coarse { bits: 11, emax: 15 }));
        assert_eq!(read("(float 15 45)"), Some(Coarse { bits: 30, emax: 16383 }));
        assert_eq!(read("(float 15 999999999)"), None);
        assert_eq!(read("(float 15 15)"), None);
        assert_eq!(read("(posit 2 16)"), None);
    }
}
