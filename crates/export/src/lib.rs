//! `export`: the kill problem of a mutant, written for other solvers.
//!
//! 1. `question`: specification and mutant of a suite, as their texts there say it, in one DAG.
//! 2. `rewrite`: the same in the words that the format has; what it cannot say is refused by name.
//! 3. `defined`: where the formulas are defined, as a condition; `kill`: all that an answer must satisfy.
//! 4. `smt` and `infix`: the text.
//!
//! The question is: is there an input of the domain with |f − g| > m(f) + m(g), m(y) = max(e·|y|, d), where both
//! formulas are defined? Inputs are real numbers there, so "no" holds for floats too, while an answer "yes" comes
//! with a point that need not be a float and must be proved again.

mod defined;
mod infix;
mod kill;
mod names;
mod question;
mod rewrite;
mod smt;

use expr::spec::Specification;
use suite::Suite;

/// Formats of other solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportTarget {
    /// SMT-LIB 2, in the spelling of a solver for transcendental functions.
    Smt2(Dialect),
    /// RealPaver 0.4.
    RealPaver,
    /// Minibex, the language of IBEX.
    Minibex,
}

impl ExportTarget {
    /// For people.
    pub fn name(self) -> &'static str {
        match self {
            ExportTarget::Smt2(_) => "SMT-LIB 2",
            ExportTarget::RealPaver => "RealPaver 0.4",
            ExportTarget::Minibex => "Minibex",
        }
    }
}

/// How SMT solvers spell transcendental functions. Algebraic problems are the same in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `log`, `asin`, `sqrt`, … as dReal reads them.
    Dreal,
    /// `arcsin`, `real.pi`, … as cvc5 reads them; logarithms by inverse exponentials.
    Cvc5,
}

/// The kill problem of the mutant with this id, or why it cannot be written.
pub fn export(suite: &Suite, mutant: &str, target: ExportTarget) -> Result<String, String> {
    let question = question::ExportQuestion::of(suite, mutant)?;
    written(&question, target)
}

/// The same problem for two formulas over the same arguments, on their common domain.
pub fn export_pair(first: &Specification, second: &Specification, target: ExportTarget) -> Result<String, String> {
    written(&question::ExportQuestion::about(first, second)?, target)
}

/// A kill problem of arithmetic and roots in SMT-LIB 2, which any solver of QF_NRA reads.
#[derive(Clone, Debug)]
pub struct Algebraic {
    /// The problem, with a wish for the values of its inputs.
    pub text: String,
    /// What the inputs are called in it.
    pub inputs: Vec<String>,
}

/// The kill problem of the mutant with this id if it is algebraic, or why it cannot be written.
pub fn algebraic(suite: &Suite, mutant: &str) -> Result<Option<Algebraic>, String> {
    // Both dialects say the same about algebra.
    let dialect = Dialect::Dreal;
    let question = question::ExportQuestion::of(suite, mutant)?;
    let problem = kill::ExportProblem::of(&question, ExportTarget::Smt2(dialect))?;
    Ok(problem.is_algebraic().then(|| Algebraic {
        text: smt::text(&problem, dialect),
        inputs: problem.names.inputs().to_vec(),
    }))
}

fn written(question: &question::ExportQuestion, target: ExportTarget) -> Result<String, String> {
    let problem = kill::ExportProblem::of(question, target)?;
    match target {
        ExportTarget::Smt2(dialect) => Ok(smt::text(&problem, dialect)),
        ExportTarget::RealPaver => infix::text(&problem, &infix::REAL_PAVER),
        ExportTarget::Minibex => infix::text(&problem, &infix::MINIBEX),
    }
}

#[cfg(test)]
mod tests;
