//! Environmental mutants: where they are, when they die, and what their records tell.

use instrument::{Hazard, HazardRequest, Instrumented, Loaded, Record, Request, instrument};

use crate::common::*;

pub fn with_hazards(file: &str, function: &str, operators: &[&str]) -> Request {
    Request {
        hazards: Some(HazardRequest {
            operators: operators.iter().map(|name| (*name).to_owned()).collect(),
            ..HazardRequest::default()
        }),
        ..request(file, function)
    }
}

fn loaded(made: &Instrumented) -> Loaded {
    let mut loaded = load(made);
    loaded.guard().unwrap();
    loaded
}

/// The record of a hazard after a call.
fn after(made: &Instrumented, loaded: &mut Loaded, hazard: &Hazard, input: &[f64]) -> Record {
    loaded.call(&pack(made, input));
    *loaded.record(hazard.id).expect("the hazard is reached")
}

/// `operator line condition` of every hazard that dies on the input.
fn dead(made: &Instrumented, loaded: &mut Loaded, input: &[f64]) -> Vec<String> {
    loaded.call(&pack(made, input));
    let died = |hazard: &&Hazard| loaded.record(hazard.id).is_some_and(|record| record.hits[1] > 0);
    made.hazards()
        .iter()
        .filter(died)
        .map(|hazard| hazard.operator.clone())
        .collect()
}

const MAX: f64 = i32::MAX as f64;
const MIN: f64 = i32::MIN as f64;
const POWER_63: f64 = (1u64 << 63) as f64;
const BELOW_63: f64 = POWER_63 - 1024.0;

/// The functions in the order of the switch of `any`.
const FUNCTIONS: [&str; 26] = [
    "sum",
    "wide",
    "difference",
    "product",
    "negation",
    "magnitude",
    "quotient",
    "rest",
    "shifted",
    "mixed",
    "compared",
    "narrow",
    "byte",
    "positive",
    "negative",
    "explicit_cast",
    "integer",
    "natural",
    "far_integer",
    "ratio",
    "scaled",
    "narrowed",
    "exponential",
    "exponential_f",
    "root",
    "arc",
];

/// Function, operator, an input on which its first hazard dies, and a neighbour on which it does not.
const CASES: [(&str, &str, &[f64], &[f64]); 36] = [
    ("sum", "iovflow", &[MAX, 1.0], &[MAX, 0.0]),
    ("sum", "iuflow", &[MIN, -1.0], &[MIN, 0.0]),
    ("wide", "iovflow", &[BELOW_63, 1024.0], &[BELOW_63, 1023.0]),
    ("difference", "iovflow", &[MAX, -1.0], &[MAX, 0.0]),
    ("difference", "iuflow", &[MIN, 1.0], &[MIN, 0.0]),
    ("product", "iovflow", &[65536.0, 32768.0], &[65535.0, 32768.0]),
    ("product", "iuflow", &[-65536.0, 32769.0], &[-65536.0, 32768.0]),
    ("negation", "iovflow", &[MIN], &[MIN + 1.0]),
    ("negation", "nzpush", &[MIN], &[MIN + 1.0]),
    ("magnitude", "nzpush", &[MIN], &[MIN + 1.0]),
    ("quotient", "iovflow", &[MIN, -1.0], &[MIN, 1.0]),
    ("quotient", "div0", &[5.0, 0.0], &[5.0, 1.0]),
    ("rest", "div0", &[5.0, 0.0], &[5.0, -1.0]),
    ("shifted", "iovflow", &[1.0, 31.0], &[1.0, 30.0]),
    ("shifted", "iovflow", &[1.0, 32.0], &[1.0, 3.0]),
    ("shifted", "iuflow", &[-2.0, 31.0], &[-2.0, 30.0]),
    ("mixed", "iovflow", &[1.0, -1.0], &[3.0, 31.0]),
    ("compared", "iuflow", &[1.0, 2.0], &[2.0, 2.0]),
    ("sum", "zpush", &[0.0, 7.0], &[1.0, 7.0]),
    ("narrow", "trunc", &[32768.0], &[32767.0]),
    ("byte", "trunc", &[-1.0], &[0.0]),
    ("positive", "sign", &[-1.0], &[0.0]),
    ("negative", "sign", &[2147483648.0], &[2147483647.0]),
    ("explicit_cast", "trunc", &[4294967296.0], &[4294967295.0]),
    ("integer", "ftoi", &[2147483648.0], &[2147483647.5]),
    ("integer", "ftoi", &[-2147483649.0], &[-2147483648.5]),
    ("natural", "ftoi", &[-1.0], &[-0.5]),
    ("far_integer", "ftoi", &[POWER_63], &[-POWER_63]),
    ("ratio", "div0", &[1.0, 0.0], &[1.0, 1e-300]),
    ("scaled", "fovflow", &[1e200, 1e200], &[1e154, 1e154]),
    ("narrowed", "fovflow", &[3.5e38], &[3.4e38]),
    ("scaled", "funflow", &[1e-200, 1e-200], &[1e-100, 1e-100]),
    ("exponential", "fovflow", &[710.0], &[709.0]),
    ("exponential_f", "fovflow", &[89.0], &[88.0]),
    ("root", "fnan", &[-1.0], &[-0.0]),
    ("arc", "fnan", &[1.5], &[1.0]),
];

#[test]
fn each_operator_dies_where_it_should_and_not_beside() {
    let whole = Request {
        module_scope: true,
        ..with_hazards("hazards.c", "any", &[])
    };
    let made = instrument(&whole).unwrap_or_else(|trouble| panic!("{trouble}"));
    let mut loaded = loaded(&made);
    for (function, operator, dies, lives) in CASES {
        let is_meant = |hazard: &&Hazard| hazard.function == function && hazard.operator == operator;
        let hazard = made.hazards().iter().find(is_meant);
        let hazard = hazard.unwrap_or_else(|| panic!("{function} has no {operator}"));
        let place = FUNCTIONS.iter().position(|name| *name == function).unwrap();
        let [dies, lives] = [dies, lives].map(|input| [place as f64, input[0], input.get(1).copied().unwrap_or(0.0)]);
        let record = after(&made, &mut loaded, hazard, &dies);
        assert!(
            record.hits[1] > 0 && record.distance[1] == 0.0,
            "{function} {operator} at {dies:?}: {record:?}"
        );
        let record = after(&made, &mut loaded, hazard, &lives);
        assert!(
            record.hits[1] == 0 && record.distance[1] > 0.0,
            "{function} {operator} at {lives:?}: {record:?}"
        );
    }
}

#[test]
fn fortran_integers_are_signed() {
    let made = instrument(&with_hazards("triangle.f90", "triangle", &["iovflow"])).unwrap();
    assert_eq!(made.hazards().len(), 3, "{:?}", made.hazards());
    let mut loaded = loaded(&made);
    assert_eq!(
        dead(&made, &mut loaded, &[2147483640.0, 10.0, 2147483640.0]),
        ["iovflow"; 3]
    );
    assert_eq!(dead(&made, &mut loaded, &[2147483637.0, 10.0, 2.0]), [""; 0]);
}
