//! The suite file as structs, in the order in which its fields are written.

use crate::summary::Summary;
use crate::test::Test;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::fmt;
use std::str::FromStr;

/// What the field `format` of every suite says.
pub const FORMAT: &str = "lydian-suite";

/// The version of the file format that this crate writes, and the newest it reads.
pub const VERSION: u32 = 1;

/// A suite: one specification, its mutants, and the tests that tell them apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suite {
    /// Always [`FORMAT`].
    pub format: String,
    /// Always [`VERSION`].
    pub version: u32,
    /// Name and version of the program that wrote it.
    pub tool: String,
    /// The command that made it, so that it can be made again.
    pub command: String,
    /// Seed of whatever randomness the search used.
    pub seed: u64,
    /// What the tests are about.
    pub spec: SpecRecord,
    /// Every mutant that was made, whatever became of it.
    pub mutants: Vec<MutantRecord>,
    /// The tests.
    pub tests: Vec<Test>,
    /// Counts, computed from `mutants` and `tests`.
    pub summary: Summary,
}

impl Suite {
    /// A suite of these parts, with format, version and summary filled in.
    pub fn new(
        tool: &str,
        command: &str,
        seed: u64,
        spec: SpecRecord,
        mutants: Vec<MutantRecord>,
        tests: Vec<Test>,
    ) -> Suite {
        Suite {
            format: FORMAT.into(),
            version: VERSION,
            tool: tool.into(),
            command: command.into(),
            seed,
            summary: Summary::of(&mutants, &tests),
            spec,
            mutants,
            tests,
        }
    }

    /// The test with this id.
    pub fn test(&self, id: &str) -> Option<&Test> {
        self.tests.iter().find(|t| t.id == id)
    }

    /// The mutant with this id.
    pub fn mutant(&self, id: &str) -> Option<&MutantRecord> {
        self.mutants.iter().find(|m| m.id == id)
    }
}

/// The specification that a suite was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecRecord {
    /// Its name.
    pub name: String,
    /// Its text as FPCore, whatever it was written in.
    pub fpcore: String,
    /// SHA-256 of the file it came from, in lower-case hexadecimal.
    pub sha256: String,
    /// Its inputs, in the order in which an implementation takes them.
    pub arguments: Vec<ArgumentRecord>,
    /// Format of the output, to which margins in ulps refer.
    pub output: FormatRecord,
    /// How accurate an implementation must be.
    pub accuracy: AccuracyRecord,
    /// What an implementation does outside the domain.
    pub out_of_domain: PolicyRecord,
    /// On how many of the probed points of the domain the formula is defined, if that was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub defined_share: Option<DefinedShare>,
}

/// One input of a specification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentRecord {
    /// Its name.
    pub name: String,
    /// Which floats it can be.
    pub format: FormatRecord,
    /// Lower bound; none when unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lo: Option<BoundRecord>,
    /// Upper bound; none when unbounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hi: Option<BoundRecord>,
}

/// A finite bound of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoundRecord {
    /// Exact value: a decimal or a fraction `p/q`; of an irrational bound one between which and the bound no number of any
    /// format lies.
    pub value: String,
    /// Whether the bound itself lies outside the domain.
    pub strict: bool,
}

/// Formats of inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatRecord {
    /// IEEE 754 double precision.
    Binary64,
    /// IEEE 754 single precision.
    Binary32,
    /// Fixed point, written `(fixed scale bits)`: k·2^scale for the integers k of a two's complement word.
    Fixed {
        /// Exponent of the distance of two neighbours.
        scale: i32,
        /// Bits of the word, its sign included.
        bits: u32,
    },
}

impl fmt::Display for FormatRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatRecord::Binary64 => write!(f, "binary64"),
            FormatRecord::Binary32 => write!(f, "binary32"),
            FormatRecord::Fixed { scale, bits } => write!(f, "(fixed {scale} {bits})"),
        }
    }
}

