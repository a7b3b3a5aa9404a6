//! Terms with operators, so that a problem reads like the code that it comes from.

use bits::{BitOperation, BitWord, FloatFormat, FloatOperation, Rounding, Term, TermPool, apply};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};

const RNE: Rounding = Rounding::NearestEven;

/// A pool, the format and width that a problem is made for, and what is to hold.
pub struct Maker {
    pub pool: RefCell<TermPool>,
    pub format: FloatFormat,
    pub width: u32,
    pub asserted: RefCell<Vec<Term>>,
}

/// A float of some format.
#[derive(Clone, Copy)]
pub struct Float<'m> {
    maker: &'m Maker,
    pub format: FloatFormat,
    pub term: Term,
}

/// A word or a truth value.
#[derive(Clone, Copy)]
pub struct Word<'m> {
    maker: &'m Maker,
    pub term: Term,
}

impl Maker {
    pub fn new(pool: TermPool, format: FloatFormat, width: u32) -> Maker {
        Maker {
            pool: RefCell::new(pool),
            format,
            width,
            asserted: RefCell::new(Vec::new()),
        }
    }

    /// A variable of the problem's format.
    pub fn float(&self, name: &str) -> Float<'_> {
        self.float_of(name, self.format)
    }

    pub fn float_of(&self, name: &str, format: FloatFormat) -> Float<'_> {
        let term = self.pool.borrow_mut().word(name, format.width());
        Float {
            maker: self,
            format,
            term,
        }
    }

    /// A variable between two numbers, both included.
    pub fn between(&self, name: &str, low: f64, high: f64) -> Float<'_> {
        let x = self.float(name);
        self.hold(x.at_least(low) & x.at_most(high));
        x
    }

    /// A variable that is neither infinite nor NaN.
    pub fn finite(&self, name: &str) -> Float<'_> {
        let x = self.float(name);
        self.hold(x.is_finite());
        x
    }

    pub fn number(&self, value: f64, format: FloatFormat) -> Float<'_> {
        let rounded = BitOperation::Float(FloatFormat::BINARY64, FloatOperation::Convert(format, RNE));
        let word = apply(&rounded, &[&BitWord::from_f64(value)]);
        let term = self.pool.borrow_mut().constant(word);
        Float {
            maker: self,
            format,
            term,
        }
    }

    /// A variable of the problem's width.
    pub fn word(&self, name: &str) -> Word<'_> {
        self.word_of(name, self.width)
    }

    pub fn word_of(&self, name: &str, width: u32) -> Word<'_> {
        let term = self.pool.borrow_mut().word(name, width);
        Word { maker: self, term }
    }

    pub fn hold(&self, truth: Word) {
        self.asserted.borrow_mut().push(truth.term);
    }
}

/// What stands beside a float: another one, or a number that is rounded to its format.
pub trait FloatSide<'m> {
    fn beside(self, other: Float<'m>) -> Float<'m>;
}

impl<'m> FloatSide<'m> for Float<'m> {
    fn beside(self, _: Float<'m>) -> Float<'m> {
        self
    }
}

impl<'m> FloatSide<'m> for f64 {
    fn beside(self, other: Float<'m>) -> Float<'m> {
        other.maker.number(self, other.format)
    }
}

/// What stands beside a word: another one, or a number of its width.
pub trait WordSide<'m> {
    fn beside(self, other: Word<'m>) -> Word<'m>;
}

impl<'m> WordSide<'m> for Word<'m> {
    fn beside(self, _: Word<'m>) -> Word<'m> {
        self
    }
}

impl<'m> WordSide<'m> for i128 {
    fn beside(self, other: Word<'m>) -> Word<'m> {
        let mut pool = other.maker.pool.borrow_mut();
        let width = pool.width(other.term);
        let term = pool.number(width, self);
        Word { term, ..other }
    }
}

impl<'m> WordSide<'m> for i32 {
    fn beside(self, other: Word<'m>) -> Word<'m> {
        i128::from(self).beside(other)
    }
}

macro_rules! float_operators {
    ($($operator:ident $name:ident $call:ident;)*) => { $(
        impl<'m, B: FloatSide<'m>> $operator<B> for Float<'m> {
            type Output = Float<'m>;
            fn $name(self, other: B) -> Float<'m> {
                self.$call(RNE, other)
            }
        }
        impl<'m> Float<'m> {
            #[allow(dead_code)]
            pub fn $call(self, mode: Rounding, other: impl FloatSide<'m>) -> Float<'m> {
                let other = other.beside(self);
                self.result(FloatOperation::$call(mode), &[self.term, other.term])
            }
        }
    )* };
}

#[allow(non_snake_case)]
mod operators {
    use super::*;

