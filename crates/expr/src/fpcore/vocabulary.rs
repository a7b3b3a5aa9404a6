//! The words of FPCore: which names stand for what, how many operands they take, and what a misspelt one may have meant.

use crate::ast::ComparisonOperator;
use interval::{Binary, Constant, Unary};

/// What a name in operator position stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NamedOperator {
    Unary(Unary),
    Binary(Binary),
    /// `-`, of one or two operands.
    Minus,
    Fma,
    Compare(ComparisonOperator),
    And,
    Or,
    Not,
    If,
    Let {
        sequential: bool,
    },
    While {
        sequential: bool,
    },
    Annotation,
    Cast,
    Digits,
    /// Read and printed, but not evaluated.
    Unsupported,
}

/// The operators that are no function of the reals.
const SPECIAL: [(&str, NamedOperator); 13] = [
    ("-", NamedOperator::Minus),
    ("fma", NamedOperator::Fma),
    ("and", NamedOperator::And),
    ("or", NamedOperator::Or),
    ("not", NamedOperator::Not),
    ("if", NamedOperator::If),
    ("let", NamedOperator::Let { sequential: false }),
    ("let*", NamedOperator::Let { sequential: true }),
    ("while", NamedOperator::While { sequential: false }),
    ("while*", NamedOperator::While { sequential: true }),
    ("!", NamedOperator::Annotation),
    ("cast", NamedOperator::Cast),
    ("digits", NamedOperator::Digits),
];

/// Standard operators that are read and printed only.
const UNSUPPORTED: [&str; 13] = [
    "for", "for*", "tensor", "tensor*", "array", "ref", "size", "dim", "isfinite", "isinf", "isnan", "isnormal",
    "signbit",
];

/// Standard constants that are not real numbers.
pub(crate) const UNREAL: [&str; 2] = ["INFINITY", "NAN"];

/// What a name in operator position stands for.
pub(crate) fn operator(name: &str) -> Option<NamedOperator> {
    let special = SPECIAL.iter().find(|(n, _)| *n == name).map(|&(_, o)| o);
    special
        .or_else(|| comparison(name).map(NamedOperator::Compare))
        .or_else(|| Binary::from_name(name).map(NamedOperator::Binary))
        .or_else(|| unary(name).map(NamedOperator::Unary))
        .or_else(|| UNSUPPORTED.contains(&name).then_some(NamedOperator::Unsupported))
}

fn comparison(name: &str) -> Option<ComparisonOperator> {
    ComparisonOperator::ALL.into_iter().find(|c| c.symbol() == name)
}

/// Negation is written `-`, so `neg` is no word of FPCore.
fn unary(name: &str) -> Option<Unary> {
    Unary::from_name(name).filter(|&f| f != Unary::Neg)
}

/// As FPCore writes a function of one operand.
pub(crate) fn unary_name(function: Unary) -> &'static str {
    if function == Unary::Neg { "-" } else { function.name() }
}

/// Whether a name is taken by a constant, so that nothing else may be called so.
pub(crate) fn is_constant(name: &str) -> bool {
    Constant::from_name(name).is_some() || truth(name).is_some() || UNREAL.contains(&name)
}

/// The value of `TRUE` or `FALSE`.
pub(crate) fn truth(name: &str) -> Option<bool> {
    match name {
        "TRUE" => Some(true),
        "FALSE" => Some(false),
        _ => None,
    }
}

/// All names that can stand in operator position.
pub(crate) fn operator_names() -> Vec<&'static str> {
    let functions = Unary::ALL
        .iter()
        .map(|&f| unary_name(f))
        .chain(Binary::ALL.iter().map(|f| f.name()));
    let comparisons = ComparisonOperator::ALL.into_iter().map(ComparisonOperator::symbol);
    functions
        .chain(SPECIAL.into_iter().map(|(n, _)| n))
        .chain(comparisons)
        .chain(UNSUPPORTED)
        .collect()
}

/// All names of constants.
pub(crate) fn constant_names() -> Vec<&'static str> {
    Constant::ALL
        .iter()
        .map(|c| c.name())
        .chain(["TRUE", "FALSE"])
        .chain(UNREAL)
        .collect()
}

/// Names that other languages use for the same thing.
const SYNONYMS: [(&str, &str); 16] = [
    ("abs", "fabs"),
    ("min", "fmin"),
    ("max", "fmax"),
    ("ln", "log"),
    ("^", "pow"),
    ("**", "pow"),
    ("expt", "pow"),
    ("neg", "-"),
    ("arcsin", "asin"),
    ("arccos", "acos"),
    ("arctan", "atan"),
    ("sqr", "*"),
    ("gamma", "tgamma"),
    ("=", "=="),
    ("mod", "fmod"),
    ("ceiling", "ceil"),
];

/// Longest word for which a similar one is looked for.
const LONGEST: usize = 24;

/// The candidate that a misspelt word most likely meant.
pub(crate) fn suggestion<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    if word.chars().count() > LONGEST {
        return None;
    }
    if let Some((_, meant)) = SYNONYMS.iter().find(|(w, _)| *w == word) {
        return Some((*meant).to_string());
    }
    let allowed = (word.chars().count() / 3).clamp(1, 3);
    // Letters to insert, delete, replace or exchange with a neighbour, whatever their case.
    let distance = |c: &str| strsim::osa_distance(&word.to_lowercase(), &c.to_lowercase());
    let near = candidates
        .filter(|c| c.len() <= LONGEST && c.len() > 1)
        .map(|c| (distance(c), c));
    near.filter(|&(d, _)| d <= allowed).min().map(|(_, c)| c.to_string())
}
