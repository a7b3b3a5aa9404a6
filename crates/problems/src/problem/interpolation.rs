//! Interpolation: values of f at nodes and its slopes at the ends are given, values between the nodes are asked.

use super::{AlgorithmCall, SolvedProblem, largest};
use crate::formula::{Double2, ProblemFormula};
use crate::solutions::KnownSolution;

/// Where between two nodes the interpolant is looked at: no short binary fractions, which single precision would keep.
const BETWEEN: [f64; 3] = [0.23, 0.49, 0.81];

/// Inputs of a run: number of nodes, both slopes, number of test points, nodes, values, test points.
pub fn problem(solution: &KnownSolution, steps: &[u32]) -> Result<SolvedProblem, String> {
    let f = ProblemFormula::read(&solution.formula)?;
    let slope = f.derivative()?;
    let (a, b) = solution.interval;
    let slopes = slope.values(&[a, b])?;
    let (mut runs, mut size) = (vec![], 0f64);
    for &n in steps {
        let nodes = nodes(a, b, n);
        let tests = tests(&nodes);
        let values = f.values(&nodes)?;
        let expected = f.values(&tests)?;
        size = size.max(largest(&values));
        let counts = [
            nodes.len() as f64,
            slopes[0].to_f64(),
            slopes[1].to_f64(),
            tests.len() as f64,
        ];
        let values: Vec<f64> = values.iter().map(|v| v.to_f64()).collect();
        runs.push(AlgorithmCall {
            h: widest(&nodes),
            inputs: [&counts[..], &nodes, &values, &tests].concat(),
            expected: expected.iter().map(Double2::of).collect(),
        });
    }
    Ok(SolvedProblem {
        name: solution.name.clone(),
        solution: solution.formula.clone(),
        functions: vec![],
        runs,
        size,
    })
}

/// Widths of intervals repeat in this pattern. Widths that change smoothly would hide one that is mistaken for its neighbour.
const WIDTHS: [f64; 5] = [1.0, 1.5, 0.7, 1.2, 0.8];

/// n intervals between nodes whose distances differ.
fn nodes(a: f64, b: f64, n: u32) -> Vec<f64> {
    let widths = WIDTHS.iter().cycle().take(n as usize);
    let places: Vec<f64> = widths
        .scan(0.0, |sum, width| {
            *sum += width;
            Some(*sum)
        })
        .collect();
    let whole = places.last().copied().unwrap_or(1.0);
    let mut nodes: Vec<f64> = std::iter::once(a)
        .chain(places.iter().map(|p| a + (b - a) * p / whole))
        .collect();
    nodes[n as usize] = b;
    nodes
}

fn widest(nodes: &[f64]) -> f64 {
    nodes.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max)
}

fn tests(nodes: &[f64]) -> Vec<f64> {
    let between = |pair: &[f64]| BETWEEN.map(|share| pair[0] + share * (pair[1] - pair[0]));
    nodes.windows(2).flat_map(between).collect()
}
