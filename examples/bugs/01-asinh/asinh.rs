//! Inverse hyperbolic sine.

/// Faulty: the textbook formula for all x. It cancels for negative x, and its square overflows.
pub fn asinh_log(x: f64) -> f64 {
    (x + (x * x + 1.0).sqrt()).ln()
}

/// Faulty: the sign is mended, the overflow is not.
pub fn asinh_sign(x: f64) -> f64 {
    let a = x.abs();
    (a + (a * a + 1.0).sqrt()).ln().copysign(x)
}

/// Corrected: large arguments never meet their square, small ones never meet 1 + x.
pub fn asinh(x: f64) -> f64 {
    let a = x.abs();
    let y = if a > 1e8 {
        a.ln() + std::f64::consts::LN_2
    } else {
        (a + a * a / (1.0 + (a * a + 1.0).sqrt())).ln_1p()
    };
    y.copysign(x)
}
