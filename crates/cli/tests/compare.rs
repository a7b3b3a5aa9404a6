//! `lydian compare` as a table: two formulas, a domain, and what is to come out.

mod common;

use common::Bench;

const REL: &str = ":accuracy-rel 1e-10";

/// Arguments, `:pre`, first formula, second formula, exit code, words of the report.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    i32,
    &'static str,
);

fn check(properties: &str, rows: &[Row]) {
    let bench = Bench::new();
    for (arguments, pre, a, b, code, words) in rows {
        let pre = if pre.is_empty() {
            String::new()
        } else {
            format!(":pre {pre}")
        };
        bench.write("a.fpcore", format!("(FPCore f ({arguments}) {pre} {properties} {a})"));
        bench.write("b.fpcore", format!("(FPCore g ({arguments}) {pre} {properties} {b})"));
        let run = bench.lydian("compare a.fpcore b.fpcore").expect(*code);
        let all = format!("{}{}", run.out, run.err);
        assert!(all.contains(words), "{a} and {b} on {pre}: no `{words}` in {all}");
    }
}

#[test]
fn correct_rounding_is_refused_with_a_remedy() {
    let row = (
        "x",
        "(<= 1 x 2)",
        "(exp x)",
        "(exp x)",
        2,
        "such as `accuracy ulps 1/2`",
    );
    check(":accuracy-rounded nearestEven", &[row]);
}

#[test]
fn identities_are_proved() {
    let unit = "(<= 0 x 1)";
    check(
        REL,
        &[
            (
                "x y",
                "(and (<= 0 x 1) (<= 0 y 1))",
                "(+ x y)",
                "(+ y x)",
                0,
                "identity",
            ),
            (
                "x y",
                "(and (<= 0 x 1) (<= 0 y 1))",
                "(* (+ x y) x)",
                "(+ (* x x) (* y x))",
                0,
                "ring",
            ),
            (
                "x",
                "(<= -9 x 9)",
                "(+ (* (sin x) (sin x)) (* (cos x) (cos x)))",
                "1",
                0,
                "pythagoras",
            ),
            ("x", unit, "(* (sqrt x) (sqrt x))", "x", 0, "sqrt-squared"),
            ("x", "(<= 1 x 2)", "(/ x x)", "1", 0, "identity"),
            ("x", unit, "(fmax x x)", "x", 0, "same-operands"),
            (
                "x",
                "(<= -3 x 3)",
                "(exp (+ x x))",
                "(* (exp x) (exp x))",
                0,
                "exp-of-sum",
            ),
            (
                "x",
                "(<= -3 x 3)",
                "(if (< x 0) (- x) x)",
                "(if (< x 0) (- 0 x) (* 1 x))",
                0,
                "identity",
            ),
            ("", "", "(sqrt 4)", "(* 2 1)", 0, "Equivalent"),
        ],
    );
}

#[test]
fn near_equivalents_are_covered() {
    check(
        REL,
        &[
            (
                "x",
                "(<= 1 x 9)",
                "(exp x)",
                "(+ (exp x) (* 1e-12 (exp x)))",
                0,
                "covering",
            ),
            (
                "x",
                "(<= 1 x 9)",
                "(log (+ x 1))",
                "(+ (log (+ x 1)) (* 1e-12 (log (+ x 1))))",
                0,
                "covering",
            ),
            (
                "x",
                "(<= 1 x 9)",
                "(exp x)",
                "(* (exp x) (+ 1 1e-9))",
                1,
                "times what the accuracy allows",
            ),
            ("x", "(<= 0 x 1)", "x", "(if (< x 2) x (+ x 1))", 0, "known-on-domain"),
        ],
    );
}

