//! Kills proved again: whether a test tells a mutant from the specification.

use super::Ground;
use super::acceptable::Separation;
use super::domain::Domain;
use super::real::{self, Real, RealTerm};
use super::rounded::Coarse;
use super::statement;
use expr::ast::Expr;
use expr::spec::OutOfDomain;
use mutation::MutationOperator;
use rug::Float;
use suite::{How, MutantRecord, TestKind};

/// What a mutant does otherwise, read from its text.
#[derive(Clone, Debug)]
pub(super) enum MutantFault {
    /// It computes another formula.
    Body(Expr),
    /// It computes a formula in a format.
    Rounded(Coarse, Expr),
    /// It has another domain.
    Bounds(Domain),
}

impl MutantFault {
    /// The fault of a mutant, by its operator and its text.
    pub(super) fn read(record: &MutantRecord) -> Result<MutantFault, String> {
        let operator = MutationOperator::named(&record.operator);
        let computes =
            |o: &MutationOperator| *o == MutationOperator::Accuracy || MutationOperator::PROGRAMS.contains(o);
        match operator {
            Some(MutationOperator::Bounds) => {
                let spec = statement::specification(&record.fpcore)?;
                Ok(MutantFault::Bounds(Domain::of(&spec)))
            }
            Some(operator) if computes(&operator) => {
                let core = statement::single_core(&record.fpcore)?;
                let (coarse, body) = Coarse::of(&core.body).ok_or("its body names no format to compute in")?;
                Ok(MutantFault::Rounded(coarse, body.clone()))
            }
            _ => Ok(MutantFault::Body(statement::single_core(&record.fpcore)?.body)),
        }
    }
}

/// What is known about a kill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KillClaim {
    /// Proved.
    Yes(How),
    /// Proved that it is none.
    No(&'static str),
    /// Not known.
    Open,
}

/// A point, and what sort of test stands there.
#[derive(Clone, Copy)]
pub(super) struct TestPlace<'a> {
    pub(super) x: &'a [f64],
    pub(super) kind: TestKind,
}

/// Whether an implementation with this fault is caught at a point.
pub(super) fn kill(ground: &Ground, fault: &MutantFault, place: TestPlace<'_>, limit: u32) -> KillClaim {
    if place.x.len() != ground.domain.inputs.len() {
        return KillClaim::No("the test has another number of inputs");
    }
    match fault {
        MutantFault::Bounds(domain) => bounds(ground, domain, place, limit),
        MutantFault::Body(body) => match effective(ground, place) {
            Some(x) => apart(ground, ground.formula(&x), ground.term(body, &x), limit),
            None => KillClaim::No("the mutant rejects this input as well"),
        },
        MutantFault::Rounded(coarse, body) => match effective(ground, place) {
            Some(x) => rounded(ground, *coarse, body, &x, limit),
            None => KillClaim::No("the mutant rejects this input as well"),
        },
    }
}

/// The input at which an implementation with the right domain computes; none if it computes nothing.
fn effective(ground: &Ground, place: TestPlace<'_>) -> Option<Vec<f64>> {
    match (place.kind, ground.spec.out_of_domain) {
        (TestKind::Normal | TestKind::Structural, _) => Some(place.x.to_vec()),
        (TestKind::Robustness, OutOfDomain::Clamp) => Some(ground.domain.clamped(place.x)),
        (TestKind::Robustness, _) => None,
    }
}

/// Whether two formulas at two points have nothing acceptable in common, or only one of them a value.
fn apart(ground: &Ground, f: RealTerm<'_>, g: RealTerm<'_>, limit: u32) -> KillClaim {
    match real::settle(&[f, g], limit, |reals| ground.margin.told_apart(&reals[0], &reals[1])) {
        Some(Separation::Yes(how)) => KillClaim::Yes(how),
        Some(Separation::No) => KillClaim::No("some output is acceptable for both"),
        None => KillClaim::Open,
    }
}

