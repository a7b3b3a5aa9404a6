//! Suites whose outputs were observed, not proved: inputs that reach parts of a program, and what it did there.
//!
//! They are version 2 of the file format and a type of their own, so that nothing in them can be taken for an oracle.

use crate::cover::{CoverInput, CoverReport, CoverValue, FunctionSignature, PassingRecord};
use crate::json::{self, SuiteError};
use crate::stress::StressReport;
use crate::summary::TestCounts;
use crate::test::TestKind;
use crate::types::{FORMAT, VERSION};
use crate::words::{FunctionLanguage, RunEnding};
use serde::{Deserialize, Serialize};

/// What the field `kind` of such a suite says.
pub const OBSERVED: &str = "observed";

/// Inputs of a function and what it did on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedSuite {
    /// Always [`FORMAT`].
    pub format: String,
    /// Version of the format of suites.
    pub version: u32,
    /// Always [`OBSERVED`].
    pub kind: String,
    /// Name and version of the program that wrote it.
    pub tool: String,
    /// The command that made it.
    pub command: String,
    /// Seed of the search.
    pub seed: u64,
    /// The function.
    pub function: String,
    /// The file that defines it.
    pub file: String,
    /// What it takes and gives.
    pub signature: FunctionSignature,
    /// The tests.
    pub tests: Vec<ObservedTest>,
    /// Counts of tests.
    pub summary: TestCounts,
}

/// One input and what was observed on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedTest {
    /// Stable id, unique in the suite.
    pub id: String,
    /// What sort of test it is.
    pub kind: TestKind,
    /// The numbers of the input.
    pub inputs: Vec<CoverValue>,
    /// That nothing is known about what would be right.
    pub expect: ObservedMark,
    /// How the run ended: `returned`, or what else it did.
    pub outcome: RunEnding,
    /// What came back: the result first, then what pointers lead to.
    pub observed: Vec<CoverValue>,
    /// Sides of branches that it covers, such as `3:true`, or mutants that die on it.
    pub covers: Vec<String>,
}

/// What a test with an observed output expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ObservedMark {
    /// The same as was observed.
    Observed,
}

/// Reports on native code have the same head, whatever else they say.
macro_rules! observed_suite {
    ($report:ident, $kind:expr) => {{
        let words = [&$report.tool, &$report.command, &$report.function, &$report.file];
        let signature = $report.signature.clone()?;
        Some(Self::new(words, $report.seed, signature, &$report.inputs, $kind))
    }};
}

impl ObservedSuite {
    /// The inputs of a report; none if it does not say what the function takes and gives.
    pub fn of(report: &CoverReport) -> Option<ObservedSuite> {
        observed_suite!(report, TestKind::Structural)
    }

    /// The inputs on which mutants died; none if the report does not say what the function takes and gives.
    pub fn of_stress(report: &StressReport) -> Option<ObservedSuite> {
        observed_suite!(report, TestKind::Robustness)
    }

    /// A suite of these inputs; the words are tool, command, function and file. A test calls the function once, so inputs
    /// that need other calls before them are left out.
    fn new(
        words: [&String; 4],
        seed: u64,
        signature: FunctionSignature,
        inputs: &[CoverInput],
        kind: TestKind,
    ) -> ObservedSuite {
        let [tool, command, function, file] = words.map(String::clone);
        let alone = || inputs.iter().filter(|input| input.after.is_empty());
        let mut summary = TestCounts::default();
        alone().for_each(|_| summary.add(kind));
        ObservedSuite {
            format: FORMAT.into(),
            version: VERSION,
            kind: OBSERVED.into(),
            tool,
            command,
            seed,
            function,
            file,
            signature,
            tests: alone().map(|input| ObservedTest::of(input, kind)).collect(),
            summary,
        }
    }

    /// The suite as JSON text.
    pub fn to_json(&self) -> String {
        json::layout(self)
    }

