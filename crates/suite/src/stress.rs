//! What `stress` found out about the arithmetic of a function, as plain data with a versioned file format.

use crate::cover::{CoverFinding, CoverInput, CoverValue, FunctionSignature, FurtherJudged};
use crate::json;
use crate::types::Status;
use crate::words::RunEnding;
use serde::{Deserialize, Serialize};

/// The file `stress.json`: every environmental mutant with its end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressReport {
    /// Always [`StressReport::FORMAT`].
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
    /// What it takes and gives; files of earlier versions do not say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<FunctionSignature>,
    /// What returned values were compared with, and by which rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<StressReference>,
    /// Every mutant, by its place in the source.
    pub mutants: Vec<StressMutant>,
    /// Operations that no mutant watches: nothing is claimed about them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unwatched: Vec<UnwatchedRecord>,
    /// Why nothing can be proved about the code, where that is so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// The inputs on which mutants died, each with the mutants that are said to die on it.
    #[serde(default)]
    pub inputs: Vec<CoverInput>,
    /// What a specification says at further inputs of its domain on which mutants die, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub further: Option<FurtherJudged>,
    /// Runs that did not return.
    pub endings: Vec<CoverFinding>,
    /// Calls that were made.
    pub calls: u64,
    /// Counts of mutants.
    pub summary: StressCounts,
}

/// An operation that can go wrong and that no mutant watches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnwatchedRecord {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// What it is.
    pub what: String,
}

/// What returned values were compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StressReference {
    /// The function, such as `wide.c:f`, or the specification.
    pub name: String,
    /// When a returned value is called wrong.
    pub rule: String,
}

json::report_file!(StressReport, "lydian-stress", 1);

impl StressReport {
    /// The findings by source line, the worst line first and the worst mutant of a line first.
    pub fn lines(&self) -> Vec<Vec<&StressMutant>> {
        let mut lines: Vec<Vec<&StressMutant>> = Vec::new();
        for mutant in self.mutants.iter().filter(|m| m.finding) {
            let same = |line: &&mut Vec<&StressMutant>| line[0].file == mutant.file && line[0].line == mutant.line;
            match lines.iter_mut().find(same) {
                Some(line) => line.push(mutant),
                None => lines.push(vec![mutant]),
            }
        }
        lines
            .iter_mut()
            .for_each(|line| line.sort_by_key(|m| (m.severity(), m.column)));
        lines.sort_by_key(|line| line[0].severity());
        lines
    }
}

/// A condition over the operands and the result of one operation, under which the mutant dies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StressMutant {
    /// Its id, such as `iovflow-3`.
    pub id: String,
    /// The operator that made it.
    pub operator: String,
    /// The function that has the operation.
    pub function: String,
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column.
    pub column: u32,
    /// The source line, without the blanks around it.
    pub text: String,
    /// The operation, such as `add` or `call exp`.
    pub operation: String,
    /// The type of its operands, such as `i32`.
    pub kind: String,
    /// When it dies, in words.
    pub condition: String,
    /// Whether the language leaves undefined what happens then.
    pub undefined: bool,
    /// Why that matters, in one sentence.
    pub why: String,
    /// Whether the death is a finding: the mutant was killed, and what kills it is not harmless by nature.
    pub finding: bool,
    /// Its end.
    #[serde(flatten)]
    pub fate: StressFate,
}

/// The three ends of a mutant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum StressFate {
    /// An input kills it.
    Killed(Box<Death>),
    /// Proved that none can.
    Equivalent {
        /// The proof, in a sentence.
        evidence: String,
    },
    /// Neither.
    Undecided {
        /// What is known.
        evidence: String,
        /// How near a run came, in units in the last place or integer steps; none if none got to the operation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        closest: Option<String>,
    },
}

impl StressFate {
    /// The status of a mutant with this end.
    pub fn status(&self) -> Status {
        match self {
            StressFate::Killed(_) => Status::Killed,
            StressFate::Equivalent { .. } => Status::Equivalent,
            StressFate::Undecided { .. } => Status::Undecided,
        }
    }
}

/// How a mutant was killed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Death {
    /// The input of the function.
    pub input: Vec<StressValue>,
    /// Operands of the operation when it first died.
    pub operands: Vec<String>,
    /// Its result; empty for an integer division, which may have none.
    pub result: String,
    /// How the run ended: `returned`, or what else it did.
    pub outcome: RunEnding,
    /// What the function returned, or how else the run ended: observed, not said to be right.
    pub returned: String,
    /// Mutants that died before in the same run and left another value than the exact one: this death may follow from
    /// theirs, and is no finding of its own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// Inputs with which the function must be called before, in this order: it keeps something from call to call.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub called_before: Vec<Vec<CoverValue>>,
    /// What was compared with the reference, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judgement: Option<ReferenceJudgement>,
    /// What was seen, in a sentence.
    pub evidence: String,
}

/// What a reference says about a returned value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReferenceJudgement {
    /// Whether it is right.
    pub verdict: Correctness,
    /// What the reference returns, or which values its specification accepts.
    pub expected: String,
}

/// Whether a returned value is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Correctness {
    /// It is what the reference says.
    Right,
    /// It is not.
    Wrong,
    /// The reference says nothing about it.
    Unknown,
}

