//! Suites and checks made by hand, small and large.

#![allow(dead_code)] // Each test file uses its own part of this.

use suite::*;

/// A specification of `arguments` inputs with this name.
pub fn spec(name: &str, arguments: &[&str]) -> SpecRecord {
    let bound = |value: &str| {
        Some(BoundRecord {
            value: value.into(),
            strict: false,
        })
    };
    let argument = |name: &&str| ArgumentRecord {
        name: (*name).into(),
        format: FormatRecord::Binary64,
        lo: bound("-1"),
        hi: bound("4"),
    };
    SpecRecord {
        name: name.into(),
        fpcore: format!(
            "(FPCore {name} ({})\n  :pre (<= -1 x 4)\n  :accuracy-rel 1e-10\n  (+ (* x x) 1))",
            arguments.join(" ")
        ),
        sha256: "ab".repeat(32),
        arguments: arguments.iter().map(argument).collect(),
        output: FormatRecord::Binary64,
        accuracy: AccuracyRecord {
            relative: Some("1e-10".into()),
            ..Default::default()
        },
        out_of_domain: PolicyRecord::Reject,
        defined_share: Some(DefinedShare {
            defined: 60,
            probed: 60,
        }),
    }
}

/// A test at `x` (for all arguments) with the value x² + 1.
pub fn value_test(id: &str, arguments: &[&str], x: f64, kills: &[&str]) -> Test {
    let y = x * x + 1.0;
    let (lo, hi) = (y * (1.0 - 1e-10), y * (1.0 + 1e-10));
    Test {
        id: id.into(),
        kind: TestKind::Normal,
        inputs: arguments.iter().map(|name| InputRecord::new(*name, x)).collect(),
        expect: Expect::Value,
        valid: Some(DoubleRange {
            lo: Hex(lo),
            hi: Hex(hi),
        }),
        invalid: Some(Invalid {
            below: Hex(lo.next_down()),
            above: Hex(hi.next_up()),
        }),
        enclosure: Some(EnclosureText {
            lo: format!("{y:?}"),
            hi: format!("{y:?}"),
        }),
        kills: kills.iter().map(ToString::to_string).collect(),
        objectives: vec!["functional".into()],
    }
}

/// A test whose input must be rejected.
pub fn reject_test(id: &str, arguments: &[&str], kills: &[&str]) -> Test {
    Test {
        kind: TestKind::Robustness,
        expect: Expect::Reject,
        valid: None,
        invalid: None,
        enclosure: None,
        objectives: vec!["robustness".into()],
        ..value_test(id, arguments, 5.0, kills)
    }
}

/// A mutant that replaces `+` by `-` in the formula.
pub fn mutant(id: &str, operator: &str, evidence: MutantEvidence, killed_by: &[&str]) -> MutantRecord {
    let status = match evidence {
        MutantEvidence::Kill { .. } => Status::Killed,
        MutantEvidence::Identity { .. } | MutantEvidence::Covering { .. } => Status::Equivalent,
        MutantEvidence::Duplicate { .. } => Status::Duplicate,
        MutantEvidence::Undecided { .. } => Status::Undecided,
    };
    MutantRecord {
        id: id.into(),
        operator: operator.into(),
        objective: if operator == "bounds" {
            "robustness".into()
        } else {
            "functional".into()
        },
        description: "`+` becomes `-`: `(+ (* x x) 1)` → `(- (* x x) 1)`".into(),
        fpcore: spec("square", &["x"]).fpcore.replace("(+ (*", "(- (*"),
        status,
        killed_by: killed_by.iter().map(ToString::to_string).collect(),
        evidence,
    }
}

/// A kill by this test.
pub fn kill(test: &str) -> MutantEvidence {
    MutantEvidence::Kill {
        test: test.into(),
        how: How::Disjoint,
    }
}

/// One mutant of each status, four tests.
pub fn small(name: &str, arguments: &[&str]) -> Suite {
    let rules = || vec!["ring".to_string()];
    let undecided = MutantEvidence::Undecided {
        reason: "budget of boxes".into(),
        boxes: 2000,
        closest: None,
    };
    let mutants = vec![
        mutant("binary:1", "binary", kill("t1"), &["t1", "t2"]),
        mutant("binary:2", "binary", MutantEvidence::Identity { rules: rules() }, &[]),
        mutant(
            "add:1",
            "add",
            MutantEvidence::Duplicate {
                of: "binary:1".into(),
                rules: rules(),
            },
            &[],
        ),
        mutant("add:2", "add", undecided, &[]),
        mutant(
            "constant:1",
            "constant",
            MutantEvidence::Covering {
                boxes: 7,
                rules: rules(),
            },
            &[],
        ),
        mutant("bounds:1", "bounds", kill("t3"), &["t3"]),
    ];
    let tests = vec![
        value_test("t1", arguments, 0.5, &["binary:1"]),
        value_test("t2", arguments, 1.5, &["binary:1"]),
        reject_test("t3", arguments, &["bounds:1"]),
        value_test("t4", arguments, 3.0, &[]),
    ];
    Suite::new(
        "lydian 0.1.0",
        "lydian generate square.lyd",
        1,
        spec(name, arguments),
        mutants,
        tests,
    )
}

