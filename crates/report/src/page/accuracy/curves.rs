//! The target's error against h, a small picture for each problem, both axes logarithmic.

use crate::accuracy::size;
use crate::page::pieces::code;
use maud::{Markup, html};
use suite::accuracy::{AccuracyReport, PointRecord, ProblemRecord};

/// Units of a picture.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 150.0;
const EDGE: f64 = 12.0;

pub(super) fn curves(report: &AccuracyReport) -> Markup {
    let Some(range) = CurveRange::of(&report.problems) else {
        return Markup::default();
    };
    html! {
        div class="small-plots" {
            @for problem in &report.problems { (picture(problem, report.algorithm.order, range)) }
        }
        p class="legend" {
            "Both axes are logarithmic and the same in all pictures, "
            "from coarse steps at the left to fine ones at the right. "
            "Full points make the observed order; hollow ones are too coarse, or of rounding. "
            "The dashed line falls with the designed order."
        }
    }
}

/// The least and the greatest log2 of steps and errors.
#[derive(Clone, Copy)]
struct CurveRange {
    h: (f64, f64),
    error: (f64, f64),
}

impl CurveRange {
    fn of(problems: &[ProblemRecord]) -> Option<CurveRange> {
        let points = || problems.iter().flat_map(|p| &p.points).filter(|p| is_shown(p));
        let ends = |list: &mut dyn Iterator<Item = f64>| {
            list.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| (lo.min(x), hi.max(x)))
        };
        let range = CurveRange {
            h: ends(&mut points().map(|p| p.h.log2())),
            error: ends(&mut points().map(|p| p.error.0.log2())),
        };
        (range.h.0 < range.h.1 && range.error.0 < range.error.1).then_some(range)
    }

    /// Fine steps at the right, small errors at the foot.
    fn place(&self, h: f64, error: f64) -> (f64, f64) {
        let x = (self.h.1 - h.log2()) / (self.h.1 - self.h.0);
        let y = (self.error.1 - error.log2()) / (self.error.1 - self.error.0);
        (EDGE + x * (WIDTH - 2.0 * EDGE), EDGE + y * (HEIGHT - 2.0 * EDGE))
    }
}

fn is_shown(point: &PointRecord) -> bool {
    point.error.0 > 0.0 && point.error.0.is_finite() && point.h > 0.0
}

fn picture(problem: &ProblemRecord, designed: Option<f64>, range: CurveRange) -> Markup {
    let shown: Vec<&PointRecord> = problem.points.iter().filter(|p| is_shown(p)).collect();
    let places: Vec<(f64, f64)> = shown.iter().map(|p| range.place(p.h, p.error.0)).collect();
    let steps = places.iter().enumerate();
    let path: String = steps
        .map(|(i, (x, y))| format!("{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" }))
        .collect();
    let order = problem.order.map_or("–".into(), |o| format!("{:.2}", o.order));
    let label = format!("error against step size: {}", problem.name);
    html! {
        figure {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
                path class="slope" d=(slope(&shown, designed, range)) {}
                path class="curve" d=(path) {}
                @for (point, place) in shown.iter().zip(&places) { (dot(point, *place)) }
            }
            figcaption { b { (problem.name) } " order " (order) br; (code(&problem.solution)) }
        }
    }
}

/// A line of the designed order through the coarsest point that counts.
fn slope(shown: &[&PointRecord], designed: Option<f64>, range: CurveRange) -> String {
    let first = shown.iter().find(|p| p.used).zip(shown.last());
    let line = first.zip(designed).map(|((a, b), order)| {
        let end = a.error.0 * (b.h / a.h).powf(order);
        let ((x, y), (u, v)) = (
            range.place(a.h, a.error.0),
            range.place(b.h, end.max(f64::MIN_POSITIVE)),
        );
        // Cut at the foot: v may lie far below it.
        let share = if v > HEIGHT { (HEIGHT - y) / (v - y) } else { 1.0 };
        format!("M{x:.1} {y:.1}L{:.1} {:.1}", x + share * (u - x), y + share * (v - y))
    });
    line.unwrap_or_default()
}

fn dot(point: &PointRecord, (x, y): (f64, f64)) -> Markup {
    let class = if point.used { "dot" } else { "dot hollow" };
    html! {
        circle class=(class) cx=(format_args!("{x:.1}")) cy=(format_args!("{y:.1}")) r="2.6" {
            title { "h = " (format_args!("{:.3e}", point.h)) ": error " (size(point.error.0)) }
        }
    }
}