/// A number of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StressValue {
    /// Path to it, such as `p.x[2]`.
    pub name: String,
    /// Its type: `f64`, `f32`, `f80`, `i32`, `u8`, ….
    pub kind: String,
    /// For people.
    pub decimal: String,
    /// Exactly, in hexadecimal: `0x1.8p+1` of a float, the bits of an integer.
    pub hex: String,
}

/// How bad a killed mutant is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The function returns a wrong value.
    WrongValue,
    /// It does not return.
    NoReturn,
    /// The language leaves undefined what it does.
    Undefined,
    /// Something was lost on the way.
    Suspect,
    /// Nothing was seen.
    None,
}

impl StressMutant {
    /// How it was killed.
    pub fn death(&self) -> Option<&Death> {
        match &self.fate {
            StressFate::Killed(death) => Some(death),
            _ => None,
        }
    }

    /// How bad that is.
    pub fn severity(&self) -> Severity {
        let Some(death) = self.death() else {
            return Severity::None;
        };
        let is_wrong = |judgement: &ReferenceJudgement| judgement.verdict == Correctness::Wrong;
        if death.judgement.as_ref().is_some_and(is_wrong) {
            Severity::WrongValue
        } else if death.outcome != RunEnding::Returned {
            Severity::NoReturn
        } else if self.undefined {
            Severity::Undefined
        } else {
            Severity::Suspect
        }
    }
}

/// Counts of mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StressCounts {
    /// All of them.
    pub total: u64,
    /// Killed by an input.
    pub killed: u64,
    /// Proved that none can.
    pub equivalent: u64,
    /// Neither.
    pub undecided: u64,
    /// Killed ones that are findings.
    pub findings: u64,
    /// Findings with a returned value that is wrong.
    pub wrong: u64,
    /// Kinds of runs that did not return.
    pub endings: u64,
}

impl StressCounts {
    /// The counts of these mutants, and of these runs that did not return.
    pub fn of(mutants: &[StressMutant], endings: &[CoverFinding]) -> StressCounts {
        let mut counts = StressCounts {
            total: mutants.len() as u64,
            endings: endings.len() as u64,
            ..StressCounts::default()
        };
        for mutant in mutants {
            match &mutant.fate {
                StressFate::Killed(_) => counts.killed += 1,
                StressFate::Equivalent { .. } => counts.equivalent += 1,
                StressFate::Undecided { .. } => counts.undecided += 1,
            }
            counts.findings += u64::from(mutant.finding);
            counts.wrong += u64::from(mutant.finding && mutant.severity() == Severity::WrongValue);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(line: u32, undefined: bool, fate: StressFate) -> StressMutant {
        StressMutant {
            id: format!("iovflow-{line}"),
            operator: "iovflow".into(),
            function: "f".into(),
            file: "f.c".into(),
            line,
            column: 3,
            text: "return a + b;".into(),
            operation: "add".into(),
            kind: "i32".into(),
            condition: "the sum is above 2147483647".into(),
            undefined,
            why: "It wraps.".into(),
            finding: matches!(fate, StressFate::Killed(_)),
            fate,
        }
    }

    fn killed(verdict: Correctness) -> StressFate {
        StressFate::Killed(Box::new(Death {
            after: Vec::new(),
            called_before: Vec::new(),
            input: vec![],
            operands: vec!["2147483647".into(), "1".into()],
            result: "-2147483648".into(),
            outcome: "returned".into(),
            returned: "result = 4".into(),
            judgement: Some(ReferenceJudgement {
                verdict,
                expected: "result = 2".into(),
            }),
            evidence: String::new(),
        }))
    }

    fn report() -> StressReport {
        let open = StressFate::Undecided {
            evidence: "no run got there".into(),
            closest: None,
        };
        let mutants = vec![
            mutant(3, true, killed(Correctness::Right)),
            mutant(5, true, killed(Correctness::Wrong)),
            mutant(7, false, open),
        ];
        StressReport {
            unwatched: Vec::new(),
            withheld: None,
            format: StressReport::FORMAT.into(),
            version: StressReport::VERSION,
            tool: "lydian".into(),
            command: "lydian stress f.c".into(),
            seed: 1,
            function: "f".into(),
            file: "f.c".into(),
            signature: None,
            reference: None,
            inputs: vec![],
            summary: StressCounts::of(&mutants, &[]),
            mutants,
            further: None,
            endings: vec![],
            calls: 9,
        }
    }

    #[test]
    fn a_report_comes_back_from_its_file() {
        let text = report().to_json();
        assert_eq!(StressReport::from_json(&text), Ok(report()));
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value["mutants"][0]["status"], "killed");
        assert_eq!(value["mutants"][0]["operands"][1], "1");
        assert_eq!(value["mutants"][2]["status"], "undecided");
    }

    #[test]
    fn the_worst_line_comes_first() {
        let report = report();
        let lines: Vec<u32> = report.lines().iter().map(|line| line[0].line).collect();
        assert_eq!(lines, [5, 3]);
        let counts = report.summary;
        assert_eq!(
            (counts.killed, counts.undecided, counts.findings, counts.wrong),
            (2, 1, 2, 1)
        );
    }
}
