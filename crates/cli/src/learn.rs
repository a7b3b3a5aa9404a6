//! `lydian learn`: tests of a black box against its contract, chosen by models of it.

use crate::args::PrintArguments;
use crate::call::CallArguments;
use crate::check::start_bar;
use crate::code::save;
use crate::complaint::Complaint;
use crate::console::Console;
use crate::exit::Exit;
use crate::interrupts::{heed, or_interrupted, tell_early_end};
use crate::typed::{TOOL, quote};
use campaign::learn::{Bindings, LearnCampaign, LearnSettings, learn, open};
use clap::{Args, ValueEnum};
use expr::contract::Contract;
use expr::diagnostic::SourceText;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use subject::SubjectReference;
use suite::hex;
use suite::learn::{LearnEnd, LearnMethod, LearnReport};

/// Arguments of `learn`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Learn {
    /// File with contracts: .fpcore files are FPCore, all others infix
    #[arg(value_name = "CONTRACT")]
    pub contract: PathBuf,
    /// The code under test: file.c:function (also .cpp .f90 .rs), lib.so:symbol, module.py:function, file.m:function, cmd:program
    #[arg(long, value_name = "SUBJECT")]
    pub subject: SubjectReference,
    /// What another name in the contract stands for; may be given several times
    #[arg(long, value_name = "NAME=SUBJECT", value_parser = named)]
    pub with: Vec<(String, SubjectReference)>,
    /// Only the contract of this name
    #[arg(long, value_name = "NAME")]
    pub only: Option<String>,
    /// Run this input and nothing else, such as 'x=1.5 y=0x1p-3'
    #[arg(long, value_name = "INPUT", allow_hyphen_values = true)]
    pub at: Option<String>,
    #[command(flatten)]
    pub search: LearnSearch,
    /// File for the report for machines
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Also write a page with pictures
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    #[command(flatten)]
    pub print: PrintArguments,
    // Last: its heading would stand over what follows.
    #[command(flatten)]
    pub call: CallArguments,
}

/// Defaults of options.
const TESTS: u64 = 10_000;
const SEED: u64 = 1;
const MODELS: u16 = 256;
const ENOUGH: f64 = 0.99;

/// How to choose tests, and how many.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct LearnSearch {
    /// Tests at most
    #[arg(long, value_name = "N", default_value_t = TESTS, value_parser = clap::value_parser!(u64).range(1..))]
    pub tests: u64,
    /// Seed: the same one gives the same tests
    #[arg(long, value_name = "S", default_value_t = SEED)]
    pub seed: u64,
    /// How inputs are chosen
    #[arg(long, value_enum, default_value = "learn")]
    pub method: LearnMethodName,
    /// Degree of the models in each input; 2, or 1 where inputs do not all vary together
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub degree: Option<u8>,
    /// Inputs that vary together; 3 if there are no more, else 2
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    pub wise: Option<u8>,
    /// Models at most
    #[arg(long, value_name = "N", default_value_t = MODELS, value_parser = clap::value_parser!(u16).range(1..))]
    pub models: u16,
    /// End when models that have converged cover this share of the domain, above 0 and up to 1; `never` goes on
    #[arg(long, value_name = "SHARE", default_value_t = ENOUGH, value_parser = share)]
    pub enough: f64,
}

/// Names of `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LearnMethodName {
    /// By models of the subject
    Learn,
    /// At random, as a baseline to compare with
    Random,
}

const HELP: &str = "\
Examples:
  lydian learn hypot.contract --subject libm.so.6:hypot
  lydian learn sort.contract --subject sort.c:bubble --tests 100000 --seed 7
  lydian learn inverse.contract --subject cbrt.c:cbrt --with cube=cbrt.c:cube
  lydian learn hypot.contract --subject hypot.py:hypot --html hypot.html

A contract names inputs, calls of the subject, and what it promises:
  contract hypot_bounds(x in [-1e3, 1e3], y in [-1e3, 1e3]) {
    r = hypot(x, y)
    ensures r >= max(abs(x), abs(y))
    r is even in x
  }

Converged models are no proof: they say that the tests are where they should be.
The exit code is 1 for a violation, 0 if the models have converged, 3 if the tests are used up before,
2 for a contract that cannot be tested, 4 for a subject that cannot be called.";

fn named(text: &str) -> Result<(String, SubjectReference), String> {
    let (name, subject) = text
        .split_once('=')
        .ok_or("write it as NAME=SUBJECT, such as cube=cbrt.c:cube")?;
    Ok((name.into(), subject.parse().map_err(|e| format!("{e}"))?))
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        _ if text == "never" => Ok(2.0),
        Ok(share) if share > 0.0 && share <= 1.0 => Ok(share),
        _ => Err("it must be a number above 0 and up to 1, or `never`".into()),
    }
}

