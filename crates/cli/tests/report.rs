//! `lydian report` on real campaigns.

mod common;

use common::Bench;
use std::fs;
use suite::{
    CanaryRecord, CheckReport, Observed, RandomResults, SubjectRecord, Suite, SuiteReference, TestResult, Verdict,
    VerdictCounts,
};

const SINC: &str = "spec sinc(x in [0.5, 20]) accuracy 1e-12 { sin(x) / x }\n";
const HYPOT: &str = "spec hypot(x in [1, 4], y in [1, 4]) accuracy 1e-12 { sqrt(x*x + y*y) }\n";

fn bench(specs: &[(&str, &str)]) -> Bench {
    let bench = Bench::new();
    specs.iter().for_each(|(name, text)| bench.write(name, text));
    let names: Vec<&str> = specs.iter().map(|spec| spec.0).collect();
    bench.lydian(&format!("generate {} --quiet", names.join(" "))).expect(0);
    bench
}

/// A check of a subject that answers 0 to everything.
fn check(bench: &Bench, file: &str) -> CheckReport {
    let text = fs::read_to_string(bench.path(file)).unwrap();
    let suite = Suite::from_json(&text).unwrap();
    let observed = Observed::value(0.0);
    let results: Vec<TestResult> = suite
        .tests
        .iter()
        .map(|test| TestResult {
            test: test.id.clone(),
            verdict: observed.verdict(test),
            observed: observed.clone(),
            error_ulps: None,
            error_relative: None,
            distance: None,
            missed: None,
            reason: "zero".into(),
            reproduce: format!("repeat {}", test.id),
        })
        .collect();
    CheckReport {
        format: CheckReport::FORMAT.into(),
        version: CheckReport::VERSION,
        tool: "lydian 0.1.0".into(),
        command: "lydian check".into(),
        suite: SuiteReference {
            file: file.into(),
            sha256: suite::sha256(text.as_bytes()),
            spec: suite.spec.name,
        },
        subject: SubjectRecord {
            source: Some("zero.c".into()),
            ..Default::default()
        },
        canary: CanaryRecord {
            description: "none".into(),
            tests: 1,
            caught: 1,
        },
        summary: VerdictCounts::of(results.iter().map(|r| r.verdict)),
        results,
        lookalikes: vec![],
        left_out: vec![],
        moved: vec![],
        random: None,
        hunt: None,
    }
}

#[test]
fn one_specification_has_one_page_with_its_graph() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    bench.lydian("report lydian.out").expect(0);
    let html = fs::read_to_string(bench.path("lydian.out/report.html")).unwrap();
    assert!(html.contains("class=\"curve\"") && html.contains("id=\"t-t1\"") && html.contains("No subject was tried"));
    bench.lydian("report --out again.html --quiet").expect(0);
    assert_eq!(fs::read_to_string(bench.path("again.html")).unwrap(), html);
}

#[test]
fn several_specifications_have_a_list_and_pages() {
    let bench = bench(&[("sinc.lyd", SINC), ("hypot.lyd", HYPOT)]);
    bench.lydian("report lydian.out --out all.html").expect(0);
    let list = fs::read_to_string(bench.path("all.html")).unwrap();
    assert!(list.contains("href=\"all/sinc.html\"") && list.contains("href=\"all/hypot.html\""));
    let page = fs::read_to_string(bench.path("all/hypot.html")).unwrap();
    assert!(page.contains("class=\"band z11\"") && page.contains("href=\"../all.html\""));
    let table = bench.lydian("report lydian.out --format csv").expect(0).out;
    assert_eq!(table.matches("requirement,").count(), 1);
    assert!(table.contains("\r\nsinc,") && table.contains("\r\nhypot,"));
    let elements = bench.lydian("report lydian.out --format elements").expect(0).out;
    let value: serde_json::Value = serde_json::from_str(&elements).unwrap();
    assert_eq!(value["files"].as_object().unwrap().len(), 2);
}

