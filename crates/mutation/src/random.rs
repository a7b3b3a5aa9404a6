//! Random small specifications: the laws of mutants hold for all of them.
//!
//! Names are few and bound again and again, so that hidden arguments abound.

use crate::testing::{check_laws, spec};
use proptest::prelude::*;
use proptest::sample::select;

const LEAVES: &[&str] = &["x", "y", "t", "0", "-3", "0.1", "1/3", "0x1p-3", "PI"];
const FUNCTIONS: &[&str] = &["-", "sqrt", "sin", "fabs", "expm1", "erf", "floor"];
const OPERATIONS: &[&str] = &["+", "-", "*", "/", "pow", "fmin", "fmax", "hypot", "atan2", "fdim"];
const COMPARISONS: &[&str] = &["<", "<=", ">", ">=", "==", "!="];
const RANGES: &[&str] = &[
    "TRUE",
    "(<= 0 x 1)",
    "(< -2 x)",
    "(and (<= 3 x 3) (<= 0 y 0))",
    "(and (< x 5) (< x y))",
];
const ACCURACIES: &[&str] = &["rel 1e-10", "abs 0.1", "ulps 3", "rel 1/3"];

/// An expression, with parts of these.
fn larger(part: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> {
    let condition = condition(part.clone());
    let name = select(&LEAVES[..3]);
    prop_oneof![
        (select(FUNCTIONS), part.clone()).prop_map(|(f, a)| format!("({f} {a})")),
        (select(OPERATIONS), part.clone(), part.clone()).prop_map(|(o, a, b)| format!("({o} {a} {b})")),
        (part.clone(), part.clone(), part.clone()).prop_map(|(a, b, c)| format!("(fma {a} {b} {c})")),
        (condition.clone(), part.clone(), part.clone()).prop_map(|(c, a, b)| format!("(if {c} {a} {b})")),
        (part.clone(), part.clone(), part.clone()).prop_map(|(a, b, c)| format!("(let ((x {a}) (y {b})) {c})")),
        (part.clone(), part.clone(), part.clone()).prop_map(|(a, b, c)| format!("(let* ((t {a}) (y {b})) {c})")),
        (name, condition, part.clone(), part.clone(), part.clone())
            .prop_map(|(n, c, a, b, d)| format!("(while {c} (({n} {a} {b})) {d})")),
        part.clone().prop_map(|a| format!("(! :precision binary64 {a})")),
        part.prop_map(|a| format!("(cast {a})")),
    ]
}

fn condition(part: impl Strategy<Value = String> + Clone + 'static) -> impl Strategy<Value = String> + Clone {
    let comparison = (select(COMPARISONS), part.clone(), part).prop_map(|(c, a, b)| format!("({c} {a} 1 {b})"));
    comparison.prop_recursive(2, 4, 2, |c| {
        prop_oneof![
            (c.clone(), c.clone()).prop_map(|(a, b)| format!("(and {a} {b})")),
            (c.clone(), c.clone()).prop_map(|(a, b)| format!("(or {a} {b})")),
            c.prop_map(|a| format!("(not {a})")),
        ]
    })
}

fn expression() -> impl Strategy<Value = String> {
    select(LEAVES).prop_map(String::from).prop_recursive(3, 12, 3, larger)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn all_mutants_stand_on_their_own(range in select(RANGES), accuracy in select(ACCURACIES), body in expression()) {
        check_laws(&spec(&format!("(FPCore (x y t) :pre {range} :accuracy-{accuracy} {body})")));
    }
}
