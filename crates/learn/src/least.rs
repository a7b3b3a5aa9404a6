//! Least squares by Householder reflections with column pivoting.

/// A column counts as dependent on the others when what is left of it is this small beside the first.
/// Rounding leaves some 1e-16 for each test and column. The rest of the distance is caution: a dependent column that is
/// kept makes wild coefficients, an independent one that is left out only a coarser model.
const DEPENDENT: f64 = 1e-11;

/// The solution of a least-squares problem.
pub(crate) struct LeastSquares {
    /// One list of coefficients per right-hand side.
    pub coefficients: Vec<Vec<f64>>,
    /// Independent columns; the coefficients of the others are 0.
    pub rank: usize,
    /// |r_kk| of the last of them beside |r₁₁|: rounding is as many times larger in the coefficients as this is small.
    pub condition: f64,
}

/// Minimises |A·c − b| for each right-hand side b. `columns` are those of A, all as long as each b.
///
/// A·Π = Q·R with |r₁₁| ≥ |r₂₂| ≥ …; columns past the rank get the coefficient 0.
pub(crate) fn least_squares(mut columns: Vec<Vec<f64>>, mut sides: Vec<Vec<f64>>) -> LeastSquares {
    let count = columns.len();
    let rows = columns.first().map_or(0, Vec::len);
    let mut order: Vec<usize> = (0..count).collect();
    let mut rank = 0;
    let mut diagonal: Vec<f64> = Vec::new();
    while rank < count.min(rows) {
        let pivot = longest(&columns, rank);
        columns.swap(rank, pivot);
        order.swap(rank, pivot);
        let r = reflect(rank, &mut columns, &mut sides);
        let first = diagonal.first().map_or(0.0, |first: &f64| first.abs());
        // False for NaN.
        let independent = r.abs() > DEPENDENT * first;
        if !independent {
            break;
        }
        diagonal.push(r);
        rank += 1;
    }
    let solve = |b: &Vec<f64>| scatter(&back_substitute(&columns, &diagonal, b), &order);
    let ends = diagonal.first().zip(diagonal.last());
    LeastSquares {
        coefficients: sides.iter().map(solve).collect(),
        rank,
        condition: ends.map_or(0.0, |(first, last)| (last / first).abs()),
    }
}

/// The column from `from` on that is longest below row `from`.
fn longest(columns: &[Vec<f64>], from: usize) -> usize {
    let rest = |c: &Vec<f64>| c[from..].iter().map(|v| v * v).sum::<f64>();
    let mut best = (from, rest(&columns[from]));
    for (n, column) in columns.iter().enumerate().skip(from + 1) {
        let length = rest(column);
        if length > best.1 {
            best = (n, length);
        }
    }
    best.0
}

/// Reflects column k onto the axis k, and everything to its right with it; the diagonal element r_kk.
///
/// v = x ∓ |x|·e, and y ↦ y − 2·v·(vᵀy)/(vᵀv).
fn reflect(k: usize, columns: &mut [Vec<f64>], sides: &mut [Vec<f64>]) -> f64 {
    let mut v = columns[k][k..].to_vec();
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    let r = if v[0] > 0.0 { -length } else { length };
    v[0] -= r;
    let norm: f64 = v.iter().map(|x| x * x).sum();
    if norm > 0.0 {
        for y in columns[k..].iter_mut().chain(sides) {
            let along: f64 = v.iter().zip(&y[k..]).map(|(v, y)| v * y).sum();
            let factor = 2.0 * along / norm;
            v.iter().zip(&mut y[k..]).for_each(|(v, y)| *y -= factor * v);
        }
    }
    r
}

/// Solves R·c = b for the leading columns, as many as the diagonal is long.
fn back_substitute(columns: &[Vec<f64>], diagonal: &[f64], b: &[f64]) -> Vec<f64> {
    let mut c = vec![0.0; diagonal.len()];
    for i in (0..c.len()).rev() {
        let known: f64 = (i + 1..c.len()).map(|j| columns[j][i] * c[j]).sum();
        c[i] = (b[i] - known) / diagonal[i];
    }
    c
}

/// Undoes the exchange of columns.
fn scatter(solved: &[f64], order: &[usize]) -> Vec<f64> {
    let mut coefficients = vec![0.0; order.len()];
    solved
        .iter()
        .zip(order)
        .for_each(|(c, &place)| coefficients[place] = *c);
    coefficients
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_regular_system_is_solved() {
        let columns = vec![vec![1.0, 1.0, 1.0], vec![-1.0, 0.0, 1.0], vec![1.0, 0.0, 1.0]];
        let solution = least_squares(columns, vec![vec![2.0, 1.0, 6.0]]);
        assert_eq!(solution.rank, 3);
        let expected = [1.0, 2.0, 3.0];
        assert!(
            solution.coefficients[0]
                .iter()
                .zip(expected)
                .all(|(a, b)| (a - b).abs() < 1e-14)
        );
    }

    #[test]
    fn dependent_columns_get_nothing_and_the_fit_stays_exact() {
        // The third column is the sum of the others.
        let columns = vec![vec![1.0, 1.0, 1.0], vec![0.0, 1.0, 2.0], vec![1.0, 2.0, 3.0]];
        let solution = least_squares(columns.clone(), vec![vec![1.0, 3.0, 5.0]]);
        assert_eq!(solution.rank, 2);
        for (row, expected) in [1.0, 3.0, 5.0].into_iter().enumerate() {
            let fitted: f64 = (0..3).map(|j| columns[j][row] * solution.coefficients[0][j]).sum();
            assert!((fitted - expected).abs() < 1e-13);
        }
    }

    #[test]
    fn zeros_and_values_that_are_no_numbers_end() {
        assert_eq!(least_squares(vec![vec![0.0; 3]; 2], vec![vec![1.0; 3]]).rank, 0);
        assert_eq!(least_squares(vec![vec![f64::NAN; 3]; 2], vec![vec![1.0; 3]]).rank, 0);
        assert_eq!(least_squares(vec![], vec![vec![]]).rank, 0);
    }
}
