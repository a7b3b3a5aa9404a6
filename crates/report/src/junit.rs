//! Verdicts as JUnit XML, which build servers show.

use crate::escape::xml;
use crate::hunt::{headline, hunt_in_check};
use crate::words;
use std::collections::HashMap;
use suite::hunt::HuntReport;
use suite::{CheckReport, Suite, Test, TestResult, Verdict};

/// The verdicts of one check.
pub fn junit(suite: &Suite, check: &CheckReport) -> String {
    junit_all(&[(suite, check)])
}

/// The verdicts of several checks, a `testsuite` each.
pub fn junit_all(checks: &[(&Suite, &CheckReport)]) -> String {
    let mut all = JunitCounts::default();
    let mut body = String::new();
    for (suite, check) in checks {
        let (counts, text) = test_suite(suite, check);
        all.add(&counts);
        body += &text;
    }
    let counts = all.attributes();
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lydian\" {counts}>\n{body}</testsuites>\n")
}

#[derive(Default)]
struct JunitCounts {
    tests: usize,
    failures: usize,
    skipped: usize,
}

impl JunitCounts {
    fn of(cases: &[(&Test, Option<&TestResult>)]) -> JunitCounts {
        let failed = |result: &TestResult| result.verdict != Verdict::Ok;
        JunitCounts {
            tests: cases.len(),
            failures: cases.iter().filter(|case| case.1.is_some_and(failed)).count(),
            skipped: cases.iter().filter(|case| case.1.is_none()).count(),
        }
    }

    fn add(&mut self, other: &JunitCounts) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.skipped += other.skipped;
    }

    fn attributes(&self) -> String {
        let JunitCounts {
            tests,
            failures,
            skipped,
        } = self;
        format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"0\" skipped=\"{skipped}\"")
    }
}

fn test_suite(suite: &Suite, check: &CheckReport) -> (JunitCounts, String) {
    let results: HashMap<&str, &TestResult> = check.results.iter().map(|r| (r.test.as_str(), r)).collect();
    let cases: Vec<_> = suite
        .tests
        .iter()
        .map(|test| (test, results.get(test.id.as_str()).copied()))
        .collect();
    let mut counts = JunitCounts::of(&cases);
    if let Some(hunt) = &check.hunt {
        counts.tests += 1;
        counts.failures += usize::from(hunt.failed > 0);
    }
    let name = xml(&suite.spec.name);
    let mut out = format!(
        "  <testsuite name=\"{name}\" {}>\n{}",
        counts.attributes(),
        properties(check)
    );
    cases
        .iter()
        .for_each(|(test, result)| out += &test_case(&name, test, *result));
    out += &check
        .hunt
        .as_ref()
        .map_or_else(String::new, |hunt| hunt_case(&name, hunt));
    (counts, out + "  </testsuite>\n")
}

fn properties(check: &CheckReport) -> String {
    let subject = &check.subject;
    let canary = format!("caught by {} of {} tests", check.canary.caught, check.canary.tests);
    let single = [
        ("tool", &check.tool),
        ("command", &check.command),
        ("suite", &check.suite.file),
        ("suite.sha256", &check.suite.sha256),
        ("subject", &subject.name),
        ("subject.kind", &subject.kind),
        ("subject.signature", &subject.signature),
        ("subject.tool", &subject.tool),
        ("canary", &canary),
    ];
    let build = subject.build.iter().map(|command| ("subject.build", command));
    let floats = subject
        .floating_point
        .iter()
        .map(|fact| ("subject.floating_point", fact));
    let property =
        |(name, value): (&str, &String)| format!("      <property name=\"{name}\" value=\"{}\"/>\n", xml(value));
    let rows: String = single.into_iter().chain(build).chain(floats).map(property).collect();
    format!("    <properties>\n{rows}    </properties>\n")
}

fn test_case(class: &str, test: &Test, result: Option<&TestResult>) -> String {
    let name = xml(&format!("{}: {}", test.id, words::inputs(test)));
    let body = match result {
        None => "      <skipped message=\"the check has no result for this test\"/>\n".into(),
        Some(result) => failure(test, result) + &reproduction(result),
    };
    format!("    <testcase classname=\"{class}\" name=\"{name}\">\n{body}    </testcase>\n")
}

/// The hunt after the tests, as one case.
fn hunt_case(class: &str, hunt: &HuntReport) -> String {
    let name = xml(&format!("hunt: {} calls with seed {}", hunt.calls, hunt.seed));
    let (message, details) = (xml(&headline(hunt)), xml(&hunt_in_check(hunt)));
    let body = match hunt.failed {
        0 => format!("      <system-out>{details}</system-out>\n"),
        _ => format!("      <failure type=\"ko\" message=\"{message}\">{details}</failure>\n"),
    };
    format!("    <testcase classname=\"{class}\" name=\"{name}\">\n{body}    </testcase>\n")
}

fn failure(test: &Test, result: &TestResult) -> String {
    if result.verdict == Verdict::Ok {
        return String::new();
    }
    let class = words::verdict(result.verdict).word;
    let (message, details) = (xml(&result.reason), xml(&words::failure(test, result)));
    format!("      <failure type=\"{class}\" message=\"{message}\">{details}</failure>\n")
}

fn reproduction(result: &TestResult) -> String {
    format!("      <system-out>{}</system-out>\n", xml(&result.reproduce))
}
