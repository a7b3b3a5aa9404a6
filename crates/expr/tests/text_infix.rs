//! Infix text: what it becomes in FPCore, and what FPCore becomes in infix.

use expr::ast::Core;
use expr::diagnostic::SourceText;
use expr::{fpcore, infix};

fn read(text: &str) -> Vec<Core> {
    infix::read(text).unwrap_or_else(|errors| panic!("{}", errors.render(&SourceText { name: "test.lyd", text })))
}

/// The formula becomes this FPCore expression.
fn check(formula: &str, expected: &str) {
    let cores = read(&format!("spec f(x, y, z) {{\n{formula}\n}}"));
    assert_eq!(fpcore::print_expr(&cores[0].body), expected, "{formula}");
}

/// The head of a spec gives the core these properties.
fn check_head(head: &str, expected: &[&str]) {
    let printed = fpcore::print(&read(&format!("spec {head} {{ 0 }}"))[0]);
    let lines: Vec<&str> = printed.lines().skip(1).map(str::trim).collect();
    assert_eq!(lines[..lines.len() - 1], *expected, "{head}");
}

#[test]
fn operators_bind_as_in_mathematics() {
    check("x + y * z", "(+ x (* y z))");
    check("x - y - z", "(- (- x y) z)");
    check("x / y / z", "(/ (/ x y) z)");
    check("x ^ y ^ z", "(pow x (pow y z))");
    check("-x^2", "(- (pow x 2))");
    check("x^-y", "(pow x (- y))");
    check("x * -y", "(* x (- y))");
    check("--x", "(- (- x))");
    check("(x + y) * z", "(* (+ x y) z)");
}

#[test]
fn a_sign_directly_before_a_literal_belongs_to_it() {
    check("-2", "-2");
    check("- 2", "(- 2)");
    check("-(2)", "(- 2)");
    check("--2", "(- -2)");
    check("x-2", "(- x 2)");
    check("x - -2", "(- x -2)");
    check("-2^2", "(- (pow 2 2))");
    check("(-2)^2", "(pow -2 2)");
    check("2^-3", "(pow 2 -3)");
}

#[test]
fn conditions_and_connectives() {
    check("if x < y then 1 else 2", "(if (< x y) 1 2)");
    check("if 0 < x < y then 1 else 2", "(if (< 0 x y) 1 2)");
    check("if 0 < x <= 1 then 1 else 2", "(if (and (< 0 x) (<= x 1)) 1 2)");
    check("if x == y == z then 1 else 2", "(if (== x y z) 1 2)");
    check("if x != y then 1 else 2", "(if (!= x y) 1 2)");
    check(
        "if x < 1 and y < 1 and z < 1 then 1 else 2",
        "(if (and (< x 1) (< y 1) (< z 1)) 1 2)",
    );
    check(
        "if x < 1 or y < 1 and not z < 1 then 1 else 2",
        "(if (or (< x 1) (and (< y 1) (not (< z 1)))) 1 2)",
    );
    check(
        "if TRUE then x else if FALSE then y else z",
        "(if TRUE x (if FALSE y z))",
    );
    check("1 + if x < y then 1 else 2 + z", "(+ 1 (if (< x y) 1 (+ 2 z)))");
}

#[test]
fn functions_and_constants() {
    check(
        "abs(x) + min(x, y) * max(y, z)",
        "(+ (fabs x) (* (fmin x y) (fmax y z)))",
    );
    check("ln(x) + log2(y) + fma(x, y, z)", "(+ (+ (log x) (log2 y)) (fma x y z))");
    check("pow(x, 2) + x^2", "(+ (pow x 2) (pow x 2))");
    check("pi + PI + E + SQRT1_2", "(+ (+ (+ PI PI) E) SQRT1_2)");
    check("let pi = 3.14; pi", "(let* ((pi 3.14)) pi)");
    check("let pi = pi; pi", "(let* ((pi PI)) pi)");
    check(
        "0x1.8p-3 + 1e-3 + .5 + digits(1, 2, 10)",
        "(+ (+ (+ 0x1.8p-3 1e-3) .5) (digits 1 2 10))",
    );
    check("array(x, y)", "(array x y)");
}

#[test]
fn lines_end_statements_unless_they_cannot() {
    check(
        "let a = x\nlet b = a;let c = b\n\n;;\nc",
        "(let* ((a x) (b a) (c b)) c)",
    );
    check("let a =\n  x +\n  y\na", "(let* ((a (+ x y))) a)");
    check("let a = x\n  + y\n  * z\na", "(let* ((a (+ x (* y z)))) a)");
    check("(x\n- y)", "(- x y)");
    check("x # comment\n  / y // comment", "(/ x y)");
    check("if x < y\nthen x\nelse y", "(if (< x y) x y)");
    check("max(x,\n y\n)", "(fmax x y)");
    check("let a = x\n-a", "(let* ((a x)) (- a))");
}

