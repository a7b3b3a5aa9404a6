//! A run in which a hazard died, as plain data that goes from one process to another.

use serde::{Deserialize, Serialize};
use suite::RunEnding;
use suite::stress::Correctness;

/// A run in which a hazard died.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HazardKill {
    /// The packed input.
    pub input: Vec<u8>,
    /// What came back.
    pub output: Vec<u8>,
    /// How the run ended.
    pub outcome: RunEnding,
    /// Left, right and result of the operation when it first died: bits of doubles, or integers.
    pub operands: [u64; 3],
    /// Hazards, from 0, at other operations that changed a value before in the same run: this death may follow from theirs.
    pub after: Vec<usize>,
    /// Inputs that were called before, in this order; empty unless the code may keep something from call to call.
    pub before: Vec<Vec<u8>>,
    /// What the reference did.
    pub answer: Option<ReferenceAnswer>,
}

/// What the reference did on an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReferenceAnswer {
    /// What came back from it.
    pub output: Vec<u8>,
    /// How its run ended.
    pub outcome: RunEnding,
    /// What that says about the code under test.
    pub verdict: Correctness,
}
