//! Which mutants are asked about.

use export::{Algebraic, algebraic};
use proof::world::World;
use rayon::prelude::*;
use std::collections::HashMap;
use suite::{Status, Suite};

/// A question about one mutant.
pub(super) struct MutantQuestion {
    /// Its number in the suite.
    pub(super) record: usize,
    /// Its number in the world.
    pub(super) mutant: usize,
    /// Its kill problem.
    pub(super) problem: Algebraic,
}

/// The undecided mutants whose kill problem is algebraic, in the order of the suite.
pub(super) fn pose_all(suite: &Suite, world: &World) -> Vec<MutantQuestion> {
    let numbers = numbers(world);
    let question = |(record, mutant): (usize, &suite::MutantRecord)| {
        if mutant.status != Status::Undecided {
            return None;
        }
        Some(MutantQuestion {
            record,
            mutant: *numbers.get(mutant.id.as_str())?,
            problem: algebraic(suite, &mutant.id).ok()??,
        })
    };
    suite.mutants.par_iter().enumerate().filter_map(question).collect()
}

/// The numbers of the mutants in the world, by their ids.
pub(super) fn numbers(world: &World) -> HashMap<&str, usize> {
    let named = world.mutants.iter().enumerate();
    named.map(|(n, mutant)| (mutant.id.as_str(), n)).collect()
}
