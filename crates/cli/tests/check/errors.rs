//! No verdicts: code that cannot be built or called (4), suites that cannot be used (2). What to do must be said.

use crate::common::Bench;
use crate::support::{DOPPLER, by_hand, doppler, steps};
use std::fs;
use suite::{DoubleRange, Hex, Suite};

const CHECK: [&str; 3] = ["check", "suite.json", "--subject"];

fn broken(bench: &Bench, subject: &str, options: &[&str], words: &[&str]) {
    let line = [&CHECK[..], &[subject], options].concat();
    let run = bench.lydian_with(&line).expect(4);
    for word in words {
        assert!(run.err.contains(word), "{subject}: no `{word}` in {}", run.err);
    }
    assert_eq!(run.out, "");
    assert!(!bench.path("check.json").exists(), "{subject}");
}

#[test]
fn a_subject_that_cannot_be_called_is_explained() {
    let bench = doppler();
    bench.write("d.c", DOPPLER);
    bench.write("bad.c", "double doppler(double u, double v, double T) { return w; }\n");
    bench.write(
        "bad.f90",
        "double precision function doppler(u, v, t)\n  implicit none\nend function\n",
    );
    bench.write("bad.rs", "pub fn doppler(u: f64, v: f64, t: f64) -> f64 { w }\n");
    bench.write("two.c", "double doppler(double u, double v) { return u + v; }\n");
    bench.write("two.py", "def doppler(u, v):\n  return u + v\n");
    bench.write("two.m", "function y = two(u, v)\n  y = u + v;\nend\n");
    bench.write("syntax.py", "def doppler(u, v:\n");
    bench.write("d.txt", "");
    bench.write("no.so", "no library");
    let table: &[(&str, &[&str])] = &[
        ("none.c:doppler", &["none.c"]),
        ("d.c:dopler", &["no function `dopler`", "`doppler`"]),
        ("bad.c:doppler", &["bad.c:1", "undeclared"]),
        ("bad.f90:doppler", &["bad.f90", "Error"]),
        ("bad.rs:doppler", &["bad.rs:1", "cannot find value"]),
        ("two.c:doppler", &["2", "3", "u, v, T"]),
        ("two.py:doppler", &["2", "3"]),
        ("two.m:two", &["2", "3"]),
        ("syntax.py:doppler", &["SyntaxError"]),
        ("no.so:doppler", &["no.so"]),
        ("cmd:none-of-this-name", &["none-of-this-name"]),
    ];
    for (subject, words) in table {
        broken(&bench, subject, &[], words);
    }
    broken(
        &bench,
        "d.c:doppler",
        &["--cflags", "--no-such-flag"],
        &["--no-such-flag"],
    );
    broken(
        &bench,
        "d.c:doppler",
        &["--signature", "double doppler(double u"],
        &["signature"],
    );
}

#[test]
fn a_subject_that_is_none_is_bad_usage() {
    let bench = doppler();
    for subject in ["d.c", "d.txt:doppler", "", ":", "cmd:"] {
        let line = [&CHECK[..], &[subject]].concat();
        bench.lydian_with(&line).expect(2).complains("--subject");
    }
}

#[test]
fn a_missing_compiler_is_named() {
    let bench = doppler();
    bench.write("d.c", DOPPLER);
    bench.write("d.cpp", DOPPLER);
    bench.write("d.f90", "");
    bench.write("d.rs", "");
    bench.write("d.py", "");
    bench.write("d.m", "");
    let table = [
        ("d.c", "gcc"),
        ("d.cpp", "g++"),
        ("d.f90", "gfortran"),
        ("d.rs", "rustc"),
        ("d.py", "python3"),
        ("d.m", "octave"),
    ];
    for (file, tool) in table {
        let subject = format!("{file}:doppler");
        let line = [&CHECK[..], &[&subject]].concat();
        let mut command = bench.command(&line);
        command
            .env("PATH", bench.folder.path())
            .env_remove("CC")
            .env_remove("CXX")
            .env_remove("FC");
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{file}: {said}");
        assert!(said.contains(tool) && said.contains("install"), "{file}: {said}");
    }
}

#[test]
fn a_library_that_misbehaves_while_it_is_loaded_is_broken() {
    let bench = Bench::new();
    bench.write("suite.json", steps().to_json());
    for deed in ["abort()", "_exit(0)", "exit(0)", "raise(SIGKILL)"] {
        let text = format!(
            "#include <stdlib.h>\n#include <unistd.h>\n#include <signal.h>\n\
             __attribute__((constructor)) static void begin(void) {{ {deed}; }}\n\
             double f(double x) {{ return x + 0.5; }}\n"
        );
        bench.write("f.c", text);
        broken(&bench, "f.c:f", &[], &["f.c:f: error:"]);
    }
}

/// A suite with one thing changed.
fn changed(change: impl Fn(&mut Suite)) -> String {
    let mut suite = steps();
    change(&mut suite);
    suite.to_json()
}

#[test]
fn a_suite_that_cannot_be_used_is_refused() {
    let bench = Bench::new();
    bench.write("f.c", "double f(double x) { return x + 0.5; }\n");
    let table = [
        ("{}".to_owned(), "not a Lydian suite"),
        ("spec f(x in [0, 1]) { x }".to_owned(), "line 1"),
        (
            changed(|s| s.tests[0].inputs[0].name = "z".into()),
            "not sound in itself",
        ),
        (changed(|s| s.tests[1].id = "t1".into()), "not sound in itself"),
        (
            changed(|s| s.tests[1].kills = vec!["none:1".into()]),
            "not sound in itself",
        ),
        (
            changed(|s| {
                s.tests[0].valid = Some(DoubleRange {
                    lo: Hex(9.0),
                    hi: Hex(1.0),
                })
            }),
            "not sound in itself",
        ),
        (by_hand([]).to_json(), "nothing to check"),
    ];
    for (text, words) in table {
        bench.write("suite.json", &text);
        bench
            .lydian("check suite.json --subject f.c:f")
            .expect(2)
            .complains(words);
        assert!(!bench.path("check.json").exists());
    }
    bench
        .lydian("check none.json --subject f.c:f")
        .expect(2)
        .complains("cannot be read");
    bench.write("suite.json", steps().to_json());
    bench
        .lydian("check suite.json --subject f.c:f --test t99")
        .expect(2)
        .complains("no test `t99`");
    for also in ["random", "random:0", "random:x", "all"] {
        bench
            .lydian(&format!("check suite.json --subject f.c:f --also {also}"))
            .expect(2)
            .complains("random:N");
    }
    bench
        .lydian("check suite.json --subject f.c:f --time-limit 0")
        .expect(2)
        .complains("seconds");
    assert_eq!(fs::read_dir(bench.folder.path()).unwrap().count(), 2);
}

#[test]
fn a_suite_that_no_constant_fails_is_not_believed() {
    let everything = changed(|s| {
        s.tests.truncate(1);
        s.tests[0].valid = Some(DoubleRange {
            lo: Hex(-1e300),
            hi: Hex(1e300),
        });
        s.tests[0].invalid = None;
    });
    let bench = Bench::new();
    bench.write("suite.json", everything);
    bench.write("f.c", "double f(double x) { return x + 0.5; }\n");
    let run = bench.lydian("check suite.json --subject f.c:f");
    assert!(run.code == 4 || run.code == 2, "{}: {}", run.code, run.err);
    assert_eq!(run.out, "");
}
