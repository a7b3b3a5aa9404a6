//! One test: an input, its oracle, and the verdict on an output.

use crate::hex::{self, Hex};
use serde::{Deserialize, Serialize};

/// One test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Test {
    /// Stable id, unique in the suite.
    pub id: String,
    /// What sort of test it is.
    pub kind: TestKind,
    /// The input, one record per argument, in the order of the arguments.
    pub inputs: Vec<InputRecord>,
    /// What a correct implementation does.
    pub expect: Expect,
    /// The least and the greatest double that are provably acceptable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid: Option<DoubleRange>,
    /// The doubles from which on everything is provably not acceptable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invalid: Option<Invalid>,
    /// An enclosure of the real value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enclosure: Option<EnclosureText>,
    /// Ids of the mutants that it kills.
    pub kills: Vec<String>,
    /// What it stands for.
    pub objectives: Vec<String>,
}

/// Sorts of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TestKind {
    /// An input of the domain.
    Normal,
    /// An input outside the domain, or at its edge.
    Robustness,
    /// An input that was found by looking at a program: it reaches a part of it, or its error is large there.
    Structural,
}

impl TestKind {
    /// The word that files and reports use.
    pub fn name(self) -> &'static str {
        match self {
            TestKind::Normal => "normal",
            TestKind::Robustness => "robustness",
            TestKind::Structural => "structural",
        }
    }
}

/// The value of one argument.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputRecord {
    /// Name of the argument.
    pub name: String,
    /// Exact value.
    pub hex: Hex,
    /// The same value as the shortest decimal that reads back as the same double.
    pub decimal: String,
}

impl InputRecord {
    /// The record of a value.
    pub fn new(name: impl Into<String>, value: f64) -> InputRecord {
        InputRecord {
            name: name.into(),
            hex: Hex(value),
            decimal: hex::decimal(value),
        }
    }
}

/// What a correct implementation does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Expect {
    /// Answers with an acceptable value.
    Value,
    /// Rejects the input, which lies outside the domain.
    Reject,
    /// Rejects the input, at which the formula has no value.
    Undefined,
}

/// Doubles from `lo` to `hi`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoubleRange {
    /// The least.
    pub lo: Hex,
    /// The greatest.
    pub hi: Hex,
}

impl DoubleRange {
    /// Whether `y` is one of them; the two zeros are one number.
    ///
    /// ```
    /// use suite::{DoubleRange, Hex};
    ///
    /// let range = DoubleRange { lo: Hex(0.0), hi: Hex(1.0) };
    /// assert!(range.contains(-0.0) && !range.contains(f64::NAN));
    /// ```
    pub fn contains(&self, y: f64) -> bool {
        self.lo.0 <= y && y <= self.hi.0
    }
}

/// Doubles up to `below` and from `above` on, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Invalid {
    /// Everything up to here is wrong.
    pub below: Hex,
    /// Everything from here on is wrong.
    pub above: Hex,
}

/// The real value lies between these two, which are exact decimals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnclosureText {
    /// Not above the real value.
    pub lo: String,
    /// Not below the real value.
    pub hi: String,
}

/// What an implementation did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObservedOutput {
    /// It answered. A NaN counts as a rejection.
    Value(f64),
    /// It answered in a wider format, with a number between these two neighbouring doubles.
    Between(f64, f64),
    /// It reported an error.
    Rejected,
}

/// What the oracle says about an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Provably acceptable.
    Ok,
    /// Provably not acceptable.
    Ko,
    /// Neither could be proved.
    Uncertain,
}

impl Test {
    /// The verdict on an output.
    ///
    /// ```
    /// use suite::{DoubleRange, Expect, Hex, InputRecord, Invalid, ObservedOutput, Test, TestKind, Verdict};
    ///
    /// let test = Test {
    ///     id: "t1".into(),
    ///     kind: TestKind::Normal,
    ///     inputs: vec![InputRecord::new("x", 4.0)],
    ///     expect: Expect::Value,
    ///     valid: Some(DoubleRange { lo: Hex(1.9), hi: Hex(2.1) }),
    ///     invalid: Some(Invalid { below: Hex(1.8), above: Hex(2.2) }),
    ///     enclosure: None,
    ///     kills: vec![],
    ///     objectives: vec![],
    /// };
    /// assert_eq!(test.judge(ObservedOutput::Value(2.0)), Verdict::Ok);
    /// assert_eq!(test.judge(ObservedOutput::Value(f64::NAN)), Verdict::Ko);
    /// // Between what is proved right and what is proved wrong there may be a gap.
    /// assert_eq!(test.judge(ObservedOutput::Value(2.15)), Verdict::Uncertain);
    /// ```
    pub fn judge(&self, output: ObservedOutput) -> Verdict {
        let answer = match output {
            ObservedOutput::Value(y) if !y.is_nan() => Some((y, y)),
            ObservedOutput::Between(lo, hi) => Some((lo, hi)),
            _ => None,
        };
        match (self.expect, answer) {
            (Expect::Value, Some((lo, hi))) => self.judge_value(lo, hi),
            (Expect::Value, None) => Verdict::Ko,
            (Expect::Reject | Expect::Undefined, Some(_)) => Verdict::Ko,
            (Expect::Reject | Expect::Undefined, None) => Verdict::Ok,
        }
    }

