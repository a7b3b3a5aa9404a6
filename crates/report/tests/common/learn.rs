//! Reports of `learn` made by hand, with numbers of real functions.

#![allow(dead_code)] // Each test file uses its own part of this.

use suite::learn::*;
use suite::{Hex, SubjectRecord};

fn hexes(values: &[f64]) -> Vec<Hex> {
    values.iter().map(|&x| Hex(x)).collect()
}

/// A test that gave these outputs.
pub fn tried(input: &[f64], outputs: &[f64], why: WhyTested) -> LearnTest {
    LearnTest {
        input: hexes(input),
        outputs: hexes(outputs),
        ended: None,
        why,
    }
}

fn clause(text: &str, line: usize) -> ClauseRecord {
    ClauseRecord {
        text: text.into(),
        line,
    }
}

fn contract(inputs: &[(&str, f64, f64)], ensures: &str) -> ContractRecord {
    let input = |(name, lo, hi): &(&str, f64, f64)| LearnInput {
        name: (*name).into(),
        lo: Hex(*lo),
        hi: Hex(*hi),
        integer: false,
    };
    let names: Vec<&str> = inputs.iter().map(|i| i.0).collect();
    let ranges: Vec<String> = inputs
        .iter()
        .map(|(name, lo, hi)| format!("    {name} in [{lo}, {hi}];\n"))
        .collect();
    let ensured = 12 + 1 + inputs.len() + 1;
    ContractRecord {
        name: "wave".into(),
        file: "wave.lyd".into(),
        line: 12,
        text: format!(
            "contract wave({}) {{\n{}    y = wave({});\n    ensures {ensures};\n    ensures y >= -100;\n}}",
            names.join(", "),
            ranges.concat(),
            names.join(", ")
        ),
        inputs: inputs.iter().map(input).collect(),
        outputs: vec!["y".into()],
        requires: vec![],
        ensures: vec![clause(ensures, ensured), clause("y >= -100", ensured + 1)],
    }
}

fn subject() -> CalledSubject {
    CalledSubject {
        function: "wave".into(),
        subject: SubjectRecord {
            name: "wave.c:wave".into(),
            kind: "c".into(),
            signature: "double wave(double)".into(),
            source: Some("wave.c".into()),
            line: Some(3),
            tool: "gcc 12.2.0".into(),
            build: vec!["gcc -O2 -ffp-contract=off -shared -fPIC -o wave.so wave.c".into()],
            floating_point: vec!["-O2".into(), "no contraction".into()],
        },
    }
}

/// Learning that becomes better with the square of the tests.
fn convergence(last: u64) -> Vec<ConvergencePoint> {
    let mut points = vec![];
    let mut tests = 3;
    while tests <= last {
        let n = tests as f64;
        points.push(ConvergencePoint {
            tests,
            change: (tests > 8).then(|| 20.0 / (n * n) * (1.0 + 0.4 * n.sin())),
            covered: (n / 400.0).powi(2).min(0.995),
            models: (n.sqrt() * 1.5) as u64,
        });
        tests += 1 + tests / 8;
    }
    points
}

/// A report of these tests, without violation.
pub fn report(contract: ContractRecord, tests: Vec<LearnTest>, end: LearnEnd) -> LearnReport {
    let count = tests.len() as u64;
    LearnReport {
        format: LearnReport::FORMAT.into(),
        version: LearnReport::VERSION,
        tool: "lydian 0.1.0".into(),
        command: "lydian learn wave.lyd --subject wave=wave.c:wave".into(),
        seed: 1,
        method: LearnMethod::Learn,
        contract,
        subjects: vec![subject()],
        end,
        counts: LearnCounts {
            tests: count,
            calls: count + 31,
            by_models: count / 10,
            undecided: 0,
            models: 14,
            retired: 9,
            questions: 420,
            excluded: 391,
        },
        binades: None,
        violation: None,
        convergence: convergence(count),
        tests,
        surface: None,
    }
}

/// Adds a violation: found first at one input, simplest at the other.
pub fn violated(mut report: LearnReport, first: LearnTest, simplest: LearnTest) -> LearnReport {
    report.end = LearnEnd::Violation;
    report.violation = Some(ViolationRecord {
        again: format!("{} --at 'x={}'", report.command, simplest.input[0]),
        test: simplest,
        first,
        shrinking: 31,
        repeats: true,
        holds_rounded: false,
        breach: BreachKind::False,
        broken: vec![report.contract.ensures[0].clone()],
    });
    report
}

