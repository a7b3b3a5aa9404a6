//! Where numbers overflow or underflow and where bounds are rounded, no suite fails a program that rounds as well as it can.

mod common;

use campaign::generate::{GenerateOptions, Strength, generate};
use common::options;
use expr::spec::{Defaults, Specification};
use rug::Float;
use suite::{Expect, MutantEvidence, MutantRecord, ObservedOutput, Status, Suite, Test, Verdict};
use verify::{VerifyOptions, verify};

fn suite(text: &str) -> Suite {
    suite_of(text, Strength::Minimal)
}

fn suite_of(text: &str, strength: Strength) -> Suite {
    let core = expr::fpcore::read(text).unwrap().remove(0);
    let spec = Specification::from_core(&core, &Defaults::default()).unwrap();
    let options = GenerateOptions { strength, ..options() };
    let suite = generate(spec, &options, &|_| ()).expect(text);
    let suite = Suite::from_json(&suite.to_json()).unwrap();
    let report = verify(&suite, &VerifyOptions { samples: 32 });
    assert!(report.is_verified(), "{text}: {:#?}", report.problems);
    suite
}

fn single(y: &Float) -> f64 {
    f64::from(y.to_f32())
}

/// A program: the range that it accepts, its formula, and how it rounds.
struct Program {
    accepts: fn(f64) -> bool,
    formula: fn(Float) -> Float,
    rounds: fn(&Float) -> f64,
}

impl Program {
    fn answer(&self, x: f64) -> ObservedOutput {
        if !(self.accepts)(x) {
            return ObservedOutput::Rejected;
        }
        ObservedOutput::Value((self.rounds)(&(self.formula)(Float::with_val(300, x))))
    }
}

fn input(test: &Test) -> f64 {
    test.inputs[0].hex.0
}

/// Every test must accept the program; how many of them expect an infinity, and how many a zero.
fn check(text: &str, program: &Program) -> (usize, usize) {
    let suite = suite(text);
    for test in &suite.tests {
        let answer = program.answer(input(test));
        assert_eq!(test.judge(answer), Verdict::Ok, "{text}: {answer:?} on {test:#?}");
    }
    let values = suite.tests.iter().filter(|t| t.expect == Expect::Value);
    let answers = values.map(|t| program.answer(input(t)));
    answers.fold((0, 0), |(infinite, zero), answer| match answer {
        ObservedOutput::Value(y) if y.is_infinite() => (infinite + 1, zero),
        ObservedOutput::Value(0.0) => (infinite, zero + 1),
        _ => (infinite, zero),
    })
}

#[test]
fn infinity_is_right_where_single_precision_overflows() {
    let text = "(FPCore (x) :precision binary32 :pre (<= 0 x 100) :accuracy-rel 1e-5 (exp x))";
    let program = Program {
        accepts: |x| (0.0..=100.0).contains(&x),
        formula: |x| x.exp(),
        rounds: single,
    };
    assert!(check(text, &program).0 > 0);
    let text = "(FPCore (x) :precision binary32 :pre (<= 0 x 100) :accuracy-rel 1e-5 (- (exp x)))";
    let program = Program {
        formula: |x| -x.exp(),
        ..program
    };
    assert!(check(text, &program).0 > 0);
}

#[test]
fn zero_is_right_where_single_precision_underflows() {
    let text = "(FPCore (x) :precision binary32 :pre (<= -120 x -80) :accuracy-rel 1e-5 (exp x))";
    let program = Program {
        accepts: |x| (-120.0..=-80.0).contains(&x),
        formula: |x| x.exp(),
        rounds: single,
    };
    assert!(check(text, &program).1 > 0);
    let text = "(FPCore (x) :precision binary32 :pre (<= -120 x -80) :accuracy-rel 1e-5 (- (exp x)))";
    let program = Program {
        formula: |x| -x.exp(),
        ..program
    };
    assert!(check(text, &program).1 > 0);
}

#[test]
fn double_precision_overflows_and_underflows_alike() {
    let rounds = |y: &Float| y.to_f64();
    let text = "(FPCore (x) :pre (<= 709 x 711) :accuracy-rel 1e-10 (exp x))";
    let program = Program {
        accepts: |x| (709.0..=711.0).contains(&x),
        formula: |x| x.exp(),
        rounds,
    };
    check(text, &program);
    let text = "(FPCore (x) :pre (<= -747 x -743) :accuracy-rel 1e-10 (exp x))";
    let program = Program {
        accepts: |x| (-747.0..=-743.0).contains(&x),
        formula: |x| x.exp(),
        rounds,
    };
    assert!(check(text, &program).1 > 0);
    // All of it overflows, and so do most of the mutants: what is right is infinity alone.
    let text = "(FPCore (x) :pre (<= 720 x 730) :accuracy-rel 1e-10 (exp x))";
    let program = Program {
        accepts: |x| (720.0..=730.0).contains(&x),
        formula: |x| x.exp(),
        rounds,
    };
    assert!(check(text, &program).0 > 0);
}

