//! Good files of every format that a command reads.

use crate::refute::{RefuteSettings, run_child};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The formula that the suites are about: short, so that they are.
pub const FORMULA: &str =
    "(FPCore needle (x) :pre (<= 0 x 4) :accuracy-rel 1e-6\n  (if (< (fabs (- (* x x) 2)) 1e-9) x 1))\n";

/// A function for `check`, `cover` and `stress`.
const CODE: &str = "double f(double x) { if (x > 2) return 1 / (x - 3); return 1; }\n";

/// Operators of one's own for `stress`.
const OPERATORS: &str =
    "[[operator]]\nname = \"big\"\non = [\"fdiv\", \"fsub\"]\nwhen = \"abs(result) > 1e6 and left < right\"\n";

const ANSWERS: &[&str] = &[
    "sat\n((x (/ 14142135623 10000000000)))\n",
    "unsat\n",
    "unknown\n",
    "sat\n(model (define-fun x () Real (- (/ 3.0 2.0))))\n",
    "sat\n((x (root-obj (+ (^ x 2) (- 2)) 2)))\n",
    "(error \"line 3\")\n",
];

/// Lines of arguments that write further files.
const COMMANDS: &[&str] = &[
    "generate f.fpcore --quiet --strength minimal --out out",
    "check out/suite.json --subject f.c:f --quiet --out check.json --also random:20",
    "cover f.c --function f --quiet --out cover.json --suite observed.json",
    "stress f.c --function f --quiet --out stress.json",
    "accuracy examples/accuracy/newton.toml --quiet --out accuracy.json",
];

/// What those lines have written, and the format that it is a file of.
const WRITTEN: &[(&str, &str)] = &[
    ("suite", "out/suite.json"),
    ("record", "out/record.jsonl"),
    ("summary", "out/summary.json"),
    ("check", "check.json"),
    ("cover", "cover.json"),
    ("observed", "observed.json"),
    ("stress", "stress.json"),
    ("accuracy", "accuracy.json"),
];

/// Files of the project, and the format that they are files of.
const KEPT: &[(&str, &str, &str)] = &[
    ("lyd", "specs", "lyd"),
    ("fpcore", "specs", "fpcore"),
    ("contract", "examples/learn", "contract"),
    ("toml", "examples/accuracy", "toml"),
];

/// Good files, by their format.
pub struct Originals(BTreeMap<&'static str, Vec<Vec<u8>>>);

impl Originals {
    /// Makes them.
    pub fn make(settings: &RefuteSettings) -> Result<Originals, String> {
        let folder = crate::refute::folder(settings, "originals", 0)?;
        let mut all: BTreeMap<&'static str, Vec<Vec<u8>>> = BTreeMap::new();
        for (format, place, ending) in KEPT {
            all.insert(format, kept(&settings.root.join(place), ending)?);
        }
        all.insert("operators", vec![OPERATORS.into()]);
        all.insert("answer", ANSWERS.iter().map(|text| text.as_bytes().to_vec()).collect());
        make_files(settings, &folder)?;
        for (format, name) in WRITTEN {
            all.insert(format, vec![read(&folder.join(name))?]);
        }
        std::fs::remove_dir_all(&folder).map_err(|e| e.to_string())?;
        Ok(Originals(all))
    }

    /// The good files of a format.
    pub fn of(&self, format: &str) -> &[Vec<u8>] {
        self.0.get(format).map_or(&[], Vec::as_slice)
    }

    /// The first good file of a format.
    pub fn first(&self, format: &str) -> &[u8] {
        self.of(format).first().map_or(&[], Vec::as_slice)
    }

    /// Writes the code that subjects are built from.
    pub fn write_code(folder: &Path) -> Result<(), String> {
        super::write(&folder.join("f.c"), CODE.as_bytes())
    }
}

/// Files with a comment or two before their end, as they are kept.
fn kept(folder: &Path, ending: &str) -> Result<Vec<Vec<u8>>, String> {
    let entries = std::fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    let wanted = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == ending));
    wanted.map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}

/// Runs the commands that write files.
fn make_files(settings: &RefuteSettings, folder: &Path) -> Result<(), String> {
    super::write(&folder.join("f.fpcore"), FORMULA.as_bytes())?;
    Originals::write_code(folder)?;
    for line in COMMANDS {
        let line = line.replace("examples/", &format!("{}/examples/", settings.root.display()));
        let words: Vec<&str> = line.split(' ').collect();
        let ran = run_child(
            &settings.program("lydian"),
            &words,
            folder,
            b"",
            Duration::from_secs(300),
        )?;
        if let Some(how) = ran.misbehaved() {
            return Err(format!("lydian {line}: {how}"));
        }
    }
    Ok(())
}
