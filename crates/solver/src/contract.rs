//! Forward–backward contraction (HC4): what a formula requires of its nodes, pushed down to the inputs.
//!
//! Laws: no point at which the formula holds is lost; the result lies within the input; empty stays empty.

use crate::engine::{BoxProgram, enclosures};
use crate::formula::Formula;
use expr::ast::ComparisonOperator;
use expr::dag::{Node, NodeId};
use expr::eval::{EnclosureArithmetic, Evaluator};
use interval::{Interval, reverse_binary, reverse_unary};
use std::ops::Sub;

/// The part of a box where a formula can hold, or `None` if there is none.
///
/// ```
/// use expr::ast::ComparisonOperator;
/// use expr::dag::Dag;
/// use interval::Interval;
/// use solver::{BoxProgram, Formula, contract};
///
/// // x + y ≥ 3 within [0, 2]² leaves [1, 2]².
/// let mut dag = Dag::new();
/// let (x, y, three) = (dag.variable(0), dag.variable(1), dag.literal(3));
/// let sum = dag.sum(x, y);
/// let formula = Formula::Holds(dag.compare(ComparisonOperator::GreaterEqual, sum, three));
/// let program = BoxProgram::new(&dag, &formula);
/// assert_eq!(contract(&program, &[Interval::hull_of(0.0, 2.0); 2]), Some(vec![Interval::hull_of(1.0, 2.0); 2]));
/// // Within [0, 1]² nothing is left.
/// assert_eq!(contract(&program, &[Interval::UNIT; 2]), None);
/// ```
pub fn contract(program: &BoxProgram, sides: &[Interval]) -> Option<Vec<Interval>> {
    let mut evaluator = Evaluator::new(&program.tape, EnclosureArithmetic);
    let mut ranges: Vec<Interval> = evaluator.run(&enclosures(sides)).iter().map(|v| v.range).collect();
    let mut required = Vec::new();
    requirements(program.formula(), program, &mut required);
    if required.is_empty() {
        return Some(sides.to_vec());
    }
    let mut active = vec![false; ranges.len()];
    for (slot, range) in required {
        active[slot] = true;
        ranges[slot] = ranges[slot].intersect(&range);
    }
    backward(program, &mut ranges, &mut active)?;
    let mut result = sides.to_vec();
    for (slot, step) in program.tape.steps().iter().enumerate() {
        if let Node::Variable(n) = *step {
            result[n as usize] = result[n as usize].intersect(&ranges[slot]);
        }
    }
    (!result.iter().any(Interval::is_empty)).then_some(result)
}

/// Slots that must be defined and lie in a range wherever the formula holds.
fn requirements(formula: &Formula, program: &BoxProgram, out: &mut Vec<(usize, Interval)>) {
    match formula {
        Formula::Holds(n) => out.push((program.slot(*n), Interval::ONE)),
        Formula::Defined(n) => out.push((program.slot(*n), Interval::ENTIRE)),
        Formula::Apart(a) => {
            out.push((program.slot(a.f), Interval::ENTIRE));
            out.push((program.slot(a.g), Interval::ENTIRE));
        }
        Formula::All(parts) => parts.iter().for_each(|p| requirements(p, program, out)),
        Formula::Any(_) | Formula::Undefined(_) => {}
    }
}

/// One sweep from users to operands over the slots that must be defined. `None` if a range becomes empty.
fn backward(program: &BoxProgram, ranges: &mut [Interval], active: &mut [bool]) -> Option<()> {
    for slot in (0..ranges.len()).rev() {
        if !active[slot] {
            continue;
        }
        if ranges[slot].is_empty() {
            return None;
        }
        step(program.tape.steps()[slot], slot, ranges, active);
    }
    Some(())
}

fn step(node: Node, slot: usize, ranges: &mut [Interval], active: &mut [bool]) {
    let z = ranges[slot];
    match node {
        Node::Unary(f, x) => {
            let x = x.index();
            ranges[x] = reverse_unary(f, z, ranges[x]);
            active[x] = true;
        }
        Node::Binary(f, x, y) if x != y => {
            let (i, j) = (x.index(), y.index());
            (ranges[i], ranges[j]) = reverse_binary(f, z, ranges[i], ranges[j]);
            (active[i], active[j]) = (true, true);
        }
        Node::Binary(_, x, _) => active[x.index()] = true,
        Node::Power(x, n) => {
            let x = x.index();
            let exponent = Interval::point(f64::from(n));
            ranges[x] = reverse_binary(interval::Binary::Pow, z, ranges[x], exponent).0;
            active[x] = true;
        }
        Node::Fma(x, y, w) => {
            // x·y + w must be defined: so must be its operands; the product is not on the tape.
            [x, y, w].iter().for_each(|o| active[o.index()] = true);
        }
        Node::Compare(c, x, y) => compare(c, z, (x.index(), y.index()), ranges, active),
        Node::And(x, y) if z == Interval::ONE => {
            for o in [x.index(), y.index()] {
                ranges[o] = ranges[o].intersect(&Interval::ONE);
                active[o] = true;
            }
        }
        Node::Or(x, y) => either(z, x, y, ranges, active),
        Node::Not(x) => {
            ranges[x.index()] = ranges[x.index()].intersect(&Interval::ONE.sub(z));
            active[x.index()] = true;
        }
        Node::If(c, x, y) => select(z, (c.index(), x.index(), y.index()), ranges, active),
        _ => {}
    }
}

/// A disjunction that fails fails in both; one whose first part fails holds in the second.
fn either(z: Interval, x: NodeId, y: NodeId, ranges: &mut [Interval], active: &mut [bool]) {
    let (x, y) = (x.index(), y.index());
    active[x] = true;
    if z.is_zero() {
        ranges[x] = ranges[x].intersect(&Interval::ZERO);
        ranges[y] = ranges[y].intersect(&Interval::ZERO);
        active[y] = true;
    } else if ranges[x].is_zero() {
        ranges[y] = ranges[y].intersect(&z);
        active[y] = true;
    }
}

/// The branch that is certainly taken must have the value.
fn select(z: Interval, (c, x, y): (usize, usize, usize), ranges: &mut [Interval], active: &mut [bool]) {
    active[c] = true;
    let taken = match (ranges[c].is_zero(), ranges[c].contains_zero()) {
        (true, _) => y,
        (_, false) => x,
        _ => return,
    };
    ranges[taken] = ranges[taken].intersect(&z);
    active[taken] = true;
}

fn compare(c: ComparisonOperator, z: Interval, (x, y): (usize, usize), ranges: &mut [Interval], active: &mut [bool]) {
    (active[x], active[y]) = (true, true);
    let c = match (z.is_zero(), z.contains_zero()) {
        (true, _) => c.negated(),
        (_, false) => c,
        _ => return,
    };
    let below = |a: Interval, b: Interval| {
        let upper = Interval::new(f64::NEG_INFINITY, b.hi()).map_or(a, |u| a.intersect(&u));
        let lower = Interval::new(a.lo(), f64::INFINITY).map_or(b, |l| b.intersect(&l));
        (upper, lower)
    };
    match c {
        ComparisonOperator::Less | ComparisonOperator::LessEqual => {
            (ranges[x], ranges[y]) = below(ranges[x], ranges[y])
        }
        ComparisonOperator::Greater | ComparisonOperator::GreaterEqual => {
            (ranges[y], ranges[x]) = below(ranges[y], ranges[x])
        }
        ComparisonOperator::Equal => {
            let both = ranges[x].intersect(&ranges[y]);
            (ranges[x], ranges[y]) = (both, both);
        }
        ComparisonOperator::NotEqual => {}
    }
}