#[test]
fn what_differs_is_told_apart() {
    check(
        REL,
        &[
            ("x", "(<= 0 x 1)", "(+ x 1)", "(+ x 2)", 1, "x  0.5"),
            (
                "x y",
                "(and (<= 0 x 1) (<= 0 y 1))",
                "(- x y)",
                "(- y x)",
                1,
                "Distinguished",
            ),
            // Needles: the killing set is a millionth of the domain and less.
            (
                "x",
                "(<= 0 x 1000000)",
                "(+ x 1)",
                "(if (< 777 x 777.5) x (+ x 1))",
                1,
                "Distinguished",
            ),
            (
                "x",
                "(<= 0 x 1000000)",
                "(fmax x 1)",
                "(fmax x 1.0001)",
                1,
                "Distinguished",
            ),
            (
                "x",
                "(<= 0 x 2)",
                "(floor (/ x 4))",
                "(if (== x 1.25) 1 (floor (/ x 4)))",
                1,
                "x  1.25",
            ),
            // A pole on one side only.
            ("x", "(<= -1 x 1)", "(/ 1 x)", "(/ 1 (- x 1))", 1, "Distinguished"),
            ("x", "(<= -1 x 1)", "(/ x x)", "1", 1, "undefined"),
            // Half-defined.
            (
                "x",
                "(<= -1 x 1)",
                "(sqrt x)",
                "(sqrt (fabs x))",
                1,
                "Only one of the two is defined",
            ),
            (
                "x",
                "(<= -1 x 1)",
                "(* (sqrt x) (sqrt x))",
                "x",
                1,
                "Only one of the two is defined",
            ),
            // Values beyond all doubles are still values.
            ("x", "(<= 1000 x 2000)", "(exp x)", "(exp (+ x 1))", 1, "Distinguished"),
            ("", "", "(sqrt 2)", "(sqrt 3)", 1, "no arguments"),
        ],
    );
}

#[test]
fn the_domain_is_that_of_both() {
    let bench = Bench::new();
    let rows = [
        // They differ below 2 only, where the second does not apply.
        ("(<= 0 x 10)", "(fmax x 2)", "(<= 2 x 5)", "x", 0),
        ("(<= 0 x 10)", "(fmax x 2)", "(<= 1 x 5)", "x", 1),
        ("(< 2 x 10)", "(fmax x 2)", "(and (<= 0 x 5) (> (* x x) 4))", "x", 0),
        ("(<= 0 x 1)", "x", "(<= 2 x 3)", "x", 2),
        ("(< 0 x 1)", "x", "(<= 1 x 3)", "x", 2),
        (
            "(and (<= 0 x 9) (< (* x x) 4))",
            "x",
            "(and (<= 0 x 9) (> (* x x) 5))",
            "(+ x 1)",
            2,
        ),
    ];
    for (pre_a, a, pre_b, b, code) in rows {
        bench.write("a.fpcore", format!("(FPCore f (x) :pre {pre_a} {REL} {a})"));
        bench.write("b.fpcore", format!("(FPCore g (x) :pre {pre_b} {b})"));
        bench.lydian("compare a.fpcore b.fpcore").expect(code);
    }
}

#[test]
fn arguments_go_by_name_and_else_by_position() {
    let bench = Bench::new();
    let pre = |a: &str, b: &str| format!(":pre (and (<= 1 {a} 2) (<= 1 {b} 2))");
    bench.write("a.fpcore", format!("(FPCore f (x y) {} {REL} (- x y))", pre("x", "y")));
    bench.write("swapped.fpcore", format!("(FPCore g (y x) {} (- x y))", pre("x", "y")));
    bench.write("renamed.fpcore", format!("(FPCore h (u v) {} (- u v))", pre("u", "v")));
    bench.write("crossed.fpcore", format!("(FPCore k (y z) {} (- y z))", pre("y", "z")));
    bench.write("fewer.fpcore", "(FPCore l (x) :pre (<= 1 x 2) x)");
    bench.lydian("compare a.fpcore swapped.fpcore").expect(0);
    let renamed = bench.lydian("compare a.fpcore renamed.fpcore").expect(0);
    assert!(renamed.out.contains("matched by position"), "{}", renamed.out);
    bench
        .lydian("compare a.fpcore crossed.fpcore")
        .expect(2)
        .complains("`y` at different places");
    bench
        .lydian("compare a.fpcore fewer.fpcore")
        .expect(2)
        .complains("different arguments");
}

