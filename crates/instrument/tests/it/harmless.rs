//! Proofs that a hazard cannot die, and none where it can.

use instrument::{ArgumentRange, InstrumentRequest, Instrumented, instrument};

use crate::common::*;
use crate::hazards::with_hazards;

fn made(function: &str, operators: &[&str]) -> Instrumented {
    instrument(&with_hazards("hazards.c", function, operators)).unwrap_or_else(|trouble| panic!("{trouble}"))
}

fn within(argument: usize, lo: f64, hi: f64) -> ArgumentRange {
    ArgumentRange { argument, lo, hi }
}

/// How many of the hazards are proved harmless, and how many there are.
fn proved(function: &str, operators: &[&str], ranges: &[ArgumentRange]) -> (usize, usize) {
    let made = made(function, operators);
    (made.find_harmless(ranges).unwrap().proved.len(), made.hazards().len())
}

#[test]
fn guarded_arithmetic_is_proved_and_unguarded_is_not() {
    let overflow = ["iovflow", "iuflow"];
    assert_eq!(proved("guarded", &overflow, &[]), (6, 6));
    assert_eq!(proved("unguarded", &overflow, &[]), (1, 2));
    assert_eq!(proved("unguarded", &overflow, &[within(1, 0.0, 1e6)]), (2, 2));
    assert_eq!(proved("in_64_bits", &overflow, &[]), (2, 2));
    assert_eq!(proved("midpoint", &["iovflow"], &[]), (0, 1));
    assert_eq!(
        proved("midpoint", &["iovflow"], &[within(0, 0.0, 1e6), within(1, 0.0, 1e6)]),
        (1, 1)
    );
    // That the sum stays below `hi` is a relation, which no range tells.
    assert_eq!(proved("safe_midpoint", &["iovflow"], &[]), (1, 2));
    assert_eq!(proved("safe_division", &["iovflow", "div0"], &[]), (2, 2));
    assert_eq!(proved("quotient", &["iovflow", "div0"], &[]), (0, 2));
}

#[test]
fn ranges_of_floats_are_proved_by_intervals() {
    let finite = within(0, f64::MIN, f64::MAX);
    assert_eq!(proved("safe_root", &["fnan"], &[finite]), (1, 1));
    assert_eq!(proved("root", &["fnan"], &[finite]), (0, 1));
    assert_eq!(proved("index_of", &["ftoi"], &[]), (1, 1));
    let floats = ["fovflow", "fnan", "div0"];
    assert_eq!(
        proved("bounded", &floats, &[within(0, -10.0, 10.0), within(1, 0.0, 5.0)]),
        (10, 10)
    );
    let (some, all) = proved("bounded", &floats, &[within(0, -10.0, 800.0), within(1, -3.0, 5.0)]);
    assert!(some < all);
    let unit = [within(0, -1.0, 1.0), within(1, -1.0, 1.0)];
    assert_eq!(
        proved("square_root_of_sum", &["fovflow", "fnan", "fcancel"], &unit),
        (8, 8)
    );
    let made = made("bounded", &["div0"]);
    let proofs = made.find_harmless(&[within(1, 0.0, 5.0)]).unwrap().proved;
    assert_eq!(
        proofs[0].1,
        "interval analysis: the operands lie in [-inf, inf] or NaN and [2.0, 7.0]"
    );
}

#[test]
fn the_sign_of_a_zero_is_not_known() {
    // x · 0 is −0 for negative x, and the angle of (−0, −1) is −π.
    assert_eq!(proved("root_of_angle", &["fnan"], &[within(0, -1.0, 1.0)]), (1, 2));
}

