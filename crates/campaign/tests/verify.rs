//! Suites made by hand: true claims verify, and each kind of false claim is caught where it stands.

use campaign::verify::{Options, Report, verify};
use expr::fpcore;
use expr::spec::{Bound, Defaults, Format, OutOfDomain, Specification};
use suite::{
    AccuracyRecord, ArgumentRecord, BoundRecord, Enclosure, Evidence, Expect, FormatRecord, Hex, How, InputRecord,
    Invalid, Kind, MutantRecord, PolicyRecord, Range, SpecRecord, Status, Suite, Summary, Test,
};

fn specification(text: &str) -> Specification {
    let core = fpcore::read(text).unwrap().remove(0);
    Specification::from_core(&core, &Defaults::default()).unwrap()
}

fn format(format: Format) -> FormatRecord {
    match format {
        Format::Binary64 => FormatRecord::Binary64,
        Format::Binary32 => FormatRecord::Binary32,
        Format::Fixed(f) => FormatRecord::Fixed {
            scale: f.scale,
            bits: f.bits,
        },
    }
}

fn bound(bound: &Option<Bound>) -> Option<BoundRecord> {
    bound.as_ref().map(|b| BoundRecord {
        value: b.value.to_string(),
        strict: b.strict,
    })
}

fn spec_record(spec: &Specification) -> SpecRecord {
    let argument = |i: &expr::spec::Input| ArgumentRecord {
        name: i.name.clone(),
        format: format(i.format),
        lo: bound(&i.lo),
        hi: bound(&i.hi),
    };
    let number = |q: &Option<rug::Rational>| q.as_ref().map(ToString::to_string);
    SpecRecord {
        name: spec.name.clone(),
        fpcore: fpcore::print(&mutation::canonical_core(spec)),
        sha256: "0".repeat(64),
        arguments: spec.inputs.iter().map(argument).collect(),
        output: format(spec.output),
        accuracy: AccuracyRecord {
            relative: number(&spec.accuracy.relative),
            absolute: number(&spec.accuracy.absolute),
            ulps: number(&spec.accuracy.ulps),
        },
        out_of_domain: match spec.out_of_domain {
            OutOfDomain::Reject => PolicyRecord::Reject,
            OutOfDomain::Clamp => PolicyRecord::Clamp,
            OutOfDomain::Unspecified => PolicyRecord::Unspecified,
        },
        defined_share: None,
    }
}

/// All mutants of a specification, of which nothing is claimed yet.
fn open_mutants(spec: &Specification) -> Vec<MutantRecord> {
    let record = |m: mutation::Mutant| MutantRecord {
        operator: m.operator.name().into(),
        objective: m.objective().name().into(),
        fpcore: fpcore::print(&m.core(spec)),
        id: m.id,
        description: m.description,
        status: Status::Undecided,
        killed_by: vec![],
        evidence: Evidence::Undecided {
            reason: "not tried".into(),
            boxes: 0,
            closest: None,
        },
    };
    mutation::mutants(spec).into_iter().map(record).collect()
}

fn test(id: &str, kind: Kind, x: f64, expect: Expect) -> Test {
    Test {
        id: id.into(),
        kind,
        inputs: vec![InputRecord::new("x", x)],
        expect,
        valid: None,
        invalid: None,
        enclosure: None,
        kills: vec![],
        objectives: vec!["functional".into()],
    }
}

/// A test with a value: acceptable is exactly [lo, hi], the real value lies in [y.0, y.1].
fn value_test(id: &str, kind: Kind, x: f64, (lo, hi): (f64, f64), y: (&str, &str)) -> Test {
    Test {
        valid: Some(Range {
            lo: Hex(lo),
            hi: Hex(hi),
        }),
        invalid: Some(Invalid {
            below: Hex(lo.next_down()),
            above: Hex(hi.next_up()),
        }),
        enclosure: Some(Enclosure {
            lo: y.0.into(),
            hi: y.1.into(),
        }),
        ..test(id, kind, x, Expect::Value)
    }
}

fn suite(text: &str, tests: Vec<Test>) -> Suite {
    let spec = specification(text);
    Suite::new("test", "test", 0, spec_record(&spec), open_mutants(&spec), tests)
}

fn mutant<'s>(suite: &'s mut Suite, id: &str) -> &'s mut MutantRecord {
    let known: Vec<String> = suite.mutants.iter().map(|m| m.id.clone()).collect();
    let found = suite.mutants.iter_mut().find(|m| m.id == id);
    found.unwrap_or_else(|| panic!("no mutant {id} among {known:#?}"))
}

