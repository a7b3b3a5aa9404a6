//! Contracts: what a subject promises, as text says it.
//!
//! A contract names inputs with their ranges, calls of a subject, and conditions. All numbers have names: first the
//! inputs (`x`, `a[3]`), then the outputs (`y`, `b[3]`), in this order the variables of every formula.
//!
//! Infix text becomes drafts, whose names, indices and `forall`s are unfolded; the FPCore reader checks operands and
//! types; templates such as `y is odd in x` add inputs, calls and clauses.

mod build;
mod calls;
mod claims;
mod core;
mod formula;
mod names;
mod parse;
mod ranges;
mod read;
mod relations;
mod replay;
mod syntax;
mod template;
mod unfold;
mod values;
mod written;

pub use read::{read, read_bytes, read_file_text, read_named};

use crate::ast::Expr;
use crate::diagnostic::TextSpan;
use std::ops::Range;

/// A contract.
#[derive(Clone, Debug, PartialEq)]
pub struct Contract {
    /// Its name.
    pub name: String,
    /// Every number that a test chooses.
    pub inputs: Vec<ContractInput>,
    /// What is called for one test, in order.
    pub calls: Vec<SubjectCall>,
    /// Every number that the calls give, and what is asked about them.
    pub outputs: Vec<ContractOutput>,
    /// Conditions on the inputs, all of which hold for an input of the domain.
    pub requires: Vec<Clause>,
    /// Conditions on inputs and outputs, all of which the subject promises.
    pub ensures: Vec<Clause>,
    /// The whole contract.
    pub span: TextSpan,
}

/// A number that a test chooses.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractInput {
    /// Its name, with the index for an element of an array.
    pub name: String,
    /// The least double of its range.
    pub lo: f64,
    /// The greatest double of its range.
    pub hi: f64,
    /// Whether only whole numbers are inputs.
    pub integer: bool,
    /// Where it stands.
    pub span: TextSpan,
}

/// A number that comes of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct ContractOutput {
    /// Its name, with the index for an element of an array.
    pub name: String,
    /// Where it comes from.
    pub origin: OutputOrigin,
}

/// Where an output comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputOrigin {
    /// A call gives it.
    Call,
    /// 1 if this holds of another output, else 0.
    Indicator {
        /// What is asked.
        what: Indicator,
        /// The number of the other output.
        of: usize,
    },
}

/// What can be asked about a float beside its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indicator {
    /// It is NaN.
    IsNan,
    /// It is an infinity.
    IsInf,
    /// It is neither.
    IsFinite,
    /// Its sign bit is set.
    SignBit,
}

impl Indicator {
    /// The answer for a float.
    pub fn of(self, y: f64) -> bool {
        match self {
            Indicator::IsNan => y.is_nan(),
            Indicator::IsInf => y.is_infinite(),
            Indicator::IsFinite => y.is_finite(),
            Indicator::SignBit => y.is_sign_negative(),
        }
    }
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Over the names of inputs and outputs.
    pub condition: Expr,
    /// As its author wrote it, with the values of indices.
    pub text: String,
    /// Where it stands.
    pub span: TextSpan,
}

/// A call of a subject.
#[derive(Clone, Debug, PartialEq)]
pub struct SubjectCall {
    /// Its name in the contract; empty for the only one.
    pub function: String,
    /// What is passed, in order.
    pub arguments: Vec<CallArgument>,
    /// What is returned, in order; empty if nothing is.
    pub returns: Vec<OutputPart>,
    /// Where it stands.
    pub span: TextSpan,
}

/// A number or an array among the outputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPart {
    /// Its name, without an index.
    pub name: String,
    /// Its numbers in [`Contract::outputs`].
    pub outputs: Range<usize>,
    /// Whether it is an array, perhaps of one element.
    pub array: bool,
}

/// What is passed to a subject.
#[derive(Clone, Debug, PartialEq)]
pub enum CallArgument {
    /// A number.
    Number {
        /// Over inputs and earlier outputs; evaluated in binary64.
        value: Expr,
        /// Which double near the value is passed.
        toward: Toward,
    },
    /// An array.
    Array {
        /// Its name.
        name: String,
        /// Its elements.
        values: Vec<Expr>,
    },
    /// A number or an array that the subject changes.
    Changed {
        /// Its elements before the call.
        values: Vec<Expr>,
        /// What it is after the call.
        part: OutputPart,
    },
    /// A number or an array that the subject fills.
    Filled {
        /// What it is after the call.
        part: OutputPart,
    },
}

/// Which double near a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toward {
    /// The value as binary64 computes it.
    Value,
    /// The next double below.
    Below,
    /// The next double above.
    Above,
}
