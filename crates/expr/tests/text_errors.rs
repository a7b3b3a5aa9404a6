//! Wrong texts and what is said about them. A row is a text and its errors: line, column, message and hint.

mod said;

use expr::spec::{Defaults, Specification};
use expr::{fpcore, infix, read_file_text};
use said::summary;

fn check_fpcore(text: &str, expected: &[&str]) {
    let errors = fpcore::read(text).expect_err(text);
    assert_eq!(summary(&errors, text), expected, "{text}");
}

fn check_infix(text: &str, expected: &[&str]) {
    let errors = infix::read(text).expect_err(text);
    assert_eq!(summary(&errors, text), expected, "{text}");
}

#[test]
fn parentheses_and_strings() {
    check_fpcore("", &["1:1 there is no `(FPCore …)` in this file"]);
    check_fpcore("; nothing", &["1:1 there is no `(FPCore …)` in this file"]);
    check_fpcore("(FPCore (x) x))", &["1:15 `)` closes nothing"]);
    check_fpcore(
        "(FPCore (x) x\n(FPCore (y) y)\n(FPCore (z) w)",
        &[
            "1:1 this `(` is never closed",
            "3:13 unknown variable `w` [declare it as an argument or bind it with `let`]",
        ],
    );
    check_fpcore("(FPCore (x] x)", &["1:11 `(` is closed by `]`"]);
    check_fpcore("(FPCore (x) :name \"n x)", &["1:19 string is never closed"]);
    check_fpcore(
        "(FPCore (x) :name \"\\q\" x)",
        &["1:19 unknown escape `\\q` in a string [known are `\\\"`, `\\\\`, `\\n` and `\\t`]"],
    );
    check_fpcore(
        "hello (FPCore (x) x)",
        &["1:1 expected `(FPCore …)`, found `hello` [a file holds cores and comments; a comment starts with `;`]"],
    );
    check_fpcore("(core (x) x)", &["1:1 expected `(FPCore …)`"]);
}

#[test]
fn shape_of_a_core() {
    check_fpcore(
        "(FPCore)",
        &[
            "1:2 a list of arguments is expected after `FPCore` [a core has the form `(FPCore (x y) :name \"…\" formula)`]",
        ],
    );
    check_fpcore(
        "(FPCore (x))",
        &["1:1 this core has no formula after its arguments and properties"],
    );
    check_fpcore(
        "(FPCore (x) x x)",
        &[
            "1:15 a core has one formula, and this is another [properties come before the formula; is a parenthesis misplaced?]",
        ],
    );
    check_fpcore(
        "(FPCore (x) :name :pre TRUE x)",
        &["1:13 property `:name` has no value"],
    );
    check_fpcore("(FPCore (x y x) x)", &["1:14 name `x` is bound twice"]);
    check_fpcore(
        "(FPCore (E 1 :p \"s\" ()) 0)",
        &[
            "1:10 `E` is a constant and cannot be the name of a variable",
            "1:12 `1` cannot be the name of a variable",
            "1:14 `:p` cannot be the name of a variable",
            "1:17 a name is expected here",
            "1:21 an argument has the form `x`, `(! :precision binary32 x)` or `(A 3)`",
        ],
    );
}

