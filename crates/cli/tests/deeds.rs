//! Hostile programs in the place of everything that Lydian runs: each deed ends with an exit code, and nothing is left.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::marked::Marked;
use common::{Bench, complaints, copy_executable, suite_text};
use std::fs;
use std::process::{Child, Command, ExitStatus, Stdio};
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
        program: "c++",
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
    let script =
        format!("#!/bin/sh\ncase \"$*\" in *--version*) echo hostile 1; exit 0;; esac\ntouch \"$BENCH/ran\"\n{deed}\n");
    bench.write("script", script);
    copy_executable(&bench.path("script"), &bench.path("bin").join(user.program));
    bench
}

/// What is wrong with a user after a deed.
fn complaint(user: &User, deed: &str) -> Option<String> {
    let bench = bench(user, deed);
    let wrong = run(&bench, user.line, user.codes);
    wrong.or_else(|| (!bench.path("ran").exists()).then(|| "it was not run".into()))
}

/// Runs a command; what is wrong with its end and with what it leaves.
fn run(bench: &Bench, line: &str, codes: &[i32]) -> Option<String> {
    let marked = Marked::new();
    let mut command = marked.command(bench, &line.split(' ').collect::<Vec<_>>());
    let path = format!("{}:{}", bench.path("bin").display(), std::env::var("PATH").unwrap());
    command
        .env("PATH", path)
        .env("TMPDIR", bench.path("tmp"))
        .env("BENCH", bench.path(""));
    for name in ["CC", "CXX", "RUSTC"] {
        command.env_remove(name);
    }
    let said = fs::File::create(bench.path("said")).unwrap();
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
    let Some(status) = end(&mut command.spawn().unwrap()) else {
        return Some("it does not end".into());
    };
    let said = fs::read_to_string(bench.path("said")).unwrap_or_default();
    let folders = fs::read_dir(bench.path("tmp")).unwrap().count();
    match (status.code(), marked.left()) {
        (Some(code), _) if !codes.contains(&code) => Some(format!("it ends with {code}: {said}")),
        (None, _) => Some(format!("{status}: {said}")),
        (_, left) if !left.is_empty() => Some(format!("it leaves {left:?}")),
        _ if folders > 0 => Some(format!("it leaves {folders} temporary files")),
        _ if said.len() > 100_000 => Some(format!("it says {} bytes", said.len())),
        _ => None,
    }
}

/// How a process ends, unless it hangs.
fn end(child: &mut Child) -> Option<ExitStatus> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(180) {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    let _ = Command::new("kill").args(["-KILL", &child.id().to_string()]).status();
    None
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

/// What code under test does once, beside its work.
const MISDEEDS: &[(&str, &str)] = &[
    ("starts others", "system(\"setsid sleep 1000 & (sleep 1000 &)\");"),
    (
        "kills its keeper",
        "system(\"sleep 1000 &\"); syscall(SYS_kill, getppid(), 9); for (;;) pause();",
    ),
    (
        "interrupts its keeper",
        "syscall(SYS_kill, getppid(), 2); syscall(SYS_kill, getppid(), 1);",
    ),
    ("kills its group", "system(\"sleep 1000 &\"); syscall(SYS_kill, 0, 9);"),
    ("closes everything", "for (int i = 0; i < 4096; i++) close(i);"),
    (
        "floods",
        "for (int i = 0; i < 3000000; i++) printf(\"%d\\n\", i); fflush(stdout);",
    ),
    (
        "eats memory",
        "for (int i = 0; i < 100000; i++) if (!malloc(1ul << 24)) break;",
    ),
    (
        "fills the disk",
        "FILE *f = fopen(\"/dev/shm/lydian-test-flood\", \"w\"); unlink(\"/dev/shm/lydian-test-flood\"); \
                        for (int i = 0; i < 100000; i++) fwrite(block, sizeof block, 1, f); fclose(f);",
    ),
];

const HEADERS: &str = "#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
static char block[4096];
static void misdeed(void) {
    static int done;
    if (done++) return;
    DEED
}
";

/// Functions that do it, and the command lines that call them.
const CALLERS: &[(&str, &str)] = &[
    (
        "int one(int a, int b) { if (a > b) { misdeed(); return 1; } return b; }",
        "cover g.c --function one --calls 2000",
    ),
    (
        "int one(int a, int b) { if (a > b) { misdeed(); return 1; } return b + 1; }",
        "stress g.c --function one --calls 2000",
    ),
    (
        "double simpson(double (*f)(double), double a, double b, int n) { misdeed(); return (b - a) * (f(a) + f(b)) / 2 + 0 * n; }",
        "accuracy quadrature.toml --source g.c",
    ),
    (
        "double one(double x) { misdeed(); return x + 1; }",
        "check suite.json --subject g.c:one --time-limit 1",
    ),
    (
        "double f(double x) { misdeed(); return x + 1; }",
        "learn c.contract --subject g.c:f --time-limit 1 --tests 200",
    ),
];

#[test]
fn every_misdeed_of_code_under_test_ends_and_leaves_nothing() {
    let user = &USERS[4];
    let pairs = CALLERS
        .iter()
        .flat_map(|caller| MISDEEDS.iter().map(move |deed| (caller, deed)));
    let pairs: Vec<_> = pairs.collect();
    let wrong = complaints(&pairs, |((text, line), (name, deed))| {
        let bench = bench(user, "");
        bench.write("g.c", format!("{}{text}\n", HEADERS.replace("DEED", deed)));
        run(&bench, line, &[0, 1, 3, 4]).map(|wrong| format!("{name}, in {line}: {wrong}"))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
