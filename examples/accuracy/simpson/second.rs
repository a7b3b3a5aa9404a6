//! Composite Simpson rule as a sum of weights times values.

fn weight(i: i32, n: i32) -> f64 {
    match i {
        0 => 1.0,
        _ if i == n => 1.0,
        _ if i % 2 == 1 => 4.0,
        _ => 2.0,
    }
}

pub fn simpson(f: &dyn Fn(f64) -> f64, a: f64, b: f64, n: i32) -> f64 {
    let h = (b - a) / f64::from(n);
    let term = |i| weight(i, n) * f(a + h * f64::from(i));
    (0..=n).map(term).sum::<f64>() * h / 3.0
}
