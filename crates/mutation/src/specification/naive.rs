//! Operator `naive`: a function replaced by an identity that holds in the reals and loses digits, overflows or leaves its
//! branch in floats, computed in the format of the output.

use crate::mutant::{CoarseArithmetic, Mutant};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Binary, Constant, Unary};

use super::build::{add, binary, constant, div, exp, int, log, mul, neg, sqrt, square, sub, unary};
use super::programs;
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "naive",
    objective: MutantObjective::Precision,
    purpose: "Replace a function by an identity that is naive in floats, and compute in the format of the output.",
    example: ("(* 2 (expm1 x))", "(! :precision binary64 (* 2 (- (exp x) 1)))"),
    generate,
};

/// An identity: its name, and what stands in the place of f(a) or f(a, b).
type NaiveOfOne = (Unary, &'static str, fn(Expr) -> Expr);
type NaiveOfTwo = (Binary, &'static str, fn(Expr, Expr) -> Expr);

const OF_ONE: &[NaiveOfOne] = &[
    (Unary::Expm1, "exp-minus-1", |a| sub(exp(a), int(1))),
    (Unary::Log1p, "log-of-sum", |a| log(add(int(1), a))),
    (Unary::Sinh, "exponentials", |a| {
        div(sub(exp(a.clone()), exp(neg(a))), int(2))
    }),
    (Unary::Cosh, "exponentials", |a| {
        div(add(exp(a.clone()), exp(neg(a))), int(2))
    }),
    (Unary::Tanh, "exponentials", |a| {
        let e = || exp(mul(int(2), a.clone()));
        div(sub(e(), int(1)), add(e(), int(1)))
    }),
    (Unary::Asinh, "logarithm", |a| {
        log(add(a.clone(), sqrt(add(square(a), int(1)))))
    }),
    (Unary::Acosh, "logarithm", |a| {
        log(add(a.clone(), sqrt(sub(square(a), int(1)))))
    }),
    (Unary::Atanh, "logarithm", |a| {
        div(log(div(add(int(1), a.clone()), sub(int(1), a))), int(2))
    }),
    (Unary::Erfc, "one-minus-erf", |a| sub(int(1), unary(Unary::Erf, a))),
    (Unary::Cbrt, "power", |a| binary(Binary::Pow, a, div(int(1), int(3)))),
    (Unary::Tan, "quotient", |a| {
        div(unary(Unary::Sin, a.clone()), unary(Unary::Cos, a))
    }),
    (Unary::Log2, "quotient", |a| div(log(a), constant(Constant::Ln2))),
    (Unary::Log10, "quotient", |a| div(log(a), constant(Constant::Ln10))),
    (Unary::Exp2, "exponential", |a| exp(mul(a, constant(Constant::Ln2)))),
    (Unary::Exp10, "exponential", |a| exp(mul(a, constant(Constant::Ln10)))),
    (Unary::Acos, "complement", |a| {
        sub(constant(Constant::Pi2), unary(Unary::Asin, a))
    }),
    (Unary::Lgamma, "log-of-gamma", |a| {
        log(unary(Unary::Fabs, unary(Unary::Tgamma, a)))
    }),
    (Unary::Sin, "complement", |a| {
        unary(Unary::Cos, sub(a, constant(Constant::Pi2)))
    }),
];

const OF_TWO: &[NaiveOfTwo] = &[
    (Binary::Hypot, "squares", |a, b| sqrt(add(square(a), square(b)))),
    (Binary::Div, "reciprocal", |a, b| mul(a, div(int(1), b))),
    (Binary::Pow, "exponential", |a, b| exp(mul(b, log(a)))),
    (Binary::Atan2, "atan-of-quotient", |a, b| unary(Unary::Atan, div(a, b))),
    (Binary::Fdim, "difference", sub),
    (Binary::Fmod, "truncation", |a, b| {
        sub(a.clone(), mul(b.clone(), unary(Unary::Trunc, div(a, b))))
    }),
];

fn generate(spec: &Specification) -> Vec<Mutant> {
    let Some(arithmetic) = CoarseArithmetic::of_output(spec.output) else {
        return Vec::new();
    };
    let sites = sites(&spec.core.body);
    sites.iter().flat_map(|site| at_site(site, arithmetic)).collect()
}

fn at_site(site: &NodeSite, arithmetic: CoarseArithmetic) -> Vec<Mutant> {
    let faults: Vec<(&str, Expr)> = match &site.expr.kind {
        ExprKind::Unary(f, a) => OF_ONE
            .iter()
            .filter(|(g, ..)| g == f)
            .map(|(_, what, make)| (*what, make((**a).clone())))
            .collect(),
        ExprKind::Binary(f, a, b) => OF_TWO
            .iter()
            .filter(|(g, ..)| g == f && !is_exact_anyway(*f, a, b))
            .map(|(_, what, make)| (*what, make((**a).clone(), (**b).clone())))
            .collect(),
        ExprKind::Fma(a, b, c) => vec![("rounded-product", add(mul((**a).clone(), (**b).clone()), (**c).clone()))],
        _ => Vec::new(),
    };
    let mutant = |(what, new)| programs::at_site(MutationOperator::Naive, arithmetic, site, what, new);
    faults.into_iter().map(mutant).collect()
}

/// Dividing by a power of two is the same as multiplying, and small powers are no logarithms in anybody's program.
fn is_exact_anyway(f: Binary, a: &Expr, b: &Expr) -> bool {
    let number = |e: &Expr| match &e.kind {
        ExprKind::Number(n) => Some(n.value.clone()),
        _ => None,
    };
    let one = |e: &Expr| number(e).is_some_and(|q| q == 1);
    match f {
        Binary::Div => one(a) || number(b).is_some_and(|q| q.denom().is_power_of_two() && q.numer().is_power_of_two()),
        Binary::Pow => number(b).is_some_and(|q| *q.denom() == 1),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{check, check_example};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Naive, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn each_place_has_its_identities() {
        check(
            MutationOperator::Naive,
            "(+ (log1p x) (/ y (hypot x z)))",
            &[
                (
                    "1:log-of-sum",
                    "(! :precision binary64 (+ (log (+ 1 x)) (/ y (hypot x z))))",
                ),
                (
                    "3:reciprocal",
                    "(! :precision binary64 (+ (log1p x) (* y (/ 1 (hypot x z)))))",
                ),
                (
                    "5:squares",
                    "(! :precision binary64 (+ (log1p x) (/ y (sqrt (+ (* x x) (* z z))))))",
                ),
            ],
        );
    }

    #[test]
    fn what_changes_nothing_is_left_out() {
        check(MutationOperator::Naive, "(+ (/ x 4) (+ (/ 1 y) (pow z 3)))", &[]);
    }
}
