//! `compare`: can any input of the common domain tell two formulas apart?
//!
//! 1. `common`: both formulas in one DAG, over the arguments and the domain that they share.
//! 2. Points: a first few with binary64 enclosures, then some with MPFR.
//! 3. Identity by exact algebra; where it leaves open only where the two are defined, the solver is asked just that.
//! 4. More points, then the solver: a witness, a covering, or undecided.
//!
//! Whatever finds a witness, it is proved with MPFR enclosures before it is called one.

mod common;
mod record;
mod witness;

pub use common::{Incomparable, Matching};
pub use witness::{ProvedValue, Witness};

use expr::dag::NodeId;
use expr::normal::{Cases, Identity};
use expr::spec::{Format, Specification};
use interval::Definedness;
use proof::certify::constraint_holds;
use proof::kill;
use proof::points::PointGrid;
use proof::probe::{Instruments, Probe};
use proof::world::World;
use solver::{Formula, SolverOutcome as Found, UnknownReason};
use suite::compare::CompareEvidence;

/// What a run may use; counted, so that it can be repeated.
#[derive(Clone, Copy, Debug)]
pub struct CompareOptions {
    /// Boxes that the solver may look at.
    pub boxes: usize,
}

/// The answer, and what was compared.
#[derive(Clone, Debug)]
pub struct FormulaComparison {
    /// The answer.
    pub outcome: CompareOutcome,
    /// How the arguments were matched.
    pub matching: Matching,
    /// Names of the arguments, in the order of the first formula.
    pub arguments: Vec<String>,
}

/// What became of the question.
#[derive(Clone, Debug)]
pub enum CompareOutcome {
    /// This input tells the two apart: proved.
    Distinguished(Box<Witness>),
    /// No input of the common domain does: proved.
    Equivalent(CompareEvidence),
    /// Neither.
    Undecided {
        /// Why the search ended.
        reason: String,
        /// Boxes that the solver looked at.
        boxes: u64,
        /// How near it came.
        closest: Option<Closest>,
    },
}

/// The input at which an undecided search came nearest.
#[derive(Clone, Debug)]
pub struct Closest {
    /// The input.
    pub point: Vec<f64>,
    /// The distance of the two values, in units of what would tell them apart.
    pub gap: f64,
}

/// Points before and after the proof by identity, and points that MPFR looks at. The first save a proof where
/// formulas plainly differ; those behind it look for differences in a corner before the solver does.
const FIRST_POINTS: usize = 64;
const MORE_POINTS: usize = 1024;
const CLOSE_POINTS: usize = 16;

/// Operations that points with binary64 enclosures, points with MPFR, and boxes may cost. There is one pair to decide
/// and the user waits for it: the solver, which alone can prove, gets ten times as much.
const SCAN_OPERATIONS: usize = 4_000_000;
const CLOSE_OPERATIONS: usize = 200_000;
const SOLVER_OPERATIONS: usize = 40_000_000;

/// Compares `b` with `a`, at the accuracy of `a`.
pub fn compare(
    a: &Specification,
    b: &Specification,
    options: &CompareOptions,
) -> Result<FormulaComparison, Incomparable> {
    let (world, matching) = common::build_world(a, b)?;
    let arguments = world.spec.inputs.iter().map(|i| i.name.clone()).collect();
    let outcome = CompareQuestion::new(&world).answer(options)?;
    Ok(FormulaComparison {
        outcome,
        matching,
        arguments,
    })
}

/// One comparison under way.
struct CompareQuestion<'w> {
    world: &'w World,
    probe: Probe<'w>,
    formats: Vec<Format>,
    /// Inputs of the domain that were looked at.
    seen: Vec<Vec<f64>>,
    /// Whether one of the formulas has a value at some input.
    defined: bool,
}

/// The one mutant of the world: the second formula.
const SECOND: usize = 0;

impl<'w> CompareQuestion<'w> {
    fn new(world: &'w World) -> CompareQuestion<'w> {
        CompareQuestion {
            probe: Probe::new(world, &[SECOND]),
            formats: world.spec.inputs.iter().map(|i| i.format).collect(),
            seen: Vec::new(),
            defined: false,
            world,
        }
    }

    fn answer(&mut self, options: &CompareOptions) -> Result<CompareOutcome, Incomparable> {
        let size = self.world.dag.len().max(1);
        let boxes = options.boxes.min(SOLVER_OPERATIONS / size).max(1);
        let first = self.grid().sequence(FIRST_POINTS);
        let close = (CLOSE_OPERATIONS / size).clamp(1, CLOSE_POINTS);
        if let Some(witness) = self.look(first).or_else(|| self.look_closely(close)) {
            return Ok(CompareOutcome::Distinguished(Box::new(witness)));
        }
        if let Some(outcome) = self.start(boxes)? {
            return Ok(outcome);
        }
        if let Some(outcome) = self.identity(boxes) {
            return Ok(outcome);
        }
        let more = MORE_POINTS.min(SCAN_OPERATIONS / size);
        // Past the numbers that the first sequence uses.
        let later = (0..more)
            .map(|k| self.grid().scattered(k + 10_000, k % 2 == 0))
            .collect();
        match self.look(later) {
            Some(witness) => Ok(CompareOutcome::Distinguished(Box::new(witness))),
            None => Ok(self.told(kill::ask(self.world, SECOND, boxes), &[])),
        }
    }

    fn grid(&self) -> PointGrid<'_> {
        PointGrid {
            ranges: &self.world.ranges,
            formats: &self.formats,
        }
    }

