//! `formulas`: what `compare` and `generate` claim of random formulas, judged by ball arithmetic of another library.
//!
//! `make` makes a formula and a copy of it that is rewritten or has a fault, over a domain that is often nasty.
//! Both commands run on them; a Python process with python-flint (`judge.py`) reads what they say, and tries to prove it
//! false. Every batch has false claims among its cases (`planted`) that the judge must refute, so that it cannot be blind.

mod make;
mod planted;
mod tree;

use super::python::judge_lines;
use super::{ChildReport, RefuteSettings, Refuted, RefuterKind, Tally, folder, run_child};
use make::{Spec, SpecPair};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// The row of the table.
pub const KIND: RefuterKind = RefuterKind {
    name: "formulas",
    about: "oracles, kills, equivalences and witnesses, by balls of python-flint",
    few: 160,
    batch: 20,
    judge,
};

const LIMIT: Duration = Duration::from_secs(600);
const SCRIPT: &str = include_str!("judge.py");

/// Points that a claim of equivalence of two formulas is attacked at.
const POINTS: u64 = 600;

/// Attempts to make a refuted case smaller.
const SHRINKS: usize = 60;

fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    let bench = FormulaBench::new(settings, cases.start)?;
    let mut tally = Tally::default();
    let (mut lines, mut pairs) = (planted::lines(), Vec::new());
    let planted = lines.len();
    for case in cases {
        let pair = make::pair(&mut settings.rng("formulas", case));
        let heard = bench.listen(&pair, case)?;
        tally.cases += 1;
        if let Some(why) = heard.trouble {
            tally.count("runs", 1);
            tally
                .refuted
                .push(refuted(case, "a command ends as it should", &why, &pair));
            continue;
        }
        tally.count("runs", 2);
        lines.push(heard.line);
        pairs.push((case, pair));
    }
    let verdicts = bench.verdicts(&lines)?;
    let (false_ones, rest) = verdicts.split_at(planted);
    if let Some(n) = false_ones.iter().position(|verdict| first_refuted(verdict).is_none()) {
        return Err(format!(
            "the judge does not see that claim {n} is false: {} {}",
            lines[n], false_ones[n]
        ));
    }
    for ((case, pair), verdict) in pairs.iter().zip(rest) {
        bench.enter(*case, pair, verdict, &mut tally)?;
    }
    Ok(tally)
}

fn refuted(case: u64, claim: &str, why: &str, pair: &SpecPair) -> Refuted {
    let file = |name: &str, spec: &Spec| (name.to_string(), spec.text().into_bytes());
    Refuted {
        case,
        claim: claim.into(),
        why: why.into(),
        files: vec![file("a.fpcore", &pair.a), file("b.fpcore", &pair.b)],
    }
}

/// A folder, and the programs that work in it.
struct FormulaBench<'s> {
    settings: &'s RefuteSettings,
    folder: PathBuf,
}

/// What the commands said.
struct Heard {
    line: Value,
    /// A panic, a hang, or an end by a signal.
    trouble: Option<String>,
}

impl<'s> FormulaBench<'s> {
    fn new(settings: &'s RefuteSettings, number: u64) -> Result<FormulaBench<'s>, String> {
        let folder = folder(settings, "formulas", number)?;
        Ok(FormulaBench { settings, folder })
    }

    /// Runs both commands on a pair.
    fn listen(&self, pair: &SpecPair, case: u64) -> Result<Heard, String> {
        let (a, b) = (pair.a.text(), pair.b.text());
        self.write("a.fpcore", &a)?;
        self.write("b.fpcore", &b)?;
        let _ = std::fs::remove_dir_all(self.folder.join("out"));
        let compared = self.lydian(&["compare", "a.fpcore", "b.fpcore", "--json", "--boxes", "300"])?;
        // A strong suite has a hundred times the kills, and takes the judge as much longer.
        let strength = if case.is_multiple_of(8) { "standard" } else { "minimal" };
        let generated = self.lydian(&[
            "generate",
            "a.fpcore",
            "--out",
            "out",
            "--quiet",
            "--boxes",
            "60",
            "--points",
            "64",
            "--more-points",
            "64",
            "--strength",
            strength,
        ])?;
        let suite = std::fs::read_to_string(self.folder.join("out/suite.json")).ok();
        let comparison: Value = serde_json::from_str(&compared.text()).unwrap_or(Value::Null);
        let words = [("compare", &compared), ("generate", &generated)];
        let trouble = words
            .iter()
            .find_map(|(word, ran)| Some(format!("{word} {}", unusual(ran)?)));
        let line = json!({"case": case, "a": a, "b": b, "comparison": comparison, "suite": suite, "points": POINTS});
        Ok(Heard { line, trouble })
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.folder.join(name), text).map_err(|e| format!("{name}: {e}"))
    }

