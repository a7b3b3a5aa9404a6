//! The driver in C, for algorithms in C and Fortran.

use super::{named, table, variables};
use crate::problem::{ProblemKind, ProblemShape, SolvedProblem};
use crate::spell::{self, statements};

pub(crate) const HEAD: &str = include_str!("head.c");
pub(crate) const MAIN: &str = include_str!("main.c");
const FORTRAN: &str = include_str!("fortran.c");

/// The part that knows the calling interface, and its number in `fortran.c`.
fn interface(shape: &ProblemShape) -> (&'static str, Option<u32>) {
    match (shape.kind, shape.derivative) {
        (ProblemKind::Quadrature, _) => (include_str!("quadrature.c"), Some(1)),
        (ProblemKind::InitialValue, _) => (include_str!("initial-value.c"), Some(2)),
        (ProblemKind::Root, true) => (include_str!("newton.c"), Some(3)),
        (ProblemKind::Root, false) => (include_str!("secant.c"), Some(4)),
        (ProblemKind::Interpolation, _) => (include_str!("interpolation.c"), Some(5)),
        (ProblemKind::Linear, _) => (include_str!("linear.c"), Some(6)),
        (ProblemKind::Custom, _) => ("", None),
    }
}

/// The driver for an algorithm in C.
pub fn c_text(shape: &ProblemShape, problems: &[SolvedProblem], function: &str) -> Result<String, String> {
    text(shape, problems, "", function)
}

/// The driver with a text that stands between it and the algorithm.
fn text(shape: &ProblemShape, problems: &[SolvedProblem], between: &str, function: &str) -> Result<String, String> {
    let functions = functions(shape, problems)?;
    let interface = interface(shape).0;
    Ok(format!(
        "{HEAD}\n{between}\n{functions}\n#define LYDIAN_FUNCTION {function}\n{interface}\n{MAIN}"
    ))
}

/// The driver for an algorithm in Fortran.
pub fn fortran_text(shape: &ProblemShape, problems: &[SolvedProblem], function: &str) -> Result<String, String> {
    let kind = interface(shape).1;
    let kind = kind.ok_or_else(|| {
        format!(
            "problems of the kind `{}` have no interface in Fortran",
            shape.kind.name()
        )
    })?;
    let symbol = format!("{}_", function.to_lowercase());
    let between = format!("#define LYDIAN_KIND {kind}\n#define LYDIAN_SYMBOL {symbol}\n{FORTRAN}");
    text(shape, problems, &between, "lydian_fortran")
}

/// The functions of the problems, and the table of them.
pub(crate) fn functions(shape: &ProblemShape, problems: &[SolvedProblem]) -> Result<String, String> {
    let (inputs, parameters) = variables(shape.kind);
    let declared: Vec<String> = parameters.iter().map(|p| format!("double {p}")).collect();
    let mut out = String::new();
    for (name, formula) in named(problems) {
        let (lines, result) = statements(&spell::C, formula, inputs)?;
        let body: String = lines.iter().map(|line| format!("    {line}\n")).collect();
        let declared = declared.join(", ");
        out += &format!("static double {name}({declared}) {{\n    LYDIAN_COUNT\n{body}    return {result};\n}}\n");
    }
    let most = problems.iter().map(|p| p.functions.len()).max().unwrap_or(0);
    if most > 0 {
        let types = vec!["double"; parameters.len()].join(", ");
        let table = table(problems, "", ("{", "}"));
        out += &format!("static double (*const lydian_functions[][{most}])({types}) = {{{table}}};\n");
    }
    Ok(out)
}
