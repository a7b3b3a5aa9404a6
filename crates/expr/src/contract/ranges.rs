//! Ranges of inputs as the doubles between their bounds.

use super::build::{Built, ContractBuilder};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::sexpr::Sexpr;
use crate::infix::range::{WrittenRange, is_infinity};
use crate::spec::{self, Format, RangeBound};
use rug::Rational;

impl ContractBuilder<'_> {
    /// The least and the greatest double of a range.
    pub(super) fn doubles(&mut self, range: &WrittenRange<'_>, integer: bool) -> Built<(f64, f64)> {
        let infinite = |end: &Sexpr<'_>| is_infinity(end, "inf") || is_infinity(end, "-inf");
        if infinite(&range.lower) || infinite(&range.upper) {
            let diagnostic = Diagnostic::new(range.span, "the range of an input must be finite");
            return Err(diagnostic
                .hint("name the least and the greatest number that matter, such as `[-1e6, 1e6]`")
                .into());
        }
        let (lower, upper) = (
            self.unfolder.constant(&range.lower)?,
            self.unfolder.constant(&range.upper)?,
        );
        let reversed = lower > upper;
        let [lower, upper] = [(lower, range.open[0], 1), (upper, range.open[1], -1)].map(|(value, strict, inward)| {
            if integer {
                whole(&value, strict, inward)
            } else {
                RangeBound::exact(value, strict)
            }
        });
        within(lower, upper, reversed, integer, range.span)
    }
}

/// The first whole number from a bound on in the direction `inward`, as a bound.
fn whole(value: &Rational, strict: bool, inward: i32) -> RangeBound {
    let rounded = if inward > 0 {
        value.clone().ceil()
    } else {
        value.clone().floor()
    };
    let value = if strict && rounded == *value {
        rounded + inward
    } else {
        rounded
    };
    RangeBound::exact(value, false)
}

/// The least and the greatest double between two bounds.
fn within(lower: RangeBound, upper: RangeBound, reversed: bool, integer: bool, span: TextSpan) -> Built<(f64, f64)> {
    let input = spec::Input {
        name: String::new(),
        format: Format::Binary64,
        lo: Some(lower),
        hi: Some(upper),
    };
    let diagnostic = match input.floats() {
        Some((lo, hi)) if (hi - lo).is_finite() => return Ok((lo, hi)),
        Some(_) => Diagnostic::new(
            span,
            "this range is too wide: the difference of its ends is beyond binary64",
        )
        .hint("name the least and the greatest number that matter, such as `[-1e6, 1e6]`"),
        None if reversed => Diagnostic::new(span, "this range is empty").hint("the lower bound comes first"),
        None => {
            let kind = if integer { "whole number" } else { "double" };
            Diagnostic::new(span, format!("this range is empty: it holds no {kind}")).hint("widen it")
        }
    };
    Err(diagnostic.into())
}
