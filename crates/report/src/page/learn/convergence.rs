//! How learning went: the mean change of the models, their share of the domain, and their number, against the tests.

use super::decades::Decades;
use crate::page::line::round_step;
use crate::page::plot::{AxisLabel, Figure, UNITS, stretched};
use crate::words::grouped;
use maud::{Markup, Render, html};
use suite::learn::ConvergencePoint;

/// Points of a curve at most.
const POINTS: usize = 500;

pub(super) fn convergence(points: &[ConvergencePoint]) -> Markup {
    let points = thinned(points);
    // Tests are counted from 1; a point before the first of them stands there.
    let Some(axis) = Decades::new(points.iter().map(|point| point.tests.max(1) as f64)).map(Decades::padded) else {
        return Markup::default();
    };
    html! {
        (change(&points, &axis))
        div class="two-plots" { (covered(&points, &axis)) (models(&points, &axis)) }
    }
}

/// At most this many points, and the last of them.
fn thinned(points: &[ConvergencePoint]) -> Vec<ConvergencePoint> {
    let step = points.len().div_ceil(POINTS).max(1);
    let kept = |n: &usize| n.is_multiple_of(step) || n + 1 == points.len();
    (0..points.len()).filter(kept).map(|n| points[n]).collect()
}

fn change(points: &[ConvergencePoint], axis: &Decades) -> Markup {
    let changes = points.iter().filter_map(|point| point.change);
    let Some(heights) = Decades::new(changes).map(Decades::rounded) else {
        let why = match points.iter().any(|point| point.change == Some(0.0)) {
            true => "The models did not change at all once they were made.",
            false => "No model was made again with a further test, so no change of models was seen.",
        };
        return html! { p { (why) } };
    };
    let labels = heights.labels();
    let figure = Curve {
        places: places(points, axis, |point| point.change.map(|x| heights.place(x))),
        left: labels.into_iter().map(|(at, text)| (1.0 - at, text)).collect(),
        label: "mean change of the models against the number of tests",
        caption: "Mean change of the models by their latest refits, beside the spread of the outputs. \
                  Both axes are logarithmic.",
    };
    figure.html(axis)
}

fn covered(points: &[ConvergencePoint], axis: &Decades) -> Markup {
    Curve {
        places: places(points, axis, |point| finite(point.covered)),
        left: quarters(|share| format!("{:.0} %", 100.0 * share)),
        label: "share of the domain that converged models cover against the number of tests",
        caption: "Share of the domain that converged models cover.",
    }
    .html(axis)
}

fn models(points: &[ConvergencePoint], axis: &Decades) -> Markup {
    let most = points.iter().map(|point| point.models).max().unwrap_or(0);
    let step = round_step((most as f64 / 4.0).max(1.0)).ceil();
    let top = 4.0 * step;
    Curve {
        places: places(points, axis, |point| finite(point.models as f64 / top)),
        left: quarters(|share| grouped((share * top) as usize)),
        label: "number of models that look for violations against the number of tests",
        caption: "Models that look for violations. The share beside is read off others, at fixed points.",
    }
    .html(axis)
}

fn finite(share: f64) -> Option<f64> {
    share.is_finite().then(|| share.clamp(0.0, 1.0))
}

/// Labels at quarters of the height, from the top.
fn quarters(text: impl Fn(f64) -> String) -> Vec<AxisLabel> {
    [0.0, 0.25, 0.5, 0.75, 1.0]
        .map(|share| (1.0 - share, text(share)))
        .to_vec()
}

/// Places of the points that have a height: shares from the left and from the top.
fn places(
    points: &[ConvergencePoint],
    axis: &Decades,
    height: impl Fn(&ConvergencePoint) -> Option<f64>,
) -> Vec<(f64, f64)> {
    let place = |point: &ConvergencePoint| Some((axis.place(point.tests.max(1) as f64), 1.0 - height(point)?));
    points.iter().filter_map(place).collect()
}

/// A curve with its points marked.
struct Curve {
    places: Vec<(f64, f64)>,
    left: Vec<AxisLabel>,
    label: &'static str,
    caption: &'static str,
}

impl Curve {
    fn html(self, axis: &Decades) -> Markup {
        let point = |pen: &str, (x, y): &(f64, f64)| format!("{pen}{:.1} {:.1}", UNITS * x, UNITS * y);
        let line: String = self.places.iter().map(|place| point("L", place)).collect();
        // A stroke without length is drawn as a disc, which the stretching does not deform.
        let dots: String = self.places.iter().map(|place| point("M", place) + "h0").collect();
        let line = line.replacen('L', "M", 1);
        let drawing = html! { path class="curve" d=(line) {} path class="dots" d=(dots) {} };
        Figure {
            class: "low",
            drawing: stretched(self.label, &self.left, &drawing, &Markup::default()),
            below: axis.labels(),
            left: self.left,
            names: ("tests".into(), String::new()),
            caption: self.caption.render(),
        }
        .html()
    }
}
