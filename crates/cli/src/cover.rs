//! `lydian cover`: inputs for every branch.

use crate::bug;
use crate::compare::{item, one};
use crate::console::Console;
use crate::covers::sources;
use crate::exit::Exit;
use crate::generate::plan::{TOOL, quoted};
use campaign::cover::{Failure, Measure, Options, cover, proven};
use campaign::native::{Settings, worker};
use clap::Args;
use expr::spec::Defaults;
use instrument::Request;
use report::page::cover_page;
use std::path::PathBuf;
use suite::ObservedSuite;
use suite::cover::CoverReport;

/// Arguments of `cover`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Cover {
    /// Sources in C, C++ or Fortran; one of them defines the function
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    /// The function
    #[arg(long, value_name = "F")]
    pub function: String,
    /// Branches to cover: those of the function, or of all functions in the files
    #[arg(long, value_enum, value_name = "SCOPE", default_value = "function")]
    pub scope: ScopeName,
    /// Flags for the compiler, separated by spaces
    #[arg(long, value_name = "FLAGS", allow_hyphen_values = true)]
    pub cflags: Option<String>,
    /// Further source, object or library to link; may be given several times
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    pub link: Vec<String>,
    /// Elements behind a pointer, such as x=8; one if not given
    #[arg(long, value_name = "NAME=N", value_parser = array)]
    pub array: Vec<(String, usize)>,
    /// Bounds of an argument, such as x=0:1e6
    #[arg(long, value_name = "NAME=LO:HI", value_parser = range, allow_hyphen_values = true)]
    pub range: Vec<(String, f64, f64)>,
    /// Leave out NaN and infinities
    #[arg(long)]
    pub no_specials: bool,
    /// Calls that may be made
    #[arg(long, value_name = "N", default_value_t = CALLS)]
    pub calls: u64,
    /// Seed of the search
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
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
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the report for machines to standard output instead of text
    #[arg(long)]
    pub json: bool,
}

/// Names of `--scope`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ScopeName {
    /// The function alone
    Function,
    /// All functions of the files
    Module,
}

/// Default of `--calls`.
const CALLS: u64 = 400_000;

/// Seconds without news after which a call is taken for one that hangs.
const PATIENCE: f64 = 1.0;

/// The command that runs a worker.
pub const WORKER: &str = "cover-worker";

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

fn array(text: &str) -> Result<(String, usize), String> {
    let parts = text
        .split_once('=')
        .and_then(|(name, n)| Some((name.to_string(), n.parse().ok()?)));
    parts
        .filter(|(_, n)| *n > 0)
        .ok_or_else(|| "write it as NAME=N, such as x=8".into())
}

fn range(text: &str) -> Result<(String, f64, f64), String> {
    let wrong = || "write it as NAME=LO:HI, such as x=0:1e6".to_string();
    let (name, bounds) = text.split_once('=').ok_or_else(wrong)?;
    let (lo, hi) = bounds.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<f64>().ok().or_else(|| suite::hex::parse(text));
    match (number(lo), number(hi)) {
        (Some(lo), Some(hi)) if lo <= hi => Ok((name.into(), lo, hi)),
        _ => Err(wrong()),
    }
}

/// Runs the command.
pub fn run(typed: &Cover, console: &Console) -> Exit {
    let Some(result) = bug::caught(|| covered(typed, console)) else {
        return Exit::Bug;
    };
    result.unwrap_or_else(|(complaint, exit)| {
        console.complaint(&complaint);
        exit
    })
}

/// Runs a worker.
pub fn run_worker() -> Exit {
    match worker::main() {
        Ok(()) => Exit::Done,
        Err(_) => Exit::BadInput,
    }
}

fn covered(typed: &Cover, console: &Console) -> Result<Exit, (String, Exit)> {
    typed.files.iter().try_for_each(readable)?;
    let options = options(typed)?;
    let file = typed.files.first().map_or(String::new(), |f| f.display().to_string());
    let report = cover(&options).map_err(|failure| complaint(&file, failure))?;
    let sources = sources(&report);
    write(typed, &report, &sources)?;
    if typed.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::cover::cover_report(&report, &sources, typed.annotate));
    }
    let is_wrong = report.verdicts().is_some_and(|counts| counts.ko > 0);
    Ok(match report.summary.unreached {
        _ if is_wrong => Exit::Findings,
        0 => Exit::Done,
        _ => Exit::Early,
    })
}

/// The files that were asked for.
fn write(typed: &Cover, report: &CoverReport, sources: &[(String, String)]) -> Result<(), (String, Exit)> {
    let save = |path: &Option<PathBuf>, text: &dyn Fn() -> String| {
        let Some(path) = path else {
            return Ok(());
        };
        let failed = |e| format!("{}: error: cannot be written: {e}", path.display());
        std::fs::write(path, text()).map_err(|e| (failed(e), Exit::BadInput))
    };
    save(&typed.out, &|| report.to_json())?;
    if typed.suite.is_some() {
        let text = suite_text(report).map_err(|why| (format!("lydian: error: --suite: {why}"), Exit::BadInput))?;
        save(&typed.suite, &|| text.clone())?;
    }
    save(&typed.lcov, &|| report::lcov::lcov(report))?;
    save(&typed.html, &|| cover_page(report, sources, None))
}

