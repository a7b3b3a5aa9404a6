//! Classical Runge-Kutta method with `n` steps of h for x' = f(x, t); the error is O(h^4).

/// x(t1) of the solution with x(t0) = x0.
pub fn rk4(f: impl Fn(f64, f64) -> f64, x0: f64, t0: f64, t1: f64, n: usize) -> f64 {
    let h = (t1 - t0) / n as f64;
    let mut x = x0;
    for i in 0..n {
        let t = t0 + i as f64 * h;
        let k1 = f(x, t);
        let k2 = f(x + 0.5 * h * k1, t + 0.5 * h);
        let k3 = f(x + 0.5 * h * k2, t + 0.5 * h);
        let k4 = f(x + h * k3, t + h);
        x += h / 6.0 * (k1 + 2.0 * (k2 + k3) + k4);
    }
    x
}
