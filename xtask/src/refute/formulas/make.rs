//! Random formulas, domains for them, and copies that are rewritten or have a small fault.

use super::tree::WordTree;
use crate::refute::Rng;

/// Two specifications over the same arguments.
#[derive(Clone)]
pub struct SpecPair {
    /// The first, which tests are made for.
    pub a: Spec,
    /// The second: the first rewritten, or with a fault, or both.
    pub b: Spec,
}

/// A specification.
#[derive(Clone)]
pub struct Spec {
    /// Names of the arguments.
    pub names: Vec<&'static str>,
    /// Parts of the precondition.
    pub pre: Vec<WordTree>,
    /// Other properties, as text.
    pub properties: String,
    /// The formula.
    pub body: WordTree,
}

impl Spec {
    /// As FPCore.
    pub fn text(&self) -> String {
        let pre: Vec<String> = self.pre.iter().map(WordTree::to_string).collect();
        let (names, properties) = (self.names.join(" "), &self.properties);
        format!(
            "(FPCore ({names}) :name \"f\" :pre (and {}) {properties}\n  {})\n",
            pre.join(" "),
            self.body
        )
    }
}

const NAMES: [&str; 3] = ["x", "y", "z"];

const UNARY: [&str; 31] = [
    "sqrt",
    "cbrt",
    "exp",
    "exp2",
    "expm1",
    "log",
    "log2",
    "log10",
    "log1p",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "sinh",
    "cosh",
    "tanh",
    "asinh",
    "acosh",
    "atanh",
    "erf",
    "erfc",
    "tgamma",
    "lgamma",
    "fabs",
    "ceil",
    "floor",
    "trunc",
    "round",
    "nearbyint",
];

/// Those that formulas are mostly made of.
const EVERYDAY: [&str; 8] = ["sqrt", "exp", "log", "sin", "cos", "fabs", "-", "atan"];

const BINARY: [&str; 9] = [
    "pow",
    "hypot",
    "atan2",
    "fmod",
    "remainder",
    "fmin",
    "fmax",
    "fdim",
    "copysign",
];

const ARITHMETIC: [&str; 4] = ["+", "-", "*", "/"];

const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];

const LITERALS: [&str; 20] = [
    "1", "2", "3", "0.5", "0.1", "1/3", "-1", "0", "10", "1e-8", "1e10", "7/4", "0x1.8p-3", "1e-300", "1e300", "100",
    "-2.5", "1e-20", "4", "6",
];

const CONSTANTS: [&str; 6] = ["PI", "E", "LN2", "SQRT2", "PI_2", "M_2_PI"];

/// Ranges: usual, around zero, of one point, of subnormal numbers, huge, with decimal, open and irrational bounds.
const RANGES: [(&str, &str, &str); 24] = [
    ("<=", "1", "2"),
    ("<=", "0", "1"),
    ("<=", "-1", "1"),
    ("<=", "-10", "10"),
    ("<=", "0.1", "0.3"),
    ("<=", "1.9", "2.1"),
    ("<", "0", "1"),
    ("<", "2.1", "3.9"),
    ("<", "0", "1e-3"),
    ("<=", "1e-3", "1e3"),
    ("<=", "0.5", "0.5"),
    ("<=", "0", "0"),
    ("<=", "(- PI)", "PI"),
    ("<=", "0", "(sqrt 2)"),
    ("<=", "-1e-310", "1e-310"),
    ("<=", "5e-324", "1e-300"),
    ("<=", "-1e308", "1e308"),
    ("<=", "1e300", "1.7e308"),
    ("<=", "700", "720"),
    ("<=", "-760", "-700"),
    ("<=", "80", "110"),
    ("<=", "1e15", "1e17"),
    ("<=", "-0.001", "0.001"),
    ("<=", "1/3", "2/3"),
];

const ACCURACIES: [&str; 10] = [
    ":accuracy-rounded nearestEven",
    ":accuracy-rel 1e-10",
    ":accuracy-rel 1e-3",
    ":accuracy-rel 1e-14",
    ":accuracy-abs 1e-6",
    ":accuracy-ulps 1",
    ":accuracy-ulps 4",
    ":accuracy-rel 1e-6 :accuracy-abs 1e-9",
    ":accuracy-ulps 0.5 :accuracy-abs 1e-300",
    ":accuracy-rel 0.2",
];