/// A check in which tests come out as ok, ko, a crash, and uncertain, in turn.
pub fn check(suite: &Suite) -> CheckReport {
    let results: Vec<TestResult> = suite
        .tests
        .iter()
        .enumerate()
        .map(|(i, test)| result(i, test))
        .collect();
    CheckReport {
        format: CheckReport::FORMAT.into(),
        version: CheckReport::VERSION,
        tool: "lydian 0.1.0".into(),
        command: "lydian check suite.json --subject square.c:square".into(),
        suite: SuiteReference {
            file: "suite.json".into(),
            sha256: "cd".repeat(32),
            spec: suite.spec.name.clone(),
        },
        subject: subject(),
        canary: CanaryRecord {
            description: "answers `0` always".into(),
            tests: 4,
            caught: 3,
        },
        summary: VerdictCounts::of(results.iter().map(|r| r.verdict)),
        results,
        lookalikes: vec![],
        left_out: vec![],
        moved: vec![],
        random: None,
        hunt: None,
    }
}

fn subject() -> SubjectRecord {
    SubjectRecord {
        name: "square.c:square".into(),
        kind: "c".into(),
        signature: "double square(double)".into(),
        source: Some("src/square.c".into()),
        line: Some(12),
        tool: "gcc 12.2.0".into(),
        build: vec!["gcc -O2 -ffp-contract=off -shared -fPIC -o square.so src/square.c -lm".into()],
        floating_point: vec!["optimisation -O2".into(), "no contraction".into()],
    }
}

fn result(i: usize, test: &Test) -> TestResult {
    let near = test.valid.map_or(f64::NAN, |range| range.lo.0 / 2.0 + range.hi.0 / 2.0);
    let (observed, verdict) = match (i % 4, test.expect) {
        (1, _) => (Observed::value(near * 1.5), Verdict::Ko),
        (3, Expect::Value) => (Observed::value(test.valid.unwrap().hi.0.next_up()), Verdict::Uncertain),
        (2, _) => (
            Observed::Crash {
                signal: "SIGSEGV".into(),
            },
            Verdict::Ko,
        ),
        (_, Expect::Value) => (Observed::value(near), Verdict::Ok),
        _ => (Observed::Rejected { how: "NaN".into() }, Verdict::Ok),
    };
    let ok = verdict == Verdict::Ok;
    let is_answer = matches!(observed, Observed::Value { .. });
    let missed = if is_answer { "functional" } else { "robustness" };
    TestResult {
        test: test.id.clone(),
        verdict,
        observed,
        error_ulps: Some(if ok { "0.48".into() } else { "3.1e9".into() }),
        error_relative: Some(if ok { "5.3e-17".into() } else { "5e-1".into() }),
        distance: Some(if ok { "0".into() } else { "0.25".into() }),
        missed: (!ok).then(|| missed.into()),
        reason: if ok {
            "inside the acceptable range"
        } else {
            "it is further from the real value than allowed"
        }
        .into(),
        reproduce: format!("lydian check suite.json --subject square.c:square --test {}", test.id),
    }
}

/// Many mutants; each test kills those whose number has a bit of a pattern.
pub fn large(mutants: usize, tests: usize) -> Suite {
    let test_ids: Vec<String> = (1..=tests).map(|n| format!("t{n}")).collect();
    let mut kills = vec![Vec::new(); tests];
    let operators = [
        "accuracy", "bounds", "constant", "variable", "unary", "binary", "add", "del",
    ];
    let mut records = Vec::new();
    for n in 0..mutants {
        let id = format!("{}:{n}:some-change", operators[n % 8]);
        let pattern = (n as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20;
        let killers: Vec<usize> = (0..tests).filter(|t| pattern >> (t % 40) & 1 == 1).collect();
        let names: Vec<&str> = killers.iter().map(|&t| test_ids[t].as_str()).collect();
        let evidence = match names.first() {
            Some(first) => kill(first),
            None => MutantEvidence::Identity {
                rules: vec!["ring".into()],
            },
        };
        killers.iter().for_each(|&t| kills[t].push(id.clone()));
        records.push(mutant(&id, operators[n % 8], evidence, &names));
    }
    let test = |n: usize| {
        let ids: Vec<&str> = kills[n].iter().map(String::as_str).collect();
        value_test(&test_ids[n], &["x"], -1.0 + 5.0 * n as f64 / tests as f64, &ids)
    };
    let tests: Vec<Test> = (0..tests).map(test).collect();
    Suite::new(
        "lydian 0.1.0",
        "lydian generate big.lyd",
        1,
        spec("big", &["x"]),
        records,
        tests,
    )
}
