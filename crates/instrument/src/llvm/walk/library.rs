//! What is stated about functions of the C maths library whose results are not known bit by bit.
//!
//! A result is any value of its type, and facts narrow it down. For a function that increases on a domain, and each mark b
//! in it: from x ≤ b follows r ≤ F(b), and from b ≤ x follows F(b) ≤ r, with room for the error of the library on both
//! sides of F(b), as [`transfer`] has it. Facts also say that r is not NaN. They are for reasoning by ranges only: a
//! solution that breaks one is run, like any other.

use bits::{BitWord, FloatFormat, Term};
use inkwell::values::InstructionValue;

use super::super::analysis::range::FloatRange;
use super::super::analysis::transfer;
use super::Walk;
use super::meaning::WalkValue;
use crate::branch;

/// Functions that increase on a domain.
const INCREASING: [(&str, f64, f64); 17] = [
    ("exp", -f64::MAX, f64::MAX),
    ("exp2", -f64::MAX, f64::MAX),
    ("expm1", -f64::MAX, f64::MAX),
    ("sinh", -f64::MAX, f64::MAX),
    ("asinh", -f64::MAX, f64::MAX),
    ("tanh", -f64::MAX, f64::MAX),
    ("atan", -f64::MAX, f64::MAX),
    ("cbrt", -f64::MAX, f64::MAX),
    ("erf", -f64::MAX, f64::MAX),
    ("log", f64::MIN_POSITIVE, f64::MAX),
    ("log2", f64::MIN_POSITIVE, f64::MAX),
    ("log10", f64::MIN_POSITIVE, f64::MAX),
    ("log1p", -0.9375, f64::MAX),
    ("acosh", 1.0, f64::MAX),
    ("asin", -1.0, 1.0),
    ("atanh", -0.9375, 0.9375),
    ("sqrt", 0.0, f64::MAX),
];

/// Functions that lie between two bounds for all finite arguments.
const BOUNDED: [(&str, f64, f64); 2] = [("sin", -1.001, 1.001), ("cos", -1.001, 1.001)];

/// Functions that are NaN or not negative.
const NEVER_NEGATIVE: [&str; 6] = ["exp", "exp2", "cosh", "hypot", "erfc", "acosh"];

/// Where facts are stated, besides at the ends of the domain. Each costs two comparisons with constants.
const MARKS: [f64; 17] = [
    -1e9, -700.0, -100.0, -10.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 10.0, 80.0, 700.0, 1e6, 1e30, 1e150,
];

/// The format of a word, as the analysis of ranges calls it.
fn of_branch(format: FloatFormat) -> branch::FloatFormat {
    match format.width() {
        32 => branch::FloatFormat::F32,
        _ => branch::FloatFormat::F64,
    }
}

fn greatest(format: FloatFormat) -> f64 {
    match format.width() {
        32 => f32::MAX.into(),
        _ => f64::MAX,
    }
}

/// The least positive number that is not subnormal.
fn least(format: FloatFormat) -> f64 {
    match format.width() {
        32 => f32::MIN_POSITIVE.into(),
        _ => f64::MIN_POSITIVE,
    }
}

fn in_format(format: FloatFormat, x: f64) -> f64 {
    match format.width() {
        32 => f64::from(x as f32),
        _ => x,
    }
}

