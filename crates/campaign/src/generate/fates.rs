//! The ends that mutants come to: identities, duplicates, and what the solver finds.

use super::improve::improve;
use super::scan::Scan;
use super::{GenerateOptions, GenerateProgress, GenerateRefusal};
use expr::eval::RoundedFormat;
use expr::normal::{Cases, Identity};
use interval::{Definedness, FloatEnclosure};
use mutation::{Direction, MutantChange, RangeSide};
use proof::certify::{bodies, constraint_holds};
use proof::exactness::{never_rounds, output_format};
use proof::kill;
use proof::probe::{Probe, mutated_input, rounded_format};
use proof::world::World;
use rayon::prelude::*;
use solver::{SolverOutcome, UnknownReason};
use std::collections::HashMap;
use suite::MutantEvidence;

/// What became of a mutant.
#[derive(Clone, Debug)]
pub enum MutantFate {
    /// Some point of the scan kills it.
    Killed,
    /// Proved the same as the specification.
    Equivalent(MutantEvidence),
    /// Proved the same as an earlier mutant.
    Duplicate {
        /// Number of the earlier one.
        of: usize,
        /// Rules of the proof.
        rules: Vec<String>,
    },
    /// Neither.
    Open {
        /// Why the search ended.
        reason: String,
        /// Boxes that the solver looked at.
        boxes: u64,
        /// How near it came.
        closest: Option<String>,
    },
}

/// Every mutant that no point killed stays open.
pub fn leave_open(world: &World, scan: &Scan) -> Vec<MutantFate> {
    let open = || MutantFate::Open {
        reason: "no random point kills it".into(),
        boxes: 0,
        closest: None,
    };
    (0..world.mutants.len())
        .map(|m| {
            if scan.killed.contains(m) {
                MutantFate::Killed
            } else {
                open()
            }
        })
        .collect()
}

/// Decides what can be decided: identities, then the solver, then duplicates.
pub fn decide(
    world: &World,
    scan: &mut Scan,
    options: &GenerateOptions,
    progress: &dyn Fn(GenerateProgress),
) -> Vec<MutantFate> {
    let mut classes = Cases::new(&world.dag, world.sides());
    let mut fates: Vec<MutantFate> = (0..world.mutants.len()).map(|m| first_fate(world, scan, m)).collect();
    let mut where_defined = WhereDefined::new();
    for m in scan.alive() {
        match identity(world, &mut classes, m) {
            Algebra::Equal(rules) => fates[m] = MutantFate::Equivalent(MutantEvidence::Identity { rules }),
            Algebra::EqualWhereDefined(rules) => {
                where_defined.insert(m, rules);
            }
            Algebra::Unknown => {}
        }
    }
    report(&fates, progress);
    find_duplicates(world, scan, &mut classes, &mut fates);
    look_closely(world, scan, &mut fates);
    solve(world, scan, options, &where_defined, &mut fates);
    solve_bounds(world, scan, options, &mut fates);
    report(&fates, progress);
    fates
}

fn report(fates: &[MutantFate], progress: &dyn Fn(GenerateProgress)) {
    let decided = fates.iter().filter(|f| !matches!(f, MutantFate::Open { .. })).count();
    progress(GenerateProgress {
        decided,
        mutants: fates.len(),
    });
}

/// Mutants with a body that are still open.
fn open_bodies(world: &World, fates: &[MutantFate]) -> Vec<usize> {
    let is_open = |m: &usize| matches!(fates[*m], MutantFate::Open { .. }) && world.body(*m).is_some();
    (0..fates.len()).filter(is_open).collect()
}

/// Points that are looked at again with MPFR, and operations that this may cost.
const CLOSE_POINTS: usize = 16;
const CLOSE_OPERATIONS: usize = 2_000_000;

/// Where cancellation makes binary64 enclosures too wide to tell, MPFR tells at the first points.
fn look_closely(world: &World, scan: &mut Scan, fates: &mut [MutantFate]) {
    let open = open_bodies(world, fates);
    if open.is_empty() {
        return;
    }
    // MPFR costs tens of times what binary64 does: large formulas get fewer points.
    let affordable = (CLOSE_OPERATIONS / world.dag.len().max(1)).clamp(1, CLOSE_POINTS);
    let points = (0..scan.points.len()).filter(|&i| world.can_be_test(&scan.points[i]));
    let points: Vec<usize> = points.take(affordable).collect();
    let seen: Vec<_> = points
        .par_iter()
        .map(|&i| bodies(world, &scan.points[i], &open))
        .collect();
    for (i, kills) in points.into_iter().zip(seen) {
        for (m, _) in kills {
            scan.add_kill(i, m);
            fates[m] = MutantFate::Killed;
        }
    }
}

