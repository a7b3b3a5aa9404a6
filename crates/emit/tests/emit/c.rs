//! `c`, `c-unity` and `cpp-gtest`, with gcc and g++ and every warning an error.

use crate::bench::{Bench, Language, share};
use crate::suites;
use emit::EmitOptions;

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

const THROWING: &str = r#"
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
static bool is(const char *name) { return std::string(std::getenv("BEHAVIOUR")) == name; }
REAL share(REAL x, REAL y)
{
    if (!(0 <= x && x <= 10 && 0 < y && y <= 8) && !is("lenient")) {
        if (is("coded"))
            return -99;
        throw std::domain_error("outside");
    }
    if (is("broken"))
        throw 1;
    return is("wrong") ? x * y : x / y;
}
"#;

const STRICT: &str = "-std=c99 -Wall -Wextra -pedantic -Werror";

fn build_c(bench: &Bench, real: &str) {
    bench.write("share.c", SUBJECT);
    bench
        .run(
            &format!("gcc {STRICT} -DREAL={real} -o run test_share.c share.c -lm"),
            "",
        )
        .passes();
}

fn build_unity(bench: &Bench, real: &str) {
    bench.write("unity.h", include_str!("unity.h"));
    build_c(bench, real);
}

fn build_gtest(bench: &Bench, real: &str) {
    bench.write("share.cpp", THROWING);
    let strict = "-std=c++17 -Wall -Wextra -pedantic -Werror";
    let libraries = "-lgtest_main -lgtest -lpthread";
    bench
        .run(
            &format!("g++ {strict} -DREAL={real} -o run test_share.cpp share.cpp {libraries}"),
            "",
        )
        .passes();
}

const C: Language = Language {
    target: "c",
    file: "test_share.c",
    build: build_c,
    run: &["./run"],
    real: ["double", "float"],
};

const UNITY: Language = Language {
    target: "c-unity",
    build: build_unity,
    ..C
};

const GTEST: Language = Language {
    target: "cpp-gtest",
    file: "test_share.cpp",
    build: build_gtest,
    ..C
};

#[test]
fn c_tells_right_from_wrong() {
    let ran = C.tells_right_from_wrong();
    ran.says("t1: FAILED: provably wrong")
        .says("inputs:     x = 1.0 (0x1p+0), y = 3.0 (0x1.8p+1)")
        .says("got:        3 (0x1.8p+1)")
        .says("acceptable: 0.3333333333 (0x1.55555554c2bb5p-2) to ")
        .says("objectives: functional")
        .says("share: 6 tests, 2 failed");
}

#[test]
fn unity_tells_right_from_wrong() {
    let ran = UNITY.tells_right_from_wrong();
    ran.says("test_t1: FAIL")
        .says("test_t3: PASS")
        .says("got: 3 (0x1.8p+1); acceptable: 0.333");
}

#[test]
fn gtest_tells_right_from_wrong() {
    let ran = GTEST.tells_right_from_wrong();
    ran.says("[  FAILED  ] lydian/LydianShare.accepts/t1")
        .says("[       OK ] lydian/LydianShare.accepts/t3");
}

#[test]
fn gtest_sees_exceptions() {
    let bench = GTEST.built(&suites::sound(), &share());
    GTEST
        .ran(&bench, "broken")
        .fails()
        .says("t1: FAILED: it threw an exception");
}

#[test]
fn error_codes() {
    [C, UNITY, GTEST].iter().for_each(Language::knows_error_codes);
}

#[test]
fn hostile_names_and_odd_oracles() {
    [C, UNITY, GTEST].iter().for_each(Language::survives_hostile_names);
}

#[test]
fn single_precision() {
    [C, UNITY, GTEST].iter().for_each(Language::knows_single_precision);
}

#[test]
fn ten_thousand_tests_compile() {
    [C, UNITY, GTEST]
        .iter()
        .for_each(|language| language.takes_many(10_000));
}

#[test]
fn a_header_is_included() {
    let bench = Bench::new();
    let options = EmitOptions {
        header: Some("share.h".into()),
        ..share()
    };
    bench.write("share.h", "static double share(double x, double y) { return x / y; }\n");
    bench.emit("test_share.c", "c", &suites::large(3), &options);
    bench.run(&format!("gcc {STRICT} -o run test_share.c"), "").passes();
    bench.run("./run", "").passes();
}

/// A function may have the names that the file uses inside.
#[test]
fn names_do_not_clash() {
    for name in ["c", "y", "i", "x", "why", "failed"] {
        let bench = Bench::new();
        let options = EmitOptions {
            function: Some(name.into()),
            ..share()
        };
        bench.write(
            "share.c",
            &format!("double {name}(double a, double b);\ndouble {name}(double a, double b) {{ return a / b; }}\n"),
        );
        bench.emit("test_share.c", "c", &suites::large(3), &options);
        bench
            .run(&format!("gcc {STRICT} -o run test_share.c share.c"), "")
            .passes();
        bench.run("./run", "").passes();
    }
}
