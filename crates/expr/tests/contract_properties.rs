//! Clauses mean what a direct reading of the contract says; random and damaged texts are answered without a panic.

use expr::ast::ComparisonOperator;
use expr::contract::{Contract, Indicator, OutputOrigin, read, read_file_text};
use expr::dag::Dag;
use expr::eval::{BigArithmetic, Evaluator, ExactArithmetic, ExactValue, Tape};
use expr::lower::lower_over;
use interval::Definedness;
use proptest::prelude::*;
use rug::Rational;

/// Length of the arrays `a` and `b`, and the constant `n`.
const LENGTH: i64 = 4;

/// An index: a number, or an index in force, counted from the outermost; from the front or from the back.
#[derive(Clone, Debug)]
enum Index {
    Fixed(i64),
    Bound(usize),
    Mirrored(usize),
}

#[derive(Clone, Debug)]
enum Number {
    Literal(i64),
    Name(usize),
    Element(bool, Index),
    Index(usize),
    Negative(Box<Number>),
    Operation(char, Box<Number>, Box<Number>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compare(ComparisonOperator, Number, Number),
    IsNan(Option<Index>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
    Implies(Box<Condition>, Box<Condition>),
    Not(Box<Condition>),
    Forall(i64, i64, Box<Condition>),
}

const NAMES: [&str; 4] = ["x", "t", "n", "y"];

impl Index {
    /// What it is where these indices are in force.
    fn value(&self, scope: &[i64]) -> i64 {
        match *self {
            Index::Fixed(value) => value,
            Index::Bound(which) => *pick(scope, which).unwrap_or(&0),
            Index::Mirrored(which) => pick(scope, which).map_or(0, |i| LENGTH - 1 - i),
        }
    }

    fn text(&self, scope: usize) -> String {
        let names: Vec<String> = (0..scope).map(|depth| format!("i{depth}")).collect();
        match *self {
            Index::Fixed(value) => value.to_string(),
            Index::Bound(which) => pick(&names, which).map_or("0".into(), Clone::clone),
            Index::Mirrored(which) => pick(&names, which).map_or("0".into(), |i| format!("n - 1 - {i}")),
        }
    }
}

fn pick<T>(list: &[T], which: usize) -> Option<&T> {
    list.get(which.checked_rem(list.len())?)
}

/// The numbers of one test; `None` is NaN.
#[derive(Clone, Debug)]
struct Point {
    x: i64,
    t: i64,
    y: Option<i64>,
    a: Vec<i64>,
    b: Vec<Option<i64>>,
}

impl Number {
    fn value(&self, point: &Point, scope: &[i64]) -> Option<i64> {
        match self {
            Number::Literal(value) => Some(*value),
            Number::Name(which) => [Some(point.x), Some(point.t), Some(LENGTH), point.y][*which],
            Number::Element(input, index) => {
                let index = usize::try_from(index.value(scope)).expect("an index");
                if *input { Some(point.a[index]) } else { point.b[index] }
            }
            Number::Index(which) => Some(Index::Bound(*which).value(scope)),
            Number::Negative(a) => Some(-a.value(point, scope)?),
            Number::Operation(operator, a, b) => {
                let (a, b) = (a.value(point, scope)?, b.value(point, scope)?);
                Some(match operator {
                    '+' => a + b,
                    '-' => a - b,
                    _ => a * b,
                })
            }
        }
    }

    fn text(&self, scope: usize) -> String {
        match self {
            Number::Literal(value) => format!("({value})"),
            Number::Name(which) => NAMES[*which].into(),
            Number::Element(input, index) => format!("{}[{}]", if *input { "a" } else { "b" }, index.text(scope)),
            Number::Index(which) => Index::Bound(*which).text(scope),
            Number::Negative(a) => format!("(-{})", a.text(scope)),
            Number::Operation(operator, a, b) => format!("({} {operator} {})", a.text(scope), b.text(scope)),
        }
    }
}

impl Condition {
    /// Whether it holds; `None` where it has no value. What comes first decides, if it can.
    fn truth(&self, point: &Point, scope: &mut Vec<i64>) -> Option<bool> {
        match self {
            Condition::Compare(c, a, b) => Some(c.holds(a.value(point, scope)?.cmp(&b.value(point, scope)?))),
            Condition::IsNan(None) => Some(point.y.is_none()),
            Condition::IsNan(Some(index)) => {
                let index = usize::try_from(index.value(scope)).expect("an index");
                Some(point.b[index].is_none())
            }
            Condition::And(a, b) => Some(a.truth(point, scope)? && b.truth(point, scope)?),
            Condition::Or(a, b) => Some(a.truth(point, scope)? || b.truth(point, scope)?),
            Condition::Implies(a, b) => Some(!a.truth(point, scope)? || b.truth(point, scope)?),
            Condition::Not(a) => Some(!a.truth(point, scope)?),
            Condition::Forall(lo, hi, inner) => {
                let mut all = Some(true);
                for i in *lo..=*hi {
                    scope.push(i);
                    all = all.and_then(|so_far| if so_far { inner.truth(point, scope) } else { Some(false) });
                    scope.pop();
                }
                all
            }
        }
    }

    /// The truths of the clauses that it falls into.
    fn clauses(&self, point: &Point, scope: &mut Vec<i64>) -> Vec<Option<bool>> {
        match self {
            Condition::And(a, b) => [a.clauses(point, scope), b.clauses(point, scope)].concat(),
            Condition::Forall(lo, hi, inner) => (*lo..=*hi)
                .flat_map(|i| {
                    scope.push(i);
                    let all = inner.clauses(point, scope);
                    scope.pop();
                    all
                })
                .collect(),
            _ => vec![self.truth(point, scope)],
        }
    }

    fn text(&self, scope: usize) -> String {
        match self {
            Condition::Compare(c, a, b) => format!("({} {} {})", a.text(scope), c.symbol(), b.text(scope)),
            Condition::IsNan(None) => "isnan(y)".into(),
            Condition::IsNan(Some(index)) => format!("isnan(b[{}])", index.text(scope)),
            Condition::And(a, b) => format!("({} and {})", a.text(scope), b.text(scope)),
            Condition::Or(a, b) => format!("({} or {})", a.text(scope), b.text(scope)),
            Condition::Implies(a, b) => format!("({} implies {})", a.text(scope), b.text(scope)),
            Condition::Not(a) => format!("(not {})", a.text(scope)),
            Condition::Forall(lo, hi, a) => format!("(forall i{scope} in {lo}..{hi}: {})", a.text(scope + 1)),
        }
    }
}

fn index() -> impl Strategy<Value = Index> {
    prop_oneof![
        (0..LENGTH).prop_map(Index::Fixed),
        (0..4_usize).prop_map(Index::Bound),
        (0..4_usize).prop_map(Index::Mirrored)
    ]
}

fn number() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        (-3..4_i64).prop_map(Number::Literal),
        (0..4_usize).prop_map(Number::Name),
        (any::<bool>(), index()).prop_map(|(input, index)| Number::Element(input, index)),
        (0..4_usize).prop_map(Number::Index),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        let operator = prop::sample::select(vec!['+', '-', '*']);
        prop_oneof![
            inner.clone().prop_map(|a| Number::Negative(Box::new(a))),
            (operator, inner.clone(), inner).prop_map(|(o, a, b)| Number::Operation(o, Box::new(a), Box::new(b))),
        ]
    })
}

