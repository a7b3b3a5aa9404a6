//! ln(1 + x).

/// Correct: the library function never forms 1 + x.
pub fn rate(x: f64) -> f64 {
    x.ln_1p()
}

/// Correct: what 1 + x forgot is put back by the quotient.
pub fn rate_kahan(x: f64) -> f64 {
    let u = 1.0 + x;
    if u == 1.0 {
        x
    } else {
        u.ln() * (x / (u - 1.0))
    }
}

/// Wrong: 1 + x forgets most digits of a small x.
pub fn rate_naive(x: f64) -> f64 {
    (1.0 + x).ln()
}
