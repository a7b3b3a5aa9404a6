//! A page about what `accuracy` found out: the verdict, curves, and the survivors beside the code.

mod curves;
mod distribution;
mod listing;

use super::{PageFrame, PagePart, html, tiles};
use crate::accuracy::{conclusion, order_line, unseen, usual, work_line};
use crate::{escape, words};
use suite::accuracy::{AccuracyReport, Conclusion};

/// The page as HTML. It is the same for the same data.
pub fn accuracy_page(report: &AccuracyReport) -> String {
    let name = &report.algorithm.function;
    let frame = PageFrame {
        title: name,
        name,
        index: None,
        tool: &report.tool,
    };
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

fn headline(report: &AccuracyReport) -> String {
    let algorithm = &report.algorithm;
    format!(
        "<h1 id=\"top\">{}</h1><p class=\"lead\">{} · {} · {}</p>",
        escape::html(&algorithm.function),
        escape::html(&algorithm.source),
        escape::html(&algorithm.language),
        escape::html(&algorithm.kind)
    )
}

fn summary(report: &AccuracyReport) -> String {
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
    let row = tiles::tile(
        class,
        sign,
        conclusion(report),
        &words::count(report.verdict.reasons.len(), "reason"),
    ) + &tiles::tile("made", order, "observed order", &designed)
        + &tiles::tile("made", words::grouped(counts.made as usize), "mutants", &left_out)
        + &tiles::tile("undecided", rate, "<i>?</i> survive", &note);
    let reasons: String = report
        .verdict
        .reasons
        .iter()
        .map(|reason| format!("<p><b>✗</b> {}.</p>", html::prose(&reason.text)))
        .collect();
    let unseen = unseen(report).map_or(String::new(), |line| format!("<p>{}.</p>", html::prose(line)));
    let figures: Vec<String> = std::iter::once(order_line(report)).chain(work_line(report)).collect();
    let figures = escape::html(&figures.join("; "));
    tiles::rows(&[row]) + &reasons + &unseen + &format!("<p><small>{figures}</small></p>")
}

fn origin(report: &AccuracyReport) -> String {
    let algorithm = &report.algorithm;
    let mut rows = vec![
        (
            "Command",
            format!("<code class=\"line\">{}</code>", escape::html(&report.command)),
        ),
        ("Flags", escape::html(&algorithm.flags)),
        ("Threshold", algorithm.threshold.to_string()),
        ("Problems", words::count(report.problems.len(), "problem")),
    ];
    rows.retain(|(_, value)| !value.is_empty());
    tiles::definitions(&rows)
}
