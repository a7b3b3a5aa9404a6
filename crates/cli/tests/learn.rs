//! `lydian learn` on real code: libraries with their faulty twins, hostile subjects, bad contracts.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, Run, complaints};
use std::path::{Path, PathBuf};
use suite::learn::{BreachKind, LearnEnd, LearnReport};

/// Runs `learn` with Debian's Python, which has NumPy.
fn learn(bench: &Bench, folder: &Path, line: &str) -> Run {
    let words: Vec<&str> = std::iter::once("learn").chain(line.split_whitespace()).collect();
    let mut command = bench.command(&words);
    command.current_dir(folder).env("PYTHON", "/usr/bin/python3");
    Run::new(command.output().unwrap(), line.into())
}

fn report(run: &Run) -> LearnReport {
    LearnReport::from_json(&run.out).unwrap_or_else(|e| panic!("{}: {e}\n{}", run.line, run.err))
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/learn")
}

/// A line of the table of examples.
struct Example {
    line: String,
    /// The line of the contract that is broken.
    broken: Option<usize>,
}

fn table() -> Vec<Example> {
    let text = std::fs::read_to_string(examples().join("examples.txt")).unwrap();
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    let example = |row: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        Example {
            line: format!("{} --subject {} {}", words[0], words[1], words[3..].join(" ")),
            broken: (words[2] != "kept").then(|| words[2].parse().unwrap()),
        }
    };
    rows.map(example).collect()
}

/// What differs from the table.
fn complaint(example: &Example) -> Option<String> {
    // A fault must be found within the default of the command; to see that none is there, fewer tests will do.
    let tests = if example.broken.is_some() { 10_000 } else { 2000 };
    let run = learn(
        &Bench::new(),
        &examples(),
        &format!("{} --json --tests {tests}", example.line),
    );
    let report = report(&run);
    let broken = report
        .violation
        .as_ref()
        .map(|v| v.broken.first().map_or(0, |clause| clause.line));
    let ended = match report.end {
        LearnEnd::Violation => run.code == 1,
        LearnEnd::Converged { .. } => run.code == 0,
        LearnEnd::Budget => run.code == 3,
        _ => false,
    };
    let same = broken == example.broken && ended;
    (!same).then(|| format!("{}: {:?}, broken line {broken:?}", run.line, report.end))
}

#[test]
fn libraries_keep_their_contracts_and_their_faulty_twins_do_not() {
    let table = table();
    assert!(table.iter().filter(|e| e.broken.is_none()).count() >= 8);
    let wrong = complaints(&table, complaint);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_same_seed_gives_the_same_report() {
    let line = "hypot.contract --subject libm.so.6:hypot --json --tests 300";
    let runs = ["", "", " --seed 2"].map(|more| report(&learn(&Bench::new(), &examples(), &format!("{line}{more}"))));
    assert_eq!(runs[0].tests, runs[1].tests);
    assert_eq!(runs[0].to_json(), runs[1].to_json());
    assert_ne!(runs[0].tests, runs[2].tests);
}

#[test]
fn a_run_without_violation_says_what_it_may_have_missed() {
    // (1 − 0.0951)^30 = 0.05.
    let run = learn(
        &Bench::new(),
        &examples(),
        "asinh.contract --subject libm.so.6:asinh --tests 30",
    );
    assert!(
        run.out
            .contains("miss a fault on 9.5 % of the domain by value once in 20 times"),
        "{}",
        run.out
    );
}

#[test]
fn a_violation_is_simple_and_can_be_seen_again() {
    let bench = Bench::new();
    let line = "asinh.contract --subject asinh_log.c:asinh_log";
    let run = learn(&bench, &examples(), line);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("asinh.contract:4: y is odd in x"), "{}", run.out);
    let violation = report(&learn(&bench, &examples(), &format!("{line} --json")))
        .violation
        .unwrap();
    assert!(
        violation.repeats && violation.test.input[0].0.abs() == 1.0,
        "{:?}",
        violation.test
    );
    let again = violation.again.strip_prefix("lydian learn ").unwrap().replace('"', "");
    let seen = report(&learn(&bench, &examples(), &format!("{again} --json")));
    assert_eq!(seen.violation.unwrap().test.outputs, violation.test.outputs);
}

