//! Wrong contracts and what is said about them. A row is a text and its errors: line, column, message and hint.

mod said;

use expr::contract::{read, read_file_text, read_named};
use said::summary;

fn check(text: &str, expected: &[&str]) {
    let errors = read(text).expect_err(text);
    assert_eq!(summary(&errors, text), expected, "{text}");
}

fn check_fpcore(text: &str, expected: &[&str]) {
    let errors = read_named("a.fpcore", text.as_bytes()).expect_err(text);
    assert_eq!(summary(&errors, text), expected, "{text}");
}

/// A body in a contract with an input `x`, an array `a`, a constant `n` and an output `y`; it stands on line 2.
fn check_body(body: &str, expected: &[&str]) {
    let head = "contract c(x in [-1, 1], n = 3, a[3] in [0, 1], int k in [1, 2]) { y = f(x); ensures y == y";
    check(&format!("{head}\n{body}\n}}"), expected);
}

#[test]
fn what_is_missing() {
    check("", &["1:1 there is no `contract` in this file"]);
    check(
        "spec f(x) { x }",
        &[
            "1:1 expected `contract`, found `spec` [a contract has the form `contract c(x in [0, 1]) { y = f(x); ensures y >= 0 }`]",
        ],
    );
    check(
        "contract c(x in [0, 1]) { ensures x >= 0 }",
        &["1:10 contract `c` calls nothing [call the subject, as in `y = f(x)`]"],
    );
    check(
        "contract c(x in [0, 1]) { y = f(x) }",
        &["1:10 contract `c` promises nothing [say what holds, as in `ensures y >= 0`]"],
    );
    check(
        "contract c(n = 1) { y = f(n); ensures y > n }",
        &["1:10 contract `c` has no input [declare one, such as `x in [0, 1]`]"],
    );
    check(
        "contract c(x in [0, 1]) { y = f(x); ensures y > 0",
        &["1:50 expected `}` after the body, found the end of the file"],
    );
    check(
        "contract c(x) { y = f(x) }",
        &[
            "1:13 expected `in` and a range, or `=` and a constant, found `)` [every input has a range, such as `x in [-1, 1]`]",
        ],
    );
}

#[test]
fn names() {
    check_body(
        "ensures yy > 0",
        &["2:9 unknown name `yy` [declare it as an input, or let a call give it]"],
    );
    check(
        "contract c(radius in [0, 1]) { area = f(radius)\nensures area >= radus }",
        &["2:17 unknown name `radus` [did you mean `radius`?]"],
    );
    check_body(
        "ensures z > y\nz = g(x)",
        &["2:9 output `z` is used before its call [put the statement behind the call]"],
    );
    check_body(
        "z = g(z)",
        &["2:7 output `z` is used before its call [put the statement behind the call]"],
    );
    check_body(
        "requires y > 0",
        &[
            "2:10 `y` is an output, and only inputs can be used here [what is promised of outputs stands after `ensures`]",
        ],
    );
    check_body("y = g(x)", &["2:1 name `y` is bound twice [choose another name]"]);
    check_body("z, z = g(x)", &["2:4 name `z` is bound twice [choose another name]"]);
    check_body("g(a -> x)", &["2:8 name `x` is bound twice [choose another name]"]);
    check_body(
        "ensures forall x in 0..1: y > 0",
        &["2:16 name `x` is bound twice [choose another name]"],
    );
    check_body(
        "ensures forall i in 0..1: forall i in 0..1: a[i] < y",
        &["2:34 name `i` is bound twice [choose another name]"],
    );
    check(
        "contract c(x in [0, 1], x = 2) { y = f(x); ensures y > 0 }",
        &["1:25 name `x` is bound twice [choose another name]"],
    );
    let contract = "contract c(x in [0, 1]) { y = f(x); ensures y > 0 }";
    check(
        &format!("{contract}\n{contract}"),
        &["2:10 there are two contracts `c` [choose another name]"],
    );
    check_body(
        "ensures f(x) > 0",
        &["2:9 `f` is called inside a formula [a call is a statement of its own: `y = f(…)`]"],
    );
    check_body(
        "ensures sine(x) > y",
        &["2:9 unknown operator `sine` [did you mean `sin`?]"],
    );
    check_body(
        "ensures sin > y",
        &["2:9 unknown name `sin` [`sin` is a function and needs operands]"],
    );
}

