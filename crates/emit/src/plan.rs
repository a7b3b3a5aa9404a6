//! A suite as all targets see it: names chosen, oracles reduced to a few doubles, texts ready to be quoted.

use super::names;
use super::options::{self, EmitOptions, NumberType};
use super::target::EmitTarget;
use super::{EmitRefusal, number};
use std::collections::BTreeMap;
use suite::{AccuracyRecord, Expect, FormatRecord, MutantRecord, Suite, Test, hex};

/// What a target writes down.
pub struct EmitPlan<'a> {
    pub suite: &'a Suite,
    pub options: &'a EmitOptions,
    /// The function to call.
    pub function: String,
    /// What it takes and returns.
    pub number: NumberType,
    /// How many arguments it takes.
    pub arity: usize,
    /// Lines for the head of the file.
    pub head: Vec<String>,
    pub cases: Vec<EmittedTest<'a>>,
}

/// One test.
pub struct EmittedTest<'a> {
    pub test: &'a Test,
    /// An identifier made of the id, unique in the file.
    pub name: String,
    /// Lines for people who read the file.
    pub comment: Vec<String>,
    pub oracle: EmittedOracle,
    /// Texts for the message of a failure.
    pub inputs: String,
    pub wanted: String,
    pub objectives: String,
}

/// What is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A value of the range.
    Value,
    /// A value, but no double is acceptable.
    Nothing,
    /// NaN or an error.
    Reject,
}

/// The oracle as doubles. An end that is missing is NaN, so that no comparison with it holds.
#[derive(Clone, Copy, Debug)]
pub struct EmittedOracle {
    pub sort: Sort,
    pub lo: f64,
    pub hi: f64,
    pub below: f64,
    pub above: f64,
}

impl EmittedOracle {
    fn of(test: &Test) -> EmittedOracle {
        let sort = match (test.expect, test.valid) {
            (Expect::Reject | Expect::Undefined, _) => Sort::Reject,
            (Expect::Value, Some(_)) => Sort::Value,
            (Expect::Value, None) => Sort::Nothing,
        };
        EmittedOracle {
            sort,
            lo: test.valid.map_or(f64::NAN, |range| range.lo.0),
            hi: test.valid.map_or(f64::NAN, |range| range.hi.0),
            below: test.invalid.map_or(f64::NAN, |invalid| invalid.below.0),
            above: test.invalid.map_or(f64::NAN, |invalid| invalid.above.0),
        }
    }

    /// All ends, in the order in which targets write them.
    pub fn ends(&self) -> [f64; 4] {
        [self.lo, self.hi, self.below, self.above]
    }

    /// The ends as a language writes them.
    pub fn written(&self, form: fn(f64) -> String) -> String {
        self.ends().map(form).join(", ")
    }
}

impl<'a> EmitPlan<'a> {
    /// The plan of a suite, or why the target cannot have it.
    pub fn new(suite: &'a Suite, target: &EmitTarget, options: &'a EmitOptions) -> Result<EmitPlan<'a>, EmitRefusal> {
        if suite.tests.is_empty() {
            return Err(EmitRefusal::NothingToEmit);
        }
        options::check(target, options)?;
        check_formats(suite, target)?;
        let number = options.number.unwrap_or_else(|| natural(suite));
        suite
            .tests
            .iter()
            .try_for_each(|test| check_test(test, suite, number))?;
        let derived = || names::identifier(&suite.spec.name);
        let function = options.function.clone().unwrap_or_else(derived);
        Ok(EmitPlan {
            suite,
            options,
            number,
            arity: suite.spec.arguments.len(),
            head: head(suite, target, options, &function),
            function,
            cases: cases(suite),
        })
    }

    /// The name of the function without what stands before it.
    pub fn base_name(&self) -> &str {
        self.function.rsplit(['.', ':']).next().unwrap_or_default()
    }

    /// Every input of a case, as a language writes it.
    pub fn inputs(case: &EmittedTest, form: fn(f64) -> String) -> String {
        let inputs: Vec<String> = case.test.inputs.iter().map(|input| form(input.hex.0)).collect();
        inputs.join(", ")
    }

    /// A condition that an answer is one of the values that stand for an error, to be appended to another.
    pub fn errors(&self, equals: fn(f64) -> String) -> String {
        self.options.reject_values.iter().map(|&value| equals(value)).collect()
    }
}

/// Single precision if the specification speaks of nothing else.
fn natural(suite: &Suite) -> NumberType {
    let is_single = |format: FormatRecord| format == FormatRecord::Binary32;
    let all = suite.spec.arguments.iter().all(|argument| is_single(argument.format));
    if all && is_single(suite.spec.output) {
        NumberType::Float
    } else {
        NumberType::Double
    }
}

/// Generated code calls functions of floating-point numbers; a table calls nothing.
fn check_formats(suite: &Suite, target: &EmitTarget) -> Result<(), EmitRefusal> {
    let is_fixed = |format: FormatRecord| matches!(format, FormatRecord::Fixed { .. });
    let arguments = suite.spec.arguments.iter().filter(|a| is_fixed(a.format));
    let mut fixed: Vec<String> = arguments.map(|a| format!("{} is {}", a.name, a.format)).collect();
    if is_fixed(suite.spec.output) {
        fixed.push(format!("the result is {}", suite.spec.output));
    }
    if fixed.is_empty() || target.grammar.is_none() {
        return Ok(());
    }
    Err(EmitRefusal::FixedPoint { what: fixed.join(", ") })
}