const HOSTILE: &str = "
#include <math.h>
#include <stdlib.h>
double crash(double x) { if (x > 0.75) abort(); return x; }
double hang(double x) { volatile double y = x; while (y > 0.75) {} return y; }
double gone(double x) { return x > 0.75 ? NAN : x; }
double huge(double x) { return x > 0.75 ? INFINITY : x; }
double fine(double x) { return x; }
double count(int k) { return k == 777 ? -1.0 : k; }
void beyond(double *a) { a[a[0] > 0.5 ? 2 : 0] = 1; }
void always_beyond(double *a) { a[2] = 1; }
double whole(int k) { return k; }
long double third(double x) { return 1.0L / 3; }
double stateful(double x) { static int calls; calls++; return calls == 5 || calls == 6 ? 3 : x; }
double late(double x) { static int calls; return ++calls >= 100 ? 3 : x; }
double late_and_high(double x) { static int calls; return ++calls >= 2 || x > 0.1 ? 3 : x; }
double two_faults(double x) { if (x > 0.9) abort(); if (x < 0.1) for (;;) {} return x; }
";

const ONE: &str = "contract one(x in [0, 1]) { y = f(x)\n ensures y <= 2 }\n";

fn hostile(function: &str, contract: &str, options: &str) -> (Run, LearnReport) {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write("one.contract", contract);
    // A busy machine must not make a function late that ends.
    let patience = if ["hang", "two_faults"].contains(&function) {
        1
    } else {
        60
    };
    let line = format!("one.contract --subject hostile.c:{function} --json --time-limit {patience} {options}");
    let run = learn(&bench, bench.folder.path(), &line);
    let report = report(&run);
    (run, report)
}

#[test]
fn crashes_hangs_and_nans_are_violations() {
    for (function, kind) in [
        ("crash", BreachKind::NoOutput),
        ("hang", BreachKind::NoOutput),
        ("gone", BreachKind::Undefined),
        ("huge", BreachKind::False),
    ] {
        let (run, report) = hostile(function, ONE, "");
        let violation = report
            .violation
            .unwrap_or_else(|| panic!("{function}: {:?}", report.end));
        assert_eq!((run.code, violation.breach), (1, kind), "{function}");
        assert_eq!(
            violation.test.input[0].0, 1.0,
            "{function}: the simplest input above 0.75"
        );
    }
    assert_eq!(hostile("fine", ONE, "").0.code, 0);
}

#[test]
fn nan_and_infinity_can_be_promised() {
    let nan = "contract one(x in [0, 1]) { y = f(x)\n ensures if x > 0.75 then isnan(y) else y == x }\n";
    assert_eq!(hostile("gone", nan, "--tests 500").1.violation, None);
    assert!(hostile("fine", nan, "--tests 500").1.violation.is_some());
    let infinite = "contract one(x in [0, 1]) { y = f(x)\n ensures isinf(y) or y <= 1 }\n";
    assert_eq!(hostile("huge", infinite, "--tests 500").1.violation, None);
    assert!(hostile("gone", infinite, "--tests 500").1.violation.is_some());
}

#[test]
fn a_finite_domain_is_tested_completely() {
    let contract = |lo: i32, hi: i32| format!("contract one(int k in [{lo}, {hi}]) {{ y = f(k)\n ensures y >= 0 }}\n");
    let (run, report) = hostile("count", &contract(0, 700), "");
    assert_eq!(
        (run.code, report.end, report.counts.tests),
        (0, LearnEnd::Complete, 701)
    );
    let (run, report) = hostile("count", &contract(0, 2000), "");
    assert_eq!((run.code, report.violation.unwrap().test.input[0].0), (1, 777.0));
}

#[test]
fn a_write_beyond_an_array_is_found() {
    let contract = "contract one(a[2] in [0, 1]) { f(a -> b)\n ensures b[0] <= 1 }\n";
    let (run, report) = hostile("beyond", contract, "--seed 3");
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(report.violation.unwrap().breach, BreachKind::NoOutput);
}

#[test]
fn a_subject_that_always_writes_beyond_an_array_breaks_its_contract() {
    let contract = "contract one(a[2] in [0, 1]) { f(a -> b)\n ensures b[0] <= 1 }\n";
    let (run, report) = hostile("always_beyond", contract, "");
    assert_eq!((run.code, report.violation.unwrap().breach), (1, BreachKind::NoOutput));
}

