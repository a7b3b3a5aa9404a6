//! What `learn` found out about a black box, as plain data with a versioned file format.

use crate::check::{Observed, SubjectRecord};
use crate::hex::Hex;
use crate::json;
use serde::{Deserialize, Serialize};

/// The file `learn.json`: a contract, how its subject was tested, and how that ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LearnReport {
    /// Always [`LearnReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// Where all chance came from.
    pub seed: u64,
    /// How inputs were chosen.
    pub method: LearnMethod,
    /// What the subject promises.
    pub contract: ContractRecord,
    /// What was called, under the names that the contract uses.
    pub subjects: Vec<CalledSubject>,
    /// How it ended.
    pub end: LearnEnd,
    /// What was done.
    pub counts: LearnCounts,
    /// What was looked at by exponent; none if no input is a float.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binades: Option<BinadesRecord>,
    /// The violation, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<ViolationRecord>,
    /// How learning went.
    pub convergence: Vec<ConvergencePoint>,
    /// The first tests, in order; for one or two inputs as many as a picture needs.
    pub tests: Vec<LearnTest>,
    /// What the models say of the subject, for one or two inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub surface: Option<Surface>,
}

json::report_file!(LearnReport, "lydian-learn", 1);

/// How inputs are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LearnMethod {
    /// By models of the subject.
    Learn,
    /// At random, as a baseline to compare with.
    Random,
    /// One input, as the user gave it.
    At,
}

/// A contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContractRecord {
    /// Its name.
    pub name: String,
    /// The file that it stands in, as the user named it.
    pub file: String,
    /// The line where it begins, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
    /// Every number that a test chooses.
    pub inputs: Vec<LearnInput>,
    /// Every number that calls give.
    pub outputs: Vec<String>,
    /// Conditions on the inputs.
    pub requires: Vec<ClauseRecord>,
    /// Conditions that the subject promises.
    pub ensures: Vec<ClauseRecord>,
}

/// A number that a test chooses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnInput {
    /// Its name.
    pub name: String,
    /// The least value.
    pub lo: Hex,
    /// The greatest value.
    pub hi: Hex,
    /// Whether only whole numbers are inputs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub integer: bool,
}

/// A condition of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClauseRecord {
    /// As its author wrote it.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
}

/// A subject and its name in the contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CalledSubject {
    /// The name in the contract; empty if it has none there.
    pub function: String,
    /// What it is and how it was built.
    pub subject: SubjectRecord,
}

/// Binades of the ranges of all inputs that are floats: numbers of the same sign and exponent. Zero and the subnormal numbers
/// of a sign are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinadesRecord {
    /// Those with a test.
    pub tested: u64,
    /// All of them.
    pub all: u64,
}

/// Why testing ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
pub enum LearnEnd {
    /// A violation was found.
    Violation,
    /// Models that have stopped changing cover enough of the domain, and what they break of the contract lies within a few
    /// times their error. This is no proof.
    Converged {
        /// The share of the domain that converged models cover.
        covered: f64,
        /// Mean change of the models by their latest refits, beside the spread of the outputs.
        change: f64,
    },
    /// All tests that were allowed are made.
    Budget,
    /// Every input that provably fulfils the precondition was tested.
    Complete,
    /// No further input was found that fulfils the precondition.
    Exhausted,
    /// The user did not want to wait.
    Interrupted,
    /// The one input that was wanted keeps the contract.
    Kept,
    /// Whether the one input that was wanted keeps the contract cannot be decided.
    Undecided,
    /// The contract says nothing about the one input that was wanted.
    NotRequired,
}

/// What was done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnCounts {
    /// Tests up to the first violation, without those that made it simpler.
    pub tests: u64,
    /// Calls of subjects, all of them.
    pub calls: u64,
    /// Tests that were made because a model breaks the contract.
    pub by_models: u64,
    /// Tests of which neither can be proved that they keep the contract nor that they break it.
    pub undecided: u64,
    /// Models that looked for violations at the end. Convergence is read off others, which stand at fixed points.
    pub models: u64,
    /// Models that had converged, broke the contract nowhere, and were forgotten.
    pub retired: u64,
    /// Questions to the solver: whether a model breaks the contract somewhere in its region.
    pub questions: u64,
    /// How many of them it answered with a proof that it does not.
    pub excluded: u64,
}

/// A test and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LearnTest {
    /// One value per input.
    pub input: Vec<Hex>,
    /// One value per output; empty if a call gave none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Hex>,
    /// What a call did that gave no values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Observed>,
    /// Why this input was tried.
    pub why: WhyTested,
}

/// Why an input was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WhyTested {
    /// There were no models yet.
    Start,
    /// It teaches most.
    Explore,
    /// A model breaks the contract there.
    Model,
    /// By chance.
    Random,
    /// It is simpler than a violating one.
    Shrink,
    /// The user gave it.
    Given,
}

/// A violation of a contract.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ViolationRecord {
    /// The simplest test that was found.
    pub test: LearnTest,
    /// The test that was found first.
    pub first: LearnTest,
    /// Tests that were made to get from one to the other.
    pub shrinking: u64,
    /// Whether the simplest test broke the contract again in a new process.
    pub repeats: bool,
    /// Whether the conditions would hold if every number in them were rounded to a double.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub holds_rounded: bool,
    /// How the simplest test breaks the contract.
    pub breach: BreachKind,
    /// The conditions that provably fail or have no value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub broken: Vec<ClauseRecord>,
    /// A command that shows it again.
    pub again: String,
}

/// How a contract is broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BreachKind {
    /// A condition is false.
    False,
    /// A condition has no value: it needs an output that is NaN, or a function outside of its domain.
    Undefined,
    /// A call gave no outputs: a crash, an error, too long a time.
    NoOutput,
}

/// How far learning had come after some tests.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConvergencePoint {
    /// After this many tests.
    pub tests: u64,
    /// Mean change of the models by their latest refits, beside the spread of the outputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<f64>,
    /// The share of the domain that converged models cover.
    pub covered: f64,
    /// Models that looked for violations.
    pub models: u64,
}

/// What the models say of the subject on a grid.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Surface {
    /// Values of each input on the grid.
    pub axes: Vec<Vec<f64>>,
    /// The outputs that are shown.
    pub outputs: Vec<SurfaceOutput>,
}

/// One output on a grid; the last input varies fastest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurfaceOutput {
    /// Its name.
    pub name: String,
    /// Its values; none where no model says anything, or the contract does not allow the input.
    pub values: Vec<Option<f64>>,
}
