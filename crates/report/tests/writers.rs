//! JUnit, SARIF, elements and CSV: complete, well formed, and harmless whatever the data say.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{check, large, small};
use report::csv::traceability;
use report::elements::{elements, elements_all};
use report::junit::{junit, junit_all};
use report::sarif::{Finding, FindingLevel, SarifRule, log, sarif};
use serde_json::Value;
use std::collections::HashSet;

const HOSTILE: &str = "<script>alert('x')</script>]]>&\"'\u{1}é";

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Elements in order, as `name` or `/name`; fails if tags do not match or a character is not escaped.
fn xml_tags(text: &str) -> Vec<String> {
    let body = text
        .strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        .unwrap();
    let (mut tags, mut open) = (Vec::new(), Vec::new());
    for piece in body.split('<').skip(1) {
        let (tag, content) = piece.split_once('>').expect("a tag ends");
        assert!(!content.contains(['>', '"']) && !tag.contains('\n'), "{piece}");
        assert!(piece.chars().all(|c| !c.is_control() || c == '\n'), "{piece:?}");
        let name = tag.trim_end_matches('/').split(' ').next().unwrap().to_string();
        match name.strip_prefix('/') {
            Some(ended) => assert_eq!(open.pop().as_deref(), Some(ended)),
            None if !tag.ends_with('/') => open.push(name.clone()),
            None => {}
        }
        tags.push(name);
    }
    assert!(open.is_empty(), "{open:?}");
    tags
}

#[test]
fn junit_has_a_case_per_test_and_a_failure_per_verdict_that_is_not_ok() {
    let suite = small("square", &["x"]);
    let text = junit(&suite, &check(&suite));
    let tags = xml_tags(&text);
    let count = |name: &str| tags.iter().filter(|tag| *tag == name).count();
    assert_eq!(
        (
            count("testsuite"),
            count("testcase"),
            count("failure"),
            count("system-out")
        ),
        (1, 4, 3, 4)
    );
    assert!(
        text.contains("<testsuite name=\"square\" tests=\"4\" failures=\"3\" errors=\"0\" skipped=\"0\">"),
        "{text}"
    );
    assert!(text.contains("<failure type=\"uncertain\""), "{text}");
    assert!(
        text.contains("<property name=\"subject.build\" value=\"gcc -O2"),
        "{text}"
    );
    assert!(text.contains("got crashed with SIGSEGV"), "{text}");
}

#[test]
fn junit_says_which_tests_were_not_run() {
    let suite = small("square", &["x"]);
    let mut check = check(&suite);
    check.results.pop();
    let text = junit_all(&[(&suite, &check), (&suite, &check)]);
    assert!(
        text.contains("<testsuites name=\"lydian\" tests=\"8\" failures=\"4\" errors=\"0\" skipped=\"2\">"),
        "{text}"
    );
    assert_eq!(xml_tags(&text).iter().filter(|tag| *tag == "skipped").count(), 2);
}

