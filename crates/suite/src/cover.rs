//! What `cover` found out about the branches of a function, as plain data with a versioned file format.

use crate::check::VerdictCounts;
use crate::json;
use crate::number::NumberKind;
use crate::test::{Test, Verdict};
use crate::types::SpecRecord;
use crate::words::{FunctionLanguage, RunEnding};
use serde::{Deserialize, Serialize};

/// The file `cover.json`: every branch with its verdict, and the inputs that cover them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CoverReport {
    /// Always [`CoverReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// Seed of the search.
    pub seed: u64,
    /// The function that was called.
    pub function: String,
    /// The file that defines it.
    pub file: String,
    /// What it takes and gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<FunctionSignature>,
    /// The lines of the functions in scope.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub functions: Vec<FunctionLines>,
    /// The files that have these functions and branches, as they were.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SourceRecord>,
    /// The specification that the outputs were judged by, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spec: Option<SpecRecord>,
    /// Every branch in scope.
    pub branches: Vec<BranchRecord>,
    /// The inputs, none of which the others make superfluous.
    pub inputs: Vec<CoverInput>,
    /// What the specification says at further inputs of its domain, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub further: Option<FurtherJudged>,
    /// Why nothing can be proved about the code, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// Runs that did not return.
    pub findings: Vec<CoverFinding>,
    /// Calls that were made.
    pub calls: u64,
    /// Counts of sides.
    pub summary: SideCounts,
    /// What gcov says, if it was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gcov: Option<GcovCheck>,
}

json::report_file!(CoverReport, "lydian-cover", 1);

impl CoverReport {
    /// Counts of verdicts, where a specification was given.
    pub fn verdicts(&self) -> Option<VerdictCounts> {
        let judged = self.inputs.iter().filter_map(|input| input.judged.as_ref()?.verdict);
        self.spec.as_ref().map(|_| VerdictCounts::of(judged))
    }

    /// Whether an output is provably wrong, at an input that covers or at a further one.
    pub fn has_wrong_output(&self) -> bool {
        let further = self.further.as_ref().map_or(0, |further| further.summary.ko);
        further > 0 || self.verdicts().is_some_and(|counts| counts.ko > 0)
    }
}

/// What a specification says about outputs at further inputs of its domain that take the same sides: one input says
/// little about the code of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FurtherJudged {
    /// Counts of verdicts; inputs about which the specification has nothing to say are not among them.
    pub summary: VerdictCounts,
    /// Inputs with provably wrong outputs: one for each side that no other shown input is wrong on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failing: Vec<FurtherFailure>,
}

/// A further input with a provably wrong output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FurtherFailure {
    /// The input, what was observed, and what the specification says.
    #[serde(flatten)]
    pub input: CoverInput,
    /// A command that shows it again.
    pub again: String,
}

/// What a function takes and gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionSignature {
    /// `c`, `cpp` or `fortran`.
    pub language: FunctionLanguage,
    /// Its arguments in order.
    pub parameters: Vec<ParameterRecord>,
    /// Its result, if it gives one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TypeRecord>,
}

/// An argument of a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParameterRecord {
    /// Its name.
    pub name: String,
    /// How it is passed.
    pub passing: PassingRecord,
    /// Its type, or what it points to.
    #[serde(rename = "type")]
    pub ty: TypeRecord,
}

/// How an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PassingRecord {
    /// As itself.
    Value,
    /// As a pointer or a reference to what may be written.
    Pointer,
    /// As a pointer or a reference to what is only read.
    Const,
}

/// The type of an argument, of what it points to, or of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypeRecord {
    /// Of one element: `f64`, `f32`, `f80`, `bool`, `i32`, `u8`, …; or a name such as `struct point`.
    pub name: String,
    /// Elements of an array.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
}

impl TypeRecord {
    /// Whether an element is a number of at most eight bytes.
    pub fn is_number(&self) -> bool {
        let is_spelled = |kind: &NumberKind| kind.to_string() == self.name;
        NumberKind::named(&self.name).is_some_and(|kind| kind.is_plain() && is_spelled(&kind))
    }

    /// For people, such as `an array of 4 f64`.
    pub fn words(&self) -> String {
        match self.count {
            Some(count) => format!("an array of {count} {}", self.name),
            None => format!("of type {}", self.name),
        }
    }
}

/// Where a function stands in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionLines {
    /// Its symbol.
    pub function: String,
    /// Its name in the source.
    pub name: String,
    /// The file.
    pub file: String,
    /// Its first line, from 1.
    pub first: u32,
    /// Its last line.
    pub last: u32,
}

