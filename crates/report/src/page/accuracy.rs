//! A page about what `accuracy` found out: the verdict, curves, and the survivors beside the code.

mod curves;
mod distribution;
mod listing;

use super::{PageFrame, PagePart, pieces, tiles};
use crate::accuracy::{conclusion, order_line, unseen, usual, work_line};
use crate::words;
use maud::{Markup, Render, html};
use suite::accuracy::{AccuracyReport, Conclusion};

/// The page as HTML. It is the same for the same data.
pub fn accuracy_page(report: &AccuracyReport) -> String {
    let frame = PageFrame::alone(&report.algorithm.function, &report.tool);
    frame.around(&headline(report), parts(report))
}

fn parts(report: &AccuracyReport) -> Vec<PagePart> {
    let part = |id, short, title, body| PagePart { id, short, title, body };
    vec![
        part("summary", "Summary", "Summary", summary(report)),
        part(
            "errors",
            "Errors",
            "Errors against the step size",
            curves::curves(report),
        ),
        part(
            "survival",
            "Survival",
            "How many mutants survive",
            distribution::survival(report),
        ),
        part(
            "p-values",
            "p-values",
            "How sure it is that mutants are worse",
            distribution::histogram(report),
        ),
        part("code", "Code", "Survivors beside the code", listing::listing(report)),
        part("origin", "Origin", "How it was made", origin(report)),
    ]
}

fn headline(report: &AccuracyReport) -> Markup {
    let algorithm = &report.algorithm;
    html! {
        h1 id="top" { (algorithm.function) }
        p class="lead" { (algorithm.source) " · " (algorithm.language) " · " (algorithm.kind) }
    }
}

fn summary(report: &AccuracyReport) -> Markup {
    let figures: Vec<String> = std::iter::once(order_line(report)).chain(work_line(report)).collect();
    html! {
        (tiles::row(&tiles_of(report)))
        @for reason in &report.verdict.reasons {
            p { b { "✗" } " " (pieces::prose(&reason.text)) "." }
        }
        @if let Some(line) = unseen(report) { p { (pieces::prose(line)) "." } }
        p { small { (figures.join("; ")) } }
    }
}

fn tiles_of(report: &AccuracyReport) -> Markup {
    let (class, sign) = match report.verdict.conclusion {
        Conclusion::AsDesigned => ("ok", "✓"),
        Conclusion::Suspicious => ("ko", "✗"),
        Conclusion::Interrupted => ("undecided", "?"),
    };
    let order = report.order.map_or("–".into(), |o| format!("{:.2}", o.order));
    let designed = report
        .algorithm
        .order
        .map_or("none declared".into(), |p| format!("designed for {p}"));
    let counts = &report.counts;
    let decided = counts.worse.saturating_add(counts.survived).max(1);
    let rate = format!("{:.1} %", 100.0 * counts.survived as f64 / decided as f64);
    let note = format!(
        "{} of {decided}, {} explained{}",
        counts.survived,
        counts.explained,
        usual(report)
    );
    let left_out = format!(
        "{} not viable, {} with the same errors, {} with too few pairs",
        counts.not_viable, counts.same, counts.few
    );
    let reasons = words::count(report.verdict.reasons.len(), "reason");
    html! {
        (tiles::tile(class, sign, conclusion(report), &reasons))
        (tiles::tile("made", order, "observed order", &designed))
        (tiles::tile("made", words::grouped(counts.made as usize), "mutants", &left_out))
        (tiles::tile("undecided", rate, pieces::signed("?", "survive"), &note))
    }
}

fn origin(report: &AccuracyReport) -> Markup {
    let algorithm = &report.algorithm;
    let mut rows = vec![
        ("Command", pieces::command(&report.command)),
        ("Flags", algorithm.flags.render()),
        ("Threshold", algorithm.threshold.render()),
        ("Problems", words::count(report.problems.len(), "problem").render()),
    ];
    rows.retain(|(_, value)| !value.0.is_empty());
    tiles::definitions(&rows)
}
