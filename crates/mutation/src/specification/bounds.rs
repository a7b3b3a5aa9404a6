//! Operator `bounds`: a domain that is a little too wide or too narrow.
//!
//! Each finite bound is moved outward and inward by a tenth of its magnitude. A bound of 0 has none: it moves by a
//! tenth of the width of the range, or by 1/10 where there is no width either (an infinite or a one-point range).
//! A bound never moves inward up to the opposite one: where it would, it moves by a tenth of the width,
//! and a one-point range is not narrowed.
//! An irrational bound moves to a short decimal about there.
//! With the policy `unspecified` nothing can be expected outside the domain, so no bound moves outward.

use crate::mutant::{Direction, Mutant, MutantChange, RangeSide};
use crate::operator::{MutantObjective, MutationOperator, MutationOperatorRow};
use expr::fpcore::number_text;
use expr::spec::{Input, OutOfDomain, RangeBound, Specification};
use rug::Rational;

/// The operator, described once.
pub(crate) static ROW: MutationOperatorRow = MutationOperatorRow {
    name: "bounds",
    objective: MutantObjective::Robustness,
    purpose: "Move one bound of one input outward or inward by 10 %.",
    example: ("(<= 1 x 2)", "(<= 1 x 2.2)"),
    generate,
};

fn generate(spec: &Specification) -> Vec<Mutant> {
    let inputs = spec.inputs.iter().enumerate();
    inputs
        .flat_map(|(number, input)| of_input(number, input, spec.out_of_domain))
        .collect()
}

fn of_input(number: usize, input: &Input, policy: OutOfDomain) -> Vec<Mutant> {
    let mut made = Vec::new();
    for side in [RangeSide::Lower, RangeSide::Upper] {
        for direction in directions(policy) {
            let value = moved(input, side, *direction).filter(|value| holds_a_float(input, side, value));
            made.extend(value.map(|value| mutant(number, input, side, *direction, value)));
        }
    }
    made
}

fn directions(policy: OutOfDomain) -> &'static [Direction] {
    match policy {
        OutOfDomain::Unspecified => &[Direction::Inward],
        OutOfDomain::Reject | OutOfDomain::Clamp => &[Direction::Outward, Direction::Inward],
    }
}

fn mutant(number: usize, input: &Input, side: RangeSide, direction: Direction, value: Rational) -> Mutant {
    let name = &input.name;
    let (side_name, direction_name) = (side.name(), direction.name());
    Mutant {
        id: format!("{}:{name}:{side_name}-{direction_name}", ROW.name),
        operator: MutationOperator::Bounds,
        description: describe(input, side, direction, &value),
        change: MutantChange::Bound {
            input: number,
            side,
            direction,
            value,
        },
    }
}

fn describe(input: &Input, side: RangeSide, direction: Direction, value: &Rational) -> String {
    let old = bound(input, side).map(RangeBound::text).unwrap_or_default();
    format!(
        "{} bound of `{}` moved {}: {old} → {}",
        side.name(),
        input.name,
        direction.name(),
        number_text(value)
    )
}

fn bound(input: &Input, side: RangeSide) -> Option<&RangeBound> {
    match side {
        RangeSide::Lower => input.lo.as_ref(),
        RangeSide::Upper => input.hi.as_ref(),
    }
}

/// Where the bound goes, if it is finite and can move that way.
fn moved(input: &Input, side: RangeSide, direction: Direction) -> Option<Rational> {
    let bound = bound(input, side)?;
    let (value, width) = (&bound.value, width(input));
    let step = match direction {
        Direction::Outward => step(value, width.as_ref()),
        Direction::Inward => inward_step(value, width.as_ref())?,
    };
    let moved = match (side, direction) {
        (RangeSide::Lower, Direction::Outward) | (RangeSide::Upper, Direction::Inward) => Rational::from(value - &step),
        (RangeSide::Lower, Direction::Inward) | (RangeSide::Upper, Direction::Outward) => Rational::from(value + &step),
    };
    Some(match bound.written {
        Some(_) => shortened(moved, &step),
        None => moved,
    })
}

