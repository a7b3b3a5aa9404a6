//! The source with the survivors under their lines.

use crate::accuracy::{pairs, sorted_survivors};
use crate::escape;
use suite::accuracy::{AccuracyReport, Explanation, SourceMutantRecord};

pub(super) fn listing(report: &AccuracyReport) -> String {
    let survivors = sorted_survivors(report);
    let lines = report.algorithm.text.lines().enumerate();
    let rows: String = lines
        .map(|(i, text)| {
            let own: String = survivors
                .iter()
                .filter(|m| m.line == i + 1)
                .map(|m| survivor(m))
                .collect();
            let class = if own.is_empty() { "" } else { " class=\"alive\"" };
            format!("<li{class}><code>{}</code>{own}</li>", escape::html(text))
        })
        .collect();
    let intro = match survivors.is_empty() {
        true => "<p>No mutant survives.</p>",
        false => {
            "<p>Each line below a line of code is a change of it that is not provably worse. Such a change is either harmless, or the \
             code does not need to be as it is, or it is wrong.</p>"
        }
    };
    format!("{intro}<div class=\"scroll\"><ol class=\"survivors\">{rows}</ol></div>")
}

fn survivor(mutant: &SourceMutantRecord) -> String {
    let class = match mutant.explanation {
        None => "",
        Some(Explanation::Finer | Explanation::Rounding) => " explained",
    };
    format!(
        "<div class=\"change{class}\"><code>{}</code><small>{} {}</small></div>",
        escape::html(&mutant.after),
        escape::html(&mutant.id),
        escape::html(&pairs(mutant))
    )
}
