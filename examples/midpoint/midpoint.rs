//! The middle between two numbers.

/// Correct: halved before the sum, which cannot overflow.
pub fn midpoint(a: f64, b: f64) -> f64 {
    a / 2.0 + b / 2.0
}

/// Wrong: the sum overflows when both are large and of one sign.
pub fn midpoint_naive(a: f64, b: f64) -> f64 {
    (a + b) / 2.0
}

/// Wrong: mended for one sign, and now the difference overflows for two.
pub fn midpoint_difference(a: f64, b: f64) -> f64 {
    a + (b - a) / 2.0
}
