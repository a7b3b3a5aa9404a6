//! One step of a low-pass filter: y + a (x - y), samples in Q16, coefficient in Q15.

/// Correct: the product has 64 bits and is rounded to the nearest step.
pub fn filter(y: i32, x: i32, a: i16) -> i32 {
    let product = i64::from(a) * (i64::from(x) - i64::from(y));
    y + ((product + (1 << 14)) >> 15) as i32
}

/// Wrong: the difference is shifted before the product, which drops its last bits.
pub fn filter_early(y: i32, x: i32, a: i16) -> i32 {
    y + i32::from(a) * ((x - y) >> 15)
}
