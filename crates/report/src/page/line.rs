//! The graph of a function of one argument.

use super::View;
use super::plot::{AxisLabel, Figure, UNITS, between, brief, height, mark, quarters, share, stretched};
use maud::{Markup, html};
use std::fmt::Write;
use suite::Expect;

pub(super) fn line(view: &View, xs: &[f64], ys: &[f64]) -> Markup {
    let Some(axis) = VerticalAxis::new(ys) else {
        return Markup::default();
    };
    let left = axis.labels();
    Figure {
        class: "",
        drawing: stretched(
            "graph of the function with its tests",
            &left,
            &axis.curve(ys),
            &marks(view, xs, &axis),
        ),
        below: quarters(xs),
        left,
        names: (view.suite.spec.arguments[0].name.clone(), String::new()),
        caption: caption(&axis),
    }
    .html()
}

fn caption(axis: &VerticalAxis) -> Markup {
    html! {
        "The formula in binary64, and the tests on it; marks at the foot are inputs that must be rejected."
        (axis.remarks())
    }
}

fn marks(view: &View, xs: &[f64], axis: &VerticalAxis) -> Markup {
    let place = |test: &suite::Test| {
        let x = share(xs, test.inputs.first()?.hex.0);
        let y = height(test, view).filter(|_| test.expect == Expect::Value);
        Some((x, y.map_or(0.98, |y| axis.top(y).clamp(0.02, 0.98))))
    };
    html! {
        @for test in &view.suite.tests {
            @if let Some(at) = place(test) { (mark(test, view, at)) }
        }
    }
}

/// The vertical axis.
pub(super) struct VerticalAxis {
    lo: f64,
    hi: f64,
    log: bool,
    /// Whether some values are out of view.
    cut: bool,
}

impl VerticalAxis {
    /// For these values; none if none of them is finite.
    pub(super) fn new(ys: &[f64]) -> Option<VerticalAxis> {
        let mut finite: Vec<f64> = ys.iter().copied().filter(|y| y.is_finite()).collect();
        finite.sort_by(f64::total_cmp);
        let (least, greatest) = (*finite.first()?, *finite.last()?);
        if least > 0.0 && greatest / least > 1e3 {
            let (lo, hi) = (least.log10(), greatest.log10());
            return Some(VerticalAxis {
                lo,
                hi,
                log: true,
                cut: false,
            });
        }
        let near = |share: f64| finite[((finite.len() - 1) as f64 * share) as usize];
        let (low, high) = (near(0.04), near(0.96));
        let (spread, all) = (high - low, greatest - least);
        let cut = spread > 0.0 && spread.is_finite() && all >= 12.0 * spread;
        let (lo, hi) = if cut {
            (low - spread, high + spread)
        } else {
            (least, greatest)
        };
        Some(VerticalAxis {
            cut,
            log: false,
            ..VerticalAxis::padded(lo, hi)
        })
    }

    /// With some room above and below.
    fn padded(lo: f64, hi: f64) -> VerticalAxis {
        let room = match hi / 2.0 - lo / 2.0 {
            0.0 => lo.abs().max(1.0),
            half => 0.16 * half,
        };
        let inside = |y: f64| y.clamp(-f64::MAX, f64::MAX);
        VerticalAxis {
            lo: inside(lo - room),
            hi: inside(hi + room),
            log: false,
            cut: false,
        }
    }

    /// The place of a value, from the top.
    pub(super) fn top(&self, y: f64) -> f64 {
        let y = if self.log { y.log10() } else { y };
        let share = between(self.lo, self.hi, y);
        if share.is_nan() { 1.0 } else { 1.0 - share }
    }

    /// Round numbers, about four of them.
    pub(super) fn labels(&self) -> Vec<AxisLabel> {
        let step = round_step((self.hi / 4.0 - self.lo / 4.0).max(f64::MIN_POSITIVE));
        let first = (self.lo / step).ceil();
        let values = (0..8)
            .map(|n| (first + f64::from(n)) * step)
            .take_while(|y| *y <= self.hi);
        let value = |y: f64| if self.log { 10f64.powf(y) } else { y };
        values.map(|y| (self.top(value(y)), brief(value(y)))).collect()
    }

    /// What a caption must say of it.
    pub(super) fn remarks(&self) -> String {
        let remarks = [
            (self.log, " The vertical axis is logarithmic."),
            (self.cut, " Values far beyond most others are out of view."),
        ];
        remarks
            .iter()
            .filter(|(given, _)| *given)
            .map(|(_, text)| *text)
            .collect()
    }

    /// Values at equal steps, as a path; lifted where there is none.
    pub(super) fn curve(&self, ys: &[f64]) -> Markup {
        let step = UNITS / (ys.len().max(2) - 1) as f64;
        let mut out = String::new();
        let mut down = false;
        for (i, y) in ys.iter().enumerate() {
            if y.is_finite() {
                // Far beyond the view, but not so far that drawing it fails.
                let top = self.top(*y).clamp(-1.0, 2.0);
                let pen = if down { "L" } else { "M" };
                write!(out, "{pen}{:.1} {:.1}", step * i as f64, UNITS * top).expect(STRING);
            }
            down = y.is_finite();
        }
        if ys.len() == 1 && down {
            out += "H1000";
        }
        html! { path class="curve" d=(out) {} }
    }
}

const STRING: &str = "invariant: writing to a string works";

/// The least of 1, 2, 5, 10 times a power of ten that is not below this.
pub(super) fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|n| n * power);
    steps
        .into_iter()
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_round() {
        let axis = VerticalAxis::new(&[0.0, 10.0, f64::NAN, 5.0]).unwrap();
        let texts: Vec<String> = axis.labels().into_iter().map(|l| l.1).collect();
        assert_eq!(texts, ["0", "5", "10"]);
    }

    #[test]
    fn a_pole_does_not_flatten_the_rest() {
        let ys: Vec<f64> = (-100..100).map(|n| 1.0 / (f64::from(n) + 0.5).powi(3)).collect();
        let axis = VerticalAxis::new(&ys).unwrap();
        assert!(axis.cut && axis.hi < 0.1, "{} {}", axis.lo, axis.hi);
    }

    #[test]
    fn strange_values_do_no_harm() {
        assert!(VerticalAxis::new(&[f64::NAN, f64::INFINITY]).is_none());
        for ys in [
            [f64::MAX, -f64::MAX].repeat(50),
            vec![0.0; 3],
            vec![5e-324, 1e308],
            vec![1e-320, -1e-320],
        ] {
            let axis = VerticalAxis::new(&ys).unwrap();
            assert!(axis.labels().len() <= 8 && !axis.curve(&ys).0.contains("NaN"), "{ys:?}");
        }
    }
}