impl FromStr for FormatRecord {
    type Err = String;

    fn from_str(text: &str) -> Result<FormatRecord, String> {
        let fixed = || {
            let inner = text.strip_prefix("(fixed ")?.strip_suffix(')')?;
            let (scale, bits) = inner.split_once(' ')?;
            let (scale, bits) = (scale.parse().ok()?, bits.parse().ok()?);
            Some(FormatRecord::Fixed { scale, bits })
        };
        match text {
            "binary64" => Ok(FormatRecord::Binary64),
            "binary32" => Ok(FormatRecord::Binary32),
            _ => fixed().ok_or_else(|| format!("`{text}` is not binary64, binary32 or (fixed scale bits)")),
        }
    }
}

impl Serialize for FormatRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for FormatRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<FormatRecord, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The accuracy requirement: exact decimals or fractions `p/q`. The largest margin of those given counts; or only the
/// correctly rounded result is acceptable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccuracyRecord {
    /// Margin as a share of the real value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub relative: Option<String>,
    /// Margin as such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absolute: Option<String>,
    /// Margin in units in the last place of the real value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ulps: Option<String>,
    /// Whether only the nearest number of the output format is acceptable, the even one of two; then there are no margins.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rounded: bool,
}

fn is_false(it: &bool) -> bool {
    !it
}

/// What a correct implementation does with an input outside the domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PolicyRecord {
    /// Answers NaN or an error.
    Reject,
    /// Answers as for the nearest input of the domain.
    Clamp,
    /// Anything goes.
    Unspecified,
}

/// A count of probed points on which the formula is provably defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefinedShare {
    /// Points at which it is defined.
    pub defined: u64,
    /// Points that were looked at.
    pub probed: u64,
}

/// A mutant and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantRecord {
    /// Stable id, unique in the suite.
    pub id: String,
    /// The operator that made it.
    pub operator: String,
    /// What it stands for: `functional`, `precision` or `robustness`.
    pub objective: String,
    /// The fault, in one sentence.
    pub description: String,
    /// The mutant as an FPCore that stands on its own.
    pub fpcore: String,
    /// Its end.
    pub status: Status,
    /// Ids of the tests of this suite that kill it.
    pub killed_by: Vec<String>,
    /// Why its status is what it is.
    pub evidence: MutantEvidence,
}

/// The ends that a mutant can come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// A test provably tells it from the original.
    Killed,
    /// Proved that no test can.
    Equivalent,
    /// Neither, within the budget.
    Undecided,
    /// The same function as an earlier mutant, which counts for both.
    Duplicate,
}

/// Why a mutant has its status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum MutantEvidence {
    /// A test kills it.
    Kill {
        /// Id of the test.
        test: String,
        /// In which way.
        how: How,
    },
    /// Exact algebra shows it equal to the original.
    Identity {
        /// The rules that were used.
        rules: Vec<String>,
    },
    /// The domain was covered by boxes, on none of which a killing input exists.
    Covering {
        /// How many boxes.
        boxes: u64,
        /// The rules that decided them.
        rules: Vec<String>,
    },
    /// Exact algebra shows it equal to an earlier mutant.
    Duplicate {
        /// Id of the earlier mutant.
        of: String,
        /// The rules that were used.
        rules: Vec<String>,
    },
    /// Nothing was proved.
    Undecided {
        /// Why the search ended.
        reason: String,
        /// How many boxes it had looked at.
        boxes: u64,
        /// The input that came nearest to a kill, if there is one worth showing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closest: Option<String>,
    },
}

/// In which way a test kills a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The acceptable outputs of the two have nothing in common.
    Disjoint,
    /// One of the two is defined at the input and the other is not.
    Definedness,
    /// The mutant rejects an input that must be accepted.
    Rejects,
    /// The mutant accepts an input that must be rejected or clamped.
    Accepts,
    /// The mutant's computed result is not acceptable.
    Inaccurate,
}
