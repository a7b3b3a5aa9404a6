//! `lydian cover` on real code: kinds of functions, hostile ones, bad input, and what other tools say.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, Run};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use suite::cover::{CoverReport, SideRecord};

fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cover").join(name)
}

/// Runs `cover` on one of the programs.
fn run(bench: &Bench, file: &str, function: &str, options: &str) -> Run {
    let path = program(file);
    let mut words = vec!["cover", path.to_str().unwrap(), "--function", function];
    words.extend(options.split_whitespace());
    bench.lydian_with(&words)
}

fn report(file: &str, function: &str, options: &str) -> CoverReport {
    let run = run(&Bench::new(), file, function, &format!("--json {options}"));
    assert!(matches!(run.code, 0 | 3), "{}: {}{}", run.line, run.out, run.err);
    let report = CoverReport::from_json(&run.out).unwrap();
    assert_eq!(run.code == 0, report.summary.unreached == 0, "{}", run.line);
    report
}

/// Sides of a function: in total, covered at least, proved infeasible. What is left is unreached, and the reason is given.
struct Case(&'static str, &'static str, &'static str, [u64; 3], &'static str);

const CASES: &[Case] = &[
    Case("reals.c", "waves", "", [8, 8, 0], ""),
    Case("reals.c", "half_sine", "", [2, 2, 0], ""),
    Case("reals.c", "on_circle", "", [6, 6, 0], ""),
    Case("reals.c", "nested", "", [8, 8, 0], ""),
    Case("reals.c", "narrow", "", [6, 6, 0], ""),
    Case(
        "reals.c",
        "product_and_sum",
        "",
        [4, 3, 0],
        "3 and 4 fulfil both equalities; whether the search meets them depends on its seed",
    ),
    Case("reals.c", "classify", "", [20, 20, 0], ""),
    Case("reals.c", "absorbed", "", [8, 8, 0], ""),
    Case(
        "reals.c",
        "power_band",
        "",
        [14, 13, 0],
        "isinf of the C library also asks for the sign; the power of numbers above 1 has none, which LLVM does not know",
    ),
    Case("reals.c", "single", "", [6, 6, 0], ""),
    Case("solvers.c", "quadratic", "", [12, 12, 0], ""),
    Case("solvers.c", "cubic", "", [8, 8, 0], ""),
    Case("solvers.c", "newton_root", "", [10, 10, 0], ""),
    Case("solvers.c", "bisect", "", [20, 20, 0], ""),
    Case("solvers.c", "logistic", "", [16, 16, 0], ""),
    Case("solvers.c", "collatz", "", [10, 10, 0], ""),
    Case("geometry.c", "orientation", "", [8, 8, 0], ""),
    Case("geometry.c", "triangle", "", [24, 24, 0], ""),
    Case("geometry.c", "circles", "", [14, 14, 0], ""),
    Case("geometry.c", "overlap", "", [20, 20, 0], ""),
    Case("geometry.c", "table", "", [10, 10, 0], ""),
    Case("geometry.c", "series", "--array v=5", [20, 20, 0], ""),
    Case("mixed.c", "boils", "", [8, 8, 0], ""),
    Case("mixed.c", "take_apart", "", [12, 12, 0], ""),
    Case("mixed.c", "days", "", [22, 22, 0], ""),
    Case("mixed.c", "rounded", "", [6, 6, 0], ""),
    Case("mixed.c", "years", "", [12, 12, 0], ""),
    Case("mixed.c", "checksum", "", [6, 6, 0], ""),
    Case("mixed.c", "extended", "", [4, 4, 0], ""),
    Case("classes.cpp", "shapes::divide", "", [14, 14, 0], ""),
    Case("classes.cpp", "shapes::smooth", "", [8, 8, 0], ""),
    Case("classes.cpp", "crossing", "", [8, 8, 0], ""),
    Case("numeric.f90", "interpolate", "", [12, 12, 0], ""),
    Case("numeric.f90", "divisor", "", [4, 4, 0], ""),
    Case("numeric.f90", "phase", "", [20, 20, 0], ""),
    Case(
        "hard.c",
        "scattered",
        "",
        [2, 1, 0],
        "multiplication scatters: the distance leads nowhere, and 400000 calls are few of 2^32",
    ),
    Case("hard.c", "word", "--array s=4", [8, 8, 0], ""),
    Case(
        "hard.c",
        "three",
        "",
        [6, 5, 0],
        "3, 4 and 5 fulfil all three, but the way along one equality to the next is one float wide in two dimensions",
    ),
    Case("hard.c", "two_waves", "", [8, 8, 0], ""),
    Case("hard.c", "flags", "", [12, 12, 0], ""),
    Case("hard.c", "remainders", "", [6, 6, 0], ""),
];

