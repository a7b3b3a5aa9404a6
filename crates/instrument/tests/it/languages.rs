//! C++ and Fortran.

use instrument::{BranchComparison, InstrumentRequest, InstrumentTrouble, Passing, RunOutcome, instrument};

use crate::common::*;

#[test]
fn cpp_names_references_and_overloads() {
    let made = make("classes.cpp", "geometry::orthogonal");
    assert_eq!(list(&made), "11:18 Jump f64 ==\n");
    assert_eq!(sides(&made, &mut load(&made), &[1.0, 0.0, 0.0, 5.0]), "0T");
    assert_eq!(made.function().parameters[0].passing, Passing::ConstPointer);

    let InstrumentTrouble::FunctionAmbiguous { symbols, .. } = trouble(&request("classes.cpp", "scaled")) else {
        panic!("two functions are called `scaled`")
    };
    assert_eq!(symbols, ["_Z6scaledd", "_Z6scaledf"]);
    assert_eq!(make("classes.cpp", "_Z6scaledd").branches().len(), 1);
}

#[test]
fn functions_of_headers_are_out_of_scope() {
    let whole = InstrumentRequest {
        module_scope: true,
        flags: vec!["-O2".into()],
        ..request("classes.cpp", "use")
    };
    let made = instrument(&whole).unwrap();
    assert!(
        made.branches()
            .iter()
            .all(|branch| branch.file.ends_with("classes.cpp")),
        "{}",
        list(&made)
    );
    assert_eq!(made.branches().len(), 3);
}

#[test]
fn cpp_exceptions_end_the_run() {
    let made = make("classes.cpp", "checked");
    let mut loaded = load(&made);
    assert_eq!(loaded.call(&pack(&made, &[-1.0])).outcome, RunOutcome::Threw);
    assert_eq!(loaded.call(&pack(&made, &[4.0])).outcome, RunOutcome::Returned);
    assert_eq!(loaded.output()[..4], 5i32.to_le_bytes());
}

#[test]
fn fortran_conditions_are_split_into_their_parts() {
    let made = make("triangle.f90", "triangle");
    let lines: Vec<u32> = made.branches().iter().map(|branch| branch.line).collect();
    assert_eq!(lines, [5, 5, 5, 7, 7, 7, 9, 9, 11, 11, 11]);
    assert!(
        made.branches()
            .iter()
            .all(|b| matches!(b.comparison, BranchComparison::Integer { bits: 32, .. }))
    );
    let mut loaded = load(&made);
    let kind = |loaded: &mut instrument::Loaded, sides: [f64; 3]| {
        loaded.call(&pack(&made, &sides));
        loaded.output()[0]
    };
    assert_eq!(kind(&mut loaded, [3.0, 3.0, 3.0]), 3);
    assert_eq!(kind(&mut loaded, [3.0, 4.0, 5.0]), 1);
    assert_eq!(
        kind(&mut loaded, [2147483640.0, 10.0, 2147483640.0]),
        0,
        "the sum wraps"
    );
}

#[test]
fn fortran_arrays_values_and_modules() {
    let made = instrument(&InstrumentRequest {
        arrays: vec![("x".into(), 2)],
        ..request("triangle.f90", "NORM")
    })
    .unwrap();
    let names: Vec<&str> = made.function().inputs.iter().map(|slot| slot.name.as_str()).collect();
    assert_eq!(names, ["x[0]", "x[1]", "n", "scale", "total"]);
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[1.0, 5.0, 2.0, 3.0, 0.0]));
    let total = made
        .function()
        .outputs
        .iter()
        .find(|slot| slot.name == "total")
        .unwrap();
    assert_eq!(loaded.output()[total.offset..total.offset + 8], 5f64.to_le_bytes());

    let made = make("triangle.f90", "inside");
    let mut loaded = load(&made);
    for (numbers, expected) in [([0.0, 1.0, 1.0], 0), ([0.0, 1.0, 0.0], 1), ([1.0, 1.0, 1.0], 1)] {
        loaded.call(&pack(&made, &numbers));
        assert_eq!(loaded.output()[0] & 1, expected, "{numbers:?}");
    }
    let text = trouble(&request("triangle.f90", "norm")).to_string();
    assert!(
        text.contains("argument `x` is an array of unknown length") && text.contains("--array"),
        "{text}"
    );
}
