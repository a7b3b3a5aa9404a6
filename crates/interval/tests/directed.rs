//! Directed operations against MPFR, bit for bit: it rounds in the same directions and follows IEEE 754 for zeros.

use interval::directed::{add_down, add_up, div_down, div_up, mul_down, mul_up, sqrt_down, sqrt_up, sub_down, sub_up};
use proptest::prelude::*;
use rug::Float;
use rug::float::Round;

type Operation = fn(f64, f64) -> f64;
type Reference = fn(&Float, &Float, Round) -> Float;

/// Name, rounded down, rounded up, and the same by MPFR.
const BINARY: [(&str, Operation, Operation, Reference); 4] = [
    ("+", add_down, add_up, |a, b, r| Float::with_val_round(53, a + b, r).0),
    ("-", sub_down, sub_up, |a, b, r| Float::with_val_round(53, a - b, r).0),
    ("*", mul_down, mul_up, |a, b, r| Float::with_val_round(53, a * b, r).0),
    ("/", div_down, div_up, |a, b, r| Float::with_val_round(53, a / b, r).0),
];

/// The borders of the format: zeros, subnormals, the greatest numbers, infinities, NaN.
fn borders() -> Vec<f64> {
    let ulp = f64::MAX - f64::MAX.next_down();
    let positive = [
        0.0,
        5e-324,
        1.5e-323,
        f64::MIN_POSITIVE.next_down(),
        f64::MIN_POSITIVE,
        f64::MIN_POSITIVE.next_up(),
        f64::EPSILON,
        0.1,
        1.0f64.next_down(),
        1.0,
        1.0f64.next_up(),
        3.0,
        2f64.powi(-900),
        2f64.powi(1000),
        0.5 * ulp,
        // MAX minus this is a tie, at which TwoSum overflows on its way.
        1.5 * ulp,
        ulp,
        0.5 * f64::MAX,
        f64::MAX.next_down(),
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    positive.into_iter().flat_map(|x| [x, -x]).collect()
}

/// Any bits, the borders, and numbers of like size, whose sums cancel.
fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => any::<u64>().prop_map(f64::from_bits),
        2 => prop::sample::select(borders()),
        2 => (-8i32..8, 0u64..1 << 52).prop_map(|(e, m)| f64::from_bits(((1023 + e) as u64) << 52 | m)),
        1 => (0u64..1 << 54).prop_map(f64::from_bits),
    ]
}

/// Rounding to 53 bits and then to a subnormal in one direction is rounding once.
fn rounded(exact: Float, r: Round) -> f64 {
    exact.to_f64_round(r)
}

fn same(name: &str, operands: (f64, f64), got: f64, expected: f64) {
    let equal = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
    assert!(equal, "{operands:?} {name}: {got:e} instead of {expected:e}");
}

fn check_binary(a: f64, b: f64) {
    let (wide_a, wide_b) = (Float::with_val(53, a), Float::with_val(53, b));
    for (name, down, up, reference) in BINARY {
        let expected = |r| rounded(reference(&wide_a, &wide_b, r), r);
        same(&format!("{name} down"), (a, b), down(a, b), expected(Round::Down));
        same(&format!("{name} up"), (a, b), up(a, b), expected(Round::Up));
    }
}

fn check_root(x: f64) {
    let wide = Float::with_val(53, x);
    let expected = |r| rounded(Float::with_val_round(53, wide.sqrt_ref(), r).0, r);
    same("sqrt down", (x, x), sqrt_down(x), expected(Round::Down));
    same("sqrt up", (x, x), sqrt_up(x), expected(Round::Up));
}

#[test]
fn borders_of_the_format_are_rounded_as_mpfr_rounds_them() {
    for a in borders() {
        check_root(a);
        for b in borders() {
            check_binary(a, b);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn any_doubles_are_rounded_as_mpfr_rounds_them(a in double(), b in double()) {
        check_binary(a, b);
        check_root(a);
    }

    #[test]
    fn neighbours_cancel_as_mpfr_cancels_them(a in double(), steps in 0u64..4) {
        let near = f64::from_bits(a.to_bits().wrapping_add(steps));
        check_binary(a, -near);
        check_binary(near, a);
    }
}
