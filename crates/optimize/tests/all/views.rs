//! Values, places and words are views of one thing.

use optimize::{CoordinateRange, Value, ValueKind};
use proptest::prelude::*;

const KINDS: [ValueKind; 10] = [
    ValueKind::F64,
    ValueKind::F32,
    int(8, true),
    int(16, true),
    int(32, true),
    int(64, true),
    int(8, false),
    int(16, false),
    int(32, false),
    int(64, false),
];

const fn int(bits: u8, signed: bool) -> ValueKind {
    ValueKind::Int { bits, signed }
}

proptest! {
    #[test]
    fn a_word_has_one_place(kind in 0..KINDS.len(), word: u64) {
        let kind = KINDS[kind];
        let value = kind.of_word(word);
        let back = kind.at(value.place());
        prop_assert_eq!(back.word(), value.word());
        prop_assert!(CoordinateRange::all(kind).contains(value));
    }

    #[test]
    fn places_are_in_the_order_of_reals(kind in 0..KINDS.len(), a: u64, b: u64) {
        let kind = KINDS[kind];
        let (a, b) = (kind.of_word(a), kind.of_word(b));
        if a.real() < b.real() {
            prop_assert!(a.place() < b.place());
        }
    }

    #[test]
    fn the_nearest_value_of_a_real_is_inside(kind in 0..KINDS.len(), x: f64) {
        let kind = KINDS[kind];
        prop_assert!(CoordinateRange::all(kind).contains(kind.nearest(x)));
        prop_assert!(CoordinateRange::finite(kind).contains(CoordinateRange::finite(kind).clamp(Value::F64(x))));
    }

    #[test]
    fn neighbours_of_a_double_are_one_place_away(x: f64) {
        prop_assume!(x.is_finite() && x != 0.0 && x.next_up() != 0.0);
        prop_assert_eq!(Value::F64(x).place() + 1, Value::F64(x.next_up()).place());
    }
}

#[test]
fn the_zeros_are_neighbours() {
    assert_eq!(Value::F64(-0.0).place() + 1, Value::F64(0.0).place());
    assert_eq!(Value::F32(-0.0).place() + 1, Value::F32(0.0).place());
}

#[test]
fn domains_know_their_ends() {
    let byte = CoordinateRange::all(int(8, true));
    assert_eq!(
        (byte.lo(), byte.hi(), byte.size()),
        (Value::Signed(-128), Value::Signed(127), 256)
    );
    let word = CoordinateRange::all(int(64, false));
    assert_eq!(
        (word.lo(), word.hi(), word.size()),
        (Value::Unsigned(0), Value::Unsigned(u64::MAX), 1 << 64)
    );
    assert_eq!(CoordinateRange::all(ValueKind::F64).size(), 1 << 64);
    assert_eq!(CoordinateRange::doubles(1.0, 0.0), None);
    assert_eq!(CoordinateRange::doubles(f64::NAN, 0.0), None);
    assert!(CoordinateRange::doubles(0.0, 1.0).unwrap().contains(Value::F64(-0.0)));
    assert_eq!(
        CoordinateRange::between(ValueKind::F32, Value::F64(0.0), Value::F64(1.0)),
        None
    );
    assert_eq!(
        CoordinateRange::between(int(8, true), Value::Signed(0), Value::Signed(128)),
        None
    );
    assert!(!CoordinateRange::finite(ValueKind::F64).contains(Value::F64(f64::INFINITY)));
}
