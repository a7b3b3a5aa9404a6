//! Problems with known solutions: what an algorithm gets, and what it should answer.

mod initial;
mod interpolation;
mod linear;
mod quadrature;
mod root;

use crate::formula::{Double2, ProblemFormula};
use crate::solutions::KnownSolution;
use rug::Float;

/// Kinds of problems, each with the way in which an algorithm is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProblemKind {
    /// Integrate f over [a, b] with n panels.
    Quadrature,
    /// Interpolate values at nodes with given slopes at the ends.
    Interpolation,
    /// Solve x′ = f(x, t) with n steps.
    InitialValue,
    /// Find a root of f by a number of steps.
    Root,
    /// Solve a system of linear equations.
    Linear,
    /// A command of the user's prints the errors.
    Custom,
}

impl ProblemKind {
    /// As it is written in a configuration.
    pub fn name(self) -> &'static str {
        match self {
            ProblemKind::Quadrature => "quadrature",
            ProblemKind::Interpolation => "interpolation",
            ProblemKind::InitialValue => "initial-value",
            ProblemKind::Root => "root",
            ProblemKind::Linear => "linear",
            ProblemKind::Custom => "custom",
        }
    }
}

/// What all problems of a campaign share.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemShape {
    /// Their kind.
    pub kind: ProblemKind,
    /// Numbers of panels, steps, nodes or unknowns; for roots, exponents of the distance of the start.
    pub steps: Vec<u32>,
    /// Steps that a root finder makes.
    pub iterations: u32,
    /// Whether a root finder gets the derivative and one start; else it gets two starts.
    pub derivative: bool,
}

/// A problem with a known solution.
#[derive(Clone, Debug)]
pub struct SolvedProblem {
    /// Its name.
    pub name: String,
    /// The solution as text.
    pub solution: String,
    /// The functions that the algorithm may call, of one or two variables.
    pub functions: Vec<ProblemFormula>,
    /// What is asked.
    pub runs: Vec<AlgorithmCall>,
    /// Size of the solution, which rounding errors are relative to.
    pub size: f64,
}

/// One call of the algorithm.
#[derive(Clone, Debug, PartialEq)]
pub struct AlgorithmCall {
    /// Step size, greater than 0.
    pub h: f64,
    /// Arguments, as the driver of this kind reads them.
    pub inputs: Vec<f64>,
    /// The right answers.
    pub expected: Vec<Double2>,
}

/// The problems for these solutions. The error names the solution.
pub fn problems(shape: &ProblemShape, solutions: &[KnownSolution]) -> Result<Vec<SolvedProblem>, String> {
    if shape.kind == ProblemKind::Linear {
        return Ok(linear::problems(&shape.steps));
    }
    let make = |(index, solution): (usize, &KnownSolution)| {
        let problem = match shape.kind {
            ProblemKind::Quadrature => quadrature::problem(solution, &shape.steps),
            ProblemKind::Interpolation => interpolation::problem(solution, &shape.steps),
            ProblemKind::InitialValue => initial::problem(solution, &shape.steps, index),
            ProblemKind::Root => root::problem(solution, shape),
            ProblemKind::Linear | ProblemKind::Custom => {
                return Err("a problem of this kind has no solution as a formula".into());
            }
        };
        problem.map_err(|why| format!("the solution `{}`: {why}", solution.name))
    };
    use rayon::prelude::*;
    solutions.par_iter().enumerate().map(make).collect()
}

/// Points at which the size of a solution is looked at.
const LOOKS: u32 = 16;

/// Points between the ends of an interval, with them.
fn looks((a, b): (f64, f64)) -> Vec<f64> {
    let share = |i: u32| a + (b - a) * f64::from(i) / f64::from(LOOKS);
    (0..=LOOKS).map(share).collect()
}

/// The greatest absolute value.
fn largest(values: &[Float]) -> f64 {
    values.iter().map(|v| v.to_f64().abs()).fold(0.0, f64::max)
}
