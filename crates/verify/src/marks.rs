//! How numbers came about: two numbers with the same mark are the same real number wherever they have a value.
//!
//! `let`s, the order of the operands of a sum and `x·x` for x² make no difference to that.

use interval::{Binary, Constant, Unary};
use rug::Rational;
use std::collections::HashMap;

/// The mark of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Mark(usize);

/// What a number was made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Origin {
    /// A written number.
    Number(Rational),
    /// A named constant.
    Constant(Constant),
    /// f(a).
    Unary(Unary, Mark),
    /// f(a, b).
    Binary(Binary, Mark, Mark),
    /// aⁿ.
    Power(Mark, i32),
    /// a·b + c.
    Fma(Mark, Mark, Mark),
}

impl Origin {
    /// f(a, b) with its operands in order where their order makes no difference.
    pub(super) fn binary(f: Binary, a: Mark, b: Mark) -> Origin {
        match f {
            Binary::Mul if a == b => Origin::Power(a, 2),
            Binary::Add | Binary::Mul | Binary::Fmin | Binary::Fmax | Binary::Hypot => {
                Origin::Binary(f, a.min(b), a.max(b))
            }
            _ => Origin::Binary(f, a, b),
        }
    }

    /// a·b + c.
    pub(super) fn fma(a: Mark, b: Mark, c: Mark) -> Origin {
        Origin::Fma(a.min(b), a.max(b), c)
    }
}

/// All marks of one walk.
#[derive(Default)]
pub(super) struct Marks {
    known: HashMap<Origin, Mark>,
    integers: HashMap<Mark, i32>,
    count: usize,
}

impl Marks {
    /// A mark that no other number has.
    pub(super) fn fresh(&mut self) -> Mark {
        self.count += 1;
        Mark(self.count)
    }

    /// The mark of what was made so.
    pub(super) fn of(&mut self, origin: Origin) -> Mark {
        if let Some(&mark) = self.known.get(&origin) {
            return mark;
        }
        let mark = self.fresh();
        if let Origin::Number(q) = &origin
            && let Some(n) = q.is_integer().then(|| q.numer().to_i32()).flatten()
        {
            self.integers.insert(mark, n);
        }
        self.known.insert(origin, mark);
        mark
    }

    /// The value of a written integer.
    pub(super) fn small_integer(&self, mark: Mark) -> Option<i32> {
        self.integers.get(&mark).copied()
    }
}
