//! The compilers and interpreters of the languages read the mutants.

use mutation::source::{MutantRequest, MutatedPart, SourceLanguage, SourceMutant, mutants};
use std::path::{Path, PathBuf};
use std::process::Command;

fn all(source: &str, language: SourceLanguage) -> Vec<SourceMutant> {
    mutants(&MutantRequest {
        source,
        language,
        scope: MutatedPart::Whole,
        operators: Vec::new(),
    })
    .unwrap()
}

/// Writes every n-th mutant into a file of its own.
fn written(folder: &Path, source: &str, name: &str, every: usize) -> Vec<PathBuf> {
    let language = SourceLanguage::of_path(name).unwrap();
    let chosen = all(source, language).into_iter().step_by(every);
    let write = |mutant: SourceMutant| {
        let file = folder.join(format!("{}_{name}", mutant.id.replace('-', "_")));
        std::fs::write(&file, mutant.apply(source)).unwrap();
        file
    };
    chosen.map(write).collect()
}

fn check(command: &mut Command) -> String {
    let output = command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}; scripts/setup.sh installs what is missing"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn python_compiles_every_mutant() {
    let folder = tempfile::tempdir().unwrap();
    let files = written(folder.path(), include_str!("data/simpson.py"), "simpson.py", 1);
    let program = "import sys\nfor f in sys.argv[1:]: compile(open(f).read(), f, 'exec'); print(f)";
    let said = check(Command::new("python3").args(["-c", program]).args(&files));
    assert_eq!(said.lines().count(), files.len());
}

/// Parses files without running them.
fn octave(folder: &Path, files: &[PathBuf]) -> Command {
    let script = folder.join("parse_all.m");
    let program = "list = argv();\nfor k = 1:numel(list)\n  __parse_file__(list{k});\n  disp(list{k});\nend\n";
    std::fs::write(&script, program).unwrap();
    let mut command = Command::new("octave-cli");
    command.args(["--norc", "--quiet"]).arg(script).args(files);
    command
}

#[test]
fn octave_parses_every_mutant() {
    let folder = tempfile::tempdir().unwrap();
    let mut files = written(folder.path(), include_str!("data/rk4.m"), "rk4.m", 1);
    files.extend(written(folder.path(), include_str!("data/octave.m"), "octave.m", 1));
    let said = check(&mut octave(folder.path(), &files));
    assert_eq!(said.lines().count(), files.len());
}

#[test]
fn octave_refuses_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("wrong.m");
    std::fs::write(&file, "function y = wrong(x)\n  y = x + * 2;\nend\n").unwrap();
    let output = octave(folder.path(), &[file]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && said.contains("parse error"), "{said}");
}

#[test]
fn gfortran_accepts_mutants() {
    let folder = tempfile::tempdir().unwrap();
    let files = written(folder.path(), include_str!("data/rk4.f90"), "rk4.f90", 6);
    assert!(files.len() > 20);
    let mut command = Command::new("gfortran");
    check(command.arg("-fsyntax-only").arg("-J").arg(folder.path()).args(&files));
}