#[test]
fn functions_of_many_kinds() {
    let next = Mutex::new(CASES.iter());
    let wrong = Mutex::new(Vec::new());
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                loop {
                    let Some(case) = next.lock().unwrap().next() else {
                        return;
                    };
                    wrong.lock().unwrap().extend(complaint(case));
                }
            });
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is other than the table says.
fn complaint(Case(file, function, options, expected, why): &Case) -> Option<String> {
    let report = report(file, function, options);
    let counts = report.summary;
    let [total, covered, infeasible] = *expected;
    assert_eq!(
        why.is_empty(),
        covered == total,
        "{function}: sides that are not covered have a reason"
    );
    let found = [counts.total, counts.covered, counts.infeasible];
    let is_right = counts.total == total && counts.covered >= covered && counts.infeasible == infeasible;
    (!is_right).then(|| format!("{function}: expected {expected:?}, found {found:?}; {why}"))
}

#[test]
fn at_least_25_functions_of_three_languages() {
    let of = |ending: &str| CASES.iter().filter(|case| case.0.ends_with(ending)).count();
    assert!(CASES.len() >= 25 && of(".cpp") >= 3 && of(".f90") >= 3);
}

#[test]
fn textbook_example_from_four_kinds_of_argument() {
    for function in ["from_double", "from_float", "from_int", "from_pointer"] {
        let report = report("textbook.c", function, "");
        assert_eq!((report.summary.total, report.summary.covered), (4, 4), "{function}");
        assert!(report.inputs.len() <= 3, "{function}: {:?}", report.inputs);
    }
    let never = report("textbook.c", "never", "");
    assert_eq!((never.summary.total, never.summary.covered), (4, 3));
    assert!(!matches!(never.branches[1].when_true, SideRecord::Covered { .. }));
}

/// Hostile functions of `hostile.c`: what must be reported, and how many sides no input takes: the way out of the
/// endless loop.
const HOSTILE: &[(&str, &[&str], u64)] = &[
    ("segfaults", &["ended by SIGSEGV, a bad address"], 0),
    ("loops_with_branches", &["did not end within the limit of branches"], 1),
    (
        "loops_without_branches",
        &["did not end within the limit of branches"],
        0,
    ),
    ("sleeps", &["did not end in time"], 0),
    ("exits", &["called exit(3)", "called exit(4)"], 0),
    ("aborts", &["called abort"], 0),
    ("writes", &[], 0),
    ("prints", &[], 0),
    ("divides", &["ended by SIGFPE, such as an integer division by zero"], 0),
    ("recurses", &["did not end within the limit of branches"], 0),
    ("kills_itself", &["ended by SIGKILL"], 0),
    ("raises", &["ended by SIGKILL"], 0),
];

#[test]
fn hostile_code_keeps_no_other_branch_from_being_covered() {
    for (function, findings, open) in HOSTILE {
        let start = Instant::now();
        let report = report("hostile.c", function, "");
        assert!(
            start.elapsed() < Duration::from_secs(60),
            "{function}: {:?}",
            start.elapsed()
        );
        let counts = report.summary;
        assert_eq!(counts.covered + open, counts.total, "{function}: {:?}", report.branches);
        let said: Vec<&str> = report.findings.iter().map(|f| f.what.as_str()).collect();
        assert_eq!(said, *findings, "{function}");
        assert!(report.findings.iter().all(|f| !f.values.is_empty()), "{function}");
    }
}

/// The run that ends the process cannot tell what it covered; all else is covered, and the input is known.
#[test]
fn a_subject_that_ends_the_process_is_survived() {
    let report = report("hostile.c", "vanishes", "");
    let counts = report.summary;
    assert_eq!((counts.total, counts.covered), (6, 5));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(
        report.findings[0].what,
        "ended the process that called it: ended by SIGKILL"
    );
    let x: f64 = report.findings[0].values[0].decimal.parse().unwrap();
    assert!(x > 99.5 && x < 100.5, "{x}");
}

#[test]
fn no_process_is_left_behind() {
    let bench = Bench::new();
    let path = program("hostile.c");
    let words = ["cover", path.to_str().unwrap(), "--function", "sleeps", "--quiet"];
    let mut child = bench
        .command(&words)
        .env("LYDIAN_TEST_MARK", bench.path(""))
        .spawn()
        .unwrap();
    assert!(child.wait().unwrap().code().is_some());
    assert_eq!(marked(bench.path("").to_str().unwrap()), Vec::<String>::new());
}

/// Processes that have the mark in their environment.
fn marked(mark: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").unwrap().map(|entry| entry.unwrap().path());
    let has_mark = |path: &PathBuf| {
        let text = std::fs::read(path.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&text).contains(&format!("LYDIAN_TEST_MARK={mark}"))
    };
    processes
        .filter(has_mark)
        .map(|path| path.display().to_string())
        .collect()
}

/// A finding has an input that does it again: the crash is real.
#[test]
fn findings_name_inputs_that_do_it() {
    let crash = report("hostile.c", "segfaults", "");
    let x: f64 = crash.findings[0].values[0].decimal.parse().unwrap();
    assert!(x > 100.0, "{x}");
}

