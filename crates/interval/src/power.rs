//! Real powers: algebraic for integer exponents, exp(y·log x) otherwise.
//!
//! x^0 = 1 for every x; 0^y = 0 for y > 0 and undefined for y < 0;
//! a negative base has powers with integer exponents only.

use crate::arith;
use crate::bound::{Dir, Endpoint};
use crate::function::{Binary, Unary};
use crate::span::{Span, larger, smaller};

/// x^y over the part of the box where it is defined.
pub(crate) fn pow<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() || y.is_empty() {
        return Span::empty();
    }
    if y.is_point() && y.lo.is_integer() {
        return integer_power(x, &y.lo, p);
    }
    let right = x.intersect(&Span::doubles(0.0, f64::INFINITY));
    let left = x.intersect(&Span::doubles(f64::NEG_INFINITY, 0.0));
    let from_right = nonnegative_base(&right, y, p);
    if left.is_empty() || left.is_zero() {
        return from_right;
    }
    from_right.hull(&negative_base(&left, y, p))
}

/// Whether every point of the (nonempty) box has a power.
pub(crate) fn is_defined<B: Endpoint>(x: &Span<B>, y: &Span<B>) -> bool {
    let integer = y.is_point() && y.lo.is_integer();
    x.lo > 0.0 || (x.lo >= 0.0 && y.lo >= 0.0) || (integer && (y.lo >= 0.0 || !x.contains_zero()))
}

/// x^n for an integer n.
pub(crate) fn integer_power<B: Endpoint>(x: &Span<B>, n: &B, p: B::Prec) -> Span<B> {
    if x.is_empty() || (x.is_zero() && *n < 0.0) {
        return Span::empty();
    }
    if *n == 0.0 {
        return Span::doubles(1.0, 1.0);
    }
    if *n == 1.0 {
        return x.clone();
    }
    let exponent = Span {
        lo: n.clone(),
        hi: n.clone(),
    };
    if n.is_even() {
        return nonnegative_base(&x.magnitude(), &exponent, p);
    }
    if x.lo >= 0.0 {
        return nonnegative_base(x, &exponent, p);
    }
    if x.hi <= 0.0 {
        return nonnegative_base(&x.negated(), &exponent, p).negated();
    }
    // An odd power through zero: increasing for n > 0, both infinite branches for n < 0.
    if *n < 0.0 {
        return Span::entire();
    }
    let low = corner(&x.lo.clone().negate(), n, Dir::Up, p).negate();
    Span::ends(low, corner(&x.hi, n, Dir::Up, p))
}

/// x^y for x ≥ 0: monotone in either variable, so the corners decide.
fn nonnegative_base<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    if x.is_empty() {
        return Span::empty();
    }
    if x.is_zero() {
        return powers_of_zero(y);
    }
    let at = |u: &B, v: &B, d| corner(u, v, d, p);
    let basic = [-1.0, 1.0, 2.0].iter().any(|n| y.lo == *n);
    if x.is_point() && y.is_point() && !basic && limit(&x.lo, &y.lo).is_none() {
        let (lo, hi) = B::binary_both(Binary::Pow, &x.lo, &y.lo, p);
        return Span::ends(lo, hi);
    }
    let (a, b, c, d) = (&x.lo, &x.hi, &y.lo, &y.hi);
    // x^y = exp(y · log x) with log x in [log a, log b]: the corners of that product, by signs.
    let (low, high) = if *a >= 1.0 {
        ((if *c >= 0.0 { a } else { b }, c), (if *d >= 0.0 { b } else { a }, d))
    } else if *b <= 1.0 {
        ((if *d >= 0.0 { a } else { b }, d), (if *c >= 0.0 { b } else { a }, c))
    } else if *c >= 0.0 {
        ((a, d), (b, d))
    } else if *d <= 0.0 {
        ((b, c), (a, c))
    } else {
        let low = smaller(&at(a, d, Dir::Down), &at(b, c, Dir::Down)).clone();
        return Span::ends(low, larger(&at(a, c, Dir::Up), &at(b, d, Dir::Up)).clone());
    };
    Span::ends(at(low.0, low.1, Dir::Down), at(high.0, high.1, Dir::Up))
}

/// The powers of zero: 0 for positive exponents, 1 for the exponent 0.
fn powers_of_zero<B: Endpoint>(y: &Span<B>) -> Span<B> {
    let zero = if y.hi > 0.0 {
        Span::doubles(0.0, 0.0)
    } else {
        Span::empty()
    };
    let one = if y.contains_zero() {
        Span::doubles(1.0, 1.0)
    } else {
        Span::empty()
    };
    zero.hull(&one)
}

/// x^y for x ≤ 0 and exponents that are not a single integer: only the integers among them count.
fn negative_base<B: Endpoint>(x: &Span<B>, y: &Span<B>, p: B::Prec) -> Span<B> {
    let first = B::unary(Unary::Ceil, &y.lo, Dir::Down, p);
    let last = B::unary(Unary::Floor, &y.hi, Dir::Up, p);
    if first > last {
        return Span::empty();
    }
    if first == last {
        return integer_power(x, &first, p);
    }
    // Even and odd exponents: both signs of |x|^y.
    let size = nonnegative_base(&x.magnitude(), &Span::ends(first, last), p);
    size.hull(&size.negated())
}

/// x^y at a corner with x ≥ 0.
fn corner<B: Endpoint>(x: &B, y: &B, d: Dir, p: B::Prec) -> B {
    if let Some(value) = limit(x, y) {
        B::of_f64(value)
    } else if *y == 1.0 {
        x.clone()
    } else if *y == 2.0 {
        B::mul(x, x, d, p)
    } else if *y == -1.0 {
        B::div(&B::of_f64(1.0), x, d, p)
    } else {
        B::binary(Binary::Pow, x, y, d, p)
    }
}

/// x^y for x ≥ 0 where an end is 0, 1 or infinite, as a limit.
fn limit<B: Endpoint>(x: &B, y: &B) -> Option<f64> {
    let zero_or_infinite = |infinite: bool| Some(if infinite { f64::INFINITY } else { 0.0 });
    let unbounded = *y == f64::INFINITY || *y == f64::NEG_INFINITY;
    if *y == 0.0 || *x == 1.0 {
        Some(1.0)
    } else if *x == 0.0 {
        zero_or_infinite(*y < 0.0)
    } else if *x == f64::INFINITY {
        zero_or_infinite(*y > 0.0)
    } else if unbounded {
        zero_or_infinite((*x > 1.0) == (*y > 0.0))
    } else {
        None
    }
}

/// xⁿ; the reciprocal is a division.
pub(crate) fn powi<B: Endpoint>(x: &Span<B>, n: i32, p: B::Prec) -> Span<B> {
    if n == -1 {
        return arith::div(&Span::doubles(1.0, 1.0), x, p);
    }
    integer_power(x, &B::of_f64(f64::from(n)), p)
}
