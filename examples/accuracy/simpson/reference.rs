//! Composite Simpson rule with `n` panels, n even; the error is O(h^4).

pub fn simpson(f: impl Fn(f64) -> f64, a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let mut odd = 0.0;
    let mut even = 0.0;
    for i in (1..n).step_by(2) {
        odd += f(a + i as f64 * h);
    }
    for i in (2..n).step_by(2) {
        even += f(a + i as f64 * h);
    }
    h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b))
}
