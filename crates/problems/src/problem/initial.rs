//! Initial value problems: x′ = f(x, t) whose solution is s(t).
//!
//! f(x, t) = s′(t) + c(s(t), t) − c(x, t): the rest vanishes on the solution, and off the solution it depends on x and t,
//! so that a wrong stage value and a wrong stage time both show. The kinds of c take turns.

use super::{AlgorithmCall, SolvedProblem, largest, looks};
use crate::formula::{Double2, ProblemFormula};
use crate::solutions::KnownSolution;
use expr::dag::{Dag, NodeId};
use interval::Unary;
use rug::Rational;

/// Inputs of a run: x₀, t₀, t₁, n.
pub fn problem(solution: &KnownSolution, steps: &[u32], index: usize) -> Result<SolvedProblem, String> {
    let s = ProblemFormula::read(&solution.formula)?;
    let (a, b) = solution.interval;
    let (start, end) = (s.value(a)?, s.value(b)?);
    let size = largest(&s.values(&looks((a, b)))?);
    let right = right_side(&s, COUPLINGS[index % COUPLINGS.len()])?;
    let run = |&n: &u32| AlgorithmCall {
        h: (b - a) / f64::from(n),
        inputs: vec![start.to_f64(), a, b, f64::from(n)],
        expected: vec![Double2::of(&end)],
    };
    Ok(SolvedProblem {
        name: solution.name.clone(),
        solution: solution.formula.clone(),
        functions: vec![right],
        runs: steps.iter().map(run).collect(),
        size,
    })
}

/// c(x, t), from x and t.
type Coupling = fn(&mut Dag, NodeId, NodeId) -> NodeId;

const COUPLINGS: [Coupling; 4] = [wavy, growing, cubic, moving];

/// s′ + c(s, t) − c(x, t), with t as variable 0 and x as variable 1.
fn right_side(s: &ProblemFormula, coupling: Coupling) -> Result<ProblemFormula, String> {
    let ProblemFormula { mut dag, root: slope } = s.derivative()?;
    let (t, x) = (dag.variable(0), dag.variable(1));
    let on = coupling(&mut dag, s.root, t);
    let off = coupling(&mut dag, x, t);
    let pull = dag.difference(on, off);
    let root = dag.sum(slope, pull);
    Ok(ProblemFormula { dag, root })
}

/// x + sin(x)
fn wavy(dag: &mut Dag, x: NodeId, _: NodeId) -> NodeId {
    let sine = dag.unary(Unary::Sin, x);
    dag.sum(x, sine)
}

/// (1 + t)·x + x²/8
fn growing(dag: &mut Dag, x: NodeId, t: NodeId) -> NodeId {
    let (one, eighth) = (dag.literal(1), dag.literal(Rational::from((1, 8))));
    let factor = dag.sum(one, t);
    let (line, square) = (dag.product(factor, x), dag.power(x, 2));
    let bent = dag.product(eighth, square);
    dag.sum(line, bent)
}

/// x³/4 + x
fn cubic(dag: &mut Dag, x: NodeId, _: NodeId) -> NodeId {
    let quarter = dag.literal(Rational::from((1, 4)));
    let cube = dag.power(x, 3);
    let bent = dag.product(quarter, cube);
    dag.sum(bent, x)
}

/// x·(2 + cos(x + 3t))/2
fn moving(dag: &mut Dag, x: NodeId, t: NodeId) -> NodeId {
    let (two, three) = (dag.literal(2), dag.literal(3));
    let shift = dag.product(three, t);
    let phase = dag.sum(x, shift);
    let wave = dag.unary(Unary::Cos, phase);
    let factor = dag.sum(two, wave);
    let product = dag.product(x, factor);
    dag.quotient(product, two)
}

#[cfg(test)]
mod tests {
    use super::*;
    use expr::eval::{Evaluator, FloatArithmetic, Tape};

    #[test]
    fn the_solution_solves_the_problem() {
        for (index, coupling) in COUPLINGS.into_iter().enumerate() {
            let s = ProblemFormula::read("exp(-t)*sin(3*t)").unwrap();
            let right = right_side(&s, coupling).unwrap();
            let tape = Tape::new(&right.dag, &[right.root]);
            let mut evaluator = Evaluator::new(&tape, FloatArithmetic);
            let on = s.value(0.5).unwrap().to_f64();
            let slope = s.derivative().unwrap().value(0.5).unwrap().to_f64();
            evaluator.run(&[0.5, on]);
            assert!((evaluator.root(0) - slope).abs() < 1e-14, "{index}");
            evaluator.run(&[0.5, on + 0.1]);
            assert!(*evaluator.root(0) < slope - 0.02, "{index}");
        }
    }
}