    float_operators! {
        Add add Add;
        Sub sub Subtract;
        Mul mul Multiply;
        Div div Divide;
    }
}

impl Neg for Float<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        let term = self.maker.pool.borrow_mut().float_negate(self.format, self.term);
        Float { term, ..self }
    }
}

impl<'m> Float<'m> {
    fn result(self, operation: FloatOperation, arguments: &[Term]) -> Float<'m> {
        let term = self.maker.pool.borrow_mut().float(self.format, operation, arguments);
        Float { term, ..self }
    }

    fn question(self, operation: FloatOperation, arguments: &[Term]) -> Word<'m> {
        self.result(operation, arguments).bits()
    }

    /// The pattern.
    pub fn bits(self) -> Word<'m> {
        Word {
            maker: self.maker,
            term: self.term,
        }
    }

    pub fn below(self, other: impl FloatSide<'m>) -> Word<'m> {
        self.question(FloatOperation::Less, &[self.term, other.beside(self).term])
    }

    pub fn above(self, other: impl FloatSide<'m>) -> Word<'m> {
        other.beside(self).below(self)
    }

    pub fn at_most(self, other: impl FloatSide<'m>) -> Word<'m> {
        self.question(FloatOperation::AtMost, &[self.term, other.beside(self).term])
    }

    pub fn at_least(self, other: impl FloatSide<'m>) -> Word<'m> {
        other.beside(self).at_most(self)
    }

    pub fn equals(self, other: impl FloatSide<'m>) -> Word<'m> {
        self.question(FloatOperation::Equal, &[self.term, other.beside(self).term])
    }

    /// C's `!=`: true of NaN.
    pub fn differs(self, other: impl FloatSide<'m>) -> Word<'m> {
        !self.equals(other)
    }

    pub fn is_nan(self) -> Word<'m> {
        self.question(FloatOperation::IsNan, &[self.term])
    }

    pub fn is_infinite(self) -> Word<'m> {
        self.question(FloatOperation::IsInfinite, &[self.term])
    }

    pub fn is_normal(self) -> Word<'m> {
        self.question(FloatOperation::IsNormal, &[self.term])
    }

    pub fn is_subnormal(self) -> Word<'m> {
        self.question(FloatOperation::IsSubnormal, &[self.term])
    }

    pub fn is_finite(self) -> Word<'m> {
        !(self.is_nan() | self.is_infinite())
    }

    pub fn root(self) -> Float<'m> {
        self.result(FloatOperation::SquareRoot(RNE), &[self.term])
    }

    pub fn integral(self, mode: Rounding) -> Float<'m> {
        self.result(FloatOperation::Integral(mode), &[self.term])
    }

    /// self · b + c, rounded once.
    pub fn fma(self, b: impl FloatSide<'m>, c: impl FloatSide<'m>) -> Float<'m> {
        let arguments = [self.term, b.beside(self).term, c.beside(self).term];
        self.result(FloatOperation::Fma(RNE), &arguments)
    }

    pub fn abs(self) -> Float<'m> {
        let term = self.maker.pool.borrow_mut().float_abs(self.format, self.term);
        Float { term, ..self }
    }

    pub fn to_format(self, format: FloatFormat) -> Float<'m> {
        let result = self.result(FloatOperation::Convert(format, RNE), &[self.term]);
        Float { format, ..result }
    }

    /// C's cast to a signed integer; that there is one is made to hold.
    pub fn to_signed(self, width: u32, mode: Rounding) -> Word<'m> {
        let fits = self.question(FloatOperation::FitsSigned(width, mode), &[self.term]);
        self.maker.hold(fits);
        self.question(FloatOperation::ToSigned(width, mode), &[self.term])
    }
}

