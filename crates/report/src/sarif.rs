//! Findings as SARIF 2.1.0, which code hosts show beside the source.
//!
//! [`log`] writes findings of any command; [`sarif`] makes them of a check.

use crate::{escape, words};
use serde_json::{Map, Value, json};
use suite::{CheckReport, Objective, Suite, Test, TestResult, Verdict};

/// Where the format is described, as its files say it.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A kind of finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SarifRule<'a> {
    /// Stable id.
    pub id: &'a str,
    /// What it means, in one sentence.
    pub description: &'a str,
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FindingLevel {
    /// Proved wrong.
    Error,
    /// Neither right nor wrong could be proved.
    Warning,
    /// Worth knowing.
    Note,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding<'a> {
    /// Id of its rule.
    pub rule: &'a str,
    /// How bad it is.
    pub level: FindingLevel,
    /// What it is, in one sentence.
    pub message: String,
    /// The file it is in, if there is one.
    pub file: Option<String>,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// The column, from 1.
    pub column: Option<usize>,
    /// The same for the same finding in later runs.
    pub fingerprint: String,
}

/// What a failed test stands for: an objective is a rule.
static OBJECTIVES: [(Objective, &str); 3] = [
    (Objective::Functional, "The answer is not that of the formula."),
    (
        Objective::Precision,
        "The answer is near that of the formula, but not as accurate as required.",
    ),
    (
        Objective::Robustness,
        "An input is answered that must be rejected, or rejected or not survived where an answer is due.",
    ),
];

/// The rules of failed tests.
pub fn objective_rules() -> [SarifRule<'static>; 3] {
    OBJECTIVES.each_ref().map(|(objective, description)| SarifRule {
        id: objective.words(),
        description,
    })
}

/// The failed tests of one check.
pub fn sarif(suite: &Suite, check: &CheckReport) -> String {
    sarif_all(&[(suite, check)])
}

/// The failed tests of several checks.
pub fn sarif_all(checks: &[(&Suite, &CheckReport)]) -> String {
    let findings: Vec<Finding> = checks
        .iter()
        .flat_map(|(suite, check)| findings(suite, check))
        .collect();
    let tool = checks.first().map_or("lydian", |(_, check)| &check.tool);
    log(tool, &objective_rules(), &findings)
}

/// Every test that was not passed.
pub fn findings(suite: &Suite, check: &CheckReport) -> Vec<Finding<'static>> {
    let failed = check.results.iter().filter(|result| result.verdict != Verdict::Ok);
    failed
        .filter_map(|result| Some(finding(suite, check, suite.test(&result.test)?, result)))
        .collect()
}

fn finding(suite: &Suite, check: &CheckReport, test: &Test, result: &TestResult) -> Finding<'static> {
    let subject = &check.subject;
    let inputs: Vec<String> = test.inputs.iter().map(|input| input.hex.to_string()).collect();
    Finding {
        rule: rule_of(result),
        level: if result.verdict == Verdict::Ko {
            FindingLevel::Error
        } else {
            FindingLevel::Warning
        },
        message: format!(
            "{} of `{}`, {}: {}",
            test.id,
            suite.spec.name,
            words::failure(test, result),
            result.reason
        ),
        file: subject.source.clone(),
        line: subject.line,
        column: None,
        fingerprint: format!("{} at {}", suite.spec.name, inputs.join(" ")),
    }
}

/// The rule of the objective that the answer misses; the first one if the file does not say which.
fn rule_of(result: &TestResult) -> &'static str {
    let is_missed = |(objective, _): &&(Objective, &str)| Some(objective) == result.missed.as_ref();
    let row = OBJECTIVES.iter().find(is_missed);
    row.unwrap_or(&OBJECTIVES[0]).0.words()
}

/// Findings as a SARIF log with one run. `tool` is a name, with a version after a space.
pub fn log(tool: &str, rules: &[SarifRule], findings: &[Finding]) -> String {
    let (name, version) = tool.split_once(' ').unwrap_or((tool, ""));
    let mut driver = json!({ "name": name, "rules": rules.iter().map(rule).collect::<Vec<_>>() });
    if !version.is_empty() {
        driver["version"] = version.into();
    }
    let results: Vec<Value> = findings.iter().map(|finding| result(finding, rules)).collect();
    let run = json!({ "tool": { "driver": driver }, "columnKind": "unicodeCodePoints", "results": results });
    let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    format!("{log:#}\n")
}

fn rule(rule: &SarifRule) -> Value {
    json!({ "id": rule.id, "shortDescription": { "text": rule.description } })
}

fn result(finding: &Finding, rules: &[SarifRule]) -> Value {
    let mut value = json!({ "ruleId": finding.rule });
    if let Some(n) = rules.iter().position(|rule| rule.id == finding.rule) {
        value["ruleIndex"] = n.into();
    }
    value["level"] = level(finding.level).into();
    value["message"] = json!({ "text": finding.message });
    value["locations"] = finding.file.iter().map(|file| location(file, finding)).collect();
    value["partialFingerprints"] = json!({ "lydian/v1": finding.fingerprint });
    value
}

fn level(level: FindingLevel) -> &'static str {
    match level {
        FindingLevel::Error => "error",
        FindingLevel::Warning => "warning",
        FindingLevel::Note => "note",
    }
}

fn location(file: &str, finding: &Finding) -> Value {
    let mut physical = json!({ "artifactLocation": { "uri": escape::path(file) } });
    let mut region = Map::new();
    let places = [("startLine", finding.line), ("startColumn", finding.column)];
    for (name, place) in places {
        region.extend(place.map(|n| (name.to_string(), n.max(1).into())));
    }
    // A column without a line says nothing.
    if finding.line.is_some() {
        physical["region"] = region.into();
    }
    json!({ "physicalLocation": physical })
}
