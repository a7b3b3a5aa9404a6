//! Interpolation between a and b, a <= b.

/// Faulty: between equal neighbours the weights need not add up to 1.
pub fn between_weights(a: f64, b: f64, t: f64) -> f64 {
    a * (1.0 - t) + b * t
}

/// Corrected: two roundings, and both are those of a fused multiplication and addition.
pub fn between(a: f64, b: f64, t: f64) -> f64 {
    t.mul_add(b, (-t).mul_add(a, a))
}
