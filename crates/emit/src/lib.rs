//! `emit`: a suite as native tests, which people commit beside their code.
//!
//! 1. `options`: what the caller wants, checked against what the target can say.
//! 2. `plan`: the suite in the form that all targets share: cases, oracles, comments and messages as plain text.
//! 3. One file per target turns the plan into text; `number` and `text` know how languages write numbers and strings.
//!
//! The parts of a file that do not depend on the suite are in `templates`, in the language itself.
//! An oracle is compared exactly: its ends are written as hexadecimal or as bits, and nothing is computed from them.

mod c;
mod csv;
mod fortran;
mod gtest;
mod julia;
mod names;
mod number;
mod observed;
mod octave;
mod options;
mod plan;
mod pytest;
mod rust;
mod target;
mod text;
mod unity;

pub use observed::emit_observed;
pub use options::{EmitOptions, NumberType};
pub use target::{EmitTarget, TARGETS, target};

use std::fmt;
use suite::Suite;

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EmitRefusal {
    /// The suite has no tests.
    NothingToEmit,
    /// A test does not fit the specification or the number type.
    Test {
        /// Id of the test.
        id: String,
        /// What is wrong with it.
        why: String,
    },
    /// The specification has fixed-point numbers, which the target cannot pass.
    FixedPoint {
        /// The arguments and results that are such.
        what: String,
    },
    /// A function with observed outputs that the target cannot call.
    Observed {
        /// What is in the way.
        why: String,
    },
    /// An option that the target cannot use.
    Option {
        /// The option as it is typed.
        name: &'static str,
        /// What is wrong with it, and what to do.
        why: String,
    },
}

impl fmt::Display for EmitRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmitRefusal::NothingToEmit => write!(f, "nothing to emit: the suite has no tests"),
            EmitRefusal::Test { id, why } => write!(f, "test {id}: {why}"),
            EmitRefusal::FixedPoint { what } => write!(
                f,
                "{what}: fixed point, and the file would pass floating-point numbers to a function of integers; \
                 run the suite with lydian check, or use --to csv"
            ),
            EmitRefusal::Observed { why } => write!(f, "the observed outputs cannot become tests: {why}"),
            EmitRefusal::Option { name, why } => write!(f, "{name}: {why}"),
        }
    }
}

impl std::error::Error for EmitRefusal {}

/// The tests of a suite as a file for a target. The same suite and options give the same bytes.
pub fn emit(suite: &Suite, target: &EmitTarget, options: &EmitOptions) -> Result<String, EmitRefusal> {
    let plan = plan::EmitPlan::new(suite, target, options)?;
    Ok((target.write)(&plan))
}
