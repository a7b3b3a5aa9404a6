//! Complete cubic spline from its moments, the second derivatives at the nodes; the error is O(h^4).

/// Solves for the moments: row i says that the first derivative is continuous at node i.
fn moments(x: &[f64], y: &[f64], slope0: f64, slope1: f64) -> Vec<f64> {
    let last = x.len() - 1;
    let mut diagonal = vec![0.0; last + 1];
    let mut moment = vec![0.0; last + 1];
    let mut h = x[1] - x[0];
    let mut d = (y[1] - y[0]) / h;
    diagonal[0] = 2.0 * h;
    moment[0] = 6.0 * (d - slope0);
    for i in 1..=last {
        let (last_h, last_d) = (h, d);
        if i < last {
            h = x[i + 1] - x[i];
            d = (y[i + 1] - y[i]) / h;
        } else {
            h = 0.0;
            d = slope1;
        }
        let factor = last_h / diagonal[i - 1];
        diagonal[i] = 2.0 * (last_h + h) - factor * last_h;
        moment[i] = 6.0 * (d - last_d) - factor * moment[i - 1];
    }
    moment[last] /= diagonal[last];
    for i in (0..last).rev() {
        let right = (x[i + 1] - x[i]) * moment[i + 1];
        moment[i] = (moment[i] - right) / diagonal[i];
    }
    moment
}

/// Values at the points `t` of the spline through the nodes with these slopes at its ends.
pub fn spline(x: &[f64], y: &[f64], slope0: f64, slope1: f64, t: &[f64]) -> Vec<f64> {
    let moment = moments(x, y, slope0, slope1);
    let mut values = Vec::with_capacity(t.len());
    for &point in t {
        let mut i = 0;
        while i + 2 < x.len() && point > x[i + 1] {
            i += 1;
        }
        let h = x[i + 1] - x[i];
        let u = point - x[i];
        let b = (y[i + 1] - y[i]) / h - h * (2.0 * moment[i] + moment[i + 1]) / 6.0;
        let c = moment[i] / 2.0;
        let d = (moment[i + 1] - moment[i]) / (6.0 * h);
        values.push(y[i] + u * (b + u * (c + u * d)));
    }
    values
}