/// The nearest decimal that is off by at most a hundredth of the step, so that it still is a step of about a tenth.
fn shortened(moved: Rational, step: &Rational) -> Rational {
    // With 50 ≤ s·step, what is a whole number over s is off by at most 1/(2·s) ≤ step/100.
    let mut scale = Rational::from(1);
    while Rational::from(&scale * step) < 50 {
        scale *= 10;
    }
    while Rational::from(&scale * step) >= 500 {
        scale /= 10;
    }
    Rational::from(&moved * &scale).round() / scale
}

/// Whether anything is left of a range with this bound: between neighbouring floats there is nothing.
fn holds_a_float(input: &Input, side: RangeSide, value: &Rational) -> bool {
    let mut changed = input.clone();
    let bound = match side {
        RangeSide::Lower => &mut changed.lo,
        RangeSide::Upper => &mut changed.hi,
    };
    if let Some(bound) = bound {
        *bound = RangeBound::exact(value.clone(), bound.strict);
    }
    changed.floats().is_some()
}

fn width(input: &Input) -> Option<Rational> {
    Some(Rational::from(&input.hi.as_ref()?.value - &input.lo.as_ref()?.value))
}

/// A tenth of the magnitude, else of the width, else 1/10.
fn step(value: &Rational, width: Option<&Rational>) -> Rational {
    let scale = match width {
        _ if *value != 0 => value.clone().abs(),
        Some(width) if *width > 0 => width.clone(),
        _ => Rational::from(1),
    };
    scale / 10
}

