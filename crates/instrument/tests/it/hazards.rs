//! Environmental mutants: where they are, when they die, and what their records tell.

use instrument::{
    CustomOperator, Hazard, HazardOperator, HazardRequest, InstrumentRequest, Instrumented, Loaded, OPERATORS,
    OperandKind, ProbeRecord, instrument,
};

use crate::common::*;

fn operator(name: &str) -> HazardOperator {
    HazardOperator::find(name).unwrap_or_else(|| panic!("there is no operator `{name}`"))
}

pub fn with_hazards(file: &str, function: &str, operators: &[&str]) -> InstrumentRequest {
    InstrumentRequest {
        hazards: Some(HazardRequest {
            operators: operators.iter().map(|name| operator(name)).collect(),
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
fn after(made: &Instrumented, loaded: &mut Loaded, hazard: &Hazard, input: &[f64]) -> ProbeRecord {
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
        .map(|hazard| hazard.operator.name().to_owned())
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
    ("shifted", "shift", &[1.0, 32.0], &[1.0, 31.0]),
    ("shifted", "iuflow", &[-2.0, 31.0], &[-2.0, 30.0]),
    ("mixed", "shift", &[1.0, -1.0], &[3.0, 31.0]),
    ("compared", "iuflow", &[1.0, 2.0], &[2.0, 2.0]),
    ("sum", "zpush", &[0.0, 7.0], &[1.0, 7.0]),
    ("narrow", "trunc", &[32768.0], &[32767.0]),
    ("byte", "trunc", &[-1.0], &[0.0]),
    ("positive", "sign", &[-1.0], &[0.0]),
    ("negative", "sign", &[2147483648.0], &[2147483647.0]),
    ("explicit_cast", "trunc", &[2147483648.0], &[2147483647.0]),
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
    let whole = InstrumentRequest {
        module_scope: true,
        ..with_hazards("hazards.c", "any", &[])
    };
    let made = instrument(&whole).unwrap_or_else(|trouble| panic!("{trouble}"));
    let mut loaded = loaded(&made);
    for (function, operator, dies, lives) in CASES {
        let is_meant = |hazard: &&Hazard| hazard.function == function && hazard.operator.name() == operator;
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

fn only(function: &str, operator: &str) -> (Instrumented, Loaded) {
    let made =
        instrument(&with_hazards("hazards.c", function, &[operator])).unwrap_or_else(|trouble| panic!("{trouble}"));
    let loaded = loaded(&made);
    (made, loaded)
}

#[test]
fn a_division_that_nobody_needs_is_made() {
    let (made, mut loaded) = only("unused_quotient", "div0");
    assert_eq!(
        loaded.call(&pack(&made, &[7.0, 0.0])).outcome,
        instrument::RunOutcome::Signal(8)
    );
    assert_eq!(
        loaded.call(&pack(&made, &[7.0, 1.0])).outcome,
        instrument::RunOutcome::Returned
    );
}

#[test]
fn a_record_keeps_the_operands_of_the_first_death() {
    let (made, mut loaded) = only("three", "iovflow");
    let hazard = made
        .hazards()
        .iter()
        .find(|hazard| hazard.line == 62 && hazard.operation == "add")
        .unwrap();
    assert_eq!(
        (hazard.operands, hazard.arity, hazard.undefined),
        (OperandKind::Signed(32), 2, true)
    );
    let sum = &made.hazards()[1];
    let record = after(&made, &mut loaded, sum, &[1_000_000_000.0]);
    let number = |bits: u64| bits as i64;
    assert_eq!(record.hits[1], 1, "{record:?}");
    assert_eq!(
        (number(record.left), number(record.right)),
        (2_000_000_001, 1_000_000_002)
    );
    assert_eq!(
        number(record.result),
        i64::from(2_000_000_001i32.wrapping_add(1_000_000_002))
    );
    let record = after(&made, &mut loaded, sum, &[5.0]);
    assert_eq!(
        (number(record.left), number(record.right), number(record.result)),
        (11, 7, 18),
        "of the last one"
    );
}

#[test]
fn distances_shrink_on_the_way_to_death() {
    for (function, operator, way) in [
        (
            "sum",
            "iovflow",
            [[-5.0, 3.0], [1000.0, 7.0], [2e9, 1e8], [2147483640.0, 7.0]],
        ),
        (
            "product",
            "iuflow",
            [[3.0, 5.0], [-3.0, 5.0], [-1000.0, 1000.0], [-65536.0, 32768.0]],
        ),
        (
            "scaled",
            "fovflow",
            [[1.0, 1.0], [1e10, 1e10], [1e150, 1e150], [1e154, 1.3e154]],
        ),
        (
            "scaled",
            "funflow",
            [[1.0, 1.0], [1e-10, 1e-10], [1e-150, 1e-150], [1e-154, 1e-153]],
        ),
        ("ratio", "div0", [[1.0, 1.0], [1.0, 1e-3], [1.0, 1e-100], [1.0, 5e-324]]),
        (
            "ratio",
            "fnan",
            [[1.0, 1.0], [1e-9, 1e-3], [1e-200, 1e-100], [1e-300, 5e-324]],
        ),
    ] {
        let (made, mut loaded) = only(function, operator);
        let hazard = &made.hazards()[0];
        let distances = way.map(|input| after(&made, &mut loaded, hazard, &input).distance[1]);
        assert!(
            distances.windows(2).all(|pair| pair[0] > pair[1]),
            "{function} {operator} {distances:?}"
        );
        assert!(distances[3] >= 1.0);
    }
}

#[test]
fn only_rounded_operands_cancel() {
    for (function, dies, lives) in [
        ("cancels", vec![1e9 + 0.3], vec![1.0]),
        (
            "discriminant",
            vec![1.0, 2.0000000001, 1.0000000001],
            vec![1.0, 2.0, 1.0],
        ),
        ("mean_loop", vec![0.1, 10.0], vec![0.5, 10.0]),
    ] {
        let (made, mut loaded) = only(function, "fcancel");
        assert_eq!(
            dead(&made, &mut loaded, &dies).last().map(String::as_str),
            Some("fcancel"),
            "{function}"
        );
        assert!(dead(&made, &mut loaded, &lives).is_empty(), "{function}");
    }
    for function in ["exact_difference", "same"] {
        assert!(only(function, "fcancel").0.hazards().is_empty(), "{function}");
    }
}

#[test]
fn wrap_around_of_unsigned_numbers_counts_where_it_harms() {
    let (made, _) = only("compared", "iuflow");
    assert!(made.hazards()[0].notable && !made.hazards()[0].undefined);
    let (made, _) = only("hash", "iovflow");
    let notable: Vec<_> = made
        .hazards()
        .iter()
        .filter(|hazard| hazard.notable)
        .map(|hazard| &hazard.condition)
        .collect();
    assert!(notable.is_empty(), "{notable:?}");
    let (made, _) = only("mixed", "shift");
    let [shift] = made.hazards() else {
        panic!("{:?}", made.hazards())
    };
    assert!(shift.notable && shift.undefined);
    assert_eq!(shift.condition, "the amount of the shift is not between 0 and 31");
    let (made, _) = only("down", "iuflow");
    assert!(
        made.hazards().iter().all(|hazard| !hazard.notable),
        "{:?}",
        made.hazards()
    );
    let (made, mut loaded) = only("masked", "trunc");
    assert!(dead(&made, &mut loaded, &[-1.0]).is_empty());
}

fn with_custom(on: &str, when: &str) -> InstrumentRequest {
    let custom = vec![CustomOperator {
        name: "large".to_owned(),
        on: vec![on.to_owned()],
        when: when.to_owned(),
        line: 7,
    }];
    InstrumentRequest {
        hazards: Some(HazardRequest {
            operators: vec![HazardOperator::Zpush],
            custom,
            ..HazardRequest::default()
        }),
        ..request("hazards.c", "scaled")
    }
}

#[test]
fn operators_of_the_user_die_by_their_condition() {
    let made = instrument(&with_custom("fmul", "abs(result) > 1e6 and left < right")).unwrap();
    let [hazard] = made.hazards() else {
        panic!("{:?}", made.hazards())
    };
    assert_eq!(
        (hazard.operator.name(), hazard.condition.as_str()),
        ("large", "abs(result) > 1e6 and left < right")
    );
    let mut loaded = loaded(&made);
    let record = after(&made, &mut loaded, hazard, &[-1001.0, 1000.0]);
    assert_eq!((record.hits[1], record.distance[1]), (1, 0.0));
    assert_eq!(f64::from_bits(record.result), -1_001_000.0);
    let near = after(&made, &mut loaded, hazard, &[999.0, 1000.0]).distance[1];
    let far = after(&made, &mut loaded, hazard, &[2.0, 1.0]).distance[1];
    assert!(near > 0.0 && far > near, "{near} {far}");
    let refused = trouble(&with_custom("fmul", "abs(result > 1")).to_string();
    assert_eq!(
        refused,
        "line 7: operator `large`: `when` is not understood at column 12: `)` is expected, in `abs(result > 1`"
    );
    assert!(
        trouble(&with_custom("fmull", "left > 1"))
            .to_string()
            .contains("no operation is called `fmull`")
    );
}

#[test]
fn every_operator_of_the_table_makes_hazards() {
    let whole = InstrumentRequest {
        module_scope: true,
        ..with_hazards("hazards.c", "any", &[])
    };
    let made = instrument(&whole).unwrap();
    for row in OPERATORS {
        assert!(
            made.hazards().iter().any(|hazard| hazard.operator.name() == row.name),
            "{}",
            row.name
        );
    }
    let first = made.branches().len() as u32;
    assert!(
        made.hazards()
            .iter()
            .zip(first..)
            .all(|(hazard, id)| hazard.id == id && hazard.line > 0)
    );
}
