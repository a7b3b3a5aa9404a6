//! Directed rounding of doubles without touching the rounding mode, and the double as an endpoint.
//!
//! Each basic operation computes the nearest result r and the sign of the residual (true − r),
//! which error-free transformations give exactly; r moves by one ulp only when the residual points outward.

use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Constant, Unary};
use std::cmp::Ordering;

/// Below this magnitude of the product (or dividend, or radicand) a residual could underflow.
const SMALL: f64 = f64::from_bits((1023 - 900) << 52);
/// 2^1000: lifts every number below [`SMALL`] out of the danger zone, exactly.
const LIFT: f64 = f64::from_bits((1023 + 1000) << 52);

/// The neighbour in direction `d`.
#[inline]
pub(crate) fn step(r: f64, d: Dir) -> f64 {
    match d {
        Dir::Down => r.next_down(),
        Dir::Up => r.next_up(),
    }
}

/// Bound of r + residual, where `residual` has the sign of (true − r); NaN means unknown.
#[inline]
fn settle(r: f64, residual: f64, d: Dir) -> f64 {
    let inward = match d {
        Dir::Down => residual >= 0.0,
        Dir::Up => residual <= 0.0,
    };
    // An overflowed r has an infinite or NaN residual: next_down(∞) = MAX is then the sound lower bound.
    if inward && residual.is_finite() { r } else { step(r, d) }
}

/// Knuth's TwoSum: the exact error of s = a + b.
#[inline]
fn two_sum_error(a: f64, b: f64, s: f64) -> f64 {
    let a1 = s - b;
    let b1 = s - a1;
    (a - a1) + (b - b1)
}

/// a + b rounded in direction `d`.
#[inline]
pub(crate) fn add(a: f64, b: f64, d: Dir) -> f64 {
    let s = a + b;
    let error = two_sum_error(a, b, s);
    if error.is_finite() {
        settle(s, error, d)
    } else {
        add_special(a, b, s, d)
    }
}

/// Sums with an infinity, that overflow, or on whose way TwoSum does.
#[cold]
fn add_special(a: f64, b: f64, s: f64, d: Dir) -> f64 {
    if s.is_infinite() {
        return overflowed(s, a, b, d);
    }
    // A finite sum: s − b = a + (s − (a + b)) overflows only for |a| = MAX, and then |b| < MAX, since two such numbers
    // cancel or overflow. So the operands are exchanged. (Boldo, Graillat and Muller, "On the robustness of the 2Sum and
    // Fast2Sum algorithms", 2017.)
    settle(s, two_sum_error(b, a, s), d)
}

/// a · b rounded in direction `d`; 0 · ∞ = 0.
#[inline]
pub(crate) fn mul(a: f64, b: f64, d: Dir) -> f64 {
    let p = a * b;
    if p.abs() >= SMALL {
        // a·b − p has at most 53 bits and is a multiple of |p|·2^−106 or more: the fused operation is exact.
        return if p.is_infinite() {
            overflowed(p, a, b, d)
        } else {
            settle(p, a.mul_add(b, -p), d)
        };
    }
    mul_small(a, b, p, d)
}

/// An infinite sum or product: exact if an operand is infinite, otherwise overflow.
#[cold]
fn overflowed(r: f64, a: f64, b: f64, d: Dir) -> f64 {
    if a.is_infinite() || b.is_infinite() {
        r
    } else {
        settle(r, f64::NAN, d)
    }
}

/// Products that are zero, tiny, or 0 · ∞.
#[cold]
fn mul_small(a: f64, b: f64, p: f64, d: Dir) -> f64 {
    if a == 0.0 || b == 0.0 {
        return 0.0;
    }
    if p == 0.0 {
        // Underflow to nothing: the truth has the sign of the product.
        return settle(0.0, a.signum() * b.signum(), d);
    }
    // |p| ≥ 2^−1074, so the larger factor is at least 2^−538; lifting the smaller makes the residual exact.
    let (small, large) = if a.abs() < b.abs() { (a, b) } else { (b, a) };
    settle(p, (small * LIFT).mul_add(large, -(p * LIFT)), d)
}

/// a / b rounded in direction `d`; 0/0 = 0 and x/0 = ±∞ with the sign of x (zero counts as positive).
#[inline]
pub(crate) fn div(a: f64, b: f64, d: Dir) -> f64 {
    let q = a / b;
    if a.abs() >= SMALL && q.is_finite() && b.is_finite() {
        // a − q·b is exact for a normal q; its sign is right in any case (one rounding, no underflow).
        // true − q = (a − q·b)/b
        return settle(q, (-q).mul_add(b, a) * b.signum(), d);
    }
    div_special(a, b, q, d)
}

