//! A sound suite passes; each way of breaking it is found and named.

use suite::*;

fn spec() -> SpecRecord {
    let bound = |value: &str| {
        Some(BoundRecord {
            value: value.into(),
            strict: false,
        })
    };
    SpecRecord {
        name: "square".into(),
        fpcore: "(FPCore (x) :pre (<= 0 x 4) (* x x))".into(),
        sha256: "0".repeat(64),
        arguments: vec![ArgumentRecord {
            name: "x".into(),
            format: FormatRecord::Binary64,
            lo: bound("0"),
            hi: bound("4"),
        }],
        output: FormatRecord::Binary64,
        accuracy: AccuracyRecord {
            relative: Some("1e-12".into()),
            ..AccuracyRecord::default()
        },
        out_of_domain: PolicyRecord::Reject,
        defined_share: None,
    }
}

fn mutant(id: &str, status: Status, killed_by: &[&str], evidence: MutantEvidence) -> MutantRecord {
    MutantRecord {
        id: id.into(),
        operator: "binary".into(),
        objective: "functional".into(),
        description: "× becomes +".into(),
        fpcore: "(FPCore (x) (+ x x))".into(),
        status,
        killed_by: killed_by.iter().map(|id| id.to_string()).collect(),
        evidence,
    }
}

fn kill(test: &str) -> MutantEvidence {
    MutantEvidence::Kill {
        test: test.into(),
        how: How::Disjoint,
    }
}

fn duplicate(of: &str) -> MutantEvidence {
    MutantEvidence::Duplicate {
        of: of.into(),
        rules: vec!["normal form".into()],
    }
}

fn sound() -> Suite {
    let mutants = vec![
        mutant("binary-1", Status::Killed, &["T1"], kill("T1")),
        mutant("binary-2", Status::Duplicate, &[], duplicate("binary-1")),
    ];
    let tests = vec![Test {
        id: "T1".into(),
        kind: TestKind::Normal,
        inputs: vec![InputRecord::new("x", 3.0)],
        expect: Expect::Value,
        valid: Some(DoubleRange {
            lo: Hex(8.9),
            hi: Hex(9.1),
        }),
        invalid: Some(Invalid {
            below: Hex(8.8),
            above: Hex(9.2),
        }),
        enclosure: Some(EnclosureText {
            lo: "9".into(),
            hi: "9".into(),
        }),
        kills: vec!["binary-1".into()],
        objectives: vec!["functional".into()],
    }];
    Suite::new("lydian 0.1.0", "generate square.lyd", 1, spec(), mutants, tests)
}

/// Breaks a sound suite and expects these problems, and no others, in this order.
fn check(break_it: impl Fn(&mut Suite), problems: &[&str]) {
    let mut suite = sound();
    break_it(&mut suite);
    let found: Vec<String> = suite.validate().iter().map(SuiteProblem::to_string).collect();
    assert_eq!(found, problems);
}

/// As [`check`], with the summary counted again, so that only the breakage itself is reported.
fn check_recounted(break_it: impl Fn(&mut Suite), problems: &[&str]) {
    let recount = |suite: &mut Suite| {
        break_it(suite);
        suite.summary = Summary::of(&suite.mutants, &suite.tests);
    };
    check(recount, problems);
}

#[test]
fn a_sound_suite_has_no_problems() {
    check(|_| {}, &[]);
    assert!(sound().orphans().is_empty());
}

#[test]
fn references_are_mirrored() {
    check(
        |s| s.mutants[0].killed_by.push("T9".into()),
        &["mutant binary-1: `killed_by` names the test T9, which does not exist"],
    );
    check(
        |s| s.tests[0].kills.push("unary-7".into()),
        &["test T1: `kills` names the mutant unary-7, which does not exist"],
    );
    check(
        |s| s.tests[0].kills.clear(),
        &["mutant binary-1: `killed_by` names the test T1, which does not list this mutant"],
    );
    check(
        |s| s.mutants[0].killed_by.clear(),
        &[
            "mutant binary-1: its evidence names the test T1, which `killed_by` does not",
            "test T1: `kills` names the mutant binary-1, which does not list this test",
            "mutant binary-1: it is killed but no test kills it",
        ],
    );
}

