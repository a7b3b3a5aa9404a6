//! The hazards of some code: searches and proofs in turn, what is cheap first.

use super::{StressOptions, record_of};
use child::interrupt;
use instrument::{ArgumentRange, Instrumented, Passing, Proofs, ProverBudget, Scalar, ShapeType};
use native::prover::{self, FIRST_BUDGET, LAST_BUDGET};
use native::{NativeFailure, NativeSettings, SearchJob, WorkerTold, argument_ranges};
use std::collections::HashMap;

/// Share of the calls for the first search, before anything is proved. It kills what is easy, so that proofs are
/// tried for few hazards only, and leaves nearly all calls for what they do not close; `scripts/bench_stress.py`
/// shows the effect.
const FIRST_SHARE: u64 = 8;

/// Share of the calls for the last search, which begins at inputs that the prover names: most of them need one call.
const LAST_SHARE: u64 = 8;

/// What is known about the hazards of some code.
pub struct SearchedHazards<'a> {
    code: &'a Instrumented,
    settings: &'a NativeSettings,
    ranges: Vec<ArgumentRange>,
    /// The search, as far as it has come.
    pub job: SearchJob,
    /// What runs have shown.
    pub told: WorkerTold,
    /// Proofs that hazards never die, by their records.
    pub proofs: HashMap<u32, String>,
    /// Why nothing can be proved, if so.
    pub withheld: Option<String>,
}

impl<'a> SearchedHazards<'a> {
    /// Searches and proves until every hazard has come to its end or the calls are used up; then makes kills simple.
    pub fn search(
        code: &'a Instrumented,
        options: &'a StressOptions,
        job: SearchJob,
    ) -> Result<SearchedHazards<'a>, NativeFailure> {
        let mut hazards = SearchedHazards {
            code,
            settings: &options.settings,
            ranges: all_ranges(code, &options.settings),
            job,
            told: WorkerTold::default(),
            proofs: HashMap::new(),
            withheld: None,
        };
        let all = options.settings.calls;
        hazards.begin(all / FIRST_SHARE)?;
        hazards.decide(FIRST_BUDGET);
        hazards.go_on(all - all / FIRST_SHARE)?;
        if hazards.decide(LAST_BUDGET) {
            hazards.go_on(all / LAST_SHARE)?;
        }
        hazards.told.keep_last_kills();
        native::replay_alone(&hazards.job, &options.settings, &mut hazards.told)?;
        Ok(hazards)
    }

    /// The first search, and cheap proofs beside it.
    fn begin(&mut self, calls: u64) -> Result<(), NativeFailure> {
        self.job.calls = calls;
        let (told, proofs) = std::thread::scope(|threads| {
            let proving = threads.spawn(|| native::proofs(self.code.find_harmless(&self.ranges)));
            let told = native::run(&self.job, self.settings);
            let proofs = proving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (told, proofs)
        });
        let Proofs { proved, withheld } = proofs;
        (self.proofs, self.withheld) = (proved.into_iter().collect(), withheld);
        self.told = told?;
        self.know_inputs();
        Ok(())
    }

    /// A further search from all that is known, which ends with kills that are easy to read. Where every hazard has come
    /// to its end, there is nothing left to look for.
    fn go_on(&mut self, calls: u64) -> Result<(), NativeFailure> {
        let is_over = self.open().is_empty();
        if interrupt::is_raised() || is_over && self.told.kills.is_empty() {
            return Ok(());
        }
        self.job.closed = self.proofs.keys().map(|&id| 2 * id as usize + 1).collect();
        self.job.closed.sort_unstable();
        self.job.calls = if is_over { 0 } else { calls };
        self.job.seed ^= 0x5851_f42d_4c95_7f2d;
        if let Some(stress) = &mut self.job.stress {
            stress.simplify = true;
        }
        self.told.add(native::run(&self.job, self.settings)?);
        self.know_inputs();
        Ok(())
    }

    fn know_inputs(&mut self) {
        self.job.known = self.told.inputs.iter().map(|found| found.input.clone()).collect();
    }

    /// Hazards, from 0, of which nothing is known.
    fn open(&self) -> Vec<usize> {
        let is_open = |hazard: &usize| {
            let is_killed = self.told.kills.iter().any(|(killed, _)| killed == hazard);
            !is_killed && !self.proofs.contains_key(&record_of(self.code, *hazard))
        };
        (0..self.code.hazards().len()).filter(is_open).collect()
    }

    /// Asks the prover about what is left; whether it names inputs to begin at.
    fn decide(&mut self, budget: ProverBudget) -> bool {
        let open = self.open();
        if open.is_empty() || interrupt::is_raised() {
            return false;
        }
        let turn = prover::decide_hazards(self.code, &self.job, &open, &self.ranges, budget);
        let proved = turn.proved.into_iter();
        self.proofs
            .extend(proved.map(|(hazard, how)| (record_of(self.code, hazard), how)));
        // The prover takes all that the cheap proofs take, and more.
        self.withheld = self.withheld.take().and(turn.withheld);
        let names_inputs = !turn.inputs.is_empty();
        self.job.known.extend(turn.inputs);
        names_inputs
    }
}

/// Bounds of arguments, and what `stress` assumes of floats that have none.
fn all_ranges(code: &Instrumented, settings: &NativeSettings) -> Vec<ArgumentRange> {
    let mut ranges = argument_ranges(code, &settings.ranges);
    if !settings.specials {
        ranges.extend(finite(code, &ranges));
    }
    ranges
}

/// Floats that have no range are finite.
fn finite(code: &Instrumented, ranged: &[ArgumentRange]) -> Vec<ArgumentRange> {
    let parameters = code.function().parameters.iter().enumerate();
    let bounded = parameters.filter_map(|(argument, parameter)| {
        let greatest = match parameter.ty {
            ShapeType::Scalar(Scalar::F64) => f64::MAX,
            ShapeType::Scalar(Scalar::F32) => f32::MAX.into(),
            _ => return None,
        };
        let is_free = parameter.passing == Passing::Value && !ranged.iter().any(|r| r.argument == argument);
        is_free.then_some(ArgumentRange {
            argument,
            lo: -greatest,
            hi: greatest,
        })
    });
    bounded.collect()
}
