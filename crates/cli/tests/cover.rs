//! `lydian cover` on real code: kinds of functions, hostile ones, bad input, and what other tools say.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::cover::{program, report, run};
use common::{Bench, complaints};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use suite::cover::{CoverReport, SideRecord};

/// Functions of a file of which every side is covered: what to call, with options, and how many sides it has.
const COVERED: &[(&str, &[(&str, u64)])] = &[
    (
        "reals.c",
        &[
            ("waves", 8),
            ("half_sine", 2),
            ("on_circle", 6),
            ("nested", 8),
            ("narrow", 6),
            ("product_and_sum", 4),
            ("classify", 20),
            ("absorbed", 8),
            ("single", 6),
        ],
    ),
    (
        "solvers.c",
        &[
            ("quadratic", 12),
            ("cubic", 8),
            ("newton_root", 10),
            ("bisect", 20),
            ("logistic", 16),
            ("collatz", 10),
        ],
    ),
    (
        "geometry.c",
        &[
            ("orientation", 8),
            ("triangle", 24),
            ("circles", 14),
            ("overlap", 20),
            ("table", 10),
            ("series --array v=5", 20),
        ],
    ),
    (
        "mixed.c",
        &[
            ("boils", 8),
            ("take_apart", 12),
            ("days", 22),
            ("rounded", 6),
            ("years", 12),
            ("checksum", 6),
            ("extended", 4),
        ],
    ),
    (
        "classes.cpp",
        &[("shapes::divide", 14), ("shapes::smooth", 8), ("crossing", 8)],
    ),
    ("numeric.f90", &[("interpolate", 12), ("divisor", 4), ("phase", 20)]),
    (
        "hard.c",
        &[
            ("scattered", 2),
            ("word --array s=4", 8),
            ("two_waves", 8),
            ("flags", 12),
            ("remainders", 6),
        ],
    ),
];

/// Functions with a side that no input is found for: file, function, sides in total and covered at least, and the reason.
const OPEN: &[(&str, &str, [u64; 2], &str)] = &[
    (
        "reals.c",
        "power_band",
        [14, 13],
        "isinf of the C library also asks for the sign; the power of numbers above 1 has none, which LLVM does not know",
    ),
    (
        "hard.c",
        "three",
        [6, 5],
        "3, 4 and 5 fulfil all three, but the way along one equality to the next is one float wide in two dimensions; one seed of eight finds five",
    ),
];

/// File, function with options, sides in total, covered at least, and why not all.
type Case = (&'static str, &'static str, [u64; 2], &'static str);

fn cases() -> Vec<Case> {
    let full = |(file, list): &(&'static str, &'static [(&'static str, u64)])| {
        let file = *file;
        list.iter().map(move |&(call, sides)| (file, call, [sides, sides], ""))
    };
    COVERED.iter().flat_map(full).chain(OPEN.iter().copied()).collect()
}

#[test]
fn functions_of_many_kinds() {
    let wrong = complaints(&cases(), |case| complaint(*case));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is other than the table says. Nothing in these functions is infeasible.
fn complaint((file, call, [total, covered], why): Case) -> Option<String> {
    let (function, options) = call.split_once(' ').unwrap_or((call, ""));
    let found = report(file, function, options).summary;
    let is_right = found.total == total && found.covered >= covered && found.infeasible == 0;
    (!is_right).then(|| format!("{function}: expected {covered} of {total}, found {found:?}; {why}"))
}

#[test]
fn at_least_25_functions_of_three_languages() {
    let of = |ending: &str| cases().iter().filter(|case| case.0.ends_with(ending)).count();
    assert!(cases().len() >= 25 && of(".cpp") >= 3 && of(".f90") >= 3);
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
    ("spins", &["did not end in time"], 0),
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
            start.elapsed() < Duration::from_secs(180),
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

/// Compilers cut off what the name of a file shares with the current folder, or all folders.
#[test]
fn files_keep_the_names_that_they_were_given() {
    let bench = Bench::new();
    std::fs::create_dir(bench.path("here")).unwrap();
    std::fs::create_dir(bench.path("there")).unwrap();
    bench.write(
        "there/f.c",
        "int f(double x) { int i = x; if (x > 1) return i; return 0; }\n",
    );
    bench.write(
        "there/g.f90",
        "integer function g(x)\n real(8) :: x\n g = 0\n if (x > 1d0) g = int(x)\nend function\n",
    );
    let whole = bench.path("there/f.c").display().to_string();
    for (file, function) in [(whole.as_str(), "f"), ("../there/f.c", "f"), ("../there/g.f90", "g")] {
        for command in ["cover", "stress"] {
            let mut started = bench.command(&[command, file, "--function", function, "--json"]);
            started.args((command == "cover").then_some("--verify-gcov"));
            let output = started.current_dir(bench.path("here")).output().unwrap();
            let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            assert!(!named(&told, "file").is_empty(), "{command} {file}");
            for name in named(&told, "file") {
                assert_eq!(name, file, "{command}");
            }
            let differences = &told["gcov"]["differences"];
            assert!(
                command == "stress" || *differences == serde_json::json!([]),
                "{file}: {differences}"
            );
        }
    }
}

/// All texts of this name, however deep.
fn named<'a>(json: &'a serde_json::Value, name: &str) -> Vec<&'a str> {
    match json {
        serde_json::Value::Object(fields) => {
            let own = fields.get(name).and_then(|value| value.as_str());
            own.into_iter()
                .chain(fields.values().flat_map(|value| named(value, name)))
                .collect()
        }
        serde_json::Value::Array(items) => items.iter().flat_map(|item| named(item, name)).collect(),
        _ => vec![],
    }
}

/// gcov, on a build by gcc, sees the same branches taken when the inputs are replayed.
#[test]
fn gcov_agrees() {
    for (file, function, options) in [
        ("solvers.c", "quadratic", ""),
        ("geometry.c", "triangle", ""),
        ("hostile.c", "segfaults", ""),
        ("textbook.c", "never", "--calls 20000"),
        ("declared.c", "fdim", ""),
        ("declared.c", "abs", ""),
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
