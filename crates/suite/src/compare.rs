//! What `compare` found out about two formulas, as plain data.

use crate::json;
use crate::test::InputRecord;
use crate::types::How;
use serde::{Deserialize, Serialize};

/// Whether any input tells two formulas apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CompareReport {
    /// Always [`CompareReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name of the first specification.
    pub a: String,
    /// Name of the second.
    pub b: String,
    /// How their arguments were matched.
    pub matched: Matched,
    /// What became of the question.
    pub outcome: CompareWord,
    /// The input that tells them apart.
    pub witness: Option<WitnessRecord>,
    /// What the outcome rests on.
    pub evidence: CompareEvidence,
}

json::report_file!(CompareReport, "lydian-comparison", 1);

/// How the arguments of two specifications were matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matched {
    /// They have the same names.
    Name,
    /// Their names differ.
    Position,
}

/// The three outcomes of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CompareWord {
    /// An input tells them apart.
    Distinguished,
    /// Proved that none does.
    Equivalent,
    /// Neither within the budget.
    Undecided,
}

/// An input at which two formulas are provably apart.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WitnessRecord {
    /// The input.
    pub inputs: Vec<InputRecord>,
    /// The value of the first formula; none where it is undefined.
    pub a: Option<ValueText>,
    /// The value of the second.
    pub b: Option<ValueText>,
    /// The distance of the two, about, in units of the distance that tells them apart.
    pub gap: Option<f64>,
}

/// A real value that lies between two numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueText {
    /// The lower end, rounded down to forty digits.
    pub lo: String,
    /// The upper end, rounded up to forty digits.
    pub hi: String,
    /// For people: one number where both ends agree in twenty digits, else both ends.
    pub shown: String,
}

/// What the outcome of a comparison rests on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum CompareEvidence {
    /// The enclosures at the witness.
    Witness {
        /// In which way the two differ.
        how: How,
        /// Precision of the enclosures, in bits.
        precision: u32,
    },
    /// Exact algebra shows them equal.
    Identity {
        /// The rules that were used.
        rules: Vec<String>,
    },
    /// The domain was covered by boxes, on none of which an input tells them apart.
    Covering {
        /// How many boxes.
        boxes: u64,
        /// The rules that decided them.
        rules: Vec<String>,
    },
    /// Nothing was proved.
    Undecided {
        /// Why the search ended.
        reason: String,
        /// How many boxes it had looked at.
        boxes: u64,
        /// The input that came nearest.
        closest: Option<ClosestRecord>,
    },
}

/// The input at which an undecided search came nearest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClosestRecord {
    /// The input.
    pub inputs: Vec<InputRecord>,
    /// The distance of the two values, in units of what would tell them apart.
    pub gap: f64,
}
