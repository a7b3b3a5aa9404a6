//! Values worth trying: special ones, and those that the constants of the code suggest.

use super::job::{Constant, Coordinate};
use optimize::{Kind, Value};

/// Reals that code often treats specially.
const SPECIAL: [f64; 16] = [
    0.0, 1.0, -1.0, 2.0, 0.5, 10.0, -10.0, 100.0, 1e-8, 1e8, 1e-30, 1e30, 1e-300, 1e300, 0.1, 3.0,
];

/// The values to try in a coordinate, each once, in a fixed order.
pub fn pool(coordinate: &Coordinate, constants: &[Constant]) -> Vec<Value> {
    let kind = coordinate.kind();
    let mut values: Vec<Value> = SPECIAL.iter().map(|&x| kind.nearest(x)).collect();
    if kind.is_float() {
        values.extend(odd_floats(kind));
    } else {
        values.extend([kind.places().0, kind.places().1].map(|place| kind.at(place)));
    }
    for constant in constants {
        values.extend(suggested(kind, *constant));
    }
    let domain = coordinate.domain();
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        let inside = domain.contains(value) && !kept.iter().any(|k| k.word() == value.word());
        if inside {
            kept.push(value);
        }
    }
    kept
}

fn odd_floats(kind: Kind) -> Vec<Value> {
    let odd = [
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        -0.0,
        f64::MAX,
        f64::MIN,
        f64::MIN_POSITIVE,
        f64::from_bits(1),
        -f64::from_bits(1),
        1e-310,
    ];
    match kind {
        Kind::F64 => odd.map(Value::F64).to_vec(),
        _ => {
            let mut narrow: Vec<Value> = odd.iter().map(|&x| Value::F32(x as f32)).collect();
            narrow.extend([f32::MAX, f32::MIN, f32::MIN_POSITIVE, f32::from_bits(1)].map(Value::F32));
            narrow
        }
    }
}

/// A constant, its neighbours and its negative; and the floats whose leading word it is.
fn suggested(kind: Kind, constant: Constant) -> Vec<Value> {
    let real = match constant {
        Constant::Float(bits) => f64::from_bits(bits),
        Constant::Integer(n) => n as f64,
    };
    let mut values = around(kind, kind.nearest(real));
    values.extend(around(kind, kind.nearest(-real)));
    if let Constant::Integer(n) = constant {
        values.extend(words(kind, n));
    }
    values
}

fn around(kind: Kind, value: Value) -> Vec<Value> {
    let (least, greatest) = kind.places();
    let place = value.place();
    [0, -1, 1]
        .map(|step| kind.at(place.saturating_add(step).clamp(least, greatest)))
        .to_vec()
}

/// The floats whose bits, or whose upper half of bits, are an integer of the code, and their neighbours.
fn words(kind: Kind, n: i64) -> Vec<Value> {
    match kind {
        Kind::F64 => {
            let upper = u64::from(n as u32) << 32;
            let all = [
                upper,
                upper | 0xffff_ffff,
                upper.wrapping_sub(1),
                upper | 1 << 63,
                n as u64,
            ];
            all.into_iter().map(|word| kind.of_word(word)).collect()
        }
        Kind::F32 => {
            let word = u64::from(n as u32);
            let all = [word, word.wrapping_add(1), word.wrapping_sub(1), word | 1 << 31];
            all.into_iter().map(|word| kind.of_word(word & 0xffff_ffff)).collect()
        }
        Kind::Int { .. } => Vec::new(),
    }
}
