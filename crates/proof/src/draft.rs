//! An input with its oracle, as a test of a suite.

use crate::oracle::{Acceptable, Oracle};
use expr::spec::Specification;
use rug::Float;
use rug::float::Round;
use suite::{DoubleRange, EnclosureText, Expect, Hex, InputRecord, Invalid, Test, TestKind};

/// A test that kills nothing yet. No oracle means that the input must be rejected.
pub fn draft(spec: &Specification, id: String, kind: TestKind, point: &[f64], oracle: Option<&Oracle>) -> Test {
    let (expect, acceptable) = match oracle {
        None => (Expect::Reject, None),
        Some(Oracle::Undefined) => (Expect::Undefined, None),
        Some(Oracle::Value(a)) => (Expect::Value, Some(a)),
    };
    let inputs = spec.inputs.iter().zip(point);
    Test {
        id,
        kind,
        inputs: inputs.map(|(i, &x)| InputRecord::new(&i.name, x)).collect(),
        expect,
        valid: acceptable.map(|a| DoubleRange {
            lo: Hex(a.valid.0),
            hi: Hex(a.valid.1),
        }),
        invalid: acceptable.map(|a| Invalid {
            below: Hex(a.invalid.0),
            above: Hex(a.invalid.1),
        }),
        enclosure: acceptable.map(enclosure),
        kills: Vec::new(),
        objectives: Vec::new(),
    }
}

/// Forty digits, rounded outward.
fn enclosure(a: &Acceptable) -> EnclosureText {
    let digits = |x: &Float, direction| x.to_string_radix_round(10, Some(40), direction);
    EnclosureText {
        lo: digits(&a.enclosure.0, Round::Down),
        hi: digits(&a.enclosure.1, Round::Up),
    }
}
