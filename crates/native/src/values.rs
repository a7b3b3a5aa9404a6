//! The numbers of a packed buffer, for people.

use crate::job::Coordinate;
use instrument::{PackedNumber, Scalar};
use suite::cover::CoverValue;

/// The numbers of a packed buffer.
pub fn values(slots: &[PackedNumber], bytes: &[u8]) -> Vec<CoverValue> {
    slots.iter().map(|slot| value(slot, bytes)).collect()
}

fn value(slot: &PackedNumber, bytes: &[u8]) -> CoverValue {
    let coordinate = Coordinate::of(slot, None, true);
    let number = coordinate.decode(bytes);
    let size = slot.kind.size();
    let used = if slot.kind == Scalar::F80 { 10 } else { size };
    let raw: String = bytes[slot.offset..slot.offset + used]
        .iter()
        .rev()
        .map(|b| format!("{b:02x}"))
        .collect();
    let (kind, decimal) = match (&slot.kind, number) {
        (Scalar::F64, _) => ("f64".into(), suite::hex::decimal(number.real())),
        (Scalar::F80, _) => ("f80".into(), suite::hex::decimal(number.real())),
        (Scalar::F32, optimize::Value::F32(x)) => ("f32".into(), format!("{x:?}")),
        (Scalar::F32, other) => ("f32".into(), suite::hex::decimal(other.real())),
        (_, optimize::Value::Signed(n)) => (format!("i{}", 8 * size), n.to_string()),
        (_, optimize::Value::Unsigned(n)) => (format!("u{}", 8 * size), n.to_string()),
        (_, other) => ("?".into(), suite::hex::decimal(other.real())),
    };
    CoverValue {
        name: slot.name.clone(),
        kind,
        decimal,
        bits: raw,
    }
}
