//! Random cores survive printing; random and damaged texts are answered without a panic.

use expr::ast::{
    ComparisonOperator, Core, Data, Expr, ExprKind, FormalArgument, NumberLiteral, Property, PropertyValue,
};
use expr::diagnostic::TextSpan;
use expr::{fpcore, infix, read_file_text};
use interval::{Binary, Constant, Unary};
use proptest::prelude::*;
use rug::Rational;

fn expr(kind: ExprKind) -> Expr {
    Expr::synthetic(kind)
}

fn boxed(kind: Expr) -> Box<Expr> {
    Box::new(kind)
}

fn variable() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["x", "y", "z"]).prop_map(String::from)
}

/// A literal with its text.
fn written_number() -> impl Strategy<Value = NumberLiteral> {
    let texts = prop_oneof![
        "-?[0-9]{1,20}(\\.[0-9]{0,20})?(e[+-]?[0-9]{1,3})?",
        "-?\\.[0-9]{1,5}",
        "[+-]?0x[0-9a-fA-F]{1,8}(\\.[0-9a-f]{1,8})?(p[+-]?[0-9]{1,3})?",
    ];
    texts.prop_map(|text| NumberLiteral {
        value: fpcore::parse_number(&text).expect("literal"),
        text,
    })
}

/// A decimal that a program made.
fn decimal() -> impl Strategy<Value = NumberLiteral> {
    (any::<i64>(), -40..40_i32).prop_map(|(m, e)| {
        let value = fpcore::parse_number(&format!("{m}e{e}")).expect("literal");
        NumberLiteral {
            value,
            text: String::new(),
        }
    })
}

fn fraction() -> impl Strategy<Value = NumberLiteral> {
    (any::<i64>(), 1..=i64::MAX, any::<bool>()).prop_map(|(p, q, written)| {
        let text = if written { format!("{p}/{q}") } else { String::new() };
        NumberLiteral {
            value: Rational::from((p, q)),
            text,
        }
    })
}

fn digits() -> impl Strategy<Value = NumberLiteral> {
    (any::<i16>(), -20..20_i32, 2..40_u32).prop_map(|(m, e, b)| {
        let text = format!("(digits {m} {e} {b})");
        let core = fpcore::read(&format!("(FPCore () {text})")).expect("literal").remove(0);
        let ExprKind::Number(number) = core.body.kind else {
            panic!("{text}")
        };
        number
    })
}

/// Leaves that both notations have.
fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        4 => variable().prop_map(|v| expr(ExprKind::Variable(v))),
        2 => written_number().prop_map(|n| expr(ExprKind::Number(n))),
        1 => decimal().prop_map(|n| expr(ExprKind::Number(n))),
        1 => digits().prop_map(|n| expr(ExprKind::Number(n))),
        1 => prop::sample::select(Constant::ALL).prop_map(|c| expr(ExprKind::Constant(c))),
    ]
}

fn comparison(real: BoxedStrategy<Expr>) -> impl Strategy<Value = Expr> {
    let chain = (
        prop::sample::select(ComparisonOperator::ALL.to_vec()),
        prop::collection::vec(real, 2..4),
    );
    chain.prop_map(|(comparison, mut operands)| {
        if comparison == ComparisonOperator::NotEqual {
            operands.truncate(2);
        }
        expr(ExprKind::Compare(comparison, operands))
    })
}

/// Conditions over formulas, in both notations.
fn condition(real: BoxedStrategy<Expr>) -> BoxedStrategy<Expr> {
    let simple = prop_oneof![9 => comparison(real), 1 => any::<bool>().prop_map(|b| expr(ExprKind::Bool(b)))];
    simple
        .prop_recursive(3, 8, 3, |inner| {
            prop_oneof![
                inner.clone().prop_map(|c| expr(ExprKind::Not(boxed(c)))),
                prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| expr(ExprKind::And(parts))),
                prop::collection::vec(inner, 2..4).prop_map(|parts| expr(ExprKind::Or(parts))),
            ]
        })
        .boxed()
}

/// Formulas that both notations have.
fn formula() -> BoxedStrategy<Expr> {
    leaf()
        .prop_recursive(5, 40, 3, |inner| {
            let inner = inner.boxed();
            let pair = (prop::sample::select(Binary::ALL), inner.clone(), inner.clone());
            prop_oneof![
                3 => (prop::sample::select(Unary::ALL), inner.clone()).prop_map(|(f, a)| expr(ExprKind::Unary(f, boxed(a)))),
                5 => pair.prop_map(|(f, a, b)| expr(ExprKind::Binary(f, boxed(a), boxed(b)))),
                1 => (inner.clone(), inner.clone(), inner.clone())
                    .prop_map(|(a, b, c)| expr(ExprKind::Fma(boxed(a), boxed(b), boxed(c)))),
                1 => inner.clone().prop_map(|a| expr(ExprKind::Cast(boxed(a)))),
                2 => (condition(inner.clone()), inner.clone(), inner)
                    .prop_map(|(c, a, b)| expr(ExprKind::If(boxed(c), boxed(a), boxed(b)))),
            ]
        })
        .boxed()
}

