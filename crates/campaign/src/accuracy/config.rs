//! The configuration of a campaign: read from TOML, checked, with the place of whatever is wrong.

use super::work::{Work, has_functions};
use mutation::source::{MutatedPart, SourceLanguage};
use problems::problem::{ProblemKind, ProblemShape};
use problems::solutions::{KnownSolution, standard};
use serde::Deserialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// What a campaign is told.
#[derive(Clone, Debug)]
pub struct Config {
    /// The source of the algorithm, relative to where we are.
    pub source: PathBuf,
    /// The source as the user named it.
    pub shown: String,
    /// Its language.
    pub language: SourceLanguage,
    /// The function to call.
    pub function: String,
    /// What to mutate.
    pub scope: MutatedPart,
    /// The order that it was designed for.
    pub order: Option<f64>,
    /// Flags of the compiler, separated by spaces.
    pub flags: String,
    /// How often it was designed to call the functions of a problem.
    pub work: Option<Work>,
    /// CPU seconds for one mutant on all problems; from the target's time if none.
    pub seconds: Option<f64>,
    /// Bytes of memory for one mutant.
    pub memory: u64,
    /// Threshold of the sign test.
    pub threshold: f64,
    /// The problems.
    pub shape: ProblemShape,
    /// Their solutions.
    pub solutions: Vec<KnownSolution>,
    /// The user's command, for custom problems.
    pub command: Option<String>,
    /// The size of the solutions of custom problems, which rounding errors are relative to.
    pub size: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedConfig {
    algorithm: TypedAlgorithm,
    problems: TypedProblems,
    #[serde(default)]
    test: TypedTest,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedAlgorithm {
    source: Spanned<String>,
    function: Option<String>,
    mutate: Option<Spanned<TypedMutate>>,
    lines: Option<Spanned<String>>,
    order: Option<Spanned<f64>>,
    work: Option<Spanned<TypedWork>>,
    #[serde(default)]
    flags: String,
    seconds: Option<Spanned<f64>>,
    memory: Option<Spanned<u64>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TypedMutate {
    Word(String),
    Functions(Vec<String>),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TypedWork {
    PerStep(f64),
    Formula(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedProblems {
    kind: Spanned<ProblemKind>,
    solutions: Option<Spanned<TypedSolutions>>,
    steps: Option<Spanned<Vec<u32>>>,
    iterations: Option<Spanned<u32>>,
    derivative: Option<bool>,
    command: Option<String>,
    size: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum TypedSolutions {
    Word(String),
    List(Vec<TypedSolution>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedSolution {
    name: Option<String>,
    f: String,
    a: f64,
    b: f64,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct TypedTest {
    threshold: Option<Spanned<f64>>,
}

/// Something wrong: where, what, and how to mend it.
struct ConfigComplaint {
    span: Range<usize>,
    what: String,
    remedy: &'static str,
}

type Checked<T> = Result<T, ConfigComplaint>;

fn wrong<T>(at: &Spanned<T>, what: impl Into<String>, remedy: &'static str) -> ConfigComplaint {
    ConfigComplaint {
        span: at.span(),
        what: what.into(),
        remedy,
    }
}

/// Megabytes for one mutant if nothing else is said.
const MEMORY: u64 = 1024;
/// Threshold if nothing else is said.
const THRESHOLD: f64 = 0.05;
const START_REMEDY: &str = "see the manual of `lydian accuracy` for all keys";

impl Config {
    /// Reads a configuration. Paths in it are relative to its folder; `source` replaces the one in it.
    pub fn read(path: &Path, text: &str, source: Option<&Path>) -> Result<Config, String> {
        let typed: TypedConfig = toml::from_str(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let complaint = ConfigComplaint {
                span,
                what: error.message().into(),
                remedy: START_REMEDY,
            };
            complaint.render(path, text)
        })?;
        checked(typed, path, source).map_err(|complaint| complaint.render(path, text))
    }
}

impl ConfigComplaint {
    fn render(&self, path: &Path, text: &str) -> String {
        let before = text.get(..self.span.start).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        let excerpt = text.lines().nth(line - 1).unwrap_or_default();
        format!(
            "{}:{line}:{column}: error: {}\n  | {}\n  remedy: {}",
            path.display(),
            self.what.trim(),
            excerpt.trim_end(),
            self.remedy
        )
    }
}

fn checked(typed: TypedConfig, path: &Path, source: Option<&Path>) -> Checked<Config> {
    let TypedConfig {
        algorithm,
        problems,
        test,
    } = typed;
    let folder = path.parent().unwrap_or(Path::new(""));
    let shown = source.map_or_else(|| algorithm.source.get_ref().clone(), |s| s.display().to_string());
    let place = source.map_or_else(|| folder.join(algorithm.source.get_ref()), PathBuf::from);
    let kind = *problems.kind.get_ref();
    let function = function(&algorithm, &place, kind);
    Ok(Config {
        language: SourceLanguage::of_path(&shown).ok_or_else(|| {
            let what = format!("the language of `{shown}` is not known");
            wrong(&algorithm.source, what, "sources end in .c, .f90, .rs, .py or .m")
        })?,
        scope: scope(&algorithm, &function)?,
        order: positive(algorithm.order.as_ref())?,
        work: algorithm.work.as_ref().map(|typed| work(typed, kind)).transpose()?,
        seconds: positive(algorithm.seconds.as_ref())?,
        memory: algorithm
            .memory
            .map_or(MEMORY, |m| *m.get_ref())
            .saturating_mul(1 << 20),
        threshold: threshold(test.threshold.as_ref())?,
        solutions: solutions(&problems)?,
        command: command(&problems)?,
        size: size(&problems)?,
        shape: shape(problems)?,
        flags: algorithm.flags,
        source: place,
        shown,
        function,
    })
}

/// The function that is named, else the one with the name of the file.
fn function(algorithm: &TypedAlgorithm, place: &Path, kind: ProblemKind) -> String {
    let stem = || {
        place
            .file_stem()
            .map_or(String::new(), |s| s.to_string_lossy().into_owned())
    };
    match kind {
        ProblemKind::Custom => algorithm.function.clone().unwrap_or_default(),
        _ => algorithm.function.clone().unwrap_or_else(stem),
    }
}

fn scope(algorithm: &TypedAlgorithm, function: &str) -> Checked<MutatedPart> {
    if let Some(lines) = &algorithm.lines {
        let parts = lines.get_ref().split_once('-');
        let range = parts.and_then(|(a, b)| Some(a.trim().parse().ok()?..=b.trim().parse().ok()?));
        let range = range.filter(|r| !r.is_empty() && *r.start() > 0);
        let complain = || wrong(lines, "these are no lines", "write them as \"10-40\"");
        return range.map(MutatedPart::Lines).ok_or_else(complain);
    }
    match algorithm.mutate.as_ref().map(|m| (m, m.get_ref())) {
        None if function.is_empty() => Ok(MutatedPart::Whole),
        None => Ok(MutatedPart::Functions(vec![function.into()])),
        Some((_, TypedMutate::Word(word))) if word == "all" => Ok(MutatedPart::Whole),
        Some((_, TypedMutate::Functions(list))) if !list.is_empty() => Ok(MutatedPart::Functions(list.clone())),
        Some((at, _)) => Err(wrong(
            at,
            "nothing is named",
            "write \"all\" or a list of functions, such as [\"rk4\"]",
        )),
    }
}

fn positive(number: Option<&Spanned<f64>>) -> Checked<Option<f64>> {
    match number {
        Some(n) if !(*n.get_ref() > 0.0 && n.get_ref().is_finite()) => {
            Err(wrong(n, "it must be greater than 0", "write a number such as 4"))
        }
        other => Ok(other.map(|n| *n.get_ref())),
    }
}

fn work(typed: &Spanned<TypedWork>, kind: ProblemKind) -> Checked<Work> {
    let remedy = "write calls for each step, such as 4, or a formula of the number of steps, such as \"n + 1\"";
    if !has_functions(kind) {
        let what = format!(
            "problems of the kind `{}` have no functions whose calls are counted",
            kind.name()
        );
        return Err(wrong(typed, what, "leave `work` out"));
    }
    let text = match typed.get_ref() {
        TypedWork::PerStep(calls) if *calls > 0.0 => format!("{calls}*n"),
        TypedWork::PerStep(_) => return Err(wrong(typed, "it must be greater than 0", remedy)),
        TypedWork::Formula(text) => text.clone(),
    };
    Work::read(&text).map_err(|why| wrong(typed, why, remedy))
}

fn threshold(number: Option<&Spanned<f64>>) -> Checked<f64> {
    match number {
        Some(n) if !(*n.get_ref() > 0.0 && *n.get_ref() < 1.0) => Err(wrong(
            n,
            "it is no probability between 0 and 1",
            "the usual one is 0.05",
        )),
        other => Ok(other.map_or(THRESHOLD, |n| *n.get_ref())),
    }
}

fn solutions(problems: &TypedProblems) -> Checked<Vec<KnownSolution>> {
    let kind = *problems.kind.get_ref();
    let Some(given) = &problems.solutions else {
        return Ok(standard(kind));
    };
    let remedy = "write \"standard\" or a list such as [{ f = \"exp(-x)*sin(3*x)\", a = 0, b = 2 }]";
    match given.get_ref() {
        TypedSolutions::Word(word) if word == "standard" => Ok(standard(kind)),
        TypedSolutions::Word(word) => Err(wrong(given, format!("`{word}` is no set of solutions"), remedy)),
        _ if matches!(kind, ProblemKind::Linear | ProblemKind::Custom) => Err(wrong(
            given,
            format!("problems of the kind `{}` have none", kind.name()),
            "leave them out",
        )),
        TypedSolutions::List(list) if list.is_empty() => Err(wrong(given, "there are no solutions", remedy)),
        TypedSolutions::List(list) => list.iter().map(|s| solution(s, given)).collect(),
    }
}

fn solution(typed: &TypedSolution, at: &Spanned<TypedSolutions>) -> Checked<KnownSolution> {
    let TypedSolution { name, f, a, b } = typed;
    let interval = (*a, *b);
    if !(a < b && a.is_finite() && b.is_finite()) {
        let what = format!("`{f}` has no interval: a = {a}, b = {b}");
        return Err(wrong(at, what, "a must be less than b"));
    }
    Ok(KnownSolution {
        name: name.clone().unwrap_or_else(|| f.clone()),
        formula: f.clone(),
        interval,
    })
}

fn command(problems: &TypedProblems) -> Checked<Option<String>> {
    let kind = *problems.kind.get_ref();
    match (kind, &problems.command) {
        (ProblemKind::Custom, None) => Err(wrong(
            &problems.kind,
            "custom problems need a command",
            "write command = \"python3 driver.py {source}\"; it prints lines `case, h, error[, work]`",
        )),
        (ProblemKind::Custom, command) => Ok(command.clone()),
        (_, Some(_)) => Err(wrong(
            &problems.kind,
            "a command is for custom problems only",
            "write kind = \"custom\", or leave the command out",
        )),
        _ => Ok(None),
    }
}

/// The size of the solutions. Other problems have solutions that are known.
fn size(problems: &TypedProblems) -> Checked<Option<f64>> {
    match &problems.size {
        Some(size) if *problems.kind.get_ref() != ProblemKind::Custom => Err(wrong(
            size,
            "the size of these solutions is known",
            "leave `size` out; it is for custom problems",
        )),
        size => positive(size.as_ref()),
    }
}

fn shape(problems: TypedProblems) -> Checked<ProblemShape> {
    let kind = *problems.kind.get_ref();
    let steps = match problems.steps {
        Some(steps) if !is_ascending(steps.get_ref(), most_steps(kind).0) => {
            return Err(wrong(&steps, "these are no steps", most_steps(kind).1));
        }
        Some(steps) => steps.into_inner(),
        None => vec![],
    };
    if let Some(iterations) = problems
        .iterations
        .as_ref()
        .filter(|i| !(1..=1000).contains(i.get_ref()))
    {
        return Err(wrong(
            iterations,
            "this is no number of iterations",
            "write a number from 1 to 1000",
        ));
    }
    Ok(ProblemShape {
        kind,
        steps,
        iterations: problems.iterations.map_or(2, Spanned::into_inner),
        derivative: problems.derivative.unwrap_or(true),
    })
}

/// The greatest number of steps, and what to do where there are more. All matrices are kept in memory.
fn most_steps(kind: ProblemKind) -> (u32, &'static str) {
    match kind {
        ProblemKind::Linear => (
            500,
            "write ascending numbers of equations from 1 to 500, such as [5, 10, 20]",
        ),
        _ => (
            100_000,
            "write ascending numbers from 1 to 100000, such as [8, 16, 32, 64]",
        ),
    }
}

fn is_ascending(steps: &[u32], most: u32) -> bool {
    let inside = steps.iter().all(|n| (1..=most).contains(n));
    inside && steps.len() > 1 && steps.windows(2).all(|pair| pair[0] < pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Config, String> {
        Config::read(Path::new("dir/a.toml"), text, None)
    }

    #[test]
    fn a_short_configuration_is_enough() {
        let config =
            read("[algorithm]\nsource = \"rk4.c\"\norder = 4\n[problems]\nkind = \"initial-value\"\n").unwrap();
        assert_eq!(config.source, Path::new("dir/rk4.c"));
        assert_eq!((config.function.as_str(), config.order), ("rk4", Some(4.0)));
        assert!(config.solutions.len() >= 20);
    }

    #[test]
    fn complaints_have_a_place_and_a_remedy() {
        let table = [
            (
                "[algorithm]\nsource = \"rk4.c\"\n",
                "a.toml:1:1: error: missing field `problems`",
            ),
            (
                "[algorithm]\nsource = \"a.txt\"\n[problems]\nkind = \"root\"",
                "a.toml:2:10: error: the language",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\norder = -1\n[problems]\nkind = \"root\"",
                "a.toml:3:9: error: it must be",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\nordre = 1\n[problems]\nkind = \"root\"",
                "a.toml:3:1: error: unknown field",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\n[problems]\nkind = \"roots\"",
                "a.toml:4:8: error: unknown variant",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\n[problems]\nkind = \"root\"\nsteps = [4, 2]",
                "a.toml:5:9: error: these are no",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\n[problems]\nkind = \"custom\"",
                "a.toml:4:8: error: custom problems need",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\nwork = \"4*m\"\n[problems]\nkind = \"root\"",
                "a.toml:3:8: error:",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\nwork = 4\n[problems]\nkind = \"linear\"",
                "a.toml:3:8: error: problems of the kind `linear`",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\n[problems]\nkind = \"root\"\nsize = 1",
                "a.toml:5:8: error: the size",
            ),
            (
                "[algorithm]\nsource = \"a.c\"\n[problems]\nkind = \"custom\"\ncommand = \"a\"\nsize = 0",
                "a.toml:6:8: error: it must be greater than 0",
            ),
            ("[algorithm]\nsource = ", "a.toml:2:10: error:"),
        ];
        for (text, expected) in table {
            let error = read(text).unwrap_err();
            assert!(error.contains(expected) && error.contains("remedy: "), "{error}");
        }
    }
}
