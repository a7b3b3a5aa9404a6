//! The source with the survivors under their lines.

use crate::accuracy::{pairs, sort_survivors};
use crate::page::pieces::code;
use maud::{Markup, html};
use suite::accuracy::{AccuracyReport, Explanation, SourceMutantRecord};

pub(super) fn listing(report: &AccuracyReport) -> Markup {
    let survivors = sort_survivors(report);
    html! {
        p { (intro(survivors.is_empty())) }
        div class="scroll" {
            ol class="survivors" {
                @for (i, text) in report.algorithm.text.lines().enumerate() { (line(i + 1, text, &survivors)) }
            }
        }
    }
}

fn intro(is_empty: bool) -> &'static str {
    match is_empty {
        true => "No mutant survives.",
        false => {
            "Each line below a line of code is a change of it that is not provably worse. \
             Such a change is either harmless, or the code does not need to be as it is, or it is wrong."
        }
    }
}

/// A line of code, and the survivors that change it.
fn line(number: usize, text: &str, survivors: &[&SourceMutantRecord]) -> Markup {
    let own: Vec<&&SourceMutantRecord> = survivors.iter().filter(|m| m.line == number).collect();
    html! {
        li class=[(!own.is_empty()).then_some("alive")] {
            (code(text))
            @for mutant in own { (survivor(mutant)) }
        }
    }
}

fn survivor(mutant: &SourceMutantRecord) -> Markup {
    let class = match mutant.explanation {
        None => "change",
        Some(Explanation::Finer | Explanation::Rounding) => "change explained",
    };
    html! {
        div class=(class) { (code(&mutant.after)) small { (mutant.id) " " (pairs(mutant)) } }
    }
}
