//! Counts of mutants and tests, and the summary of a whole campaign.

use crate::json;
use crate::test::{Test, TestKind};
use crate::types::{DefinedShare, MutantRecord, Status};
use serde::{Deserialize, Serialize};

/// Counts of a suite, per operator and in all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// One entry per operator, in the order in which the operators first appear.
    pub operators: Vec<OperatorCounts>,
    /// All operators together.
    pub total: MutantCounts,
    /// The tests.
    pub tests: TestCounts,
}

impl Summary {
    /// The counts of these mutants and tests.
    pub fn of(mutants: &[MutantRecord], tests: &[Test]) -> Summary {
        let mut summary = Summary::default();
        for mutant in mutants {
            summary.total.add(mutant.status);
            summary.operator(&mutant.operator).add(mutant.status);
        }
        for test in tests {
            summary.tests.add(test.kind);
        }
        summary
    }

    fn operator(&mut self, name: &str) -> &mut MutantCounts {
        let known = self.operators.iter().position(|o| o.operator == name);
        let index = known.unwrap_or(self.operators.len());
        if known.is_none() {
            self.operators.push(OperatorCounts {
                operator: name.into(),
                counts: MutantCounts::default(),
            });
        }
        &mut self.operators[index].counts
    }
}

/// The counts of one operator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorCounts {
    /// Its name.
    pub operator: String,
    /// Its counts, in the same JSON object.
    #[serde(flatten)]
    pub counts: MutantCounts,
}

/// How many mutants were made and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MutantCounts {
    /// All of them.
    pub made: u64,
    /// Told apart by a test.
    pub killed: u64,
    /// Proved that no test can.
    pub equivalent: u64,
    /// The same as an earlier one.
    pub duplicate: u64,
    /// Nothing proved.
    pub undecided: u64,
}

impl MutantCounts {
    /// All counts in the order in which tables have them: made, killed, equivalent, duplicate, undecided.
    pub fn columns(&self) -> [u64; 5] {
        [self.made, self.killed, self.equivalent, self.duplicate, self.undecided]
    }

    /// Counts one more mutant.
    pub fn add(&mut self, status: Status) {
        self.made += 1;
        match status {
            Status::Killed => self.killed += 1,
            Status::Equivalent => self.equivalent += 1,
            Status::Duplicate => self.duplicate += 1,
            Status::Undecided => self.undecided += 1,
        }
    }
}

/// How many tests there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestCounts {
    /// All of them.
    pub total: u64,
    /// Inputs of the domain.
    pub normal: u64,
    /// Inputs outside the domain or at its edge.
    pub robustness: u64,
    /// Inputs that reach a part of a program.
    pub structural: u64,
}

impl TestCounts {
    /// Counts one more test.
    pub fn add(&mut self, kind: TestKind) {
        self.total += 1;
        match kind {
            TestKind::Normal => self.normal += 1,
            TestKind::Robustness => self.robustness += 1,
            TestKind::Structural => self.structural += 1,
        }
    }
}

/// What a report says of one specification of a campaign.
#[derive(Clone, Debug)]
pub struct SpecRow {
    /// Its name.
    pub name: String,
    /// Wall time; none if it was finished by an earlier run.
    pub milliseconds: Option<u64>,
    /// The counts of its suite.
    pub summary: Summary,
    /// On how much of the domain the formula is defined, if that was counted.
    pub defined: Option<DefinedShare>,
}

/// The file `summary.json` of a campaign: what may differ from run to run, and the counts of its suites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignSummary {
    /// Always `lydian-summary`.
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// How the campaign ended, in words.
    pub outcome: String,
    /// The exit code that goes with it.
    pub exit_code: u8,
    /// Wall time in milliseconds.
    pub milliseconds: u64,
    /// Where it ran.
    pub machine: MachineRecord,
    /// One entry per specification.
    pub specs: Vec<SpecSummary>,
}

impl CampaignSummary {
    /// What the field `format` says.
    pub const FORMAT: &str = "lydian-summary";

    /// The version that this crate writes.
    pub const VERSION: u32 = 1;

    /// The summary as JSON text.
    pub fn to_json(&self) -> String {
        json::layout(self)
    }
}

/// The machine that a campaign ran on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineRecord {
    /// Operating system.
    pub os: String,
    /// Processor architecture.
    pub arch: String,
    /// Threads that were used.
    pub threads: u64,
}

/// One specification of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecSummary {
    /// Its name.
    pub spec: String,
    /// The suite file, relative to the folder of the campaign.
    pub suite: String,
    /// Wall time in milliseconds.
    pub milliseconds: u64,
    /// Its mutants.
    pub mutants: MutantCounts,
    /// Its tests.
    pub tests: TestCounts,
}
