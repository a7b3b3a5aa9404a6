//! Operator `leading`: below a threshold, a function is replaced by the leading term of its series, and the threshold is
//! too high.
//!
//! If f(a) and its leading term differ by about c·|a|^k of the value, a threshold T with c·T^k = 2^s·ε is wrong by that
//! factor. The thresholds are powers of two.

use crate::mutant::{CoarseArithmetic, Mutant};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Constant, Interval, Unary};

use super::build::{choose, constant, fabs, float, int, less, mul};
use super::programs::{COARSER, SiteRanges, accuracy_bits, at_site, is_in_condition};
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "leading",
    objective: MutantObjective::Precision,
    purpose: "Below a threshold that is too high, compute the leading term of a function only.",
    example: ("(sin x)", "(! :precision binary64 (if (< (fabs x) 0x1p-14) x (sin x)))"),
    generate,
};

/// A function, its leading term, and g and k of the share 2^−g·|a|^k, or a little more, by which they differ.
type LeadingTerm = (Unary, fn(Expr) -> Expr, i32, i32);

const TERMS: &[LeadingTerm] = &[
    (Unary::Sin, |a| a, 3, 2),
    (Unary::Tan, |a| a, 2, 2),
    (Unary::Asin, |a| a, 3, 2),
    (Unary::Atan, |a| a, 2, 2),
    (Unary::Sinh, |a| a, 3, 2),
    (Unary::Tanh, |a| a, 2, 2),
    (Unary::Asinh, |a| a, 3, 2),
    (Unary::Atanh, |a| a, 2, 2),
    (Unary::Expm1, |a| a, 1, 1),
    (Unary::Log1p, |a| a, 1, 1),
    (Unary::Cos, |_| int(1), 1, 2),
    (Unary::Cosh, |_| int(1), 1, 2),
    (Unary::Exp, |_| int(1), 0, 1),
    (Unary::Erf, |a| mul(constant(Constant::TwoOverSqrtPi), a), 2, 2),
];

fn generate(spec: &Specification) -> Vec<Mutant> {
    let (Some(arithmetic), Some(bits)) = (CoarseArithmetic::of_output(spec.output), accuracy_bits(spec)) else {
        return Vec::new();
    };
    let ranges = SiteRanges::new(spec);
    let mut made = Vec::new();
    for site in &sites(&spec.core.body) {
        if !is_in_condition(&spec.core.body, site)
            && let Some(&Some(range)) = ranges.below(site).first()
        {
            made.extend(faults(site, range, bits, arithmetic));
        }
    }
    made
}

fn faults(site: &NodeSite, range: Interval, bits: i32, arithmetic: CoarseArithmetic) -> Vec<Mutant> {
    let ExprKind::Unary(f, a) = &site.expr.kind else {
        return Vec::new();
    };
    let Some((_, term, g, k)) = TERMS.iter().find(|(g, ..)| g == f) else {
        return Vec::new();
    };
    let mut exponents: Vec<i32> = COARSER.map(|s| threshold(s - bits + g, *k)).to_vec();
    exponents.retain(|&j| j <= 0 && is_reached(range, f64::from(j).exp2()));
    exponents.dedup();
    let mutant = |j: i32| {
        let small = less(fabs((**a).clone()), float(f64::from(j).exp2()));
        let new = choose(small, term((**a).clone()), site.expr.clone());
        at_site(
            MutationOperator::Leading,
            arithmetic,
            site,
            &format!("below-2^{j}"),
            new,
        )
    };
    exponents.into_iter().map(mutant).collect()
}

/// The least j with 2^(j·k) ≥ 2^e.
fn threshold(e: i32, k: i32) -> i32 {
    e.div_euclid(k) + i32::from(e.rem_euclid(k) != 0)
}

/// Whether an argument in this range may lie in the upper two binades below a threshold.
fn is_reached(range: Interval, threshold: f64) -> bool {
    range.mag() > threshold / 4.0 && range.mig() < threshold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Leading, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn thresholds_lie_where_the_leading_term_begins_to_be_wrong() {
        let made = |pre: &str, body: &str| {
            let text = format!("(FPCore (x) :accuracy-rel 1e-10 :pre {pre} {body})");
            ids(MutationOperator::Leading, &spec(&text))
        };
        // 1e-10 is 2^-33.2: x^2/6 is 8 times that at about 2^-14.
        let sine = ["leading:0:below-2^-14", "leading:0:below-2^-12", "leading:0:below-2^-9"];
        assert_eq!(made("(<= 0 x 1)", "(sin x)"), sine);
        assert_eq!(made("(<= 0.001 x 1)", "(sin x)"), ["leading:0:below-2^-9"]);
        assert!(made("(<= 1 x 2)", "(sin x)").is_empty());
        assert!(made("(<= 0 x 1)", "(sqrt x)").is_empty());
    }
}