#[test]
fn every_input_is_kept_only_if_every_one_is_proved() {
    let kept = |body: &str| {
        hostile(
            "count",
            &format!("contract one(int k in [1, 50]) {{ y = f(k)\n {body} }}\n"),
            "",
        )
    };
    let (run, report) = kept("ensures y <= exp(log(k))");
    assert_eq!(
        (run.code, report.end),
        (3, LearnEnd::Exhausted),
        "equal to k, which no enclosure proves"
    );
    assert!(report.counts.undecided > 40);
    let (run, report) = kept("requires k <= exp(log(k)) or k <= 3\n ensures y < 4");
    assert_eq!(
        (run.code, report.end),
        (3, LearnEnd::Exhausted),
        "the precondition is not decided everywhere"
    );
    let (run, report) = kept("ensures y + 0.1 == k + 0.1");
    assert_eq!(
        (run.code, report.end, report.counts.undecided),
        (0, LearnEnd::Complete, 0)
    );
    let zero = "contract one(int k in [-5, 5]) { y = f(k)\n ensures y >= -5 }\n";
    let (_, report) = hostile("count", zero, "");
    assert_eq!(
        (report.end, report.counts.tests),
        (LearnEnd::Complete, 11),
        "there is one zero"
    );
}

#[test]
fn what_has_no_double_is_undecided_and_what_cannot_be_passed_is_no_violation() {
    let contract = "contract one(x in [0, 1]) { y = f(x)\n ensures y > 0 }\n";
    let (run, report) = hostile("third", contract, "--tests 50");
    assert_eq!((run.code, report.violation), (3, None));
    assert_eq!(report.counts.undecided, 50);
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write(
        "c.contract",
        "contract c(int k in [-4e9, 4e9]) { y = f(k)\n ensures y == k }\n",
    );
    let run = learn(&bench, bench.folder.path(), "c.contract --subject hostile.c:whole");
    assert_eq!(run.code, 4, "{}", run.out);
    assert!(run.err.contains("is not within int"), "{}", run.err);
    bench.write(
        "c.contract",
        "contract c(int k in [0, 18446744073709551616]) { y = f(k)\n ensures y == k }\n",
    );
    assert_eq!(
        learn(&bench, bench.folder.path(), "c.contract --subject hostile.c:whole").code,
        4
    );
}

#[test]
fn parts_of_the_domain_without_a_promise_are_tested_too() {
    let contract = "contract one(x in [0, 1]) { y = f(x)\n ensures x <= 0.75 implies y >= 0 }\n";
    let (run, report) = hostile("crash", contract, "");
    assert_eq!((run.code, report.violation.unwrap().breach), (1, BreachKind::NoOutput));
}

#[test]
fn a_violation_that_does_not_repeat_itself_is_told() {
    let violation = hostile("stateful", ONE, "").1.violation.unwrap();
    assert!(!violation.repeats);
    let (run, report) = hostile("late", ONE, "");
    assert_eq!(run.code, 1);
    assert!(!report.violation.unwrap().repeats, "wrong from the 100th call on");
    for seed in 1..4 {
        let violation = hostile("two_faults", ONE, &format!("--seed {seed}"))
            .1
            .violation
            .unwrap();
        let same = |test: &suite::learn::LearnTest| std::mem::discriminant(test.ended.as_ref().unwrap());
        assert_eq!(same(&violation.test), same(&violation.first), "a crash stays a crash");
    }
}

#[test]
fn an_input_that_fails_only_behind_others_is_not_the_simplest() {
    let violation = hostile("late_and_high", ONE, "").1.violation.unwrap();
    assert!(
        violation.first.input[0].0 > 0.1,
        "the first call fails for its own reason"
    );
    assert!(
        violation.repeats && violation.test.input[0].0 > 0.1,
        "{:?}",
        violation.test
    );
}