#[test]
fn heads_become_properties() {
    check_head("f()", &[]);
    check_head("f(x in [1, 2])", &[":pre (<= 1 x 2)"]);
    check_head("f(x in (1, 2))", &[":pre (< 1 x 2)"]);
    check_head("f(x in (0, 1])", &[":pre (and (< 0 x) (<= x 1))"]);
    check_head(
        "f(x in [0, inf), y in (-inf, 1], z in (-inf, inf))",
        &[":pre (and (<= 0 x) (<= y 1))"],
    );
    check_head("f(x in [-1/3, 2^-20])", &[":pre (<= -1/3 x 9.5367431640625e-7)"]);
    check_head("f(x in [-(1 + 2) * 4, 1e3 - 0.5])", &[":pre (<= -12 x 999.5)"]);
    check_head("f(x in [-pi, pi])", &[":pre (<= (- PI) x PI)"]);
    check_head(
        "f(x in (exp(1), 2*pi], y in [0, 2^0.5))",
        &[":pre (and (< (exp 1) x) (<= x (* 2 PI)) (<= 0 y) (< y (pow 2 0.5)))"],
    );
    // Before an argument is called so, `pi` is the constant.
    check_head("f(x in [0, pi], pi in [0, 1])", &[":pre (and (<= 0 x PI) (<= 0 pi 1))"]);
    check_head(
        "f(x in [-1e-3, 0x1p4]) where x < x^2",
        &[":pre (and (<= -1e-3 x 0x1p4) (< x (pow x 2)))"],
    );
    check_head("f(x) where x != 0", &[":pre (!= x 0)"]);
    check_head("\"a name\" f(x)", &[":name \"a name\""]);
    check_head("f() accuracy 1e-10", &[":accuracy-rel 1e-10"]);
    check_head("f() accuracy rel 2^-10", &[":accuracy-rel 0.0009765625"]);
    check_head(
        "f() accuracy abs 1e-12 or 1e-3",
        &[":accuracy-abs 1e-12", ":accuracy-rel 1e-3"],
    );
    check_head("f() accuracy rounded", &[":accuracy-rounded nearestEven"]);
    check_head(
        "f() accuracy ulps 2 outside reject",
        &[":accuracy-ulps 2", ":out-of-domain reject"],
    );
    check_head(
        "f() outside unspecified precision binary64",
        &[":out-of-domain unspecified", ":precision binary64"],
    );
}

#[test]
fn examples_survive_both_printers() {
    let cores = read(include_str!("../testdata/examples.lyd"));
    assert_eq!(cores.len(), 5);
    for core in &cores {
        let (text, fpcore) = (infix::print(core), fpcore::print(core));
        assert_eq!(read(&text), std::slice::from_ref(core), "{text}");
        assert_eq!(
            fpcore::read(&fpcore).expect("printed"),
            std::slice::from_ref(core),
            "{fpcore}"
        );
    }
}

/// FPCore that infix has a notation for or not, and how people see it.
#[test]
fn infix_for_people_is_readable() {
    let table = [
        ("(- (* 2 x) (- x 1))", "2 * x - (x - 1)"),
        ("(pow (- x) (/ 1 3))", "(-x)^(1 / 3)"),
        ("(* 1/3 (pow -2 x))", "1/3 * (-2)^x"),
        ("(- (digits 3 -2 2))", "-(digits(3, -2, 2))"),
        (
            "(if (!= x 0 1) x (fabs +1))",
            "if x != 0 and x != 1 and 0 != 1 then x else abs(1)",
        ),
        (
            "(if (and (or (< x 1) TRUE) (not (and (< x 2) (< x 3)))) 1 2)",
            "if (x < 1 or TRUE) and not (x < 2 and x < 3) then 1 else 2",
        ),
        ("(+ 1 (let ((a x) (b 2)) (* a b)))", "1 + (let (a, b) = (x, 2); a * b)"),
        (
            "(while (< i 9) ((i 0 (+ i 1))) i)",
            "while i < 9 do (i = 0 then i + 1); i",
        ),
        ("(! :precision binary32 (+ x 1))", "(x + 1 in precision binary32)"),
        (
            "(if (and) INFINITY (array x 1))",
            "if TRUE then INFINITY else (array x 1)",
        ),
    ];
    for (text, expected) in table {
        let core = &fpcore::read(&format!("(FPCore (x) {text})")).expect(text)[0];
        assert_eq!(infix::print_expr(&core.body), expected, "{text}");
    }
}

#[test]
fn properties_without_a_clause_become_comments() {
    let text =
        "(FPCore (x y) :name \"n\" :cite (a b) :pre (and (< y 2) (<= 0 x 1) (< 0 y) (< x y)) :spec (+ x 1) (+ x y))";
    let expected =
        "# cite: (a b)\n# program: x + y\nspec \"n\" f(x in [0, 1], y in (0, 2)) where x < y {\n  x + 1\n}\n";
    assert_eq!(infix::print(&fpcore::read(text).expect("core")[0]), expected);
}
