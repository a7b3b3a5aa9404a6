//! The targets, as a table: help, manual and the command read it.

use super::names::NameGrammar;
use super::plan::EmitPlan;
use super::{c, csv, fortran, gtest, julia, names, octave, pytest, rust, unity};

/// A language and test framework.
#[derive(Clone, Copy, Debug)]
pub struct EmitTarget {
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
    pub(super) grammar: Option<&'static NameGrammar>,
    pub(super) write: fn(&EmitPlan) -> String,
    /// How tests with observed outputs are written; none where they are not.
    pub(super) observed: Option<ObservedStyle>,
}

/// The language of tests with observed outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ObservedStyle {
    /// A program of its own.
    C,
    /// Tests of a framework.
    Cpp,
}

/// All targets.
pub static TARGETS: &[EmitTarget] = &[
    EmitTarget {
        name: "c",
        about: "C99 with a main function, for CTest and the like",
        file: "test_NAME.c",
        run: "cc -std=c99 test_NAME.c NAME.c -lm && ./a.out",
        header: true,
        module: false,
        grammar: Some(&names::C),
        write: c::write,
        observed: Some(ObservedStyle::C),
    },
    EmitTarget {
        name: "c-unity",
        about: "C for the framework Unity",
        file: "test_NAME.c",
        run: "cc -std=c99 -I unity test_NAME.c NAME.c unity/unity.c -lm && ./a.out",
        header: true,
        module: false,
        grammar: Some(&names::C),
        write: unity::write,
        observed: None,
    },
    EmitTarget {
        name: "cpp-gtest",
        about: "C++17 for GoogleTest",
        file: "test_NAME.cpp",
        run: "c++ -std=c++17 test_NAME.cpp NAME.cpp -lgtest_main -lgtest -lpthread && ./a.out",
        header: true,
        module: false,
        grammar: Some(&names::COLONS),
        write: gtest::write,
        observed: Some(ObservedStyle::Cpp),
    },
    EmitTarget {
        name: "rust",
        about: "Rust test functions",
        file: "test_NAME.rs",
        run: "cargo test",
        header: false,
        module: true,
        grammar: Some(&names::COLONS),
        write: rust::write,
        observed: None,
    },
    EmitTarget {
        name: "pytest",
        about: "Python for pytest",
        file: "test_NAME.py",
        run: "python3 -m pytest test_NAME.py",
        header: false,
        module: true,
        grammar: Some(&names::DOTS),
        write: pytest::write,
        observed: None,
    },
    EmitTarget {
        name: "fortran",
        about: "a Fortran 2008 program that ends with error stop 1",
        file: "test_NAME.f90",
        run: "gfortran NAME.f90 test_NAME.f90 && ./a.out",
        header: false,
        module: true,
        grammar: Some(&names::FORTRAN),
        write: fortran::write,
        observed: None,
    },
    EmitTarget {
        name: "octave",
        about: "Octave test blocks",
        file: "test_NAME.m",
        run: "octave-cli --eval \"[n, all] = test ('test_NAME.m', 'quiet', stdout), exit (n < max (all, 1))\"",
        header: false,
        module: false,
        grammar: Some(&names::DOTS),
        write: octave::write,
        observed: None,
    },
    EmitTarget {
        name: "julia",
        about: "Julia with the standard library Test",
        file: "test_NAME.jl",
        run: "julia test_NAME.jl",
        header: true,
        module: true,
        grammar: Some(&names::DOTS),
        write: julia::write,
        observed: None,
    },
    EmitTarget {
        name: "csv",
        about: "a table for other programs",
        file: "NAME.csv",
        run: "read it with any program that reads RFC 4180",
        header: false,
        module: false,
        grammar: None,
        write: csv::write,
        observed: None,
    },
];

/// The target of this name.
pub fn target(name: &str) -> Option<&'static EmitTarget> {
    TARGETS.iter().find(|target| target.name == name)
}
