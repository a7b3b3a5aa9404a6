//! Pure crates compute: they touch no clock, file, process, environment or terminal.
//!
//! The same input must give the same bytes everywhere, and a library must not write where its caller does not look.
//! And one crate alone starts processes, so that all of them have limits and leave nothing behind.

use crate::{source, tree};
use std::path::Path;

/// Crates that may touch nothing but their arguments.
const PURE: &[&str] = &[
    "chance", "interval", "expr", "solver", "inputs", "optimize", "learn", "mutation", "suite", "verify", "proof",
    "problems", "emit", "export", "clauses", "bits",
];

/// Modules of the standard library that reach the outside world.
const OUTSIDE: [&str; 6] = ["fs", "process", "time", "env", "net", "io"];

/// Ways of writing to the terminal.
const PRINTING: [&str; 4] = ["println!", "eprintln!", "print!", "eprint!"];

/// The crate that starts processes, and how one is started past it.
const STARTER: &str = "child";
const STARTS: [&str; 4] = [".spawn()", ".output()", ".status()", ".exec()"];

/// Every place where a pure crate reaches outside, or where a process is started past the crate for it.
pub fn problems(root: &Path) -> Vec<String> {
    let mut problems = impure(root);
    problems.extend(starts(root));
    problems
}

fn starts(root: &Path) -> Vec<String> {
    let files = tree::files(&root.join("crates"), ".rs");
    let is_source = |path: &Path| {
        let parts: Vec<_> = path.strip_prefix(root).unwrap_or(path).iter().collect();
        parts.get(1).is_some_and(|name| *name != STARTER) && parts.get(2).is_some_and(|part| *part == "src")
    };
    let files = files.iter().filter(|path| is_source(path) && !is_test_file(path));
    files
        .flat_map(|path| file_starts(&tree::read(path), &tree::shown(path, root)))
        .collect()
}

/// Lines that start a process, in a file that has commands of the standard library.
fn file_starts(text: &str, name: &str) -> Vec<String> {
    let code = source::without_tests(&source::blank(text));
    if !(code.contains("process::") && words(&code, "Command")) {
        return Vec::new();
    }
    let starts = |line: &str| STARTS.iter().any(|start| line.contains(start));
    let lines = code.lines().enumerate().filter(|(_, line)| starts(line));
    lines
        .map(|(index, _)| format!("{name}:{}: only the crate `{STARTER}` starts processes", index + 1))
        .collect()
}

fn impure(root: &Path) -> Vec<String> {
    let folders = PURE.iter().map(|name| root.join("crates").join(name).join("src"));
    let files = folders.flat_map(|folder| tree::files(&folder, ".rs"));
    let files = files.filter(|path| !is_test_file(path));
    files
        .flat_map(|path| file_problems(&tree::read(&path), &tree::shown(&path, root)))
        .collect()
}

/// Files that are compiled for tests only, by the names that the project gives them.
fn is_test_file(path: &Path) -> bool {
    path.ends_with("tests.rs") || path.components().any(|part| part.as_os_str() == "tests")
}

fn file_problems(text: &str, name: &str) -> Vec<String> {
    let code = source::without_tests(&source::blank(text));
    let lines = code.lines().enumerate();
    let mut problems: Vec<String> = lines
        .flat_map(|(index, line)| reached(line).into_iter().map(move |what| (index + 1, what)))
        .map(|(line, what)| format!("{name}:{line}: a pure crate must not use `{what}`"))
        .collect();
    problems.extend(
        grouped(&code)
            .into_iter()
            .map(|(line, what)| format!("{name}:{line}: a pure crate must not use `{what}`")),
    );
    problems
}

/// What a line of code reaches by its full path, and what it prints.
fn reached(line: &str) -> Vec<String> {
    let modules = OUTSIDE.iter().map(|module| format!("std::{module}"));
    let modules = modules.filter(|path| words(line, path));
    let printing = PRINTING
        .iter()
        .map(ToString::to_string)
        .filter(|name| words(line, name));
    modules.chain(printing).collect()
}

/// What `use std::{…}` groups reach, with the line on which the group begins.
fn grouped(code: &str) -> Vec<(usize, String)> {
    let groups = code.match_indices("std::{").map(|(at, text)| (at, at + text.len() - 1));
    let reached = groups.flat_map(|(at, open)| {
        let group = &code[open..source::closing_brace(code, open)];
        let modules = OUTSIDE.iter().filter(|module| words(group, module));
        modules
            .map(|module| (source::line_of(code, at), format!("std::{module}")))
            .collect::<Vec<_>>()
    });
    reached.collect()
}

/// Whether `word` occurs in `text` and is not part of a longer word.
fn words(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back().is_some_and(part);
        let after = text[at + word.len()..].chars().next().is_some_and(part);
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pure_crates_are_pure() {
        assert_eq!(problems(&tree::root()), Vec::<String>::new());
    }

    #[test]
    fn a_process_that_is_started_elsewhere_is_found() {
        let table = [
            ("use std::process::Command;\nlet o = Command::new(\"cc\").output();", 1),
            (
                "use std::process::{Command, Stdio};\ncommand\n    .spawn()\n    .ok();",
                1,
            ),
            ("std::process::Command::new(p).exec();", 1),
            ("use std::process::Command;\nchild::run(command, &allowance)", 0),
            ("let output = self.loaded.output();", 0),
            (
                "#[cfg(test)]\nmod tests { fn f() { std::process::Command::new(p).spawn() } }",
                0,
            ),
        ];
        for (text, count) in table {
            assert_eq!(file_starts(text, "a.rs").len(), count, "{text}");
        }
    }

    #[test]
    fn reaching_outside_is_found() {
        let table = [
            ("use std::fs;", 1),
            ("use std::fs::File; // std::env", 1),
            ("let t = std::time::Instant::now();", 1),
            ("use std::{\n  fmt,\n  env, process::Command,\n};", 2),
            ("println!(\"x\");", 1),
            ("use std::fmt;", 0),
            ("use std::{fmt, collections::BTreeMap};", 0),
            ("\"std::fs\"", 0),
            ("/// uses std::fs\nfn f() {}", 0),
            ("#[cfg(test)]\nmod tests { use std::fs; }", 0),
            ("my_println!()", 0),
        ];
        for (text, count) in table {
            assert_eq!(file_problems(text, "a.rs").len(), count, "{text}");
        }
    }
}