#[test]
fn reserved_words() {
    let reserved = "is a reserved word and cannot be a name [choose another name]";
    check(
        "contract c(ensures in [0, 1]) { y = f(x) }",
        &[&format!("1:12 `ensures` {reserved}")],
    );
    check(
        "contract c(in in [0, 1]) { y = f(x) }",
        &[&format!("1:12 `in` {reserved}")],
    );
    check("contract c(inf = 3) { y = f(x) }", &[&format!("1:12 `inf` {reserved}")]);
    check_body("z, let = g(x)", &[&format!("2:4 `let` {reserved}")]);
    check_body("g(x, -> within)", &[&format!("2:9 `within` {reserved}")]);
    check_body(
        "E = g(x)",
        &["2:1 `E` is a constant and cannot be the name of a variable"],
    );
}

#[test]
fn ranges() {
    let finite = "the range of an input must be finite [name the least and the greatest number that matter, such as `[-1e6, 1e6]`]";
    check("contract c(x in [0, inf)) { y = f(x) }", &[&format!("1:17 {finite}")]);
    check("contract c(x in (-inf, 0]) { y = f(x) }", &[&format!("1:17 {finite}")]);
    check(
        "contract c(x in [1, 0]) { y = f(x) }",
        &["1:17 this range is empty [the lower bound comes first]"],
    );
    check(
        "contract c(x in (1, 1]) { y = f(x) }",
        &["1:17 this range is empty: it holds no double [widen it]"],
    );
    check(
        "contract c(x in [1e400, 1e401]) { y = f(x) }",
        &["1:17 this range is empty: it holds no double [widen it]"],
    );
    check(
        "contract c(int k in (1, 2)) { y = f(k) }",
        &["1:21 this range is empty: it holds no whole number [widen it]"],
    );
    check(
        "contract c(int k in [0.5, 0.7]) { y = f(k) }",
        &["1:21 this range is empty: it holds no whole number [widen it]"],
    );
    check(
        "contract c(int k in [0.7, 0.5]) { y = f(k) }",
        &["1:21 this range is empty [the lower bound comes first]"],
    );
    check(
        "contract c(x in [-1.7e308, 1.7e308]) { y = f(x) }",
        &[
            "1:17 this range is too wide: the difference of its ends is beyond binary64 [name the least and the greatest number that matter, such as `[-1e6, 1e6]`]",
        ],
    );
    check(
        "contract c(x in [0, 1], t in [0, x], s in [sqrt(2), 2]) { y = f(x) }",
        &[
            "1:34 `x` is an input, and a constant is needed here [constants are numbers and what is declared as in `n = 10`]",
            "1:44 an exact rational number is expected here [such as `-1/3`, `2^-20` or `1e-3`; other conditions go after `where` or `requires`]",
        ],
    );
}

#[test]
fn arrays() {
    check_body(
        "ensures a[3] > y",
        &["2:11 index 3 is outside of `a`, which has 3 elements [indices go from 0 to 2]"],
    );
    check_body(
        "ensures forall i in 0..n: a[i-1] > y",
        &["2:29 index -1 is outside of `a`, which has 3 elements for i = 0 [indices go from 0 to 2]"],
    );
    check_body(
        "ensures a[1/2] > y",
        &["2:11 an index must be a whole number, and this is 0.5"],
    );
    check_body(
        "ensures a[2^99] > y",
        &["2:11 an index must be smaller, and this is 633825300114114700748351602688"],
    );
    check_body(
        "ensures a[k] > y",
        &[
            "2:11 `k` is an input, and a constant is needed here [constants are numbers and what is declared as in `n = 10`]",
        ],
    );
    check_body(
        "ensures a > y",
        &["2:9 `a` is an array, and a number is needed here [name an element, such as `a[0]`]"],
    );
    check_body(
        "z = g(a + 1)",
        &["2:7 `a` is an array, and a number is needed here [name an element, such as `a[0]`]"],
    );
    let array = "is a number, and an array is needed here [leave out the brackets, or declare it as an array]";
    check_body("ensures x[0] > y", &[&format!("2:9 `x` {array}")]);
    check_body("ensures n[0] > y", &[&format!("2:9 `n` {array}")]);
    check_body("y is sorted", &[&format!("2:1 `y` {array}")]);
    let length = "the length of an array must be a whole number from 1 to 100, and this is";
    for (written, shown) in [
        ("0", "0"),
        ("101", "101"),
        ("-1", "-1"),
        ("n/2", "1.5"),
        ("1e99", "1e99"),
    ] {
        check_body(
            &format!("g(x, -> b[{written}])\nensures b[0] > 0"),
            &[&format!("2:11 {length} {shown}")],
        );
    }
    check(
        "contract c(a[101] in [0, 1]) { y = f(a) }",
        &[&format!("1:14 {length} 101")],
    );
}