#[test]
fn tests_keep_off_bounds_that_rounding_moves() {
    let rounds = |y: &Float| y.to_f64();
    let square = |x: Float| x.square();
    let text = "(FPCore (t) :pre (<= 1.9 t 2.1) :accuracy-rel 1e-10 (* t t))";
    let accepts = |x| (1.9..=2.1).contains(&x);
    check(
        text,
        &Program {
            accepts,
            formula: square,
            rounds,
        },
    );
    let text = "(FPCore (t) :pre (< 2.1 t 3.9) :accuracy-rel 1e-10 (* t t))";
    let accepts = |x| 2.1 < x && x < 3.9;
    check(
        text,
        &Program {
            accepts,
            formula: square,
            rounds,
        },
    );
    // The double of √2 lies above it.
    let text = "(FPCore (t) :pre (<= -1 t (sqrt 2)) :accuracy-rel 1e-10 (exp t))";
    let accepts = |x| (-1.0..=2.0f64.sqrt()).contains(&x);
    check(
        text,
        &Program {
            accepts,
            formula: Float::exp,
            rounds,
        },
    );
    // The float of π lies above it, the double below.
    let text = "(FPCore (t) :precision binary32 :pre (<= (- PI) t PI) :accuracy-rel 1e-4 (exp t))";
    let accepts = |x| f64::abs(x) <= f64::from(std::f32::consts::PI);
    check(
        text,
        &Program {
            accepts,
            formula: Float::exp,
            rounds: single,
        },
    );
    // The double of π is inside of an open range by the exact bound alone.
    let text = "(FPCore (t) :pre (and (< (- PI) t) (< t PI)) :accuracy-rel 1e-4 (exp t))";
    check(
        text,
        &Program {
            accepts: |x| x.abs() < std::f64::consts::PI,
            formula: Float::exp,
            rounds: Float::to_f64,
        },
    );
    let text = "(FPCore (t) :pre (<= (sqrt 2) t (exp 1)) :out-of-domain clamp :accuracy-rel 1e-9 (exp t))";
    check(
        text,
        &Program {
            accepts: |_| true,
            formula: |x| x.clamp(&std::f64::consts::SQRT_2, &std::f64::consts::E).exp(),
            rounds: Float::to_f64,
        },
    );
    let text = "(FPCore (t) :precision binary32 :pre (<= 0.1 t 0.2) :accuracy-rel 1e-4 (exp t))";
    let accepts = |x| (f64::from(0.1f32)..=f64::from(0.2f32)).contains(&x);
    check(
        text,
        &Program {
            accepts,
            formula: Float::exp,
            rounds: single,
        },
    );
}

/// Specifications whose results must be correctly rounded, and programs that do that.
fn rounded() -> Vec<(&'static str, Program)> {
    let double = |accepts, formula| Program {
        accepts,
        formula,
        rounds: Float::to_f64,
    };
    vec![
        (
            "(FPCore (x) :pre (<= -745.5 x 710) :accuracy-rounded nearestEven (exp x))",
            double(|x| (-745.5..=710.0).contains(&x), Float::exp),
        ),
        (
            "(FPCore (x) :precision binary32 :pre (<= -104 x 89) :accuracy-rounded nearestEven (- (exp x)))",
            Program {
                accepts: |x| (-104.0..=89.0).contains(&x),
                formula: |x| -x.exp(),
                rounds: single,
            },
        ),
        (
            "(FPCore (x) :precision binary32 :pre (<= 1e-30 x 1e-20) :accuracy-rounded nearestEven (* (* x x) 1.5))",
            Program {
                accepts: |x| (f64::from(1e-30f32)..=f64::from(1e-20f32)).contains(&x),
                formula: |x| x.square() * 1.5f32,
                rounds: single,
            },
        ),
        // Every odd input is halfway between two results.
        (
            "(FPCore (x) :precision (fixed 0 16) :pre (<= -100 x 100) :accuracy-rounded nearestEven (/ x 2))",
            Program {
                accepts: |x| x.abs() <= 100.0,
                formula: |x| x / 2,
                rounds: |y| y.clone().round_even().to_f64(),
            },
        ),
    ]
}

