//! Literals: a variable or its negation, numbered as in DIMACS.

use std::fmt;
use std::ops::Not;

/// A literal: +v or −v with v ≥ 1, as in DIMACS.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(i32);

impl Literal {
    /// The greatest number of a variable: two literals per variable must fit into 32 bits, with some room for marks.
    pub const GREATEST_VARIABLE: u32 = (1 << 29) - 1;

    /// The literal with this number.
    ///
    /// # Panics
    /// If the number is 0 or its magnitude is above [`Literal::GREATEST_VARIABLE`]; [`Literal::try_new`] says so instead.
    pub fn new(number: i32) -> Literal {
        Literal::try_new(number).expect("the number of a literal is not 0 and is within the greatest variable")
    }

    /// The literal with this number, if there is one.
    pub fn try_new(number: i32) -> Option<Literal> {
        let variable = number.unsigned_abs();
        (1..=Literal::GREATEST_VARIABLE)
            .contains(&variable)
            .then_some(Literal(number))
    }

    /// The number of the literal, as DIMACS writes it.
    pub fn number(self) -> i32 {
        self.0
    }

    /// The variable, counted from 1.
    pub fn variable(self) -> u32 {
        self.0.unsigned_abs()
    }

    /// Whether the literal is a negation.
    pub fn is_negative(self) -> bool {
        self.0 < 0
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(-self.0)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
