//! The target's error against h, a small picture for each problem, both axes logarithmic.

use crate::accuracy::size;
use crate::escape;
use suite::accuracy::{AccuracyReport, PointRecord, ProblemRecord};

/// Units of a picture.
const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 150.0;
const EDGE: f64 = 12.0;

pub(super) fn curves(report: &AccuracyReport) -> String {
    let range = CurveRange::of(&report.problems);
    let pictures: String = report
        .problems
        .iter()
        .map(|p| picture(p, report.algorithm.order, range))
        .collect();
    match range {
        None => String::new(),
        Some(_) => format!(
            "<div class=\"small-plots\">{pictures}</div><p class=\"legend\">Both axes are logarithmic and the same in all \
             pictures, from coarse steps at the left to fine ones at the right. Full points make the observed order; hollow ones \
             are too coarse, or of rounding. The dashed line falls with the designed order.</p>"
        ),
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

fn picture(problem: &ProblemRecord, designed: Option<f64>, range: Option<CurveRange>) -> String {
    let Some(range) = range else {
        return String::new();
    };
    let shown: Vec<&PointRecord> = problem.points.iter().filter(|p| is_shown(p)).collect();
    let places: Vec<(f64, f64)> = shown.iter().map(|p| range.place(p.h, p.error.0)).collect();
    let steps = places.iter().enumerate();
    let path: String = steps
        .map(|(i, (x, y))| format!("{}{x:.1} {y:.1}", if i == 0 { "M" } else { "L" }))
        .collect();
    let dots: String = shown
        .iter()
        .zip(&places)
        .map(|(point, place)| dot(point, *place))
        .collect();
    let order = problem.order.map_or("–".into(), |o| format!("{:.2}", o.order));
    let name = escape::html(&problem.name);
    format!(
        "<figure><svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"error against step size: {name}\">\
         <path class=\"slope\" d=\"{}\"/><path class=\"curve\" d=\"{path}\"/>{dots}</svg>\
         <figcaption><b>{name}</b> order {order}<br><code>{}</code></figcaption></figure>",
        slope(&shown, designed, range),
        escape::html(&problem.solution)
    )
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

fn dot(point: &PointRecord, (x, y): (f64, f64)) -> String {
    let class = if point.used { "dot" } else { "dot hollow" };
    format!(
        "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"2.6\"><title>h = {:.3e}: error {}</title></circle>",
        point.h,
        size(point.error.0)
    )
}
