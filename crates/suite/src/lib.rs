//! Tests, oracles, verdicts and records: plain data and its versioned file format.
//!
//! Whatever finds an input writes it into a [`Suite`]; whatever runs code under test reads one.
//! This crate knows how such a file looks and what an oracle says about an output.
//! It does not know how a test was found, and it touches neither files nor clock: callers hand it text.

pub mod accuracy;
pub mod check;
pub mod compare;
pub mod cover;
pub mod hex;
pub mod hunt;
pub mod learn;
pub mod observed;
pub mod record;
pub mod stress;
pub mod summary;
pub mod verify;

mod hash;
mod json;
mod number;
mod plot;
mod test;
mod types;
mod validate;
mod words;

pub use check::{
    CanaryRecord, CheckReport, LeftOut, Observed, RandomFailure, RandomResults, SubjectRecord, SuiteReference,
    TestResult, VerdictCounts,
};
pub use hash::sha256;
pub use hex::Hex;
pub use json::SuiteError;
pub use number::NumberKind;
pub use observed::{ChangeReport, ObservedSuite, ObservedTest, SuiteFile};
pub use plot::Plot;
pub use record::{CampaignRecord, RecordLine};
pub use summary::{
    CampaignSummary, MachineRecord, MutantCounts, OperatorCounts, SpecRow, SpecSummary, Summary, TestCounts,
};
pub use test::{DoubleRange, EnclosureText, Expect, InputRecord, Invalid, ObservedOutput, Test, TestKind, Verdict};
pub use types::{
    AccuracyRecord, ArgumentRecord, BoundRecord, DefinedShare, FORMAT, FormatRecord, How, MutantEvidence, MutantRecord,
    PolicyRecord, SpecRecord, Status, Suite, VERSION,
};
pub use validate::{Orphan, SuiteProblem};
pub use words::{FunctionLanguage, HuntEnding, Objective, RunEnding};