/// File, function, further options, and what the message must say.
const BAD: &[(&str, &str, &str, &[&str])] = &[
    (
        "broken.c",
        "broken",
        "",
        &["does not compile", "undeclared", "broken.c:2:13"],
    ),
    (
        "textbook.c",
        "from_duoble",
        "",
        &["no function `from_duoble`", "did you mean from_double"],
    ),
    (
        "textbook.c",
        "quite_another_name",
        "",
        &["no function `quite_another_name`"],
    ),
    (
        "odd.c",
        "reads",
        "",
        &["reads: argument `file`", "not supported", "write a small function"],
    ),
    (
        "odd.c",
        "calls",
        "",
        &["argument `f` is a pointer to a function", "not supported"],
    ),
    ("odd.c", "various", "", &["various", "not supported"]),
    ("odd.c", "plain", "", &["plain has no branches", "--scope module"]),
    ("odd.c", "constant", "", &["constant has no branches"]),
    (
        "missing.c",
        "f",
        "",
        &["missing.c: error: cannot be read", "No such file"],
    ),
    (
        "textbook.c",
        "from_double",
        "--range y=0:1",
        &["no argument `y`", "its arguments are x"],
    ),
    ("textbook.c", "from_double", "--range x=2:1", &["NAME=LO:HI"]),
    ("textbook.c", "from_double", "--range x=a:b", &["NAME=LO:HI"]),
    ("textbook.c", "from_double", "--array x=0", &["NAME=N"]),
    ("textbook.c", "from_double", "--array nothing=3", &["nothing"]),
    (
        "textbook.c",
        "from_double",
        "--cflags -Wno-such-thing=x=y --cflags --bad",
        &["cannot be used multiple times"],
    ),
    ("textbook.c", "from_double", "--link missing.o", &["missing.o"]),
    (
        "textbook.c",
        "from_double",
        "--out no/such/folder/x.json",
        &["no/such/folder/x.json", "cannot be written"],
    ),
    ("notes.txt", "f", "", &["notes.txt", "language is not known"]),
];

#[test]
fn bad_input_is_named_and_has_exit_code_2() {
    let bench = Bench::new();
    for (file, function, options, says) in BAD {
        let mut done = run(&bench, file, function, options).expect(2);
        for part in *says {
            done = done.complains(part);
        }
        assert!(done.out.is_empty(), "{}", done.out);
    }
}

#[test]
fn same_seed_same_bytes() {
    for (file, function) in [
        ("solvers.c", "quadratic"),
        ("geometry.c", "circles"),
        ("hostile.c", "exits"),
    ] {
        let bench = Bench::new();
        let mut texts = ["a.json", "b.json"].map(|name| {
            let done = run(&bench, file, function, &format!("--seed 7 --quiet --out {name}"));
            assert!(done.out.is_empty() && done.err.is_empty());
            std::fs::read_to_string(bench.path(name)).unwrap()
        });
        texts.sort();
        assert_eq!(texts[0], texts[1], "{function}");
    }
}

/// Records of a tracefile in their order, and counts that fit the lines.
#[test]
fn lcov_output_has_the_right_structure() {
    let bench = Bench::new();
    let options = "--lcov out.info --json --scope module";
    let done = run(&bench, "textbook.c", "never", options).expect(3);
    let report = CoverReport::from_json(&done.out).unwrap();
    let text = std::fs::read_to_string(bench.path("out.info")).unwrap();
    assert!(text.starts_with("TN:") && text.ends_with("end_of_record\n"));
    let rows = |key: &str| {
        text.lines()
            .filter_map(|l| l.strip_prefix(key))
            .map(String::from)
            .collect::<Vec<_>>()
    };
    assert!(rows("SF:")[0].ends_with("textbook.c"));
    let sides: Vec<Vec<u64>> = rows("BRDA:")
        .iter()
        .map(|row| row.split(',').map(|n| n.parse().unwrap()).collect())
        .collect();
    assert!(sides.iter().all(|side| side.len() == 4 && side[0] > 0 && side[2] < 2));
    let hit: u64 = sides.iter().map(|side| side[3]).sum();
    assert_eq!(
        (sides.len() as u64, hit),
        (report.summary.total, report.summary.covered)
    );
    assert_eq!(
        (rows("BRF:"), rows("BRH:")),
        (vec![sides.len().to_string()], vec![hit.to_string()])
    );
    let lines = rows("DA:");
    assert!(lines.iter().all(|row| row.split(',').count() == 2), "{lines:?}");
}

/// gcov, on a build by gcc, sees the same branches taken when the inputs are replayed.
#[test]
fn gcov_agrees() {
    for (file, function, options) in [
        ("solvers.c", "quadratic", ""),
        ("geometry.c", "triangle", ""),
        ("hostile.c", "segfaults", ""),
        ("textbook.c", "never", "--calls 20000"),
    ] {
        let report = report(file, function, &format!("--verify-gcov {options}"));
        let check = report.gcov.unwrap();
        assert_eq!(check.differences, [], "{function}");
        assert_eq!(
            (check.branches, check.taken),
            (check.our_branches, check.our_taken),
            "{function}"
        );
        assert!(
            check.branches > 0 && check.taken == report.summary.covered,
            "{function}: {check:?}"
        );
    }
}
