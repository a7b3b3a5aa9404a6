//! Variance of three numbers.

/// Correct: from the differences of the numbers alone, without a mean.
pub fn variance(x: f64, y: f64, z: f64) -> f64 {
    ((x - y).powi(2) + (y - z).powi(2) + (z - x).powi(2)) / 9.0
}

/// Wrong: mean of the squares minus square of the mean, which cancel when the mean is large.
pub fn variance_squares(x: f64, y: f64, z: f64) -> f64 {
    let m = (x + y + z) / 3.0;
    (x * x + y * y + z * z) / 3.0 - m * m
}
