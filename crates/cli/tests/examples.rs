//! Every example does what its table says: correct programs pass, wrong ones fail with the objective that is named.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// Names of all examples: the folders that have a table.
fn names() -> Vec<String> {
    let tables = |inside: &str| {
        let entries = std::fs::read_dir(folder().join(inside)).unwrap();
        let names = entries.map(|e| format!("{inside}{}", e.unwrap().file_name().to_string_lossy()));
        names
            .filter(|n| folder().join(n).join("expected.txt").is_file())
            .collect::<Vec<_>>()
    };
    let mut all = tables("");
    all.extend(tables("bugs/"));
    all.sort();
    all
}

fn text(name: &str, file: &str) -> String {
    let path = folder().join(name).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// What differs from the table, as text.
fn complaint(name: &str) -> Option<String> {
    let run = Command::new(folder().join("run"))
        .arg(name)
        .env("LYDIAN", env!("CARGO_BIN_EXE_lydian"))
        .output()
        .unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (!run.status.success()).then(|| format!("{}{}", said(&run.stdout), said(&run.stderr)))
}

#[test]
fn every_example_comes_out_as_its_table_says() {
    let complaints = common::complaints(&names(), |name| complaint(name));
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn an_unknown_example_and_a_wrong_table_are_noticed() {
    let copy = tempfile::tempdir().unwrap();
    let run = |name: &str| {
        let mut command = Command::new(copy.path().join("run"));
        let output = command.arg(name).env("LYDIAN", env!("CARGO_BIN_EXE_lydian")).output();
        output.unwrap().status.code()
    };
    common::copy_executable(&folder().join("run"), &copy.path().join("run"));
    std::fs::create_dir(copy.path().join("log1p")).unwrap();
    for file in ["log1p.lyd", "rate.py"] {
        std::fs::copy(folder().join("log1p").join(file), copy.path().join("log1p").join(file)).unwrap();
    }
    let table = copy.path().join("log1p/expected.txt");
    std::fs::write(&table, "rate.py:rate ok -\n").unwrap();
    assert_eq!(run("log1p"), Some(0));
    std::fs::write(&table, "rate.py:rate_naive ok -\n").unwrap();
    assert_eq!(run("log1p"), Some(1));
    assert_eq!(run("nowhere"), Some(2));
}

#[test]
fn every_example_has_a_correct_and_a_wrong_program_in_two_languages_and_a_readme_that_runs_it() {
    let mut languages: BTreeMap<String, usize> = BTreeMap::new();
    for name in names() {
        let table = text(&name, "expected.txt");
        let is_row = |l: &&str| !l.is_empty() && !l.starts_with('#') && !l.starts_with("generate ");
        let lines = table.lines().filter(is_row);
        let rows: Vec<Vec<&str>> = lines.map(|l| l.split_whitespace().collect()).collect();
        let verdicts = |wanted: &str| rows.iter().filter(|r| r[1] == wanted).count();
        assert!(verdicts("ok") > 0 && verdicts("ko") > 0, "{name}");
        assert_eq!(verdicts("missed"), 0, "{name}: every wrong program is caught");
        let ending = |row: &Vec<&str>| row[0].split([':', '.']).nth(1).unwrap().to_string();
        let mut spoken: Vec<String> = rows.iter().map(ending).collect();
        spoken.sort();
        spoken.dedup();
        assert!(spoken.len() >= 2 || name.starts_with("bugs/"), "{name}: {spoken:?}");
        spoken.into_iter().for_each(|s| *languages.entry(s).or_default() += 1);
        let readme = text(&name, "README.md");
        assert!(readme.contains(&format!("examples/run {name}\n")), "{name}");
    }
    for language in ["c", "rs", "py", "f90"] {
        assert!(
            languages.get(language).is_some_and(|&n| n >= 4),
            "{language}: {languages:?}"
        );
    }
}