#[test]
fn an_unsigned_difference_is_never_above_its_type() {
    let operators = |made: Instrumented| {
        made.hazards()
            .iter()
            .map(|h| h.operator.name().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        operators(made("unsigned_difference", &["iovflow", "iuflow"])),
        ["iuflow"]
    );
}

#[test]
fn conversions_are_proved_where_the_value_fits() {
    // A cast to an unsigned type in between would leave no trace, and change a negative number.
    assert_eq!(proved("saturated", &["trunc"], &[]), (0, 1));
    assert_eq!(proved("saturated", &["trunc"], &[within(0, 0.0, 1e12)]), (1, 1));
    assert_eq!(proved("explicit_cast", &["trunc"], &[]), (0, 1));
    let field = made("field", &["trunc"]);
    assert!(field.find_harmless(&[within(0, 0.0, 100.0)]).unwrap().proved.is_empty());
    assert_eq!(
        field.find_harmless(&[within(0, 0.0, 15.0)]).unwrap().proved.len(),
        field.hazards().len()
    );
}

#[test]
fn promises_of_fast_maths_prove_nothing() {
    let fast = InstrumentRequest {
        flags: vec!["-ffast-math".to_owned()],
        ..with_hazards("hazards.c", "root", &["fnan", "fovflow"])
    };
    let made = instrument(&fast).unwrap();
    assert_eq!(
        (made.hazards().len(), made.find_harmless(&[]).unwrap().proved.len()),
        (1, 0)
    );
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[-1.0]));
    assert_eq!(loaded.record(made.hazards()[0].id).unwrap().hits, [0, 1]);
    let fortran = InstrumentRequest {
        flags: vec!["-ffast-math".to_owned()],
        arrays: vec![("x".to_owned(), 4)],
        ..with_hazards("triangle.f90", "norm", &["fovflow", "fnan"])
    };
    let made = instrument(&fortran).unwrap();
    assert_eq!(
        (made.hazards().len(), made.find_harmless(&[]).unwrap().proved.len()),
        (2, 0)
    );
}

#[test]
fn fortran_arguments_have_ranges_behind_their_pointers() {
    let made = instrument(&with_hazards("triangle.f90", "triangle", &["iovflow"])).unwrap();
    assert_eq!(made.find_harmless(&[]).unwrap().proved, []);
    let ranges = [0, 1, 2].map(|argument| within(argument, 1.0, 1e9));
    assert_eq!(made.find_harmless(&ranges).unwrap().proved.len(), 3);
}

/// A generator of its own: the inputs are the same everywhere.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[test]
fn what_is_proved_harmless_never_dies() {
    let ranges = [within(0, -1000.0, 1000.0), within(1, -3.0, 2000.0)];
    let mut state = 88_172_645_463_325_252;
    let mut proofs = 0;
    for function in [
        "bounded",
        "guarded",
        "unguarded",
        "square_root_of_sum",
        "scaled",
        "added",
        "ratio",
        "power",
        "product",
        "shifted",
        "compared",
        "quotient",
        "safe_midpoint",
        "discriminant_of_two",
        "mean_of_loop",
    ] {
        let made = made(function, &[]);
        let harmless = made.find_harmless(&ranges).unwrap().proved;
        proofs += harmless.len();
        let mut loaded = load(&made);
        loaded.guard().unwrap();
        for _ in 0..3000 {
            let part = |state: &mut u64| (next(state) >> 11) as f64 / (1u64 << 53) as f64;
            let edge = |x: f64, state: &mut u64| [x, x.round(), 0.0, -1.0, 1.0, x * 1e-300][next(state) as usize % 6];
            let (x, y) = (part(&mut state) * 2000.0 - 1000.0, part(&mut state) * 2003.0 - 3.0);
            let input = [edge(x, &mut state), edge(y, &mut state)];
            loaded.call(&pack(&made, &input));
            for (id, proof) in &harmless {
                let died = loaded.record(*id).is_some_and(|record| record.hits[1] > 0);
                assert!(
                    !died,
                    "{function} at {input:?}: {:?} dies, but {proof}",
                    made.hazards()[*id as usize - made.branches().len()]
                );
            }
        }
    }
    assert!(proofs > 40, "{proofs}");
}
