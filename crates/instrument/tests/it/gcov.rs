//! The edges are the branches that gcov counts, line by line.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::common::*;

/// Line to number of branches.
type Lines = BTreeMap<u32, usize>;

#[test]
fn edges_are_what_gcov_counts() {
    for (file, function) in [
        ("kinds.c", "kinds"),
        ("kinds.c", "cases"),
        ("textbook.c", "from_double"),
        ("proofs.c", "signs"),
        ("calls.c", "outer"),
        ("hostile.c", "hostile"),
    ] {
        let mut ours = Lines::new();
        for edge in make(file, function).edges() {
            *ours.entry(edge.line).or_default() += 1;
        }
        assert_eq!(ours, counted(file, function), "{function}");
    }
}

/// Compiles with gcc and asks gcov, which knows all branches without a run.
fn counted(file: &str, function: &str) -> Lines {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new("tests/programs").join(file).canonicalize().unwrap();
    let run = |command: &str, arguments: &[&str]| {
        let done = Command::new(command)
            .current_dir(&folder)
            .args(arguments)
            .output()
            .unwrap();
        assert!(
            done.status.success(),
            "{command}: {}",
            String::from_utf8_lossy(&done.stderr)
        );
        String::from_utf8(done.stdout).unwrap()
    };
    run(
        "gcc",
        &["-O0", "--coverage", "-w", "-c", "-o", "x.o", source.to_str().unwrap()],
    );
    read(&run("gcov", &["-b", "-c", "-t", "x.gcno"]), function)
}

/// Lines of source are `count:line:text`; the branches of a line follow it, those of a function follow its name.
fn read(text: &str, function: &str) -> Lines {
    let (mut lines, mut line, mut inside) = (Lines::new(), 0, "");
    for row in text.lines() {
        if let Some(rest) = row.strip_prefix("function ") {
            inside = rest.split(' ').next().unwrap();
        } else if row.starts_with("branch") && inside == function {
            *lines.entry(line).or_default() += 1;
        } else if let Some(number) = row.split(':').nth(1).and_then(|number| number.trim().parse().ok()) {
            line = number;
        }
    }
    lines
}
