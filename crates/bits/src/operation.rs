//! The operations of terms, and what sorts they take and give.

use crate::format::{FloatFormat, Rounding};
use crate::word::BitWord;
use std::fmt;

/// What a term stands for: a truth value, or a word of some width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BitSort {
    /// True or false.
    Bool,
    /// A word of this many bits, at least one.
    Bits(u32),
}

impl BitSort {
    /// How many bits a value has; a truth value has one.
    pub fn width(self) -> u32 {
        match self {
            BitSort::Bool => 1,
            BitSort::Bits(width) => width,
        }
    }
}

/// What a term does with its arguments. Words mean what SMT-LIB says, division by zero and long shifts included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BitOperation {
    /// A truth value.
    Truth(bool),
    /// A word.
    Constant(BitWord),
    /// The variable of this number.
    Variable(u32),
    /// Every bit inverted; of truth values too, as the next three are.
    Not,
    /// Bit by bit.
    And,
    /// Bit by bit.
    Or,
    /// Bit by bit.
    Xor,
    /// Whether two of a sort are the same.
    Equal,
    /// The second if the first is true, and else the third.
    Choose,
    /// Two's complement.
    Negate,
    /// Modulo 2^width.
    Add,
    /// Modulo 2^width.
    Subtract,
    /// Modulo 2^width.
    Multiply,
    /// The quotient of unsigned numbers; of zero: all ones.
    DivideUnsigned,
    /// The remainder of unsigned numbers; by zero: the first.
    RemainderUnsigned,
    /// The quotient towards zero of signed numbers; of zero: −1, or 1 where the first is negative.
    DivideSigned,
    /// The remainder of signed numbers, with the sign of the first; by zero: the first.
    RemainderSigned,
    /// To the left; zero where the amount is not below the width.
    ShiftLeft,
    /// To the right, zeros come in.
    ShiftRight,
    /// To the right, the sign comes in.
    ShiftRightSigned,
    /// The first above the second.
    Concat,
    /// The bits from `low` to `high`, both included.
    Extract {
        /// The highest bit that is kept.
        high: u32,
        /// The lowest bit that is kept.
        low: u32,
    },
    /// This many zeros above.
    ExtendZero(u32),
    /// This many copies of the sign above.
    ExtendSign(u32),
    /// Below, as unsigned numbers.
    LessUnsigned,
    /// Below or equal, as unsigned numbers.
    AtMostUnsigned,
    /// Below, as signed numbers.
    LessSigned,
    /// Below or equal, as signed numbers.
    AtMostSigned,
    /// An operation on floats of a format, or, for conversions from words, into it.
    Float(FloatFormat, FloatOperation),
}

impl BitOperation {
    /// All operations on two words of one width.
    pub const PAIRS: [BitOperation; 19] = [
        BitOperation::And,
        BitOperation::Or,
        BitOperation::Xor,
        BitOperation::Equal,
        BitOperation::Add,
        BitOperation::Subtract,
        BitOperation::Multiply,
        BitOperation::DivideUnsigned,
        BitOperation::RemainderUnsigned,
        BitOperation::DivideSigned,
        BitOperation::RemainderSigned,
        BitOperation::ShiftLeft,
        BitOperation::ShiftRight,
        BitOperation::ShiftRightSigned,
        BitOperation::Concat,
        BitOperation::LessUnsigned,
        BitOperation::AtMostUnsigned,
        BitOperation::LessSigned,
        BitOperation::AtMostSigned,
    ];
}

/// What is done with floats. All results that are NaN are the one of [`FloatFormat::nan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatOperation {
    /// The sum, rounded once.
    Add(Rounding),
    /// The difference, rounded once.
    Subtract(Rounding),
    /// The product, rounded once.
    Multiply(Rounding),
    /// The quotient, rounded once.
    Divide(Rounding),
    /// The first times the second plus the third, rounded once.
    Fma(Rounding),
    /// The square root, rounded once.
    SquareRoot(Rounding),
    /// The integer to which the mode leads, as a float of the same format and with the sign of the argument.
    Integral(Rounding),
    /// Equal as numbers: NaN is not, and the zeros are.
    Equal,
    /// Less as numbers: NaN is not.
    Less,
    /// Less or equal as numbers: NaN is not.
    AtMost,
    /// NaN, of any payload.
    IsNan,
    /// One of the infinities.
    IsInfinite,
    /// One of the zeros.
    IsZero,
    /// Not zero, and below the least normal number in magnitude.
    IsSubnormal,
    /// Neither zero nor subnormal nor infinite nor NaN.
    IsNormal,
    /// The float of another format.
    Convert(FloatFormat, Rounding),
    /// The float of a signed word of this width.
    FromSigned(u32, Rounding),
    /// The float of an unsigned word of this width.
    FromUnsigned(u32, Rounding),
    /// The signed word of this width, zero where there is none.
    ToSigned(u32, Rounding),
    /// The unsigned word of this width, zero where there is none.
    ToUnsigned(u32, Rounding),
    /// Whether the number, rounded to an integer, is a signed one of this width.
    FitsSigned(u32, Rounding),
    /// Whether the number, rounded to an integer, is an unsigned one of this width.
    FitsUnsigned(u32, Rounding),
}

