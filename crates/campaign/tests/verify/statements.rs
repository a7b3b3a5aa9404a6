//! What a suite says about its specification, its mutants and itself, and is wrong.

use super::support::*;
use suite::{FormatRecord, PolicyRecord};

#[test]
fn false_statements_are_caught() {
    let spec: [Row; 8] = [
        (
            "policy",
            |s| s.spec.out_of_domain = PolicyRecord::Clamp,
            "spec",
            "says `reject`",
        ),
        (
            "accuracy",
            |s| s.spec.accuracy.relative = Some("1/63".into()),
            "spec",
            "the relative accuracy",
        ),
        (
            "margin",
            |s| s.spec.accuracy.ulps = Some("1".into()),
            "spec",
            "the ulps accuracy",
        ),
        ("output", |s| s.spec.output = FormatRecord::Binary32, "spec", "`output`"),
        ("name", |s| s.spec.name = "product".into(), "spec", "is called `sum`"),
        (
            "argument",
            |s| s.spec.arguments[0].hi = None,
            "spec",
            "the argument `x`",
        ),
        ("arguments", |s| s.spec.arguments.clear(), "spec", "number of arguments"),
        (
            "text",
            |s| s.spec.fpcore = "(FPCore (x)".into(),
            "spec",
            "cannot be read",
        ),
    ];
    let mutants: [Row; 7] = [
        (
            "missing",
            |s| s.mutants.retain(|m| m.id != "add:1:tan"),
            "mutant add:1:tan",
            "it is missing",
        ),
        (
            "invented",
            |s| {
                let mut m = s.mutants.last().unwrap().clone();
                m.id = "del:9:left".into();
                s.mutants.push(m);
            },
            "mutant del:9:left",
            "no operator makes",
        ),
        (
            "text",
            |s| {
                let m = mutant(s, "constant:2:minus-one");
                m.fpcore = m.fpcore.replace("(+ x 0)", "(+ x 5)");
            },
            "mutant constant:2:minus-one",
            "is not the text",
        ),
        (
            "operator",
            |s| mutant(s, "add:1:tan").operator = "unary".into(),
            "mutant add:1:tan",
            "its operator",
        ),
        (
            "objective",
            |s| mutant(s, "add:1:tan").objective = "precision".into(),
            "mutant add:1:tan",
            "its objective",
        ),
        (
            "unreadable",
            |s| mutant(s, "add:1:tan").fpcore = "(".into(),
            "mutant add:1:tan",
            "cannot be used",
        ),
        (
            "no format",
            |s| mutant(s, "accuracy:3-bits").fpcore = "(FPCore (x) (+ x 1))".into(),
            "mutant accuracy:3-bits",
            "names no format",
        ),
    ];
    let files: [Row; 4] = [
        ("count", |s| s.summary.total.killed += 1, "summary", "totals"),
        ("no tests", |s| s.tests.clear(), "suite", "there are no tests"),
        ("no mutants", |s| s.mutants.clear(), "suite", "there are no mutants"),
        (
            "cross reference",
            |s| s.tests[0].kills.clear(),
            "mutant constant:2:plus-one",
            "does not list",
        ),
    ];
    let suite = sum_suite();
    for rows in [&spec[..], &mutants, &files] {
        check_rows(&suite, rows);
    }
}
