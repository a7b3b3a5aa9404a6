//! `lydian hunt`: the largest error of an implementation, or the largest difference of two.

mod ground;

use crate::args::PrintArguments;
use crate::call::CallArguments;
use crate::code::{PATIENCE, WORKER, save};
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::typed::quote;
use crate::{interrupts, native, threads};
use ::native::{NativeFailure, NativeSettings};
use campaign::hunt::{
    CodePaths, EarlierSubject, HuntOptions, HuntProgress, HuntReference, hunt_before_and_after, hunt_difference,
    hunt_paths, regression_suite,
};
use clap::Args;
use expr::spec::Specification;
use ground::{HuntGround, HuntRequirement};
use indicatif::{ProgressBar, ProgressStyle};
use instrument::InstrumentRequest;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use subject::{Subject, SubjectLanguage, SubjectReference};
use suite::hunt::HuntReport;

/// Arguments of `hunt`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct HuntArguments {
    /// A specification: .lyd or .fpcore; with --reference only its domain counts
    #[arg(value_name = "SPEC", required_unless_present = "reference")]
    pub spec: Option<PathBuf>,
    /// The code under test: file.c:function (also .cpp .f90 .rs), lib.so:symbol, module.py:function, file.m:function, cmd:program
    #[arg(long, value_name = "SUBJECT")]
    pub subject: SubjectReference,
    /// Hunt the largest difference from this program, where there is no formula
    #[arg(long, value_name = "SUBJECT")]
    pub reference: Option<SubjectReference>,
    /// Hunt this earlier version too, and show both beside each other
    #[arg(long, value_name = "SUBJECT", conflicts_with = "reference")]
    pub before: Option<SubjectReference>,
    /// Hunt on every side of every branch of code in C, C++ or Fortran, and tell the worst of each
    #[arg(long, conflicts_with = "reference")]
    pub paths: bool,
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
    pub requirement: HuntRequirement,
    #[command(flatten)]
    pub call: CallArguments,
    /// Report for machines
    #[arg(long, value_name = "FILE", default_value = "hunt.json")]
    pub out: PathBuf,
    /// Also write the worst inputs as a suite with proven oracles
    #[arg(long, value_name = "FILE", conflicts_with = "reference")]
    pub suite: Option<PathBuf>,
    /// Also write a page with the errors over each input
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArguments,
}

const HELP: &str = "\
Examples:
  lydian hunt expm1.lyd --subject growth.c:growth
  lydian hunt expm1.lyd --subject growth.c:growth --suite regression.json
  lydian hunt expm1.lyd --subject growth.c:growth --paths
  lydian hunt expm1.lyd --subject new.c:growth --before old.c:growth --html hunt.html
  lydian hunt sinf.lyd --subject libm.so.6:sinf --signature 'float sinf(float)' --calls 1000000 --html hunt.html
  lydian hunt doppler.lyd --subject waves.py:doppler --calls 20000
  lydian hunt --subject new.c:f --reference old.c:f --range x=0:10 --range y=-1:1
  lydian hunt --subject new.c:f --reference old.f90:f --range x=0:10 --accuracy-ulps 2

Errors are measured in units in the last place of the real value, which is enclosed with as many bits as it takes.
An answer that is not acceptable is proved not to be by an oracle of the same kind as those of a suite.
With --reference differences are measured, in units in the last place of what the reference answers: nothing is proved
about either program, and only a difference beyond an accuracy that is given is a finding.
What was found is the largest error among the calls that were made: a larger one may exist.
The exit code is 0 if every answer is acceptable, 1 if one is not, 3 if the hunt was ended early, 4 if the subject
cannot be built or called.";

/// What finds inputs for every branch of the subject. Only `lydian-native` has it: `lydian` must not load LLVM.
type PathFinder = fn(&HuntArguments, &Specification, &ProgressBar) -> Result<CodePaths, Complaint>;

/// Runs the command without `--paths`.
pub fn run(typed: &HuntArguments, console: &Console) -> Result<Exit, Complaint> {
    run_with(typed, console, None)
}

