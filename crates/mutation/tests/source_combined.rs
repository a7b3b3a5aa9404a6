//! The combined text of a C program does for every number what the mutant of that number does when it is built alone.

use mutation::source::{Combined, MutantRequest, MutatedPart, SourceLanguage, SourceMutant, combine, mutants};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A program, the names that it defines at file level, and the functions that its driver calls.
struct Program {
    name: &'static str,
    names: &'static [&'static str],
    called: &'static [&'static str],
    /// At least this many mutants are in the combined text.
    included: usize,
}

#[test]
fn simpson_combined_is_simpson_alone() {
    check(&Program {
        name: "simpson",
        names: &["simpson", "third"],
        called: &["simpson"],
        included: 110,
    });
}

#[test]
fn spline_combined_is_spline_alone() {
    check(&Program {
        name: "spline",
        names: &["spline_fit", "spline_at", "SIX"],
        called: &["spline_fit", "spline_at"],
        included: 400,
    });
}

#[test]
fn rk4_combined_is_rk4_alone() {
    check(&Program {
        name: "rk4",
        names: &["rk4"],
        called: &["rk4"],
        included: 230,
    });
}

#[test]
fn code_that_is_easy_to_break_still_compiles() {
    let source = std::fs::read_to_string(data().join("tricky.c")).unwrap();
    let all = all(&source);
    let combined = combine(&source, SourceLanguage::C, &all, "selector");
    assert!(combined.included.len() > 250, "{}", combined.included.len());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tricky.c");
    std::fs::write(&file, &combined.text).unwrap();
    let strict = [
        "-Werror=implicit",
        "-Werror=int-conversion",
        "-Werror=incompatible-pointer-types",
    ];
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=gnu11", "-w", "-c", "-o"])
        .arg(folder.path().join("tricky.o"))
        .args(strict)
        .arg(&file);
    let built = run(&mut compiler);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
}

#[test]
fn what_c_wants_to_know_at_compile_time_is_separate() {
    let source = std::fs::read_to_string(data().join("tricky.c")).unwrap();
    let all = all(&source);
    let combined = combine(&source, SourceLanguage::C, &all, "selector");
    let included = |line: &str| {
        combined
            .included
            .iter()
            .filter(|i| all[**i].diff(&source).before == line)
            .count()
    };
    let apart = [
        "#define COUNT 3",
        "static double table[COUNT + 1] = {1.0, 2.0 * 3.0, [2] = -0.5};",
        "static int calls = 0;",
        "case 100:",
        "return 0;",
        "at += 2;",
    ];
    for line in apart {
        let there = all.iter().filter(|m| m.diff(&source).before == line).count();
        // Leaving out a statement is possible anywhere.
        let statement = usize::from(line == "at += 2;");
        assert!(there > statement, "{line}");
        let constants = if line == "at += 2;" { 4 } else { 0 };
        assert_eq!(included(line), statement + constants, "{line}");
    }
}

fn all(source: &str) -> Vec<SourceMutant> {
    let request = MutantRequest {
        source,
        language: SourceLanguage::C,
        scope: MutatedPart::Whole,
        operators: Vec::new(),
    };
    mutants(&request).unwrap()
}

fn check(program: &Program) {
    let source = std::fs::read_to_string(data().join(format!("{}.c", program.name))).unwrap();
    let all = all(&source);
    let combined = combine(&source, SourceLanguage::C, &all, "selector");
    assert!(
        combined.included.len() >= program.included,
        "{}",
        combined.included.len()
    );
    assert_eq!(combined.included.len() + combined.separate.len(), all.len());
    let folder = tempfile::tempdir().unwrap();
    let numbers: Vec<usize> = std::iter::once(0)
        .chain(combined.included.iter().map(|i| i + 1))
        .collect();
    let switched = outputs(folder.path(), "-O1", &switched_text(program, &combined), &numbers);
    // Hundreds of copies build faster without optimisation, and the arithmetic is the same.
    let alone = alone_text(program, &source, &all, &numbers);
    let alone = outputs(folder.path(), "-O0", &alone, &numbers);
    for ((number, a), b) in numbers.iter().zip(&switched).zip(&alone) {
        let what = number.checked_sub(1).map(|i| (&all[i].id, &all[i].description));
        assert_eq!(a, b, "{what:?}");
    }
    assert_eq!(switched.len(), numbers.len());
    assert_most_differ(&switched);
}

/// Mutants that all did the same would show nothing.
fn assert_most_differ(outputs: &[String]) {
    let result = |line: &str| line.split_once(' ').unwrap_or_default().1.to_string();
    let original = result(&outputs[0]);
    assert!(original.contains("0x1."), "{original}");
    let same = outputs.iter().filter(|line| result(line) == original).count();
    assert!(
        5 * same < outputs.len(),
        "{same} of {} are as the original",
        outputs.len()
    );
}

/// The combined text with its driver.
fn switched_text(program: &Program, combined: &Combined) -> String {
    let called = program.called.join(", ");
    format!(
        "{}\nint selector;\n#include \"each.h\"\n#include \"{}_driver.h\"\n\
         static Version version_of(int number) {{ selector = number; return (Version){{{called}}}; }}\n",
        combined.text, program.name
    )
}

/// Every mutant as it is alone, with names of its own, and the driver.
fn alone_text(program: &Program, source: &str, all: &[SourceMutant], numbers: &[usize]) -> String {
    let mut text = String::new();
    let mut cases = String::new();
    for &number in numbers {
        let own = |name: &&str| format!("{name}_{number}");
        for name in program.names.iter().filter(|name| **name != "SIX") {
            text += &format!("#define {name} {}\n", own(name));
        }
        text += &number
            .checked_sub(1)
            .map_or(source.to_string(), |i| all[i].apply(source));
        for name in program.names {
            text += &format!("#undef {name}\n");
        }
        let called: Vec<String> = program.called.iter().map(own).collect();
        cases += &format!("case {number}: return (Version){{{}}};\n", called.join(", "));
    }
    format!(
        "{text}\n#include \"each.h\"\n#include \"{}_driver.h\"\n\
         static Version version_of(int number) {{ switch (number) {{\n{cases}}} abort(); }}\n",
        program.name
    )
}

/// What the versions of a program print, a line each.
fn outputs(folder: &Path, optimisation: &str, text: &str, numbers: &[usize]) -> Vec<String> {
    let (file, binary) = (folder.join(format!("{optimisation}.c")), folder.join(optimisation));
    std::fs::write(&file, text).unwrap();
    // A statement that is left out may leave a variable without a value; zero is the same in every build.
    let options = [
        "-std=gnu11",
        optimisation,
        "-fwrapv",
        "-w",
        "-Werror=implicit",
        "-ftrivial-auto-var-init=zero",
    ];
    let mut compiler = Command::new("cc");
    compiler
        .args(options)
        .arg("-I")
        .arg(data())
        .arg(&file)
        .arg("-o")
        .arg(&binary)
        .arg("-lm");
    let built = run(&mut compiler);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let ran = run(Command::new(binary).args(numbers.iter().map(ToString::to_string)));
    String::from_utf8(ran.stdout)
        .unwrap()
        .lines()
        .map(String::from)
        .collect()
}

fn run(command: &mut Command) -> std::process::Output {
    command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}; scripts/setup.sh installs what is missing"))
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}
