//! Roots: a function with a simple root in an interval; the start lies at a distance h from the root.

use super::{AlgorithmCall, ProblemShape, SolvedProblem};
use crate::formula::{Double2, ProblemFormula};
use crate::solutions::KnownSolution;
use rug::Float;

/// Digits of a root, in bits.
const PRECISION: u32 = 160;

/// Inputs of a run: x₀, the second start (or 0), number of steps.
pub fn problem(solution: &KnownSolution, shape: &ProblemShape) -> Result<SolvedProblem, String> {
    let f = ProblemFormula::read(&solution.formula)?;
    let slope = f.derivative()?;
    let root = find(&f, &slope, solution.interval)?;
    let (a, b) = solution.interval;
    let reach = (b - root.to_f64()).min(root.to_f64() - a);
    let run = |&k: &u32| {
        let h = reach * 2f64.powi(-(k.min(60) as i32));
        // Starts on the same side and on both sides of the root would be different methods; this is the right side.
        let (near, far) = (root.to_f64() + h / 2.0, root.to_f64() + h);
        AlgorithmCall {
            h,
            inputs: vec![far, near, f64::from(shape.iterations)],
            expected: vec![Double2::of(&root)],
        }
    };
    Ok(SolvedProblem {
        name: solution.name.clone(),
        solution: solution.formula.clone(),
        size: root.to_f64().abs().max(reach),
        functions: vec![f, slope],
        runs: shape.steps.iter().map(run).collect(),
    })
}

/// Bisection in doubles, then Newton's method with all digits.
fn find(f: &ProblemFormula, slope: &ProblemFormula, (mut lo, mut hi): (f64, f64)) -> Result<Float, String> {
    let sign = |x: f64| f.value(x).map(|y| y.is_sign_positive());
    let left = sign(lo)?;
    if left == sign(hi)? {
        return Err(format!(
            "it has the same sign at {lo} and at {hi}, so there may be no root between them"
        ));
    }
    while lo + (hi - lo) / 2.0 > lo && lo + (hi - lo) / 2.0 < hi {
        let middle = lo + (hi - lo) / 2.0;
        *(if sign(middle)? == left { &mut lo } else { &mut hi }) = middle;
    }
    // One step of Newton's method from a double squares the distance: 2^-52 becomes about 2^-104.
    let correction = Float::with_val(PRECISION, f.value(lo)?) / slope.value(lo)?;
    Ok(Float::with_val(PRECISION, lo) - correction)
}
