//! What a mutant is: an identifier, the operator that made it, and the one thing that it changes.

use crate::operator::{MutantObjective, MutationOperator};
use crate::place::MutantPlace;
use expr::ast::Expr;
use expr::edit::ExprEdit;
use expr::spec::{Format, Specification};
use rug::Rational;

/// A copy of a specification with one fault put in.
#[derive(Clone, Debug, PartialEq)]
pub struct Mutant {
    /// `operator:place:what` in ASCII, unique within its specification and the same in every run.
    pub id: String,
    /// The rule that made it.
    pub operator: MutationOperator,
    /// What was changed, for people.
    pub description: String,
    /// What was changed, for programs.
    pub change: MutantChange,
}

impl Mutant {
    /// What the mutant stands for.
    pub fn objective(&self) -> MutantObjective {
        self.operator.objective()
    }

    /// Its formula, if it has one of its own. `spec` is the specification that it was made of.
    pub fn body(&self, spec: &Specification) -> Option<Expr> {
        match &self.change {
            MutantChange::Body(edits) => Some(spec.core.body.edited(edits)),
            MutantChange::Place(place) => Some(place.body(spec)),
            _ => None,
        }
    }
}

/// The fault of a mutant.
#[derive(Clone, Debug, PartialEq)]
pub enum MutantChange {
    /// Another formula: the body with something else at some of its places.
    Body(Vec<ExprEdit>),
    /// Another domain: one bound of one input moved. It stays strict if it was.
    Bound {
        /// Number of the input in the specification.
        input: usize,
        /// Which of its bounds.
        side: RangeSide,
        /// Whether the domain grows or shrinks.
        direction: Direction,
        /// Where the bound is now.
        value: Rational,
    },
    /// The same formula computed in a coarser arithmetic.
    Precision(CoarseArithmetic),
    /// The body with these edits, computed in an arithmetic.
    Program(CoarseArithmetic, Vec<ExprEdit>),
    /// The same formula but for one place of the domain.
    Place(MutantPlace),
}

/// An end of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RangeSide {
    /// The lower bound.
    Lower,
    /// The upper bound.
    Upper,
}

impl RangeSide {
    /// `lower` or `upper`.
    pub fn name(self) -> &'static str {
        match self {
            RangeSide::Lower => "lower",
            RangeSide::Upper => "upper",
        }
    }
}

/// Where a bound moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// The domain grows.
    Outward,
    /// The domain shrinks.
    Inward,
}

impl Direction {
    /// `outward` or `inward`.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Outward => "outward",
            Direction::Inward => "inward",
        }
    }
}

/// An arithmetic in which literals and the result of every operation are rounded; inputs are taken as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CoarseArithmetic {
    /// This many bits of significand, and 15 bits of exponent.
    Bits(u32),
    /// IEEE 754 double precision.
    Binary64,
    /// IEEE 754 single precision.
    Binary32,
    /// The upper half of single precision.
    Bfloat16,
    /// IEEE 754 half precision.
    Binary16,
}

impl CoarseArithmetic {
    /// The formats that have a name and are coarser than doubles, finest first.
    pub const NAMED: [CoarseArithmetic; 3] = [
        CoarseArithmetic::Binary32,
        CoarseArithmetic::Binary16,
        CoarseArithmetic::Bfloat16,
    ];

    /// The arithmetic of a program whose output has this format, if that is a float.
    pub fn of_output(format: Format) -> Option<CoarseArithmetic> {
        match format {
            Format::Binary64 => Some(CoarseArithmetic::Binary64),
            Format::Binary32 => Some(CoarseArithmetic::Binary32),
            Format::Fixed(_) => None,
        }
    }

    /// Bits of the significand, the leading one included.
    pub fn precision(self) -> u32 {
        match self {
            CoarseArithmetic::Bits(p) => p,
            CoarseArithmetic::Binary64 => 53,
            CoarseArithmetic::Binary32 => 24,
            CoarseArithmetic::Bfloat16 => 8,
            CoarseArithmetic::Binary16 => 11,
        }
    }

    /// Bits of the exponent field.
    pub fn exponent_bits(self) -> u32 {
        match self {
            CoarseArithmetic::Bits(_) => 15,
            CoarseArithmetic::Binary64 => 11,
            CoarseArithmetic::Binary32 | CoarseArithmetic::Bfloat16 => 8,
            CoarseArithmetic::Binary16 => 5,
        }
    }

    /// `30-bits`, `binary64`, `binary32`, `bfloat16` or `binary16`.
    pub fn name(self) -> String {
        match self {
            CoarseArithmetic::Bits(p) => format!("{p}-bits"),
            CoarseArithmetic::Binary64 => "binary64".to_string(),
            CoarseArithmetic::Binary32 => "binary32".to_string(),
            CoarseArithmetic::Bfloat16 => "bfloat16".to_string(),
            CoarseArithmetic::Binary16 => "binary16".to_string(),
        }
    }
}
