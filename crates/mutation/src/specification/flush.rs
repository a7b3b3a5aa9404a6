//! Operator `flush`: subnormal inputs or results are flushed to zero, as fast modes of machines and compilers do.

use crate::mutant::{CoarseArithmetic, Mutant, MutantChange};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::ast::Expr;
use expr::edit::ExprEdit;
use expr::spec::{Format, Specification};
use interval::Interval;

use super::build::{bind, choose, fabs, float, int, less, variable};
use super::programs::{enclosed, sides};

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "flush",
    objective: MutantObjective::Robustness,
    purpose: "Take a subnormal input, or a subnormal result, for zero.",
    example: (
        "(sin x)",
        "(! :precision binary64 (let ((x (if (< (fabs x) 0x1p-1022) 0 x))) (sin x)))",
    ),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let (Some(arithmetic), Some(least)) = (CoarseArithmetic::of_output(spec.output), least_normal(spec.output)) else {
        return Vec::new();
    };
    // Where the margin is larger, nothing is lost.
    if spec.accuracy.absolute.as_ref().is_some_and(|d| *d >= least) {
        return Vec::new();
    }
    let inputs: Vec<usize> = (0..spec.inputs.len()).filter(|&i| vanishes_with(spec, i)).collect();
    let result =
        (!inputs.is_empty()).then(|| mutant(arithmetic, "result".into(), "the result", flushed_result(spec, least)));
    let input = |&i: &usize| {
        let name = &spec.inputs[i].name;
        let least = least_normal(spec.inputs[i].format)?;
        let body = bind(name, zero_below(variable(name), least), spec.core.body.clone());
        Some(mutant(arithmetic, format!("{i}:input"), &format!("`{name}`"), body))
    };
    inputs.iter().filter_map(input).chain(result).collect()
}

fn mutant(arithmetic: CoarseArithmetic, what: String, subject: &str, body: Expr) -> Mutant {
    Mutant {
        id: format!("{}:{what}", ROW.name),
        operator: MutationOperator::Flush,
        description: format!("in {}: {subject} is zero if it is subnormal", arithmetic.name()),
        change: MutantChange::Program(arithmetic, vec![ExprEdit::whole(body)]),
    }
}

fn flushed_result(spec: &Specification, least: f64) -> Expr {
    bind("t", spec.core.body.clone(), zero_below(variable("t"), least))
}

fn zero_below(x: Expr, least: f64) -> Expr {
    choose(less(fabs(x.clone()), float(least)), int(0), x)
}

fn least_normal(format: Format) -> Option<f64> {
    match format {
        Format::Binary64 => Some(f64::MIN_POSITIVE),
        Format::Binary32 => Some(f64::from(f32::MIN_POSITIVE)),
        Format::Fixed(_) => None,
    }
}

/// Whether an input can be subnormal, and the formula may come near to zero then: else zero for it changes nothing much.
fn vanishes_with(spec: &Specification, input: usize) -> bool {
    let Some(least) = least_normal(spec.inputs[input].format) else {
        return false;
    };
    let mut sides = sides(spec);
    let small = sides[input].intersect(&Interval::hull_of(-least.next_down(), least.next_down()));
    if small.is_empty() || small.mag() == 0.0 {
        return false;
    }
    sides[input] = small;
    let root = enclosed(spec, &sides).and_then(|ranges| ranges.first().copied().flatten());
    root.is_some_and(|range| range.contains_zero() || range.mig() <= least)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, ids, spec};

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Flush, "(FPCore (x) :accuracy-rel 1e-10 {})");
    }

    #[test]
    fn only_what_vanishes_with_an_input_is_flushed() {
        let made = |properties: &str, body: &str| {
            ids(
                MutationOperator::Flush,
                &spec(&format!("(FPCore (x y) {properties} {body})")),
            )
        };
        let all = ["flush:0:input", "flush:1:input", "flush:result"];
        assert_eq!(made(":accuracy-rel 1e-10", "(* x y)"), all);
        assert!(made(":accuracy-rel 1e-10", "(+ 2 (+ (cos x) (exp (* y y))))").is_empty());
        assert!(made(":accuracy-rel 1e-10 :accuracy-abs 1e-300", "(* x y)").is_empty());
        assert!(made(":accuracy-rel 1e-10 :pre (and (<= 1 x 2) (<= 1 y 2))", "(* x y)").is_empty());
    }
}