/// An operation was given terms that it does not take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SortMismatch {
    /// What was to be done.
    pub operation: BitOperation,
    /// With what.
    pub arguments: Vec<BitSort>,
}

impl fmt::Display for SortMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} does not take {:?}", self.operation, self.arguments)
    }
}

impl std::error::Error for SortMismatch {}

/// The sort of the result. Constants are always right; variables are asked for in the pool, which knows their sorts.
pub(crate) fn result_sort(operation: &BitOperation, arguments: &[BitSort]) -> Option<BitSort> {
    use BitOperation::*;
    match operation {
        Truth(_) => arguments.is_empty().then_some(BitSort::Bool),
        Constant(word) => arguments.is_empty().then_some(BitSort::Bits(word.width())),
        Variable(_) => None,
        Not => one(arguments),
        And | Or | Xor => same(arguments),
        Equal => same(arguments).map(|_| BitSort::Bool),
        Choose => choice(arguments),
        Float(format, operation) => float_sort(*format, operation, arguments),
        _ => word_sort(operation, arguments),
    }
}

fn one(arguments: &[BitSort]) -> Option<BitSort> {
    match arguments {
        [sort] => Some(*sort),
        _ => None,
    }
}

fn same(arguments: &[BitSort]) -> Option<BitSort> {
    match arguments {
        [a, b] if a == b => Some(*a),
        _ => None,
    }
}

fn choice(arguments: &[BitSort]) -> Option<BitSort> {
    match arguments {
        [BitSort::Bool, a, b] if a == b => Some(*a),
        _ => None,
    }
}

/// The sorts of what only words have.
fn word_sort(operation: &BitOperation, arguments: &[BitSort]) -> Option<BitSort> {
    use BitOperation::*;
    match (operation, arguments) {
        (Negate, [BitSort::Bits(n)]) => Some(BitSort::Bits(*n)),
        (Concat, [BitSort::Bits(m), BitSort::Bits(n)]) => Some(BitSort::Bits(m + n)),
        (Extract { high, low }, [BitSort::Bits(n)]) => (low <= high && high < n).then(|| BitSort::Bits(high - low + 1)),
        (ExtendZero(more) | ExtendSign(more), [BitSort::Bits(n)]) => Some(BitSort::Bits(n + more)),
        (LessUnsigned | AtMostUnsigned | LessSigned | AtMostSigned, [BitSort::Bits(m), BitSort::Bits(n)]) => {
            (m == n).then_some(BitSort::Bool)
        }
        (_, [BitSort::Bits(m), BitSort::Bits(n)]) if is_arithmetic(operation) => (m == n).then_some(BitSort::Bits(*n)),
        _ => None,
    }
}

/// Operations from two words to a third of the same width.
fn is_arithmetic(operation: &BitOperation) -> bool {
    use BitOperation::*;
    matches!(
        operation,
        Add | Subtract
            | Multiply
            | DivideUnsigned
            | RemainderUnsigned
            | DivideSigned
            | RemainderSigned
            | ShiftLeft
            | ShiftRight
            | ShiftRightSigned
    )
}

fn float_sort(format: FloatFormat, operation: &FloatOperation, arguments: &[BitSort]) -> Option<BitSort> {
    use FloatOperation::*;
    let float = BitSort::Bits(format.width());
    let (count, argument, result) = match operation {
        Add(_) | Subtract(_) | Multiply(_) | Divide(_) => (2, float, float),
        Fma(_) => (3, float, float),
        SquareRoot(_) | Integral(_) => (1, float, float),
        Equal | Less | AtMost => (2, float, BitSort::Bool),
        IsNan | IsInfinite | IsZero | IsSubnormal | IsNormal => (1, float, BitSort::Bool),
        Convert(to, _) => (1, float, BitSort::Bits(to.width())),
        FromSigned(width, _) | FromUnsigned(width, _) => (1, BitSort::Bits(*width), float),
        ToSigned(width, _) | ToUnsigned(width, _) => (1, float, BitSort::Bits(*width)),
        FitsSigned(..) | FitsUnsigned(..) => (1, float, BitSort::Bool),
    };
    let fits = arguments.len() == count && arguments.iter().all(|sort| *sort == argument);
    let formats = format.is_valid() && !matches!(operation, Convert(to, _) if !to.is_valid());
    (fits && formats && result.width() > 0).then_some(result)
}
