//! The errors of a hunt over two inputs, as a map: squares of cells, brighter where more bits are lost.

use super::hunt::{ALL_BITS, bits, noun};
use super::numberline::shape;
use super::surface::Map;
use maud::{Markup, html};
use std::collections::HashSet;
use std::fmt::Write;
use suite::hex;
use suite::hunt::{HuntMap, HuntReport, HuntSpan, HuntSquare};

/// The map; empty if a square lies outside of it, as only a damaged file has it.
pub(super) fn heat_map(report: &HuntReport, map: &HuntMap) -> Markup {
    let (wide, high) = (map.columns.len(), map.rows.len());
    let outside = |square: &HuntSquare| square.column >= wide || square.row >= high;
    if map.squares.iter().any(outside) {
        return Markup::default();
    }
    let mut zs = vec![f64::NAN; wide * high];
    for square in map.squares.iter().filter(|square| square.at.is_some()) {
        zs[square.row * wide + square.column] = square.ulps.map_or(ALL_BITS, bits);
    }
    let what = noun(report);
    Map {
        xs: &middles(&map.columns),
        ys: &middles(&map.rows),
        zs: &zs,
        label: &format!("map of the largest {what} in bits over {} and {}", map.across, map.up),
        names: (map.across.clone(), map.up.clone()),
        marks: html! { (contour(map)) (peak(report, map)) },
        caption: html! {
            "bits: the largest " (what) " found in each square, log₂(1 + ulps), 64 at most; hatched where no input was tried. "
            (contour_remark(report)) " The ring is the worst of all."
        },
    }
    .html()
}

/// What the red line means.
fn contour_remark(report: &HuntReport) -> &'static str {
    match (&report.reference, &report.bound) {
        (None, _) => "A red line goes around the squares where an answer is not acceptable.",
        (Some(_), Some(_)) => "A red line goes around the squares where two answers differ by more than they may.",
        (Some(_), None) => "",
    }
}

fn middles(spans: &[HuntSpan]) -> Vec<f64> {
    spans.iter().map(|span| span.lo.0 / 2.0 + span.hi.0 / 2.0).collect()
}

/// A red line around the squares in which something is not acceptable.
fn contour(map: &HuntMap) -> Markup {
    let failed: HashSet<(usize, usize)> = map
        .squares
        .iter()
        .filter(|square| square.failed)
        .map(|square| (square.column, square.row))
        .collect();
    let high = map.rows.len();
    let mut path = String::new();
    for square in map.squares.iter().filter(|square| square.failed) {
        edges(&failed, (square.column, square.row), high, &mut path);
    }
    html! {
        svg viewBox={ "0 0 " (map.columns.len()) " " (high) } preserveAspectRatio="none" width="100%" height="100%" {
            path class="contour" d=(path) {}
        }
    }
}

/// The sides of a square that no other failing square touches; the first row is at the foot.
fn edges(failed: &HashSet<(usize, usize)>, (column, row): (usize, usize), high: usize, path: &mut String) {
    let (x, y) = (column, high - 1 - row);
    let is_open = |dx: isize, dy: isize| {
        let neighbour = column.checked_add_signed(dx).zip(row.checked_add_signed(dy));
        neighbour.is_none_or(|place| !failed.contains(&place))
    };
    let sides = [
        (is_open(0, 1), x, y, "h1"),
        (is_open(0, -1), x, y + 1, "h1"),
        (is_open(-1, 0), x, y, "v1"),
        (is_open(1, 0), x + 1, y, "v1"),
    ];
    for (_, x, y, way) in sides.into_iter().filter(|side| side.0) {
        write!(path, "M{x} {y}{way}").expect("invariant: writing to a string works");
    }
}

/// A ring on the square of the worst input.
fn peak(report: &HuntReport, map: &HuntMap) -> Markup {
    let Some([x, y]) = report.worst.as_ref().map(|point| point.inputs.as_slice()) else {
        return Markup::default();
    };
    let middle = |spans: &[HuntSpan], x: f64| {
        let number = spans.iter().position(|span| x <= span.hi.0).unwrap_or(0);
        (number as f64 + 0.5) / spans.len().max(1) as f64
    };
    let at = (middle(&map.columns, x.hex.0), 1.0 - middle(&map.rows, y.hex.0));
    let text = format!(
        "the worst: {} = {}, {} = {}",
        x.name,
        hex::decimal(x.hex.0),
        y.name,
        hex::decimal(y.hex.0)
    );
    mark(at, &text)
}

/// A ring at this place: shares of the picture, from the left and from the top.
pub(super) fn mark((x, y): (f64, f64), text: &str) -> Markup {
    let percent = |share: f64| format!("{:.2}%", 100.0 * share);
    html! {
        g {
            svg class="mark peak" x=(percent(x)) y=(percent(y)) {
                title { (text) }
                path d=(shape("peak")) {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_goes_around_what_fails_and_not_through_it() {
        let failed = HashSet::from([(0, 0), (1, 0)]);
        let mut path = String::new();
        edges(&failed, (0, 0), 2, &mut path);
        assert_eq!(path, "M0 1h1M0 2h1M0 1v1");
        edges(&failed, (1, 0), 2, &mut path);
        assert_eq!(path, "M0 1h1M0 2h1M0 1v1M1 1h1M1 2h1M2 1v1");
    }
}