    fn lydian(&self, words: &[&str]) -> Result<ChildReport, String> {
        run_child(&self.settings.program("lydian"), words, &self.folder, b"", LIMIT)
    }

    /// What the judge says of each line.
    fn verdicts(&self, lines: &[Value]) -> Result<Vec<Value>, String> {
        judge_lines(self.settings, &self.folder, SCRIPT, lines)
    }

    /// Counts what was judged, and makes refuted cases small.
    fn enter(&self, case: u64, pair: &SpecPair, verdict: &Value, tally: &mut Tally) -> Result<(), String> {
        if let Some(trouble) = verdict["trouble"].as_str() {
            return Err(format!("case {case}: the judge cannot judge it: {trouble}"));
        }
        for claim in CLAIMS {
            tally.count(claim, verdict["claims"][claim].as_u64().unwrap_or(0));
        }
        let Some((claim, why)) = first_refuted(verdict) else {
            return Ok(());
        };
        let small = self.shrunk(pair, &claim)?;
        tally.refuted.push(refuted(case, &claim, &why, &small));
        Ok(())
    }

    /// The smallest pair that was found for which a claim of the same sort is refuted.
    fn shrunk(&self, pair: &SpecPair, claim: &str) -> Result<SpecPair, String> {
        let mut best = pair.clone();
        let mut left = SHRINKS;
        while let Some(better) = self.smaller(&best, claim, &mut left)? {
            best = better;
        }
        Ok(best)
    }

    fn smaller(&self, pair: &SpecPair, claim: &str, left: &mut usize) -> Result<Option<SpecPair>, String> {
        for candidate in candidates(pair) {
            if *left == 0 {
                return Ok(None);
            }
            *left -= 1;
            let heard = self.listen(&candidate, 0)?;
            let verdicts = self.verdicts(&[heard.line])?;
            let found = verdicts.first().and_then(first_refuted);
            if found.is_some_and(|(other, _)| sort(&other) == sort(claim)) {
                return Ok(Some(candidate));
            }
        }
        Ok(None)
    }
}

impl Drop for FormulaBench<'_> {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Claims that the judge counts.
const CLAIMS: [&str; 6] = [
    "witnesses",
    "equivalences",
    "oracles",
    "kills",
    "equivalents",
    "duplicates",
];

/// What no command may do; refusals and findings are as they should be.
fn unusual(ran: &ChildReport) -> Option<String> {
    let odd = || (!matches!(ran.code, Some(0..=3))).then(|| format!("ends with {:?}: {}", ran.code, ran.errors()));
    ran.misbehaved().or_else(odd)
}

fn first_refuted(verdict: &Value) -> Option<(String, String)> {
    let first = verdict["refuted"].as_array()?.first()?;
    Some((first[0].as_str()?.into(), first[1].as_str()?.into()))
}

/// A claim without names and numbers.
fn sort(claim: &str) -> String {
    let keep = |word: &&str| !word.contains(|c: char| c.is_ascii_digit() || c == ':');
    claim.split_whitespace().filter(keep).collect::<Vec<_>>().join(" ")
}

/// Smaller pairs: both formulas cut down, and fewer conditions.
fn candidates(pair: &SpecPair) -> Vec<SpecPair> {
    let with = |a: Spec, b: Spec| SpecPair { a, b };
    let body = |spec: &Spec, body| Spec { body, ..spec.clone() };
    let both = pair.a.body == pair.b.body;
    let firsts = pair.a.body.smaller().into_iter().map(|t| {
        let b = if both { t.clone() } else { pair.b.body.clone() };
        with(body(&pair.a, t), body(&pair.b, b))
    });
    let seconds = pair
        .b
        .body
        .smaller()
        .into_iter()
        .map(|t| with(pair.a.clone(), body(&pair.b, t)));
    let count = pair.a.names.len();
    let fewer = (count..pair.a.pre.len()).map(|n| {
        let without = |spec: &Spec| {
            let mut spec = spec.clone();
            spec.pre.remove(n);
            spec
        };
        with(without(&pair.a), without(&pair.b))
    });
    fewer.chain(firsts).chain(seconds).collect()
}