/// Runs the command.
pub fn run(typed: &Learn, console: &Console) -> Result<Exit, Complaint> {
    let file = typed.contract.display().to_string();
    let bad = |why: String| Complaint::at(&file, why);
    let bytes = std::fs::read(&typed.contract).map_err(|e| bad(format!("cannot be read: {e}")))?;
    let text = String::from_utf8_lossy(&bytes);
    let source = SourceText {
        name: &file,
        text: &text,
    };
    let contracts = expr::contract::read_named(&file, &bytes);
    let contracts = contracts.map_err(|errors| Complaint::new(errors.render(&source)))?;
    let chosen = chosen(typed, &contracts).map_err(bad)?;
    heed();
    let interrupted = child::interrupt::flag();
    let mut worst = Exit::Done;
    for contract in chosen {
        let report = one(typed, contract, source, contracts.len() > 1, &interrupted, console)?;
        match typed.print.json {
            true => console.data(&report.to_json()),
            false => console.report(&report::learn::learn_report(&report)),
        }
        write(typed, &report)?;
        worst = worse(worst, exit(&report));
        if report.end == LearnEnd::Interrupted {
            break;
        }
    }
    tell_early_end(console, "");
    Ok(worst)
}

/// The contracts to test. Files for machines have one.
fn chosen<'a>(typed: &Learn, contracts: &'a [Contract]) -> Result<Vec<&'a Contract>, String> {
    let wanted = |contract: &&Contract| typed.only.as_ref().is_none_or(|name| contract.name == *name);
    let all: Vec<&Contract> = contracts.iter().filter(wanted).collect();
    let single = typed.out.is_some() || typed.html.is_some() || typed.print.json || typed.at.is_some();
    match all.len() {
        0 => Err(format!(
            "there is no contract of this name; there are {}",
            names(contracts)
        )),
        1 => Ok(all),
        _ if single => Err(format!(
            "--out, --html, --json and --at are for one contract: choose one of {} by --only",
            names(contracts)
        )),
        _ => Ok(all),
    }
}

fn names(contracts: &[Contract]) -> String {
    let names: Vec<String> = contracts
        .iter()
        .map(|contract| format!("`{}`", contract.name))
        .collect();
    names.join(", ")
}

fn one(
    typed: &Learn,
    contract: &Contract,
    source: SourceText,
    several: bool,
    interrupted: &Arc<AtomicBool>,
    console: &Console,
) -> Result<LearnReport, Complaint> {
    let settings = settings(typed, contract).map_err(|why| Complaint::of_run(format!("--at: {why}")))?;
    let bar = start_bar(console);
    bar.set_length(typed.search.tests);
    bar.set_message(format!("building {}", typed.subject));
    let complaint = |failure| or_interrupted(Complaint::of_learn(&source, failure));
    let options = typed.call.options(vec![], typed.call.fixed.clone());
    let bindings = Bindings {
        subject: &typed.subject,
        others: &typed.with,
        options: &options,
        interrupt: interrupted,
    };
    let subjects = open(contract, &bindings).map_err(complaint)?;
    bar.set_message(format!("testing {}", contract.name));
    let campaign = LearnCampaign {
        contract,
        source,
        settings,
        tool: TOOL.into(),
        command: command(typed),
        again: again(typed, several.then_some(contract.name.as_str())),
    };
    let report = learn(&campaign, subjects, interrupted, &|tests| bar.set_position(tests));
    bar.finish_and_clear();
    report.map_err(complaint)
}

fn settings(typed: &Learn, contract: &Contract) -> Result<LearnSettings, String> {
    let search = &typed.search;
    let at = typed.at.as_deref().map(|text| point(text, contract)).transpose()?;
    Ok(LearnSettings {
        method: match (&at, search.method) {
            (Some(_), _) => LearnMethod::At,
            (None, LearnMethodName::Learn) => LearnMethod::Learn,
            (None, LearnMethodName::Random) => LearnMethod::Random,
        },
        seed: search.seed,
        tests: search.tests,
        degree: search.degree,
        wise: search.wise.map(usize::from),
        models: search.models.into(),
        enough: search.enough,
        at: at.unwrap_or_default(),
    })
}

