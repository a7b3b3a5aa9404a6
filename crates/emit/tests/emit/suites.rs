//! Suites about one function: `share(x, y) = x / y` for x in [0, 10] and y in [0, 8]. It has no value at y = 0.

use suite::{
    AccuracyRecord, ArgumentRecord, BoundRecord, DoubleRange, Expect, FormatRecord, Hex, How, InputRecord, Invalid,
    MutantEvidence, MutantRecord, PolicyRecord, SpecRecord, Status, Suite, Test, TestKind,
};

pub fn argument(name: &str, hi: &str) -> ArgumentRecord {
    let bound = |value: &str| BoundRecord {
        value: value.into(),
        strict: false,
    };
    ArgumentRecord {
        name: name.into(),
        format: FormatRecord::Binary64,
        lo: Some(bound("0")),
        hi: Some(bound(hi)),
    }
}

pub fn spec(name: &str) -> SpecRecord {
    SpecRecord {
        name: name.into(),
        fpcore: "(FPCore share (x y) (/ x y))".into(),
        sha256: "0123456789abcdef".repeat(4),
        arguments: vec![argument("x", "10"), argument("y", "8")],
        output: FormatRecord::Binary64,
        accuracy: AccuracyRecord {
            relative: Some("1e-10".into()),
            ..AccuracyRecord::default()
        },
        out_of_domain: PolicyRecord::Reject,
        defined_share: None,
    }
}

fn mutant(id: &str, description: &str, test: &str) -> MutantRecord {
    MutantRecord {
        id: id.into(),
        operator: "binary".into(),
        objective: "functional".into(),
        description: description.into(),
        fpcore: "(FPCore share (x y) (* x y))".into(),
        status: Status::Killed,
        killed_by: vec![test.into()],
        evidence: MutantEvidence::Kill {
            test: test.into(),
            how: How::Disjoint,
        },
    }
}

/// A test at an input, with this oracle.
pub fn test(id: &str, inputs: &[(&str, f64)], expect: Expect) -> Test {
    Test {
        id: id.into(),
        kind: TestKind::Normal,
        inputs: inputs.iter().map(|(name, x)| InputRecord::new(*name, *x)).collect(),
        expect,
        valid: None,
        invalid: None,
        enclosure: None,
        kills: vec![],
        objectives: vec!["functional".into()],
    }
}

/// A test whose answer is `y`, give or take a share of 1e-10.
pub fn value(id: &str, x: f64, y: f64) -> Test {
    let exact = x / y;
    let (lo, hi) = (exact - 1e-10 * exact.abs(), exact + 1e-10 * exact.abs());
    let mut test = test(id, &[("x", x), ("y", y)], Expect::Value);
    test.valid = Some(DoubleRange {
        lo: Hex(lo),
        hi: Hex(hi),
    });
    test.invalid = Some(Invalid {
        below: Hex(lo.next_down()),
        above: Hex(hi.next_up()),
    });
    test
}

/// A suite that every correct implementation passes: values, a zero, a rejection, and a hole in the domain.
pub fn sound() -> Suite {
    let mut first = value("t1", 1.0, 3.0);
    first.kills = vec!["binary:1:div-to-mul".into()];
    let tests = vec![
        first,
        value("t2", 0.0, 4.0),
        test("t3", &[("x", -1.0), ("y", 2.0)], Expect::Reject),
        value("t4", 10.0, 8.0),
        test("t5", &[("x", 1.0), ("y", 0.0)], Expect::Undefined),
        value("t6", 5e-324, 1.0),
    ];
    let mutants = vec![mutant("binary:1:div-to-mul", "x/y became x*y.", "t1")];
    Suite::new(
        "lydian test",
        "lydian generate share.lyd",
        1,
        spec("share"),
        mutants,
        tests,
    )
}

/// Whatever could end a comment, a string, a line or a format in one of the languages.
pub const HOSTILE: &str = "*/ \" ' \\\" ''' \"\"\" %d%s%n \n#error \r\n%!error \u{2028} \u{202e} $x $(f) {0} @HEAD@ ?\
    ?/ é 日 =1+1,\t; !x & // /* #= =# \\";

/// A suite with hostile names and oracles that nothing satisfies or decides.
pub fn odd() -> Suite {
    let rename = |mut test: Test, x: &str| {
        test.inputs[0].name = x.into();
        test.objectives = vec![HOSTILE.into(), "robustness\\".into()];
        test.kills = vec![format!("id {HOSTILE}")];
        test
    };
    let mut nothing = test("nothing", &[("x", 1.0), ("y", 4.0)], Expect::Value);
    nothing.invalid = Some(Invalid {
        below: Hex(0.25),
        above: Hex(0.25f64.next_up()),
    });
    let mut between = value("between", 1.0, 2.0);
    between.valid = Some(DoubleRange {
        lo: Hex(1.0),
        hi: Hex(2.0),
    });
    between.invalid = Some(Invalid {
        below: Hex(0.25),
        above: Hex(f64::INFINITY),
    });
    let mut unbounded = value("unbounded", 1.0, 2.0);
    unbounded.valid = Some(DoubleRange {
        lo: Hex(f64::NEG_INFINITY),
        hi: Hex(f64::INFINITY),
    });
    unbounded.invalid = None;
    let tests = [
        nothing,
        between,
        unbounded,
        value("same", 1.0, 1.0),
        value("SAME", 1.0, 8.0),
        value(HOSTILE, 3.0, 8.0),
        test(
            &format!("reject {HOSTILE}"),
            &[("x", f64::INFINITY), ("y", 2.0)],
            Expect::Reject,
        ),
    ];
    let tests = tests.into_iter().map(|test| rename(test, HOSTILE)).collect();
    let mut spec = spec(HOSTILE);
    spec.arguments[0].name = HOSTILE.into();
    spec.sha256 = format!("sha {HOSTILE}");
    spec.accuracy.ulps = Some(HOSTILE.into());
    let mutants = vec![mutant(&format!("id {HOSTILE}"), HOSTILE, "nothing")];
    Suite::new(HOSTILE, HOSTILE, 1, spec, mutants, tests)
}

/// Many tests.
pub fn large(count: usize) -> Suite {
    let tests = (0..count)
        .map(|i| value(&format!("t{i}"), 1.0 + i as f64 / 4096.0, 3.0))
        .collect();
    Suite::new(
        "lydian test",
        "lydian generate share.lyd",
        1,
        spec("share"),
        vec![],
        tests,
    )
}

/// In single precision: an exact input, and an answer that the function gives in single precision only.
pub fn single() -> Suite {
    let mut spec = spec("share");
    spec.output = FormatRecord::Binary32;
    spec.arguments
        .iter_mut()
        .for_each(|a| a.format = FormatRecord::Binary32);
    let third = f64::from(1.0f32 / 3.0);
    let mut exact = value("t1", 1.0, 3.0);
    exact.valid = Some(DoubleRange {
        lo: Hex(third),
        hi: Hex(third),
    });
    exact.invalid = Some(Invalid {
        below: Hex(third.next_down()),
        above: Hex(third.next_up()),
    });
    let tests = vec![exact, test("t2", &[("x", -1.0), ("y", 2.0)], Expect::Reject)];
    Suite::new("lydian test", "lydian generate share.lyd", 1, spec, vec![], tests)
}

/// Nothing but inputs that must be rejected.
pub fn rejections() -> Suite {
    let tests = vec![test("t1", &[("x", -1.0), ("y", 2.0)], Expect::Reject)];
    Suite::new(
        "lydian test",
        "lydian generate share.lyd",
        1,
        spec("share"),
        vec![],
        tests,
    )
}
