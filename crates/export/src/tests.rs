//! Golden texts of small problems, and laws that all texts keep.

use super::*;
use expr::fpcore;
use expr::spec::Defaults;

const TARGETS: [ExportTarget; 4] = [
    ExportTarget::Smt2(Dialect::Dreal),
    ExportTarget::Smt2(Dialect::Cvc5),
    ExportTarget::RealPaver,
    ExportTarget::Minibex,
];

fn spec(header: &str, body: &str) -> Specification {
    let core = fpcore::read(&format!("(FPCore {header} {body})")).unwrap().remove(0);
    Specification::from_core(&core, &Defaults::default()).unwrap()
}

fn pair(header: &str, f: &str, g: &str, target: ExportTarget) -> Result<String, String> {
    export_pair(&spec(header, f), &spec(header, g), target)
}

/// The text without its comments.
fn plain(text: &str) -> String {
    let comment = |line: &&str| !line.starts_with([';']) && !line.starts_with("//") && !line.starts_with("/*");
    text.lines().filter(comment).map(|line| format!("{line}\n")).collect()
}

const UNIT: &str = "(x) :pre (<= 1/3 x 2) :accuracy-rel 1/100";

#[test]
fn an_algebraic_problem_is_exact_and_names_its_roots() {
    let text = pair(UNIT, "(/ 1 (- x (sqrt x)))", "(fabs x)", TARGETS[0]).unwrap();
    let expected = "\
(set-option :produce-models true)
(set-logic QF_NRA)
(declare-fun x () Real)
(assert (<= (/ 1.0 3.0) x))
(assert (<= x 2.0))
(declare-fun t2 () Real)
(assert (and (>= t2 0.0) (= (* t2 t2) x)))
(define-fun t3 () Real (- x t2))
(define-fun t4 () Real (/ 1.0 t3))
(define-fun t7 () Bool (<= 0.0 x))
(define-fun t8 () Real (ite t7 x (- x)))
(define-fun t12 () Real (* t4 (/ 99.0 100.0)))
(define-fun t14 () Real (* t8 (/ 101.0 100.0)))
(define-fun t16 () Real (* t4 (/ 101.0 100.0)))
(define-fun t17 () Real (* t8 (/ 99.0 100.0)))
(assert t7)
(assert (not (= t3 0.0)))
(assert (or (and (< t14 t12) (< t17 t16)) (and (< t16 t17) (< t12 t14))))
(check-sat)
(get-value (x))
(exit)
";
    assert_eq!(plain(&text), expected);
}

#[test]
fn real_paver_has_ranges_and_weak_comparisons() {
    let text = pair(UNIT, "(log x)", "(cbrt x)", ExportTarget::RealPaver).unwrap();
    let expected = "\
Variables
  x in [0.333333333333333333333333333333, 2],
  t2 in ]-oo, +oo[;
Constraints
  x >= (1/3),
  t2^3 = x,
  x >= 0,
  abs((log(x) - t2)) >= ((abs(log(x)) * (1/100)) + ((1/100) * abs(t2)));
";
    assert_eq!(plain(&text), expected);
    assert!(text.contains("strict comparisons are written as weak ones"), "{text}");
}

#[test]
fn minibex_chooses_with_chi() {
    let text = pair(UNIT, "(if (< x 1) x 2)", "(exp x)", ExportTarget::Minibex).unwrap();
    let expected = "\
Variables
  x in [0.333333333333333333333333333333, 2];
Constraints
  x >= (1/3);
  abs((chi(1 - x, 2, x) - exp(x))) > ((abs(chi(1 - x, 2, x)) * (1/100)) + ((1/100) * abs(exp(x))));
end
";
    assert_eq!(plain(&text), expected);
}

#[test]
fn a_root_in_a_branch_binds_only_where_it_is_defined() {
    let text = pair(UNIT, "(if (< x 1) (sqrt (- 1 x)) 0)", "x", TARGETS[0]).unwrap();
    assert!(text.contains("(=> (<= 0.0 t"), "{text}");
    assert!(text.contains("(assert (ite t"), "{text}");
}

#[test]
fn each_dialect_spells_what_it_knows() {
    for (dialect, words) in [
        (
            Dialect::Dreal,
            ["(set-logic QF_NRA)", "(asin ", "(log ", "(sinh ", "(* 4.0 (atan 1.0))"],
        ),
        (
            Dialect::Cvc5,
            ["(set-logic QF_NRAT)", "(arcsin ", "(= (exp t", "(exp (- x))", "real.pi"],
        ),
    ] {
        let body = "(+ (asin x) (+ (log x) (+ (sinh x) PI)))";
        let text = pair(UNIT, body, "x", ExportTarget::Smt2(dialect)).unwrap();
        for word in words {
            assert!(text.contains(word), "no {word} in {text}");
        }
    }
}

