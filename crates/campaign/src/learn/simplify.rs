//! A violation, made again and made simple.

use super::caller::{Caller, TestRun};
use super::hunt::{Hunt, Made};
use learn::{ContractBreach, Shrinker, TestProof, TruthProof};
use std::mem::{Discriminant, discriminant};
use suite::Observed;
use suite::learn::{BreachKind, LearnMethod, WhyTested};

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
    /// Whether these would hold if every number in them were rounded to a double.
    pub holds_rounded: bool,
    /// Whether the simplest test broke the contract again in a new process.
    pub repeats: bool,
}

/// Tests that may be spent on making a violation simple. They are calls of the subject that find nothing new, only
/// what is easier to read.
const MOST: u64 = 2000;

/// Calls that do not end in time before it is given up. Each costs the whole time limit of a call.
const MOST_TIMEOUTS: u64 = 12;

/// Runs a violation again, then looks for a simpler one of the same kind.
pub fn simplify(hunt: &mut Hunt, caller: &mut Caller, first: &Made, breach: ContractBreach) -> Simplified {
    let fault = KeptFault::of(hunt, first, breach);
    let mut search = SimplerSearch {
        fault,
        best: first.clone(),
        tests: 0,
        timeouts: 0,
    };
    let repeats = search.repeats(hunt, caller);
    // What does not repeat itself cannot be made simpler step by step, and a given input is wanted as it is.
    if repeats && hunt.settings.method != LearnMethod::At {
        search.simplify(hunt, caller, &first.input);
        // A simpler test may have failed only because of the calls before it. The first one is known to fail alone.
        if !search.repeats(hunt, caller) {
            search.best = first.clone();
        }
    }
    let broken = broken(hunt, &search.best);
    Simplified {
        first: first.clone(),
        breach: kind(breach),
        holds_rounded: point(&search.best).is_some_and(|point| hunt.terms.hold_rounded(&broken, &point)),
        broken,
        test: search.best,
        shrinking: search.tests,
        repeats,
    }
}

/// The search for a simple test with a fault.
struct SimplerSearch {
    fault: KeptFault,
    best: Made,
    tests: u64,
    timeouts: u64,
}

/// What must stay the same while a test is made simpler.
#[derive(PartialEq)]
enum KeptFault {
    /// The first promised condition that is broken, and whether it has no value.
    Condition(Option<usize>, BreachKind),
    /// The way in which a call gave no outputs.
    Ended(Option<Discriminant<Observed>>),
}

impl KeptFault {
    fn of(hunt: &Hunt, made: &Made, breach: ContractBreach) -> KeptFault {
        match kind(breach) {
            BreachKind::NoOutput => KeptFault::Ended(made.run.ended().as_ref().map(discriminant)),
            kind => KeptFault::Condition(broken(hunt, made).first().copied(), kind),
        }
    }
}

impl SimplerSearch {
    /// Whether the best test has the fault in a new process, as the command has it that shows it again.
    fn repeats(&mut self, hunt: &mut Hunt, caller: &mut Caller) -> bool {
        let input = self.best.input.clone();
        let run = caller.run_afresh(&input);
        run.and_then(|run| self.has_fault(hunt, input, run)).is_some()
    }

    /// Takes a run of an input into account; the test if it has the fault.
    fn has_fault(&mut self, hunt: &mut Hunt, input: Vec<f64>, run: TestRun) -> Option<Made> {
        self.tests += 1;
        (hunt.show)(self.tests);
        self.timeouts += u64::from(matches!(run, TestRun::Ended(Observed::Timeout { .. })));
        let why = WhyTested::Shrink;
        let made = Made { input, run, why };
        let breach = breaks(hunt, &made)?;
        (KeptFault::of(hunt, &made, breach) == self.fault).then_some(made)
    }

    fn simplify(&mut self, hunt: &mut Hunt, caller: &mut Caller, first: &[f64]) {
        let mut shrinker = Shrinker::new(hunt.terms.contract.axes(), first);
        while self.tests < MOST && self.timeouts < MOST_TIMEOUTS && !(hunt.stopped)() {
            let Some(input) = shrinker.ask() else { break };
            // Nothing is promised of an input that does not fulfil the precondition, so it is not even tried.
            let allowed = hunt.terms.contract.clone().requires(&input);
            let run = allowed.then(|| caller.run(&input)).flatten();
            let made = run.and_then(|run| self.has_fault(hunt, input, run));
            shrinker.tell(made.is_some());
            if let Some(made) = made {
                self.best = made;
            }
        }
    }
}

/// How a test breaks the contract, if it does.
fn breaks(hunt: &mut Hunt, made: &Made) -> Option<ContractBreach> {
    match hunt.learner.judge(&made.input, &made.run.outcome()?) {
        TestProof::Violates(breach) => Some(breach),
        TestProof::Holds | TestProof::Undecided | TestProof::NotRequired => None,
    }
}

fn kind(breach: ContractBreach) -> BreachKind {
    match breach {
        ContractBreach::Case(_) | ContractBreach::Unnamed => BreachKind::False,
        ContractBreach::Undefined => BreachKind::Undefined,
        ContractBreach::Outputs | ContractBreach::Crash | ContractBreach::Timeout => BreachKind::NoOutput,
    }
}

/// The conditions that a test breaks. Where outputs are missing that is all of them, so none is named.
fn broken(hunt: &Hunt, made: &Made) -> Vec<usize> {
    let all: Vec<(usize, TruthProof)> = point(made).map_or(vec![], |point| hunt.terms.broken(&point));
    all.into_iter().map(|(n, _)| n).collect()
}

/// The input of a test with its outputs.
fn point(made: &Made) -> Option<Vec<f64>> {
    let TestRun::Values(outputs) = &made.run else {
        return None;
    };
    Some([made.input.as_slice(), outputs].concat())
}
