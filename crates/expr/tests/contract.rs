//! Contracts and what they become: inputs, calls, requirements and promises.

use expr::ast::Expr;
use expr::contract::{CallArgument, Clause, Contract, OutputOrigin, OutputPart, Toward, read, read_named};
use expr::infix::print_expr;

fn one(text: &str) -> Contract {
    let mut all = read(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    assert_eq!(all.len(), 1, "{text}");
    all.remove(0)
}

fn formulas(list: &[Expr]) -> String {
    list.iter().map(print_expr).collect::<Vec<_>>().join(", ")
}

fn part(contract: &Contract, part: &OutputPart) -> String {
    let names: Vec<&str> = contract.outputs[part.outputs.clone()]
        .iter()
        .map(|o| o.name.as_str())
        .collect();
    if part.array {
        format!("{}[{}]={}", part.name, part.outputs.len(), names.join(" "))
    } else {
        assert_eq!(names, [part.name.as_str()]);
        part.name.clone()
    }
}

fn argument(contract: &Contract, argument: &CallArgument) -> String {
    match argument {
        CallArgument::Number { value, toward } => match toward {
            Toward::Value => print_expr(value),
            Toward::Below => format!("below {}", print_expr(value)),
            Toward::Above => format!("above {}", print_expr(value)),
        },
        CallArgument::Array { name, values } => format!("{name}={{{}}}", formulas(values)),
        CallArgument::Changed { values, part: p } => format!("{{{}}} -> {}", formulas(values), part(contract, p)),
        CallArgument::Filled { part: p } => format!("-> {}", part(contract, p)),
    }
}

/// Everything about a contract, a line for each thing.
fn shown(c: &Contract) -> Vec<String> {
    let mut lines = vec![];
    for input in &c.inputs {
        let kind = if input.integer { "int " } else { "" };
        lines.push(format!("{kind}{} in [{:?}, {:?}]", input.name, input.lo, input.hi));
    }
    for call in &c.calls {
        let returns: Vec<String> = call.returns.iter().map(|p| part(c, p)).collect();
        let arguments: Vec<String> = call.arguments.iter().map(|a| argument(c, a)).collect();
        lines.push(format!(
            "{} = {}({})",
            returns.join(", "),
            call.function,
            arguments.join(", ")
        ));
    }
    for output in &c.outputs {
        if let OutputOrigin::Indicator { what, of } = output.origin {
            lines.push(format!("{} is {what:?} of {}", output.name, c.outputs[of].name));
        }
    }
    let clause = |word: &str, clause: &Clause| format!("{word} {} <{}>", print_expr(&clause.condition), clause.text);
    lines.extend(c.requires.iter().map(|r| clause("requires", r)));
    lines.extend(c.ensures.iter().map(|e| clause("ensures", e)));
    lines
}

fn check(text: &str, expected: &[&str]) {
    assert_eq!(shown(&one(text)), expected, "{text}");
}

#[test]
fn the_plain_form() {
    check(
        "# The shape of the arctangent.
         contract atan_shape(x in [-1e6, 1e6]) {
           y = atan(x)      # a call
           z = atan(-x)
           requires x != 0
           ensures z == -y
           ensures abs(y) <= 1.5707963267948968 // just above pi/2
         }",
        &[
            "x in [-1000000.0, 1000000.0]",
            "y = atan(x)",
            "z = atan(-x)",
            "requires x != 0 <x != 0>",
            "ensures z == -y <z == -y>",
            "ensures abs(y) <= 1.5707963267948968 <abs(y) <= 1.5707963267948968>",
        ],
    );
}

#[test]
fn ranges_become_doubles() {
    check(
        "contract c(n = 3, x in (0, 1), int k in (1/2, n), int m in (1, 3), y in [1/10, 2^-1]) { r = f(x)
         ensures r > 0 }",
        &[
            "x in [5e-324, 0.9999999999999999]",
            "int k in [1.0, 2.0]",
            "int m in [2.0, 2.0]",
            "y in [0.1, 0.5]",
            "r = f(x)",
            "ensures r > 0 <r > 0>",
        ],
    );
}