#[test]
fn names_and_operands() {
    check_fpcore(
        "(FPCore (x) (foo x))",
        &["1:14 unknown operator `foo` [did you mean `for`?]"],
    );
    check_fpcore(
        "(FPCore (x) (sine x))",
        &["1:14 unknown operator `sine` [did you mean `sin`?]"],
    );
    check_fpcore(
        "(FPCore (x) (abs x))",
        &["1:14 unknown operator `abs` [did you mean `fabs`?]"],
    );
    check_fpcore("(FPCore (x) (frobnicate x))", &["1:14 unknown operator `frobnicate`"]);
    check_fpcore(
        "(FPCore (x) (x))",
        &["1:14 unknown operator `x` [`x` is a value; leave out the parentheses around it]"],
    );
    check_fpcore(
        "(FPCore (radius) (* radus 2))",
        &["1:21 unknown variable `radus` [did you mean `radius`?]"],
    );
    check_fpcore(
        "(FPCore (x) (+ sin x))",
        &["1:16 unknown variable `sin` [`sin` is a function and needs operands]"],
    );
    check_fpcore("(FPCore () Pi)", &["1:12 unknown variable `Pi` [did you mean `PI`?]"]);
    check_fpcore("(FPCore (x) (sqrt x x))", &["1:13 `sqrt` takes 1 operand, not 2"]);
    check_fpcore("(FPCore (x) (+ x x x))", &["1:13 `+` takes 2 operands, not 3"]);
    check_fpcore("(FPCore (x) (-))", &["1:13 `-` takes 1 or 2 operands, not 0"]);
    check_fpcore("(FPCore (x) (if (< x) x))", &["1:13 `if` takes 3 operands, not 2"]);
    check_fpcore(
        "(FPCore (x) (if (< x) x 1))",
        &["1:17 `<` takes 2 or more operands, not 1"],
    );
    check_fpcore("(FPCore (x) ())", &["1:13 nothing between the parentheses"]);
    check_fpcore("(FPCore (x) ((x) 1))", &["1:14 an operator is expected after `(`"]);
    check_fpcore(
        "(FPCore (x) (+ \"x\" :y))",
        &[
            "1:16 a string cannot stand in a formula",
            "1:20 property `:y` stands where a formula is expected",
        ],
    );
}

#[test]
fn types() {
    check_fpcore(
        "(FPCore (x) (< x 1))",
        &["1:13 the body of a core must be a number, but this is a boolean"],
    );
    check_fpcore(
        "(FPCore (x) :pre x x)",
        &["1:18 `:pre` must be a boolean, but this is a number"],
    );
    check_fpcore(
        "(FPCore (x) (+ x TRUE))",
        &["1:18 an operand of `+` must be a number, but this is a boolean"],
    );
    check_fpcore(
        "(FPCore (x) (if x 1 2))",
        &["1:17 the condition of `if` must be a boolean, but this is a number"],
    );
    check_fpcore(
        "(FPCore (x) (if TRUE 1 (not x)))",
        &[
            "1:24 the second branch of `if`, like the first, must be a number, but this is a boolean",
            "1:29 an operand of `not` must be a boolean, but this is a number",
        ],
    );
    check_fpcore(
        "(FPCore (x) (let ((b (< x 1))) (sin b)))",
        &["1:37 an operand of `sin` must be a number, but this is a boolean"],
    );
    check_fpcore(
        "(FPCore (x) (while* x ((i 0 TRUE)) i))",
        &[
            "1:21 the condition of `while*` must be a boolean, but this is a number",
            "1:29 the update of `i`, like its first value, must be a number, but this is a boolean",
        ],
    );
}

#[test]
fn bindings() {
    check_fpcore(
        "(FPCore (x) (let x x))",
        &["1:18 `let` takes a list of bindings `((name value) …)`"],
    );
    check_fpcore(
        "(FPCore (x) (let ((a 1 2)) x))",
        &["1:19 a binding of `let` has the form `(name value)`"],
    );
    check_fpcore(
        "(FPCore (x) (while TRUE ((a 1)) x))",
        &["1:26 a binding of `while` has the form `(name initial update)`"],
    );
    check_fpcore("(FPCore (x) (let ((a 1) (a 2)) a))", &["1:26 name `a` is bound twice"]);
    check_fpcore(
        "(FPCore (x) (let ((a 1) (b a)) b))",
        &["1:28 unknown variable `a` [declare it as an argument or bind it with `let`]"],
    );
    check_fpcore(
        "(FPCore (x) (+ (let ((a 1)) a) a))",
        &["1:32 unknown variable `a` [declare it as an argument or bind it with `let`]"],
    );
    check_fpcore(
        "(FPCore (x) (! :precision binary32))",
        &["1:13 `!` takes properties and then 1 formula, not 0"],
    );
}