#[test]
fn formats_must_agree() {
    let bench = Bench::new();
    bench.write(
        "a.fpcore",
        format!("(FPCore f (x) :pre (<= 0.1 x 1) :precision binary32 {REL} (* x x))"),
    );
    bench.write(
        "same.fpcore",
        "(FPCore g (x) :pre (<= 0.1 x 1) :precision binary32 (pow x 2))",
    );
    bench.write("other.fpcore", "(FPCore h (x) :pre (<= 0.1 x 1) (pow x 2))");
    bench.write(
        "off.fpcore",
        "(FPCore k (x) :pre (<= 0.1 x 1) :precision binary32 (pow x 3))",
    );
    bench.lydian("compare a.fpcore same.fpcore").expect(0);
    bench
        .lydian("compare a.fpcore other.fpcore")
        .expect(2)
        .complains("binary32");
    let told = bench.lydian("compare a.fpcore off.fpcore --json").expect(1);
    let told: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    let x: f64 = told["witness"]["inputs"][0]["decimal"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(x, f64::from(x as f32), "not a binary32 input");
}

#[test]
fn json_has_outcome_witness_and_evidence() {
    let bench = Bench::new();
    bench.write(
        "both.fpcore",
        format!("(FPCore f (x) :pre (<= 1 x 2) {REL} (* x 2)) (FPCore g (x) :pre (<= 1 x 2) (+ x x))"),
    );
    bench.write("h.lyd", "spec h(x in [1, 2]) accuracy 1e-10 { 3*x }");
    let read = |line: &str, code: i32| -> serde_json::Value {
        serde_json::from_str(&bench.lydian(line).expect(code).out).unwrap()
    };
    let same = read("compare both.fpcore --json", 0);
    assert_eq!(same["outcome"], "equivalent");
    assert!(
        same["witness"].is_null() && same["evidence"]["kind"] == "identity",
        "{same}"
    );
    let told = read("compare both.fpcore:g h.lyd --accuracy-rel 1e-10 --json", 1);
    assert_eq!(told["outcome"], "distinguished");
    assert_eq!(told["witness"]["inputs"][0]["hex"], "0x1.8p+0");
    assert_eq!(
        told["witness"]["b"]["lo"].as_str().unwrap().trim_end_matches('0'),
        "4.5"
    );
}

/// A pair of equal functions that no rule knows, and whose zero in the domain no box can decide.
#[test]
fn undecided_says_how_near_it_came() {
    let bench = Bench::new();
    let pre = ":pre (<= -3 x 3)";
    bench.write(
        "a.fpcore",
        format!("(FPCore f (x) {pre} {REL} (- (* 3 (sin x)) (* 4 (pow (sin x) 3))))"),
    );
    bench.write("b.fpcore", format!("(FPCore g (x) {pre} (sin (* 3 x)))"));
    let run = bench.lydian("compare a.fpcore b.fpcore --boxes 50").expect(3);
    assert!(run.out.contains("budget of boxes"), "{}", run.out);
    assert!(
        bench
            .lydian("compare a.fpcore b.fpcore --boxes 50 --quiet")
            .expect(3)
            .out
            .is_empty()
    );
}

#[test]
fn bad_input_is_refused_by_name() {
    let bench = Bench::new();
    bench.write("none.fpcore", "(FPCore f (x) :pre (<= 0 x 1) x)");
    bench.write("ok.fpcore", format!("(FPCore g (x) :pre (<= 0 x 1) {REL} x)"));
    bench.write("two.fpcore", format!("(FPCore g (x) {REL} x) (FPCore g (x) {REL} x)"));
    bench.write("broken.fpcore", "(FPCore g (x) (+ x");
    bench.write(
        "nowhere.fpcore",
        format!("(FPCore n (x) :pre (<= 0 x 1) {REL} (sqrt (- -1 x)))"),
    );
    let table = [
        ("compare none.fpcore ok.fpcore", "no accuracy requirement"),
        ("compare ok.fpcore", "it holds 1 specifications"),
        ("compare ok.fpcore two.fpcore", "pick one as two.fpcore:NAME"),
        (
            "compare ok.fpcore two.fpcore:g",
            "2 of its specifications have the name `g`",
        ),
        (
            "compare ok.fpcore two.fpcore:zz",
            "0 of its specifications have the name `zz`",
        ),
        (
            "compare ok.fpcore missing.fpcore",
            "missing.fpcore: error: cannot be read",
        ),
        ("compare ok.fpcore broken.fpcore", "broken.fpcore:1"),
        ("compare nowhere.fpcore nowhere.fpcore", "neither formula is defined"),
    ];
    for (line, about) in table {
        bench.lydian(line).expect(2).complains(about);
    }
    bench.lydian("compare ok.fpcore none.fpcore").expect(0);
    bench
        .lydian("compare none.fpcore ok.fpcore --accuracy-ulps 3")
        .expect(0);
}

/// The same pair in the other order gives the same answer.
#[test]
fn the_order_of_the_two_does_not_matter() {
    let bench = Bench::new();
    for (a, b, code) in [("(/ x x)", "1", 1), ("(fmax x 0)", "x", 1), ("(* x x)", "(pow x 2)", 0)] {
        bench.write("a.fpcore", format!("(FPCore f (x) :pre (<= -1 x 1) {REL} {a})"));
        bench.write("b.fpcore", format!("(FPCore g (x) :pre (<= -1 x 1) {REL} {b})"));
        bench.lydian("compare a.fpcore b.fpcore").expect(code);
        bench.lydian("compare b.fpcore a.fpcore").expect(code);
    }
}