#[test]
fn what_a_format_cannot_say_is_refused_by_name() {
    for (body, target, name) in [
        ("(erf x)", TARGETS[0], "`erf`"),
        ("(floor x)", TARGETS[1], "`floor`"),
        ("(if (< x 1) x 2)", ExportTarget::RealPaver, "`if`"),
        ("(atan2 x 2)", ExportTarget::RealPaver, "`atan2`"),
        ("(fmod x 2)", ExportTarget::Minibex, "`fmod`"),
    ] {
        let complaint = pair(UNIT, body, "x", target).unwrap_err();
        assert!(complaint.contains(name), "{complaint}");
    }
    let other = spec("(y) :pre (<= 0 y 1) :accuracy-rel 1/100", "y");
    let complaint = export_pair(&spec(UNIT, "x"), &other, TARGETS[0]).unwrap_err();
    assert!(complaint.contains("different arguments"), "{complaint}");
}

#[test]
fn names_that_mean_something_elsewhere_are_replaced() {
    let header = "(exp t1 x.y) :pre (and (<= 0 exp 1) (<= 0 t1 1) (<= 0 x.y 1)) :accuracy-abs 1/10";
    let text = pair(header, "(+ exp (* t1 x.y))", "(+ t1 exp)", TARGETS[0]).unwrap();
    assert!(text.contains("(declare-fun v0 () Real)"), "{text}");
    assert!(text.contains("(declare-fun t1 () Real)"), "{text}");
    assert!(text.contains("; the input \"x.y\" is called v2"), "{text}");
    assert!(!text.contains("(define-fun t1 "), "{text}");
}

#[test]
fn every_text_is_balanced_and_the_same_each_time() {
    let bodies = [
        "(pow x 2.5)",
        "(pow x (+ x 1/7))",
        "(atan x)",
        "(* (tanh x) (acosh (+ x 1)))",
        "(pow x -3)",
        "(pow x 40)",
        "(hypot x (fdim x 1))",
        "(log1p (expm1 (exp2 (log10 x))))",
        "(fma x x (* M_2_SQRTPI (atanh (/ x 3))))",
        "(- x)",
    ];
    for (body, target) in bodies.iter().flat_map(|b| TARGETS.map(|t| (b, t))) {
        let header = "(x) :pre (and (<= 1/3 x 2) (or (< x 1) (!= x 3/2))) :accuracy-rel 1/100 :accuracy-abs 1/1000";
        let text = pair(header, body, "x", target).unwrap();
        assert_eq!(text, pair(header, body, "x", target).unwrap());
        let depth = plain(&text).chars().try_fold(0_i32, |depth, c| {
            let depth = depth + i32::from(c == '(') - i32::from(c == ')');
            (depth >= 0).then_some(depth)
        });
        assert_eq!(depth, Some(0), "{text}");
    }
}

#[test]
fn a_long_chain_of_shared_parts_stays_short_in_smt_and_is_refused_elsewhere() {
    let mut body = "x".to_string();
    for i in 0..40 {
        body = format!("(let ([a{i} {body}]) (+ (sin a{i}) (cos a{i})))");
    }
    let text = pair(UNIT, &body, "x", TARGETS[0]).unwrap();
    assert!(text.len() < 8_000, "{}", text.len());
    assert!(
        pair(UNIT, &body, "x", ExportTarget::Minibex)
            .unwrap_err()
            .contains("too long")
    );
}

#[test]
fn correct_rounding_is_refused_by_name() {
    let refused = pair(
        "(x) :pre (<= 1 x 2) :accuracy-rounded nearestEven",
        "(exp x)",
        "(sin x)",
        ExportTarget::RealPaver,
    )
    .unwrap_err();
    assert!(
        refused.contains("correctly rounded") && refused.contains("accuracy ulps 1/2"),
        "{refused}"
    );
}

#[test]
fn a_margin_in_ulps_is_bounded_from_below_and_says_so() {
    let header = "(x) :pre (<= 1 x 2) :accuracy-ulps 4";
    let text = pair(header, "x", "(+ x 1)", TARGETS[0]).unwrap();
    assert!(text.contains("; note: the margin of 4 ulps"), "{text}");
}