#[test]
fn numbers() {
    check_fpcore("(FPCore () 1x)", &["1:12 malformed number `1x`"]);
    check_fpcore(
        "(FPCore () 1e999999999)",
        &["1:12 the exponent of `1e999999999` is beyond ±10000"],
    );
    check_fpcore(
        "(FPCore () 0x1p-99999999999999999999)",
        &["1:12 the exponent of `0x1p-99999999999999999999` is beyond ±40000"],
    );
    check_fpcore("(FPCore () 1/0)", &["1:12 the denominator of `1/0` is zero"]);
    check_fpcore(
        "(FPCore () (digits 1 2 1))",
        &["1:12 the base of `digits` must be at least 2"],
    );
    check_fpcore("(FPCore () (digits 1 2e3 10))", &["1:12 malformed number `2e3`"]);
    check_fpcore(
        "(FPCore () (digits 1 99999 10))",
        &["1:12 `digits` is scaled by more than 2^40000"],
    );
    check_fpcore(
        "(FPCore () (digits 1 (+ 1 1) 10))",
        &["1:12 the operands of `digits` must be integers"],
    );
    let long = format!("(FPCore () {})", "9".repeat(10_001));
    check_fpcore(&long, &["1:12 number with more than 10000 digits"]);
}

#[test]
fn specs() {
    check_infix("", &["1:1 there is no `spec` in this file"]);
    let form = "[a specification has the form `spec f(x in [0, 1]) accuracy 1e-10 { x^2 }`]";
    check_infix("hello", &[&format!("1:1 expected `spec`, found `hello` {form}")]);
    check_infix("spec { x }", &["1:6 expected the name of the specification, found `{`"]);
    check_infix("spec f { x }", &["1:8 expected `(` before the arguments, found `{`"]);
    check_infix(
        "spec f(x y) { x }",
        &["1:10 expected `)` or `,` after an argument, found `y`"],
    );
    check_infix(
        "spec f(x) accurate 1 { x }",
        &["1:11 expected `{` or one of `accuracy`, `outside`, `precision`, `where`, found `accurate`"],
    );
    check_infix(
        "spec f(x) outside nowhere { x }",
        &["1:19 expected `reject` or `clamp` or `unspecified`, found `nowhere`"],
    );
    check_infix(
        "spec f(x) accuracy 1e-3 accuracy 1e-4 { x }",
        &["1:34 `accuracy-rel` is given twice"],
    );
    check_infix(
        "spec f(x) accuracy 0 { x }",
        &["1:20 an accuracy must be greater than zero"],
    );
    check_infix("spec f(x, x) { x }", &["1:11 name `x` is bound twice"]);
    check_infix(
        "spec f(E) { 1 }",
        &["1:8 `E` is a constant and cannot be the name of a variable"],
    );
    check_infix(
        "spec f(x) where x { x }",
        &["1:17 `:pre` must be a boolean, but this is a number"],
    );
    check_infix(
        "spec f(x) { x }\nspec g(x) { x + }\nspec h(x) { y }\nspec i(x { x }",
        &[
            "2:17 expected a formula, found `}`",
            "3:13 unknown variable `y` [declare it as an argument or bind it with `let`]",
            "4:10 expected `)` or `,` after an argument, found `{`",
        ],
    );
}

