//! Operator `reduction`: the argument of a periodic or exponential function is reduced by a π or ln 2 of too few bits.
//!
//! With π·(1 + δ) for π, a large argument a is as good as a·(1 + δ) near zeros of the function, however accurate the rest is.

use crate::mutant::{CoarseArithmetic, Mutant};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Binary, Constant, Interval, Unary};

use super::build::{binary, constant, div, exp, float, int, mul, sub, unary};
use super::programs::{SiteRanges, accuracy_bits, at_site, is_in_condition};
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "reduction",
    objective: MutantObjective::Precision,
    purpose: "Reduce the argument of a function by a π or ln 2 of too few bits.",
    example: ("(sin x)", "(! :precision binary64 (sin (remainder x (* 2 PI))))"),
    generate,
};

/// What a period of single precision is off by, as a power of two: |π − fl(π)|/π and |ln 2 − fl(ln 2)|/ln 2 are more.
const SHORT_BITS: i32 = 29;

fn generate(spec: &Specification) -> Vec<Mutant> {
    let Some(arithmetic) = CoarseArithmetic::of_output(spec.output) else {
        return Vec::new();
    };
    let fine = arithmetic == CoarseArithmetic::Binary64 && accuracy_bits(spec).is_some_and(|q| q > SHORT_BITS + 2);
    let ranges = SiteRanges::new(spec);
    let mut made = Vec::new();
    for site in &sites(&spec.core.body) {
        if !is_in_condition(&spec.core.body, site)
            && let Some(&Some(range)) = ranges.below(site).first()
        {
            let faults = faults(site, range, fine).into_iter();
            made.extend(faults.map(|(what, new)| at_site(MutationOperator::Reduction, arithmetic, site, what, new)));
        }
    }
    made
}

/// `fine`: singles are too coarse for the accuracy.
fn faults(site: &NodeSite, range: Interval, fine: bool) -> Vec<(&'static str, Expr)> {
    let ExprKind::Unary(f, a) = &site.expr.kind else {
        return Vec::new();
    };
    let a = || (**a).clone();
    let reduced = |period: Expr| unary(*f, binary(Binary::Remainder, a(), period));
    let mut found = Vec::new();
    match f {
        // Between −π and π nothing is reduced.
        Unary::Sin | Unary::Cos | Unary::Tan if range.mag() > 4.0 => {
            found.push(("pi", reduced(mul(int(2), constant(Constant::Pi)))));
            let short = 2.0 * f64::from(std::f32::consts::PI);
            found.extend(fine.then(|| ("short-pi", reduced(float(short)))));
        }
        Unary::Exp if fine && range.mag() > 1.0 => found.push(("short-ln2", by_powers_of_two(a()))),
        _ => {}
    }
    found
}

/// exp(a) = exp(a − n·ln 2)·2^n, where n is a/ln 2 rounded.
fn by_powers_of_two(a: Expr) -> Expr {
    let short = || float(f64::from(std::f32::consts::LN_2));
    let n = unary(Unary::Nearbyint, div(a.clone(), short()));
    mul(exp(sub(a, mul(n.clone(), short()))), unary(Unary::Exp2, n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Reduction, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn small_arguments_are_not_reduced() {
        let made = |pre: &str, accuracy: &str, body: &str| {
            let text = format!("(FPCore (x) :accuracy-rel {accuracy} :pre {pre} {body})");
            ids(MutationOperator::Reduction, &spec(&text))
        };
        assert_eq!(
            made("(<= 0 x 100)", "1e-10", "(cos x)"),
            ["reduction:0:pi", "reduction:0:short-pi"]
        );
        assert_eq!(made("(<= 0 x 100)", "1e-6", "(cos x)"), ["reduction:0:pi"]);
        assert_eq!(made("(<= 0 x 100)", "1e-10", "(exp (- x))"), ["reduction:0:short-ln2"]);
        assert!(made("(<= 0 x 1)", "1e-10", "(cos (exp x))").is_empty());
    }
}
