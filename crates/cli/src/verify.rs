//! `lydian verify`: suites proved again.

use crate::args;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupts::{heed, settle, unless_interrupted};
use crate::{bug, threads};
use ::verify::{Count, Sampled, VerifyOptions, VerifyReport, verify};
use rayon::ThreadPool;
use report::text::verify_report;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use suite::verify::{ProvedClaims, Tried, Verification, VerifyRow};
use suite::{Suite, SuiteFile};

/// Runs the command.
pub fn run(typed: &args::Verify, console: &Console) -> Result<Exit, Complaint> {
    let pool = campaign::threads::start_pool(threads::count(&typed.output))
        .map_err(|error| Complaint::of_run(format!("no threads can be started: {error}")))?;
    let options = options(typed);
    let (mut rows, mut exit) = (Vec::new(), Exit::Done);
    heed();
    let pool = Arc::new(pool);
    for path in &typed.suites {
        let (file, pool) = (path.clone(), Arc::clone(&pool));
        // No suite is verified in part: what was not proved again is not known.
        let Some(done) = unless_interrupted(move || row(&file, &options, &pool)) else {
            console.error("interrupted");
            exit = exit.max(Exit::Early);
            break;
        };
        match done {
            Ok(row) => {
                let found = if row.problems.is_empty() {
                    Exit::Done
                } else {
                    Exit::Findings
                };
                exit = exit.max(found);
                rows.push(row);
            }
            Err(complaint) => exit = exit.max(complaint.tell(console)),
        }
    }
    settle();
    if typed.output.json {
        console.data(&as_json(rows, exit));
    } else if !rows.is_empty() {
        console.report(&verify_report(&rows));
    }
    Ok(exit)
}

fn options(typed: &args::Verify) -> VerifyOptions {
    let default = VerifyOptions::default();
    VerifyOptions {
        samples: typed.samples.unwrap_or(default.samples),
    }
}

/// The row of a suite, or why there is none.
fn row(path: &Path, options: &VerifyOptions, pool: &ThreadPool) -> Result<VerifyRow, Complaint> {
    let file = path.display().to_string();
    let begin = Instant::now();
    let suite = read(path).map_err(|why| Complaint::at(&file, why))?;
    let report = bug::catch(|| pool.install(|| verify(&suite, options)));
    let report = report.ok_or_else(|| Complaint::at(&file, "the bug above came up here").with(Exit::Bug))?;
    let milliseconds = u64::try_from(begin.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(plain(file, suite.spec.name, &report, milliseconds))
}

fn read(path: &Path) -> Result<Suite, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot be read: {error}"))?;
    match SuiteFile::from_json(&text).map_err(|error| error.to_string())? {
        SuiteFile::Proven(suite) => Ok(*suite),
        SuiteFile::Observed(suite) => Err(format!(
            "there is nothing to prove: the outputs of {} in its {} tests were observed; lydian check says whether they changed",
            suite.function,
            suite.tests.len()
        )),
    }
}

fn plain(suite: String, spec: String, report: &VerifyReport, milliseconds: u64) -> VerifyRow {
    let tried = |s: Sampled| Tried {
        claims: s.claims,
        refuted: s.refuted,
        points: s.points,
    };
    let proved = |c: Count| ProvedClaims {
        claims: c.total(),
        proved: c.proved,
    };
    VerifyRow {
        suite,
        spec,
        oracles: proved(report.oracles),
        kills: proved(report.kills),
        equivalents: tried(report.equivalents),
        duplicates: tried(report.duplicates),
        problems: report.problems.iter().map(ToString::to_string).collect(),
        milliseconds,
    }
}

fn as_json(rows: Vec<VerifyRow>, exit: Exit) -> String {
    let verification = Verification {
        format: Verification::FORMAT.into(),
        version: Verification::VERSION,
        outcome: exit.outcome().into(),
        exit_code: exit.code(),
        suites: rows,
    };
    verification.to_json()
}
