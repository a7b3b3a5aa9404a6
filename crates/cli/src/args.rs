//! What can be typed, as typed. What it means is worked out by the commands.

use clap::{Args, Parser, Subcommand, ValueEnum};
use expr::fpcore::parse_number;
use rug::Rational;
use std::path::PathBuf;

/// Tests numerical software with proofs instead of tolerances.
#[derive(Debug, Parser)]
#[command(name = "lydian", version, propagate_version = true, after_help = HELP)]
pub struct LydianArguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value = "auto")]
    pub color: clap::ColorChoice,
}

const HELP: &str = "\
Examples:
  lydian generate doppler.lyd           tests for the formula in doppler.lyd, in lydian.out/
  lydian check lydian.out/suite.json --subject doppler.c:doppler
  lydian verify lydian.out/suite.json   every oracle and every kill in them proved again
  lydian compare old.lyd new.lyd        can any input tell these two formulas apart?

Exit codes: 0 done and nothing found, 1 findings, 2 bad input or usage, 3 ended early, 4 the subject is broken, 5 something could not be written, 70 a bug in Lydian.";

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Makes suites from specifications
    Generate(Box<Generate>),
    /// Runs a suite on an implementation
    Check(Box<crate::check::CheckArguments>),
    /// Looks for the largest error of an implementation
    Hunt(Box<crate::hunt::HuntArguments>),
    /// Finds inputs for every branch of floating-point code
    Cover(Box<crate::cover::Cover>),
    /// Finds inputs on which arithmetic overflows, cancels or is undefined
    Stress(Box<crate::stress::StressArguments>),
    /// Calls instrumented code; for our own use
    #[command(hide = true)]
    CoverWorker,
    /// Tells whether a numerical algorithm is as accurate as it was designed to be
    Accuracy(Box<crate::accuracy::AccuracyArguments>),
    /// Tests a black box against its contract, where models of it lead
    Learn(Box<crate::learn::Learn>),
    /// Proves every oracle and every kill of suites again
    Verify(Verify),
    /// Writes the tests of a suite for a language and its test framework
    Emit(crate::emit::EmitArguments),
    /// Writes the kill problem of a mutant for another solver
    Export(Export),
    /// Tells whether any input can tell two formulas apart
    Compare(Compare),
    /// Makes a page, or a file for other tools, of a finished campaign
    Report(ReportArguments),
}

impl Command {
    /// Whether only errors are wanted.
    pub fn is_quiet(&self) -> bool {
        match self {
            Command::Generate(typed) => typed.output.quiet,
            Command::Verify(typed) => typed.output.quiet,
            Command::Check(typed) => typed.print.quiet,
            Command::Hunt(typed) => typed.print.quiet,
            Command::Cover(typed) => typed.print.quiet,
            Command::Stress(typed) => typed.print.quiet,
            Command::Accuracy(typed) => typed.print.quiet,
            Command::Learn(typed) => typed.print.quiet,
            Command::Compare(typed) => typed.quiet,
            Command::Report(typed) => typed.quiet,
            Command::Emit(_) | Command::Export(_) | Command::CoverWorker => false,
        }
    }
}

/// Arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = GENERATE_HELP)]
pub struct Generate {
    /// Specifications: .lyd files are infix, all others FPCore; a file may hold many
    #[arg(value_name = "SPEC", required = true)]
    pub specs: Vec<PathBuf>,
    /// Folder for the results; an earlier campaign's becomes DIR.old
    #[arg(long, value_name = "DIR", default_value = "lydian.out")]
    pub out: PathBuf,
    #[command(flatten)]
    pub requirement: Requirement,
    /// Only the specification of this name or number (from 1, over all files)
    #[arg(long, value_name = "NAME|NUMBER")]
    pub core: Option<String>,
    #[command(flatten)]
    pub search: SearchArguments,
    /// Go on in the folder, and skip what is finished there
    #[arg(long, conflicts_with = "seconds")]
    pub resume: bool,
    #[command(flatten)]
    pub output: OutputArguments,
    // Last: its heading would stand over what follows.
    #[command(flatten)]
    pub ask: AskArguments,
}

