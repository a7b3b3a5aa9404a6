//! The sides of all branches: searches and proofs in turn, what is cheap first.

use child::interrupt;
use instrument::{ArgumentRange, Instrumented, ProverBudget, Side};
use native::prover::{self, FIRST_BUDGET, LAST_BUDGET};
use native::{NativeFailure, NativeSettings, SearchJob, WorkerTold, argument_ranges};
use std::collections::HashMap;

/// Share of the calls for the first search, before anything is proved. It covers what is easy, so that proofs are
/// tried for few sides only, and leaves nearly all calls for what they do not close; `scripts/bench_cover.py` shows
/// the effect.
const FIRST_SHARE: u64 = 8;

/// Share of the calls for the last search, which begins at inputs that the prover names: most of them need one call.
const LAST_SHARE: u64 = 8;

/// What is known about the sides of some code.
pub struct SearchedSides<'a> {
    code: &'a Instrumented,
    settings: &'a NativeSettings,
    ranges: Vec<ArgumentRange>,
    /// The search, as far as it has come.
    pub job: SearchJob,
    /// What runs have shown.
    pub told: WorkerTold,
    /// Proofs that sides cannot be reached, by their places.
    pub proofs: HashMap<usize, String>,
    /// Why nothing can be proved, if so.
    pub withheld: Option<String>,
}

impl<'a> SearchedSides<'a> {
    /// Searches and proves until every side is settled or the calls are used up.
    pub fn search(code: &'a Instrumented, settings: &'a NativeSettings) -> Result<SearchedSides<'a>, NativeFailure> {
        let mut sides = SearchedSides {
            code,
            settings,
            ranges: argument_ranges(code, &settings.ranges),
            job: SearchJob::new(code, settings)?,
            told: WorkerTold::default(),
            proofs: HashMap::new(),
            withheld: None,
        };
        let first = settings.calls / FIRST_SHARE;
        sides.run(first)?;
        if sides.is_over() {
            return Ok(sides);
        }
        sides.prove();
        sides.decide(FIRST_BUDGET);
        if !sides.is_over() {
            sides.run(settings.calls - first)?;
        }
        if !sides.is_over() && sides.decide(LAST_BUDGET) {
            sides.run(settings.calls / LAST_SHARE)?;
        }
        Ok(sides)
    }

    /// Sides that are neither covered nor proved unreachable.
    fn open(&self) -> Vec<usize> {
        let all = 0..2 * self.code.branches().len();
        all.filter(|side| !self.told.covers(*side) && !self.proofs.contains_key(side))
            .collect()
    }

    fn is_over(&self) -> bool {
        interrupt::is_raised() || self.open().is_empty()
    }

    /// Searches with so many calls, from all inputs that are known.
    fn run(&mut self, calls: u64) -> Result<(), NativeFailure> {
        self.job.closed = self.proofs.keys().copied().collect();
        self.job.closed.sort_unstable();
        self.job.calls = calls;
        self.told.add(native::run(&self.job, self.settings)?);
        self.job.known = self.told.inputs.iter().map(|found| found.input.clone()).collect();
        self.job.seed ^= 0x5851_f42d_4c95_7f2d;
        Ok(())
    }

    /// Asks LLVM's optimiser which sides cannot be reached.
    fn prove(&mut self) {
        let given = match self.ranges.is_empty() {
            true => "whatever the arguments are",
            false => "whatever the arguments in the given ranges are",
        };
        let how = format!("LLVM's optimiser finds no way to it, {given}");
        let proofs = native::proofs(self.code.find_infeasible(&self.ranges));
        let places = proofs.proved.into_iter().map(Side::index);
        self.proofs.extend(
            places
                .filter(|side| !self.told.covers(*side))
                .map(|side| (side, how.clone())),
        );
        self.withheld = proofs.withheld;
    }

    /// Asks the prover about what is left; whether it names inputs to begin at.
    fn decide(&mut self, budget: ProverBudget) -> bool {
        let turn = prover::decide_sides(self.code, &self.job, &self.open(), &self.ranges, budget);
        self.proofs.extend(turn.proved);
        // The prover takes all that the cheap proofs take, and more.
        self.withheld = self.withheld.take().and(turn.withheld);
        let names_inputs = !turn.inputs.is_empty();
        self.job.known.extend(turn.inputs);
        names_inputs
    }
}