#[test]
fn ranges() {
    let constant = "[such as `-1/3`, `2^-20` or `2*pi`; conditions between arguments go after `where`]";
    check_infix(
        "spec f(y in [0, 1], x in [0, 2*y]) { x + y }",
        &[&format!(
            "1:32 a bound of a range is a constant, and `y` is none {constant}"
        )],
    );
    check_infix(
        "spec f(x in [0, sin(TRUE)]) { x }",
        &[&format!(
            "1:21 a bound of a range is a constant, and `TRUE` is none {constant}"
        )],
    );
    let unknown = infix::read("spec f(x in [0, sine(1)]) { x }").unwrap_err();
    assert!(summary(&unknown, "spec f(x in [0, sine(1)]) { x }")[0].starts_with("1:17 "));
    check_infix(
        "spec f(x in [0, inf]) { x }",
        &["1:13 infinity is not part of a range [write `(-inf` or `inf)`]"],
    );
    check_infix(
        "spec f(x in [1, 0]) { x }",
        &["1:13 this range is empty [the lower bound comes first]"],
    );
    check_infix(
        "spec f(x in [1, 1)) { x }",
        &["1:13 this range is empty [the lower bound comes first]"],
    );
    check_infix("spec f(x in [0, 1/0]) { x }", &["1:17 division by zero"]);
    check_infix("spec f(x in [0, 0^-1]) { x }", &["1:17 division by zero"]);
    check_infix(
        "spec f(x in [0, 2^999999]) { x }",
        &["1:17 this constant takes more than 30000 bits"],
    );
    check_infix(
        "spec f(x in [0, 1]) accuracy 2^-0.5 { x }",
        &["1:30 the exponent of a constant must be an integer"],
    );
    check_infix(
        "spec f(x in 0, 1) { x }",
        &["1:13 expected `[` or `(` before the lower bound, found `0`"],
    );
    check_infix(
        "spec f(x in [0; 1]) { x }",
        &["1:15 expected `,` between the bounds of a range, found `;`"],
    );
}

/// What a core says is wrong with its domain.
fn check_domain(text: &str, expected: &[&str]) {
    let cores = infix::read(text).expect(text);
    let errors = Specification::from_core(&cores[0], &Defaults::default()).expect_err(text);
    assert_eq!(summary(&errors, text), expected, "{text}");
}

#[test]
fn bounds_that_are_no_numbers() {
    let is_it = "[if it is a rational number, write that number; if it is undefined, another bound]";
    for (bound, shown) in [
        ("sin(pi)", "(sin PI)"),
        ("sqrt(2)^2", "(pow (sqrt 2) 2)"),
        ("tan(pi/2)", "(tan (/ PI 2))"),
    ] {
        check_domain(
            &format!("spec f(x in [{bound}, 9]) accuracy 1e-9 {{ x }}"),
            &[&format!("1:14 the bound `{shown}` cannot be told from a float {is_it}")],
        );
    }
    check_domain(
        "spec f(x in [sqrt(-pi), 9]) accuracy 1e-9 { x }",
        &["1:14 the bound `(sqrt (- PI))` is undefined [a bound is a real number]"],
    );
    check_domain(
        "spec f(x in [2*pi, pi]) accuracy 1e-9 { x }",
        &[
            "1:13 empty domain: no binary64 number lies between (* 2 PI) and PI for `x` \
           [are the bounds reversed, or too close for the format?]",
        ],
    );
}

#[test]
fn correct_rounding_stands_alone() {
    check_infix(
        "spec f(x in [0, 1]) accuracy rounded or abs 1 { x }",
        &["1:38 expected `{` or one of `accuracy`, `outside`, `precision`, `where`, found `or`"],
    );
    check_domain(
        "spec f(x in [0, 1]) accuracy rounded accuracy ulps 2 { x }",
        &["1:52 `:accuracy-ulps` cannot stand beside `:accuracy-rounded` \
           [a correctly rounded result has no margin: leave one out]"],
    );
    let core = fpcore::read("(FPCore (x) :accuracy-rounded toZero x)")
        .unwrap()
        .remove(0);
    let errors = Specification::from_core(&core, &Defaults::default()).unwrap_err();
    assert!(errors.to_string().contains("`:accuracy-rounded` must be `nearestEven`"));
}

