//! Suites, correct code, and a look at what a run has left behind.

pub use crate::common::marked::Marked;

use crate::common::Bench;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use suite::{
    AccuracyRecord, ArgumentRecord, BoundRecord, CheckReport, DoubleRange, Expect, FormatRecord, Hex, InputRecord,
    Invalid, Observed, PolicyRecord, SpecRecord, Suite, Test, TestKind,
};

/// A correct implementation of `specs/doppler.lyd`.
pub const DOPPLER: &str = "
#include <math.h>
double doppler(double u, double v, double T)
{
    double c = 331.4 + 0.6 * T;
    if (!(-100 <= u && u <= 100 && 20 <= v && v <= 20000 && -30 <= T && T <= 50))
        return NAN;
    return -c * v / ((c + u) * (c + u));
}
";

/// The text of the suite of a specification of the project.
fn generated(spec: &str) -> String {
    let bench = Bench::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs").join(spec);
    let path = path.to_str().unwrap();
    bench
        .lydian_with(&["generate", path, "--quiet", "--strength", "minimal", "--out", "out"])
        .expect(0);
    fs::read_to_string(bench.path("out/suite.json")).unwrap()
}

/// A folder with the suite of `specs/doppler.lyd`.
pub fn doppler() -> Bench {
    static TEXT: OnceLock<String> = OnceLock::new();
    let bench = Bench::new();
    bench.write("suite.json", TEXT.get_or_init(|| generated("doppler.lyd")));
    bench
}

/// A folder with the suite of `specs/fixed_low_pass.fpcore`.
pub fn low_pass() -> Bench {
    static TEXT: OnceLock<String> = OnceLock::new();
    let bench = Bench::new();
    bench.write("suite.json", TEXT.get_or_init(|| generated("fixed_low_pass.fpcore")));
    bench
}

/// What the last check of a folder has written.
pub fn report(bench: &Bench) -> CheckReport {
    CheckReport::from_json(&fs::read_to_string(bench.path("check.json")).unwrap()).unwrap()
}

/// A suite about x + 1/2 at x = 0, 1, … 6, where nothing but the exact value will do.
pub fn steps() -> Suite {
    by_hand((0..7).map(|x| (f64::from(x), f64::from(x) + 0.5)))
}

/// A suite with an exact answer at each input.
pub fn by_hand(points: impl IntoIterator<Item = (f64, f64)>) -> Suite {
    let tests = points
        .into_iter()
        .enumerate()
        .map(|(n, (x, y))| exact(&format!("t{}", n + 1), x, y));
    Suite::new(
        "lydian 0.1.0",
        "lydian generate steps.fpcore",
        1,
        spec(),
        vec![],
        tests.collect(),
    )
}

fn exact(id: &str, x: f64, y: f64) -> Test {
    Test {
        id: id.into(),
        kind: TestKind::Normal,
        inputs: vec![InputRecord::new("x", x)],
        expect: Expect::Value,
        valid: Some(DoubleRange { lo: Hex(y), hi: Hex(y) }),
        invalid: Some(Invalid {
            below: Hex(y.next_down()),
            above: Hex(y.next_up()),
        }),
        enclosure: None,
        kills: vec![],
        objectives: vec!["functional".into()],
    }
}

fn spec() -> SpecRecord {
    let bound = |value: &str| {
        Some(BoundRecord {
            value: value.into(),
            strict: false,
        })
    };
    SpecRecord {
        name: "steps".into(),
        fpcore: "(FPCore steps (x) :pre (<= 0 x 100) :accuracy-abs 1e-3 :out-of-domain unspecified (+ x 1/2))".into(),
        sha256: "0".repeat(64),
        arguments: vec![ArgumentRecord {
            name: "x".into(),
            format: FormatRecord::Binary64,
            lo: bound("0"),
            hi: bound("100"),
        }],
        output: FormatRecord::Binary64,
        accuracy: AccuracyRecord {
            absolute: Some("1e-3".into()),
            ..AccuracyRecord::default()
        },
        out_of_domain: PolicyRecord::Unspecified,
        defined_share: None,
    }
}

/// What a subject did, in one or two words.
pub fn word(observed: &Observed) -> String {
    match observed {
        Observed::Value { decimal, .. } => decimal.clone(),
        Observed::Rejected { .. } => "rejected".into(),
        Observed::Crash { signal } => signal.clone(),
        Observed::Exit { code } => format!("exit {code}"),
        Observed::Timeout { .. } => "timeout".into(),
        Observed::Flood { .. } => "flood".into(),
        Observed::Broken { .. } => "broken".into(),
    }
}