#[test]
fn arrays_and_foralls() {
    check(
        "contract sorted(n = 3, a[n] in [-100, 100]) {
           sort(a -> b, n)
           ensures forall i in 0..n-2: b[i] <= b[i+1]
           requires forall i in 0..1: a[i] != 0 and
             a[i] < (a[2] + i)*2
         }",
        &[
            "a[0] in [-100.0, 100.0]",
            "a[1] in [-100.0, 100.0]",
            "a[2] in [-100.0, 100.0]",
            " = sort({a[0], a[1], a[2]} -> b[3]=b[0] b[1] b[2], 3)",
            "requires a[0] != 0 <a[i] != 0 for i = 0>",
            "requires a[0] < (a[2] + 0) * 2 <a[i] < (a[2] + i)*2 for i = 0>",
            "requires a[1] != 0 <a[i] != 0 for i = 1>",
            "requires a[1] < (a[2] + 1) * 2 <a[i] < (a[2] + i)*2 for i = 1>",
            "ensures b[0] <= b[1] <b[i] <= b[i+1] for i = 0>",
            "ensures b[1] <= b[2] <b[i] <= b[i+1] for i = 1>",
        ],
    );
}

#[test]
fn all_kinds_of_arguments() {
    check(
        "contract c(x in [0, 1], int k in [1, 2], a[2] in [0, 1]) {
           r = to_polar(x, k, -> phi)
           lo, hi[2] = split(x + r, a)
           fill(-> c[2], x -> after, hi)
           ensures forall i in 0..1: c[i] + hi[i] >= lo - after*phi
         }",
        &[
            "x in [0.0, 1.0]",
            "int k in [1.0, 2.0]",
            "a[0] in [0.0, 1.0]",
            "a[1] in [0.0, 1.0]",
            "r = to_polar(x, k, -> phi)",
            "lo, hi[2]=hi[0] hi[1] = split(x + r, a={a[0], a[1]})",
            " = fill(-> c[2]=c[0] c[1], {x} -> after, hi={hi[0], hi[1]})",
            "ensures c[0] + hi[0] >= lo - after * phi <c[i] + hi[i] >= lo - after*phi for i = 0>",
            "ensures c[1] + hi[1] >= lo - after * phi <c[i] + hi[i] >= lo - after*phi for i = 1>",
        ],
    );
}

#[test]
fn nested_foralls_and_foralls_in_formulas() {
    check(
        "contract c(x in [0, 1], n = 2) {
           -> b[2]
           ensures x > 0
         }"
        .replace("-> b[2]", "f(x, -> b[3])")
        .replace(
            "ensures x > 0",
            "ensures forall i in 0..n: forall j in i+1..n: b[i] != b[j]",
        )
        .as_str(),
        &[
            "x in [0.0, 1.0]",
            " = f(x, -> b[3]=b[0] b[1] b[2])",
            "ensures b[0] != b[1] <b[i] != b[j] for i = 0, j = 1>",
            "ensures b[0] != b[2] <b[i] != b[j] for i = 0, j = 2>",
            "ensures b[1] != b[2] <b[i] != b[j] for i = 1, j = 2>",
        ],
    );
    check(
        "contract c(x in [0, 1]) { f(x, -> b[2])
         ensures x > 1/2 implies forall i in 0..1: b[i] > i }",
        &[
            "x in [0.0, 1.0]",
            " = f(x, -> b[2]=b[0] b[1])",
            "ensures not x > 1 / 2 or b[0] > 0 and b[1] > 1 <x > 1/2 implies forall i in 0..1: b[i] > i>",
        ],
    );
}

#[test]
fn implies_groups_to_the_right_and_binds_loosest() {
    check(
        "contract c(x in [0, 1]) { y = f(x); ensures x > 0 or y > 0 implies x < 1
           implies y < 1 }",
        &[
            "x in [0.0, 1.0]",
            "y = f(x)",
            "ensures not (x > 0 or y > 0) or (not x < 1 or y < 1) <x > 0 or y > 0 implies x < 1 implies y < 1>",
        ],
    );
}

#[test]
fn indicators_are_outputs_at_the_end() {
    check(
        "contract c(x in [0, 1]) {
           y = f(x)
           ensures isnan(y) or y < 1
           ensures not isinf(y) and (isnan(y) implies x == 0)
           g(x, -> b[2])
           ensures forall i in 0..1: isfinite(b[i])
           ensures signbit(b[1])
         }",
        &[
            "x in [0.0, 1.0]",
            "y = f(x)",
            " = g(x, -> b[2]=b[0] b[1])",
            "isnan(y) is IsNan of y",
            "isinf(y) is IsInf of y",
            "isfinite(b[0]) is IsFinite of b[0]",
            "isfinite(b[1]) is IsFinite of b[1]",
            "signbit(b[1]) is SignBit of b[1]",
            "ensures isnan(y) == 1 or y < 1 <isnan(y) or y < 1>",
            "ensures not isinf(y) == 1 <not isinf(y)>",
            "ensures not isnan(y) == 1 or x == 0 <isnan(y) implies x == 0>",
            "ensures isfinite(b[0]) == 1 <isfinite(b[i]) for i = 0>",
            "ensures isfinite(b[1]) == 1 <isfinite(b[i]) for i = 1>",
            "ensures signbit(b[1]) == 1 <signbit(b[1])>",
        ],
    );
}

