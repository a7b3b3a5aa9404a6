//! `generate`: from a specification to a small suite of tests with proven oracles.
//!
//! 1. `proof::world`: specification and mutants in one DAG.
//! 2. `scan`: a fixed sequence of points, each judging all mutants at once; more points for those still alive.
//! 3. `fates`: identities for the survivors and for duplicates, then the solver: a witness, a covering, or undecided.
//! 4. `outside`: inputs beyond the bounds for the mutants that accept too much.
//! 5. `hard`: an input at which the formula as written is not accurate enough in binary64, if there is one.
//! 6. `cover`: the fewest points that kill all that was killed; `proof::certify`: MPFR proofs; `assemble`: the suite.

mod assemble;
mod fates;
mod hard;
mod improve;
mod outside;
mod scan;

use expr::diagnostic::Diagnostics;
use expr::spec::Specification;
use proof::world::World;
use suite::Suite;

pub use mutation::MutantOrder;

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
    /// Tests that kill each mutant, where there are as many.
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

/// Operations that the points of a scan may cost in all, and the boxes of one mutant.
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
        && let Some(point) = hard::hardest(&world, &scan)
    {
        scan.require(&world, point);
    }
    let outside = match options.method {
        Method::Search => outside::outside_tests(&world, options.boxes),
        Method::Random => Vec::new(),
    };
    Ok(assemble::assemble(&world, scan, fates, outside, options))
}
