//! A violation, made again and made simple.

use super::caller::{Caller, Run};
use super::hunt::{Hunt, Made};
use learn::{Breach, Proof, Shrinker, Told};
use suite::learn::{BreachKind, WhyTested};

/// What a violation became.
pub struct Simplified {
    /// The test that was found first.
    pub first: Made,
    /// The simplest test.
    pub test: Made,
    /// Tests that were made on the way.
    pub shrinking: u64,
    /// How the simplest test breaks the contract.
    pub breach: BreachKind,
    /// The promised conditions that it breaks.
    pub broken: Vec<usize>,
    /// Whether the first test broke the contract again when it was repeated.
    pub repeats: bool,
}

/// Tests that may be spent on making a violation simple.
const MOST: u64 = 2000;

/// Runs a violation again, then looks for a simpler one of the same kind.
pub fn simplify(hunt: &mut Hunt, caller: &mut Caller, first: &Made, breach: Breach) -> Simplified {
    let kind = kind(breach);
    let again = caller.run(&first.input);
    let repeats = again.is_some_and(|run| breaks(hunt, &first.input, &run) == Some(kind));
    let (mut best, mut tests) = (first.clone(), 1);
    let mut shrinker = Shrinker::new(hunt.terms.contract.axes(), &first.input);
    // What does not repeat itself cannot be made simpler step by step.
    while repeats && tests < MOST {
        let Some(input) = shrinker.ask() else { break };
        if !hunt.terms.contract.clone().requires(&input) {
            shrinker.tell(false);
            continue;
        }
        let Some(run) = caller.run(&input) else { break };
        tests += 1;
        let breaks = breaks(hunt, &input, &run) == Some(kind);
        shrinker.tell(breaks);
        if breaks {
            let why = WhyTested::Shrink;
            best = Made { input, run, why };
        }
    }
    Simplified {
        first: first.clone(),
        breach: kind,
        broken: broken(hunt, &best),
        test: best,
        shrinking: tests,
        repeats,
    }
}

/// How a test breaks the contract, if it does.
fn breaks(hunt: &mut Hunt, input: &[f64], run: &Run) -> Option<BreachKind> {
    match hunt.learner.judge(input, &run.outcome()) {
        Told::Violates(breach) => Some(kind(breach)),
        Told::Holds | Told::Undecided | Told::NotRequired => None,
    }
}

fn kind(breach: Breach) -> BreachKind {
    match breach {
        Breach::Case(_) | Breach::Unnamed => BreachKind::False,
        Breach::Undefined => BreachKind::Undefined,
        Breach::Outputs | Breach::Crash | Breach::Timeout => BreachKind::NoOutput,
    }
}

/// The conditions that a test breaks. Where outputs are missing that is all of them, so none is named.
fn broken(hunt: &Hunt, made: &Made) -> Vec<usize> {
    let Run::Values(outputs) = &made.run else { return vec![] };
    let point = [made.input.as_slice(), outputs].concat();
    let all: Vec<(usize, Proof)> = hunt.terms.broken(&point);
    all.into_iter().map(|(n, _)| n).collect()
}