/// Quotients with a zero, an infinity, an overflow or a tiny dividend.
#[cold]
fn div_special(a: f64, b: f64, q: f64, d: Dir) -> f64 {
    if a == 0.0 || b.is_infinite() {
        return 0.0;
    }
    if b == 0.0 || a.is_infinite() {
        return q;
    }
    if q.is_infinite() {
        return settle(q, f64::NAN, d);
    }
    if q == 0.0 {
        return settle(0.0, a.signum() * b.signum(), d);
    }
    // |q·b| is about |a| < 2^−900: the smaller of q and b is below 2^−449 and can be lifted exactly.
    let (small, large) = if q.abs() < b.abs() { (q, b) } else { (b, q) };
    settle(q, (-(small * LIFT)).mul_add(large, a * LIFT) * b.signum(), d)
}

/// √x for x ≥ 0 rounded in direction `d`.
#[inline]
pub(crate) fn sqrt(x: f64, d: Dir) -> f64 {
    let s = x.sqrt();
    if x == 0.0 || x.is_infinite() {
        return s;
    }
    // x − s² by one fused operation; tiny x is scaled by 2^1000 = (2^500)² first.
    let half_lift = f64::from_bits((1023 + 500) << 52);
    let (x, t) = if x < SMALL { (x * LIFT, s * half_lift) } else { (x, s) };
    settle(s, (-t).mul_add(t, x), d)
}

/// a · b + c rounded in direction `d`; 0 · ∞ = 0.
pub(crate) fn fma(a: f64, b: f64, c: f64, d: Dir) -> f64 {
    let p = a * b;
    if a == 0.0 || b == 0.0 {
        return c;
    }
    if c.is_infinite() {
        // Not p + c: a finite product may overflow to the opposite infinity.
        return c;
    }
    if a.is_infinite() || b.is_infinite() {
        return p;
    }
    let r = a.mul_add(b, c);
    let e = a.mul_add(b, -p);
    if e == 0.0 && p.abs() >= SMALL && p.is_finite() {
        return add(p, c, d);
    }
    let large = f64::from_bits((1023 + 1000) << 52);
    let fits = |t: f64| t.abs() >= SMALL && t.abs() <= large;
    if !(fits(p) && fits(r) && (c == 0.0 || fits(c))) {
        return step(r, d);
    }
    settle(r, fma_residual(p, e, c, r), d)
}

/// The sign of (p + e + c) − r, where p + e = a·b exactly and r is its nearest sum with c
/// (Boldo and Muller, "Exact and approximated error of the FMA", 2011).
fn fma_residual(p: f64, e: f64, c: f64, r: f64) -> f64 {
    let alpha = c + e;
    let alpha_error = two_sum_error(c, e, alpha);
    let beta = p + alpha;
    let beta_error = two_sum_error(p, alpha, beta);
    ((beta - r) + beta_error) + alpha_error
}

/// The directed value of a function from its nearest value r: one ulp outward unless exact.
#[inline]
fn widen(f: Unary, x: f64, r: f64, d: Dir) -> f64 {
    if is_exact(f, x, r) {
        return r;
    }
    let (lo, hi) = f.range();
    step(r, d).clamp(lo, hi)
}

/// Whether r = f(x) holds exactly.
#[inline]
fn is_exact(f: Unary, x: f64, r: f64) -> bool {
    use Unary::*;
    match f {
        Neg | Fabs | Ceil | Floor | Trunc | Round | Nearbyint => true,
        Log | Acos | Acosh => x == 1.0,
        Exp2 => x == x.floor() && r >= f64::MIN_POSITIVE && r.is_finite(),
        // 10^22 = 2^22·5^22 with 5^22 < 2^53
        Exp10 => x == x.floor() && (0.0..=22.0).contains(&x),
        Log2 => r == r.floor() && core_math::exp2(r) == x && x >= f64::MIN_POSITIVE,
        Log10 => r == r.floor() && (0.0..=22.0).contains(&r) && core_math::exp10(r) == x,
        Cbrt => x == 0.0 || cube_is(x, r),
        // 22! = Γ(23) has an odd part below 2^53, 23! has not.
        Tgamma => x == x.floor() && (1.0..=23.0).contains(&x),
        Lgamma => x == 1.0 || x == 2.0,
        _ => x == 0.0,
    }
}

