//! `hunts`: what `hunt` claims of programs, judged by balls of another library and by calling the programs.
//!
//! `make` makes a program for a simple formula, right by construction or with a fault in a known part of the domain. A hunt
//! runs on it, or on it and the right one beside it; a Python process with python-flint (`judge.py`) builds the program
//! itself and computes again what is told: answers, errors, differences, and that an answer is not acceptable. No right
//! program may be accused. Every batch has a false claim among its lines that the judge must refute.

mod make;

use super::python::judge_lines;
use super::{ChildReport, RefuteSettings, Refuted, RefuterKind, Rng, Tally, folder, run_child};
use make::HuntCase;
use serde_json::{Value, json};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// The row of the table.
pub const KIND: RefuterKind = RefuterKind {
    name: "hunts",
    about: "errors, differences and accusations of hunts, by balls of python-flint and by the programs themselves",
    few: 12,
    batch: 6,
    judge,
};

const LIMIT: Duration = Duration::from_secs(120);
const SCRIPT: &str = include_str!("judge.py");

/// Claims that the judge counts.
const CLAIMS: [&str; 6] = ["answers", "ulps", "margins", "differences", "accusations", "verdicts"];

fn judge(settings: &RefuteSettings, cases: Range<u64>) -> Result<Tally, String> {
    let bench = HuntBench {
        settings,
        folder: folder(settings, "hunts", cases.start)?,
    };
    let mut tally = Tally::default();
    let (mut lines, mut made) = (Vec::new(), Vec::new());
    for number in cases {
        let mut rng = settings.rng("hunts", number);
        let case = make::case(&mut rng);
        let (line, trouble) = bench.listen(&case, number, &mut rng)?;
        tally.cases += 1;
        tally.count("runs", 1);
        match trouble {
            Some(why) => tally
                .refuted
                .push(refuted(number, "a hunt ends as it should", &why, &case, &line)),
            None => {
                lines.push(line);
                made.push((number, case));
            }
        }
    }
    lines.extend(lines.iter().find_map(falsified));
    let verdicts = bench.verdicts(&lines)?;
    if verdicts.len() > made.len() && verdicts[made.len()]["refuted"][0].is_null() {
        let case = &lines[made.len()]["case"];
        return Err(format!("the judge does not see a false claim about case {case}"));
    }
    for (((number, case), verdict), line) in made.iter().zip(&verdicts).zip(&lines) {
        enter(*number, case, verdict, line, &mut tally)?;
    }
    Ok(tally)
}

/// The same line with an error that is twice as large.
fn falsified(line: &Value) -> Option<Value> {
    let mut report: Value = serde_json::from_str(line["report"].as_str()?).ok()?;
    let ulps = report["worst"]["ulps"].as_f64().filter(|ulps| *ulps > 0.3)?;
    report["worst"]["ulps"] = json!(2.0 * ulps);
    let mut line = line.clone();
    line["report"] = json!(report.to_string());
    Some(line)
}

/// Counts what was judged.
fn enter(number: u64, case: &HuntCase, verdict: &Value, line: &Value, tally: &mut Tally) -> Result<(), String> {
    if let Some(trouble) = verdict["trouble"].as_str() {
        return Err(format!("case {number}: the judge cannot judge it: {trouble}"));
    }
    for claim in CLAIMS {
        tally.count(claim, verdict["claims"][claim].as_u64().unwrap_or(0));
    }
    for found in verdict["refuted"].as_array().into_iter().flatten() {
        let text = |n: usize| found[n].as_str().unwrap_or_default().to_string();
        tally.refuted.push(refuted(number, &text(0), &text(1), case, line));
    }
    Ok(())
}

fn refuted(case: u64, claim: &str, why: &str, made: &HuntCase, line: &Value) -> Refuted {
    let report = line["report"].as_str().unwrap_or_default();
    Refuted {
        case,
        claim: claim.into(),
        why: why.into(),
        files: vec![
            ("s.lyd".into(), made.spec.clone().into_bytes()),
            ("p.c".into(), made.program.clone().into_bytes()),
            ("hunt.json".into(), report.as_bytes().to_vec()),
        ],
    }
}

/// A folder, and the programs that work in it.
struct HuntBench<'s> {
    settings: &'s RefuteSettings,
    folder: PathBuf,
}

impl HuntBench<'_> {
    /// Hunts; the line for the judge, and what is odd about the run.
    fn listen(&self, case: &HuntCase, number: u64, rng: &mut Rng) -> Result<(Value, Option<String>), String> {
        self.write("s.lyd", &case.spec)?;
        self.write("p.c", &case.program)?;
        let _ = std::fs::remove_file(self.folder.join("hunt.json"));
        let compared = rng.one_in(4);
        let (seed, calls) = ((1 + rng.below(1000)).to_string(), "2500");
        let mut words = vec![
            "hunt",
            "--subject",
            "p.c:f",
            "--quiet",
            "--calls",
            calls,
            "--seed",
            &seed,
        ];
        match compared {
            false => words.push("s.lyd"),
            true => {
                words.extend(["--reference", "p.c:r"]);
                case.ranges.iter().for_each(|range| words.extend(["--range", range]));
            }
        }
        let ran = run_child(&self.settings.program("lydian"), &words, &self.folder, b"", LIMIT)?;
        let report = std::fs::read_to_string(self.folder.join("hunt.json")).ok();
        let trouble = unusual(&ran).or_else(|| report.is_none().then(|| "there is no report".into()));
        let line = json!({
            "case": number, "function": case.function, "format": case.format, "ulps": case.ulps, "right": case.is_right,
            "source": case.program, "ranges": case.ranges, "code": ran.code, "report": report, "compared": compared,
        });
        Ok((line, trouble))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), String> {
        std::fs::write(self.folder.join(name), text).map_err(|e| format!("{name}: {e}"))
    }

    /// What the judge says of each line.
    fn verdicts(&self, lines: &[Value]) -> Result<Vec<Value>, String> {
        judge_lines(self.settings, &self.folder, SCRIPT, lines)
    }
}

impl Drop for HuntBench<'_> {
    fn drop(&mut self) {
        // What is left is in the way of nobody.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// What no hunt may do: only findings and whole hunts are as they should be.
fn unusual(ran: &ChildReport) -> Option<String> {
    let odd = || (!matches!(ran.code, Some(0 | 1))).then(|| format!("ends with {:?}: {}", ran.code, ran.errors()));
    ran.misbehaved().or_else(odd)
}
