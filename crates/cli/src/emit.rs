//! `lydian emit`: a suite as native tests.

use crate::complaint::Complaint;
use crate::console::Console;
use crate::deliver::deliver;
use crate::exit::Exit;
use crate::typed::quote;
use ::emit::{EmitOptions, EmitTarget, NumberType, TARGETS, emit, emit_observed, target};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use suite::{SuiteFile, hex};

/// Arguments of `emit`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct EmitArguments {
    /// A suite, as `generate` writes it
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,
    /// Language and framework of the tests
    #[arg(long, value_name = "TARGET", value_parser = targets())]
    pub to: &'static EmitTarget,
    /// Function to call; by default the name of the specification, as an identifier
    #[arg(long, value_name = "NAME")]
    pub function: Option<String>,
    /// File to include: a header of C or C++, or a file of Julia
    #[arg(long, value_name = "FILE")]
    pub header: Option<String>,
    /// Module that holds the function, for Rust, Python, Fortran and Julia
    #[arg(long, value_name = "NAME")]
    pub module: Option<String>,
    /// What the function takes and returns; by default what the specification says
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    pub number: Option<TypeName>,
    /// An answer that counts as an error, as NaN does; may be given several times
    #[arg(long, value_name = "V", value_parser = value, allow_hyphen_values = true)]
    pub reject_value: Vec<f64>,
    /// File to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Names of `--type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TypeName {
    /// Double precision
    Double,
    /// Single precision
    Float,
}

const HELP: &str = "\
Examples:
  lydian emit lydian.out/suite.json --to c --header doppler.h --out test_doppler.c
  lydian emit lydian.out/suite.json --to pytest --module physics.waves --out test_doppler.py
  lydian emit lydian.out/suite.json --to fortran --reject-value -999 > test_doppler.f90

A test passes if the answer lies in the proven range of its oracle, compared exactly. Where an input
must be rejected, NaN and errors of the language pass, and so do the values of --reject-value.
Outputs that `lydian cover --suite` observed become tests in c and cpp-gtest, marked as observed.
The head of each file says how to run it. The same suite and options give the same bytes.";

fn targets() -> impl TypedValueParser<Value = &'static EmitTarget> {
    let values = TARGETS
        .iter()
        .map(|target| PossibleValue::new(target.name).help(target.about));
    PossibleValuesParser::new(values).map(|name| target(&name).expect("invariant: the names are those of the table"))
}

fn value(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().or_else(|| hex::parse(text));
    match number {
        Some(x) if !f64::is_nan(x) => Ok(x),
        Some(_) => Err("NaN counts as an error anyway".into()),
        None => Err("it must be a number such as -999 or 0x1p-3".into()),
    }
}

/// Runs the command.
pub fn run(typed: &EmitArguments, console: &Console) -> Result<Exit, Complaint> {
    deliver(&text(typed)?, typed.out.as_deref(), console)
}

fn text(typed: &EmitArguments) -> Result<String, Complaint> {
    let complain = |why: String| Complaint::at(typed.suite.display(), why);
    let text = std::fs::read_to_string(&typed.suite).map_err(|e| complain(format!("cannot be read: {e}")))?;
    let suite = match SuiteFile::from_json(&text).map_err(|e| complain(e.to_string()))? {
        SuiteFile::Proven(suite) => suite,
        SuiteFile::Observed(suite) => {
            return emit_observed(&suite, typed.to, &options(typed)).map_err(|e| complain(e.to_string()));
        }
    };
    if let Some(problem) = suite.validate().first() {
        return Err(complain(format!("the suite is not sound in itself: {problem}")));
    }
    emit(&suite, typed.to, &options(typed)).map_err(|e| complain(e.to_string()))
}

fn options(typed: &EmitArguments) -> EmitOptions {
    EmitOptions {
        function: typed.function.clone(),
        header: typed.header.clone(),
        module: typed.module.clone(),
        number: typed.number.map(|number| match number {
            TypeName::Double => NumberType::Double,
            TypeName::Float => NumberType::Float,
        }),
        reject_values: typed.reject_value.clone(),
        command: command(typed),
    }
}

/// The command without folders and without the place of its output: the same on every machine.
fn command(typed: &EmitArguments) -> String {
    let file = typed.suite.file_name().unwrap_or(typed.suite.as_os_str());
    let number = typed.number.and_then(|number| number.to_possible_value());
    let number = number.map(|value| value.get_name().to_owned());
    let named = [
        ("--to", Some(typed.to.name.to_owned())),
        ("--function", typed.function.clone()),
        ("--header", typed.header.clone()),
        ("--module", typed.module.clone()),
        ("--type", number),
    ];
    let values = typed
        .reject_value
        .iter()
        .map(|&x| ("--reject-value", Some(hex::decimal(x))));
    let mut words = vec!["lydian emit".to_owned(), quote(&file.to_string_lossy())];
    for (name, value) in named.into_iter().chain(values) {
        words.extend(value.map(|value| format!("{name} {}", quote(&value))));
    }
    words.join(" ")
}