/// Whether r³ = x exactly, asked only where no part of the test can underflow.
fn cube_is(x: f64, r: f64) -> bool {
    let square = r * r;
    x.is_finite() && x.abs() >= SMALL && r.mul_add(r, -square) == 0.0 && square * r == x && square.mul_add(r, -x) == 0.0
}

/// Whether x^y = r exactly, for x > 0 (sufficient, not necessary).
fn power_is_exact(x: f64, y: f64, r: f64) -> bool {
    let normal = |t: f64| (f64::MIN_POSITIVE..f64::INFINITY).contains(&t);
    if !(normal(x) && normal(r) && y == y.floor()) {
        return false;
    }
    // x = m·2^e with m odd: x^n is representable iff m^n < 2^53, and a negative power iff m = 1.
    let mantissa = (x.to_bits() & ((1 << 52) - 1)) | (1 << 52);
    let odd = mantissa >> mantissa.trailing_zeros();
    odd == 1 || (y > 0.0 && y <= 53.0 && odd.checked_pow(y as u32).is_some_and(|m| m < 1 << 53))
}

/// Whether hypot(x, y) = r exactly (sufficient, not necessary).
fn hypot_is_exact(x: f64, y: f64, r: f64) -> bool {
    if x == 0.0 || y == 0.0 {
        return true;
    }
    let inside = |t: f64| (1e-100..1e100).contains(&t.abs());
    let square = |t: f64| (t.mul_add(t, -(t * t)) == 0.0).then_some(t * t);
    match (square(x), square(y), square(r)) {
        (Some(a), Some(b), Some(c)) if inside(x) && inside(y) => a + b == c && two_sum_error(a, b, c) == 0.0,
        _ => false,
    }
}

/// Whether the nearest value r = f(x, y) is exact (sufficient, not necessary).
fn binary_is_exact(f: Binary, x: f64, y: f64, r: f64) -> bool {
    match f {
        Binary::Pow => power_is_exact(x, y, r),
        Binary::Hypot => x.is_infinite() || y.is_infinite() || hypot_is_exact(x, y, r),
        Binary::Atan2 => x == 0.0 && y >= 0.0,
        Binary::Fmin | Binary::Fmax | Binary::Fmod | Binary::Remainder | Binary::Copysign => true,
        Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Fdim => false,
    }
}

/// The directed value from the nearest value r: one ulp outward; powers and lengths stay nonnegative.
fn widen_binary(f: Binary, r: f64, d: Dir) -> f64 {
    let nonnegative = matches!(f, Binary::Pow | Binary::Hypot | Binary::Fdim);
    let least = if nonnegative { 0.0 } else { f64::NEG_INFINITY };
    step(r, d).max(least)
}

/// The largest double below each constant; none of them is a double.
fn constant_below(c: Constant) -> f64 {
    use std::f64::consts as nearest;
    match c {
        Constant::E => nearest::E,
        Constant::Log2E => nearest::LOG2_E,
        Constant::Log10E => nearest::LOG10_E,
        Constant::Ln2 => nearest::LN_2,
        Constant::Ln10 => nearest::LN_10.next_down(),
        Constant::Pi => nearest::PI,
        Constant::Pi2 => nearest::FRAC_PI_2,
        Constant::Pi4 => nearest::FRAC_PI_4,
        Constant::OneOverPi => nearest::FRAC_1_PI.next_down(),
        Constant::TwoOverPi => nearest::FRAC_2_PI.next_down(),
        Constant::TwoOverSqrtPi => nearest::FRAC_2_SQRT_PI,
        Constant::Sqrt2 => nearest::SQRT_2.next_down(),
        Constant::Sqrt1_2 => nearest::FRAC_1_SQRT_2.next_down(),
    }
}

impl Endpoint for f64 {
    type Prec = ();

