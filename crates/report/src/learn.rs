//! The end of `learn`, as plain text.

use crate::words::{count, grouped, observed};
use suite::hex;
use suite::learn::{
    BinadesRecord, BreachKind, ClauseRecord, ContractRecord, LearnEnd, LearnMethod, LearnReport, LearnTest,
    ViolationRecord, WhyTested,
};

/// A report for a terminal.
pub fn learn_report(report: &LearnReport) -> String {
    let mut out = format!("{}: {}\n", report.contract.name, ending(report));
    if let Some(violation) = &report.violation {
        out += &violation_text(&report.contract, violation);
    }
    let missed = missed(report).map_or(String::new(), |words| format!("  {words}\n"));
    out + &effort(report) + &missed
}

/// What may have been missed: of n random tests none meets a share s of the domain with the probability (1 − s)ⁿ.
pub(crate) fn missed(report: &LearnReport) -> Option<String> {
    let open = matches!(
        report.end,
        LearnEnd::Converged { .. } | LearnEnd::Budget | LearnEnd::Exhausted | LearnEnd::Interrupted
    );
    (open && report.counts.tests > 0).then(|| {
        let share = 1.0 - 0.05f64.powf(1.0 / report.counts.tests as f64);
        let share = brief(100.0 * share);
        let binades = binades(report).map_or(String::new(), |words| format!("; {words}"));
        format!("as many random tests miss a fault on {share} % of the domain by value once in 20 times{binades}")
    })
}

/// What was looked at by exponent, where inputs are floats.
fn binades(report: &LearnReport) -> Option<String> {
    let BinadesRecord { tested, all } = report.binades?;
    Some(format!(
        "by exponent, {} of {} of the inputs have a test",
        grouped(tested as usize),
        count(all as usize, "binade")
    ))
}

/// A number to two digits.
fn brief(x: f64) -> String {
    let digits = (1.0 - x.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{x:.digits$}")
}

/// How it ended, in one sentence.
pub(crate) fn ending(report: &LearnReport) -> String {
    let tests = tests(report);
    match report.end {
        LearnEnd::Violation => format!("violated, found by test {}{}", report.counts.tests, once(report)),
        LearnEnd::Converged { covered, change } => format!(
            "no violation found in {tests}: the models have converged on {:.1} % of the domain by value (mean change {change:.1e}); \
             this is no proof",
            100.0 * covered
        ),
        LearnEnd::Budget => format!(
            "no violation found in {tests}, which were all that were allowed{}",
            covered(report)
        ),
        LearnEnd::Complete => format!("kept by every input that the contract allows, in {tests}"),
        LearnEnd::Exhausted if report.counts.tests == 0 => {
            "nothing was tested: no input was found that the contract allows".into()
        }
        LearnEnd::Exhausted => {
            format!("no violation found in {tests}: no further input was found that the contract allows")
        }
        LearnEnd::Interrupted => format!("interrupted after {tests}, no violation found so far"),
        LearnEnd::Kept => "this input keeps the contract".into(),
        LearnEnd::Undecided => "whether this input keeps the contract cannot be decided".into(),
        LearnEnd::NotRequired => {
            "the contract says nothing about this input: it is out of range, or does not fulfil what is required".into()
        }
    }
}

/// Said of a violation that was seen once.
fn once(report: &LearnReport) -> &'static str {
    match is_unsteady(report) {
        true => "; not seen again when the same input was repeated",
        false => "",
    }
}

/// Whether a violation was found that the same input did not show again.
pub(crate) fn is_unsteady(report: &LearnReport) -> bool {
    report.violation.as_ref().is_some_and(|found| !found.repeats)
}

/// Said of a violation that was seen once. The repeat may also have been interrupted, so nothing more is known.
pub(crate) const UNSTEADY: &str = "in a new process the same input did not show this: the subject may depend on the \
                                   calls before, or not always do the same";

/// How many tests were made, and how many of them say nothing.
fn tests(report: &LearnReport) -> String {
    let made = count(report.counts.tests as usize, "test");
    match report.counts.undecided {
        0 => made,
        n => format!("{made} ({} of them undecided)", grouped(n as usize)),
    }
}

