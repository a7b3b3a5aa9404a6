//! Constructors of words, and what overflows in their arithmetic.

use super::{Term, TermPool};
use crate::operation::BitOperation;

/// Constructors that only name an operation on two words.
macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident => $operation:ident;)*) => {
        impl TermPool {
            $($(#[$doc])*
            pub fn $name(&mut self, a: Term, b: Term) -> Term {
                self.make(BitOperation::$operation, &[a, b])
            })*
        }
    };
}

binary! {
    /// The sum modulo 2^width.
    add => Add;
    /// The difference modulo 2^width.
    subtract => Subtract;
    /// The product modulo 2^width.
    multiply => Multiply;
    /// The quotient of unsigned numbers; of zero: all ones.
    divide_unsigned => DivideUnsigned;
    /// The remainder of unsigned numbers; by zero: the first.
    remainder_unsigned => RemainderUnsigned;
    /// The quotient of signed numbers towards zero; of zero: −1, or 1 where the first is negative.
    divide_signed => DivideSigned;
    /// The remainder of signed numbers with the sign of the first; by zero: the first.
    remainder_signed => RemainderSigned;
    /// To the left; zero where the amount is not below the width.
    shift_left => ShiftLeft;
    /// To the right, with zeros.
    shift_right => ShiftRight;
    /// To the right, with copies of the sign.
    shift_right_signed => ShiftRightSigned;
    /// The first above the second.
    concat => Concat;
    /// Below, as unsigned numbers.
    less_unsigned => LessUnsigned;
    /// Below or equal, as unsigned numbers.
    at_most_unsigned => AtMostUnsigned;
    /// Below, as signed numbers.
    less_signed => LessSigned;
    /// Below or equal, as signed numbers.
    at_most_signed => AtMostSigned;
}

impl TermPool {
    /// Two's complement.
    pub fn negate(&mut self, a: Term) -> Term {
        self.make(BitOperation::Negate, &[a])
    }

    /// The bits from `low` to `high`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        self.make(BitOperation::Extract { high, low }, &[a])
    }

    /// This many zeros above.
    pub fn extend_zero(&mut self, a: Term, more: u32) -> Term {
        self.make(BitOperation::ExtendZero(more), &[a])
    }

    /// This many copies of the sign above.
    pub fn extend_sign(&mut self, a: Term, more: u32) -> Term {
        self.make(BitOperation::ExtendSign(more), &[a])
    }

    /// Whether the sum of unsigned numbers leaves the width: its top bit in one bit more.
    pub fn add_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = (self.extend_zero(a, 1), self.extend_zero(b, 1));
        let sum = self.add(a, b);
        self.is_set(sum, width)
    }

    /// Whether the sum of signed numbers leaves the width.
    pub fn add_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        self.overflows_signed(BitOperation::Add, a, b, 1)
    }

    /// Whether the difference of signed numbers leaves the width.
    pub fn subtract_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        self.overflows_signed(BitOperation::Subtract, a, b, 1)
    }

    /// Whether the product of signed numbers leaves the width.
    pub fn multiply_overflows_signed(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        self.overflows_signed(BitOperation::Multiply, a, b, width)
    }

    /// Whether the product of unsigned numbers leaves the width.
    pub fn multiply_overflows_unsigned(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a);
        let (a, b) = (self.extend_zero(a, width), self.extend_zero(b, width));
        let product = self.multiply(a, b);
        let upper = self.extract(product, 2 * width - 1, width);
        let zero = self.number(width, 0);
        self.differ(upper, zero)
    }

    /// Done with enough bits, the result is not what the lower `width` bits say.
    fn overflows_signed(&mut self, operation: BitOperation, a: Term, b: Term, more: u32) -> Term {
        let width = self.width(a);
        let (a, b) = (self.extend_sign(a, more), self.extend_sign(b, more));
        let exact = self.make(operation, &[a, b]);
        let kept = self.extract(exact, width - 1, 0);
        let kept = self.extend_sign(kept, more);
        self.differ(exact, kept)
    }
}
