//! A page about a hunt: the worst input, what is not acceptable, and a picture of the error over each input.

use super::heat::heat_map;
use super::pieces::{code, command};
use super::plot::{AxisLabel, Figure, UNITS, brief, stretched};
use super::{PageFrame, PagePart};
use crate::hunt::{self, before_and_after, caution, changes, headline, path_name, silent, told};
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
        p class="lead" { (headline(report)) } "\n"
        @if let Some(before) = &report.before { p { "Before: " (headline(&before.hunt)) } }
    };
    let is_difference = report.reference.is_some();
    let parts = vec![
        match is_difference {
            false => part("errors", "Errors", "Error over each input", pictures(report)),
            true => part("errors", "Differences", "Difference over each input", pictures(report)),
        },
        part("worst", "Worst", "The worst inputs", worst(report)),
        part(
            "failures",
            "Failures",
            "Answers that are not acceptable",
            failures(report),
        ),
        part(
            "differences",
            "Beyond",
            "Answers that differ by more than they may",
            differences(report),
        ),
        part("paths", "Paths", "The worst of every side of a branch", paths(report)),
        part("origin", "Origin", "How it was made", origin(report)),
    ];
    frame.around(&head, parts)
}

/// The hunt after the tests of a suite, as a part of the page about them.
pub(super) fn section(report: &HuntReport) -> Markup {
    html! {
        p { (headline(report)) }
        (pictures(report)) (worst(report)) (failures(report))
        p { (silent(report)) " " (caution(report)) "." }
    }
}

/// A map where there are two inputs; one picture for each argument. An earlier version stands beside it, on the same scale.
fn pictures(report: &HuntReport) -> Markup {
    let mut names: Vec<&str> = report.cells.iter().map(|cell| cell.argument.as_str()).collect();
    names.dedup();
    let versions: Vec<(&str, &HuntReport)> = match &report.before {
        None => vec![("", report)],
        Some(before) => vec![("Before", &before.hunt), ("After", report)],
    };
    html! {
        @if report.before.is_some() { p { (changes(report)) } }
        div class=(if versions.len() > 1 { "two-plots" } else { "plots" }) {
            @for (title, version) in &versions {
                @if let Some(map) = &version.map { div { (heading(title)) (heat_map(version, map)) } }
            }
            @for name in names {
                @for (title, version) in &versions {
                    div { (heading(title)) (picture(version, name, top(&versions, name))) }
                }
            }
        }
    }
}

fn heading(title: &str) -> Markup {
    html! { @if !title.is_empty() { h3 { (title) } } }
}

/// The most bits that are lost in a cell of an argument, in any version.
fn top(versions: &[(&str, &HuntReport)], name: &str) -> f64 {
    let cells = versions.iter().flat_map(|(_, report)| &report.cells);
    let lost = cells
        .filter(|cell| cell.argument == name)
        .filter_map(|cell| Some(bits(cell.ulps?)));
    lost.fold(1.0, f64::max).ceil()
}

fn picture(report: &HuntReport, name: &str, top: f64) -> Markup {
    let cells: Vec<&HuntCell> = report.cells.iter().filter(|cell| cell.argument == name).collect();
    let left: Vec<AxisLabel> = axis(top).map(|b| (1.0 - b / top, format!("{b}"))).collect();
    let drawing = html! {
        @for (n, cell) in cells.iter().enumerate() { (bar(cell, n, cells.len(), top)) }
    };
    let what = noun(report);
    let label = format!("Largest {what} in bits over the cells of {name}");
    Figure {
        class: "hunt",
        drawing: stretched(&label, &left, &drawing, &worst_mark(report, name, &cells, top)),
        below: below(&cells),
        left,
        names: (name.into(), "bits".into()),
        caption: html! {
            "The largest " (what) " found in each cell of " (code(name)) ", in bits: log₂(1 + ulps), 64 at most. "
            "Cells are parts of the range between powers of two and equal lengths, in their order and all drawn equally wide. "
            (words::grouped(cells.iter().map(|cell| cell.calls as usize).sum())) " calls. "
            (remark(report)) " The worst of all is marked."
        },
    }
    .html()
}

/// What red means.
fn remark(report: &HuntReport) -> &'static str {
    match (&report.reference, &report.bound) {
        (None, _) => "Where an answer is not acceptable, it is red.",
        (Some(_), Some(_)) => "Where two answers differ by more than they may, it is red.",
        (Some(_), None) => "",
    }
}

/// What is measured.
pub(super) fn noun(report: &HuntReport) -> &'static str {
    match report.reference {
        None => "error",
        Some(_) => "difference",
    }
}

/// More bits than a double has cannot be lost.
pub(super) const ALL_BITS: f64 = 64.0;

/// The bits of an answer that an error spoils.
pub(super) fn bits(ulps: f64) -> f64 {
    (1.0 + ulps).log2().min(ALL_BITS)
}

/// About five whole numbers from 0 to the top.
fn axis(top: f64) -> impl Iterator<Item = f64> {
    let step = (top / 5.0).ceil().max(1.0);
    (0..).map(move |k| k as f64 * step).take_while(move |b| *b <= top)
}

