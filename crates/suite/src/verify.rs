//! What `verify` proved again, as plain data.

use crate::json;
use serde::{Deserialize, Serialize};

/// The suites that were verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verification {
    /// Always [`Verification::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// How the command ended, in a word.
    pub outcome: String,
    /// Its exit code.
    pub exit_code: u8,
    /// One row for each suite.
    pub suites: Vec<VerifyRow>,
}

json::report_file!(Verification, "lydian-verification", 1);

/// One suite that was verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerifyRow {
    /// The file.
    pub suite: String,
    /// Name of the specification.
    pub spec: String,
    /// Oracles.
    pub oracles: ProvedClaims,
    /// Kills.
    pub kills: ProvedClaims,
    /// Claims of equivalence.
    pub equivalents: Tried,
    /// Claims that two mutants are the same function.
    pub duplicates: Tried,
    /// What is wrong, one sentence each.
    pub problems: Vec<String>,
    /// Wall time.
    pub milliseconds: u64,
}

/// Claims that are proved again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvedClaims {
    /// How many claims.
    pub claims: usize,
    /// How many of them were proved again.
    pub proved: usize,
}

/// Claims that were tried at points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// How many claims.
    pub claims: usize,
    /// How many of them a point refutes.
    pub refuted: usize,
    /// Points over all claims.
    pub points: usize,
}
