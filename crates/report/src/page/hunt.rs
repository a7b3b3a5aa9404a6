//! A page about a hunt: the worst input, what is not acceptable, and a picture of the error over each input.

use super::pieces::{code, command};
use super::plot::{AxisLabel, Figure, UNITS, stretched};
use super::{PageFrame, PagePart};
use crate::hunt::{error, headline};
use crate::words;
use maud::{Markup, html};
use suite::hex;
use suite::hunt::{HuntCell, HuntPoint, HuntReport};

/// The page as HTML. It is the same for the same data.
pub fn hunt_page(report: &HuntReport) -> String {
    let frame = PageFrame::alone(&report.spec, &report.tool);
    let part = |id, short, title, body| PagePart { id, short, title, body };
    let head = html! {
        h1 id="top" { (report.spec) }
        p class="lead" { (headline(report).trim_end()) } "\n"
    };
    let parts = vec![
        part("errors", "Errors", "Error over each input", pictures(report)),
        part("worst", "Worst", "The worst inputs", worst(report)),
        part(
            "failures",
            "Failures",
            "Answers that are not acceptable",
            failures(report),
        ),
        part("origin", "Origin", "How it was made", origin(report)),
    ];
    frame.around(&head, parts)
}

/// One picture for each argument.
fn pictures(report: &HuntReport) -> Markup {
    let mut names: Vec<&str> = report.cells.iter().map(|cell| cell.argument.as_str()).collect();
    names.dedup();
    html! {
        @for name in names { (picture(report, name)) }
    }
}

fn picture(report: &HuntReport, name: &str) -> Markup {
    let cells: Vec<&HuntCell> = report.cells.iter().filter(|cell| cell.argument == name).collect();
    let top = cells
        .iter()
        .filter_map(|cell| cell.ulps)
        .map(bits)
        .fold(1.0, f64::max)
        .ceil();
    let left: Vec<AxisLabel> = axis(top).map(|b| (1.0 - b / top, format!("{b}"))).collect();
    let drawing = html! {
        @for (n, cell) in cells.iter().enumerate() { (bar(cell, n, cells.len(), top)) }
    };
    let label = format!("Largest error in bits over the cells of {name}");
    let calls: u64 = cells.iter().map(|cell| cell.calls).sum();
    Figure {
        class: "hunt",
        drawing: stretched(&label, &left, &drawing, &Markup::default()),
        below: below(&cells),
        left,
        names: (name.into(), "bits".into()),
        caption: html! {
            "The largest error found in each cell of " (code(name)) ", in bits: log₂(1 + ulps). "
            "Cells are parts of the range between powers of two and equal lengths, in their order and all drawn equally wide. "
            (calls) " calls. Where an answer is not acceptable, the cell is red."
        },
    }
    .html()
}

/// The bits of an answer that an error spoils.
fn bits(ulps: f64) -> f64 {
    (1.0 + ulps).log2()
}

/// About five whole numbers from 0 to the top.
fn axis(top: f64) -> impl Iterator<Item = f64> {
    let step = (top / 5.0).ceil().max(1.0);
    (0..).map(move |k| k as f64 * step).take_while(move |b| *b <= top)
}

fn bar(cell: &HuntCell, number: usize, count: usize, top: f64) -> Markup {
    let height = match (cell.ulps, cell.failed) {
        (Some(ulps), _) => bits(ulps) / top,
        (None, true) => 1.0,
        (None, false) => return Markup::default(),
    };
    let height = UNITS * height.clamp(0.004, 1.0);
    let (left, width) = (UNITS * number as f64 / count as f64, UNITS / count as f64);
    let text = match cell.ulps {
        Some(ulps) => format!("{} ulps", words::short(ulps)),
        None => "no number where one is due".into(),
    };
    html! {
        rect class=(if cell.failed { "pillar bad" } else { "pillar" })
            x=(format!("{left:.2}")) width=(format!("{:.2}", 0.9 * width))
            y=(format!("{:.1}", UNITS - height)) height=(format!("{height:.1}")) {
            title { (text) ", from " (hex::decimal(cell.lo.0)) " to " (hex::decimal(cell.hi.0)) }
        }
    }
}

/// Seven labels at most.
fn below(cells: &[&HuntCell]) -> Vec<AxisLabel> {
    let count = cells.len().max(1);
    let step = count.div_ceil(6);
    let label = |n: usize| (n as f64 / count as f64, format!("{:.2e}", cells[n].lo.0));
    (0..cells.len()).step_by(step).map(label).collect()
}

fn worst(report: &HuntReport) -> Markup {
    let row = |label: &str, point: &HuntPoint| {
        html! {
            tr {
                th { (label) }
                td { (error(point)) }
                td { @for input in &point.inputs { (code(&format!("{} = {}", input.name, input.decimal))) " " small { (hex::format(input.hex.0)) } br; } }
                td { (words::observed(&point.observed)) }
            }
        }
    };
    html! {
        table {
            thead { tr { th { "" } th { "error" } th { "input" } th { "answer" } } }
            tbody {
                @if let Some(point) = &report.worst { (row("largest error", point)) }
                @if let Some(point) = report.nearest.as_ref().filter(|p| report.worst.as_ref() != Some(*p)) { (row("most margins", point)) }
            }
        }
    }
}

fn failures(report: &HuntReport) -> Markup {
    if report.failures.is_empty() {
        return Markup::default();
    }
    html! {
        table {
            thead { tr { th { "input" } th { "answer" } th { "error" } th { "why" } } }
            tbody {
                @for failure in &report.failures {
                    tr {
                        td { (code(&words::inputs(&failure.test))) }
                        td { (words::observed(&failure.result.observed)) }
                        td { (failure.result.error_ulps.as_deref().unwrap_or("–")) " ulps" }
                        td { (failure.result.reason) }
                    }
                }
            }
        }
    }
}

fn origin(report: &HuntReport) -> Markup {
    html! {
        p { "Made by" } (command(&report.command))
        p {
            (report.calls) " calls with seed " (report.seed) "; " (report.ended) ". "
            @if report.unjudged > 0 { (report.unjudged) " of them say nothing, since the real value could not be enclosed finely enough. " }
            "The largest error that was found is not proved to be the largest that there is."
        }
        p { (code(&report.subject.signature)) " built with " (report.subject.tool) }
    }
}
