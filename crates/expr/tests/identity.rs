//! Which identities are proved, and which must not be.

use expr::dag::{Dag, NodeId};
use expr::lower::lower;
use expr::normal::{Cases, Classes, Identity};
use interval::{Enclosure, Interval};

/// Two formulas of x, y, z in one DAG.
fn lowered(f: &str, g: &str) -> (Dag, NodeId, NodeId) {
    let read = |body: &str| {
        expr::fpcore::read(&format!("(FPCore (x y z) {body})"))
            .unwrap()
            .remove(0)
    };
    let (f, g) = (read(f), read(g));
    let mut dag = Dag::new();
    let (a, b) = (
        lower(&mut dag, &f, &f.body).unwrap(),
        lower(&mut dag, &g, &g.body).unwrap(),
    );
    (dag, a, b)
}

/// Proves `f = g` on x, y, z ∈ [lo, hi].
fn identity(f: &str, g: &str, (lo, hi): (f64, f64)) -> Identity {
    let (dag, f, g) = lowered(f, g);
    let range = Enclosure::everywhere(Interval::new(lo, hi).unwrap());
    Classes::new(&dag, vec![range; 3]).identity(f, g)
}

#[test]
fn proves_identities_with_the_rules_it_names() {
    let table = [
        ("(+ x y)", "(+ y x)", ""),
        ("(* (+ x y) (- x y))", "(- (* x x) (pow y 2))", "ring"),
        ("(fmin x x)", "x", "same-operands"),
        ("(fmax (+ x y) (+ y x))", "(+ x y)", "same-operands"),
        ("(* (sqrt (fabs x)) (sqrt (fabs x)))", "(fabs x)", "sqrt-squared"),
        ("(sqrt (* x x))", "(fabs x)", "sqrt-of-square"),
        ("(sqrt (pow x 4))", "(* x x)", "sqrt-of-square"),
        ("(pow (cbrt x) 3)", "x", "cbrt-cubed"),
        ("(+ (* (sin x) (sin x)) (* (cos x) (cos x)))", "1", "pythagoras"),
        ("(- (pow (cosh y) 2) (pow (sinh y) 2))", "1", "hyperbolic-pythagoras"),
        ("(sin (- x))", "(- (sin x))", "odd"),
        ("(cos (- x y))", "(cos (- y x))", "even"),
        ("(log (exp x))", "x", "inverse"),
        ("(* (exp x) (exp y))", "(exp (+ x y))", "exp-of-sum"),
        ("(/ 1 (exp x))", "(exp (- x))", "exp-of-sum"),
        ("(fabs (- x))", "(fabs x)", "even"),
        ("(* (fabs x) (fabs x))", "(* x x)", "abs-squared"),
        ("(hypot x y)", "(sqrt (+ (* x x) (* y y)))", "sqrt-of-square"),
        ("(if (< x y) z z)", "z", "same-operands"),
        ("(sin (* 2 (+ x y)))", "(sin (+ (* 2 y) (* 2 x)))", "ring"),
        ("(fma x y z)", "(+ z (* y x))", "ring"),
        ("(cos 0)", "1", "special-value"),
        ("(fmin x y)", "(/ (- (+ x y) (fabs (- x y))) 2)", "min-max"),
        ("(+ (fmin x y) (fmax y x))", "(+ x y)", "min-max"),
        ("(cbrt (* x (* x x)))", "x", "cbrt-cubed"),
        ("(sin (* 2 x))", "(* 2 (* (sin x) (cos x)))", "double-angle"),
        ("(cos (* 2 x))", "(- (* 2 (* (cos x) (cos x))) 1)", "double-angle"),
        ("(cos (* 4 x))", "(- 1 (* 2 (pow (sin (* 2 x)) 2)))", "double-angle"),
        ("(sqrt (exp x))", "(exp (/ x 2))", "product"),
        ("(log (sqrt (exp x)))", "(/ x 2)", "inverse"),
    ];
    for (f, g, rule) in table {
        match identity(f, g, (-3.0, 5.0)) {
            Identity::Equal(rules) => {
                assert!(
                    rule.is_empty() || rules.names().iter().any(|n| n == rule),
                    "{f} = {g}: {:?}",
                    rules.names()
                );
            }
            other => panic!("{f} = {g}: {other:?}"),
        }
    }
}

