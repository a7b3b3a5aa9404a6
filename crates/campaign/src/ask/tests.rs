//! Answers as solvers write them, and what is made of their numbers.

use super::answer::{SolverAnswer, excerpt, read, terms};
use super::number::value;
use super::prove::neighbours;
use expr::fpcore;
use expr::spec::{Defaults, Input, Specification};
use rug::Rational;

fn inputs(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

fn number(text: &str) -> Result<Rational, String> {
    value(&terms(text)[0])
}

#[test]
fn both_forms_of_a_model_are_read() {
    let wanted = SolverAnswer::Sat(vec![Rational::from((-1, 3)), Rational::from((3, 2))]);
    for text in [
        "sat\n((x (- (/ 1.0 3.0))) (y 1.5))\n",
        "sat\n((x (/ (- 1) 3))\n (y (/ 3 2)))",
        "success\nsat\n(\n  (define-fun y () Real\n    1.5)\n ; a comment )\n  (define-fun x () Real (- (/ 1.0 3.0)))\n)\n",
        "sat\n(model (define-fun |x| () Real (/ -1 3)) (define-fun y () Real (+ 1 0.5)))",
    ] {
        assert_eq!(read(text, &inputs(&["x", "y"])), Some(wanted.clone()), "{text}");
    }
}

#[test]
fn verdicts_without_a_model() {
    let table = [
        ("unsat\n(error \"no model\")\n", Some(SolverAnswer::Unsat)),
        ("  unknown \r\n", Some(SolverAnswer::Unknown)),
        ("", None),
        ("satisfied\n", None),
        ("Segmentation fault", None),
        ("((x 1))", None),
    ];
    for (text, wanted) in table {
        assert_eq!(read(text, &inputs(&["x"])), wanted, "{text}");
    }
}

#[test]
fn a_model_that_cannot_be_read_says_why() {
    let table = [
        ("sat\n", "there is no value of `x`"),
        ("sat\n((y 1))", "there is no value of `x`"),
        ("sat\n((x (/ 1 0)))", "it divides by 0"),
        ("sat\n((x banana))", "`banana` is no number"),
        ("sat\n((x 1e400000000))", "is no number"),
        ("sat\n((x (sin 1)))", "begins with `sin`"),
        ("sat\n((x (root-obj (+ (^ x 2) 1) 1)))", "begins with `root-obj`"),
        ("sat\n((x (root-obj (^ x 99999999) 1)))", "begins with `root-obj`"),
        ("sat\n((x (", "there is no value of `x`"),
        ("sat\n))))((x 1))", "there is no value of `x`"),
    ];
    for (text, wanted) in table {
        match read(text, &inputs(&["x"])) {
            Some(SolverAnswer::SatUnread(why)) => assert!(why.contains(wanted), "{text}: {why}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn depth_without_end_is_no_problem() {
    let deep = format!("sat\n{}", "(".repeat(1 << 20));
    assert!(matches!(read(&deep, &inputs(&["x"])), Some(SolverAnswer::SatUnread(_))));
}

#[test]
fn decimals_with_a_question_mark_are_near_values() {
    assert_eq!(number("(- 1.5?)").unwrap(), Rational::from((-3, 2)));
    assert!(number("1.5??").is_err());
}

#[test]
fn roots_are_found_to_the_last_bit() {
    let table = [
        ("(root-obj (+ (^ x 2) (- 2)) 1)", -std::f64::consts::SQRT_2),
        ("(root-obj (+ (^ x 2) (- 2)) 2)", std::f64::consts::SQRT_2),
        ("(root-obj (+ (^ x 3) (- 2)) 1)", 2f64.cbrt()),
        ("(root-obj (+ (* 4 (^ x 4)) (* (- 5) (^ x 2)) 1) 3)", 0.5),
        ("(root-obj (* (- x 3) (- x 3) (+ x 1)) 2)", 3.0),
        ("(root-obj (+ (^ x 3) (* (- 1) x)) 2)", 0.0),
        (
            "(_ real_algebraic_number <1*x^2 + (-2), (5/4, 3/2)>)",
            std::f64::consts::SQRT_2,
        ),
        (
            "(_ real_algebraic_number <1*x^2 + (-2), (-2, -1)>)",
            -std::f64::consts::SQRT_2,
        ),
        (
            "(_ real_algebraic_number <1*x^6 + 6*x^5 + 12*x^4 + 8*x^3 + (-12*x^2) + (-24*x) + (-20), (5/4, 3/2)>)",
            2f64.cbrt(),
        ),
    ];
    for (text, wanted) in table {
        let root = number(text).unwrap().to_f64();
        assert!((root - wanted).abs() <= wanted.abs() * 2.5e-16, "{text}: {root}");
    }
}

#[test]
fn excerpts_are_short_and_on_one_line() {
    assert_eq!(excerpt(" a\n\u{7}`b`\tc "), "a b c");
    assert_eq!(excerpt(&"ä".repeat(1000)).chars().count(), 60);
}

fn arguments(text: &str) -> Vec<Input> {
    let core = fpcore::read(text).unwrap().remove(0);
    Specification::from_core(&core, &Defaults::default()).unwrap().inputs
}

#[test]
fn the_nearest_floats_come_first_and_stay_in_the_domain() {
    let inputs = arguments(
        "(FPCore (x (! :precision binary32 y) z) :pre (and (<= 0 x 1) (<= 0 y 1) (<= 0 z 1)) :accuracy-rel 1e-6 (+ x (+ y z)))",
    );
    let third = Rational::from((1, 3));
    let points = neighbours(&inputs, &[third.clone(), third, Rational::from(7)]);
    let y = f64::from(1f32 / 3.0);
    assert_eq!(points.len(), 4);
    assert_eq!(points[0], [1.0 / 3.0, y, 1.0]);
    assert_eq!(
        points[3],
        [(1.0f64 / 3.0).next_up(), f64::from((y as f32).next_down()), 1.0]
    );
}

#[test]
fn the_number_of_neighbours_is_limited() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].join(" ");
    let pre = names
        .split(' ')
        .map(|name| format!("(<= 0 {name} 1)"))
        .collect::<String>();
    let inputs = arguments(&format!(
        "(FPCore ({names}) :pre (and {pre}) :accuracy-rel 1e-6 (+ a h))"
    ));
    let third = Rational::from((1, 3));
    assert_eq!(neighbours(&inputs, &vec![third; 8]).len(), 64);
}