/// Runs the command with `--paths`.
pub fn run_native(typed: &HuntArguments, console: &Console) -> Result<Exit, Complaint> {
    run_with(typed, console, Some(code_paths))
}

fn run_with(typed: &HuntArguments, console: &Console, find: Option<PathFinder>) -> Result<Exit, Complaint> {
    let ground = HuntGround::read(typed)?;
    if let Some(warning) = ground.warning().filter(|_| typed.reference.is_none()) {
        console.complaint(&warning);
    }
    let bar = start_bar(console, &typed.print);
    interrupts::heed();
    let found = run_hunt(typed, &ground, find.filter(|_| typed.paths), &bar);
    bar.finish_and_clear();
    let (spec, report) = found?;
    write(typed, &ground, &spec, &report)?;
    if typed.print.json {
        console.data(&report.to_json());
    } else {
        console.report(&report::hunt::hunt_report(&report));
    }
    Ok(exit(&report))
}

/// The files that were asked for.
fn write(
    typed: &HuntArguments,
    ground: &HuntGround,
    spec: &Specification,
    report: &HuntReport,
) -> Result<(), Complaint> {
    save(&typed.out, &report.to_json())?;
    if let Some(file) = &typed.suite {
        let suite = regression_suite(spec, report, &options(typed, ground))
            .map_err(|why| Complaint::of_run(format!("--suite: {why}")))?;
        save(file, &suite.to_json())?;
    }
    if let Some(page) = &typed.html {
        save(page, &report::page::hunt_page(report))?;
    }
    Ok(())
}

fn exit(report: &HuntReport) -> Exit {
    match (report.failed, report.is_whole() && !report.is_void()) {
        (1.., _) => Exit::Findings,
        (0, true) => Exit::Done,
        (0, false) => Exit::Early,
    }
}

/// Opens what is called, and hunts; the specification, or the domain, and the report.
fn run_hunt(
    typed: &HuntArguments,
    ground: &HuntGround,
    find: Option<PathFinder>,
    bar: &ProgressBar,
) -> Result<(Specification, HuntReport), Complaint> {
    let mut subject = open(typed, &typed.subject, ground, bar)?;
    let mut other = match typed.reference.as_ref().or(typed.before.as_ref()) {
        Some(other) => Some(open(typed, other, ground, bar)?),
        None => None,
    };
    let spec = ground.specification(typed, &subject)?;
    let pool = campaign::threads::start_pool(threads::all())
        .map_err(|e| Complaint::of_run(format!("no threads can be started: {e}")))?;
    let paths = find.map(|find| find(typed, &spec, bar)).transpose()?;
    let show = |p: HuntProgress| show(bar, p);
    let options = options(typed, ground);
    let found = pool.install(|| match (&mut other, &typed.before) {
        (None, _) => hunt_paths(&spec, &mut subject, paths.as_ref(), &options, &show),
        (Some(earlier), Some(name)) => {
            let earlier = EarlierSubject {
                subject: earlier,
                command: command(typed, name),
            };
            hunt_before_and_after(&spec, &mut subject, earlier, paths.as_ref(), &options, &show)
        }
        (Some(reference), None) => {
            let reference = HuntReference {
                subject: reference,
                bound: typed.requirement.accuracy(),
            };
            hunt_difference(&spec, &mut subject, reference, &options, &show)
        }
    });
    let place = typed
        .spec
        .as_ref()
        .map_or("lydian".into(), |file| file.display().to_string());
    let report = found.map_err(|failure| Complaint::of_hunt(&place, &typed.subject, failure))?;
    Ok((spec, report))
}

