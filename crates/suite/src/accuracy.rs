//! What `accuracy` found out about a numerical algorithm, as plain data with a versioned file format.

use crate::hex::Hex;
use crate::json;
use serde::{Deserialize, Serialize};

/// The file `accuracy.json`: the errors of an algorithm on problems with known solutions, and what its mutants did there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccuracyReport {
    /// Always [`AccuracyReport::FORMAT`].
    pub format: String,
    /// Version of this format.
    pub version: u32,
    /// Name and version of the program.
    pub tool: String,
    /// The command.
    pub command: String,
    /// The code under test.
    pub algorithm: AlgorithmRecord,
    /// The verdict with its reasons.
    pub verdict: AccuracyVerdict,
    /// The observed order over all problems; none if too few problems have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderRecord>,
    /// The target's work beside the declared one; none if none was declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<WorkRecord>,
    /// Counts of mutants.
    pub counts: AccuracyCounts,
    /// Share of survivors by threshold.
    pub survival: Vec<SurvivalPoint>,
    /// The share of survivors of correct algorithms of this kind; none if not known at this threshold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usual: Option<UsualSurvival>,
    /// The problems and the target's errors on them.
    pub problems: Vec<ProblemRecord>,
    /// Every mutant.
    pub mutants: Vec<SourceMutantRecord>,
}

json::report_file!(AccuracyReport, "lydian-accuracy", 1);

impl AccuracyReport {
    /// The mutants with this fate.
    pub fn with_fate(&self, fate: AccuracyFate) -> impl Iterator<Item = &SourceMutantRecord> {
        self.mutants.iter().filter(move |mutant| mutant.fate == fate)
    }
}

/// The code under test and what was said about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AlgorithmRecord {
    /// Its file, as the user named it.
    pub source: String,
    /// Its language.
    pub language: String,
    /// The function that was called.
    pub function: String,
    /// The kind of problems.
    pub kind: String,
    /// The order that it was designed for, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<f64>,
    /// Flags of the compiler.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub flags: String,
    /// The threshold of the sign test.
    pub threshold: f64,
    /// Its text.
    pub text: String,
}

/// The verdict on the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccuracyVerdict {
    /// In one word.
    pub conclusion: Conclusion,
    /// What speaks against it.
    pub reasons: Vec<ReasonRecord>,
    /// If nothing does: what could be wrong all the same.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub unseen: String,
}

/// Whether an algorithm is as accurate as it was designed to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Conclusion {
    /// Nothing speaks against it.
    AsDesigned,
    /// Something does.
    Suspicious,
    /// Nothing does so far, but not all mutants ran: the user did not want to wait.
    Interrupted,
}

/// Something that speaks against the target.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReasonRecord {
    /// Its kind.
    pub kind: ReasonKind,
    /// In a sentence, with numbers.
    pub text: String,
    /// What was measured.
    pub measured: f64,
    /// The bound that it is compared with.
    pub bound: f64,
}

/// Kinds of reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReasonKind {
    /// The observed order is below the designed one.
    Order,
    /// A small change makes it better without more work.
    BetterMutants,
    /// Its errors are far above rounding errors, where there are no others.
    Rounding,
    /// It has no finite result at many pairs.
    NoResult,
    /// It does not converge on many problems.
    NoConvergence,
    /// It works harder than declared: finer, not better.
    Finer,
    /// It works less than declared.
    Coarser,
}

/// The target's work beside what was declared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkRecord {
    /// The declared work, as a formula of the number of steps.
    pub declared: String,
    /// Median over all pairs of measured work over declared work.
    pub ratio: f64,
}

/// The share of survivors that correct algorithms have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct UsualSurvival {
    /// The least that was seen.
    pub lo: f64,
    /// The greatest.
    pub hi: f64,
}

/// An order of accuracy with a confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct OrderRecord {
    /// The estimate.
    pub order: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end.
    pub hi: f64,
    /// Points of a fit, or problems of a median.
    pub from: u64,
}

