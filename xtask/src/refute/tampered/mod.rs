//! Tampered suites: whatever a suite claims, `lydian verify` must notice when it is changed.
//!
//! A fresh suite is changed in one place at a time ([`changes`]), or in several that agree with each other ([`plots`]).
//! A change makes the suite say something false, or it is in the table of what is no claim ([`unclaimed`]).

mod changes;
mod formulas;
mod numbers;
mod plots;
mod unclaimed;

use super::{RefuteSettings, Refuted, Rng, Tally, run_child};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(300);

/// One suite in this many has hundreds of tests, and of the changes of one place of it no more than `FEW` are tried:
/// every change costs a verification of the whole.
const STRONG: u64 = 4;
const FEW: usize = 24;
const MANY: usize = 100;

/// A suite that says something else than the one it was made from.
pub struct Tampered {
    /// Where, without the numbers of elements: `tests[].valid.lo`.
    pub place: String,
    /// What was done there.
    pub change: &'static str,
    /// The suite after it.
    pub suite: Value,
    /// Whether the suite still says nothing false, and why; known by the change itself.
    pub still_true: Option<&'static str>,
}

/// Judges some suites.
pub fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    let mut sum = Tally::default();
    for case in cases {
        sum.add(one(settings, case)?);
    }
    Ok(sum)
}

fn one(settings: &RefuteSettings, case: u64) -> Result<Tally, String> {
    let mut rng = settings.rng("tampered", case);
    let folder = super::folder(settings, "tampered", case)?;
    let mut tally = Tally {
        cases: 1,
        ..Tally::default()
    };
    let strength = if case % STRONG == STRONG - 1 {
        "standard"
    } else {
        "minimal"
    };
    if let Some(text) = suite(settings, strength, &mut rng, &folder)? {
        let suite = serde_json::from_str(&text).map_err(|e| format!("case {case}: the suite is no JSON: {e}"))?;
        attack(settings, case, &suite, &mut rng, &folder, &mut tally)?;
    }
    std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
    Ok(tally)
}

/// The suite of the first formula that has one, of a few.
fn suite(settings: &RefuteSettings, strength: &str, rng: &mut Rng, folder: &Path) -> Result<Option<String>, String> {
    for _ in 0..8 {
        let formula = formulas::formula(settings, rng)?;
        write(&folder.join("formula.fpcore"), &formula)?;
        let words = "generate formula.fpcore --quiet --threads 1 --points 16 --more-points 32 --boxes 50 --out out";
        let words: Vec<&str> = words.split(' ').chain(["--strength", strength]).collect();
        let ran = run_child(&settings.program("lydian"), &words, folder, b"", PATIENCE)?;
        let suite = folder.join("out/suite.json");
        if ran.code == Some(0) && suite.exists() {
            return std::fs::read_to_string(suite).map(Some).map_err(|e| e.to_string());
        }
    }
    Ok(None)
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Lets `verify` look at the suite as it is, and at all changed ones.
fn attack(
    settings: &RefuteSettings,
    case: u64,
    suite: &Value,
    rng: &mut Rng,
    folder: &Path,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut all = changes::all(suite, rng);
    if suite["tests"].as_array().is_some_and(|tests| tests.len() > MANY) {
        while all.len() > FEW {
            all.swap_remove(rng.below(all.len()));
        }
    }
    all.extend(plots::all(suite, rng));
    let name = |number: usize| format!("{number}.json");
    write(&folder.join("plain.json"), &format!("{suite:#}"))?;
    for (number, tampered) in all.iter().enumerate() {
        write(&folder.join(name(number)), &format!("{:#}", tampered.suite))?;
    }
    let accepted = accepted(settings, folder, all.len())?;
    let refuted = |claim: String, why: &str, changed: &Value| Refuted {
        case,
        claim,
        why: why.into(),
        files: vec![
            ("plain.json".into(), format!("{suite:#}").into_bytes()),
            ("tampered.json".into(), format!("{changed:#}").into_bytes()),
        ],
    };
    if !accepted.contains("plain.json") {
        let why = "verify finds problems in what generate has written";
        tally.refuted.push(refuted("an untouched suite".into(), why, suite));
    }
    for (number, tampered) in all.iter().enumerate() {
        let passes = accepted.contains(&name(number));
        if tampered
            .still_true
            .or(unclaimed::reason(&tampered.place, tampered.change))
            .is_some()
        {
            tally.count("changes of what is no claim", 1);
            continue;
        }
        tally.count("tampered claims", 1);
        if passes {
            let claim = format!("{} ({})", tampered.place, tampered.change);
            tally
                .refuted
                .push(refuted(claim, "verify finds no problem", &tampered.suite));
        }
    }
    Ok(())
}

/// The names of those files with which `verify` finds nothing wrong.
fn accepted(settings: &RefuteSettings, folder: &Path, count: usize) -> Result<BTreeSet<String>, String> {
    let files = (0..count).map(|number| format!("{number}.json"));
    let options = ["verify", "--json", "--threads", "1", "--samples", "8", "plain.json"];
    let words: Vec<String> = options.iter().map(ToString::to_string).chain(files).collect();
    let ran = run_child(&settings.program("lydian"), &words, folder, b"", PATIENCE)?;
    if let Some(how) = ran.misbehaved() {
        return Err(format!("verify in {}: {how}", folder.display()));
    }
    let report: Value = serde_json::from_str(&ran.text()).map_err(|e| format!("verify --json is no JSON: {e}"))?;
    let rows = report["suites"].as_array().cloned().unwrap_or_default();
    let fine = rows
        .iter()
        .filter(|row| row["problems"].as_array().is_some_and(Vec::is_empty));
    Ok(fine
        .filter_map(|row| Some(row["suite"].as_str()?.to_string()))
        .collect())
}

/// The files of a folder with one of these endings, in the order of their names.
fn files(folder: &Path, endings: &[&str]) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let ends = |path: &PathBuf| {
        path.extension()
            .is_some_and(|e| endings.iter().any(|ending| e == *ending))
    };
    let mut paths: Vec<PathBuf> = paths.filter(ends).collect();
    paths.sort();
    Ok(paths)
}