fn condition() -> impl Strategy<Value = Condition> {
    let compared = (
        prop::sample::select(ComparisonOperator::ALL.to_vec()),
        number(),
        number(),
    );
    let leaf = prop_oneof![
        4 => compared.prop_map(|(c, a, b)| Condition::Compare(c, a, b)),
        1 => prop::option::of(index()).prop_map(Condition::IsNan),
    ];
    leaf.prop_recursive(4, 12, 2, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            two.clone().prop_map(|(a, b)| Condition::And(a, b)),
            two.clone().prop_map(|(a, b)| Condition::Or(a, b)),
            two.prop_map(|(a, b)| Condition::Implies(a, b)),
            inner.clone().prop_map(|a| Condition::Not(Box::new(a))),
            (0..LENGTH, 0..LENGTH, inner).prop_map(|(i, j, a)| Condition::Forall(i.min(j), i.max(j), Box::new(a))),
        ]
    })
}

fn point() -> impl Strategy<Value = Point> {
    let output = || prop_oneof![4 => (-3..4_i64).prop_map(Some), 1 => Just(None)];
    let length = usize::try_from(LENGTH).expect("small");
    let arrays = (
        prop::collection::vec(-3..4_i64, length),
        prop::collection::vec(output(), length),
    );
    (-3..4_i64, -3..4_i64, output(), arrays).prop_map(|(x, t, y, (a, b))| Point { x, t, y, a, b })
}