#[test]
fn correct_rounding_accepts_the_nearest_number_and_nothing_else() {
    for (text, program) in rounded() {
        check(text, &program);
        for strength in [Strength::Minimal, Strength::Standard] {
            let suite = suite_of(text, strength);
            assert!(suite.spec.accuracy.rounded);
            for test in suite.tests.iter().filter(|t| t.expect == Expect::Value) {
                let ObservedOutput::Value(y) = program.answer(input(test)) else {
                    panic!("{test:?}")
                };
                assert_eq!(
                    test.judge(ObservedOutput::Value(y)),
                    Verdict::Ok,
                    "{text}: {y} on {test:#?}"
                );
                for other in [y.next_up(), y.next_down()]
                    .into_iter()
                    .filter(|other| other.is_finite())
                {
                    let is_overflow = y.is_infinite() && other.abs() > f64::from(f32::MAX) && text.contains("binary32");
                    let expected = if is_overflow { Verdict::Ok } else { Verdict::Ko };
                    assert_eq!(
                        test.judge(ObservedOutput::Value(other)),
                        expected,
                        "{text}: {other} on {test:#?}"
                    );
                }
            }
            assert!(suite.mutants.iter().any(|m| m.status == Status::Killed));
        }
    }
}

#[test]
fn values_that_are_only_near_are_no_proof_that_they_round_alike() {
    // x and x·(1 + 1e-40) are rounded alike nearly everywhere, and no covering can say so.
    let close = |accuracy: &str| {
        let text = format!("(FPCore (x) :pre (<= 1 x 2) {accuracy} (* (exp x) (+ 1 (* 1e-40 (sin x)))))");
        let suite = suite(&text);
        let mutant = suite
            .mutants
            .into_iter()
            .find(|m| m.id.starts_with("unary:") && m.id.ends_with("sin-to-cos"));
        mutant.expect("the mutant that hardly matters").evidence
    };
    assert!(matches!(
        close(":accuracy-ulps 1/2"),
        MutantEvidence::Covering { .. } | MutantEvidence::Undecided { .. }
    ));
    assert!(matches!(close(":accuracy-rel 1e-9"), MutantEvidence::Covering { .. }));
    assert!(matches!(
        close(":accuracy-rounded nearestEven"),
        MutantEvidence::Undecided { .. }
    ));
}

/// Values of which no precision that can be paid for says enough, and constants that fill memories if they are written down.
const BEYOND: [&str; 9] = [
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (pow 10 (* -3000000 y)))",
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (exp (pow 10 (* 3000000 y))))",
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (exp (exp (exp (exp (* 10 y))))))",
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (- (pow 2 (* 1e12 y)) (pow 2 (+ (* 1e12 y) (exp (- y))))))",
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (lgamma (+ 1 (pow 10 (* -3000000 y)))))",
    "(FPCore (y) :pre (<= 1 y 2) :accuracy-rel 1e-10 (- (pow y 2000000000) (pow y 1999999999)))",
    "(FPCore (y) :pre (<= 1 y (pow 2 1e9)) :accuracy-rel 1e-10 (sqrt y))",
    "(FPCore (y) :pre (<= (exp -700000000) y 1) :accuracy-rel 1e-10 (sqrt y))",
    "(FPCore (x) :pre (<= 1 x 1.7320508075688772) :accuracy-rel 1e-3 (erf x))",
];

#[test]
fn formulas_beyond_all_formats_come_to_an_end() {
    for text in BEYOND {
        let core = expr::fpcore::read(text).unwrap().remove(0);
        let Ok(spec) = Specification::from_core(&core, &Defaults::default()) else {
            continue;
        };
        if let Ok(suite) = generate(spec, &options(), &|_| ()) {
            let report = verify(&suite, &VerifyOptions { samples: 8 });
            assert!(report.is_verified(), "{text}: {:#?}", report.problems);
        }
    }
}

/// The faults of programs in cells of the domain or at notable inputs that have no test and no proof.
fn open_places(suite: &Suite) -> Vec<&str> {
    let places = suite
        .mutants
        .iter()
        .filter(|m| ["region", "special"].contains(&m.operator.as_str()));
    let open = places.filter(|m| m.status == Status::Undecided);
    open.map(|m| m.id.as_str()).collect()
}

#[test]
fn cells_are_tested_where_a_thousand_bits_cancel() {
    let text = "(FPCore (x) :pre (>= x 0) :accuracy-rel 1e-10 (- (sqrt (+ x 1)) (sqrt x)))";
    assert_eq!(open_places(&suite_of(text, Strength::Standard)), Vec::<&str>::new());
    let text = "(FPCore (x) :pre (<= 0 x 1) :accuracy-rel 1e-10 (- (exp x) 1))";
    assert_eq!(open_places(&suite_of(text, Strength::Standard)), Vec::<&str>::new());
}

