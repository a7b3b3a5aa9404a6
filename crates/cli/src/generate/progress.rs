//! The progress bar: mutants for one specification, specifications for several.

use super::plan::CampaignPlan;
use crate::console::Console;
use campaign::ask;
use campaign::generate::GenerateProgress;
use indicatif::{ProgressBar, ProgressStyle};

/// A bar, or nothing where no terminal looks on.
#[derive(Clone, Debug)]
pub struct Bar {
    bar: ProgressBar,
    /// Whether mutants are counted.
    single: bool,
}

impl Bar {
    /// A bar for this many jobs of a plan.
    pub fn new(console: &Console, plan: &CampaignPlan, jobs: usize) -> Bar {
        let bar = match console.shows_progress() && !plan.json {
            true => ProgressBar::new(jobs as u64),
            false => ProgressBar::hidden(),
        };
        let unit = if jobs == 1 { "mutants decided" } else { "specifications" };
        let template = format!("{{bar:30}} {{pos}}/{{len}} {unit}, {{elapsed}}{{msg}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(std::time::Duration::from_millis(200));
        Bar { bar, single: jobs == 1 }
    }

    /// Shows how far a job is, if it is the only one.
    pub fn show(&self, progress: GenerateProgress) {
        if self.single {
            self.bar.set_length(progress.mutants as u64);
            self.bar.set_position(progress.decided as u64);
        }
    }

    /// Shows how many questions a solver has answered, for the only job.
    pub fn asked(&self, progress: ask::Progress) {
        if self.single && progress.questions > 0 {
            let ask::Progress { answered, questions } = progress;
            self.bar
                .set_message(format!(", {answered} of {questions} questions answered"));
        }
    }

    /// One job more is finished.
    pub fn finished_one(&self) {
        if !self.single {
            self.bar.inc(1);
        }
    }

    /// Prints something without the bar in between.
    pub fn hidden<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
