//! The MPFR number as an endpoint: directed rounding by the library, with guards against absurd cost.

use super::erf::{erf_before_rounding, is_delicate, is_too_long, shortened};
use crate::arith;
use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Constant, Unary};
use crate::span::Span;
use rug::float::{Constant as Mpfr, Round, Special};
use rug::ops::{AssignRound, NegAssign, Pow};
use rug::{Assign, Float};
use std::cmp::Ordering;

/// Largest binary exponent of an argument that trigonometric functions reduce (π to that many bits is needed).
const TRIG_EXPONENT: i32 = 1 << 14;
/// Largest −x at which gamma functions are computed.
const GAMMA_REACH: f64 = -4096.0;
/// Largest difference of binary exponents for which a remainder is computed.
const MODULO_EXPONENT: i32 = 1 << 14;

fn round(d: Dir) -> Round {
    match d {
        Dir::Down => Round::Down,
        Dir::Up => Round::Up,
    }
}

/// Rounds an MPFR expression to `p` bits.
#[inline]
fn rounded<T>(p: u32, value: T, d: Dir) -> Float
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    with_order(p, value, d).0
}

/// Rounds an MPFR expression to `p` bits and tells the side of the result.
#[inline]
fn with_order<T>(p: u32, value: T, d: Dir) -> (Float, Ordering)
where
    Float: AssignRound<T, Round = Round, Ordering = Ordering>,
{
    let mut out = Float::new(p);
    let order = out.assign_round(value, round(d));
    (out, order)
}

/// f(x) rounded in direction `d`, with the side of the result.
fn value(f: Unary, x: &Float, d: Dir, p: u32) -> (Float, Ordering) {
    // Roundings to integer are exact at the precision of the operand.
    let whole = p.max(x.prec());
    match f {
        Unary::Neg => with_order(x.prec(), -x, d),
        Unary::Fabs => with_order(x.prec(), x.abs_ref(), d),
        Unary::Sqrt => with_order(p, x.sqrt_ref(), d),
        Unary::Cbrt => with_order(p, x.cbrt_ref(), d),
        Unary::Exp => with_order(p, x.exp_ref(), d),
        Unary::Exp2 => with_order(p, x.exp2_ref(), d),
        Unary::Exp10 => with_order(p, x.exp10_ref(), d),
        Unary::Expm1 => with_order(p, x.exp_m1_ref(), d),
        Unary::Log => with_order(p, x.ln_ref(), d),
        Unary::Log2 => with_order(p, x.log2_ref(), d),
        Unary::Log10 => with_order(p, x.log10_ref(), d),
        Unary::Log1p => with_order(p, x.ln_1p_ref(), d),
        Unary::Sin => with_order(p, x.sin_ref(), d),
        Unary::Cos => with_order(p, x.cos_ref(), d),
        Unary::Tan => with_order(p, x.tan_ref(), d),
        Unary::Asin => with_order(p, x.asin_ref(), d),
        Unary::Acos => with_order(p, x.acos_ref(), d),
        Unary::Atan => with_order(p, x.atan_ref(), d),
        Unary::Sinh => with_order(p, x.sinh_ref(), d),
        Unary::Cosh => with_order(p, x.cosh_ref(), d),
        Unary::Tanh => with_order(p, x.tanh_ref(), d),
        Unary::Asinh => with_order(p, x.asinh_ref(), d),
        Unary::Acosh => with_order(p, x.acosh_ref(), d),
        Unary::Atanh => with_order(p, x.atanh_ref(), d),
        Unary::Erf | Unary::Erfc if is_delicate(x, p) => {
            with_order(p, &erf_before_rounding(f, &shortened(f, x, d), p), d)
        }
        Unary::Erf => with_order(p, x.erf_ref(), d),
        Unary::Erfc => with_order(p, x.erfc_ref(), d),
        Unary::Tgamma => with_order(p, x.gamma_ref(), d),
        Unary::Lgamma => log_abs_gamma(x, d, p),
        Unary::Ceil => with_order(whole, x.ceil_ref(), d),
        Unary::Floor => with_order(whole, x.floor_ref(), d),
        Unary::Trunc => with_order(whole, x.trunc_ref(), d),
        Unary::Round => with_order(whole, x.round_ref(), d),
        Unary::Nearbyint => with_order(whole, x.round_even_ref(), d),
    }
}

/// f(x, y) rounded in direction `d`, with the side of the result.
fn value_of_two(f: Binary, x: &Float, y: &Float, d: Dir, p: u32) -> (Float, Ordering) {
    match f {
        Binary::Pow => with_order(p, x.pow(y), d),
        Binary::Hypot => with_order(p, x.hypot_ref(y), d),
        Binary::Atan2 => with_order(p, x.atan2_ref(y), d),
        Binary::Fmod => with_order(p, x % y, d),
        Binary::Remainder => with_order(p, x.remainder_ref(y), d),
        Binary::Add => with_order(p, x + y, d),
        Binary::Sub => with_order(p, x - y, d),
        Binary::Mul => with_order(p, x * y, d),
        Binary::Div => with_order(p, x / y, d),
        Binary::Fmin => with_order(p, x.min_ref(y), d),
        Binary::Fmax => with_order(p, x.max_ref(y), d),
        Binary::Fdim => with_order(p, x.positive_diff_ref(y), d),
        Binary::Copysign => with_order(p, x.copysign_ref(y), d),
    }
}

/// Both bounds from a value that was rounded down: unless exact, the truth lies below the next number.
fn bracket((lo, order): (Float, Ordering)) -> (Float, Float) {
    let mut hi = lo.clone();
    if order != Ordering::Equal {
        hi.next_up();
    }
    (lo, hi)
}