#[test]
fn foralls() {
    let hint = "[both ends of `lo..hi` are included, and `lo` comes first]";
    check_body(
        "ensures forall i in 1..0: y > 0",
        &[&format!("2:21 this `forall` holds for nothing: 1..0 is empty {hint}")],
    );
    check_body(
        "ensures forall i in 0..3: forall j in 1..0: y > 0",
        &[&format!(
            "2:9 this `forall` holds for nothing: every inner range is empty {hint}"
        )],
    );
    check_body(
        "ensures forall i in 0..99: forall j in 0..100: y > i*j",
        &["2:40 `forall` stands for more than 10000 conditions [make its range smaller]"],
    );
    // As many as are allowed, and one more.
    let all = "ensures (forall i in 1..100: forall j in 1..100: y > i*j)";
    read(&format!("contract c(x in [0, 1]) {{ y = f(x)\n{all} }}")).expect("10000 conditions are allowed");
    check_body(
        &format!("{all} and forall m in 1..1: y > m"),
        &["2:75 `forall` stands for more than 10000 conditions [make its range smaller]"],
    );
    let long = "y+".repeat(500);
    check_body(
        &format!("ensures forall i in 1..9999: {long}i > 0"),
        &[
            "2:1024 the formulas of this contract unfold to more than 1000000 names and operators [make arrays or ranges of `forall` smaller]",
        ],
    );
    check_body(
        "ensures forall i in 0..1/2: y > 0",
        &["2:24 an index must be a whole number, and this is 0.5"],
    );
    check_body(
        "ensures forall i: y > 0",
        &["2:17 expected `in` after the index, found `:`"],
    );
}

#[test]
fn types_and_numbers_that_are_none() {
    check_body(
        "ensures x + y",
        &["2:9 a condition must be a boolean, but this is a number"],
    );
    check_body(
        "z = g(x < y)",
        &["2:7 an argument must be a number, but this is a boolean"],
    );
    check_body(
        "ensures not x",
        &["2:13 an operand of `not` must be a boolean, but this is a number"],
    );
    let real = "is not a real number [ask `isinf(y)`, `isnan(y)` or `isfinite(y)` of an output]";
    check_body("ensures y < inf", &[&format!("2:13 `inf` {real}")]);
    check_body("ensures y == NAN", &[&format!("2:14 `NAN` {real}")]);
    let asked = "`isnan` is asked of an output [name an output of a call, or an element of one]";
    check_body("ensures isnan(x)", &[&format!("2:15 {asked}")]);
    check_body("ensures isnan(y + 1)", &[&format!("2:15 {asked}")]);
    check_body("ensures isnormal(y)", &["2:9 `isnormal` cannot stand in a contract"]);
    check_body(
        "requires isnan(y)",
        &[
            "2:16 `y` is an output, and only inputs can be used here [what is promised of outputs stands after `ensures`]",
        ],
    );
}

#[test]
fn templates() {
    check_body(
        "x is odd in x",
        &["2:1 `x` is no output of a call [such promises are made of outputs]"],
    );
    check_body(
        "n is within [0, 1]",
        &["2:1 `n` is a constant [name an input or an output]"],
    );
    check_body(
        "z is odd in x",
        &["2:1 unknown name `z` [declare it as an input, or let a call give it]"],
    );
    check_body("y is odd in y", &["2:13 `y` is an output, and an input is needed here"]);
    check_body(
        "y is odd in k",
        &["2:13 no `k` of the range has its negative in the range [give it a range on both sides of 0]"],
    );
    check_body(
        "y is even in a[0]",
        &["2:1 the calls that give `y` do not depend on this input [name an input that is passed]"],
    );
    check_body(
        "y is increasing in a",
        &["2:20 `a` is an array, and a number is needed here [name an element, such as `a[0]`]"],
    );
    check_body(
        "y is within [1, 0]",
        &["2:13 this range is empty [the lower bound comes first]"],
    );
    check_body(
        "y is within (-inf, inf)",
        &["2:13 every number is within this range [that it is finite is said with `ensures isfinite(y)`]"],
    );
    check_body(
        "z = g(x, 1)\nz is inverted by h within 1e-9",
        &[
            "3:1 the call that gives `z` has not a single name as its argument [what is inverted has the form `y = f(x)`]",
        ],
    );
    check_body(
        "y is inverted by h within -1",
        &["2:27 a margin cannot be less than zero"],
    );
    check_body(
        "y is continuous at x = 1 within 0",
        &[
            "2:24 the range of `x` does not reach beyond this place on both sides [widen the range, or choose a place inside]",
        ],
    );
    check_body(
        "y is continuous at x = 2*x within 0",
        &["2:24 the place of `x` cannot depend on itself"],
    );
    check_body(
        "z = g(2*x)\nz is continuous at x = 0 within 0",
        &[
            "3:1 the input is part of a formula or of an array that is passed [pass the input itself as an argument, as in `y = f(x)`]",
        ],
    );
    check_body(
        "z = g(k)\nz is continuous at k = 1.5 within 0",
        &["3:20 `k` takes whole numbers only, which have no neighbours"],
    );
    check_body(
        "g(x, -> b[2])\nb is a permutation of a",
        &["3:1 `b` has 2 elements and `a` has 3 elements [a permutation has as many]"],
    );
    check_body(
        "y equals a[0]\nz = f(x)",
        &["2:14 expected `within`, found the end of the line"],
    );
    check_body(
        "y is smooth",
        &[
            "2:6 expected `odd`, `even`, `increasing`, `decreasing`, `strictly`, `within`, `inverted`, `continuous`, `sorted` or `a permutation`, found `smooth`",
        ],
    );
}