fn claim_kill(suite: &mut Suite, id: &str, test: &str, how: How) {
    let record = mutant(suite, id);
    record.status = Status::Killed;
    record.killed_by.push(test.into());
    record.evidence = Evidence::Kill { test: test.into(), how };
    let killer = suite.tests.iter_mut().find(|t| t.id == test).unwrap();
    killer.kills.push(id.into());
}

fn claim_equivalent(suite: &mut Suite, id: &str, evidence: Evidence) {
    let record = mutant(suite, id);
    (record.status, record.evidence) = (Status::Equivalent, evidence);
}

fn claim_duplicate(suite: &mut Suite, id: &str, of: &str) {
    let evidence = Evidence::Duplicate {
        of: of.into(),
        rules: vec![],
    };
    let record = mutant(suite, id);
    (record.status, record.evidence) = (Status::Duplicate, evidence);
}

const COVERING: Evidence = Evidence::Covering {
    boxes: 1,
    rules: vec![],
};
const IDENTITY: Evidence = Evidence::Identity { rules: vec![] };

fn run(suite: &Suite) -> Report {
    // Through the file format, as a stranger would.
    let suite = Suite::from_json(&suite.to_json()).unwrap();
    verify(&suite, &Options { samples: 16 })
}

fn check_verified(suite: &Suite) -> Report {
    let report = run(suite);
    assert!(report.is_verified(), "{:#?}", report.problems);
    report
}

/// Changes a suite and expects exactly this problem among those found.
fn check_caught(suite: &Suite, name: &str, change: impl Fn(&mut Suite), place: &str, message: &str) {
    let mut changed = suite.clone();
    change(&mut changed);
    if name != "count" {
        changed.summary = Summary::of(&changed.mutants, &changed.tests);
    }
    let report = run(&changed);
    let caught = report
        .problems
        .iter()
        .any(|p| p.place == place && p.message.contains(message));
    assert!(
        caught,
        "{name}: expected `{place}: …{message}…` in {:#?}",
        report.problems
    );
}

const SUM: &str = "(FPCore sum (x) :name \"sum\" :pre (<= 1 x 2) :accuracy-rel 1/64 (+ x 1))";

const ROOT: &str = "(FPCore root (x) :name \"root\" :pre (and (<= 0 x 4) (!= x 3)) :accuracy-ulps 2 (sqrt (- x 1)))";
const CLAMPED: &str =
    "(FPCore twice (x) :name \"twice\" :pre (<= 1 x 2) :accuracy-rel 1/64 :out-of-domain clamp (* x 2))";

/// x + 1 on [1, 2] within 1/64: y = 2 at 1, y = 93/32 at 61/32.
fn sum_suite() -> Suite {
    let mut s = suite(
        SUM,
        vec![
            value_test("T1", Kind::Normal, 1.0, (63.0 / 32.0, 65.0 / 32.0), ("2", "2")),
            value_test(
                "T2",
                Kind::Normal,
                61.0 / 32.0,
                (5859.0 / 2048.0, 6045.0 / 2048.0),
                ("2.9", "2.91"),
            ),
            test("T3", Kind::Robustness, 2.1, Expect::Reject),
        ],
    );
    claim_kill(&mut s, "constant:2:plus-one", "T1", How::Disjoint);
    claim_kill(&mut s, "bounds:x:lower-inward", "T1", How::Rejects);
    claim_kill(&mut s, "accuracy:3-bits", "T2", How::Inaccurate);
    claim_kill(&mut s, "add:1:asin", "T2", How::Definedness);
    claim_kill(&mut s, "bounds:x:upper-outward", "T3", How::Accepts);
    claim_equivalent(&mut s, "add:1:fabs", COVERING);
    claim_equivalent(&mut s, "add:1:fmin", IDENTITY);
    claim_duplicate(&mut s, "binary:0:add-to-div", "binary:0:add-to-mul");
    s.summary = Summary::of(&s.mutants, &s.tests);
    s
}

