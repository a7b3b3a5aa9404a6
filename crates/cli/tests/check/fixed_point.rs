//! Integers that stand for multiples of a step.

use crate::support::{low_pass, report};
use suite::Verdict;

const RIGHT: &str = "
#include <stdint.h>
int32_t low_pass(int32_t y, int32_t x, int16_t a) {
    return y + (int32_t)(((int64_t)a * (x - y)) >> 15);
}
int64_t wide(int64_t y, int64_t x, int64_t a) {
    return y + ((a * (x - y)) >> 15);
}
int32_t narrow(int32_t y, int32_t x, int16_t a) {
    return y + (int32_t)((uint32_t)a * (uint32_t)(x - y)) / 32768;
}
int32_t other_scale(int32_t y, int32_t x, int16_t a) {
    return y + (int32_t)(((int64_t)a * (x - y)) >> 14);
}
double real(double y, double x, double a) { return y + a * (x - y); }
";

#[test]
fn integers_are_passed_and_judged_as_multiples_of_their_steps() {
    let bench = low_pass();
    bench.write("f.c", RIGHT);
    for (function, code) in [("low_pass", 0), ("wide", 0), ("narrow", 1), ("other_scale", 1)] {
        bench
            .lydian(&format!("check suite.json --subject f.c:{function}"))
            .expect(code);
        let found = report(&bench);
        assert_eq!(found.summary.ko > 0, code == 1, "{function}");
        assert!(found.canary.caught > 0);
        assert!(found.results.iter().all(|r| r.error_ulps.is_some()), "{function}");
    }
}

#[test]
fn random_inputs_are_multiples_too() {
    let bench = low_pass();
    bench.write("f.c", RIGHT);
    bench
        .lydian("check suite.json --subject f.c:low_pass --also random:2000")
        .expect(0);
    let random = report(&bench).random.unwrap();
    assert_eq!((random.summary.ok, random.skipped), (2000, 0));
    bench
        .lydian("check suite.json --subject f.c:narrow --also random:2000")
        .expect(1);
    assert!(report(&bench).random.unwrap().summary.ko > 0);
}

#[test]
fn python_answers_with_integers() {
    let bench = low_pass();
    let text = "def low_pass(y: int, x: int, a: int) -> int:\n  return y + (a * (x - y) >> 15)\n";
    for (text, code) in [(text.to_owned(), 0), (text.replace("15", "14"), 1)] {
        bench.write("f.py", text);
        bench.lydian("check suite.json --subject f.py:low_pass").expect(code);
    }
}

#[test]
fn a_typed_scale_wins_over_the_specification() {
    let bench = low_pass();
    bench.write("f.c", RIGHT);
    bench
        .lydian("check suite.json --subject f.c:low_pass --fixed result=2^-15")
        .expect(1);
    let bad = report(&bench)
        .results
        .into_iter()
        .find(|r| r.verdict == Verdict::Ko)
        .unwrap();
    assert!(bad.reproduce.contains("--fixed 'result=2^-15'") || bad.reproduce.contains("--fixed result=2^-15"));
    for wrong in ["result", "result=16", "result=2^x"] {
        let words = ["check", "suite.json", "--subject", "f.c:low_pass", "--fixed", wrong];
        bench.lydian_with(&words).expect(2).complains("NAME=2^S");
    }
}

#[test]
fn generated_code_would_pass_doubles_and_is_refused() {
    let bench = low_pass();
    bench
        .lydian("emit suite.json --to c")
        .expect(2)
        .complains("fixed point");
    bench.lydian("emit suite.json --to csv").expect(0);
}
