//! Air pressure in the troposphere.

/// Correct: no pressure for a height that is refused.
pub fn pressure(h: f64) -> Option<f64> {
    (-500.0..=11000.0)
        .contains(&h)
        .then(|| 101325.0 * (1.0 - 0.0065 * h / 288.15).powf(5.25588))
}

/// Wrong: clamped where it must be refused.
pub fn pressure_clamped(h: f64) -> f64 {
    101325.0 * (1.0 - 0.0065 * h.clamp(-500.0, 11000.0) / 288.15).powf(5.25588)
}
