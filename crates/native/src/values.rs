//! The numbers of a packed buffer, for people.

use crate::job::Coordinate;
use instrument::{PackedNumber, Scalar};
use optimize::Value;
use suite::cover::CoverValue;
use suite::{NumberKind, hex};

/// The numbers of a packed buffer.
pub fn read_values(slots: &[PackedNumber], bytes: &[u8]) -> Vec<CoverValue> {
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
    let bits = 8 * size as u32;
    let (kind, decimal) = match (&slot.kind, number) {
        (Scalar::F64, _) => (Some(NumberKind::F64), hex::decimal(number.real())),
        (Scalar::F80, _) => (Some(NumberKind::F80), hex::decimal(number.real())),
        (Scalar::F32, Value::F32(x)) => (Some(NumberKind::F32), format!("{x:?}")),
        (Scalar::F32, other) => (Some(NumberKind::F32), hex::decimal(other.real())),
        (_, Value::Signed(n)) => (Some(NumberKind::Signed(bits)), n.to_string()),
        (_, Value::Unsigned(n)) => (Some(NumberKind::Unsigned(bits)), n.to_string()),
        (_, other) => (None, hex::decimal(other.real())),
    };
    CoverValue {
        name: slot.name.clone(),
        kind: kind.map_or("?".into(), |kind| kind.to_string()),
        decimal,
        bits: raw,
    }
}
