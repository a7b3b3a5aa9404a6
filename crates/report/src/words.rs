//! What statuses, verdicts and outcomes are called in reports: one word and one sign each, the same everywhere.

use suite::cover::{CoverInput, CoverValue, SideRecord};
use suite::{AccuracyRecord, ArgumentRecord, BoundRecord, Expect, FormatRecord, How, MutantEvidence, Observed};
use suite::{PolicyRecord, RunEnding, SpecRecord, Status, Test, TestResult, Verdict};

/// How a status or verdict is shown: not by colour alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Badge {
    /// The word.
    pub word: &'static str,
    /// A sign that is told apart without colour.
    pub sign: &'static str,
}

/// The statuses in the order of reports.
pub(crate) const STATUSES: [Status; 4] = [Status::Killed, Status::Equivalent, Status::Duplicate, Status::Undecided];

pub(crate) fn status(status: Status) -> Badge {
    let (word, sign) = match status {
        Status::Killed => ("killed", "●"),
        Status::Equivalent => ("equivalent", "≡"),
        Status::Duplicate => ("duplicate", "="),
        Status::Undecided => ("undecided", "?"),
    };
    Badge { word, sign }
}

pub(crate) fn verdict(verdict: Verdict) -> Badge {
    let (word, sign) = match verdict {
        Verdict::Ok => ("ok", "✓"),
        Verdict::Ko => ("ko", "✗"),
        Verdict::Uncertain => ("uncertain", "~"),
    };
    Badge { word, sign }
}

/// What became of a side of a branch.
pub(crate) fn side(side: &SideRecord) -> Badge {
    let (word, sign) = match side {
        SideRecord::Covered { .. } => ("covered", "✓"),
        SideRecord::Infeasible { .. } => ("infeasible", "∅"),
        SideRecord::Unreached { .. } => ("unreached", "✗"),
    };
    Badge { word, sign }
}

/// What became of a side that is not covered, and why; none if it is.
pub(crate) fn open_side(record: &SideRecord) -> Option<String> {
    let is_covered = matches!(record, SideRecord::Covered { .. });
    (!is_covered).then(|| format!("{}: {}", side(record).word, why_open(record)))
}

/// The proof that a side is infeasible, or how near a run came.
pub(crate) fn why_open(side: &SideRecord) -> String {
    match side {
        SideRecord::Covered { by } => format!("covered by {by}"),
        SideRecord::Infeasible { proof } => proof.clone(),
        SideRecord::Unreached { closest: None } => "no run got to this branch".into(),
        SideRecord::Unreached { closest: Some(steps) } => format!("{steps} steps away at the nearest"),
    }
}

/// Numbers of an input or an output, as `x = 1.0, n = 2`.
pub(crate) fn values(values: &[CoverValue]) -> String {
    let each: Vec<String> = values.iter().map(|v| format!("{} = {}", v.name, v.decimal)).collect();
    each.join(", ")
}

/// The calls that an input needs before it, in brackets.
pub(crate) fn history(after: &[Vec<CoverValue>]) -> String {
    let calls: Vec<String> = after.iter().map(|input| values(input)).collect();
    match calls.is_empty() {
        true => String::new(),
        false => format!(" (after a call with {})", calls.join("; then ")),
    }
}

/// What was observed on an input.
pub(crate) fn outcome(input: &CoverInput) -> String {
    match input.observed.is_empty() || input.outcome != RunEnding::Returned {
        true => input.outcome.to_string(),
        false => values(&input.observed),
    }
}

/// The worst of these verdicts.
pub(crate) fn worst(verdicts: impl Iterator<Item = Verdict>) -> Option<Verdict> {
    verdicts.max_by_key(|verdict| match verdict {
        Verdict::Ok => 0,
        Verdict::Uncertain => 1,
        Verdict::Ko => 2,
    })
}

pub(crate) fn how(how: How) -> &'static str {
    match how {
        How::Disjoint => "no output is acceptable for both",
        How::Definedness => "only one of the two is defined there",
        How::Rejects => "it rejects what must be accepted",
        How::Accepts => "it accepts what must be rejected",
        How::Inaccurate => "its result is not accurate enough",
    }
}

/// Why a mutant has its status, in one clause.
pub(crate) fn evidence(evidence: &MutantEvidence) -> String {
    match evidence {
        MutantEvidence::Kill { test, how: way } => format!("by {test}: {}", how(*way)),
        MutantEvidence::Identity { rules } => format!("proved equal by algebra ({})", rules.join(", ")),
        MutantEvidence::Covering { boxes, rules } => {
            format!("proved on all of the domain in {boxes} boxes ({})", rules.join(", "))
        }
        MutantEvidence::Duplicate { of, rules } => format!("proved equal to {of} ({})", rules.join(", ")),
        MutantEvidence::Undecided { reason, boxes, closest } => {
            let near = closest
                .as_ref()
                .map_or(String::new(), |at| format!("; nearest to a kill at {at}"));
            format!("{reason}, {boxes} boxes looked at{near}")
        }
    }
}

/// What a correct implementation answers to a test, in words.
pub(crate) fn expected(test: &Test) -> String {
    match (test.expect, test.valid) {
        (Expect::Value, Some(range)) => {
            let [lo, hi] = [range.lo.0, range.hi.0].map(suite::hex::decimal);
            format!("a value from {lo} to {hi}")
        }
        (Expect::Value, None) => "a value".into(),
        (Expect::Reject, _) => "a rejection: the input lies outside the domain".into(),
        (Expect::Undefined, _) => "a rejection: the formula has no value there".into(),
    }
}

