//! Pictures of the function with the tests on it. Values are given: this crate computes no formulas.

use super::numberline::{answer, real, shape};
use super::{View, line, surface, test_anchor};
use crate::words;
use maud::{Markup, html};
use suite::{Expect, Plot, Test};

// Axes follow the inputs: equal steps in the list are equal steps in the picture, whatever the numbers are.
pub(super) fn picture(view: &View) -> Markup {
    match (view.plot, view.suite.spec.arguments.len()) {
        (Some(Plot::Line { xs, ys }), 1) if xs.len() > 1 && xs.len() == ys.len() => line::line(view, xs, ys),
        (Some(Plot::Surface { xs, ys, zs }), 2) if xs.len() > 1 && ys.len() > 1 && zs.len() == xs.len() * ys.len() => {
            surface::surface(view, xs, ys, zs)
        }
        _ => Markup::default(),
    }
}

/// A test's mark at this place (shares of the picture, from the left and from the top), linked to its card.
pub(super) fn mark(test: &Test, view: &View, (x, y): (f64, f64)) -> Markup {
    let class = match view.verdict(&test.id) {
        Some(verdict) => words::verdict(verdict).word,
        None if test.expect == Expect::Value => "test",
        None => "reject",
    };
    html! {
        a href={ "#" (test_anchor(&test.id)) } {
            svg class={ "mark " (class) } x=(percent(x)) y=(percent(y)) {
                title { (test.id) ": " (words::inputs(test)) " (" (class) ")" }
                path d=(shape(class)) {}
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share)
}

/// What to draw for a test: the answer of the subject, else the real value.
pub(super) fn height(test: &Test, view: &View) -> Option<f64> {
    let answer = view.result(&test.id).and_then(answer).filter(|y| y.is_finite());
    answer.or_else(|| real(test).map(|(near, _)| near))
}

/// A label, with its place as a share of the length.
pub(super) type AxisLabel = (f64, String);

/// A figure: the drawing with labels below it and to its left.
pub(super) struct Figure {
    pub(super) class: &'static str,
    pub(super) drawing: Markup,
    pub(super) below: Vec<AxisLabel>,
    /// From the top.
    pub(super) left: Vec<AxisLabel>,
    pub(super) names: (String, String),
    pub(super) caption: Markup,
}

impl Figure {
    pub(super) fn html(&self) -> Markup {
        html! {
            figure class={ "plot " (self.class) } {
                div class="y name" { (self.names.1) }
                div class="y ticks" { (ticks("top", &self.left)) }
                div class="area" { (self.drawing) }
                div class="x ticks" { (ticks("left", &self.below)) }
                div class="x name" { (self.names.0) }
                figcaption { (self.caption) }
            }
        }
    }
}

/// Labels at their distances from this side.
fn ticks(side: &str, labels: &[AxisLabel]) -> Markup {
    html! {
        @for (at, text) in labels { span style={ (side) ":" (percent(*at)) } { (text) } }
    }
}

/// Units of a drawing that is stretched to its box.
pub(super) const UNITS: f64 = 1000.0;

/// A drawing of this many units each way, stretched to its box over lines at the labels to the left, and marks above it
/// that keep their shape. `label` says in words what is drawn.
pub(super) fn stretched(label: &str, left: &[AxisLabel], drawing: &Markup, marks: &Markup) -> Markup {
    let grid: String = left
        .iter()
        .map(|(at, _)| format!("M0 {:.0}H1000", UNITS * at))
        .collect();
    html! {
        svg class="drawing" role="img" aria-label=(label) {
            svg viewBox="0 0 1000 1000" preserveAspectRatio="none" width="100%" height="100%" {
                path class="grid" d=(grid) {}
                (drawing)
            }
            (marks)
        }
    }
}

/// The place of `x` among ascending numbers, as a share of the way from the first to the last; ends are kept.
/// A single number stands in the middle.
pub(super) fn share(xs: &[f64], x: f64) -> f64 {
    if xs.len() < 2 {
        return 0.5;
    }
    let steps = (xs.len() - 1) as f64;
    let above = xs.partition_point(|&known| known <= x);
    if above == 0 {
        return 0.0;
    }
    if above == xs.len() {
        return 1.0;
    }
    let (a, b) = (xs[above - 1], xs[above]);
    (above as f64 - 1.0 + between(a, b, x)) / steps
}

/// How far `x` lies on the way from one number to another, as a share of it; NaN if they are equal.
pub(super) fn between(from: f64, to: f64, x: f64) -> f64 {
    // A difference may overflow, and the halves of the least numbers are 0: never both.
    match to - from {
        way if way.is_finite() => (x - from) / way,
        _ => (x / 2.0 - from / 2.0) / (to / 2.0 - from / 2.0),
    }
}

/// Labels at quarters of a list of numbers.
pub(super) fn quarters(xs: &[f64]) -> Vec<AxisLabel> {
    let last = xs.len().saturating_sub(1);
    if last == 0 {
        return xs.iter().map(|&x| (0.5, brief(x))).collect();
    }
    let at = |quarter: usize| {
        let n = (last * quarter + 2) / 4;
        (n as f64 / last as f64, brief(xs[n]))
    };
    (0..=4).map(at).collect()
}

/// A number in at most four digits.
pub(super) fn brief(x: f64) -> String {
    let rounded: f64 = format!("{x:.3e}").parse().unwrap_or(x);
    let size = rounded.abs();
    if rounded == 0.0 || (1e-3..1e5).contains(&size) {
        format!("{rounded}").replace('-', "−")
    } else {
        format!("{rounded:e}").replace('-', "−")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_the_list() {
        let xs = [1.0, 10.0, 100.0];
        assert_eq!(share(&xs, 10.0), 0.5);
        assert_eq!(share(&xs, 55.0), 0.75);
        assert_eq!((share(&xs, 0.0), share(&xs, 1e9), share(&xs, 100.0)), (0.0, 1.0, 1.0));
        assert_eq!((share(&[7.0], 3.0), quarters(&[7.0])), (0.5, vec![(0.5, "7".into())]));
    }

    #[test]
    fn places_between_the_greatest_and_the_least_numbers() {
        assert_eq!(between(-f64::MAX, f64::MAX, 0.0), 0.5);
        assert_eq!(between(-5e-324, 5e-324, 0.0), 0.5);
    }

    #[test]
    fn numbers_are_brief() {
        let table = [
            (0.0, "0"),
            (-100.0, "−100"),
            (0.123456, "0.1235"),
            (1.5e-7, "1.5e−7"),
            (2e5, "2e5"),
        ];
        for (x, text) in table {
            assert_eq!(brief(x), text);
        }
    }
}
