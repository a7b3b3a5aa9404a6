//! Inputs just outside the domain, for the mutants that accept too much.

use expr::spec::Format;
use mutation::{Direction, MutantChange, RangeSide};
use proof::certify::certify_outside;
use proof::kill::ask_strip;
use proof::oracle::Oracle;
use proof::points::PointGrid;
use proof::probe::mutated_input;
use proof::world::World;
use rayon::prelude::*;
use suite::How;

/// What became of a mutant with a wider domain.
pub struct Outside {
    /// The mutant.
    pub mutant: usize,
    /// What was found.
    pub outcome: OutsideOutcome,
}

/// A test, a proof that there is none, or neither.
pub enum OutsideOutcome {
    /// This input kills it.
    Test {
        /// The input.
        point: Vec<f64>,
        /// What is acceptable there; `None`: it must be rejected.
        oracle: Option<Oracle>,
        /// In which way.
        how: How,
    },
    /// No float lies between the two bounds.
    NoInput,
    /// Wherever the mutant accepts more, `:pre` fails or the formula is undefined: it answers like a rejection.
    NothingThere {
        /// Boxes that cover the place.
        boxes: u64,
    },
    /// Neither.
    Open,
}

/// How many positions of the other inputs are tried. Each costs up to two proofs with MPFR; where none tells, the
/// solver is asked, if the policy leaves it something to find. `scripts/bench.py` counts the mutants of bounds that
/// stay undecided.
const TRIES: usize = 24;

/// Looks for a test for each mutant that moves a bound outward.
pub fn find_outside_tests(world: &World, boxes: usize) -> Vec<Outside> {
    let outward = |m: &usize| {
        matches!(
            world.mutants[*m].change,
            MutantChange::Bound {
                direction: Direction::Outward,
                ..
            }
        )
    };
    let mutants: Vec<usize> = (0..world.mutants.len()).filter(outward).collect();
    mutants
        .into_par_iter()
        .map(|mutant| Outside {
            mutant,
            outcome: search(world, mutant, boxes),
        })
        .collect()
}

fn search(world: &World, mutant: usize, boxes: usize) -> OutsideOutcome {
    let Some(strip) = strip(world, mutant) else {
        return OutsideOutcome::NoInput;
    };
    let formats: Vec<Format> = world.spec.inputs.iter().map(|i| i.format).collect();
    let grid = PointGrid {
        ranges: &world.ranges,
        formats: &formats,
    };
    for k in 0..TRIES {
        for x in [strip.near(world), strip.far] {
            let mut point = grid.scattered(k, k % 2 == 1);
            point[strip.input] = x;
            if let Some((oracle, how)) = certify_outside(world, &point, mutant) {
                return OutsideOutcome::Test { point, oracle, how };
            }
        }
    }
    if world.clamps() {
        OutsideOutcome::Open
    } else {
        ask(world, &strip, mutant, boxes)
    }
}

/// The solver's answer: an input beyond the bound that has a value, or a proof that there is none.
fn ask(world: &World, strip: &Strip, mutant: usize, boxes: usize) -> OutsideOutcome {
    let (lo, hi) = (strip.first.min(strip.far), strip.first.max(strip.far));
    match ask_strip(world, strip.input, (lo, hi), boxes) {
        solver::SolverOutcome::Excluded { boxes } => OutsideOutcome::NothingThere { boxes },
        solver::SolverOutcome::Witness { point, .. } => match certify_outside(world, &point, mutant) {
            Some((oracle, how)) => OutsideOutcome::Test { point, oracle, how },
            None => OutsideOutcome::Open,
        },
        solver::SolverOutcome::Unknown { .. } => OutsideOutcome::Open,
    }
}

/// The floats between a bound and where the mutant has it.
struct Strip {
    input: usize,
    side: RangeSide,
    /// The first float outside the domain.
    first: f64,
    /// The last float that the mutant accepts.
    far: f64,
}

impl Strip {
    /// The first float that is outside also by the bound rounded to the format.
    fn near(&self, world: &World) -> f64 {
        let input = &world.spec.inputs[self.input];
        let next = |x: f64| match self.side {
            RangeSide::Lower => input.format.next_down(x),
            RangeSide::Upper => input.format.next_up(x),
        };
        // Rounding moves a bound by one number at most.
        let steps = std::iter::successors(Some(self.first), |&x| Some(next(x))).take(2);
        steps.into_iter().find(|&x| input.excludes(x)).unwrap_or(self.far)
    }
}

fn strip(world: &World, mutant: usize) -> Option<Strip> {
    let MutantChange::Bound { side, .. } = &world.mutants[mutant].change else {
        return None;
    };
    let (input, wide) = mutated_input(world, mutant)?;
    let ((lo, hi), (wide_lo, wide_hi), format) = (world.domain[input], wide.floats()?, wide.format);
    let (first, far) = match side {
        RangeSide::Lower => (format.next_down(lo), wide_lo),
        RangeSide::Upper => (format.next_up(hi), wide_hi),
    };
    let side = *side;
    (wide.contains(first) && wide.contains(far)).then_some(Strip {
        input,
        side,
        first,
        far,
    })
}
