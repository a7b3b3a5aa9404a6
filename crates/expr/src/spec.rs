//! A specification: a formula with a domain for its inputs and an accuracy requirement.

use crate::ast::{Core, Expr};
use rug::Rational;

/// A real-valued formula, the domain of its inputs, and how accurate an implementation must be.
#[derive(Clone, Debug)]
pub struct Specification {
    /// `:name`, else the identifier, else a number.
    pub name: String,
    /// The core it came from, unchanged.
    pub core: Core,
    /// The inputs, in the order of the arguments.
    pub inputs: Vec<Input>,
    /// What `:pre` demands beyond the box of the inputs.
    pub constraint: Option<Expr>,
    /// What is acceptable.
    pub accuracy: Accuracy,
    /// What a correct implementation does outside the domain.
    pub out_of_domain: OutOfDomain,
}

/// One input: its format and its range. A missing bound is infinite.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Name of the argument.
    pub name: String,
    /// Which floats it can be.
    pub format: Format,
    /// Lower bound.
    pub lo: Option<Bound>,
    /// Upper bound.
    pub hi: Option<Bound>,
}

/// A finite bound of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Exact value.
    pub value: Rational,
    /// Whether the bound itself is left out.
    pub strict: bool,
}

/// Formats of inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// IEEE 754 double precision.
    Binary64,
    /// IEEE 754 single precision.
    Binary32,
}

/// Acceptable is what is within the largest of the given margins of the real value `y`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// `e`: margin `e·|y|`.
    pub relative: Option<Rational>,
    /// `d`: margin `d`.
    pub absolute: Option<Rational>,
    /// `n`: margin `n·ulp(y)` in the format of the output.
    pub ulps: Option<Rational>,
}

/// What a correct implementation does with an input outside its domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutOfDomain {
    /// Answers NaN or an error.
    #[default]
    Reject,
    /// Answers as for the nearest input of the domain.
    Clamp,
    /// Anything goes.
    Unspecified,
}