impl<'ctx> Walk<'ctx, '_> {
    /// The result of a function of the maths library of which some facts are known; none where there are none.
    pub(super) fn stated(
        &mut self,
        at: InstructionValue<'ctx>,
        verb: &str,
        format: FloatFormat,
    ) -> Option<WalkValue<'ctx>> {
        if let "fmin" | "fmax" = verb {
            return self.chosen_float(at, verb, format).map(WalkValue::Word);
        }
        let argument = self.word(at, 0)?;
        let result = self.unknown(format.width());
        let before = self.facts.len();
        if let Some((_, lo, hi)) = INCREASING.iter().find(|row| row.0 == verb) {
            self.state_increasing(verb, format, (argument, result), (*lo, *hi));
        }
        if let Some((_, lo, hi)) = BOUNDED.iter().find(|row| row.0 == verb) {
            let greatest = greatest(format);
            let is_finite = self.between(format, argument, (-greatest, greatest));
            let is_nan = self.pool.is_nan(format, result);
            let is_number = self.pool.not(is_nan);
            for premise in [is_finite, is_number] {
                self.state(premise, format, result, (Some(*lo), Some(*hi)));
            }
        }
        if NEVER_NEGATIVE.contains(&verb) {
            let is_nan = self.pool.is_nan(format, result);
            let premise = self.pool.not(is_nan);
            self.state(premise, format, result, (Some(0.0), None));
        }
        (self.facts.len() > before).then_some(WalkValue::Word(result))
    }

    fn state_increasing(&mut self, verb: &str, format: FloatFormat, (x, r): (Term, Term), (lo, hi): (f64, f64)) {
        let ends = [lo.max(-greatest(format)), hi.min(greatest(format))];
        let ends = if lo == f64::MIN_POSITIVE {
            [least(format), ends[1]]
        } else {
            ends
        };
        let inner = MARKS.into_iter().map(|mark| in_format(format, mark));
        let inner = inner.filter(|mark| ends[0] < *mark && *mark < ends[1]);
        // Where the domain has no end, infinity has a value, too.
        let first = if lo == -f64::MAX { f64::NEG_INFINITY } else { ends[0] };
        let last = if hi == f64::MAX { f64::INFINITY } else { ends[1] };
        for mark in ends.into_iter().chain(inner) {
            let there = FloatRange::between(mark, mark);
            let value = transfer::call(verb, there, None, of_branch(format));
            if value.nan || value.is_empty() {
                continue;
            }
            let up_to = self.between(format, x, (first, mark));
            self.state(up_to, format, r, (None, Some(value.hi)));
            let from = self.between(format, x, (mark, last));
            self.state(from, format, r, (Some(value.lo), None));
        }
    }

    fn between(&mut self, format: FloatFormat, x: Term, (lo, hi): (f64, f64)) -> Term {
        let (above, below) = (self.bound(format, lo), self.bound(format, hi));
        let (above, below) = (
            self.pool.float_at_most(format, above, x),
            self.pool.float_at_most(format, x, below),
        );
        self.pool.and(above, below)
    }

    /// From a premise follows that a result lies between bounds, and is not NaN.
    fn state(&mut self, premise: Term, format: FloatFormat, result: Term, (lo, hi): (Option<f64>, Option<f64>)) {
        let lo = self.bound(format, lo.unwrap_or(f64::NEG_INFINITY));
        let hi = self.bound(format, hi.unwrap_or(f64::INFINITY));
        let (above, below) = (
            self.pool.float_at_most(format, lo, result),
            self.pool.float_at_most(format, result, hi),
        );
        let (holds, fails) = (self.pool.and(above, below), self.pool.not(premise));
        let fact = self.pool.or(fails, holds);
        self.facts.push(fact);
    }

    /// A bound in the format; all of them are numbers of either, or come rounded outward from the analysis.
    fn bound(&mut self, format: FloatFormat, bound: f64) -> Term {
        let word = match format.width() {
            32 => BitWord::from_f32(bound as f32),
            _ => BitWord::from_f64(bound),
        };
        self.pool.constant(word)
    }

    /// The lesser or the greater of two floats. Of two zeros it is either; where one is NaN it is the other, or NaN.
    fn chosen_float(&mut self, at: InstructionValue<'ctx>, verb: &str, format: FloatFormat) -> Option<Term> {
        let (a, b) = (self.word(at, 0)?, self.word(at, 1)?);
        let (either, spoilt) = (self.unknown_truth(), self.unknown_truth());
        let any = self.unknown(format.width());
        let pool = &mut self.pool;
        let (low, high) = if verb == "fmin" { (a, b) } else { (b, a) };
        let (first, second) = (pool.float_less(format, low, high), pool.float_less(format, high, low));
        let same = pool.choose(either, a, b);
        let ordered = pool.choose(second, b, same);
        let ordered = pool.choose(first, a, ordered);
        let (nan_a, nan_b) = (pool.is_nan(format, a), pool.is_nan(format, b));
        let other = pool.choose(nan_a, b, a);
        let nan = pool.constant(format.nan());
        let nan = pool.any_nan(format, nan, any);
        let with_nan = pool.choose(spoilt, nan, other);
        let has_nan = pool.or(nan_a, nan_b);
        let result = pool.choose(has_nan, with_nan, ordered);
        for operand in [a, b] {
            self.state_order(format, verb, operand, result);
        }
        Some(result)
    }

    /// A number is not on the wrong side of the lesser or greater one: the result by itself shows that only case by case.
    fn state_order(&mut self, format: FloatFormat, verb: &str, operand: Term, result: Term) {
        let pool = &mut self.pool;
        let is_ordered = match verb {
            "fmin" => pool.float_at_most(format, result, operand),
            _ => pool.float_at_most(format, operand, result),
        };
        let (nan_operand, nan_result) = (pool.is_nan(format, operand), pool.is_nan(format, result));
        let fact = pool.any(&[is_ordered, nan_operand, nan_result]);
        self.facts.push(fact);
    }
}
