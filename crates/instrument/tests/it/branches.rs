//! Which branches are found, what runs tell about them, and how far the other sides are.

use instrument::{InstrumentRequest, Instrumented, NAN_DISTANCE, Side, instrument};

use crate::common::*;

#[test]
fn every_kind_of_condition_is_told_apart() {
    let made = make("kinds.c", "kinds");
    let expected = "\
7:11 Jump f64 <
9:13 Jump f32 >=
11:11 Jump f80 !=
13:11 Jump i32 >
15:11 Jump u32 <
17:11 Jump i64 ==
19:11 Jump bits32 & 0x4 != 0
21:22 Jump bits32 & 0xff00 == 0
23:9 Jump bits8 & 0x1 != 0
25:13 Jump f64 ==
27:12 Choice i32 <
28:19 Jump f64 >
28:28 Value f32 >
29:14 Jump i32 >
";
    assert_eq!(list(&made), expected);
    assert!(
        made.branches()
            .iter()
            .all(|branch| branch.file.ends_with("kinds.c") && branch.function == "kinds")
    );
}

#[test]
fn each_case_of_a_switch_is_a_branch() {
    let made = make("kinds.c", "cases");
    assert_eq!(list(&made), "35:5 Case i32 ==\n35:5 Case i32 ==\n35:5 Case i32 ==\n");
    let mut loaded = load(&made);
    let table = [(1.0, "0T"), (5.0, "0F 1T"), (6.0, "0F 1F 2T"), (7.0, "0F 1F 2F")];
    for (x, expected) in table {
        assert_eq!(sides(&made, &mut loaded, &[x]), expected);
    }
    let places: Vec<usize> = made.edges().iter().map(|edge| edge.sides.len()).collect();
    assert_eq!(places, [1, 2, 1], "gcov counts three places that the switch goes to");
    loaded.call(&pack(&made, &[9.0]));
    assert_eq!(loaded.record(2).unwrap().distance, [0.0, 3.0]);
}

#[test]
fn textbook_example_from_every_type() {
    for function in ["from_double", "from_float", "from_int", "from_pointer"] {
        let made = make("textbook.c", function);
        let mut loaded = load(&made);
        let table = [
            (-3.0, "0T 1T"),
            (0.0, "0T 1F"),
            (1.0, "0T 1T"),
            (2.0, "0F 1T"),
            (5.0, "0F 1F"),
        ];
        for (x, expected) in table {
            assert_eq!(sides(&made, &mut loaded, &[x]), expected, "{function} {x}");
        }
    }
}

/// Numbers that sit on both sides of every comparison of the programs.
const VALUES: [f64; 14] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    1.5,
    2.0,
    3.0,
    4.0,
    7.0,
    -7.0,
    65280.0,
    1e-300,
    f64::INFINITY,
    f64::NAN,
];

#[test]
fn distance_is_zero_exactly_when_a_side_is_taken() {
    let made = make("kinds.c", "kinds");
    let mut loaded = load(&made);
    for d in VALUES {
        for i in VALUES {
            let finite = if d.is_finite() { d } else { 1.0 };
            check_distances(&made, &mut loaded, &[d, d, finite, i, i.abs(), i, d.abs(), 1.0]);
        }
    }
}

fn check_distances(made: &Instrumented, loaded: &mut instrument::Loaded, numbers: &[f64]) {
    loaded.call(&pack(made, numbers));
    for index in 0..made.branches().len() * 2 {
        let side = Side::at(index);
        let Some(record) = loaded.record(side.branch) else {
            continue;
        };
        let distance = record.distance[usize::from(side.taken)];
        assert_eq!(
            distance == 0.0,
            loaded.covers(side),
            "{} {numbers:?} {record:?}",
            name(side)
        );
        assert!(distance >= 0.0 && (distance == 0.0 || distance >= 1.0));
    }
}