    /// The verdict on a number from `lo` to `hi`. Both sets of the oracle are made of intervals without gaps, so that
    /// what holds for both ends on the same side holds between them.
    fn judge_value(&self, lo: f64, hi: f64) -> Verdict {
        if self.valid.is_some_and(|range| range.contains(lo) && range.contains(hi)) {
            Verdict::Ok
        } else if self
            .invalid
            .is_some_and(|invalid| hi <= invalid.below.0 || lo >= invalid.above.0)
        {
            Verdict::Ko
        } else {
            Verdict::Uncertain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(expect: Expect, valid: Option<(f64, f64)>, invalid: Option<(f64, f64)>) -> Test {
        Test {
            id: "T1".into(),
            kind: TestKind::Normal,
            inputs: vec![InputRecord::new("x", 1.0)],
            expect,
            valid: valid.map(|(lo, hi)| DoubleRange {
                lo: Hex(lo),
                hi: Hex(hi),
            }),
            invalid: invalid.map(|(below, above)| Invalid {
                below: Hex(below),
                above: Hex(above),
            }),
            enclosure: None,
            kills: vec![],
            objectives: vec![],
        }
    }

    #[test]
    fn a_value_is_inside_outside_or_between() {
        let t = test(Expect::Value, Some((1.0, 2.0)), Some((0.5, 2.5)));
        let table = [
            (1.0, Verdict::Ok),
            (2.0, Verdict::Ok),
            (0.5, Verdict::Ko),
            (2.5, Verdict::Ko),
            (0.75, Verdict::Uncertain),
            (2.25, Verdict::Uncertain),
            (f64::INFINITY, Verdict::Ko),
            (f64::NEG_INFINITY, Verdict::Ko),
            (f64::NAN, Verdict::Ko),
        ];
        for (y, verdict) in table {
            assert_eq!(t.judge(ObservedOutput::Value(y)), verdict, "{y}");
        }
        assert_eq!(t.judge(ObservedOutput::Rejected), Verdict::Ko);
    }

    #[test]
    fn between_two_doubles_both_must_agree() {
        let t = test(Expect::Value, Some((1.0, 2.0)), Some((0.5, 2.5)));
        let table = [
            ((1.0, 1.5), Verdict::Ok),
            ((0.75, 1.0), Verdict::Uncertain),
            ((0.25, 0.5), Verdict::Ko),
            ((2.5, f64::INFINITY), Verdict::Ko),
            ((0.5, 2.5), Verdict::Uncertain),
        ];
        for ((lo, hi), verdict) in table {
            assert_eq!(t.judge(ObservedOutput::Between(lo, hi)), verdict, "{lo} {hi}");
        }
    }

    #[test]
    fn the_two_zeros_are_one_number() {
        let t = test(Expect::Value, Some((0.0, 0.0)), Some((-1e-300, 1e-300)));
        assert_eq!(t.judge(ObservedOutput::Value(-0.0)), Verdict::Ok);
        let t = test(Expect::Value, None, Some((-0.0, 1.0)));
        assert_eq!(t.judge(ObservedOutput::Value(0.0)), Verdict::Ko);
    }

    #[test]
    fn without_an_acceptable_double_nothing_is_ok() {
        let t = test(Expect::Value, None, Some((1.0, 1.0)));
        assert_eq!(t.judge(ObservedOutput::Value(1.0)), Verdict::Ko);
        let t = test(Expect::Value, None, None);
        assert_eq!(t.judge(ObservedOutput::Value(1.0)), Verdict::Uncertain);
    }

    #[test]
    fn a_rejection_is_a_nan_or_an_error() {
        for expect in [Expect::Reject, Expect::Undefined] {
            let t = test(expect, None, None);
            assert_eq!(t.judge(ObservedOutput::Rejected), Verdict::Ok);
            assert_eq!(t.judge(ObservedOutput::Value(f64::NAN)), Verdict::Ok);
            assert_eq!(t.judge(ObservedOutput::Value(0.0)), Verdict::Ko);
            assert_eq!(t.judge(ObservedOutput::Value(f64::INFINITY)), Verdict::Ko);
        }
    }
}
