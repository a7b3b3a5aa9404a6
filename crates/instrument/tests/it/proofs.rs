//! Proofs that a side cannot be reached, and none where only undefined behaviour would forbid it.

use instrument::{ArgumentRange, Request, Side, instrument};

use crate::common::*;

fn infeasible(function: &str, ranges: &[ArgumentRange]) -> String {
    let sides = make("proofs.c", function).infeasible(ranges).unwrap();
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
    let whole = instrument(&Request {
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

#[test]
fn ranges_of_arguments_count() {
    assert_eq!(infeasible("ranged", &[]), "");
    assert_eq!(
        infeasible(
            "ranged",
            &[ArgumentRange {
                argument: 0,
                lo: 0.0,
                hi: 9.5
            }]
        ),
        "0T"
    );
    assert_eq!(
        infeasible(
            "ranged",
            &[ArgumentRange {
                argument: 1,
                lo: 0.0,
                hi: 9.5
            }]
        ),
        "1T"
    );
}
