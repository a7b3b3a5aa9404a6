//! Operator `asymptote`: above a threshold, a function is replaced by what it comes near to, and the threshold is too low.
//!
//! If the two differ by a share d(a) that falls with |a|, a threshold T with d(T) = 2^s·ε is wrong by that factor.

use crate::mutant::{CoarseArithmetic, Mutant};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Binary, Constant, Interval, Unary};
use std::f64::consts::LN_2;

use super::build::{binary, choose, constant, div, exp, fabs, float, int, less, log, mul};
use super::programs::{COARSER, SiteRanges, accuracy_bits, at_site, is_in_condition};
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "asymptote",
    objective: MutantObjective::Precision,
    purpose: "Above a threshold that is too low, compute what a function comes near to.",
    example: (
        "(cosh x)",
        "(! :precision binary64 (if (< 0x1.54p+3 (fabs x)) (/ (exp (fabs x)) 2) (cosh x)))",
    ),
    generate,
};

/// A function, its asymptote, and T for d(T) ≈ 2^−n.
type Asymptote = (Unary, fn(Expr) -> Expr, fn(i32) -> f64);

const ASYMPTOTES: &[Asymptote] = &[
    // 1 − tanh a ≈ 2·exp(−2a)
    (
        Unary::Tanh,
        |a| with_sign(int(1), a),
        |n| eighths(f64::from(n + 1) * LN_2 / 2.0),
    ),
    // 1 − erf a ≈ exp(−a²)/(a·√π), and a·√π ≈ 8.
    (
        Unary::Erf,
        |a| with_sign(int(1), a),
        |n| eighths((f64::from((n - 3).max(0)) * LN_2).sqrt()),
    ),
    // sinh a = exp(a)/2·(1 − exp(−2a))
    (
        Unary::Sinh,
        |a| with_sign(half_exp(a.clone()), a),
        |n| eighths(f64::from(n) * LN_2 / 2.0),
    ),
    (Unary::Cosh, half_exp, |n| eighths(f64::from(n) * LN_2 / 2.0)),
    // expm1 a = exp(a)·(1 − exp(−a))
    (Unary::Expm1, exp, |n| eighths(f64::from(n) * LN_2)),
    // asinh a − log(2a) ≈ 1/(4a²), where log(2a) ≈ 8.
    (
        Unary::Asinh,
        |a| with_sign(log_of_twice(a.clone()), a),
        |n| power((n - 5) / 2),
    ),
    (Unary::Acosh, log_of_twice, |n| power((n - 5) / 2)),
    // log1p a − log a ≈ 1/a, where log a ≈ 16.
    (Unary::Log1p, log, |n| power(n - 4)),
    // π/2 − atan a ≈ 1/a
    (Unary::Atan, |a| with_sign(constant(Constant::Pi2), a), power),
];

fn with_sign(size: Expr, a: Expr) -> Expr {
    binary(Binary::Copysign, size, a)
}

fn half_exp(a: Expr) -> Expr {
    div(exp(fabs(a)), int(2))
}

fn log_of_twice(a: Expr) -> Expr {
    log(mul(int(2), fabs(a)))
}

/// Rounded down to a multiple of 1/8, lest an identifier depend on the last bit of a computed number.
fn eighths(t: f64) -> f64 {
    (t * 8.0).floor() / 8.0
}

fn power(n: i32) -> f64 {
    f64::from(n).exp2()
}

fn generate(spec: &Specification) -> Vec<Mutant> {
    let (Some(arithmetic), Some(bits)) = (CoarseArithmetic::of_output(spec.output), accuracy_bits(spec)) else {
        return Vec::new();
    };
    let ranges = SiteRanges::new(spec);
    let mut made = Vec::new();
    for site in &sites(&spec.core.body) {
        let below: Option<Vec<Interval>> = ranges.below(site).into_iter().collect();
        if let Some(below) = below.filter(|_| !is_in_condition(&spec.core.body, site)) {
            let faults = COARSER.iter().filter_map(|s| fault(site, &below, bits - s));
            let mutant = |(t, new): (f64, Expr)| {
                let what = format!("above-{t}");
                at_site(MutationOperator::Asymptote, arithmetic, site, &what, new)
            };
            let mut found: Vec<(f64, Expr)> = faults.collect();
            found.dedup_by_key(|(t, _)| *t);
            made.extend(found.into_iter().map(mutant));
        }
    }
    made
}

/// A threshold above which the asymptote of what stands at a place is off by 2^−n of the value, and the program with it.
fn fault(site: &NodeSite, below: &[Interval], n: i32) -> Option<(f64, Expr)> {
    match (&site.expr.kind, below) {
        (ExprKind::Unary(f, a), [range]) => {
            let (_, asymptote, threshold) = ASYMPTOTES.iter().find(|(g, ..)| g == f)?;
            let t = threshold(n);
            let one_sided = *f == Unary::Expm1 || *f == Unary::Log1p;
            let range = if one_sided { positive(*range)? } else { *range };
            let size = if one_sided { (**a).clone() } else { fabs((**a).clone()) };
            let reached = t >= 1.0 && range.mag() > t && range.mig() < 2.0 * t;
            reached.then(|| {
                (
                    t,
                    choose(less(float(t), size), asymptote((**a).clone()), site.expr.clone()),
                )
            })
        }
        (ExprKind::Binary(Binary::Hypot, a, b), [x, y]) => hypot(site, (a, *x), (b, *y), n),
        _ => None,
    }
}

fn positive(range: Interval) -> Option<Interval> {
    Some(range.intersect(&Interval::hull_of(0.0, f64::INFINITY))).filter(|r| !r.is_empty())
}

/// hypot(a, b) as the larger of |a| and |b| where that is t times the other: a share of about 1/(2t²).
fn hypot(site: &NodeSite, (a, x): (&Expr, Interval), (b, y): (&Expr, Interval), n: i32) -> Option<(f64, Expr)> {
    let t = power((n - 1) / 2);
    let reached = t >= 2.0 && (x.mag() > t * y.mig() || y.mag() > t * x.mig());
    let sizes = || (fabs(a.clone()), fabs(b.clone()));
    let of_both = |f: Binary| {
        let (a, b) = sizes();
        binary(f, a, b)
    };
    let far = less(mul(float(t), of_both(Binary::Fmin)), of_both(Binary::Fmax));
    reached.then(|| (t, choose(far, of_both(Binary::Fmax), site.expr.clone())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Asymptote, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn thresholds_lie_where_the_asymptote_is_still_wrong() {
        let made = |pre: &str, body: &str| {
            let text = format!("(FPCore (x y) :accuracy-rel 1e-10 :pre (and {pre} (<= 0 y 1)) {body})");
            ids(MutationOperator::Asymptote, &spec(&text))
        };
        let tanh = [
            "asymptote:0:above-11",
            "asymptote:0:above-9.625",
            "asymptote:0:above-7.5",
        ];
        assert_eq!(made("(<= -20 x 20)", "(tanh x)"), tanh);
        assert_eq!(made("(<= 0 x 8)", "(tanh x)"), tanh[2..]);
        assert!(made("(<= -20 x 0)", "(expm1 x)").is_empty());
        assert!(!made("(<= 1 x 2)", "(hypot x y)").is_empty());
        assert!(made("(<= 0 x 1)", "(sqrt x)").is_empty());
    }
}
