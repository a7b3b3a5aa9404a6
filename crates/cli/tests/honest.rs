//! Claims about native code that would be false: each file of `data/honest` says what must not be said of it.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{Bench, complaints};
use std::path::{Path, PathBuf};
use suite::cover::{CoverReport, SideRecord};
use suite::stress::{StressFate, StressReport};

/// A file and what its remarks say.
struct Case {
    path: PathBuf,
    lines: Vec<String>,
    remarks: Vec<(String, String)>,
}

impl Case {
    fn read(path: PathBuf) -> Case {
        let text = std::fs::read_to_string(&path).unwrap();
        let remark = |line: &str| {
            let (key, value) = remark_of(line)?.split_once(": ")?;
            KEYS.contains(&key).then(|| (key.to_owned(), value.to_owned()))
        };
        Case {
            path,
            remarks: text.lines().filter_map(remark).collect(),
            lines: text.lines().map(String::from).collect(),
        }
    }

    fn all() -> Vec<Case> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/honest");
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> = entries
            .filter(|path| {
                path.extension()
                    .is_some_and(|e| ["c", "cpp", "f90"].iter().any(|known| e == *known))
            })
            .collect();
        paths.sort();
        paths.into_iter().map(Case::read).collect()
    }

    fn values(&self, key: &str) -> Vec<&str> {
        let of_key = self.remarks.iter().filter(|(k, _)| k == key);
        of_key.map(|(_, value)| value.as_str()).collect()
    }

    /// The line of code that has this text.
    fn line(&self, text: &str) -> u32 {
        let has = |line: &String| remark_of(line).is_none() && line.contains(text);
        let place = self.lines.iter().position(has);
        place.unwrap_or_else(|| panic!("{}: no line has `{text}`", self.path.display())) as u32 + 1
    }
}

/// The text of a line that is a remark, in C, C++ or Fortran.
fn remark_of(line: &str) -> Option<&str> {
    line.strip_prefix("// ").or_else(|| line.strip_prefix("! "))
}

/// What a remark may begin with.
const KEYS: [&str; 10] = [
    "run",
    "refuses",
    "not harmless",
    "not infeasible",
    "finds",
    "finds no",
    "unwatched",
    "says",
    "says not",
    "ends",
];

/// What one run claims.
#[derive(Default)]
struct Claims {
    /// Operators and lines of mutants that are called harmless.
    harmless: Vec<(String, u32)>,
    /// Lines with a side that is called infeasible.
    infeasible: Vec<u32>,
    /// Operators and lines of findings.
    found: Vec<(String, u32)>,
    /// Lines that nothing watches.
    unwatched: Vec<u32>,
}

impl Claims {
    fn of_cover(report: &CoverReport) -> Claims {
        let is_dead = |side: &SideRecord| matches!(side, SideRecord::Infeasible { .. });
        let dead = report
            .branches
            .iter()
            .filter(|b| is_dead(&b.when_true) || is_dead(&b.when_false));
        Claims {
            infeasible: dead.map(|branch| branch.line).collect(),
            ..Claims::default()
        }
    }

    fn of_stress(report: &StressReport) -> Claims {
        let harmless = report
            .mutants
            .iter()
            .filter(|m| matches!(m.fate, StressFate::Equivalent { .. }));
        let found = report.mutants.iter().filter(|m| m.finding);
        Claims {
            harmless: harmless.map(|mutant| (mutant.operator.clone(), mutant.line)).collect(),
            found: found.map(|mutant| (mutant.operator.clone(), mutant.line)).collect(),
            unwatched: report.unwatched.iter().map(|place| place.line).collect(),
            ..Claims::default()
        }
    }
}

