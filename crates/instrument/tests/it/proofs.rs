//! Proofs that a side cannot be reached, and none where only undefined behaviour would forbid it.

use instrument::{ArgumentRange, InstrumentRequest, Side, instrument};

use crate::common::*;

fn infeasible(function: &str, ranges: &[ArgumentRange]) -> String {
    let sides = make("proofs.c", function).find_infeasible(ranges).unwrap().proved;
    sides.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_nothing_can_reach_is_proved() {
    for (function, expected) in [
        ("masked", "3F"),
        ("signs", "3F"),
        ("nested", "1T"),
        ("square", "0T"),
        ("calls", ""),
    ] {
        assert_eq!(infeasible(function, &[]), expected, "{function}");
    }
    assert!(
        make("textbook.c", "impossible")
            .prove_infeasible(Side { branch: 0, taken: true }, &[])
            .is_some()
    );
    assert!(
        make("textbook.c", "impossible")
            .prove_infeasible(
                Side {
                    branch: 0,
                    taken: false
                },
                &[]
            )
            .is_none()
    );
}

#[test]
fn undefined_behaviour_proves_nothing() {
    for function in [
        "overflows",
        "uninitialised",
        "divides",
        "converts",
        "shifts",
        "null",
        "ends_badly",
        "neither",
    ] {
        assert_eq!(infeasible(function, &[]), "", "{function}");
    }
    assert!(
        !infeasible("wrapped", &[]).contains("0T"),
        "a square that wraps can be negative"
    );
}

#[test]
fn nothing_is_concluded_from_callers() {
    assert_eq!(infeasible("helper", &[]), "");
    let whole = instrument(&InstrumentRequest {
        module_scope: true,
        ..request("proofs.c", "calls")
    })
    .unwrap();
    let helper = whole
        .branches()
        .iter()
        .find(|branch| branch.function == "helper")
        .unwrap();
    assert!(
        whole
            .prove_infeasible(
                Side {
                    branch: helper.id,
                    taken: true
                },
                &[]
            )
            .is_none()
    );
}

fn within(argument: usize, lo: f64, hi: f64) -> ArgumentRange {
    ArgumentRange { argument, lo, hi }
}

#[test]
fn ranges_of_arguments_count() {
    assert_eq!(infeasible("ranged", &[]), "");
    assert_eq!(infeasible("ranged", &[within(0, 0.0, 9.5)]), "0T");
    assert_eq!(infeasible("ranged", &[within(1, 0.0, 9.5)]), "1T");
    assert_eq!(infeasible("wide", &[within(0, 10.0, 4.1e9)]), "1T");
    assert_eq!(infeasible("wide", &[within(0, -5.0, 1e30)]), "");
    assert_eq!(infeasible("wide", &[within(1, 0.0, 199.0)]), "2T");
}

#[test]
fn ranges_do_not_hold_inside_of_a_recursion() {
    assert_eq!(infeasible("descends", &[within(0, 0.0, 9.0)]), "");
}

#[test]
fn promises_of_source_and_library_prove_nothing() {
    for function in [
        "promised",
        "zeros",
        "shifted_far",
        "allocated",
        "power_or_product",
        "asks_weak",
    ] {
        assert_eq!(infeasible(function, &[]), "", "{function}");
    }
    for (file, function) in [("rounding.c", "upward"), ("own_round.c", "own_round")] {
        assert_eq!(
            make(file, function).find_infeasible(&[]).unwrap().proved,
            [],
            "{function}"
        );
    }
    // A function of the code's own is the one that counts, whatever its name is.
    assert_eq!(infeasible("own_isdigit", &[]), "1F");
    // A product and a sum are rounded one after the other, so that 0.1 · 10 − 1 is zero.
    assert!(!infeasible("two_operations", &[]).contains("1T"));
}