/// A source file as it was when it was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceRecord {
    /// Its name.
    pub file: String,
    /// SHA-256 of its bytes, in lower-case hexadecimal.
    pub sha256: String,
}

/// A conditional branch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BranchRecord {
    /// Its number.
    pub id: u32,
    /// The function that has it.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where the compiler made the branch up.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What decides it, such as `f64 <=`.
    pub condition: String,
    /// What became of the side where the condition is false.
    pub when_false: SideRecord,
    /// What became of the side where it is true.
    pub when_true: SideRecord,
}

/// What became of one side of a branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub enum SideRecord {
    /// An input takes it.
    Covered {
        /// Id of the first such input.
        by: String,
    },
    /// Proved that no input takes it.
    Infeasible {
        /// The proof, in a sentence.
        proof: String,
    },
    /// Neither.
    Unreached {
        /// How near a run came: units in the last place or integer steps; none if none got to the branch.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closest: Option<String>,
    },
}

/// An input of the function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverInput {
    /// Its id.
    pub id: String,
    /// Its numbers.
    pub values: Vec<CoverValue>,
    /// Inputs with which the function must be called before, in this order: it keeps something from call to call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Vec<CoverValue>>,
    /// How the run ended: `returned`, or what else it did.
    pub outcome: RunEnding,
    /// What came back: observed, not said to be right.
    pub observed: Vec<CoverValue>,
    /// Sides that it covers, such as `3:true`.
    pub covers: Vec<String>,
    /// What the specification says about the output, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judged: Option<SpecJudgement>,
}

impl CoverInput {
    /// Whether the specification proves the output wrong.
    pub fn is_wrong(&self) -> bool {
        let judged = self.judged.as_ref();
        judged.is_some_and(|judged| judged.verdict == Some(Verdict::Ko))
    }
}

/// What a specification says about an observed output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecJudgement {
    /// The verdict; none where the specification has nothing to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Why.
    pub reason: String,
    /// The test with its proven oracle; none where there is no verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<Test>,
}

/// A number of an input or of an output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverValue {
    /// Path to it, such as `p.x[2]`.
    pub name: String,
    /// Its type: `f64`, `f32`, `f80`, `i32`, `u8`, ….
    pub kind: String,
    /// For people.
    pub decimal: String,
    /// Its bits in hexadecimal.
    pub bits: String,
}

impl CoverValue {
    /// Its bits, if they fit into a word.
    pub fn word(&self) -> Option<u64> {
        u64::from_str_radix(&self.bits, 16).ok()
    }

    /// Its value, if it is a double.
    pub fn real(&self) -> Option<f64> {
        NumberKind::named(&self.kind)?.real(self.word()?)
    }

    /// Whether a number is the same, bit by bit; a NaN is a NaN.
    pub fn is_same(&self, y: f64) -> bool {
        let is_float = self.kind.starts_with('f');
        let equal = |x: f64| if is_float { x.to_bits() == y.to_bits() } else { x == y };
        self.real().is_some_and(|x| equal(x) || (x.is_nan() && y.is_nan()))
    }
}

/// A run that did not return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverFinding {
    /// What it did.
    pub what: String,
    /// The input.
    pub values: Vec<CoverValue>,
}

/// Counts of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideCounts {
    /// All of them.
    pub total: u64,
    /// Taken by an input.
    pub covered: u64,
    /// Proved that none can be.
    pub infeasible: u64,
    /// Neither.
    pub unreached: u64,
}

impl SideCounts {
    /// The counts of these branches.
    pub fn of(branches: &[BranchRecord]) -> SideCounts {
        let mut counts = SideCounts::default();
        for side in branches.iter().flat_map(|b| [&b.when_false, &b.when_true]) {
            counts.total += 1;
            match side {
                SideRecord::Covered { .. } => counts.covered += 1,
                SideRecord::Infeasible { .. } => counts.infeasible += 1,
                SideRecord::Unreached { .. } => counts.unreached += 1,
            }
        }
        counts
    }
}

/// The inputs replayed on a build by gcc: branches of the function as gcov counts them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GcovCheck {
    /// Branches that gcov counts.
    pub branches: u64,
    /// Those that it saw taken.
    pub taken: u64,
    /// Branches by our count, made in gcov's way.
    pub our_branches: u64,
    /// Those that we say are covered.
    pub our_taken: u64,
    /// Lines on which the two differ.
    pub differences: Vec<GcovLine>,
}

/// A line on which gcov's count is another one than ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GcovLine {
    /// The line.
    pub line: u32,
    /// Taken branches by gcov, such as `1 of 2`.
    pub gcov: String,
    /// The same by us.
    pub ours: String,
}