/// How high the bar of a cell is, as a share of the picture.
fn height(cell: &HuntCell, top: f64) -> Option<f64> {
    let share = match (cell.ulps, cell.failed, cell.at) {
        (Some(ulps), ..) => bits(ulps) / top,
        (None, true, _) | (None, _, Some(_)) => 1.0,
        (None, false, None) => return None,
    };
    Some(share.clamp(0.004, 1.0))
}

fn bar(cell: &HuntCell, number: usize, count: usize, top: f64) -> Markup {
    let Some(height) = height(cell, top) else {
        return Markup::default();
    };
    let height = UNITS * height;
    let (left, width) = (UNITS * number as f64 / count as f64, UNITS / count as f64);
    let text = match cell.ulps {
        Some(ulps) => format!("{} ulps", words::short(ulps)),
        None => "no number, or further off than can be measured".into(),
    };
    html! {
        rect class=(if cell.failed { "pillar bad" } else { "pillar" })
            x=(format!("{left:.2}")) width=(format!("{:.2}", 0.9 * width))
            y=(format!("{:.1}", UNITS - height)) height=(format!("{height:.1}")) {
            title { (text) ", from " (hex::decimal(cell.lo.0)) " to " (hex::decimal(cell.hi.0)) }
        }
    }
}

/// A mark on the cell of the worst input.
fn worst_mark(report: &HuntReport, name: &str, cells: &[&HuntCell], top: f64) -> Markup {
    let input = report
        .worst
        .iter()
        .flat_map(|point| &point.inputs)
        .find(|i| i.name == name);
    let found = input.and_then(|input| {
        let inside = |cell: &&HuntCell| cell.lo.0 <= input.hex.0 && input.hex.0 <= cell.hi.0;
        let number = cells.iter().position(inside)?;
        Some((number, height(cells[number], top)?))
    });
    let Some((number, height)) = found else {
        return Markup::default();
    };
    let across = (number as f64 + 0.45) / cells.len() as f64;
    super::heat::mark(
        (across, 1.0 - height),
        &format!("the worst: {name} = {}", hex::decimal(cells[number].lo.0)),
    )
}

/// Seven labels at most.
fn below(cells: &[&HuntCell]) -> Vec<AxisLabel> {
    let count = cells.len().max(1);
    let step = count.div_ceil(6);
    let label = |n: usize| (n as f64 / count as f64, brief(cells[n].lo.0));
    (0..cells.len()).step_by(step).map(label).collect()
}

fn worst(report: &HuntReport) -> Markup {
    let Some(before) = &report.before else {
        return points(told(report));
    };
    html! {
        (points(told(report)))
        h3 { "Before, and where the other is worst" }
        (points(told(&before.hunt).chain(before_and_after(before))))
    }
}

fn differences(report: &HuntReport) -> Markup {
    match report.differences.is_empty() {
        true => Markup::default(),
        false => points(report.differences.iter().map(|point| ("differs", point))),
    }
}

fn points<'a>(points: impl Iterator<Item = (&'static str, &'a HuntPoint)>) -> Markup {
    let points: Vec<(&str, &HuntPoint)> = points.collect();
    let compared = points.iter().any(|(_, point)| point.reference.is_some());
    html! {
        table {
            thead { tr {
                th { "" } th { (if compared { "difference" } else { "error" }) } th { "input" } th { "answer" }
                @if compared { th { "reference" } }
            } }
            tbody { @for (label, point) in points { (row(label, point)) } }
        }
    }
}

fn row(label: &str, point: &HuntPoint) -> Markup {
    html! {
        tr {
            th { (label) }
            td { (hunt::brief(point)) }
            td { @for input in &point.inputs { (code(&format!("{} = {}", input.name, input.decimal))) " " small { (hex::format(input.hex.0)) } br; } }
            td { (words::observed(&point.observed)) }
            @if let Some(reference) = &point.reference { td { (words::observed(reference)) } }
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

fn paths(report: &HuntReport) -> Markup {
    if report.paths.is_empty() {
        return Markup::default();
    }
    let judged = report
        .paths
        .iter()
        .filter_map(|path| Some((path_name(path), path.worst.as_ref()?)));
    html! {
        p { "Which sides of branches each input takes was traced in an instrumented build." }
        table {
            thead { tr { th { "branch" } th { "error" } th { "input" } th { "answer" } } }
            tbody { @for (name, point) in judged { (row(&name, point)) } }
        }
    }
}

fn origin(report: &HuntReport) -> Markup {
    html! {
        p { "Made by" } (command(&report.command))
        p {
            (words::grouped(report.calls as usize)) " calls with seed " (report.seed) "; " (report.ended) ". "
            (silent(report)) " " (caution(report)) "."
        }
        p { (code(&report.subject.signature)) " built with " (report.subject.tool) }
        @if let Some(reference) = &report.reference {
            p { "Compared with " (code(&reference.signature)) ", " (code(&reference.name)) ", built with " (reference.tool) }
        }
    }
}