/// What holds for specifications that do not say it themselves.
#[derive(Debug, Args)]
#[command(next_help_heading = "For specifications that do not say it themselves")]
pub struct Requirement {
    #[command(flatten)]
    pub accuracy: AccuracyArguments,
    /// Bounds of inputs that have none, such as -100:100
    #[arg(long, value_name = "LO:HI", value_parser = range, allow_hyphen_values = true)]
    pub range: Option<TypedBounds>,
}

/// How far an answer may be off.
#[derive(Clone, Debug, Args)]
pub struct AccuracyArguments {
    /// Relative margin, such as 1e-10
    #[arg(long, value_name = "E", value_parser = positive, allow_hyphen_values = true)]
    pub accuracy_rel: Option<TypedNumber>,
    /// Absolute margin
    #[arg(long, value_name = "D", value_parser = positive, allow_hyphen_values = true)]
    pub accuracy_abs: Option<TypedNumber>,
    /// Margin in units in the last place
    #[arg(long, value_name = "N", value_parser = positive, allow_hyphen_values = true)]
    pub accuracy_ulps: Option<TypedNumber>,
}

/// How to look for inputs, and how long.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchArguments {
    /// How inputs are found
    #[arg(long, value_enum, default_value = "search")]
    pub method: GenerateMethodName,
    /// Faults in a mutant: 2 adds a selection of pairs, in which every mutant of the formula has its turn
    #[arg(long, value_name = "1|2", default_value_t = ORDER, value_parser = clap::value_parser!(u64).range(1..=2))]
    pub order: u64,
    /// How many tests there may be
    #[arg(long, value_enum, default_value = "standard")]
    pub strength: StrengthName,
    /// Kill each mutant of the formula by this many tests, where there are as many
    #[arg(long, value_name = "N", default_value_t = KILLS, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub kills: u64,
    /// Seed of random inputs
    #[arg(long, value_name = "S", default_value_t = SEED)]
    pub seed: u64,
    /// Inputs at which every mutant is judged, from 1 to 1000000
    #[arg(long, value_name = "N", default_value_t = POINTS, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub points: u64,
    /// Further inputs for the mutants that survive those
    #[arg(long, value_name = "N", default_value_t = MORE_POINTS)]
    pub more_points: u64,
    /// Boxes that the solver may look at for one mutant
    #[arg(long, value_name = "N", default_value_t = BOXES)]
    pub boxes: u64,
    /// Add random inputs for that long per specification; needs --method random
    #[arg(long, value_name = "T", value_parser = seconds, allow_hyphen_values = true, conflicts_with = "more_points")]
    pub seconds: Option<f64>,
}

/// A solver of the user's, for what stays undecided.
#[derive(Debug, Args)]
#[command(next_help_heading = "Another solver")]
pub struct AskArguments {
    /// Ask this SMT solver about undecided algebraic mutants. The problem is a file: the last argument, or where {} stands
    #[arg(long, value_name = "COMMAND")]
    pub ask: Option<String>,
    /// Seconds that it has for each mutant
    #[arg(long, value_name = "T", default_value_t = ASK_SECONDS, value_parser = seconds, allow_hyphen_values = true, requires = "ask")]
    pub ask_seconds: f64,
}

/// Default of `--ask-seconds`.
pub const ASK_SECONDS: f64 = 10.0;

/// Default of `--order`.
pub const ORDER: u64 = 1;
/// Default of `--kills`.
pub const KILLS: u64 = 1;
/// Default of `--seed`.
pub const SEED: u64 = 1;
/// Default of `--points`.
pub const POINTS: u64 = 48;
/// Default of `--more-points`.
pub const MORE_POINTS: u64 = 512;
/// Default of `--boxes`.
pub const BOXES: u64 = 2_000;

