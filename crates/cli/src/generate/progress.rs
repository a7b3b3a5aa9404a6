//! What is told while jobs are done: a progress bar of mutants for one specification and of specifications for several,
//! and complaints.

use super::plan::GeneratePlan;
use crate::console::{self, Console};
use crate::source::SpecItem;
use campaign::ask;
use campaign::generate::job::{JobFailure, JobWatcher};
use campaign::generate::{GenerateProgress, GenerateRefusal};
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Arc;
use std::time::Duration;

/// Tells the user. Where no terminal looks on, there is no bar.
#[derive(Clone, Debug)]
pub struct GenerateTeller {
    bar: ProgressBar,
    /// Whether mutants are counted.
    single: bool,
    items: Arc<Vec<SpecItem>>,
    console: Console,
}

impl GenerateTeller {
    /// A teller for this many jobs of a plan.
    pub fn new(console: &Console, plan: &GeneratePlan, jobs: usize) -> GenerateTeller {
        let bar = match console.shows_progress() && !plan.json {
            true => ProgressBar::new(jobs as u64),
            false => ProgressBar::hidden(),
        };
        let unit = if jobs == 1 { "mutants decided" } else { "specifications" };
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{elapsed}}{{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        GenerateTeller {
            bar,
            single: jobs == 1,
            items: Arc::clone(&plan.items),
            console: *console,
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

impl JobWatcher for GenerateTeller {
    /// Shown if it is the only job.
    fn progress(&self, progress: GenerateProgress) {
        if self.single {
            self.bar.set_length(progress.mutants as u64);
            self.bar.set_position(progress.decided as u64);
        }
    }

    /// Shown if it is the only job.
    fn asked(&self, progress: ask::Progress) {
        if self.single && progress.questions > 0 {
            let ask::Progress { answered, questions } = progress;
            self.bar
                .set_message(format!(", {answered} of {questions} questions answered"));
        }
    }

    fn failed(&self, index: usize, failure: &JobFailure) {
        let text = complaint(&self.items[index], failure);
        self.bar.suspend(|| self.console.complaint(&text));
    }

    fn finished_one(&self) {
        if !self.single {
            self.bar.inc(1);
        }
    }

    fn without_threads(&self, why: &str) {
        console::warn(&format!("lydian: error: no threads can be started: {why}"));
    }
}

/// Why a specification has no suite.
fn complaint(item: &SpecItem, failure: &JobFailure) -> String {
    match failure {
        JobFailure::Refused(GenerateRefusal::Nothing(why)) => item.complaint(why),
        JobFailure::Refused(GenerateRefusal::Diagnostics(errors)) => item.file.render(errors),
        JobFailure::Panicked => item.complaint("the bug above came up here"),
    }
}
