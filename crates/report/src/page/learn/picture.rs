//! What the models say of a subject with one or two inputs, and the tests on it: a curve or a map for each output.

use super::marks::{legend, marks, shapes};
use crate::page::line::VerticalAxis;
use crate::page::pieces::{all, code};
use crate::page::plot::{Figure, quarters, share, stretched};
use crate::page::surface::Map;
use crate::words;
use maud::{Markup, html};
use suite::learn::{LearnReport, LearnTest, Surface, SurfaceOutput};

/// The pictures; empty if there is nothing to draw.
pub(super) fn picture(report: &LearnReport) -> Markup {
    let Some(surface) = report.surface.as_ref().filter(|surface| fits(report, surface)) else {
        return Markup::default();
    };
    let pictures = surface.outputs.iter().filter_map(|output| {
        let figure = match surface.axes.as_slice() {
            [xs] => curve(report, xs, output),
            [xs, ys] => map(report, xs, ys, output),
            _ => Markup::default(),
        };
        (!figure.0.is_empty()).then(|| html! { h3 { (code(&output.name)) } (figure) })
    });
    let pictures: Vec<Markup> = pictures.collect();
    match pictures.is_empty() {
        true => Markup::default(),
        false => html! { (shapes()) (all(&pictures)) },
    }
}

/// Whether there is one axis for each input, and a value for each point of the grid.
fn fits(report: &LearnReport, surface: &Surface) -> bool {
    let points = surface.axes.iter().map(Vec::len).product::<usize>();
    let full = |output: &SurfaceOutput| output.values.len() == points;
    surface.axes.len() == report.contract.inputs.len() && points > 0 && surface.outputs.iter().all(full)
}

fn curve(report: &LearnReport, xs: &[f64], output: &SurfaceOutput) -> Markup {
    let ys: Vec<f64> = output.values.iter().map(|y| y.unwrap_or(f64::NAN)).collect();
    let number = number(report, &output.name);
    let found = report.violation.iter().flat_map(|found| [&found.first, &found.test]);
    let observed = report.tests.iter().chain(found).filter_map(|test| value(test, number));
    let Some(axis) = VerticalAxis::new(&ys.iter().copied().chain(observed).collect::<Vec<_>>()) else {
        return Markup::default();
    };
    let place = |test: &LearnTest| {
        let x = share(xs, test.input.first()?.0);
        Some((
            x,
            value(test, number).map_or(FOOT, |y| axis.top(y).clamp(1.0 - FOOT, FOOT)),
        ))
    };
    let left = axis.labels();
    let label = format!("learned curve of {} with its tests", output.name);
    Figure {
        class: "",
        drawing: stretched(&label, &left, &axis.curve(&ys), &marks(report, place)),
        below: quarters(xs),
        left,
        names: (report.contract.inputs[0].name.clone(), output.name.clone()),
        caption: html! {
            (legend(report)) br;
            "What the models say of " (output.name)
            ", and what the tests gave. At the foot: tests that gave no number."
            (gaps(&ys, "No line", report)) (drawn(report)) (axis.remarks())
        },
    }
    .html()
}

/// Where a test stands that gave no number.
const FOOT: f64 = 0.98;

fn map(report: &LearnReport, xs: &[f64], ys: &[f64], output: &SurfaceOutput) -> Markup {
    // The records let the last input vary fastest, a map the first.
    let value = |n: usize| output.values[(n % xs.len()) * ys.len() + n / xs.len()];
    let zs: Vec<f64> = (0..output.values.len()).map(|n| value(n).unwrap_or(f64::NAN)).collect();
    let place = |test: &LearnTest| match test.input.as_slice() {
        [x, y] => Some((share(xs, x.0), 1.0 - share(ys, y.0))),
        _ => None,
    };
    let inputs = &report.contract.inputs;
    Map {
        xs,
        ys,
        zs: &zs,
        label: &format!("learned map of {} with its tests", output.name),
        names: (inputs[0].name.clone(), inputs[1].name.clone()),
        marks: marks(report, place),
        caption: html! {
            (legend(report)) br;
            "What the models say of " (output.name) ", brighter is greater."
            (gaps(&zs, "Hatched", report)) (drawn(report))
        },
    }
    .html()
}

/// What a part without values means, if there is one.
fn gaps(values: &[f64], look: &str, report: &LearnReport) -> String {
    let outside = match report.contract.requires.is_empty() {
        true => "",
        false => ", or the contract does not allow the input",
    };
    match values.iter().any(|y| y.is_nan()) {
        true => format!(" {look}: the models say nothing{outside}."),
        false => String::new(),
    }
}

/// Said where not all tests are in the report.
fn drawn(report: &LearnReport) -> String {
    let (shown, made) = (report.tests.len(), report.counts.tests as usize);
    match shown < made {
        true => format!(
            " Drawn are the first {} of {}.",
            words::grouped(shown),
            words::count(made, "test")
        ),
        false => String::new(),
    }
}

/// The place of an output among those of a test.
fn number(report: &LearnReport, name: &str) -> Option<usize> {
    report.contract.outputs.iter().position(|output| output == name)
}

/// What a test gave for an output, if that is a number or an infinity.
fn value(test: &LearnTest, output: Option<usize>) -> Option<f64> {
    let y = test.outputs.get(output?)?.0;
    (!y.is_nan()).then_some(y)
}