/// The values of all variables in order, indicators included.
fn variables(contract: &Contract, inputs: &[i64], outputs: &[Option<i64>]) -> Vec<Option<i64>> {
    let asked = contract
        .outputs
        .iter()
        .skip(outputs.len())
        .map(|output| match output.origin {
            OutputOrigin::Indicator {
                what: Indicator::IsNan,
                of,
            } => Some(i64::from(outputs[of].is_none())),
            _ => panic!("{output:?}"),
        });
    let inputs = inputs.iter().map(|&x| Some(x));
    inputs.chain(outputs.iter().copied()).chain(asked).collect()
}

/// The truths of the promises, in exact arithmetic and in MPFR enclosures, which must agree.
fn promised(contract: &Contract, values: &[Option<i64>]) -> Vec<Option<bool>> {
    let inputs = contract.inputs.iter().map(|i| i.name.as_str());
    let names: Vec<&str> = inputs.chain(contract.outputs.iter().map(|o| o.name.as_str())).collect();
    let mut dag = Dag::new();
    let lower = |c: &expr::contract::Clause, dag: &mut Dag| lower_over(dag, &names, &c.condition).expect("lowered");
    let roots: Vec<_> = contract.ensures.iter().map(|c| lower(c, &mut dag)).collect();
    let tape = Tape::new(&dag, &roots);
    let mut exact = Evaluator::new(&tape, ExactArithmetic);
    let value = |v: &Option<i64>| v.map_or(ExactValue::Undefined, |v| ExactValue::Value(Rational::from(v)));
    exact.run(&values.iter().map(value).collect::<Vec<_>>());
    let mut big = Evaluator::new(&tape, BigArithmetic::new(128));
    let doubles: Vec<_> = values
        .iter()
        .map(|v| big.arithmetic().float(v.map_or(f64::NAN, |v| v as f64)))
        .collect();
    big.run(&doubles);
    let both = (0..roots.len()).map(|n| {
        let truth = match exact.root(n) {
            ExactValue::Value(q) => Some(*q == 1),
            ExactValue::Undefined => None,
            ExactValue::Unknown => panic!("{}", contract.ensures[n].text),
        };
        let enclosed = big.root(n);
        let proved = match enclosed.defined {
            Definedness::Nowhere => None,
            _ => Some(!enclosed.range.contains_zero()),
        };
        assert_eq!(truth, proved, "{}", contract.ensures[n].text);
        truth
    });
    both.collect()
}

fn one(text: &str) -> Contract {
    let mut all = read(text).unwrap_or_else(|e| panic!("{text}\n{e}"));
    all.remove(0)
}

/// Failures are printed with their input; nothing is written into the source tree.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Words that contracts are made of.
const WORDS: [&str; 64] = [
    "contract",
    "contract c(x in [0, 1])",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    "requires",
    "ensures",
    "forall",
    "forall i in 0..2:",
    "implies",
    "is",
    "is odd in x",
    "is increasing in",
    "is within [",
    "is a permutation of",
    "is sorted",
    "equals",
    "within",
    "relative",
    "inverted by",
    "continuous at x =",
    "strictly",
    "in",
    "int",
    "inf",
    "x",
    "y",
    "a",
    "b",
    "a[",
    "b[2]",
    "i",
    "n",
    "n = 3",
    "y = f(x)",
    "f(a -> b)",
    "-> c[3]",
    "->",
    "..",
    ":",
    ",",
    ";",
    "\n",
    "=",
    "==",
    "!=",
    "<",
    "<=",
    "+",
    "-",
    "*",
    "/",
    "^",
    "isnan(y)",
    "signbit(",
    "and",
    "or",
    "not",
    "1e-3",
    "3",
    "é",
];