fn word(rng: &mut Rng, words: &[&'static str]) -> &'static str {
    words[rng.below(words.len())]
}

/// A pair from random numbers.
pub fn pair(rng: &mut Rng) -> SpecPair {
    let names = NAMES[..1 + rng.below(10) / 5 + rng.below(8) / 7].to_vec();
    let depth = 1 + rng.below(4);
    let body = formula(rng, &names, depth);
    let format = format(rng);
    let policy = word(
        rng,
        &["", "", "", " :out-of-domain clamp", " :out-of-domain unspecified"],
    );
    let a = Spec {
        pre: domain(rng, &names, format),
        properties: format!("{}{format}{policy}", word(rng, &ACCURACIES)),
        names,
        body,
    };
    let mut b = a.clone();
    let steps = 1 + rng.below(3);
    for _ in 0..steps {
        b.body = rewritten(rng, &b.body);
    }
    if rng.one_in(2) {
        b.body = faulty(rng, &b.body, &b.names);
    }
    SpecPair { a, b }
}

fn format(rng: &mut Rng) -> &'static str {
    let formats = [
        "",
        "",
        "",
        " :precision binary32",
        " :precision binary32",
        " :precision (fixed -8 16)",
        " :precision integer",
    ];
    word(rng, &formats)
}

fn domain(rng: &mut Rng, names: &[&'static str], format: &str) -> Vec<WordTree> {
    let is_fixed = format.contains("fixed") || format.contains("integer");
    let mut parts: Vec<WordTree> = Vec::new();
    for name in names {
        // Few ranges have fixed-point numbers in them.
        let choice = if is_fixed {
            rng.below(4)
        } else {
            rng.below(RANGES.len())
        };
        let (relation, low, high) = RANGES[choice];
        parts.push(WordTree::new(
            relation,
            vec![WordTree::read(low), WordTree::atom(name), WordTree::read(high)],
        ));
    }
    if rng.unit() < 0.2 {
        parts.push(condition(rng, names, 1));
    }
    parts
}

fn leaf(rng: &mut Rng, names: &[&'static str]) -> WordTree {
    match rng.below(10) {
        0..6 => WordTree::atom(word(rng, names)),
        6..9 => WordTree::atom(word(rng, &LITERALS)),
        _ => WordTree::atom(word(rng, &CONSTANTS)),
    }
}

fn formula(rng: &mut Rng, names: &[&'static str], depth: usize) -> WordTree {
    if depth == 0 {
        return leaf(rng, names);
    }
    let part = |rng: &mut Rng| {
        let shallower = depth - 1 - rng.below(depth);
        formula(rng, names, shallower)
    };
    match rng.below(20) {
        0..8 => {
            let head = word(rng, &ARITHMETIC);
            WordTree::new(head, vec![part(rng), formula(rng, names, depth - 1)])
        }
        8..12 => WordTree::new(word(rng, &EVERYDAY), vec![formula(rng, names, depth - 1)]),
        12..15 => WordTree::new(word(rng, &UNARY), vec![formula(rng, names, depth - 1)]),
        15 => WordTree::new(word(rng, &BINARY), vec![part(rng), formula(rng, names, depth - 1)]),
        16 => {
            let n = word(rng, &["2", "3", "-1", "4", "-2", "1/2", "0"]);
            WordTree::new("pow", vec![formula(rng, names, depth - 1), WordTree::atom(n)])
        }
        17 => {
            let (c, a) = (condition(rng, names, 1), part(rng));
            WordTree::new("if", vec![c, a, formula(rng, names, depth - 1)])
        }
        18 => WordTree::new("fma", vec![part(rng), part(rng), formula(rng, names, depth - 1)]),
        _ => bound(rng, names, depth),
    }
}

/// A `let`: a new name, one that is bound already, or two at once.
fn bound(rng: &mut Rng, names: &[&'static str], depth: usize) -> WordTree {
    let name = word(rng, &["t", "x"]);
    let value = formula(rng, names, depth - 1);
    let mut inner = names.to_vec();
    if !inner.contains(&name) {
        inner.push(name);
    }
    let body = formula(rng, &inner, depth - 1);
    let head = if rng.one_in(2) { "let" } else { "let*" };
    let mut list = vec![WordTree::pair(name, value)];
    if rng.one_in(3) {
        list.push(WordTree::pair("u", formula(rng, names, depth - 1)));
    }
    WordTree::new(head, vec![WordTree::list(list), body])
}

fn condition(rng: &mut Rng, names: &[&'static str], depth: usize) -> WordTree {
    let compared = |rng: &mut Rng| {
        let head = word(rng, &COMPARISONS);
        WordTree::new(head, vec![formula(rng, names, depth), leaf(rng, names)])
    };
    match rng.below(8) {
        0 => WordTree::new("and", vec![compared(rng), compared(rng)]),
        1 => WordTree::new("or", vec![compared(rng), compared(rng)]),
        2 => WordTree::new("not", vec![compared(rng)]),
        _ => compared(rng),
    }
}

/// Another way to write something: the pattern's letters stand for any part.
/// Some hold only where both sides have a value, which is for the judge to see.
const RULES: [(&str, &str); 34] = [
    ("(+ a b)", "(+ b a)"),
    ("(* a b)", "(* b a)"),
    ("(- a b)", "(+ a (- b))"),
    ("(- a b)", "(- (- b a))"),
    ("(/ a b)", "(* a (/ 1 b))"),
    ("(/ a b)", "(/ (* 2 a) (* 2 b))"),
    ("(* a (+ b c))", "(+ (* a b) (* a c))"),
    ("(* a (- b c))", "(- (* a b) (* a c))"),
    ("(* a b)", "(/ a (/ 1 b))"),
    ("(+ a b)", "(/ (- (* a a) (* b b)) (- a b))"),
    ("(pow a 2)", "(* a a)"),
    ("(pow a 3)", "(* a (* a a))"),
    ("(pow a -1)", "(/ 1 a)"),
    ("(pow a 1/2)", "(sqrt a)"),
    ("(sqrt a)", "(pow a 1/2)"),
    ("(sqrt a)", "(/ a (sqrt a))"),
    ("(exp a)", "(/ 1 (exp (- a)))"),
    ("(exp a)", "(* (exp (/ a 2)) (exp (/ a 2)))"),
    ("(exp a)", "(pow E a)"),
    ("(expm1 a)", "(- (exp a) 1)"),
    ("(log1p a)", "(log (+ 1 a))"),
    ("(log a)", "(- (log (/ 1 a)))"),
    ("(log2 a)", "(/ (log a) (log 2))"),
    ("(tan a)", "(/ (sin a) (cos a))"),
    ("(sinh a)", "(/ (- (exp a) (exp (- a))) 2)"),
    ("(tanh a)", "(/ (sinh a) (cosh a))"),
    ("(sin a)", "(- (sin (- a)))"),
    ("(cos a)", "(- 1 (* 2 (pow (sin (/ a 2)) 2)))"),
    ("(fabs a)", "(sqrt (* a a))"),
    ("(fabs a)", "(if (< a 0) (- a) a)"),
    ("(fmin a b)", "(if (< a b) a b)"),
    ("(hypot a b)", "(sqrt (+ (* a a) (* b b)))"),
    ("(fma a b c)", "(+ (* a b) c)"),
    ("(erfc a)", "(- 1 (erf a))"),
];

/// What can be said of any part.
const ALWAYS: [&str; 6] = [
    "(let ((w a)) w)",
    "(+ a 0)",
    "(* 1 a)",
    "(- (- a))",
    "(/ (* a x) x)",
    "(if (== x x) a 0)",
];

fn rewritten(rng: &mut Rng, body: &WordTree) -> WordTree {
    let places: Vec<Vec<usize>> = body.places();
    for _ in 0..24 {
        let place = rng.pick(&places);
        let Some(part) = body.at(place) else { continue };
        let (left, right) = *rng.pick(&RULES);
        if let Some(found) = WordTree::read(left).matched(part) {
            return body.with(place, WordTree::read(right).filled(&found));
        }
    }
    let place = rng.pick(&places);
    match body.at(place) {
        Some(part) => body.with(
            place,
            WordTree::read(word(rng, &ALWAYS)).filled(&[("a".into(), part.clone())]),
        ),
        None => body.clone(),
    }
}

/// A small fault: another function, operator, constant, name or comparison, or a little more.
fn faulty(rng: &mut Rng, body: &WordTree, names: &[&'static str]) -> WordTree {
    let places = body.places();
    let place = rng.pick(&places).clone();
    let Some(part) = body.at(&place) else {
        return body.clone();
    };
    let little = word(rng, &["1e-3", "1e-6", "1e-9", "1e-11", "1e-13", "1e-16", "1e-30"]);
    let head = part.head().to_string();
    let fault = match rng.below(6) {
        0 => WordTree::new("*", vec![part.clone(), WordTree::read(&format!("(+ 1 {little})"))]),
        1 => WordTree::new("+", vec![part.clone(), WordTree::atom(little)]),
        2 if ARITHMETIC.contains(&head.as_str()) => part.renamed(word(rng, &ARITHMETIC)),
        2 if part.is_atom() => WordTree::atom(word(rng, names)),
        3 if UNARY.contains(&head.as_str()) => part.renamed(word(rng, &EVERYDAY)),
        4 => WordTree::new("-", vec![part.clone()]),
        5 => WordTree::new(word(rng, &["floor", "fabs", "sqrt"]), vec![part.clone()]),
        _ => return body.compared_otherwise(word(rng, &COMPARISONS), &COMPARISONS),
    };
    body.with(&place, fault)
}
