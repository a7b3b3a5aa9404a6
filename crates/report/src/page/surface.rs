//! A function of two arguments as a map in bands of equal value.

use super::View;
use super::plot::{Figure, between, brief, mark, quarters, share};
use maud::{Markup, Render, html};
use std::fmt::Write;
use suite::Test;

/// Bands, each with a colour of its own in the style sheet.
const BANDS: usize = 12;

pub(super) fn surface(view: &View, xs: &[f64], ys: &[f64], zs: &[f64]) -> Markup {
    let place = |test: &Test| match test.inputs.as_slice() {
        [x, y] => Some((share(xs, x.hex.0), 1.0 - share(ys, y.hex.0))),
        _ => None,
    };
    let arguments = &view.suite.spec.arguments;
    let caption = "The formula in binary64, brighter is greater, \
                   hatched is undefined or outside the domain; the tests on it.";
    Map {
        xs,
        ys,
        zs,
        label: "map of the function with its tests",
        names: (arguments[0].name.clone(), arguments[1].name.clone()),
        marks: html! {
            @for test in &view.suite.tests {
                @if let Some(at) = place(test) { (mark(test, view, at)) }
            }
        },
        caption: caption.render(),
    }
    .html()
}

/// What a map is made of.
pub(super) struct Map<'a> {
    pub(super) xs: &'a [f64],
    pub(super) ys: &'a [f64],
    /// The value for `xs[i]` and `ys[j]` is `zs[j * xs.len() + i]`.
    pub(super) zs: &'a [f64],
    /// What is drawn, in words.
    pub(super) label: &'a str,
    /// Of the axes.
    pub(super) names: (String, String),
    /// What stands on it, as parts of an SVG drawing.
    pub(super) marks: Markup,
    /// What stands behind the scale of the bands.
    pub(super) caption: Markup,
}

impl Map<'_> {
    /// The map; empty without a finite value.
    pub(super) fn html(&self) -> Markup {
        let Some(bands) = Bands::new(self.zs) else {
            return Markup::default();
        };
        let rows = quarters(self.ys).into_iter();
        Figure {
            class: "surface",
            drawing: self.drawing(&bands),
            below: quarters(self.xs),
            left: rows.map(|(at, text)| (1.0 - at, text)).collect(),
            names: self.names.clone(),
            caption: bands.caption(&self.caption),
        }
        .html()
    }

    fn drawing(&self, bands: &Bands) -> Markup {
        let (columns, rows) = (self.xs.len(), self.ys.len());
        let paths = strokes(bands, columns, rows, self.zs);
        let drawn = paths.iter().enumerate().filter(|(_, path)| !path.is_empty());
        html! {
            svg class="drawing" role="img" aria-label=(self.label) {
                svg viewBox={ "0 0 " (columns) " " (rows) } preserveAspectRatio="none" width="100%" height="100%" {
                    @for (band, path) in drawn { path class={ "band z" (band) } d=(path) {} }
                }
                (self.marks)
            }
        }
    }
}

const STRING: &str = "invariant: writing to a string works";

/// One path per band, of horizontal strokes from top to bottom.
fn strokes(bands: &Bands, columns: usize, rows: usize, zs: &[f64]) -> Vec<String> {
    let mut paths = vec![String::new(); BANDS];
    for row in 0..rows {
        let cells = &zs[(rows - 1 - row) * columns..][..columns];
        let mut start = 0;
        while start < columns {
            let band = bands.band(cells[start]);
            let same = cells[start..].iter().take_while(|z| bands.band(**z) == band).count();
            if let Some(band) = band {
                write!(paths[band], "M{start} {row}.5h{same}").expect(STRING);
            }
            start += same;
        }
    }
    paths
}

/// Limits between bands, ascending.
struct Bands {
    least: f64,
    limits: Vec<f64>,
    greatest: f64,
    /// Whether every band covers the same area instead of the same stretch of values.
    by_area: bool,
}

impl Bands {
    fn new(zs: &[f64]) -> Option<Bands> {
        let mut finite: Vec<f64> = zs.iter().copied().filter(|z| z.is_finite()).collect();
        finite.sort_by(f64::total_cmp);
        let (least, greatest) = (*finite.first()?, *finite.last()?);
        let middle = |share: f64| finite[((finite.len() - 1) as f64 * share) as usize];
        let place = |z: f64| between(least, greatest, z);
        let skewed = place(middle(0.8)) < 0.15 || place(middle(0.2)) > 0.85;
        let shares = || (1..BANDS).map(|n| n as f64 / BANDS as f64);
        let areas: Vec<f64> = shares().map(middle).collect();
        // Where most values are the same, areas tell nothing apart.
        let by_area = skewed && areas.windows(2).filter(|pair| pair[0] < pair[1]).count() >= BANDS / 2;
        let even = |share: f64| least * (1.0 - share) + greatest * share;
        Some(Bands {
            least,
            limits: if by_area { areas } else { shares().map(even).collect() },
            greatest,
            by_area,
        })
    }

    fn band(&self, z: f64) -> Option<usize> {
        z.is_finite().then(|| self.limits.partition_point(|limit| *limit <= z))
    }

    fn caption(&self, rest: &Markup) -> Markup {
        html! {
            span class="scale" {
                (brief(self.least)) " "
                span class="swatches" { @for n in 0..BANDS { i class={ "z" (n) } {} } }
                " " (brief(self.greatest))
            }
            " " (rest)
            @if self.by_area { " Bands cover equal areas." }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_go_from_least_to_greatest() {
        let zs: Vec<f64> = (0..=120).map(f64::from).collect();
        let bands = Bands::new(&zs).unwrap();
        assert_eq!(
            (bands.band(0.0), bands.band(10.0), bands.band(120.0)),
            (Some(0), Some(1), Some(11))
        );
        assert_eq!((bands.band(f64::NAN), bands.by_area), (None, false));
        assert!(Bands::new(&[f64::NAN]).is_none());
    }

    #[test]
    fn a_peak_does_not_swallow_the_rest() {
        let mut zs: Vec<f64> = (0..=100).map(f64::from).collect();
        zs.push(1e12);
        assert!(Bands::new(&zs).unwrap().by_area);
    }

    #[test]
    fn a_step_is_seen() {
        let mut zs = vec![0.0; 100];
        zs[7] = 1.0;
        let bands = Bands::new(&zs).unwrap();
        assert_eq!((bands.band(0.0), bands.band(1.0)), (Some(0), Some(11)));
    }

    #[test]
    fn the_first_row_is_drawn_at_the_foot() {
        let zs = [0.0, 1.0, 2.0, f64::NAN];
        let paths = strokes(&Bands::new(&zs).unwrap(), 2, 2, &zs);
        assert_eq!(
            [0, 6, 11].map(|n| paths[n].as_str()),
            ["M0 1.5h1", "M1 1.5h1", "M0 0.5h1"]
        );
    }
}