/// Equal steps from one number to another.
pub fn steps(lo: f64, hi: f64, count: usize) -> Vec<f64> {
    (0..count)
        .map(|n| lo + (hi - lo) * n as f64 / (count - 1) as f64)
        .collect()
}

/// Numbers from 0 to 1 that fill it evenly.
fn fraction(n: usize, by: f64) -> f64 {
    (n as f64 * by).fract()
}

fn why(n: usize) -> WhyTested {
    match n {
        0..6 => WhyTested::Start,
        n if n % 9 == 0 => WhyTested::Model,
        _ => WhyTested::Explore,
    }
}

/// The sine with a dent upwards at 4.2.
fn dented(x: f64) -> f64 {
    x.sin() + 0.9 * (-((x - 4.2) / 0.12).powi(2)).exp() * if x > 4.1 && x < 4.3 { 1.0 } else { 0.3 }
}

/// One input, violated.
pub fn one_input() -> LearnReport {
    let tests = (0..70).map(|n| {
        let x = 6.25 * fraction(n, 0.618_033_988_75);
        tried(&[x], &[dented(x)], why(n))
    });
    let contract = contract(&[("x", 0.0, 6.25)], "abs(y - sin(x)) < 0.5");
    let report = report(contract, tests.collect(), LearnEnd::Violation);
    let at = |x: f64, why| tried(&[x], &[dented(x)], why);
    let mut report = violated(report, at(4.1729, WhyTested::Model), at(4.25, WhyTested::Shrink));
    let xs = steps(0.0, 6.25, 201);
    report.surface = Some(Surface {
        outputs: vec![SurfaceOutput {
            name: "y".into(),
            values: xs.iter().map(|x| Some(x.sin())).collect(),
        }],
        axes: vec![xs],
    });
    report
}

fn hills(x: f64, y: f64) -> f64 {
    (1.3 * x).sin() * y.cos() + 0.1 * x * y
}

/// Two inputs, converged after this many tests.
pub fn two_inputs(count: usize) -> LearnReport {
    let tests = (0..count).map(|n| {
        let (x, y) = (
            -3.0 + 6.0 * fraction(n, 0.754_877_666_2),
            2.0 * fraction(n, 0.569_840_290_9),
        );
        tried(&[x, y], &[hills(x, y)], why(n))
    });
    let contract = contract(&[("x", -3.0, 3.0), ("speed", 0.0, 2.0)], "y <= 1.2 + 0.1 * x * speed");
    let end = LearnEnd::Converged {
        covered: 0.993,
        change: 2.1e-7,
    };
    let mut report = report(contract, tests.collect(), end);
    let (xs, ys) = (steps(-3.0, 3.0, 41), steps(0.0, 2.0, 41));
    let values = xs.iter().flat_map(|&x| ys.iter().map(move |&y| (x, y)));
    report.surface = Some(Surface {
        outputs: vec![SurfaceOutput {
            name: "y".into(),
            values: values.map(|(x, y)| (x < 2.6).then(|| hills(x, y))).collect(),
        }],
        axes: vec![xs, ys],
    });
    report
}

/// Two inputs, violated.
pub fn two_inputs_violated() -> LearnReport {
    let at = |x: f64, y: f64, why| tried(&[x, y], &[hills(x, y) + 0.7], why);
    let first = at(0.987_654_321, 0.412_345_678, WhyTested::Model);
    violated(two_inputs(320), first, at(1.25, 0.25, WhyTested::Shrink))
}

/// Ten inputs, all tests used up.
pub fn ten_inputs() -> LearnReport {
    let names: Vec<String> = (0..10).map(|n| format!("x{n}")).collect();
    let inputs: Vec<(&str, f64, f64)> = names.iter().map(|name| (name.as_str(), -1.0, 1.0)).collect();
    let tests = (0..200).map(|n| {
        let x: Vec<f64> = (0..10)
            .map(|k| 2.0 * fraction(n + 1, (2.0 + k as f64).sqrt()) - 1.0)
            .collect();
        let y = x.iter().map(|x| x * x).sum();
        tried(&x, &[y], why(n))
    });
    let mut report = report(contract(&inputs, "y <= 10"), tests.collect(), LearnEnd::Budget);
    report.counts.tests = 5000;
    report.counts.undecided = 3;
    report.convergence = convergence(5000);
    report
}
