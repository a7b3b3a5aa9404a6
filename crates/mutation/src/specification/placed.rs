//! Operators `region` and `special`: off by a few times the accuracy at one place of the domain only.
//!
//! Programs have cut-offs, tables and special cases, so their faults often show in a small part of the domain. Which parts
//! get a mutant is chosen by the maker of a suite; a mutant follows from its place.

use crate::operator::{MutantObjective, MutationOperatorRow};

/// The operator, described once.
pub(crate) static REGION: MutationOperatorRow = MutationOperatorRow {
    name: "region",
    objective: MutantObjective::Functional,
    purpose: "Be off by four times the accuracy in one cell of the range of one input.",
    example: (
        "(sin x)",
        "(let ((y (sin x))) (if (<= 0x1p-1 x 0x1.8p-1) (if (< y 0) (+ y 0.5) (- y 0.5)) y))",
    ),
    generate: |_| Vec::new(),
};

/// The operator, described once.
pub(crate) static SPECIAL: MutationOperatorRow = MutationOperatorRow {
    name: "special",
    objective: MutantObjective::Robustness,
    purpose: "Be off by four times the accuracy at one notable input only, or where two inputs are equal or opposite.",
    example: (
        "(sin x)",
        "(let ((y (sin x))) (if (== x 0x0p+0) (if (< y 0) (+ y 0.5) (- y 0.5)) y))",
    ),
    generate: |_| Vec::new(),
};