/// What is wrong with one run.
fn wrong(case: &Case, run: &str) -> Vec<String> {
    let bench = Bench::new();
    let beside = |name: &str| case.path.with_file_name(name).display().to_string();
    let words = run.split_whitespace();
    let words: Vec<String> = words
        .map(|word| word.strip_prefix('@').map_or(word.to_owned(), beside))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let file = case.path.to_str().unwrap();
    let call = |more: &[&str]| {
        let mut all = vec![words[0], file, "--function", "f"];
        all.extend(&words[1..]);
        all.extend(more);
        bench.lydian_with(&all)
    };
    let json = call(&["--json"]);
    let refuses = case.values("refuses");
    if !refuses.is_empty() {
        let missing = refuses
            .iter()
            .filter(|text| json.code != 2 || !json.err.contains(**text));
        return missing
            .map(|text| {
                format!(
                    "{}: is not refused with `{text}`: {} {}",
                    json.line, json.code, json.err
                )
            })
            .collect();
    }
    let claims = match words[0] {
        "cover" => CoverReport::from_json(&json.out).map(|report| Claims::of_cover(&report)),
        _ => StressReport::from_json(&json.out).map(|report| Claims::of_stress(&report)),
    };
    let Ok(claims) = claims else {
        return vec![format!("{}: exit code {}: {}", json.line, json.code, json.err)];
    };
    let mut wrong = claims_wrong(case, words[0], &claims);
    let says = (case.values("says"), case.values("says not"));
    if says != (vec![], vec![]) {
        let text = call(&[]).out;
        wrong.extend(
            says.0
                .iter()
                .filter(|s| !text.contains(**s))
                .map(|s| format!("does not say `{s}`: {text}")),
        );
        wrong.extend(
            says.1
                .iter()
                .filter(|s| text.contains(**s))
                .map(|s| format!("says `{s}`: {text}")),
        );
    }
    let ends = case.values("ends");
    wrong.extend(
        ends.iter()
            .filter(|code| **code != json.code.to_string())
            .map(|_| format!("ends with {}", json.code)),
    );
    wrong.iter().map(|what| format!("{}: {what}", json.line)).collect()
}

fn claims_wrong(case: &Case, command: &str, claims: &Claims) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expect = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    let at = |text: &str| {
        let (operator, place) = text.split_once(" at ").unwrap();
        (operator.to_owned(), case.line(place))
    };
    for text in case.values("not infeasible") {
        expect(
            !claims.infeasible.contains(&case.line(text)),
            format!("`{text}` is infeasible"),
        );
    }
    for text in case.values("not harmless") {
        let (operator, line) = if text.contains(" at ") {
            at(text)
        } else {
            (String::new(), case.line(text))
        };
        let is_meant = |claim: &&(String, u32)| claim.1 == line && (operator.is_empty() || claim.0 == operator);
        expect(
            !claims.harmless.iter().any(|claim| is_meant(&claim)),
            format!("`{text}` is harmless"),
        );
    }
    if command == "stress" {
        for text in case.values("finds") {
            expect(
                claims.found.contains(&at(text)),
                format!("{text} is not found: {:?}", claims.found),
            );
        }
        for text in case.values("finds no") {
            expect(!claims.found.contains(&at(text)), format!("{text} is found"));
        }
        for text in case.values("unwatched") {
            expect(
                claims.unwatched.contains(&case.line(text)),
                format!("`{text}` is not named as unwatched"),
            );
        }
    }
    wrong
}

#[test]
fn nothing_false_is_said_about_native_code() {
    let cases = Case::all();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    // For work on one file.
    let only = std::env::var("HONEST_ONLY").unwrap_or_default();
    let cases: Vec<Case> = cases
        .into_iter()
        .filter(|case| case.path.to_string_lossy().contains(&only))
        .collect();
    let wrong = complaints(&cases, |case| {
        let runs = case.values("run");
        assert!(!runs.is_empty(), "{} has no run", case.path.display());
        let wrong: Vec<String> = runs.iter().flat_map(|run| wrong(case, run)).collect();
        (!wrong.is_empty()).then(|| wrong.join("\n"))
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
