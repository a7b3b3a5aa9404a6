//! The targets, as a table: help, manual and the command read it.

use super::names::Grammar;
use super::plan::Plan;
use super::{c, names};

/// A language and test framework.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// As it is typed.
    pub name: &'static str,
    /// For people.
    pub about: &'static str,
    /// How a file of it is usually called; `NAME` stands for the function.
    pub file: &'static str,
    /// How to run such a file.
    pub run: &'static str,
    /// Whether `--header` means something.
    pub header: bool,
    /// Whether `--module` means something.
    pub module: bool,
    /// How names are written; none where nothing is called.
    pub(super) grammar: Option<&'static Grammar>,
    pub(super) write: fn(&Plan) -> String,
}

/// All targets.
pub static TARGETS: &[Target] = &[Target {
    name: "c",
    about: "C99 with a main function; exit code 0 or 1, as CTest wants it",
    file: "test_NAME.c",
    run: "cc -std=c99 test_NAME.c NAME.c -lm && ./a.out",
    header: true,
    module: false,
    grammar: Some(&names::C),
    write: c::write,
}];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
