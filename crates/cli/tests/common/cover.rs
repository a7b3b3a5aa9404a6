//! `lydian cover` on the programs of the tests.

use super::{Bench, Run};
use std::path::{Path, PathBuf};
use suite::cover::CoverReport;

/// A program to cover.
pub fn program(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cover").join(name)
}

/// Runs `cover` on one of the programs.
pub fn run(bench: &Bench, file: &str, function: &str, options: &str) -> Run {
    let path = program(file);
    let mut words = vec!["cover", path.to_str().unwrap(), "--function", function];
    words.extend(options.split_whitespace());
    bench.lydian_with(&words)
}

/// Its report, with an exit code that fits.
pub fn report(file: &str, function: &str, options: &str) -> CoverReport {
    let run = run(&Bench::new(), file, function, &format!("--json {options}"));
    assert!(matches!(run.code, 0 | 3), "{}: {}{}", run.line, run.out, run.err);
    let report = CoverReport::from_json(&run.out).unwrap();
    assert_eq!(run.code == 0, report.summary.unreached == 0, "{}", run.line);
    report
}
