//! The values of operations on words, by arithmetic with integers.

use crate::operation::BitOperation;
use crate::word::{BitWord, power};
use rug::{Integer, ops::DivRounding};

/// The value of an operation on truth values or words.
pub fn word_value(operation: &BitOperation, arguments: &[&BitWord]) -> BitWord {
    use BitOperation::*;
    match (operation, arguments) {
        (Truth(value), _) => BitWord::truth(*value),
        (Constant(word), _) => word.clone(),
        (Choose, [condition, a, b]) => if condition.is_true() { *a } else { *b }.clone(),
        (_, [a]) => unary(operation, a),
        (_, [a, b]) => match comparison(operation, a, b) {
            Some(truth) => BitWord::truth(truth),
            None => binary(operation, a, b),
        },
        _ => unreachable!("the pool has checked the sorts"),
    }
}

fn unary(operation: &BitOperation, a: &BitWord) -> BitWord {
    use BitOperation::*;
    let n = a.width();
    match operation {
        Not => BitWord::new(n, Integer::from(!a.unsigned())),
        Negate => BitWord::new(n, Integer::from(-a.unsigned())),
        Extract { high, low } => a.slice(*high, *low),
        ExtendZero(more) => BitWord::new(n + more, a.unsigned().clone()),
        ExtendSign(more) => BitWord::new(n + more, a.signed()),
        _ => unreachable!("{operation:?} takes more than one argument"),
    }
}

fn comparison(operation: &BitOperation, a: &BitWord, b: &BitWord) -> Option<bool> {
    use BitOperation::*;
    match operation {
        Equal => Some(a == b),
        LessUnsigned => Some(a.unsigned() < b.unsigned()),
        AtMostUnsigned => Some(a.unsigned() <= b.unsigned()),
        LessSigned => Some(a.signed() < b.signed()),
        AtMostSigned => Some(a.signed() <= b.signed()),
        _ => None,
    }
}

fn binary(operation: &BitOperation, a: &BitWord, b: &BitWord) -> BitWord {
    use BitOperation::*;
    let (x, y, n) = (a.unsigned(), b.unsigned(), a.width());
    let number = match operation {
        And => Integer::from(x & y),
        Or => Integer::from(x | y),
        Xor => Integer::from(x ^ y),
        Add => Integer::from(x + y),
        Subtract => Integer::from(x - y),
        Multiply => Integer::from(x * y),
        DivideUnsigned | RemainderUnsigned | DivideSigned | RemainderSigned => quotient(operation, a, b),
        ShiftLeft | ShiftRight | ShiftRightSigned => shifted(operation, a, y),
        Concat => return BitWord::new(n + b.width(), Integer::from(x << b.width()) + y),
        _ => unreachable!("{operation:?} does not take two words"),
    };
    BitWord::new(n, number)
}

/// Quotients and remainders. By zero, the remainder is the first argument, and the quotient −1, which is all ones, except
/// for signed negative numbers, where it is 1: what long division and its mirror image give.
fn quotient(operation: &BitOperation, a: &BitWord, b: &BitWord) -> Integer {
    use BitOperation::*;
    let is_signed = matches!(operation, DivideSigned | RemainderSigned);
    let wants_quotient = matches!(operation, DivideSigned | DivideUnsigned);
    let read = |word: &BitWord| {
        if is_signed {
            word.signed()
        } else {
            word.unsigned().clone()
        }
    };
    let (x, y) = (read(a), read(b));
    match (y.is_zero(), wants_quotient) {
        (true, true) => Integer::from(if is_signed && x < 0 { 1 } else { -1 }),
        (true, false) => x,
        (false, true) => x / y,
        (false, false) => x % y,
    }
}

/// Shifts. The amount is cut at the width, after which nothing changes any more.
fn shifted(operation: &BitOperation, a: &BitWord, amount: &Integer) -> Integer {
    let n = a.width();
    let amount = amount.to_u32().unwrap_or(n).min(n);
    match operation {
        BitOperation::ShiftLeft => Integer::from(a.unsigned() << amount),
        BitOperation::ShiftRight => Integer::from(a.unsigned() >> amount),
        // Division by a power of two, downwards.
        _ => a.signed().div_euc(power(amount)),
    }
}
