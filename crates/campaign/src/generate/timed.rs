//! Random points for a given time: the baseline that a search is compared with.
//!
//! Points are numbered, so a run with more of them repeats the shorter one and goes on. The number of points grows
//! until one whole run takes the time. The suite states that number, so that it can be made again.

use super::job::SuiteJob;
use super::{GenerateOptions, GenerateProgress, GenerateRefusal, generate};
use std::time::Instant;
use suite::Suite;

/// How much more is tried at once, at most and at least. The least is to end at all, the most is since the first runs
/// are too short to be timed well.
const GROWTH: (f64, f64) = (1.3, 8.0);

/// A suite from as many random points as the job's time allows; without a time, the suite that its options say.
pub(super) fn make(job: &SuiteJob, progress: &dyn Fn(GenerateProgress)) -> Result<Suite, GenerateRefusal> {
    match job.seconds {
        None => generate(job.spec.clone(), &job.options, progress),
        Some(seconds) => fill(job, seconds, progress),
    }
}

fn fill(job: &SuiteJob, seconds: f64, progress: &dyn Fn(GenerateProgress)) -> Result<Suite, GenerateRefusal> {
    let mut more_points = 64;
    loop {
        let begin = Instant::now();
        let suite = generate(job.spec.clone(), &with_points(&job.options, more_points), progress)?;
        let took = begin.elapsed().as_secs_f64();
        // With nothing left to kill, more points change nothing.
        if took >= 0.9 * seconds || suite.summary.total.undecided == 0 {
            return Ok(suite);
        }
        let growth = (seconds / took).clamp(GROWTH.0, GROWTH.1);
        more_points = (more_points as f64 * growth).ceil() as usize;
    }
}

fn with_points(options: &GenerateOptions, more_points: usize) -> GenerateOptions {
    GenerateOptions {
        more_points,
        command: format!("{} --more-points {more_points}", options.command),
        ..options.clone()
    }
}
