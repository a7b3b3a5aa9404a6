//! What the names of a contract stand for, and what is said where they stand for something else.

use super::Indicator;
use crate::diagnostic::{Diagnostic, TextSpan};
use crate::fpcore::complaints::quoted;
use crate::infix::parser::Parsed;
use rug::Rational;

/// What a name stands for.
#[derive(Clone, Debug)]
pub(super) enum Meaning {
    Constant(Rational),
    Input(ArrayLength),
    Output(ArrayLength),
}

/// The length of an array, or `None` for a number.
pub(super) type ArrayLength = Option<usize>;

/// Which names a formula may use.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Constants,
    Inputs,
    All,
}

/// A question about an output.
pub(super) struct OutputQuestion {
    /// The name that stands for the answer.
    pub(super) name: String,
    pub(super) what: Indicator,
    /// The name of the output.
    pub(super) of: String,
}

/// Notes a question; the name that stands for its answer.
pub(super) fn ask(asked: &mut Vec<OutputQuestion>, word: &str, what: Indicator, of: &str) -> String {
    let name = format!("{word}({of})");
    if !asked.iter().any(|known| known.name == name) {
        asked.push(OutputQuestion {
            name: name.clone(),
            what,
            of: of.to_string(),
        });
    }
    name
}

/// The names of indicators.
const INDICATORS: [(&str, Indicator); 4] = [
    ("isnan", Indicator::IsNan),
    ("isinf", Indicator::IsInf),
    ("isfinite", Indicator::IsFinite),
    ("signbit", Indicator::SignBit),
];

/// What the word of an indicator asks.
pub(super) fn indicator(word: &str) -> Option<Indicator> {
    INDICATORS.iter().find(|(name, _)| *name == word).map(|&(_, what)| what)
}

/// The name of an element.
pub(super) fn element_name(array: &str, index: usize) -> String {
    format!("{array}[{index}]")
}

/// The names of the numbers of something of this shape.
pub(super) fn cells(name: &str, shape: ArrayLength) -> Vec<String> {
    match shape {
        None => vec![name.to_string()],
        Some(length) => (0..length).map(|i| element_name(name, i)).collect(),
    }
}

/// The complaint about a `forall` without any index.
pub(super) fn holds_for_nothing(span: TextSpan, range: &str) -> Diagnostic {
    let message = format!("this `forall` holds for nothing: {range} is empty");
    Diagnostic::new(span, message).hint("both ends of `lo..hi` are included, and `lo` comes first")
}

pub(super) fn elements(length: usize) -> String {
    if length == 1 {
        "1 element".into()
    } else {
        format!("{length} elements")
    }
}

pub(super) fn check_reach(name: &str, meaning: &Meaning, reach: Reach, span: TextSpan) -> Parsed<()> {
    let noun = if matches!(meaning, Meaning::Input(_)) {
        "input"
    } else {
        "output"
    };
    let diagnostic = match (reach, meaning) {
        (Reach::Constants, _) => {
            let message = format!("{} is an {noun}, and a constant is needed here", quoted(name));
            Diagnostic::new(span, message).hint("constants are numbers and what is declared as in `n = 10`")
        }
        (Reach::Inputs, Meaning::Output(_)) => {
            let message = format!("{} is an output, and only inputs can be used here", quoted(name));
            Diagnostic::new(span, message).hint("what is promised of outputs stands after `ensures`")
        }
        _ => return Ok(()),
    };
    Err(diagnostic)
}

pub(super) fn not_a_number(name: &str, span: TextSpan) -> Diagnostic {
    let message = format!("{} is an array, and a number is needed here", quoted(name));
    Diagnostic::new(span, message).hint(format!("name an element, such as `{name}[0]`"))
}

pub(super) fn not_an_array(name: &str, span: TextSpan) -> Diagnostic {
    let message = format!("{} is a number, and an array is needed here", quoted(name));
    Diagnostic::new(span, message).hint("leave out the brackets, or declare it as an array")
}

pub(super) fn unreal(name: &str, span: TextSpan) -> Diagnostic {
    let message = format!("{} is not a real number", quoted(name));
    Diagnostic::new(span, message).hint("ask `isinf(y)`, `isnan(y)` or `isfinite(y)` of an output")
}

/// The value, if it is a whole number of moderate size.
pub(super) fn whole(value: &Rational) -> Option<i64> {
    Some(value).filter(|v| v.is_integer()).and_then(|v| v.numer().to_i64())
}
