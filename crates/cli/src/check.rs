//! `lydian check`: verdicts of an implementation.

use crate::args::PrintArguments;
use crate::call::CallArguments;
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::typed::quote;
use crate::{changes, interrupts, threads};
use campaign::check::{CheckFailure, CheckOptions, CheckProgress, RandomWish, check, hunted, is_green, is_unfinished};
use campaign::hunt::{HuntOptions, HuntProgress, hunt};
use campaign::plot::sample;
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use report::page::{Page, page};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use subject::{Subject, SubjectReference};
use suite::hunt::HuntReport;
use suite::{ArgumentRecord, CheckReport, FormatRecord, HuntEnding, Suite, SuiteFile};

/// Arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct CheckArguments {
    /// A suite, as `generate` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,
    /// The code under test: file.c:function (also .cpp .f90 .rs), lib.so:symbol, module.py:function, file.m:function, cmd:program
    #[arg(long, value_name = "SUBJECT")]
    pub subject: SubjectReference,
    /// Only this test; may be given several times
    #[arg(long, value_name = "ID")]
    pub test: Vec<String>,
    /// Also run this many random inputs of the domain, with oracles of the same kind: spread by value, or bits:N by bits
    #[arg(long, value_name = "random:N", value_parser = also)]
    pub also: Option<AlsoRandom>,
    /// After the tests, hunt for the largest error with this many calls, by the specification of the suite
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    pub hunt: Option<u64>,
    /// Seed of random inputs and of a hunt
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    /// Tests at inputs of this format, with oracles proved anew there
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub precision: Option<PrecisionName>,
    #[command(flatten)]
    pub call: CallArguments,
    /// Report for machines; by default check.json beside the suite
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write a page
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Also write JUnit XML
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// Also write SARIF
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArguments,
}

/// Names of `--precision`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PrecisionName {
    /// IEEE 754 single precision
    Binary32,
}

const HELP: &str = "\
Examples:
  lydian check lydian.out/suite.json --subject doppler.c:doppler
  lydian check lydian.out/suite.json --subject waves.py:doppler --also random:10000
  lydian check lydian.out/suite.json --subject waves.py:doppler --hunt 20000
  lydian check lydian.out/suite.json --subject fast.c:doppler --cflags '-O3 -ffast-math'
  lydian check lydian.out/suite.json --subject dsp.c:doppler_f --precision binary32
  lydian check lydian.out/suite.json --subject 'cmd:./server --stdio' --html check.html

The outputs of a suite of `lydian cover --suite` were observed: they are the same or changed, never right or wrong.
A subject always runs in a process of its own: crashes, endless loops and floods of output are verdicts.
The exit code is 0 if every test is ok, 1 if one is not, or an answer of a random test or a hunt is not acceptable, 3 if
no random test could be run or a hunt could not make its calls, 4 if the subject cannot be built or called.";

/// Random inputs, as they are typed.
#[derive(Clone, Copy, Debug)]
pub struct AlsoRandom {
    count: u64,
    by_bits: bool,
}

fn also(text: &str) -> Result<AlsoRandom, String> {
    let (what, count) = text.split_once(':').unwrap_or(("", ""));
    let count = count.parse().ok().filter(|n| (1..=1_000_000_000).contains(n));
    match (what, count) {
        ("random" | "bits", Some(count)) => Ok(AlsoRandom {
            count,
            by_bits: what == "bits",
        }),
        _ => Err("write it as random:N or bits:N, such as random:10000".into()),
    }
}

/// Runs the command.
pub fn run(typed: &CheckArguments, console: &Console) -> Result<Exit, Complaint> {
    let file = typed.suite.display().to_string();
    let bad = |why: String| Complaint::at(&file, why);
    let failed = |failure| Complaint::of_check(&file, &typed.subject, failure);
    let text = std::fs::read_to_string(&typed.suite).map_err(|e| bad(format!("cannot be read: {e}")))?;
    let suite = match SuiteFile::from_json(&text).map_err(|e| bad(e.to_string()))? {
        SuiteFile::Proven(suite) => *suite,
        SuiteFile::Observed(suite) => return changes::run(typed, &text, &suite, console),
    };
    let options = options(typed, &text);
    let bar = start_bar(console);
    bar.set_message(format!("building {}", typed.subject));
    interrupts::heed();
    let interrupted = child::interrupt::flag();
    let opened = Subject::open(
        &typed.subject,
        &typed.call.options(names(&suite), scales(&typed.call, &suite)),
    );
    // An interrupt ends compilers too, and that is no fault of the code.
    let failure = |broken| {
        if interrupted.load(Ordering::SeqCst) {
            CheckFailure::Interrupted
        } else {
            CheckFailure::Broken(broken)
        }
    };
    let mut subject = opened.map_err(|broken| failed(failure(broken)))?;
    subject.interrupt(Arc::clone(&interrupted));
    bar.set_message(format!("running {}", typed.subject));
    let pool =
        campaign::threads::start_pool(threads::all()).map_err(|e| bad(format!("no threads can be started: {e}")))?;
    let show = |p: CheckProgress| {
        bar.set_length(p.total);
        bar.set_position(p.done);
    };
    let report: Result<CheckReport, Complaint> = pool.install(|| {
        let mut report = check(&suite, &mut subject, &options, &show).map_err(failed)?;
        report.hunt = hunted_too(typed, &suite, &mut subject, &options, &show)?;
        Ok(report)
    });
    bar.finish_and_clear();
    let report = report?;
    let suite = report.as_run(&suite);
    write(typed, &suite, &report)?;
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::check::check_report(&suite, &report));
    }
    Ok(match (is_green(&report), is_unfinished(&report)) {
        (true, _) => Exit::Done,
        (false, true) => Exit::Early,
        (false, false) => Exit::Findings,
    })
}