/// Counts of mutants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccuracyCounts {
    /// All of them.
    pub made: u64,
    /// Did not build, crashed, hung or gave no finite result.
    pub not_viable: u64,
    /// The same error bit by bit wherever both have one. Nothing is proved of other problems.
    #[serde(alias = "equivalent")]
    pub same: u64,
    /// Differ on too few pairs for any decision.
    pub few: u64,
    /// Worse so often that chance hardly explains it: a sign test at the threshold.
    #[serde(alias = "killed")]
    pub worse: u64,
    /// Not so often.
    pub survived: u64,
    /// Survivors that are explained: finer, or the same up to rounding.
    pub explained: u64,
}

/// A point of the curve of survival.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurvivalPoint {
    /// Threshold.
    pub threshold: f64,
    /// Share of the mutants that are worse or survive that survive it.
    pub rate: f64,
}

/// A problem with a known solution, and what the target did on it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProblemRecord {
    /// Its name.
    pub name: String,
    /// The solution, as text.
    pub solution: String,
    /// Size of the solution, which rounding errors are relative to.
    pub size: f64,
    /// The target's errors, from the coarsest step to the finest.
    pub points: Vec<PointRecord>,
    /// Observed order; none if too few points are of use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderRecord>,
}

/// A step size and the target's error with it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PointRecord {
    /// Step size.
    pub h: f64,
    /// The error; NaN if the result was not finite.
    pub error: Hex,
    /// Calls of the function that the problem gives; none if not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<u64>,
    /// Whether it counts for the order: rounding errors do not.
    pub used: bool,
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccuracyFate {
    /// Did not build, crashed, hung or gave no finite result.
    NotViable,
    /// The same error bit by bit wherever both have one. Nothing is proved of other problems.
    #[serde(alias = "equivalent")]
    Same,
    /// Differs on too few pairs for any decision.
    Few,
    /// Worse so often that chance hardly explains it: a sign test at the threshold.
    #[serde(alias = "killed")]
    Worse,
    /// Not so often.
    Survived,
}

/// Why a survivor says nothing against the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Explanation {
    /// More accurate only because it works harder: finer, not better.
    Finer,
    /// The same up to rounding errors.
    Rounding,
}

/// A mutant of the source and what it did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SourceMutantRecord {
    /// Its id.
    pub id: String,
    /// The operator that made it.
    pub operator: String,
    /// The function that it is in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The line as it was.
    pub before: String,
    /// The line as it is.
    pub after: String,
    /// What became of it.
    pub fate: AccuracyFate,
    /// Why it is not viable.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// Pairs of problem and step with a greater error.
    pub worse: u64,
    /// With a smaller error.
    pub better: u64,
    /// With the same error, bit by bit; left out of the test.
    pub same: u64,
    /// Without a finite result of both; left out of the test.
    pub missing: u64,
    /// Probability of this many greater errors by chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub p: Option<f64>,
    /// Why it survives, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<Explanation>,
    /// Comparison at equal work, if it works more or less than the target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equal_work: Option<EqualWork>,
    /// Median over problems of its observed order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<f64>,
    /// Median over pairs of log2 of its error over the target's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log_ratio: Option<f64>,
}

/// A mutant beside the target at equal work.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EqualWork {
    /// Median of its work over the target's.
    pub ratio: f64,
    /// Pairs with a greater error than the target has with as much work.
    pub worse: u64,
    /// With a smaller one.
    pub better: u64,
    /// Within a tenth of it.
    #[serde(default)]
    pub same: u64,
    /// Probability of this many greater errors by chance.
    pub p: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_older_files_are_read() {
        for (old, new) in [
            ("killed", AccuracyFate::Worse),
            ("equivalent", AccuracyFate::Same),
            ("worse", AccuracyFate::Worse),
        ] {
            assert_eq!(
                serde_json::from_str::<AccuracyFate>(&format!("\"{old}\"")).ok(),
                Some(new),
                "{old}"
            );
        }
        let counts = r#"{"made":3,"not_viable":0,"equivalent":1,"few":0,"killed":2,"survived":0,"explained":0}"#;
        let counts: AccuracyCounts = serde_json::from_str(counts).expect("invariant: the text above");
        assert_eq!((counts.same, counts.worse), (1, 2));
    }
}