/// √(x − 1) on [0, 4] but for 3, within 2 ulps: undefined at 0, 1 at 2, irrational at 2.5.
fn root_suite() -> Suite {
    let (ulp, root) = (f64::EPSILON, 1.5f64.sqrt());
    let digits = ("1.2247448713915890490986420373529", "1.2247448713915890490986420373530");
    let mut s = suite(
        ROOT,
        vec![
            test("U1", Kind::Normal, 0.0, Expect::Undefined),
            value_test("U2", Kind::Normal, 2.0, (1.0 - 2.0 * ulp, 1.0 + 2.0 * ulp), ("1", "1")),
            // The nearest double is below the root.
            value_test("U3", Kind::Normal, 2.5, (root - ulp, root + 2.0 * ulp), digits),
        ],
    );
    claim_kill(&mut s, "unary:0:sqrt-to-cbrt", "U1", How::Definedness);
    claim_kill(&mut s, "constant:3:plus-one", "U3", How::Disjoint);
    claim_kill(&mut s, "accuracy:48-bits", "U3", How::Inaccurate);
    s.summary = Summary::of(&s.mutants, &s.tests);
    s
}

/// 2·x on [1, 2] within 1/64; inputs outside are moved to the nearest bound.
fn clamped_suite() -> Suite {
    let mut s = suite(
        CLAMPED,
        vec![
            value_test("C1", Kind::Robustness, 2.1, (63.0 / 16.0, 65.0 / 16.0), ("4", "4")),
            value_test("C2", Kind::Normal, 1.0, (63.0 / 32.0, 65.0 / 32.0), ("2", "2")),
        ],
    );
    claim_kill(&mut s, "bounds:x:upper-outward", "C1", How::Disjoint);
    claim_kill(&mut s, "constant:2:plus-one", "C1", How::Disjoint);
    claim_kill(&mut s, "bounds:x:lower-inward", "C2", How::Disjoint);
    s.summary = Summary::of(&s.mutants, &s.tests);
    s
}

fn range(lo: f64, hi: f64) -> Option<Range> {
    Some(Range {
        lo: Hex(lo),
        hi: Hex(hi),
    })
}

fn invalid(below: f64, above: f64) -> Option<Invalid> {
    Some(Invalid {
        below: Hex(below),
        above: Hex(above),
    })
}

fn enclosure(lo: &str, hi: &str) -> Option<Enclosure> {
    Some(Enclosure {
        lo: lo.into(),
        hi: hi.into(),
    })
}

fn at(x: f64) -> Vec<InputRecord> {
    vec![InputRecord::new("x", x)]
}

#[test]
fn true_claims_verify() {
    let report = check_verified(&sum_suite());
    assert_eq!((report.oracles.proved, report.oracles.total()), (3, 3));
    assert_eq!((report.kills.proved, report.kills.total()), (5, 5));
    assert_eq!((report.equivalents.claims, report.equivalents.refuted), (2, 0));
    assert_eq!((report.duplicates.claims, report.duplicates.refuted), (1, 0));
    assert!(report.equivalents.points > 32 && report.duplicates.points > 16);
    check_verified(&root_suite());
    check_verified(&clamped_suite());
}