#[test]
fn a_picture_leaves_out_what_the_contract_does_not_allow() {
    let contract = "contract one(x in [0, 1]) { y = f(x)\n requires x <= 0.5\n ensures y <= 2 }\n";
    let surface = hostile("fine", contract, "--tests 100").1.surface.unwrap();
    let values = surface.axes[0].iter().zip(&surface.outputs[0].values);
    for (x, value) in values {
        assert!(value.is_none() || *x <= 0.5, "{x}: {value:?}");
    }
    assert!(surface.outputs[0].values.iter().flatten().count() > 90);
}

#[test]
fn a_limit_of_memory_that_is_in_force_does_no_harm() {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write("one.contract", ONE);
    let line =
        "ulimit -v 4000000 && ulimit -f 60000 && exec \"$0\" learn one.contract --subject hostile.c:fine --at x=0.5";
    let mut shell = std::process::Command::new("sh");
    shell
        .args(["-c", line])
        .arg(env!("CARGO_BIN_EXE_lydian"))
        .current_dir(bench.folder.path());
    let run = Run::new(shell.output().unwrap(), line.into());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}

#[test]
fn commands_in_reports_can_be_repeated() {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write(
        "two.contract",
        format!("{ONE}contract two(x in [0, 1]) {{ y = f(x)\n ensures y <= 1/2 }}\n"),
    );
    let run = learn(
        &bench,
        bench.folder.path(),
        "two.contract --subject hostile.c:fine --seed 7 --tests 300",
    );
    assert!(run.out.contains("--only two --at"), "{}", run.out);
    let line = "two.contract --subject hostile.c:fine --only two --at x=0.7 --json";
    let violation = report(&learn(&bench, bench.folder.path(), line)).violation.unwrap();
    assert_eq!(violation.test.input[0].0, 0.7, "the input that was given");
    let line = "two.contract --subject hostile.c:fine --only one --seed 7 --tests 300 --json";
    assert!(
        report(&learn(&bench, bench.folder.path(), line))
            .command
            .ends_with("--only one --tests 300 --seed 7")
    );
    let twice = hostile_line(
        &bench,
        "two.contract --subject hostile.c:fine --only one --at",
        "x=0.1 x=0.9",
    );
    assert_eq!(twice.code, 2, "{}", twice.out);
}

/// Runs `learn` with one more word, which may hold blanks.
fn hostile_line(bench: &Bench, line: &str, last: &str) -> Run {
    let words: Vec<&str> = ["learn"]
        .into_iter()
        .chain(line.split_whitespace())
        .chain([last])
        .collect();
    let mut command = bench.command(&words);
    Run::new(command.current_dir(bench.folder.path()).output().unwrap(), line.into())
}

#[test]
fn a_result_is_shown_even_if_its_page_cannot_be_written() {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write("one.contract", ONE);
    let run = learn(
        &bench,
        bench.folder.path(),
        "one.contract --subject hostile.c:huge --html nowhere/page.html",
    );
    assert!(
        run.out.contains("violated") && run.err.contains("cannot be written"),
        "{}",
        run.out
    );
    assert_eq!(run.code, 2);
}

#[test]
fn given_inputs_are_judged_alone() {
    for (at, code, end) in [
        ("x=0.5", 0, LearnEnd::Kept),
        ("x=0x1p-1", 0, LearnEnd::Kept),
        ("x=0e9", 0, LearnEnd::Kept),
        ("x=-inf", 2, LearnEnd::NotRequired),
        ("x=2", 2, LearnEnd::NotRequired),
    ] {
        let (run, report) = hostile("fine", ONE, &format!("--at {at}"));
        assert_eq!((run.code, report.end), (code, end), "{at}");
    }
}

#[test]
fn random_tests_are_a_baseline() {
    let contract = "contract one(x in [0, 1]) { y = f(x)\n ensures y <= 0.999 }\n";
    let (run, report) = hostile("fine", contract, "--method random --tests 100000");
    assert_eq!((run.code, report.end), (1, LearnEnd::Violation));
    assert!(report.counts.tests > 10, "{:?}", report.counts);
    let (learned, _) = hostile("fine", contract, "--tests 100000");
    assert_eq!(learned.code, 1);
}

#[test]
fn contracts_in_fpcore_are_read() {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write("c.fpcore", "(FPCore same (x y) :pre (<= 0 x 1) :outputs (y) (== y x))");
    let run = learn(&bench, bench.folder.path(), "c.fpcore --subject hostile.c:gone");
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
}

