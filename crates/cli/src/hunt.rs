//! `lydian hunt`: the largest error of an implementation.

use crate::args::{PrintArguments, Requirement};
use crate::call::CallArguments;
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::source::{self, SpecItem};
use crate::typed::quote;
use crate::{generate, interrupts, threads};
use campaign::hunt::{HuntOptions, HuntProgress, hunt};
use clap::Args;
use expr::spec::{Format, Specification};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use subject::{Subject, SubjectReference};
use suite::hunt::HuntReport;

/// Arguments of `hunt`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct HuntArguments {
    /// A specification: .lyd or .fpcore
    #[arg(value_name = "SPEC")]
    pub spec: PathBuf,
    /// The code under test: file.c:function (also .cpp .f90 .rs), lib.so:symbol, module.py:function, file.m:function, cmd:program
    #[arg(long, value_name = "SUBJECT")]
    pub subject: SubjectReference,
    /// Which specification of a file with several: its name or number
    #[arg(long, value_name = "NAME")]
    pub core: Option<String>,
    /// Calls of the subject
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    pub calls: u64,
    /// Seed of the inputs
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub requirement: Requirement,
    #[command(flatten)]
    pub call: CallArguments,
    /// Report for machines
    #[arg(long, value_name = "FILE", default_value = "hunt.json")]
    pub out: PathBuf,
    /// Also write a page with the errors over each input
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArguments,
}

const HELP: &str = "\
Examples:
  lydian hunt expm1.lyd --subject growth.c:growth
  lydian hunt sinf.lyd --subject libm.so.6:sinf --signature 'float sinf(float)' --calls 1000000 --html hunt.html
  lydian hunt doppler.lyd --subject waves.py:doppler --calls 20000

Errors are measured in units in the last place of the real value, which is enclosed with as many bits as it takes.
An answer that is not acceptable is proved not to be by an oracle of the same kind as those of a suite.
What was found is the largest error among the calls that were made: a larger one may exist.
The exit code is 0 if every answer is acceptable, 1 if one is not, 3 if the hunt was ended early, 4 if the subject
cannot be built or called.";

/// Runs the command.
pub fn run(typed: &HuntArguments, console: &Console) -> Result<Exit, Complaint> {
    let item = read_item(typed)?;
    let bar = start_bar(console, &typed.print);
    interrupts::heed();
    let report = run_hunt(typed, &item, &bar);
    bar.finish_and_clear();
    let report = report?;
    save(&typed.out, &report.to_json())?;
    if let Some(page) = &typed.html {
        save(page, &report::page::hunt_page(&report))?;
    }
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::hunt::hunt_report(&report));
    }
    Ok(exit(&report))
}

fn exit(report: &HuntReport) -> Exit {
    match (report.failed, report.is_whole()) {
        (1.., _) => Exit::Findings,
        (0, true) => Exit::Done,
        (0, false) => Exit::Early,
    }
}

/// The only specification of the file, or the one that was named.
fn read_item(typed: &HuntArguments) -> Result<SpecItem, Complaint> {
    let defaults = generate::defaults(&typed.requirement);
    let mut items = source::read_all(&[&typed.spec], typed.core.as_deref(), &defaults)?;
    match (items.pop(), items.is_empty()) {
        (Some(item), true) => Ok(item),
        (None, _) => Err(Complaint::at(typed.spec.display(), "there is no specification in it")),
        (Some(last), false) => {
            let why = format!(
                "there are {} specifications in it: choose one with --core, such as --core {}",
                items.len() + 1,
                quote(&last.spec.name)
            );
            Err(Complaint::at(typed.spec.display(), why))
        }
    }
}

fn run_hunt(typed: &HuntArguments, item: &SpecItem, bar: &ProgressBar) -> Result<HuntReport, Complaint> {
    let interrupted = child::interrupt::flag();
    bar.set_message(format!("building {}", typed.subject));
    let options = typed.call.options(names(&item.spec), scales(&typed.call, &item.spec));
    let mut subject = Subject::open(&typed.subject, &options).map_err(|broken| {
        // An interrupt ends compilers too, and that is no fault of the code.
        match interrupted.load(Ordering::SeqCst) {
            true => Complaint::at(&typed.subject, "interrupted").with(Exit::Early),
            false => Complaint::at(&typed.subject, broken).with(Exit::Broken),
        }
    })?;
    subject.interrupt(Arc::clone(&interrupted));
    let pool = campaign::threads::start_pool(threads::all())
        .map_err(|e| Complaint::of_run(format!("no threads can be started: {e}")))?;
    let show = |p: HuntProgress| {
        bar.set_length(p.total);
        bar.set_position(p.done);
        bar.set_message(format!("worst so far {:.3} ulps", p.worst));
    };
    let options = hunt_options(typed, item);
    let found = pool.install(|| hunt(&item.spec, &mut subject, &options, &show));
    found.map_err(|failure| Complaint::of_hunt(&typed.spec.display().to_string(), &typed.subject, failure))
}

fn hunt_options(typed: &HuntArguments, item: &SpecItem) -> HuntOptions {
    HuntOptions {
        tool: crate::typed::TOOL.into(),
        command: command(typed),
        sha256: item.file.sha256.clone(),
        calls: typed.calls,
        seed: typed.seed,
    }
}

/// The command that repeats the hunt.
fn command(typed: &HuntArguments) -> String {
    let mut words = vec![
        "lydian hunt".to_string(),
        quote(&typed.spec.display().to_string()),
        format!("--subject {}", quote(&typed.subject.to_string())),
        format!("--calls {}", typed.calls),
        format!("--seed {}", typed.seed),
    ];
    words.extend(typed.core.iter().map(|core| format!("--core {}", quote(core))));
    words.extend(generate::plan::requirement_words(&typed.requirement));
    words.extend(typed.call.words());
    words.join(" ")
}

fn names(spec: &Specification) -> Vec<String> {
    spec.inputs.iter().map(|input| input.name.clone()).collect()
}

/// Scales of fixed-point arguments and results: as typed, else as the specification says.
fn scales(call: &CallArguments, spec: &Specification) -> Vec<(String, i32)> {
    let stated = |name: &str, format: Format| match format {
        Format::Fixed(fixed) => Some((name.to_string(), fixed.scale)),
        _ => None,
    };
    let arguments = spec.inputs.iter().filter_map(|i| stated(&i.name, i.format));
    call.scales(arguments.chain(stated("result", spec.output)))
}

fn start_bar(console: &Console, print: &PrintArguments) -> ProgressBar {
    let bar = match console.shows_progress() && !print.json {
        true => ProgressBar::new(0),
        false => ProgressBar::hidden(),
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} calls, {elapsed}, {msg}") {
        bar.set_style(style);
    }
    bar
}
