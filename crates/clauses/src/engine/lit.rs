//! Literals as the engine counts them: twice the variable, and 1 more for a negation.

use crate::Literal;
use std::ops::Not;

/// A literal of the engine. Variables count from 0, so that they index lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lit(pub u32);

impl Lit {
    /// The literal of a variable that is true when the variable has this value.
    pub fn of(variable: usize, value: bool) -> Lit {
        Lit(2 * variable as u32 + u32::from(!value))
    }

    pub fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The value of the variable that makes the literal true.
    pub fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

impl From<Literal> for Lit {
    fn from(literal: Literal) -> Lit {
        Lit::of(literal.variable() as usize - 1, !literal.is_negative())
    }
}

impl From<Lit> for Literal {
    fn from(lit: Lit) -> Literal {
        let number = lit.variable() as i32 + 1;
        Literal::new(if lit.is_positive() { number } else { -number })
    }
}
