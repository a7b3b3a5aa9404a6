//! What `hunt` found out about a subject: the largest errors, as plain data with a versioned file format.

use crate::check::{CanaryRecord, Observed, RandomFailure, SubjectRecord};
use crate::hex::Hex;
use crate::json;
use crate::test::InputRecord;
use crate::types::AccuracyRecord;
use crate::words::HuntEnding;
use serde::{Deserialize, Serialize};

/// The file `hunt.json`: a subject, the specification it was hunted with, and the worst that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntReport {
    /// Always [`HuntReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// Name of the specification.
    pub spec: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Format of the output, which the units of errors are of.
    pub output: String,
    /// The code under test.
    pub subject: SubjectRecord,
    /// The wrong implementation that had to be caught first.
    pub canary: CanaryRecord,
    /// Where inputs come from, together with the specification.
    pub seed: u64,
    /// Calls of the subject.
    pub calls: u64,
    /// Calls at inputs whose real value could not be enclosed finely enough, and which say nothing.
    pub unjudged: u64,
    /// Calls whose answer is not acceptable.
    pub failed: u64,
    /// The largest error in units in the last place.
    pub worst: Option<HuntPoint>,
    /// The largest error in margins: what lies above 1 is not acceptable.
    pub nearest: Option<HuntPoint>,
    /// A simpler input nearby whose error is nearly as large as the largest, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub simple: Option<HuntPoint>,
    /// The cells of every input, each with the worst that was found there.
    pub cells: Vec<HuntCell>,
    /// The first answers that are not acceptable, one for each place, with their oracles.
    pub failures: Vec<RandomFailure>,
    /// The worst of each pair of parts, where there are two inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub map: Option<HuntMap>,
    /// The sides of branches that traced inputs take, each with the worst of these, where paths were looked at.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<HuntPath>,
    /// Why the hunt ended.
    pub ended: HuntEnding,
    /// The program whose answers were compared with, where there was no formula: then errors are differences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<SubjectRecord>,
    /// How much the two may differ, if that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<AccuracyRecord>,
    /// The first answers that differ by more than that, one for each place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<HuntPoint>,
    /// The same hunt on an earlier version of the subject, if one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<HuntBefore>>,
}

/// A hunt on an earlier version of a subject, and how each of the two does where the other is worst.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntBefore {
    /// The hunt on the earlier version.
    pub hunt: HuntReport,
    /// The subject where the earlier version is worst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_there: Option<HuntPoint>,
    /// The earlier version where the subject is worst.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before_here: Option<HuntPoint>,
}

impl HuntReport {
    /// Whether no answer could be judged, so that nothing is known.
    pub fn is_void(&self) -> bool {
        self.unjudged == self.calls
    }

    /// Whether it made all its calls.
    pub fn is_whole(&self) -> bool {
        self.ended == HuntEnding::Whole
    }
}

json::report_file!(HuntReport, "lydian-hunt", 1);

/// An input with the error of the subject there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntPoint {
    /// The input.
    pub inputs: Vec<InputRecord>,
    /// What the subject answered.
    pub observed: Observed,
    /// What the reference answered, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<Observed>,
    /// Error in units in the last place; none where the answer is no number.
    pub ulps: Option<f64>,
    /// Error in margins; none where the answer is no number.
    pub margins: Option<f64>,
}

/// Part of the range of one input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntCell {
    /// Name of the argument.
    pub argument: String,
    /// Its least float.
    pub lo: Hex,
    /// Its greatest float.
    pub hi: Hex,
    /// Calls with this argument in the cell.
    pub calls: u64,
    /// Largest error in units in the last place; none if no answer there was a number that could be judged.
    pub ulps: Option<f64>,
    /// Largest error in margins.
    pub margins: Option<f64>,
    /// The argument at the largest error.
    pub at: Option<Hex>,
    /// The whole input there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<InputRecord>,
    /// Whether an answer there is not acceptable.
    pub failed: bool,
}

/// The worst of each pair of parts of two inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntMap {
    /// Name of the argument whose parts are columns.
    pub across: String,
    /// Name of the argument whose parts are rows.
    pub up: String,
    /// The columns, in the order of their numbers.
    pub columns: Vec<HuntSpan>,
    /// The rows.
    pub rows: Vec<HuntSpan>,
    /// The squares in which calls were made.
    pub squares: Vec<HuntSquare>,
}

/// The floats from one to another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntSpan {
    /// The least.
    pub lo: Hex,
    /// The greatest.
    pub hi: Hex,
}

/// One square of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntSquare {
    /// Number of its column, from 0.
    pub column: usize,
    /// Number of its row, from 0.
    pub row: usize,
    /// Calls in it.
    pub calls: u64,
    /// Largest error in units in the last place; none if no answer there was a number that could be judged.
    pub ulps: Option<f64>,
    /// The input at the largest error.
    pub at: Option<[Hex; 2]>,
    /// Whether an answer there is not acceptable.
    pub failed: bool,
}

/// A side of a branch of the subject.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HuntPath {
    /// The file of the branch.
    pub file: String,
    /// Its line, from 1; 0 where the compiler made the branch up.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Whether its condition holds on this side.
    pub side: bool,
    /// Inputs that were traced and take it.
    pub traced: u64,
    /// The worst of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worst: Option<HuntPoint>,
}
