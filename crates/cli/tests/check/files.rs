//! The files that a check writes, and where.

use crate::common::Bench;
use crate::support::{DOPPLER, doppler, steps};
use std::fs;
use suite::{CheckReport, Verdict};

const RIGHT: &str = "double f(double x) { return x + 0.5; }\n";

#[test]
fn the_report_lies_beside_the_suite_under_a_name_like_it() {
    let bench = Bench::new();
    fs::create_dir(bench.path("deep")).unwrap();
    bench.write("f.c", RIGHT);
    let table = [
        ("suite.json", "check.json"),
        ("deep/suite.json", "deep/check.json"),
        ("deep/steps.suite.json", "deep/steps.check.json"),
        ("deep/other.json", "deep/check.json"),
    ];
    for (suite, expected) in table {
        bench.write(suite, steps().to_json());
        bench
            .lydian(&format!("check {suite} --subject f.c:f --quiet"))
            .expect(0);
        let text = fs::read_to_string(bench.path(expected)).unwrap();
        assert_eq!(CheckReport::from_json(&text).unwrap().suite.file, suite);
        fs::remove_file(bench.path(expected)).unwrap();
    }
    bench
        .lydian("check suite.json --subject f.c:f --out here.json")
        .expect(0);
    assert!(bench.path("here.json").exists() && !bench.path("check.json").exists());
}

#[test]
fn standard_output_is_text_or_json_or_nothing() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    bench.write("f.c", RIGHT);
    let run = bench.lydian("check suite.json --subject f.c:f --json").expect(0);
    assert_eq!(run.out, fs::read_to_string(bench.path("check.json")).unwrap());
    let report = CheckReport::from_json(&run.out).unwrap();
    assert_eq!((report.summary.total, report.summary.ok), (7, 7));
    assert!(report.results.iter().all(|r| r.verdict == Verdict::Ok));
    assert_eq!((report.canary.tests, report.canary.caught), (7, 7));
    let run = bench.lydian("check suite.json --subject f.c:f --quiet").expect(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn other_tools_get_their_files() {
    let bench = doppler();
    bench.write("d.c", DOPPLER.replace("0.6", "0.61"));
    let options = "--html page.html --junit junit.xml --sarif findings.sarif --also random:10";
    bench
        .lydian(&format!("check suite.json --subject d.c:doppler {options}"))
        .expect(1);
    let text = |name: &str| fs::read_to_string(bench.path(name)).unwrap();
    assert!(text("page.html").starts_with("<!") && text("page.html").contains("d.c:doppler"));
    assert!(text("junit.xml").contains("<testsuite") && text("junit.xml").contains("<failure"));
    let sarif: serde_json::Value = serde_json::from_str(&text("findings.sarif")).unwrap();
    let found = sarif["runs"][0]["results"].as_array().unwrap();
    assert!(!found.is_empty());
    let place = &found[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "d.c");
}

#[test]
fn a_page_of_the_folder_shows_the_check() {
    let bench = doppler();
    fs::create_dir(bench.path("out")).unwrap();
    fs::rename(bench.path("suite.json"), bench.path("out/suite.json")).unwrap();
    bench.write("d.c", DOPPLER);
    bench
        .lydian("check out/suite.json --subject d.c:doppler --quiet")
        .expect(0);
    bench.lydian("report out --format html --out page.html").expect(0);
    assert!(
        fs::read_to_string(bench.path("page.html"))
            .unwrap()
            .contains("d.c:doppler")
    );
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    bench.write("f.c", RIGHT);
    for option in ["--out", "--html", "--junit", "--sarif"] {
        let words = ["check", "suite.json", "--subject", "f.c:f", option, "none/file"];
        bench
            .lydian_with(&words)
            .expect(2)
            .complains("none/file: error: cannot be written");
    }
}