#[test]
fn where_all_overflows_there_is_one_cell() {
    let suite = suite_of("(FPCore (x) :accuracy-rel 1e-10 (- (exp x) 1))", Strength::Standard);
    let lower_end = |m: &MutantRecord| m.id.strip_prefix("region:0:")?.split(':').next()?.parse::<f64>().ok();
    let lower_ends: Vec<f64> = suite.mutants.iter().filter_map(lower_end).collect();
    assert!(lower_ends.iter().any(|lo| (0.0..700.0).contains(lo)), "{lower_ends:?}");
    let cells = lower_ends.iter().filter(|lo| **lo > 800.0).count();
    assert!(cells <= 1, "{cells} cells beyond the range of the format");
    assert!(open_places(&suite).len() <= 1, "{:?}", open_places(&suite));
}

#[test]
fn a_fault_at_one_input_is_none_where_both_overflow() {
    let suite = suite_of("(FPCore (x y) :accuracy-rel 1e-10 (* x y))", Strength::Standard);
    let rule = "no-difference-at-its-only-input";
    let is_settled = |m: &&MutantRecord| match &m.evidence {
        MutantEvidence::Covering { rules, .. } => rules.iter().any(|used| used == rule),
        _ => false,
    };
    let settled: Vec<&MutantRecord> = suite.mutants.iter().filter(is_settled).collect();
    assert!(!settled.is_empty());
    assert!(settled.iter().all(|m| m.status == Status::Equivalent), "{settled:#?}");
}

/// Whether a test has an input of −0.
fn has_negative_zero(suite: &Suite) -> bool {
    let mut inputs = suite.tests.iter().flat_map(|test| &test.inputs);
    inputs.any(|input| input.hex.0 == 0.0 && input.hex.0.is_sign_negative())
}

#[test]
fn the_zero_of_a_bound_is_the_one_of_the_reals() {
    // Of binary32, only 0 lies between the bounds of y. A right program answers −π at −0.
    for bounds in ["-1e-310 1e-310", "-1e-310 0", "-1e-45 1e-45"] {
        let (lo, hi) = bounds.split_once(' ').unwrap();
        let text = format!(
            "(FPCore (x y) :pre (and (<= 700 x 720) (<= {lo} y {hi})) :accuracy-abs 1e-6 :precision binary32 (atan2 y -1))"
        );
        for strength in [Strength::Minimal, Strength::Standard] {
            assert!(!has_negative_zero(&suite_of(&text, strength)), "{bounds}");
        }
    }
}

#[test]
fn integers_have_one_zero() {
    let text = "(FPCore (x y z) :pre (and (<= -1 x 1) (<= -10 y 10) (<= -10 z 10)) :accuracy-rel 1e-14 \
                :precision integer :out-of-domain clamp (let* ((t (atan2 y x)) (u y)) z))";
    assert!(!has_negative_zero(&suite_of(text, Strength::Standard)));
}

#[test]
fn a_small_jump_at_zero_is_one_too() {
    // 1 ± 3.1e-9 at the two zeros.
    let jump = "(FPCore (y) :pre (<= -1 y 1) :accuracy-rel 1e-12 (+ 1 (* 1e-9 (atan2 y -1))))";
    assert!(!has_negative_zero(&suite_of(jump, Strength::Standard)));
    let copied = "(FPCore (y) :pre (<= -1 y 1) :accuracy-rel 1e-12 (+ 1 (copysign 1e-9 y)))";
    assert!(!has_negative_zero(&suite_of(copied, Strength::Standard)));
    let none = "(FPCore (y) :pre (<= -1 y 1) :accuracy-rel 1e-12 (+ 1 (sin y)))";
    assert!(has_negative_zero(&suite_of(none, Strength::Standard)));
}

#[test]
fn a_suite_that_says_something_of_the_other_zero_is_not_verified() {
    let mut suite = suite("(FPCore (y) :pre (<= 0 y 1) :accuracy-abs 1e-6 (atan2 y -1))");
    let zero = suite
        .tests
        .iter_mut()
        .flat_map(|test| &mut test.inputs)
        .find(|input| input.hex.0 == 0.0);
    zero.expect("a test at zero").hex.0 = -0.0;
    let report = verify(&suite, &VerifyOptions { samples: 32 });
    assert!(
        report.problems.iter().any(|problem| problem.message.contains("-0")),
        "{:#?}",
        report.problems
    );
}
