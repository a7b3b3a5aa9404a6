//! The text of a check.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::{check, small};
use report::check::check_report;
use suite::{CheckReport, Expect, Observed, Suite, Verdict};

const OUTSIDE: &str = "Hint: only tests outside the domain failed: it answered each of them.";
const SINGLE: &str = "Hint: --precision binary32";

/// A check in which all goes well inside the domain, and outside it goes as told.
fn inside_ok(suite: &Suite, outside: Verdict, seen: Observed) -> CheckReport {
    let mut report = check(suite);
    for (result, test) in report.results.iter_mut().zip(&suite.tests) {
        let is_outside = test.expect == Expect::Reject;
        result.verdict = if is_outside { outside } else { Verdict::Ok };
        result.observed = if is_outside { seen.clone() } else { Observed::value(1.0) };
    }
    report
}

#[test]
fn a_subject_that_is_careless_outside_only_gets_a_hint() {
    let suite = small("square", &["x"]);
    let careless = inside_ok(&suite, Verdict::Ko, Observed::value(26.0));
    let text = check_report(&suite, &careless);
    assert!(text.contains(OUTSIDE), "{text}");
    assert!(
        text.contains("`outside unspecified` (`:out-of-domain unspecified`)"),
        "{text}"
    );
}

#[test]
fn others_do_not_get_it() {
    let suite = small("square", &["x"]);
    let crash = Observed::Crash {
        signal: "SIGSEGV".into(),
    };
    let careful = inside_ok(&suite, Verdict::Ok, Observed::value(f64::NAN));
    let crashing = inside_ok(&suite, Verdict::Ko, crash);
    let mut wrong = inside_ok(&suite, Verdict::Ko, Observed::value(26.0));
    wrong.results[0].verdict = Verdict::Ko;
    let mut all_inside = suite.clone();
    all_inside.tests.retain(|t| t.expect != Expect::Reject);
    let unspecified = inside_ok(&all_inside, Verdict::Ko, Observed::value(26.0));
    for (suite, report) in [
        (&suite, careful),
        (&suite, crashing),
        (&suite, wrong),
        (&all_inside, unspecified),
    ] {
        let text = check_report(suite, &report);
        assert!(!text.contains("Hint"), "{text}");
    }
}

#[test]
fn single_precision_that_is_fed_with_doubles_gets_a_hint() {
    let suite = small("square", &["x"]);
    let mut report = check(&suite);
    assert!(!check_report(&suite, &report).contains(SINGLE));
    report.results[1].observed = Observed::Broken {
        how: "0.1 is no float (32 bits)".into(),
    };
    assert!(check_report(&suite, &report).contains(SINGLE));
}

#[test]
fn one_mutant_is_named_and_several_are_counted() {
    let mut suite = small("square", &["x"]);
    let report = check(&suite);
    let text = check_report(&suite, &report);
    assert!(
        text.contains("functional: kills binary:1 (") && !text.contains("1 mutants"),
        "{text}"
    );
    suite.tests[1].kills = vec!["binary:1".into(), "bounds:1".into()];
    let text = check_report(&suite, &report);
    assert!(text.contains("kills 2 mutants, such as binary:1 ("), "{text}");
}
