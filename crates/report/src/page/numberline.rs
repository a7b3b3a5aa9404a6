//! A number line for one test: the acceptable range, the real value, and the answer of the subject.
//!
//! Places are shares of the width, so that the picture fits any width without distortion.

use maud::{Markup, html};
use suite::{DoubleRange, Hex, ObservedOutput, Test, TestResult};

/// The range takes the middle half of the line.
const REACH: f64 = 2.0;

pub(super) fn numberline(test: &Test, result: Option<&TestResult>) -> Markup {
    let Some(scale) = test.valid.map(NumberScale::new) else {
        return Markup::default();
    };
    let real = real(test).and_then(|(near, rest)| scale.place(near, rest));
    let answer = result.and_then(|result| Some((answer(result)?, result)));
    html! {
        svg class="line" role="img" aria-label="number line" {
            line x1="0" x2="100%" y1="50%" y2="50%" {}
            rect class="range" x={ (scale.left()) "%" } width={ (100.0 - 2.0 * scale.left()) "%" } y="10" height="12" {}
            @if let Some(at) = real { (mark("real", at)) }
            @if let Some((y, result)) = answer {
                @match scale.place(y, 0.0) {
                    Some(at) => (mark(crate::words::verdict(result.verdict).word, at)),
                    None if y < scale.centre => (mark("beyond left", 1.0)),
                    None => (mark("beyond", 99.0)),
                }
            }
        }
    }
}

/// A mark of this kind with its meaning, for a legend.
pub(super) fn sample(class: &str, meaning: &str) -> Markup {
    html! {
        span { svg class="line sample" { (mark(class, 50.0)) } " " (meaning) }
    }
}

/// Shapes differ, not only colours: diamond, disc, cross, ring, triangle.
pub(super) fn shape(class: &str) -> &'static str {
    match class {
        "real" => "M0-7 5 0 0 7-5 0z",
        "ko" => "M-5-5 5 5M5-5-5 5",
        "beyond" => "M-6-6 4 0-6 6z",
        "beyond left" => "M6-6-4 0 6 6z",
        "reject" => "M-5 4 0-5 5 4z",
        _ => "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0z",
    }
}

fn mark(class: &str, at: f64) -> Markup {
    html! {
        svg class={ "mark " (class) } x=(format_args!("{at:.2}%")) y="50%" { path d=(shape(class)) {} }
    }
}

/// The finite answer of a subject.
pub(super) fn answer(result: &TestResult) -> Option<f64> {
    match result.observed.output()? {
        ObservedOutput::Value(y) | ObservedOutput::Between(y, _) => (!y.is_nan()).then_some(y),
        ObservedOutput::Rejected => None,
    }
}

/// From numbers to places.
struct NumberScale {
    centre: f64,
    half: f64,
    /// Whether the range is a single number.
    single: bool,
}

impl NumberScale {
    fn new(range: DoubleRange) -> NumberScale {
        let clamp = |x: Hex| x.0.clamp(-f64::MAX, f64::MAX);
        let (lo, hi) = (clamp(range.lo), clamp(range.hi));
        let half = hi / 2.0 - lo / 2.0;
        let single = half <= 0.0;
        let ulp = lo.abs().next_up() - lo.abs();
        NumberScale {
            centre: lo / 2.0 + hi / 2.0,
            half: if single { ulp } else { half },
            single,
        }
    }

    /// Where the range begins, in percent. A single number is a thin line.
    fn left(&self) -> f64 {
        if self.single { 49.5 } else { 50.0 - 50.0 / REACH }
    }

    /// The place of `y + rest` in percent, if it is in view.
    fn place(&self, y: f64, rest: f64) -> Option<f64> {
        let t = ((y - self.centre) + rest) / self.half;
        (t.abs() <= REACH * 0.97).then(|| 50.0 + 50.0 * t / REACH)
    }
}

/// The real value as the nearest double and the rest.
pub(super) fn real(test: &Test) -> Option<(f64, f64)> {
    let text = &test.enclosure.as_ref()?.lo;
    let near: f64 = text.parse().ok()?;
    near.is_finite().then(|| (near, rest(text, near)))
}

/// Digits that are compared; an `i128` holds them.
const DIGITS: usize = 34;

/// How far the decimal `text` lies above `near`, which is the double nearest to it; 0 where that cannot be told.
fn rest(text: &str, near: f64) -> f64 {
    match (digits(text), digits(&format!("{near:.DIGITS$e}"))) {
        (Some((ours, exponent)), Some((theirs, other))) if exponent == other => {
            (ours - theirs) as f64 * 10f64.powi(exponent - DIGITS as i32)
        }
        _ => 0.0,
    }
}

/// `text` as digits·10^(exponent − DIGITS), with one digit before the point.
fn digits(text: &str) -> Option<(i128, i32)> {
    let negative = text.starts_with('-');
    let (mantissa, exponent) = text
        .trim_start_matches('-')
        .split_once('e')
        .unwrap_or((text.trim_start_matches('-'), "0"));
    let exponent: i32 = exponent.parse().ok()?;
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let zeros = all.len() - all.trim_start_matches('0').len();
    let place = exponent + i32::try_from(whole.len()).ok()? - 1 - i32::try_from(zeros).ok()?;
    let kept: String = all
        .chars()
        .skip(zeros)
        .chain(std::iter::repeat('0'))
        .take(DIGITS + 1)
        .collect();
    let value: i128 = kept.parse().ok()?;
    Some((if negative { -value } else { value }, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_real_number_is_exact() {
        let tenth = "0.1000000000000000000000000000000000000000";
        let error = -5.551_115_123_125_783e-18;
        assert!((rest(tenth, 0.1) / error - 1.0).abs() < 1e-9, "{}", rest(tenth, 0.1));
        assert_eq!(rest("-33.5", -33.5), 0.0);
        assert_eq!(rest("1e", 1.0), 0.0);
    }

    #[test]
    fn places_are_shares_of_the_line() {
        let scale = NumberScale::new(DoubleRange {
            lo: Hex(1.0),
            hi: Hex(3.0),
        });
        assert_eq!(
            (scale.left(), scale.place(1.0, 0.0), scale.place(2.0, 0.5)),
            (25.0, Some(25.0), Some(62.5))
        );
        assert_eq!(scale.place(9.0, 0.0), None);
        let single = NumberScale::new(DoubleRange {
            lo: Hex(1.0),
            hi: Hex(1.0),
        });
        assert_eq!((single.place(1.0, 0.0), single.place(1.5, 0.0)), (Some(50.0), None));
    }
}
