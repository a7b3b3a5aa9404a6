//! Operator `zero`: a program that divides by an input which is zero, and answers −∞ for the negative zero.
//!
//! The two zeros are one real number, so a formula cannot tell them apart, and a program must not. No mutant is made of a
//! formula that jumps where a zero changes its sign: `atan2` left of the origin, and `copysign`.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::{ComparisonOperator, Expr, ExprKind};
use expr::edit::ExprEdit;
use expr::spec::{Format, Specification};
use interval::{Binary, Interval};

use super::build::{choose, div, int, less, variable};
use super::programs::{SiteRanges, enclosed, sides};
use super::site::{NodeSite, sites};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "zero",
    objective: MutantObjective::Robustness,
    purpose: "Answer −∞ where an input is the negative zero.",
    example: (
        "(sin x)",
        "(! :precision binary64 (if (and (== x 0) (< (/ 1 x) 0)) (/ 1 x) (sin x)))",
    ),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let Some(arithmetic) = CoarseArithmetic::of_output(spec.output) else {
        return Vec::new();
    };
    if jumps(spec) {
        return Vec::new();
    }
    let inputs = (0..spec.inputs.len()).filter(|&i| has_value_at_zero(spec, i));
    inputs.map(|i| mutant(spec, arithmetic, i)).collect()
}

/// `zero:2:negative` for input number 2.
fn id(input: usize) -> String {
    format!("{}:{input}:negative", ROW.name)
}

impl Mutant {
    /// Whether it is off where this input is the negative zero, and nowhere else.
    pub fn is_off_at_negative_zero(&self, input: usize) -> bool {
        self.operator == MutationOperator::Zero && self.id == id(input)
    }
}

fn mutant(spec: &Specification, arithmetic: CoarseArithmetic, input: usize) -> Mutant {
    let name = &spec.inputs[input].name;
    let x = || variable(name);
    let zero = Expr::synthetic(ExprKind::Compare(ComparisonOperator::Equal, vec![x(), int(0)]));
    let negative = less(div(int(1), x()), int(0));
    let condition = Expr::synthetic(ExprKind::And(vec![zero, negative]));
    let body = choose(condition, div(int(1), x()), spec.core.body.clone());
    Mutant {
        id: id(input),
        operator: MutationOperator::Zero,
        description: format!("in {}: −∞ where `{name}` is the negative zero", arithmetic.name()),
        change: MutantChange::Program(arithmetic, vec![ExprEdit::whole(body)]),
    }
}

/// Whether the answers of maths libraries jump where a zero changes its sign, while the formula knows one zero only.
fn jumps(spec: &Specification) -> bool {
    let ranges = SiteRanges::new(spec);
    let jumps = |site: &NodeSite| match &site.expr.kind {
        ExprKind::Binary(Binary::Copysign, ..) => true,
        ExprKind::Binary(Binary::Atan2, ..) => match ranges.below(site).get(1) {
            Some(Some(x)) => x.lo() <= 0.0,
            _ => true,
        },
        _ => false,
    };
    sites(&spec.core.body).iter().any(jumps)
}

/// Whether an input can be zero, and the formula may have a value then.
fn has_value_at_zero(spec: &Specification, input: usize) -> bool {
    let mut sides = sides(spec);
    let floats = !matches!(spec.inputs[input].format, Format::Fixed(_));
    let inside = sides.get(input).is_some_and(Interval::contains_zero);
    if !floats || !inside {
        return false;
    }
    sides[input] = Interval::point(0.0);
    let ranges = enclosed(spec, &sides);
    ranges.is_some_and(|ranges| ranges.first().is_some_and(Option::is_some))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Zero, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn only_inputs_that_can_be_zero_have_one() {
        let made = |body: &str| {
            let pre = ":pre (and (<= 0 x 1) (<= 1 y 2) (<= -1 z 1))";
            let spec = spec(&format!("(FPCore (x y z) :accuracy-rel 1e-10 {pre} {body})"));
            ids(MutationOperator::Zero, &spec)
        };
        assert_eq!(made("(* x (* y z))"), ["zero:0:negative", "zero:2:negative"]);
        assert_eq!(made("(/ y z)"), ["zero:0:negative"]);
        assert_eq!(made("(atan2 x y)"), ["zero:0:negative", "zero:2:negative"]);
        // On the left of the origin, −0 and 0 are on different sides of the cut.
        assert!(made("(atan2 x z)").is_empty());
        assert!(made("(copysign y x)").is_empty());
    }
}
