//! The kill problem of a mutant, put to the solver.

use super::world::World;
use interval::Interval;
use solver::{Apart, Budget, Formula, Outcome, Problem, search};
use suite::hex;

/// Is there an input of the domain that tells a mutant from the specification?
pub fn ask(world: &World, mutant: usize, boxes: usize) -> Outcome {
    let Some(body) = world.body(mutant) else {
        return nothing_to_ask();
    };
    let apart = Apart {
        f: world.root,
        g: body,
        margin: world.margin.enclosed(),
    };
    put(world, Formula::told_apart(apart), boxes)
}

/// Is there an input of the domain at which the formula is defined?
pub fn ask_start(world: &World, boxes: usize) -> Outcome {
    put(world, Formula::Defined(world.root), boxes)
}

/// Is there an input of the domain for which this holds?
pub fn put(world: &World, question: Formula, boxes: usize) -> Outcome {
    let formula = match world.constraint {
        Some(constraint) => Formula::All(vec![Formula::Holds(constraint), question]),
        None => question,
    };
    let domain: Vec<Interval> = world.ranges.iter().map(|&(lo, hi)| Interval::hull_of(lo, hi)).collect();
    let problem = Problem {
        dag: &world.dag,
        formula: &formula,
        domain: &domain,
        snap: &|p| world.snap(p),
    };
    search(&problem, Budget { boxes })
}

fn nothing_to_ask() -> Outcome {
    Outcome::Unknown {
        reason: solver::Reason::Resolution,
        boxes: 0,
        best: None,
    }
}

/// How near a point came, for people.
pub fn closest(world: &World, gap: f64, point: &[f64]) -> String {
    let names = world.spec.inputs.iter().map(|i| i.name.as_str());
    let inputs: Vec<String> = names
        .zip(point)
        .map(|(n, x)| format!("{n} = {}", hex::decimal(*x)))
        .collect();
    format!(
        "{} of what is needed at {}",
        hex::decimal((gap * 1e4).round() / 1e4),
        inputs.join(", ")
    )
}