#[test]
fn what_becomes_too_much() {
    let long = "1".repeat(9000);
    check(
        &format!("contract c(n = {long}, x in [0, 1]) {{ y = f(x)\nensures forall i in 1..9999: y < n }}"),
        &[
            "2:34 the formulas of this contract unfold to more than 1000000 names and operators [make arrays or ranges of `forall` smaller]",
        ],
    );
    check(
        &format!(
            "contract c(x in [0, 1]) {{ f(x, -> b[100])\n{}}}",
            "b is even in x\n".repeat(101)
        ),
        &["102:1 there are more than 100 templates in this contract [make several contracts of it]"],
    );
    let calls: String = (0..60).map(|n| format!("-> b{n}[100], ")).collect();
    check(
        &format!("contract c(x in [-1, 1]) {{ f({calls}x)\nb7[3] is even in x }}"),
        &["2:1 what this template adds is too much [make several contracts of it]"],
    );
    let calls: String = (0..101).map(|n| format!("-> b{n}[100], ")).collect();
    let errors = read(&format!("contract c(x in [-1, 1]) {{ f({calls}x)\nensures x > 0 }}")).expect_err("too many");
    assert_eq!(
        errors.0[0].message,
        "this contract has more than 10000 inputs and outputs"
    );
}

#[test]
fn every_statement_is_looked_at() {
    check_body(
        "z = g(w)\nrequires y > 0\nensures x >< y\nensures a > z",
        &["4:12 expected a formula, found `<`"],
    );
    check_body(
        "z = g(w)\nrequires y > 0\nensures a > z",
        &[
            "2:7 unknown name `w` [declare it as an input, or let a call give it]",
            "3:10 `y` is an output, and only inputs can be used here [what is promised of outputs stands after `ensures`]",
            "4:9 `a` is an array, and a number is needed here [name an element, such as `a[0]`]",
        ],
    );
    check_body(
        "z = x + 1\nensures x = y\n) oops",
        &[
            "2:7 expected `(` before the arguments, found `+` [outputs come from calls, as in `y = f(x)`; other formulas stand where they are used]",
            "3:11 expected an operator or the end of the statement, found `=` [`=` stands between outputs and a call; equality is written `==`]",
            "4:1 expected `requires`, `ensures`, a call or `}`, found `)`",
        ],
    );
}

#[test]
fn deep_nesting() {
    let deep = 3000;
    check_body(
        &format!("ensures y > {}x{}", "(".repeat(deep), ")".repeat(deep)),
        &["2:1503 nested deeper than 1490 levels [each operator of a chain is a level; split the formula]"],
    );
    let not = format!("ensures {}y > 0", "not ".repeat(100_000));
    let errors = read(&format!("contract c(x in [0, 1]) {{ y = f(x)\n{not} }}")).expect_err("deep");
    assert!(errors.0[0].message.starts_with("nested deeper"), "{errors}");
    let chain = "+t".repeat(1000);
    check(
        &format!(
            "contract c(x in [0, 1], t in [0, 1]) {{ y = f(x)\nrequires x{chain} > 0\ny is continuous at x = t{chain} within 1 }}"
        ),
        &["3:1 what is required becomes too deep with this in place of an input [split the formulas]"],
    );
    let forall: String = (0..2000).map(|i| format!("forall i{i} in 0..0: ")).collect();
    let errors = read(&format!(
        "contract c(x in [0, 1]) {{ y = f(x)\nensures {forall} y > 0 }}"
    ))
    .expect_err("deep");
    assert!(errors.0[0].message.starts_with("nested deeper"), "{errors}");
}