/// Inputs for every branch of the subject.
fn code_paths(typed: &HuntArguments, spec: &Specification, bar: &ProgressBar) -> Result<CodePaths, Complaint> {
    bar.set_message(format!("looking at the branches of {}", typed.subject));
    let failed = |why: String| Complaint::at(&typed.subject, why);
    let (file, function) = match &typed.subject {
        SubjectReference::Function {
            language: SubjectLanguage::C | SubjectLanguage::Cpp | SubjectLanguage::Fortran,
            file,
            name,
        } => (file, name),
        _ => {
            return Err(failed(
                "--paths is for functions in C, C++ and Fortran: leave it out".into(),
            ));
        }
    };
    let worker = native::worker().map_err(|e| Complaint::of_run(format!("its own file cannot be found: {e}")))?;
    let flags = typed.call.cflags.iter().flat_map(|flags| flags.split_whitespace());
    let settings = NativeSettings {
        request: InstrumentRequest {
            flags: flags.map(String::from).collect(),
            link: typed.call.link.clone(),
            ..InstrumentRequest::new(file, function)
        },
        ranges: Vec::new(),
        specials: false,
        calls: typed.calls.clamp(LEAST_SEARCH, MOST_SEARCH),
        seed: typed.seed,
        patience: PATIENCE,
        worker: (worker, vec![WORKER.into()]),
    };
    CodePaths::find(spec, settings).map_err(|failure| match failure {
        NativeFailure::Trouble(trouble) => failed(trouble.to_string()),
        NativeFailure::Option(why) => failed(why),
        NativeFailure::Nothing { .. } => {
            failed("it has no branches, so that --paths says nothing: leave it out".into())
        }
        NativeFailure::Worker(why) => failed(format!("the process that calls it: {why}")).with(Exit::Broken),
    })
}

/// Calls of the search for inputs that cover branches, beside those of the hunt.
const LEAST_SEARCH: u64 = 10_000;
const MOST_SEARCH: u64 = 100_000;

/// Builds code under test, or what it is compared with.
fn open(
    typed: &HuntArguments,
    wanted: &SubjectReference,
    ground: &HuntGround,
    bar: &ProgressBar,
) -> Result<Subject, Complaint> {
    let interrupted = child::interrupt::flag();
    bar.set_message(format!("building {wanted}"));
    let options = typed.call.options(ground.names(), ground.scales(&typed.call));
    let mut subject = Subject::open(wanted, &options).map_err(|broken| {
        // An interrupt ends compilers too, and that is no fault of the code.
        match interrupted.load(Ordering::SeqCst) {
            true => Complaint::at(wanted, "interrupted").with(Exit::Early),
            false => Complaint::at(wanted, broken).with(Exit::Broken),
        }
    })?;
    subject.interrupt(interrupted);
    Ok(subject)
}

fn show(bar: &ProgressBar, progress: HuntProgress) {
    bar.set_length(progress.total);
    bar.set_position(progress.done);
    bar.set_message(format!("worst so far {:.3} ulps", progress.worst));
}

fn options(typed: &HuntArguments, ground: &HuntGround) -> HuntOptions {
    HuntOptions {
        tool: crate::typed::TOOL.into(),
        command: again(typed),
        sha256: ground.sha256(),
        calls: typed.calls,
        seed: typed.seed,
    }
}

/// The command that repeats the hunt.
fn again(typed: &HuntArguments) -> String {
    let named = |option: &str, subject: &Option<SubjectReference>| {
        subject
            .as_ref()
            .map(|subject| format!(" {option} {}", quote(&subject.to_string())))
    };
    let mut command = command(typed, &typed.subject);
    command.extend(named("--reference", &typed.reference));
    command.extend(named("--before", &typed.before));
    command.extend(typed.paths.then(|| " --paths".to_string()));
    command
}

/// The command that hunts one subject alone.
fn command(typed: &HuntArguments, subject: &SubjectReference) -> String {
    let mut words = vec!["lydian hunt".to_string()];
    words.extend(typed.spec.iter().map(|file| quote(&file.display().to_string())));
    words.push(format!("--subject {}", quote(&subject.to_string())));
    words.push(format!("--calls {} --seed {}", typed.calls, typed.seed));
    words.extend(typed.core.iter().map(|core| format!("--core {}", quote(core))));
    words.extend(typed.requirement.words());
    words.extend(typed.call.words());
    words.join(" ")
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