#[test]
fn objectives_are_those_of_the_kills() {
    let complaint = ["test T1: its objectives are not those of the mutants that it kills"];
    check(|s| s.tests[0].objectives = vec!["precision".into()], &complaint);
    check(|s| s.tests[0].objectives.push("robustness".into()), &complaint);
    check(|s| s.tests[0].objectives.clear(), &complaint);
    check(|s| s.tests[0].objectives.push("functional".into()), &[]);
}

#[test]
fn ids_are_unique() {
    check_recounted(|s| s.tests.push(s.tests[0].clone()), &["test T1: its id is not unique"]);
    check_recounted(
        |s| s.mutants.push(s.mutants[1].clone()),
        &["mutant binary-2: its id is not unique"],
    );
}

#[test]
fn evidence_fits_the_status() {
    check_recounted(
        |s| s.mutants[1].status = Status::Equivalent,
        &["mutant binary-2: its evidence is not of the kind that its status needs"],
    );
    check(
        |s| s.mutants[1].evidence = duplicate("binary-2"),
        &["mutant binary-2: it is a duplicate of binary-2, which is a duplicate itself"],
    );
    check(
        |s| s.mutants[1].evidence = duplicate("gone"),
        &["mutant binary-2: it is a duplicate of gone, which does not exist"],
    );
}

#[test]
fn inputs_are_the_arguments() {
    check(
        |s| s.tests[0].inputs[0].name = "y".into(),
        &["test T1: its inputs are not the arguments of the specification, in their order"],
    );
    check(
        |s| s.tests[0].inputs[0].decimal = "3.1".into(),
        &["test T1: the input x is 0x1.8p+1 in one form and 3.1 in the other"],
    );
}

#[test]
fn oracles_make_sense() {
    let valid = |lo, hi| {
        Some(DoubleRange {
            lo: Hex(lo),
            hi: Hex(hi),
        })
    };
    check(|s| s.tests[0].valid = valid(9.1, 8.9), &["test T1: `valid` is empty"]);
    check(
        |s| s.tests[0].valid = valid(8.0, 9.0),
        &["test T1: `valid` and `invalid` overlap"],
    );
    check(
        |s| s.tests[0].valid = valid(f64::NAN, 9.0),
        &["test T1: its oracle contains a NaN"],
    );
    check(
        |s| s.tests[0].expect = Expect::Reject,
        &["test T1: it expects no value but has `valid` or `invalid`"],
    );
    check(
        |s| (s.tests[0].valid, s.tests[0].invalid) = (None, None),
        &["test T1: it expects a value but has neither `valid` nor `invalid`"],
    );
}

#[test]
fn counts_agree() {
    check(
        |s| s.summary.total.killed = 7,
        &["summary: the totals do not agree with the mutants"],
    );
    check(
        |s| s.summary.tests.normal = 0,
        &["summary: the counts of tests do not agree with the tests"],
    );
    check(
        |s| s.summary.operators[0].operator = "unary".into(),
        &["summary: the counts per operator do not agree with the mutants"],
    );
}

#[test]
fn a_test_without_purpose_is_an_orphan() {
    let lonely = |s: &mut Suite| {
        let mut test = s.tests[0].clone();
        (test.id, test.kills, test.objectives) = ("T2".into(), vec![], vec![]);
        s.tests.push(test);
    };
    check_recounted(lonely, &["test T2: it kills nothing and has no objective"]);
}

#[test]
fn the_text_of_a_suite_is_laid_out_for_people() {
    let text = sound().to_json();
    let expected = include_str!("square.suite.json");
    assert_eq!(text, expected);
    assert_eq!(Suite::from_json(expected), Ok(sound()));
}