fn data() -> BoxedStrategy<Data> {
    let symbol = "[a-zA-Z*/+<=>.?_-][a-zA-Z0-9*:/_]{0,6}";
    let atom = prop_oneof![symbol.prop_map(Data::Symbol), any::<String>().prop_map(Data::Text)];
    atom.prop_recursive(3, 10, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(Data::List)
    })
    .boxed()
}

fn property(name: &str, value: PropertyValue) -> Property {
    Property {
        name: name.into(),
        value,
        span: TextSpan::default(),
    }
}

fn data_property() -> impl Strategy<Value = Property> {
    let names = prop::sample::select(vec!["name", "precision", "round", "cite", "example", "custom"]);
    (names, data()).prop_map(|(name, d)| property(name, PropertyValue::Data(d)))
}

fn unsupported() -> impl Strategy<Value = Expr> {
    let names = prop::sample::select(vec!["array", "for", "tensor*", "isnan", "ref"]);
    let constant = |n: &str| expr(ExprKind::Unsupported(n.into(), Data::Symbol(n.into())));
    prop_oneof![
        (names, prop::collection::vec(data(), 0..3))
            .prop_map(|(n, operands)| expr(ExprKind::Unsupported(n.into(), Data::List(operands)))),
        prop::sample::select(vec!["INFINITY", "NAN"]).prop_map(constant),
    ]
}

/// Names, different ones, since parallel bindings must be.
fn names() -> impl Strategy<Value = Vec<String>> {
    prop::sample::subsequence(vec!["x", "y", "z"], 0..=3).prop_map(|n| n.into_iter().map(String::from).collect())
}

/// Formulas with everything that only FPCore has.
fn fpcore_formula() -> BoxedStrategy<Expr> {
    let leaf = prop_oneof![
        6 => formula(),
        1 => fraction().prop_map(|n| expr(ExprKind::Number(n))),
        1 => unsupported(),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        let inner = inner.boxed();
        let values = || prop::collection::vec(inner.clone(), 3);
        prop_oneof![
            (any::<bool>(), names(), values(), inner.clone()).prop_map(|(sequential, names, values, body)| {
                let bindings = names.into_iter().zip(values).collect();
                expr(ExprKind::Let {
                    sequential,
                    bindings,
                    body: boxed(body),
                })
            }),
            (
                any::<bool>(),
                condition(inner.clone()),
                names(),
                values(),
                values(),
                inner.clone()
            )
                .prop_map(|(sequential, condition, names, initial, updates, body)| {
                    let triples = names.into_iter().zip(initial).zip(updates);
                    let bindings = triples.map(|((n, i), u)| (n, i, u)).collect();
                    expr(ExprKind::While {
                        sequential,
                        condition: boxed(condition),
                        bindings,
                        body: boxed(body),
                    })
                }),
            (prop::collection::vec(data_property(), 0..3), inner.clone())
                .prop_map(|(properties, body)| expr(ExprKind::Annotated(properties, boxed(body)))),
        ]
    })
    .boxed()
}

fn argument(name: &str, properties: Vec<Property>, dimensions: Vec<Data>) -> FormalArgument {
    FormalArgument {
        name: name.into(),
        properties,
        dimensions,
        span: TextSpan::default(),
    }
}

/// `x`, `y`, `z` and a tensor, some annotated.
fn arguments() -> impl Strategy<Value = Vec<FormalArgument>> {
    let properties = || prop::collection::vec(data_property(), 0..2);
    let dimensions = prop::collection::vec("[1-9n]".prop_map(Data::Symbol), 1..3);
    (properties(), properties(), dimensions).prop_map(|(p, q, d)| {
        vec![
            argument("x", p, vec![]),
            argument("y", vec![], vec![]),
            argument("z", vec![], vec![]),
            argument("T", q, d),
        ]
    })
}

fn fpcore_core() -> impl Strategy<Value = Core> {
    let expressions = prop_oneof![
        condition(fpcore_formula()).prop_map(|c| property("pre", PropertyValue::Expr(c))),
        fpcore_formula().prop_map(|e| property("spec", PropertyValue::Expr(e))),
        data_property(),
    ];
    let ident = prop::option::of("[a-z][a-z0-9_-]{0,8}");
    let parts = (
        ident,
        arguments(),
        prop::collection::vec(expressions, 0..5),
        fpcore_formula(),
    );
    parts.prop_map(|(ident, arguments, properties, body)| Core {
        ident,
        arguments,
        properties,
        body,
        span: TextSpan::default(),
    })
}

