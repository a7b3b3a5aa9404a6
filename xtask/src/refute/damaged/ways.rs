//! The commands that read files, and how files are put before them.

use super::originals::{FORMULA, Originals};
use super::write;
use crate::refute::Rng;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Prepares a folder in which damaged files of these names stand, and gives the words of the command.
type Preparation = fn(&Path, &Originals, &[String]) -> Result<Vec<String>, String>;

/// One way to read files of a format.
pub struct ReadingWay {
    /// For the tally.
    pub name: &'static str,
    /// What the files are.
    pub format: &'static str,
    /// How their names end.
    pub ending: &'static str,
    /// How many files one run reads at the most.
    pub together: usize,
    /// How often this way is chosen.
    pub weight: usize,
    /// The command.
    pub command: Preparation,
}

const fn way(
    name: &'static str,
    format: &'static str,
    ending: &'static str,
    (together, weight): (usize, usize),
    command: Preparation,
) -> ReadingWay {
    ReadingWay {
        name,
        format,
        ending,
        together,
        weight,
        command,
    }
}

/// All ways. The weights keep those rare that take long.
pub const WAYS: &[ReadingWay] = &[
    way("infix read", "lyd", "lyd", (25, 30), |_, _, files| {
        Ok(words("generate --core no-such-one --out never", files))
    }),
    way("FPCore read", "fpcore", "fpcore", (25, 30), |_, _, files| {
        Ok(words("generate --core no-such-one --out never", files))
    }),
    way("infix compared", "lyd", "lyd", (1, 3), |_, _, files| {
        Ok(words("compare --boxes 3", &[&files[0], &files[0]]))
    }),
    way("FPCore compared", "fpcore", "fpcore", (1, 3), |_, _, files| {
        Ok(words("compare --boxes 3", &[&files[0], &files[0]]))
    }),
    way("infix exported", "lyd", "lyd", (1, 3), |_, _, files| {
        Ok(words("export --to smt2", &[&files[0], &files[0]]))
    }),
    way("contract learnt", "contract", "contract", (1, 15), |_, _, files| {
        Ok(words("learn --subject none.c:f", files))
    }),
    way("suite verified", "suite", "json", (15, 30), |_, _, files| {
        Ok(words("verify --quiet --samples 1 --threads 1", files))
    }),
    way("suite checked", "suite", "json", (1, 8), |_, _, files| {
        Ok(words("check --subject none.c:f --out never.json", files))
    }),
    way("suite run", "suite", "json", (1, 2), |folder, _, files| {
        super::write(&folder.join("echo.sh"), b"while read -r x; do echo 1.0; done\n")?;
        let mut all = words("check --quiet --out never.json", files);
        all.extend(["--subject".into(), "cmd:sh echo.sh".into()]);
        Ok(all)
    }),
    way("suite emitted", "suite", "json", (1, 8), |folder, _, files| {
        let targets = ["c", "rust", "pytest", "fortran", "octave", "julia", "csv", "cpp-gtest"];
        let number = files[0].len() + std::fs::metadata(folder.join(&files[0])).map_or(0, |m| m.len() as usize);
        let mut all = words("emit --to", &[targets[number % targets.len()]]);
        all.push(files[0].clone());
        Ok(all)
    }),
    way("suite exported", "suite", "json", (1, 5), |_, _, files| {
        Ok(words("export --to smt2", &[&files[0], "binary:2:sub-to-add"]))
    }),
    way("observed suite checked", "observed", "json", (1, 4), |_, _, files| {
        Ok(words("check --subject none.c:f --out never.json", files))
    }),
    way("observed suite emitted", "observed", "json", (1, 4), |_, _, files| {
        Ok(words("emit --to c", files))
    }),
    way("suite reported", "suite", "json", (1, 5), |folder, originals, files| {
        reported(
            folder,
            originals,
            &[("suite.json", None), ("summary.json", Some("summary"))],
            files,
        )
    }),
    way(
        "summary reported",
        "summary",
        "json",
        (1, 5),
        |folder, originals, files| {
            reported(
                folder,
                originals,
                &[("summary.json", None), ("suite.json", Some("suite"))],
                files,
            )
        },
    ),
    way("check reported", "check", "json", (1, 8), |folder, originals, files| {
        reported(
            folder,
            originals,
            &[("check.json", None), ("suite.json", Some("suite"))],
            files,
        )
    }),
    way("cover reported", "cover", "json", (1, 8), |folder, originals, files| {
        reported(folder, originals, &[("cover.json", None)], files)
    }),
    way(
        "stress reported",
        "stress",
        "json",
        (1, 8),
        |folder, originals, files| reported(folder, originals, &[("stress.json", None)], files),
    ),
    way(
        "accuracy reported",
        "accuracy",
        "json",
        (1, 8),
        |folder, originals, files| reported(folder, originals, &[("accuracy.json", None)], files),
    ),
    way(
        "record resumed",
        "record",
        "jsonl",
        (1, 6),
        |folder, originals, files| resumed(folder, originals, "record.jsonl", files),
    ),
    way(
        "summary resumed",
        "summary",
        "json",
        (1, 3),
        |folder, originals, files| resumed(folder, originals, "summary.json", files),
    ),
    way("suite resumed", "suite", "json", (1, 3), |folder, originals, files| {
        resumed(folder, originals, "suite.json", files)
    }),
    way("configuration read", "toml", "toml", (1, 10), |_, _, files| {
        Ok(words("accuracy --list", files))
    }),
    way("operators read", "operators", "toml", (1, 1), |folder, _, files| {
        Originals::write_code(folder)?;
        Ok(words(
            "stress f.c --function f --quiet --calls 8 --operator-file",
            files,
        ))
    }),
    way(
        "answer of a solver read",
        "answer",
        "txt",
        (1, 2),
        |folder, _, files| {
            super::write(&folder.join("f.fpcore"), FORMULA.as_bytes())?;
            let solver = folder.join("solver");
            super::write(&solver, format!("#!/bin/sh\ncat {}\n", files[0]).as_bytes())?;
            let mode = std::fs::Permissions::from_mode(0o755);
            std::fs::set_permissions(&solver, mode).map_err(|e| e.to_string())?;
            remove(folder, "asked")?;
            let line = "generate f.fpcore --quiet --strength minimal --points 4 --more-points 4 --boxes 2 --out asked --ask ./solver";
            Ok(words(line, &[] as &[String]))
        },
    ),
];

