//! The one check: whatever must hold before a change is good.

use crate::{docs, purity, sizes, walls, words};
use std::path::Path;
use std::process::Command;

/// A step that cargo does: its name and its arguments.
type CargoStep = (&'static str, &'static [&'static str]);

const STEPS: &[CargoStep] = &[
    ("format", &["fmt", "--all", "--check"]),
    ("lints", &["clippy", "--quiet", "--workspace", "--", "-D", "warnings"]),
    // A test may unwrap: that is how it fails.
    (
        "lints of tests",
        &[
            "clippy",
            "--quiet",
            "--workspace",
            "--all-targets",
            "--",
            "-D",
            "warnings",
            "-A",
            "clippy::unwrap_used",
        ],
    ),
    ("tests", &["test", "--quiet", "--workspace"]),
    (
        "documentation",
        &["doc", "--quiet", "--workspace", "--no-deps", "--document-private-items"],
    ),
];

/// A chore of our own: its name and what finds its problems.
type Chore = (&'static str, fn(&Path) -> Vec<String>);

const CHORES: &[Chore] = &[
    ("walls", walls::problems),
    ("purity", purity::problems),
    ("docs", docs::problems),
    ("sizes", sizes::problems),
    ("words", words::problems),
];

/// Runs everything, cheap things first, and says all that is wrong.
pub fn run(root: &Path) -> Vec<String> {
    let mut problems = vec![];
    for (name, chore) in CHORES {
        println!("== {name}");
        problems.extend(chore(root));
    }
    for step in STEPS {
        println!("== {}", step.0);
        problems.extend(cargo(root, step));
    }
    problems
}

fn cargo(root: &Path, (name, arguments): &CargoStep) -> Option<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .current_dir(root)
        .args(*arguments)
        .env("RUSTDOCFLAGS", "-D warnings");
    match command.status() {
        Ok(status) if status.success() => None,
        Ok(_) => Some(format!("{name}: `cargo {}` failed", arguments.join(" "))),
        Err(error) => Some(format!("{name}: cargo does not start: {error}")),
    }
}
