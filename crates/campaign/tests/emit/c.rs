//! `c` with gcc.

use crate::bench::{Bench, Ran, share};
use crate::suites;
use campaign::emit::Options;
use suite::Suite;

const SUBJECT: &str = r#"
#include <math.h>
#include <stdlib.h>
#include <string.h>
static int is(const char *name) { return strcmp(getenv("BEHAVIOUR"), name) == 0; }
REAL share(REAL x, REAL y)
{
    if (!(0 <= x && x <= 10 && 0 < y && y <= 8) && !is("lenient"))
        return is("coded") ? -99 : NAN;
    return is("wrong") ? x * y : x / y;
}
"#;

const STRICT: &str = "-std=c99 -Wall -Wextra -pedantic -Werror";

/// The program of a suite, built with all warnings as errors.
fn built(suite: &Suite, options: &Options, real: &str) -> Bench {
    let bench = Bench::new();
    bench.write("share.c", SUBJECT);
    bench.emit("test_share.c", "c", suite, options);
    bench
        .run(
            &format!("gcc {STRICT} -DREAL={real} -o run test_share.c share.c -lm"),
            "",
        )
        .passes();
    bench
}

fn run(bench: &Bench, behaviour: &str) -> Ran {
    bench.run(bench.path("run").to_str().unwrap(), behaviour)
}

#[test]
fn right_answers_pass_and_wrong_ones_are_named() {
    let bench = built(&suites::sound(), &share(), "double");
    run(&bench, "correct").passes().says("share: 6 tests, 0 failed");
    run(&bench, "wrong")
        .fails()
        .says("t1: FAILED: provably wrong")
        .says("x = 1.0 (0x1p+0), y = 3.0 (0x1.8p+1)")
        .says("got:        3 (0x1.8p+1)")
        .says("objectives: functional")
        .keeps_quiet_about("t3: FAILED");
    run(&bench, "lenient")
        .fails()
        .says("t3: FAILED")
        .says("t5: FAILED")
        .keeps_quiet_about("t1: FAILED");
    run(&bench, "coded")
        .fails()
        .says("t3: FAILED")
        .keeps_quiet_about("t1: FAILED");
}

#[test]
fn a_value_can_stand_for_an_error() {
    let options = Options {
        reject_values: vec![-1.0, -99.0],
        ..share()
    };
    let bench = built(&suites::sound(), &options, "double");
    run(&bench, "coded").passes();
    run(&bench, "correct").passes();
    run(&bench, "lenient").fails();
}

#[test]
fn hostile_names_and_odd_oracles() {
    let bench = built(&suites::odd(), &share(), "double");
    run(&bench, "correct")
        .fails()
        .says("nothing: FAILED: no double is acceptable")
        .says("between: FAILED: not proven")
        .says("7 tests, 2 failed");
}

#[test]
fn single_precision() {
    let bench = built(&suites::single(), &share(), "float");
    run(&bench, "correct").passes();
    run(&bench, "wrong").fails().says("t1: FAILED");
}

#[test]
fn ten_thousand_tests_compile() {
    let bench = built(&suites::large(10_000), &share(), "double");
    run(&bench, "correct").passes().says("10000 tests, 0 failed");
}

#[test]
fn a_header_is_included() {
    let bench = Bench::new();
    let options = Options {
        header: Some("share.h".into()),
        ..share()
    };
    bench.write("share.h", "static double share(double x, double y) { return x / y; }\n");
    bench.emit("test_share.c", "c", &suites::large(3), &options);
    bench.run(&format!("gcc {STRICT} -o run test_share.c"), "").passes();
    run(&bench, "").passes();
}
