//! What many inputs do, and which sides they take: called one after another in a worker that does nothing else.
//!
//! A worker tells the sides of each input as it goes. Where one dies, the input that it was busy with is left out, and
//! another goes on behind it. Where code keeps something from call to call, what is told is what happened behind the
//! inputs before: [`crate::trace_alone`] calls one input in a process of its own.

use crate::process::{FoundInput, start};
use crate::worker::WorkerLine;
use crate::{NativeSettings, SearchJob};
use child::{Silence, interrupt};
use std::time::Duration;

/// Workers that may die on the way: code that kills more of them hides the sides of the inputs that are left.
const DEATHS: usize = 8;

/// Alarms for one call, which ends with the second: the first may come between two calls.
const ALARMS: u32 = 3;

/// The sides that each of some inputs takes; none for those that could not be seen.
pub fn trace_all(job: &SearchJob, settings: &NativeSettings, inputs: &[Vec<u8>]) -> Vec<Option<Vec<usize>>> {
    let called = call_all(job, settings, inputs).into_iter();
    called.map(|found| found.map(|found| found.sides)).collect()
}

/// What each of some inputs does; none for those that could not be seen.
pub(crate) fn call_all(job: &SearchJob, settings: &NativeSettings, inputs: &[Vec<u8>]) -> Vec<Option<FoundInput>> {
    let mut seen = Vec::with_capacity(inputs.len());
    for _ in 0..=DEATHS {
        seen.extend(one_worker(job, settings, &inputs[seen.len()..]));
        if seen.len() >= inputs.len() {
            break;
        }
        // The input that it was busy with.
        seen.push(None);
    }
    seen.resize(inputs.len(), None);
    seen
}

/// What one worker tells until it dies, hangs or is done.
fn one_worker(job: &SearchJob, settings: &NativeSettings, inputs: &[Vec<u8>]) -> Vec<Option<FoundInput>> {
    let job = SearchJob {
        traced: inputs.to_vec(),
        avoided: Vec::new(),
        witness: None,
        ..job.clone()
    };
    let mut seen = Vec::new();
    let Ok(mut talk) = start(&job, settings) else {
        return vec![None; inputs.len()];
    };
    let (stop, patience) = (interrupt::flag(), Duration::from_secs_f64(settings.patience));
    let mut alarms = 0;
    while seen.len() < inputs.len() {
        match talk.hear(patience, Some(&stop)) {
            Ok(text) => match serde_json::from_str(&text) {
                Ok(WorkerLine::Traced { output, outcome, sides }) => {
                    let input = inputs[seen.len()].clone();
                    // A call that an alarm ended came to no end of its own.
                    seen.push((std::mem::take(&mut alarms) == 0).then(|| FoundInput {
                        input,
                        output,
                        outcome,
                        sides,
                        before: Vec::new(),
                    }));
                }
                _ => return vec![None; inputs.len()],
            },
            Err(Silence::Overdue) if alarms < ALARMS => {
                alarms += 1;
                talk.process().alarm();
            }
            Err(Silence::Interrupted) => return vec![None; inputs.len()],
            Err(_) => break,
        }
    }
    seen
}
