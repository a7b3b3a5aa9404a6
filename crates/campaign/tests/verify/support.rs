//! Suites made by hand, and the checks that all claims hold or that a false one is caught.

use expr::fpcore;
use expr::spec::{Defaults, Format, OutOfDomain, RangeBound, Specification};
use suite::{
    AccuracyRecord, ArgumentRecord, BoundRecord, DoubleRange, EnclosureText, Expect, FormatRecord, Hex, How,
    InputRecord, Invalid, MutantEvidence, MutantRecord, PolicyRecord, SpecRecord, Status, Suite, Summary, Test,
    TestKind,
};
use verify::{VerifyOptions, VerifyReport, verify};

pub fn specification(text: &str) -> Specification {
    let core = fpcore::read(text).unwrap().remove(0);
    Specification::from_core(&core, &Defaults::default()).unwrap()
}

pub fn format(format: Format) -> FormatRecord {
    match format {
        Format::Binary64 => FormatRecord::Binary64,
        Format::Binary32 => FormatRecord::Binary32,
        Format::Fixed(f) => FormatRecord::Fixed {
            scale: f.scale,
            bits: f.bits,
        },
    }
}

pub fn bound(bound: &Option<RangeBound>) -> Option<BoundRecord> {
    bound.as_ref().map(|b| BoundRecord {
        value: b.value.to_string(),
        strict: b.strict,
    })
}

pub fn spec_record(spec: &Specification) -> SpecRecord {
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
            rounded: spec.accuracy.rounded,
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
pub fn open_mutants(spec: &Specification) -> Vec<MutantRecord> {
    let record = |m: mutation::Mutant| MutantRecord {
        operator: m.operator.name().into(),
        objective: m.objective().name().into(),
        fpcore: fpcore::print(&m.core(spec)),
        id: m.id,
        description: m.description,
        status: Status::Undecided,
        killed_by: vec![],
        evidence: MutantEvidence::Undecided {
            reason: "not tried".into(),
            boxes: 0,
            closest: None,
        },
    };
    mutation::mutants(spec).into_iter().map(record).collect()
}

pub fn test(id: &str, kind: TestKind, x: f64, expect: Expect) -> Test {
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
pub fn value_test(id: &str, kind: TestKind, x: f64, (lo, hi): (f64, f64), y: (&str, &str)) -> Test {
    Test {
        valid: Some(DoubleRange {
            lo: Hex(lo),
            hi: Hex(hi),
        }),
        invalid: Some(Invalid {
            below: Hex(lo.next_down()),
            above: Hex(hi.next_up()),
        }),
        enclosure: Some(EnclosureText {
            lo: y.0.into(),
            hi: y.1.into(),
        }),
        ..test(id, kind, x, Expect::Value)
    }
}

pub fn suite(text: &str, tests: Vec<Test>) -> Suite {
    let spec = specification(text);
    Suite::new("test", "test", 0, spec_record(&spec), open_mutants(&spec), tests)
}

pub fn mutant<'s>(suite: &'s mut Suite, id: &str) -> &'s mut MutantRecord {
    let known: Vec<String> = suite.mutants.iter().map(|m| m.id.clone()).collect();
    let found = suite.mutants.iter_mut().find(|m| m.id == id);
    found.unwrap_or_else(|| panic!("no mutant {id} among {known:#?}"))
}

pub fn claim_kill(suite: &mut Suite, id: &str, test: &str, how: How) {
    let record = mutant(suite, id);
    record.status = Status::Killed;
    record.killed_by.push(test.into());
    record.evidence = MutantEvidence::Kill { test: test.into(), how };
    let objective = record.objective.clone();
    let killer = suite.tests.iter_mut().find(|t| t.id == test).unwrap();
    if killer.kills.is_empty() {
        killer.objectives.clear();
    }
    killer.kills.push(id.into());
    killer.objectives.push(objective);
}

pub fn claim_equivalent(suite: &mut Suite, id: &str, evidence: MutantEvidence) {
    let record = mutant(suite, id);
    (record.status, record.evidence) = (Status::Equivalent, evidence);
}

pub fn claim_duplicate(suite: &mut Suite, id: &str, of: &str) {
    let evidence = MutantEvidence::Duplicate {
        of: of.into(),
        rules: vec![],
    };
    let record = mutant(suite, id);
    (record.status, record.evidence) = (Status::Duplicate, evidence);
}

pub const COVERING: MutantEvidence = MutantEvidence::Covering {
    boxes: 1,
    rules: vec![],
};
pub const IDENTITY: MutantEvidence = MutantEvidence::Identity { rules: vec![] };

