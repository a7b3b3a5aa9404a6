//! Solves a x = b by Gauss-Jordan elimination with partial pivoting; `a` holds its rows one after the other.

/// A row of the matrix with its right-hand side at the end.
type Row = Vec<f64>;

fn augmented(a: &[f64], b: &[f64]) -> Vec<Row> {
    let rows = a.chunks(b.len()).zip(b);
    rows.map(|(row, &right)| [row, &[right]].concat()).collect()
}

fn subtract(row: &mut Row, pivot: &Row, k: usize) {
    let factor = row[k] / pivot[k];
    for (entry, above) in row.iter_mut().zip(pivot).skip(k) {
        *entry -= factor * above;
    }
}

pub fn solve(a: &[f64], b: &[f64]) -> Vec<f64> {
    let n = b.len();
    let mut rows = augmented(a, b);
    for k in 0..n {
        let largest = (k..n).max_by(|&i, &j| rows[i][k].abs().total_cmp(&rows[j][k].abs()));
        rows.swap(k, largest.unwrap_or(k));
        let pivot = rows[k].clone();
        for i in (0..n).filter(|&i| i != k) {
            subtract(&mut rows[i], &pivot, k);
        }
    }
    rows.iter().enumerate().map(|(i, row)| row[n] / row[i]).collect()
}
