//! `lydian emit` from the command line.

mod common;

use common::Bench;
use std::fs;
use std::path::Path;
use std::process::Command;

fn doppler() -> Bench {
    let bench = Bench::new();
    let spec = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/doppler.lyd");
    fs::copy(spec, bench.path("doppler.lyd")).unwrap();
    bench.lydian("generate doppler.lyd --quiet").expect(0);
    bench
}

const DOPPLER: &str = "
#include <math.h>
double doppler(double u, double v, double T)
{
    double c = 331.4 + 0.6 * T;
    if (!(-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50))
        return NAN;
    return -c * v / ((c + u) * (c + u));
}
";

#[test]
fn the_tests_of_a_generated_suite_pass_and_fail() {
    let bench = doppler();
    bench
        .lydian("emit lydian.out/suite.json --to c --out test_doppler.c")
        .expect(0);
    for (subject, passes) in [(DOPPLER.to_owned(), true), (DOPPLER.replace("0.6", "0.60001"), false)] {
        bench.write("doppler.c", subject);
        let mut cc = Command::new("gcc");
        cc.current_dir(bench.folder.path())
            .args(["-std=c99", "-o", "run", "test_doppler.c", "doppler.c"]);
        assert!(cc.status().unwrap().success());
        let output = Command::new(bench.path("run")).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.success(), passes, "{text}");
        assert_eq!(text.contains("FAILED: provably wrong"), !passes, "{text}");
    }
}

#[test]
fn the_same_command_gives_the_same_bytes_wherever_it_is_run() {
    let bench = doppler();
    let targets = [
        "c",
        "c-unity",
        "cpp-gtest",
        "rust",
        "pytest",
        "fortran",
        "octave",
        "julia",
        "csv",
    ];
    for target in targets {
        let first = bench
            .lydian(&format!("emit lydian.out/suite.json --to {target}"))
            .expect(0);
        let path = bench.path("lydian.out/suite.json");
        let second = bench
            .lydian_with(&["emit", path.to_str().unwrap(), "--to", target, "--out", "out"])
            .expect(0);
        assert_eq!(second.out, "");
        assert_eq!(fs::read_to_string(bench.path("out")).unwrap(), first.out, "{target}");
        let folder = bench.folder.path().to_str().unwrap();
        assert!(!first.out.contains(folder));
    }
}

#[test]
fn the_head_holds_the_command() {
    let bench = doppler();
    let line =
        "emit lydian.out/suite.json --to fortran --function f --reject-value -1 --reject-value 0x1p-3 --module m";
    let run = bench.lydian(line).expect(0);
    let wanted = "lydian emit suite.json --to fortran --function f --module m --reject-value -1.0 --reject-value 0.125";
    assert!(run.out.contains(wanted), "{}", run.out);
}

#[test]
fn help_lists_every_target() {
    let run = Bench::new().lydian("emit --help").expect(0);
    for word in [
        "c-unity",
        "cpp-gtest",
        "rust",
        "pytest",
        "fortran",
        "octave",
        "julia",
        "csv",
        "Examples:",
    ] {
        assert!(run.out.contains(word), "no {word} in {}", run.out);
    }
}

#[test]
fn what_cannot_be_emitted_is_said() {
    let bench = doppler();
    let suite = fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap();
    let mut empty = suite::Suite::from_json(&suite).unwrap();
    empty = suite::Suite::new(&empty.tool, &empty.command, 1, empty.spec, vec![], vec![]);
    bench.write("empty.json", empty.to_json());
    let wrong = suite.replacen("\"u\"", "\"w\"", 1);
    bench.write("unsound.json", wrong);
    bench.write("other.json", "{}");
    let table = [
        ("emit none.json --to c", "cannot be read"),
        ("emit doppler.lyd --to c", "line 1"),
        ("emit other.json --to c", "not a Lydian suite"),
        ("emit empty.json --to c", "nothing to emit"),
        ("emit unsound.json --to c", "not sound in itself"),
        ("emit lydian.out/suite.json", "--to"),
        ("emit lydian.out/suite.json --to basic", "c-unity"),
        (
            "emit lydian.out/suite.json --to c --module m",
            "--module: it has no meaning for c; use --header",
        ),
        ("emit lydian.out/suite.json --to c --function a;b", "is not a name"),
        (
            "emit lydian.out/suite.json --to c --reject-value nan",
            "NaN counts as an error anyway",
        ),
        ("emit lydian.out/suite.json --to c --reject-value x", "such as -999"),
        ("emit lydian.out/suite.json --to c --type float", "use --type double"),
        ("emit lydian.out/suite.json --to c --out none/x.c", "cannot be written"),
    ];
    for (line, words) in table {
        bench.lydian(line).expect(2).complains(words);
    }
}