#[test]
fn odd_and_even() {
    check(
        "contract c(x in [-1, 1], t in [-1, 2]) {
           y = f(x, 2*t)
           y is odd in x, t
           y is even in x
           requires x != t
         }",
        &[
            "x in [-1.0, 1.0]",
            "t in [-1.0, 2.0]",
            "y = f(x, 2 * t)",
            "y' = f(-x, 2 * -t)",
            "y'' = f(-x, 2 * t)",
            "requires x != t <x != t>",
            "requires -1 <= -t <= 2 <y is odd in x, t>",
            "requires -x != -t <x != t (y is odd in x, t)>",
            "requires -x != t <x != t (y is even in x)>",
            "ensures y' == -y <y is odd in x, t>",
            "ensures y'' == y <y is even in x>",
        ],
    );
}

#[test]
fn parity_repeats_the_calls_behind_the_call() {
    check(
        "contract c(a[2] in [-1, 1], t in [0, 1]) {
           s = unused(t)
           u, v[2] = g(a, t)
           h(v -> w)
           y = f(u, w, s)
           y is odd in a
         }",
        &[
            "a[0] in [-1.0, 1.0]",
            "a[1] in [-1.0, 1.0]",
            "t in [0.0, 1.0]",
            "s = unused(t)",
            "u, v[2]=v[0] v[1] = g(a={a[0], a[1]}, t)",
            " = h({v[0], v[1]} -> w[2]=w[0] w[1])",
            "y = f(u, w={w[0], w[1]}, s)",
            "u', v'[2]=v'[0] v'[1] = g(a={-a[0], -a[1]}, t)",
            " = h({v'[0], v'[1]} -> w'[2]=w'[0] w'[1])",
            "y' = f(u', w={w'[0], w'[1]}, s)",
            "ensures y' == -y <y is odd in a>",
        ],
    );
}

#[test]
fn monotone() {
    check(
        "contract c(x in [0, 9], n = 2) {
           y = f(x, n); requires x != 1
           y is increasing in x
           y is strictly decreasing in x
         }",
        &[
            "x in [0.0, 9.0]",
            "x' in [0.0, 9.0]",
            "x'' in [0.0, 9.0]",
            "y = f(x, 2)",
            "y' = f(x', 2)",
            "y'' = f(x'', 2)",
            "requires x != 1 <x != 1>",
            "requires x <= x' <y is increasing in x>",
            "requires x' != 1 <x != 1 (y is increasing in x)>",
            "requires x < x'' <y is strictly decreasing in x>",
            "requires x'' != 1 <x != 1 (y is strictly decreasing in x)>",
            "ensures y <= y' <y is increasing in x>",
            "ensures y'' < y <y is strictly decreasing in x>",
        ],
    );
}

#[test]
fn within_equals_and_inverted() {
    check(
        "contract c(x in [1, 9]) {
           y = f(x)
           y is within [0, x^2)
           y is within (-1, inf)
           y is inverted by g within 1e-12
           y is inverted by g within 1e-12 relative
           y equals x + 1 within 1e-9 absolute
           y equals x*2 within 1/8 relative
         }",
        &[
            "x in [1.0, 9.0]",
            "y = f(x)",
            "x' = g(y)",
            "x'' = g(y)",
            "ensures 0 <= y and y < x^2 <y is within [0, x^2)>",
            "ensures -1 < y <y is within (-1, inf)>",
            "ensures abs(x' - x) <= 1e-12 <y is inverted by g within 1e-12>",
            "ensures abs(x'' - x) <= 1e-12 * abs(x) <y is inverted by g within 1e-12 relative>",
            "ensures abs(y - (x + 1)) <= 1e-9 <y equals x + 1 within 1e-9 absolute>",
            "ensures abs(y - x * 2) <= 0.125 * abs(x * 2) <y equals x*2 within 1/8 relative>",
        ],
    );
}

