//! Solves a x = b by Gauss elimination with partial pivoting; `a` is a list of rows.

/// Row of the largest number in column k, from row k on.
fn pivot_row(m: &[Vec<f64>], k: usize) -> usize {
    let mut best = k;
    for i in k + 1..m.len() {
        if m[i][k].abs() > m[best][k].abs() {
            best = i;
        }
    }
    best
}

fn eliminate(m: &mut [Vec<f64>], x: &mut [f64], k: usize) {
    for i in k + 1..m.len() {
        let factor = m[i][k] / m[k][k];
        for j in k..m.len() {
            m[i][j] -= factor * m[k][j];
        }
        x[i] -= factor * x[k];
    }
}

pub fn solve(a: &[Vec<f64>], b: &[f64]) -> Vec<f64> {
    let mut m = a.to_vec();
    let mut x = b.to_vec();
    for k in 0..m.len() {
        let pivot = pivot_row(&m, k);
        m.swap(k, pivot);
        x.swap(k, pivot);
        eliminate(&mut m, &mut x, k);
    }
    for i in (0..m.len()).rev() {
        for j in i + 1..m.len() {
            x[i] -= m[i][j] * x[j];
        }
        x[i] /= m[i][i];
    }
    x
}