#[test]
fn uses_the_signs_that_hold_on_the_domain() {
    let positive = [
        ("(fabs x)", "x"),
        ("(sqrt (* x x))", "x"),
        ("(pow (sqrt x) 2)", "x"),
        ("(exp (log x))", "x"),
        ("(/ x x)", "1"),
        ("(/ (- (* x x) 1) (+ x 1))", "(- x 1)"),
        ("(/ 1 (sqrt x))", "(/ (sqrt x) x)"),
        ("(if (> x 0) y z)", "y"),
        ("(fmax x (- y))", "x"),
        ("(pow x 1/2)", "(sqrt x)"),
        ("(log (* x y))", "(+ (log y) (log x))"),
        ("(log (/ 1 x))", "(- (log x))"),
        ("(log (sqrt x))", "(/ (log x) 2)"),
        ("(log (/ (* 3 x) y))", "(+ (log 3) (- (log x) (log y)))"),
        ("(/ (sqrt x) (sqrt y))", "(sqrt (/ x y))"),
        ("(sqrt (* 4 x))", "(* 2 (sqrt x))"),
        ("(* 3 (exp (* 2 (log x))))", "(* 3 (* x x))"),
        ("(exp (- (log x)))", "(/ 1 x)"),
        ("(sqrt (* (pow x 3) (pow y 2)))", "(* (* x y) (sqrt x))"),
    ];
    for (f, g) in positive {
        assert!(matches!(identity(f, g, (1.0, 9.0)), Identity::Equal(_)), "{f} = {g}");
    }
    assert!(matches!(
        identity("(tan x)", "(/ (sin x) (cos x))", (0.5, 1.0)),
        Identity::Equal(_)
    ));
    assert!(matches!(
        identity("(fabs x)", "(- x)", (-9.0, -1.0)),
        Identity::Equal(_)
    ));
}

#[test]
fn keeps_domains_of_definition_apart() {
    let table = [
        ("(/ x x)", "1"),
        ("(pow (sqrt x) 2)", "x"),
        ("(exp (log x))", "x"),
        ("(/ (* x y) x)", "y"),
        ("(+ y (* 0 (log x)))", "y"),
        ("(if (< y 0) (+ z (* 0 (/ 1 x))) z)", "z"),
        ("(sin (asin x))", "x"),
    ];
    for (f, g) in table {
        assert!(
            matches!(identity(f, g, (-1.5, 5.0)), Identity::EqualWhereDefined(_)),
            "{f} = {g}"
        );
    }
    // The same poles on both sides are no difference.
    assert!(matches!(
        identity("(/ (+ x y) z)", "(/ (+ y x) z)", (-1.0, 1.0)),
        Identity::Equal(_)
    ));
    assert!(matches!(
        identity("(log (* 2 x))", "(log (+ x x))", (-1.0, 1.0)),
        Identity::Equal(_)
    ));
}

#[test]
fn does_not_prove_what_is_false() {
    let table = [
        ("(fabs x)", "x"),
        ("(sqrt (* x x))", "x"),
        ("(asin (sin x))", "x"),
        ("(acosh (cosh x))", "x"),
        ("(- x y)", "(- y x)"),
        ("(fmin x y)", "(fmax x y)"),
        ("(sin x)", "(sin (- x))"),
        ("(* x (+ 1 1e-30))", "x"),
        ("(/ x 0)", "(/ y 0)"),
        ("(floor x)", "x"),
        ("(pow x 1/3)", "(cbrt x)"),
        ("(log (* x y))", "(+ (log x) (log y))"),
        ("(sqrt (* x y))", "(* (sqrt x) (sqrt y))"),
        ("(log (* x x))", "(* 2 (log x))"),
        ("(tan (* 2 x))", "(* 2 (tan x))"),
        ("(cbrt (* x x))", "x"),
        ("(fmin x y)", "(/ (+ (+ x y) (fabs (- x y))) 2)"),
    ];
    for (f, g) in table {
        assert_eq!(identity(f, g, (-3.0, 5.0)), Identity::Unknown, "{f} = {g}");
    }
}

/// The same with a proof by cases.
fn by_cases(f: &str, g: &str, (lo, hi): (f64, f64)) -> Identity {
    let (dag, f, g) = lowered(f, g);
    let range = Enclosure::everywhere(Interval::new(lo, hi).unwrap());
    Cases::new(&dag, vec![range; 3]).identity(f, g)
}