#[test]
fn continuous() {
    check(
        "contract c(x in [1, 9], t in [1, 2]) {
           y = f(t, x)
           requires x != t
           y is continuous at x = 2*t within 1e-9
         }",
        &[
            "x in [1.0, 9.0]",
            "t in [1.0, 2.0]",
            "y = f(t, x)",
            "y' = f(t, 2 * t)",
            "y'' = f(t, below 2 * t)",
            "y''' = f(t, above 2 * t)",
            "requires x != t <x != t>",
            "requires 4503599627370497/4503599627370496 <= 2 * t <= 5066549580791807/562949953421312 <y is continuous at x = 2*t within 1e-9>",
            "requires 2 * t != t <x != t (y is continuous at x = 2*t within 1e-9)>",
            "ensures abs(y'' - y') <= 1e-9 <y is continuous at x = 2*t within 1e-9>",
            "ensures abs(y''' - y') <= 1e-9 <y is continuous at x = 2*t within 1e-9>",
        ],
    );
}

#[test]
fn arrays_sorted_and_permuted() {
    check(
        "contract c(a[2] in [0, 1]) {
           sort(a -> b)
           b is sorted
           b is sorted descending
           b is a permutation of a
           b is within [0, 1]
         }",
        &[
            "a[0] in [0.0, 1.0]",
            "a[1] in [0.0, 1.0]",
            " = sort({a[0], a[1]} -> b[2]=b[0] b[1])",
            "ensures b[0] <= b[1] <b is sorted (b[0] <= b[1])>",
            "ensures b[0] >= b[1] <b is sorted descending (b[0] >= b[1])>",
            "ensures (if b[0] == a[0] then 1 else 0) + (if b[1] == a[0] then 1 else 0) == (if a[0] == a[0] then 1 else 0) + (if a[1] == a[0] then 1 else 0) <b is a permutation of a (a[0])>",
            "ensures (if b[0] == a[1] then 1 else 0) + (if b[1] == a[1] then 1 else 0) == (if a[0] == a[1] then 1 else 0) + (if a[1] == a[1] then 1 else 0) <b is a permutation of a (a[1])>",
            "ensures 0 <= b[0] and b[0] <= 1 <b is within [0, 1] (b[0])>",
            "ensures 0 <= b[1] and b[1] <= 1 <b is within [0, 1] (b[1])>",
        ],
    );
}

#[test]
fn fpcore() {
    let text = "; a bound
      (FPCore hypot_bounds (x (! :precision integer y) r)
        :pre (and (<= -1 x 1) (< 0 y 5) (< x y)) :outputs (r)
        (and (>= r (fabs x)) (or (isnan r) (< r (+ x
             y)))))";
    let contracts = read_named("a.fpcore", text.as_bytes()).expect("a contract");
    assert_eq!(contracts[0].name, "hypot_bounds");
    assert_eq!(
        shown(&contracts[0]),
        [
            "x in [-1.0, 1.0]",
            "int y in [1.0, 4.0]",
            "r = (x, y)",
            "isnan(r) is IsNan of r",
            "requires x < y <(< x y)>",
            "ensures r >= abs(x) <(>= r (fabs x))>",
            "ensures isnan(r) == 1 or r < x + y <(or (isnan r) (< r (+ x y)))>",
        ]
    );
}

#[test]
fn several_contracts_and_any_other_name() {
    let text =
        "contract a(x in [0, 1]) { y = f(x); ensures y > 0 }\ncontract b(x in [0, 1]) { y = f(x); ensures y > 1 }";
    let names: Vec<String> = read_named("a.contract", text.as_bytes())
        .expect(text)
        .into_iter()
        .map(|c| c.name)
        .collect();
    assert_eq!(names, ["a", "b"]);
}

/// The examples of the manual: whole contracts between fences.
#[test]
fn the_manual_is_right() {
    let manual = include_str!("../../../docs/manual/contracts.md");
    let examples: Vec<&str> = manual
        .split("```text\n")
        .skip(1)
        .filter_map(|s| s.split("```").next())
        .collect();
    assert_eq!(examples.len(), 3);
    for example in examples {
        let name = if example.starts_with('(') {
            "a.fpcore"
        } else {
            "a.contract"
        };
        assert!(
            expr::contract::read_file_text(name, example.as_bytes()).is_ok(),
            "{example}"
        );
    }
}
