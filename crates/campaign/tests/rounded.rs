//! Correct rounding on domains so small that every input can be looked at: no claim about a mutant is wrong.

mod common;

use campaign::generate::{GenerateOptions, Strength, generate};
use common::options;
use expr::dag::Dag;
use expr::eval::{Evaluator, ExactArithmetic, ExactValue, Tape};
use expr::lower::lower;
use expr::spec::{Defaults, Specification};
use rug::{Integer, Rational};
use suite::{Expect, MutantRecord, Status, Suite};
use verify::{VerifyOptions, verify};

/// Formulas of whole numbers with quotients, of which many lie halfway between two results.
const FORMULAS: [&str; 5] = [
    "(FPCore (x) :precision (fixed 0 20) :pre (<= -60 x 60) :accuracy-rounded nearestEven (/ x 2))",
    "(FPCore (x) :precision (fixed -1 20) :pre (<= 1 x 40) :accuracy-rounded nearestEven (/ (* x 3) (+ x 1)))",
    "(FPCore (x y) :precision (fixed 0 20) :pre (and (<= 1 x 9) (<= 2 y 8)) :accuracy-rounded nearestEven (/ (- x 0.5) y))",
    "(FPCore (x) :precision (fixed 0 20) :pre (<= -30 x 30) :accuracy-rounded nearestEven (* 0.25 (fabs (- x 1/64))))",
    "(FPCore (x) :precision (fixed 2 20) :pre (<= -200 x 200) :accuracy-rounded nearestEven (if (< x 3) (+ x 2) (/ x 3)))",
];

fn specification(text: &str) -> Specification {
    let core = expr::fpcore::read(text).unwrap().remove(0);
    Specification::from_core(&core, &Defaults::default()).unwrap()
}

fn suite_of(text: &str) -> Suite {
    let strength = Strength::Standard;
    let suite = generate(specification(text), &GenerateOptions { strength, ..options() }, &|_| ()).expect(text);
    let report = verify(&suite, &VerifyOptions { samples: 32 });
    assert!(report.is_verified(), "{text}: {:#?}", report.problems);
    suite
}

/// The number of steps nearest to a fraction of a step, the even one of two: by what is left of twice the fraction.
fn nearest(y: &Rational, scale: i32) -> Integer {
    let twice = Rational::from(y << 1) >> scale;
    let below: Integer = (twice.clone() - 1u32).ceil().into_numer_denom().0;
    // Whole numbers n with 2·y − 1 ≤ 2n ≤ 2·y + 1.
    let candidates = [below.clone(), below + 1].map(|twice_n| if twice_n.is_odd() { twice_n + 1 } else { twice_n } / 2);
    let off = |n: &Integer| Rational::from(&twice - Rational::from(n * 2)).abs();
    let [a, b] = candidates;
    match off(&a).cmp(&off(&b)) {
        std::cmp::Ordering::Less => a,
        std::cmp::Ordering::Greater => b,
        std::cmp::Ordering::Equal if a.is_even() => a,
        std::cmp::Ordering::Equal => b,
    }
}

/// What is acceptable at every input: a number of steps, nothing, or not a question for fractions.
fn answers(text: &str, points: &[Vec<f64>], scale: i32) -> Vec<Option<Option<Integer>>> {
    let core = expr::fpcore::read(text).unwrap().remove(0);
    let mut dag = Dag::new();
    let root = lower(&mut dag, &core, &core.body).unwrap();
    let tape = Tape::new(&dag, &[root]);
    let mut evaluator = Evaluator::new(&tape, ExactArithmetic);
    let at = |point: &Vec<f64>| {
        let exact = |x: &f64| ExactValue::Value(Rational::from_f64(*x).unwrap());
        evaluator.run(&point.iter().map(exact).collect::<Vec<_>>());
        match evaluator.root(0) {
            ExactValue::Value(y) => Some(Some(nearest(y, scale))),
            ExactValue::Undefined => Some(None),
            ExactValue::Unknown => None,
        }
    };
    points.iter().map(at).collect()
}

/// Every input of the domain.
fn every_input(spec: &Specification) -> Vec<Vec<f64>> {
    let mut points = vec![vec![]];
    for input in &spec.inputs {
        let (lo, hi) = input.floats().unwrap();
        let all: Vec<f64> = std::iter::successors(Some(lo), |&x| Some(input.format.next_up(x)))
            .take_while(|&x| x <= hi)
            .collect();
        points = points
            .iter()
            .flat_map(|point| all.iter().map(|&x| [point.clone(), vec![x]].concat()))
            .collect();
    }
    points
}

/// Whether a mutant is a formula over the real numbers.
fn is_formula(mutant: &MutantRecord) -> bool {
    [
        "constant", "variable", "unary", "binary", "add", "del", "region", "special",
    ]
    .contains(&mutant.operator.as_str())
}

#[test]
fn every_claim_holds_at_every_input() {
    let (mut kills, mut equivalents) = (0, 0);
    for text in FORMULAS {
        let suite = suite_of(text);
        let spec = specification(text);
        let scale = spec.output.least_exponent();
        let points = every_input(&spec);
        let right = answers(&suite.spec.fpcore, &points, scale);
        let of_test = |id: &str| {
            let test = suite.test(id).unwrap();
            let at: Vec<f64> = test.inputs.iter().map(|i| i.hex.0).collect();
            points.iter().position(|point| *point == at).unwrap()
        };
        for test in suite.tests.iter().filter(|t| t.expect == Expect::Value) {
            let Some(Some(steps)) = &right[of_test(&test.id)] else {
                panic!("{test:?}")
            };
            let valid = test.valid.unwrap();
            assert_eq!(valid.lo.0, (Rational::from(steps) << scale).to_f64(), "{text} {test:?}");
            // The two zeros are one number.
            assert_eq!(valid.lo.0, valid.hi.0);
        }
        for mutant in suite.mutants.iter().filter(|m| is_formula(m)) {
            let wrong = answers(&mutant.fpcore, &points, scale);
            match mutant.status {
                Status::Killed => {
                    for test in &mutant.killed_by {
                        let n = of_test(test);
                        assert!(wrong[n].is_none() || wrong[n] != right[n], "{test} {mutant:?}");
                        kills += usize::from(wrong[n].is_some());
                    }
                }
                Status::Equivalent => {
                    let alike = right.iter().zip(&wrong).all(|(r, w)| w.is_none() || r == w);
                    assert!(alike, "{text} {mutant:?}");
                    equivalents += 1;
                }
                _ => {}
            }
        }
    }
    assert!(kills > 500 && equivalents > 10, "{kills} {equivalents}");
}

#[test]
fn the_reference_rounds_halves_to_even() {
    for (n, d, expected) in [
        (1, 2, 0),
        (3, 2, 2),
        (5, 2, 2),
        (-1, 2, 0),
        (-3, 2, -2),
        (7, 3, 2),
        (8, 3, 3),
        (4, 1, 4),
    ] {
        assert_eq!(nearest(&Rational::from((n, d)), 0), expected, "{n}/{d}");
    }
    assert_eq!(nearest(&Rational::from((3, 4)), -1), 2);
    assert_eq!(nearest(&Rational::from(6), 2), 2);
}
