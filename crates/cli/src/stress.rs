//! `lydian stress`: environmental mutants, killed by search.

use crate::args::PrintArguments;
use crate::code::{Code, check_readable, read_measure, save};
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupts::{UNCOUNTED, heed, or_interrupted, tell_early_end};
use crate::typed::{TOOL, quote};
use campaign::stress::{Operators, ReferenceRequest, StressOptions, list_mutants, operators, stress};
use clap::Args;
use instrument::{CustomOperator, OPERATORS};
use std::path::{Path, PathBuf};
use subject::{SubjectLanguage, SubjectReference};
use suite::ObservedSuite;
use suite::stress::StressReport;

/// Arguments of `stress`.
#[derive(Debug, Args)]
#[command(after_help = help())]
pub struct StressArguments {
    #[command(flatten)]
    pub code: Code,
    /// Operators, separated by commas, or `all`; if not given, those that are on by default
    #[arg(long, value_name = "NAMES")]
    pub operators: Option<String>,
    /// File with operators of your own, in TOML
    #[arg(long, value_name = "FILE")]
    pub operator_file: Option<PathBuf>,
    /// Leading bits that a difference must lose to count as cancellation
    #[arg(long, value_name = "K", default_value_t = CANCEL_BITS, value_parser = clap::value_parser!(u32).range(1..=52))]
    pub cancel_bits: u32,
    /// Also try NaN and infinities as inputs
    #[arg(long)]
    pub specials: bool,
    /// Function to compare returned values with, such as wide.c:f
    #[arg(long, value_name = "FILE:F")]
    pub reference: Option<String>,
    /// Specification of the function, to judge returned values by: a file with one, or FILE:NAME
    #[arg(long, value_name = "SPEC", conflicts_with = "reference")]
    pub spec: Option<PathBuf>,
    /// List the mutants and look for nothing
    #[arg(long)]
    pub list: bool,
    /// File for the report; standard output has a summary
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write the inputs as a suite with observed outputs, for emit and check
    #[arg(long, value_name = "FILE")]
    pub suite: Option<PathBuf>,
    /// Also write the findings as SARIF, for code hosts
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Also write a page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArguments,
}

/// Default of `--cancel-bits`.
const CANCEL_BITS: u32 = 20;

/// Examples, and the table of operators.
fn help() -> String {
    let row = |row: &instrument::HazardRow| {
        let mark = if row.on_by_default { "" } else { " (off by default)" };
        format!("  {:<9} {}{mark}\n", row.name, row.dies_when)
    };
    let table: String = OPERATORS.iter().map(row).collect();
    format!(
        "Examples:
  lydian stress triangle.c --function triangle
  lydian stress triangle.c --function triangle --reference wide.c:triangle
  lydian stress mean.c --function mean --range x=0:1e6 --operators fovflow,fabsorb
  lydian stress filter.f90 --function step --sarif stress.sarif --html stress.html

Operators, and when their mutants die:
{table}
The exit code is 1 with findings, 3 without findings if mutants are undecided or operations are not watched, else 0."
    )
}

/// Runs the command.
pub fn run(typed: &StressArguments, console: &Console) -> Result<Exit, Complaint> {
    search(typed, console).map_err(or_interrupted)
}

/// What a function lacks that has no mutants.
const NOTHING: &str = "no arithmetic that these operators look at";

fn search(typed: &StressArguments, console: &Console) -> Result<Exit, Complaint> {
    typed
        .code
        .spare(&[&typed.out, &typed.suite, &typed.sarif, &typed.html])?;
    let options = options(typed)?;
    let complaint = |failure| typed.code.complaint(failure, NOTHING);
    heed();
    if typed.list {
        console.list(&report::stress::stress_list(
            &list_mutants(&options).map_err(complaint)?,
        ));
        return Ok(Exit::Done);
    }
    let report = stress(&options).map_err(complaint)?;
    write_files(typed, &report)?;
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::stress::stress_report(&report));
    }
    tell_early_end(console, UNCOUNTED);
    Ok(exit(&report))
}

fn write_files(typed: &StressArguments, report: &StressReport) -> Result<(), Complaint> {
    if let Some(path) = &typed.out {
        save(path, &report.to_json())?;
    }
    if let Some((path, suite)) = typed.suite.as_ref().zip(ObservedSuite::of_stress(report)) {
        save(path, &suite.to_json())?;
    }
    if let Some(path) = &typed.sarif {
        save(path, &report::stress::stress_sarif(report))?;
    }
    if let Some(path) = &typed.html {
        save(path, &report::page::stress_page(report))?;
    }
    Ok(())
}

fn exit(report: &StressReport) -> Exit {
    let counts = report.summary;
    let wrong = report.further.as_ref().map_or(0, |further| further.summary.ko);
    if counts.findings + counts.endings + wrong > 0 {
        Exit::Findings
    } else if counts.undecided > 0 || !report.unwatched.is_empty() {
        Exit::Early
    } else {
        Exit::Done
    }
}

fn options(typed: &StressArguments) -> Result<StressOptions, Complaint> {
    let again = typed.code.command_for_inputs("stress", words(typed));
    let settings = typed.code.settings(typed.specials)?;
    let custom = typed.operator_file.as_deref().map(custom_operators).transpose()?;
    let chosen = Operators::choose(
        typed.operators.as_deref(),
        custom.unwrap_or_default(),
        typed.cancel_bits,
    );
    let reference = typed.reference.as_deref().map(reference).transpose()?;
    Ok(StressOptions {
        settings,
        operators: chosen.map_err(Complaint::of_run)?,
        reference,
        measure: read_measure(typed.spec.as_deref(), again)?,
        tool: TOOL.into(),
        command: typed.code.command("stress", words(typed)),
    })
}

fn custom_operators(path: &Path) -> Result<Vec<CustomOperator>, Complaint> {
    check_readable(path)?;
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|e| Complaint::at(path.display(), format!("cannot be read: {e}")))?;
    operators::read_custom(&text).map_err(|(line, why)| Complaint::at(format!("{}:{line}", path.display()), why))
}

fn reference(text: &str) -> Result<ReferenceRequest, Complaint> {
    let refuse = |why: String| Complaint::of_run(format!("--reference: {why}"));
    let parsed: SubjectReference = text.parse().map_err(|e| refuse(format!("{e}")))?;
    match parsed {
        SubjectReference::Function {
            language: SubjectLanguage::C | SubjectLanguage::Cpp | SubjectLanguage::Fortran,
            file,
            name,
        } => {
            check_readable(&file)?;
            Ok(ReferenceRequest { file, function: name })
        }
        _ => Err(refuse(format!(
            "`{text}` is no function in C, C++ or Fortran, such as wide.c:f"
        ))),
    }
}

/// The options of this command alone, as they can be repeated.
fn words(typed: &StressArguments) -> Vec<String> {
    let mut words = Vec::new();
    words.extend(typed.operators.iter().map(|o| format!("--operators {}", quote(o))));
    let path = |path: &PathBuf| quote(&path.display().to_string());
    words.extend(
        typed
            .operator_file
            .iter()
            .map(|f| format!("--operator-file {}", path(f))),
    );
    if typed.cancel_bits != CANCEL_BITS {
        words.push(format!("--cancel-bits {}", typed.cancel_bits));
    }
    if typed.specials {
        words.push("--specials".into());
    }
    words.extend(typed.reference.iter().map(|r| format!("--reference {}", quote(r))));
    words.extend(typed.spec.iter().map(|f| format!("--spec {}", path(f))));
    words
}