/// Reads `x=1.5 y=0x1p-3`: every input once.
fn point(text: &str, contract: &Contract) -> Result<Vec<f64>, String> {
    let words: Vec<(&str, &str)> = text.split_whitespace().filter_map(|w| w.split_once('=')).collect();
    if words.len() != text.split_whitespace().count() {
        return Err("write it as NAME=VALUE for each input, separated by spaces".into());
    }
    let is_unknown = |(name, _): &&(&str, &str)| contract.inputs.iter().all(|input| input.name != *name);
    if let Some((name, _)) = words.iter().find(is_unknown) {
        return Err(format!("the contract has no input `{name}`"));
    }
    let twice = |(n, (name, _)): (usize, &(&str, &str))| words[..n].iter().any(|(other, _)| other == name);
    if let Some(n) = words.iter().enumerate().position(twice) {
        return Err(format!("there are two values for `{}`", words[n].0));
    }
    let value = |input: &expr::contract::ContractInput| {
        let typed = words.iter().find(|(name, _)| *name == input.name);
        let (_, value) = typed.ok_or_else(|| format!("there is no value for `{}`", input.name))?;
        number(value)
    };
    contract.inputs.iter().map(value).collect()
}

/// Reads a number in decimal or hexadecimal. One that rounding would turn into zero or infinity is refused.
fn number(text: &str) -> Result<f64, String> {
    let read = hex::parse(text).or_else(|| text.parse().ok());
    let x = read.ok_or_else(|| format!("`{text}` is no number"))?;
    let mantissa = mantissa(text);
    if x == 0.0 && mantissa.contains(|c: char| c.is_ascii_hexdigit() && c != '0') {
        return Err(format!(
            "`{text}` is not zero, but too small for a double: write 0, or 5e-324 at least"
        ));
    }
    // The word `inf` has no digits.
    if x.is_infinite() && mantissa.contains(|c: char| c.is_ascii_digit()) {
        return Err(format!(
            "`{text}` is too great for a double: write inf, or 1.7976931348623157e308 at most"
        ));
    }
    Ok(x)
}

/// The digits before the power.
fn mantissa(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let (digits, power) = lower
        .split_once("0x")
        .map_or((lower.as_str(), 'e'), |(_, rest)| (rest, 'p'));
    digits.split(power).next().unwrap_or_default().to_owned()
}

fn write(typed: &Learn, report: &LearnReport) -> Result<(), Complaint> {
    if let Some(path) = &typed.out {
        save(path, &report.to_json())?;
    }
    if let Some(path) = &typed.html {
        save(path, &report::page::learn_page(report))?;
    }
    Ok(())
}

fn exit(report: &LearnReport) -> Exit {
    match report.end {
        LearnEnd::Violation => Exit::Findings,
        // Nothing is said of tests that could not be decided.
        LearnEnd::Converged { .. } if report.counts.undecided > 0 => Exit::Early,
        LearnEnd::Converged { .. } | LearnEnd::Kept | LearnEnd::Complete => Exit::Done,
        LearnEnd::Budget | LearnEnd::Exhausted | LearnEnd::Interrupted | LearnEnd::Undecided => Exit::Early,
        LearnEnd::NotRequired => Exit::BadInput,
    }
}

/// Findings count most, then an early end.
fn worse(a: Exit, b: Exit) -> Exit {
    let rank = |exit: &Exit| {
        [Exit::Done, Exit::Early, Exit::BadInput, Exit::Findings]
            .iter()
            .position(|e| e == exit)
    };
    if rank(&b) > rank(&a) { b } else { a }
}

/// The command, with what tests depend on.
fn command(typed: &Learn) -> String {
    let search = &typed.search;
    let mut words = vec![again(typed, None)];
    let mut add = |name: &str, value: Option<String>| words.extend(value.map(|v| format!("--{name} {}", quote(&v))));
    add("at", typed.at.clone());
    add("tests", (search.tests != TESTS).then(|| search.tests.to_string()));
    add("seed", (search.seed != SEED).then(|| search.seed.to_string()));
    add(
        "method",
        (search.method == LearnMethodName::Random).then(|| "random".into()),
    );
    add("degree", search.degree.map(|d| d.to_string()));
    add("wise", search.wise.map(|n| n.to_string()));
    add("models", (search.models != MODELS).then(|| search.models.to_string()));
    let enough = if search.enough > 1.0 {
        "never".into()
    } else {
        search.enough.to_string()
    };
    add("enough", (search.enough != ENOUGH).then_some(enough));
    words.join(" ")
}

/// The beginning of a command that runs one input; `name` says which of several contracts is meant.
fn again(typed: &Learn, name: Option<&str>) -> String {
    let mut words = vec!["lydian learn".to_string(), quote(&typed.contract.display().to_string())];
    words.push(format!("--subject {}", quote(&typed.subject.to_string())));
    let with = typed.with.iter();
    words.extend(with.map(|(name, subject)| format!("--with {}", quote(&format!("{name}={subject}")))));
    let only = typed.only.as_deref().or(name);
    words.extend(only.map(|name| format!("--only {}", quote(name))));
    words.extend(typed.call.words());
    words.join(" ")
}