/// A core as infix can express it: ranges, other conditions, clauses, a sequence of bindings.
fn infix_core() -> impl Strategy<Value = Core> {
    let ranges = prop::collection::vec((any::<i32>(), 1..1000_i64, any::<bool>()), 3);
    let conditions = prop::collection::vec(condition(formula()).prop_map(|c| expr(ExprKind::Not(boxed(c)))), 0..3);
    let bindings = prop::collection::vec((variable(), formula()), 0..4);
    (ranges, conditions, bindings, formula()).prop_map(|(ranges, conditions, bindings, body)| {
        let ranges = ["x", "y", "z"]
            .iter()
            .zip(ranges)
            .map(|(name, (lo, width, open))| range(name, lo, width, open));
        let pre = ranges.chain(conditions).collect();
        let body = match bindings.is_empty() {
            true => body,
            false => expr(ExprKind::Let {
                sequential: true,
                bindings,
                body: boxed(body),
            }),
        };
        Core {
            ident: Some("f".into()),
            arguments: ["x", "y", "z"].map(|n| argument(n, vec![], vec![])).into(),
            properties: vec![
                property("name", PropertyValue::Data(Data::Text("a name".into()))),
                property("pre", PropertyValue::Expr(expr(ExprKind::And(pre)))),
                property("accuracy-rel", PropertyValue::Data(Data::Symbol("1e-10".into()))),
            ],
            body,
            span: TextSpan::default(),
        }
    })
}

fn range(name: &str, lo: i32, width: i64, open: bool) -> Expr {
    let number = |n: i64| {
        expr(ExprKind::Number(NumberLiteral {
            value: Rational::from((n, 7)),
            text: String::new(),
        }))
    };
    let comparison = if open {
        ComparisonOperator::Less
    } else {
        ComparisonOperator::LessEqual
    };
    let bounds = [i64::from(lo), i64::from(lo) + width].map(number);
    let [lo, hi] = bounds;
    expr(ExprKind::Compare(
        comparison,
        vec![lo, expr(ExprKind::Variable(name.into())), hi],
    ))
}

/// Neither reader panics.
fn read_both(bytes: &[u8]) {
    for name in ["a.fpcore", "a.lyd"] {
        if let Err(shown) = read_file_text(name, bytes) {
            assert!(shown.contains("error: "), "{shown}");
        }
    }
}

/// Words that texts are made of.
const WORDS: [&str; 48] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "(FPCore",
    "(FPCore (x)",
    "spec",
    "spec f(x)",
    "f(",
    "x",
    "y",
    "in",
    "inf",
    "-",
    "+",
    "*",
    "/",
    "^",
    "<",
    "<=",
    "!=",
    ",",
    ";",
    "\n",
    "=",
    "let",
    "let*",
    "(let ((",
    "while",
    "!",
    ":pre",
    ":name",
    "\"text\"",
    "\"",
    "if",
    "then",
    "else",
    "and",
    "not",
    "accuracy",
    "where",
    "1e-3",
    "1/3",
    "0x1p3",
    "(digits 1 2 3)",
    "é",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(WORDS.to_vec()), 0..60).prop_map(|words| words.join(" "))
}

/// A text with some bytes replaced, removed or doubled.
fn damaged(text: impl Strategy<Value = String>) -> impl Strategy<Value = Vec<u8>> {
    let damage = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..4_u8), 1..6);
    (text, damage).prop_map(|(text, damage)| {
        let mut bytes = text.into_bytes();
        for (index, byte, how) in damage.into_iter().filter(|_| !bytes.is_empty()).collect::<Vec<_>>() {
            let at = index.index(bytes.len());
            match how {
                0 => bytes[at] = byte,
                1 => bytes[at] = b"()[]{}\"-;"[usize::from(byte) % 9],
                2 => bytes.insert(at, bytes[at]),
                _ if bytes.len() > 1 => drop(bytes.remove(at)),
                _ => {}
            }
        }
        bytes
    })
}

/// Failures are printed with their input; nothing is written into the source tree.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn fpcore_survives_printing(core in fpcore_core()) {
        let printed = fpcore::print(&core);
        let again = fpcore::read(&printed).map_err(|e| TestCaseError::fail(format!("{e}\n{printed}")))?;
        prop_assert_eq!(&again, &vec![core], "{}", printed);
        prop_assert_eq!(fpcore::print(&again[0]), printed);
    }

    #[test]
    fn infix_survives_printing(core in infix_core()) {
        let printed = infix::print(&core);
        let again = infix::read(&printed).map_err(|e| TestCaseError::fail(format!("{e}\n{printed}")))?;
        prop_assert_eq!(&again, &vec![core], "{}", printed);
        prop_assert_eq!(infix::print(&again[0]), printed);
    }

    #[test]
    fn any_core_can_be_shown_in_infix(core in fpcore_core()) {
        prop_assert!(infix::print(&core).contains("spec "));
    }

    #[test]
    fn damaged_fpcore_is_answered(bytes in damaged(fpcore_core().prop_map(|c| fpcore::print(&c)))) {
        read_both(&bytes);
    }

    #[test]
    fn damaged_infix_is_answered(bytes in damaged(infix_core().prop_map(|c| infix::print(&c)))) {
        read_both(&bytes);
    }
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn numbers_survive_printing(number in prop_oneof![fraction(), decimal(), written_number()]) {
        prop_assert_eq!(fpcore::parse_number(&fpcore::number_text(&number.value)), Ok(number.value));
    }

    #[test]
    fn random_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_both(&bytes);
    }

    #[test]
    fn random_text_is_answered(text in any::<String>()) {
        read_both(text.as_bytes());
    }

    #[test]
    fn token_soup_is_answered(text in soup()) {
        read_both(text.as_bytes());
    }
}