/// Boxes that all open mutants share, and how many each has at least.
const TOTAL_BOXES: usize = 40_000;
const LEAST_BOXES: usize = 300;

/// Mutants that are equal to the specification where both are defined, with the rules that prove it.
type WhereDefined = HashMap<usize, Vec<String>>;

/// Asks the solver about every mutant that is still open: of some only whether they are defined elsewhere.
fn solve(
    world: &World,
    scan: &mut Scan,
    options: &GenerateOptions,
    where_defined: &WhereDefined,
    fates: &mut [MutantFate],
) {
    let open = open_bodies(world, fates);
    // A specification with very many open mutants must still end soon.
    let boxes = options
        .boxes
        .min(TOTAL_BOXES / open.len().max(1))
        .max(options.boxes.min(LEAST_BOXES));
    let ask = |m: &usize| match where_defined.contains_key(m) {
        true => kill::ask_definedness(world, *m, boxes),
        false => kill::ask(world, *m, boxes),
    };
    let answers: Vec<(usize, SolverOutcome)> = open.par_iter().map(|m| (*m, climbed(world, *m, ask(m)))).collect();
    for (m, outcome) in answers {
        fates[m] = match outcome {
            SolverOutcome::Witness { point, .. } => {
                scan.add_witness(world, point, m);
                MutantFate::Killed
            }
            SolverOutcome::Excluded { boxes } => {
                let rules = where_defined.get(&m).cloned().unwrap_or_default();
                MutantFate::Equivalent(MutantEvidence::Covering { boxes, rules })
            }
            SolverOutcome::Unknown { reason, boxes, best } => unknown(world, reason, boxes, best),
        };
    }
}

/// An unknown outcome made a witness, if the nearest miss or what improves it is a kill with MPFR.
fn climbed(world: &World, m: usize, outcome: SolverOutcome) -> SolverOutcome {
    let SolverOutcome::Unknown {
        boxes,
        best: Some((_, near)),
        ..
    } = &outcome
    else {
        return outcome;
    };
    let points = [Some(near.clone()), improve(world, near, m)];
    let kill = points.into_iter().flatten().find(|p| killed_closely(world, p, m));
    match kill {
        Some(point) => SolverOutcome::Witness { point, boxes: *boxes },
        None => outcome,
    }
}

/// Asks the solver for an input between the bound of a range and where a mutant narrows it to.
fn solve_bounds(world: &World, scan: &mut Scan, options: &GenerateOptions, fates: &mut [MutantFate]) {
    if world.clamps() {
        return;
    }
    for (m, fate) in fates
        .iter_mut()
        .enumerate()
        .filter(|(_, f)| matches!(f, MutantFate::Open { .. }))
    {
        let Some((input, strip)) = narrowed_strip(world, m) else {
            continue;
        };
        match kill::ask_strip(world, input, strip, options.boxes) {
            SolverOutcome::Witness { point, .. } => {
                scan.add_witness(world, point, m);
                *fate = MutantFate::Killed;
            }
            SolverOutcome::Excluded { boxes } => {
                let rules = vec!["no-value-at-the-bound".into()];
                *fate = MutantFate::Equivalent(MutantEvidence::Covering { boxes, rules });
            }
            SolverOutcome::Unknown { .. } => {}
        }
    }
}

/// The input and the floats that an inward mutant refuses.
fn narrowed_strip(world: &World, mutant: usize) -> Option<(usize, (f64, f64))> {
    let MutantChange::Bound {
        side,
        direction: Direction::Inward,
        ..
    } = world.mutants[mutant].change
    else {
        return None;
    };
    let (input, narrow) = mutated_input(world, mutant)?;
    let ((lo, hi), format) = (world.domain[input], narrow.format);
    let strip = match (side, narrow.floats()) {
        (_, None) => (lo, hi),
        (RangeSide::Lower, Some((first, _))) => (lo, format.next_down(first)),
        (RangeSide::Upper, Some((_, last))) => (format.next_up(last), hi),
    };
    (strip.0 <= strip.1).then_some((input, strip))
}

/// Whether the point that came nearest is a kill after all, with MPFR.
fn killed_closely(world: &World, point: &[f64], mutant: usize) -> bool {
    constraint_holds(world, point) && world.can_be_test(point) && !bodies(world, point, &[mutant]).is_empty()
}

