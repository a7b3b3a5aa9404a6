//! What `lydian cover` shows: annotated source as text and as a page, and pages of a folder.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::Bench;
use common::cover::{program, run};
use suite::cover::CoverReport;

/// Every line of the function, marks beside its branches, a legend, and the inputs below.
#[test]
fn annotated_text_has_a_margin() {
    let done = run(&Bench::new(), "textbook.c", "never", "--annotate").expect(0);
    let rows: Vec<&str> = done.out.lines().filter(|line| line.contains('│')).collect();
    let expected = [
        "   32        │ int never(double x) {",
        "   33  T✓ F✓ │     if (x <= 1.0) x++;",
        "   34        │     double y = x * x;",
        "   35  T∅ F✓ │     if (y == -1.0) return 1;",
        "   36        │     return 0;",
        "   37        │ }",
    ];
    assert_eq!(rows, expected);
    assert!(
        done.out.contains("✓ covered, ✗ unreached, ∅ proved infeasible"),
        "{}",
        done.out
    );
    assert!(done.out.contains("i1   x = 0.0"), "{}", done.out);
}

/// Many branches on a line go below each other; all functions of the files are shown with `--scope module`.
#[test]
fn annotated_text_of_a_module() {
    let done = run(&Bench::new(), "textbook.c", "never", "--annotate --scope module").expect(3);
    for name in ["from_double", "from_float", "from_int", "from_pointer", "never"] {
        assert!(done.out.contains(&format!("\n{name}, ")), "{name}: {}", done.out);
    }
    assert!(done.out.contains("T✗ F✗ │"), "{}", done.out);
}

#[test]
fn the_page_has_source_inputs_and_reasons() {
    let bench = Bench::new();
    run(&bench, "textbook.c", "never", "--html page.html --quiet").expect(0);
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    for part in [
        "double y = x * x;",
        "<a class=\"side infeasible\" href=\"#s-1-true\" title=\"column 11, f64 == is true: infeasible: LLVM",
        "title=\"column 11, f64 &lt;= is true: covered by i1: x = 0.0 → result = 0\">T✓</a>",
        "<tr id=\"i-i1\">",
        "<tr id=\"s-1-true\">",
        "observed",
    ] {
        assert!(page.contains(part), "no `{part}`");
    }
    let outside = ["http://", "https://", "src="];
    assert!(
        outside.iter().all(|part| !page.contains(part)),
        "the page needs nothing else"
    );
}

/// A report that was kept becomes a page later; several become a list. Source that has changed is not shown.
#[test]
fn pages_of_a_folder() {
    let bench = Bench::new();
    std::fs::copy(program("textbook.c"), bench.path("textbook.c")).unwrap();
    bench
        .lydian("cover textbook.c --function never --quiet --out cover.json")
        .expect(0);
    bench.lydian("report .").expect(0);
    let page = std::fs::read_to_string(bench.path("report.html")).unwrap();
    assert!(page.contains("double y = x * x;") && page.contains("class=\"side infeasible\""));

    bench.write("textbook.c", "int never(double x) { return 0; }\n");
    bench.lydian("report .").expect(0);
    let page = std::fs::read_to_string(bench.path("report.html")).unwrap();
    assert!(page.contains("is not as it was when it was compiled") && !page.contains("double y = x * x;"));

    std::fs::copy(bench.path("cover.json"), bench.path("again.cover.json")).unwrap();
    bench.lydian("report .").expect(0);
    let list = std::fs::read_to_string(bench.path("report.html")).unwrap();
    assert!(
        list.contains("report/again.cover.html") && list.contains("report/cover.html"),
        "{list}"
    );
    assert!(bench.path("report/again.cover.html").exists());
}

#[test]
fn a_broken_report_is_named() {
    let bench = Bench::new();
    bench.write("cover.json", "{\"format\": 1}");
    bench
        .lydian("report .")
        .expect(2)
        .complains("cover.json: error: line 1");
}

/// Reports of earlier versions lack what came later.
#[test]
fn older_reports_are_read() {
    let done = run(&Bench::new(), "textbook.c", "never", "--json").expect(0);
    let mut value: serde_json::Value = serde_json::from_str(&done.out).unwrap();
    for field in ["signature", "functions", "sources"] {
        assert!(value.as_object_mut().unwrap().remove(field).is_some(), "{field}");
    }
    let report = CoverReport::from_json(&value.to_string()).unwrap();
    assert!(report.functions.is_empty() && report.signature.is_none());
}
