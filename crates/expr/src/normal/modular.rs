//! Fingerprints: forms evaluated modulo a prime at fixed pseudo-random atoms.
//!
//! Equal functions have equal fingerprints; unequal ones almost never do. A fingerprint only proposes what
//! exact arithmetic then proves.

use super::form::QuotientForm;
use super::poly::Poly;
use rug::{Integer, Rational};

/// The Mersenne prime 2^61 − 1.
const P: u64 = (1 << 61) - 1;

fn multiply(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(P)) as u64
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base);
        }
        base = multiply(base, base);
        exponent >>= 1;
    }
    result
}

/// Fermat: a^(P−2) = 1/a.
fn inverse(a: u64) -> Option<u64> {
    (a != 0).then(|| power(a, P - 2))
}

fn residue(n: &Integer) -> u64 {
    // The remainder of a negative number is negative.
    let r = Integer::from(n % P);
    let r = if r < 0 { r + P } else { r };
    r.to_u64_wrapping()
}

fn coefficient(c: &Rational) -> Option<u64> {
    Some(multiply(residue(c.numer()), inverse(residue(c.denom()))?))
}

/// The value of an atom: splitmix64 of its number.
pub fn atom_value(atom: u32) -> u64 {
    let mut z = u64::from(atom).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31)) % P
}

fn evaluate(poly: &Poly) -> Option<u64> {
    let mut sum = 0;
    for (monomial, c) in poly.terms() {
        let term = monomial.iter().fold(coefficient(c)?, |t, &(a, e)| {
            multiply(t, power(atom_value(a), e.into()))
        });
        sum = (sum + term) % P;
    }
    Some(sum)
}

/// The fingerprint; `None` at an unlucky pole.
pub fn fingerprint(form: &QuotientForm) -> Option<u64> {
    Some(multiply(evaluate(&form.num)?, inverse(evaluate(&form.den)?)?))
}