#[test]
fn sarif_has_what_the_standard_requires() {
    let suite = small("square", &["x"]);
    let value = json(&sarif(&suite, &check(&suite)));
    assert_eq!(value["version"], "2.1.0");
    let run = &value["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "lydian");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!((rules.len(), results.len()), (3, 3));
    let mut fingerprints = HashSet::new();
    for result in results {
        let index = result["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
        assert!(result["message"]["text"].as_str().unwrap().contains("acceptable"));
        let physical = &result["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], "src/square.c");
        assert_eq!(physical["region"]["startLine"], 12);
        assert!(fingerprints.insert(result["partialFingerprints"]["lydian/v1"].as_str().unwrap().to_string()));
    }
    let rules: Vec<&str> = results.iter().map(|r| r["ruleId"].as_str().unwrap()).collect();
    assert_eq!(rules, ["functional", "robustness", "functional"]);
}

#[test]
fn sarif_takes_findings_of_any_kind() {
    let finding = Finding {
        rule: "overflow",
        level: FindingLevel::Note,
        message: "x".into(),
        file: None,
        line: None,
        column: None,
        fingerprint: "1".into(),
    };
    let rules = [SarifRule {
        id: "overflow",
        description: "A result is too large.",
    }];
    let value = json(&log(
        "lydian",
        &rules,
        &[
            finding.clone(),
            Finding {
                file: Some("a.c".into()),
                column: Some(3),
                ..finding
            },
        ],
    ));
    let results = &value["runs"][0]["results"];
    assert_eq!(
        (&results[0]["level"], results[0]["locations"].as_array().unwrap().len()),
        (&"note".into(), 0)
    );
    assert!(results[1]["locations"][0]["physicalLocation"].get("region").is_none());
}

#[test]
fn elements_have_what_the_schema_requires() {
    let suite = small("square", &["x"]);
    let value = json(&elements(&suite));
    assert_eq!(value["schemaVersion"], "2.0");
    assert!(value["thresholds"]["high"].is_u64() && value["thresholds"]["low"].is_u64());
    let file = &value["files"]["square.fpcore"];
    assert_eq!(file["source"], suite.spec.fpcore.as_str());
    let mutants = file["mutants"].as_array().unwrap();
    let statuses: Vec<&str> = mutants.iter().map(|m| m["status"].as_str().unwrap()).collect();
    assert_eq!(
        statuses,
        ["Killed", "Ignored", "Ignored", "Survived", "Ignored", "Killed"]
    );
    let tests = value["testFiles"]["square.fpcore.tests"]["tests"].as_array().unwrap();
    let ids: HashSet<&str> = tests.iter().map(|t| t["id"].as_str().unwrap()).collect();
    for mutant in mutants {
        assert!(
            mutant["killedBy"]
                .as_array()
                .unwrap()
                .iter()
                .all(|id| ids.contains(id.as_str().unwrap()))
        );
        assert_eq!(
            mutant["location"]["start"],
            serde_json::json!({ "line": 4, "column": 4 }),
            "{mutant}"
        );
        assert_eq!(mutant["location"]["end"], serde_json::json!({ "line": 4, "column": 5 }));
        assert_eq!(mutant["replacement"], "-");
    }
    assert!(
        mutants[1]["statusReason"]
            .as_str()
            .unwrap()
            .contains("proved equal by algebra (ring)")
    );
}

#[test]
fn elements_of_several_suites_share_no_id() {
    let suite = small("square", &["x"]);
    let value = json(&elements_all(&[&suite, &suite]));
    let files = value["files"].as_object().unwrap();
    assert_eq!(files.keys().collect::<Vec<_>>(), ["square.fpcore", "square-2.fpcore"]);
    let all = files.values().flat_map(|file| file["mutants"].as_array().unwrap());
    assert_eq!(all.map(|m| m["id"].as_str().unwrap()).collect::<HashSet<_>>().len(), 12);
}

#[test]
fn the_table_goes_from_requirement_to_verdict() {
    let suite = small("square", &["x"]);
    let text = traceability(&suite, Some(&check(&suite)));
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert_eq!(lines[0], report::csv::HEADING);
    assert_eq!(
        lines[1],
        "square,relative 1e-10,functional,binary,binary:1,killed,disjoint,t1;t2,ko"
    );
    assert_eq!(lines[7], "square,relative 1e-10,functional,,,,,t1,ok");
    assert_eq!(lines.len(), 1 + 6 + 4 + 1);
    assert!(
        traceability(&suite, None)
            .lines()
            .skip(1)
            .all(|line| line.ends_with(','))
    );
}

#[test]
fn hostile_names_stay_data() {
    let mut suite = small(HOSTILE, &[HOSTILE]);
    suite.mutants[0].id = HOSTILE.into();
    suite.tests[1].id = HOSTILE.into();
    let check = check(&suite);
    let xml = junit(&suite, &check);
    xml_tags(&xml);
    assert!(!xml.contains("<script"));
    assert!(
        json(&sarif(&suite, &check))["runs"][0]["results"][0]["message"]["text"]
            .as_str()
            .unwrap()
            .contains(HOSTILE)
    );
    assert_eq!(
        json(&elements(&suite))["files"][format!("{HOSTILE}.fpcore")]["mutants"][0]["id"],
        HOSTILE
    );
    assert!(traceability(&suite, None).contains("]]>&\"\"'"));
}

#[test]
fn the_same_data_give_the_same_bytes() {
    let suite = large(300, 5);
    let report = check(&suite);
    assert_eq!(junit(&suite, &report), junit(&suite.clone(), &report.clone()));
    assert_eq!(sarif(&suite, &report), sarif(&suite.clone(), &report.clone()));
    assert_eq!(elements(&suite), elements(&suite.clone()));
}