    /// Why the function is not one of numbers that gives a number; none if it is.
    pub fn obstacle(&self) -> Option<String> {
        // Fortran passes numbers by reference.
        let by_value =
            |passing| passing == PassingRecord::Value || self.signature.language == FunctionLanguage::Fortran;
        for parameter in &self.signature.parameters {
            if parameter.ty.count.is_some() || !parameter.ty.is_number() {
                return Some(format!("`{}` is {}", parameter.name, parameter.ty.words()));
            }
            if !by_value(parameter.passing) {
                return Some(format!("`{}` is a pointer", parameter.name));
            }
        }
        match &self.signature.result {
            None => Some("it gives no result".into()),
            Some(ty) if ty.count.is_some() || !ty.is_number() => Some(format!("its result is {}", ty.words())),
            Some(_) => None,
        }
    }
}

impl ObservedTest {
    /// An input and what was observed on it.
    fn of(input: &CoverInput, kind: TestKind) -> ObservedTest {
        let has_returned = input.outcome == RunEnding::Returned;
        ObservedTest {
            id: input.id.clone(),
            kind,
            inputs: input.values.clone(),
            expect: ObservedMark::Observed,
            outcome: input.outcome.clone(),
            observed: if has_returned {
                input.observed.clone()
            } else {
                Vec::new()
            },
            covers: input.covers.clone(),
        }
    }

    /// Whether the run came back.
    pub fn has_returned(&self) -> bool {
        self.outcome == RunEnding::Returned
    }
}

/// A suite of either sort.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuiteFile {
    /// With proven oracles.
    Proven(Box<crate::Suite>),
    /// With observed outputs.
    Observed(Box<ObservedSuite>),
}

impl SuiteFile {
    /// Reads a suite.
    pub fn from_json(text: &str) -> Result<SuiteFile, SuiteError> {
        match crate::Suite::from_json(text) {
            Err(SuiteError::Observed) => {
                let suite = serde_json::from_str(text).map_err(|error| SuiteError::syntax(&error, 1))?;
                Ok(SuiteFile::Observed(Box::new(suite)))
            }
            suite => Ok(SuiteFile::Proven(Box::new(suite?))),
        }
    }
}

/// What `check` found out about a subject with observed outputs: whether it still does the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeReport {
    /// Always [`ChangeReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// The suite whose tests were run.
    pub suite: crate::SuiteReference,
    /// The code under test.
    pub subject: crate::SubjectRecord,
    /// The wrong implementation that had to be noticed first.
    pub canary: crate::CanaryRecord,
    /// One result per test that was run.
    pub results: Vec<ObservedChange>,
    /// Tests that could not be run, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<crate::LeftOut>,
    /// Results that are the same.
    pub same: u64,
    /// Results that are not.
    pub changed: u64,
}

json::report_file!(ChangeReport, "lydian-changes", 1);

/// What a subject did on one input, beside what was observed before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObservedChange {
    /// Id of the test.
    pub test: String,
    /// Whether it is the same, bit by bit; a NaN is a NaN.
    pub same: bool,
    /// What was observed before.
    pub was: CoverValue,
    /// What it is now.
    pub now: crate::Observed,
    /// The command that repeats it.
    pub reproduce: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(kind: &str, bits: &str) -> CoverValue {
        CoverValue {
            name: "x".into(),
            kind: kind.into(),
            decimal: String::new(),
            bits: bits.into(),
        }
    }

    #[test]
    fn values_are_read_exactly_or_not_at_all() {
        let table = [
            (value("f64", "3ff0000000000000"), Some(1.0)),
            (value("f32", "3f800000"), Some(1.0)),
            (value("i8", "ff"), Some(-1.0)),
            (value("u8", "ff"), Some(255.0)),
            (value("i64", "8000000000000000"), Some(-9223372036854775808.0)),
            (value("u64", "ffffffffffffffff"), None),
            (value("f80", "3fff8000000000000000"), None),
            (value("i32", "zz"), None),
        ];
        for (value, real) in table {
            assert_eq!(value.real(), real, "{value:?}");
        }
    }

    #[test]
    fn the_same_is_the_same_bits_or_two_nans() {
        let (zero, nan) = (value("f64", "0000000000000000"), value("f32", "7fc00000"));
        assert!(zero.is_same(0.0) && !zero.is_same(-0.0) && !zero.is_same(f64::NAN));
        assert!(nan.is_same(f64::NAN) && !nan.is_same(0.0));
        assert!(value("i32", "00000000").is_same(0.0));
    }
}
