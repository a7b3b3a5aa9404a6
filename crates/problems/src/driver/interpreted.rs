//! Drivers in Python and Octave, for algorithms in the same language.

use super::{named, table, variables};
use crate::problem::{ProblemKind, ProblemShape, SolvedProblem};
use crate::spell::{self, statements};

/// The driver for an algorithm in Python.
pub fn python_text(shape: &ProblemShape, problems: &[SolvedProblem], function: &str) -> Result<String, String> {
    let (inputs, parameters) = variables(shape.kind);
    let mut out = include_str!("head.py").to_string();
    for (name, formula) in named(problems) {
        let (lines, result) = statements(&spell::PYTHON, formula, inputs)?;
        let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        out += &format!(
            "def {name}({}):\n    _count()\n{body}    return {result}\n\n\n",
            parameters.join(", ")
        );
    }
    out += &format!(
        "_functions = [{}]\nFUNCTION = \"{function}\"\n\n\n",
        table(problems, "", ("[", "]"))
    );
    out += &format!("def lydian_call(algorithm, problem, a):\n{}\n\n", python_call(shape));
    Ok(out + include_str!("main.py"))
}

fn python_call(shape: &ProblemShape) -> &'static str {
    match (shape.kind, shape.derivative) {
        (ProblemKind::Quadrature, _) => "    return [algorithm(_functions[problem][0], a[0], a[1], int(a[2]))]\n",
        (ProblemKind::InitialValue, _) => {
            "    return [algorithm(_functions[problem][0], a[0], a[1], a[2], int(a[3]))]\n"
        }
        (ProblemKind::Root, true) => {
            "    f, df = _functions[problem]\n    return [algorithm(f, df, a[0], int(a[2]))]\n"
        }
        (ProblemKind::Root, false) => "    return [algorithm(_functions[problem][0], a[0], a[1], int(a[2]))]\n",
        (ProblemKind::Interpolation, _) => {
            "    n = int(a[0])\n    x, y, t = a[4 : 4 + n], a[4 + n : 4 + 2 * n], a[4 + 2 * n :]\n    \
             return list(algorithm(x, y, a[1], a[2], t))\n"
        }
        (ProblemKind::Linear, _) => {
            "    n = int(a[0])\n    rows = [a[1 + i * n : 1 + (i + 1) * n] for i in range(n)]\n    \
             return list(algorithm(rows, a[1 + n * n :]))\n"
        }
        (ProblemKind::Custom, _) => "    return []\n",
    }
}

/// The driver for an algorithm in Octave.
pub fn octave_text(shape: &ProblemShape, problems: &[SolvedProblem], function: &str) -> Result<String, String> {
    let (inputs, parameters) = variables(shape.kind);
    let mut out = include_str!("head.m").to_string();
    for (name, formula) in named(problems) {
        let (lines, result) = statements(&spell::OCTAVE, formula, inputs)?;
        let body: String = lines.iter().map(|line| format!("  {line}\n")).collect();
        let (parameters, first) = (parameters.join(", "), parameters[0]);
        // A function that counts would cost as much as the formula.
        out += &format!(
            "function y = {name}({parameters})\n  global lydian_work lydian_most\n  lydian_work += numel({first});\n  \
             if lydian_work > lydian_most\n    lydian_overworked();\n  end\n{body}  y = {result};\nend\n\n"
        );
    }
    out += &format!(
        "function out = lydian_call(problem, a)\n  persistent functions = {{{}}};\n{}end\n\n",
        table(problems, "@", ("{", "}")),
        octave_call(shape).replace("ALGORITHM", function)
    );
    Ok(out + include_str!("main.m"))
}

fn octave_call(shape: &ProblemShape) -> &'static str {
    match (shape.kind, shape.derivative) {
        (ProblemKind::Quadrature, _) | (ProblemKind::Root, false) => {
            "  out = ALGORITHM(functions{problem}{1}, a(1), a(2), a(3));\n"
        }
        (ProblemKind::InitialValue, _) => "  out = ALGORITHM(functions{problem}{1}, a(1), a(2), a(3), a(4));\n",
        (ProblemKind::Root, true) => "  out = ALGORITHM(functions{problem}{1}, functions{problem}{2}, a(1), a(3));\n",
        (ProblemKind::Interpolation, _) => {
            "  n = a(1);\n  a = a';\n  out = ALGORITHM(a(5 : 4 + n), a(5 + n : 4 + 2 * n), a(2), a(3), a(5 + 2 * n : end));\n"
        }
        (ProblemKind::Linear, _) => {
            "  n = a(1);\n  out = ALGORITHM(reshape(a(2 : 1 + n * n), n, n)', a(2 + n * n : end));\n"
        }
        (ProblemKind::Custom, _) => "",
    }
}
