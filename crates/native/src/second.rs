//! The reference: a second library in the same process, called on the inputs of kills.

use crate::job::{Coordinate, CoordinateFormat, ReferenceLibrary};
use crate::kill::ReferenceAnswer;
use crate::worker::ending;
use instrument::{Loaded, RunOutcome};
use optimize::{Value, ValueKind};
use suite::stress::Correctness;

/// A loaded reference.
pub struct Second {
    job: ReferenceLibrary,
    loaded: Loaded,
    buffer: Vec<u8>,
}

impl Second {
    /// The reference with its library.
    pub fn new(job: ReferenceLibrary, loaded: Loaded) -> Second {
        let buffer = vec![0; job.sizes.0];
        Second { job, loaded, buffer }
    }

    /// Calls the reference on a point, and compares what came back from the code under test.
    /// None where the point is not among its inputs.
    pub fn answer(&mut self, point: &[Value], returned: Option<&[u8]>) -> Option<ReferenceAnswer> {
        for (coordinate, &value) in self.job.inputs.iter().zip(point) {
            coordinate.encode(converted(value, coordinate.kind())?, &mut self.buffer);
        }
        // The handlers of signals are ours during this call only: those of the code under test come back behind it.
        self.loaded.guard().ok()?;
        let ran = self.loaded.call(&self.buffer);
        self.loaded.unguard();
        let output = self.loaded.output();
        let verdict = match (ran.outcome, returned) {
            (RunOutcome::Returned, Some(returned)) => self.compared(returned, output),
            _ => Correctness::Unknown,
        };
        Some(ReferenceAnswer {
            output: output.to_vec(),
            outcome: ending(ran.outcome),
            verdict,
        })
    }

    /// Wrong if any number is wrong, right if all are right.
    fn compared(&self, returned: &[u8], output: &[u8]) -> Correctness {
        let pairs = self.job.outputs.iter();
        let each: Vec<Correctness> = pairs
            .map(|(own, other)| compared(own, own.decode(returned), other.decode(output)))
            .collect();
        if each.contains(&Correctness::Wrong) {
            Correctness::Wrong
        } else if each.is_empty() || each.contains(&Correctness::Unknown) {
            Correctness::Unknown
        } else {
            Correctness::Right
        }
    }
}

/// A value as one of another kind; none if it is no such value.
fn converted(value: Value, kind: ValueKind) -> Option<Value> {
    match (value, kind) {
        (Value::Signed(_) | Value::Unsigned(_), ValueKind::Int { .. }) => {
            let made = kind.of_word(value.word());
            (integer(made)? == integer(value)?).then_some(made)
        }
        _ => {
            let made = kind.nearest(value.real());
            (made.real() == value.real() || value.real().is_nan()).then_some(made)
        }
    }
}

fn integer(value: Value) -> Option<i128> {
    match value {
        Value::Signed(n) => Some(n.into()),
        Value::Unsigned(n) => Some(n.into()),
        Value::F64(_) | Value::F32(_) => None,
    }
}

/// Integers must be equal; an integer is right if it is less than one away from a reference that is a float. Floats are
/// wrong when more than half of their digits are lost: when they differ from the reference by more than 2⁻²⁶ of it, or by 2⁻¹² in single precision.
fn compared(format: &Coordinate, own: Value, other: Value) -> Correctness {
    if let (Some(a), Some(b)) = (integer(own), integer(other)) {
        return if a == b { Correctness::Right } else { Correctness::Wrong };
    }
    if let (Some(a), false) = (integer(own), other.real().is_nan()) {
        let apart = (a as f64 - other.real()).abs();
        return if apart < 1.0 {
            Correctness::Right
        } else {
            Correctness::Wrong
        };
    }
    let (half, greatest, least) = match format.format {
        CoordinateFormat::F32 => (2f64.powi(-12), f64::from(f32::MAX), f64::from(f32::MIN_POSITIVE)),
        _ => (2f64.powi(-26), f64::MAX, f64::MIN_POSITIVE),
    };
    let (own, other) = (own.real(), other.real());
    let is_right = own == other
        || (own.is_nan() && other.is_nan())
        || (own.is_infinite() && own.signum() == other.signum() && other.abs() > greatest)
        || (own - other).abs() <= (half * other.abs()).max(least);
    if is_right {
        Correctness::Right
    } else if other.is_finite() {
        Correctness::Wrong
    } else {
        // A reference that has no number itself tells nothing about one.
        Correctness::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coordinate(format: CoordinateFormat) -> Coordinate {
        Coordinate {
            name: "result".into(),
            format,
            offset: 0,
            range: None,
            specials: true,
        }
    }

    #[test]
    fn an_integer_is_compared_as_one_with_a_float() {
        let int = coordinate(CoordinateFormat::Integer {
            bytes: 4,
            signed: true,
            least: i64::MIN,
            greatest: i64::MAX,
        });
        let judged = |own: i64, other: f64| compared(&int, Value::Signed(own), Value::F64(other));
        assert_eq!(judged(2147483646, 2147483647.0), Correctness::Wrong);
        assert_eq!(judged(2, 2.5), Correctness::Right);
        assert_eq!(judged(0, f64::INFINITY), Correctness::Wrong);
    }

    #[test]
    fn half_of_the_digits_may_be_lost() {
        use Correctness::{Right, Unknown, Wrong};
        let double = coordinate(CoordinateFormat::F64);
        let table = [
            (1.0, 1.0 + 1e-9, Right),
            (1.0, 1.0 + 1e-7, Wrong),
            (f64::INFINITY, 1e300, Wrong),
            (f64::NAN, 0.0, Wrong),
            (f64::NAN, f64::NAN, Right),
            (1.0, f64::NAN, Unknown),
            (0.0, 1e-320, Right),
            (1e-9, 0.0, Wrong),
        ];
        for (own, other, verdict) in table {
            assert_eq!(
                compared(&double, Value::F64(own), Value::F64(other)),
                verdict,
                "{own} {other}"
            );
        }
        let single = coordinate(CoordinateFormat::F32);
        assert_eq!(compared(&single, Value::F32(1.0), Value::F64(1.0001)), Right);
        assert_eq!(compared(&single, Value::F32(f32::INFINITY), Value::F64(1e39)), Right);
    }

    #[test]
    fn integers_must_be_equal_whatever_their_width() {
        let double = coordinate(CoordinateFormat::F64);
        let judged = |a, b| compared(&double, a, b);
        assert_eq!(judged(Value::Signed(-1), Value::Unsigned(u64::MAX)), Correctness::Wrong);
        assert_eq!(judged(Value::Signed(7), Value::Unsigned(7)), Correctness::Right);
    }

    #[test]
    fn inputs_are_converted_where_they_fit() {
        let wide = ValueKind::Int { bits: 64, signed: true };
        let byte = ValueKind::Int { bits: 8, signed: false };
        assert_eq!(converted(Value::Signed(-5), wide), Some(Value::Signed(-5)));
        assert_eq!(converted(Value::Signed(-5), byte), None);
        assert_eq!(converted(Value::Unsigned(u64::MAX), wide), None);
        assert_eq!(converted(Value::F32(0.5), ValueKind::F64), Some(Value::F64(0.5)));
        assert_eq!(converted(Value::F64(0.1), ValueKind::F32), None);
    }
}