#[test]
fn distances_count_units_in_the_last_place() {
    let made = make("kinds.c", "kinds");
    let mut loaded = load(&made);
    let next = f64::from_bits(1.5f64.to_bits() + 3);
    loaded.call(&pack(&made, &[next, 2.0, 0.0, -9.0, 9.0, 0.0, 0.0, 0.0]));
    let distance = |branch, side: usize| loaded.record(branch).unwrap().distance[side];
    assert_eq!(distance(0, 1), 4.0);
    assert_eq!(distance(1, 0), 1.0);
    assert_eq!(distance(2, 1), 1.0);
    assert_eq!(distance(3, 1), 3.0);
    assert_eq!(distance(4, 1), 3.0);
    assert_eq!(distance(5, 1), (1u64 << 40) as f64);
    assert_eq!(distance(6, 1), 1.0);
    assert_eq!(loaded.record(0).unwrap().left, next.to_bits());
    assert_eq!(loaded.record(0).unwrap().right, 1.5f64.to_bits());
}

#[test]
fn nan_is_farther_than_any_number() {
    let made = make("kinds.c", "kinds");
    let mut loaded = load(&made);
    loaded.call(&pack(&made, &[f64::NAN, f64::NAN, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert_eq!(loaded.record(0).unwrap().distance, [0.0, NAN_DISTANCE]);
    assert_eq!(loaded.record(1).unwrap().distance, [0.0, NAN_DISTANCE]);
    loaded.call(&pack(&made, &[f64::NEG_INFINITY, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0]));
    assert!(loaded.record(0).unwrap().distance[0] < NAN_DISTANCE);
}

#[test]
fn runs_do_not_see_each_other() {
    let made = make("calls.c", "outer");
    let mut loaded = load(&made);
    assert_eq!(sides(&made, &mut loaded, &[0.0]), "0F 1F 1T 2F");
    assert_eq!(loaded.record(1).unwrap().hits, [1, 3]);
    assert_eq!(sides(&made, &mut loaded, &[5.0]), "0T");
    assert!(loaded.record(1).is_none());
    assert_eq!(sides(&made, &mut loaded, &[-0.5]), "0F 1T 2T");
}

#[test]
fn descendants_follow_loops_and_calls() {
    let names = |made: &Instrumented, branch, taken| {
        let sides = made.descendants(Side { branch, taken });
        sides.iter().map(|side| name(*side)).collect::<Vec<_>>().join(" ")
    };
    let made = make("calls.c", "outer");
    assert_eq!(names(&made, 0, true), "");
    assert_eq!(names(&made, 0, false), "1F 1T 2F 2T");
    assert_eq!(
        (names(&made, 1, true), names(&made, 2, false)),
        ("1F 1T 2F 2T".into(), "1F 1T 2F 2T".into())
    );
    assert_eq!(
        (names(&made, 1, false), names(&made, 2, true)),
        (String::new(), String::new())
    );

    let whole = instrument(&InstrumentRequest {
        module_scope: true,
        ..request("calls.c", "outer")
    })
    .unwrap();
    let functions: Vec<&str> = whole.branches().iter().map(|branch| branch.function.as_str()).collect();
    assert_eq!(functions, ["outer", "outer", "outer", "inner"]);
    assert_eq!(names(&whole, 0, true), "3F 3T");
    assert_eq!(sides(&whole, &mut load(&whole), &[3.0]), "0T 3T");
}

#[test]
fn constants_of_the_code_are_harvested() {
    use instrument::{ConstantValue, FloatFormat};
    let constants = make("kinds.c", "kinds").constants().to_vec();
    for wanted in [
        ConstantValue::Float(FloatFormat::F64, 1.5),
        ConstantValue::Float(FloatFormat::F32, 2.0),
        ConstantValue::Integer(32, -7),
        ConstantValue::Integer(64, 1 << 40),
        ConstantValue::Integer(32, 0xff00),
    ] {
        assert!(constants.contains(&wanted), "{wanted:?} in {constants:?}");
    }
}

#[test]
fn constants_of_globals_are_harvested() {
    use instrument::{ConstantValue, FloatFormat};
    let constants = make("kinds.c", "globals").constants().to_vec();
    for number in [0.6875, 0.125, 17.0] {
        assert!(
            constants.contains(&ConstantValue::Float(FloatFormat::F64, number)),
            "{number} in {constants:?}"
        );
    }
}

#[test]
fn the_same_source_gives_the_same_branches() {
    assert_eq!(make("kinds.c", "kinds").branches(), make("kinds.c", "kinds").branches());
}