fn log_abs_gamma(x: &Float, d: Dir, p: u32) -> (Float, Ordering) {
    let mut out = Float::new(p);
    let mut sign = Ordering::Equal;
    let order = (&mut out, &mut sign).assign_round(x.ln_abs_gamma_ref(), round(d));
    (out, order)
}

/// An enclosure of the constant from interval operations at precision `p`.
fn constant_span(c: Constant, p: u32) -> Span<Float> {
    let library = |k: Mpfr| Span {
        lo: rounded(p, k, Dir::Down),
        hi: rounded(p, k, Dir::Up),
    };
    let double = |x: f64| Span::doubles(x, x);
    let of = |f: Unary, x: &Span<Float>| crate::elementary::unary(f, x, p);
    let over = |a: &Span<Float>, b: &Span<Float>| arith::div(a, b, p);
    match c {
        Constant::E => of(Unary::Exp, &double(1.0)),
        Constant::Log2E => over(&double(1.0), &library(Mpfr::Log2)),
        Constant::Log10E => over(&double(1.0), &of(Unary::Log, &double(10.0))),
        Constant::Ln2 => library(Mpfr::Log2),
        Constant::Ln10 => of(Unary::Log, &double(10.0)),
        Constant::Pi => library(Mpfr::Pi),
        Constant::Pi2 => over(&library(Mpfr::Pi), &double(2.0)),
        Constant::Pi4 => over(&library(Mpfr::Pi), &double(4.0)),
        Constant::OneOverPi => over(&double(1.0), &library(Mpfr::Pi)),
        Constant::TwoOverPi => over(&double(2.0), &library(Mpfr::Pi)),
        Constant::TwoOverSqrtPi => over(&double(2.0), &of(Unary::Sqrt, &library(Mpfr::Pi))),
        Constant::Sqrt2 => of(Unary::Sqrt, &double(2.0)),
        Constant::Sqrt1_2 => of(Unary::Sqrt, &double(0.5)),
    }
}

/// The binary exponent; very small for zero.
fn exponent(x: &Float) -> i32 {
    x.get_exp().unwrap_or(if x.is_zero() { i32::MIN } else { i32::MAX })
}

impl Endpoint for Float {
    type Prec = u32;

    fn of_f64(x: f64) -> Float {
        let mut out = Float::new(53);
        out.assign(x);
        out
    }

    fn to_nearest(&self) -> f64 {
        self.to_f64()
    }

    fn tidy(mut self) -> Float {
        if self.is_zero() && self.is_sign_negative() {
            self.assign(Special::Zero);
        }
        self
    }

    fn negate(mut self) -> Float {
        self.neg_assign();
        self.tidy()
    }

    fn is_integer(&self) -> bool {
        Float::is_integer(self)
    }

    fn is_even(&self) -> bool {
        Float::is_integer(self) && Float::is_integer(&(self.clone() >> 1))
    }

    fn add(a: &Float, b: &Float, d: Dir, p: u32) -> Float {
        rounded(p, a + b, d)
    }

    fn sub(a: &Float, b: &Float, d: Dir, p: u32) -> Float {
        rounded(p, a - b, d)
    }

    fn mul(a: &Float, b: &Float, d: Dir, p: u32) -> Float {
        if a.is_zero() || b.is_zero() {
            Float::new(p)
        } else {
            rounded(p, a * b, d)
        }
    }

    fn div(a: &Float, b: &Float, d: Dir, p: u32) -> Float {
        if a.is_zero() {
            Float::new(p)
        } else {
            rounded(p, a / b, d)
        }
    }

    fn fma(a: &Float, b: &Float, c: &Float, d: Dir, p: u32) -> Float {
        if a.is_zero() || b.is_zero() {
            rounded(p, c, d)
        } else {
            rounded(p, a.mul_add_ref(b, c), d)
        }
    }

    fn unary(f: Unary, x: &Float, d: Dir, p: u32) -> Float {
        value(f, x, d, p).0
    }

    fn unary_both(f: Unary, x: &Float, p: u32) -> (Float, Float) {
        if is_too_long(f, x) {
            return (value(f, x, Dir::Down, p).0, value(f, x, Dir::Up, p).0);
        }
        bracket(value(f, x, Dir::Down, p))
    }

    fn binary(f: Binary, x: &Float, y: &Float, d: Dir, p: u32) -> Float {
        value_of_two(f, x, y, d, p).0
    }

    fn binary_both(f: Binary, x: &Float, y: &Float, p: u32) -> (Float, Float) {
        bracket(value_of_two(f, x, y, Dir::Down, p))
    }

    fn sin_pi(x: &Float, d: Dir, p: u32) -> Float {
        // |sin πx| = sin π|frac x|, and rounding |·| up or down needs a value of known sign.
        let fraction = rounded(x.prec(), x.fract_ref(), d).abs();
        rounded(p, fraction.sin_pi_ref(), d)
    }

    fn constant(c: Constant, d: Dir, p: u32) -> Float {
        let span = constant_span(c, p + 16);
        match d {
            Dir::Down => rounded(p, &span.lo, d),
            Dir::Up => rounded(p, &span.hi, d),
        }
    }

    fn sign_of(f: Unary, x: &Float) -> Option<bool> {
        (exponent(x) <= TRIG_EXPONENT).then(|| value(f, x, Dir::Down, 32).0 > 0.0)
    }

    fn gamma_affordable(x: &Float) -> bool {
        *x > GAMMA_REACH
    }

    fn modulo_affordable(x: &Float, y: &Float) -> bool {
        exponent(x).saturating_sub(exponent(y)) <= MODULO_EXPONENT
    }
}
