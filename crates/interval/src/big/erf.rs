//! The error function, around a fault of the library.
//!
//! MPFR 4.2 sums 1 − x²/3 + x⁴/10 − … with few more bits than it is asked for, and ends the process if a partial sum is
//! exactly zero. With enough bits for x² to be exact that does not happen: x² = 3 has no solution among the numbers.

use crate::function::Unary;
use rug::Float;
use rug::float::Round;
use std::cmp::Ordering;

/// Precisions from which on a partial sum is zero by chance once in the lifetime of the universe, at most.
const SAFE: u32 = 128;

/// Bits that are added for safety.
const MORE: u32 = 64;

/// Whether the library may fail on x when it is asked for so many bits.
pub(super) fn is_delicate(x: &Float, bits: u32) -> bool {
    let near = x.to_f64();
    x.is_finite() && !x.is_zero() && (bits < SAFE || (near * near - 3.0).abs() < 1e-3)
}

/// erf(x) or erfc(x) in so many more bits that rounding it to `bits` or fewer, in any way, is rounding the real value.
pub fn erf_before_rounding(f: Unary, x: &Float, bits: u32) -> Float {
    let wide = bits.max(2 * x.prec()) + MORE;
    let (low, order) = match f {
        Unary::Erfc => Float::with_val_round(wide, x.erfc_ref(), Round::Down),
        _ => Float::with_val_round(wide, x.erf_ref(), Round::Down),
    };
    if order == Ordering::Equal {
        return low;
    }
    // The real value lies strictly between two neighbours, and so does their middle.
    let mut high = low.clone();
    high.next_up();
    Float::with_val(wide + 1, low + Float::with_val(wide + 1, high)) / 2u32
}
