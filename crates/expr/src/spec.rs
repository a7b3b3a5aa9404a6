//! A specification: a formula with a domain for its inputs and an accuracy requirement.
//!
//! It is made of an FPCore: the box of the inputs is read out of `:pre`, what `:pre` says beyond that stays a
//! constraint, and the accuracy comes from `:accuracy-rel`, `:accuracy-abs`, `:accuracy-ulps`, `:accuracy-rounded` or the
//! caller.
//! The formula is that of `:spec`, and the body then is a program that is meant to compute it; without `:spec` the body
//! is the formula.

mod bound;
pub(crate) mod extract;
mod fixed;
mod float;

pub use extract::{Defaults, NEAREST_EVEN};

use crate::ast::{Core, Expr, ExprKind, NumberLiteral};
use crate::fpcore::{number_text, print_expr};
use rug::Rational;

/// A real-valued formula, the domain of its inputs, and how accurate an implementation must be.
#[derive(Clone, Debug)]
pub struct Specification {
    /// `:name`, else the identifier, else `unnamed`.
    pub name: String,
    /// The core it came from. If that had a `:spec`, the formula of it is the body here and `:spec` is gone.
    pub core: Core,
    /// The body of a core with `:spec`: a program that is meant to compute the formula.
    pub program: Option<Expr>,
    /// The inputs, in the order of the arguments.
    pub inputs: Vec<Input>,
    /// What `:pre` demands beyond the box of the inputs.
    pub constraint: Option<Expr>,
    /// What is acceptable.
    pub accuracy: Accuracy,
    /// What a correct implementation does outside the domain.
    pub out_of_domain: OutOfDomain,
    /// Format of the result.
    pub output: Format,
}

/// One input: its format and its range. A missing bound is infinite.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Name of the argument.
    pub name: String,
    /// Which floats it can be.
    pub format: Format,
    /// Lower bound.
    pub lo: Option<RangeBound>,
    /// Upper bound.
    pub hi: Option<RangeBound>,
}

impl Input {
    /// The least and the greatest finite float of the format within the bounds; `None` if there is none.
    pub fn floats(&self) -> Option<(f64, f64)> {
        let lo = self.lo.as_ref().map_or(self.format.min(), |b| self.format.at_least(b));
        let hi = self.hi.as_ref().map_or(self.format.max(), |b| self.format.at_most(b));
        (lo <= hi).then_some((lo, hi))
    }

    /// Whether a float lies within the bounds.
    pub fn contains(&self, x: f64) -> bool {
        let Some(q) = Rational::from_f64(x) else { return false };
        let above = self
            .lo
            .as_ref()
            .is_none_or(|b| if b.strict { q > b.value } else { q >= b.value });
        let below = self
            .hi
            .as_ref()
            .is_none_or(|b| if b.strict { q < b.value } else { q <= b.value });
        above && below
    }

    /// The least and the greatest float that lie within the bounds as written and also within the bounds rounded to the
    /// format, which programs compare with; those of [`Input::floats`] if there are none.
    pub fn sure_floats(&self) -> Option<(f64, f64)> {
        let (lo, hi) = self.floats()?;
        let (mut least, mut greatest) = (lo, hi);
        if self.lo.as_ref().is_some_and(|b| b.strict && self.rounded(b) == least) {
            least = self.format.next_up(least);
        }
        if self
            .hi
            .as_ref()
            .is_some_and(|b| b.strict && self.rounded(b) == greatest)
        {
            greatest = self.format.next_down(greatest);
        }
        Some(if least <= greatest { (least, greatest) } else { (lo, hi) })
    }

    /// Whether a float is outside by a bound as written and also by that bound rounded to the format.
    /// NaN is outside of every range.
    pub fn excludes(&self, x: f64) -> bool {
        let below = |b: &RangeBound| b.lies_beyond(x, self.rounded(b), 1.0);
        let above = |b: &RangeBound| b.lies_beyond(-x, -self.rounded(b), -1.0);
        x.is_nan() || self.lo.as_ref().is_some_and(below) || self.hi.as_ref().is_some_and(above)
    }

