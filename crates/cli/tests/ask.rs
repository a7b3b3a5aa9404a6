//! `generate --ask` with scripts in the place of solvers: what becomes of right, wrong, late and broken answers.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, Run};
use std::fs;
use std::time::{Duration, Instant};
use suite::{MutantEvidence, Status, Suite};

/// Differs from x + 1 in a sliver that no budget of one box finds.
const NEEDLE: &str = "(FPCore needle (x) :name \"needle\" :pre (<= 0 x 4) :accuracy-rel 1e-6
  (if (< (fabs (- (* x x) 2)) 1/1000000000) (+ x 3) (+ x 1)))";

/// A double in the sliver, the root of 2 to ten digits.
const INSIDE: &str = "1.4142135624";

const OPTIONS: &str = "--boxes 1 --points 8 --more-points 0";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("needle.fpcore", NEEDLE);
    bench
}

/// A solver that is a script.
fn script(bench: &Bench, text: &str) {
    bench.write("solver.sh", format!("#!/bin/sh\n{text}\n"));
    common::copy_executable(&bench.path("solver.sh"), &bench.path("solver"));
}

fn generate(bench: &Bench, more: &[&str]) -> Run {
    let mut line: Vec<&str> = "generate needle.fpcore".split(' ').collect();
    line.extend(OPTIONS.split(' '));
    line.extend(more);
    bench.lydian_with(&line)
}

fn suite(bench: &Bench) -> Suite {
    Suite::from_json(&fs::read_to_string(bench.path("lydian.out/suite.json")).unwrap()).unwrap()
}

/// The suite with a solver of this text; it must verify.
fn asked(text: &str) -> Suite {
    let bench = bench();
    script(&bench, text);
    generate(&bench, &["--ask", "./solver", "--ask-seconds", "60"]).expect(0);
    bench.lydian("verify lydian.out/suite.json").expect(0);
    suite(&bench)
}

fn plain() -> Suite {
    let bench = bench();
    generate(&bench, &[]).expect(0);
    suite(&bench)
}

/// The reasons of undecided mutants that the solver was asked about.
fn remarks(suite: &Suite) -> Vec<String> {
    let reasons = suite.mutants.iter().filter_map(|m| match &m.evidence {
        MutantEvidence::Undecided { reason, .. } => Some(reason.clone()),
        _ => None,
    });
    reasons.filter(|reason| reason.contains("`solver`")).collect()
}

/// Everybody who was asked says this, and nobody is decided.
fn everybody_says(solver: &str, remark: &str) {
    let (before, after) = (plain(), asked(solver));
    assert_eq!(before.summary, after.summary);
    assert_eq!(before.tests, after.tests);
    let remarks = remarks(&after);
    assert!(remarks.len() > 10, "{remarks:?}");
    let end = format!("; `solver` {remark}");
    remarks.iter().for_each(|r| assert!(r.ends_with(&end), "{r} / {end}"));
}

#[test]
fn a_right_model_becomes_a_test() {
    let (before, after) = (plain(), asked(&format!("echo sat; echo '((x {INSIDE}))'")));
    let (open, left) = (before.summary.total.undecided, after.summary.total.undecided);
    assert!(open > 10 && left < open / 2, "{open} {left}");
    // One input of the sliver kills them all.
    assert_eq!(after.tests.len(), before.tests.len() + 1);
    let test = after.tests.last().unwrap();
    assert_eq!(test.id, format!("t{}", after.tests.len()));
    assert_eq!(test.inputs[0].decimal, INSIDE);
    assert_eq!(test.objectives[0], "functional");
    let first = after
        .mutants
        .iter()
        .zip(&before.mutants)
        .find(|(new, old)| new.status != old.status);
    let (new, old) = first.unwrap();
    assert_eq!((old.status, new.status), (Status::Undecided, Status::Killed));
    assert!(matches!(&new.evidence, MutantEvidence::Kill { test: by, .. } if *by == test.id));
    // Mutants that were killed before are killed by the new test, too, where that is so.
    assert!(test.kills.len() as u64 > open - left);
    assert!(
        after.command.ends_with("--ask ./solver --ask-seconds 60"),
        "{}",
        after.command
    );
}

#[test]
fn a_model_with_a_root_is_rounded_and_proved() {
    let after = asked("echo sat; echo '((x (root-obj (+ (^ x 2) (- 2)) 2)))'");
    let test = after.tests.last().unwrap();
    assert!(
        test.inputs[0].decimal.starts_with("1.41421356237309"),
        "{}",
        test.inputs[0].decimal
    );
}

#[test]
fn the_problem_is_the_last_argument_or_where_braces_stand() {
    let bench = bench();
    // The script answers right only if it is given a problem in the place that it expects.
    script(
        &bench,
        &format!("grep -q check-sat \"$2\" && test \"$1\" = 'a b' && echo sat && echo '((x {INSIDE}))'"),
    );
    for command in ["./solver 'a b'", "./solver 'a b' {} c"] {
        generate(&bench, &["--ask", command]).expect(0);
        assert!(
            suite(&bench).tests.iter().any(|t| t.inputs[0].decimal == INSIDE),
            "{command}"
        );
    }
    let command = suite(&bench).command;
    assert!(command.ends_with(r"--ask './solver '\''a b'\'' {} c'"), "{command}");
}

