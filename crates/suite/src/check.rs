//! What `check` found out about a subject: one result per test, as plain data with a versioned file format.

use crate::hex::{self, Hex};
use crate::hunt::HuntReport;
use crate::json;
use crate::test::{ObservedOutput, Test, Verdict};
use crate::types::Suite;
use crate::words::Objective;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The file `check.json`: a subject, the suite it was tried with, and every verdict.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// Always [`CheckReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// The suite whose tests were run.
    pub suite: SuiteReference,
    /// The code under test.
    pub subject: SubjectRecord,
    /// The wrong implementation that had to be caught first.
    pub canary: CanaryRecord,
    /// One result per test of the suite, in its order.
    pub results: Vec<TestResult>,
    /// Mutants that would have given every answer that was seen: what the fault may be like.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lookalikes: Vec<String>,
    /// Tests of the suite that could not be run, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// Tests that were run at other inputs than the suite says, with their oracles there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Test>,
    /// Random tests that were run beside those of the suite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random: Option<RandomResults>,
    /// The hunt that came after the tests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunt: Option<Box<HuntReport>>,
    /// Counts over `results`.
    pub summary: VerdictCounts,
}

json::report_file!(CheckReport, "lydian-check", 1);

impl CheckReport {
    /// The result of the test with this id.
    pub fn result(&self, test: &str) -> Option<&TestResult> {
        self.results.iter().find(|r| r.test == test)
    }

    /// The suite with its tests as they were run.
    pub fn as_run(&self, suite: &Suite) -> Suite {
        let moved: HashMap<&str, &Test> = self.moved.iter().map(|test| (test.id.as_str(), test)).collect();
        let as_run = |test: &Test| moved.get(test.id.as_str()).copied().unwrap_or(test).clone();
        Suite {
            tests: suite.tests.iter().map(as_run).collect(),
            ..suite.clone()
        }
    }

    /// What does not agree with the suite as it was run, or with itself: every verdict is that of the oracle on what was
    /// observed, and the counts are the counts.
    pub fn problems(&self, as_run: &Suite) -> Vec<String> {
        let results = self
            .results
            .iter()
            .filter_map(|result| match as_run.test(&result.test) {
                Some(test) => result.problem(test),
                None => Some(format!("the test {} is not in the suite", result.test)),
            });
        let random = self.random.iter().flat_map(|random| &random.failures);
        let failures = random.chain(self.hunt.iter().flat_map(|hunt| &hunt.failures));
        let failures = failures.filter_map(|failure| failure.result.problem(&failure.test));
        let counted = VerdictCounts::of(self.results.iter().map(|result| result.verdict));
        let miscounted = (counted != self.summary).then(|| "the counts are not those of the results".into());
        results.chain(failures).chain(miscounted).collect()
    }
}

/// A test that was not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Id of the test.
    pub test: String,
    /// Why.
    pub reason: String,
}

/// Which suite was run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteReference {
    /// Its file, as it was named on the command line.
    pub file: String,
    /// SHA-256 of that file, in lower-case hexadecimal.
    pub sha256: String,
    /// Name of its specification.
    pub spec: String,
}

/// The code under test and how it was built.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubjectRecord {
    /// As it was named on the command line, such as `hypot.c:hypot`.
    pub name: String,
    /// How it is reached: `c`, `cpp`, `fortran`, `rust`, `library`, `python`, `octave` or `command`.
    pub kind: String,
    /// Its types, such as `double f(double, double)`.
    pub signature: String,
    /// The source file, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The line of the function in it, from 1, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Compiler or interpreter, with its version.
    pub tool: String,
    /// Every command that was run to build it.
    pub build: Vec<String>,
    /// What matters for floating point, in words: optimisation, contraction, rounding.
    pub floating_point: Vec<String>,
}

/// A deliberately wrong implementation, reached in the same way as the subject.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CanaryRecord {
    /// What is wrong with it.
    pub description: String,
    /// Tests that were run on it.
    pub tests: u64,
    /// Tests that caught it.
    pub caught: u64,
}

/// What a subject did on one test, and what the oracle says about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestResult {
    /// Id of the test.
    pub test: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What the subject did.
    pub observed: Observed,
    /// Error against the real value in units in the last place, such as `0.48` or `3.1e9`, where both are finite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_ulps: Option<String>,
    /// Relative error against the real value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_relative: Option<String>,
    /// Distance from the acceptable range, as a decimal; `0` inside it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<String>,
    /// The objective that a wrong answer misses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Objective>,
    /// Why the verdict is what it is, in one sentence.
    pub reason: String,
    /// A command that repeats this one test.
    pub reproduce: String,
}

/// What a subject did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Observed {
    /// It answered with a number, an infinity or a NaN.
    Value {
        /// The answer as a double; rounded down where no double is equal to it.
        hex: Hex,
        /// The shortest decimal that reads back as that double.
        decimal: String,
        /// The bits of what was returned, in hexadecimal.
        bits: String,
        /// The answer rounded up, where no double is equal to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        upper: Option<Hex>,
    },
    /// It reported an error: an exception, a code that `--reject-value` names, a line that says `error`.
    Rejected {
        /// How.
        how: String,
    },
    /// A signal ended it.
    Crash {
        /// Name of the signal, such as `SIGSEGV`.
        signal: String,
    },
    /// It ended the process itself.
    Exit {
        /// With this code.
        code: i32,
    },
    /// It did not answer in time.
    Timeout {
        /// Milliseconds that it had.
        milliseconds: u64,
    },
    /// It wrote more than it may.
    Flood {
        /// The limit in bytes.
        limit: u64,
    },
    /// It broke the rules of the protocol.
    Broken {
        /// In which way.
        how: String,
    },
}

