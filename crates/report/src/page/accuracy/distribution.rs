//! The share of survivors by threshold, and the distribution of p-values.

use crate::page::plot::{AxisLabel, Figure, UNITS, stretched};
use maud::{Markup, Render, html};
use suite::accuracy::{AccuracyFate, AccuracyReport};

fn figure(drawing: &Markup, label: &str, below: Vec<AxisLabel>, left: Vec<AxisLabel>, caption: &str) -> Markup {
    Figure {
        class: "low",
        drawing: stretched(label, &left, drawing, &Markup::default()),
        below,
        left,
        names: ("p".into(), String::new()),
        caption: caption.render(),
    }
    .html()
}

/// Labels from 0 at the foot to the top.
fn labels(top: f64, text: impl Fn(f64) -> String) -> Vec<AxisLabel> {
    let at = |quarter: u32| {
        let share = f64::from(quarter) / 4.0;
        (1.0 - share, text(share * top))
    };
    (0..=4).map(at).collect()
}

/// The share of survivors against the threshold, which is logarithmic.
pub(super) fn survival(report: &AccuracyReport) -> Markup {
    let points = &report.survival;
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Markup::default();
    };
    let span = last.threshold.log2() - first.threshold.log2();
    // Four steps of whole percents, with some room above.
    let most = points.iter().map(|p| p.rate).fold(0.03, f64::max);
    let top = ((27.0 * most).ceil() / 25.0).min(1.0);
    let place = |threshold: f64| (threshold.log2() - first.threshold.log2()) / span;
    let path: String = points
        .iter()
        .enumerate()
        .map(|(i, point)| {
            let pen = if i == 0 { "M" } else { "L" };
            format!(
                "{pen}{:.1} {:.1}",
                UNITS * place(point.threshold),
                UNITS * (1.0 - point.rate / top)
            )
        })
        .collect();
    let chosen = UNITS * place(report.algorithm.threshold).clamp(0.0, 1.0);
    let drawing = html! {
        path class="slope" d=(format_args!("M{chosen:.1} 0V1000")) {}
        path class="curve" d=(path) {}
    };
    let below = [1e-6, 1e-4, 0.01, 0.05, 0.2, 0.5].map(|t| (place(t), t.to_string()));
    let caption = "Share of the mutants with a decision that survive, by the threshold p of the sign test; the dashed line is the \
                   threshold of this report.";
    figure(
        &drawing,
        "share of survivors by threshold",
        below.to_vec(),
        labels(top, |rate| format!("{:.0} %", 100.0 * rate)),
        caption,
    )
}

const BINS: usize = 20;

/// p-values by size, from 0 to 1.
pub(super) fn histogram(report: &AccuracyReport) -> Markup {
    let decided = report
        .mutants
        .iter()
        .filter(|m| matches!(m.fate, AccuracyFate::Worse | AccuracyFate::Survived));
    let mut bins = [0u64; BINS];
    for p in decided.filter_map(|m| m.p) {
        bins[((p * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let most = bins.iter().copied().max().unwrap_or(0);
    if most == 0 {
        return Markup::default();
    }
    let width = UNITS / BINS as f64;
    let bar = |i: usize, n: u64| {
        let height = UNITS * n as f64 / most as f64;
        let (x, y) = (width * i as f64 + 3.0, UNITS - height);
        html! {
            rect class="pillar" x=(format_args!("{x:.0}")) y=(format_args!("{y:.1}"))
                width=(format_args!("{:.0}", width - 6.0)) height=(format_args!("{height:.1}")) {}
        }
    };
    let bars = html! { @for (i, n) in bins.into_iter().enumerate() { (bar(i, n)) } };
    let below = (0..=5).map(|i| (f64::from(i) / 5.0, format!("{:.1}", f64::from(i) / 5.0)));
    figure(
        &bars,
        "distribution of p-values",
        below.collect(),
        labels(most as f64, |n| format!("{n:.0}")),
        "Mutants by their p-value. A mutant that is worse at nearly every pair has a p near 0; one that is better, near 1.",
    )
}
