//! Systems of linear equations: families of well-conditioned matrices with known solutions.
//!
//! Entries are small multiples of 1/64, or tiny ones of 2⁻³⁰, and solutions are multiples of 1/64, so that b = A·x is exact
//! in doubles. In some families elimination meets a 0 unless it looks for a pivot; in others a pivot that is not of the
//! largest size is 2⁻³⁰ beside the rest, which costs thirty bits.

use super::{AlgorithmCall, SolvedProblem};
use crate::formula::Double2;
use std::cmp::Ordering;

/// A family of matrices: the entry in row i and column j of n.
type MatrixEntry = fn(i: i64, j: i64, n: i64) -> FixedUnits;

/// Units of 2⁻³⁰.
type FixedUnits = i64;

/// A number of 64ths.
const fn parts(k: i64) -> FixedUnits {
    k << 24
}

const FAMILIES: &[(&str, MatrixEntry)] = &[
    ("second differences", |i, j, _| difference((i - j).abs(), 0)),
    ("dominant diagonal", |i, j, n| match i == j {
        true => parts(64 * n + 7 * i),
        false => parts(mixed(i, j, 1) % 64),
    }),
    ("dominant antidiagonal", |i, j, n| match i + j == n - 1 {
        true => parts(64 * n + 5 * i),
        false => parts(mixed(i, j, 2) % 64),
    }),
    ("permuted rows", |i, j, n| match (i + n / 2) % n == j {
        true => parts(64 * n - 3 * i),
        false => parts(mixed(i, j, 3) % 64),
    }),
    ("small first pivot", |i, j, n| match (i, j) {
        (0, 0) => parts(1),
        (i, j) if i == j => parts(48 * n),
        _ => parts(16 + mixed(i, j, 4) % 48),
    }),
    ("least of two", |i, j, _| parts(64 * (i.min(j) + 1))),
    ("decreasing", |i, j, n| parts(64 * n - 64 * (i - j).abs())),
    ("lower and diagonal", |i, j, n| match i.cmp(&j) {
        Ordering::Less => parts(mixed(i, j, 5) % 16),
        Ordering::Equal => parts(32 * n),
        Ordering::Greater => parts(mixed(i, j, 6) % 64),
    }),
    // Eigenvalues n − 1 and −1. A single equation has no other entries.
    ("zero diagonal", |i, j, n| if i == j && n > 1 { 0 } else { parts(64) }),
    ("rotated differences", |i, j, n| difference(rotated(i, j, n), 0)),
    ("rotated, else tiny", |i, j, n| {
        difference(rotated(i, j, n), mixed(i, j, 7))
    }),
    ("diagonal, else tiny", |i, j, n| match i == j {
        true => parts(64 * n - 32 * i),
        false => mixed(i, j, 8),
    }),
    ("tiny below the diagonal", |i, j, n| match i.cmp(&j) {
        Ordering::Less => parts(mixed(i, j, 10) % 64),
        Ordering::Equal => parts(32 * n),
        Ordering::Greater => mixed(i, j, 11),
    }),
    ("negative below the diagonal, else tiny", |i, j, n| {
        match (j + 1) % n == i {
            true => parts(-64 * n),
            false => 1 + mixed(i, j, 12).abs(),
        }
    }),
    ("negative antidiagonal, else tiny", |i, j, n| match i + j == n - 1 {
        true => parts(-64 * n - 3 * i),
        false => mixed(i, j, 13),
    }),
];

/// Rows of second differences: 5/2 and −1 beside it.
fn difference(distance: i64, else_: FixedUnits) -> FixedUnits {
    match distance {
        0 => parts(160),
        1 => parts(-64),
        _ => else_,
    }
}

/// The distance from the diagonal before half of the rows went from above to below.
fn rotated(i: i64, j: i64, n: i64) -> i64 {
    ((i + n / 2) % n - j).abs()
}

/// Numbers without a pattern.
fn mixed(i: i64, j: i64, seed: i64) -> i64 {
    let mut x = (i * 73 + j * 179 + seed * 283 + 11) as u64;
    for _ in 0..3 {
        x = (x ^ (x >> 13)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^= x >> 29;
    }
    (x % 509) as i64 - 254
}

/// The i-th of n unknowns, in 64ths.
fn solution(i: i64, n: i64) -> i64 {
    64 + mixed(i, n, 9) % 192
}

/// Inputs of a run: n, the matrix by rows, the right side.
pub fn problems(sizes: &[u32]) -> Vec<SolvedProblem> {
    FAMILIES
        .iter()
        .map(|(name, entry)| problem(name, *entry, sizes))
        .collect()
}

fn problem(name: &str, entry: MatrixEntry, sizes: &[u32]) -> SolvedProblem {
    SolvedProblem {
        name: name.into(),
        solution: "x(i) = 1 + a multiple of 1/64".into(),
        functions: vec![],
        runs: sizes.iter().map(|&n| run(entry, i64::from(n))).collect(),
        size: 4.0,
    }
}

fn run(entry: MatrixEntry, n: i64) -> AlgorithmCall {
    let unit = |k: i64| k as f64 / 64.0;
    let solution: Vec<i64> = (0..n).map(|i| solution(i, n)).collect();
    let rows = (0..n).flat_map(|i| (0..n).map(move |j| entry(i, j, n) as f64 * TINY));
    // Products of multiples of 2⁻³⁰ and of 1/64 are multiples of 2⁻³⁶. Families with tiny entries have sums below 8n < 2¹⁷,
    // which are exact in 53 bits; the others have multiples of 2⁻¹² below 4n².
    let right = (0..n).map(|i| {
        let sum: i64 = (0..n).map(|j| entry(i, j, n) * solution[j as usize]).sum();
        sum as f64 * TINY / 64.0
    });
    AlgorithmCall {
        h: 1.0 / n as f64,
        inputs: std::iter::once(n as f64).chain(rows).chain(right).collect(),
        expected: solution.iter().map(|&k| Double2 { hi: unit(k), lo: 0.0 }).collect(),
    }
}

/// 2⁻³⁰.
const TINY: f64 = 1.0 / (1u64 << 30) as f64;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn right_sides_are_exact_in_doubles() {
        for n in (1..=64).chain([499, 500]) {
            for (name, entry) in FAMILIES {
                let solution: Vec<i64> = (0..n).map(|i| solution(i, n)).collect();
                let row = |i: i64| (0..n).map(|j| entry(i, j, n) * solution[j as usize]).sum::<i64>();
                assert!((0..n).all(|i| row(i) as f64 as i64 == row(i)), "{name} {n}");
            }
        }
    }
}