#[test]
fn formulas() {
    check_infix(
        "spec f(x) {\n  x\n  - 1\n}",
        &["3:3 the result stands before this, and `-` begins another statement \
         [a line that starts with `-` begins a statement; put the `-` at the end of the line before]"],
    );
    check_infix(
        "spec f(x) {\n  x\n  x\n}",
        &["3:3 the result stands before this, and `x` begins another statement \
         [all statements but the last have the form `let name = formula`]"],
    );
    check_infix(
        "spec f(x) { let y = x }",
        &["1:23 this body has no result [the last statement is the result, a formula without `let`]"],
    );
    check_infix(
        "spec f(x) { x ** 2 }",
        &["1:16 expected a formula, found `*` [powers are written `x^2`]"],
    );
    check_infix(
        "spec f(x) { if x = 1 then 2 else 3 }",
        &["1:18 expected `then` after the condition of `if`, found `=` \
         [`=` binds a name after `let`; equality is written `==`]"],
    );
    check_infix(
        "spec f(x) { 2 x }",
        &["1:15 expected an operator or the end of the statement, found `x`"],
    );
    check_infix("spec f(x) { 2x }", &["1:13 malformed number `2x`"]);
    check_infix(
        "spec f(x) { x × 2 }",
        &["1:15 expected an operator or the end of the statement, found `×` [write `*`]"],
    );
    check_infix(
        "spec f(x) { sin(x }",
        &["1:19 expected `)` or `,` after an operand, found `}`"],
    );
    check_infix(
        "spec f(x) { sine(x) }",
        &["1:13 unknown operator `sine` [did you mean `sin`?]"],
    );
    check_infix("spec f(x) { sin(x, 1) }", &["1:13 `sin` takes 1 operand, not 2"]);
    check_infix(
        "spec f(x) { sin }",
        &["1:13 unknown variable `sin` [`sin` is a function and needs operands]"],
    );
    check_infix(
        "spec f(x) { while(x) }",
        &["1:13 `while` cannot be written in infix [write this specification as FPCore]"],
    );
    check_infix(
        "spec f(x) { if 1 != x != 2 then 1 else 2 }",
        &["1:18 `!=` cannot be part of a chain of comparisons [write the comparisons one by one, joined by `and`]"],
    );
    check_infix(
        "spec f(x) { x + (x < 1) }",
        &["1:18 an operand of `+` must be a number, but this is a boolean"],
    );
}

#[test]
fn many_errors_are_counted() {
    let errors = fpcore::read(&")".repeat(25)).expect_err("only errors");
    assert_eq!(errors.0.len(), 21);
    assert_eq!(errors.0[20].message, "… and 5 more errors");
    let errors = fpcore::read(&")".repeat(5000)).expect_err("only errors");
    assert_eq!(errors.0[20].message, "… and at least 980 more errors");
}

#[test]
fn files_are_read_by_their_extension_and_errors_rendered() {
    assert_eq!(read_file_text("a.lyd", b"spec f(x) { x }").map(|c| c.len()), Ok(1));
    assert_eq!(
        read_file_text("a.fpcore", b"\xef\xbb\xbf(FPCore f (x) x)").map(|c| c.len()),
        Ok(1)
    );
    let shown = read_file_text("dir/a.fpcore", b"(FPCore (x)\n  (sine x))").expect_err("unknown operator");
    assert_eq!(
        shown,
        "dir/a.fpcore:2:4: error: unknown operator `sine`\n  |   (sine x))\n  |    ^^^^\n  hint: did you mean `sin`?"
    );
    let shown = read_file_text("a.lyd", b"spec f(x) {\n \xff x }").expect_err("not UTF-8");
    assert!(
        shown.starts_with("a.lyd:2:2: error: byte 0xff is not UTF-8 text"),
        "{shown}"
    );
}