/// What a subject did, in words.
pub(crate) fn observed(observed: &Observed) -> String {
    plain(&observation(observed))
}

/// Text of a subject on one line and without signs that a terminal would obey.
fn plain(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

fn observation(observed: &Observed) -> String {
    match observed {
        Observed::Value {
            decimal, hex, upper, ..
        } => match upper {
            None => decimal.clone(),
            Some(upper) => format!(
                "between {} and {}",
                suite::hex::decimal(hex.0),
                suite::hex::decimal(upper.0)
            ),
        },
        Observed::Rejected { how } => format!("rejected: {how}"),
        Observed::Crash { signal } => format!("crashed with {signal}"),
        Observed::Exit { code } => format!("ended the process with code {code}"),
        Observed::Timeout { milliseconds } => format!("no answer within {milliseconds} ms"),
        Observed::Flood { limit } => format!("wrote more than {limit} bytes"),
        Observed::Broken { how } => format!("broke the protocol: {how}"),
    }
}

/// The input of a test as `x = 1.0, y = 2.0`.
pub(crate) fn inputs(test: &Test) -> String {
    let each = test.inputs.iter().map(|i| format!("{} = {}", i.name, i.decimal));
    each.collect::<Vec<_>>().join(", ")
}

/// A failed test in one line: input, answer, what would have been acceptable.
pub(crate) fn failure(test: &Test, result: &TestResult) -> String {
    let error = result
        .error_ulps
        .as_ref()
        .map_or(String::new(), |ulps| format!(" ({ulps} ulps)"));
    let got = observed(&result.observed);
    format!(
        "at {}: got {got}{error}, acceptable is {}",
        inputs(test),
        expected(test)
    )
}

/// The accuracy requirement in words.
pub(crate) fn accuracy(accuracy: &AccuracyRecord) -> String {
    let relative = accuracy.relative.as_ref().map(|e| format!("relative {e}"));
    let absolute = accuracy.absolute.as_ref().map(|d| format!("absolute {d}"));
    let ulps = accuracy.ulps.as_ref().map(|n| format!("{n} ulps"));
    let rounded = accuracy.rounded.then(|| "correctly rounded".to_string());
    let given: Vec<String> = [relative, absolute, ulps, rounded].into_iter().flatten().collect();
    match given.as_slice() {
        [] => "none stated".into(),
        [one] => one.clone(),
        many => format!("the largest of {}", many.join(", ")),
    }
}

/// The range of an argument, such as `-100 ≤ u ≤ 100`.
pub(crate) fn range(argument: &ArgumentRecord) -> String {
    let sign = |bound: &BoundRecord| if bound.strict { "<" } else { "≤" };
    let lo = argument
        .lo
        .as_ref()
        .map_or(String::new(), |b| format!("{} {} ", b.value, sign(b)));
    let hi = argument
        .hi
        .as_ref()
        .map_or(String::new(), |b| format!(" {} {}", sign(b), b.value));
    let free = if lo.is_empty() && hi.is_empty() {
        " unbounded"
    } else {
        ""
    };
    format!("{lo}{}{hi}{free}", argument.name)
}

pub(crate) fn format(format: FormatRecord) -> String {
    format.to_string()
}

pub(crate) fn policy(spec: &SpecRecord) -> &'static str {
    match spec.out_of_domain {
        PolicyRecord::Reject => "must be rejected",
        PolicyRecord::Clamp => "answered as the nearest input of the domain",
        PolicyRecord::Unspecified => "unspecified",
    }
}

/// `1 test`, `2 tests`.
pub(crate) fn count(n: usize, what: &str) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} {what}{s}", grouped(n))
}

/// A count with a thin space between thousands.
pub(crate) fn grouped(n: usize) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, c) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(c);
    }
    out
}

/// A non-negative number in few digits: `0.502`, `12.5`, `3.1e9`.
pub(crate) fn short(x: f64) -> String {
    match x {
        0.0 => "0".into(),
        x if (1e-3..1e4).contains(&x) => {
            let digits = if x < 10.0 { 3 } else { 1 };
            format!("{x:.digits$}")
        }
        x => format!("{x:.1e}"),
    }
}

/// A share in per cent.
pub(crate) fn percentage(share: f64) -> String {
    format!("{} %", short(100.0 * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped() {
        assert_eq!(grouped(1234567), "1\u{202f}234\u{202f}567");
        assert_eq!(
            (count(1, "test"), count(2, "test")),
            ("1 test".into(), "2 tests".into())
        );
    }

    #[test]
    fn ranges_and_accuracies_read_well() {
        let bound = |value: &str, strict| {
            Some(BoundRecord {
                value: value.into(),
                strict,
            })
        };
        let argument = |lo, hi| ArgumentRecord {
            name: "x".into(),
            format: FormatRecord::Binary64,
            lo,
            hi,
        };
        assert_eq!(range(&argument(bound("0", true), bound("1", false))), "0 < x ≤ 1");
        assert_eq!(range(&argument(None, None)), "x unbounded");
        let both = AccuracyRecord {
            relative: Some("1e-9".into()),
            ulps: Some("4".into()),
            ..Default::default()
        };
        assert_eq!(accuracy(&both), "the largest of relative 1e-9, 4 ulps");
        let rounded = AccuracyRecord {
            rounded: true,
            ..AccuracyRecord::default()
        };
        assert_eq!(accuracy(&rounded), "correctly rounded");
    }
}