    /// The number of the format that is nearest to a bound.
    fn rounded(&self, bound: &RangeBound) -> f64 {
        self.format.nearest_to(&bound.value)
    }
}

/// A finite bound of a range.
#[derive(Clone, Debug, PartialEq)]
pub struct RangeBound {
    /// Exact value; of an irrational bound a number so near that neither a number of any format nor the middle between two
    /// neighbours lies between them or is either of them.
    pub value: Rational,
    /// Whether the bound itself is left out.
    pub strict: bool,
    /// The formula that an irrational bound is written as.
    pub written: Option<Expr>,
}

impl RangeBound {
    /// A bound that is exactly this number.
    pub fn exact(value: Rational, strict: bool) -> RangeBound {
        RangeBound {
            value,
            strict,
            written: None,
        }
    }

    /// The bound in a core: as it was written if it is irrational, else as a number.
    pub fn expression(&self) -> Expr {
        let number = || {
            Expr::synthetic(ExprKind::Number(NumberLiteral {
                value: self.value.clone(),
                text: String::new(),
            }))
        };
        self.written.clone().unwrap_or_else(number)
    }

    /// The text of that.
    pub fn text(&self) -> String {
        match &self.written {
            Some(formula) => print_expr(formula),
            None => number_text(&self.value),
        }
    }

    /// Whether `x` lies outside of a lower bound (for an upper bound all is negated, with `sign` −1), and outside of the
    /// bound rounded to a format.
    fn lies_beyond(&self, x: f64, rounded: f64, sign: f64) -> bool {
        let Some(q) = Rational::from_f64(x) else { return x < 0.0 };
        let value = Rational::from(&self.value * &Rational::from(sign as i32));
        if self.strict {
            q <= value && x <= rounded
        } else {
            q < value && x < rounded
        }
    }
}

/// Formats of inputs and outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// IEEE 754 double precision.
    Binary64,
    /// IEEE 754 single precision.
    Binary32,
    /// Fixed point.
    Fixed(Fixed),
}

/// Fixed point as FPCore's `(fixed scale bits)`: k·2^scale for the integers k of a two's complement word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fixed {
    /// Exponent of the distance of two neighbours.
    pub scale: i32,
    /// Bits of the word, its sign included.
    pub bits: u32,
}

/// Acceptable is what is within the largest of the given margins of the real value `y`, or the one result that is correctly
/// rounded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accuracy {
    /// `e`: margin `e·|y|`.
    pub relative: Option<Rational>,
    /// `d`: margin `d`.
    pub absolute: Option<Rational>,
    /// `n`: margin `n·ulp(y)` in the format of the output.
    pub ulps: Option<Rational>,
    /// Whether only the number of the output format that is nearest to `y`, the even one of two, is acceptable. Then there
    /// are no margins.
    pub rounded: bool,
}

impl Accuracy {
    /// Whether nothing is required.
    pub fn is_empty(&self) -> bool {
        self.relative.is_none() && self.absolute.is_none() && self.ulps.is_none() && !self.rounded
    }

    /// Margins beyond which nothing is acceptable. They are the requirement itself unless that is correct rounding, of which
    /// the result is off by half a unit in the last place at most: not all that is within is acceptable then.
    pub fn margins(&self) -> Accuracy {
        if !self.rounded {
            return self.clone();
        }
        Accuracy {
            ulps: Some(Rational::from((1, 2))),
            ..Accuracy::default()
        }
    }
}

/// What a correct implementation does with an input outside its domain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutOfDomain {
    /// Answers NaN or an error.
    #[default]
    Reject,
    /// Answers as for the nearest input of the domain.
    Clamp,
    /// Anything goes.
    Unspecified,
}

impl OutOfDomain {
    /// The words of `:out-of-domain`.
    pub const NAMES: [(&'static str, OutOfDomain); 3] = [
        ("reject", OutOfDomain::Reject),
        ("clamp", OutOfDomain::Clamp),
        ("unspecified", OutOfDomain::Unspecified),
    ];

    /// As written.
    pub fn name(self) -> &'static str {
        match self {
            OutOfDomain::Reject => "reject",
            OutOfDomain::Clamp => "clamp",
            OutOfDomain::Unspecified => "unspecified",
        }
    }
}
