//! `generate`: from a specification to a small suite of tests with proven oracles.
//!
//! 1. `proof::world`: specification and mutants in one DAG.
//! 2. `scan`: a fixed sequence of points, each judging all mutants at once; more points for those still alive.
//! 3. `fates`: identities for the survivors and for duplicates, then the solver: a witness, a covering, or undecided.
//! 4. `outside`: inputs beyond the bounds for the mutants that accept too much.
//! 5. `hard`: an input at which the formula as written is not accurate enough in binary64, if there is one.
//! 6. `cover`: the fewest points that kill all that was killed; `proof::certify`: MPFR proofs; `assemble`: the suite.
//! 7. `placed`: unless the suite is to be minimal, tests in every cell of the domain and at notable inputs, which `places`
//!    chooses and `gauge` ranks: mutants of a formula say little about faults of programs.
//!
//! A campaign makes many suites. [`job`]: what is to be done for one. [`queue`]: jobs are done on threads. [`journal`]:
//! results go to the folder in the order of the jobs, whatever the order in which they come, and are kept when it is resumed.

mod assemble;
mod fates;
mod gauge;
mod hard;
mod improve;
pub mod job;
pub mod journal;
mod outside;
mod placed;
mod places;
pub mod queue;
mod scan;
mod strength;
mod timed;

use expr::diagnostic::Diagnostics;
use expr::spec::Specification;
use mutation::CanonicalCore;
use proof::record::spec_record;
use proof::world::World;
use suite::{Suite, Test, TestKind};

pub use mutation::MutantOrder;
pub use strength::Strength;

/// How points are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// The fixed sequence, then the solver.
    Search,
    /// Uniformly random in-domain points and nothing else: the baseline to compare with.
    Random,
}

/// What a run may use. All of it is counted, not timed, so that a run can be repeated.
#[derive(Clone, Debug)]
pub struct GenerateOptions {
    /// How points are chosen.
    pub method: Method,
    /// How many faults a mutant may have.
    pub order: MutantOrder,
    /// Which tests are wanted beyond those that the mutants of the formula need.
    pub strength: Strength,
    /// Tests that kill each mutant of the formula, where there are as many.
    pub kills: usize,
    /// Seed of random points; the search itself uses none.
    pub seed: u64,
    /// Points at which every mutant is judged.
    pub points: usize,
    /// Further points for the mutants that survive those.
    pub more_points: usize,
    /// Boxes that the solver may look at for one mutant.
    pub boxes: usize,
    /// Name and version of the program, for the suite.
    pub tool: String,
    /// The command, for the suite.
    pub command: String,
    /// SHA-256 of the file that the specification came from.
    pub sha256: String,
}

/// Why there is no suite.
#[derive(Clone, Debug)]
pub enum GenerateRefusal {
    /// The specification cannot be evaluated.
    Diagnostics(Diagnostics),
    /// Its domain or its formula leaves nothing to test; the message says what and how to mend it.
    Nothing(String),
}

/// How far a run has come: mutants decided of all.
#[derive(Clone, Copy, Debug)]
pub struct GenerateProgress {
    /// Mutants that are killed, equivalent or duplicate.
    pub decided: usize,
    /// All mutants.
    pub mutants: usize,
}

/// Operations that the points of a scan may cost in all, and the boxes of one mutant. They bound the time that one
/// long formula takes, such as an unrolled loop, at the price of mutants that stay undecided; `scripts/growth.py`
/// measures how time grows with the number of mutants.
const SCAN_OPERATIONS: usize = 40_000_000;
const SOLVER_OPERATIONS: usize = 4_000_000;

/// Fewer points and boxes for formulas of tens of thousands of operations, such as unrolled loops.
fn affordable(world: &World, options: &GenerateOptions) -> GenerateOptions {
    let all = world.dag.len().max(1);
    let one = world.dag.reachable(&[world.root]).len().max(1);
    GenerateOptions {
        points: options.points.min(SCAN_OPERATIONS / all).max(8),
        more_points: options.more_points.min(SCAN_OPERATIONS / all),
        boxes: options.boxes.min(SOLVER_OPERATIONS / one),
        ..options.clone()
    }
}

/// Makes a suite.
pub fn generate(
    spec: Specification,
    options: &GenerateOptions,
    progress: &dyn Fn(GenerateProgress),
) -> Result<Suite, GenerateRefusal> {
    let world = World::new(spec, options.order).map_err(GenerateRefusal::Diagnostics)?;
    if world.mutants.is_empty() {
        return Err(GenerateRefusal::Nothing(
            "the specification has no mutants: there is nothing to tell it from".into(),
        ));
    }
    let options = &affordable(&world, options);
    let mut scan = scan::Scan::new(&world, options)?;
    progress(scan.progress());
    let fates = match options.method {
        Method::Search => fates::decide(&world, &mut scan, options, progress),
        Method::Random => fates::leave_open(&world, &scan),
    };
    if options.method == Method::Search
        && let Some(point) = hard::find_hardest(&world, &scan)
    {
        scan.require(&world, point);
    }
    let outside = match options.method {
        Method::Search => outside::find_outside_tests(&world, options.boxes),
        Method::Random => Vec::new(),
    };
    let mut parts = assemble::assemble(&world, &scan, &fates, &outside, options);
    if let (Method::Search, Some(amounts)) = (options.method, options.strength.amounts()) {
        let known = normal_inputs(&parts.tests);
        let placed = placed::place_tests(&world.spec, amounts, &known).map_err(GenerateRefusal::Diagnostics)?;
        assemble::add_placed(&mut parts, placed);
    }
    let mut spec = spec_record(&world.spec, &CanonicalCore::new(&world.spec), &options.sha256);
    spec.defined_share = Some(scan.defined);
    let (mutants, tests) = (parts.mutants, parts.tests);
    Ok(Suite::new(
        &options.tool,
        &options.command,
        options.seed,
        spec,
        mutants,
        tests,
    ))
}

/// The inputs of the tests inside the domain.
fn normal_inputs(tests: &[Test]) -> Vec<Vec<f64>> {
    let inside = tests.iter().filter(|test| test.kind == TestKind::Normal);
    inside
        .map(|test| test.inputs.iter().map(|i| i.hex.0).collect())
        .collect()
}
