//! Constructors of floats, which are words together with a format.
//!
//! What only moves bits (sign, magnitude, copysign) is made of operations on words. The rest is in [`FloatOperation`].

use super::{Term, TermPool};
use crate::format::{FloatFormat, Rounding};
use crate::operation::{BitOperation, FloatOperation};

impl TermPool {
    /// An operation on floats; all of them go through here.
    pub fn float(&mut self, format: FloatFormat, operation: FloatOperation, arguments: &[Term]) -> Term {
        self.make(BitOperation::Float(format, operation), arguments)
    }

    /// The rounded sum.
    pub fn float_add(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Add(rounding), &[a, b])
    }

    /// The rounded difference.
    pub fn float_subtract(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Subtract(rounding), &[a, b])
    }

    /// The rounded product.
    pub fn float_multiply(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Multiply(rounding), &[a, b])
    }

    /// The rounded quotient.
    pub fn float_divide(&mut self, format: FloatFormat, rounding: Rounding, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Divide(rounding), &[a, b])
    }

    /// The rounded square root.
    pub fn float_square_root(&mut self, format: FloatFormat, rounding: Rounding, a: Term) -> Term {
        self.float(format, FloatOperation::SquareRoot(rounding), &[a])
    }

    /// `a·b + c`, rounded once.
    pub fn float_fma(&mut self, format: FloatFormat, rounding: Rounding, [a, b, c]: [Term; 3]) -> Term {
        self.float(format, FloatOperation::Fma(rounding), &[a, b, c])
    }

    /// The integer that the mode leads to, as a float.
    pub fn float_integral(&mut self, format: FloatFormat, rounding: Rounding, a: Term) -> Term {
        self.float(format, FloatOperation::Integral(rounding), &[a])
    }

    /// Equal as numbers.
    pub fn float_equal(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Equal, &[a, b])
    }

    /// Less as numbers.
    pub fn float_less(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::Less, &[a, b])
    }

    /// Less or equal as numbers.
    pub fn float_at_most(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        self.float(format, FloatOperation::AtMost, &[a, b])
    }

    /// NaN, of any payload.
    pub fn is_nan(&mut self, format: FloatFormat, a: Term) -> Term {
        self.float(format, FloatOperation::IsNan, &[a])
    }

    /// One of the infinities.
    pub fn is_infinite(&mut self, format: FloatFormat, a: Term) -> Term {
        self.float(format, FloatOperation::IsInfinite, &[a])
    }

    /// One of the zeros.
    pub fn is_float_zero(&mut self, format: FloatFormat, a: Term) -> Term {
        self.float(format, FloatOperation::IsZero, &[a])
    }

    /// Not zero, and below the least normal number in magnitude.
    pub fn is_subnormal(&mut self, format: FloatFormat, a: Term) -> Term {
        self.float(format, FloatOperation::IsSubnormal, &[a])
    }

    /// Neither zero nor subnormal nor infinite nor NaN.
    pub fn is_normal(&mut self, format: FloatFormat, a: Term) -> Term {
        self.float(format, FloatOperation::IsNormal, &[a])
    }

    /// Whether the sign is set, of zeros and NaN too: C's `signbit`.
    pub fn is_negative(&mut self, format: FloatFormat, a: Term) -> Term {
        self.is_set(a, format.width() - 1)
    }

    /// The magnitude: the sign is cleared.
    pub fn float_abs(&mut self, format: FloatFormat, a: Term) -> Term {
        let sign = self.constant(format.sign());
        let rest = self.not(sign);
        self.and(a, rest)
    }

    /// The sign is inverted, of zeros and NaN too.
    pub fn float_negate(&mut self, format: FloatFormat, a: Term) -> Term {
        let sign = self.constant(format.sign());
        self.xor(a, sign)
    }

    /// The magnitude of `a` with the sign of `b`.
    pub fn float_copysign(&mut self, format: FloatFormat, a: Term, b: Term) -> Term {
        let sign = self.constant(format.sign());
        let (magnitude, sign) = (self.float_abs(format, a), self.and(b, sign));
        self.or(magnitude, sign)
    }

    /// C's `fmin`: NaN loses. Of two zeros either may come out: the first if `first` is true.
    /// A caller that does not know gives a new variable for `first`.
    pub fn float_min(&mut self, format: FloatFormat, a: Term, b: Term, first: Term) -> Term {
        let below = self.float_less(format, a, b);
        self.extremum(format, below, [a, b], first)
    }

    /// C's `fmax`: NaN loses. Of two zeros the first comes out if `first` is true, as with [`TermPool::float_min`].
    pub fn float_max(&mut self, format: FloatFormat, a: Term, b: Term, first: Term) -> Term {
        let above = self.float_less(format, b, a);
        self.extremum(format, above, [a, b], first)
    }

    /// The first of two where it is better, or equal and preferred; a NaN is worse than everything.
    fn extremum(&mut self, format: FloatFormat, better: Term, [a, b]: [Term; 2], first: Term) -> Term {
        let equal = self.float_equal(format, a, b);
        let tie = self.and(equal, first);
        let takes_a = self.or(better, tie);
        let number = self.choose(takes_a, a, b);
        let (nan, a_nan, b_nan) = (
            self.constant(format.nan()),
            self.is_nan(format, a),
            self.is_nan(format, b),
        );
        let not_b = self.choose(b_nan, nan, b);
        let not_a = self.choose(b_nan, a, number);
        self.choose(a_nan, not_b, not_a)
    }

    /// The same number in another format.
    pub fn float_convert(&mut self, from: FloatFormat, to: FloatFormat, rounding: Rounding, a: Term) -> Term {
        self.float(from, FloatOperation::Convert(to, rounding), &[a])
    }

    /// The float of a signed word.
    pub fn float_from_signed(&mut self, format: FloatFormat, rounding: Rounding, a: Term) -> Term {
        let width = self.width(a);
        self.float(format, FloatOperation::FromSigned(width, rounding), &[a])
    }

    /// The float of an unsigned word.
    pub fn float_from_unsigned(&mut self, format: FloatFormat, rounding: Rounding, a: Term) -> Term {
        let width = self.width(a);
        self.float(format, FloatOperation::FromUnsigned(width, rounding), &[a])
    }

    /// The signed word of a float, and whether there is one: the word is zero where there is none, which no machine promises.
    pub fn float_to_signed(&mut self, format: FloatFormat, rounding: Rounding, a: Term, width: u32) -> FloatAsWord {
        FloatAsWord {
            fits: self.float(format, FloatOperation::FitsSigned(width, rounding), &[a]),
            word: self.float(format, FloatOperation::ToSigned(width, rounding), &[a]),
        }
    }

    /// The unsigned word of a float, and whether there is one.
    pub fn float_to_unsigned(&mut self, format: FloatFormat, rounding: Rounding, a: Term, width: u32) -> FloatAsWord {
        FloatAsWord {
            fits: self.float(format, FloatOperation::FitsUnsigned(width, rounding), &[a]),
            word: self.float(format, FloatOperation::ToUnsigned(width, rounding), &[a]),
        }
    }

    /// The float `a`, but where that is NaN, any NaN: the pattern of `fresh` if it is one, and else the usual.
    ///
    /// Machines differ in the payloads and signs that they give to NaN. With a new variable for `fresh`, what is proved of the
    /// result holds for all of them.
    pub fn any_nan(&mut self, format: FloatFormat, a: Term, fresh: Term) -> Term {
        let (is_nan, is_other) = (self.is_nan(format, a), self.is_nan(format, fresh));
        let usual = self.constant(format.nan());
        let other = self.choose(is_other, fresh, usual);
        self.choose(is_nan, other, a)
    }
}

/// The integer of a float, and whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FloatAsWord {
    /// Whether the rounded number is one of the words; never so for NaN and infinities.
    pub fits: Term,
    /// The word, zero where it does not fit.
    pub word: Term,
}