impl TestResult {
    /// Whether the verdict is another one than that of the oracle.
    fn problem(&self, test: &Test) -> Option<String> {
        let due = self.observed.verdict(test);
        let wrong = due != self.verdict;
        wrong.then(|| {
            format!(
                "the verdict of the test {} is not that of its oracle on what was observed",
                self.test
            )
        })
    }
}

impl Observed {
    /// An answer that is a double.
    pub fn value(y: f64) -> Observed {
        Observed::Value {
            hex: Hex(y),
            decimal: hex::decimal(y),
            bits: format!("{:016x}", y.to_bits()),
            upper: None,
        }
    }

    /// The output to judge. `None`: whatever was expected, this is wrong.
    pub fn output(&self) -> Option<ObservedOutput> {
        match self {
            Observed::Value { hex, upper: None, .. } => Some(ObservedOutput::Value(hex.0)),
            Observed::Value {
                hex,
                upper: Some(upper),
                ..
            } => Some(ObservedOutput::Between(hex.0, upper.0)),
            Observed::Rejected { .. } => Some(ObservedOutput::Rejected),
            _ => None,
        }
    }

    /// The verdict of a test on this. Who crashes or hangs is wrong even where an input must be rejected.
    pub fn verdict(&self, test: &Test) -> Verdict {
        self.output().map_or(Verdict::Ko, |output| test.judge(output))
    }
}

/// Random inputs of the domain with the same kind of oracles, to compare with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomResults {
    /// Seed of the inputs.
    pub seed: u64,
    /// Whether they are spread by bits, each binade with its share, and not by value.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_bits: bool,
    /// How many were wanted.
    #[serde(default)]
    pub asked: u64,
    /// Counts of verdicts: of those that were run.
    pub summary: VerdictCounts,
    /// Those that were not run, because no input that satisfies the precondition could be drawn, or judged, because the
    /// value of the formula cannot be enclosed there.
    pub skipped: u64,
    /// How many tests it took until the first was failed, that one included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ko: Option<u64>,
    /// The first tests that were failed, with their oracles.
    pub failures: Vec<RandomFailure>,
}

/// A random test that a subject failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RandomFailure {
    /// The test.
    pub test: Test,
    /// What the subject did.
    pub result: TestResult,
}

/// How many tests came to which verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictCounts {
    /// All of them.
    pub total: u64,
    /// Provably acceptable.
    pub ok: u64,
    /// Provably not.
    pub ko: u64,
    /// Neither could be proved.
    pub uncertain: u64,
}

impl VerdictCounts {
    /// Counts one more verdict.
    pub fn add(&mut self, verdict: Verdict) {
        self.total += 1;
        match verdict {
            Verdict::Ok => self.ok += 1,
            Verdict::Ko => self.ko += 1,
            Verdict::Uncertain => self.uncertain += 1,
        }
    }

    /// The counts of these verdicts.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> VerdictCounts {
        let mut counts = VerdictCounts::default();
        verdicts.into_iter().for_each(|verdict| counts.add(verdict));
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::{DoubleRange, Expect, InputRecord, Invalid, TestKind};

    fn test(expect: Expect) -> Test {
        let value = expect == Expect::Value;
        Test {
            id: "t1".into(),
            kind: TestKind::Normal,
            inputs: vec![InputRecord::new("x", 1.0)],
            expect,
            valid: value.then_some(DoubleRange {
                lo: Hex(1.0),
                hi: Hex(2.0),
            }),
            invalid: value.then_some(Invalid {
                below: Hex(0.5),
                above: Hex(2.5),
            }),
            enclosure: None,
            kills: vec![],
            objectives: vec![],
        }
    }

    #[test]
    fn a_crash_is_wrong_even_where_an_input_must_be_rejected() {
        let bad = [
            Observed::Crash {
                signal: "SIGSEGV".into(),
            },
            Observed::Exit { code: 0 },
            Observed::Timeout { milliseconds: 1000 },
            Observed::Flood { limit: 1 },
            Observed::Broken { how: "silence".into() },
        ];
        for observed in bad {
            for expect in [Expect::Value, Expect::Reject, Expect::Undefined] {
                assert_eq!(observed.verdict(&test(expect)), Verdict::Ko, "{observed:?}");
            }
        }
    }

    #[test]
    fn answers_and_rejections_are_judged_by_the_oracle() {
        let rejected = Observed::Rejected {
            how: "ValueError".into(),
        };
        assert_eq!(Observed::value(1.5).verdict(&test(Expect::Value)), Verdict::Ok);
        assert_eq!(Observed::value(2.5).verdict(&test(Expect::Value)), Verdict::Ko);
        assert_eq!(Observed::value(f64::NAN).verdict(&test(Expect::Reject)), Verdict::Ok);
        assert_eq!(rejected.verdict(&test(Expect::Reject)), Verdict::Ok);
        assert_eq!(rejected.verdict(&test(Expect::Value)), Verdict::Ko);
    }
}