    /// Looks at points with binary64 enclosures; a point that tells the two apart is proved again.
    fn look(&mut self, points: Vec<Vec<f64>>) -> Option<Witness> {
        let (mut found, mut seen) = (None, Vec::new());
        {
            let mut at = self.probe.instruments();
            for point in points {
                if let Some((defined, apart)) = observe(&self.probe, &mut at, &point) {
                    self.defined |= defined;
                    seen.push(point);
                    if apart {
                        found = seen.last().and_then(|p| witness::prove(self.world, p));
                    }
                }
                if found.is_some() {
                    break;
                }
            }
        }
        self.seen.extend(seen);
        found
    }

    /// Looks at the first points with MPFR: cancellation and overflow hide nothing from it.
    fn look_closely(&self, count: usize) -> Option<Witness> {
        let sequence = self.grid().sequence(count);
        let rest = sequence.into_iter().take(count).filter(|p| !self.seen.contains(p));
        let points: Vec<Vec<f64>> = self.seen.iter().take(count).cloned().chain(rest).collect();
        points.iter().find_map(|p| witness::prove(self.world, p))
    }

    /// Makes sure that there is an input, and a value at one: else there is nothing to compare.
    fn start(&mut self, boxes: usize) -> Result<Option<CompareOutcome>, Incomparable> {
        if self.defined {
            return Ok(None);
        }
        let (f, g) = self.roots();
        let question = Formula::Any(vec![Formula::Defined(f), Formula::Defined(g)]);
        match kill::put(self.world, question, boxes) {
            Found::Witness { point, .. } => {
                let told = self.look(vec![point]);
                Ok(told.map(|witness| CompareOutcome::Distinguished(Box::new(witness))))
            }
            Found::Excluded { boxes } => Err(Incomparable::Nothing(format!(
                "{} (proved with {boxes} boxes): there is nothing to compare",
                self.nothing()
            ))),
            Found::Unknown { boxes, .. } => Ok(Some(CompareOutcome::Undecided {
                reason: "no input was found that is in both domains and at which a formula is defined".into(),
                boxes,
                closest: None,
            })),
        }
    }

    fn nothing(&self) -> &'static str {
        match (&self.world.constraint, self.seen.is_empty()) {
            (Some(_), true) => "no input satisfies both `:pre`, or neither formula is defined at any that does",
            _ => "neither formula is defined anywhere in the common domain",
        }
    }

    fn roots(&self) -> (NodeId, NodeId) {
        let f = self.world.root;
        (f, self.world.body(SECOND).unwrap_or(f))
    }

    /// What exact algebra proves.
    fn identity(&mut self, boxes: usize) -> Option<CompareOutcome> {
        let (f, g) = self.roots();
        match Cases::new(&self.world.dag, self.world.sides()).identity(f, g) {
            Identity::Equal(rules) => Some(CompareOutcome::Equivalent(CompareEvidence::Identity {
                rules: rules.names(),
            })),
            Identity::EqualWhereDefined(rules) => {
                let question = kill::only_one_defined(f, g);
                Some(self.told(kill::put(self.world, question, boxes), &rules.names()))
            }
            Identity::Unknown => None,
        }
    }

    /// What an answer of the solver means; `rules` did the rest of the proof.
    fn told(&self, found: Found, rules: &[String]) -> CompareOutcome {
        let undecided = |reason: &str, boxes: u64, best: Option<(f64, Vec<f64>)>| CompareOutcome::Undecided {
            reason: reason.into(),
            boxes,
            closest: best.and_then(|(_, point)| self.closest(point)),
        };
        match found {
            Found::Witness { point, boxes } => match self.proved(&point) {
                Some(outcome) => outcome,
                None => undecided("the solver's input could not be proved again", boxes, None),
            },
            Found::Excluded { boxes } => CompareOutcome::Equivalent(CompareEvidence::Covering {
                boxes,
                rules: rules.to_vec(),
            }),
            Found::Unknown { reason, boxes, best } => {
                let nearest = best.as_ref().map(|(_, point)| point.as_slice());
                nearest
                    .and_then(|point| self.proved(point))
                    .unwrap_or_else(|| undecided(words(reason), boxes, best))
            }
        }
    }

    /// How far apart the two are at an input of the domain where both have values.
    fn closest(&self, point: Vec<f64>) -> Option<Closest> {
        let gap = witness::gap_at(self.world, &point).filter(|_| inside(self.world, &point))?;
        Some(Closest { point, gap })
    }

    fn proved(&self, point: &[f64]) -> Option<CompareOutcome> {
        witness::prove(self.world, point).map(|w| CompareOutcome::Distinguished(Box::new(w)))
    }
}

/// Whether a formula has a value at an input, and whether the input tells the two apart; `None` outside the domain and
/// where binary64 enclosures say too little.
fn observe(probe: &Probe<'_>, at: &mut Instruments<'_>, point: &[f64]) -> Option<(bool, bool)> {
    let seen = probe.observe(at, point)?;
    let has_value = |d: Definedness| d == Definedness::Everywhere;
    let defined = has_value(seen.value.defined) || seen.bodies.iter().any(|b| has_value(b.defined));
    Some((defined, seen.kills.contains(SECOND)))
}

fn words(reason: UnknownReason) -> &'static str {
    match reason {
        UnknownReason::Budget => "the budget of boxes ended",
        UnknownReason::Resolution => "boxes remain that cannot be split further",
    }
}

/// Whether an input lies in the common domain: proved.
fn inside(world: &World, point: &[f64]) -> bool {
    let in_box = point
        .iter()
        .zip(&world.spec.inputs)
        .all(|(&x, input)| input.contains(x));
    in_box && constraint_holds(world, point)
}