fn unknown(world: &World, reason: UnknownReason, boxes: u64, best: Option<(f64, Vec<f64>)>) -> MutantFate {
    let reason = match reason {
        UnknownReason::Budget => "the budget of boxes ended",
        UnknownReason::Resolution => "boxes remain that cannot be split further",
    };
    MutantFate::Open {
        reason: reason.into(),
        boxes,
        closest: best.map(|(gap, point)| kill::closest(world, gap, &point)),
    }
}

fn first_fate(world: &World, scan: &Scan, m: usize) -> MutantFate {
    if scan.killed.contains(m) {
        return MutantFate::Killed;
    }
    let reason = match &world.bodies[m] {
        Some(Err(reason)) => reason.clone(),
        _ => "no point of the scan kills it".into(),
    };
    MutantFate::Open {
        reason,
        boxes: 0,
        closest: None,
    }
}

/// What exact algebra says about a mutant, with the names of the rules.
enum Algebra {
    Equal(Vec<String>),
    EqualWhereDefined(Vec<String>),
    Unknown,
}

fn identity(world: &World, classes: &mut Cases<'_>, m: usize) -> Algebra {
    if let MutantChange::Precision(arithmetic) = world.mutants[m].change
        && is_exact_in(world, rounded_format(arithmetic))
    {
        return Algebra::Equal(vec!["exact-in-format".into()]);
    }
    match world.body(m).map(|body| classes.identity(world.root, body)) {
        Some(Identity::Equal(rules)) => Algebra::Equal(rules.names()),
        Some(Identity::EqualWhereDefined(rules)) => Algebra::EqualWhereDefined(rules.names()),
        _ => Algebra::Unknown,
    }
}

/// Whether a format computes the formula without an error, and the result is an acceptable one. A correctly rounded result
/// is a number of the output's format, so the formula must be exact in that as well.
fn is_exact_in(world: &World, format: RoundedFormat) -> bool {
    let is_output = || output_format(world.spec.output).is_some_and(|output| never_rounds(world, output));
    never_rounds(world, format) && (!world.margin.is_rounded() || is_output())
}

/// Mutants that agree at the first points are candidates; exact algebra decides.
fn find_duplicates(world: &World, scan: &Scan, classes: &mut Cases<'_>, fates: &mut [MutantFate]) {
    let mut groups: HashMap<Vec<u64>, Vec<usize>> = HashMap::new();
    for (m, fate) in fates.iter_mut().enumerate() {
        let Some(body) = world.body(m) else { continue };
        if matches!(fate, MutantFate::Equivalent(_)) {
            continue;
        }
        let firsts = groups.entry(signature(&scan.signatures[m])).or_default();
        let found = firsts
            .iter()
            .find_map(|&first| match classes.identity(world.body(first)?, body) {
                Identity::Equal(rules) => Some((first, rules)),
                _ => None,
            });
        match found {
            Some((of, rules)) => {
                *fate = MutantFate::Duplicate {
                    of,
                    rules: rules.names(),
                }
            }
            None => firsts.push(m),
        }
    }
}

/// Thirty leading bits of each value: equal functions almost never differ in them.
fn signature(values: &[FloatEnclosure]) -> Vec<u64> {
    let key = |v: &FloatEnclosure| match v.defined {
        Definedness::Nowhere => 1,
        Definedness::Partly => 2,
        // Round to 30 bits: add half a unit of the 30th bit, then cut.
        Definedness::Everywhere => (v.range.mid().to_bits() + (1 << 21)) >> 22 << 2,
    };
    values.iter().map(key).collect()
}

/// No scanned point is in the domain, or the formula is defined at none: asks the solver for one.
pub fn find_start(
    world: &World,
    probe: &Probe<'_>,
    scan: &mut Scan,
    options: &GenerateOptions,
) -> Result<(), GenerateRefusal> {
    match kill::ask_start(world, options.boxes) {
        SolverOutcome::Witness { point, .. } => {
            scan.look(probe, vec![point]);
            Ok(())
        }
        SolverOutcome::Excluded { boxes } => Err(GenerateRefusal::Nothing(format!(
            "{} (proved with {boxes} boxes): there is nothing to test",
            nothing(world, scan)
        ))),
        SolverOutcome::Unknown { boxes, .. } => Err(GenerateRefusal::Nothing(format!(
            "no input was found in {boxes} boxes that lies in the domain and at which the formula has a value within binary64"
        ))),
    }
}

/// What it means that no input of the domain has a value.
fn nothing(world: &World, scan: &Scan) -> &'static str {
    if world.constraint.is_some() && scan.points.is_empty() {
        "no input satisfies `:pre`, or the formula is defined at none that does"
    } else {
        "the formula is nowhere defined on its domain"
    }
}
