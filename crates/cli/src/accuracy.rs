//! `lydian accuracy`: is a numerical algorithm as accurate as it was designed to be?

use crate::args::PrintArguments;
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupts::{heed, or_interrupted};
use crate::threads;
use crate::typed::{TOOL, quote};
use campaign::accuracy::{AccuracyCampaign, Config, accuracy, list_mutants};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use suite::accuracy::{AccuracyReport, Conclusion};

/// Arguments of `accuracy`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct AccuracyArguments {
    /// What to test and on which problems
    #[arg(value_name = "CONFIG")]
    pub config: PathBuf,
    /// Test this source in place of the one in CONFIG
    #[arg(long, value_name = "FILE")]
    pub source: Option<PathBuf>,
    /// List the mutants and run nothing
    #[arg(long)]
    pub list: bool,
    /// File for the report for machines
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write a page with curves and survivors
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Threads to use; all processors if not given. The results do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    #[command(flatten)]
    pub print: PrintArguments,
}

const HELP: &str = "\
Examples:
  lydian accuracy rk4.toml
  lydian accuracy rk4.toml --source my_rk4.c --html rk4.html
  lydian accuracy rk4.toml --list

A configuration names a source, its function, the order that it was designed for, and a kind of problems:
  [algorithm]
  source = \"rk4.c\"
  order = 4
  [problems]
  kind = \"initial-value\"

The exit code is 0 if the algorithm is as designed, 1 if it is suspicious, 3 if the run was interrupted,
4 if it cannot be run or judged.";

/// Runs the command.
pub fn run(typed: &AccuracyArguments, console: &Console) -> Result<Exit, Complaint> {
    judge(typed, console).map_err(or_interrupted)
}

fn judge(typed: &AccuracyArguments, console: &Console) -> Result<Exit, Complaint> {
    let config = Config::read(&typed.config, &read(&typed.config)?, typed.source.as_deref());
    let config = config.map_err(Complaint::new)?;
    let text = read(&config.source)?;
    if typed.list {
        return show_list(&config, &text, console);
    }
    let interrupted = child::interrupt::flag();
    let campaign = AccuracyCampaign {
        interrupt: &interrupted,
        config: &config,
        text: &text,
        tool: TOOL.into(),
        command: command(typed),
    };
    let threads = typed.threads.map_or_else(threads::all, usize::from);
    let pool = campaign::threads::start_pool(threads).map_err(|e| Complaint::of_run(format!("no threads: {e}")))?;
    heed();
    let report = pool
        .install(|| accuracy(&campaign))
        .map_err(|failure| Complaint::of_accuracy(config.source.display(), failure))?;
    write(typed, &report)?;
    match typed.print.json {
        true => console.data(&report.to_json()),
        false => console.report(&report::accuracy::accuracy_report(&report)),
    }
    Ok(match report.verdict.conclusion {
        _ if interrupted.load(Ordering::Relaxed) => Exit::Early,
        Conclusion::Interrupted => Exit::Early,
        Conclusion::AsDesigned => Exit::Done,
        Conclusion::Suspicious => Exit::Findings,
    })
}

fn show_list(config: &Config, text: &str, console: &Console) -> Result<Exit, Complaint> {
    let mutants =
        list_mutants(config, text).map_err(|failure| Complaint::of_accuracy(config.source.display(), failure))?;
    let lines = mutants.iter().map(|mutant| {
        let diff = mutant.diff(text);
        format!(
            "{}:{}: {}\n  - {}\n  + {}\n",
            config.shown, diff.line, mutant.id, diff.before, diff.after
        )
    });
    console.list(&format!("{}{} mutants\n", lines.collect::<String>(), mutants.len()));
    Ok(Exit::Done)
}

fn write(typed: &AccuracyArguments, report: &AccuracyReport) -> Result<(), Complaint> {
    if let Some(path) = &typed.out {
        save(path, &report.to_json())?;
    }
    if let Some(path) = &typed.html {
        save(path, &report::page::accuracy_page(report))?;
    }
    Ok(())
}

fn read(path: &Path) -> Result<String, Complaint> {
    let failed = |e| Complaint::at(path.display(), format!("cannot be read: {e}"));
    std::fs::read_to_string(path).map_err(failed)
}

fn command(typed: &AccuracyArguments) -> String {
    let mut words = vec![
        "lydian accuracy".to_string(),
        quote(&typed.config.display().to_string()),
    ];
    words.extend(
        typed
            .source
            .iter()
            .map(|s| format!("--source {}", quote(&s.display().to_string()))),
    );
    words.join(" ")
}