/// The inputs as a suite: with proven oracles if there is a specification, else with what was observed.
fn suite_text(report: &CoverReport) -> Result<String, &'static str> {
    match report.spec {
        Some(_) => proven(report)
            .map(|suite| suite.to_json())
            .ok_or("the specification has nothing to say about any input, so that there is no test with an oracle"),
        None => ObservedSuite::of(report)
            .map(|suite| suite.to_json())
            .ok_or("it is not known what the function takes and gives"),
    }
}

/// The specification that outputs are judged by.
fn measure(typed: &Cover) -> Result<Option<Measure>, (String, Exit)> {
    let Some(path) = &typed.spec else {
        return Ok(None);
    };
    let found = one(path).and_then(|core| item(core, &Defaults::default()));
    let found = found.map_err(|complaint| (complaint, Exit::BadInput))?;
    Ok(Some(Measure {
        sha256: found.file.sha256.clone(),
        spec: found.spec,
    }))
}

fn complaint(file: &str, failure: Failure) -> (String, Exit) {
    match failure {
        Failure::Trouble(trouble) => (format!("{file}: error: {trouble}"), Exit::BadInput),
        Failure::Option(why) => (format!("lydian: error: {why}"), Exit::BadInput),
        Failure::Nothing { function, module_scope } => (nothing(file, &function, module_scope), Exit::BadInput),
        Failure::Worker(why) => (format!("{file}: error: the process that calls it: {why}"), Exit::Broken),
    }
}

fn nothing(file: &str, function: &str, module_scope: bool) -> String {
    let remedy = match module_scope {
        true => "",
        false => "; `--scope module` also looks at the functions that it calls in these files",
    };
    format!("{file}: error: {function} has no branches, so any input covers it{remedy}")
}

/// The compilers' own words about a missing file are many.
fn readable(file: &PathBuf) -> Result<(), (String, Exit)> {
    let failed = |e| {
        (
            format!("{}: error: cannot be read: {e}", file.display()),
            Exit::BadInput,
        )
    };
    std::fs::File::open(file).map(|_| ()).map_err(failed)
}

fn options(typed: &Cover) -> Result<Options, (String, Exit)> {
    let program = std::env::current_exe();
    let program = program.map_err(|e| {
        (
            format!("lydian: error: its own file cannot be found: {e}"),
            Exit::BadInput,
        )
    })?;
    let settings = Settings {
        request: Request {
            files: typed.files.clone(),
            function: typed.function.clone(),
            flags: typed
                .cflags
                .iter()
                .flat_map(|f| f.split_whitespace())
                .map(String::from)
                .collect(),
            link: typed.link.clone(),
            module_scope: typed.scope == ScopeName::Module,
            arrays: typed.array.clone(),
            probe_limit: 0,
            hazards: None,
        },
        ranges: typed.range.clone(),
        specials: !typed.no_specials,
        calls: typed.calls.max(8),
        seed: typed.seed,
        patience: PATIENCE,
        worker: (program, vec![WORKER.into()]),
    };
    Ok(Options {
        settings,
        measure: measure(typed)?,
        verify_gcov: typed.verify_gcov,
        tool: TOOL.into(),
        command: command(typed),
    })
}

fn command(typed: &Cover) -> String {
    let mut words = vec!["lydian cover".to_string()];
    words.extend(typed.files.iter().map(|f| quoted(&f.display().to_string())));
    words.push(format!("--function {}", quoted(&typed.function)));
    if typed.scope == ScopeName::Module {
        words.push("--scope module".into());
    }
    words.extend(typed.cflags.iter().map(|f| format!("--cflags {}", quoted(f))));
    words.extend(typed.link.iter().map(|f| format!("--link {}", quoted(f))));
    words.extend(typed.array.iter().map(|(name, n)| format!("--array {name}={n}")));
    words.extend(
        typed
            .range
            .iter()
            .map(|(name, lo, hi)| format!("--range {name}={lo}:{hi}")),
    );
    if typed.no_specials {
        words.push("--no-specials".into());
    }
    if typed.calls != CALLS {
        words.push(format!("--calls {}", typed.calls));
    }
    words.extend(
        typed
            .spec
            .iter()
            .map(|f| format!("--spec {}", quoted(&f.display().to_string()))),
    );
    if typed.verify_gcov {
        words.push("--verify-gcov".into());
    }
    words.push(format!("--seed {}", typed.seed));
    words.join(" ")
}