    #[inline]
    fn of_f64(x: f64) -> f64 {
        x
    }
    #[inline]
    fn to_nearest(&self) -> f64 {
        *self
    }
    #[inline]
    fn tidy(self) -> f64 {
        self + 0.0
    }
    #[inline]
    fn negate(self) -> f64 {
        0.0 - self
    }
    #[inline]
    fn is_integer(&self) -> bool {
        self.is_finite() && *self == self.trunc()
    }
    #[inline]
    fn is_even(&self) -> bool {
        self.is_finite() && self % 2.0 == 0.0
    }
    #[inline]
    fn add(a: &f64, b: &f64, d: Dir, _: ()) -> f64 {
        add(*a, *b, d)
    }
    #[inline]
    fn sub(a: &f64, b: &f64, d: Dir, _: ()) -> f64 {
        add(*a, -*b, d)
    }
    #[inline]
    fn mul(a: &f64, b: &f64, d: Dir, _: ()) -> f64 {
        mul(*a, *b, d)
    }
    #[inline]
    fn div(a: &f64, b: &f64, d: Dir, _: ()) -> f64 {
        div(*a, *b, d)
    }
    #[inline]
    fn fma(a: &f64, b: &f64, c: &f64, d: Dir, _: ()) -> f64 {
        fma(*a, *b, *c, d)
    }
    #[inline]
    fn unary(f: Unary, x: &f64, d: Dir, _: ()) -> f64 {
        match f {
            Unary::Sqrt => sqrt(*x, d),
            _ => widen(f, *x, f.eval(*x), d),
        }
    }
    #[inline]
    fn unary_both(f: Unary, x: &f64, _: ()) -> (f64, f64) {
        if f == Unary::Sqrt {
            return (sqrt(*x, Dir::Down), sqrt(*x, Dir::Up));
        }
        let r = f.eval(*x);
        (widen(f, *x, r, Dir::Down), widen(f, *x, r, Dir::Up))
    }
    #[inline]
    fn binary(f: Binary, x: &f64, y: &f64, d: Dir, _: ()) -> f64 {
        let r = f.eval(*x, *y);
        if binary_is_exact(f, *x, *y, r) {
            r
        } else {
            widen_binary(f, r, d)
        }
    }
    #[inline]
    fn binary_both(f: Binary, x: &f64, y: &f64, _: ()) -> (f64, f64) {
        let r = f.eval(*x, *y);
        if binary_is_exact(f, *x, *y, r) {
            return (r, r);
        }
        (widen_binary(f, r, Dir::Down), widen_binary(f, r, Dir::Up))
    }
    fn sin_pi(x: &f64, d: Dir, _: ()) -> f64 {
        step(core_math::sinpi(*x).abs(), d).clamp(0.0, 1.0)
    }
    fn constant(c: Constant, d: Dir, _: ()) -> f64 {
        match d {
            Dir::Down => constant_below(c),
            Dir::Up => constant_below(c).next_up(),
        }
    }
    #[inline]
    fn sign_of(f: Unary, x: &f64) -> Option<bool> {
        f.eval(*x).partial_cmp(&0.0).map(|o| o == Ordering::Greater)
    }
    fn gamma_affordable(_: &f64) -> bool {
        true
    }
    fn modulo_affordable(_: &f64, _: &f64) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rug::Float;
    use rug::float::Round;

    /// A spread of magnitudes and bit patterns, with the borders of the format.
    fn numbers() -> Vec<f64> {
        let border = [
            5e-324,
            1e-323,
            f64::MIN_POSITIVE,
            f64::MIN_POSITIVE.next_down(),
            f64::MAX,
            1.0,
            3.0,
            SMALL,
            LIFT,
        ];
        let mut state = 1u64;
        let spread = (0..60).map(|_| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            f64::from_bits(state & !(1 << 63)).min(f64::MAX)
        });
        border
            .into_iter()
            .chain(spread)
            .flat_map(|x| [x, -x])
            .filter(|x| x.is_finite())
            .collect()
    }

    /// The tightest bound, from a result that is exact to 4500 bits or correctly rounded to 53.
    fn check(name: &str, got: impl Fn(Dir) -> f64, exact: impl Fn(Round) -> Float) {
        for (d, r) in [(Dir::Down, Round::Down), (Dir::Up, Round::Up)] {
            let expected = exact(r).to_f64_round(r);
            assert_eq!(got(d), expected, "{name} {d:?}");
        }
    }

    #[test]
    fn basic_operations_are_rounded_as_tightly_as_possible() {
        let wide = |x: f64| Float::with_val(4500, x);
        for a in numbers() {
            for b in numbers() {
                check(&format!("{a:e} + {b:e}"), |d| add(a, b, d), |_| wide(a) + wide(b));
                check(&format!("{a:e} * {b:e}"), |d| mul(a, b, d), |_| wide(a) * wide(b));
                let quotient = |r| Float::with_val_round(2300, &wide(a) / &wide(b), r).0;
                check(&format!("{a:e} / {b:e}"), |d| div(a, b, d), quotient);
            }
            if a > 0.0 {
                let root = |r| Float::with_val_round(1200, wide(a).sqrt_ref(), r).0;
                check(&format!("sqrt {a:e}"), |d| sqrt(a, d), root);
            }
        }
    }
}
