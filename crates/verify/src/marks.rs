//! How numbers came about: two numbers with the same mark are the same real number wherever they have a value.
//!
//! `let`s, the order of the operands of a sum and `x·x` for x² make no difference to that.

use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::collections::HashMap;

/// The mark of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NumberMark(usize);

/// What a number was made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum NumberOrigin {
    /// A written number.
    Number(Rational),
    /// A named constant.
    Constant(Constant),
    /// f(a).
    Unary(Unary, NumberMark),
    /// f(a, b).
    Binary(Binary, NumberMark, NumberMark),
    /// aⁿ.
    Power(NumberMark, i32),
    /// a·b + c.
    Fma(NumberMark, NumberMark, NumberMark),
}

impl NumberOrigin {
    /// f(a, b) with its operands in order where their order makes no difference.
    pub(super) fn binary(f: Binary, a: NumberMark, b: NumberMark) -> NumberOrigin {
        match f {
            Binary::Mul if a == b => NumberOrigin::Power(a, 2),
            Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot => {
                NumberOrigin::Binary(f, a.min(b), a.max(b))
            }
            _ => NumberOrigin::Binary(f, a, b),
        }
    }

    /// a·b + c.
    pub(super) fn fma(a: NumberMark, b: NumberMark, c: NumberMark) -> NumberOrigin {
        NumberOrigin::Fma(a.min(b), a.max(b), c)
    }
}

/// All marks of one walk.
#[derive(Default)]
pub(super) struct Marks {
    known: HashMap<NumberOrigin, NumberMark>,
    integers: HashMap<NumberMark, i32>,
    count: usize,
}

impl Marks {
    /// A mark that no other number has.
    pub(super) fn fresh(&mut self) -> NumberMark {
        self.count += 1;
        NumberMark(self.count)
    }

    /// The mark of what was made so.
    pub(super) fn of(&mut self, origin: NumberOrigin) -> NumberMark {
        if let Some(&mark) = self.known.get(&origin) {
            return mark;
        }
        let mark = self.fresh();
        if let NumberOrigin::Number(q) = &origin
            && let Some(n) = q.is_integer().then(|| q.numer().to_i32()).flatten()
        {
            self.integers.insert(mark, n);
        }
        self.known.insert(origin, mark);
        mark
    }

    /// The value of a written integer.
    pub(super) fn small_integer(&self, mark: NumberMark) -> Option<i32> {
        self.integers.get(&mark).copied()
    }
}
