//! Before and after: the same hunt on two versions of a subject, beside each other.
//!
//! Each is hunted with the same calls and the same seed, and meets inputs of its own: a search goes where errors are. So
//! each is also called where the other is worst.

use super::answers::AnswerMeter;
use super::meter::ErrorMeter;
use super::record::{HuntFind, hunt_point};
use super::{CodePaths, HuntFailure, HuntOptions, HuntProgress, hunt, hunt_paths, world_of};
use expr::spec::Specification;
use proof::world::World;
use subject::Subject;
use suite::hunt::{HuntBefore, HuntPoint, HuntReport};

/// An earlier version of a subject.
pub struct EarlierSubject<'a> {
    /// The program.
    pub subject: &'a mut Subject,
    /// The command that hunts it alone, for its report.
    pub command: String,
}

/// Hunts for the largest errors of a subject and of its earlier version.
pub fn hunt_before_and_after(
    spec: &Specification,
    subject: &mut Subject,
    earlier: EarlierSubject<'_>,
    paths: Option<&CodePaths>,
    options: &HuntOptions,
    progress: &dyn Fn(HuntProgress),
) -> Result<HuntReport, HuntFailure> {
    let world = world_of(spec)?;
    let alone = HuntOptions {
        command: earlier.command,
        ..options.clone()
    };
    let before = hunt(spec, earlier.subject, &alone, progress)?;
    let mut after = hunt_paths(spec, subject, paths, options, progress)?;
    after.before = Some(Box::new(HuntBefore {
        after_there: answer_at(&world, before.worst.as_ref(), subject),
        before_here: answer_at(&world, after.worst.as_ref(), earlier.subject),
        hunt: before,
    }));
    Ok(after)
}

/// How a subject does at the input of a point.
fn answer_at(world: &World, point: Option<&HuntPoint>, subject: &mut Subject) -> Option<HuntPoint> {
    let points = [point?.inputs.iter().map(|input| input.hex.0).collect::<Vec<f64>>()];
    let observed = subject.sight(&points);
    let answer = ErrorMeter::new(world).know(&points[..observed.len()], observed).pop()?;
    let [point] = points;
    answer
        .measured
        .judged
        .then(|| hunt_point(world, &HuntFind { point, answer }, true))
}