/// What converged models cover, where that was counted.
fn covered(report: &LearnReport) -> String {
    match report.convergence.last() {
        Some(last) if last.covered > 0.0 => {
            format!(
                "; converged models cover {:.1} % of the domain by value",
                100.0 * last.covered
            )
        }
        _ => String::new(),
    }
}

fn violation_text(contract: &ContractRecord, violation: &ViolationRecord) -> String {
    let mut out = format!("  input    {}\n", input(contract, &violation.test));
    out += &format!("  outputs  {}\n", outputs(contract, &violation.test));
    for clause in shown(&violation.broken) {
        out += &format!(
            "  broken   {}:{}: {}{}\n",
            contract.file,
            clause.line,
            clause.text,
            meaning(violation.breach)
        );
    }
    if violation.broken.len() > SHOWN {
        out += &format!("           and {} more\n", violation.broken.len() - SHOWN);
    }
    if violation.test.input != violation.first.input {
        out += &format!(
            "  first    {} ({}; {} made it simpler)\n",
            input(contract, &violation.first),
            reason(violation.first.why),
            count(violation.shrinking as usize, "test")
        );
    } else {
        out += &format!("  found    {}\n", reason(violation.first.why));
    }
    if violation.holds_rounded {
        out += &format!("  note     {HOLDS_ROUNDED}\n");
    }
    if !violation.repeats {
        out += &format!("  note     {UNSTEADY}\n");
    }
    out + &format!("  again    {}\n", violation.again)
}

/// Said of a condition that is broken by less than the numbers in it are rounded.
pub(crate) const HOLDS_ROUNDED: &str = "numbers in a contract are exact, and 0.1 is one tenth, which no double is: \
                                        with every number rounded to a double, what is broken here would hold";

/// Conditions that are shown at most.
const SHOWN: usize = 5;

fn shown(broken: &[ClauseRecord]) -> impl Iterator<Item = &ClauseRecord> {
    broken.iter().take(SHOWN)
}

pub(crate) fn meaning(breach: BreachKind) -> &'static str {
    match breach {
        BreachKind::False => "",
        BreachKind::Undefined => " (has no value here: NaN is no number)",
        BreachKind::NoOutput => " (there is no output)",
    }
}

/// The values of an input by name, each with its exact form.
pub(crate) fn input(contract: &ContractRecord, test: &LearnTest) -> String {
    let names = contract.inputs.iter().map(|i| i.name.as_str());
    named(names, &test.input)
}

/// The outputs by name, or why there are none.
pub(crate) fn outputs(contract: &ContractRecord, test: &LearnTest) -> String {
    match &test.ended {
        Some(end) => observed(end),
        None => named(contract.outputs.iter().map(String::as_str), &test.outputs),
    }
}

fn named<'a>(names: impl Iterator<Item = &'a str>, values: &[suite::Hex]) -> String {
    let one = |(name, value): (&str, &suite::Hex)| match value.0 {
        x if x == x.trunc() && x.abs() < 1e6 => format!("{name} = {}", hex::decimal(x)),
        x => format!("{name} = {} ({value})", hex::decimal(x)),
    };
    names.zip(values).map(one).collect::<Vec<_>>().join(", ")
}

pub(crate) fn reason(why: WhyTested) -> &'static str {
    match why {
        WhyTested::Start => "one of the first tests",
        WhyTested::Explore => "a test where little was known",
        WhyTested::Model => "a model broke the contract there",
        WhyTested::Random => "a random test",
        WhyTested::Shrink => "simpler than another",
        WhyTested::Given => "the input that was given",
    }
}

/// What was done, in one line.
fn effort(report: &LearnReport) -> String {
    let counts = report.counts;
    let made = format!(
        "  {}, {}",
        count(counts.tests as usize, "test"),
        count(counts.calls as usize, "call")
    );
    match report.method {
        LearnMethod::Random | LearnMethod::At => made + "\n",
        LearnMethod::Learn => format!(
            "{made}; {} asked for by models; {}, {} retired; {} to the solver, {} excluded\n",
            count(counts.by_models as usize, "test"),
            count(counts.models as usize, "model"),
            grouped(counts.retired as usize),
            count(counts.questions as usize, "question"),
            grouped(counts.excluded as usize)
        ),
    }
}