/// Contracts that are cut into pieces.
const SOUND: &str = include_str!("data/all.contract");

fn answer(text: &str) {
    for name in ["a.contract", "a.fpcore"] {
        if let Err(shown) = read_file_text(name, text.as_bytes()) {
            assert!(shown.contains("error: "), "{shown}");
        }
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn clauses_mean_what_the_text_says(condition in condition(), point in point()) {
        let text = format!(
            "contract c(n = {LENGTH}, x in [-9, 9], t in [-9, 9], a[n] in [-9, 9]) {{\n y = f(x)\n g(a -> b)\n ensures {}\n}}",
            condition.text(0)
        );
        let contract = one(&text);
        let inputs = [&[point.x, point.t], point.a.as_slice()].concat();
        let outputs = [&[point.y], point.b.as_slice()].concat();
        let found = promised(&contract, &variables(&contract, &inputs, &outputs));
        prop_assert_eq!(found, condition.clauses(&point, &mut vec![]), "{}", text);
    }

    #[test]
    fn sorted_and_permutation_mean_that(a in prop::collection::vec(-2..3_i64, 4), other in prop::collection::vec(-2..3_i64, 4), order in any::<[prop::sample::Index; 3]>(), same in any::<bool>()) {
        let mut b = if same { a.clone() } else { other };
        order.iter().zip(0..).for_each(|(at, n)| b.swap(n, at.index(4)));
        let holds = |claim: &str| {
            let contract = one(&format!("contract c(a[4] in [-9, 9]) {{ sort(a -> b)\n b is {claim} }}"));
            let outputs: Vec<Option<i64>> = b.iter().map(|&y| Some(y)).collect();
            promised(&contract, &variables(&contract, &a, &outputs)).into_iter().all(|truth| truth == Some(true))
        };
        let sorted = |list: &[i64]| { let mut list = list.to_vec(); list.sort_unstable(); list };
        prop_assert_eq!(holds("sorted"), b == sorted(&b));
        prop_assert_eq!(holds("sorted descending"), b.iter().rev().copied().collect::<Vec<_>>() == sorted(&b));
        prop_assert_eq!(holds("a permutation of a"), sorted(&a) == sorted(&b));
    }

    #[test]
    fn token_soup_is_answered(words in prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60), body in any::<bool>()) {
        let soup = words.join(" ");
        answer(&soup);
        if body {
            answer(&format!("contract c(x in [-1, 1], n = 3, a[n] in [0, 1]) {{ y = f(x)\n f(a -> b)\n {soup} }}"));
        }
    }

    #[test]
    fn pieces_of_contracts_in_another_order_are_answered(cuts in prop::collection::vec(any::<prop::sample::Index>(), 2..6), swap in any::<bool>()) {
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut.index(SOUND.len())).filter(|&i| SOUND.is_char_boundary(i)).collect();
        at.sort_unstable();
        let mut ends = vec![0];
        ends.extend(at);
        ends.push(SOUND.len());
        let mut pieces: Vec<&str> = ends.windows(2).map(|w| &SOUND[w[0]..w[1]]).collect();
        if swap {
            pieces.reverse();
        } else {
            pieces.remove(cuts[0].index(pieces.len()));
        }
        answer(&pieces.concat());
    }
}

#[test]
fn the_contracts_that_are_cut_are_sound() {
    assert_eq!(read(SOUND).unwrap_or_else(|e| panic!("{e}")).len(), 4);
}

/// Every single word left out, doubled, or exchanged with its neighbour.
#[test]
fn every_word_of_a_contract_may_be_wrong() {
    let words: Vec<&str> = SOUND.split_inclusive([' ', '\n']).collect();
    for n in 0..words.len() {
        let without = [&words[..n], &words[n + 1..]].concat();
        let doubled = [&words[..=n], &words[n..]].concat();
        let mut exchanged = words.clone();
        exchanged.swap(n, (n + 1) % words.len());
        [without, doubled, exchanged]
            .iter()
            .for_each(|words| answer(&words.concat()));
    }
}