pub fn run(suite: &Suite) -> VerifyReport {
    // Through the file format, as a stranger would.
    let suite = Suite::from_json(&suite.to_json()).unwrap();
    verify(&suite, &VerifyOptions { samples: 16 })
}

pub fn check_verified(suite: &Suite) -> VerifyReport {
    let report = run(suite);
    assert!(report.is_verified(), "{:#?}", report.problems);
    report
}

/// Changes a suite and expects exactly this problem among those found.
pub fn check_caught(suite: &Suite, name: &str, change: impl Fn(&mut Suite), place: &str, message: &str) {
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

pub const SUM: &str = "(FPCore sum (x) :name \"sum\" :pre (<= 1 x 2) :accuracy-rel 1/64 (+ x 1))";

pub const ROOT: &str =
    "(FPCore root (x) :name \"root\" :pre (and (<= 0 x 4) (!= x 3)) :accuracy-ulps 2 (sqrt (- x 1)))";
pub const CLAMPED: &str =
    "(FPCore twice (x) :name \"twice\" :pre (<= 1 x 2) :accuracy-rel 1/64 :out-of-domain clamp (* x 2))";

/// x + 1 on [1, 2] within 1/64: y = 2 at 1, y = 93/32 at 61/32.
pub fn sum_suite() -> Suite {
    let mut s = suite(
        SUM,
        vec![
            value_test("T1", TestKind::Normal, 1.0, (63.0 / 32.0, 65.0 / 32.0), ("2", "2")),
            value_test(
                "T2",
                TestKind::Normal,
                61.0 / 32.0,
                (5859.0 / 2048.0, 6045.0 / 2048.0),
                ("2.9", "2.91"),
            ),
            test("T3", TestKind::Robustness, 2.1, Expect::Reject),
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
pub fn root_suite() -> Suite {
    let (ulp, root) = (f64::EPSILON, 1.5f64.sqrt());
    let digits = ("1.2247448713915890490986420373529", "1.2247448713915890490986420373530");
    let mut s = suite(
        ROOT,
        vec![
            test("U1", TestKind::Normal, 0.0, Expect::Undefined),
            value_test(
                "U2",
                TestKind::Normal,
                2.0,
                (1.0 - 2.0 * ulp, 1.0 + 2.0 * ulp),
                ("1", "1"),
            ),
            // The nearest double is below the root.
            value_test("U3", TestKind::Normal, 2.5, (root - ulp, root + 2.0 * ulp), digits),
        ],
    );
    claim_kill(&mut s, "unary:0:sqrt-to-cbrt", "U1", How::Definedness);
    claim_kill(&mut s, "constant:3:plus-one", "U3", How::Disjoint);
    claim_kill(&mut s, "accuracy:48-bits", "U3", How::Inaccurate);
    s.summary = Summary::of(&s.mutants, &s.tests);
    s
}

/// 2·x on [1, 2] within 1/64; inputs outside are moved to the nearest bound.
pub fn clamped_suite() -> Suite {
    let mut s = suite(
        CLAMPED,
        vec![
            value_test("C1", TestKind::Robustness, 2.1, (63.0 / 16.0, 65.0 / 16.0), ("4", "4")),
            value_test("C2", TestKind::Normal, 1.0, (63.0 / 32.0, 65.0 / 32.0), ("2", "2")),
        ],
    );
    claim_kill(&mut s, "bounds:x:upper-outward", "C1", How::Disjoint);
    claim_kill(&mut s, "constant:2:plus-one", "C1", How::Disjoint);
    claim_kill(&mut s, "bounds:x:lower-inward", "C2", How::Disjoint);
    s.summary = Summary::of(&s.mutants, &s.tests);
    s
}

pub fn range(lo: f64, hi: f64) -> Option<DoubleRange> {
    Some(DoubleRange {
        lo: Hex(lo),
        hi: Hex(hi),
    })
}

pub fn invalid(below: f64, above: f64) -> Option<Invalid> {
    Some(Invalid {
        below: Hex(below),
        above: Hex(above),
    })
}

pub fn enclosure(lo: &str, hi: &str) -> Option<EnclosureText> {
    Some(EnclosureText {
        lo: lo.into(),
        hi: hi.into(),
    })
}

pub fn at(x: f64) -> Vec<InputRecord> {
    vec![InputRecord::new("x", x)]
}

/// One false claim: what to change, where it must be found and what must be said.
pub type Row = (&'static str, fn(&mut Suite), &'static str, &'static str);

pub fn check_rows(suite: &Suite, rows: &[Row]) {
    for (name, change, place, message) in rows {
        check_caught(suite, name, change, place, message);
    }
}
