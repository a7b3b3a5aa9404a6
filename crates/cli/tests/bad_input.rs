//! Whatever is wrong with the input: exit code 2, a message that names the cause, and nothing written over.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, contents};

/// A small specification that works.
const GOOD: &str = "spec good(x in [1, 2]) accuracy 1e-6 { x + 1 }";

/// File name, its text, and what the message must say.
const FILES: &[(&str, &str, &[&str])] = &[
    (
        "empty.lyd",
        "spec f(x in (1, 1)) accuracy 1e-6 { x }",
        &["empty.lyd:1:13", "range is empty"],
    ),
    (
        "between.lyd",
        "spec f(x in [2, 1]) accuracy 1e-6 { x }",
        &["range is empty", "the lower bound comes first"],
    ),
    (
        "reversed.fpcore",
        "(FPCore (x) :pre (<= 2 x 1) :accuracy-rel 1e-6 (+ x 1))",
        &["reversed.fpcore:1:", "empty domain", "reversed"],
    ),
    (
        "unsatisfiable.fpcore",
        "(FPCore (x y) :pre (and (<= 0 x 1) (<= 0 y 1) (> (+ x y) 3)) :accuracy-rel 1e-6 (* x y))",
        &["unsatisfiable.fpcore:1:1", ":pre"],
    ),
    (
        "meant.fpcore",
        "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-6\n :spec (sin z) (+ x 1))",
        &["meant.fpcore:2:13", "unknown variable `z`"],
    ),
    (
        "condition.fpcore",
        "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-6\n :spec (< x 1) (+ x 1))",
        &["condition.fpcore:2:8", "`:spec` must be a number"],
    ),
    (
        "text.fpcore",
        "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-6\n :spec \"sine\" (sin x))",
        &["text.fpcore:2:8", "a string cannot stand in a formula"],
    ),
    (
        "twice.fpcore",
        "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-6 :spec x\n :spec (sin x) (+ x 1))",
        &["twice.fpcore:2:2", "one `:spec`"],
    ),
    (
        "unreal.fpcore",
        "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1e-6\n :spec (if (< x 2) x NAN) (+ x 1))",
        &["unreal.fpcore:2:22", "`NAN` is read but cannot be evaluated"],
    ),
    (
        "vague.lyd",
        "spec f(x in [1, 2]) { x + 1 }",
        &["vague.lyd:1:", "no accuracy", "--accuracy-rel"],
    ),
    (
        "unknown.fpcore",
        "(FPCore (x) :pre (<= 0 x 1)\n  (frobnicate x))",
        &["unknown.fpcore:2:4", "frobnicate"],
    ),
    (
        "unknown.lyd",
        "spec f(x in [1, 2]) accuracy 1e-6 { frobnicate(x) }",
        &["unknown.lyd:1:37", "frobnicate"],
    ),
    (
        "nowhere.lyd",
        "spec f(x in [-2, -1]) accuracy 1e-6 { log(x) }",
        &["nowhere.lyd:1:1", "defined"],
    ),
    (
        "nan.fpcore",
        "(FPCore (x) :pre (<= NAN x 1) :accuracy-rel 1e-6 (+ x 1))",
        &["nan.fpcore:1:", "NAN"],
    ),
    (
        "nan.lyd",
        "spec f(x in [nan, 1]) accuracy 1e-6 { x }",
        &["nan.lyd:1:", "nan"],
    ),
    (
        "negative.lyd",
        "spec f(x in [0, 1]) accuracy -1 { x }",
        &["negative.lyd:1:"],
    ),
    ("nothing.lyd", "", &["nothing.lyd:1:1", "spec"]),
    ("nothing.fpcore", "", &["nothing.fpcore:1:1", "FPCore"]),
    ("comment.fpcore", "; nothing here\n", &["comment.fpcore:", "FPCore"]),
    ("open.fpcore", "(FPCore (x) (+ x 1)", &["open.fpcore:1:"]),
];

/// Runs and checks that nothing changed in the folder, neither before a first campaign nor after one.
fn refused(bench: &Bench, arguments: &[&str], wanted: &[&str]) {
    let before = contents(bench.folder.path());
    let run = bench.lydian_with(arguments).expect(2);
    for part in wanted {
        assert!(run.err.contains(part), "{}\nno `{part}` in: {}", run.line, run.err);
    }
    assert!(!run.err.contains("panicked") && !run.err.contains("bug"), "{}", run.err);
    assert!(run.err.len() < 20_000, "{} bytes of complaints", run.err.len());
    assert!(
        before == contents(bench.folder.path()),
        "{}: something was written",
        run.line
    );
}

#[test]
fn bad_files_are_refused_by_name_and_place() {
    let bench = Bench::new();
    bench.write("good.lyd", GOOD);
    for (name, text, _) in FILES {
        bench.write(name, text);
    }
    for (name, _, wanted) in FILES {
        refused(&bench, &["generate", name], wanted);
    }
    bench.lydian("generate good.lyd").expect(0);
    for (name, _, wanted) in FILES {
        refused(&bench, &["generate", name], wanted);
    }
}

