//! Systems of linear equations: families of well-conditioned matrices with known solutions.
//!
//! Entries and solutions are small multiples of 1/64, so that b = A·x is exact in doubles.

use super::{Problem, Run};
use crate::accuracy::formula::Double2;

/// A family of matrices: the entry in row i and column j of n, as a multiple of 1/64.
type Entry = fn(i: i64, j: i64, n: i64) -> i64;

const FAMILIES: &[(&str, Entry)] = &[
    ("second differences", |i, j, _| match (i - j).abs() {
        0 => 160,
        1 => -64,
        _ => 0,
    }),
    ("dominant diagonal", |i, j, n| match i == j {
        true => 64 * n + 7 * i,
        false => mixed(i, j, 1) % 64,
    }),
    ("dominant antidiagonal", |i, j, n| match i + j == n - 1 {
        true => 64 * n + 5 * i,
        false => mixed(i, j, 2) % 64,
    }),
    ("permuted rows", |i, j, n| match (i + n / 2) % n == j {
        true => 64 * n - 3 * i,
        false => mixed(i, j, 3) % 64,
    }),
    ("small first pivot", |i, j, n| match (i, j) {
        (0, 0) => 1,
        (i, j) if i == j => 48 * n,
        _ => 16 + mixed(i, j, 4) % 48,
    }),
    ("least of two", |i, j, _| 64 * (i.min(j) + 1)),
    ("decreasing", |i, j, n| 64 * n - 64 * (i - j).abs()),
    ("lower and diagonal", |i, j, n| match i.cmp(&j) {
        std::cmp::Ordering::Less => mixed(i, j, 5) % 16,
        std::cmp::Ordering::Equal => 32 * n,
        std::cmp::Ordering::Greater => mixed(i, j, 6) % 64,
    }),
];

/// Numbers without a pattern.
fn mixed(i: i64, j: i64, seed: i64) -> i64 {
    let mut x = (i * 73 + j * 179 + seed * 283 + 11) as u64;
    for _ in 0..3 {
        x = (x ^ (x >> 13)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        x ^= x >> 29;
    }
    (x % 509) as i64 - 254
}

/// Inputs of a run: n, the matrix by rows, the right side.
pub fn problems(sizes: &[u32]) -> Vec<Problem> {
    FAMILIES
        .iter()
        .map(|(name, entry)| problem(name, *entry, sizes))
        .collect()
}

fn problem(name: &str, entry: Entry, sizes: &[u32]) -> Problem {
    Problem {
        name: name.into(),
        solution: "x(i) = 1 + a multiple of 1/64".into(),
        functions: vec![],
        runs: sizes.iter().map(|&n| run(entry, i64::from(n))).collect(),
        size: 4.0,
    }
}

fn run(entry: Entry, n: i64) -> Run {
    let unit = |k: i64| k as f64 / 64.0;
    let solution: Vec<i64> = (0..n).map(|i| 64 + mixed(i, n, 9) % 192).collect();
    let rows = (0..n).flat_map(|i| (0..n).map(move |j| unit(entry(i, j, n))));
    // Products of multiples of 1/64 are multiples of 1/4096: exact.
    let right = (0..n).map(|i| {
        let sum: i64 = (0..n).map(|j| entry(i, j, n) * solution[j as usize]).sum();
        sum as f64 / 4096.0
    });
    Run {
        h: 1.0 / n as f64,
        inputs: std::iter::once(n as f64).chain(rows).chain(right).collect(),
        expected: solution.iter().map(|&k| Double2 { hi: unit(k), lo: 0.0 }).collect(),
    }
}
