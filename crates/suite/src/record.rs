//! The record of a campaign: one JSON object per line, appended as results come.
//!
//! A run that is cut off leaves at worst a torn last line, which readers leave out.

use crate::json::SuiteError;
use crate::summary::{MutantCounts, TestCounts};
use crate::test::InputRecord;
use crate::types::{MutantEvidence, Status};
use serde::{Deserialize, Serialize};

/// One line of `record.jsonl`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub enum RecordLine {
    /// The campaign begins, or goes on after a break.
    Started {
        /// Name and version of the program.
        tool: String,
        /// The command.
        command: String,
        /// Seed of the search.
        seed: u64,
        /// Names of the specifications, in order.
        specs: Vec<String>,
    },
    /// A mutant came to its end.
    Mutant {
        /// Name of its specification.
        spec: String,
        /// Its id.
        id: String,
        /// Its end.
        status: Status,
        /// Why.
        evidence: MutantEvidence,
        /// The input that kills it; empty unless it is killed.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        witness: Vec<InputRecord>,
    },
    /// A specification is finished and its suite is written.
    Spec {
        /// Its name.
        spec: String,
        /// SHA-256 of the file it came from.
        sha256: String,
        /// The suite file, relative to the folder of the campaign.
        suite: String,
        /// Its mutants.
        mutants: MutantCounts,
        /// Its tests.
        tests: TestCounts,
    },
    /// The campaign is over.
    Finished {
        /// How it ended, in words.
        outcome: String,
        /// The exit code that goes with it.
        exit_code: u8,
    },
}

impl RecordLine {
    /// The event as one line, with its line feed.
    pub fn to_line(&self) -> String {
        let line = serde_json::to_string(self).expect("invariant: every key of an event is a string");
        line + "\n"
    }
}

/// A record read back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CampaignRecord {
    /// Its events in order.
    pub events: Vec<RecordLine>,
    /// Whether the last line was cut off and left out.
    pub torn: bool,
}

impl CampaignRecord {
    /// Reads the text of a `record.jsonl`. Only an unfinished last line is forgiven.
    pub fn from_lines(text: &str) -> Result<CampaignRecord, SuiteError> {
        let mut record = CampaignRecord::default();
        for (index, line) in text.split_inclusive('\n').enumerate() {
            match serde_json::from_str(line) {
                Ok(event) => record.events.push(event),
                Err(_) if line.trim().is_empty() => {}
                Err(_) if !line.ends_with('\n') => record.torn = true,
                Err(error) => return Err(SuiteError::syntax(&error, index + 1)),
            }
        }
        Ok(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::How;

    fn events() -> Vec<RecordLine> {
        let evidence = MutantEvidence::Kill {
            test: "T1".into(),
            how: How::Disjoint,
        };
        vec![
            RecordLine::Started {
                tool: "lydian 0.1.0".into(),
                command: "generate a.lyd".into(),
                seed: 1,
                specs: vec!["a".into()],
            },
            RecordLine::Mutant {
                spec: "a".into(),
                id: "binary-1".into(),
                status: Status::Killed,
                evidence,
                witness: vec![InputRecord::new("x", 0.1)],
            },
            RecordLine::Finished {
                outcome: "done".into(),
                exit_code: 0,
            },
        ]
    }

    #[test]
    fn lines_read_back() {
        let text: String = events().iter().map(RecordLine::to_line).collect();
        assert_eq!(text.lines().count(), 3);
        assert!(
            text.starts_with(r#"{"event":"started","tool":"lydian 0.1.0""#),
            "{text}"
        );
        let record = CampaignRecord::from_lines(&text).unwrap();
        assert_eq!((record.events, record.torn), (events(), false));
    }

    #[test]
    fn a_torn_last_line_is_left_out() {
        let text: String = events().iter().map(RecordLine::to_line).collect();
        let record = CampaignRecord::from_lines(&text[..text.len() - 9]).unwrap();
        assert_eq!((record.events.len(), record.torn), (2, true));
    }

    #[test]
    fn a_bad_line_in_the_middle_is_an_error_with_its_number() {
        let mut lines: Vec<String> = events().iter().map(RecordLine::to_line).collect();
        lines[1] = "{\"event\": \"mutant\"}\n".into();
        let error = CampaignRecord::from_lines(&lines.concat()).unwrap_err().to_string();
        assert!(error.starts_with("line 2, column "), "{error}");
    }
}