#[test]
fn verdicts_come_from_the_check_in_the_folder_or_the_one_named() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    bench
        .lydian("report --format junit")
        .expect(2)
        .complains("run lydian check");
    bench.write("zero.json", check(&bench, "lydian.out/suite.json").to_json());
    let named = bench.lydian("report --format junit --check zero.json").expect(0).out;
    assert!(named.contains("<failure type=\"ko\" message=\"zero\">"), "{named}");
    fs::copy(bench.path("zero.json"), bench.path("lydian.out/check.json")).unwrap();
    assert_eq!(bench.lydian("report --format junit").expect(0).out, named);
    assert!(
        bench
            .lydian("report --format sarif")
            .expect(0)
            .out
            .contains("\"zero.c\"")
    );
    bench.lydian("report").expect(0);
    let html = fs::read_to_string(bench.path("lydian.out/report.html")).unwrap();
    assert!(html.contains("class=\"card ko\"") && html.contains("repeat t1"));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    let mut stale = check(&bench, "lydian.out/suite.json");
    bench.write("twice.json", stale.to_json());
    stale.suite.sha256 = "0".repeat(64);
    bench.write("stale.json", stale.to_json());
    bench
        .lydian("report --check stale.json")
        .expect(2)
        .complains("stale.json: error: it is about a suite of `sinc`");
    let twice = bench.lydian("report --check twice.json --check twice.json");
    twice.expect(2).complains("two checks of `sinc`");
    bench.write("broken.json", "{");
    bench
        .lydian("report --check broken.json")
        .expect(2)
        .complains("broken.json: error:");
    bench
        .lydian("report nowhere")
        .expect(2)
        .complains("nowhere: error: cannot be read");
    fs::create_dir(bench.path("empty")).unwrap();
    bench.lydian("report empty").expect(2).complains("it holds no suites");
    assert!(!bench.path("lydian.out/report.html").exists());
}

#[test]
fn a_check_that_contradicts_its_suite_is_refused() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    let sound = check(&bench, "lydian.out/suite.json");
    type Change = fn(&mut CheckReport);
    let table: [(Change, &str); 4] = [
        (
            |check| check.results[0].verdict = Verdict::Ok,
            "the verdict of the test",
        ),
        (
            |check| check.results[0].test = "t9999".into(),
            "t9999 is not in the suite",
        ),
        (|check| check.summary.ok += 1, "the counts are not those of the results"),
        (|check| check.results[0].observed = Observed::value(f64::MAX), ""),
    ];
    for (change, complaint) in table {
        let mut check = sound.clone();
        change(&mut check);
        bench.write("lydian.out/check.json", check.to_json());
        let run = bench.lydian("report lydian.out");
        match complaint {
            "" => run.expect(0),
            _ => run.expect(2).complains("check.json: error: ").complains(complaint),
        };
    }
}

#[test]
fn a_suite_that_contradicts_itself_is_refused() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    let file = bench.path("lydian.out/suite.json");
    let mut suite = Suite::from_json(&fs::read_to_string(&file).unwrap()).unwrap();
    suite.summary.total.killed = u64::MAX;
    fs::write(&file, suite.to_json()).unwrap();
    for format in ["html", "csv", "elements"] {
        let run = bench.lydian(&format!("report lydian.out --format {format}")).expect(2);
        run.complains("suite.json: error: the suite is not sound in itself: summary");
    }
}

#[test]
fn counts_without_a_sum_are_no_bug() {
    let bench = bench(&[("sinc.lyd", SINC)]);
    let mut check = check(&bench, "lydian.out/suite.json");
    check.random = Some(RandomResults {
        by_bits: false,
        seed: 1,
        asked: u64::MAX,
        summary: VerdictCounts {
            total: u64::MAX,
            ok: u64::MAX,
            ko: u64::MAX,
            uncertain: 1,
        },
        skipped: u64::MAX,
        first_ko: Some(u64::MAX),
        failures: vec![],
    });
    bench.write("lydian.out/check.json", check.to_json());
    for format in ["html", "junit", "sarif", "csv", "elements"] {
        bench
            .lydian(&format!("report lydian.out --format {format} --out page"))
            .expect(0);
    }
}
