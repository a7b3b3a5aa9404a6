//! Programs that call an algorithm and its mutants: a generated part with the functions of the problems, and a fixed part.

mod c;
mod interpreted;
pub mod rust;

pub use c::{c_text, fortran_text};
pub use interpreted::{octave_text, python_text};
pub use rust::rust_text;

use crate::formula::ProblemFormula;
use crate::problem::{ProblemKind, SolvedProblem};

/// Names of the inputs of a problem's functions: in the order of the DAG, and in that in which an algorithm gives them.
fn variables(kind: ProblemKind) -> (&'static [&'static str], &'static [&'static str]) {
    match kind {
        ProblemKind::InitialValue => (&["t", "x"], &["x", "t"]),
        _ => (&["x"], &["x"]),
    }
}

fn name(problem: usize, function: usize) -> String {
    format!("lydian_{problem}_{function}")
}

/// All functions of the problems with their names.
fn named(problems: &[SolvedProblem]) -> impl Iterator<Item = (String, &ProblemFormula)> {
    let numbered = problems.iter().enumerate();
    numbered.flat_map(|(i, problem)| {
        let functions = problem.functions.iter().enumerate();
        functions.map(move |(k, formula)| (name(i, k), formula))
    })
}

/// A list of the functions of each problem: `before` each name, `brackets` around those of a problem.
fn table(problems: &[SolvedProblem], before: &str, brackets: (&str, &str)) -> String {
    let row = |(i, problem): (usize, &SolvedProblem)| {
        let names: Vec<String> = (0..problem.functions.len())
            .map(|k| format!("{before}{}", name(i, k)))
            .collect();
        format!("{}{}{}", brackets.0, names.join(", "), brackets.1)
    };
    problems.iter().enumerate().map(row).collect::<Vec<_>>().join(", ")
}

/// What calls may take.
#[derive(Clone, Debug)]
pub struct CallLimits {
    /// Most work of each call.
    pub work: Vec<f64>,
    /// Most seconds of processor time of each call.
    pub seconds: Vec<f64>,
    /// Most seconds of all calls together.
    pub total: f64,
    /// What is said of a mutant that takes longer.
    pub late: String,
}

/// The calls as doubles, in the order of problems and runs, with their limits.
pub fn data(problems: &[SolvedProblem], limits: &CallLimits) -> Vec<u8> {
    let calls = problems
        .iter()
        .enumerate()
        .flat_map(|(i, p)| p.runs.iter().map(move |run| (i, run)));
    let mut numbers = vec![limits.work.len() as f64];
    for ((problem, run), (&work, &seconds)) in calls.zip(limits.work.iter().zip(&limits.seconds)) {
        numbers.extend([problem as f64, work, seconds, run.inputs.len() as f64]);
        numbers.extend(&run.inputs);
        numbers.push(run.expected.len() as f64);
        numbers.extend(run.expected.iter().flat_map(|answer| [answer.hi, answer.lo]));
    }
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}
