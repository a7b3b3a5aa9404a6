//! What was found, called again: alone and in a new process, or behind the inputs that were called before it.
//!
//! A search calls code many times in one process. Where the code may keep something from call to call, an input may have
//! done what it did only because of those before it. Such an input does not take a side, or kill a hazard, by itself: it
//! is told with the inputs that must come before, as few as were found, or not at all. Where code only strays from its
//! variables, nothing comes before: what lies behind an array is none of what a caller hands over.

use crate::process::{FoundInput, WorkerTold, replay};
use crate::{NativeFailure, NativeSettings, SearchJob};

/// Numbers of inputs before one that are tried. Each is a new process, so that they are few; a longer history than
/// the last is not remembered.
const HISTORIES: [usize; 4] = [0, 1, 2, 4];

/// Leaves only what is seen again.
pub fn replay_alone(job: &SearchJob, settings: &NativeSettings, told: &mut WorkerTold) -> Result<(), NativeFailure> {
    if !job.keeps_state && !job.strays {
        return Ok(());
    }
    let found = std::mem::take(&mut told.inputs);
    for input in found {
        told.inputs.extend(again(job, settings, input)?);
    }
    let hazards = job.branches();
    for (hazard, mut kill) in std::mem::take(&mut told.kills) {
        let death = 2 * (hazards + hazard) + 1;
        if let Some(seen) = shown(job, settings, &kill.input, &kill.before, &[death])? {
            kill.before = seen.before;
            told.kills.push((hazard, kill));
        }
    }
    for (input, what) in &mut told.ended {
        let seen = replay(job, settings, vec![input.clone()])?;
        if seen.is_some_and(|seen| seen.outcome != *what) {
            *what = format!("{what}{ONCE}").into();
        }
    }
    Ok(())
}

/// The sides that an input takes, called alone in a new process; none if it could not be seen.
pub fn trace_alone(job: &SearchJob, settings: &NativeSettings, input: Vec<u8>) -> Option<Vec<usize>> {
    let seen = replay(job, settings, vec![input]).ok()??;
    Some(seen.sides)
}

/// What is said of an ending that an input alone does not come to.
const ONCE: &str = " (once, after other calls; not when it is called alone)";

/// What is seen of an input again: alone, and the rest of its sides behind others.
fn again(job: &SearchJob, settings: &NativeSettings, found: FoundInput) -> Result<Vec<FoundInput>, NativeFailure> {
    let mut seen = Vec::new();
    let mut open = found.sides.clone();
    for length in HISTORIES {
        if open.is_empty() || length > found.before.len() {
            break;
        }
        let history = found.before[found.before.len() - length..].to_vec();
        let mut inputs = history.clone();
        inputs.push(found.input.clone());
        let Some(run) = replay(job, settings, inputs)? else {
            continue;
        };
        let sides: Vec<usize> = run
            .sides
            .iter()
            .copied()
            .filter(|side| found.sides.contains(side))
            .collect();
        if sides.iter().any(|side| open.contains(side)) {
            open.retain(|side| !sides.contains(side));
            seen.push(FoundInput {
                sides,
                before: history,
                ..run
            });
        }
    }
    Ok(seen)
}

/// The shortest history after which an input takes all of some sides.
fn shown(
    job: &SearchJob,
    settings: &NativeSettings,
    input: &[u8],
    before: &[Vec<u8>],
    sides: &[usize],
) -> Result<Option<FoundInput>, NativeFailure> {
    let found = FoundInput {
        input: input.to_vec(),
        output: Vec::new(),
        outcome: "".into(),
        sides: sides.to_vec(),
        before: before.to_vec(),
    };
    let seen = again(job, settings, found)?;
    Ok(seen
        .into_iter()
        .find(|seen| sides.iter().all(|side| seen.sides.contains(side))))
}