#[test]
fn signs_are_cases() {
    let table = [
        ("(if (< x 0) (* x x) (- (* x x)))", "(- (* x (fabs x)))"),
        ("(pow (sin (/ (fabs x) 2)) 2)", "(pow (sin (/ x 2)) 2)"),
        ("(fabs (* x y))", "(* (fabs x) (fabs y))"),
    ];
    for (f, g) in table {
        assert!(matches!(identity(f, g, (-3.0, 5.0)), Identity::Unknown), "{f} = {g}");
        assert!(matches!(by_cases(f, g, (-3.0, 5.0)), Identity::Equal(_)), "{f} = {g}");
    }
    for (f, g) in [
        ("(fabs x)", "x"),
        ("(if (< x 0) x (- x))", "(fabs x)"),
        ("(sqrt (* x y))", "(* (sqrt x) (sqrt y))"),
    ] {
        assert!(!matches!(by_cases(f, g, (-3.0, 5.0)), Identity::Equal(_)), "{f} = {g}");
    }
}

#[test]
fn a_constant_product_of_conjugates_is_inverted() {
    let (f, g) = ("(- (sqrt (+ x 1)) (sqrt x))", "(/ 1 (+ (sqrt (+ x 1)) (sqrt x)))");
    assert!(matches!(identity(f, g, (0.0, 9.0)), Identity::Equal(_)));
    let (f, g) = ("(- (sqrt (+ x y)) (sqrt x))", "(/ y (+ (sqrt (+ x y)) (sqrt x)))");
    assert!(matches!(identity(f, g, (0.0, 9.0)), Identity::Unknown));
}

/// With s = sqrt(b²) hidden from the rules, s² = b² has zero divisors: (s − b)(s + b) = 0.
/// u = v + s + b and v both agree with w = v(s − b)/(s − b) where w is defined, but not with each other.
#[test]
fn zero_divisors_prove_nothing() {
    let s = "(sqrt (+ (* x x) (+ (* 2 x) 1)))";
    let b = "(+ x 1)";
    let w = format!("(/ (* y (- {s} {b})) (- {s} {b}))");
    let u = format!("(+ y (+ {s} {b}))");
    let sum = format!("(+ {w} (* 0 (+ {u} y)))");
    // Classes are shared in one DAG: the order of appearance is w, u, y.
    assert_ne!(identity(&sum, &u, (-3.0, 5.0)), identity("x", "x", (-3.0, 5.0)));
    assert!(matches!(identity(&u, "y", (-3.0, 5.0)), Identity::Unknown));
    assert!(matches!(identity(&w, &u, (-3.0, 5.0)), Identity::Unknown));
}

#[test]
fn the_two_forms_of_a_root_are_one_even_where_a_factor_vanishes() {
    // 2c/(−b − √(b² − 4ac)) = (−b + √(b² − 4ac))/(2a); the conjugate's product is 4ac, which is 0 at c = 0.
    let f = "(/ (* x 2) (- -3.5 (sqrt (- 12.25 (* 12 x)))))";
    let g = "(/ (+ -3.5 (sqrt (- 12.25 (* 12 x)))) 6)";
    assert!(matches!(by_cases(f, g, (-2.0, 1.0)), Identity::Equal(_)));
    assert!(matches!(by_cases(f, g, (0.0, 1.0)), Identity::Equal(_)));
    let wrong = "(/ (+ -3.5 (sqrt (- 12.25 (* 12 x)))) 6.5)";
    assert_eq!(by_cases(f, wrong, (-2.0, 1.0)), Identity::Unknown);
}

#[test]
fn huge_powers_are_neither_identities_nor_endless() {
    let tower = |x: &str| (0..32).fold(x.to_string(), |t, n| format!("(let ((t{n} {t})) (* t{n} t{n}))"));
    for x in ["x", "(* 3 x)", "(/ x 7)"] {
        let f = format!("(* x {})", tower(x));
        assert_eq!(by_cases(&f, "x", (0.0, 2.0)), Identity::Unknown, "{x}");
    }
    let powers = "(* x (pow (pow (pow (pow x 512) 512) 512) 32))";
    assert_eq!(by_cases(powers, "x", (0.0, 2.0)), Identity::Unknown);
    let tiny = "(+ x (/ 1 (pow (pow (pow (pow 3 1000) 1000) 1000) 1000)))";
    assert_eq!(by_cases(tiny, "x", (1.0, 2.0)), Identity::Unknown);
}
