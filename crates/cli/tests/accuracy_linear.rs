//! `lydian accuracy` on solvers of linear systems: which faults the families of matrices show.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, Run};
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/accuracy/solve")
}

/// Judges a version of the solver with these sizes, on few mutants.
fn judged(version: &Path, sizes: &str) -> Run {
    let bench = Bench::new();
    let version = version.canonicalize().unwrap();
    bench.write(
        "solve.toml",
        format!(
            "[algorithm]\nsource = {version:?}\nfunction = \"solve\"\nmutate = [\"solve\"]\n\n\
             [problems]\nkind = \"linear\"\n{sizes}\n"
        ),
    );
    bench.lydian("accuracy solve.toml")
}

#[test]
fn correct_solvers_are_as_designed_from_one_equation_on() {
    for version in ["reference.c", "second.c"] {
        for sizes in ["", "steps = [1, 2, 3, 4, 5, 6, 7]", "steps = [60, 121]"] {
            judged(&corpus().join(version), sizes).expect(0);
        }
    }
}

#[test]
fn faulty_solvers_are_suspicious() {
    let files = std::fs::read_dir(corpus().join("faulty")).unwrap();
    let versions: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    assert!(versions.len() >= 9, "{versions:?}");
    let complaints = common::complaints(&versions, |version| {
        let run = judged(version, "");
        let reason = run.out.contains("far above those of rounding") || run.out.contains("no finite result");
        (run.code != 1 || !reason).then(|| format!("{}: {} {}", version.display(), run.code, run.out))
    });
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn matrices_that_do_not_fit_are_refused() {
    judged(&corpus().join("reference.c"), "steps = [100, 100000]")
        .expect(2)
        .complains("from 1 to 500");
}