#[test]
fn a_page_shows_the_curve_and_the_violation() {
    let bench = Bench::new();
    bench.write("hostile.c", HOSTILE);
    bench.write("one.contract", ONE);
    let line = "one.contract --subject hostile.c:huge --html page.html --out learn.json";
    assert_eq!(learn(&bench, bench.folder.path(), line).code, 1);
    let page = std::fs::read_to_string(bench.path("page.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("violated") && page.contains("y &lt;= 2"));
    let text = std::fs::read_to_string(bench.path("learn.json")).unwrap();
    assert_eq!(LearnReport::from_json(&text).unwrap().to_json(), text);
}

#[test]
fn what_cannot_be_tested_is_said_with_its_place() {
    let cases = [
        (
            "contract c(x in [0, 1]) { y = f(x)\n requires x > 2\n ensures y > 0 }",
            "fine",
            "",
            2,
            "no input fulfils",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures z > 0 }",
            "fine",
            "",
            2,
            "c.contract:2:",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures x <= 1 }",
            "fine",
            "",
            2,
            "cannot be broken",
        ),
        (
            "contract c(x in [1, 0]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "",
            2,
            "c.contract:1:",
        ),
        (
            "contract c(a[3] in [0, 1]) { f(a -> b[4])\n ensures b[0] > 0 }",
            "beyond",
            "",
            2,
            "c.contract:1:",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n z = g(x)\n ensures y > z }",
            "fine",
            "",
            2,
            "--with g=",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "--with g=hostile.c:fine",
            2,
            "does not call `g`",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "nothing",
            "",
            4,
            "no function `nothing`",
        ),
        (
            "contract c(x in [0, 1], z in [0, 1]) { y = f(x, z)\n ensures y > 0 }",
            "fine",
            "",
            4,
            "hostile.c",
        ),
        (
            "contract c(a[2] in [0, 1]) { y = f(a)\n ensures y > 0 }",
            "fine",
            "",
            4,
            "hostile.c",
        ),
        (
            "contract c(k in [0, 1]) { y = f(k)\n ensures y >= 0 }",
            "count",
            "",
            4,
            "it cannot be called",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "--at z=1",
            2,
            "no input `z`",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "--at x=1e-400",
            2,
            "too small for a double",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "--at x=-0x1p+1024",
            2,
            "too great for a double",
        ),
        (
            "contract c(x in [0, 1]) { y = f(x)\n ensures y > 0 }",
            "fine",
            "--only d",
            2,
            "there are `c`",
        ),
        ("", "fine", "", 2, "c.contract"),
    ];
    for (contract, function, options, code, said) in cases {
        let bench = Bench::new();
        bench.write("hostile.c", HOSTILE);
        bench.write("c.contract", contract);
        let line = format!("c.contract --subject hostile.c:{function} {options}");
        let run = learn(&bench, bench.folder.path(), &line);
        assert_eq!(run.code, code, "{contract} {options}\n{}{}", run.out, run.err);
        assert!(run.err.contains(said), "{contract} {options}\n{}", run.err);
    }
}

#[test]
fn a_bound_that_no_double_is_equal_to_is_explained() {
    let bench = Bench::new();
    bench.write("tenth.c", "double tenth(double x) { return 0.1 + 0 * x; }\n");
    let contract = |bound: &str| format!("contract c(x in [0, 1]) {{\n  y = tenth(x)\n  ensures y <= {bound}\n}}\n");
    bench.write("exact.contract", contract("0.1"));
    let said = "with every number rounded to a double, what is broken here would hold";
    let line = "learn exact.contract --subject tenth.c:tenth --html page.html";
    assert!(bench.lydian(line).expect(1).out.contains(said));
    assert!(std::fs::read_to_string(bench.path("page.html")).unwrap().contains(said));
    bench.write("double.contract", contract("0x1.999999999999ap-4"));
    bench.lydian("learn double.contract --subject tenth.c:tenth").expect(0);
    // A value that is wrong by more is just wrong.
    bench.write("wrong.contract", contract("0.09"));
    assert!(
        !bench
            .lydian("learn wrong.contract --subject tenth.c:tenth")
            .expect(1)
            .out
            .contains(said)
    );
}