/// Names of `--method`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GenerateMethodName {
    /// A fixed sequence of inputs, identities, then the solver
    Search,
    /// Random inputs and nothing else, as a baseline to compare with
    Random,
}

/// How strong a suite is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StrengthName {
    /// The fewest tests that kill the mutants of the formula, for subjects that are expensive to call
    Minimal,
    /// Besides, a test in every cell of the domain and at every notable input: tens to a few hundred
    Standard,
    /// The same with several times as many cells
    Thorough,
}

/// What a command with one report prints.
#[derive(Debug, Args)]
pub struct PrintArguments {
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the report for machines to standard output instead of text
    #[arg(long)]
    pub json: bool,
}

/// What to print and how much of the machine to use.
#[derive(Debug, Args)]
pub struct OutputArguments {
    /// Threads to use; all processors if not given. The results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<usize>,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
    /// Print JSON to standard output instead of tables
    #[arg(long)]
    pub json: bool,
}

const GENERATE_HELP: &str = "\
Examples:
  lydian generate doppler.lyd
  lydian generate specs/*.lyd --out suites --threads 4
  lydian generate bench.fpcore --accuracy-rel 1e-10       for files that state no accuracy
  lydian generate bench.fpcore --core 3 --range -100:100  the third formula, with bounds where it has none
  lydian generate bench.fpcore --resume                   goes on after an interrupt
  lydian generate bench.fpcore --ask 'z3 -smt2'           z3 looks for what stays undecided

The folder holds suite.json (or NAME.suite.json for each of several specifications),
record.jsonl with the results as they came, and summary.json with counts and times.
The same specification and options give the same suite, byte for byte; with --ask this is up to
the solver and its time. What it finds is proved before it becomes a test.";

/// Arguments of `verify`.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_HELP)]
pub struct Verify {
    /// Suites, as `generate` writes them
    #[arg(value_name = "SUITE", required = true)]
    pub suites: Vec<PathBuf>,
    /// Points at which each equivalent mutant and each duplicate is tried
    #[arg(long, value_name = "N")]
    pub samples: Option<usize>,
    #[command(flatten)]
    pub output: OutputArguments,
}

const VERIFY_HELP: &str = "\
Examples:
  lydian verify lydian.out/suite.json
  lydian verify lydian.out/*.suite.json --samples 1000

Oracles and kills are proved again with code of their own. Proofs of equivalence are not repeated;
instead each such mutant is tried at many points, none of which may tell it from the original.
The exit code is 1 if any claim is false or cannot be proved.";

/// Arguments of `compare`.
#[derive(Debug, Args)]
#[command(after_help = COMPARE_HELP)]
pub struct Compare {
    /// The formula to compare with: a file with one specification, or FILE:NAME for one of several
    #[arg(value_name = "A")]
    pub first: PathBuf,
    /// The other formula; without it, A is a file with two
    #[arg(value_name = "B")]
    pub second: Option<PathBuf>,
    /// Print nothing but errors; the exit code has the answer
    #[arg(long, short)]
    pub quiet: bool,
    /// Print JSON to standard output instead of text
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub requirement: Requirement,
    /// Boxes that the solver may look at
    #[arg(long, value_name = "N", default_value_t = COMPARE_BOXES, help_heading = "Search")]
    pub boxes: u64,
}

/// Default of `--boxes` for `compare`: one question may take longer than one of hundreds of mutants.
pub const COMPARE_BOXES: u64 = 20_000;

const COMPARE_HELP: &str = "\
Examples:
  lydian compare old.lyd new.lyd
  lydian compare forms.fpcore:naive forms.fpcore:stable --accuracy-rel 1e-12
  lydian compare both.fpcore --json                       the two formulas of one file

Inputs are those of both domains, and the accuracy is that of A. The exit code is
1 if an input provably tells them apart, 0 if it is proved that none does, 3 if neither.";

/// Arguments of `export`.
#[derive(Debug, Args)]
#[command(after_help = EXPORT_HELP)]
pub struct Export {
    /// A suite, as `generate` writes it; or a file with one specification
    #[arg(value_name = "SUITE")]
    pub suite: PathBuf,
    /// Id of a mutant of the suite; or a file with the formula to tell the specification from
    #[arg(value_name = "MUTANT")]
    pub mutant: String,
    /// Format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub to: FormatName,
    /// How SMT-LIB spells transcendental functions
    #[arg(long, value_enum, value_name = "NAME", default_value = "dreal")]
    pub dialect: DialectName,
    /// File to write; standard output if not given
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub requirement: Requirement,
}

/// Names of `--to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    /// SMT-LIB 2, for z3, cvc5, dReal and others
    Smt2,
    /// RealPaver 0.4
    Realpaver,
    /// Minibex, the language of IBEX
    Minibex,
}

/// Names of `--dialect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DialectName {
    /// As dReal reads them
    Dreal,
    /// As cvc5 reads them
    Cvc5,
}

const EXPORT_HELP: &str = "\
Examples:
  lydian export --to smt2 lydian.out/suite.json variable:3:x,y --out kill.smt2
  lydian export --to smt2 --dialect cvc5 old.lyd new.lyd
  lydian export --to minibex lydian.out/suite.json binary:1:exchanged

The problem has a solution if an input of the domain exists at which both formulas are defined
and further apart than both margins. What a format cannot say is refused by name.";

/// Arguments of `report`.
#[derive(Debug, Args)]
#[command(after_help = REPORT_HELP)]
pub struct ReportArguments {
    /// Folder of a campaign, as `generate` leaves it
    #[arg(value_name = "DIR", default_value = "lydian.out")]
    pub dir: PathBuf,
    /// What `check` found out about a subject; if not given, check.json and *.check.json of the folder
    #[arg(long, value_name = "FILE")]
    pub check: Vec<PathBuf>,
    /// File to write; if not given, DIR/report.html, and standard output for all other formats
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, value_name = "FORMAT", default_value = "html")]
    pub format: ReportFormat,
    /// Print errors only
    #[arg(long, short)]
    pub quiet: bool,
}

/// Names of `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    /// A page that needs no network; for several specifications a list, with a page each beside it
    Html,
    /// Verdicts for build servers
    Junit,
    /// Failed tests for code hosts
    Sarif,
    /// Mutants for the viewers of mutation-testing-elements
    Elements,
    /// The traceability matrix
    Csv,
}

const REPORT_HELP: &str = "\
Examples:
  lydian report lydian.out
  lydian report lydian.out --check check.json --format junit --out junit.xml
  lydian report lydian.out --format csv > traceability.csv

JUnit and SARIF are about verdicts, and need the result of `check`.";

/// An exact number and how it was typed.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedNumber {
    pub text: String,
    pub value: Rational,
}

/// Bounds and how they were typed.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedBounds {
    pub lo: TypedNumber,
    pub hi: TypedNumber,
}

fn number(text: &str) -> Result<TypedNumber, String> {
    let value = parse_number(text)?;
    Ok(TypedNumber {
        text: text.into(),
        value,
    })
}

pub fn positive(text: &str) -> Result<TypedNumber, String> {
    let number = number(text)?;
    if number.value > 0 {
        Ok(number)
    } else {
        Err("it must be greater than 0".into())
    }
}

pub fn range(text: &str) -> Result<TypedBounds, String> {
    let (lo, hi) = text.split_once(':').ok_or("write it as LO:HI, such as -100:100")?;
    let (lo, hi) = (number(lo)?, number(hi)?);
    if lo.value <= hi.value {
        Ok(TypedBounds { lo, hi })
    } else {
        Err("the lower bound is above the upper one".into())
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(t) if t > 0.0 && t < 1e9 => Ok(t),
        _ => Err("it must be a number of seconds greater than 0".into()),
    }
}

fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(n @ 1..=1024) => Ok(n),
        _ => Err("it must be a whole number from 1 to 1024".into()),
    }
}
