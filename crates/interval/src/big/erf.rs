//! The error function, around a fault of the library.
//!
//! MPFR 4.2 sums 1 − x²/3 + x⁴/10 − … with few more bits than it is asked for, and ends the process if a partial sum is
//! exactly zero. With enough bits for x² to be exact that does not happen: x² = 3 has no solution among the numbers.

use crate::bound::Dir;
use crate::function::Unary;
use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;

/// Precisions from which on a partial sum is zero by chance once in the lifetime of the universe, at most.
const SAFE: u32 = 128;

/// Bits that are added for safety.
const MORE: u32 = 64;

/// Magnitudes between which the library sums the series. Beyond them it does not, and erfc may be below all numbers, where
/// nothing lies between two of them.
const SERIES: std::ops::Range<f64> = 1e-3..1e3;

/// Whether the library may fail on x when it is asked for this many bits.
pub(super) fn is_delicate(x: &Float, bits: u32) -> bool {
    SERIES.contains(&x.to_f64().abs()) && (bits < SAFE || is_near_root(x))
}

/// Bits of numbers near the root for which the library's bound of its error is a finite double.
const SHORT: u32 = 900;

/// Whether x must be rounded before its error function is taken.
pub(super) fn is_too_long(f: Unary, x: &Float) -> bool {
    matches!(f, Unary::Erf | Unary::Erfc) && x.prec() > SHORT && is_near_root(x)
}

/// x rounded so that its error function is rounded in direction `d`, more or less: erf rises, erfc falls.
pub(super) fn shortened(f: Unary, x: &Float, d: Dir) -> Float {
    let down = (d == Dir::Down) == (f == Unary::Erf);
    let bits = if is_too_long(f, x) { SHORT } else { x.prec() };
    Float::with_val_round(bits, x, if down { Round::Down } else { Round::Up }).0
}

/// Whether x² is about 3.
fn is_near_root(x: &Float) -> bool {
    let near = x.to_f64();
    (near * near - 3.0).abs() < 1e-3
}

/// erf(x) or erfc(x) in enough more bits that rounding it to `bits` or fewer, in any way, is rounding the real value.
pub fn erf_before_rounding(f: Unary, x: &Float, bits: u32) -> Float {
    let wide = bits.max(2 * x.prec()) + MORE;
    if f == Unary::Erfc && !is_near_root(x) {
        return between(Float::with_val_round(wide, x.erfc_ref(), Round::Down));
    }
    let erf = between(Float::with_val_round(wide, x.erf_ref(), Round::Down));
    if f == Unary::Erf {
        return erf;
    }
    // The library takes erfc from an erf of fewer bits; near the root the difference loses no more than six.
    Float::with_val(wide + 8, 1u32 - &erf)
}

/// Of a number that was rounded down, one strictly between it and the next, as the real value is; an exact one stays.
fn between((low, order): (Float, Ordering)) -> Float {
    if order == Ordering::Equal {
        return low;
    }
    let (wide, mut high) = (low.prec() + 1, low.clone());
    high.next_up();
    Float::with_val(wide, &low + &high) / 2u32
}
