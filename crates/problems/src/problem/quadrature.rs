//! Quadrature: F is given, F′ is integrated, and F(b) − F(a) is the answer.

use super::{AlgorithmCall, SolvedProblem, largest, looks};
use crate::formula::{Double2, ProblemFormula};
use crate::solutions::KnownSolution;
use rug::Float;

/// Inputs of a run: a, b, n.
pub fn problem(solution: &KnownSolution, steps: &[u32]) -> Result<SolvedProblem, String> {
    let whole = ProblemFormula::read(&solution.formula)?;
    let integrand = whole.derivative()?;
    let (a, b) = solution.interval;
    let (at_a, at_b) = (whole.value(a)?, whole.value(b)?);
    let exact = Double2::of(&Float::with_val(at_b.prec(), &at_b - &at_a));
    // A sum of terms h·f has rounding errors relative to the greatest of them.
    let size = (b - a) * largest(&integrand.values(&looks((a, b)))?);
    let run = |&n: &u32| AlgorithmCall {
        h: (b - a) / f64::from(n),
        inputs: vec![a, b, f64::from(n)],
        expected: vec![exact],
    };
    Ok(SolvedProblem {
        name: solution.name.clone(),
        solution: solution.formula.clone(),
        functions: vec![integrand],
        runs: steps.iter().map(run).collect(),
        size: size.max(exact.hi.abs()),
    })
}