/// The hunt after the tests, if one was asked for.
fn hunted_too(
    typed: &CheckArguments,
    suite: &Suite,
    subject: &mut Subject,
    options: &CheckOptions,
    show: &dyn Fn(CheckProgress),
) -> Result<Option<Box<HuntReport>>, Complaint> {
    let Some(calls) = typed.hunt else {
        return Ok(None);
    };
    let file = typed.suite.display().to_string();
    let spec = hunted(suite, options.single).map_err(|failure| Complaint::of_check(&file, &typed.subject, failure))?;
    let options = HuntOptions {
        tool: options.tool.clone(),
        command: format!("{} --hunt {calls} --seed {}", options.command, typed.seed),
        sha256: suite.spec.sha256.clone(),
        calls,
        seed: typed.seed,
    };
    let show = |p: HuntProgress| {
        show(CheckProgress {
            done: p.done,
            total: p.total,
        });
    };
    let report =
        hunt(&spec, subject, &options, &show).map_err(|failure| Complaint::of_hunt(&file, &typed.subject, failure))?;
    // A verdict needs all calls.
    match report.ended {
        HuntEnding::Interrupted => Err(Complaint::at(&typed.subject, "interrupted").with(Exit::Early)),
        _ => Ok(Some(Box::new(report))),
    }
}

pub fn options(typed: &CheckArguments, text: &str) -> CheckOptions {
    CheckOptions {
        tool: crate::typed::TOOL.into(),
        command: command(typed),
        suite: (typed.suite.display().to_string(), suite::sha256(text.as_bytes())),
        only: typed.test.clone(),
        single: typed.precision.is_some(),
        random: typed.also.map(|also| RandomWish {
            count: also.count,
            seed: typed.seed,
            by_bits: also.by_bits,
        }),
    }
}

/// The command without what a single test does not need.
fn command(typed: &CheckArguments) -> String {
    let mut words = vec!["lydian check".to_string(), quote(&typed.suite.display().to_string())];
    words.push(format!("--subject {}", quote(&typed.subject.to_string())));
    words.extend(typed.call.words());
    if typed.precision.is_some() {
        words.push("--precision binary32".into());
    }
    words.join(" ")
}

fn names(suite: &Suite) -> Vec<String> {
    suite.spec.arguments.iter().map(|a| a.name.clone()).collect()
}

/// Scales of fixed-point arguments and results: as typed, else as the specification says.
fn scales(call: &CallArguments, suite: &Suite) -> Vec<(String, i32)> {
    let stated = |name: &str, format: FormatRecord| match format {
        FormatRecord::Fixed { scale, .. } => Some((name.to_string(), scale)),
        _ => None,
    };
    let arguments = suite
        .spec
        .arguments
        .iter()
        .filter_map(|a: &ArgumentRecord| stated(&a.name, a.format));
    call.scales(arguments.chain(stated("result", suite.spec.output)))
}

/// A bar with a message and a count, on a terminal only.
pub fn start_bar(console: &Console) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if !console.shows_progress() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{spinner} {msg} {pos}/{len}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.enable_steady_tick(std::time::Duration::from_millis(100));
    bar
}

fn write(typed: &CheckArguments, suite: &Suite, report: &CheckReport) -> Result<(), Complaint> {
    let out = typed.out.clone().unwrap_or_else(|| beside(&typed.suite));
    // A single test is a look at a failure, not a new check of the suite.
    if typed.test.is_empty() || typed.out.is_some() {
        save(&out, &report.to_json())?;
    }
    if let Some(path) = &typed.html {
        let samples = sample(&suite.spec.fpcore);
        let text = page(&Page {
            suite,
            check: Some(report),
            plot: samples.as_ref(),
            index: None,
        });
        save(path, &text)?;
    }
    if let Some(path) = &typed.junit {
        save(path, &report::junit::junit(suite, report))?;
    }
    if let Some(path) = &typed.sarif {
        save(path, &report::sarif::sarif(suite, report))?;
    }
    Ok(())
}

/// `suite.json` has `check.json` beside it, `NAME.suite.json` has `NAME.check.json`.
fn beside(suite: &Path) -> PathBuf {
    let name = suite.file_name().map_or("suite.json".into(), |n| n.to_string_lossy());
    let base = name.strip_suffix("suite.json").unwrap_or("");
    suite.with_file_name(format!("{base}check.json"))
}
