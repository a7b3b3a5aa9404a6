//! `lydian cover`: inputs for every branch.

use crate::args::PrintArguments;
use crate::code::{Code, read_measure, save};
use crate::complaint::Complaint;
use crate::console::Console;
use crate::covers::read_sources;
use crate::exit::Exit;
use crate::interrupts::{UNCOUNTED, heed, or_interrupted, tell_early_end};
use crate::typed::{TOOL, quote};
use ::native::worker;
use campaign::cover::{CoverOptions, collect_suite, cover};
use clap::Args;
use report::page::cover_page;
use std::path::PathBuf;
use suite::ObservedSuite;
use suite::cover::CoverReport;

/// Arguments of `cover`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Cover {
    #[command(flatten)]
    pub code: Code,
    /// Leave out NaN and infinities
    #[arg(long)]
    pub no_specials: bool,
    /// File for the report; standard output has a summary
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write the inputs as a suite: with observed outputs, or with proven oracles where --spec gives them
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Specification of the function, to judge its outputs by: a file with one, or FILE:NAME
    #[arg(long, value_name = "SPEC")]
    pub spec: Option<PathBuf>,
    /// Show the source with the branches in its margin
    #[arg(long)]
    pub annotate: bool,
    /// Also write a page with the source, its branches and the inputs
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write lcov's format
    #[arg(long, value_name = "FILE")]
    pub lcov: Option<PathBuf>,
    /// Replay the inputs on a build by gcc and compare with gcov
    #[arg(long)]
    pub verify_gcov: bool,
    #[command(flatten)]
    pub print: PrintArguments,
}

/// What a function lacks that has no branches.
const NOTHING: &str = "no branches, so any input covers it";

const HELP: &str = "\
Examples:
  lydian cover tanh.c --function tanh
  lydian cover e_pow.c --function __ieee754_pow --cflags '-I include -fno-builtin' --link math_err.c
  lydian cover table.f90 --function lookup --range x=0:10 --lcov table.info
  lydian cover tanh.c --function tanh --annotate --html tanh.html
  lydian cover tanh.c --function tanh --suite tanh.suite.json
  lydian cover tanh.c --function tanh --spec tanh.lyd

The exit code is 0 if every side of every branch is covered or proved infeasible, else 3;
with --spec it is 1 if an output is provably wrong.";

/// Runs the command.
pub fn run(typed: &Cover, console: &Console) -> Result<Exit, Complaint> {
    search(typed, console).map_err(or_interrupted)
}

/// Runs a worker.
pub fn run_worker() -> Exit {
    match worker::main() {
        Ok(()) => Exit::Done,
        Err(_) => Exit::BadInput,
    }
}

fn search(typed: &Cover, console: &Console) -> Result<Exit, Complaint> {
    typed
        .code
        .spare(&[&typed.out, &typed.suite, &typed.html, &typed.lcov])?;
    let options = options(typed)?;
    heed();
    let report = cover(&options).map_err(|failure| typed.code.complaint(failure, NOTHING))?;
    let sources = read_sources(&report);
    write(typed, &report, &sources)?;
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::cover::cover_report(&report, &sources, typed.annotate));
    }
    tell_early_end(console, UNCOUNTED);
    Ok(match report.summary.unreached {
        _ if report.has_wrong_output() => Exit::Findings,
        0 => Exit::Done,
        _ => Exit::Early,
    })
}

/// The files that were asked for.
fn write(typed: &Cover, report: &CoverReport, sources: &[(String, String)]) -> Result<(), Complaint> {
    if let Some(path) = &typed.out {
        save(path, &report.to_json())?;
    }
    if let Some(path) = &typed.suite {
        let text = suite_text(report).map_err(|why| Complaint::of_run(format!("--suite: {why}")))?;
        save(path, &text)?;
    }
    if let Some(path) = &typed.lcov {
        save(path, &report::lcov::lcov(report))?;
    }
    if let Some(path) = &typed.html {
        save(path, &cover_page(report, sources, None))?;
    }
    Ok(())
}

/// The inputs as a suite: with proven oracles if there is a specification, else with what was observed.
fn suite_text(report: &CoverReport) -> Result<String, &'static str> {
    match report.spec {
        Some(_) => collect_suite(report)
            .map(|suite| suite.to_json())
            .ok_or("the specification has nothing to say about any input, so that there is no test with an oracle"),
        None => ObservedSuite::of(report)
            .map(|suite| suite.to_json())
            .ok_or("it is not known what the function takes and gives"),
    }
}

fn options(typed: &Cover) -> Result<CoverOptions, Complaint> {
    let again = typed.code.command_for_inputs("cover", words(typed));
    Ok(CoverOptions {
        settings: typed.code.settings(!typed.no_specials)?,
        measure: read_measure(typed.spec.as_deref(), again)?,
        verify_gcov: typed.verify_gcov,
        tool: TOOL.into(),
        command: typed.code.command("cover", words(typed)),
    })
}

/// The options of this command alone, as they can be repeated.
fn words(typed: &Cover) -> Vec<String> {
    let mut words = Vec::new();
    if typed.no_specials {
        words.push("--no-specials".to_string());
    }
    let path = |path: &PathBuf| quote(&path.display().to_string());
    words.extend(typed.spec.iter().map(|f| format!("--spec {}", path(f))));
    if typed.verify_gcov {
        words.push("--verify-gcov".into());
    }
    words
}
