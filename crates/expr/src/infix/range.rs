//! Ranges of arguments and the constants in them.

use super::parser::{Parsed, Parser};
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use crate::fpcore::sexpr::Sexpr;
use crate::fpcore::{looks_like_number, number_text, parse_number};
use interval::Constant;
use rug::Rational;
use rug::ops::Pow;

/// Largest constant, in bits of numerator and denominator.
const MAX_BITS: u32 = 30_000;

/// The operations that make fractions of fractions.
const RATIONAL: [&str; 5] = ["+", "-", "*", "/", "pow"];

/// An end of a range.
struct RangeEnd<'a> {
    /// `None` at infinity.
    bound: Option<WrittenBound<'a>>,
    /// Whether the bound itself is left out.
    open: bool,
}

/// A range as it is written.
pub(crate) struct WrittenRange<'a> {
    pub(crate) lower: Sexpr<'a>,
    pub(crate) upper: Sexpr<'a>,
    /// Whether the lower and the upper bound are left out.
    pub(crate) open: [bool; 2],
    pub(crate) span: TextSpan,
}

/// An exact rational and how it stands in the core.
pub(crate) struct ExactConstant<'a> {
    pub(crate) value: Rational,
    pub(crate) literal: Sexpr<'a>,
}

/// A bound and how it stands in the core.
struct WrittenBound<'a> {
    /// `None` for a formula that is more than fractions: what it is worth is found out with the whole core.
    value: Option<Rational>,
    formula: Sexpr<'a>,
}

impl<'a> Parser<'a> {
    /// `[lo, hi]` after `in`, as comparisons with the argument.
    pub(crate) fn range(&mut self, name: &Sexpr<'a>) -> Parsed<Vec<Sexpr<'a>>> {
        let ends = self.ends()?;
        let lower = end(ends.lower, "-inf", ends.open[0])?;
        let upper = end(ends.upper, "inf", ends.open[1])?;
        check(&lower, &upper, ends.span)?;
        Ok(comparisons(lower, name, upper, ends.span))
    }

    /// `[lo, hi]` with any formulas as bounds.
    pub(crate) fn ends(&mut self) -> Parsed<WrittenRange<'a>> {
        let (first, lower_open) = self.bracket(["[", "("], "`[` or `(` before the lower bound")?;
        let lower = self.arithmetic()?.s;
        self.expect(",", "between the bounds of a range")?;
        let upper = self.arithmetic()?.s;
        let (last, upper_open) = self.bracket(["]", ")"], "`]` or `)` after the upper bound")?;
        Ok(WrittenRange {
            lower,
            upper,
            open: [lower_open, upper_open],
            span: first.to(last),
        })
    }

    /// The place of one of two brackets, and whether it was the second, which leaves the bound out.
    fn bracket(&mut self, [closed, open]: [&str; 2], wanted: &str) -> Parsed<(TextSpan, bool)> {
        let token = self.accept(closed).or_else(|| self.accept(open));
        token
            .map(|t| (t.span, t.text == open))
            .ok_or_else(|| self.unexpected(wanted))
    }
}

fn end<'a>(s: Sexpr<'a>, infinity: &str, open: bool) -> Parsed<RangeEnd<'a>> {
    let bound = if is_infinity(&s, infinity) {
        None
    } else {
        Some(bound(s)?)
    };
    Ok(RangeEnd { bound, open })
}

/// A number, or a formula of constants and functions as it was written.
fn bound(s: Sexpr<'_>) -> Parsed<WrittenBound<'_>> {
    if is_fraction(&s) {
        let ExactConstant { value, literal } = constant(s)?;
        return Ok(WrittenBound {
            value: Some(value),
            formula: literal,
        });
    }
    match name_in(&s) {
        Some(name) => {
            let message = format!("a bound of a range is a constant, and {} is none", quoted(name.0));
            Err(Diagnostic::new(name.1, message)
                .hint("such as `-1/3`, `2^-20` or `2*pi`; conditions between arguments go after `where`"))
        }
        None => Ok(WrittenBound {
            value: None,
            formula: s,
        }),
    }
}

/// Whether a formula has nothing but numbers, the four operations, and powers with such exponents as numbers may have.
fn is_fraction(s: &Sexpr<'_>) -> bool {
    match s.items() {
        None => s.symbol().is_some_and(looks_like_number),
        Some([operator, operands @ ..]) => {
            let is_known = operator.symbol().is_some_and(|o| RATIONAL.contains(&o));
            let is_root = operator.symbol() == Some("pow") && operands.last().is_some_and(|n| !is_integer(n));
            is_known && !is_root && operands.iter().all(is_fraction)
        }
        Some([]) => false,
    }
}

/// Whether a formula is worth an integer.
fn is_integer(s: &Sexpr<'_>) -> bool {
    value(s).is_ok_and(|n| n.is_integer())
}

/// The first name in a formula that is no number and no constant, and its place.
fn name_in<'s>(s: &'s Sexpr<'_>) -> Option<(&'s str, TextSpan)> {
    match s.items() {
        Some(items) => items.iter().skip(1).find_map(name_in),
        None => s
            .symbol()
            .filter(|name| !looks_like_number(name) && Constant::from_name(name).is_none())
            .map(|name| (name, s.span)),
    }
}

