//! Order 2 from orders 0 and 1: ports of the Fortran function.

/// Correct.
pub fn step(z: f64, j1: f64, j0: f64) -> f64 {
    (2.0 / z) * j1 - j0
}

/// Wrong: 1.0/z for 2.0/z.
pub fn step_one(z: f64, j1: f64, j0: f64) -> f64 {
    (1.0 / z) * j1 - j0
}

/// Wrong: + for *.
pub fn step_plus(z: f64, j1: f64, j0: f64) -> f64 {
    (2.0 / z) + j1 - j0
}

/// Wrong: the two values come in the other order.
pub fn step_swapped(z: f64, j0: f64, j1: f64) -> f64 {
    (2.0 / z) * j1 - j0
}
