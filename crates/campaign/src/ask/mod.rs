//! `generate --ask`: undecided mutants of a finished suite, put to a solver of the user's.
//!
//! 1. `question`: the undecided mutants whose kill problem is algebraic, as SMT-LIB text.
//! 2. `solver`: the user's command, run once for each problem, with a limit of time.
//! 3. `answer`: what it wrote; `number` and `root` read the values of a model.
//! 4. `prove`: floats near those values, and which of them provably kill.
//! 5. `entry`: tests and reasons, entered into the suite.
//!
//! A solver is never believed. Of "sat" only what is proved here becomes a test, and "unsat" only a remark in the
//! reason of a mutant that stays undecided.

mod answer;
mod entry;
mod number;
mod prove;
mod question;
mod root;
mod solver;
#[cfg(test)]
mod tests;
mod words;

pub use solver::Solver;

use answer::SolverAnswer;
use proof::record::specification;
use proof::world::{World, order};
use question::MutantQuestion;
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::Suite;

/// How far the questions have come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Questions that have an answer.
    pub answered: usize,
    /// All questions.
    pub questions: usize,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq)]
enum Finding {
    /// An input that provably kills the mutant.
    Kill(Vec<f64>),
    /// Nothing that is proved; what the solver said, for people.
    Remark(String),
}

/// Asks about every undecided mutant that can be asked about, and enters what comes of it into the suite.
pub fn ask(mut suite: Suite, solver: &Solver, progress: &(dyn Fn(Progress) + Sync)) -> Suite {
    let world = specification(&suite.spec.fpcore).map(|spec| World::new(spec, order(&suite)));
    let Ok(Ok(world)) = world else {
        // A suite whose own text cannot be read was not made by `generate`; `verify` says what is wrong with it.
        return suite;
    };
    let questions = question::pose_all(&suite, &world);
    let answered = AtomicUsize::new(0);
    let show = |answered| {
        progress(Progress {
            answered,
            questions: questions.len(),
        });
    };
    show(0);
    let put = |question: &MutantQuestion| {
        let finding = finding(&world, solver, question);
        show(answered.fetch_add(1, Ordering::Relaxed) + 1);
        finding
    };
    let findings: Vec<Finding> = questions.par_iter().map(put).collect();
    entry::enter(&mut suite, &world, &questions, findings);
    suite
}

fn finding(world: &World, solver: &Solver, question: &MutantQuestion) -> Finding {
    let name = solver.name();
    let remark = |text: &str| Finding::Remark(format!("{name} {text}"));
    match solver.put(&question.problem) {
        SolverAnswer::Sat(values) => match prove::find_killer(world, question.mutant, &values) {
            Some(point) => Finding::Kill(point),
            None => remark("says sat, but its input could not be proved to kill"),
        },
        SolverAnswer::SatUnread(why) => remark(&format!("says sat, but its input cannot be read: {why}")),
        // The problem asks for values that are apart. Inputs at which only one formula has a value are not asked for.
        SolverAnswer::Unsat => remark("says that no input exists at which the values are apart (not proved here)"),
        SolverAnswer::Unknown => remark("does not know"),
        SolverAnswer::None(why) => remark(&why),
    }
}