pub(crate) fn is_infinity(s: &Sexpr<'_>, wanted: &str) -> bool {
    match s.items() {
        Some([minus, inf]) => wanted == "-inf" && minus.symbol() == Some("-") && inf.symbol() == Some("inf"),
        _ => wanted == "inf" && s.symbol() == Some("inf"),
    }
}

fn check(lower: &RangeEnd<'_>, upper: &RangeEnd<'_>, span: TextSpan) -> Parsed<()> {
    if [lower, upper].iter().any(|e| e.bound.is_none() && !e.open) {
        return Err(Diagnostic::new(span, "infinity is not part of a range").hint("write `(-inf` or `inf)`"));
    }
    let (Some(lo), Some(hi)) = (&lower.bound, &upper.bound) else {
        return Ok(());
    };
    let (Some(least), Some(greatest)) = (&lo.value, &hi.value) else {
        return Ok(());
    };
    if least > greatest || (least == greatest && (lower.open || upper.open)) {
        return Err(Diagnostic::new(span, "this range is empty").hint("the lower bound comes first"));
    }
    Ok(())
}

/// `(<= lo x hi)` where both ends are of the same kind, else one comparison for each end.
fn comparisons<'a>(lower: RangeEnd<'a>, name: &Sexpr<'a>, upper: RangeEnd<'a>, span: TextSpan) -> Vec<Sexpr<'a>> {
    let symbol = |open: bool| Sexpr::atom(if open { "<" } else { "<=" }, span);
    match (lower.bound, upper.bound) {
        (Some(lo), Some(hi)) if lower.open == upper.open => {
            vec![Sexpr::list(
                vec![symbol(lower.open), lo.formula, name.clone(), hi.formula],
                span,
            )]
        }
        (lo, hi) => {
            let lo = lo.map(|c| Sexpr::list(vec![symbol(lower.open), c.formula, name.clone()], span));
            let hi = hi.map(|c| Sexpr::list(vec![symbol(upper.open), name.clone(), c.formula], span));
            lo.into_iter().chain(hi).collect()
        }
    }
}

/// The value of a formula of literals; a single literal stays as it was written.
pub(crate) fn constant(s: Sexpr<'_>) -> Parsed<ExactConstant<'_>> {
    let value = value(&s)?;
    let literal = match s.symbol() {
        Some(_) => s,
        None => Sexpr::atom(number_text(&value), s.span),
    };
    Ok(ExactConstant { value, literal })
}

fn value(s: &Sexpr<'_>) -> Parsed<Rational> {
    if let Some(text) = s.symbol().filter(|t| looks_like_number(t)) {
        return parse_number(text).map_err(|message| Diagnostic::new(s.span, message));
    }
    let computed = match s.items() {
        Some([minus, a]) if minus.symbol() == Some("-") => Some(-value(a)?),
        Some([operator, a, b]) => apply(operator.symbol(), value(a)?, value(b)?, s.span)?,
        _ => None,
    };
    let size = |v: &Rational| v.numer().significant_bits() + v.denom().significant_bits();
    match computed {
        Some(v) if size(&v) > MAX_BITS => Err(too_large(s.span)),
        Some(v) => Ok(v),
        None => Err(Diagnostic::new(s.span, "an exact rational number is expected here")
            .hint("such as `-1/3`, `2^-20` or `1e-3`; other conditions go after `where` or `requires`")),
    }
}

fn apply(operator: Option<&str>, a: Rational, b: Rational, span: TextSpan) -> Parsed<Option<Rational>> {
    Ok(match operator {
        Some("+") => Some(a + b),
        Some("-") => Some(a - b),
        Some("*") => Some(a * b),
        Some("/") if b == 0 => return Err(Diagnostic::new(span, "division by zero")),
        Some("/") => Some(a / b),
        Some("pow") => Some(power(a, &b, span)?),
        _ => None,
    })
}

fn power(base: Rational, exponent: &Rational, span: TextSpan) -> Parsed<Rational> {
    if !exponent.is_integer() {
        return Err(Diagnostic::new(span, "the exponent of a constant must be an integer"));
    }
    if base == 0 && *exponent < 0 {
        return Err(Diagnostic::new(span, "division by zero"));
    }
    let n = exponent.numer().to_i32().ok_or_else(|| too_large(span))?;
    let bits = u64::from(base.numer().significant_bits().max(base.denom().significant_bits()));
    if bits * u64::from(n.unsigned_abs()) > u64::from(MAX_BITS) {
        return Err(too_large(span));
    }
    Ok(base.pow(n))
}

fn too_large(span: TextSpan) -> Diagnostic {
    Diagnostic::new(span, format!("this constant takes more than {MAX_BITS} bits"))
}