/// Code that is right almost everywhere by value, and wrong almost everywhere by exponent.
#[test]
fn faults_near_zero_are_seen() {
    let table = [
        ("0, 100", "expm1(x)", "exp(x) - 1.0"),
        ("-100, 100", "log1p(x^2)", "log(1.0 + x*x)"),
        ("0, 1e6", "sin(x)", "x < 1e-9 ? 0.0 : sin(x)"),
        ("-50, 50", "x/7", "fabs(x) < 1e-20 ? 0.0 : x / 7.0"),
        ("0, 1e4", "sqrt(x)", "x < 2.2250738585072014e-308 ? 0.0 : sqrt(x)"),
    ];
    let complaint = |(range, right, wrong): &(&str, &str, &str)| {
        let bench = Bench::new();
        let kept = right.replace("x^2", "x*x");
        bench.write(
            "near.contract",
            format!("contract near(x in [{range}]) {{\n  y = near(x)\n  ensures abs(y - {right}) <= 1e-12*abs({right}) + 1e-300\n}}\n"),
        );
        let code = |name: &str, text: &str| format!("double {name}(double x) {{ return {text}; }}\n");
        bench.write(
            "near.c",
            format!("#include <math.h>\n{}{}", code("wrong", wrong), code("right", &kept)),
        );
        let run = bench.lydian("learn near.contract --subject near.c:wrong");
        let correct = bench.lydian("learn near.contract --subject near.c:right");
        let bad = run.code != 1 || correct.code == 1 || !correct.out.contains("by exponent, ");
        bad.then(|| format!("{wrong}: {} {}; {} {}", run.code, run.out, correct.code, correct.out))
    };
    let found = complaints(&table, complaint);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn convergence_is_told_by_value_and_by_exponent() {
    let bench = Bench::new();
    bench.write(
        "half.contract",
        "contract half(x in [1, 8]) {\n  y = half(x)\n  ensures y < x\n}\n",
    );
    bench.write("half.c", "double half(double x) { return x / 2; }\n");
    let run = bench.lydian("learn half.contract --subject half.c:half").expect(0);
    for words in [
        "of the domain by value (mean change",
        "once in 20 times; by exponent, 4 of 4 binades of the inputs have a test",
    ] {
        assert!(run.out.contains(words), "{words}: {}", run.out);
    }
    let whole = bench.path("whole.contract");
    std::fs::write(
        &whole,
        "contract half(int n in [1, 100000]) {\n  y = half(n)\n  ensures y < n\n}\n",
    )
    .unwrap();
    let run = bench.lydian("learn whole.contract --subject half.c:half");
    assert!(
        run.code == 0 && !run.out.contains("by exponent"),
        "{} {}",
        run.code,
        run.out
    );
}

#[test]
fn an_interrupt_keeps_what_was_found() {
    for signal in ["-INT", "-TERM"] {
        let bench = Bench::new();
        bench.write(
            "half.contract",
            "contract half(x in [1, 8]) {\n  y = half(x)\n  ensures y < x\n}\n",
        );
        let python =
            "import time\ndef half(x):\n    open('started', 'a').write('.')\n    time.sleep(0.02)\n    return x / 2\n";
        bench.write("half.py", python);
        std::fs::create_dir(bench.path("tmp")).unwrap();
        let started = bench.path("started");
        bench.write(
            "half.py",
            python.replace("'started'", &format!("{:?}", started.display().to_string())),
        );
        let words = [
            "learn",
            "half.contract",
            "--subject",
            "half.py:half",
            "--out",
            "half.json",
            "--quiet",
        ];
        let mut child = bench.command(&words).env("TMPDIR", bench.path("tmp")).spawn().unwrap();
        while std::fs::read(&started).map_or(0, |bytes| bytes.len()) < 20 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let kill = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(kill.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(3), "{signal}");
        let report = LearnReport::from_json(&std::fs::read_to_string(bench.path("half.json")).unwrap()).unwrap();
        assert_eq!(report.end, LearnEnd::Interrupted, "{signal}");
        assert!(
            report.counts.tests > 0 && report.tests.len() as u64 == report.counts.tests,
            "{signal}"
        );
        assert_eq!(std::fs::read_dir(bench.path("tmp")).unwrap().count(), 0, "{signal}");
    }
}