/// One false claim: what to change, where it must be found and what must be said.
type Row = (&'static str, fn(&mut Suite), &'static str, &'static str);

fn check_rows(suite: &Suite, rows: &[Row]) {
    for (name, change, place, message) in rows {
        check_caught(suite, name, change, place, message);
    }
}

#[test]
fn false_oracles_are_caught() {
    let (lo, hi) = (63.0f64 / 32.0, 65.0f64 / 32.0);
    assert_eq!((lo, hi), (1.96875, 2.03125));
    check_rows(
        &sum_suite(),
        &[
            (
                "low end",
                |s| s.tests[0].valid = range(1.96875f64.next_down(), 2.0),
                "test T1",
                "`valid.lo`",
            ),
            (
                "high end",
                |s| s.tests[0].valid = range(2.0, 2.03125f64.next_up()),
                "test T1",
                "`valid.hi`",
            ),
            (
                "below",
                |s| s.tests[0].invalid = invalid(1.96875, 3.0),
                "test T1",
                "`invalid.below`",
            ),
            (
                "above",
                |s| s.tests[0].invalid = invalid(1.0, 2.03125),
                "test T1",
                "`invalid.above`",
            ),
            (
                "all below",
                |s| s.tests[0].invalid = invalid(f64::INFINITY, 3.0),
                "test T1",
                "`invalid.below`",
            ),
            (
                "infinite",
                |s| s.tests[0].valid = range(2.0, f64::INFINITY),
                "test T1",
                "`valid.hi`",
            ),
            (
                "enclosure",
                |s| s.tests[0].enclosure = enclosure("2.1", "3"),
                "test T1",
                "`enclosure`",
            ),
            (
                "reversed",
                |s| s.tests[1].enclosure = enclosure("3", "2"),
                "test T2",
                "`enclosure`",
            ),
            (
                "unreadable",
                |s| s.tests[1].enclosure = enclosure("two", "3"),
                "test T2",
                "cannot be read",
            ),
            ("missing", |s| s.tests[1].invalid = None, "test T2", "lacks one of"),
            (
                "outside",
                |s| s.tests[0].inputs = at(0.5),
                "test T1",
                "`x` lies outside the domain",
            ),
            (
                "infinity",
                |s| s.tests[0].inputs = at(f64::INFINITY),
                "test T1",
                "not a finite",
            ),
            (
                "no inputs",
                |s| s.tests[0].inputs.clear(),
                "test T1",
                "number of inputs",
            ),
            (
                "inside",
                |s| s.tests[2].inputs = at(1.5),
                "test T3",
                "within the ranges",
            ),
            (
                "policy",
                |s| s.tests[2].expect = Expect::Undefined,
                "test T3",
                "the policy `reject` asks for",
            ),
            (
                "rejection",
                |s| s.tests[0].expect = Expect::Reject,
                "test T1",
                "a rejection of an input of the domain",
            ),
            (
                "undefined",
                |s| s.tests[0].expect = Expect::Undefined,
                "test T1",
                "has a value",
            ),
        ],
    );
    check_rows(
        &root_suite(),
        &[
            (
                "value",
                |s| s.tests[1].inputs = at(0.0),
                "test U2",
                "is undefined at its input",
            ),
            (
                "precondition",
                |s| s.tests[1].inputs = at(3.0),
                "test U2",
                "the precondition does not hold",
            ),
            (
                "an ulp too low",
                |s| s.tests[2].valid = range(1.5f64.sqrt() - 2.0 * f64::EPSILON, 1.23),
                "test U3",
                "`valid.lo`",
            ),
            (
                "an ulp too far in",
                |s| s.tests[2].invalid = invalid(1.5f64.sqrt() - f64::EPSILON, 1.23),
                "test U3",
                "`invalid.below`",
            ),
        ],
    );
    check_rows(
        &clamped_suite(),
        &[
            (
                "not moved",
                |s| s.tests[0].enclosure = enclosure("4.2", "4.2"),
                "test C1",
                "`enclosure`",
            ),
            (
                "rejected",
                |s| s.tests[0].expect = Expect::Reject,
                "test C1",
                "the policy `clamp` asks for",
            ),
        ],
    );
}

#[test]
fn false_kills_are_caught() {
    let how = |s: &mut Suite, id: &str, how: How| {
        let m = mutant(s, id);
        m.evidence = Evidence::Kill {
            test: m.killed_by[0].clone(),
            how,
        };
    };
    let sum = sum_suite();
    check_rows(
        &sum,
        &[
            (
                "the same values",
                |s| claim_kill(s, "add:1:fmax", "T1", How::Disjoint),
                "mutant add:1:fmax",
                "the test T1 does not kill it: some output is acceptable for both",
            ),
            (
                "accurate enough",
                |s| claim_kill(s, "accuracy:3-bits", "T1", How::Inaccurate),
                "mutant accuracy:3-bits",
                "the test T1 does not kill it: what it computes is acceptable",
            ),
            (
                "rejected by both",
                |s| claim_kill(s, "binary:0:add-to-sub", "T3", How::Disjoint),
                "mutant binary:0:add-to-sub",
                "rejects this input as well",
            ),
            (
                "accepted by both",
                |s| claim_kill(s, "bounds:x:upper-inward", "T1", How::Rejects),
                "mutant bounds:x:upper-inward",
                "lies in the domain of the mutant",
            ),
            (
                "accepted by neither",
                |s| s.tests[2].inputs = at(2.3),
                "mutant bounds:x:upper-outward",
                "not one that only the mutant accepts",
            ),
            (
                "the other side",
                |s| s.tests[0].kills.push("add:1:fmax".into()),
                "mutant add:1:fmax",
                "the test T1 does not kill it",
            ),
        ],
    );
    check_caught(
        &sum,
        "manner",
        |s| how(s, "add:1:asin", How::Disjoint),
        "mutant add:1:asin",
        "in another way",
    );
    check_rows(
        &root_suite(),
        &[(
            "both undefined",
            |s| claim_kill(s, "unary:0:sqrt-to-log", "U1", How::Definedness),
            "mutant unary:0:sqrt-to-log",
            "the test U1 does not kill it",
        )],
    );
    check_rows(
        &clamped_suite(),
        &[(
            "moved to the same place",
            |s| claim_kill(s, "bounds:x:upper-outward", "C2", How::Disjoint),
            "mutant bounds:x:upper-outward",
            "both domains answer for the same input",
        )],
    );
}

#[test]
fn false_equivalences_are_caught() {
    check_rows(
        &sum_suite(),
        &[
            (
                "covering",
                |s| claim_equivalent(s, "binary:0:add-to-sub", COVERING),
                "mutant binary:0:add-to-sub",
                "it is not equivalent: the input",
            ),
            (
                "identity",
                |s| claim_equivalent(s, "add:1:mul", IDENTITY),
                "mutant add:1:mul",
                "it is not equivalent: the input",
            ),
            (
                "precision",
                |s| claim_equivalent(s, "accuracy:3-bits", COVERING),
                "mutant accuracy:3-bits",
                "it is not equivalent: the input",
            ),
            (
                "a wider box",
                |s| claim_equivalent(s, "bounds:x:lower-outward", COVERING),
                "mutant bounds:x:lower-outward",
                "it is not equivalent: the input",
            ),
            (
                "a narrower box",
                |s| claim_equivalent(s, "bounds:x:upper-inward", COVERING),
                "mutant bounds:x:upper-inward",
                "it is not equivalent: the input",
            ),
            (
                "duplicate",
                |s| claim_duplicate(s, "binary:0:add-to-sub", "binary:0:add-to-mul"),
                "mutant binary:0:add-to-sub",
                "it is not a duplicate of binary:0:add-to-mul: the input",
            ),
            (
                "another sort",
                |s| claim_duplicate(s, "binary:0:add-to-sub", "bounds:x:lower-outward"),
                "mutant binary:0:add-to-sub",
                "not faults of one sort",
            ),
            (
                "other boxes",
                |s| claim_duplicate(s, "bounds:x:upper-inward", "bounds:x:lower-outward"),
                "mutant bounds:x:upper-inward",
                "their boxes",
            ),
        ],
    );
}

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

#[test]
fn what_cannot_be_decided_is_a_problem() {
    // log(exp x) = x is hidden from fractions, and its margin ends on a double.
    let text = "(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1/64 (log (exp x)))";
    let s = suite(
        text,
        vec![value_test(
            "T1",
            Kind::Normal,
            1.0,
            (63.0 / 64.0, 65.0 / 64.0),
            ("1", "1"),
        )],
    );
    let report = run(&s);
    assert_eq!((report.oracles.undecided, report.oracles.total()), (1, 1));
    assert!(
        report.problems[0]
            .to_string()
            .starts_with("test T1: could not be proved again: that `valid.lo`")
    );
}

#[test]
fn endless_and_deep_formulas_end() {
    let endless = "(while (< 0 x) ([i 0 (+ i 1)]) i)";
    let nested = format!("{}x{}", "(sin ".repeat(1400), ")".repeat(1400));
    let wide = (0..12).fold("x".to_string(), |e, n| {
        format!("(let ((y{n} {e})) (exp (exp (* y{n} y{n}))))")
    });
    for body in [endless, &nested, &wide] {
        let text = format!("(FPCore (x) :pre (<= 1 x 2) :accuracy-rel 1/64 {body})");
        let spec = specification(&text);
        let tests = vec![value_test("T1", Kind::Normal, 1.0, (1.0, 1.0), ("1", "1"))];
        let few = open_mutants_of_size(&spec);
        let report = run(&Suite::new("test", "test", 0, spec_record(&spec), few, tests));
        assert!(!report.is_verified());
    }
}

/// The mutants, unless there are too many to make.
fn open_mutants_of_size(spec: &Specification) -> Vec<MutantRecord> {
    let text = fpcore::print(&spec.core);
    if text.len() < 2000 { open_mutants(spec) } else { vec![] }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut s = sum_suite();
    claim_equivalent(&mut s, "add:1:mul", IDENTITY);
    claim_kill(&mut s, "add:1:fmax", "T1", How::Disjoint);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| verify(&s, &Options::default()))
    };
    assert_eq!(with(1), with(4));
}