fn rounded(ground: &Ground, coarse: Coarse, body: &Expr, x: &[f64], limit: u32) -> KillClaim {
    let Ok(result) = ground.term(body, x).value(&coarse, Coarse::float) else {
        return KillClaim::Open;
    };
    let accepted = real::settle(&[ground.formula(x)], limit, |reals| match &reals[0] {
        Real::Value(y) => accepts(ground, y, &result).map(Some),
        Real::Undefined => Some(None),
        Real::Unknown => None,
    });
    match accepted {
        Some(Some(false)) => KillClaim::Yes(How::Inaccurate),
        Some(Some(true)) => KillClaim::No("what it computes is acceptable"),
        Some(None) => KillClaim::No("the formula is undefined at the input"),
        None => KillClaim::Open,
    }
}

/// Whether a computed result is acceptable: NaN never is.
fn accepts(ground: &Ground, y: &real::RealBounds, result: &Float) -> Option<bool> {
    match result.to_rational() {
        Some(q) => ground.margin.accepts(y, &q),
        None if result.is_nan() => Some(false),
        None if result.is_sign_negative() => ground.margin.accepts_lowest(y),
        None => ground.margin.accepts_highest(y),
    }
}

fn bounds(ground: &Ground, mutant: &Domain, place: TestPlace<'_>, limit: u32) -> KillClaim {
    if mutant.inputs.len() != place.x.len() {
        return KillClaim::No("the mutant has other arguments");
    }
    match (ground.spec.out_of_domain, place.kind) {
        (OutOfDomain::Clamp, _) => both_clamp(ground, mutant, place.x, limit),
        (_, TestKind::Normal | TestKind::Structural) => rejects(ground, mutant, place.x, limit),
        (OutOfDomain::Reject, TestKind::Robustness) => accepted(ground, mutant, place.x, limit),
        (OutOfDomain::Unspecified, TestKind::Robustness) => KillClaim::No("nothing is specified outside the domain"),
    }
}

/// Each computes at the nearest input of its own box: these must be told apart.
fn both_clamp(ground: &Ground, mutant: &Domain, x: &[f64], limit: u32) -> KillClaim {
    let (right, wrong) = (ground.domain.clamped(x), mutant.clamped(x));
    if right == wrong {
        return KillClaim::No("both domains answer for the same input");
    }
    match ground
        .domain
        .constrained(&right, limit)
        .zip(mutant.constrained(&wrong, limit))
    {
        None => KillClaim::Open,
        Some((true, true)) => apart(ground, ground.formula(&right), ground.formula(&wrong), limit),
        Some(_) => KillClaim::No("the precondition does not hold where the input is moved to"),
    }
}

/// The mutant rejects an input of the domain at which there is a value.
fn rejects(ground: &Ground, mutant: &Domain, x: &[f64], limit: u32) -> KillClaim {
    if mutant.boxed(x) {
        return KillClaim::No("the input lies in the domain of the mutant");
    }
    answers(ground, x, limit, How::Rejects)
}

/// The mutant answers an input that must be rejected.
fn accepted(ground: &Ground, mutant: &Domain, x: &[f64], limit: u32) -> KillClaim {
    if ground.domain.boxed(x) || !mutant.boxed(x) {
        return KillClaim::No("the input is not one that only the mutant accepts");
    }
    match mutant.constrained(x, limit) {
        Some(true) => answers(ground, x, limit, How::Accepts),
        Some(false) => KillClaim::No("the precondition does not hold at the input"),
        None => KillClaim::Open,
    }
}

/// A kill if the formula has a value at the input.
fn answers(ground: &Ground, x: &[f64], limit: u32, how: How) -> KillClaim {
    real::settle(&[ground.formula(x)], limit, |reals| match &reals[0] {
        Real::Value(_) => Some(KillClaim::Yes(how)),
        Real::Undefined => Some(KillClaim::No("the formula is undefined at the input")),
        Real::Unknown => None,
    })
    .unwrap_or(KillClaim::Open)
}