/// The same, or a tenth of the width where it would reach the opposite bound; nothing without a width.
fn inward_step(value: &Rational, width: Option<&Rational>) -> Option<Rational> {
    let step = step(value, width);
    match width {
        Some(width) if *width <= 0 => None,
        Some(width) if step >= *width => Some(Rational::from(width / 10)),
        _ => Some(step),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{check_example, spec};

    /// Checks where the bounds of the inputs go, and the preconditions that come of it.
    fn check(pre: &str, expected: &[(&str, &str)]) {
        let spec = spec(&format!("(FPCore (x y) :accuracy-rel 1e-10 :pre {pre} (+ x y))"));
        let made: Vec<(String, String)> = generate(&spec)
            .iter()
            .map(|m| {
                (
                    m.id.replace("bounds:", ""),
                    crate::testing::property(&m.core(&spec), "pre"),
                )
            })
            .collect();
        let made: Vec<(&str, &str)> = made.iter().map(|(id, pre)| (id.as_str(), pre.as_str())).collect();
        assert_eq!(made, expected, "{pre}");
    }

    #[test]
    fn the_example_holds() {
        check_example(MutationOperator::Bounds, "(FPCore (x) :accuracy-rel 1e-10 :pre {} x)");
    }

    #[test]
    fn each_finite_bound_moves_both_ways() {
        check(
            "(<= -20 x 30)",
            &[
                ("x:lower-outward", "(<= -22 x 30)"),
                ("x:lower-inward", "(<= -18 x 30)"),
                ("x:upper-outward", "(<= -20 x 33)"),
                ("x:upper-inward", "(<= -20 x 27)"),
            ],
        );
        check(
            "(and (<= x 30) (<= 10 y))",
            &[
                ("x:upper-outward", "(and (<= x 33) (<= 10 y))"),
                ("x:upper-inward", "(and (<= x 27) (<= 10 y))"),
                ("y:lower-outward", "(and (<= x 30) (<= 9 y))"),
                ("y:lower-inward", "(and (<= x 30) (<= 11 y))"),
            ],
        );
    }

    #[test]
    fn a_bound_of_zero_moves_by_a_tenth_of_the_width() {
        check(
            "(<= 0 x 30)",
            &[
                ("x:lower-outward", "(<= -3 x 30)"),
                ("x:lower-inward", "(<= 3 x 30)"),
                ("x:upper-outward", "(<= 0 x 33)"),
                ("x:upper-inward", "(<= 0 x 27)"),
            ],
        );
    }

    #[test]
    fn a_bound_of_zero_without_a_width_moves_by_a_tenth() {
        let only = |made: Vec<Rational>| made.into_iter().map(|v| v.to_string()).collect::<Vec<_>>().join(" ");
        let values = |pre: &str| {
            let spec = spec(&format!("(FPCore (x) :accuracy-rel 1e-10 :pre {pre} x)"));
            only(generate(&spec).into_iter().filter_map(value).collect())
        };
        assert_eq!(values("(<= 0 x)"), "-1/10 1/10");
        assert_eq!(values("(>= 0 x)"), "1/10 -1/10");
        assert_eq!(values("(<= 0 x 0)"), "-1/10 1/10");
    }

    fn value(mutant: Mutant) -> Option<Rational> {
        match mutant.change {
            MutantChange::Bound { value, .. } => Some(value),
            _ => None,
        }
    }

    #[test]
    fn a_single_point_is_not_narrowed() {
        check(
            "(<= 30 x 30)",
            &[("x:lower-outward", "(<= 27 x 30)"), ("x:upper-outward", "(<= 30 x 33)")],
        );
    }

    #[test]
    fn a_range_of_one_float_between_wider_bounds_is_not_emptied() {
        let spec = spec("(FPCore (x) :accuracy-rel 1e-10 :pre (< 0 x 5e-324) x)");
        let ids: Vec<String> = generate(&spec).into_iter().map(|m| m.id).collect();
        assert_eq!(
            ids,
            [
                "bounds:x:lower-outward",
                "bounds:x:lower-inward",
                "bounds:x:upper-outward"
            ]
        );
    }

    #[test]
    fn a_narrow_range_stays_a_range() {
        check(
            "(<= 100 x 110)",
            &[
                ("x:lower-outward", "(<= 90 x 110)"),
                ("x:lower-inward", "(<= 101 x 110)"),
                ("x:upper-outward", "(<= 100 x 121)"),
                ("x:upper-inward", "(<= 100 x 109)"),
            ],
        );
    }

    #[test]
    fn strict_bounds_stay_strict() {
        check(
            "(and (< 10 x) (<= x 20))",
            &[
                ("x:lower-outward", "(and (< 9 x) (<= x 20))"),
                ("x:lower-inward", "(and (< 11 x) (<= x 20))"),
                ("x:upper-outward", "(and (< 10 x) (<= x 22))"),
                ("x:upper-inward", "(and (< 10 x) (<= x 18))"),
            ],
        );
        check(
            "(< 10 x 20)",
            &[
                ("x:lower-outward", "(< 9 x 20)"),
                ("x:lower-inward", "(< 11 x 20)"),
                ("x:upper-outward", "(< 10 x 22)"),
                ("x:upper-inward", "(< 10 x 18)"),
            ],
        );
    }

    #[test]
    fn irrational_bounds_stay_as_they_are_written_and_move_to_short_decimals() {
        check(
            "(<= (- PI) x (* 2 PI))",
            &[
                ("x:lower-outward", "(<= -3.456 x (* 2 PI))"),
                ("x:lower-inward", "(<= -2.827 x (* 2 PI))"),
                ("x:upper-outward", "(<= (- PI) x 6.91)"),
                ("x:upper-inward", "(<= (- PI) x 5.65)"),
            ],
        );
        // A narrow range stays a range.
        check(
            "(< 3.14159 x PI)",
            &[
                ("x:lower-outward", "(< 2.827431 x PI)"),
                ("x:lower-inward", "(< 3.141590265358979323846 x PI)"),
                ("x:upper-outward", "(< 3.14159 x 3.456)"),
                ("x:upper-inward", "(< 3.14159 x 3.141592388)"),
            ],
        );
        let spec = spec("(FPCore (x) :accuracy-rel 1e-10 :pre (<= 0 x (exp 1)) x)");
        let described: Vec<String> = generate(&spec).into_iter().map(|m| m.description).collect();
        assert_eq!(described[2], "upper bound of `x` moved outward: (exp 1) → 2.99");
    }

    #[test]
    fn a_constraint_is_kept() {
        check(
            "(and (<= 10 x) (< x y))",
            &[
                ("x:lower-outward", "(and (<= 9 x) (< x y))"),
                ("x:lower-inward", "(and (<= 11 x) (< x y))"),
            ],
        );
    }

    #[test]
    fn nothing_moves_outward_where_nothing_is_expected() {
        let text = "(FPCore (x) :out-of-domain unspecified :accuracy-rel 1e-10 :pre (<= 1 x 2) x)";
        let directions: Vec<String> = generate(&spec(text)).into_iter().map(|m| m.id).collect();
        assert_eq!(directions, ["bounds:x:lower-inward", "bounds:x:upper-inward"]);
    }
}