/// The number of one of the ways.
pub fn pick(rng: &mut Rng) -> usize {
    let all: usize = WAYS.iter().map(|way| way.weight).sum();
    let mut at = rng.below(all);
    let found = WAYS.iter().position(|way| match at.checked_sub(way.weight) {
        Some(rest) => {
            at = rest;
            false
        }
        None => true,
    });
    found.expect("invariant: the number is below the sum of the weights")
}

fn words(line: &str, files: &[impl ToString]) -> Vec<String> {
    let words = line.split(' ').map(String::from);
    words.chain(files.iter().map(ToString::to_string)).collect()
}

/// A page of a folder with some files: those without a format are the damaged one.
fn reported(
    folder: &Path,
    originals: &Originals,
    contents: &[(&str, Option<&str>)],
    files: &[String],
) -> Result<Vec<String>, String> {
    remove(folder, "campaign")?;
    let campaign = folder.join("campaign");
    std::fs::create_dir(&campaign).map_err(|e| e.to_string())?;
    for (name, format) in contents {
        match format {
            Some(format) => write(&campaign.join(name), originals.first(format))?,
            None => copy(&folder.join(&files[0]), &campaign.join(name))?,
        }
    }
    Ok(words("report campaign --quiet --out page.html", &[] as &[String]))
}

/// A campaign that goes on in a folder in which one file is damaged.
fn resumed(folder: &Path, originals: &Originals, damaged: &str, files: &[String]) -> Result<Vec<String>, String> {
    remove(folder, "out")?;
    let out = folder.join("out");
    std::fs::create_dir(&out).map_err(|e| e.to_string())?;
    write(&folder.join("f.fpcore"), FORMULA.as_bytes())?;
    for (format, name) in [
        ("suite", "suite.json"),
        ("record", "record.jsonl"),
        ("summary", "summary.json"),
    ] {
        write(&out.join(name), originals.first(format))?;
    }
    copy(&folder.join(&files[0]), &out.join(damaged))?;
    Ok(words(
        "generate f.fpcore --quiet --strength minimal --out out --resume",
        &[] as &[String],
    ))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to)
        .map(drop)
        .map_err(|e| format!("{}: {e}", to.display()))
}

fn remove(folder: &Path, name: &str) -> Result<(), String> {
    match std::fs::remove_dir_all(folder.join(name)) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
        _ => Ok(()),
    }
}
