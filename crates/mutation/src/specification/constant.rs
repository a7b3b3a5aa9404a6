//! Operator `constant`: a mistyped or truncated literal.
//!
//! An integer c becomes c + 1 and c − 1; any other literal c becomes c·(1 + 10ε) and c·(1 − 10ε), exactly;
//! and the sign of each that is not 0 is flipped. Named constants such as `PI` are literals of the second kind.
//! ε is the relative accuracy that is asked for, and 10^−10 where none is.

use crate::mutant::Mutant;
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{Expr, ExprKind};
use expr::spec::Specification;
use interval::{Binary, Constant, Unary};
use rug::Rational;

use super::epsilon;
use super::site::{SiteFault, at_each_site};
use super::words::{becomes, number, short};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "constant",
    objective: MutantObjective::Functional,
    purpose: "Change a literal: an integer by 1, another number by ten times the accuracy, or its sign.",
    example: ("(* 2 x)", "(* 3 x)"),
    generate,
};

/// ε where no relative accuracy is asked for.
const DEFAULT_EPSILON: (u64, u64) = (1, 10_000_000_000);

fn generate(spec: &Specification) -> Vec<Mutant> {
    let epsilon = epsilon(spec).unwrap_or_else(|| Rational::from(DEFAULT_EPSILON));
    let shift = epsilon * 10;
    at_each_site(spec, MutationOperator::Constant, |site| match &site.expr.kind {
        ExprKind::Number(n) => of_number(site.expr, &n.value, &shift),
        ExprKind::Constant(c) => of_named(site.expr, *c, &shift),
        _ => vec![],
    })
}

fn of_number(old: &Expr, value: &Rational, shift: &Rational) -> Vec<SiteFault> {
    let [(up, upper), (down, lower)] = if value.is_integer() {
        [
            ("plus-one", Rational::from(value + 1)),
            ("minus-one", Rational::from(value - 1)),
        ]
    } else {
        let step = Rational::from(value * shift);
        [
            ("scaled-up", Rational::from(value + &step)),
            ("scaled-down", Rational::from(value - &step)),
        ]
    };
    let changed = [(up, upper), (down, lower), ("negated", Rational::from(-value))];
    changed
        .into_iter()
        .map(|(what, new)| fault(old, what, number(new)))
        .collect()
}

/// `(* PI 1+10ε)`, `(* PI 1-10ε)` and `(- PI)`.
fn of_named(old: &Expr, constant: Constant, shift: &Rational) -> Vec<SiteFault> {
    let itself = || Box::new(Expr::synthetic(ExprKind::Constant(constant)));
    let scaled = |by: Rational| Expr::synthetic(ExprKind::Binary(Binary::Mul, itself(), Box::new(number(by))));
    vec![
        fault(old, "scaled-up", scaled(Rational::from(1 + shift))),
        fault(old, "scaled-down", scaled(Rational::from(1 - shift))),
        fault(old, "negated", Expr::synthetic(ExprKind::Unary(Unary::Neg, itself()))),
    ]
}

fn fault(old: &Expr, what: &str, new: Expr) -> SiteFault {
    SiteFault::new(what, becomes(&short(old), &short(&new)), new.kind)
}

#[cfg(test)]
mod tests {
    use crate::operator::MutationOperator;
    use crate::testing::{bodies, check, check_example, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Constant, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn integers_move_by_one_and_change_sign() {
        check(
            MutationOperator::Constant,
            "(* 2.0 x)",
            &[
                ("1:plus-one", "(* 3 x)"),
                ("1:minus-one", "(* 1 x)"),
                ("1:negated", "(* -2 x)"),
            ],
        );
    }

    #[test]
    fn zero_has_no_sign() {
        check(
            MutationOperator::Constant,
            "0",
            &[("0:plus-one", "1"), ("0:minus-one", "-1")],
        );
    }

    #[test]
    fn exponents_and_comparisons_count_too() {
        check(
            MutationOperator::Constant,
            "(if (< x 5) (pow x 3) x)",
            &[
                ("3:plus-one", "(if (< x 6) (pow x 3) x)"),
                ("3:minus-one", "(if (< x 4) (pow x 3) x)"),
                ("3:negated", "(if (< x -5) (pow x 3) x)"),
                ("6:plus-one", "(if (< x 5) (pow x 4) x)"),
                ("6:minus-one", "(if (< x 5) (pow x 2) x)"),
                ("6:negated", "(if (< x 5) (pow x -3) x)"),
            ],
        );
    }

    /// Checks the scaled literals of a body under an accuracy.
    fn check_scaled(accuracy: &str, body: &str, expected: [&str; 3]) {
        let spec = spec(&format!("(FPCore (x) {accuracy} {body})"));
        assert_eq!(bodies(MutationOperator::Constant, &spec), expected, "{accuracy} {body}");
    }

    #[test]
    fn other_numbers_scale_with_the_accuracy() {
        check_scaled(":accuracy-rel 1e-3", "0.5", ["0.505", "0.495", "-0.5"]);
        check_scaled(
            ":accuracy-ulps 1/5",
            "0.5",
            [
                "2251799813685249/4503599627370496",
                "2251799813685247/4503599627370496",
                "-0.5",
            ],
        );
        check_scaled(":accuracy-abs 1", "0.5", ["0.5000000005", "0.4999999995", "-0.5"]);
    }

    #[test]
    fn named_constants_are_scaled() {
        check_scaled(":accuracy-rel 1e-3", "PI", ["(* PI 1.01)", "(* PI 0.99)", "(- PI)"]);
    }
}