#[test]
fn errors_of_all_files_are_said_at_once() {
    let bench = Bench::new();
    bench.write("a.lyd", "spec f(x in [1, 2]) { x + 1 }");
    bench.write("b.fpcore", "(FPCore (x) (frobnicate x)) (FPCore (y) (blub y))");
    bench.write("good.lyd", GOOD);
    let wanted = [
        "a.lyd:1:",
        "b.fpcore:1:14",
        "b.fpcore:1:42",
        "missing.lyd: error: cannot be read",
    ];
    refused(
        &bench,
        &["generate", "a.lyd", "good.lyd", "b.fpcore", "missing.lyd"],
        &wanted,
    );
}

#[test]
fn hostile_files_are_refused_soon() {
    let bench = Bench::new();
    let noise: Vec<u8> = (0..10_000_000u32)
        .map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let letters: Vec<u8> = noise.iter().map(|b| b"(x+1) [;\"#{"[*b as usize % 11]).collect();
    let nested = format!(
        "(FPCore (x) :pre (<= 0 x 1) {}x{})",
        "(- ".repeat(100_000),
        ")".repeat(100_000)
    );
    for (name, text) in [
        ("noise.fpcore", &noise[..]),
        ("noise.lyd", &noise[..]),
        ("letters.fpcore", &letters[..]),
        ("letters.lyd", &letters[..]),
        ("nested.fpcore", nested.as_bytes()),
    ] {
        bench.write(name, text);
        refused(
            &bench,
            &["generate", name, "--accuracy-rel", "1e-6"],
            &[&format!("{name}:1:"), "error:"],
        );
    }
}

#[test]
fn formulas_nested_two_hundred_deep_are_fine() {
    let bench = Bench::new();
    let nested = format!(
        "(FPCore (x) :pre (<= 1 x 2) {}x{})",
        "(sqrt ".repeat(200),
        ")".repeat(200)
    );
    bench.write("nested.fpcore", nested);
    bench
        .lydian("generate nested.fpcore --accuracy-rel 1e-6 --points 8 --more-points 0 --boxes 1")
        .expect(0);
}

#[test]
fn paths_that_are_no_files_are_refused() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("folder")).unwrap();
    refused(
        &bench,
        &["generate", "missing.lyd"],
        &["missing.lyd: error: cannot be read"],
    );
    refused(&bench, &["generate", "folder"], &["folder: error: cannot be read"]);
    refused(
        &bench,
        &["verify", "missing.json"],
        &["missing.json: error: cannot be read"],
    );
    refused(&bench, &["verify", "folder"], &["folder: error: cannot be read"]);
}

#[test]
fn folders_of_others_are_left_alone() {
    let bench = Bench::new();
    bench.write("good.lyd", GOOD);
    std::fs::create_dir(bench.path("thesis")).unwrap();
    bench.write("thesis/chapter.tex", "x");
    refused(
        &bench,
        &["generate", "good.lyd", "--out", "thesis"],
        &["thesis", "not from a campaign", "--out"],
    );
    refused(
        &bench,
        &["generate", "good.lyd", "--out", "thesis", "--resume"],
        &["thesis", "not from a campaign"],
    );
    refused(
        &bench,
        &["generate", "good.lyd", "--out", "good.lyd"],
        &["good.lyd", "not a folder"],
    );
}

#[test]
fn impossible_options_are_refused() {
    let bench = Bench::new();
    bench.write("good.lyd", GOOD);
    let table: &[(&str, &str)] = &[
        ("--threads 0", "from 1"),
        ("--accuracy-rel 0", "greater than 0"),
        ("--accuracy-abs -1", "greater than 0"),
        ("--accuracy-rel nan", "nan"),
        ("--accuracy-ulps x", "x"),
        ("--range 2:1", "above the upper"),
        ("--range 2", "LO:HI"),
        ("--seconds 1", "--method random"),
        ("--method random --seconds -1", "greater than 0"),
        ("--method random --seconds 1 --resume", "cannot be used with"),
        ("--core 2", "numbers go from 1 to 1"),
        ("--core bad", "no specification has this name"),
        ("--points 0", "not in 1"),
        ("--frobnicate", "--frobnicate"),
    ];
    for (options, wanted) in table {
        let line = format!("generate good.lyd {options}");
        refused(&bench, &line.split(' ').collect::<Vec<_>>(), &[wanted]);
    }
    refused(&bench, &["generate"], &["SPEC"]);
    refused(&bench, &["frobnicate"], &["frobnicate"]);
}

#[test]
fn files_that_are_no_suites_are_refused() {
    let bench = Bench::new();
    for (name, text, wanted) in [
        ("a.json", "", "line 1"),
        ("b.json", "{}", "format"),
        ("c.json", r#"{"format": "lydian-suite", "version": 99}"#, "newer"),
        ("d.json", r#"{"format": "lydian-suite", "version": 1}"#, "missing field"),
    ] {
        bench.write(name, text);
        refused(&bench, &["verify", name], &[name, wanted]);
    }
}

#[test]
fn one_specification_with_nothing_to_test_does_not_cost_the_others() {
    let bench = Bench::new();
    bench.write("good.lyd", GOOD);
    bench.write("nowhere.lyd", "spec f(x in [-2, -1]) accuracy 1e-6 { log(x) }");
    let run = bench
        .lydian("generate nowhere.lyd good.lyd")
        .expect(2)
        .complains("nowhere.lyd:1:1");
    assert!(run.out.contains("Suites: 1 of 2"), "{}", run.out);
    bench.lydian("verify lydian.out/good.suite.json").expect(0);
}
