//! Operator `bounds`: a domain that is a little too wide or too narrow.
//!
//! Each finite bound is moved outward and inward by a tenth of its magnitude. A bound of 0 has none: it moves by a
//! tenth of the width of the range, or by 1/10 where there is no width either (an infinite or a one-point range).
//! A bound never moves inward up to the opposite one: where it would, it moves by a tenth of the width,
//! and a one-point range is not narrowed.
//! With the policy `unspecified` nothing can be expected outside the domain, so no bound moves outward.

use crate::mutant::{Change, Direction, Mutant, Side};
use crate::operator::{Objective, Operator, OperatorRow};
use expr::spec::{Bound, Input, OutOfDomain, Specification};
use rug::Rational;

use super::words::{number, short};

/// The operator, described once.
pub(crate) static ROW: OperatorRow = OperatorRow {
    name: "bounds",
    objective: Objective::Robustness,
    purpose: "Move one bound of one input outward or inward by 10 %.",
    example: ("(<= 1 x 2)", "(<= 1 x 11/5)"),
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
    for side in [Side::Lower, Side::Upper] {
        for direction in directions(policy) {
            made.extend(moved(input, side, *direction).map(|value| mutant(number, input, side, *direction, value)));
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

fn mutant(number: usize, input: &Input, side: Side, direction: Direction, value: Rational) -> Mutant {
    let name = &input.name;
    let (side_name, direction_name) = (side.name(), direction.name());
    Mutant {
        id: format!("{}:{name}:{side_name}-{direction_name}", ROW.name),
        operator: Operator::Bounds,
        description: describe(input, side, direction, &value),
        change: Change::Bound {
            input: number,
            side,
            direction,
            value,
        },
    }
}

fn describe(input: &Input, side: Side, direction: Direction, value: &Rational) -> String {
    let show = |value: &Rational| short(&number(value.clone()));
    let old = bound(input, side).map(|b| show(&b.value)).unwrap_or_default();
    format!(
        "{} bound of `{}` moved {}: {old} → {}",
        side.name(),
        input.name,
        direction.name(),
        show(value)
    )
}

fn bound(input: &Input, side: Side) -> Option<&Bound> {
    match side {
        Side::Lower => input.lo.as_ref(),
        Side::Upper => input.hi.as_ref(),
    }
}

/// Where the bound goes, if it is finite and can move that way.
fn moved(input: &Input, side: Side, direction: Direction) -> Option<Rational> {
    let value = &bound(input, side)?.value;
    let width = width(input);
    let step = match direction {
        Direction::Outward => step(value, width.as_ref()),
        Direction::Inward => inward_step(value, width.as_ref())?,
    };
    match (side, direction) {
        (Side::Lower, Direction::Outward) | (Side::Upper, Direction::Inward) => Some(Rational::from(value - &step)),
        (Side::Lower, Direction::Inward) | (Side::Upper, Direction::Outward) => Some(Rational::from(value + &step)),
    }
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