macro_rules! word_operators {
    ($($operator:ident $name:ident $call:ident;)*) => { $(
        impl<'m, B: WordSide<'m>> $operator<B> for Word<'m> {
            type Output = Word<'m>;
            fn $name(self, other: B) -> Word<'m> {
                let other = other.beside(self);
                let term = self.maker.pool.borrow_mut().$call(self.term, other.term);
                Word { term, ..self }
            }
        }
    )* };
}

word_operators! {
    Add add add;
    Sub sub subtract;
    Mul mul multiply;
    Div div divide_unsigned;
    Rem rem remainder_unsigned;
    BitAnd bitand and;
    BitOr bitor or;
    BitXor bitxor xor;
}

impl Not for Word<'_> {
    type Output = Self;
    fn not(self) -> Self {
        let term = self.maker.pool.borrow_mut().not(self.term);
        Word { term, ..self }
    }
}

impl Neg for Word<'_> {
    type Output = Self;
    fn neg(self) -> Self {
        let term = self.maker.pool.borrow_mut().negate(self.term);
        Word { term, ..self }
    }
}

/// Operations that are only named.
macro_rules! word_calls {
    ($($name:ident $call:ident;)*) => {
        impl<'m> Word<'m> { $(
            pub fn $name(self, other: impl WordSide<'m>) -> Word<'m> {
                let other = other.beside(self);
                let term = self.maker.pool.borrow_mut().$call(self.term, other.term);
                Word { term, ..self }
            }
        )* }
    };
}

word_calls! {
    equals equal;
    differs differ;
    below less_unsigned;
    at_most at_most_unsigned;
    below_signed less_signed;
    at_most_signed at_most_signed;
    divided_signed divide_signed;
    remainder_signed remainder_signed;
    left shift_left;
    right shift_right;
    right_signed shift_right_signed;
    sum_overflows add_overflows_signed;
    product_overflows multiply_overflows_unsigned;
    product_overflows_signed multiply_overflows_signed;
}

impl<'m> Word<'m> {
    pub fn extract(self, high: u32, low: u32) -> Word<'m> {
        let term = self.maker.pool.borrow_mut().extract(self.term, high, low);
        Word { term, ..self }
    }

    pub fn wider(self, more: u32) -> Word<'m> {
        let term = self.maker.pool.borrow_mut().extend_zero(self.term, more);
        Word { term, ..self }
    }

    pub fn wider_signed(self, more: u32) -> Word<'m> {
        let term = self.maker.pool.borrow_mut().extend_sign(self.term, more);
        Word { term, ..self }
    }

    /// This where the condition holds, and else the other.
    pub fn where_else(self, condition: Word<'m>, other: impl WordSide<'m>) -> Word<'m> {
        let other = other.beside(self);
        let term = self
            .maker
            .pool
            .borrow_mut()
            .choose(condition.term, self.term, other.term);
        Word { term, ..self }
    }

    /// All ones where the truth value is true, and else zero.
    pub fn mask(self, width: u32) -> Word<'m> {
        let bit = self.maker.pool.borrow_mut().bit_of(self.term);
        Word { term: bit, ..self }.wider_signed(width - 1)
    }

    /// The word as the pattern of a float.
    pub fn as_float(self, format: FloatFormat) -> Float<'m> {
        Float {
            maker: self.maker,
            format,
            term: self.term,
        }
    }

    pub fn signed_to_float(self, format: FloatFormat) -> Float<'m> {
        let term = self.maker.pool.borrow_mut().float_from_signed(format, RNE, self.term);
        Word { term, ..self }.as_float(format)
    }

    pub fn unsigned_to_float(self, format: FloatFormat) -> Float<'m> {
        let term = self.maker.pool.borrow_mut().float_from_unsigned(format, RNE, self.term);
        Word { term, ..self }.as_float(format)
    }
}