#[test]
fn fpcore() {
    check_fpcore(
        "(FPCore c (x r) :pre (<= 0 x 1) (> r x))",
        &["1:1 contract `c` names no output [name the arguments that are outputs: `:outputs (r)`]"],
    );
    check_fpcore(
        "(FPCore c (x r) :outputs r (> r x))",
        &["1:17 `:outputs` is a list of names, such as `(r)`"],
    );
    check_fpcore(
        "(FPCore c (x r) :outputs (s) (> r x))",
        &["1:17 output `s` is not an argument [outputs are named once among the arguments]"],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (<= 0 x) :outputs (r) (> r x))",
        &["1:12 the range of `x` must be finite [bound it in `:pre`, such as `(<= -1e6 x 1e6)`]"],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (<= 1 x 0) :outputs (r) (> r x))",
        &["1:12 the range of `x` is empty [are the bounds reversed?]"],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (and (<= 0 x 1) (<= 0 r)) :outputs (r) (> r x))",
        &["1:38 `r` is an output, and `:pre` speaks of inputs only [what is promised of outputs stands in the body]"],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (<= 0 x 1) :outputs (r) (+ r x))",
        &["1:46 the body of a core must be a boolean, but this is a number"],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (<= 0 x 1) :outputs (r) (and (isnan x) (< r INFINITY)))",
        &[
            "1:51 `isnan` is asked of an output",
            "1:66 `INFINITY` cannot stand in a contract",
        ],
    );
    check_fpcore(
        "(FPCore c (x r) :pre (<= 0 x 1) :outputs (r) (let ((r 1)) (isnan r)))",
        &["1:59 `isnan` is asked of an output"],
    );
    check_fpcore(
        "(FPCore c (r) :outputs (r) (> r 0))",
        &["1:1 contract `c` has no input [declare one, such as `x in [0, 1]`]"],
    );
}

#[test]
fn rendered_with_file_line_and_column() {
    let shown = read_file_text("a.contract", b"contract c(x in [0, 1]) {\n  y = f(z)\n}").expect_err("unknown");
    assert_eq!(
        shown,
        "a.contract:2:9: error: unknown name `z`\n  |   y = f(z)\n  |         ^\n  hint: declare it as an input, or let a call give it"
    );
    let shown = read_file_text("a.contract", b"contract \xff").expect_err("not UTF-8");
    assert!(shown.contains("byte 0xff is not UTF-8"), "{shown}");
}

#[test]
fn megabytes_of_garbage_give_a_short_answer_soon() {
    let sound = "contract c(x in [0, 1]) { y = f(x); ensures y > 0 }\n";
    let pieces = [
        ("contract ", "", ""),
        ("contract c(x in [0, 1]) { y = f(w); ensures z > 0 }\n", "", ""),
        (sound, "", ""),
        (
            "ensures y > 0\n",
            "contract c(x in [0, 1]) { y = f(x)\n",
            "ensures z > 0 }",
        ),
        ("ensures z > 0\n", "contract c(x in [0, 1]) { y = f(x)\n", "}"),
        ("y is odd in x\n", "contract c(x in [0, 1]) { y = f(x)\n", "}"),
        (
            "b is a permutation of b\n",
            "contract c(x in [0, 1]) { f(x, -> b[100])\n",
            "}",
        ),
        ("y + ", "contract c(x in [0, 1]) { y = f(x)\nensures ", "z > 0 }"),
        ("y > 0 and ", "contract c(x in [0, 1]) { y = f(x)\nensures ", "z > 0 }"),
        (
            "forall i in 0..9: ",
            "contract c(x in [0, 1]) { y = f(x)\nensures ",
            "z > 0 }",
        ),
        ("x in [0, 1], ", "contract c(", "z) { y = f(x) }"),
        (
            "# a comment\n",
            "contract c(x in [0, 1]) { y = f(x)\nensures forall i in 0..9998: i >\n",
            "z }",
        ),
        ("-> ", "", ""),
        ("..", "contract c(x in [0", ""),
    ];
    for (piece, before, after) in pieces {
        let text = format!("{before}{}{after}", piece.repeat(1_000_000 / piece.len()));
        let start = std::time::Instant::now();
        let shown = read_file_text("a.contract", text.as_bytes()).expect_err(piece);
        let elapsed = start.elapsed();
        // A guard against hangs: with the square of the length it would take hours.
        assert!(elapsed < std::time::Duration::from_secs(120), "{piece}: {elapsed:?}");
        assert!(shown.len() < 20_000, "{piece}: {} bytes of errors", shown.len());
    }
}