#[test]
fn a_wrong_model_is_not_believed() {
    let unproved = "says sat, but its input could not be proved to kill";
    everybody_says("echo sat; echo '((x 3.0))'", unproved);
    everybody_says("echo sat; echo '((x 100))'", unproved);
    everybody_says(
        "echo sat; echo '((y 1.0))'",
        "says sat, but its input cannot be read: there is no value of `x`",
    );
}

#[test]
fn unsat_is_a_remark_and_no_proof() {
    everybody_says(
        "echo unsat; echo '(error \"no model\")'; exit 1",
        "says that no input exists at which the values are apart (not proved here)",
    );
}

#[test]
fn other_answers_are_named() {
    everybody_says("echo unknown", "does not know");
    everybody_says("echo hello there", "gave no answer: it wrote `hello there`");
    everybody_says("exit 7", "gave no answer: it wrote nothing and ended with code 7");
    everybody_says("kill -SEGV $$", "gave no answer: signal 11 ended it");
    everybody_says("exec yes", "wrote more than 1 MB and no answer");
}

#[test]
fn a_late_solver_is_ended_with_its_children() {
    let bench = bench();
    bench.write(
        "needle.fpcore",
        "(FPCore n (x) :pre (<= 0 x 4) :accuracy-rel 1e-6 (if (< (fabs (- (* x x) 2)) 1e-9) x 1))",
    );
    let pids = bench.path("pids");
    script(
        &bench,
        &format!("sleep 300 & echo $! >> {}; echo $$ >> {0}; wait", pids.display()),
    );
    let begin = Instant::now();
    generate(&bench, &["--ask", "./solver", "--ask-seconds", "2"]).expect(0);
    let reasons = remarks(&suite(&bench));
    assert!(
        !reasons.is_empty() && reasons.iter().all(|r| r.ends_with("gave no answer within 2 s")),
        "{reasons:?}"
    );
    assert!(begin.elapsed() < Duration::from_secs(120));
    assert_gone(&fs::read_to_string(pids).unwrap());
}

/// Fails the test unless all processes are gone, or dead and waiting for their parent.
fn assert_gone(pids: &str) {
    let runs = |pid: &&str| {
        let state = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let state = state.rsplit(") ").next().unwrap_or_default().to_string();
        !state.is_empty() && !state.starts_with(['Z', 'X'])
    };
    // A process that was told to end may need a moment for it.
    let begin = Instant::now();
    while let Some(pid) = pids.lines().find(runs) {
        assert!(begin.elapsed() < Duration::from_secs(60), "{pid} runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupt_leaves_no_solver_behind() {
    let bench = bench();
    let (pids, temporary) = (bench.path("pids"), bench.path("temporary"));
    fs::create_dir(&temporary).unwrap();
    script(
        &bench,
        &format!("sleep 300 & echo $! >> {}; echo $$ >> {0}; wait", pids.display()),
    );
    let line = format!("generate needle.fpcore {OPTIONS} --ask ./solver --ask-seconds 300");
    let mut command = bench.command(&line.split(' ').collect::<Vec<_>>());
    let mut child = command.env("TMPDIR", &temporary).spawn().unwrap();
    let begin = Instant::now();
    while fs::read_to_string(&pids).unwrap_or_default().lines().count() < 2 {
        assert!(begin.elapsed() < Duration::from_secs(120), "no solver was started");
        std::thread::sleep(Duration::from_millis(20));
    }
    let signal = format!("kill -INT {}", child.id());
    std::process::Command::new("sh").args(["-c", &signal]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    assert_gone(&fs::read_to_string(pids).unwrap());
    assert_eq!(fs::read_dir(temporary).unwrap().count(), 0);
}

#[test]
fn the_same_answers_give_the_same_bytes() {
    let bytes = |threads: &str| {
        let bench = bench();
        script(&bench, &format!("echo sat; echo '((x {INSIDE}))'"));
        generate(&bench, &["--ask", "./solver", "--threads", threads]).expect(0);
        fs::read(bench.path("lydian.out/suite.json")).unwrap()
    };
    assert!(bytes("1") == bytes("2"));
}

#[test]
fn a_missing_solver_is_said_before_anything_is_done() {
    let bench = bench();
    for (command, about) in [
        (
            "no-such-solver -x",
            "--ask: there is no program `no-such-solver`: install it",
        ),
        ("./needle.fpcore", "--ask: there is no program `./needle.fpcore`"),
        ("'", "a quotation has no end"),
        ("", "it names no program"),
    ] {
        generate(&bench, &["--ask", command]).expect(2).complains(about);
    }
    assert!(!bench.path("lydian.out").exists());
    generate(&bench, &["--ask-seconds", "3"])
        .expect(2)
        .complains("--ask <COMMAND>");
    generate(&bench, &["--ask", "true", "--ask-seconds", "0"]).expect(2);
}
