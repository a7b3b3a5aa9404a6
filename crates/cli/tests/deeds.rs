//! Hostile programs in the place of everything that Lydian runs: each deed ends with an exit code, and nothing is left.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::marked::Marked;
use common::{Bench, complaints, copy_executable};
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Somebody who runs programs: the name of the program, a command line that runs it, and the codes that it may end with when
/// the program misbehaves.
struct User {
    program: &'static str,
    line: &'static str,
    codes: &'static [i32],
}

const USERS: &[User] = &[
    User {
        program: "cc",
        line: "check suite.json --subject f.c:one",
        codes: &[4],
    },
    User {
        program: "g++",
        line: "check suite.json --subject f.cpp:one",
        codes: &[4],
    },
    User {
        program: "rustc",
        line: "check suite.json --subject f.rs:one",
        codes: &[4],
    },
    User {
        program: "nm",
        line: "check suite.json --subject libm.so.6:exp",
        codes: &[1],
    },
    User {
        program: "sleeper",
        line: "check suite.json --subject cmd:sleeper --time-limit 1",
        codes: &[1, 4],
    },
    User {
        program: "clang-19",
        line: "cover f.c --function one",
        codes: &[2],
    },
    User {
        program: "clang++-19",
        line: "stress f.cpp --function one",
        codes: &[2],
    },
    User {
        program: "gcov",
        line: "cover f.c --function one --verify-gcov",
        codes: &[2],
    },
    User {
        program: "solver",
        line: "generate needle.fpcore --boxes 1 --points 8 --more-points 0 --ask solver --ask-seconds 2",
        codes: &[0],
    },
    User {
        program: "sleeper",
        line: "accuracy custom.toml",
        codes: &[4],
    },
    User {
        program: "cc",
        line: "accuracy quadrature.toml",
        codes: &[4],
    },
    User {
        program: "sleeper",
        line: "learn c.contract --subject cmd:sleeper --time-limit 1",
        codes: &[0, 1, 3, 4],
    },
];

/// What a program does in the place of its work.
const DEEDS: &[(&str, &str)] = &[
    ("floods its output", "yes; exit 1"),
    ("floods its errors", "yes >&2; exit 1"),
    ("leaves children", "setsid sleep 1000 & (sleep 1000 &) ; exit 1"),
    ("closes everything", "exec <&- >&- 2>&-; setsid sleep 1000 & exit 1"),
    ("kills its keeper", "sleep 1000 & kill -9 $PPID; sleep 1000"),
    (
        "kills its group",
        "trap '' TERM; setsid sleep 1000 & kill -9 0; sleep 1000",
    ),
    ("interrupts everybody near", "kill -INT $PPID; kill -HUP $PPID; exit 1"),
];

const FILES: &[(&str, &str)] = &[
    (
        "f.c",
        "int one(int a, int b) { if (a > b) return a / b; return b + 1; }\n",
    ),
    (
        "f.cpp",
        "int one(int a, int b) { if (a > b) return a / b; return b + 1; }\n",
    ),
    ("f.rs", "pub fn one(x: f64) -> f64 { x + 1.0 }\n"),
    (
        "needle.fpcore",
        "(FPCore needle (x) :name \"needle\" :pre (<= 0 x 4) :accuracy-rel 1e-6
          (if (< (fabs (- (* x x) 2)) 1/1000000000) (+ x 3) (+ x 1)))",
    ),
    (
        "c.contract",
        "contract f(x in [0, 1]) {\n  y = f(x)\n  ensures y >= 0\n}\n",
    ),
    (
        "simpson.c",
        "double simpson(double (*f)(double), double a, double b, int n) { return f(a) + f(b) + n; }\n",
    ),
    (
        "custom.toml",
        "[algorithm]\nsource = \"simpson.c\"\nfunction = \"simpson\"\nseconds = 2\n\
         [problems]\nkind = \"custom\"\ncommand = \"sleeper {source}\"\n",
    ),
    (
        "quadrature.toml",
        "[algorithm]\nsource = \"simpson.c\"\nfunction = \"simpson\"\norder = 4\n[problems]\nkind = \"quadrature\"\n",
    ),
];

fn bench(user: &User, deed: &str) -> Bench {
    let bench = Bench::new();
    FILES.iter().for_each(|(name, text)| bench.write(name, text));
    bench.write("suite.json", suite_text());
    fs::create_dir(bench.path("tmp")).unwrap();
    fs::create_dir(bench.path("bin")).unwrap();
    let script = format!("#!/bin/sh\ncase \"$*\" in *version*) echo hostile 1; exit 0;; esac\n{deed}\n");
    bench.write("script", script);
    copy_executable(&bench.path("script"), &bench.path("bin").join(user.program));
    bench
}

/// A suite about x + 1.
fn suite_text() -> String {
    static TEXT: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let made = || {
        let bench = Bench::new();
        bench.write("one.lyd", "spec one(x in [0, 1]) accuracy 1e-6 { x + 1 }");
        bench.lydian("generate one.lyd --quiet --out out").expect(0);
        fs::read_to_string(bench.path("out/suite.json")).unwrap()
    };
    TEXT.get_or_init(made).clone()
}

/// What is wrong with a user after a deed.
fn complaint(user: &User, deed: &str) -> Option<String> {
    let (bench, marked) = (bench(user, deed), Marked::new());
    let words: Vec<&str> = user.line.split(' ').collect();
    let mut command = marked.command(&bench, &words);
    let path = format!("{}:{}", bench.path("bin").display(), std::env::var("PATH").unwrap());
    command.env("PATH", path).env("TMPDIR", bench.path("tmp"));
    ["CC", "CXX", "RUSTC"].iter().for_each(|name| {
        command.env_remove(name);
    });
    let said = fs::File::create(bench.path("said")).unwrap();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(said)
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let status = loop {
        match child.try_wait().unwrap() {
            Some(status) => break status,
            None if begun.elapsed() > Duration::from_secs(180) => {
                let _ = Command::new("kill").args(["-KILL", &child.id().to_string()]).status();
                return Some("it does not end".into());
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let said = fs::read_to_string(bench.path("said")).unwrap_or_default();
    let folders = fs::read_dir(bench.path("tmp")).unwrap().count();
    match (status.code(), marked.left()) {
        (Some(code), _) if !user.codes.contains(&code) => Some(format!("it ends with {code}: {said}")),
        (None, _) => Some(format!("{status}: {said}")),
        (_, left) if !left.is_empty() => Some(format!("it leaves {left:?}")),
        _ if folders > 0 => Some(format!("it leaves {folders} temporary files")),
        _ if said.len() > 100_000 => Some(format!("it says {} bytes", said.len())),
        _ => None,
    }
}

#[test]
fn every_deed_against_every_user_ends_and_leaves_nothing() {
    let pairs = USERS.iter().flat_map(|user| DEEDS.iter().map(move |deed| (user, deed)));
    let pairs: Vec<_> = pairs.collect();
    let wrong = complaints(&pairs, |(user, (name, deed))| {
        complaint(user, deed).map(|wrong| format!("{} that {name}, in {}: {wrong}", user.program, user.line))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