fn check_test(test: &Test, suite: &Suite, number: NumberType) -> Result<(), EmitRefusal> {
    let refuse = |why: String| {
        Err(EmitRefusal::Test {
            id: test.id.clone(),
            why,
        })
    };
    let (found, wanted) = (test.inputs.len(), suite.spec.arguments.len());
    if found != wanted {
        return refuse(format!(
            "it has {found} inputs, but the specification has {wanted} arguments"
        ));
    }
    let is_double = |x: f64| x.is_finite() && f64::from(x as f32) != x;
    match test.inputs.iter().find(|input| is_double(input.hex.0)) {
        Some(input) if number == NumberType::Float => refuse(format!(
            "the input {} = {} is not a number in single precision; use --type double",
            input.name,
            number::shown(input.hex.0)
        )),
        _ => Ok(()),
    }
}

fn head(suite: &Suite, target: &EmitTarget, options: &EmitOptions, function: &str) -> Vec<String> {
    let base = function.rsplit(['.', ':']).next().unwrap_or_default();
    let file = |text: &str| text.replace("NAME", base);
    vec![
        format!("Generated by lydian {}; do not edit.", env!("CARGO_PKG_VERSION")),
        format!("Run it with: {}", file(target.run)),
        String::new(),
        format!("command:       {}", options.command),
        format!("specification: {}", suite.spec.name),
        format!("sha256:        {}", suite.spec.sha256),
        format!("accuracy:      {}", accuracy(&suite.spec.accuracy)),
        format!("tests:         {}", suite.tests.len()),
    ]
}

/// The requirement in words.
pub fn accuracy(record: &AccuracyRecord) -> String {
    let parts = [
        ("relative", &record.relative),
        ("absolute", &record.absolute),
        ("ulps", &record.ulps),
    ];
    let given = parts
        .iter()
        .filter_map(|(word, value)| value.as_ref().map(|v| format!("{word} {v}")));
    let rounded = record.rounded.then(|| "correctly rounded".to_string());
    given.chain(rounded).collect::<Vec<_>>().join(", ")
}

fn cases(suite: &Suite) -> Vec<EmittedTest<'_>> {
    let mutants: BTreeMap<&str, &MutantRecord> = suite.mutants.iter().map(|m| (m.id.as_str(), m)).collect();
    let mut used = BTreeMap::new();
    suite.tests.iter().map(|test| case(test, &mutants, &mut used)).collect()
}

fn case<'a>(
    test: &'a Test,
    mutants: &BTreeMap<&str, &MutantRecord>,
    used: &mut BTreeMap<String, usize>,
) -> EmittedTest<'a> {
    let oracle = EmittedOracle::of(test);
    let objectives = test.objectives.join(", ");
    let shown = test.inputs.iter();
    let shown = shown.map(|input| format!("{} = {}", input.name, number::shown(input.hex.0)));
    EmittedTest {
        test,
        name: unique(names::identifier(&test.id), used),
        comment: comment(test, &objectives, mutants),
        oracle,
        inputs: shown.collect::<Vec<_>>().join(", "),
        wanted: wanted(test, &oracle),
        objectives,
    }
}

/// Names are told apart without regard to case, since Fortran does not see it.
fn unique(name: String, used: &mut BTreeMap<String, usize>) -> String {
    let mut candidate = name.clone();
    while used.contains_key(&candidate.to_ascii_lowercase()) {
        let count = used.entry(name.to_ascii_lowercase()).or_insert(1);
        *count += 1;
        candidate = format!("{name}_{count}");
    }
    used.insert(candidate.to_ascii_lowercase(), 1);
    candidate
}

fn wanted(test: &Test, oracle: &EmittedOracle) -> String {
    match (oracle.sort, test.expect) {
        (Sort::Value, _) => format!("{} to {}", number::shown(oracle.lo), number::shown(oracle.hi)),
        (Sort::Nothing, _) => "no double".into(),
        (_, Expect::Undefined) => "NaN or an error, since the formula has no value here".into(),
        _ => "NaN or an error, since the input is outside the domain".into(),
    }
}

/// How many mutants a comment names.
const NAMED: usize = 3;

fn comment(test: &Test, objectives: &str, mutants: &BTreeMap<&str, &MutantRecord>) -> Vec<String> {
    let inputs: Vec<String> = test
        .inputs
        .iter()
        .map(|i| format!("{} = {}", i.name, hex::decimal(i.hex.0)))
        .collect();
    let mut lines = vec![format!("{}: {}", test.id, inputs.join(", "))];
    if !objectives.is_empty() {
        lines.push(format!("  objectives: {objectives}"));
    }
    let (count, plural) = (test.kills.len(), if test.kills.len() == 1 { "" } else { "s" });
    let such = if count > NAMED { ", such as" } else { "" };
    lines.push(format!("  kills {count} mutant{plural}{such}"));
    lines.extend(test.kills.iter().take(NAMED).map(|id| match mutants.get(id.as_str()) {
        Some(mutant) => format!("    {id}: {}", mutant.description),
        None => format!("    {id}"),
    }));
    lines
}
